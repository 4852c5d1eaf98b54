"""The archive as programs read it: folded from its log and the files people write, and given its own cards."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from generator.archive import authors, folding, linking, split
from generator.config import Settings
from generator.context import ROOT, ArchiveFolder
from generator.describe import refresh, themes, watches
from generator.describe.cards import overrides
from generator.describe.memo import OutlineMemo
from generator.describe.verdicts import Verdicts
from generator.model import Archive, Record
from generator.store.fetch_log import FetchLog
from generator.store.model_answers import AnswerLog


def fold(
    home: ArchiveFolder, *, published: bool, described: bool = True, judged: bool = False, keep: bool = True
) -> Archive:
    """The whole archive. `published`: only what pages may show, with past days reconstructed and coverage judged.

    `judged`: reconstruct days and judge coverage of all that is stored, too. Without `described` papers come without
    the archive's own cards, and sooner.

    The published archive keeps its outlines, with the papers' themes, and its cards for the next run, so the caller
    must hold the archive's lock; with `keep=False`, and of an archive that is not published, nothing is written.
    Raises SettingsError and StoreError.
    """
    settings = home.settings()
    records, statements = chain(home.store.records(), copied(home)), home.store.statements()
    same = linking.parse_same(home.store.people("same.yml") or "")
    text = home.rules()
    rules = themes.parse(text)
    memo = OutlineMemo(settings, rules, text, home.folder, ROOT)
    combine = partial(folding.fold, same=same, themes=rules, assign=memo.themes)
    attempts = FetchLog(home.folder).attempts() if published or judged else ()
    if not published:
        folded = combine(records, statements, settings if judged else None, attempts=attempts)
        return with_cards(home, folded) if described else folded
    shown, stated = folding.published(records, statements, settings)
    folded = combine(shown, stated, settings, attempts=attempts, known=memo.known)
    for fault in memo.faults:
        home.fail(fault)
    if keep:
        memo.keep(folded.outlines)
    if described:
        folded = _with_watches(home, with_cards(home, folded, published=True, keep=keep), settings, keep=keep)
        folded = _with_bases(home, folded, keep=keep)
    return replace(folded, moved=moved(home, settings))


def before(home: ArchiveFolder, archive: Archive, month: dt.date) -> Archive:
    """The published archive as it was when a month began: the fold of the records before it alone, with people's files
    as they are. `archive`: as it is now, whose outlines and cards stand for papers that were the same.

    Raises SettingsError and StoreError.
    """
    settings, text = home.settings(), home.rules()
    rules = themes.parse(text)
    records = (record for record in chain(home.store.records(), copied(home)) if record.date < month)
    statements = (line for line in home.store.statements() if line.date < month)
    shown, stated = folding.published(records, statements, settings)
    folded = folding.fold(
        shown, stated, settings, same=linking.parse_same(home.store.people("same.yml") or ""), themes=rules,
        assign=OutlineMemo(settings, rules, text, home.folder, ROOT).themes, known=archive.outlines,
    )  # fmt: skip
    folded = replace(folded, people=archive.people)
    answered = {answer.paper for answer in AnswerLog(home.folder).papers() if answer.written >= month}
    now, then = archive.outlines, folded.outlines
    other = {key: outline for key, outline in then.items() if key in answered or now.get(key) != outline}
    few = replace(folded, outlines=other, papers={key: folded.papers[key] for key in other})
    same = {key: card for key, card in archive.own_cards.items() if key in then and key not in other}
    return replace(folded, own_cards={**same, **with_cards(home, few, until=month).own_cards})


def with_cards(
    home: ArchiveFolder,
    folded: Archive,
    *,
    published: bool = False,
    keep: bool = False,
    until: dt.date = dt.date.max,
) -> Archive:
    """The archive with its own cards, the published one also with a language model's threads and digests.

    `keep`: remember the cards for the next run; only for the holder of the archive's lock. `until`: a model's answers
    count that were written before.
    """
    log = AnswerLog(home.folder)
    memo, verdicts = refresh.Cards(home.folder, ROOT), Verdicts(home.folder, ROOT)
    made = memo.make(folded, home.steps)
    for fault in memo.faults:
        home.fail(fault)
    accepted = verdicts.cards(folded, [answer for answer in log.papers() if answer.written < until])
    described = refresh.chosen(folded, made, accepted, home.store.people(overrides.NAME) or "")
    if published:
        described = verdicts.days(described, log.days())
    if keep:
        memo.keep()
        verdicts.keep()
    return described


def _with_watches(home: ArchiveFolder, folded: Archive, settings: Settings, *, keep: bool) -> Archive:
    """The published archive with the people of authors.yml, the watches of watch.yml, and what these find."""
    folded = replace(
        folded,
        people=authors.parse(home.store.people(authors.NAME) or ""),
        watches=watches.parse(home.store.people(watches.NAME) or ""),
    )
    memo = refresh.Watched(home.folder, ROOT)
    found = memo.find(folded, lambda source: settings.rule(source).publish)
    for fault in memo.faults:
        home.fail(fault)
    if keep:
        memo.keep()
    return replace(folded, watched=found)


def _with_bases(home: ArchiveFolder, folded: Archive, *, keep: bool) -> Archive:
    """The published archive with what the digests of its days rest on."""
    memo = refresh.Bases(home.folder, ROOT, folded.themes)
    folded = replace(folded, bases=memo.make(folded))
    for fault in memo.faults:
        home.fail(fault)
    if keep:
        memo.keep()
    return folded


def beside(home: ArchiveFolder, folded: Archive) -> Archive:
    """The published archive with each paper's related papers and papers by the same authors.

    Writes a cache, so the caller must hold the archive's lock.
    """
    neighbours = refresh.beside(folded, home.folder, ROOT)
    return replace(folded, related=neighbours)


def copied(home: ArchiveFolder) -> Iterator[Record]:
    """The metadata of older papers that an archive keeps after they were split off."""
    for path in copies(home):
        yield from home.store.read_records(path)


def copies(home: ArchiveFolder) -> list[Path]:
    """The files of that metadata, sorted."""
    return sorted((home.folder / split.COPIED).glob("*.jsonl"))


def moved(home: ArchiveFolder, settings: Settings) -> dict[str, str]:
    """The pages that live in the archive of older years: source path -> address. Raises SettingsError."""
    from generator.pages import moved as list_of_moved  # loads modules that only pages need

    return list_of_moved.parse(home.store.people(list_of_moved.NAME) or "", settings.older)
