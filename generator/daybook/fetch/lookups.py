"""Papers that are looked up in arXiv's API: those of which too little is known, by id where a document states one, else
by title; and those of which another archive tells a withdrawal, a version or a former title that arXiv has not told.

What a title finds is taken only where fold/linking.py finds that it is the paper in question: by title, and by
abstract, authors, or category and time. What arXiv does not know is noted in the log of attempts, and asked for again
after a week; what it does not say of what is told, after a month. What each file of the log lacks is remembered, so
that a night reads those that have changed.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from daybook.archive import Context
from daybook.errors import SettingsError, StoreError
from daybook.fetch import hosts
from daybook.fetch.hosts import Request
from daybook.fetch.session import FetchSession, Listings, Selection, Target
from daybook.fold import linking
from daybook.fold.linking import SameRules
from daybook.fold.precedence import Ranked
from daybook.log.store import Store
from daybook.model import Record, ids
from daybook.runtime import state
from daybook.runtime.files import part_digest, scan
from daybook.sources.registry import is_secondhand
from daybook.text import markup
from daybook.view import labels

TITLES = 8
"""Titles asked for at once: the address stays short enough for every proxy."""
MOST = 40
"""Requests in a run: two minutes at arXiv's pace, and 320 titles."""
DAYS = 7
"""After so many days, what arXiv did not know is asked for again."""
MONTH = 30
"""After so many days, what arXiv did not say of what another archive tells is asked for again."""
_API = Target("api")
_WHOLE = "acs"
"""What a record of a paper states, in letters: authors, categories, an abstract ("summary"); and a DOI, "d"."""


def look_up(session: FetchSession) -> None:
    """Ask for what is lacking, the newest first. One line says what came, and one what could not be asked for."""
    try:
        rules = linking.parse_same(session.context.store.people("same.yml") or "")
        queue = deque(_batches(session, rules))
    except (SettingsError, StoreError) as error:  # in files that nothing else of a night reads
        session.context.fail(error)
        return
    came, asked, failed, reason = 0, 0, 0, ""
    for batch in (queue.popleft() for _ in range(MOST) if queue):
        if session.get(_API, batch.request, batch.sift) is None:
            failed, reason = failed + len(batch.papers), session.reasons[_API]
        came, asked = (came, asked + batch.taken) if batch.told else (came + batch.taken, asked)
        queue.extend(batch.again)
        if _API in session.unasked:
            failed += sum(len(left.papers) for left in queue)
            break
    if came:
        session.context.say(f"{labels.count(came, 'paper')} of which little was known: found in arXiv's API")
    if asked:
        session.context.say(f"{labels.count(asked, 'paper')} of which another archive tells more: asked of arXiv's API")
    if failed:
        session.context.fail(f"{labels.count(failed, 'paper')} of which more is to be known not looked up: {reason}")


class _Stated(NamedTuple):
    """What one record states of a paper."""

    file: str  # below the archive
    id: str  # empty: none
    title: str  # the hash at the end of its address
    facts: str  # letters


def _stated(context: Context) -> Iterator[_Stated]:
    """What all records state; only files that have changed since the last time are read."""
    store = context.store
    name, key = "lookups", part_digest("fetch/lookups.py", "fold/linking.py", "text")
    kept = state.of(context.folder).table(name, key, list[str])
    known, table = kept.all(), {}
    for file, stood in sorted(scan(store.root / "records").items()):
        if file.endswith(".jsonl"):
            row = known.get(file, [])
            fresh = row[:1] == [str(stood)]
            table[file] = row if fresh else [str(stood), *map(_row, store.read_records(store.root / "records" / file))]
            yield from (_Stated(file, *each.split("|")) for each in table[file][1:])
    kept.hold(table)


def _row(record: Record) -> str:
    facts = {"a": record.authors, "c": record.categories, "s": record.abstract,
             "d": ids.dois(record.doi) or ids.dois(record.url), "t": is_secondhand(record)}  # fmt: skip
    letters = "".join(letter for letter, fact in facts.items() if fact)
    return f"{record.arxiv_id or ''}|{_title(record)}|{letters}"


def _title(record: Record) -> str:
    return linking.title_address(record.title).rpartition("-")[2]


def _batches(session: FetchSession, rules: SameRules) -> Iterator[_Batch]:
    """What is asked for at once: ids of papers without authors, categories or abstract; those of which another archive
    tells what arXiv has not said; then titles that no paper with an id bears, and no record with a DOI, which is an
    identity elsewhere. Not those that arXiv did not know in the last days, or that a person has joined."""
    store, asked = session.context.store, _unknown(session, DAYS)
    joined = (name for names in rules.same for name in names if "-" in name)
    settled = {name for key in (*asked, *joined) for name in (key, key.rpartition("-")[2])}
    ids, titles = defaultdict[str, set[str]](set), defaultdict[str, list[_Stated]](list)
    for each in _stated(session.context):
        titles[each.title].append(each)
        if each.id:
            ids[each.id].update(each.facts)
    known = sorted((i for i, facts in ids.items() if i not in settled and not facts.issuperset(_WHOLE)), reverse=True)
    yield from (_Batch(part, rules) for part in _parts(_Sought(ident, ident) for ident in known))
    told = {ident for ident, facts in ids.items() if "t" in facts}.difference(known, _unknown(session, MONTH))
    rows = [each for some in titles.values() for each in some if each.id in told] if told else []
    yield from (_Batch(part, rules, told=True) for part in _parts(_claimed(store, rows)))
    named = [t for t, some in titles.items() if t not in settled and not any(s.id or "d" in s.facts for s in some)]
    named.sort(key=lambda title: max(each.file for each in titles[title]), reverse=True)
    held = defaultdict[str, list[Record]](list)
    for file in sorted({each.file for title in named[: MOST * TITLES] for each in titles[title]}):
        for record in store.read_records(store.root / "records" / file):
            if not record.arxiv_id:
                held[_title(record)].append(record)
    sought = [_Sought(linking.title_address(own[0].title), "", own) for title in named if (own := held.get(title))]
    sought = [each for each in sought if hosts.phrases(each.records[0].title)]
    for start in range(0, len(sought), TITLES):
        yield _Batch(sought[start : start + TITLES], rules)


class _Sought(NamedTuple):
    """A paper that is looked up."""

    key: str  # as it is noted where arXiv does not know it: its id, or the address of its title
    id: str  # empty: none
    records: Sequence[Record] = ()  # of one without an id, or of which another archive tells
    versions: tuple[int, ...] = ()  # whose titles another archive tells, and which are asked for besides


def _parts(papers: Iterable[_Sought]) -> Iterator[list[_Sought]]:
    """Papers with ids, as many as are asked for at once."""
    part, size = list[_Sought](), 0
    for each in papers:
        size += 1 + len(each.versions)
        if part and size > hosts.IDS:
            yield part
            part, size = [], 1 + len(each.versions)
        part.append(each)
    if part:
        yield part


def _unknown(session: FetchSession, days: int) -> set[str]:
    """The papers that arXiv did not know in the last days, or of which it did not say what is told."""
    today = session.clock.now().date()
    since = today - dt.timedelta(days=days - 1)
    return {key for each in session.log.since(since) if since <= each.when.date() <= today for key in each.papers}


def _claimed(store: Store, rows: Sequence[_Stated]) -> Iterator[_Sought]:
    """Those of these papers, the newest first, of which another archive tells what arXiv has neither said nor, asked
    since, left unsaid."""
    wanted, held = {each.id for each in rows}, defaultdict[str, list[Record]](list)
    for file in sorted({each.file for each in rows}):
        for record in store.read_records(store.root / "records" / file):
            if record.arxiv_id in wanted:
                held[record.arxiv_id].append(record)
    for ident in sorted(held, reverse=True):
        if numbers := _open(held[ident]):
            yield _Sought(ident, ident, held[ident], tuple(sorted(numbers - {0})))


def _open(records: Sequence[Record]) -> set[int]:
    """The versions that arXiv is to be asked for, by what other archives tell of a paper; 0: the newest."""
    claims = Ranked(list(records)).claims()
    return {number for each in claims for number in (*each.unheard, *([] if each.denied else [0]))}


@dataclass
class _Batch:
    """Papers that are asked for at once: all with ids, or all without."""

    papers: list[_Sought]
    rules: SameRules
    told: bool = False  # by another archive
    taken: int = 0  # of the answer
    again: list[_Batch] = field(default_factory=list)  # to be asked for alone, as they may not be all in the answer

    @property
    def request(self) -> Request:
        """What is asked."""
        if self.papers[0].id:
            versions = (f"{paper.id}v{number}" for paper in self.papers for number in paper.versions)
            return hosts.by_ids([*(paper.id for paper in self.papers), *versions])
        return hosts.titled([paper.records[0].title for paper in self.papers])

    def sift(self, listings: Listings) -> Selection:
        """The papers of an answer that were asked for, and the keys of those that it lacks."""
        told = [record for listing in listings for record in listing.records("")]
        ids = {paper.key: self._ids(paper, told) for paper in self.papers}
        taken = {ident for some in ids.values() for ident in some}
        kept = tuple(replace(x, entries=tuple(e for e in x.entries if e.arxiv_id in taken)) for x in listings)
        missing = [paper for paper in self.papers if not ids[paper.key]]
        self.taken = len(self.papers) - len(missing)
        # A title also finds longer ones, and one batch may find more than one answer holds.
        if len(self.papers) > 1 and any((count.total or 0) > count.read for x in listings for count in x.counts):
            self.again, missing = [_Batch([paper], self.rules) for paper in missing], []
        lacks = f"{len(missing)} of {labels.count(len(self.papers), 'paper')} not known" if missing else ""
        if self.told:
            answers = ((each, [r for r in told if r.arxiv_id == each.id]) for each in self.papers)
            missing = [each for each, own in answers if {0, *each.versions} & _open([*each.records, *own])]
        keys = tuple(paper.key for paper in missing)
        return Selection(kept, lacks, missing=keys) if taken else Selection((), lacks, "nothing new", keys)

    def _ids(self, paper: _Sought, told: Iterable[Record]) -> set[str]:
        """The ids under which an answer has a paper; of one without an id, those with which linking makes it one."""
        if paper.id:
            return {paper.id}.intersection(record.arxiv_id or "" for record in told)
        title = markup.title_key(paper.records[0].title)
        found = [record for record in told if record.arxiv_id and markup.title_key(record.title) == title]
        own = set(map(id, paper.records))
        groups = linking.link([*paper.records, *found], self.rules) if found else ()
        return {ident for group in groups if own & set(map(id, group.records)) for ident in group.ids}
