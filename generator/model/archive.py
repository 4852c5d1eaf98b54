"""The archive: its days, themes, digests and papers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.model.coverage import Coverage
from generator.model.listing import EntryType, Report, Statement
from generator.model.paper import Card, Outline, Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A paper's place on a day's page."""

    key: str  # of the paper
    type: EntryType
    categories: tuple[str, ...] = ()  # the listings it stood in
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A paper named in a digest."""

    key: str
    name: str  # plain text: its system's name, or its title


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """An editorial for a day, a week or a month, of the archive's own."""

    paragraphs: tuple[tuple[str | Mention, ...], ...]  # plain text and papers, in reading order
    by: str | None = None  # the language model's name, where one wrote it and not the archive's rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """All that was announced or said on one date."""

    date: dt.date
    announced: tuple[Announced, ...] = ()  # by type, then as listed
    cards: tuple[tuple[str, Card], ...] = ()  # (paper key, another source's card), as its page has them
    mentions: tuple[tuple[str, str], ...] = ()  # (paper key, source) of papers a report lists, in its order
    reports: tuple[Report, ...] = ()
    statements: tuple[Statement, ...] = ()
    reconstructed: bool = False  # never seen as a listing: computed from submission times

    def of_type(self, *types: EntryType) -> tuple[Announced, ...]:
        """The announced papers of these types, in order."""
        return tuple(a for a in self.announced if a.type in types)

    def all_keys(self) -> Iterator[str]:
        """The keys of all papers that the day's page tells of; some may come twice."""
        yield from (announced.key for announced in self.announced)
        yield from (key for key, _ in (*self.cards, *self.mentions))


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A subject of the archive's own choosing, with the rules that find its papers."""

    slug: str
    name: str
    definition: str
    phrases: Mapping[str, float] = field(default_factory=dict)  # phrase -> weight; counted three times in titles
    title: Mapping[str, float] = field(default_factory=dict)  # phrase -> weight in titles, in place of that in phrases
    categories: Mapping[str, float] = field(default_factory=dict)  # category code -> weight
    exclude: tuple[str, ...] = ()  # phrases that rule the theme out


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All that the records say, folded; and, once described, what the archive says of its papers itself."""

    papers: Mapping[str, Paper]  # by key
    days: tuple[Day, ...]  # oldest first
    outlines: Mapping[str, Outline] = field(default_factory=dict)  # by key, of all papers; empty: not made yet
    themes: tuple[Theme, ...] = ()
    redirects: Mapping[str, str] = field(default_factory=dict)  # former key -> key
    moved: Mapping[str, str] = field(default_factory=dict)  # page's path -> where the archive of older years has it
    as_of: dt.date | None = None  # the newest date held; None: the archive is empty
    coverage: tuple[Coverage, ...] = ()  # by category, then by date
    own_cards: Mapping[str, Card] = field(default_factory=dict)  # key -> the archive's own card
    # Of each paper, by key, the keys of those most like it, and of those of its authors, best first. Not asked: empty.
    related: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    same_authors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    digests: Mapping[dt.date, Digest] = field(default_factory=dict)  # those that a language model wrote
