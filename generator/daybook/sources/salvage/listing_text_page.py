"""A whole arXiv listing page as text -> Listing: kind of page, entries, counts.

The heading says what the page is: `Showing new listings for Friday, 27 February 2026` (a /new page), `Catchup results
for NAME on DATE`, `Authors and titles for recent submissions` (five days, a listing each) or `Authors and titles for
June 2026`. A section's line may stand before its entries (copied from a browser) or after them (extracted), so the
markers `(cross-list from X)` and `(replaced)` decide the announce type, never the position.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, taxonomy
from daybook.sources import faults
from daybook.sources.faults import LEFT_OUT
from daybook.sources.plain_text import ONE_EACH, decode, parse_day, parse_weekday
from daybook.sources.salvage import listing_text_marks as landmarks
from daybook.sources.salvage.listing_text_entry import SplitTitle, read_entry
from daybook.sources.salvage.listing_text_marks import Mark, Stated
from daybook.sources.salvage.person_names import Words

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
    restored = landmarks.restored(decode(data), glued=split is not None).checked()
    first, *others = _listings(_page(restored.text), format_name, split)
    return (replace(first, notes=(*restored.notes, *first.notes)), *others)


def _listings(page: Page, format_name: str, split: SplitTitle | None) -> tuple[Listing, ...]:
    if landmarks.has_run_together(page.text):
        raise Refused("has lost the line breaks in its entries", hint="copy it again with its line breaks")
    marks = list(landmarks.marks(page.text))
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
    headings = [hit for hit in landmarks.HEADING.finditer(text) if any(hit[name] for name in _OF_PAGES)]
    later = [hit for hit in headings[1:] if marks and marks[0].start < hit.start()]
    if later and headings[0].start() < marks[0].start:
        line = text.count("\n", 0, later[0].start()) + 1
        raise Refused("contains more than one page", location=f"line {line}", hint=ONE_EACH)


def _page(text: str) -> Page:
    headings = list(landmarks.HEADING.finditer(text))
    for kind, part in (("new", "new"), ("catchup", "catchup"), ("old", "new"), ("total_day", "catchup")):
        for hit in headings:
            if hit[kind]:
                return Page(text, part, parse_weekday(hit[kind]), hit["catchup_name"])
    month = next((hit["month"] for hit in headings if hit["month"]), None)
    if month:
        return _month(text, month)
    if landmarks.days(text) or any(hit["recent"] for hit in headings):
        return Page(text, "recent", None, None)
    none = next((hit["none"] for hit in headings if hit["none"]), "")
    return Page(text, "catchup" if none else "new", parse_day(none), None)


def _month(text: str, words: str) -> Page:
    """A page of a month or year, dated by its first day."""
    date = parse_day(f"1 {words}")
    return Page(text, "month" if date else "year", date or dt.date(int(words[-4:]), 1, 1), None)


def _empty(page: Page, date: dt.date, format_name: str) -> Listing:
    """A page without entries: quiet if it states that there are none. Raises Refused if not."""
    sections = landmarks.sections(page.text)
    if not landmarks.QUIET.search(page.text) and not sections:
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
        block = block[: landmarks.body_end(block)]
        try:
            entries.append(read_entry(mark, block, place=k + 1, date=dates[k], kind=kind, split=split, page=words))
        except Refused as error:
            notes.append(f"entry {mark.number or k + 1}: {error.problem}{LEFT_OUT}")
    return tuple(entries), tuple(notes)


def _numbering(marks: Sequence[Mark]) -> tuple[str, ...]:
    return faults.of_numbers([mark.number for mark in marks])


def _listing(
    page: Page, marks: Sequence[Mark], entries: tuple[Entry, ...], notes: tuple[str, ...], format_name: str
) -> Listing:
    stated = landmarks.sections(page.text)
    counts = _counts(entries, stated, landmarks.total(page.text))
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
    total, paged = landmarks.total(page.text)
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
    days = landmarks.days(page.text)
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
    first = next((mark.start for mark in landmarks.marks(page.text)), len(page.text))
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
