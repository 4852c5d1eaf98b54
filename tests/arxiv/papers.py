"""The nouns of the synthetic arXiv: a paper, and what becomes of it on which date."""

import bisect
import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from daybook.model.arxiv import canonical

EventKind = Literal["new", "cross", "replace", "reference"]
"""What moves a paper's datestamp; `reference`, a journal reference alone, is announced nowhere."""

Type = Literal["new", "cross", "replace", "replace-cross"]
ORDER: tuple[Type, ...] = ("new", "cross", "replace", "replace-cross")
LISTED_VERSIONS = 5
"""Listings hide the replacements that make a later version."""


@dataclass(frozen=True)
class Author:
    """A name as it is stored, maybe with TeX accents, and as pages show it."""

    stored: str
    forenames: str
    keyname: str
    affiliation: str | None = None

    @property
    def shown(self) -> str:
        return f"{self.forenames} {self.keyname}"


@dataclass(frozen=True)
class Version:
    number: int
    submitted: dt.datetime  # UTC
    size: int  # kB; 0: withdrawn

    @property
    def withdrawn(self) -> bool:
        return self.size == 0


@dataclass(frozen=True)
class State:
    """A paper's metadata at one time. Text as it is stored."""

    title: str
    abstract: str  # paragraphs begin with two blanks
    authors: tuple[Author, ...]
    categories: tuple[
        str, ...
    ]  # as stored, primary first; aliases may stand beside or in place of their canonical name
    versions: tuple[Version, ...]
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    license: str = "http://arxiv.org/licenses/nonexclusive-distrib/1.0/"

    @property
    def shown_categories(self) -> tuple[str, ...]:
        """Canonical names, each once, primary first."""
        return tuple(dict.fromkeys(map(canonical, self.categories)))

    @property
    def primary(self) -> str:
        return self.shown_categories[0]

    @property
    def version(self) -> Version:
        return self.versions[-1]


@dataclass(frozen=True)
class Event:
    """A change, and the paper's state from then on."""

    date: dt.date  # of the announcement, Eastern, and the datestamp
    kind: EventKind
    state: State
    added: tuple[str, ...] = ()  # of a cross-list: canonical names


@dataclass(frozen=True)
class Paper:
    id: str
    events: tuple[Event, ...]  # oldest first, never two on a date

    @cached_property
    def _dates(self) -> list[dt.date]:
        return [event.date for event in self.events]

    def at(self, day: dt.date) -> Event | None:
        """The last change until this date; None: the paper is not there yet."""
        found = bisect.bisect_right(self._dates, day)
        return self.events[found - 1] if found else None

    def on(self, day: dt.date) -> Event | None:
        """The change on this date."""
        event = self.at(day)
        return event if event and event.date == day else None


@dataclass(frozen=True)
class Announcement:
    """A paper in a listing or feed."""

    paper: Paper
    type: Type
    state: State

    @property
    def id(self) -> str:
        return self.paper.id
