"""What was received: entries read one by one and held to bounds, signs of damage, all in a plain line. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from daybook.errors import Refused
from daybook.model import ANNOUNCED, Entry, EntryType, Listing, ids
from daybook.model.listing import LEFT_OUT
from daybook.text.language import YEARS

Item = TypeVar("Item")

MOST_TAGS = 500_000  # tags of a document: about five times as many as the longest page or answer has
MOST_ATTRIBUTES = 1_000  # attributes of an element; libxml2 and expat compare each with every other
MOST_TITLE = 10_000
MOST_TEXT = 100_000  # characters of a title, and of any other text of an entry: ten times as many as the longest has
MOST_NAMES = 1_000_000  # characters of an entry's author list: some collaborations have thousands of authors
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

_ATTRIBUTE = rb"[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"']*+))?+"
_EACH = re.compile(_ATTRIBUTE)
_START_TAG = re.compile(rb"<[A-Za-z](?:[\s/]*+=?+" + _ATTRIBUTE + rb")*+")
_ORDER: tuple[EntryType, ...] = (*ANNOUNCED, "harvest", "card", "report")
_ALWAYS_COUNTED = ("versions", "dates", "comments", "a DOI")
_KEPT = "what was read is kept; save or fetch it again"
_ELSE = "everything else was read"
_MOST_NAMED = 10
_MOST_SAID = 5


def read_each(
    items: Iterable[Item],
    read: Callable[[Item, int], Entry | None],
    *,
    first: int = 1,
    name: str = "entry",
    numbers: Sequence[int | None] = (),
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The entries in order, and a note for each item that is left out: an unusable one costs the others nothing.

    read: turns an item and its place, counted from `first`, into an entry, or into None where there is nothing to
    keep; raises Refused with the reason where the item is unusable. name: what the notes call an item; numbers: by
    which, if not by its place, such as that of its line.
    """
    entries: list[Entry] = []
    notes: list[str] = []
    for place, item in enumerate(items, first):
        try:
            entry = read(item, place)
        except Refused as refused:
            number = numbers[place - first] if numbers else None
            notes.append(f"{name} {number or place}: {refused.problem}{LEFT_OUT}")
        else:
            entries += [entry] if entry else []
    return tuple(entries), tuple(notes)


def identified(stated: str | None, *others: str) -> ids.ArxivId:
    """The arXiv id that an entry states. Raises Refused, the reason for leaving it out, where it is none, or where one
    of the others that it states is another paper's."""
    if (ident := ids.parse(stated or "")) is None:
        raise not_an_id(stated or "")
    for each in filter(None, map(ids.parse, others)):
        if each.id != ident.id:
            raise Refused(f"names two papers, {ident.id} and {each.id}")
    return ident


def not_an_id(stated: str) -> Refused:
    """The reason for leaving out an entry whose id, as stated, is not an arXiv id."""
    return Refused(f"{stated[:60]!r} is not an arXiv id" if stated.strip() else "has no arXiv id")


def check_markup(data: bytes) -> None:
    """Raises Refused if the XML or HTML in `data` exceeds MOST_TAGS, or one of its elements MOST_ATTRIBUTES: markup is
    counted before a parser sees it, as some take quadratic time."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.replace(b"\0", b"")
    if data.count(b"<") > MOST_TAGS:
        raise Refused(f"has more than {MOST_TAGS:,} tags", hint="check that it is the right document")
    for tag in _START_TAG.finditer(data):
        if tag.end() - tag.start() > 2 * MOST_ATTRIBUTES and sum(1 for _ in _EACH.finditer(tag[0])) > MOST_ATTRIBUTES:
            line = data.count(b"\n", 0, tag.start()) + 1
            problem = f"has an element with more than {MOST_ATTRIBUTES:,} attributes"
            raise Refused(problem, location=f"line {line}", hint="check that it is the right document")


def check_entry(entry: Entry) -> None:
    """Raises Refused if an entry exceeds a bound, or has a date outside arXiv's years: nothing real does."""
    texts = (entry.abstract, entry.comments, entry.journal_ref, entry.report_no, entry.headline, entry.gist, entry.url)
    dates = (entry.date, entry.submitted, entry.updated, *(version.submitted for version in entry.versions))
    problem = (
        f"its title has more than {MOST_TITLE:,} characters" * (len(entry.title) > MOST_TITLE)
        or f"a text of it has more than {MOST_TEXT:,} characters" * any(len(text or "") > MOST_TEXT for text in texts)
        or f"its authors take more than {MOST_NAMES:,} characters" * (sum(map(len, entry.authors)) > MOST_NAMES)
        or next((f"its date is {date:%Y-%m-%d}" for date in dates if date and date.year not in YEARS), "")
    )
    if problem:
        raise Refused(problem, location=f"entry {entry.place}", hint="it is left out")


def bounded(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """The listings without entries that exceed a bound; each of these becomes a problem of its listing.

    Raises Refused if the date of a document itself is outside arXiv's years.
    """
    kept = []
    for listing in listings:
        if listing.date.year not in YEARS:
            raise Refused(f"impossible date {listing.date}", hint="check that it is the right document")
        entries: list[Entry] = []
        problems: list[str] = []
        for entry in listing.entries:
            try:
                check_entry(entry)
                entries.append(entry)
            except Refused as refused:
                problems.append(f"{refused.location} is left out: {refused.problem}")
        told = (*listing.problems, *problems)
        kept.append(replace(listing, entries=tuple(entries), problems=told) if problems else listing)
    return tuple(kept)


def numbering_faults(numbers: Sequence[int | None]) -> tuple[str, ...]:
    """What is wrong with the numbers of entries, given in page order; None: an entry without a number.

    A listing numbers its entries consecutively, without gaps or repetitions.
    """
    present = [number for number in numbers if number is not None]
    if not present:
        return ()
    missing = sorted(set(range(min(present), min(max(present), min(present) + 2 * len(present)) + 1)) - set(present))
    twice = sorted(number for number, times in Counter(present).items() if times > 1)
    found = []
    for verb, which in (("skips", missing), ("repeats", twice)):
        named = f"{', '.join(map(str, which[:_MOST_NAMED]))}{' ...' if which[_MOST_NAMED:] else ''}"
        found += [f"the numbering {verb} {named}"] if which else []
    if not twice and any(second < first for first, second in pairwise(present)):
        found.append("the numbering goes backwards")
    return (*found, *(["some entries have no number"] if len(present) < len(numbers) else []))


def noun(kind: str, number: int) -> str:
    """The noun for a section's items: "cross-list" for 1, else "cross-lists"; for an unknown section its own name."""
    return NOUNS.get(kind, (kind, kind))[number != 1]


def _day(listing: Listing) -> str:
    return f"{listing.category or listing.source} of {listing.date}"


def some_of(sentences: Sequence[str]) -> str:
    """The first sentences, and the number of those left out."""
    more = len(sentences) - _MOST_SAID
    return "; ".join([*sentences[:_MOST_SAID], *([f"and {more:,} more"] if more > 0 else [])])


class Contents:
    """What a document holds, in plain words: its listings as they were read."""

    def __init__(self, listings: Sequence[Listing]) -> None:
        self.listings = listings
        self.entries = [entry for listing in listings for entry in listing.entries]

    def mismatches(self) -> list[str]:
        """A sentence for each section where another number of entries was read than the document states."""
        return [
            f"{_day(listing)}: states {wrong.shown} {noun(wrong.section, wrong.shown or 0)}, {wrong.read} read; {_KEPT}"
            for listing in self.listings
            for wrong in listing.mismatches()
        ]

    def damage(self) -> list[str]:
        """A sentence for each listing that shows signs of damage, or holds what was not understood."""
        by_listing = ((listing, listing.faults()) for listing in self.listings)
        told = [f"{_day(listing)}: {some_of(sentences)}; {_KEPT}" for listing, sentences in by_listing if sentences]
        return told + [f"{_day(each)}: {some_of(each.unread)}; {_ELSE}" for each in self.listings if each.unread]

    def describe(self, kind: str) -> str:
        """The contents of a document of this kind, in one line."""
        listings = self.listings
        categories = dict.fromkeys(listing.category for listing in listings if listing.category)
        origins = dict.fromkeys(listing.origin for listing in listings if listing.origin)
        of = f" of {', '.join([*categories, *origins])}" if categories or origins else ""
        days = dict.fromkeys((min(each.date for each in listings), max(each.date for each in listings)))
        parts = [f"{kind}{of}, {' to '.join(map(str, days))}: {self._numbers()}"]
        parts += [
            f"editorial of {r.date} by {r.author or 'an unnamed author'}" for r in (x.report for x in listings) if r
        ]
        parts += [", ".join(details)] if (details := self._details()) else []
        parts += [note for listing in listings for note in (*listing.problems, *listing.notes)]
        return "; ".join(parts)

    def _numbers(self) -> str:
        listings, entries = self.listings, self.entries
        if not entries:
            return "explicitly empty" if any(x.quiet for x in listings) else "no entries"
        kinds = Counter(entry.type for entry in entries)
        stated = {c.section: c for c in listings[0].counts} if len(listings) == 1 else {}

        def of(number: int, section: str) -> str:
            count = stated.get(section)
            total = None if count is None else (count.total if count.total is not None else count.shown)
            return f"{number:,}" if total is None else f"{number:,} of {total:,}"

        total = of(len(entries), "all")
        if len(kinds) == 1 and (only := next(iter(kinds))) in ("harvest", "card", "report"):
            return f"{total} {noun(only, len(entries))}"
        sections = ", ".join(f"{of(kinds[kind], kind)} {noun(kind, kinds[kind])}" for kind in _ORDER if kinds[kind])
        return f"{total} {noun('all', len(entries))} = {sections}"

    def _details(self) -> list[str]:
        """How many entries have a field that not all have, or one of `_ALWAYS_COUNTED`; how many are withdrawn."""
        entries = self.entries
        numbers = {
            "authors": sum(bool(e.authors) for e in entries),
            "versions": sum(e.version is not None for e in entries),
            "dates": sum(e.submitted is not None for e in entries),
            "comments": sum(e.comments is not None for e in entries),
            "a journal reference": sum(e.journal_ref is not None for e in entries),
            "a DOI": sum(e.doi is not None for e in entries),
        }
        parts = [
            f"{n:,} with {what}" for what, n in numbers.items() if n and (n < len(entries) or what in _ALWAYS_COUNTED)
        ]
        withdrawn = sum(e.withdrawn for e in entries)
        return [*parts, f"{withdrawn:,} withdrawn"] if withdrawn else parts
