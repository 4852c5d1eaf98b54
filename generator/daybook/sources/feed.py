"""Any other RSS or Atom feed: of a journal, a publisher of proceedings, a reading group.

feedparser provides the feed's format, and the addresses and days of the feed and its items. Texts and names are read
from the elements themselves, distinguished by namespace: feedparser keeps only one of `description` and
`dc:description`, recognises PRISM only by its usual prefix, and loses text around markup within a title. A feed's items
announce nothing in arXiv's sense; each has its own day, as its feed states it.

Publishers put the abstract into one of several elements, and a citation, a teaser or an author list into another or
before it. A line is a citation if it contains little but what the item states elsewhere: title, date, DOI, journal,
authors, numbers. No publisher is treated by name.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import feedparser

from daybook.errors import Refused
from daybook.model import Entry, Listing, ids
from daybook.sources import arxiv_api, arxiv_rss, xml
from daybook.sources.author_list import AuthorList, authors, share_of_names
from daybook.sources.plain_text import Head, one_line, paragraphs, parse_any_day, says_withdrawn
from daybook.sources.received import read_each
from daybook.sources.xml import Element
from daybook.text.language import MONTHS

NAME = "feed (RSS, Atom)"

MOST = 4_000  # characters; a longer text in an element for full content is an article, not its abstract
MOST_CITED = 12  # paragraphs of a citation at either end of a text
MOST_NAMES = 50  # authors looked for in a citation
LONGEST = 2_000  # characters in a paragraph of a citation
TEASER = 200  # characters; a single sentence up to this length may be a teaser

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>?#]+")
_DOI_ITSELF = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s?)?10\.\d{4,9}/", re.IGNORECASE)
_DOI_WITHIN = re.compile(r"[/=]10\.\d{4,9}/")
_PAGE_OF_IT = re.compile(r"(?:(?<=\d)v\d{1,3})?(?:[/.](?:abstract|e?pdf|full|full-?text|html?|meta))?$")
_ARXIV_DOI = re.compile(r"10\.48550/arXiv\.(.+)", re.IGNORECASE)
_MAILBOX = re.compile(r"\S{1,200}@\S{1,200}\s*(?:\((?P<name>[^()]*)\))?")
_ATOM = "http://www.w3.org/2005/Atom"
_PREFIXES = {
    "http://purl.org/dc/elements/1.1": "dc:",
    "http://purl.org/dc/elements/1.0": "dc:",
    "http://purl.org/dc/terms": "dcterms:",
    "http://purl.org/rss/1.0/modules/content": "content:",
    _ATOM: "atom:",
}
_DESCRIPTIONS = ("description", "summary", "atom:summary", "dc:description", "dcterms:abstract", "dcterms:description")
_CONTENTS = ("content:encoded", "content", "atom:content")
_LONGEST_WORD = 400
_SHORT = re.compile(
    r"author|creator|contributor|publisher|editor|master|name|email|date|publish|update|modified|created|issued", re.I
)
_NO_WORD = re.compile(rf"\S{{{_LONGEST_WORD}}}")

_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?\.?" if name[3:] else name for name in MONTHS)
_DATE = re.compile(
    rf"(?i)\d{{1,2}}\s(?:{_MONTH})\s\d{{4}}|(?:{_MONTH})(?:\s\d{{1,2}},?)?\s\d{{4}}|\b(?:19|20)\d\d(?:-\d\d){{0,2}}\b"
)
_BEFORE_DOI = r"(?:https?://(?:dx\.)?doi\.org/|doi:?\s?)?\b"
_ANY_DOI = re.compile(rf"{_BEFORE_DOI}(?P<doi>10\.\d{{4,9}}/[^\s\"<>?#]+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.–-]{0,20}")
_WORD = re.compile(r"[^\W\d_]+")
_END = re.compile(r"[.!?](?=\s|$)")
_CUT = re.compile(r"(?:…|\.\.\.|\[…\]|\[\.\.\.\])$")
_HEADING = re.compile(r"abstract\s?[:.]?", re.IGNORECASE)
_HEADED = re.compile(r"(?:abstract|ABSTRACT|Abstract)(?:\s?[:—–.-]\s?|\s(?=[A-Z])|(?=[A-Z][a-z]))")
_SIGN = re.compile(r"\w")
_LINK = re.compile(r"\w+(?: \w+)?")  # "PDF", "Full text": what remains of a link in a paragraph of its own
_BYLINE = re.compile(r"(?:authors?(?:\(s\))?\s?:|by\s)\s?", re.IGNORECASE)
_OF_ANOTHER = re.compile(  # a line about another paper, whose DOI is not the item's
    r"\b(?:addendum|comment|commentary|correction|corrigend\w+|errat\w+|reply|response|retraction)\b"
    r"[^.]{0,30}?\b(?:for|of|on|to)\b|\b(?:amends|corrects|retracts)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s?[:|–—]\s|\s-\s")

Fields = Mapping[str, Sequence[Element]]
"""The children of an item by name: those in the feed's own namespace bare, others with one prefix per namespace."""


def recognises(head: Head) -> bool:
    """Whether a document is a feed that is not arXiv's own."""
    if xml.root_name(head) not in ("rss", "feed", "rdf"):
        return False
    return not arxiv_rss.recognises(head) and not arxiv_api.recognises(head)


def read(data: bytes) -> tuple[Listing, ...]:
    """The feed's items as a Listing whose origin is its site. Raises Refused where it is broken or not a feed."""
    root = xml.parse(data)
    if (entity := xml.undefined_entity(root)) is not None:
        raise Refused(f"not well-formed XML (undefined entity {entity})", hint="fetch it again")
    for element in root.iter("*"):  # feedparser takes quadratic time for an overlong word in a name or date
        if _SHORT.search(xml.name_of(element)) and _NO_WORD.search(xml.content(element)):
            problem = f"has a word of more than {_LONGEST_WORD} characters in <{xml.name_of(element)[:40]}>"
            raise Refused(problem, location=f"line {element.sourceline}", hint="use another feed of this site")
    parsed: Any = feedparser.parse(BytesIO(xml.well_formed(root)), sanitize_html=False, resolve_relative_uris=False)
    elements = [each for each in root.iter("*") if xml.name_of(each) in ("item", "entry")]
    if not parsed.version or len(elements) != len(parsed.entries):
        raise Refused("not a feed", location="line 1", hint="check whether the site returned an error page")
    items = [_item(each, read, parsed.feed) for each, read in zip(elements, parsed.entries, strict=True)]
    day = _day(parsed.feed) or max((item.date for item in items if item.date), default=None)
    if day is None:
        raise Refused("has no date, and neither has any of its items", hint="use another feed of this site")
    entries, notes = read_each(items, lambda item, place: _entry(item, place, day))
    # Its origin is the host of the feed's site; if it does not name its site, that of its own address or of an item's.
    addresses = [*_addresses(parsed.feed), *(address for item in items for address in item.addresses)]
    listing = Listing(
        source="feed", format=f"feed ({parsed.version})", date=day,
        origin=next(filter(None, map(_host, addresses)), None), quiet=not items, entries=entries, notes=notes,
    )  # fmt: skip
    return (listing,)


class _FeedItem(NamedTuple):
    title: str
    addresses: tuple[str, ...]  # its page's first
    authors: AuthorList
    date: dt.date | None  # as stated
    abstract: str | None
    doi: str | None
    journal: str | None


def _item(element: Element, read: Any, feed: Any) -> _FeedItem:
    """An item, from its element and from feedparser's reading of it and of the feed's head."""
    own = xml.namespace_of(element)
    fields: dict[str, list[Element]] = defaultdict(list)
    for each in element.iterchildren("*"):
        namespace = xml.namespace_of(each)
        prefix = "" if namespace in ("", own) else _PREFIXES.get(namespace.rstrip("/#"), "other:")
        if prefix and ("prismstandard.org" in namespace or namespace == "prism"):  # one per version; OUP's and ACS's
            prefix = "prism:"
        fields[prefix + xml.name_of(each)].append(each)
    title = one_line(next(_texts(fields, "title", "atom:title", "dc:title"), ""))
    stated = _stated_names(fields)
    listed = authors(stated)
    addresses = tuple(_addresses(read))
    doi = _doi(fields, addresses)
    metadata = ItemMetadata(
        title=title,
        names=(*stated, *listed.names),
        journals=tuple(_texts(fields, "prism:publicationName", "dc:source")),
        feeds=tuple(filter(None, [one_line(xml.plain_text(str(feed.get("title") or "")))])),
        addresses=addresses,
        doi=doi,
    )
    summary = summarised(list(_texts(fields, *_DESCRIPTIONS)), list(_texts(fields, *_CONTENTS)), metadata)
    return _FeedItem(
        title, addresses, listed if listed.names else AuthorList(summary.authors),
        _day(read) or _first_day(_values(fields, "prism:publicationDate", "prism:coverDate")) or summary.date,
        summary.abstract, doi or summary.doi, _journal(fields),
    )  # fmt: skip


def _entry(item: _FeedItem, place: int, day: dt.date) -> Entry:
    if not item.title:
        raise Refused("has no title")
    own = _ARXIV_DOI.fullmatch(item.doi or "")
    ident = next(filter(None, map(ids.parse, (*item.addresses, own[1] if own else ""))), None)
    link = next(iter(item.addresses), "")
    return Entry(
        place=place, type="harvest", date=item.date or day, title=item.title,
        arxiv_id=ident.id if ident else None, version=ident.version if ident else None,
        authors=item.authors.names, authors_complete=item.authors.complete, abstract=item.abstract,
        journal_ref=item.journal, doi=None if own else item.doi, withdrawn=says_withdrawn(item.abstract),
        url=link if _host(link) else None,
    )  # fmt: skip


def _texts(fields: Fields, *names: str) -> Iterator[str]:
    """The texts of the elements with these names, as plain text; only Atom declares which are not HTML."""
    for name in names:
        for element in fields.get(name, ()):
            kind = xml.attribute(element, "type")
            is_plain = xml.namespace_of(element) == _ATOM and kind in ("", "text", "text/plain")
            if text := paragraphs(xml.content(element)) if is_plain else xml.plain_text(xml.markup_of(element)):
                yield text


def _values(fields: Fields, *names: str) -> Iterator[str]:
    return filter(None, (one_line(xml.content(element)) for name in names for element in fields.get(name, ())))


def _addresses(read: Any) -> Iterator[str]:
    places = (read.get("link"), *(link.get("href") for link in read.get("links", ())), read.get("id"))
    return filter(None, (one_line(str(each or "")) for each in places))


def _day(read: Any) -> dt.date | None:
    """The day that an item or feed states, in the time zone in which it is written."""
    return _first_day(str(read[key] or "") for key in ("published", "updated") if key in read)


def _first_day(written: Iterable[str]) -> dt.date | None:
    return next(filter(None, map(parse_any_day, written)), None)


def _host(address: str) -> str | None:
    try:
        parts = urlsplit(address.strip())
        return parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        return None


def _stated_names(fields: Fields) -> list[str]:
    """The item's author elements as plain text: Dublin Core's or the feed format's own, whichever name more authors."""
    creators = list(_texts(fields, "dc:creator"))
    own = []
    for each in (*fields.get("author", ()), *fields.get("atom:author", ())):
        text = xml.text_of(each, "name") or xml.markup_of(each)
        if mailbox := _MAILBOX.fullmatch(text.strip()):  # as RSS has it: "ann@cup.example (Ann Cup)"
            text = mailbox["name"] or ""
        own += [name] if (name := xml.plain_text(text)) else []
    return own if len(own) > len(creators) else creators


def _doi(fields: Fields, addresses: Iterable[str]) -> str | None:
    """The item's DOI: from an element for it, an address that is a DOI, or the address of one of its pages."""
    for named in _values(fields, "prism:doi", "dc:identifier"):
        if match := _DOI.search(unquote(named)):
            return match[0].rstrip(".,;")
    places = [unquote(each) for each in (*_values(fields, "prism:url"), *addresses)]
    for place in sorted(places, key=lambda each: _DOI_ITSELF.match(each) is None):
        match = _DOI.search(place)
        if match and (_DOI_ITSELF.match(place) or _DOI_WITHIN.search(place)):
            return _PAGE_OF_IT.sub("", match[0].rstrip(".,;"))
    return None


def _journal(fields: Fields) -> str | None:
    """The journal reference from PRISM, with volume, number and first page if stated: "J. Sys. 12(3): 45"."""
    keys = ("publicationName", "volume", "number", "startingPage")
    name, volume, number, page = (next(_values(fields, f"prism:{key}"), None) for key in keys)
    if name is None:
        return None
    reference = f"{name} {volume}" if volume else name
    reference += f"({number})" if volume and number else ""
    return f"{reference}: {page}" if page else reference


class ItemMetadata(NamedTuple):
    """What a feed states about an item outside its texts."""

    title: str
    names: tuple[str, ...] = ()  # authors, as stated and in spoken order
    journals: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()  # the feed's own title: "Publisher: Journal of Teapots: Table of Contents"
    addresses: tuple[str, ...] = ()  # of the item
    doi: str | None = None


class ItemSummary(NamedTuple):
    """What the texts of an item contain."""

    abstract: str | None = None
    authors: tuple[str, ...] = ()  # from a line that lists them
    date: dt.date | None = None  # the first in the citation
    doi: str | None = None  # the first in the citation


class _Uncited(NamedTuple):
    text: str
    cited: tuple[str, ...]  # the paragraphs removed
    headed: bool  # whether it was under the heading "Abstract"


def summarised(descriptions: Sequence[str], contents: Sequence[str], item: ItemMetadata) -> ItemSummary:
    """The abstract among an item's texts, and the facts in their citations. All texts are plain, in paragraphs.

    descriptions: texts of elements for a summary. contents: of elements for the full content, which is rarely there.
    """
    # Patterns for the item's facts: its DOI (any DOI if it states none), then all others, the longest first.
    parts = [part for name in item.feeds for part in (name, *_PARTS.split(name))]
    facts = set(map(one_line, (item.title, *item.names[:MOST_NAMES], *item.addresses, *item.journals, *parts)))
    ordered = sorted((each for each in facts if 2 < len(each) <= LONGEST), key=lambda each: (-len(each), each))
    doi = re.compile(_BEFORE_DOI + re.escape(item.doi), re.IGNORECASE) if item.doi else _ANY_DOI
    stated = [doi, *(re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE) for each in ordered)]
    short, whole = ([_without_citation(text, item, stated) for text in texts] for texts in (descriptions, contents))
    cited = [line for each in (*short, *whole) for line in each.cited]
    bylines = (_by(line) for line in cited if _is_byline(line))
    dates = (date for line in cited if (match := _DATE.search(line)) and (date := parse_any_day(match[0])))
    dois = (match["doi"].rstrip(".,;") for line in cited if (match := _ANY_DOI.search(line)))
    return ItemSummary(_chosen(short, whole), next(bylines, ()), next(dates, None), next(dois, None))


def _chosen(short: Sequence[_Uncited], whole: Sequence[_Uncited]) -> str | None:
    """The longest summary, preferably one under a heading; the full content if that is a teaser, cut or absent."""

    def worth(text: _Uncited) -> tuple[bool, bool, int]:
        return text.headed, len(text.text) <= MOST, len(text.text)

    best, other = (max((each for each in texts if each.text), key=worth, default=None) for texts in (short, whole))
    if best is None or other is None:
        return best.text if best else other.text if other else None
    if len(other.text) > MOST or len(other.text) <= len(best.text):
        return best.text
    is_teaser = _CUT.search(best.text) or (len(best.text) <= TEASER and len(_END.findall(best.text)) <= 1)
    return other.text if (other.headed and not best.headed) or is_teaser else best.text


def _without_citation(text: str, item: ItemMetadata, stated: Sequence[re.Pattern[str]]) -> _Uncited:
    """A text without paragraphs at either end that cite the paper; only the part under "Abstract" if there is one."""
    lines = [line for line in text.split("\n\n") if _SIGN.search(line)]
    headings = (k for k, line in enumerate(lines) if _HEADING.fullmatch(line) or _HEADED.match(line))
    at = next(headings, None) if "abstract" not in item.title.lower() else None
    cited: list[str] = []
    if at is not None:
        rest = "" if _HEADING.fullmatch(lines[at]) else _HEADED.sub("", lines[at], count=1)
        cited, lines = lines[:at], [each for each in (rest, *lines[at + 1 :]) if each]
    for _ in range(MOST_CITED):
        citation, rest = lines[0] if lines else "", ""
        if match := stated[0].search(citation, 0, 300):  # a DOI near a line's beginning may end a citation
            citation, rest = citation[: match.end()], citation[match.end() :].strip()
        if citation and _is_citation(citation, stated):
            cited.append(citation)
            lines[:1] = [rest] if rest else []
    for _ in range(MOST_CITED):
        if lines and (_is_citation(lines[-1], stated) or (len(lines) > 1 and _LINK.fullmatch(lines[-1]))):
            cited.append(lines.pop())
    return _Uncited("\n\n".join(lines), tuple(cited), at is not None)


def _is_citation(line: str, stated: Sequence[re.Pattern[str]]) -> bool:
    """Whether at least half of a line consists of facts that the item states elsewhere, dates and numbers."""
    if _is_byline(line):
        return True
    if len(line) > LONGEST:
        return False
    rest, facts = line, 0
    for pattern in (*stated, _DATE):
        facts += sum(len(match[0].split()) + (pattern is stated[0]) for match in pattern.finditer(rest))
        rest = pattern.sub(" ", rest)
    if _OF_ANOTHER.search(rest):
        return False
    numbers = len(_NUMBER.findall(rest))
    return (facts > 0 or numbers > 2) and facts + numbers >= len(_WORD.findall(rest))


def _is_byline(line: str) -> bool:
    """Whether a line is "Author(s): Jane Doe, Richard Roe" or "by Jane Doe"."""
    return _BYLINE.match(line) is not None and share_of_names(_by(line)) > 0.6


def _by(line: str) -> tuple[str, ...]:
    return authors([_BYLINE.sub("", line, count=1)]).names
