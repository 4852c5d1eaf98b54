"""Feeds: the archive's papers as announced, for feed readers. Pure.

    feeds/all.xml, .json            all papers, in each of the formats (see `feed_formats`)
    feeds/digests.xml, .json        the digest of each day
    feeds/coverage.xml, .json       the days of which announcements are lacking, or were
    feeds/categories/cs.DC.xml ...  each category that the archive follows, each theme, each watch
    feeds/authors/ada-ebb.xml       each author with enough papers, in Atom alone: they come by the thousands
    feeds/index.opml, authors.opml  all of the former, and the authors'

A feed holds what the days before its own newest entry brought, at most so many entries, but never only a part of its
newest day: `Extent` says how much. So it changes when it gets an entry or one of its entries changes, and on no other
day.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple

from daybook.config import Settings
from daybook.exports import SiteFile, feed_entries
from daybook.exports.feed_entries import Announcement, Feed, FeedEntry, in_order, line
from daybook.exports.feed_formats import ATOM, FORMATS, Format, subscriptions
from daybook.fold.people import FEED
from daybook.model import Outline, arxiv, ids
from daybook.model.jsonl import hash_of, hash_of_words, to_json
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses, editorials
from daybook.view.archive_view import View

KEPT = 5_000
"""Entries of papers that a process keeps for further feeds."""
_title = lru_cache(line)
_date, _date_of = attrgetter("date"), itemgetter(1)
_Dated = tuple[Outline, dt.date]
"""A paper, and when it was last announced."""


class Extent(NamedTuple):
    """How much a feed holds."""

    days: int
    most: int
    """Entries."""


WHOLE = Extent(36_500, 200)
"""Of the whole archive, or a category, however old: a new archive's feed has all that it began with."""
SUBJECT = Extent(30, 60)
"""Of a theme or a watch."""
DIGESTS = Extent(14, 14)
"""Of days: each is on its own page, and is made of all papers of the day."""
COVERAGE = Extent(30, 200)
"""Of days that are or were incomplete."""
AUTHOR = Extent(7, 100)
"""Of an author; its entries are in short."""

AS_IT_WAS = ""
"""In place of the hash of what a feed depends on: it need not be made."""


class Planned(NamedTuple):
    """A feed to be made."""

    settings: Settings
    path: str  # in Atom, below the site
    name: str  # what tells it from the archive's others, as received; empty: the feed of all papers
    page: str  # of the site, to which it belongs
    depends: str
    updated: dt.date | None  # None: it has no entries
    made: Callable[[Format], Iterable[bytes]]  # its entries in a format, newest first
    of_author: bool = False
    group: str = ""  # in lists of feeds
    subtitle: str = ""

    @property
    def feed(self) -> Feed:
        """What it says of itself. Authors have thousands of feeds, of which a day changes some."""
        settings, place, name = self.settings, self.path.removesuffix(ATOM.suffix), line(self.name)
        title = _title(settings.title)
        volume = (str(settings.since),) if settings.volumes else ()  # others have the same categories
        return Feed(
            names=(*settings.categories, *volume, place),
            title=f"{title}: {name}" if name else title,
            owner=title,
            subtitle=self.subtitle,
            page=settings.url + _address(self.page) if settings.url else "",
            path=place,
            site=settings.url,
        )

    def files(self) -> Iterator[SiteFile]:
        """Its file in each format."""
        for each in FORMATS:
            if each.for_authors or not self.of_author:
                path = self.path.removesuffix(ATOM.suffix) + each.suffix
                yield SiteFile(path, partial(self.file, each), self.depends)

    def file(self, each: Format) -> bytes:
        """Its file in a format."""
        return each.feed(self.feed, self.made(each), self.updated)


def files(view: View) -> Iterator[SiteFile]:
    """All feeds, and the lists of them."""
    papers, title = _Papers(view), line(view.settings.title)
    listed = [papers.whole(), *_others(view), *papers.subjects()]
    authors, of_page = list(papers.authors()), {each.page: each for each in listed}
    once = [(theme, slug) for theme in view.archive.themes for slug in theme.former if slug not in view.themes]
    former = [of_page[addresses.theme(theme.slug)]._replace(path=addresses.feed(addresses.theme(slug)))
              for theme, slug in once]  # fmt: skip
    for planned in chain(listed, former, authors, papers.ended()):
        if planned.depends != AS_IT_WAS:
            yield from planned.files()
    yield list_of_feeds(addresses.SUBSCRIPTIONS, title, listed)
    yield list_of_feeds(addresses.AUTHORS_SUBSCRIPTIONS, _("{name}: authors", name=title), authors, pages=False)


def listed(view: View) -> Iterator[tuple[str, str, str]]:
    """(heading, what it brings in Markdown, path in Atom) of each feed but the authors', as their page has them."""
    whole = _("The whole archive")
    yield whole, _("All papers"), addresses.FEED_OF_ALL
    yield whole, _("Digests, one a day"), addresses.FEED_OF_DIGESTS
    yield whole, _("Days that lack announcements"), addresses.FEED_OF_COVERAGE
    if editorials.dated_notes(view):
        yield whole, _("Notes of this archive's people"), addresses.FEED_OF_NOTES
    for code in filter(addresses.has_page, view.settings.drawn):
        name = markup.markdown(f"{code}: {arxiv.name(code)}")
        yield _("Categories"), name, addresses.feed(addresses.category(code))
    for watch in view.archive.watches:
        yield _("Watches"), markup.markdown(watch.name), addresses.feed(addresses.watch(watch.slug))
    for theme in view.archive.themes:
        yield _("Themes"), markup.markdown(theme.name), addresses.feed(addresses.theme(theme.slug))


def list_of_feeds(path: str, title: str, planned: Sequence[Planned], *, pages: bool = True) -> SiteFile:
    """A list of such feeds, by their groups. `pages`: with the pages they belong to."""

    def made() -> bytes:
        groups: dict[str, list[Feed]] = {}
        for each in planned:
            groups.setdefault(each.group, []).append(each.feed)
        return subscriptions(title, groups, pages)

    depends = hash_of(to_json([(each.path, each.name, each.page, each.group) for each in planned]))
    return SiteFile(path, made, depends)


def newest(dated: Sequence[Announcement], extent: Extent) -> Sequence[Announcement]:
    """What a feed of this extent holds of these announcements, newest first."""
    if len(dated) < 2:  # of most authors
        return dated
    last = max(map(_date, dated))
    since = last - dt.timedelta(days=extent.days)
    held = in_order(each for each in dated if each.date > since)
    return held[: max(extent.most, sum(each.date == last for each in held))]


class _Papers:
    """The feeds of papers of one archive."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._last = feed_entries.last_days(view.archive.days)
        self._told = {key for day in view.archive.days for key, _ in day.cards}
        known = view.outlines
        self._dated: list[_Dated] = [(known[key], day.date) for key, (day, _) in self._last.items() if key in known]
        self._dated.sort(key=_date_of, reverse=True)
        self._announcement = cache(lambda key: feed_entries.announcement(*self._last[key]))
        self._stamp = cache(self._hash)
        self._entry = lru_cache(KEPT)(partial(feed_entries.of_paper, view))
        self._made, self._short = {}, {}
        for each in FORMATS:
            self._made[each] = lru_cache(KEPT)(lambda last, each=each: each.entry(self._entry(last)))
            self._short[each] = lru_cache(KEPT)(
                lambda last, each=each: each.entry(feed_entries.of_paper(view, last, short=True))
            )

    def whole(self) -> Planned:
        """The feed of all papers."""
        held = self._held(self._dated, WHOLE)
        told = line(self._view.settings.description)
        return self._planned("", addresses.FEED_OF_ALL, addresses.HOME, held, subtitle=told)

    def subjects(self) -> Iterator[Planned]:
        """The feeds of categories, themes and watches."""
        view, watched = self._view, self._view.archive.watched
        for code in filter(addresses.has_page, view.settings.drawn):
            place, name = addresses.category(code), f"{code}: {arxiv.name(code)}"
            held = self._held((each for each in self._dated if code in each[0].categories), WHOLE)
            page = place if code in view.followed else addresses.HOME
            yield self._planned(name, addresses.feed(place), page, held, group=_("Categories"))
        themes = self._newest_of(attrgetter("themes"), SUBJECT)
        for theme in view.archive.themes:
            page, held = addresses.theme(theme.slug), self._held(themes.get(theme.slug, ()), SUBJECT)
            yield self._planned(markup.plain(theme.name), addresses.feed(page), page, held, group=_("Themes"))
        watches = self._newest_of(lambda paper: watched.get(paper.key, ()), SUBJECT)
        for watch in view.archive.watches:
            page, held = addresses.watch(watch.slug), self._held(watches.get(watch.slug, ()), SUBJECT)
            yield self._planned(markup.plain(watch.name), addresses.feed(page), page, held, group=_("Watches"))

    def authors(self) -> Iterator[Planned]:
        """The feeds of authors."""
        reach = self._view.reach
        found = self._newest_of(lambda each: reach.named(each) if reach else each.authors, AUTHOR)
        for writer in self._view.writers.by_slug.values():
            if not writer.has_feed:
                continue
            page = addresses.author(writer.slug)
            if reach and reach.names.isdisjoint(writer.names):
                feed = addresses.feed(page)
                yield Planned(
                    self._view.settings, feed, writer.name, page, AS_IT_WAS, None, lambda each: (), of_author=True
                )
                continue
            dated: Iterable[_Dated] = found.get(writer.name, ())
            if writer.person:  # of several names
                papers = {each[0].key: each for name in writer.names for each in found.get(name, ())}
                dated = sorted(papers.values(), key=_date_of, reverse=True)
            held = self._held(dated, AUTHOR)
            yield self._planned(writer.name, addresses.feed(page), page, held, of_author=True)

    def ended(self) -> Iterator[Planned]:
        """The feeds of authors with fewer papers, who once had them too: the last entry says where to go on."""
        view, writers, reach = self._view, self._view.writers, self._view.reach
        for writer in chain(writers.by_slug.values(), writers.few.values()):
            if writer.has_feed or (reach and reach.names.isdisjoint(writer.names)):
                continue
            page, last = view.author_place(writer.name), writer.papers[-1].first_seen
            path = addresses.feed(addresses.author(writer.slug))
            depends = hash_of_words(writer.name, page, last.isoformat())
            made = partial(_last_entry, view, path, writer.name, page, last)
            yield Planned(view.settings, path, writer.name, page, depends, last, made, of_author=True)

    def _newest_of(self, names: Callable[[Outline], Iterable[str]], extent: Extent) -> dict[str, list[_Dated]]:
        """name -> the papers of that name, from the days before the newest of them that a feed holds; newest first."""
        found: dict[str, list[_Dated]] = {}
        since: dict[str, dt.date] = {}
        days = dt.timedelta(days=extent.days)
        for each in self._dated:
            paper, date = each
            for name in names(paper):
                if name not in found:
                    found[name], since[name] = [each], date - days
                elif date > since[name]:
                    found[name].append(each)
        return found

    def _held(self, dated: Iterable[_Dated], extent: Extent) -> Sequence[Announcement]:
        """What a feed of these papers holds, newest first. `dated`: newest first; read no further than needed."""
        held: list[Announcement] = []
        for paper, date in dated:
            if len(held) >= extent.most and date < held[-1].date:
                break
            held.append(self._announcement(paper.key))
        return newest(held, extent)

    def _planned(
        self, name: str, path: str, page: str, held: Sequence[Announcement], *,
        of_author: bool = False, group: str = "", subtitle: str = "",
    ) -> Planned:  # fmt: skip
        depends = hash_of_words(name, page, *(self._stamp(each.key) for each in held))
        made = self._short if of_author else self._made
        return Planned(
            self._view.settings, path, name, page, depends, held[0].date if held else None,
            lambda each: map(made[each], held), of_author, group, subtitle,
        )  # fmt: skip

    def _hash(self, key: str) -> str:
        """The hash of what a paper's entry depends on."""
        view = self._view
        # Only the entries of papers that another source tells of say what it said, and those of papers without an arXiv
        # id where else they are to be read.
        whole = key in self._told or ("-" in key and not ids.parse(key))
        elsewhere = view.outlines[key].page_hash if whole else ""
        return view.depends((key,), self._announcement(key), elsewhere)


def _last_entry(view: View, path: str, name: str, page: str, date: dt.date, each: Format) -> Iterator[bytes]:
    """`date`: of the last paper that the feed had. `page`: where this one and later ones are."""
    site, plain = view.settings.url, line(name)
    told = _(
        "Authors have feeds from {n} papers on. Until then, look for papers by {name} in the archive.",
        n=FEED, name=plain,
    )  # fmt: skip
    yield each.entry(
        FeedEntry(
            id=feed_entries.identity("ended", path), title=_("No feed of papers by {name}", name=plain), published=date,
            updated=date, html=f"<p>{feed_entries.text(told)}</p>", page=site + _address(page) if site else "",
        )
    )  # fmt: skip


def _others(view: View) -> Iterator[Planned]:
    """The feeds of digests, of days that are or were incomplete, and of what people wrote, where they did."""

    def planned(
        path: str, name: str, page: str, subtitle: str, depends: str, updated: dt.date | None,
        made: Callable[[], Iterable[FeedEntry | None]],
    ) -> Planned:  # fmt: skip
        told = cache(lambda: list(filter(None, made())))
        return Planned(
            view.settings, path, name, page, depends, updated, lambda each: map(each.entry, told()), subtitle=subtitle
        )

    told = [day for day in view.archive.days if day.announced]
    last = told[-1].date if told else None
    days = [day for day in told if last and (last - day.date).days < DIGESTS.days][::-1]
    own = [view.written(addresses.day(day.date)) for day in days]
    linked = [editorials.linked_papers(view, text) for text in own]
    hashes = [(view.whole_day_hash(day.date), view.digest_hash(day.date)) for day in days]
    yield planned(
        addresses.FEED_OF_DIGESTS, _("digests"), addresses.DAYS, _("A digest of each day's papers."),
        view.depends((), hashes, own, linked), last, lambda: (feed_entries.of_digest(view, day) for day in days),
    )  # fmt: skip
    found = sorted(feed_entries.gaps(view), key=lambda gap: (gap.changed, gap.date), reverse=True)
    last = found[0].changed if found else None
    gaps = [gap for gap in found if last and (last - gap.changed).days < COVERAGE.days][: COVERAGE.most]
    yield planned(
        addresses.FEED_OF_COVERAGE, _("coverage"), addresses.COVERAGE,
        _("Days with missing announcements, and days that became complete."), view.depends((), gaps), last,
        lambda: (feed_entries.of_gap(view, gap) for gap in gaps),
    )  # fmt: skip
    notes = editorials.dated_notes(view)[: WHOLE.most]
    if notes:
        yield planned(
            addresses.FEED_OF_NOTES, _("notes"), addresses.NOTES, _("What the people of this archive write."),
            view.depends([key for _, key, _ in notes if key in view.outlines], notes), notes[0][0],
            lambda: (feed_entries.of_note(view, *each) for each in notes),
        )  # fmt: skip


def _address(page: str) -> str:
    return "" if page == addresses.HOME else addresses.href(page, addresses.HOME)
