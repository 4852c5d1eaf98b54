"""The pages of a library's own site: what its volumes hold, by day, theme, category and author. Pure.

Each number is the sum of what volumes tell. A paper counts where it has its page, and on the day on which it was new.
Pages are bounded: years go on by months, and beginnings of names by longer ones. As all are made of small summaries,
they are made each time; what has not changed is not laid out again.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from typing import Any
from urllib.parse import urljoin

from daybook.config import PLACE, Settings
from daybook.exports import SiteFile, feeds
from daybook.exports.feed_entries import FeedEntry, identity, line
from daybook.exports.summary import Key, Row, Summary
from daybook.fold import people
from daybook.fold.people import Writer
from daybook.model.jsonl import hash_of, to_json
from daybook.pages import Draft, charts, services, statistics, subjects
from daybook.pages.charts import Period
from daybook.pages.statistics import Chart
from daybook.text import language, markup
from daybook.text.language import _, number
from daybook.view import addresses, labels
from daybook.view.writing import Page, bullets, link, link_facts, page, section, table

TABS = ("days", "themes", "categories", "authors", "statistics")
"""Of the header."""
NEWEST = 10  # days on the home page and in the feed
NAMED = 12  # volumes of a day that are named there
MOST = 400  # volumes on the home page, themes with their definitions
CHARTED = 12  # categories of the chart

Told = Counter[str]
"""How many papers of something the volumes have, by their names."""
Days = Mapping[dt.date, Told]
"""Papers that are new, newest day first."""
Table = Mapping[str, tuple[Row[str], Told]]
"""Themes or categories, see `Joined.table`."""


@dataclass(frozen=True)
class Joined:
    """A library as its own pages see it: what its volumes hold, put together."""

    settings: Settings
    held: Mapping[str, Summary]  # by the names of volumes, sorted

    def link(self, volume: str, target: str, page: str) -> str:
        """A link from the page at `page` to the one at `target` of a volume's site, both source paths."""
        return link(markup.literal(volume), addresses.beside(self.settings.volumes, target, volume), page)

    def linked(self, told: Told, target: str, page: str, most: int = MOST) -> str:
        """Volumes with links to their pages at `target`, and with their papers; where they are too many, how many."""
        if len(told) > most:
            return labels.count(len(told), "volume")
        linked = ((self.link(volume, target, page), papers) for volume, papers in told.items())
        return " · ".join(f"{link} {number(papers)}" if papers else link for link, papers in linked)

    def table(self, rows: Callable[[Summary], Iterable[Row[Key]]]) -> dict[Key, tuple[Row[Key], Told]]:
        """What summaries tell of something: a row as the last of them has it, and the papers of each volume; sorted by
        names, else keys."""
        found: dict[Any, tuple[Row[Key], Told]] = {}
        for volume, summary in self.held.items():
            for row in rows(summary):
                told = found[row.key][1] if row.key in found else Told()
                told[volume] = row.papers
                found[row.key] = row, told
        return dict(sorted(found.items(), key=lambda item: (item[1][0].name.casefold(), item[0])))


def total(told: Iterable[Told]) -> int:
    """The sum of their papers."""
    return sum(each.total() for each in told)


def drafts(library: Joined) -> Iterator[Draft | SiteFile]:
    """All pages and feeds of the site."""
    codes, themes = library.table(lambda each: each.categories), library.table(lambda each: each.themes)
    days = {date: told for date, (_row, told) in reversed(library.table(lambda each: each.days).items())}
    yield Draft(addresses.HOME, None, partial(_home, library, codes, days))
    yield from _days(library, days)
    said = _("The categories of all volumes. A paper counts in the one where it has its page.")
    yield from _listed(library, "category", codes, _("Categories"), said)
    yield from _listed(library, "theme", themes, _("Themes"), _("The themes of all volumes."))
    yield from _names(library)
    yield Draft(addresses.STATISTICS, None, partial(_statistics, library, codes))
    volumes = link(_("the volumes"), addresses.HOME, addresses.READING)
    said = _(
        "Stars and reading lists belong to the volumes: open one of {volumes}, then its own list.", volumes=volumes
    )
    yield _draft(addresses.READING, _("Reading"), said, said=_("Reading"))
    yield Draft(addresses.SEARCH, None, services.search)
    yield from _feeds(library, days)


def _draft(path: str, title: str, *blocks: str, said: str, up: tuple[str, str] = ("", "")) -> Draft:
    """A page of lists or tables. title, said: plain; up: name and path of the page above."""
    facts = {"description": said, "up": link_facts(*up, path) if up[0] else None}
    return Draft(path, None, partial(page, path, "index", f"# {markup.literal(title)}", *blocks, facts=facts))


def _home(library: Joined, codes: Table, days: Days) -> Page:
    path, settings, newest = addresses.HOME, library.settings, next(iter(days), None)
    held = _(
        "{papers} of {categories}, in {volumes}.",
        papers=labels.count(total(told for _row, told in codes.values()), "paper"),
        categories=labels.count(len(codes), "category", "categories"),
        volumes=labels.count(len(library.held), "volume"),
    )
    lines = (
        f"{link(language.long_date(date), addresses.month(date), path)}: {labels.count(told.total(), 'new paper')}."
        f" {library.linked(told, addresses.day(date), path, NAMED)}"
        for date, told in islice(days.items(), NEWEST)
    )
    volumes = (
        (link(markup.literal(code), addresses.category(code), path), number(told.total()),
         library.linked(told, addresses.HOME, path, MOST // len(codes)))
        for code, (_row, told) in codes.items()
    )  # fmt: skip
    found = link(_("addresses that stay"), addresses.RESOLVING, path)
    feed = link(_("Feed of the newest days"), addresses.FEED_OF_ALL, path)
    others = link(_("All volumes' feeds"), addresses.SUBSCRIPTIONS, path)
    return page(
        path,
        "index",
        f"# {markup.literal(settings.title)}",
        markup.literal(settings.description),
        f"{held} {_('The newest day is {date}.', date=language.date(newest))}" if newest else held,
        section(_("Newest days"), bullets(lines)),
        section(_("Volumes"), table((_("Category"), _("Papers"), _("Volumes")), volumes),
                _("Volumes may be divided anew: to link to a paper for good, use {addresses}.", addresses=found)),
        section(_("Feeds"), f"{feed} · {others}"),
        date=newest,
        facts={"title": settings.title, "description": settings.description or held, "feed": addresses.FEED_OF_ALL},
    )  # fmt: skip


def _days(library: Joined, days: Days) -> Iterator[Draft]:
    """The page of all years, that of each year, and that of each month, which leads to the days in volumes."""

    def spans(head: str, days: Days, span: Callable[[dt.date], tuple[str, str]], page: str) -> str:
        """A table of years or months, for the page at `page`. span: the name and path of a date's."""
        held = ((one, [days[date] for date in group]) for one, group in groupby(days, span))
        rows = ((link(name, path, page), number(len(told)), number(total(told))) for (name, path), told in held)
        return table((head, _("Days"), _("New papers")), rows, 2)

    path, said = addresses.DAYS, _("The days of all volumes, by year.")
    years = spans(_("Year"), days, lambda date: (str(date.year), addresses.year(date.year)), path)
    yield _draft(path, _("Days"), said, years, said=said)
    for year, dates in groupby(days, lambda date: date.year):
        held, path = {date: days[date] for date in dates}, addresses.year(year)
        said, fresh = _counted(held), {date: told.total() for date, told in held.items()}
        months = spans(_("Month"), held, lambda date: (language.month(date), addresses.month(date)), path)
        facts = {"description": said, "strip": charts.year_strip(year, fresh, said, path, place=addresses.month)}
        yield Draft(path, None, partial(page, path, "year", f"# {year}", said, months, facts=facts))
        for month, group in groupby(held, lambda date: date.replace(day=1)):
            of_month = {date: held[date] for date in group}
            yield Draft(addresses.month(month), None, partial(_month, library, month, of_month))


def _counted(days: Days) -> str:
    papers, on = labels.count(total(days.values()), "new paper"), labels.count(len(days), "day")
    return _("{papers} on {days}, in all volumes.", papers=papers, days=on)


def _month(library: Joined, month: dt.date, days: Days) -> Page:
    path, name, said = addresses.month(month), language.month(month), _counted(days)
    rows = (
        (language.day_of_month(date), library.linked(told, addresses.day(date), path), number(told.total()))
        for date, told in days.items()
    )
    shown = table((_("Day"), _("New papers by volume"), _("All")), rows, 1)
    facts = {"description": f"{name}: {said}", "up": link_facts(str(month.year), addresses.year(month.year), path)}
    return page(path, "index", f"# {name}", said, shown, facts=facts)


# Themes, categories and authors


def _listed(library: Joined, kind: str, listed: Table, title: str, said: str) -> Iterator[Draft]:
    """The index of themes or categories, and a page of each, which leads to those in volumes."""
    folder, every = subjects.INDEXES[kind]
    path, lines = f"{folder}index.md", list[str]()
    for key, (row, told) in listed.items():
        own, name, counted = f"{folder}{key}.md", markup.literal(row.name), labels.count(told.total(), "paper")
        definition = markup.literal(row.definition)
        more = f". {definition}" if definition and len(listed) <= MOST else ""
        lines.append(f"{link(name, own, path)}: {counted}{more}")
        rows = ((library.link(volume, own, own), number(papers)) for volume, papers in told.items())
        shown, said_of = table((_("Volume"), _("Papers")), rows, 1), row.definition or row.name
        yield _draft(own, row.name, definition, f"{counted}.", shown, said=said_of, up=(_(every), path))
    yield _draft(path, title, said, section(_("All"), bullets(lines)), said=said)


def _names(library: Joined) -> Iterator[Draft]:
    """The index of names, and a page for each beginning of three letters, to which volumes lead; where it has too many
    names, these stand on pages by the next initial."""
    held, deepest = library.table(lambda each: each.names), people.DEEPEST
    names = [Writer(row.name, slug, ()) for slug, (row, _told) in held.items()]

    def listed(names: Iterable[Writer], path: str) -> str:
        linked = ((each, library.linked(held[each.slug][1], addresses.author(each.slug), path))
                  for each in names)  # fmt: skip
        return bullets(f"**{markup.literal(each.name)}**: {volumes}" for each, volumes in linked)

    for letters, (own, further) in people.by_letters(names, deepest, deepest + 1):
        path = addresses.names(letters)
        yield Draft(path, None, partial(subjects.render_letters, path, letters, own, further, listed))
    path, said = addresses.AUTHORS, _("{names} with pages in volumes.", names=labels.count(len(names), "author name"))
    more = _("A name may belong to several people, and one person may publish under several names.")
    begun = people.by_letter(names).items()
    starts = ((subjects.shown(each), dict.fromkeys(map(people.beginning, some))) for each, some in begun)
    shown = bullets(f"**{first}**: {subjects.beginnings(letters, path)}" for first, letters in starts)
    yield _draft(path, _("Authors"), f"{said} {more}", shown, said=said)


# Statistics and feeds


def _statistics(library: Joined, held: Table) -> Page:
    papers = {year: told.total() for year, (_row, told) in library.table(lambda each: each.years).items()}
    codes = [Period(code, code, told.total()) for code, (_row, told) in held.items()]
    codes.sort(key=lambda one: -one.papers)
    shown = list[Chart]()
    if papers:
        years = [Period(str(year), str(year), papers.get(year, 0)) for year in range(min(papers), max(papers) + 1)]
        rows = charts.table((_("Year"), _("Papers")), years[::-1])
        shown.append(Chart(_("Papers by year"), charts.reading(years), rows, charts.bars(years)))
        most = _("Most papers: {name}, with {n}.", name=codes[0].name, n=number(codes[0].papers))
        rows = charts.table((_("Category"), _("Papers")), codes)
        shown.append(Chart(_("Papers by category"), most, rows, charts.bars(codes[:CHARTED])))
    told = f"{labels.count(sum(papers.values()), 'paper')}."
    return statistics.charted(told, _("The papers of this library in numbers."), shown)


def _feeds(library: Joined, days: Days) -> Iterator[SiteFile]:
    """One of the newest days, and a list of the volumes' own."""
    settings, path, home = library.settings, addresses.FEED_OF_ALL, addresses.HOME
    told = [
        FeedEntry(
            id=identity("library", *settings.categories, date.isoformat()), title=language.long_date(date),
            published=date, updated=date,
            html=f"<p>{labels.count(told.total(), 'new paper')}, {labels.count(len(told), 'volume')}</p>",
            page=settings.url + addresses.served(addresses.month(date)) if settings.url else "",
        )
        for date, told in islice(days.items(), NEWEST)
    ]  # fmt: skip
    yield from feeds.Planned(
        settings, path, "", home, hash_of(to_json(told)), next(iter(days), None),
        lambda each: map(each.entry, told), subtitle=line(settings.description),
    ).files()  # fmt: skip
    sites = ((volume, settings.volumes.replace(PLACE, volume)) for volume in library.held)
    others = ((volume, replace(settings, url=urljoin(settings.url, site))) for volume, site in sites)
    of_volumes = [feeds.Planned(of, path, volume, home, "", None, lambda each: ()) for volume, of in others]
    yield feeds.list_of_feeds(addresses.SUBSCRIPTIONS, line(settings.title), of_volumes)
