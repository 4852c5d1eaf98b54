"""The archive as commands ask for it: folded from its log and the files of people, with its own cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from generator.archive import folding, linking, split
from generator.config import Settings
from generator.context import ROOT, Context
from generator.describe import refresh, themes
from generator.describe.cards import overrides
from generator.describe.memo import OutlineMemo
from generator.describe.verdicts import Verdicts
from generator.model import Archive, Record
from generator.store.fetch_log import FetchLog
from generator.store.model_answers import AnswerLog


def fold(context: Context, *, published: bool, described: bool = True, keep: bool = True) -> Archive:
    """The whole archive; `published`: only what may be shown on pages, with past days reconstructed. Without
    `described` what is not published comes without the archive's own cards, and sooner.

    The published archive is for the holder of the archive's lock: its outlines, with the papers' themes, and its cards
    are kept for the next run; not without `keep`.
    """
    settings = context.settings()
    records, statements = chain(context.store.records(), copied(context)), context.store.statements()
    same = linking.parse_same(context.store.people("same.yml") or "")
    text = context.store.people(themes.NAME) or ""
    rules = themes.parse(text)
    memo = OutlineMemo(settings, rules, text, context.folder, ROOT)
    if not published:
        folded = folding.fold(records, statements, same=same, themes=rules, assign=memo.themes)
        return _described(context, folded) if described else folded
    shown, stated = folding.published(records, statements, settings)
    attempts = FetchLog(context.folder).attempts()
    folded = folding.fold(
        shown, stated, settings, same=same, themes=rules, assign=memo.themes, attempts=attempts, known=memo.known
    )
    for fault in memo.faults:
        context.fail(fault)
    if keep:
        memo.keep(folded.outlines)
    return replace(_described(context, folded, published=True, keep=keep), moved=moved(context, settings))


def _described(context: Context, folded: Archive, *, published: bool = False, keep: bool = False) -> Archive:
    """The archive with its own cards, the published one also with models' digests; `keep`: cards are remembered."""
    log = AnswerLog(context.folder)
    made = refresh.Cards(context.folder, ROOT)
    found = made.make(folded, context.steps)
    for fault in made.faults:
        context.fail(fault)
    judged = Verdicts(context.folder, ROOT)
    models = judged.cards(folded, log.summaries())
    shown = refresh.chosen(folded, found, models, context.store.people(overrides.NAME) or "")
    if published:
        shown = replace(shown, digests=judged.digests(folded, log.editorials()))
    if keep:
        made.keep()
        judged.keep()
    return shown


def beside(context: Context, folded: Archive) -> Archive:
    """The published archive with the papers beside each one. For the holder of the archive's lock."""
    near = refresh.beside(folded, context.folder, ROOT)
    return replace(folded, related=near.related, same_authors=near.same_authors)


def copied(context: Context) -> Iterator[Record]:
    """What an archive that was split keeps of the metadata of older papers."""
    for path in sorted((context.folder / split.COPIED).glob("*.jsonl")):
        yield from context.store.read_records(path)


def moved(context: Context, settings: Settings) -> dict[str, str]:
    """Where the archive of older years has pages: source path -> address. Raises SettingsError."""
    from generator.pages import moved as list_of_moved  # loads what only pages need

    return list_of_moved.parse(context.store.people(list_of_moved.NAME) or "", settings.older)
