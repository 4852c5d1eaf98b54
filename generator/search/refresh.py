"""The index brought up to date with an archive: only papers that changed are read again."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from generator import taxonomy, words
from generator.archive import authors, outlines
from generator.config import Settings
from generator.context import ROOT, ArchiveFolder
from generator.describe.memo import Memo
from generator.errors import GeneratorError, actionable
from generator.exports import SiteFile, parts
from generator.model import Archive, Outline
from generator.pages import addresses, labels, writer
from generator.runtime import files, language, parallel
from generator.runtime.cache import code_digest, digest, part_digest, state
from generator.runtime.state import of as state_of
from generator.search import index
from generator.search.entries import CODE, NO_WORDS, TYPES, Entry, author_key, entry, shown
from generator.search.index import Facet
from generator.store.jsonl import to_json
from generator.text import markup
from generator.words import _

FILES = "searchfiles"
"""The cache table of the index's files."""
READY = "searchready"
"""The cache table with the state of the index's folder, keyed by the hash of all its inputs."""
ENTRIES = "search"
"""The table of entries: key of a paper -> its entry."""
ENTRIES_CODE = ("search", "text")
"""The code that it depends on: another template makes no entry again."""

MANY = 5_000
"""Papers from which on it pays to make the index in a second process."""

_LOG = logging.getLogger("daybook.search")
_by_time = attrgetter("first_seen", "key")
Value = TypeVar("Value", bound=Hashable)


def ready(home: ArchiveFolder) -> Path | None:
    """The folder of the index if that is up to date with the archive."""
    folder = _folder(home)
    return folder if state_of(home.folder).table(READY, _key(home), str).get("") == state(folder) else None


@contextmanager
def refreshing(home: ArchiveFolder, archive: Archive, settings: Settings) -> Iterator[Callable[[], Path]]:
    """Bring the index of a published archive up to date; of a large one, in another process while the block runs.

    The block gets a function that waits for the end and gives the folder. Writes to it and to the cache: only for the
    holder of the archive's lock.
    """
    language.speak(settings.language, home.folder, ROOT)
    papers = sorted(archive.outlines.values(), key=_by_time)
    shows = parts.shows(settings)
    entries = _entries(home, archive, papers, shows)
    with parallel.ahead(partial(_index, archive, papers, entries), len(papers) >= MANY) as made:
        drafts = chain(_files_of_results(archive, papers, entries, shows), _files_of_index(made))
        yield cache(partial(_write, home, settings, drafts))


def _index(archive: Archive, papers: Sequence[Outline], entries: Sequence[Entry]) -> dict[str, bytes]:
    about = {"asOf": archive.as_of and archive.as_of.isoformat(), "chunk": index.CHUNK}
    facets = list(_facets(archive, papers, entries))
    by_day = dict(Counter(paper.first_seen.isoformat() for paper in papers))  # oldest first
    return index.files(entries, facets, _dates(archive), by_day, about, _pages(archive, papers))


def _write(home: ArchiveFolder, settings: Settings, drafts: Iterable[SiteFile]) -> Path:
    folder, kept = _folder(home), state_of(home.folder)
    key = digest(code_digest(ROOT), to_json(settings), words.spoken().text)
    rendered = writer.bring_up_to_date(folder, drafts, kept, key, files.scratch_folder(home.folder), table=FILES)
    for fault in rendered.faults:
        home.fail(fault)
    if not home.faults:
        kept.table(READY, _key(home), str).hold({"": state(folder)})
    return folder


def _folder(home: ArchiveFolder) -> Path:
    return files.work_folder(home.folder) / index.FOLDER


def _key(home: ArchiveFolder) -> str:
    return digest(code_digest(ROOT), home.store.fingerprint())


def _files_of_results(
    archive: Archive, papers: Sequence[Outline], entries: Sequence[Entry], shows: outlines.Shows
) -> Iterator[SiteFile]:
    for number, start in enumerate(range(0, len(papers), index.CHUNK)):
        part = papers[start : start + index.CHUNK]
        depends = digest(*(each.stamp for each in entries[start : start + index.CHUNK]))
        yield SiteFile(f"papers/{number}.js", partial(_results, archive, part, shows, number), depends)


def _files_of_index(made: Callable[[], dict[str, bytes]]) -> Iterator[SiteFile]:
    for name, data in made().items():
        yield SiteFile(f"{name}.js", partial(bytes, data), digest(data))


def _entries(home: ArchiveFolder, archive: Archive, papers: Sequence[Outline], shows: outlines.Shows) -> list[Entry]:
    """The entries of all papers, in this order. One whose paper failed is empty, and the fault reported."""
    memo = Memo(home.folder, ENTRIES, part_digest(ROOT, *ENTRIES_CODE), Entry)
    stamps = {paper.key: _stamp(archive, paper) for paper in papers}
    rows = {key: row for key, stamp in stamps.items() if (row := memo.known.get(key)) and row.stamp == stamp}
    stale = [key for key in stamps if key not in rows]
    _LOG.debug("entries: %s kept, %s to make", f"{len(rows):,}", f"{len(stale):,}")
    made = parallel.watched(
        parallel.shared(partial(_made, archive, stamps, shows), stale),
        len, lambda counts: home.steps(counts, "search", len(stale)),
    )  # fmt: skip
    for key, outcome in (pair for part in made for pair in part):
        if isinstance(outcome, GeneratorError):
            home.fail(outcome)
        else:
            rows[key] = outcome
    memo.used = {key: rows[key] for key in stamps if key in rows}
    memo.keep()
    return [rows.get(paper.key) or _empty(paper) for paper in papers]


def _empty(paper: Outline) -> Entry:
    return Entry("", NO_WORDS, (), (), paper.categories, paper.themes, (), (), paper.withdrawn)


def _stamp(archive: Archive, paper: Outline) -> str:
    own = archive.own_cards.get(paper.key)
    return outlines.hash_of(to_json((paper.listed_hash, paper.page_hash, paper.first_seen, own)))


def _made(
    archive: Archive, stamps: dict[str, str], shows: outlines.Shows, keys: Sequence[str]
) -> list[tuple[str, Entry | GeneratorError]]:
    entries: list[tuple[str, Entry | GeneratorError]] = []
    for key in keys:
        paper = archive.papers[key]
        try:
            told = [card for card in paper.cards if shows(card.source)]
            made = entry(paper, archive.own_cards.get(key), outlines.abstract(paper, shows), stamps[key], told)
            entries.append((key, made))
        except Exception as error:  # of any kind: it costs this paper only, which then is not found by its words
            entries.append((key, actionable(error, f'the search\'s entry of "{paper.title}"')))
    return entries


def _results(archive: Archive, papers: Iterable[Outline], shows: outlines.Shows, number: int) -> bytes:
    """The file of what results show of these papers."""
    shown_papers = []
    for outline in papers:
        paper = archive.papers[outline.key]
        abstract = outlines.abstract(paper, shows)
        shown_papers.append(shown(paper, archive.own_cards.get(paper.key), abstract, outline.first_seen.isoformat()))
    return index.script(f"papers/{number}", to_json(shown_papers))


def _facets(archive: Archive, papers: Sequence[Outline], entries: Sequence[Entry]) -> Iterator[Facet]:
    """The facets that a query can be narrowed by, besides authors."""
    themes = {theme.slug: markup.plain(theme.name) for theme in archive.themes}
    yield _facet("category", _("Category"), [each.categories for each in entries], taxonomy.name)
    yield _facet("theme", _("Theme"), [tuple(filter(themes.__contains__, each.themes)) for each in entries], themes.get)
    yield _facet("type", _("Announce type"), [each.types for each in entries], labels.announce_type, TYPES)
    yield _facet("year", _("Year"), [(f"{paper.first_seen.year}",) for paper in papers])
    yield _facet("code", _("Code"), [_flag(CODE in each.badges) for each in entries], lambda _yes: _(CODE))
    yield _facet("withdrawn", _("Withdrawn"), [_flag(each.withdrawn) for each in entries], lambda _yes: _("Withdrawn"))
    badges = [tuple(badge for badge in each.badges if badge != CODE) for each in entries]
    yield _facet("badge", _("Badge"), badges, _)


def _flag(is_so: bool) -> tuple[str, ...]:
    return ("yes",) if is_so else ()


def _facet(
    name: str,
    title: str,
    of: Sequence[Sequence[Value]],
    label: Callable[[Value], str | None] = str,
    order: Sequence[Value] | None = None,
) -> Facet:
    """A facet with the values that papers have: in this order, else the commonest first."""
    counts = Counter(value for values in of for value in values)
    ranked = sorted(counts, key=lambda value: (-counts[value], str(value)))
    values = [value for value in order if value in counts] if order else ranked
    number = {value: place for place, value in enumerate(values)}
    named = [(str(value), label(value) or str(value)) for value in values]
    return Facet(name, title, named, [tuple(sorted({number[value] for value in own})) for own in of])


def _pages(archive: Archive, papers: Sequence[Outline]) -> dict[str, str]:
    """An author's key -> the pages of names that are spelled so, those of most papers first; see `index.files`."""
    found: defaultdict[str, list[authors.Writer]] = defaultdict(list)
    for author in authors.writers(papers, archive.people).by_slug.values():
        for key in dict.fromkeys(map(author_key, author.names)):
            found[key].append(author)
    return {key: "\n".join(map(_page, sorted(own, key=_by_papers))) for key, own in found.items() if key}


def _by_papers(writer: authors.Writer) -> tuple[int, str]:
    return -len(writer.papers), writer.slug


def _page(writer: authors.Writer) -> str:
    # The files count in UTF-16 units, of which such a sign has two.
    name = "".join(sign if ord(sign) <= 0xFFFF else "\ufffd" for sign in " ".join(writer.name.split()))
    return f"{name}\t{writer.slug}\t{len(writer.papers)}"


def _dates(archive: Archive) -> list[str]:
    """The names of all pages of days, weeks, months and years."""
    named = (addresses.day, addresses.week, addresses.month, lambda date: addresses.year(date.year))
    pages = (name(day.date) for day in archive.days for name in named)
    return sorted({addresses.stem(page) for page in pages})
