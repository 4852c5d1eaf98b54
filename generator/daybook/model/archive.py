"""The archive: its papers, days, themes, digests and coverage, and what a language model said of them.

An answer is a line of content/summaries: what a model chose or wrote, or a refusal, so that it is not asked again.
Lines of earlier versions have other fields besides (`headline` with a `gist`, `paragraphs`): they say nothing here.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from daybook.model.listing import ANNOUNCED, REPLACED, EntryType, Person, Report, Statement
from daybook.model.paper import Card, Earlier, Edition, HeldVersion, Outline, Paper, Quote

CoverageState = Literal["complete", "quiet", "partial", "contradicted", "stale", "missing", "unasked", "reconstructed"]
"""How much of a category's announcement of a day is stored.

complete: all that arXiv states; quiet: nothing was announced; partial: fewer entries, or no listing states how many
there are; contradicted: what a listing shows agrees with its own totals, but another witness tells otherwise; stale:
only an older announcement was served under this date; missing: nothing, though something was due and was requested;
unasked: nothing, as it was not collected: neither requested nor saved; reconstructed: never listed, computed from
submission times.
"""
Witness = Literal["listing", "catchup", "feed", "oai", "api", "person"]
"""Who speaks for a day's completeness: arXiv's listing page, its catch-up page, its feed, the datestamps of OAI-PMH,
the API by date of submission, or a person who ingested a listing page."""
MOST_NAMED = 20
"""Ids that a contradiction names, at most, of either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """How a witness differs from the listing."""

    witness: Witness
    names: tuple[str, ...] = ()  # arXiv ids that it names, and the listing lacks; sorted
    lacks: tuple[str, ...] = ()  # arXiv ids that the listing has, and it lacks; sorted
    moves: tuple[str, ...] = ()  # arXiv ids that both have, but in different sections; sorted
    words: tuple[str, ...] = ()  # arXiv ids that it gives another title or other authors; sorted
    more: int = 0  # further ids of these kinds, beyond MOST_NAMED of each

    @property
    def ids(self) -> tuple[str, ...]:
        """All that it speaks of."""
        return (*self.names, *self.lacks, *self.moves, *self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many distinct entries of a section are stored, and how many arXiv states."""

    section: str  # "new", "cross" or "replace"
    stored: int
    stated: int | None = None  # None: no document states it


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much of one category's announcement of one day is stored, and what arXiv states of it."""

    category: str
    date: dt.date
    state: CoverageState
    tallies: tuple[Tally, ...] = ()  # of the sections that have entries or a stated total, in a listing's order
    total: int | None = None  # entries of all sections, as arXiv states; None: no document states it
    source: str | None = None  # the source that says so: the listing, if one was read
    note: str = ""  # why, in plain words
    witnesses: tuple[Witness, ...] = ()  # who says that this is all; a complete day with one only awaits a second
    contradictions: tuple[Contradiction, ...] = ()  # of those who say otherwise
    acknowledged: str | None = None  # what archive.yml says of a day that stays as it is; None: it does not name it

    @property
    def stored(self) -> int:
        """The number of entries stored, of all sections."""
        return sum(tally.stored for tally in self.tallies)

    @property
    def lone(self) -> bool:
        """Whether one witness alone says that the day is complete or quiet."""
        return self.state in ("complete", "quiet") and len(self.witnesses) == 1

    @property
    def confirmed(self) -> bool:
        """Whether more than one witness says that the day is complete or quiet, or no document is needed for that."""
        return self.state in ("complete", "quiet") and not self.lone


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A paper's place on a day's page."""

    key: str  # of the paper
    type: EntryType
    categories: tuple[str, ...] = ()  # the categories whose listings had it
    places: tuple[int, ...] = ()  # its number on the listing page of each, as printed; 0: not known; none: none is
    version: int | None = None
    teller: str = ""  # the archives that tell so, where nothing else says so; see `registry.teller`

    @property
    def order(self) -> tuple[int, str]:
        """What sorts the announcements of a day: the best types first."""
        return ANNOUNCED.index(self.type), self.key

    def place(self, held: Sequence[int]) -> int:
        """Which of the versions that are held, in order, has the words that came: its own, else the last before that,
        else the oldest; where no version is stated, the newest of a paper that was replaced. No later version changes
        what is stated."""
        if self.version or self.type not in REPLACED:
            return max(0, bisect_right(held, self.version or 1) - 1)
        return len(held) - 1

    def came(self, known: Outline) -> tuple[HeldVersion, ...]:
        """The versions of the paper up to the one that came, as far as their words are held."""
        return known.editions[: self.place([held.version for held in known.editions]) + 1]

    def earlier(self, known: Outline) -> Earlier | None:
        """The version that came, where days show other words of it than lists do of the paper."""
        version = self.came(known)[-1].version if known.earlier else 0
        return next((each for each in known.earlier if each.version == version), None)

    def hashes(self, known: Outline) -> object:
        """What tells whether a day says of the paper what it said before."""
        return self.came(known), self.earlier(known) or (known.listed_hash, known.card_hash)

    def words(self, paper: Paper) -> Edition:
        """The words of the paper that came, as far as they are held."""
        return paper.held[self.place([words.version for words in paper.held])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A paper named in a digest."""

    key: str
    name: str  # plain text: its title, or its system's name


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeMention:
    """A theme in a digest."""

    name: str  # plain text
    theme: str  # its slug


Line = tuple[str | Mention | ThemeMention | Quote, ...]
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
    former: tuple[str, ...] = ()  # slugs that it once had, whose addresses lead to it


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
    previous: Mapping[str, Outline]  # of those papers that there were: as they were
    log_hash: str = ""  # of all that the archive holds now
    related: frozenset[str] = frozenset()  # of papers to which others are related now


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All records folded; once described, also what the archive itself says of its papers. Filled in stages, each of
    which leaves what the next ones fill at its default."""

    # By fold/folding.py of all records, or by archive/refolding.py where the last build's are known
    papers: Mapping[str, Paper]  # by key
    days: tuple[Day, ...]  # oldest first
    outlines: Mapping[str, Outline] = field(default_factory=dict)  # by key, of all papers; empty: not made
    redirects: Mapping[str, str] = field(default_factory=dict)  # former key -> key
    as_of: dt.date | None = None  # the newest date in it; None: the archive is empty
    coverage: tuple[Coverage, ...] = ()  # by category, then by date; empty: not judged
    # By archive/refolding.py alone; `describing.based` and `comparing` add to it. None: not known, so all is touched.
    touched: Touched | None = None
    # By archive/load.py, of the published archive alone
    unread: tuple[str, ...] = ()  # files of the log, by name, of which not all lines could be read
    # By archive/load.py: what files of people say; all but the themes of the published archive alone
    themes: tuple[Theme, ...] = ()  # as themes.yml has them
    moved: Mapping[str, str] = field(default_factory=dict)  # path of a page -> its address in the older years' archive
    homes: Mapping[str, str] = field(default_factory=dict)  # key of a paper of another volume -> its page there
    people: tuple[Person, ...] = ()  # as authors.yml names them
    watches: tuple[Watch, ...] = ()  # as watch.yml has them
    # By archive/describing.py, in this order
    threads: Mapping[dt.date, tuple[Thread, ...]] = field(default_factory=dict)  # of days, by a language model
    digests: Mapping[dt.date, Digest] = field(default_factory=dict)  # digests written by a language model
    own_cards: Mapping[str, Card] = field(default_factory=dict)  # key -> the archive's own card
    # (key, version) -> the card that rules made of that version, where its title or abstract is not the newest.
    earlier_cards: Mapping[tuple[str, int], Card] = field(default_factory=dict)
    watched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # key -> slugs of the watches that find it
    bases: Mapping[dt.date, Basis] = field(default_factory=dict)  # of the days' digests, oldest first
    # By key: the keys of the most similar papers, best first. Last, as it takes longest; empty: not computed.
    related: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Said = tuple[str | Mention, ...]
"""A sentence in which papers are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A sentence of a plain abstract, by its place: a later version of Daybook may divide the text otherwise."""

    start: int  # in characters
    end: int
    plain: str  # the hash of the plain abstract


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Whose answer a line is, and to what."""

    model: str  # as its server names it
    prompt: str  # Prompt.version
    written: dt.date  # UTC
    refused: tuple[str, ...] = ()  # what was wrong with the last answer, or with what is not kept of it


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAnswer(Answer):
    """The sentences that a model chose for one text of a paper, and the headline that it wrote."""

    paper: str  # its key at the time, for people who read the file
    text: str  # the hash of its title and abstract as received: a new version is another text
    result: Pick | None = None
    what: Pick | None = None
    best: Literal["result", "what"] = "result"
    headline: str = ""  # plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedThread:
    """A thread of a day, with the papers' keys at the time."""

    heading: str
    papers: tuple[str, ...]
    lines: tuple[tuple[str, Pick], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayAnswer(Answer):
    """The threads that a model found among a day's papers, and the editorial that it wrote."""

    day: dt.date
    papers: str  # the hash of the papers it was asked about
    threads: tuple[PickedThread, ...] = ()
    sentences: tuple[Said, ...] = ()  # each with mentions of the papers it rests on
