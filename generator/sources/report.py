"""What was read, in a line a person understands. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from generator.model import ANNOUNCED, Count, Entry, EntryType, Listing
from generator.sources import faults

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
    """What a section's items are called: "cross-list" for 1, else "cross-lists"; an unknown section by its own name."""
    return NOUNS.get(kind, (kind, kind))[number != 1]


def describe(listings: Sequence[Listing], kind: str) -> str:
    """What a document of this kind says, in one line."""
    entries = [entry for listing in listings for entry in listing.entries]
    parts = [f"{kind}{_about(listings)}: {_entries(listings, entries)}"]
    parts += [f"editorial of {r.date} by {r.author or 'an unnamed author'}" for r in (x.report for x in listings) if r]
    parts += _details(entries)
    parts += [note for listing in listings for note in (*listing.problems, *listing.notes)]
    return "; ".join(parts)


def mismatches(listings: Iterable[Listing]) -> list[str]:
    """For each section where the document shows another number than it says: a sentence."""
    return [_mismatch(listing, wrong) for listing in listings for wrong in listing.mismatches()]


def damage(listings: Iterable[Listing]) -> list[str]:
    """For each listing that shows itself to be damaged: a sentence on what is wrong with it."""
    found = ((listing, faults.of(listing)) for listing in listings)
    return [f"{_day(listing)}: {some_of(sentences)}; {_KEPT}" for listing, sentences in found if sentences]


def some_of(sentences: Sequence[str]) -> str:
    """The first sentences, and how many more there are."""
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
        return "says that there is nothing" if any(x.quiet for x in listings) else "no entries"
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
    """How many entries have what not all of them have, or what is worth knowing."""
    if not entries:
        return []
    found = {
        "authors": sum(bool(e.authors) for e in entries),
        "versions": sum(e.version is not None for e in entries),
        "dates": sum(e.submitted is not None for e in entries),
        "comments": sum(e.comments is not None for e in entries),
        "a journal reference": sum(e.journal_ref is not None for e in entries),
        "a DOI": sum(e.doi is not None for e in entries),
    }
    told = [f"{n:,} with {what}" for what, n in found.items() if n and (n < len(entries) or what in _WORTH)]
    withdrawn = sum(e.withdrawn for e in entries)
    return [", ".join(told + ([f"{withdrawn:,} withdrawn"] if withdrawn else []))] if told or withdrawn else []


_ORDER: tuple[EntryType, ...] = (*ANNOUNCED, "harvest", "card", "report")
_WORTH = ("versions", "dates", "comments", "a DOI")
