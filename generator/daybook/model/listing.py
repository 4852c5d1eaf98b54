"""What a document says (Listing of Entry) and what the store keeps of it (Record, Statement, Attempt)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

EntryType = Literal["new", "cross", "replace", "replace-cross", "harvest", "card", "report"]
"""Announce types as arXiv names them; `harvest` for metadata that announces nothing (API, OAI, snapshot, abs page,
month listing, journal feed, table of contents), `card` and `report` for other sites' words about a paper."""

ANNOUNCED: tuple[EntryType, ...] = ("new", "cross", "replace", "replace-cross")
"""The announce types, best first: if a paper was announced twice on a day, the first of these counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a paper. Gaps between versions are normal."""

    version: int
    submitted: dt.datetime | None = None  # UTC; None: unknown
    title: str | None = None  # its title; None: unknown
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One item of a listing, as its document states it. None or empty: the document does not state it."""

    place: int  # 1-based position among the document's entries
    type: EntryType
    date: dt.date  # announced (Eastern), or the date the document gives this item
    title: str
    arxiv_id: str | None = None  # bare, without version; never invented
    version: int | None = None  # None: not stated; never assumed to be 1
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
    submitted: dt.datetime | None = None  # of version 1; midnight if the document states only a day
    updated: dt.datetime | None = None  # of this entry's version, its number stated or not; midnight likewise
    versions: tuple[Version, ...] = ()  # if the document gives a history
    withdrawn: bool = False  # True only if the document says so
    formats: tuple[str, ...] = ()  # "pdf", "html", "other", as a listing offers them
    url: str | None = None  # the item's own address, if not arXiv's
    headline: str | None = None  # a card's
    gist: str | None = None  # a card's
    badge: str | None = None  # a card's
    figure: bool = False  # a card that shows a figure
    counts: tuple[int, ...] = ()  # a card's counts, as printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Entry):
    """What the store keeps of an entry: the entry and its source."""

    source: str  # arxiv-listing, arxiv-rss, arxiv-api, arxiv-oai, arxiv-snapshot, arxiv-mail, arxiv-abs, pith ...
    category: str | None = None  # the category asked for, which decides the announce type
    origin: str | None = None  # for feeds: the host of their site
    document: str = ""  # the document's hash: the first 16 hex digits of SHA-256 of its (unpacked) bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many entries a document states for one of its sections, and how many were read. None: not stated."""

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
    """One category on one day as one document states it; or a page of a harvest."""

    source: str
    format: str  # the reader's name for the format, for messages: "listing page (HTML)"
    date: dt.date  # announced, or the document's own date
    category: str | None = None  # a code, or several joined by "+" as in feeds; None: not stated
    origin: str | None = None  # for feeds: the host of their site
    part: str | None = None  # which part of a whole: "new", "catchup", "recent 0", "start=135", a token ...
    whole: bool = False  # True if it claims to contain all that was announced in the category that day
    quiet: bool = False  # True if it says that nothing was announced ("No updates today")
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    report: Report | None = None
    names: tuple[str, ...] = ()  # "new 2603.00001" of each entry, where other pages of the same day were read before
    ingested: bool = False  # by a person, into an archive that fetches such documents itself
    notes: tuple[str, ...] = ()  # notes for the user, in plain words ("more pages follow")
    problems: tuple[str, ...] = ()  # what is wrong with the document as a whole ("number 4 is missing")

    def mismatches(self) -> tuple[Count, ...]:
        """The sections in which fewer or more entries were read than the document says it shows."""
        return tuple(c for c in self.counts if c.shown is not None and c.shown != c.read)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A line of coverage/YYYY-MM.jsonl: what a document stated of itself, and what was read from it."""

    source: str
    date: dt.date
    category: str | None
    part: str | None
    whole: bool
    quiet: bool
    counts: tuple[Count, ...]
    document: str
    first_read: dt.datetime  # when this archive first read it, UTC
    origin: str | None = None
    report: Report | None = None  # another site's editorial, if the document is one
    files: tuple[str, ...] = ()  # the log's files with its records, as store names them
    faults: tuple[str, ...] = ()  # what is wrong with the document, by its own statements
    names: tuple[str, ...] = ()  # as in Listing: its records may stand under the hash of a page that said the same
    ingested: bool = False  # as in Listing


Outcome = Literal["stored", "nothing new", "quiet", "stale", "refused", "failed"]
"""How an attempt ended. stored: records or statements are new; quiet: the service says that there is nothing; stale: an
older announcement was served under this date; refused: the document could not be read; failed: no document came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A line of attempts/YYYY-MM.jsonl: a request for a document, and its outcome."""

    when: dt.datetime  # when it ended, UTC
    service: str  # "rss", "list", "catchup", "oai", "api", "pith", a feed's host ...
    outcome: Outcome
    category: str | None = None  # requested; several joined by "+"
    date: dt.date | None = None  # of the requested announcement, Eastern; None: no particular day
    status: int | None = None  # HTTP status of the last answer; None: no answer
    note: str | None = None  # in plain words: what came instead, or why it failed
    until: dt.datetime | None = None  # UTC: not to be asked again before; None: at any time
    papers: tuple[str, ...] = ()  # the keys of papers that were asked for, and that the service does not know
