"""The archive: its papers, days, themes and digests."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from daybook.model.coverage import Coverage
from daybook.model.listing import EntryType, Report, Statement
from daybook.model.name import Person
from daybook.model.paper import Card, Earlier, Edition, Held, Outline, Paper, Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A paper's place on a day's page."""

    key: str  # of the paper
    type: EntryType
    categories: tuple[str, ...] = ()  # the categories whose listings had it
    places: tuple[
        int, ...
    ] = ()  # its number on the listing page of each, as arXiv prints it; 0: not known; none: none is
    version: int | None = None

    def place(self, held: Sequence[int]) -> int:
        """Which of the versions that are held, in order, has the words that came: its own, else the last before that,
        else the oldest; where no version is stated, the newest of a paper that was replaced. No later version changes
        what is stated."""
        if self.version or self.type not in ("replace", "replace-cross"):
            return max(0, bisect_right(held, self.version or 1) - 1)
        return len(held) - 1

    def came(self, known: Outline) -> tuple[Held, ...]:
        """The versions of the paper up to the one that came, as far as their words are held."""
        return known.editions[: self.place([held.version for held in known.editions]) + 1]

    def earlier(self, known: Outline) -> Earlier | None:
        """The version that came, where days show other words of it than lists do of the paper."""
        version = self.came(known)[-1].version if known.earlier else 0
        return next((each for each in known.earlier if each.version == version), None)

    def words(self, paper: Paper) -> Edition:
        """The words of the paper that came, as far as they are held."""
        return paper.held[self.place([words.version for words in paper.held])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A paper named in a digest."""

    key: str
    name: str  # plain text: its title, or its system's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A theme in a digest."""

    name: str  # plain text
    theme: str  # its slug


Line = tuple[str | Mention | Subject | Quote, ...]
"""Plain text, papers, themes and sentences, in reading order; a sentence is of the paper named before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A list within a digest."""

    heading: str  # plain text; empty: none
    lines: tuple[Line, ...]
    by: str | None = None  # the language model that put these papers together; None: the archive's rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """The archive's own editorial for a day, a week or a month."""

    paragraphs: tuple[Line | Points, ...]  # in reading order
    by: str | None = None  # the language model that wrote it; None: the archive's rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """Papers of a day that share a question, as a language model put them together."""

    heading: str  # two to six words, in a row, of the title of one of them
    papers: tuple[str, ...]  # their keys, the most telling first
    lines: tuple[tuple[str, Quote], ...]  # (key, sentence) of the two or three that are quoted
    by: str  # the model


class Shared(NamedTuple):
    """Papers of a day that share a question, as rules find them."""

    heading: str  # two to six words, in a row, of the title of one of them
    papers: tuple[str, ...]  # their keys, those nearest to the others first
    weight: float  # how rare is what they share


class Basis(NamedTuple):
    """What the digest of a day rests on besides its cards, in the words announced on that day.

    A tuple that is kept from run to run: no later day changes it.
    """

    listings: Mapping[str, int]  # category -> papers in its listing; empty: no listing was read
    themes: Mapping[str, tuple[str, ...]]  # slug -> keys of the new and cross-listed papers that have it
    threads: tuple[Shared, ...] = ()  # the best first
    withdrawn: tuple[str, ...] = ()  # keys
    revised: tuple[tuple[str, int, int], ...] = ()  # (key, new words of the abstract, all its words)

    @property
    def total(self) -> int:
        """How many papers are new or cross-listed."""
        return len(set().union(*self.themes.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Everything that was announced or said on one date."""

    date: dt.date
    announced: tuple[Announced, ...] = ()  # by type, then as listed
    # Papers that were not announced that day: of other sources' cards and reports, in their order, and those first
    # heard of there from a document that announces nothing. Their types are card, report and harvest.
    seen: tuple[Announced, ...] = ()
    cards: tuple[tuple[str, Card], ...] = ()  # (paper key, another source's card), in the page's order
    mentions: tuple[tuple[str, str], ...] = ()  # (paper key, source) of papers listed in a report, in its order
    reports: tuple[Report, ...] = ()
    statements: tuple[Statement, ...] = ()
    reconstructed: bool = False  # no listing was read: computed from submission times

    def of_type(self, *types: EntryType) -> tuple[Announced, ...]:
        """The papers of these types, in order."""
        return tuple(item for item in self.papers if item.type in types)

    @property
    def papers(self) -> tuple[Announced, ...]:
        """Every paper of the day once: what was announced, then what was only seen."""
        return (*self.announced, *self.seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A subject defined by the archive, with the rules that assign papers to it."""

    slug: str
    name: str
    definition: str
    phrases: Mapping[str, float] = field(default_factory=dict)  # phrase -> weight
    plain: bool = False  # whether the phrases were a plain list, weighted by the rarity of their words
    title: Mapping[str, float] = field(default_factory=dict)  # phrase -> weight in titles, overriding `phrases`
    categories: Mapping[str, float] = field(default_factory=dict)  # category code -> weight
    only: tuple[str, ...] = ()  # codes of the categories whose papers it may be given to; empty: all papers
    exclude: tuple[str, ...] = ()  # phrases that exclude a paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What the archive's owner looks out for. It finds papers by words and authors; themes and categories narrow that.

    Within each field one of its values is enough. Without words and authors, themes and categories alone decide.
    """

    slug: str
    name: str
    note: str = ""
    words: tuple[str, ...] = ()  # words and phrases
    authors: tuple[str, ...] = ()  # names
    themes: tuple[str, ...] = ()  # slugs
    categories: tuple[str, ...] = ()  # codes
    exclude: tuple[str, ...] = ()  # words and phrases that exclude a paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What the log's changes since the last build touch; all else is as it was."""

    keys: frozenset[str]  # of papers that are new, or others now, or gone
    dates: frozenset[dt.date]  # of days that are new, or others now, or gone
    recorded: frozenset[dt.date]  # of the records and statements that came or went
    before: Mapping[str, Outline]  # of those papers that there were
    log: str = ""  # the hash of all that the archive holds now
    beside: frozenset[str] = frozenset()  # of papers that others stand beside now


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All records folded; once described, also what the archive itself says of its papers."""

    papers: Mapping[str, Paper]  # by key
    days: tuple[Day, ...]  # oldest first
    outlines: Mapping[str, Outline] = field(default_factory=dict)  # by key, of all papers; empty: not made
    themes: tuple[Theme, ...] = ()
    people: tuple[Person, ...] = ()  # as authors.yml names them
    watches: tuple[Watch, ...] = ()
    watched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # key -> slugs of the watches that find it
    redirects: Mapping[str, str] = field(default_factory=dict)  # former key -> key
    moved: Mapping[str, str] = field(
        default_factory=dict
    )  # path of a page -> its address in the archive of older years
    as_of: dt.date | None = None  # the newest date in it; None: the archive is empty
    coverage: tuple[Coverage, ...] = ()  # by category, then by date
    own_cards: Mapping[str, Card] = field(default_factory=dict)  # key -> the archive's own card
    # (key, version) -> the card that rules made of that version, where its title or abstract is not the newest.
    earlier_cards: Mapping[tuple[str, int], Card] = field(default_factory=dict)
    # By key: the keys of the most similar papers, best first. Empty: not computed.
    related: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    digests: Mapping[dt.date, Digest] = field(default_factory=dict)  # digests written by a language model
    threads: Mapping[dt.date, tuple[Thread, ...]] = field(default_factory=dict)  # of days, by a language model
    bases: Mapping[dt.date, Basis] = field(default_factory=dict)  # of the days' digests, oldest first
    touched: Touched | None = None  # None: not known, so all is
