"""The archive: its papers, days, themes and digests."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.model.coverage import Coverage
from generator.model.listing import EntryType, Report, Statement
from generator.model.name import Person
from generator.model.paper import Card, Outline, Paper, Quote


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A paper named in a digest."""

    key: str
    name: str  # plain text: its system's name, or its title


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the papers in a line of a digest have in common: a theme, a primary category, or what the name says."""

    name: str  # plain text
    theme: str | None = None  # its slug
    category: str | None = None  # its code


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """The papers of a subject that a line of a digest does not name."""

    subject: Subject
    papers: int

    @property
    def name(self) -> str:
        """In words: `and 7 more`."""
        return f"and {self.papers:,} more"


Line = tuple[str | Mention | Subject | Rest, ...]
"""Plain text, papers and subjects, in reading order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A list within a digest. A line begins with the subject of the papers that it counts, or with its only paper."""

    lines: tuple[Line, ...]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Everything that was announced or said on one date."""

    date: dt.date
    announced: tuple[Announced, ...] = ()  # by type, then as listed
    cards: tuple[tuple[str, Card], ...] = ()  # (paper key, another source's card), in the page's order
    mentions: tuple[tuple[str, str], ...] = ()  # (paper key, source) of papers listed in a report, in its order
    reports: tuple[Report, ...] = ()
    statements: tuple[Statement, ...] = ()
    reconstructed: bool = False  # no listing was read: computed from submission times

    def of_type(self, *types: EntryType) -> tuple[Announced, ...]:
        """The announced papers of these announce types, in order."""
        return tuple(a for a in self.announced if a.type in types)

    def all_keys(self) -> Iterator[str]:
        """The keys of all papers on the day's page; some may come twice."""
        yield from (announced.key for announced in self.announced)
        yield from (key for key, _ in (*self.cards, *self.mentions))


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
    # By key: the keys of the most similar papers, and of others by its authors, best first. Empty: not computed.
    related: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    same_authors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    digests: Mapping[dt.date, Digest] = field(default_factory=dict)  # digests written by a language model
    threads: Mapping[dt.date, tuple[Thread, ...]] = field(default_factory=dict)  # of days, by a language model
