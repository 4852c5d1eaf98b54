"""Papers of which too little is known, looked up in arXiv's API: by id where a document states one, else by title.

What a title finds is taken only where `archive.linking` finds that it is the paper in question: by title, and by
abstract, authors, or category and time. What arXiv does not know is noted in the log of attempts, and asked for again
after a week. What each file of the log lacks is remembered, so that a night reads those that have changed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import NamedTuple

from daybook.archive.folder import Context
from daybook.errors import SettingsError, StoreError
from daybook.fetch import requests
from daybook.fetch.client import Request
from daybook.fetch.session import FetchSession, Listings, Selection, Target
from daybook.fold import linking
from daybook.fold.linking import SameRules
from daybook.log.layout import listed
from daybook.model import Record
from daybook.model import ids as identifiers
from daybook.runtime import state
from daybook.runtime.files import ROOT, part_digest, scan
from daybook.text import markup
from daybook.view import labels

TITLES = 8
"""Titles asked for at once: the address stays short enough for every proxy."""
MOST = 40
"""Requests in a run: two minutes at arXiv's pace, and 320 titles."""
DAYS = 7
"""After so many days, what arXiv did not know is asked for again."""
_API = Target("api")
_WHOLE = "acs"
"""What a record of a paper states, in letters: authors, categories, an abstract ("summary"); and a DOI, "d"."""


def look_up(session: FetchSession) -> None:
    """Ask for what is lacking, the newest first. One line says what came, and one what could not be asked for."""
    try:
        rules = linking.parse_same(session.context.store.people("same.yml") or "")
        queue = deque(_batches(session.context, _settled(session, rules), rules))
    except (SettingsError, StoreError) as error:  # in files that nothing else of a night reads
        session.context.fail(error)
        return
    came, failed, reason = 0, 0, ""
    for batch in (queue.popleft() for _ in range(MOST) if queue):
        if session.get(_API, batch.request, batch.sift) is None:
            failed, reason = failed + len(batch.papers), session.reasons[_API]
        came += batch.taken
        queue.extend(batch.again)
        if _API in session.unasked:
            failed += sum(len(left.papers) for left in queue)
            break
    if came:
        session.context.say(f"{labels.count(came, 'paper')} of which little was known: found in arXiv's API")
    if failed:
        session.context.fail(f"{labels.count(failed, 'paper')} of which little is known not looked up: {reason}")


def _settled(session: FetchSession, rules: SameRules) -> set[str]:
    """The names, as `_Stated` has them, of papers that arXiv did not know in the last days, or a person has joined."""
    today = session.clock.now().date()
    since = today - timedelta(days=DAYS - 1)
    asked = (key for each in session.log.since(since) if since <= each.when.date() <= today for key in each.papers)
    joined = (name for names in rules.same for name in names if "-" in name)
    return {name for key in (*asked, *joined) for name in (key, key.rpartition("-")[2])}


class _Stated(NamedTuple):
    """What one record states of a paper."""

    file: str  # below the archive
    id: str  # empty: none
    title: str  # the hash at the end of its address
    facts: str  # letters


def _stated(context: Context) -> Iterator[_Stated]:
    """What all records state; only files that have changed since the last time are read."""
    store = context.store
    name, key = "lookups", part_digest(ROOT, "fetch/lookups.py", "fold/linking.py", "text")
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
             "d": identifiers.dois(record.doi) or identifiers.dois(record.url)}  # fmt: skip
    title = linking.title_address(record.title).rpartition("-")[2]
    return f"{record.arxiv_id or ''}|{title}|{''.join(letter for letter, fact in facts.items() if fact)}"


def _batches(context: Context, settled: set[str], rules: SameRules) -> Iterator[_Batch]:
    """What is asked for at once: ids of papers without authors, categories or abstract; then titles that no paper with
    an id bears, and no record with a DOI, which is an identity elsewhere."""
    ids, titles = defaultdict[str, set[str]](set), defaultdict[str, list[_Stated]](list)
    for each in _stated(context):
        titles[each.title].append(each)
        if each.id:
            ids[each.id].update(each.facts)
    known = sorted((i for i, facts in ids.items() if i not in settled and not facts.issuperset(_WHOLE)), reverse=True)
    for start in range(0, len(known), requests.IDS):
        yield _Batch([_Sought(ident, ident) for ident in known[start : start + requests.IDS]], rules)
    named = [t for t, some in titles.items() if t not in settled and not any(s.id or "d" in s.facts for s in some)]
    named.sort(key=lambda title: max(each.file for each in titles[title]), reverse=True)
    held = _records(context, {each.file for title in named[: MOST * TITLES] for each in titles[title]})
    sought = [_Sought(linking.title_address(own[0].title), "", own) for title in named if (own := held.get(title))]
    sought = [each for each in sought if requests.phrases(each.records[0].title)]
    for start in range(0, len(sought), TITLES):
        yield _Batch(sought[start : start + TITLES], rules)


def _records(context: Context, files: Iterable[str]) -> dict[str, list[Record]]:
    """The records without an id in these files, by the hashes of their titles."""
    found: dict[str, list[Record]] = defaultdict(list)
    for file in sorted(files):
        for record in context.store.read_records(context.store.root / "records" / file):
            if not record.arxiv_id:
                found[linking.title_address(record.title).rpartition("-")[2]].append(record)
    return found


class _Sought(NamedTuple):
    """A paper that is looked up."""

    key: str  # as it is noted where arXiv does not know it: its id, or the address of its title
    id: str  # empty: none
    records: Sequence[Record] = ()  # of one without an id


@dataclass
class _Batch:
    """Papers that are asked for at once: all with ids, or all without."""

    papers: list[_Sought]
    rules: SameRules
    taken: int = 0  # of the answer
    again: list[_Batch] = field(default_factory=list)  # to be asked for alone, as they may not be all in the answer

    @property
    def request(self) -> Request:
        """What is asked."""
        if self.papers[0].id:
            return requests.by_ids([paper.id for paper in self.papers])
        return requests.titled([paper.records[0].title for paper in self.papers])

    def sift(self, listings: Listings) -> Selection:
        """The papers of an answer that were asked for, and the keys of those that it lacks."""
        told = [record for listing in listings for record in listed(listing, "")]
        ids = {paper.key: self._ids(paper, told) for paper in self.papers}
        taken = {ident for some in ids.values() for ident in some}
        kept = tuple(replace(x, entries=tuple(e for e in x.entries if e.arxiv_id in taken)) for x in listings)
        missing = [paper for paper in self.papers if not ids[paper.key]]
        self.taken = len(self.papers) - len(missing)
        if len(self.papers) > 1 and any((count.total or 0) > count.read for x in listings for count in x.counts):
            self.again, missing = [_Batch([paper], self.rules) for paper in missing], []
        lacks = f"{len(missing)} of {labels.count(len(self.papers), 'paper')} not known" if missing else ""
        keys = tuple(paper.key for paper in missing)
        return Selection(kept, lacks, missing=keys) if taken else Selection((), lacks, "nothing new", keys)

    def _ids(self, paper: _Sought, told: Sequence[Record]) -> set[str]:
        """The ids under which an answer has a paper; of one without an id, those with which linking makes it one."""
        if paper.id:
            return {paper.id}.intersection(record.arxiv_id or "" for record in told)
        title = markup.title_key(paper.records[0].title)
        found = [record for record in told if record.arxiv_id and markup.title_key(record.title) == title]
        own = set(map(id, paper.records))
        groups = linking.link([*paper.records, *found], self.rules) if found else ()
        return {ident for group in groups if own & set(map(id, group.records)) for ident in group.ids}
