"""What was read, in one plain line. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from daybook.model import ANNOUNCED, Count, Entry, EntryType, Listing
from daybook.sources import faults

NOUNS = {
    "new": ("new submission", "new submissions"),
    "cross": ("cross-list", "cross-lists"),
    "replace": ("replacement", "replacements"),
    "replace-cross": ("replaced cross-list", "replaced cross-lists"),
    "harvest": ("entry", "entries"),
    "card": ("card", "cards"),
    "report": ("paper", "papers"),
    "all": ("entry", "entries"),
}

_KEPT = "what was read is kept; save or fetch the page again"
_MOST_SAID = 5


def noun(kind: str, number: int) -> str:
    """The noun for a section's items: "cross-list" for 1, else "cross-lists"; for an unknown section its own name."""
    return NOUNS.get(kind, (kind, kind))[number != 1]


def describe(listings: Sequence[Listing], kind: str) -> str:
    """The contents of a document of this kind, in one line."""
    entries = [entry for listing in listings for entry in listing.entries]
    parts = [f"{kind}{_about(listings)}: {_entries(listings, entries)}"]
    parts += [f"editorial of {r.date} by {r.author or 'an unnamed author'}" for r in (x.report for x in listings) if r]
    parts += _details(entries)
    parts += [note for listing in listings for note in (*listing.problems, *listing.notes)]
    return "; ".join(parts)


def mismatches(listings: Iterable[Listing]) -> list[str]:
    """A sentence for each section where another number of entries was read than the document states."""
    return [_mismatch(listing, wrong) for listing in listings for wrong in listing.mismatches()]


def damage(listings: Iterable[Listing]) -> list[str]:
    """A sentence for each listing that shows signs of damage."""
    by_listing = ((listing, faults.of(listing)) for listing in listings)
    return [f"{_day(listing)}: {some_of(sentences)}; {_KEPT}" for listing, sentences in by_listing if sentences]


def some_of(sentences: Sequence[str]) -> str:
    """The first sentences, and the number of those left out."""
    more = len(sentences) - _MOST_SAID
    return "; ".join([*sentences[:_MOST_SAID], *([f"and {more:,} more"] if more > 0 else [])])


def _day(listing: Listing) -> str:
    return f"{listing.category or listing.source} of {listing.date}"


def _mismatch(listing: Listing, wrong: Count) -> str:
    what = noun(wrong.section, wrong.shown or 0)
    return f"{_day(listing)}: states {wrong.shown} {what}, {wrong.read} read; {_KEPT}"


def _about(listings: Sequence[Listing]) -> str:
    categories = dict.fromkeys(listing.category for listing in listings if listing.category)
    origins = dict.fromkeys(listing.origin for listing in listings if listing.origin)
    dates = sorted({listing.date for listing in listings})
    of = f" of {', '.join([*categories, *origins])}" if categories or origins else ""
    return f"{of}, {dates[0]}" if len(dates) == 1 else f"{of}, {dates[0]} to {dates[-1]}"


def _entries(listings: Sequence[Listing], entries: Sequence[Entry]) -> str:
    if not entries:
        return "explicitly empty" if any(x.quiet for x in listings) else "no entries"
    kinds = Counter(entry.type for entry in entries)
    stated = {c.section: c for listing in listings for c in listing.counts} if len(listings) == 1 else {}
    total = _of(len(entries), stated.get("all"))
    if len(kinds) == 1 and (only := next(iter(kinds))) in ("harvest", "card", "report"):
        return f"{total} {noun(only, len(entries))}"
    sections = ", ".join(f"{_of(kinds[k], stated.get(k))} {noun(k, kinds[k])}" for k in _ORDER if kinds[k])
    return f"{total} {noun('all', len(entries))} = {sections}"


def _of(number: int, stated: Count | None) -> str:
    total = None if stated is None else (stated.total if stated.total is not None else stated.shown)
    return f"{number:,}" if total is None else f"{number:,} of {total:,}"


def _details(entries: Sequence[Entry]) -> list[str]:
    """How many entries have a field that not all have, or one of `_ALWAYS_COUNTED`."""
    if not entries:
        return []
    numbers = {
        "authors": sum(bool(e.authors) for e in entries),
        "versions": sum(e.version is not None for e in entries),
        "dates": sum(e.submitted is not None for e in entries),
        "comments": sum(e.comments is not None for e in entries),
        "a journal reference": sum(e.journal_ref is not None for e in entries),
        "a DOI": sum(e.doi is not None for e in entries),
    }
    parts = [f"{n:,} with {what}" for what, n in numbers.items() if n and (n < len(entries) or what in _ALWAYS_COUNTED)]
    withdrawn = sum(e.withdrawn for e in entries)
    parts += [f"{withdrawn:,} withdrawn"] if withdrawn else []
    return [", ".join(parts)] if parts else []


_ORDER: tuple[EntryType, ...] = (*ANNOUNCED, "harvest", "card", "report")
_ALWAYS_COUNTED = ("versions", "dates", "comments", "a DOI")
