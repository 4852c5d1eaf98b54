"""arXiv's listing pages as HTML: new, catchup, recent, month and year; current, from before February 2024, or saved.

Source: arxiv.org/list/... and arxiv.org/catchup/.... The page is read in listing_html_facts, an entry in
listing_html_entry. Browsers change quotes, links and mathematics; nothing here depends on them.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing
from daybook.sources import faults
from daybook.sources.arxiv.listing_html_entry import read_entry
from daybook.sources.arxiv.listing_html_facts import ListingSection, PageFacts, facts_of
from daybook.sources.entries import read_each
from daybook.sources.html import looks_like_page, own_words, parse
from daybook.sources.plain_text import Head

NAME = "listing page (HTML)"
SOURCE = "arxiv-listing"

_MARK = re.compile(
    # "=3D" is "=" in a page saved as MHTML.
    r"\bid\s*=(?:3D)?\s*[\"']?(?:dlpage|articles)\b|\bclass\s*=(?:3D)?\s*[\"']?list-(?:identifier|title)\b"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)"
    r"https?://[a-z.]*arxiv\.org/(?:list|catchup)/",
    re.IGNORECASE,
)


def recognises(head: Head) -> bool:
    """Whether the document is a page, or part of one, with the marks of an arXiv listing."""
    return looks_like_page(head) and _MARK.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The listings of a page: one, or for a recent page one per day, newest first.

    Raises Refused where the page is cut off, is not a listing, or has no entries and does not state that.
    """
    page = parse(data)
    facts = facts_of(page)
    runs = tuple(_read_section(facts, section) for section in facts.sections)
    if not facts.says_nothing and not facts.total and not any(s.items or s.stated for s in facts.sections):
        raise Refused(f'has no entries and does not state that there are none; the page says "{own_words(page)}"')
    if facts.date is None:
        return _recent(facts, runs)
    return (_single(facts, facts.date, runs),)


@dataclass(frozen=True, slots=True)
class _ReadSection:
    """A section with what was read from it."""

    section: ListingSection
    date: dt.date
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]  # one for each broken entry left out


def _read_section(facts: PageFacts, section: ListingSection) -> _ReadSection:
    date = facts.date or section.day
    if date is None:
        raise Refused("some entries have no date", hint="save the whole page, with its headings")
    kind: EntryType = "harvest" if facts.kind in ("month", "year") else section.type or "new"
    first = section.items[0].place if section.items else 1
    entries, notes = read_each(section.items, lambda item, _: read_entry(item, kind, date), first=first)
    return _ReadSection(section, date, entries, notes)


def _single(facts: PageFacts, date: dt.date, runs: tuple[_ReadSection, ...]) -> Listing:
    """The listing on the page of a day, month or year."""
    entries = tuple(entry for run in runs for entry in run.entries)
    quiet = facts.says_nothing and not facts.total and not any(run.section.items for run in runs)
    return Listing(
        source=SOURCE,
        format=NAME,
        date=date,
        category=_category(facts, entries),
        part=_part(facts),
        whole=_claims_all(facts, quiet),
        quiet=quiet,
        entries=entries,
        counts=_counts(facts, runs),
        notes=(*(note for run in runs for note in run.notes), *_further(facts)),
        problems=(*_numbering(runs), *_totals(facts)),
    )


def _recent(facts: PageFacts, runs: tuple[_ReadSection, ...]) -> tuple[Listing, ...]:
    """A listing per day. Never whole: a recent page omits replacements."""
    category = _category(facts, tuple(entry for run in runs for entry in run.entries))
    return tuple(
        Listing(
            source=SOURCE,
            format=NAME,
            date=run.date,
            category=category,
            part=_part(facts),
            quiet=run.section.says_nothing and not run.section.items,
            entries=run.entries,
            counts=_day_counts(facts, runs, run),
            notes=(*run.notes, *_further(facts)),
            problems=(*_numbering(runs), *_totals(facts)) if run is runs[0] else (),
        )
        for run in runs
    )


def _numbering(runs: tuple[_ReadSection, ...]) -> tuple[str, ...]:
    return faults.of_numbers([item.number for run in runs for item in run.section.items])


def _totals(facts: PageFacts) -> tuple[str, ...]:
    return (
        (f"it states conflicting totals: {' and '.join(map(str, facts.totals))} entries",) if facts.totals[1:] else ()
    )


def _part(facts: PageFacts) -> str:
    """The kind of page, and the part that it shows if it does not show everything."""
    if facts.page == 0:
        return f"{facts.kind} past the end"
    if facts.page is not None:
        return f"{facts.kind} page {facts.page}"
    return f"{facts.kind} {facts.range[0]}-{facts.range[1]}" if facts.range else facts.kind


def _further(facts: PageFacts) -> tuple[str, ...]:
    """A note if other pages have the rest."""
    others = "the others are on other pages"
    if facts.total and facts.range:
        return (f"shows entries {facts.range[0]}-{facts.range[1]} of {facts.total}; {others}",)
    if facts.total and facts.page:
        return (f"is page {facts.page} of a catchup of {facts.total} entries; {others}",)
    return ()


def _claims_all(facts: PageFacts, quiet: bool) -> bool:
    """Whether a page states that it shows its whole day: nothing at all, or a total of sections shown in full."""
    if facts.kind not in ("new", "catchup") or facts.range or facts.page is not None:
        return False
    stated = [section.stated for section in facts.sections if section.stated]
    in_full = all(shown == total for shown, total in stated)
    adds_up = len(stated) < len(facts.sections) or sum(total for _, total in stated) == facts.total
    return quiet or (facts.total is not None and in_full and adds_up)


def _counts(facts: PageFacts, runs: tuple[_ReadSection, ...]) -> tuple[Count, ...]:
    """The counts that section headings state, and "Total of N entries"."""
    counts = []
    for run in runs:
        shown, total = run.section.stated or (None, None)
        if run.section.type:
            counts.append(Count(section=run.section.type, read=len(run.entries), shown=shown, total=total))
    if facts.total is not None:
        read_here = sum(len(run.entries) for run in runs)
        counts.append(Count(section="all", read=read_here, shown=_shown(facts), total=facts.total))
    return tuple(counts)


def _shown(facts: PageFacts) -> int | None:
    """How many entries the page states that it shows."""
    if facts.range:
        return facts.range[1] - facts.range[0] + 1
    if facts.page is None:
        return facts.total
    stated = [section.stated for section in facts.sections]
    return sum(pair[0] for pair in stated if pair) if stated and all(stated) else None


def _day_counts(facts: PageFacts, runs: tuple[_ReadSection, ...], run: _ReadSection) -> tuple[Count, ...]:
    """The counts that a recent page states for a day. Without headings, its total must be reached on the last day."""
    read_here = len(run.entries)
    if run.section.stated:
        shown, total = run.section.stated
        return (Count(section="all", read=read_here, shown=shown, total=total),)
    expected = _shown(facts)
    if run is runs[-1] and expected is not None:
        others = sum(len(other.entries) for other in runs) - read_here
        return (Count(section="all", read=read_here, shown=max(expected - others, 0)),)
    return ()


def _category(facts: PageFacts, entries: tuple[Entry, ...]) -> str | None:
    """The category of the page; if several have its name, the one that most of its entries are in."""
    in_entries = {code: sum(code in entry.categories for entry in entries) for code in facts.codes}
    return max(facts.codes, key=lambda code: in_entries[code], default=None)
