"""What all pages share: the archive, what may be shown of it, and the cards of papers, made once for all pages; and
what a kind of pages says of itself (`KINDS` in pages/__init__.py lists all kinds; site/ and moved.py ask there)."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain

from daybook.config import Settings
from daybook.describe.digests import Item, Standings, basis
from daybook.fold import folding, people
from daybook.model import (
    Announced,
    Archive,
    Author,
    Basis,
    Card,
    Coverage,
    Day,
    Outline,
    Paper,
    Quote,
    Theme,
    arxiv,
    first_seen,
)
from daybook.model.jsonl import hash_of, to_json
from daybook.text import author_names, language, markup
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.writing import Page, Row, by, link, page, quoted

KEPT = 30_000  # papers as lists show them

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Draft:
    """A page that has not been made yet.

    `depends`: a hash of what its text depends on besides code, settings and themes; drafts with the same path and hash
    make the same text. None: unknown, so the page is made each time.
    `date`: for a page of cards, the date of its papers (of the newest one). When pages are made in the order of these
    dates, cards that several of them show are mostly made once.
    """

    path: str
    depends: str | None
    make: Callable[[], Page]
    date: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote in notes/: a page, or on a paper."""

    text: str  # Markdown, without front matter
    title: str
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Texts:
    """The hand-written Markdown that generated pages include; empty if there is none."""

    introduction: str = ""
    about: str = ""
    doi: str = ""  # of the archive as a whole, as its CITATION.cff states it
    digests: Mapping[str, str] = field(default_factory=dict)  # by a person: "2026-03-03", "2026-W10", "2026-03" -> text
    pages: Mapping[str, Note] = field(default_factory=dict)  # of notes/, by the names of their files
    notes: Mapping[str, Note] = field(default_factory=dict)  # on papers, by their keys


@dataclass(frozen=True, slots=True)
class Reach:
    """What the changes of an archive may reach; what is not in it is as it was."""

    keys: frozenset[str]  # of papers that are others now, that came or went
    dates: frozenset[dt.date]
    themes: frozenset[str]
    categories: frozenset[str]
    names: frozenset[str]  # of authors, as printed
    pages: frozenset[str]  # of those, the ones that got a page or lost theirs
    folders: frozenset[str]  # of the pages of papers
    log_hash: str  # of all that the archive holds now: two changes may reach the same, and touch no paper

    @property
    def slugs(self) -> frozenset[str]:
        """Of these authors, as the addresses of their pages have them."""
        return frozenset(map(author_names.slug, self.names))

    def named(self, paper: Outline) -> Collection[str]:
        """Those of a paper's authors that are in `names`."""
        return () if self.names.isdisjoint(paper.authors) else self.names.intersection(paper.authors)

    @classmethod
    def of(cls, archive: Archive) -> Reach | None:
        """None: anything may be another now."""
        touched = archive.touched
        if touched is None:
            return None
        now = [archive.outlines[key] for key in touched.keys if key in archive.outlines]
        held = [*touched.previous.values(), *now]
        names = {name for outline in held for name in outline.authors}
        for person in archive.people:  # who is of all their names
            names.update(() if names.isdisjoint(person.names) else person.names)
        # A person has a page whatever number of papers.
        told = {name for person in archive.people for name in person.names}
        theirs = (each.authors for each in archive.outlines.values() if not names.isdisjoint(each.authors))
        papers = Counter(name for printed in theirs for name in names.intersection(printed))
        gained = Counter(name for outline in now for name in outline.authors)
        gained.subtract(name for outline in touched.previous.values() for name in outline.authors)
        least = people.LEAST
        pages = {name for name in names - told if (papers[name] >= least) != (papers[name] - gained[name] >= least)}
        return cls(
            touched.keys,
            touched.dates,
            frozenset(slug for outline in held for slug in outline.themes),
            frozenset(code for outline in held for code in outline.categories),
            frozenset(names),
            frozenset(pages),
            frozenset(addresses.folder(key) for key in touched.keys),
            touched.log_hash,
        )


@dataclass(frozen=True)
class View:
    """An archive as its pages see it."""

    archive: Archive
    settings: Settings
    texts: Texts = field(default_factory=Texts)
    rows: Mapping[str, Row] = field(default_factory=dict)  # of papers, as far as they are made already: key -> row

    def having(self, **fields: object) -> View:
        """The same view with other fields, and with all that it has worked out, which must not rest on these."""
        view = copy(self)
        for name, value in fields.items():
            object.__setattr__(view, name, value)
        return view

    # The archive, by what pages ask for

    @cached_property
    def reach(self) -> Reach | None:
        """What may be another now than when the pages were last made; None: anything."""
        return Reach.of(self.archive)

    @property
    def log_hash(self) -> str:
        """The hash of all that the archive holds now, on which a page within reach depends in place of a hash of its
        own, which takes longer; empty: what changed is not known."""
        return self.reach.log_hash if self.reach else ""

    @cached_property
    def themes(self) -> dict[str, Theme]:
        """The themes by slug."""
        return {theme.slug: theme for theme in self.archive.themes}

    @cached_property
    def days(self) -> dict[dt.date, Day]:
        """The days by date."""
        return {day.date: day for day in self.archive.days}

    @cached_property
    def coverage(self) -> dict[dt.date, tuple[Coverage, ...]]:
        """The coverage of each day's announcement, by date; within a date, categories in the order of the settings."""
        by_date: dict[dt.date, tuple[Coverage, ...]] = {}
        for day in self.archive.coverage:
            by_date[day.date] = (*by_date.get(day.date, ()), day)
        return by_date

    @cached_property
    def outlines(self) -> Mapping[str, Outline]:
        """What lists need to know of every paper, by key."""
        known = self.archive.outlines
        return known or {key: folding.of(paper, self.shows) for key, paper in self.archive.papers.items()}

    @cached_property
    def in_order(self) -> list[Outline]:
        """All papers, oldest first: by the day each was first seen, then by key."""
        papers = self.outlines.values()
        return [paper for _, _, paper in sorted(zip(first_seen(papers), self.outlines, papers, strict=True))]

    @cached_property
    def months(self) -> dict[str, list[str]]:
        """folder of their pages -> papers (keys), both sorted: those of a month of arXiv ids, and `title`."""
        found: dict[str, list[str]] = {}
        for key in sorted(self.outlines):
            found.setdefault(addresses.folder(key), []).append(key)
        return {folder: found[folder] for folder in sorted(found)}

    @cached_property
    def by_theme(self) -> dict[str, list[Outline]]:
        """slug -> papers, oldest first, for every theme in the archive's order."""
        found = self.papers_by(lambda paper: paper.themes)
        return {slug: found.get(slug, []) for slug in self.themes}

    def papers_by(self, names: Callable[[Outline], Iterable[str]]) -> dict[str, list[Outline]]:
        """name -> papers that have it, oldest first."""
        papers: dict[str, list[Outline]] = {}
        for paper in self.in_order:
            for name in names(paper):
                papers.setdefault(name, []).append(paper)
        return papers

    @cached_property
    def writers(self) -> people.Writers:
        """The authors that have a page."""
        return people.writers(self.in_order, self.archive.people)

    # Hashes of what pages depend on

    def depends(self, papers: Iterable[str], *values: object) -> str:
        """The hash of these papers (keys) as lists show them (see `listed`), and of further values."""
        return hash_of(b"".join((to_json(values), *map(self._digest, papers))))

    @cached_property
    def _digest(self) -> Callable[[str], bytes]:
        """The hash of the paper with this key as lists show it."""

        @cache
        def digest(key: str) -> bytes:
            card, noted = self.archive.own_cards.get(key), key in self.texts.notes
            return hash_of(to_json((self.outlines[key].listed_hash, card, noted))).encode()

        return digest

    @cached_property
    def day_hash(self) -> Callable[[dt.date], str]:
        """The hash of a day without its papers."""
        return cache(lambda date: hash_of(to_json(self.days[date])))

    @cached_property
    def whole_day_hash(self) -> Callable[[dt.date], str]:
        """The hash of a day and of its papers as it shows them."""
        return cache(
            lambda date: self.depends((), self.day_hash(date), list(map(self.shown_of, self.days[date].papers)))
        )

    def shown_of(self, item: Announced) -> object:
        """All that a day shows of a paper."""
        known, earlier = self.outlines[item.key], item.earlier(self.outlines[item.key])
        card = self.own_card(item.key, earlier and earlier.version)
        shown = [each.shown_hash for each in item.came(known)]
        return shown, card and replace(card, version=None), item.key in self.texts.notes

    def digest_hash(self, date: dt.date) -> str:
        """The hash of what a day's digest depends on besides its papers as lists show them."""
        told = self.archive.digests.get(date), self.archive.threads.get(date)
        return hash_of(to_json((self.bases[date], self.standings[date], told)))

    def depends_whole(self, key: str, beside: Sequence[str], *values: str) -> str:
        """The hash of all about a paper (its key), of what its page says of the papers `beside` it, of its authors'
        pages, and of `values`."""
        outline = self.outlines[key]
        writers = (self.writers.slugs.get(name, "") for name in outline.authors)
        seen = [date.isoformat() for date in outline.seen if date in self.days]  # those with pages
        cited = (self.outlines[other].cited_hash for other in beside)
        parts = "\0".join((outline.page_hash, *seen, *beside, *cited, *writers, *values))
        return hash_of(self._digest(key) + parts.encode(errors="surrogatepass"))

    # Papers as lists show them

    def listed(self, key: str, version: int | None = None) -> Paper:
        """The paper with this key as lists show it: without what only its own page shows.

        So a replacement that changes none of this leaves the pages of themes and authors unchanged. `version`: as this
        one was when it was announced, as `earlier_version` gives it: so none changes the page of an older day.
        """
        paper = self.archive.papers[key]
        fields = dict(zip(folding.LISTED, folding.of_list(paper), strict=True))
        abstract = paper.shown_abstract(self.shows)
        if version:
            said = next(each for each in paper.held if each.version == version)
            fields |= {
                "title": said.title,
                "authors": tuple(map(Author, said.names)),
                "categories": said.categories,
                "themes": said.themes or (),
                "withdrawn": paper.is_withdrawn(version),
            }
            abstract = abstract and said.abstract
        return Paper(**fields, abstract=abstract, version=None, titles=())

    def earlier_version(self, item: Announced) -> int | None:
        """The version that was announced, where days show other words of it than lists do of the paper; else None."""
        earlier = item.earlier(self.outlines[item.key])
        return earlier.version if earlier else None

    def shows(self, source: str) -> bool:
        """Whether this archive may show the words of a source."""
        return self.settings.shows(source)

    def own_card(self, key: str, version: int | None = None) -> Card | None:
        """The archive's own card of a paper. `version`: of this one, as `earlier_version` gives it; a person's is of
        all."""
        card = self.archive.own_cards.get(key)
        if version and not (card and card.by_person):
            return self.archive.earlier_cards.get((key, version))
        return card

    def shown_card(self, paper: Paper, version: int | None = None) -> Card | None:
        """The archive's own card without what the paper's title already says; None if nothing is left."""
        card = self.own_card(paper.key, version)
        if card is None:
            return None
        card, title = card.beside(paper.shown_abstract(self.shows)), markup.plain(paper.title)
        words, known = (set(_WORD.findall(text.casefold())) for text in (card.headline, title))
        headline = card.headline if card.headline != title and words - known else ""
        return replace(card, headline=headline) if headline or card.line or card.figures or card.badges else None

    def line(self, paper: Paper, line: str | Quote) -> str:
        """A line of a card as Markdown."""
        return quoted(line, lambda: f"{paper.title}\n\n{paper.shown_abstract(self.shows) or ''}")

    @cached_property
    def row(self) -> Callable[[str, int | None], Row]:
        """The row of the paper with this key; of a version, as `earlier_version` gives it."""
        made = lru_cache(KEPT)(self.make_row)
        return lambda key, version: (None if version else self.rows.get(key)) or made(key, version)

    def make_row(self, key: str, version: int | None = None) -> Row:
        """The same, made anew."""
        try:
            paper = self.listed(key, version)
            own = self.shown_card(paper, version)
            said = own and (own.gist or own.quote)
            line = self.line(paper, said) if said else ""
            return Row(key, markup.markdown(paper.title), by(paper), self.outlines[key].first_seen, line)
        except Exception:  # of any kind: it must not cost the other papers of a list. Its own page reports why
            return Row(key, markup.literal(key), "", self.outlines[key].first_seen, "")

    @cached_property
    def named(self) -> Callable[[str], tuple[str, str]]:
        """The title of the paper with this key as Markdown, and its authors and year as pages of others name it."""

        @lru_cache(KEPT)
        def named(key: str) -> tuple[str, str]:
            title, authors, year = folding.cited(self.archive.papers[key])
            return markup.markdown(title), markup.literal(", ".join(filter(None, (authors, year))))

        return named

    def facts(self, key: str, version: int | None = None) -> dict[str, object]:
        """What the layout of rows shows of a paper besides its text: for filters and for what readers keep. `version`:
        as `earlier_version` gives it."""
        outline = self.outlines[key]
        said = self.listed(key, version) if version else outline
        known = {
            "themes": [slug for slug in said.themes if slug in self.themes],
            "categories": list(dict.fromkeys(map(markup.clean, said.categories))),
            "gone": said.withdrawn,
            "date": outline.first_seen.isoformat(),
            "noted": key in self.texts.notes,
        }
        return {name: value for name, value in known.items() if value}

    # Days in words

    def seal(self, date: dt.date) -> labels.Seal | None:
        """The coverage of a day's announcement in all categories together; None if it was never judged."""
        return labels.Seal.of(self.coverage[date]) if date in self.coverage else None

    def is_quiet(self, day: Day) -> bool:
        """Whether nothing was announced; not if an announcement was due and is missing."""
        if day.date in self.coverage:
            return all(each.state == "quiet" for each in self.coverage[day.date])
        return not day.announced and any(statement.quiet for statement in day.statements)

    def describe(self, day: Day) -> str:
        """A day in one sentence. It does not call a missing day one on which nothing was announced."""
        nothing = _("nothing announced") if self.is_quiet(day) else _("nothing held")
        return f"{language.long_date(day.date)}: {labels.counted(day) or nothing}."

    def written(self, path: str) -> str:
        """The digest that a person wrote for a day, a week or a month, whose page is at `path`; empty if none did."""
        return self.texts.digests.get(addresses.stem(path), "")

    @cached_property
    def bases(self) -> Mapping[dt.date, Basis]:
        """What the digests of the days rest on."""
        known = self.archive.bases
        return known or {day.date: basis(day, self.outlines, self.archive.papers) for day in self.archive.days}

    @cached_property
    def standings(self) -> Standings:
        """How each day compares with those before it."""
        return Standings(self.bases)

    def item(self, announced: Announced) -> Item:
        """An announced paper as a digest names it: in the words of that day, whatever versions came later."""
        version = self.earlier_version(announced)
        title = markup.plain(self.listed(announced.key, version).title) if version else ""
        card = self.own_card(announced.key, version)
        quotes = [each for each in (card.result, card.what) if each and "\\" not in each.text] if card else []
        quote = next(iter(quotes), None)  # none that has a command which plain text does not know
        return Item(title or self.outlines[announced.key].title, quote, bool(card and quote is card.result))

    # Authors and categories, and where their papers stand

    def author_place(self, name: str) -> str:
        """Where the papers of a name, as printed, are listed: its page, else the search for it."""
        slug = self.writers.slugs.get(name)
        return addresses.author(slug) if slug else f"{addresses.SEARCH}?{addresses.by_author(name)}"

    def linked_authors(self, paper: Paper, page: str) -> list[str]:
        """The names of a paper's authors as Markdown, with links from the page at `page`. Of a very long list only
        those names are linked whose pages tell of this paper."""
        told = frozenset(self.outlines[paper.key].authors)
        names = ((author_names.as_markdown(each.name), author_names.as_printed(each.name)) for each in paper.authors)
        return [link(words, self.author_place(name) if name in told else "", page) for words, name in names]

    @cached_property
    def followed(self) -> frozenset[str]:
        """The categories that have pages: of this archive's papers, and those that it follows or parts of them."""
        held = set(chain.from_iterable({paper.categories for paper in self.outlines.values()}))
        asked = self.settings.drawn
        ours = {code for code in held if any(arxiv.is_within(code, each) for each in asked)}
        return frozenset(filter(addresses.has_page, ours))

    def place(self, code: str) -> str:
        """Where a category's papers stand: on its page if the archive follows it, else in the search."""
        return addresses.category(code) if code in self.followed else f"{addresses.SEARCH}?category={code}"

    def linked_category(self, code: str, page: str, *, named: bool = False) -> str:
        """A category as Markdown, with a link from the page at `page`. `named`: by its name and code."""
        name = arxiv.name(code) if named else code
        words = markup.literal(f"{name} ({code})" if name != code else code)
        return link(words, self.place(code) if addresses.has_page(code) else "", page)

    def elsewhere(self, path: str) -> str:
        """The address of a page (its path) in the archive of older years; empty if none."""
        return html.unescape(addresses.outside(self.archive.moved.get(path)) or "")


def substitute(path: str) -> Page:
    """The page put in place of one that could not be made, so that links to it do not break."""
    name = markup.literal(path.rpartition("/")[2].removesuffix(".md"))
    text = _("This page could not be built. The archive is unharmed; a later build will try again.")
    return page(path, "page", f"# {name}", text)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of pages."""

    place: str  # the folder of its pages, `days/`, which another kind may share; or its only page, `about.md`
    drafts: Callable[[View], Iterable[Draft]]
    hand_written: bool = False
    """Whether its pages hold Markdown written by people. MkDocs' own engine renders these; a faster one renders pages
    of which the generator wrote every word, without the end tags that HTML makes optional."""
    paths: Callable[[Archive], Iterable[str]] | None = None
    """Only for a kind that shows related papers. These take long to find, so its pages are drafted last and in another
    process where that pays; this gives their paths beforehand."""
    fleeting: Callable[[Reach], Iterable[str]] | None = None
    """Of changes: its pages that may be gone after them, each with those in its folder. None: none is, unless a paper
    or a day goes, after which everything is made anew."""


def kind(
    place: str, *, hand_written: bool = False, paths: Callable[[Archive], Iterable[str]] | None = None,
    fleeting: Callable[[Reach], Iterable[str]] | None = None,
) -> Callable[[Callable[[View], Iterable[Draft]]], Kind]:  # fmt: skip
    """Makes a kind of the function that drafts its pages."""
    return lambda drafts: Kind(place, drafts, hand_written, paths, fleeting)
