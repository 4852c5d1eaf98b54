"""The nouns of Daybook: frozen, typed, no I/O. Words are arXiv's own.

What a document says: Listing of Entry, with Count (what it states of itself) and maybe a Report.
What the store keeps: Record (an Entry with who said it), Statement (a Listing's counts).
What the fold makes of it: Paper with Version, Sighting and Card; Day; Archive.

Received text (title, abstract, comments, names ...) is kept as received, with white space made plain: one line, or
for abstracts and reports paragraphs separated by a blank line. It may hold TeX, HTML, anything: only markup/ turns it
into something to show. Timestamps are UTC; dates of announcements are US Eastern.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, cast

EntryType = Literal["new", "cross", "replace", "replace-cross", "harvest", "card", "report"]
"""Announce types as arXiv names them; `harvest` for metadata that announces nothing (API, OAI, snapshot, abs page,
month listing, journal feed, table of contents), `card` and `report` for other sites' words about a paper."""

ANNOUNCED: tuple[EntryType, ...] = ("new", "cross", "replace", "replace-cross")
"""The announce types, best first: where a paper was announced twice on a day, the first of these counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a paper. Gaps between versions are normal."""

    version: int
    submitted: dt.datetime | None = None  # UTC; None: unknown
    title: str | None = None  # the title it had; None: no source said
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One item of a listing, as its document states it. None or empty: the document does not say."""

    place: int  # 1-based position among the document's entries
    type: EntryType
    date: dt.date  # announced (Eastern), or the date the document gives this item
    title: str
    arxiv_id: str | None = None  # bare, without version; never invented
    version: int | None = None  # None: its document states none; never taken for the first
    authors: tuple[str, ...] = ()  # names in order, without affiliations
    authors_complete: bool = True  # False where the list may be cut (listings print the first 100)
    abstract: str | None = None  # paragraphs separated by a blank line
    primary_category: str | None = None
    categories: tuple[str, ...] = ()  # codes as stated, primary first
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    report_no: str | None = None
    msc_class: str | None = None
    acm_class: str | None = None
    license: str | None = None  # an address
    submitted: dt.datetime | None = None  # of version 1; midnight where the document states a day alone
    updated: dt.datetime | None = None  # of this entry's version, known by its number or not; midnight likewise
    versions: tuple[Version, ...] = ()  # where the document gives a history
    withdrawn: bool = False  # True only where the document says so
    formats: tuple[str, ...] = ()  # "pdf", "html", "other" as a listing offers them
    url: str | None = None  # the item's own address, where it is not arXiv's
    headline: str | None = None  # a card's
    gist: str | None = None  # a card's
    badge: str | None = None  # a card's
    figure: bool = False  # a card that shows a figure
    counts: tuple[int, ...] = ()  # a card's counts, as they stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Entry):
    """What the store keeps of an entry: the entry, and who said it."""

    source: str  # arxiv-listing, arxiv-rss, arxiv-api, arxiv-oai, arxiv-snapshot, arxiv-mail, arxiv-abs, pith ...
    category: str | None = None  # what the listing was asked for
    origin: str | None = None  # for feeds: the site they are of
    document: str = ""  # the document's hash: the first 16 hex digits of SHA-256 of its (unpacked) bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What a document states of one of its sections, against what was read there. None: it does not state it."""

    section: str  # an announce type, or "all"
    read: int
    shown: int | None = None  # "showing 25 of 50 entries": 25
    total: int | None = None  # "showing 25 of 50 entries": 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Another site's editorial for a day."""

    source: str
    date: dt.date
    text: str  # paragraphs separated by a blank line
    title: str | None = None
    author: str | None = None
    category: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One category, one day, as one document states it; or a harvest's page."""

    source: str
    format: str  # the reader's name for what it recognised, for messages: "listing page (HTML)"
    date: dt.date  # announced, or the document's own date
    category: str | None = None  # a code; several joined by "+" as in feeds; None: not stated
    origin: str | None = None  # for feeds: the host of the site they are of
    part: str | None = None  # which part of the whole it is: "new", "catchup", "recent 0", "start=135", a token ...
    whole: bool = False  # True where it claims to hold all that was announced in the category that day
    quiet: bool = False  # True where the document says that there is nothing ("No updates today")
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    report: Report | None = None
    notes: tuple[str, ...] = ()  # what a person should hear, in plain words ("more pages follow")
    problems: tuple[str, ...] = ()  # what of the document as a whole cannot be right ("number 4 is missing")

    def mismatches(self) -> tuple[Count, ...]:
        """The sections where fewer or more entries were read than the document says it shows."""
        return tuple(c for c in self.counts if c.shown is not None and c.shown != c.read)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A line of coverage.jsonl: what a document stated of itself, and what was read of it."""

    source: str
    date: dt.date
    category: str | None
    part: str | None
    whole: bool
    quiet: bool
    counts: tuple[Count, ...]
    document: str
    first_read: dt.datetime  # when it was first read here, UTC
    origin: str | None = None
    report: Report | None = None  # another site's editorial, if the document is one
    files: tuple[str, ...] = ()  # the log's files that its records went to, as store names them
    faults: tuple[str, ...] = ()  # what the document itself shows to be wrong with it


Outcome = Literal["stored", "nothing new", "quiet", "stale", "refused", "failed"]
"""How an attempt ended. stored: records or statements are new; quiet: the service says that there is nothing; stale:
an older announcement was served under this date; refused: it came, but could not be read; failed: it did not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A line of attempts/YYYY-MM.jsonl: one document asked for, and how that ended."""

    when: dt.datetime  # it ended, UTC
    service: str  # "rss", "list", "catchup", "oai", "api", "pith", a feed's host ...
    outcome: Outcome
    category: str | None = None  # asked for; several joined by "+"
    date: dt.date | None = None  # of the announcement that was wanted, Eastern; None: no particular day
    status: int | None = None  # the last answer's; None: none came
    note: str | None = None  # in plain words: what came in place of what was wanted, why it failed


CoverageState = Literal["complete", "quiet", "partial", "stale", "missing", "reconstructed"]
"""What is held of a day's announcement in a category. complete: all that arXiv states; quiet: nothing was announced;
partial: fewer entries, or no listing says how many there are; stale: only an older announcement was served under this
date; missing: nothing, though something was due; reconstructed: never listed, worked out from submission times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many distinct entries of a section are held, against what arXiv states."""

    section: str  # "new", "cross" or "replace"
    held: int
    stated: int | None = None  # None: no document states it


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What is held of one category's announcement of one day, against what arXiv states of it."""

    category: str
    date: dt.date
    state: CoverageState
    tallies: tuple[Tally, ...] = ()  # of the sections that are held or stated, as a listing has them
    total: int | None = None  # entries in all, as arXiv states; None: no document states it
    source: str | None = None  # who says so: the listing, where one was seen
    note: str = ""  # why, in plain words

    @property
    def held(self) -> int:
        """The entries that are held."""
        return sum(tally.held for tally in self.tallies)


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
    authors: tuple[str, ...] = ()
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
