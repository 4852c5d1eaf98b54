"""Who speaks for a day's completeness, and whether they agree. Pure.

A listing page that agrees with its own totals proves little if it is wrong itself: so a second witness is asked. The
feed names all entries of the night, of replacements those that listings show. OAI-PMH and the API name some for
certain (`Datestamps`); OAI-PMH must know of all. Pages read on the night and from /catchup later are two witnesses if
they show the same. Of what both name, title and authors are compared, too. A page that a person ingested settles the
day.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from daybook.coverage import words
from daybook.coverage.completeness import ALL, LISTING, NEW, SECTIONS, agree, most_stated, section, tallies
from daybook.coverage.datestamps import API, OAI, Datestamps
from daybook.model import Attempt, Contradiction, Count, Entry, Listing, Record, Statement, Tally, Witness, arxiv
from daybook.model.archive import MOST_NAMED
from daybook.model.arxiv import LISTED_VERSIONS, canonical_all
from daybook.sources import registry
from daybook.sources.registry import is_secondhand

FEED = registry.RSS.name
Named = Mapping[str, str]
"""A paper, by its arXiv id, else by its title -> the section that it stands in."""
Harvests = tuple[dt.datetime, ...]
"""When all changes of a category were harvested, from the first time on, without gaps; the first one reaches back."""
Heard = tuple[Contradiction, ...] | None
"""Empty: the witness agrees; None: it has not spoken, or not of every entry."""


def harvests(attempts: Iterable[Attempt], category: str) -> Harvests:
    """When the changes of a category were harvested to the end."""
    return tuple(sorted(a.when for a in attempts if a.service == "oai" and a.category == category and a.date))


def first_since(done: Harvests, date: dt.date) -> dt.date | None:
    """The day (UTC) of the first harvest that had all that was announced on this date; None: there was none."""
    if not done or date < done[0].date() - dt.timedelta(days=1):
        return None
    return next((when.date() for when in done if when >= arxiv.harvestable(date)), None)


# What is held of a day: pages, and evidence besides


@dataclass(frozen=True, slots=True)
class Page:
    """A listing of a whole announcement that agrees with its own totals: one document, or the parts of one."""

    names: Named
    totals: Mapping[str, int]
    read: dt.datetime
    witness: Witness = "listing"  # "catchup": it was made on a later day
    ingested: bool = False  # by a person
    documents: frozenset[str] = frozenset()
    records: tuple[Record, ...] = ()

    def tallies(self) -> tuple[Tally, ...]:
        """The papers of each section, held and stated, of the sections that have any."""
        return tallies(sections(self.names), self.totals)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one category's announcement of one date besides its listing pages."""

    category: str
    date: dt.date
    feed: Named | None = None  # all that the newest feed of the day has; empty: it was empty; None: none was read
    stamps: Datestamps = field(default_factory=Datestamps)
    harvested: dt.date | None = None  # the day (UTC) on which OAI-PMH was first read to the end since; None: never
    queried: bool = False  # the API was asked for what was submitted in the announcement's window
    fed: Mapping[str, Record] = field(default_factory=dict)  # what the newest feed that has a paper says of it
    due: Set[str] = frozenset()  # papers that may have been due then, and that no listing of another day has

    def named(self, source: str = OAI) -> Named:
        """What OAI-PMH, or the API, names for certain."""
        return self.stamps.named(self.category, self.date, source)

    def is_listed(self, paper: str) -> bool | None:
        """Whether OAI-PMH knows that the paper may have been announced then; None: it does not tell."""
        return self.stamps.is_listed(paper, self.category, self.date, self.harvested)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A page, who agrees with it, and who does not."""

    page: Page
    witnesses: tuple[Witness, ...]
    contradictions: tuple[Contradiction, ...] = ()
    outvoted: tuple[str, ...] = ()  # ids in which the feed differs, where listing and OAI-PMH agree


def sections(names: Named) -> dict[str, set[str]]:
    """The papers by section."""
    papers: dict[str, set[str]] = defaultdict(set)
    for paper, name in names.items():
        papers[name].add(paper)
    return papers


def _first_sections(told: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Of (section, paper) each paper with the first of the sections that it is said to stand in."""
    names: dict[str, str] = {}
    for name, paper in told:
        if paper not in names or SECTIONS.index(name) < SECTIONS.index(names[paper]):
            names[paper] = name
    return names


def _told(records: Iterable[Record], line: Statement) -> Iterator[tuple[str, str]]:
    """(section, paper) that a document tells of: those which its statement names itself, as records of an earlier one
    say the same of some, and else those of its records."""
    for record in records:
        yield section(record.type), record.paper
    for word in line.names:
        name, _, paper = word.partition(" ")
        yield name, paper


def pages(records: Iterable[Record], statements: Iterable[Statement]) -> list[Page]:
    """The pages among documents of one category and date that agree with their own totals, the newest first."""
    by_document: dict[str, list[Record]] = defaultdict(list)
    said: dict[str, Record] = {}
    for record in records:
        if record.source == LISTING:
            by_document[record.document].append(record)
            said[record.paper] = record
    parts: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
    for line in statements:
        kind = (line.part or "").partition(" ")[0]
        if line.source == LISTING and kind in ("new", "catchup"):
            totals = tuple((c.section, c.total) for c in line.counts if c.section == ALL)
            parts[(line.document,) if line.whole or line.quiet else (kind, totals)].append(line)
    sound = [page for lines in parts.values() if (page := _page(lines, by_document, said))]
    return sorted(sound, key=lambda page: (page.read, page.witness == "catchup", sorted(page.documents)), reverse=True)


def _page(
    lines: Sequence[Statement], by_document: Mapping[str, Sequence[Record]], said: Mapping[str, Record]
) -> Page | None:
    """The page that these documents are together; None where it does not agree with its totals. `said`: what listing
    pages say of each paper, this one of those that it has no records of, too."""
    told = (_told(() if line.names else by_document.get(line.document, ()), line) for line in lines)
    names = _first_sections(each for some in told for each in some)
    totals, quiet = most_stated(lines), all(line.quiet for line in lines)
    if not (agree(sections(names), totals) or (quiet and not names)):
        return None
    own = {record.paper: record for line in lines for record in by_document.get(line.document, ())}
    return Page(
        names=names,
        totals={ALL: 0} if quiet else totals,
        read=max(line.first_read for line in lines),
        witness="catchup" if any((line.part or "").startswith("catchup") for line in lines) else "listing",
        ingested=any(line.ingested for line in lines),
        documents=frozenset(line.document for line in lines),
        records=tuple({**{key: said[key] for key in names if key in said}, **own}.values()),
    )


def fed(records: Iterable[Record], statements: Iterable[Statement], category: str) -> Named | None:
    """What the newest feed of a day names, as a listing would show it; None: none was read, or one that is cut short:
    arXiv's feeds end after 2,000 items and lose the new ones first.

    Of replacements past LISTED_VERSIONS listings show none, feeds those of other categories' papers; and a whole
    archive's listing leaves out what is cross-listed within the archive.
    """
    feeds = [line for line in statements if line.source == FEED]
    newest = max(feeds, key=lambda line: (line.first_read, line.document), default=None)
    if newest is None or not newest.whole:
        return None
    own = (record for record in records if record.source == FEED and record.document == newest.document)
    return _first_sections(_told((record for record in own if _is_shown(record, category)), newest))


def _is_shown(record: Record, category: str) -> bool:
    """Whether a listing has what a feed tells of."""
    # From the sixth version on listings hide any update, feeds a `replace` alone. A paper of cs.AI that is newly
    # cross-listed to cs.HC is a `cross` in arXiv's feed of cs, and not on its listing page of cs.
    late = section(record.type) == "replace" and (record.version or 0) > LISTED_VERSIONS
    primary = next(iter(canonical_all(record.categories)), "")
    return not late and not (record.type == "cross" and primary.startswith(f"{category}."))


def strays(page: Page, records: Iterable[Record], category: str) -> list[Record]:
    """The records of a category's listing pages and feeds of a day that tell of entries which this page does not have,
    apart from those in a feed that listings do not show."""
    told = (r for r in records if r.category == category and r.source in (LISTING, FEED) and not is_secondhand(r))
    lacked = (record for record in told if record.paper not in page.names)
    return [record for record in lacked if record.source == LISTING or _is_shown(record, category)]


def as_announced(listing: Listing, testimony: Evidence) -> Listing:
    """A catch-up page without what it shows for the sake of later changes, and without these in its counts.

    The day's feed must not have it; without a feed, OAI-PMH must have known where the paper was on that day.
    """
    later = [entry for entry in listing.entries if _is_later(entry, testimony)]
    if testimony.feed == {} and len(later) < len(listing.entries):  # it was made too early
        return as_announced(listing, replace(testimony, feed=None))
    if not later:
        return listing
    gone = Counter(section(entry.type) for entry in later)
    gone[ALL] = len(later)
    kept = tuple(entry for entry in listing.entries if entry not in later)
    counts = tuple(_less(each, gone[each.section]) for each in listing.counts)
    return replace(listing, entries=kept, counts=counts if kept else (), quiet=not kept)


def _is_later(entry: Entry, testimony: Evidence) -> bool:
    paper, name = entry.paper, section(entry.type)
    if testimony.feed is None:
        absent = testimony.is_listed(paper) is False
    else:
        absent = testimony.feed.get(paper) != name
    day = (testimony.category, testimony.date, testimony.harvested)
    return absent and paper not in testimony.due and testimony.stamps.is_later(paper, name, *day)


def _less(count: Count, number: int) -> Count:
    shown, total = (None if n is None else n - number for n in (count.shown, count.total))
    return Count(section=count.section, read=count.read - number, shown=shown, total=total)


# The verdict


def judge(candidates: Sequence[Page], testimony: Evidence) -> Verdict | None:
    """The newest page that a second witness confirms and none contradicts; else what speaks against the newest.

    candidates: the newest first. None: there are none.
    """
    if not candidates:
        return None
    for page in candidates:
        if page.ingested:
            spoken = (_of_words(witness, page, testimony) for witness in ("feed", "oai"))
            return Verdict(page, (page.witness, "person"), tuple(each for some in spoken for each in some))
    verdicts = [_heard(page, testimony) for page in (*candidates, *_joined(candidates))]
    for verdict in verdicts:
        if not verdict.contradictions and len(verdict.witnesses) > 1:
            same = {page.witness for page in candidates if page.names == verdict.page.names}
            others = sorted(same - set(verdict.witnesses))  # the other kind of page is a witness as well
            return _looked_at_again(replace(verdict, witnesses=(*verdict.witnesses, *others)), candidates[0], testimony)
    return _against_pages(verdicts[0], candidates, testimony)


def _looked_at_again(verdict: Verdict, newest: Page, testimony: Evidence) -> Verdict:
    """The verdict, and what a page of a later day shows more or less; a paper that has left the category since
    is no contradiction."""
    if newest.witness != "catchup" or newest.documents <= verdict.page.documents:  # it may be one of two joined
        return verdict
    names = {paper for paper, name in newest.names.items() if verdict.page.names.get(paper) != name}
    gone = verdict.page.names.keys() - newest.names.keys()
    lacks = {paper for paper in gone if testimony.stamps.may_be_in(testimony.category, paper)}
    return replace(verdict, contradictions=_differences("catchup", verdict.page, names, lacks))


def _joined(candidates: Sequence[Page]) -> Iterator[Page]:
    """The newest page and those that share no entry with it as one: there may be two announcements on a date."""
    newest = candidates[0]
    apart = [page for page in candidates[1:] if newest.names and page.names and not newest.names.keys() & page.names]
    for other in apart[:1]:
        totals = Counter(newest.totals) + Counter(other.totals)
        documents = newest.documents | other.documents
        records = (*newest.records, *other.records)
        names = {**other.names, **newest.names}
        yield Page(names, totals, newest.read, newest.witness, documents=documents, records=records)


def _heard(page: Page, testimony: Evidence) -> Verdict:
    """What the other services say of a page."""
    against = {"feed": _of_feed(page, testimony), "oai": _of_oai(page, testimony), "api": _of_api(page, testimony)}
    outvoted: tuple[str, ...] = ()
    if against["oai"] == () and not testimony.feed and page.names:
        against["feed"] = None  # an empty feed was made too early
    if against["oai"] == () and against["feed"] and _decides(page, against["feed"][0], testimony):
        outvoted = against["feed"][0].ids
        against["feed"] = None
    words_of = {witness: _of_words(witness, page, testimony) for witness in ("feed", "oai")}
    if words_of["feed"] and against["oai"] == () and not words_of["oai"] and page.names.keys() & testimony.named():
        outvoted = (*outvoted, *words_of.pop("feed")[0].ids)
        against["feed"] = against["feed"] or None
    for witness, said in words_of.items():
        if said:
            against[witness] = (*(against[witness] or ()), *said)
    names: tuple[Witness, ...] = ("feed", "oai", "api")
    agreeing = (name for name in names if against[name] == ())
    contradictions = tuple(each for name in names for each in against[name] or ())
    return Verdict(page, (page.witness, *agreeing), contradictions, outvoted)


def _of_words(witness: Witness, page: Page, testimony: Evidence) -> tuple[Contradiction, ...]:
    """What a witness says against the titles and authors of a page, of papers of which both tell the same version; a
    few in a hundred may differ."""
    compared, other = 0, []
    for record in page.records:
        said = testimony.fed.get(record.paper) if witness == "feed" else testimony.stamps.described(record.paper)
        if said and _is_same_version(record, said, page, testimony.fed.get(record.paper)):
            compared += 1
            other += [record.paper] if words.differ(record, said) else []
    if words.FEW * len(other) <= compared:
        return ()
    return (Contradiction(witness=witness, words=tuple(sorted(other)[:MOST_NAMED]), more=len(other[MOST_NAMED:])),)


def _is_same_version(record: Record, said: Record, page: Page, fed: Record | None) -> bool:
    """Whether a witness tells of the version whose words an entry of a page has: a catch-up page has those of the
    newest, and what is announced on one date is one version, whose number feeds state and listings do not."""
    if said.source == FEED and page.witness == "listing":
        return True
    newest = max((said.version or 0, *(each.version for each in said.versions)))
    if newest == 1 or page.witness == "catchup":
        return newest == 1
    return newest == (record.version or (1 if record.type == "new" else fed.version if fed else None))


def _of_feed(page: Page, testimony: Evidence) -> Heard:
    if testimony.feed is None:
        return None
    names = {paper for paper, name in testimony.feed.items() if page.names.get(paper) != name}
    return _differences("feed", page, names, page.names.keys() - testimony.feed.keys())


def _of_oai(page: Page, testimony: Evidence) -> Heard:
    """OAI-PMH names some papers for certain, and must have changed all on that night or since; where it has none of
    them, it is late itself."""
    category, date, stamps, named = testimony.category, testimony.date, testimony.stamps, testimony.named()
    names = {paper for paper, name in named.items() if _differs(page.names.get(paper), name)}
    names |= testimony.due - page.names.keys()
    spoken = testimony.harvested and (not page.names or named or any(stamps.newest(p) >= date for p in page.names))
    if not spoken:
        return _differences("oai", page, names) or None
    listed = {paper: testimony.is_listed(paper) for paper in page.names}
    # What OAI-PMH did not have then, but knows as submitted for that day, it had too late itself.
    own = {paper for paper, name in page.names.items() if stamps.is_of(paper, name, category, date)} | testimony.due
    lacks = {paper for paper, told in listed.items() if told is False and paper not in own}
    if names or lacks:
        return _differences("oai", page, names, lacks)
    return () if own.issuperset(paper for paper, told in listed.items() if told is None) else None


def _of_api(page: Page, testimony: Evidence) -> Heard:
    """The API names new papers alone; it was asked for more than those that a listing has where it was `queried`."""
    named = testimony.named(API)
    names = {paper for paper, name in named.items() if _differs(page.names.get(paper), name)}
    return _differences("api", page, names) or (() if testimony.queried and named else None)


def _differs(shown: str | None, named: str) -> bool:
    """Whether a page lacks what OAI-PMH names: of a paper replaced and cross-listed at once, listings show one. None is
    new and replaced at once."""
    both = {shown, named}
    return shown is None or (shown != named and (both <= set(NEW) or both == {"new", "replace"}))


def _decides(page: Page, feed: Contradiction, testimony: Evidence) -> bool:
    """Whether OAI-PMH, which agrees with the page, speaks on each paper in which the feed differs."""
    named = testimony.named()
    later = page.witness == "catchup"  # the feed may have come too early, and OAI-PMH has changed all on that date
    lacked = later or all(named.get(paper) == page.names[paper] for paper in feed.lacks)
    false = (paper for paper in (*feed.names, *feed.moves) if named.get(paper) != page.names.get(paper, ""))
    return not feed.more and lacked and all(testimony.is_listed(paper) is False for paper in false)


def _against_pages(verdict: Verdict, candidates: Sequence[Page], testimony: Evidence) -> Verdict:
    """The verdict on the newest page with what older pages show: fewer entries are no contradiction, others are."""
    newest = verdict.page
    contradictions = verdict.contradictions
    agreeing: set[Witness] = set()
    for page in candidates[1:]:
        gone = page.names.keys() - newest.names.keys()
        if page.names == newest.names and page.witness != newest.witness:
            agreeing.add(page.witness)
        elif gone and (page.witness != newest.witness or not page.names.keys() & newest.names.keys()):
            contradictions += _differences(page.witness, newest, gone, newest.names.keys() - page.names.keys())
            break
    if contradictions:
        return replace(verdict, contradictions=contradictions)
    return replace(verdict, witnesses=(*verdict.witnesses, *sorted(agreeing)))


def _differences(
    witness: Witness, page: Page, names: Set[str], lacks: Collection[str] = ()
) -> tuple[Contradiction, ...]:
    """What a witness says against a page; nothing where it says nothing. names: what it has and the page lacks, or has
    in another section."""
    moves = names & page.names.keys()
    parts = [sorted(each) for each in (names - moves, lacks, moves)]
    if not any(parts):
        return ()
    named, lacked, moved = (tuple(each[:MOST_NAMED]) for each in parts)
    more = sum(max(len(each) - MOST_NAMED, 0) for each in parts)
    return (Contradiction(witness=witness, names=named, lacks=lacked, moves=moved, more=more),)
