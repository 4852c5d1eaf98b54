"""arXiv listing pages as plain text: copied from a browser, or extracted without separators.

Copied from a browser, each field has a line, and the abstract follows a blank line. Extracted, each entry is
`- [1] arXiv:2603.00356 [pdf, html, other]`, a line `-`, a line with title, authors, comments, journal reference and
subjects run together, and the abstract; the next entry's marker may be glued to its end. Author lists are then often
lost; those that are left are separated, and none is ever made up.

The heading says what the page is: `Showing new listings for Friday, 27 February 2026` (a /new page), `Catchup results
for NAME on DATE`, `Authors and titles for recent submissions` (five days, a listing each) or `Authors and titles for
June 2026`. A section's line may stand before its entries (copied from a browser) or after them (extracted), so the
markers `(cross-list from X)` and `(replaced)` decide the announce type, never the position.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, arxiv
from daybook.sources import accounting, plain_text
from daybook.sources.arxiv_pages import is_furniture
from daybook.sources.author_list import Words
from daybook.sources.listing_text_entry import DASHES, LABELS, Mark, SplitTitle, have_authors, read_entry, split_title
from daybook.sources.plain_text import OPEN, Head, Kind, one_line, parse_day, parse_number, parse_weekday, unwrap
from daybook.sources.received import numbering_faults, read_each

SOURCE = "arxiv-listing"

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
    rf"(?i)(?P<name>New submissions|Cross[ -](?:submission|list|listing)s|(?:Replacement|Replaced) submissions|"
    rf"Replacements)\s*{_SHOWING}"
)
_DAY_NAME = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d{1,2} [A-Z][a-z]+ \d{2,4}"
_DAY = re.compile(
    rf"(?m)^[#\-•* ]*(?P<day>{_DAY_NAME})(?:\s*+{_SHOWING}|(?P<none>\s++No updates for this time period)"
    rf"|[^\S\n]*+(?=\s++(?:[-•*]\s*+)?\[\d++\]\s*+arXiv:))\.?[ ]*+$"
)
# A section's heading until February 2024.
_OLD_SECTION = re.compile(rf"(?m)^[#\-•* ]*(?:New submissions|Cross-lists|Replacements) for (?P<day>{_DAY_NAME})$")
_TOTAL = re.compile(r"(?im)^[^\w\n]*+Total of (?P<total>[\d,]+) entr(?:y|ies)\b(?:\s*:\s*1-(?P<first_page>\d+))?")
_PAGES = re.compile(r"^View page:\s*\d", re.MULTILINE)
# "today" on a page of new papers, "for this time period" on a day of recent ones, a date on a catch-up page, "further"
# past its end.
_NOTHING = rf"No (?:further )?updates (?:today\b|for (?:this time period\b|{_DAY_NAME}))"
_QUIET = re.compile(rf"^{_NOTHING}", re.MULTILINE)
_STOP = re.compile(
    r"^[#\-•*\[> ]*(?:Total of [\d,]+ entr(?:y|ies)\b|Showing (?:up to )?[\d,]+ entries per page|View page:"
    rf"|{_NOTHING}|Continue to the next day|Links to: arXiv"
    r"|(?:About|Help|Copyright|Privacy Policy)$"
    r"|contact arXiv|subscribe to arXiv|Web Accessibility Assistance|arXiv Operational Status|Disable MathJax)",
    re.MULTILINE | re.IGNORECASE,
)
_FURNITURE = re.compile(rf"(?i)(?:{_STOP.pattern}.*|\[?pdf.*)")
_HEADING = re.compile(  # names the kind of page and its day
    rf"^[# ]*(?:Showing new listings for (?P<new>.*)"
    rf"|Catchup results for (?P<catchup_name>.+) on (?P<catchup>.*)"
    rf"|Authors and titles for (?P<recent>recent submissions)"
    rf"|Authors and titles for (?P<month>(?:[A-Z][a-z]+ )?\d{{4}})\b"
    rf"|New submissions for (?P<old>{_DAY_NAME})"
    rf"|Total of [\d,]+ entries for (?P<total_day>{_DAY_NAME})"
    rf"|No (?:further )?updates for (?P<none>{_DAY_NAME}))",
    re.MULTILINE,
)
_CRUMB = re.compile(r"^[^>\n]{0,20}>.*?(?<![a-z-])([a-z-]++(?:\.[A-Za-z-]++)?)$", re.MULTILINE | re.IGNORECASE)
_LABEL = re.compile(rf"[-•* ]*(?P<name>Title|Authors|{'|'.join(LABELS)}):")
_FIELD_WITHIN = re.compile(rf"\s(?:{'|'.join(LABELS)}):\s")
_MARKER = re.compile(
    r"(?i)[-•*·‣◦▪> ]*(?:\[(?P<number>\d+)\]\s*|\d+\.\s*)?arXiv:\s?[^\s\[\]()]+\s*"
    r"(?:(?P<rest>\((?:cross-list|replaced)|\[)|$)"
)
_LANDMARK = re.compile(
    rf"(?i)[#\-•* ]*(?:(?:New|Cross|Replacement|Replaced)[ -]?(?:submission|list|listing)?s? \((?:continued|showing)"
    rf"|{_DAY_NAME}\s*(?:\(|$)|(?:New submissions|Cross-lists|Replacements|Showing new listings|Catchup results) for "
    rf"|Authors and titles for )|{_STOP.pattern}"
)
_GLUED = re.compile(
    r"(?m)^Title:[^\n]*[^\s(\[/-](?:Comments: |Journal-ref: |Subjects: ?[^\n;]{0,300}?\([a-z-]+(?:\.[A-Za-z-]+)?\))"
)
_TITLE_LINE = re.compile(r"^Title:.*", re.MULTILINE)
_TITLE_AND_AUTHORS = re.compile(r"(?m)^Title:\s*((?:(?!(?<=[^\s(\[/-])(?:Comments|Journal-ref|Subjects):).)*+)")
_TYPES: dict[str, EntryType] = {"n": "new", "c": "cross", "r": "replace"}
"""First letter of a section's name -> the announce type of its entries."""


@dataclass(frozen=True)
class _ListingText:
    """The reader of one form of these pages."""

    NAME: str
    glued: bool  # whether a title's line also holds the fields after it

    def recognises(self, head: Head) -> bool:
        return _is_glued(head.text) is self.glued

    def read(self, data: bytes) -> tuple[Listing, ...]:
        """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
        text = accounting.of_one_kind(plain_text.decode(data), "a listing")
        restored = _restored(text, glued=self.glued).checked()
        text = restored.text
        split: SplitTitle | None = None
        if self.glued:
            in_titles = (word for word in Words.of(*_TITLE_LINE.findall(text)).written if word.islower())
            words = Words.of(_TITLE_LINE.sub("", text)).written.union(in_titles)
            kept = have_authors(_TITLE_AND_AUTHORS.findall(text), words)
            split = partial(split_title, page=words, kept=kept)
        first, *others = _listings(_page(text, self.NAME, split))
        return (replace(first, notes=(*restored.notes, *first.notes)), *others)


LINES = _ListingText("listing page (text)", glued=False)
GLUED = _ListingText("listing page (extracted text)", glued=True)


@lru_cache(maxsize=1)
def _is_glued(text: str) -> bool | None:
    """Whether a document that begins with `text` has glued fields; None if it has no entry marker and no heading."""
    text = _restored(text, glued=True).text
    if text.lstrip().startswith("<"):
        return None
    if _HEADING.search(text) is None and all(mark.number is None for mark in _marks(text)):
        return None
    return _GLUED.search(text) is not None


def _restored(text: str, *, glued: bool) -> plain_text.Restored:
    """A document with its line breaks restored, uniform blanks, and stripped lines."""
    lines = unwrap(text, partial(_line_marks, glued=glued))
    folded = (OPEN.join(map(one_line, line.split(OPEN))) for line in lines.text.split("\n"))
    return replace(lines, text="\n".join(folded))


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
        elif line in DASHES or (not number and arxiv.codes_of(line)):
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


def _marks(text: str) -> Iterator[Mark]:
    for hit in _MARK.finditer(text):
        flags = (hit["flags"] or hit["bare_flags"] or "").lower()
        kind: EntryType = "replace" if "replaced" in flags else "cross" if "cross-list" in flags else "new"
        formats = re.findall(r"[a-z]+", (hit["formats"] or hit["bare_formats"] or "").lower())
        number = int(hit["number"]) if hit["number"] else None
        yield Mark(hit.start(), hit.end(), number, hit["id"] or hit["bare_id"], kind, tuple(formats))


class _Stated(NamedTuple):
    start: int
    name: str  # a section's announce type, or a day as written
    shown: int | None
    total: int | None
    cut: bool  # True: the section continues on another page


def _stated(hit: re.Match[str], name: str) -> _Stated:
    if hit["shown"]:
        shown, total = parse_number(hit["shown"]), parse_number(hit["total"])
        return _Stated(hit.start(), name, shown, total, bool(hit["more"] or hit["edge"]))
    nothing = 0 if hit.groupdict().get("none") else None
    return _Stated(hit.start(), name, nothing, nothing, False)


class _Page(NamedTuple):
    """What a page states of itself."""

    text: str
    listing: Callable[..., Listing]  # makes one of this page
    split: SplitTitle | None
    part: str  # "new", "catchup", "recent", "month", "year"
    date: dt.date | None  # None: several days
    name: str | None  # the category's name, if in the heading
    marks: list[Mark]
    sections: list[_Stated]  # "New submissions (showing 19 of 19 entries)", anywhere
    days: list[_Stated]  # "Wed, 1 Jul 2026 (showing first 50 of 153 entries )" of a page of recent submissions
    total: int | None  # "Total of 29 entries"
    paged: bool  # whether there are further pages


def _page(text: str, name: str, split: SplitTitle | None) -> _Page:
    days = [_stated(hit, hit["day"]) for hit in _DAY.finditer(text)]
    total = _TOTAL.search(text)
    entries = parse_number(total["total"]) if total else None
    further = bool(total and total["first_page"] and int(total["first_page"]) < parse_number(total["total"]))
    part, date, category = _kind(text, bool(days))
    return _Page(
        text, partial(Listing, source=SOURCE, format=name), split, part, date, category, list(_marks(text)),
        [_stated(hit, _TYPES[hit["name"][0].lower()]) for hit in _SECTION.finditer(text)], days,
        entries, further or _PAGES.search(text) is not None,
    )  # fmt: skip


def _kind(text: str, has_days: bool) -> tuple[str, dt.date | None, str | None]:
    """The kind of page, its date (of a month or year the first day), and the category's name, as its heading says."""
    headings = list(_HEADING.finditer(text))
    for kind, part in (("new", "new"), ("catchup", "catchup"), ("old", "new"), ("total_day", "catchup")):
        for hit in headings:
            if hit[kind]:
                return part, parse_weekday(hit[kind]), hit["catchup_name"]
    if month := next((hit["month"] for hit in headings if hit["month"]), None):
        date = parse_day(f"1 {month}")
        return "month" if date else "year", date or dt.date(int(month[-4:]), 1, 1), None
    if has_days or any(hit["recent"] for hit in headings):
        return "recent", None, None
    none = next((hit["none"] for hit in headings if hit["none"]), "")
    return "catchup" if none else "new", parse_day(none), None


def _listings(page: _Page) -> tuple[Listing, ...]:
    text, marks = page.text, page.marks
    titles = ((line, line.find("] Title: ")) for line in text.split("\n"))
    if any(at > 0 and _FIELD_WITHIN.search(line, at) for line, at in titles):
        raise Refused("has lost the line breaks in its entries", hint="copy it again with its line breaks")
    kinds = ("new", "catchup", "recent", "month", "old")
    headings = [hit for hit in _HEADING.finditer(text) if any(hit[kind] for kind in kinds)]
    later = [hit for hit in headings[1:] if marks and marks[0].start < hit.start()]
    if later and headings[0].start() < marks[0].start:
        line = text.count("\n", 0, later[0].start()) + 1
        raise Refused("contains more than one page", location=f"line {line}", hint=plain_text.ONE_EACH)
    if page.part == "recent":
        return _recent(page)
    if page.date is None:
        raise Refused("has no date", hint="copy the page together with its heading")
    if not marks:
        return (_empty(page, page.date),)
    entries, notes = _entries(page, [page.date] * len(marks))
    if not entries:
        raise Refused(f"has no complete entry ({notes[0]})", hint="copy the whole page")
    account = _accounted(page, entries)
    entries = account.entries
    counts = _counts(page, entries)
    part, further = _part(page, any(s.cut or s.shown != s.total for s in page.sections))
    # Copies lose such lines: one of 3 March 2026 has none for its 13 replacements. That is unknown, and not none.
    unknown = [count.section for count in counts if count.shown is None and count.section != "all"]
    if unknown and page.part in ("new", "catchup"):
        further = (*further, f"does not state how many entries these sections have: {', '.join(unknown)}")
    # It states that it shows its whole day by its total, or by all three sections.
    stated = [count.total for count in counts if count.section != "all" and count.total is not None]
    number = sum(count.section != "all" for count in counts)
    adds_up = len(stated) == len(_TYPES)
    if page.total is not None:
        adds_up = len(stated) < number or sum(stated) == page.total
    listing = page.listing(
        date=page.date, entries=entries, category=_category(page, entries), part=part, counts=counts,
        whole=part in ("new", "catchup") and adds_up, notes=(*notes, *further),
        problems=(*_numbering(page), *account.problems), unread=account.unread,
    )  # fmt: skip
    return (listing,)


def _numbering(page: _Page) -> tuple[str, ...]:
    return numbering_faults([mark.number for mark in page.marks])


def _accounted(page: _Page, entries: tuple[Entry, ...]) -> accounting.Account:
    pieces, rest = [(accounting.BEFORE, page.text[: page.marks[0].start])], ""
    for mark, end in zip(page.marks, _ends(page), strict=True):
        block = _block(page, mark.end, end)
        above, named, _ = block.partition("Title:")
        rest = page.text[mark.end + len(block) : end]
        pieces.append((accounting.BETWEEN, f"{above if named else ''}\n{rest}"))
    pieces[-1] = (accounting.AFTER, pieces[-1][1])
    return accounting.settled(
        entries, pieces, lambda line: _FURNITURE.fullmatch(line) or is_furniture(line),
        ends_here=not rest.strip() and entries[-1].place == len(page.marks),
    )  # fmt: skip


def _empty(page: _Page, date: dt.date) -> Listing:
    """A page without entries: quiet if it states that there are none. Raises Refused if not."""
    if not _QUIET.search(page.text) and not page.sections:
        raise Refused("has no entries, and no notice that there are none", hint="copy the whole page")
    counts = tuple(Count(section=s.name, read=0, shown=s.shown, total=s.total) for s in page.sections)
    whole = page.part in ("new", "catchup") and not counts
    category = _category(page, ())
    return page.listing(date=date, part=page.part, category=category, whole=whole, quiet=not counts, counts=counts)


def _entries(page: _Page, dates: Sequence[dt.date]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """All entries, and a note for each one left out. dates: one for each mark."""
    kind: EntryType | None = "harvest" if page.part in ("month", "year") else None
    words = Words.of(page.text).in_lower_case()

    def read(item: tuple[Mark, int, dt.date], place: int) -> Entry:
        mark, end, date = item
        block = _block(page, mark.end, end)
        return read_entry(mark, block, place=place, date=date, kind=kind, split=page.split, page=words)

    numbers = [mark.number for mark in page.marks]
    return read_each(zip(page.marks, _ends(page), dates, strict=False), read, numbers=numbers)


def _ends(page: _Page) -> list[int]:
    return [*(mark.start for mark in page.marks[1:]), len(page.text)]


def _block(page: _Page, start: int, end: int) -> str:
    """An entry's text: it ends before a section's line, a day's line or the page's foot."""
    block = page.text[start:end]
    hits = (pattern.search(block) for pattern in (_SECTION, _DAY, _OLD_SECTION, _STOP))
    return block[: min((hit.start() for hit in hits if hit), default=len(block))]


def _part(page: _Page, cut: bool) -> tuple[str, tuple[str, ...]]:
    """The kind of page, with the range of its entries if it shows only some, and a note about that."""
    if not page.paged and not cut:
        return page.part, ()
    numbers = [mark.number for mark in page.marks if mark.number is not None]
    shown = f"{min(numbers)}-{max(numbers)}" if numbers else f"1-{len(page.marks)}"
    others = f" of {page.total}" if page.total is not None else ""
    return f"{page.part} {shown}", (f"shows entries {shown}{others}; the others are on other pages",)


def _counts(page: _Page, entries: tuple[Entry, ...]) -> tuple[Count, ...]:
    """A count for each section that is stated or has entries, and one for the page's total."""
    read = Counter(entry.type for entry in entries)
    lines = {s.name: s for s in page.sections}
    counts = []
    for kind in _TYPES.values():
        if line := lines.get(kind):
            counts.append(Count(section=kind, read=read[kind], shown=line.shown, total=line.total))
        elif read[kind]:
            counts.append(Count(section=kind, read=read[kind]))
    if page.total is not None:
        shown: int | None = None if page.paged else page.total
        if page.paged and lines and all(count.shown is not None for count in counts):
            shown = sum(count.shown or 0 for count in counts)
        counts.append(Count(section="all", read=len(entries), shown=shown, total=page.total))
    return tuple(counts)


def _recent(page: _Page) -> tuple[Listing, ...]:
    """A listing for each day of a page of recent submissions."""
    days = page.days
    if not days:
        raise Refused("has no dates", hint="copy the page together with its headings")
    # An entry belongs to the next day's line below it where the lines come after the entries, else to the last above.
    after = bool(page.marks) and page.marks[0].start < days[0].start
    owners = [
        next((day for day in days if day.start > mark.start), days[-1]) if after
        else next((day for day in reversed(days) if day.start < mark.start), days[0])
        for mark in page.marks
    ]  # fmt: skip
    entries, notes = _entries(page, list(map(_date_of, owners)))
    account = _accounted(page, entries) if entries else accounting.Account((), (), ())
    entries = account.entries
    category = _category(page, entries)
    part, further = _part(page, False)
    listings: list[Listing] = []
    for day in days:
        own = tuple(entry for entry in entries if owners[entry.place - 1] is day)
        counts = (Count(section="all", read=len(own), shown=day.shown, total=day.total),) if day.total != 0 else ()
        listings.append(
            page.listing(
                date=_date_of(day), entries=own, category=category, part=part, quiet=day.total == 0, counts=counts,
                notes=further if listings else (*notes, *further),
                problems=() if listings else (*_numbering(page), *account.problems),
                unread=() if listings else account.unread,
            )
        )  # fmt: skip
    return tuple(listings)


def _date_of(day: _Stated) -> dt.date:
    date = parse_weekday(day.name)
    if date is None:
        raise Refused(f"{day.name!r} is not a date", hint="copy the page again")
    return date


def _category(page: _Page, entries: tuple[Entry, ...]) -> str | None:
    """The page's category: from the line "arxiv logo > cs.DC", else from the heading's name. Of several codes with one
    name (Machine Learning: cs.LG, stat.ML) it is the one that most entries are in."""
    head = page.text[: page.marks[0].start] if page.marks else page.text
    for crumb in _CRUMB.findall(head):
        if arxiv.is_category(crumb) or arxiv.is_archive(crumb):
            return str(crumb)
    names = [page.name] if page.name else head.split("\n")
    codes = next(filter(None, (arxiv.codes_of(name.strip("#•*- ")) for name in names)), ())
    uses = Counter(arxiv.canonical(code) for entry in entries for code in entry.categories)
    return max(codes, key=lambda code: uses[arxiv.canonical(code)], default=None)
