"""The index brought up to date with an archive: the base is made when a month begins, the delta with every new day.

The base holds the papers as they were when the month of the archive's newest date began: the fold of all records before
it. The delta holds those that are another now, for whatever reason. Both are functions of records and of what people
wrote, so an index that is made from nothing is the one that was brought up to date day by day.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, chain
from pathlib import Path

from daybook.archive import load
from daybook.archive.folder import ArchiveFolder
from daybook.archive.tables import Memo
from daybook.config import Settings
from daybook.errors import GeneratorError, actionable
from daybook.fold import authors, outlines
from daybook.log.attempts import AnswerLog
from daybook.model import Archive, Outline, taxonomy
from daybook.model.jsonl import to_json
from daybook.runtime import files, parallel
from daybook.runtime.files import ROOT, code_digest, digest, part_digest, scan
from daybook.runtime.state import of as state_of
from daybook.search import index
from daybook.search.entries import CODE, FACETS, NAMES_SHOWN, NO_WORDS, TYPES, Entry, Shown, author_key, entry
from daybook.search.index import Based, Change, Part, Sealed
from daybook.search.postings import Words
from daybook.text import language, markup
from daybook.text.language import _
from daybook.view import addresses, labels

ENTRIES = "search"
"""The table of the delta's entries: key of a paper -> its entry."""
ENTRIES_CODE = ("search/entries.py", "text")
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


READY = "searchready"
"""The cache table with the state of the index's folder, keyed by the hash of all its inputs."""

_LOG = logging.getLogger("daybook.search")


def ready(home: ArchiveFolder) -> Path | None:
    """The folder of the index if that is up to date with the archive."""
    folder = folder_of(home)
    return folder if state_of(home.folder).table(READY, _key(home), str).get("") == stands(folder) else None


@contextmanager
def refreshing(
    home: ArchiveFolder, archive: Archive, settings: Settings, say: Callable[[str], object] = lambda line: None
) -> Iterator[Callable[[], Path]]:
    """Bring the index of a published archive up to date; of a large one, in another process while the block runs.

    The block gets a function that waits for the end and gives the folder. Writes to it and to the cache: only for the
    holder of the archive's lock. `say`: takes a line where a base is made anew.
    """
    files.speak(settings.language, home.folder, ROOT)
    known = Known(home, inputs_of(home, archive, settings))
    if known.reason and known.kept.known:
        say(f"the search's index is made anew: {known.reason}")
    task = _task(home, archive, settings, known)
    if archive.touched:  # which nobody tells of again where this run is killed
        known.changed.known.put((key, 1) for key in sorted(archive.touched.keys))
    worth, scratch = len(archive.outlines) >= parallel.MANY, files.scratch_folder(home.folder)
    with parallel.ahead(partial(_make, task), worth, scratch) as made:
        yield cache(partial(_keep, home, known, task, made))


Entries = tuple[list[Entry], list[GeneratorError]]
"""Entries of papers, empty where there was a fault; and the faults."""
Make = Callable[[Archive, Mapping[str, str], Sequence[str]], Entries]
"""Makes entries of an archive's papers: takes stamps by key, and keys."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What files are to be made of: the delta, and the base, unless one stands that is `sealed`."""

    home: ArchiveFolder
    archive: Archive
    base: Callable[[], tuple[Part, list[GeneratorError]]] | None
    sealed: Sealed | None
    inputs: dict[str, str]
    change: Change


def _task(home: ArchiveFolder, archive: Archive, settings: Settings, known: Known) -> _Task:
    """What is to be made; what is to be kept of it is given to `known`."""
    make = partial(_made, settings.shows)
    touched = archive.touched if known.base and "" in known.changed.known else None
    # All others are as they are in the base.
    keys = {*touched.keys, *known.changed.known} if touched else archive.outlines.keys()
    stamps, base, numbers = _stamps(archive, archive.outlines.keys() & keys), None, dict[str, int]()
    days: Mapping[str, Sequence[str]]
    before: Archive | None
    if known.base:
        before, days, firsts = None, known.days.known, known.base.days
        based = known.stamps.known.some(keys) if touched else known.stamps.known.all()
    else:
        before = load.before(home, archive, month_of(archive))
        based = known.stamps.used = _stamps(before, before.outlines)
        days = known.days.used = _by_day(before)
        firsts = [*zip(days, accumulate(map(len, days.values()), initial=0), strict=False)]
        base = partial(_part, before, based, make)
    fresh = {key: own for key, own in stamps.items() if based.get(key) != own}
    gone = {key: own for key, own in sorted(based.items()) if stamps.get(key) != own}
    entries = sorted(_entries(home, known, make, archive, fresh), key=_place)
    hidden = known.hidden.known.some(gone) if known.base else {}
    if left := {key: own for key, own in gone.items() if key not in hidden}:
        before = before or load.before(home, archive, month_of(archive), left)
        first = dict(firsts)
        for each in _entries(home, known, make, before, left):
            date, key = each.shown.date, each.shown.key
            hidden[key] = Based(first[date] + days[date].index(key), each)
    if not base:
        numbers = known.numbers.known.some(sorted({author_key(name) for each in entries for name in each.names}))
    known.hidden.used = {key: row for key, row in hidden.items() if row.entry.stamp}
    known.entries.used = {each.shown.key: each for each in entries if each.stamp}
    known.changed.used = dict.fromkeys(["", *fresh, *gone], 1)
    dates = {each.shown.date for each in entries}
    same_day = {date: days[date] for date in sorted(dates) if date in days}
    pages = _dates(archive), _pages(archive)
    change = Change(entries, [hidden[key] for key in gone], same_day, numbers, _themes(archive), *pages)
    return _Task(home, archive, base, known.base, known.inputs, change)


def _part(before: Archive, stamps: Mapping[str, str], make: Make) -> tuple[Part, list[GeneratorError]]:
    """A base of the papers as they were when the month began, and the faults of those that have no words in it."""
    entries, faults, words = list[Entry](), list[GeneratorError](), Words()
    keys = [*chain.from_iterable(_by_day(before).values())]
    for start in range(0, len(keys), parallel.SLICE):
        made, failed = make(before, stamps, keys[start : start + parallel.SLICE])
        words.extend(each.words for each in made)
        entries += (each._replace(words="") for each in made)
        faults += failed
    return Part(entries, _themes(before), _dates(before), _pages(before), words=words), faults


def _by_day(archive: Archive) -> dict[str, list[str]]:
    """The date on which papers were first seen -> their keys, in order."""
    days: dict[str, list[str]] = {}
    for date, key in sorted((paper.first_seen.isoformat(), key) for key, paper in archive.outlines.items()):
        days.setdefault(date, []).append(key)
    return days


def _place(entry: Entry) -> tuple[str, str]:
    """What sorts papers: the day each was first seen, and its key."""
    return entry.shown.date, entry.shown.key


def _stamps(archive: Archive, keys: Iterable[str]) -> dict[str, str]:
    """The hash of what the entry of each of these papers is made of."""
    known, cards = archive.outlines, archive.own_cards
    told = (
        (key, (known[key].listed_hash, known[key].page_hash, known[key].first_seen, cards.get(key))) for key in keys
    )
    return {key: outlines.hash_of(to_json(each)) for key, each in told}


def _entries(home: ArchiveFolder, known: Known, make: Make, archive: Archive, stamps: Mapping[str, str]) -> list[Entry]:
    """The entries of these papers, in no order. One whose paper failed is empty, and the fault reported."""
    rows = [row for key, stamp in stamps.items() if (row := known.entry(key, stamp))]
    stale = sorted(stamps.keys() - {row.shown.key for row in rows})
    _LOG.debug("entries: %s kept, %s to make", f"{len(rows):,}", f"{len(stale):,}")
    made = parallel.shared(partial(make, archive, stamps), stale)
    for fresh, faults in parallel.watched(
        made, lambda part: len(part[0]), lambda counts: home.steps(counts, "search", len(stale))
    ):
        rows += fresh
        for fault in faults:
            home.fail(fault)
        known.failed |= bool(faults)
    return rows


def _made(shows: outlines.Shows, archive: Archive, stamps: Mapping[str, str], keys: Sequence[str]) -> Entries:
    entries, faults = list[Entry](), list[GeneratorError]()
    for key in keys:
        paper, outline = archive.papers[key], archive.outlines[key]
        try:
            told = [card for card in paper.cards if shows(card.source)]
            card, date = archive.own_cards.get(key), outline.first_seen.isoformat()
            entries.append(entry(paper, card, outlines.abstract(paper, shows), stamps[key], date, told))
        except Exception as error:  # of any kind: it costs this paper only, which then is not found by its words
            faults.append(actionable(error, f'the search\'s entry of "{paper.title}"'))
            entries.append(_empty(outline))
    return entries, faults


def _empty(paper: Outline) -> Entry:
    shown = Shown(
        paper.key, paper.title, paper.authors[:NAMES_SHOWN], len(paper.authors), paper.first_seen.isoformat(), "",
        paper.categories, paper.themes, int(paper.withdrawn),
    )  # fmt: skip
    return Entry("", NO_WORDS, (), (), (), (), shown)


@dataclass(frozen=True, slots=True)
class _Done:
    """What is kept of a base that was made."""

    sealed: Sealed
    numbers: dict[str, int]
    faults: list[GeneratorError]


def _make(task: _Task) -> _Done:
    """Make the files and write them."""
    folder, sealed, change, faults = folder_of(task.home), task.sealed, task.change, list[GeneratorError]()
    if task.base:
        part, faults = task.base()
        made = index.made("base", part)
        _write(task.home, "base/", made.files)
        sealed = index.sealed(task.inputs, stands(folder / "base"), made, part)
        change = replace(change, numbers=made.authors)
    assert sealed  # noqa: S101 - there is one of the two
    as_of = task.archive.as_of.isoformat() if task.archive.as_of else None
    held = index.updated(sealed, change, as_of, partial(_facets, task.archive))
    entrance = {"index": held.pop("index")}
    _write(task.home, "delta/", held)
    _write(task.home, "index", entrance)
    return _Done(sealed, dict(change.numbers), faults)


def _write(home: ArchiveFolder, beginning: str, made: Mapping[str, bytes]) -> None:
    """Write the files whose names begin so, and remove others."""
    folder, scratch = folder_of(home), files.scratch_folder(home.folder)
    for name, data in made.items():
        files.write(folder / f"{name}.js", data, scratch, durable=False)
    for path in scan(folder):
        if path.startswith(beginning) and path.removesuffix(".js") not in made:
            files.remove(folder / path)


def _keep(home: ArchiveFolder, known: Known, task: _Task, made: Callable[[], _Done]) -> Path:
    """Wait for the files, and keep what the next run asks for."""
    done, folder = made(), folder_of(home)
    for fault in done.faults:
        home.fail(fault)
    known.entries.keep()
    known.changed.keep()
    known.hidden.keep()
    if task.base and not known.failed and not done.faults:  # what failed is made again, and told again
        known.numbers.used = done.numbers
        for memo in (known.stamps, known.days, known.numbers):
            memo.keep()
        known.kept.used = {"": done.sealed}
        known.kept.keep()
    if not home.faults:
        state_of(home.folder).table(READY, _key(home), str).hold({"": stands(folder)})
    return folder


def _key(home: ArchiveFolder) -> str:
    return digest(code_digest(ROOT), home.store.fingerprint())


def _themes(archive: Archive) -> dict[str, str]:
    """Slug -> plain name."""
    return {theme.slug: markup.plain(theme.name) for theme in archive.themes}


def _facets(archive: Archive, held: Mapping[str, Sequence[str]]) -> list[object]:
    """The facets that a query can be narrowed by, besides authors, with the values that papers have."""
    facets: list[object] = []
    told: dict[str, tuple[str, Callable[[str], str | None]]] = {
        "category": (_("Category"), taxonomy.name),
        "theme": (_("Theme"), _themes(archive).get),
        "type": (_("Announce type"), _type),
        "year": (_("Year"), str),
        "code": (_("Code"), lambda _yes: _(CODE)),
        "withdrawn": (_("Withdrawn"), lambda _yes: _("Withdrawn")),
        "badge": (_("Badge"), _),
    }
    for name in FACETS:
        title, label = told[name]
        values = [kind for kind in TYPES if kind in held[name]] if name == "type" else held[name]
        facets.append({"name": name, "title": title, "values": [(value, label(value) or value) for value in values]})
    return facets


def _type(name: str) -> str:
    return next(labels.announce_type(kind) for kind in TYPES if kind == name)


def _pages(archive: Archive) -> dict[str, str]:
    """An author's key -> the pages of names that are spelled so, those of most papers first; see `index.Part`."""
    found: defaultdict[str, list[authors.Writer]] = defaultdict(list)
    papers = sorted(archive.outlines.values(), key=lambda paper: (paper.first_seen, paper.key))
    for author in authors.writers(papers, archive.people).by_slug.values():
        for key in dict.fromkeys(map(author_key, author.names)):
            found[key].append(author)
    return {key: "\n".join(map(_page, sorted(own, key=_by_papers))) for key, own in found.items() if key}


def _by_papers(writer: authors.Writer) -> tuple[int, str]:
    return -len(writer.papers), writer.slug


def _page(writer: authors.Writer) -> str:
    # The files count in UTF-16 units, of which such a sign has two.
    name = "".join(sign if ord(sign) <= 0xFFFF else "\ufffd" for sign in " ".join(writer.name.split()))
    return f"{name}\t{writer.slug}"


def _dates(archive: Archive) -> list[str]:
    """The names of all pages of days, weeks, months and years."""
    named = (addresses.day, addresses.week, addresses.month, lambda date: addresses.year(date.year))
    pages = (name(day.date) for day in archive.days for name in named)
    return sorted({addresses.stem(page) for page in pages})
