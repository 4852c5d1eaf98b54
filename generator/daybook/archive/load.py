"""The archive as programs read it: folded from its log and the files people write, and given its own cards.

    fold      for whoever only reads: all that is stored or, `published`, all that pages may show
    renewed   for a build: the published archive, of which only what is new in the log is made
    rewound   for the search's sealed base: the published archive as it was when a month began

What a build folds, call by call:

    Groups.changes         the lines of the log that came or went, and their papers, linked anew: `LogChanges`
    Refolding.archive      outlines, days and coverage, made where these may be others now; `Touched` says which are
    - or, where nothing is kept, or what is kept is of other code, settings or words of people:
      Groups.begin         all records of the log, linked
      folding.of_groups    all outlines, days and coverage; `refolding.summary`: what the next build needs to know
    - then, each made only where an earlier run did not:
      describing.made_cards, answered, chosen   cards: by rules, by a language model, a person's
      describing.watched   which papers the watches find
      describing.based     what the digests of the days rest on
      describing.comparing related papers, while commands/making.py makes the pages of days and lists
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from daybook.archive import ArchiveFolder, describing, following, refolding
from daybook.archive.describing import RULES, Themes
from daybook.archive.refolding import Groups, LinkedBefore, LogSummary, Refolding
from daybook.config import Settings
from daybook.describe import cards, themes, watches
from daybook.describe.themes.rules import starter
from daybook.fold import division, folding, linking, people
from daybook.log.homes import elsewhere
from daybook.log.statements import AnswerLog, FetchLog
from daybook.model import Archive, Card, Coverage, Day, Outline, Paper, Record, Statement, Theme, ids
from daybook.model.jsonl import to_json
from daybook.pages import moved as list_of_moved
from daybook.runtime import files, state
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.parallel import give_back, spool
from daybook.runtime.state import Layered
from daybook.view import addresses


def fold(
    home: ArchiveFolder, *, published: bool, described: bool = True, judged: bool = False, keep: bool = True
) -> Archive:
    """The whole archive. `published`: only what pages may show, with past days reconstructed and coverage judged.
    `judged`: reconstruct days and judge coverage of all that is stored, too. Without `described` papers come without
    the archive's own cards, and sooner. The published archive keeps its cards for the next run, so the caller must hold
    the archive's lock; with `keep=False`, and of an archive that is not published, nothing is written. Raises
    SettingsError and StoreError."""
    settings, _, rules, same = said = _said(home)
    attempts = FetchLog(home.folder, home.unsound).attempts() if published or judged else ()
    records: Iterable[Record] = chain(home.store.records(), copied(home))
    statements: Sequence[Statement] = home.store.coverage.lines()
    known: Mapping[str, Outline] = {}
    if published:
        known = state.of(home.folder).grouped("outlines", said.key(home), Outline).all()
        records, statements = folding.published(records, statements, settings)
    memo = Themes(rules, known)
    folded = folding.fold(
        records, statements, settings if published or judged else None, same=same,
        assign=memo.find, attempts=attempts, known=known,
    )  # fmt: skip
    folded = replace(folded, themes=rules)
    if published:
        return _described(home, folded, memo, settings, described=described, keep=keep)
    return with_cards(home, folded) if described else folded


class _Said(NamedTuple):
    """What people wrote that a fold depends on."""

    settings: Settings
    text: str  # of the rules
    rules: tuple[Theme, ...]
    same: linking.SameRules

    def key(self, home: ArchiveFolder) -> str:
        """The hash of all that a fold depends on besides the log."""
        return digest(code_digest(ROOT), home.store.people_hash(), to_json(self.settings.plain), self.text)


def _said(home: ArchiveFolder) -> _Said:
    settings, text = home.settings(), rules_of(home)
    return _Said(settings, text, themes.parse(text), linking.parse_same(home.store.people("same.yml") or ""))


def rules_of(home: ArchiveFolder) -> str:
    """The text of themes.yml; without that file, the starter themes of the archive's categories."""
    text = home.store.people(themes.NAME)
    return text if text is not None else starter(home.settings().drawn)


def renewed(home: ArchiveFolder) -> Archive:
    """The published archive, of which only what the log has changed since the last time is made. Keeps what it is made
    of for the next time; the caller, who holds the archive's lock, commits that once all that is touched is made.
    Raises SettingsError and StoreError."""
    settings, text, rules, same = said = _said(home)
    kept, key = state.of(home.folder), said.key(home)
    summaries, groups = kept.table("whole", key, LogSummary), Groups(home.store, key, settings, same)
    outlined, dated = kept.grouped("outlines", key, Outline), kept.grouped("days", key, Day)
    covered = kept.table("coverage", key, list[Coverage])
    known = outlined.all()
    memo = Themes(rules, known)
    attempts, contents, was = FetchLog(home.folder, home.unsound).attempts(), home.store.contents(), summaries.get("")
    changes = groups.changes(contents) if was else None
    if was and changes and not changes.lost & {was.as_of, was.newest}:
        days = {dt.date.fromisoformat(date): day for date, day in dated.all().items()}
        refolded = Refolding(was, known, days, covered.all(), changes, groups, attempts, settings)
        folded, summary = refolded.archive(memo.find)
    else:
        linked = groups.begin(contents, (path.relative_to(home.folder).as_posix() for path in copies(home)))
        statements = list(filter(groups.shows, home.store.coverage.lines()))
        papers = spool(Paper, files.scratch_folder(home.folder))
        folded = folding.of_groups(
            linked, statements, settings, assign=memo.find, attempts=attempts, known={}, folded=papers
        )
        summary = refolding.summary(linked, folded, statements, attempts, settings)
        folded = replace(folded, papers=papers)  # without the records of all, which would take most of the memory
        del linked
        give_back()
    log_hash = digest(key, to_json((contents, len(attempts))))
    touched = folded.touched and replace(folded.touched, log_hash=log_hash)
    rows = {key: folded.outlines[key] for key in (touched.keys if touched else folded.outlines)}
    outlined.hold(rows, whole=not touched)
    some = (day for day in folded.days if not touched or day.date in touched.dates)
    dated.hold({day.date.isoformat(): day for day in some}, whole=not touched)
    covered.hold({name: [day for day in folded.coverage if day.category == name] for name in settings.drawn})
    if not home.unread:  # else the newest day may not be known
        following.hold(home, settings, folded.coverage)
    kept.table(RULES, "", str).hold({"": text})
    described = _described(home, replace(folded, touched=touched, themes=rules), memo, settings)
    summaries.hold({} if home.faults else {"": summary})  # what could not be made of a paper is asked for again
    return described


def _described(
    home: ArchiveFolder, folded: Archive, memo: Themes, settings: Settings, *, described: bool = True, keep: bool = True
) -> Archive:
    """The published archive with the addresses of pages that moved; and `described`: with cards, what its digests rest
    on, the people of authors.yml, and what the watches of watch.yml find."""
    for fault in memo.faults:
        home.fail(fault)
    folded = replace(
        folded, moved=moved(home, settings), homes=homes(home, settings), unread=tuple(sorted(home.unread))
    )
    if not described:
        return folded
    folded = replace(
        with_cards(home, folded, published=True, keep=keep),
        people=people.parse(home.store.people(people.NAME) or ""),
        watches=watches.parse(home.store.people(watches.NAME) or ""),
    )
    folded = describing.watched(home, folded, settings.shows, keep=keep)
    return describing.based(home, folded, keep=keep)


def with_cards(
    home: ArchiveFolder, folded: Archive, *, published: bool = False, keep: bool = False, until: dt.date = dt.date.max
) -> Archive:
    """The archive with its own cards, the published one also with a language model's threads and digests. `keep`:
    remember the cards for the next run; only for the holder of the archive's lock. `until`: a model's answers count
    that were written before."""
    log, made = AnswerLog(home.folder, home.unsound), describing.made_cards(home, folded, keep=keep)
    papers = [answer for answer in log.papers() if answer.written < until]
    models, folded = describing.answered(home, folded, papers, log.days() if published else (), keep=keep)
    return describing.chosen(folded, made, models, home.store.people(cards.NAME) or "")


def rewound(home: ArchiveFolder, archive: Archive, month: dt.date, keys: Collection[str] | None = None) -> Archive:
    """The published archive as it was when a month began: the fold of the records before it alone, with people's files
    as they are. `archive`: as it is now, whose outlines and cards stand for papers that were the same; `keys`: of these
    papers alone, where the state knows the log. Raises SettingsError and StoreError."""
    settings, _, rules, same = said = _said(home)
    groups, assign = Groups(home.store, said.key(home), settings, same), Themes(rules, archive.outlines).find
    if groups.stand(home.store.contents()):
        if keys is not None:  # which may be former ones
            keys = {*keys, *(archive.redirects[key] for key in keys if key in archive.redirects)}
        then = groups.linked_before(month, keys)
    else:
        records = (record for record in chain(home.store.records(), copied(home)) if record.date < month)
        shown, _ = folding.published(records, (), settings)
        newest = max((record.date for record in shown), default=dt.date.min)
        linked = {group.key: group for group in linking.link(shown, same)}
        then, keys = LinkedBefore(month, newest, linked, archive.outlines.keys()), None
    folded = refolding.rewound(archive, then, groups, settings, assign, keys)
    answered = {answer.paper for answer in AnswerLog(home.folder, home.unsound).papers() if answer.written >= month}
    now = archive.outlines
    other = {key: outline for key, outline in folded.outlines.items() if key in answered or now.get(key) is not outline}
    few = replace(folded, outlines=other, papers={key: folded.papers[key] for key in other})
    own = with_cards(home, few, until=month).own_cards

    def card(key: str) -> Card | None:
        return archive.own_cards.get(key) if key in folded.outlines and key not in other else None

    return replace(folded, own_cards=Layered(own, lambda: folded.outlines, card))


def copied(home: ArchiveFolder) -> Iterator[Record]:
    """The metadata of older papers that an archive keeps after they were split off."""
    for path in copies(home):
        yield from home.store.read_records(path)


def copies(home: ArchiveFolder) -> list[Path]:
    """The files of that metadata, sorted."""
    return sorted((home.folder / division.COPIED).glob("*.jsonl"))


def homes(home: ArchiveFolder, settings: Settings) -> dict[str, str]:
    """The papers whose page is in another volume of the library: key -> the page there, from this site's top. Raises
    StoreError."""
    found = {}
    for ident, volume in elsewhere(home.folder).items() if settings.volumes else ():
        key = ids.key(ident)
        found[key] = addresses.beside(settings.volumes, addresses.paper(key), volume)
    return found


def moved(home: ArchiveFolder, settings: Settings) -> dict[str, str]:
    """The pages that live in the archive of older years: source path -> address. Raises SettingsError."""
    return list_of_moved.parse(home.store.people(list_of_moved.NAME) or "", settings.older)
