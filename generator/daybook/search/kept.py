"""What earlier runs kept of the index: the base's rows by key, the delta's entries, and what the base was made of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

from daybook.archive import load
from daybook.archive.folder import ArchiveFolder
from daybook.archive.tables import Memo
from daybook.config import Settings
from daybook.log.attempts import AnswerLog
from daybook.model import Archive
from daybook.model.jsonl import to_json
from daybook.runtime import files
from daybook.runtime.cache import ROOT, code_digest, digest, part_digest, scan
from daybook.runtime.state import of as state_of
from daybook.search import index
from daybook.search.delta import Based, Sealed
from daybook.search.entries import Entry
from daybook.text import language

ENTRIES = "search"
"""The table of the delta's entries: key of a paper -> its entry."""
ENTRIES_CODE = ("search/entries.py", "search/words.py", "text")
"""The code that it depends on: another template makes no entry again."""
BASE = "searchbase"
"""The table with what is known of the base as a whole."""
STAMPS, DAYS, NUMBERS = "searchstamps", "searchdays", "searchnumbers"
"""Tables of the base: key of a paper -> its entry's stamp; a date -> the keys of the papers first seen then; an
author's key -> number."""
HIDDEN = "searchhidden"
"""The table of papers of the base that are another now: key -> number and entry there."""
CHANGED = "searchchanged"
"""The table of papers that are another now than in the base, or are not in one of the two: their keys, and ""."""
RECORDED = "searchrecorded"
"""The table of record files: name -> hash of it, and of its records before the month."""
MONTH = "the month"


class Known:
    """What earlier runs kept, and the next one asks for. `base`: if it was made of the same, and its files stand."""

    def __init__(self, home: ArchiveFolder, inputs: dict[str, str]) -> None:
        self.inputs = inputs
        code, own = part_digest(ROOT, *ENTRIES_CODE), digest(to_json(inputs))
        self.kept = Memo(home.folder, BASE, "", Sealed)
        self.entries = Memo(home.folder, ENTRIES, code, Entry)
        self.hidden = Memo(home.folder, HIDDEN, own, Based)
        self.stamps = Memo(home.folder, STAMPS, own, str)
        self.days = Memo(home.folder, DAYS, own, list[str])
        self.numbers = Memo(home.folder, NUMBERS, own, int)
        self.changed = Memo(home.folder, CHANGED, own, int)
        self.base = self.kept.known.get("")
        self.reason = _reason(self.base, inputs, folder_of(home) / "base")
        if self.base and not self.reason and not self._is_whole(self.base):
            self.reason = "what is kept of it is damaged"
        if self.reason:
            self.base = None
        self.failed = False  # whether an entry could not be made

    def _is_whole(self, base: Sealed) -> bool:
        by_paper = (self.stamps, self.days)
        return all(bool(memo.known) == bool(base.papers) for memo in by_paper) and (
            bool(self.numbers.known) == bool(base.authors)
        )

    def entry(self, key: str, stamp: str) -> Entry | None:
        """The entry of a paper that was made of the same."""
        own = self.entries.known.get(key)
        return own if own and own.stamp == stamp else None


def _reason(base: Sealed | None, inputs: Mapping[str, str], folder: Path) -> str:
    """Why a base must be made anew; empty if it need not."""
    if base is None:
        return "there is none"
    other = [name for name in inputs if base.inputs.get(name) != inputs[name]]
    if MONTH in other:
        return "a month has begun"
    if other:
        return f"{' and '.join(other)} changed"
    return "its files changed" if stands(folder) != base.state else ""


def stands(folder: Path) -> str:
    """The hash of the names and sizes of the files in a folder, which a fresh checkout leaves as they are."""
    return digest(repr(sorted((path, size) for path, (size, _) in scan(folder).items())))


def inputs_of(home: ArchiveFolder, archive: Archive, settings: Settings) -> dict[str, str]:
    """All that the base is made of -> its hash."""
    month, touched = month_of(archive), archive.touched
    told = f"what was recorded before {month:%Y-%m}"
    sealed = state_of(home.folder).table(BASE, "", Sealed).get("")
    same = touched and sealed and told in sealed.inputs and all(date >= month for date in touched.recorded)
    people = {name: digest(home.store.people(name) or "") for name in ("same.yml", "cards.yml", "authors.yml")}
    return {
        MONTH: month.isoformat(),
        "the program": code_digest(ROOT),
        "archive.yml": digest(to_json(settings)),
        "themes.yml": digest(home.rules()),
        **people,
        "the translation": digest(language.spoken().text),
        told: sealed.inputs[told] if same and sealed else _recorded(home, month),
    }


def month_of(archive: Archive) -> dt.date:
    """The first day of the month of an archive's newest date."""
    return (archive.as_of or dt.date.min).replace(day=1)


def _recorded(home: ArchiveFolder, month: dt.date) -> str:
    """The hash of all records, statements and models' answers before a month. Only files that changed are parsed."""
    store, key = home.store, month.isoformat()
    kept = state_of(home.folder).table(RECORDED, key, list[str])
    known, rows = kept.all(), {}
    for path in (*store.record_files(), *load.copies(home)):
        name, hashed = path.relative_to(home.folder).as_posix(), digest(files.read(path) or b"")
        row = known.get(name)
        if not row or row[0] != hashed:
            before = [record for record in store.read_records(path) if record.date < month]
            row = [hashed, digest(to_json(before)) if before else ""]
        rows[name] = row
    kept.hold(rows)
    stated = [path for path in store.coverage.paths() if path.stem < key[:7]]
    answers = [answer for answer in AnswerLog(home.folder).papers() if answer.written < month]
    held = (f"{name} {before}" for name, (_hash, before) in rows.items() if before)
    return digest(*held, *(files.read(path) or b"" for path in stated), to_json(answers))


def folder_of(home: ArchiveFolder) -> Path:
    """Where the index is made."""
    return files.work_folder(home.folder) / index.FOLDER
