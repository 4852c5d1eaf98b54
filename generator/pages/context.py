"""What all pages share: the archive, what may be shown of it, and the cards of papers, made once for all pages."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, pairwise
from operator import attrgetter

from generator import dates, schedule
from generator.archive import authors, outlines
from generator.config import Settings
from generator.describe import signatures
from generator.describe.digests.bases import Standing, basis, standings
from generator.describe.digests.editorial import Item
from generator.describe.themes import Assigner
from generator.model import Announced, Archive, Author, Basis, Card, Coverage, Day, Outline, Paper, Quote, Theme
from generator.pages import addresses, cards
from generator.pages.cards import CardHtml, Whole
from generator.pages.templating import fill, literal
from generator.store.jsonl import to_json
from generator.text import markup
from generator.text.markup import MathRenderer

NAMES = 8  # authors on a card
KEPT_CARDS = 30_000  # papers as lists show them
KEPT_ABSTRACTS = 5_000  # abstracts as lists show them: of the newest papers alone, which few pages share
KEPT_NAMES = 100_000  # names of authors

_by_time = attrgetter("first_seen", "key")
_BLANK = dict.fromkeys([*range(32), 127], " ")  # controls, one for one: marks are places in the text
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page: its path below the folder of pages, and its Markdown."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A page that has not been made yet.

    `depends`: a hash of what its text depends on besides code, settings and themes; drafts with the same path and hash
    make the same text. None: unknown, so the page is made each time.
    `of`: for a page of cards, the date of its papers (of the newest one). When pages are made in the order of these
    dates, cards that several of them show are mostly made once.
    """

    path: str
    depends: str | None
    make: Callable[[], Page]
    of: str = ""

    def data(self) -> bytes:
        """What its file holds."""
        return self.make().text.encode()


@dataclass(frozen=True, slots=True)
class Texts:
    """The hand-written Markdown that generated pages include; empty if there is none."""

    introduction: str = ""
    about: str = ""
    doi: str = ""  # of the archive as a whole, as its CITATION.cff states it
    digests: Mapping[str, str] = field(
        default_factory=dict
    )  # "2026-03-03", "2026-W10", "2026-03" -> a digest written by a person


@dataclass(frozen=True)
class View:
    """An archive as its pages see it."""

    archive: Archive
    settings: Settings
    math: MathRenderer | None  # None: formulas are left as their source
    texts: Texts = field(default_factory=Texts)
    _day_hashes: dict[dt.date, str] = field(default_factory=dict)
    _whole_day_hashes: dict[dt.date, str] = field(default_factory=dict)

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
    def holidays(self) -> frozenset[dt.date]:
        """The working days on which arXiv closes nothing, as far as the archive knows."""
        return schedule.HOLIDAYS.union(self.settings.holidays)

    @cached_property
    def outlines(self) -> Mapping[str, Outline]:
        """What lists need to know of every paper, by key."""
        known = self.archive.outlines
        return known or {key: outlines.of(paper, self.shows) for key, paper in self.archive.papers.items()}

    @cached_property
    def in_order(self) -> list[Outline]:
        """All papers, oldest first: by the day each was first seen, then by key."""
        return sorted(self.outlines.values(), key=_by_time)

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
        papers: dict[str, list[Outline]] = {slug: [] for slug in self.themes}
        for paper in self.in_order:
            for slug in paper.themes:
                if slug in papers:
                    papers[slug].append(paper)
        return papers

    @cached_property
    def writers(self) -> authors.Writers:
        """The authors that have a page."""
        return authors.writers(self.in_order, self.archive.people)

    def depends(self, papers: Iterable[str], *values: object) -> str:
        """The hash of these papers (keys) as lists show them (see `listed`), and of further values."""
        return _hash(to_json(values), *map(self._digests.__getitem__, papers)).hex()

    def day_hash(self, day: Day) -> str:
        """The hash of a day without its papers."""
        if day.date not in self._day_hashes:
            self._day_hashes[day.date] = _hash(to_json(day)).hex()
        return self._day_hashes[day.date]

    def whole_day_hash(self, day: Day) -> str:
        """The hash of a day and of its papers as lists show them."""
        if day.date not in self._whole_day_hashes:
            self._whole_day_hashes[day.date] = self.depends((item.key for item in day.papers), self.day_hash(day))
        return self._whole_day_hashes[day.date]

    def depends_whole(self, key: str, beside: Sequence[str], *values: str) -> str:
        """The hash of all about a paper (its key), of what its page says of the papers `beside` it, and of `values`."""
        outline = self.outlines[key]
        dates = [date.isoformat() for date in outline.seen if date in self.days]  # those with pages
        parts = "\0".join((outline.page_hash, *dates, *beside, *map(self._cited.__getitem__, beside), *values))
        return _hash(self._digests[key], parts.encode(errors="surrogatepass")).hex()

    @cached_property
    def _cited(self) -> dict[str, str]:
        """The hash of what the pages of other papers say of each paper, by key."""
        return {key: outline.cited_hash for key, outline in self.outlines.items()}

    @cached_property
    def _digests(self) -> dict[str, bytes]:
        """The hash of each paper as lists show it, by key."""
        return {key: self._digest(outline) for key, outline in self.outlines.items()}

    def _digest(self, outline: Outline) -> bytes:
        # What its editions say, and which of them was announced when, is in the hash of its own page.
        earlier = [self.archive.earlier_cards.get((outline.key, version)) for version, _ in outline.earlier]
        told = (outline.page_hash, earlier) if earlier else ()
        return _hash(to_json((outline.listed_hash, self.archive.own_cards.get(outline.key), *told)))

    def listed(self, key: str, version: int | None = None) -> Paper:
        """The paper with this key as lists show it: without what only its own page shows.

        So a replacement that changes none of this leaves the pages of days, weeks, months and themes unchanged.
        `version`: with the title and abstract of this one, as `announced` gives it.
        """
        paper = self.archive.papers[key]
        fields = dict(zip(outlines.LISTED, outlines.listed(paper), strict=True))
        abstract = self.abstract(paper)
        if version:
            edition = next(each for each in paper.editions if each.version == version)
            fields, abstract = {**fields, "title": edition.title}, abstract and edition.abstract
        return Paper(**fields, abstract=abstract, version=None, titles=())

    def announced(self, item: Announced) -> int | None:
        """The version that was announced, where its title or abstract is not the newest; else None."""
        earlier = {version for version, _ in self.outlines[item.key].earlier}
        version = item.words(self.archive.papers[item.key]).version if earlier else 0
        return version if version in earlier else None

    def html(self, text: str) -> str:
        """Received text, one paragraph, as HTML on one line."""
        return " ".join(markup.html(text, self.math).split("\n"))

    @cached_property
    def person(self) -> Callable[[Author], str]:
        """An author's name as HTML; cached, as names recur."""
        return lru_cache(KEPT_NAMES)(lambda author: self.html(author.name))

    def paragraphs(self, text: str) -> list[str]:
        """Received text as HTML, paragraph by paragraph."""
        return [self.html(part) for part in text.split("\n\n") if part.strip()]

    def shows(self, source: str) -> bool:
        """Whether this archive may show the words of a source."""
        return self.settings.rule(source).publish

    def abstract(self, paper: Paper) -> str | None:
        """A paper's abstract; None if there is none, or if its source's text may not be shown."""
        return outlines.abstract(paper, self.shows)

    def elsewhere(self, path: str) -> str:
        """The address of a page (its path) in the archive of older years, escaped for an attribute; empty if none."""
        return addresses.outside(self.archive.moved.get(path)) or ""

    def holds(self, code: str) -> bool:
        """Whether a paper of this category is held, so that the category has a page."""
        return addresses.has_page(code) and any(code in paper.categories for paper in self.outlines.values())

    def codes(self, paper: Paper | Outline) -> list[str]:
        """A paper's categories that have pages, primary first."""
        return [code for code in dict.fromkeys(paper.categories) if addresses.has_page(code)]

    def shown_card(self, paper: Paper, version: int | None = None) -> Card | None:
        """The archive's own card without what the paper's title already says; None if nothing is left."""
        card = self.own_card(paper.key, version)
        if card is None:
            return None
        card = card.beside(self.abstract(paper))
        headline = card.headline if set(_words(card.headline)) - set(_words(markup.plain(paper.title))) else ""
        left = headline or card.line or card.figures or card.badges
        return replace(card, headline=headline) if left else None

    def line(self, paper: Paper, line: str | Quote) -> str:
        """A line of a card as HTML."""
        return self.said(line, lambda: f"{paper.title}\n\n{self.abstract(paper) or ''}")

    def said(self, line: str | Quote, received: Callable[[], str]) -> str:
        """A plain line of a received text as HTML: marked numbers bold, as math what plain text cannot write."""
        line, marks = (line.text.translate(_BLANK), line.marks) if isinstance(line, Quote) else (markup.clean(line), ())
        found = markup.formulas(line, received()) if {*"^_"} & {*line} else ()
        math = {(start, end): markup.formula(tex, self.math) for start, end, tex in found}
        cuts = {at for at in chain(*marks) if not any(start < at < end for start, end in math)}
        parts = []
        for start, end in pairwise(sorted({0, len(line), *cuts, *chain(*math)})):
            part = math.get((start, end)) or markup.escape_html(line[start:end])
            parts.append(f"<b>{part}</b>" if any(first < end and start < last for first, last in marks) else part)
        return "".join(parts)

    def own_card(self, key: str, version: int | None = None) -> Card | None:
        """The archive's own card of a paper. `version`: of this one, as `announced` gives it; a person's is of all."""
        card = self.archive.own_cards.get(key)
        if version and not (card and card.by_person):
            return self.archive.earlier_cards.get((key, version))
        return card

    @cached_property
    def bases(self) -> Mapping[dt.date, Basis]:
        """What the digests of the days rest on."""
        archive = self.archive
        if archive.bases:
            return archive.bases
        assign = Assigner(archive.themes).themes
        return {day.date: basis(day, self.outlines, archive.papers, assign) for day in archive.days}

    @cached_property
    def standings(self) -> Mapping[dt.date, Standing]:
        """How each day compares with those before it."""
        return standings(self.bases)

    def digest_hash(self, day: Day) -> str:
        """The hash of what a day's digest depends on besides its papers as lists show them."""
        date, archive = day.date, self.archive
        told = archive.digests.get(date), archive.threads.get(date)
        return _hash(to_json((self.bases[date], self.standings[date], told))).hex()

    def item(self, announced: Announced) -> Item:
        """An announced paper as a digest names it: in the words of that day, whatever versions came later."""
        version = self.announced(announced)
        title = markup.plain(self.listed(announced.key, version).title) if version else ""
        card = self.own_card(announced.key, version)
        quotes = [each for each in (card.result, card.what) if each and "\\" not in each.text] if card else []
        quote = next(iter(quotes), None)  # none that has a command which plain text does not know
        return Item(title or self.outlines[announced.key].title, quote, bool(card and quote is card.result))

    @cached_property
    def card(self) -> Callable[[str, int | None], CardHtml]:
        """The card of the paper with this key; of a version, as `announced` gives it."""
        return lru_cache(KEPT_CARDS)(self._make_card)

    def _make_card(self, key: str, version: int | None) -> CardHtml:
        try:
            return self._whole_card(key, version)
        except Exception:  # of any kind: it must not cost the other papers of a list
            return cards.bare(key)

    def _whole_card(self, key: str, version: int | None) -> CardHtml:
        paper = self.listed(key, version)
        title, own = self.html(paper.title), self.shown_card(paper, version)
        seen = self.outlines[key].first_seen
        card = fill(
            "card.html",
            placeholders=cards.PLACEHOLDERS,
            key=key,
            title=title,
            address=cards.rooted(addresses.served(addresses.paper(key))),
            authors=[self.person(author) for author in paper.authors[:NAMES]],
            more=len(paper.authors) - NAMES,
            paper=paper,
            pdf=addresses.arxiv("pdf", paper.arxiv_id) if paper.arxiv_id else "",
            labels=[
                (name, cards.rooted(place)) for name, place in self.category_links(paper) + self.theme_links(paper)
            ],
            own=own,
            lines=[("", self.line(paper, said))] if own and (said := own.gist or own.quote) else [],
        )
        date = f" <time datetime={seen}>{dates.short_date(seen)}</time>"
        return CardHtml(title, card.strip(), date, partial(self.whole, key, version))

    @cached_property
    def whole(self) -> Callable[[str, int | None], Whole]:
        """What the whole card of the paper with this key has besides; of a version, as `announced` gives it."""
        return lru_cache(KEPT_ABSTRACTS)(self._make_whole)

    def _make_whole(self, key: str, version: int | None) -> Whole:
        paper, card = self.listed(key, version), self.own_card(key, version)
        abstract, quotes = markup.plain(paper.abstract or ""), card.quotes.values() if card else ()
        bounds = sorted({0, len(abstract), *chain(*((quote.start, quote.end) for quote in quotes))})
        # Formulas as plain Unicode: drawn, they would take more than all other words of a list in some fields.
        shown = "".join(
            f"<mark>{part}</mark>" if any(quote.start == start for quote in quotes) else part
            for start, end in pairwise(bounds)
            if (part := markup.escape_html(abstract[start:end]))
        )
        parts = [f"<p>{part}</p>" for part in shown.split("\n") if part.strip()]
        terms = signatures.of(paper.title, paper.abstract)
        return Whole(fill("abstract.html", abstract="".join(parts)) if parts else "", terms)

    def category_links(self, paper: Paper) -> list[tuple[str, str]]:
        """(code as HTML, address below the root) of a paper's categories."""
        return [(literal(code), addresses.served(addresses.category(code))) for code in self.codes(paper)]

    def theme_links(self, paper: Paper) -> list[tuple[str, str]]:
        """(name as HTML, address below the root) of a paper's themes."""
        known = (self.themes[slug] for slug in paper.themes if slug in self.themes)
        return [(self.html(theme.name), addresses.served(addresses.theme(theme.slug))) for theme in known]


def _hash(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def front(
    title: str, description: str = "", *, feed: str = "", text: str = "", head: str = "", moved_to: str = ""
) -> str:
    """The front matter of a page. Title and description are plain text, `head` is HTML; themes print all unescaped.

    feed: the path of the page's Atom feed; text: the address of its plain Markdown, as seen from the page.
    """
    lines = ["---", f"title: {markup.yaml_string(literal(title))}"]
    if description:
        lines.append(f"description: {markup.yaml_string(literal(description))}")
    if feed:
        lines.append(f"feed: {feed.removesuffix('.xml')}")  # the shell links it as JSON Feed, too
    if head:
        lines.append(f"head: {markup.yaml_string(head)}")
    if text:
        lines.append(f"text: {markup.yaml_string(text)}")
    if moved_to:
        # Tens of thousands of pages may move to another host, so these are kept as small as possible.
        template = "elsewhere.html" if "://" in moved_to else "moved.html"
        lines += [f"template: {template}", f"moved_to: {markup.yaml_string(moved_to)}"]
    return "\n".join([*lines, "---", ""])


def substitute(path: str) -> Page:
    """The page put in place of one that could not be made, so that links to it do not break."""
    name = literal(path.rpartition("/")[2].removesuffix(".md"))
    text = "This page could not be built. The archive is unharmed; a later build will try again."
    return Page(path, f"{front(name)}\n# {name}\n\n{text}\n")
