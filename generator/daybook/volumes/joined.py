"""What the volumes of a library hold, put together: a reduction over small summaries that their sites have. Pure."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urljoin

from daybook.config import PLACE, Settings
from daybook.fold import people
from daybook.fold.people import Writer
from daybook.pages import subjects
from daybook.text import markup
from daybook.text.language import number
from daybook.view import addresses
from daybook.view.writing import link


@dataclass(frozen=True, slots=True)
class Share:
    """Papers of a category and year that have their page in a volume."""

    category: str
    year: int
    papers: int


@dataclass(frozen=True, slots=True)
class OfTheme:
    """A theme of such papers; plain texts."""

    slug: str
    name: str
    definition: str
    papers: int


@dataclass(frozen=True, slots=True)
class OfDay:
    """A day of a volume: how many papers are new, and how many entries there are in all."""

    date: dt.date
    new: int
    announced: int


@dataclass(frozen=True, slots=True)
class OfName:
    """A name that has a page in a volume, and the papers that this page tells of."""

    slug: str
    name: str
    papers: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a volume's site tells of it, see `exports.api`."""

    shares: tuple[Share, ...]
    themes: tuple[OfTheme, ...]
    days: tuple[OfDay, ...]
    names: tuple[OfName, ...]


@dataclass(frozen=True, slots=True)
class OfFacet:
    """A facet of the index that a volume's search has."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]  # with their labels


@dataclass(frozen=True, slots=True)
class OfPart:
    """A part of it, see `search.index`."""

    version: str
    words: str  # where its files of words begin
    away: str = ""  # the papers whose page is in another volume


@dataclass(frozen=True, slots=True)
class OfIndex:
    """What its index.js says, as far as the library needs it."""

    facets: tuple[OfFacet, ...]
    base: OfPart
    delta: OfPart


class Told(NamedTuple):
    """How many of something a volume has; of a day, how many entries, and how many of these are new."""

    volume: str
    number: int
    new: int = 0


def total(told: Iterable[Told]) -> int:
    """The sum of their numbers."""
    return sum(each.number for each in told)


def new(told: Iterable[Told]) -> int:
    """The papers that are new on a day: each is so in one volume."""
    return sum(each.new for each in told)


Days = Mapping[dt.date, Sequence[Told]]


@dataclass(frozen=True)
class Joined:
    """A library as its own pages see it."""

    settings: Settings
    held: Mapping[str, Summary]  # by the names of volumes, sorted

    def link(self, volume: str, target: str, page: str) -> str:
        """A link from the page at `page` to the one at `target` of a volume's site, both source paths."""
        return link(markup.literal(volume), addresses.beside(self.settings.volumes, target, volume), page)

    def linked(self, told: Iterable[Told], target: str, page: str, *, counted: bool = True) -> str:
        """Volumes with links to their pages at `target`, and with their numbers."""
        links = ((self.link(each.volume, target, page), number(each.number)) for each in told)
        return " · ".join(f"{volume} {number}" if counted else volume for volume, number in links)

    def site(self, volume: str) -> str:
        """The address of a volume's site; relative to the top of this one where that has none."""
        place = self.settings.volumes.replace(PLACE, volume)
        return urljoin(self.settings.url, place) if self.settings.url else place

    @cached_property
    def shares(self) -> dict[str, dict[int, list[Told]]]:
        """category -> year -> the papers of its volumes; in the order of the settings, oldest year first."""
        found: dict[str, dict[int, list[Told]]] = {}
        for volume, summary in self.held.items():
            for each in summary.shares:
                years = found.setdefault(each.category, {})
                years.setdefault(each.year, []).append(Told(volume, each.papers))
        return {code: dict(sorted(found[code].items())) for code in self.settings.categories if code in found}

    @cached_property
    def years(self) -> Counter[int]:
        """year -> papers whose ids are of it."""
        counts = Counter[int]()
        for years in self.shares.values():
            for year, told in years.items():
                counts[year] += total(told)
        return counts

    @cached_property
    def days(self) -> dict[int, Days]:
        """year -> date -> the volumes that have this day; newest first."""
        found: defaultdict[dt.date, list[Told]] = defaultdict(list)
        for volume, summary in self.held.items():
            for day in summary.days:
                found[day.date].append(Told(volume, day.announced, day.new))
        dates = groupby(sorted(found, reverse=True), key=lambda date: date.year)
        return {year: {date: found[date] for date in group} for year, group in dates}

    @property
    def all_days(self) -> list[tuple[dt.date, Sequence[Told]]]:
        """All days, newest first."""
        return [day for year in self.days.values() for day in year.items()]

    @cached_property
    def themes(self) -> dict[str, tuple[OfTheme, list[Told]]]:
        """slug -> a theme as the last volume names it, and its papers by volumes; sorted by name."""
        found: dict[str, tuple[OfTheme, list[Told]]] = {}
        for volume, summary in self.held.items():
            for each in summary.themes:
                former = found[each.slug][1] if each.slug in found else []
                found[each.slug] = each, [*former, Told(volume, each.papers)]
        return dict(sorted(found.items(), key=lambda item: (item[1][0].name.casefold(), item[0])))

    @cached_property
    def names(self) -> dict[str, list[tuple[Writer, list[Told]]]]:
        """beginning -> the names with pages that begin so, each with its volumes; in order."""
        found: dict[str, tuple[str, list[Told]]] = {}
        for volume, summary in self.held.items():
            for each in summary.names:
                found.setdefault(each.slug, (each.name, []))[1].append(Told(volume, each.papers))
        listed = [(Writer(name, slug, ()), told) for slug, (name, told) in found.items()]
        listed.sort(key=lambda each: (people.order(each[0]), each[0].slug))
        begun: dict[str, list[tuple[Writer, list[Told]]]] = {}
        for writer, told in listed:
            begun.setdefault(subjects.beginning(writer), []).append((writer, told))
        return dict(sorted(begun.items(), key=lambda item: (item[0] == subjects.OTHER_LETTERS, item[0])))
