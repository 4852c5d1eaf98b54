"""arXiv's abstract pages (arxiv.org/abs/...) as HTML: one paper's metadata and version history.

The body is read, not the citation_* tags of the head, except for what only they state: the id and the date of the
version shown. The page announces nothing: its entry is a harvest.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry, Listing, Version, ids
from daybook.sources import accounting, html
from daybook.sources.arxiv_pages import authors_of, subject_codes
from daybook.sources.html import Element, HtmlPage, classes_of, find, find_all, line_of
from daybook.sources.plain_text import Head, optional, parse_day, parse_time, says_withdrawn
from daybook.sources.received import not_an_id

NAME = "abs page (HTML)"

# Browsers change the markup of a page that they save, but note its address there.
_MARK = re.compile(
    r"(?i)\bname\s*=\s*[\"']?citation_arxiv_id\b|\bid\s*=\s*[\"']?abs-outer\b"
    rf"|<title>\s*\[{ids.PATTERN}(?:v\d+)?\]"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)https?://[a-z.]*arxiv\.org/abs/"
)
_THIS_VERSION = re.compile(r"arXiv:\S{1,40}?v(\d++)\b")
# "[v2] Tue, 30 Dec 2008 22:18:58 UTC (22 KB)"; behind a withdrawn version "(withdrawn)".
_HISTORY = re.compile(
    r"\[v(?P<version>\d+)\]\s*(?P<time>[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{8}(?: [A-Z]{2,4})?)"
    r"(?:\s*\((?P<size>[^()]*)\))?"
)
_ROW = re.compile(r"\[v(?P<version>\d{1,4})\](?P<said>(?:(?!\[v\d{1,4}\]).)*)")
_DATES = ("citation_date", "citation_online_date")  # of version 1, and of the one shown
# "[Submitted on 30 Dec 2008 (v1), last revised 25 Oct 2010 (this version, v4)]" has two dates; one is of what is shown.
_SHOWN_DATE = re.compile(r"(\d{1,2} [A-Z][a-z]{2} \d{4})[^,\]]{0,80}?\(this version")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_FORMAT_LINK = re.compile(r"(?:^|/)(pdf|html|format|ps)/[\w.-]+", re.IGNORECASE)


def recognises(head: Head) -> bool:
    """Whether the document is HTML with the marks of an abstract page."""
    return html.looks_like_page(head) and _MARK.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """One listing with one entry: the paper in the version shown. The listing's part is the id with that version.

    Raises Refused where the page is cut off or is not a paper's.
    """
    page = html.parse(data)
    root = page.root
    html.drop_descriptors(root)
    stated = _meta(page, "citation_arxiv_id") or line_of(find(root, "span", "arxivid")).partition(" [")[0]
    ident = ids.parse(stated)
    if ident is None:
        problem = not_an_id(stated).problem if stated else f'does not name a paper; the page says "{page.own_words()}"'
        raise Refused(problem, hint="use the abstract page of a paper")
    block = find(root, "div", "submission-history")
    rows = [(int(row["version"]), _HISTORY.match(row[0]), row["said"]) for row in _ROW.finditer(line_of(block))]
    history = tuple(
        Version(
            version=version,
            submitted=parse_time(match["time"]) if match else None,
            # Pages from before 2019 mark a withdrawn version with an "I" after its size: "(0kb,I)".
            withdrawn="(withdrawn)" in said or (match is not None and (match["size"] or "").endswith(",I")),
        )
        for version, match, said in rows
    )
    # The version shown: the one stated under "for this version", else the one that the history does not link.
    linked = set(map(line_of, _links(block)))
    unlinked = [version.version for version in history if f"[v{version.version}]" not in linked]
    stated_version = _THIS_VERSION.search(line_of(find(root, "td", "arxividv")))
    shown = int(stated_version[1]) if stated_version else unlinked[0] if len(unlinked) == 1 else None
    shown = shown or ident.version
    # In another language only what the page says to programs has a date that can be read.
    first, newest = (parse_time((_meta(page, name) or "").replace("/", "-")) for name in _DATES)
    days = {1: first, shown: newest}
    history = tuple(each if each.submitted else replace(each, submitted=days.get(each.version)) for each in history)
    left = [("in its history", f"[v{version}] {said}") for version, match, said in rows if not match]
    entry = _entry(page, ident.id, shown, history)
    part = f"{ident.id}v{shown}" if shown else ident.id
    unread = accounting.unread((*left, (accounting.AFTER, page.behind)))
    return (Listing(source="arxiv-abs", format=NAME, date=entry.date, part=part, entries=(entry,), unread=unread),)


def _entry(page: HtmlPage, ident: str, shown: int | None, history: tuple[Version, ...]) -> Entry:
    root = page.root
    title = line_of(find(root, "h1", "title"))
    if not title:
        raise Refused(f'has no paper title; the page says "{page.own_words()}"', subject=f"arXiv:{ident}")
    # By class and label, as the rows "Report number" and "Journal reference" are both of the class jref.
    rows: list[_MetadataRow] = []
    label = ""
    for cell in find_all(root, "td", "tablecell"):
        kinds = classes_of(cell) - {"tablecell", "mathjax"}
        label = line_of(cell).lower() if "label" in kinds else label
        rows += [_MetadataRow(kind, label, cell) for kind in sorted(kinds) if "label" not in kinds]
    names, complete = authors_of(find(root, "div", "authors"))
    # The page may contain the authors that it initially hides ("25 additional authors not shown").
    complete = complete or page.part("long-author-list") is not root
    block = find(root, "blockquote", "abstract")
    abstract = (html.paragraphs_of(block) or None) if block is not None else None
    codes = subject_codes(_value(rows, "subjects") or "")
    comments = _value(rows, "comments")
    # Of a related publication (not the DOI that arXiv assigns to every paper).
    cells = [row.cell for row in rows if row.kind == "doi"]
    dois = [link.get("data-doi") or link.get("href") or "" for cell in cells for link in cell.iter("a")]
    doi = next(filter(None, map(_DOI.search, (*dois, *map(line_of, cells)))), None)
    this = next((version for version in history if version.version == shown), None)
    # A line of its own says "This paper has been withdrawn by ...".
    errors = any("withdrawn" in line_of(error).lower() for error in find_all(root, "span", "error"))
    full_text = (_FORMAT_LINK.search(link.get("href") or "") for link in _links(find(root, "div", "full-text")))
    formats = (match[1].lower().replace("format", "other") for match in full_text if match)
    return Entry(
        place=1, type="harvest", date=_date(page, this), title=title, arxiv_id=ident, version=shown,
        authors=names, authors_complete=complete, abstract=abstract,
        primary_category=codes[0] if codes else None, categories=codes, comments=comments,
        journal_ref=_value(rows, "jref", label="journal"), doi=doi[1] if doi else None,
        report_no=_value(rows, "jref", label="report"), msc_class=_value(rows, "msc-classes"),
        acm_class=_value(rows, "acm-classes"),
        license=next((href for link in _links(find(root, "div", "abs-license")) if (href := link.get("href"))), None),
        submitted=next((version.submitted for version in history if version.version == 1), None),
        updated=this.submitted if this else None,
        versions=tuple(replace(version, title=title) if version is this else version for version in history),
        withdrawn=bool(this and this.withdrawn) or errors or says_withdrawn(comments, abstract),
        formats=tuple(dict.fromkeys(formats)),
    )  # fmt: skip


def _links(block: Element | None) -> list[Element]:
    return list(block.iter("a")) if block is not None else []


def _meta(page: HtmlPage, name: str) -> str | None:
    """The content of a <meta name=...> tag; None if there is none."""
    values = (tag.get("content") for tag in page.root.iter("meta") if tag.get("name") == name)
    return next((text.strip() for text in values if text), None)


def _date(page: HtmlPage, this: Version | None) -> dt.date:
    """The day of the version shown. Raises Refused where the page states none."""
    # citation_date is the day of version 1, citation_online_date that of the version shown.
    stated = parse_time((_meta(page, "citation_online_date") or "").replace("/", "-"))
    stated = stated or (this.submitted if this else None)
    if stated:
        return stated.date()
    line = line_of(find(page.root, "div", "dateline"))
    marked = _SHOWN_DATE.search(line)
    date = parse_day(marked[1] if marked else line)
    if date is None:
        raise Refused("has no date", hint="save the whole page")
    return date


class _MetadataRow(NamedTuple):
    kind: str  # a class of its cell: comments, subjects, msc-classes, jref ...
    label: str
    cell: Element


def _value(rows: list[_MetadataRow], kind: str, label: str = "") -> str | None:
    """The text of the first row of this kind whose label begins with `label`."""
    return next((optional(line_of(row.cell)) for row in rows if row.kind == kind and row.label.startswith(label)), None)
