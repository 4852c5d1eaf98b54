"""A paper as the fold makes it, and what is said of it: versions, sightings, cards."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from generator.model.listing import EntryType, Version
from generator.model.name import Author


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Where and when a paper was announced or seen."""

    date: dt.date
    source: str
    type: EntryType
    category: str | None = None
    version: int | None = None
    reconstructed: bool = False  # computed from a submission time by the announcement schedule


OWN = "daybook"
"""The source of the archive's own cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """What kind of paper it is, and the words that say so."""

    name: str  # e.g. "Code available", "Proof", "Survey"
    words: str  # plain text, as they stand in title, abstract or comments


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A few words about a paper: the archive's own, or another source's. The archive's own are plain text, no TeX."""

    source: str
    headline: str
    gist: str | None = None
    figures: tuple[str, ...] = ()
    badge: str | None = None  # another source's
    badges: tuple[Badge, ...] = ()  # the archive's own
    date: dt.date | None = None
    by: str | None = None  # who wrote an own card, where not the archive's rules: a person, or a language model's name
    machine: bool = False  # that author is a language model


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """An e-print with all its versions: the fold of its records. Text is as received (see the module's head)."""

    key: str  # file-safe, permanent: the squashed arXiv id, else slug-hash of the title
    arxiv_id: str | None
    version: int | None  # the highest that a source states; None: none states any
    title: str
    titles: tuple[str, ...]  # newest first
    authors: tuple[Author, ...] = ()
    authors_complete: bool = True
    abstract: str | None = None
    primary_category: str | None = None
    categories: tuple[str, ...] = ()  # canonical codes, primary first
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None  # of a journal or proceedings, else of a preprint
    other_dois: tuple[str, ...] = ()  # the others said of it, of a preprint or another place; in lower case
    report_no: str | None = None
    msc_class: str | None = None
    acm_class: str | None = None
    license: str | None = None
    submitted: dt.datetime | None = None  # of version 1
    updated: dt.datetime | None = None  # of the newest version; later than all in `versions` where that has no number
    withdrawn: bool = False
    versions: tuple[Version, ...] = ()  # those whose numbers are stated, oldest first
    sightings: tuple[Sighting, ...] = ()  # oldest first
    cards: tuple[Card, ...] = ()  # other sources'
    themes: tuple[str, ...] = ()  # slugs, best first
    links: tuple[str, ...] = ()  # http(s) addresses in abstract and comments
    formats: tuple[str, ...] = ()
    url: str | None = None
    provenance: tuple[tuple[str, str], ...] = ()  # (field, source) for each field that is known
    former: tuple[str, ...] = ()  # keys it was known by before: their pages redirect here

    @property
    def first_seen(self) -> dt.date:
        """The date of its oldest sighting."""
        return self.sightings[0].date


_date = cache(dt.date.fromisoformat)


class Outline(NamedTuple):
    """What is asked of a paper at each run. Texts, so that a table of them is read fast."""

    key: str
    stamp: str  # the hash of its records
    due: str  # its announcements as the schedule has them: "2026-03-03/new/1", separated by blanks
    past: str  # those of them on days that were never seen as listings
    first: str  # the date of its oldest sighting
    seen: str  # the dates of its sightings, separated by blanks
    slugs: str  # of its themes, best first, separated by blanks
    codes: str  # of its categories, primary first, a line each
    gone: str  # not empty: withdrawn
    title: str  # the hash of its title
    listed: str  # the hash of what pages of several papers tell of it
    whole: str  # the hash of all else
    words: str  # the hash of what themes are found in
    told: str  # the hash of what its card is made of; empty: it has no abstract
    kin: str  # the hash of what its neighbours depend on

    @property
    def first_seen(self) -> dt.date:
        """The date of its oldest sighting."""
        return _date(self.first)

    @property
    def themes(self) -> list[str]:
        """Slugs, best first."""
        return self.slugs.split()

    @property
    def categories(self) -> list[str]:
        """Codes, primary first."""
        return self.codes.split("\n") if self.codes else []

    @property
    def reconstructed(self) -> Iterator[tuple[dt.date, EntryType, int]]:
        """(date, announce type, version) of its announcements on days that were never seen as listings."""
        for told in self.past.split():
            date, kind, version = told.split("/")
            yield _date(date), cast("EntryType", kind), int(version)
