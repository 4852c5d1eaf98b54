"""A paper as the fold makes it, with its versions, sightings and cards; its outline, kept from run to run; and what
other programs are told of it: its columns, their types and what they mean.

All formats come from the list of columns (exports/tables.py; exports/api.py for schemas and the data package), and
other archives' papers are read by it (sources/other_archive.py). A new column is a field or property of `Paper`, and a
line at the end of `PAPER`, which stands `AT_THE_END` of all tables, or `In` some. Say `derived` of what an archive
works out from the rest, as it does themes, and need not read back from another one; anything else is decoded, with
`absent` where earlier exports lack it, and the reader puts it into the entry that it makes of a line.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Any, Literal, NamedTuple, get_args

from daybook.model import ids
from daybook.model.listing import ANNOUNCED, Author, EntryType, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Where and when a paper was announced or seen."""

    date: dt.date
    source: str
    type: EntryType
    category: str | None = None
    version: int | None = None
    reconstructed: bool = False  # computed from a submission time and the announcement schedule
    teller: str = ""  # the archives that tell so, see `registry.teller`


Shows = Callable[[str], bool]
"""Whether the words of a source may be shown."""
OWN = "daybook"
"""The source of the archive's own cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A kind of paper or of material that comes with it, and the words that say so."""

    name: str  # e.g. "Code available", "Proof", "Survey"
    words: str  # plain text, quoted from title, abstract or comments


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence of a paper's abstract as a card shows it: not a word is changed."""

    text: str  # plain[start:end] with a capital; where more of the sentence follows, "…" behind it
    start: int  # in the plain abstract, in characters; behind a lead-in such as "In this paper, "
    end: int
    marks: tuple[tuple[int, int], ...] = ()  # the numbers in `text`, with unit, comparison and bound: (start, end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands under a paper's title: sentences of its abstract, or the words of a person or of another source."""

    source: str
    headline: str  # plain text; of the archive's own card the paper's title, unless a person or a model wrote one
    gist: str | None = None  # one line, written by a person or another source
    result: Quote | None = None  # the sentence that says what was found
    what: Quote | None = None  # the sentence that says what was done
    best: Literal["result", "what"] = "result"  # which of them stands in lists, if both are there
    version: int | None = None  # the version of the abstract that is quoted; None: the paper's only one, or not known
    figures: tuple[str, ...] = ()  # of a person's card
    source_badge: str | None = None  # another source's word for what kind of paper it is
    badges: tuple[Badge, ...] = ()  # of the archive's own card
    date: dt.date | None = None
    by: str | None = None  # of an own card: the person who wrote it or the model that chose; None: the archive's rules
    machine: bool = False  # `by` is a language model: it chose the sentences, and wrote the headline if no title is
    teller: str = ""  # of another source's: the archives that tell so, see `registry.teller`

    @property
    def by_person(self) -> bool:
        """Whether a person wrote this card of the archive's own."""
        return self.by is not None and not self.machine

    @property
    def quotes(self) -> dict[str, Quote]:
        """Its sentences, as `result` and `what`, those that there are; one that says both is the result."""
        said = (("result", self.result), ("what", None if self.what == self.result else self.what))
        return {name: quote for name, quote in said if quote}

    def beside(self, abstract: str | None) -> Card:
        """The card where this is shown of the abstract: without one, nothing of it is quoted."""
        return self if abstract or not self.quotes else replace(self, result=None, what=None, badges=())

    @property
    def quote(self) -> Quote | None:
        """The sentence that lists show."""
        first, second = (self.what, self.result) if self.best == "what" else (self.result, self.what)
        return first or second

    @property
    def line(self) -> str:
        """The line that lists show: what was written, else the sentence; empty if there is neither."""
        return self.gist or (self.quote.text if self.quote else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The words of one version, as records of that version give them; text as received."""

    version: int
    title: str
    authors: tuple[str, ...] = ()  # names in order; empty: no record of this version has a whole list
    comments: str | None = None  # None: no record of this version gives any
    abstract: str | None = None  # None likewise
    names: tuple[str, ...] = ()  # as `authors`, but of a list that may be cut; empty: those of the newest
    categories: tuple[str, ...] = ()  # canonical codes, as first stated with these words; empty: those of the newest
    themes: tuple[str, ...] | None = None  # of these words; None: those of the newest

    @property
    def listed(self) -> tuple[object, ...]:
        """What lists show of it, and tell it from others by."""
        return self.title, self.abstract, self.names, self.categories, self.themes

    @property
    def carded(self) -> tuple[str, ...]:
        """All that a card is made of; empty: there is no abstract, and so no card."""
        return (self.title, self.abstract, self.comments or "") if self.abstract else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What another archive tells of a paper's versions, and arXiv's own word does not."""

    teller: str  # see `registry.teller`
    version: int | None = None  # newer than any that is known otherwise; None: no such
    withdrawn: bool = False
    titles: tuple[str, ...] = ()  # former ones
    unheard: tuple[int, ...] = ()  # the versions of which they are told, as far as they are older and not held
    denied: dt.date | None = (
        None  # when arXiv last described the newest version without it; None: not since it was told
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """An e-print with all its versions: the fold of its records. Text is as received (see `daybook.model`)."""

    key: str  # file-safe, permanent: the squashed arXiv id, else slug-hash of the title
    arxiv_id: str | None
    version: int | None  # the highest that a source states; None: no source states one
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
    other_dois: tuple[str, ...] = ()  # further DOIs that sources state, in lower case
    report_no: str | None = None
    msc_class: str | None = None
    acm_class: str | None = None
    license: str | None = None
    submitted: dt.datetime | None = None  # of version 1
    updated: dt.datetime | None = None  # of the newest version, which is not in `versions` if its number is unknown
    withdrawn: bool = False
    versions: tuple[Version, ...] = ()  # versions whose numbers are stated, oldest first
    editions: tuple[Edition, ...] = ()  # of the versions whose words are held, oldest first; empty if only one is
    sightings: tuple[Sighting, ...] = ()  # oldest first
    cards: tuple[Card, ...] = ()  # other sources'
    themes: tuple[str, ...] = ()  # slugs, best first
    links: tuple[str, ...] = ()  # http(s) addresses in abstract and comments
    formats: tuple[str, ...] = ()
    url: str | None = None
    provenance: tuple[tuple[str, str], ...] = ()  # (field, source) for each field that is known
    tellers: tuple[tuple[str, str], ...] = ()  # (field, the archives that tell it) for each that the source did not
    claims: tuple[Claim, ...] = ()  # by teller
    former: tuple[str, ...] = ()  # its earlier keys, whose pages redirect to its page

    @property
    def first_seen(self) -> dt.date:
        """The date of its oldest sighting; of those that other archives tell, only where there is no other."""
        return next((each.date for each in self.sightings if not each.teller), self.sightings[0].date)

    @property
    def newest(self) -> Edition:
        """Its own words."""
        return Edition(
            version=self.version or 1, title=self.title, comments=self.comments, abstract=self.abstract,
            names=tuple(author.name for author in self.authors), categories=self.categories, themes=self.themes,
        )  # fmt: skip

    @property
    def held(self) -> tuple[Edition, ...]:
        """The words of each version that is held, oldest first, and at last its own, if they are others. What is not
        known of one is as in its own."""
        own = self.newest
        held = tuple(
            replace(
                each, abstract=each.abstract or own.abstract, names=each.names or own.names,
                categories=each.categories or own.categories, themes=own.themes if each.themes is None else each.themes,
            )
            for each in self.editions
        )  # fmt: skip
        if held and (held[-1].title, held[-1].abstract) != (own.title, own.abstract):
            return (*held, replace(own, version=held[-1].version + 1))  # nobody states of which they are
        return held or (own,)

    def is_withdrawn(self, version: int | None) -> bool:
        """Whether this version withdraws it. None: its newest."""
        if version in (None, self.version):
            return self.withdrawn
        return any(each.withdrawn for each in self.versions if each.version == version)

    @property
    def has_history(self) -> bool:
        """Whether there is more to tell of its versions than when the only one came."""
        return len(self.versions) > 1 or any(version.withdrawn for version in self.versions)

    @property
    def former_titles(self) -> list[str]:
        """The titles it had that its editions do not tell, newest first; as received."""
        told = {self.title, *(edition.title for edition in self.editions)}
        return [title for title in self.titles if title not in told]

    @property
    def earlier(self) -> tuple[Edition, ...]:
        """The versions of which days show other words, or other marks, than lists do of it."""
        newest = self.newest.listed, self.withdrawn
        return tuple(each for each in self.held if (each.listed, self.is_withdrawn(each.version)) != newest)

    @property
    def abstract_version(self) -> int | None:
        """The version whose abstract it has; None where it is not known, or the words of one version are held."""
        same = (each.version for each in self.editions if each.abstract and each.abstract == self.abstract)
        return max(same, default=None) if len(self.editions) > 1 else None

    @property
    def order(self) -> str:
        """What sorts papers by time: the month and number of the id, which are known from the first day and never
        change, as the time of submission is not; else when it was first seen."""
        if not self.arxiv_id:
            return self.first_seen.isoformat()
        return f"{ids.year(self.arxiv_id)}-{ids.month(self.arxiv_id)[2:]} {self.arxiv_id}"

    @property
    def comparable(self) -> tuple[str, str, str | None]:
        """What related papers are found by: the month in which it was first seen, and the title and abstract that came
        then."""
        said = self.held[0]
        return self.first_seen.isoformat()[:7], said.title, said.abstract

    @property
    def teller(self) -> str:
        """The archives that tell of it and of its versions, where nothing of arXiv's own was read; else empty."""
        return dict(self.tellers).get("title", "")

    def announcer(self, date: dt.date) -> str:
        """The archives that tell that it was announced on a day, where nothing else says so; else empty."""
        tellers = {each.teller for each in self.sightings if each.date == date and each.type in ANNOUNCED}
        return min(tellers, default="")

    def shown_abstract(self, shows: Shows) -> str | None:
        """Its abstract, where there is one and its source's words may be shown."""
        source = next((source for name, source in self.provenance if name == "abstract"), None)
        return self.abstract if source is None or shows(source) else None

    def shown(self, shows: Shows) -> Paper:
        """The paper without the words of sources that may not be shown."""
        cards, abstract = tuple(card for card in self.cards if shows(card.source)), self.shown_abstract(shows)
        same = abstract == self.abstract and len(cards) == len(self.cards)
        return self if same else replace(self, abstract=abstract, cards=cards)

    def beside(self, own: Card | None) -> Paper:
        """The paper with the archive's own card before those of other sources."""
        return replace(self, cards=(own.beside(self.abstract), *self.cards)) if own else self


class Scheduled(NamedTuple):
    """An announcement of a paper by arXiv's schedule, computed from the time a version was submitted."""

    date: dt.date
    type: EntryType
    version: int | None


class HeldVersion(NamedTuple):
    """A version whose words are held."""

    version: int
    words_hash: str  # of its words, and whether it withdraws the paper
    shown_hash: str  # of what days show of it


class Earlier(NamedTuple):
    """What lists need to know of a version of which they show other words than of the newest."""

    version: int
    card_hash: str  # of the text that its card is made from; empty: it has no abstract
    themes: tuple[str, ...]
    categories: tuple[str, ...]


def first_seen(papers: Iterable[Outline]) -> Iterator[dt.date]:
    """The date of the oldest sighting of each of these; quicker than to ask one by one."""
    return map(itemgetter(0), map(attrgetter("seen"), papers))


class Outline(NamedTuple):
    """What each run needs of every paper, so that most papers need not be folded. A tuple, which loads fast."""

    key: str
    records_hash: str
    due: tuple[Scheduled, ...]  # its announcements by the schedule
    reconstructed: tuple[Scheduled, ...]  # those in `due` on days of which no listing was read
    seen: tuple[dt.date, ...]  # the dates of its sightings, oldest first, but before all the one when it was first seen
    themes: tuple[str, ...]  # slugs, best first
    categories: tuple[str, ...]  # canonical codes, primary first
    withdrawn: bool
    title: str  # plain
    authors: tuple[str, ...]  # names as printed, plain, each once; of a very long list the first, and collaborations
    cited_hash: str  # of what the pages of other papers say of it
    listed_hash: str  # of what lists of papers show of it
    page_hash: str  # of everything else on its page
    theme_hash: str  # of the text that themes are assigned by
    card_hash: str  # of the text that its card is made from; empty: it has no abstract, and so no card
    abstract_version: int | None  # the version whose abstract that is; None: not known, or the only one held
    earlier: tuple[Earlier, ...]  # the versions of which days show other words
    related_hash: str  # of what its related papers depend on
    editions: tuple[HeldVersion, ...]  # in order

    @property
    def first_seen(self) -> dt.date:
        """As of the paper."""
        return self.seen[0]


NEEDED, LEFT_OUT = object(), object()


def _tellers(told: Sighting | Card) -> object:
    return told.teller.split(",") if told.teller else LEFT_OUT


class In(NamedTuple):
    """Where among the columns of each table of papers one stands, from 1; 0: that table does not have it. Programs know
    columns by their order, too: none is ever moved."""

    csv: int = 0
    parquet: int = 0
    sqlite: int = 0


LAST = 1_000
"""Behind all columns that have a place of their own; several are in the order of `PAPER`."""
NOWHERE, AT_THE_END = In(), In(LAST, LAST, LAST)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, or a field of an object."""

    name: str
    type: str
    """`text` as received; `plain`: in plain Unicode; `number`, `flag`, `day` (US Eastern), `time` (UTC, to the second),
    `row`: an object of `columns`; with `?` behind it where it may be null, with `*` for a list."""
    meaning: str
    get: Callable[[Any], object] | None = None  # takes it from what a row is about; None: the attribute of this name
    columns: tuple[Column, ...] = ()
    item: str = ""  # what an object of a list is
    choices: tuple[object, ...] = ()  # all values that it may have
    least: int | None = None
    unique: bool = False  # whether no item stands in a list twice
    left_out: bool = False  # whether it is left out where its value is LEFT_OUT
    absent: object = None
    """What a line without it says, where another archive is read: NEEDED: it cannot be read; None: as its type has it,
    null, an empty list, or no."""
    derived: bool = False  # whether each archive works it out for itself, so that it is not read back
    tables: In = NOWHERE  # besides lines of JSON, which have all columns of `PAPER` in their order
    brief: str = ""  # its meaning as the schema of the database says it; empty: its name says enough

    @property
    def base(self) -> str:
        """The type of a value that is there."""
        return self.type.rstrip("?*")

    @property
    def many(self) -> bool:
        """Whether it is a list."""
        return self.type.endswith("*")

    @property
    def optional(self) -> bool:
        """Whether it may be null."""
        return self.type.endswith("?")


def _quote(name: str) -> Callable[[Card], tuple[Card, Quote] | None]:
    return lambda card: (card, getattr(card, name)) if getattr(card, name) else None


VERSION = (
    Column("version", "number", "Its number", least=1),
    Column("submitted", "time?", "When it was submitted, in UTC; null: not known"),
    Column("title", "plain?", "Its title, in plain Unicode; null: not known"),
)
_TOLD_BY = Column(
    "told_by", "text*", "The archives by which this one knows of it, last one first: hosts, or `archive` for a file",
    _tellers, left_out=True,
)  # fmt: skip
SIGHTING = (
    Column("date", "day", "Date, US Eastern"),
    Column("source", "text", "Source that says so"),
    Column("type", "text", "Announce type; harvest: metadata alone; card, report: another site's words",
           choices=get_args(EntryType)),
    Column("category", "text?", "Code of the category whose listing had it"),
    Column("version", "number?", "Version announced; null: not stated", least=1),
    _TOLD_BY,
)  # fmt: skip
QUOTE = (
    Column("text", "text",
           "The sentence, with a capital and without words that only lead to it; … where more of it follows",
           lambda quoted: quoted[1].text),
    Column("version", "number?",
           "The version whose abstract it stands in; null: the only one that is held, or not known",
           lambda quoted: quoted[0].version, least=1),
    Column("start", "number", "Where it begins in that abstract in plain Unicode, in characters",
           lambda quoted: quoted[1].start, least=0),
    Column("end", "number", "Where it ends there", lambda quoted: quoted[1].end, least=0),
)  # fmt: skip
CARD = (
    Column("source", "text", "Who wrote it"),
    Column("headline", "text", "Its headline"),
    Column("gist", "text?",
           "The line that lists show: what somebody wrote, else the sentence of `result` or of `what`",
           lambda card: card.line or None),
    Column("result", "row?",
           "The sentence of the abstract that says what was found, verbatim; null: none was found or is shown",
           _quote("result"), QUOTE, derived=True),
    Column("what", "row?",
           "The sentence of the abstract that says what was done, verbatim; null: none was found or is shown",
           _quote("what"), QUOTE, derived=True),
    Column("figures", "text*", "Numerical results that a person or another source gives", derived=True),
    Column("badge", "text?",
           "A kind of paper or material, such as `Code available`; several are separated by `; `",
           lambda card: card.source_badge or "; ".join(badge.name for badge in card.badges) or None),
    Column("by", "text?",
           "Of the archive's own: the person who wrote it or the language model that chose its sentences; null: the"
           " archive's rules", derived=True),
    Column("date", "day?", "When it was published; null for the archive's own"),
    _TOLD_BY,
)  # fmt: skip
PAPER = (
    Column("key", "text",
           "The paper's key: its arXiv id without the slash, else words of its title and a hash. It never changes.",
           tables=In(1, 1, 1), brief="the arXiv id without slash, else words of the title and a hash"),
    Column("arxiv_id", "text?", "arXiv id without version: 2603.00356, hep-th/9901001; null: none is known",
           tables=In(2, 2, 2), brief="without version"),
    Column("version", "number?", "The highest version that a source states; null: none states one", least=1,
           derived=True, tables=In(3, 3, 3), brief="the highest that is known"),
    Column("title", "plain", "Newest title, in plain Unicode", tables=In(4, 4, 4)),
    Column("titles", "plain*", "All its titles, newest first"),
    Column("authors", "plain*", "Names in order, in plain Unicode",
           lambda paper: [author.name for author in paper.authors],
           tables=In(5, 6, 6), brief='all names, separated by "; "'),
    Column("authors_complete", "flag",
           "Whether the list of authors is whole: some sources print the first hundred only", absent=True,
           tables=In(parquet=7)),
    Column("abstract", "text?", "As received: it may hold TeX; an empty line stands between paragraphs",
           tables=In(16, 5, 5), brief="as received: may hold TeX"),
    Column("primary_category", "text?", "Code of the primary category", derived=True, tables=In(6, 8, 7)),
    Column("categories", "text*", "Codes of its categories, primary first", tables=In(csv=7, parquet=9)),
    Column("comments", "plain?", "Comments of the authors, in plain Unicode", tables=In(15, 10, 8)),
    Column("journal_ref", "plain?", "Journal reference, in plain Unicode", tables=In(14, 11, 9)),
    Column("doi", "text?", "DOI of a journal or proceedings, else of a preprint", tables=In(13, 12, 10)),
    Column("other_dois", "text*", "Further DOIs that sources state, in lower case"),
    Column("submitted", "time?",
           "When version 1 was submitted, in UTC; midnight may stand for a day without a time",
           tables=In(8, 13, 11), brief="version 1"),
    Column("updated", "time?", "When the newest version was submitted, in UTC",
           tables=In(9, 14, 12), brief="the newest version"),
    Column("withdrawn", "flag", "Whether it was withdrawn", tables=In(10, 15, 13), brief="0, 1"),
    Column("versions", "row*", "The versions whose numbers are known, oldest first; gaps are normal", None, VERSION,
           "A version"),
    Column("sightings", "row*", "Where and when it was announced or seen, oldest first",
           lambda paper: [each for each in paper.sightings if not each.reconstructed], SIGHTING, "A sighting",
           absent=NEEDED),
    Column("cards", "row*", "What is said in short: the archive's own card (source `daybook`) first", None, CARD,
           "A card"),
    Column("themes", "text*", "Slugs of its themes, best first", derived=True, tables=In(csv=12, parquet=17)),
    Column("links", "text*", "Web addresses in abstract and comments", derived=True),
)  # fmt: skip
