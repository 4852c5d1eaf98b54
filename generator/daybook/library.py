"""The archive as Python objects, read-only: what `from daybook import open_archive` gives.

>>> from daybook import open_archive, plain
>>> archive = open_archive("content")
>>> archive.title, len(archive.papers), archive.as_of.isoformat()
('Daybook sample', 69, '2026-03-07')
>>> paper = archive.papers["arXiv:2512.90815v2"]
>>> plain(paper.title)
'Ledgers for Lemons: Payment Channels That Survive a Dishonest Fruit Market'
>>> [author.family for author in paper.authors]
['Montoya-Fischer', 'van der Zwaluw', 'Obi']
>>> [each.key for each in archive.day("2026-03-03").papers("replace")]
['2512.90815', '2602.90230']

Papers, days and coverage are the frozen classes of `daybook.model`; papers can be cited, and their versions compared.
Their text is as received and may hold TeX; `plain` turns it into Unicode. Reading takes no lock, writes nothing and
needs no network, so a nightly fetch may run meanwhile. What was read is kept: open the archive again to see what has
been added since.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, overload

from daybook import exports
from daybook.archive import ArchiveFolder, find, load
from daybook.config import Settings
from daybook.errors import GeneratorError, UnknownName
from daybook.exports import citations, references
from daybook.model import Archive, Card, Coverage, Day, EntryType, arxiv, ids
from daybook.model import Paper as FoldedPaper
from daybook.text import changes
from daybook.text.changes import Piece
from daybook.text.markup import plain

__all__ = ["ArchiveReader", "Catalogue", "Paper", "PaperList", "open_archive", "plain"]

T = TypeVar("T")
D = TypeVar("D")


def open_archive(folder: str | Path | None = None, *, published: bool = False) -> ArchiveReader:
    """Open the archive in `folder` for reading; without one, that which a command would find from the current folder.

    published: only what its pages may show; by default all that is stored, including other sources' words that are not
    published. Raises SettingsError if the folder is not an archive, or (NoArchive) none is found; StoreError if it
    cannot be read. The log is read on first use, which may raise the same errors. All errors are GeneratorErrors, and
    their text is one line.
    """
    home = ArchiveFolder(find() if folder is None else Path(folder))
    return ArchiveReader(home.settings(), published, home)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Catalogue(Generic[T]):
    """Items in order, found by name. Iterates over the items; `in`, `[]` and `get` take names.

    >>> days = open_archive("content").days
    >>> len(days), "2026-03-03" in days, [day.date.year for day in days][:3]
    (21, True, [2003, 2004, 2025])
    >>> days["2026-03-30"]
    Traceback (most recent call last):
    daybook.errors.UnknownName: '2026-03-30': no such day; use a date such as 2026-03-03
    """

    _items: Mapping[str, T]  # by name, in order
    _kind: str  # "paper", "day" ..., for errors
    _hint: str  # what a name looks like, for errors
    _canonical: Callable[[object], str] = str  # a name in any form -> its name in `_items`

    def __repr__(self) -> str:
        return f"<Catalogue: {len(self):,} items; {self._hint}>"

    def __iter__(self) -> Iterator[T]:
        return iter(self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, name: object) -> bool:
        return self._canonical(name) in self._items

    def __getitem__(self, name: str | dt.date) -> T:
        canonical = self._canonical(name)
        if canonical not in self._items:
            raise UnknownName(f"no such {self._kind}", subject=repr(str(name)), hint=self._hint)
        return self._items[canonical]

    @overload
    def get(self, name: str | dt.date) -> T | None: ...
    @overload
    def get(self, name: str | dt.date, default: D) -> T | D: ...
    def get(self, name: str | dt.date, default: D | None = None) -> T | D | None:
        """The item with this name, else `default`."""
        return self._items.get(self._canonical(name), default)

    def names(self) -> tuple[str, ...]:
        """All names, in order: keys of papers, dates, slugs of themes, codes of categories."""
        return tuple(self._items)


class Paper(FoldedPaper):
    """A paper that can be cited, and whose versions can be compared."""

    __slots__ = ()

    @classmethod
    def of(cls, paper: FoldedPaper) -> Paper:
        """The same paper."""
        return cls(**{each.name: getattr(paper, each.name) for each in fields(paper)})

    def citation(self, form: str = "markdown") -> str:
        """The paper as `bibtex`, `biblatex`, `ris`, `csl` or a line of `markdown`, as `daybook export` writes it.

        Raises UnknownName if there is no such form.

        >>> open_archive("content").papers["2603.90047"].citation("ris").splitlines()[:2]
        ['TY  - UNPB', 'ID  - arXiv:2603.90047']
        """
        if form not in citations.FORMS:
            raise UnknownName("no such form", subject=repr(form), hint=f"the forms are {', '.join(citations.FORMS)}")
        return citations.FORMS[form].written(references.of(self, abstract=True))

    def bibtex(self) -> str:
        """The paper as an entry of BibTeX.

        >>> print(open_archive("content").papers["2603.90047"].bibtex().splitlines()[0])
        @misc{arXiv:2603.90047,
        """
        return self.citation("bibtex")

    def diff(self, older: int, newer: int) -> dict[str, list[Piece]]:
        """What changed between two versions: title, comments, abstract and authors, as far as both are known -> runs of
        words that were kept, removed or added; none where nothing but the form changed.

        Raises UnknownName if the archive does not hold the words of a version.

        >>> changed = open_archive("content").papers["2602.97190"].diff(1, 3)
        >>> [(piece.kind, " ".join(piece.words)) for piece in changed["authors"]]
        [('kept', 'Leopold Achterberg'), ('added', 'Mai-Linh Dao'), ('kept', 'Silvia Pereyra')]
        """
        held = {edition.version: edition for edition in self.held}
        for version in (older, newer):
            if version not in held:
                hint = f"those of {', '.join(map(str, held))} are held"
                raise UnknownName("the words of this version are not held", subject=f"v{version}", hint=hint)
        return changes.between(held[older], held[newer])


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperList:
    """A theme or a category, with its papers."""

    code: str  # a theme's slug or a category's code
    name: str
    definition: str = ""  # a theme's
    papers: tuple[Paper, ...] = field(default=(), repr=False)  # sorted by key


@dataclass(frozen=True, slots=True)
class DayReader:
    """A day of an archive, by `ArchiveReader.day`."""

    day: Day
    coverage: tuple[Coverage, ...]
    """How complete its announcements are, one for each followed category; none if nothing was due."""
    _papers: Catalogue[Paper] = field(repr=False)

    @property
    def date(self) -> dt.date:
        """Its date."""
        return self.day.date

    def papers(self, *types: EntryType) -> tuple[Paper, ...]:
        """The papers announced, by announce type and then as listed; `types`: only these, or `card`, `report` and
        `harvest` for what was only seen on that date."""
        items = self.day.of_type(*types) if types else self.day.announced
        return tuple(self._papers[item.key] for item in items)


@dataclass(frozen=True, eq=False, repr=False)
class ArchiveReader:
    """An archive opened for reading, by `open_archive`."""

    settings: Settings  # of its archive.yml
    published: bool  # only what its pages may show
    _home: ArchiveFolder

    def __repr__(self) -> str:
        return f"<ArchiveReader: {self.title!r} in {self._home.folder}>"

    @property
    def title(self) -> str:
        """The archive's title."""
        return self.settings.title

    @property
    def as_of(self) -> dt.date | None:
        """The newest date in the archive (US Eastern); None: it is empty."""
        return self._folded.as_of

    @property
    def faults(self) -> tuple[GeneratorError | str, ...]:
        """What failed so far without stopping the rest: cards and themes of single papers."""
        return tuple(self._home.faults)

    @cached_property
    def papers(self) -> Catalogue[Paper]:
        """All papers, sorted by key. Found by key, by arXiv id in any form, and by former key.

        >>> papers = open_archive("content").papers
        >>> [papers[name].key for name in ("cs/0309901", "https://arxiv.org/abs/2512.90815v1")]
        ['cs0309901', '2512.90815']
        >>> papers.get("2512.00001") is None
        True
        """
        hint = "use a key, an arXiv id or an arxiv.org address"
        papers = {key: Paper.of(paper) for key, paper in self._folded.papers.items()}
        return Catalogue(papers, "paper", hint, self._key)

    @cached_property
    def days(self) -> Catalogue[Day]:
        """All days, oldest first. Found by date, or by its text in ISO form.

        >>> day = open_archive("content").days[dt.date(2026, 3, 3)]
        >>> day.reconstructed, len(day.of_type("new", "cross"))
        (False, 12)
        """
        days = {day.date.isoformat(): day for day in self._folded.days}
        return Catalogue(days, "day", "use a date such as 2026-03-03", _iso)

    @cached_property
    def themes(self) -> Catalogue[PaperList]:
        """The themes in the order of themes.yml, each with its papers. Found by slug.

        >>> theme = open_archive("content").themes["energy"]
        >>> theme.name, len(theme.papers)
        ('Energy, power & sustainability', 2)
        """
        papers = _listed(self.papers, lambda paper: paper.themes)
        themes = {
            theme.slug: PaperList(
                code=theme.slug, name=theme.name, definition=theme.definition, papers=papers[theme.slug]
            )
            for theme in self._folded.themes
        }
        return Catalogue(themes, "theme", "use a slug from themes.yml")

    @cached_property
    def categories(self) -> Catalogue[PaperList]:
        """All categories of its papers, sorted by code, each with its papers. Found by code.

        The categories that the archive follows are `settings.categories`.

        >>> open_archive("content").categories["math.PR"].name
        'Probability'
        """
        papers = _listed(self.papers, lambda paper: paper.categories)
        lists = {code: PaperList(code=code, name=arxiv.name(code), papers=papers[code]) for code in sorted(papers)}
        return Catalogue(lists, "category", "use a code such as cs.DC", lambda code: arxiv.canonical(str(code)))

    def day(self, date: dt.date | str) -> DayReader:
        """A day, with its papers and how complete they are. Raises UnknownName if the archive has no such day.

        >>> day = open_archive("content").day("2026-03-06")
        >>> [(c.category, c.state, c.stored, c.total) for c in day.coverage], day.papers("new")[0].key
        ([('cs.DC', 'complete', 14, 14)], '2603.93003')
        """
        return DayReader(self.days[date], self.coverage(date), self.papers)

    def announced(self, date: dt.date | str, *types: EntryType) -> tuple[Paper, ...]:
        """The papers of a day: `day(date).papers(*types)`."""
        return self.day(date).papers(*types)

    def coverage(self, date: dt.date | str) -> tuple[Coverage, ...]:
        """How complete a date's announcements are, also where it is no day of the archive: nothing of it is held."""
        return tuple(coverage for coverage in self._folded.coverage if coverage.date.isoformat() == _iso(date))

    def card(self, name: str) -> Card | None:
        """The archive's own card of a paper, by any name of it; None: it has none, as papers without an abstract.

        Raises UnknownName if there is no such paper. The first call makes the cards of all papers, in several processes
        where that is faster, unless an earlier build made them.

        >>> open_archive("content").card("2603.90047").headline
        'Rookery: microservices are placed beside those they call'
        """
        return self._described.own_cards.get(self.papers[name].key)

    def export(self, name: str) -> Iterator[bytes]:
        """The archive in a format for other programs, line by line: "jsonl" or "csv", as `daybook export` prints.

        Raises UnknownName if there is no such format.

        >>> import json
        >>> first = json.loads(next(open_archive("content").export("jsonl")))
        >>> first["key"], first["authors"]
        ('2509.90333', ['Evangeline Marsh-Okafor', 'Benicio Torrealba'])
        """
        if name not in exports.PRINTED:
            hint = f"the exports are {', '.join(exports.PRINTED)}"
            raise UnknownName("no such export", subject=repr(name), hint=hint)
        return exports.lines(name, self._described)

    @cached_property
    def _folded(self) -> Archive:
        return load.fold(self._home, published=self.published, described=False, judged=True, keep=False)

    @cached_property
    def _described(self) -> Archive:
        return load.with_cards(self._home, self._folded, published=self.published)

    def _key(self, name: object) -> str:
        ident = ids.parse(str(name))
        key = ids.key(ident.id) if ident else str(name)
        return self._folded.redirects.get(key, key)


def _listed(papers: Catalogue[Paper], names: Callable[[Paper], tuple[str, ...]]) -> Mapping[str, tuple[Paper, ...]]:
    """The papers under each of their `names`; none under any other."""
    lists: dict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        for name in names(paper):
            lists[name].append(paper)
    return defaultdict(tuple, {name: tuple(listed) for name, listed in lists.items()})


def _iso(date: object) -> str:
    """A date as the name of its day; of anything else its text, which is no day's name."""
    if isinstance(date, dt.datetime):
        date = date.date()
    return str(date)
