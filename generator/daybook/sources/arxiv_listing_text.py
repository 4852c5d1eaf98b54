"""Landmarks of an arXiv listing page as text: entry markers, section and day lines, totals, page furniture."""

# A whole arXiv listing page as text -> Listing: kind of page, entries, counts.
#
# The heading says what the page is: `Showing new listings for Friday, 27 February 2026` (a /new page), `Catchup results
# for NAME on DATE`, `Authors and titles for recent submissions` (five days, a listing each) or `Authors and titles for
# June 2026`. A section's line may stand before its entries (copied from a browser) or after them (extracted), so the
# markers `(cross-list from X)` and `(replaced)` decide the announce type, never the position.
#

# arXiv listing pages copied from a browser as plain text: a field a line, an abstract after a blank line.
#
# Recognised by an entry marker (`[1] arXiv:2602.22290 [pdf, html, other]`) or a listing heading, without glued fields.
#

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, taxonomy
from daybook.sources import received
from daybook.sources.author_list import Words
from daybook.sources.listing_text_entry import DASHES, LABELS, Mark, SplitTitle, read_entry
from daybook.sources.plain_text import (
    ONE_EACH,
    OPEN,
    Head,
    Kind,
    Restored,
    decode,
    one_line,
    parse_day,
    parse_weekday,
    unwrap,
)
from daybook.sources.received import LEFT_OUT

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

_GLUED = re.compile(
    r"^Title:[^\n]*[^\s(\[/-](?:Comments: |Journal-ref: |Subjects: ?[^\n;]{0,300}?\([a-z-]+(?:\.[A-Za-z-]+)?\))",
    re.MULTILINE,
)

SECTIONS: dict[str, EntryType] = {"n": "new", "c": "cross", "r": "replace"}
"""First letter of a section's name -> the announce type of its entries."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The stated size of a section or day."""

    start: int
    name: str  # a section's announce type, or a day as written
    shown: int | None
    total: int | None
    cut: bool  # True: the section continues on another page


def restored_text(text: str, *, glued: bool) -> Restored:
    """A document with its line breaks restored, uniform blanks, and stripped lines.

    glued: title and authors share a line.
    """
    lines = unwrap(_INVISIBLE.sub("", text), partial(_line_marks, glued=glued))
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


def has_glued_fields(text: str) -> bool:
    """Whether a title's line also holds the fields after it."""
    return _GLUED.search(text) is not None


def looks_like_listing(text: str) -> bool:
    """Whether the start of a restored document (not HTML) has an entry marker or a listing heading."""
    if text.lstrip().startswith("<"):
        return False
    return HEADING.search(text) is not None or any(mark.number is not None for mark in marks_of(text))


def marks_of(text: str) -> Iterator[Mark]:
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


def sections_of(text: str) -> list[Stated]:
    """The lines "New submissions (showing 19 of 19 entries)", anywhere."""
    return [_stated(hit, SECTIONS[hit["name"][0].lower()]) for hit in _SECTION.finditer(text)]


def days_of(text: str) -> list[Stated]:
    """The lines "Wed, 1 Jul 2026 (showing first 50 of 153 entries )" of a page of recent submissions."""
    return [_stated(hit, hit["day"]) for hit in _DAY.finditer(text)]


def total_of(text: str) -> tuple[int | None, bool]:
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


SOURCE = "arxiv-listing"
_TYPES: tuple[EntryType, ...] = ("new", "cross", "replace")
_CRUMB = re.compile(r"^[^>\n]{0,20}>.*?(?<![a-z-])([a-z-]++(?:\.[A-Za-z-]++)?)$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """What a page states of itself."""

    text: str
    part: str  # "new", "catchup", "recent", "month", "year"
    date: dt.date | None  # None: several days
    name: str | None  # the category's name, if in the heading


def read_page(data: bytes, *, format_name: str, split: SplitTitle | None = None) -> tuple[Listing, ...]:
    """The listings of a page as text: one, or one for each day of a page of recent submissions. Raises Refused."""
    restored = restored_text(decode(data), glued=split is not None).checked()
    first, *others = _listings(_page(restored.text), format_name, split)
    return (replace(first, notes=(*restored.notes, *first.notes)), *others)


def _listings(page: Page, format_name: str, split: SplitTitle | None) -> tuple[Listing, ...]:
    if has_run_together(page.text):
        raise Refused("has lost the line breaks in its entries", hint="copy it again with its line breaks")
    marks = list(marks_of(page.text))
    _check_one(page.text, marks)
    if page.part == "recent":
        return _recent(page, marks, format_name, split)
    if page.date is None:
        raise Refused("has no date", hint="copy the page together with its heading")
    if not marks:
        return (_empty(page, page.date, format_name),)
    entries, notes = _entries(page, marks, split, [page.date] * len(marks))
    if not entries:
        raise Refused(f"has no complete entry ({notes[0]})", hint="copy the whole page")
    return (_listing(page, marks, entries, notes, format_name),)


_OF_PAGES = ("new", "catchup", "recent", "month", "old")


def _check_one(text: str, marks: Sequence[Mark]) -> None:
    """Raise Refused if a page's heading stands before the entries and another one between them."""
    headings = [hit for hit in HEADING.finditer(text) if any(hit[name] for name in _OF_PAGES)]
    later = [hit for hit in headings[1:] if marks and marks[0].start < hit.start()]
    if later and headings[0].start() < marks[0].start:
        line = text.count("\n", 0, later[0].start()) + 1
        raise Refused("contains more than one page", location=f"line {line}", hint=ONE_EACH)


def _page(text: str) -> Page:
    headings = list(HEADING.finditer(text))
    for kind, part in (("new", "new"), ("catchup", "catchup"), ("old", "new"), ("total_day", "catchup")):
        for hit in headings:
            if hit[kind]:
                return Page(text, part, parse_weekday(hit[kind]), hit["catchup_name"])
    month = next((hit["month"] for hit in headings if hit["month"]), None)
    if month:
        return _month(text, month)
    if days_of(text) or any(hit["recent"] for hit in headings):
        return Page(text, "recent", None, None)
    none = next((hit["none"] for hit in headings if hit["none"]), "")
    return Page(text, "catchup" if none else "new", parse_day(none), None)


def _month(text: str, words: str) -> Page:
    """A page of a month or year, dated by its first day."""
    date = parse_day(f"1 {words}")
    return Page(text, "month" if date else "year", date or dt.date(int(words[-4:]), 1, 1), None)


def _empty(page: Page, date: dt.date, format_name: str) -> Listing:
    """A page without entries: quiet if it states that there are none. Raises Refused if not."""
    sections = sections_of(page.text)
    if not QUIET.search(page.text) and not sections:
        raise Refused("has no entries, and no notice that there are none", hint="copy the whole page")
    stated = [Count(section=s.name, read=0, shown=s.shown, total=s.total) for s in sections]
    return Listing(
        source=SOURCE,
        format=format_name,
        date=date,
        category=_category(page, ()),
        part=page.part,
        whole=page.part in ("new", "catchup") and not stated,
        quiet=not stated,
        counts=tuple(stated),
    )


def _entries(
    page: Page, marks: Sequence[Mark], split: SplitTitle | None, dates: Sequence[dt.date]
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """All entries, and a note for each one left out. dates: one for each mark."""
    entries: list[Entry] = []
    notes: list[str] = []
    kind: EntryType | None = "harvest" if page.part in ("month", "year") else None
    words = Words.of(page.text).in_lower_case()
    for k, mark in enumerate(marks):
        end = marks[k + 1].start if k + 1 < len(marks) else len(page.text)
        block = page.text[mark.end : end]
        block = block[: body_end(block)]
        try:
            entries.append(read_entry(mark, block, place=k + 1, date=dates[k], kind=kind, split=split, page=words))
        except Refused as error:
            notes.append(f"entry {mark.number or k + 1}: {error.problem}{LEFT_OUT}")
    return tuple(entries), tuple(notes)


def _numbering(marks: Sequence[Mark]) -> tuple[str, ...]:
    return received.numbering_faults([mark.number for mark in marks])


def _listing(
    page: Page, marks: Sequence[Mark], entries: tuple[Entry, ...], notes: tuple[str, ...], format_name: str
) -> Listing:
    stated = sections_of(page.text)
    counts = _counts(entries, stated, total_of(page.text))
    part, further = _part(page, marks, any(s.cut or s.shown != s.total for s in stated))
    unknown = [count.section for count in counts if count.shown is None and count.section != "all"]
    if unknown and page.part in ("new", "catchup"):
        further = (*further, f"does not state how many entries these sections have: {', '.join(unknown)}")
    return Listing(
        source=SOURCE,
        format=format_name,
        date=page.date or entries[0].date,
        category=_category(page, entries),
        part=part,
        whole=part in ("new", "catchup") and _adds_up(counts),
        entries=entries,
        counts=counts,
        notes=(*notes, *further),
        problems=_numbering(marks),
    )


def _part(page: Page, marks: Sequence[Mark], cut: bool) -> tuple[str, tuple[str, ...]]:
    """The kind of page, with the range of its entries if it shows only some, and a note about that."""
    total, paged = total_of(page.text)
    if not paged and not cut:
        return page.part, ()
    shown = _range(marks)
    others = f" of {total}" if total is not None else ""
    return f"{page.part} {shown}", (f"shows entries {shown}{others}; the others are on other pages",)


def _adds_up(counts: tuple[Count, ...]) -> bool:
    """Whether a page states that it shows its whole day, by its total or by all three sections."""
    total = next((count.total for count in counts if count.section == "all"), None)
    sections = [count for count in counts if count.section != "all"]
    stated = [count.total for count in sections if count.total is not None]
    if total is None:
        return len(stated) == len(_TYPES)
    return len(stated) < len(sections) or sum(stated) == total


def _range(marks: Sequence[Mark]) -> str:
    numbers = [mark.number for mark in marks if mark.number is not None]
    return f"{min(numbers)}-{max(numbers)}" if numbers else f"1-{len(marks)}"


def _counts(entries: tuple[Entry, ...], stated: Sequence[Stated], total: tuple[int | None, bool]) -> tuple[Count, ...]:
    """A count for each section that is stated or has entries, and one for the page's total."""
    read = Counter(entry.type for entry in entries)
    lines = {s.name: s for s in stated}
    counts = [
        Count(
            section=kind,
            read=read[kind],
            shown=lines[kind].shown if kind in lines else None,
            total=lines[kind].total if kind in lines else None,
        )
        for kind in _TYPES
        if kind in lines or read[kind]
    ]
    number, paged = total
    if number is not None:
        shown: int | None = None if paged else number
        if paged and lines and all(count.shown is not None for count in counts):
            shown = sum(count.shown or 0 for count in counts)
        counts.append(Count(section="all", read=len(entries), shown=shown, total=number))
    return tuple(counts)


def _recent(page: Page, marks: Sequence[Mark], format_name: str, split: SplitTitle | None) -> tuple[Listing, ...]:
    """A listing for each day of a page of recent submissions."""
    days = days_of(page.text)
    if not days:
        raise Refused("has no dates", hint="copy the page together with its headings")
    after = bool(marks) and marks[0].start < days[0].start
    owner = [_day_of(mark, days, after=after) for mark in marks]
    entries, notes = _entries(page, marks, split, [_date_of(day) for day in owner])
    category = _category(page, entries)
    part, further = _part(page, marks, False)
    listings: list[Listing] = []
    for day in days:
        own = tuple(entry for entry in entries if owner[entry.place - 1] is day)
        listings.append(
            Listing(
                source=SOURCE,
                format=format_name,
                date=_date_of(day),
                category=category,
                part=part,
                quiet=day.total == 0,
                entries=own,
                counts=_day_counts(day, len(own)),
                notes=further if listings else (*notes, *further),
                problems=() if listings else _numbering(marks),
            )
        )
    return tuple(listings)


def _day_counts(day: Stated, read: int) -> tuple[Count, ...]:
    return () if day.total == 0 else (Count(section="all", read=read, shown=day.shown, total=day.total),)


def _date_of(day: Stated) -> dt.date:
    date = parse_weekday(day.name)
    if date is None:
        raise Refused(f"{day.name!r} is not a date", hint="copy the page again")
    return date


def _day_of(mark: Mark, days: Sequence[Stated], *, after: bool) -> Stated:
    """The day's line that an entry belongs to: the next below it where the lines come after, else the last above."""
    if after:
        return next((day for day in days if day.start > mark.start), days[-1])
    return next((day for day in reversed(days) if day.start < mark.start), days[0])


def _category(page: Page, entries: tuple[Entry, ...]) -> str | None:
    """The page's category: from the line "arxiv logo > cs.DC", else from the heading's name."""
    first = next((mark.start for mark in marks_of(page.text)), len(page.text))
    head = page.text[:first]
    for crumb in _CRUMB.findall(head):
        if taxonomy.is_category(crumb) or taxonomy.is_archive(crumb):
            return str(crumb)
    names = [page.name] if page.name else head.split("\n")
    codes = next((codes for name in names if (codes := taxonomy.codes_of(name.strip("#•*- ")))), ())
    return _best_supported(codes, entries)


def _best_supported(codes: tuple[str, ...], entries: Iterable[Entry]) -> str | None:
    """Of several codes with one name (Machine Learning: cs.LG, stat.ML) the one that most entries are in."""
    uses = Counter(taxonomy.canonical(code) for entry in entries for code in entry.categories)
    return max(codes, key=lambda code: uses[taxonomy.canonical(code)], default=None)


NAME = "listing page (text)"


def recognises(head: Head) -> bool:
    """Whether this is a listing page as text, with each field on its own line."""
    text = restored_text(head.text, glued=True).text
    return looks_like_listing(text) and not has_glued_fields(text)


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
    return read_page(data, format_name=NAME)
