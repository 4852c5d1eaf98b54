"""What is held of one category's announcement, against what arXiv states; and whose announcement it really is. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.archive.days import DAILY
from generator.model import ANNOUNCED, Entry, EntryType, Record, Statement
from generator.sources import registry

LISTING = registry.LISTING.name
_NEWCOMERS = ("new", "cross")


@dataclass(frozen=True, slots=True)
class Holding:
    """What the log holds of one category's announcement of one date."""

    listed: Mapping[str, frozenset[str]] = field(default_factory=dict)  # section -> ids that listing pages gave
    totals: Mapping[str, int] = field(default_factory=dict)  # section, or "all" -> what arXiv states
    quiet: bool = False  # a listing page says that there is nothing
    quiet_later: bool = False  # so does one that was asked for afterwards
    ids: frozenset[str] = frozenset()  # all, whoever said it
    newcomers: frozenset[str] = frozenset()  # ids new or cross-listed, whoever said it
    replaced: frozenset[tuple[str, int]] = frozenset()  # (id, version) of replacements whose version is known

    def is_proved(self, *, past: bool) -> bool:
        """Whether arXiv's own totals say that this is all: of each section and in all, by distinct ids.

        An empty page of the same day may be one that was made too early. So that there was nothing is believed of a
        `past` day only where a page says so afterwards.
        """
        held = {name: len(ids) for name, ids in self.listed.items()}
        if not self.totals:
            return not self.ids and (self.quiet_later if past else self.quiet)
        held["all"] = sum(held.values())
        return "all" in self.totals and all(held.get(name, 0) == total for name, total in self.totals.items())


def section(kind: EntryType) -> str:
    """The section of a listing page that an entry of this type stands in."""
    return "replace" if kind == "replace-cross" else kind


def holding(records: Iterable[Record], statements: Sequence[Statement]) -> Holding:
    """What these records and statements, all of one category and date, hold together."""
    told = [record for record in records if record.source in DAILY and record.type in ANNOUNCED]
    listed: dict[str, set[str]] = {}
    for record in told:
        if record.source == LISTING and record.arxiv_id:
            listed.setdefault(section(record.type), set()).add(record.arxiv_id)
    totals: dict[str, int] = {}
    silent = [line for line in statements if line.source == LISTING and line.quiet]
    for line in statements:
        if line.source == LISTING and (line.part or "").startswith(("new", "catchup")):
            for count in line.counts:
                if count.total is not None:
                    totals[count.section] = max(totals.get(count.section, 0), count.total)
    return Holding(
        listed={name: frozenset(ids) for name, ids in listed.items()},
        totals=totals,
        quiet=bool(silent),
        quiet_later=any((line.part or "").startswith("catchup") for line in silent),
        ids=frozenset(record.arxiv_id for record in told if record.arxiv_id),
        newcomers=newcomers(told),
        replaced=replaced(told),
    )


def newcomers(entries: Iterable[Entry]) -> frozenset[str]:
    """The ids that are announced as new or cross-listed: nothing is that twice in a category."""
    return frozenset(entry.arxiv_id for entry in entries if entry.type in _NEWCOMERS and entry.arxiv_id)


def replaced(entries: Iterable[Entry]) -> frozenset[tuple[str, int]]:
    """The replacements whose version is known: no version is announced twice."""
    found = (entry for entry in entries if section(entry.type) == "replace")
    return frozenset((entry.arxiv_id, entry.version) for entry in found if entry.arxiv_id and entry.version)


def copy_of(entries: Iterable[Entry], date: dt.date, others: Mapping[dt.date, Holding]) -> dt.date | None:
    """The other date whose announcement these entries are, whatever date their document bears; None: they are new.

    Most of what is new in a listing was never new before; where nothing is, no version was announced before.
    """
    entries = tuple(entries)
    new, old = newcomers(entries), replaced(entries)
    for other in sorted(set(others) - {date}):
        held = others[other]
        shared, of = (len(new & held.newcomers), len(new)) if new else (len(old & held.replaced), len(old))
        if of and 2 * shared > of:
            return other
    return None
