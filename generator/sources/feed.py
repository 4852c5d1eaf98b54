"""Any other RSS or Atom feed: of a journal, a proceedings' publisher, a reading group.

feedparser reads it, without cleaning: no word of an item may be lost, and only markup/ decides what is shown. A feed's
items announce nothing in arXiv's sense; each has its own day, as its feed writes it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

import feedparser

from generator import arxiv_id
from generator.errors import Refused
from generator.model import Entry, Listing
from generator.sources import api, rss, xml
from generator.sources.text import Head, one_line, optional, paragraphs, parse_day, says_withdrawn, split_authors
from generator.sources.xml import Problem

NAME = "feed (RSS, Atom)"

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>?#]+")
_DOI_ADDRESS = re.compile(r"https?://(?:dx\.)?doi\.org/|/doi/|^doi:", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arXiv\.(.+)", re.IGNORECASE)
_FAMILY_FIRST = re.compile(r"[^\s,]+, ?[^\s,]+(?: (?!and\b)[^\s,]+)?")  # Shaw, Mary; Gaudi, B. Scott
_LONGEST_WORD = 400
_SHORT = re.compile(
    r"author|creator|contributor|publisher|editor|master|name|email|date|publish|update|modified|created|issued", re.I
)
_NO_WORD = re.compile(rf"\S{{{_LONGEST_WORD}}}")
_SUFFIX = re.compile(r"(?:[JS]r\.?|[IV]+)", re.IGNORECASE)


def recognises(head: Head) -> bool:
    """Whether a document is a feed, and none of arXiv's own."""
    if xml.root_name(head) not in ("rss", "feed", "rdf"):
        return False
    return not rss.recognises(head) and not api.recognises(head)


def read(data: bytes) -> tuple[Listing, ...]:
    """The feed's items as a Listing whose origin is its site. Raises Refused for what is no feed, or broken."""
    root = xml.parse(data)
    _check_words(root)
    parsed: Any = feedparser.parse(BytesIO(xml.well_formed(root)), sanitize_html=False, resolve_relative_uris=False)
    error = parsed.get("bozo_exception")
    if hasattr(error, "getLineNumber"):  # read by feedparser's lenient parser, which may lose text
        raise Refused(f"is not well-formed XML ({error.getMessage()})", place=f"line {error.getLineNumber()}")
    if not parsed.version:
        raise Refused("is no feed", place="line 1", mend="look whether the site answered with an error page")
    days = [_day(item) for item in parsed.entries]
    day = _day(parsed.feed) or max((each for each in days if each), default=None)
    if day is None:
        raise Refused("states no date, neither its own nor that of an item", mend="choose another feed of this site")
    atom = parsed.version.startswith("atom")
    results = [_entry(item, place, day, atom) for place, item in enumerate(parsed.entries, 1)]
    return (
        Listing(
            source="feed",
            format=f"feed ({parsed.version})",
            date=day,
            origin=_origin(parsed.feed, parsed.entries),
            quiet=not parsed.entries,
            entries=tuple(result for result in results if isinstance(result, Entry)),
            notes=tuple(str(result) for result in results if isinstance(result, Problem)),
        ),
    )


def _check_words(root: xml.Element) -> None:
    """Raises Refused where a name or a date holds what is none: feedparser takes time by the square of such a word."""
    for element in root.iter("*"):
        if _SHORT.search(xml.name_of(element)) and _NO_WORD.search(xml.content(element)):
            problem = f"has a word of more than {_LONGEST_WORD} characters in <{xml.name_of(element)[:40]}>"
            raise Refused(problem, place=f"line {element.sourceline}", mend="choose another feed of this site")


def _day(item: Any) -> dt.date | None:
    """The day an item or a feed states, as written in its own zone."""
    for key in ("published", "updated", "prism_publicationdate", "prism_coverdate"):
        written = str(item[key] or "") if key in item else ""
        if found := xml.day(written) or parse_day(written):
            return found
    return None


def _origin(feed: Any, items: Iterable[Any]) -> str | None:
    """The host of the feed's site; where the feed does not name its site, that of its own address or of an item."""
    addresses = [feed.get("link"), *(link.get("href") for link in feed.get("links", ())), feed.get("id")]
    return next((host for each in [*addresses, *(item.get("link") for item in items)] if (host := _host(each))), None)


def _host(address: str | None) -> str | None:
    try:
        parts = urlsplit((address or "").strip())
        return parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        return None


def _entry(item: Any, place: int, day: dt.date, atom: bool) -> Entry | Problem:
    title = one_line(_text(item.get("title"), item.get("title_detail"), atom))
    if not title:
        return Problem(place, "has no title")
    link = str(item.get("link") or "").strip()
    doi = _doi(item)
    own = _ARXIV_DOI.fullmatch(doi or "")
    found = (
        arxiv_id.parse(link) or arxiv_id.parse(str(item.get("id") or "")) or (arxiv_id.parse(own[1]) if own else None)
    )
    abstract = _abstract(item, atom)
    return Entry(
        place=place,
        type="harvest",
        date=_day(item) or day,
        title=title,
        arxiv_id=found.id if found else None,
        version=found.version if found else None,
        authors=_authors(item),
        abstract=abstract,
        journal_ref=_journal(item),
        doi=None if own else doi,
        withdrawn=says_withdrawn(abstract),
        url=link if _host(link) else None,
    )


def _text(value: Any, detail: Any, atom: bool) -> str:
    """A text of an item as plain text. Atom says whether it is HTML; in RSS it always may be."""
    text = str(value or "")
    kind = str((detail or {}).get("type") or "")
    return paragraphs(text) if atom and kind == "text/plain" else xml.plain_text(text)


def _abstract(item: Any, atom: bool) -> str | None:
    """The item's summary, else the first of its contents that says something."""
    if text := _text(item.get("summary"), item.get("summary_detail"), atom):
        return text
    contents = (_text(each.get("value"), each, atom) for each in item.get("content", ()))
    return next((text for text in contents if text), None)


def _authors(item: Any) -> tuple[str, ...]:
    """Names in order. Feeds write them one an element, or all in one, family name first or last."""
    stated = (one_line(xml.plain_text(str(each.get("name") or ""))) for each in item.get("authors", ()))
    names = list(dict.fromkeys(name for name in stated if name))
    if len(names) == 1:
        names = _listed(names[0])
    return tuple(_turned(name) for name in names)


def _listed(text: str) -> list[str]:
    """The names in a list that stands in one element."""
    if ";" in text:
        return [name for each in text.split(";") if (name := one_line(each))]
    return [text] if _FAMILY_FIRST.fullmatch(text) else list(split_authors(text))


def _turned(name: str) -> str:
    """ "Gaudi, B. Scott" as B. Scott Gaudi; a name without comma, or with a suffix after it, as it stands."""
    family, comma, given = name.partition(",")
    as_it_stands = not comma or "," in given or _SUFFIX.fullmatch(given.strip())
    return name if as_it_stands else one_line(f"{given} {family}")


def _doi(item: Any) -> str | None:
    """The item's DOI: where the feed names it, or in an address that is made of it."""
    named = [str(item.get(key) or "") for key in ("prism_doi", "dc_identifier", "prism_url")]
    addresses = [str(item.get("id") or ""), str(item.get("link") or "")]
    addresses += [str(link.get("href") or "") for link in item.get("links", ())]
    for place in [*named, *(each for each in addresses if _DOI_ADDRESS.search(each) or each.startswith("10."))]:
        if found := _DOI.search(unquote(place)):
            return found[0].rstrip(".,;")
    return None


def _journal(item: Any) -> str | None:
    """The journal as PRISM names it, with volume, number and first page where they are stated: "J. Sys. 12(3): 45"."""
    name = optional(item.get("prism_publicationname"))
    if name is None:
        return None
    volume, number, page = (optional(item.get(f"prism_{key}")) for key in ("volume", "number", "startingpage"))
    reference = f"{name} {volume}" if volume else name
    reference += f"({number})" if volume and number else ""
    return f"{reference}: {page}" if page else reference
