"""What a document says (Listing of Entry, with its Authors: names as printed, and the parts that citations and
comparisons ask for) and what the store keeps of it (Record, Statement, Attempt)."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from daybook.errors import StoreError
from daybook.model import ids

Name = str | tuple[str, str]
"""A DOI, or an address as (host, rest)."""

EntryType = Literal["new", "cross", "replace", "replace-cross", "harvest", "card", "report"]
"""Announce types as arXiv names them; `harvest` for metadata that announces nothing (API, OAI, snapshot, abs page,
month listing, journal feed, table of contents), `card` and `report` for other sites' words about a paper."""

LEFT_OUT = "; left out"  # the ending of a note on an entry that could not be read
ANNOUNCED: tuple[EntryType, ...] = ("new", "cross", "replace", "replace-cross")
"""The announce types, best first: if a paper was announced twice on a day, the first of these counts."""
REPLACED: tuple[EntryType, ...] = ("replace", "replace-cross")
"""Those of a version from the second on."""


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

    @property
    def paper(self) -> str:
        """What tells the papers of an announcement apart: the arXiv id, else the title."""
        return self.arxiv_id or self.title

    @property
    def identity(self) -> Entry | tuple[str, EntryType, int | None]:
        """What no other entry of its document has.

        A site may have several cards or versions of a paper without an id: equal only if all their fields are. A
        harvest may hold several versions of one id.
        """
        if not self.arxiv_id:
            return replace(self, place=0)
        return self.arxiv_id, self.type, self.version if self.type == "harvest" else None


_ENTRY = tuple(field.name for field in fields(Entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Entry):
    """What the store keeps of an entry: the entry and its source."""

    source: str  # arxiv-listing, arxiv-rss, arxiv-api, arxiv-oai, arxiv-snapshot, arxiv-mail, arxiv-abs, pith ...
    category: str | None = None  # the category asked for, which decides the announce type
    origin: str | None = None  # for feeds: the host of their site
    document: str = ""  # the document's hash: the first 16 hex digits of SHA-256 of its (unpacked) bytes

    @property
    def said(self) -> tuple[str, ...]:
        """When and where it was said, which sorts records whatever order they came in."""
        return (str(self.date), self.source, self.category or "", self.document, f"{self.place:09}")

    @property
    def order(self) -> tuple[str, str, str, str, int]:
        """Where it stands among the records of a file."""
        return (self.source, self.category or "", self.origin or "", self.document, self.place)

    @property
    def file(self) -> str:
        """The name of the log's file that it belongs to: `2026/03/2026-03-03` or `harvest/2603`."""
        if self.arxiv_id and not ids.is_valid(self.arxiv_id):
            place, hint = f"entry {self.place}", "please report this as a bug in the reader of this document"
            raise StoreError(f"{self.arxiv_id!r} is not an arXiv id", location=place, hint=hint)
        if self.type != "harvest":
            return f"{self.date:%Y/%m/%Y-%m-%d}"
        return f"harvest/{ids.month(self.arxiv_id) if self.arxiv_id else f'{self.date:%y%m}'}"

    @property
    def ident(self) -> str | None:
        """Its arXiv id; where it has none but the DOI that arXiv made of it, that in there."""
        return self.arxiv_id or next(filter(None, map(ids.id_of, sorted(self.dois))), None)

    @property
    def dois(self) -> frozenset[str]:
        """Those that it gives, in its address, too."""
        return ids.dois(self.doi) | ids.dois(self.url) if self.doi or self.url else frozenset()

    @property
    def names(self) -> frozenset[Name]:
        """Its DOIs but arXiv's own, and its address where that is made of none."""
        dois: frozenset[Name] = frozenset(doi for doi in self.dois if not ids.id_of(doi))
        address = ids.address(self.url) if self.url else None
        return dois | {address} if address else dois


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
    unread: tuple[
        str, ...
    ] = ()  # what of it was not understood, in plain words: a person hears it, no day is judged by it

    def mismatches(self) -> tuple[Count, ...]:
        """The sections in which fewer or more entries were read than the document says it shows."""
        return tuple(c for c in self.counts if c.shown is not None and c.shown != c.read)

    def faults(self) -> tuple[str, ...]:
        """Signs of damage other than wrong totals, in plain words: what the reader reports of the whole document,
        papers listed twice in a section, ids of a future month, and entries that could not be read."""
        times = Counter(entry.identity for entry in self.entries)
        twice = dict.fromkeys(
            f'"{each.title}"' if isinstance(each, Entry) else each[0] for each, number in times.items() if number > 1
        )
        announced = (entry.arxiv_id for entry in self.entries if entry.type in ANNOUNCED and entry.arxiv_id)
        return (
            *self.problems,
            *(f"{name} appears twice" for name in twice),
            *(f"{ident} is from a future month" for ident in announced if ids.is_after(ident, self.date)),
            *(note for note in self.notes if note.endswith(LEFT_OUT)),
        )

    def records(self, document: str, entries: Iterable[Entry] | None = None) -> list[Record]:
        """The records of its entries, or of those given: what each says, and who says it. `document`: its hash."""
        who = {"source": self.source, "category": self.category, "origin": self.origin, "document": document}
        records = []
        for entry in self.entries if entries is None else entries:
            said: dict[str, Any] = {name: getattr(entry, name) for name in _ENTRY}
            records.append(Record(**(said | who)))
        return records


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


if TYPE_CHECKING:
    from nameparser import Parser

_SUFFIXES = ("jr", "sr", "ii", "iii", "iv", "junior", "senior")
"""What stands behind a family name, in lower case and without its dot."""
KEPT = 1 << 16
"""Names whose parts and order are kept in memory: the same people write again."""

_GROUP = re.compile(
    r"\b(?:collaborations?|consorti(?:um|a)|teams?|(?:working|study|research) groups?|task force|project)\b",
    re.IGNORECASE,
)
_SPOKEN_FOR = re.compile(r"(?:^|[\s,(])(?:on behalf of|for) (?:the )?(?P<group>[^()]+)\)?$", re.IGNORECASE)
_AFFILIATION = re.compile(r"\((?P<place>[^()]+)\)$")
_INSEPARABLE = re.compile(r"\{[^{}]*\}|\\[A-Za-z]+\s+(?=\S)")
"""TeX in which a blank separates no words: `{van der Waals}`, `\\v s`."""
_WORD = r"[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]+(?:['’-][A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]+)*"
_PLAIN = re.compile(rf"((?:{_WORD}|(?:-?[A-Z]\.)+)(?: (?:{_WORD}|(?:-?[A-Z]\.)+))*) ({_WORD})")
"""Most names: words in Latin letters, initials, and a word in the end."""
_BLANK = "\ue000"  # a private sign, which no name has


class _Parts(NamedTuple):
    given: str
    family: str
    suffix: str = ""
    affiliation: str | None = None
    collaboration: str | None = None
    is_collaboration: bool = False


@dataclass(frozen=True, slots=True)
class Author:
    r"""An author: a person or a collaboration. The parts of the name are worked out when they are first asked for.

    No part is stored: of 154 names that arXiv's own metadata separates, the rules here separate 153 alike. They see TeX
    as it stands, so `Author(markup.plain(author.name))` has the parts in plain Unicode.

    >>> author = Author("Johannes Diderik van der Waals")
    >>> author.given, author.family
    ('Johannes Diderik', 'van der Waals')
    >>> Author("King, Martin, Jr.").parts
    ('Martin', 'King', 'Jr.')
    >>> Author("ATLAS Collaboration").is_collaboration
    True
    """

    name: str  # as received: one line, may hold TeX

    def __str__(self) -> str:
        return self.name

    @property
    def given(self) -> str:
        """Given names and initials; empty where there are none: one-word names, collaborations."""
        return _parts(self.name).given

    @property
    def family(self) -> str:
        """The family name with its particles ("de la Cruz"); a one-word name or a collaboration's whole name."""
        return _parts(self.name).family

    @property
    def suffix(self) -> str:
        """ "Jr.", "III" ...; mostly empty."""
        return _parts(self.name).suffix

    @property
    def parts(self) -> tuple[str, str, str]:
        """(given, family, suffix)."""
        return _parts(self.name)[:3]

    @property
    def affiliation(self) -> str | None:
        """What stands in parentheses behind the name, where a source left it there."""
        return _parts(self.name).affiliation

    @property
    def collaboration(self) -> str | None:
        """The collaboration that the author is, or writes for ("A. Cup for the XYZ Collaboration")."""
        return _parts(self.name).collaboration

    @property
    def is_collaboration(self) -> bool:
        """Whether the author is a collaboration, team or consortium itself."""
        return _GROUP.search(self.name) is not None and _parts(self.name).is_collaboration


@dataclass(frozen=True, slots=True)
class Person:
    """Names that are one person, as the archive's owner says."""

    names: tuple[str, ...]  # as printed, plain; the first stands for all
    orcid: str = ""  # an ORCID iD, "0000-0002-1825-0097"; empty: not stated
    note: str = ""  # who it is, in the owner's words


@lru_cache(maxsize=KEPT)
def _parts(name: str) -> _Parts:
    name = " ".join(name.split())
    whole = _Parts("", name, collaboration=name, is_collaboration=True)
    spoken_for = _SPOKEN_FOR.search(name)
    if spoken_for and _GROUP.search(spoken_for["group"]):
        person, group = name[: spoken_for.start()].rstrip(" ,("), spoken_for["group"].strip()
        return (
            _parts(person)._replace(collaboration=group)
            if person
            else whole._replace(family=group, collaboration=group)
        )
    if affiliated := _AFFILIATION.search(name):
        return _parts(name[: affiliated.start()].rstrip())._replace(affiliation=affiliated["place"])
    if _GROUP.search(name):
        return whole
    plain = _PLAIN.fullmatch(name)
    if plain and _special().isdisjoint(re.split(r"[ .'’-]+", name.lower())):
        return _Parts(plain[1], plain[2])  # as the parser has it, which takes a hundred times as long
    return _parsed(name)


def _parsed(name: str) -> _Parts:
    parsed = _parser().parse(_INSEPARABLE.sub(lambda tex: re.sub(r"\s", _BLANK, tex[0]), name))
    made = (f"{parsed.title} {parsed.given_names}".strip(), parsed.family, parsed.suffix)
    given, family, suffix = (text.replace(_BLANK, " ") for text in made)
    return _Parts(given, family, suffix) if family else _Parts("", given or name, suffix)


@cache
def _special() -> frozenset[str]:
    """All words that mean something to the parser, in lower case: particles, suffixes, conjunctions."""
    held = (getattr(_parser().lexicon, field.name) for field in fields(_parser().lexicon))
    return frozenset[str]().union(*(words for words in held if isinstance(words, frozenset)))


@cache
def _parser() -> Parser:
    """A parser without titles, nicknames and academic degrees: in a byline, "Dean" and "Ma" are names."""
    from nameparser import CapsSuffixes, Lexicon, Parser, Policy  # takes longer to load than a short command to run

    none = frozenset[str]()
    lexicon = replace(
        Lexicon.default(), titles=none, given_name_titles=none, after_given_titles=none, honorific_tails=none,
        suffix_acronyms=none, suffix_acronyms_ambiguous=none, suffix_words=frozenset(_SUFFIXES), maiden_markers=none,
    )  # fmt: skip
    policy = Policy(
        nickname_delimiters=frozenset(), unlisted_dotted_suffixes=False, unlisted_caps_suffixes=CapsSuffixes.OFF
    )
    return Parser(lexicon=lexicon, policy=policy)
