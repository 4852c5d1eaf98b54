"""Landmarks of an arXiv listing page as text: entry markers, section and day lines, totals, page furniture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from daybook.model import EntryType, taxonomy
from daybook.sources.plain_text import one_line
from daybook.sources.salvage.unwrap import OPEN, Kind, Restored, restore

_FORMATS = r"(?:pdf|ps|html|other|src|dvi)(?:,\s*(?:pdf|ps|html|other|src|dvi))*"
_FLAGS = r"(?:\((?:cross-list|replaced)[^()]*\)\s*)*"
# A marker begins a line, or is glued to the end of the abstract before it: then only with its dash and its formats.
_MARK = re.compile(
    rf"""
    (?: ^[-•*·‣◦▪>\ ]*
      | (?<=\S)[ ]*[-•*][ ]*(?=\[\d+\]\s*arXiv:[^\s\[\]]+\s*{_FLAGS}\[{_FORMATS}\])
      | (?<=\S)[ ]*(?=\[\d+\][ ]*arXiv:[^\s\[\]]+\s*{_FLAGS}\[{_FORMATS}\]\s+-?\s*Title:)
    )
    (?: \[(?P<number>\d+)\]\s*arXiv:\s?(?P<id>[^\s\[\]()]+)\s*(?P<flags>{_FLAGS})
        (?: \[\s*(?P<formats>{_FORMATS})\s*\] | $ )
      | (?:\d+\.\s*)?arXiv:(?P<bare_id>[^\s\[\]()]+)\s*(?P<bare_flags>{_FLAGS})\[\s*(?P<bare_formats>{_FORMATS})\s*\]
    )
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_SHOWING = (
    r"\(\s*(?P<more>continued,\s*)?showing\s+(?P<edge>first\s+|last\s+)?(?P<shown>[\d,]+)\s+of\s+(?P<total>[\d,]+)"
    r"\s+entr(?:y|ies)\s*\)"
)
_SECTION = re.compile(
    rf"(?P<name>New submissions|Cross[ -](?:submission|list|listing)s|(?:Replacement|Replaced) submissions|"
    rf"Replacements)\s*{_SHOWING}",
    re.IGNORECASE,
)
_DAY_NAME = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d{1,2} [A-Z][a-z]+ \d{2,4}"
_DAY = re.compile(
    rf"^[#\-•* ]*(?P<day>{_DAY_NAME})(?:\s*+{_SHOWING}|(?P<none>\s++No updates for this time period)"
    rf"|[^\S\n]*+(?=\s++(?:[-•*]\s*+)?\[\d++\]\s*+arXiv:))\.?[ ]*+$",
    re.MULTILINE,
)
_OLD_SECTION = re.compile(
    rf"^[#\-•* ]*(?:New submissions|Cross-lists|Replacements) for (?P<day>{_DAY_NAME})$", re.MULTILINE
)
_TOTAL = re.compile(
    r"^[^\w\n]*+Total of (?P<total>[\d,]+) entr(?:y|ies)\b(?:\s*:\s*1-(?P<first_page>\d+))?",
    re.MULTILINE | re.IGNORECASE,
)
_PAGES = re.compile(r"^View page:\s*\d", re.MULTILINE)
_NOTHING = rf"No (?:further )?updates (?:today\b|for (?:this time period\b|{_DAY_NAME}))"
_STOP = re.compile(
    r"^[#\-•*\[> ]*(?:Total of [\d,]+ entr(?:y|ies)\b|Showing (?:up to )?[\d,]+ entries per page|View page:"
    rf"|{_NOTHING}|Continue to the next day|Links to: arXiv"
    r"|(?:About|Help|Copyright|Privacy Policy)$"
    r"|contact arXiv|subscribe to arXiv|Web Accessibility Assistance|arXiv Operational Status|Disable MathJax)",
    re.MULTILINE | re.IGNORECASE,
)
_INVISIBLE = re.compile("[\u200b\u2060\ufeff]")

DASHES = ("-", "•", "*")
"""Lines that consist of the list marker of an entry or title alone."""
LABELS = ("Comments", "Journal-ref", "Subjects", "Report-no", "MSC-class", "ACM-class", "DOI")
"""Labels of an entry's fields, except title and authors."""
_LABEL = re.compile(rf"[-•* ]*(?P<name>Title|Authors|{'|'.join(LABELS)}):")
_FIELD_WITHIN = re.compile(rf"\s(?:{'|'.join(LABELS)}):\s")
_MARKER = re.compile(
    r"[-•*·‣◦▪> ]*(?:\[(?P<number>\d+)\]\s*|\d+\.\s*)?arXiv:\s?[^\s\[\]()]+\s*"
    r"(?:(?P<rest>\((?:cross-list|replaced)|\[)|$)",
    re.IGNORECASE,
)
_LANDMARK = re.compile(
    rf"[#\-•* ]*(?:(?:New|Cross|Replacement|Replaced)[ -]?(?:submission|list|listing)?s? \((?:continued|showing)"
    rf"|{_DAY_NAME}\s*(?:\(|$)|(?:New submissions|Cross-lists|Replacements|Showing new listings|Catchup results) for "
    rf"|Authors and titles for )|{_STOP.pattern}",
    re.IGNORECASE,
)

SECTIONS: dict[str, EntryType] = {"n": "new", "c": "cross", "r": "replace"}
"""First letter of a section's name -> the announce type of its entries."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry's marker: `[3] arXiv:2602.22392 (replaced) [pdf, other]`."""

    start: int  # where it begins in the text
    end: int
    number: int | None  # as printed
    id: str  # as printed, unchecked
    type: EntryType
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """The stated size of a section or day."""

    start: int
    name: str  # a section's announce type, or a day as written
    shown: int | None
    total: int | None
    cut: bool  # True: the section continues on another page


def restored(text: str, *, glued: bool) -> Restored:
    """A document with its line breaks restored, uniform blanks, and stripped lines.

    glued: title and authors share a line.
    """
    lines = restore(_INVISIBLE.sub("", text), partial(_line_marks, glued=glued))
    return replace(lines, text="\n".join(map(_folded, lines.text.split("\n"))))


def _folded(line: str) -> str:
    return OPEN.join(map(one_line, line.split(OPEN))) if line else line


def _line_marks(lines: Sequence[str], *, glued: bool) -> dict[int, Kind]:
    """The kinds of marked lines, by number. A label begins a field once in an entry, and never within its abstract."""
    kinds: dict[int, Kind] = {}
    labels: set[str] = set()  # that may still come in this entry
    number, title = 0, -1
    for k, line in enumerate(lines):
        label = _LABEL.match(line) if line else None
        if not line:
            pass  # an empty line has no mark, and a document may have thousands
        elif marker := _begins_entry(line, number, lines[k - 1] if k else ""):
            number = int(marker["number"] or number)
            kinds[k], labels, title = "begins", {*LABELS, "Title"}, -1
        elif line in DASHES or (not number and taxonomy.codes_of(line)):
            kinds[k] = "alone"
        elif _LANDMARK.match(line):
            kinds[k], labels = "begins", set()
        elif label and label["name"] in labels:
            kinds[k] = "begins"
            labels -= {"Title", "Authors", label["name"]} | ({"Comments"} if label["name"] == "Subjects" else set())
            if label["name"] == "Title":
                title, labels = k if label.end() < len(line) else k + 1, labels | {"Authors"}
            elif label["name"] == "Authors":
                kinds[title] = "begins"
        if k == title:
            kinds[k] = "begins" if glued else "pair"
    return kinds


def _begins_entry(line: str, number: int, above: str) -> re.Match[str] | None:
    """The entry marker at the start of a line. One without formats must have the next number."""
    marker = _MARKER.match(line)
    if marker is None or above.endswith((" -", " •", " *")):
        return None
    return marker if marker["rest"] or int(marker["number"] or 0) == number + 1 else None


def has_run_together(text: str) -> bool:
    """Whether fields share a line, separated by blanks only."""
    titles = ((line, line.find("] Title: ")) for line in text.split("\n"))
    return any(at > 0 and _FIELD_WITHIN.search(line, at) for line, at in titles)


def looks_like_listing(text: str) -> bool:
    """Whether the start of a restored document (not HTML) has an entry marker or a listing heading."""
    if text.lstrip().startswith("<"):
        return False
    return HEADING.search(text) is not None or any(mark.number is not None for mark in marks(text))


def marks(text: str) -> Iterator[Mark]:
    """The markers of all entries, in order."""
    for hit in _MARK.finditer(text):
        flags = (hit["flags"] or hit["bare_flags"] or "").lower()
        formats = hit["formats"] or hit["bare_formats"] or ""
        kind: EntryType = "replace" if "replaced" in flags else "cross" if "cross-list" in flags else "new"
        number = int(hit["number"]) if hit["number"] else None
        yield Mark(
            start=hit.start(),
            end=hit.end(),
            number=number,
            id=hit["id"] or hit["bare_id"],
            type=kind,
            formats=tuple(re.findall(r"[a-z]+", formats.lower())),
        )


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _stated(hit: re.Match[str], name: str) -> Stated:
    if hit["shown"]:
        cut = bool(hit["more"] or hit["edge"])
        return Stated(hit.start(), name, _number(hit["shown"]), _number(hit["total"]), cut)
    nothing = 0 if "none" in hit.groupdict() and hit["none"] else None
    return Stated(hit.start(), name, nothing, nothing, False)


def sections(text: str) -> list[Stated]:
    """The lines "New submissions (showing 19 of 19 entries)", anywhere."""
    return [_stated(hit, SECTIONS[hit["name"][0].lower()]) for hit in _SECTION.finditer(text)]


def days(text: str) -> list[Stated]:
    """The lines "Wed, 1 Jul 2026 (showing first 50 of 153 entries )" of a page of recent submissions."""
    return [_stated(hit, hit["day"]) for hit in _DAY.finditer(text)]


def total(text: str) -> tuple[int | None, bool]:
    """The number in "Total of 29 entries", and whether there are further pages."""
    hit = _TOTAL.search(text)
    paged = _PAGES.search(text) is not None
    if hit is None:
        return None, paged
    number = _number(hit["total"])
    return number, paged or bool(hit["first_page"] and int(hit["first_page"]) < number)


def body_end(block: str) -> int:
    """Where an entry's text ends: before a section's line, a day's line, the page's foot, or the next marker."""
    hits = (pattern.search(block) for pattern in (_SECTION, _DAY, _OLD_SECTION, _STOP))
    return min((hit.start() for hit in hits if hit), default=len(block))


HEADING = re.compile(
    rf"^[# ]*(?:Showing new listings for (?P<new>.*)"
    rf"|Catchup results for (?P<catchup_name>.+) on (?P<catchup>.*)"
    rf"|Authors and titles for (?P<recent>recent submissions)"
    rf"|Authors and titles for (?P<month>(?:[A-Z][a-z]+ )?\d{{4}})\b"
    rf"|New submissions for (?P<old>{_DAY_NAME})"
    rf"|Total of [\d,]+ entries for (?P<total_day>{_DAY_NAME})"
    rf"|No (?:further )?updates for (?P<none>{_DAY_NAME}))",
    re.MULTILINE,
)
"""The line that names the kind of page and its day."""

QUIET = re.compile(rf"^{_NOTHING}", re.MULTILINE)
"""The line of a page without entries."""
