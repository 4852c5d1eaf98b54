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
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate, chain
from pathlib import Path

from daybook.archive import ArchiveFolder, load
from daybook.config import Settings
from daybook.describe.cards import CODE
from daybook.errors import GeneratorError, actionable
from daybook.fold import people
from daybook.log.statements import AnswerLog
from daybook.model import ANNOUNCED, Archive, arxiv
from daybook.model.jsonl import hash_of, to_json
from daybook.model.paper import Shows
from daybook.runtime import files, parallel
from daybook.runtime.files import ROOT, code_digest, digest, part_digest, scan
from daybook.runtime.state import of as state_of
from daybook.search import index
from daybook.search.entries import (
    FACETS,
    NAMES_SHOWN,
    NO_WORDS,
    SCRIPT,
    IndexEntry,
    ResultText,
    Words,
    author_key,
    entry,
)
from daybook.search.index import Based, Change, Part, Sealed
from daybook.text import language, markup
from daybook.text.language import _
from daybook.view import addresses, labels

ENTRIES = "search"  # the table of the delta's entries: key of a paper -> its entry
ENTRIES_CODE = ("search/entries.py", "text", f"../../{SCRIPT}")
"""The code that it depends on: another template makes no entry again."""
BASE = "searchbase"  # the table with what is known of the base as a whole
STAMPS, DAYS, NUMBERS = "searchstamps", "searchdays", "searchnumbers"
"""Tables of the base: key of a paper -> its entry's stamp; a date -> the keys of the papers first seen then; an
author's key -> number."""
HIDDEN = "searchhidden"  # the table of papers of the base that are another now: key -> number and entry there
CHANGED = "searchchanged"
"""The table of papers that are another now than in the base, or are not in one of the two: their keys, and ""."""
RECORDED = "searchrecorded"  # the table of record files: name -> hash of it, and of its records before the month
READY = "searchready"  # the table with the state of the index's folder, keyed by the hash of all its inputs
MONTH = "the month"

_LOG = logging.getLogger("daybook.search")

Entries = tuple[
    list[IndexEntry], list[GeneratorError]
]  # entries of papers, empty where there was a fault; and the faults


def ready(home: ArchiveFolder) -> Path | None:
    """The folder of the index if that is up to date with the archive."""
    folder = files.work_folder(home.folder) / index.FOLDER
    return folder if state_of(home.folder).table(READY, _key(home), str).get("") == stands(folder) else None


@contextmanager
def refreshing(
    home: ArchiveFolder, archive: Archive, settings: Settings, say: Callable[[str], object] = lambda line: None
) -> Iterator[Callable[[], Path]]:
    """Bring the index of a published archive up to date; of a large one, in another process while the block runs. The
    block gets a function that waits for the end and gives the folder. Writes to it and to the cache: only for the
    holder of the archive's lock. `say`: takes a line where a base is made anew."""
    files.use_language(settings.language, home.folder, ROOT)
    work = _Refresh(home, archive, settings)
    if work.reason and work.former:
        say(f"the search index is built again: {work.reason}")
    work.compare()
    if archive.touched:  # which nobody tells of again where this run is killed
        work.changed.put((key, 1) for key in sorted(archive.touched.keys))
    worth, scratch = len(archive.outlines) >= parallel.MANY, files.scratch_folder(home.folder)
    with parallel.ahead(work.make, worth, scratch) as made:
        yield cache(lambda: work.keep(*made()))


def in_memory(home: ArchiveFolder, archive: Archive, settings: Settings) -> Callable[[str], bytes]:
    """What reads the files of an index that is up to date, by name; nothing is written."""
    files.use_language(settings.language, home.folder, ROOT)
    work = _Refresh(home, archive, settings, written={})
    work.compare()
    work.make()
    return lambda name: (work.written or {}).get(name) or files.read(work.folder / f"{name}.js") or b""


class _Refresh:
    """One run: what of the index is to be made, and what is kept of it for the next run."""

    def __init__(
        self, home: ArchiveFolder, archive: Archive, settings: Settings, written: dict[str, bytes] | None = None
    ) -> None:
        """written: takes the files that are made, by name; None: they are written to disk."""
        self.written = written
        self.home, self.archive, self.shows = home, archive, settings.shows
        self.away = archive.homes.keys() if settings.volumes else None
        self.folder = files.work_folder(home.folder) / index.FOLDER
        self.month = (archive.as_of or dt.date.min).replace(day=1)  # of the newest date
        table = state_of(home.folder).table
        self.sealed = table(BASE, "", Sealed)
        self.former = self.sealed.get("")
        self.inputs = self._inputs(settings)
        own = digest(to_json(self.inputs))
        self.entries = table(ENTRIES, part_digest(*ENTRIES_CODE), IndexEntry)
        self.hidden, self.changed = table(HIDDEN, own, Based), table(CHANGED, own, int)
        self.stamps, self.numbers = table(STAMPS, own, str), table(NUMBERS, own, int)
        self.days = table(DAYS, own, list[str])
        self.reason = self._reason(self.former)
        self.base = None if self.reason else self.former
        self.before: Archive | None = None  # as it was when the month began
        self.based: Mapping[str, str] = {}  # the stamps of its papers
        self.failed = False  # whether an entry could not be made

    def _inputs(self, settings: Settings) -> dict[str, str]:
        """All that the base is made of -> its hash."""
        touched, told = self.archive.touched, f"what was recorded before {self.month:%Y-%m}"
        same = self.former and touched and all(date >= self.month for date in touched.recorded)
        held = self.former.inputs.get(told) if self.former and same else None
        store = self.home.store
        return {
            MONTH: self.month.isoformat(),
            "the program": code_digest(ROOT),
            "archive.yml": digest(to_json(settings.plain)),
            "themes.yml": digest(load.rules_of(self.home)),
            **{name: digest(store.people(name) or "") for name in ("same.yml", "cards.yml", "authors.yml")},
            "the translation": digest(language.spoken().text),
            told: held or self._recorded(),
        }

    def _recorded(self) -> str:
        """The hash of all records, statements and models' answers before the month. Only files that changed are
        parsed."""
        home, store, key = self.home, self.home.store, self.month.isoformat()
        kept = state_of(home.folder).table(RECORDED, key, list[str])
        known, rows = kept.all(), {}
        for path in (*store.record_files(), *load.copies(home)):
            name, hashed = path.relative_to(home.folder).as_posix(), digest(files.read(path) or b"")
            row = known.get(name)
            if not row or row[0] != hashed:
                before = [record for record in store.read_records(path) if record.date < self.month]
                row = [hashed, digest(to_json(before)) if before else ""]
            rows[name] = row
        if self.written is None:
            kept.hold(rows)
        stated = [path for path in store.coverage.paths() if path.stem < key[:7]]
        answers = [answer for answer in AnswerLog(home.folder, home.unsound).papers() if answer.written < self.month]
        held = (f"{name} {before}" for name, (_hash, before) in rows.items() if before)
        return digest(*held, *(files.read(path) or b"" for path in stated), to_json(answers))

    def _reason(self, base: Sealed | None) -> str:
        """Why the base must be made anew; empty if it need not."""
        if base is None:
            return "there is none"
        other = [name for name in self.inputs if base.inputs.get(name) != self.inputs[name]]
        if MONTH in other:
            return "a month has begun"
        if other:
            return f"{' and '.join(other)} changed"
        if stands(self.folder / "base") != base.state:
            return "its files changed"
        whole = bool(self.stamps) == bool(self.days) == bool(base.papers) and bool(self.numbers) == bool(base.authors)
        return "" if whole else "what is kept of it is damaged"

    def compare(self) -> None:
        """Find the papers that are another now than in the base, and make their entries."""
        archive, touched = self.archive, self.archive.touched if self.base and "" in self.changed else None
        # All others are as they are in the base.
        keys = {*touched.keys, *self.changed} if touched else archive.outlines.keys()
        stamps, numbers, before = stamps_of(archive, archive.outlines.keys() & keys), dict[str, int](), None
        days: Mapping[str, Sequence[str]] = self.days
        if self.base:
            firsts = dict(self.base.days)
            based = self.stamps.some(keys) if touched else self.stamps.all()
        else:
            before = self.before = load.rewound(self.home, archive, self.month)
            based, days = stamps_of(before, before.outlines), _by_day(before)
            self.based = based
            firsts = dict(zip(days, accumulate(map(len, days.values()), initial=0), strict=False))
        fresh = {key: own for key, own in stamps.items() if based.get(key) != own}
        gone = {key: own for key, own in sorted(based.items()) if stamps.get(key) != own}
        entries = sorted(self._entries(archive, fresh), key=lambda each: (each.shown.date, each.shown.key))
        hidden = self.hidden.some(gone) if self.base else {}
        if left := {key: own for key, own in gone.items() if key not in hidden}:
            before = before or load.rewound(self.home, archive, self.month, left)
            for each in self._entries(before, left):
                date, key = each.shown.date, each.shown.key
                hidden[key] = Based(firsts[date] + days[date].index(key), each)
        if self.base:
            numbers = self.numbers.some(sorted({author_key(name) for each in entries for name in each.names}))
        self.kept = (
            {each.shown.key: each for each in entries if each.stamp},
            dict.fromkeys(["", *fresh, *gone], 1),
            {key: row for key, row in hidden.items() if row.entry.stamp},
        )
        same_day = {date: days[date] for date in sorted({each.shown.date for each in entries}) if date in days}
        themes, dates, pages = themes_of(archive), dates_of(archive), authors_of(archive)
        part = Part(entries, themes, dates, pages, numbers, away=self.away)
        self.change = Change(part, [hidden[key] for key in gone], same_day)

    def _entries(self, archive: Archive, stamps: Mapping[str, str]) -> list[IndexEntry]:
        """The entries of these papers, in no order. One whose paper failed is empty, and the fault reported."""
        kept = (self.entries.get(key) for key in stamps)
        rows = [row for row in kept if row and row.stamp == stamps[row.shown.key]]
        stale = sorted(stamps.keys() - {row.shown.key for row in rows})
        _LOG.debug("entries: %s kept, %s to make", f"{len(rows):,}", f"{len(stale):,}")
        made = parallel.shared(partial(entries_of, self.shows, archive, stamps), stale)
        steps = partial(self.home.steps, what="search", total=len(stale))
        for fresh, faults in parallel.watched(made, lambda part: len(part[0]), steps):
            rows += fresh
            for fault in faults:
                self.home.fail(fault)
            self.failed |= bool(faults)
        return rows

    def make(self) -> tuple[Sealed, Mapping[str, int], list[GeneratorError]]:
        """Make the files and write them; what is known of the base, its authors' numbers, and the faults of papers that
        have no words in it."""
        sealed, change, faults = self.base, self.change, list[GeneratorError]()
        if self.before:
            part, faults = self._part(self.before)
            made = index.made("base", part)
            self._write("base/", made.files)
            sealed = index.sealed(self.inputs, stands(self.folder / "base"), made, part)
            change = replace(change, part=replace(change.part, authors=made.authors))
        assert sealed  # noqa: S101 - there is one of the two
        as_of = self.archive.as_of.isoformat() if self.archive.as_of else None
        held = index.updated(sealed, change, as_of, partial(facets_of, self.archive))
        entrance = {"index": held.pop("index")}
        self._write("delta/", held)
        self._write("index", entrance)
        return sealed, change.part.authors, faults

    def _part(self, before: Archive) -> tuple[Part, list[GeneratorError]]:
        """A base of the papers as they were when the month began."""
        entries, faults, words = list[IndexEntry](), list[GeneratorError](), Words()
        keys = [*chain.from_iterable(_by_day(before).values())]
        for start in range(0, len(keys), parallel.SLICE):
            made, failed = entries_of(self.shows, before, self.based, keys[start : start + parallel.SLICE])
            words.extend(each.words for each in made)
            entries += (each._replace(words="") for each in made)
            faults += failed
        dates, authors = dates_of(before), authors_of(before)
        return Part(entries, themes_of(before), dates, authors, away=self.away, words=words), faults

    def _write(self, beginning: str, made: Mapping[str, bytes]) -> None:
        """Write the files whose names begin so, and remove others."""
        if self.written is not None:
            self.written |= made
            return
        scratch = files.scratch_folder(self.home.folder)
        for name, data in made.items():
            files.write(self.folder / f"{name}.js", data, scratch, durable=False)
        for path in scan(self.folder):
            if path.startswith(beginning) and path.removesuffix(".js") not in made:
                files.remove(self.folder / path)

    def keep(self, sealed: Sealed, numbers: Mapping[str, int], faults: Sequence[GeneratorError]) -> Path:
        """Keep what the next run asks for, once the files are made."""
        for fault in faults:
            self.home.fail(fault)
        entries, changed, hidden = self.kept
        self.entries.hold(entries)
        self.changed.hold(changed)
        self.hidden.hold(hidden)
        if self.before and not self.failed and not faults:  # what failed is made again, and told again
            self.stamps.hold(self.based)
            self.days.hold(_by_day(self.before))
            self.numbers.hold(numbers)
            self.sealed.hold({"": sealed})
        if not self.home.faults:
            state_of(self.home.folder).table(READY, _key(self.home), str).hold({"": stands(self.folder)})
        return self.folder


def stands(folder: Path) -> str:
    """The hash of the names and sizes of the files in a folder, which a fresh checkout leaves as they are."""
    return digest(repr(sorted((path, size) for path, (size, _) in scan(folder).items())))


def _key(home: ArchiveFolder) -> str:
    return digest(code_digest(ROOT), home.store.fingerprint())


def _by_day(archive: Archive) -> dict[str, list[str]]:
    """The date on which papers were first seen -> their keys, in order."""
    days: dict[str, list[str]] = {}
    for date, key in sorted((paper.first_seen.isoformat(), key) for key, paper in archive.outlines.items()):
        days.setdefault(date, []).append(key)
    return days


def stamps_of(archive: Archive, keys: Iterable[str]) -> dict[str, str]:
    """The hash of what the entry of each of these papers is made of."""
    known, cards = archive.outlines, archive.own_cards
    told = (
        (key, (known[key].listed_hash, known[key].page_hash, known[key].first_seen, cards.get(key))) for key in keys
    )
    return {key: hash_of(to_json(each)) for key, each in told}


def entries_of(shows: Shows, archive: Archive, stamps: Mapping[str, str], keys: Iterable[str]) -> Entries:
    """The entries of these papers of an archive, whose stamps are known."""
    entries, faults = list[IndexEntry](), list[GeneratorError]()
    for key in keys:
        paper, outline = archive.papers[key], archive.outlines[key]
        date = outline.first_seen.isoformat()
        try:
            told = [card for card in paper.cards if shows(card.source)]
            abstract = paper.shown_abstract(shows)
            entries.append(entry(paper, archive.own_cards.get(key), abstract, stamps[key], date, told))
        except Exception as error:  # of any kind: it costs this paper only, which then is not found by its words
            faults.append(actionable(error, f'the search\'s entry of "{paper.title}"'))
            shown = ResultText(
                key, outline.title, outline.authors[:NAMES_SHOWN], len(outline.authors), date, "", outline.categories,
                outline.themes, int(outline.withdrawn),
            )  # fmt: skip
            entries.append(IndexEntry("", NO_WORDS, (), (), (), (), shown))
    return entries, faults


def themes_of(archive: Archive) -> dict[str, str]:
    """Slug -> plain name."""
    return {theme.slug: markup.plain(theme.name) for theme in archive.themes}


def facets_of(archive: Archive, held: Mapping[str, Sequence[str]]) -> list[object]:
    """The facets that a query can be narrowed by, besides authors, with the values that papers have."""
    types: dict[str, str] = {kind: labels.announce_type(kind) for kind in ANNOUNCED}
    told: dict[str, tuple[str, Callable[[str], str | None]]] = {
        "category": (_("Category"), arxiv.name),
        "theme": (_("Theme"), themes_of(archive).get),
        "type": (_("Announce type"), types.get),
        "year": (_("Year"), str),
        "code": (_("Code"), lambda _yes: _(CODE)),
        "withdrawn": (_("Withdrawn"), lambda _yes: _("Withdrawn")),
        "badge": (_("Badge"), _),
    }
    facets: list[object] = []
    for name in FACETS:
        title, label = told[name]
        values = [kind for kind in ANNOUNCED if kind in held[name]] if name == "type" else held[name]
        facets.append({"name": name, "title": title, "values": [(value, label(value) or value) for value in values]})
    return facets


def authors_of(archive: Archive) -> dict[str, str]:
    """An author's key -> the pages of names that are spelled so, those of most papers first; see `index.Part`."""
    found: defaultdict[str, list[people.Writer]] = defaultdict(list)
    papers = sorted(archive.outlines.values(), key=lambda paper: (paper.first_seen, paper.key))
    for author in people.writers(papers, archive.people).by_slug.values():
        for key in dict.fromkeys(map(author_key, author.names)):
            found[key].append(author)

    def page(writer: people.Writer) -> str:
        # The files count in UTF-16 units, of which such a sign has two.
        name = "".join(sign if ord(sign) <= 0xFFFF else "\ufffd" for sign in " ".join(writer.name.split()))
        return f"{name}\t{writer.slug}"

    for own in found.values():
        own.sort(key=lambda writer: (-len(writer.papers), writer.slug))
    return {key: "\n".join(map(page, own)) for key, own in found.items() if key}


def dates_of(archive: Archive) -> list[str]:
    """The names of all pages of days, weeks, months and years."""
    named = (addresses.day, addresses.week, addresses.month, lambda date: addresses.year(date.year))
    pages = (name(day.date) for day in archive.days for name in named)
    return sorted({addresses.stem(page) for page in pages})
