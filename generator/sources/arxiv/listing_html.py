"""arXiv's listing pages as HTML: new, catchup, recent, months and years; of today, of before February 2024, and saved.

Source: arxiv.org/list/... and arxiv.org/catchup/.... The page is read in listing_html_facts, an entry in
listing_html_entry. Browsers change quotes, links and mathematics; nothing here depends on those.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from generator.errors import Refused
from generator.model import Count, Entry, EntryType, Listing
from generator.sources.arxiv import numbering
from generator.sources.arxiv.listing_html_entry import read_entry
from generator.sources.arxiv.listing_html_facts import Facts, Section, facts_of
from generator.sources.html import looks_like_page, own_words, parse
from generator.sources.plain_text import Head

NAME = "listing page (HTML)"
SOURCE = "arxiv-listing"

_MARK = re.compile(
    # "=3D" is "=" in a page saved in mail form.
    r"\bid\s*=(?:3D)?\s*[\"']?(?:dlpage|articles)\b|\bclass\s*=(?:3D)?\s*[\"']?list-(?:identifier|title)\b"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)"
    r"https?://[a-z.]*arxiv\.org/(?:list|catchup)/",
    re.IGNORECASE,
)


def recognises(head: Head) -> bool:
    """Whether the document is a page, or a part of a page, with arXiv's marks of a listing."""
    return looks_like_page(head) and _MARK.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The listings of a page: one, or for a recent page one for each of its days, newest first.

    Raises Refused where the page ends in the middle, is no listing, or shows nothing without saying so.
    """
    page = parse(data)
    facts = facts_of(page)
    runs = tuple(_read_run(facts, section) for section in facts.sections)
    if not facts.says_nothing and not facts.total and not any(s.items or s.stated for s in facts.sections):
        raise Refused(f'shows no entries and does not say that there are none: "{own_words(page)}"')
    if facts.date is None:
        return _recent(facts, runs)
    return (_single(facts, facts.date, runs),)


@dataclass(frozen=True, slots=True)
class _Run:
    """A section as it was read."""

    section: Section
    date: dt.date
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]  # one for each broken entry, which is left out


def _read_run(facts: Facts, section: Section) -> _Run:
    date = facts.date or section.day
    if date is None:
        raise Refused("names no day for some entries", hint="give the whole page, with its headings")
    kind: EntryType = "harvest" if facts.kind in ("month", "year") else section.type or "new"
    entries, notes = [], []
    for item in section.items:
        try:
            entries.append(read_entry(item, kind, date))
        except Refused as broken:
            notes.append(str(broken))
    return _Run(section, date, tuple(entries), tuple(notes))


def _single(facts: Facts, date: dt.date, runs: tuple[_Run, ...]) -> Listing:
    """The listing of a page that is of one day, month or year."""
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


def _recent(facts: Facts, runs: tuple[_Run, ...]) -> tuple[Listing, ...]:
    """A listing for each day. Never whole: a recent page leaves out replacements."""
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


def _numbering(runs: tuple[_Run, ...]) -> tuple[str, ...]:
    return numbering.faults([item.number for run in runs for item in run.section.items])


def _totals(facts: Facts) -> tuple[str, ...]:
    return (
        (f"it states conflicting totals: {' and '.join(map(str, facts.totals))} entries",) if facts.totals[1:] else ()
    )


def _part(facts: Facts) -> str:
    """The kind of the page, and which part it shows where it does not show all."""
    if facts.page == 0:
        return f"{facts.kind} past the end"
    if facts.page is not None:
        return f"{facts.kind} page {facts.page}"
    return f"{facts.kind} {facts.range[0]}-{facts.range[1]}" if facts.range else facts.kind


def _further(facts: Facts) -> tuple[str, ...]:
    """A note where other pages hold the rest."""
    others = "the others stand on other pages"
    if facts.total and facts.range:
        return (f"shows entries {facts.range[0]}-{facts.range[1]} of {facts.total}; {others}",)
    if facts.total and facts.page:
        return (f"is page {facts.page} of a catchup of {facts.total} entries; {others}",)
    return ()


def _claims_all(facts: Facts, quiet: bool) -> bool:
    """Whether a page says that it shows all of its day: nothing at all, or its total in sections shown in full."""
    if facts.kind not in ("new", "catchup") or facts.range or facts.page is not None:
        return False
    stated = [section.stated for section in facts.sections if section.stated]
    in_full = all(shown == total for shown, total in stated)
    adds_up = len(stated) < len(facts.sections) or sum(total for _, total in stated) == facts.total
    return quiet or (facts.total is not None and in_full and adds_up)


def _counts(facts: Facts, runs: tuple[_Run, ...]) -> tuple[Count, ...]:
    """What the headings state of their sections, and "Total of N entries"."""
    counts = []
    for run in runs:
        shown, total = run.section.stated or (None, None)
        if run.section.type:
            counts.append(Count(section=run.section.type, read=len(run.entries), shown=shown, total=total))
    if facts.total is not None:
        read_here = sum(len(run.entries) for run in runs)
        counts.append(Count(section="all", read=read_here, shown=_shown(facts), total=facts.total))
    return tuple(counts)


def _shown(facts: Facts) -> int | None:
    """How many entries the page says it shows."""
    if facts.range:
        return facts.range[1] - facts.range[0] + 1
    if facts.page is None:
        return facts.total
    stated = [section.stated for section in facts.sections]
    return sum(pair[0] for pair in stated if pair) if stated and all(stated) else None


def _day_counts(facts: Facts, runs: tuple[_Run, ...], run: _Run) -> tuple[Count, ...]:
    """What a recent page states of a day. Where no heading does, the page's total must be reached on its last day."""
    read_here = len(run.entries)
    if run.section.stated:
        shown, total = run.section.stated
        return (Count(section="all", read=read_here, shown=shown, total=total),)
    expected = _shown(facts)
    if run is runs[-1] and expected is not None:
        others = sum(len(other.entries) for other in runs) - read_here
        return (Count(section="all", read=read_here, shown=max(expected - others, 0)),)
    return ()


def _category(facts: Facts, entries: tuple[Entry, ...]) -> str | None:
    """The category of the page; where its name is that of several, the one that most of its entries are in."""
    in_entries = {code: sum(code in entry.categories for entry in entries) for code in facts.codes}
    return max(facts.codes, key=lambda code: in_entries[code], default=None)
