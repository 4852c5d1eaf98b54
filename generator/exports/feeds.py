"""Feeds: the archive's papers as announced, for feed readers. Pure.

    feeds/all.xml, .json            all papers
    feeds/digests.xml, .json        the digest of each day
    feeds/coverage.xml, .json       the days of which announcements are lacking, or were
    feeds/categories/cs.DC.xml ...  each category that the archive follows, each theme, each watch; .xml, .json
    feeds/authors/ada-ebb.xml       each author with a page, in Atom alone: they come by the thousands
    feeds/index.opml, authors.opml  all of the former, and the authors'

A feed holds what the days before its own newest entry brought, at most so many entries, but never only a part of its
newest day: `Extent` says how much. So it changes when it gets an entry or one of its entries changes, and on no other
day.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from generator import taxonomy
from generator.exports import SiteFile, atom, bulletins, entries, json_feed, opml
from generator.exports.entries import Announcement, Entry, Feed, in_order, line
from generator.model import arxiv_id
from generator.pages import addresses, editorials
from generator.pages.context import View
from generator.text import markup

_date = attrgetter("date")
_key = attrgetter("key")
KEPT = 5_000
"""Entries of papers that a process keeps for further feeds."""


class Extent(NamedTuple):
    """How much a feed holds."""

    days: int
    most: int
    """Entries."""
    short: bool = False
    """Whether its entries are in short; then there is no JSON."""


WHOLE = Extent(30, 200)
"""Of the whole archive, or a category."""
SUBJECT = Extent(30, 100)
"""Of a theme or a watch."""
AUTHOR = Extent(7, 100, short=True)


@dataclass(frozen=True, slots=True)
class _Planned:
    """A feed to be made."""

    feed: Feed
    depends: str
    updated: dt.date | None  # None: it has no entries
    atom: Callable[[], Iterable[bytes]]
    json: Callable[[], Iterable[bytes]] | None = None
    group: str = ""  # in lists of feeds

    def files(self) -> Iterator[SiteFile]:
        """Its files."""
        yield SiteFile(f"{self.feed.path}{atom.SUFFIX}", self._atom, self.depends)
        if self.json:
            yield SiteFile(f"{self.feed.path}{json_feed.SUFFIX}", self._json, self.depends)

    def _atom(self) -> bytes:
        return atom.feed(self.feed, self.atom(), self.updated)

    def _json(self) -> bytes:
        return json_feed.feed(self.feed, self.json() if self.json else ())


def files(view: View) -> Iterator[SiteFile]:
    """All feeds, and the lists of them."""
    papers = _Papers(view)
    listed = [papers.whole(), _digests(view), _coverage(view), *papers.subjects()]
    authors = list(papers.authors())
    for planned in chain(listed, authors):
        yield from planned.files()
    title = line(view.settings.title)
    yield _subscriptions(view, addresses.SUBSCRIPTIONS, title, listed)
    yield _subscriptions(view, addresses.AUTHORS_SUBSCRIPTIONS, f"{title}: authors", authors, pages=False)


def _subscriptions(view: View, path: str, title: str, planned: Sequence[_Planned], *, pages: bool = True) -> SiteFile:
    groups: dict[str, list[Feed]] = {}
    for each in planned:
        groups.setdefault(each.group, []).append(each.feed)
    depends = view.depends((), title, [(feed.path, feed.title, feed.page) for of in groups.values() for feed in of])
    return SiteFile(path, partial(opml.subscriptions, title, groups, pages), depends)


def newest(dated: Sequence[Announcement], extent: Extent) -> Sequence[Announcement]:
    """What a feed of this extent holds of these announcements, newest first."""
    if not dated:
        return ()
    last = max(map(_date, dated))
    since = last - dt.timedelta(days=extent.days)
    held = in_order(each for each in dated if each.date > since)
    return held[: max(extent.most, sum(each.date == last for each in held))]


class _Papers:
    """The feeds of papers of one archive."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._last = entries.announcements(view.archive.days, view.archive.papers)
        self._entry = lru_cache(KEPT)(partial(entries.of_paper, view))
        self._atom = lru_cache(KEPT)(lambda last: atom.entry(self._entry(last)))
        self._json = lru_cache(KEPT)(lambda last: json_feed.entry(self._entry(last)))
        self._short = lru_cache(KEPT)(lambda last: atom.entry(entries.of_paper(view, last, short=True)))

    def whole(self) -> _Planned:
        """The feed of all papers."""
        about = _feed(self._view, addresses.FEED_OF_ALL, "", addresses.HOME, line(self._view.settings.description))
        return self._planned(about, list(self._last.values()), WHOLE)

    def subjects(self) -> Iterator[_Planned]:
        """The feeds of categories, themes and watches."""
        view = self._view
        for code in filter(addresses.has_page, view.settings.categories):
            keys = [paper.key for paper in view.in_order if code in paper.categories]
            name = f"{code}: {taxonomy.name(code)}"
            page = addresses.category(code) if keys else addresses.HOME
            about = _feed(view, addresses.feed(addresses.category(code)), name, page)
            yield self._planned(about, self._of(keys), WHOLE, "Categories")
        for theme in view.archive.themes:
            of_theme = map(_key, view.by_theme[theme.slug])
            yield self._subject(addresses.theme(theme.slug), markup.plain(theme.name), of_theme, "Themes")
        found: dict[str, list[str]] = {watch.slug: [] for watch in view.archive.watches}
        for key, slugs in view.archive.watched.items():
            for slug in slugs:
                if slug in found:
                    found[slug].append(key)
        for watch in view.archive.watches:
            yield self._subject(addresses.watch(watch.slug), markup.plain(watch.name), found[watch.slug], "Watches")

    def _subject(self, place: str, name: str, keys: Iterable[str], group: str) -> _Planned:
        about = _feed(self._view, addresses.feed(place), line(name), place)
        return self._planned(about, self._of(keys), SUBJECT, group)

    def authors(self) -> Iterator[_Planned]:
        """The feeds of authors."""
        for writer in self._view.writers.by_slug.values():
            place = addresses.author(writer.slug)
            about = _feed(self._view, addresses.feed(place), line(writer.name), place)
            yield self._planned(about, self._of(map(_key, writer.papers)), AUTHOR)

    def _of(self, keys: Iterable[str]) -> list[Announcement]:
        return list(filter(None, map(self._last.get, keys)))

    def _planned(self, about: Feed, announced: Sequence[Announcement], extent: Extent, group: str = "") -> _Planned:
        held = newest(announced, extent)
        return _Planned(
            about,
            self._depends(about, held),
            held[0].date if held else None,
            lambda: map(self._short if extent.short else self._atom, held),
            None if extent.short else lambda: map(self._json, held),
            group,
        )

    def _depends(self, about: Feed, held: Sequence[Announcement]) -> str:
        view = self._view
        keys = [each.key for each in held]
        # Only the entries of papers without an arXiv id tell where else they are to be read.
        elsewhere = [view.outlines[key].page_hash for key in keys if "-" in key and not arxiv_id.parse(key)]
        return view.depends(keys, held, elsewhere, about.title, about.page)


def _digests(view: View) -> _Planned:
    """The feed of digests."""
    told = [day for day in view.archive.days if day.announced or day.mentions or day.cards]
    last = told[-1].date if told else None
    days = [day for day in told if last and (last - day.date).days < WHOLE.days][::-1]
    own = [bulletins.written(view, day) for day in days]
    linked = [editorials.linked_papers(view, text) for text in own]
    models = [view.archive.digests.get(day.date) for day in days]
    depends = view.depends((), [view.whole_day_hash(day) for day in days], own, linked, models)
    about = _feed(view, addresses.FEED_OF_DIGESTS, "digests", addresses.DAYS, "A digest of each day's papers.")

    @cache
    def made() -> list[Entry]:
        return [entry for day in days if (entry := bulletins.of_digest(view, day))]

    return _Planned(about, depends, last, lambda: map(atom.entry, made()), lambda: map(json_feed.entry, made()))


def _coverage(view: View) -> _Planned:
    """The feed of days that are or were incomplete."""
    found = sorted(bulletins.gaps(view), key=lambda gap: (gap.changed, gap.date), reverse=True)
    last = found[0].changed if found else None
    gaps = [gap for gap in found if last and (last - gap.changed).days < WHOLE.days][: WHOLE.most]
    depends = view.depends((), gaps)
    told = "Days with missing announcements, and days that became complete."
    about = _feed(view, addresses.FEED_OF_COVERAGE, "coverage", addresses.COVERAGE, told)

    @cache
    def made() -> list[Entry]:
        return [bulletins.of_gap(view, gap) for gap in gaps]

    return _Planned(about, depends, last, lambda: map(atom.entry, made()), lambda: map(json_feed.entry, made()))


def _feed(view: View, path: str, name: str, page: str, subtitle: str = "") -> Feed:
    """What the feed at a path of the site says of itself. `name`: what it tells from the archive's others."""
    site, title = view.settings.url, line(view.settings.title)
    place = path.removesuffix(atom.SUFFIX)
    return Feed(
        names=(*view.settings.categories, place),
        title=f"{title}: {name}" if name else title,
        owner=title,
        subtitle=subtitle,
        page=site + _address(page) if site else "",
        path=place,
        site=site,
    )


def _address(page: str) -> str:
    return "" if page == addresses.HOME else addresses.served(page)
