"""arXiv's abstract pages (arxiv.org/abs/...) as HTML: one paper's metadata and version history.

The body is read, not the citation_* tags of the head, except for what only they state: the id and the date of the
version shown. The page announces nothing: its entry is a harvest.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace

from daybook.errors import Refused
from daybook.model import Entry, Listing, Version, ids
from daybook.sources.arxiv_listing import authors_of, subject_codes
from daybook.sources.html import (
    Element,
    HtmlPage,
    classes_of,
    drop_descriptors,
    find,
    find_all,
    line_of,
    looks_like_page,
    own_words,
    paragraphs_of,
    parse,
)
from daybook.sources.plain_text import Head, optional, parse_day, parse_time, says_withdrawn
from daybook.sources.received import bad_id

NAME = "abs page (HTML)"
SOURCE = "arxiv-abs"

_MARK = re.compile(
    r"\bname\s*=\s*[\"']?citation_arxiv_id\b|\bid\s*=\s*[\"']?abs-outer\b"
    rf"|<title>\s*\[{ids.PATTERN}(?:v\d+)?\]"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)https?://[a-z.]*arxiv\.org/abs/",
    re.IGNORECASE,
)
_THIS_VERSION = re.compile(r"arXiv:\S{1,40}?v(\d++)\b")
_HISTORY = re.compile(
    r"\[v(?P<version>\d+)\]\s*(?P<time>[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{8}(?: [A-Z]{2,4})?)"
    r"(?:\s*\((?P<size>[^()]*)\))?(?P<withdrawn>\s*\(withdrawn\))?"
)
_SHOWN_DATE = re.compile(r"(\d{1,2} [A-Z][a-z]{2} \d{4})[^,\]]{0,80}?\(this version")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_FORMAT_LINK = re.compile(r"(?:^|/)(pdf|html|format|ps)/[\w.-]+", re.IGNORECASE)
_FORMAT_NAMES = {"format": "other"}


def recognises(head: Head) -> bool:
    """Whether the document is HTML with the marks of an abstract page."""
    return looks_like_page(head) and _MARK.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """One listing with one entry: the paper in the version shown. The listing's part is the id with that version.

    Raises Refused where the page is cut off or is not a paper's.
    """
    page = parse(data)
    drop_descriptors(page.root)
    ident, named = _identity(page)
    history = _history(page)
    shown = _shown_version(page, history) or named
    entry = _entry(page, ident, shown, history)
    part = f"{ident}v{shown}" if shown else ident
    return (Listing(source=SOURCE, format=NAME, date=entry.date, part=part, entries=(entry,)),)


@dataclass(frozen=True, slots=True)
class _MetadataRow:
    """A row of the metadata table."""

    kind: str  # a class of its cell: comments, subjects, msc-classes, jref ...
    label: str
    cell: Element


def _entry(page: HtmlPage, ident: str, shown: int | None, history: tuple[Version, ...]) -> Entry:
    title = line_of(find(page.root, "h1", "title"))
    if not title:
        raise Refused(f'has no paper title; the page says "{own_words(page)}"', subject=f"arXiv:{ident}")
    rows = _rows(page.root)
    names, complete = authors_of(find(page.root, "div", "authors"))
    block = find(page.root, "blockquote", "abstract")
    abstract = (paragraphs_of(block) or None) if block is not None else None
    codes = subject_codes(_value(rows, "subjects") or "")
    comments = _value(rows, "comments")
    this = next((version for version in history if version.version == shown), None)
    return Entry(
        place=1,
        type="harvest",
        date=_date(page, this),
        title=title,
        arxiv_id=ident,
        version=shown,
        authors=names,
        authors_complete=complete or _has_long_list(page),
        abstract=abstract,
        primary_category=codes[0] if codes else None,
        categories=codes,
        comments=comments,
        journal_ref=_value(rows, "jref", label="journal"),
        doi=_doi(rows),
        report_no=_value(rows, "jref", label="report"),
        msc_class=_value(rows, "msc-classes"),
        acm_class=_value(rows, "acm-classes"),
        license=_license(page.root),
        submitted=next((version.submitted for version in history if version.version == 1), None),
        updated=this.submitted if this else None,
        versions=tuple(replace(version, title=title) if version is this else version for version in history),
        withdrawn=_is_withdrawn(page, this) or says_withdrawn(comments) or says_withdrawn(abstract),
        formats=_formats(page.root),
    )


def _meta(page: HtmlPage, name: str) -> str | None:
    """The content of a <meta name=...> tag; None if there is none."""
    values = (tag.get("content") for tag in page.root.iter("meta") if tag.get("name") == name)
    return next((text.strip() for text in values if text), None)


def _identity(page: HtmlPage) -> tuple[str, int | None]:
    """The paper's id, and the version if stated with it. Raises Refused where the page states no valid id."""
    cited = line_of(find(page.root, "span", "arxivid")).partition(" [")[0]
    stated = _meta(page, "citation_arxiv_id") or cited
    ident = ids.parse(stated)
    if ident is None:
        problem = bad_id(stated).problem if stated else f'does not name a paper; the page says "{own_words(page)}"'
        raise Refused(problem, hint="use the abstract page of a paper")
    return ident.id, ident.version


def _history(page: HtmlPage) -> tuple[Version, ...]:
    """The submission history, oldest first."""
    block = find(page.root, "div", "submission-history")
    return tuple(
        Version(
            version=int(match["version"]),
            submitted=parse_time(match["time"]),
            # Pages from before 2019 mark a withdrawn version with an "I" after its size: "(0kb,I)".
            withdrawn=bool(match["withdrawn"]) or (match["size"] or "").endswith(",I"),
        )
        for match in _HISTORY.finditer(line_of(block))
    )


def _shown_version(page: HtmlPage, history: tuple[Version, ...]) -> int | None:
    """The version shown: the one stated under "for this version", else the one that the history does not link."""
    match = _THIS_VERSION.search(line_of(find(page.root, "td", "arxividv")))
    if match:
        return int(match[1])
    block = find(page.root, "div", "submission-history")
    linked = {line_of(link) for link in block.iter("a")} if block is not None else set()
    unlinked = [version.version for version in history if f"[v{version.version}]" not in linked]
    return unlinked[0] if len(unlinked) == 1 else None


def _date(page: HtmlPage, this: Version | None) -> dt.date:
    """The day of the version shown. Raises Refused where the page states none."""
    stated = parse_time((_meta(page, "citation_online_date") or "").replace("/", "-"))
    if stated:
        return stated.date()
    if this and this.submitted:
        return this.submitted.date()
    line = line_of(find(page.root, "div", "dateline"))
    marked = _SHOWN_DATE.search(line)
    date = parse_day(marked[1] if marked else line)
    if date is None:
        raise Refused("has no date", hint="save the whole page")
    return date


def _rows(root: Element) -> tuple[_MetadataRow, ...]:
    """The cells of the metadata table with their labels."""
    rows: list[_MetadataRow] = []
    label = ""
    for cell in find_all(root, "td", "tablecell"):
        kinds = classes_of(cell) - {"tablecell", "mathjax"}
        if "label" in kinds:
            label = line_of(cell).lower()
        else:
            rows.extend(_MetadataRow(kind, label, cell) for kind in sorted(kinds))
    return tuple(rows)


def _value(rows: tuple[_MetadataRow, ...], kind: str, label: str = "") -> str | None:
    """The text of the first row of this kind whose label begins with `label`."""
    return next((optional(line_of(row.cell)) for row in rows if row.kind == kind and row.label.startswith(label)), None)


def _doi(rows: tuple[_MetadataRow, ...]) -> str | None:
    """The first DOI of a related publication (not the one that arXiv assigns to every paper)."""
    cells = [row.cell for row in rows if row.kind == "doi"]
    stated = (link.get("data-doi") or link.get("href") or "" for cell in cells for link in cell.iter("a"))
    matches = (_DOI.search(text) for text in (*stated, *(line_of(cell) for cell in cells)))
    return next((match[1] for match in matches if match), None)


def _license(root: Element) -> str | None:
    block = find(root, "div", "abs-license")
    links = (link.get("href") for link in block.iter("a")) if block is not None else iter(())
    return next((href for href in links if href), None)


def _is_withdrawn(page: HtmlPage, this: Version | None) -> bool:
    errors = (line_of(error).lower() for error in find_all(page.root, "span", "error"))
    return bool(this and this.withdrawn) or any("withdrawn" in error for error in errors)


def _has_long_list(page: HtmlPage) -> bool:
    """Whether the page contains the authors that it initially hides ("25 additional authors not shown")."""
    return page.part("long-author-list") is not page.root


def _formats(root: Element) -> tuple[str, ...]:
    block = find(root, "div", "full-text")
    links = (_FORMAT_LINK.search(link.get("href") or "") for link in block.iter("a")) if block is not None else ()
    names = [link[1].lower() for link in links if link]
    return tuple(dict.fromkeys(_FORMAT_NAMES.get(name, name) for name in names))
