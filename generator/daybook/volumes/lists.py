"""The pages of a library's own site: what its volumes hold, by category, day, theme and author. Pure.

Each number is the sum of what volumes tell. A paper counts where it has its page, an entry in each volume whose day has
it. Pages are bounded: where a library has too much for one, it goes on by months or by beginnings.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby

from daybook.exports import SiteFile
from daybook.exports.feed_entries import Feed, FeedEntry, identity, line, text
from daybook.exports.feed_formats import ATOM, FORMATS, Format, subscriptions
from daybook.fold import people
from daybook.fold.people import Writer
from daybook.model import arxiv
from daybook.model.jsonl import hash_of, to_json
from daybook.pages import Draft, charts, services, subjects
from daybook.pages.charts import Period
from daybook.text import language, markup
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.writing import Page, bullets, link, link_facts, page, section, table
from daybook.volumes.joined import Days, Joined, OfTheme, Told, new, total

TABS = ("days", "themes", "categories", "authors", "statistics")
"""Of the header."""
NEWEST = 7  # days on the home page
FED = 14  # days in the feed
NAMED = 12  # volumes of a day that are named there
MOST = 400  # volumes on the home page, themes with their definitions, names on a page
TOLD = 2_000  # volumes of days on the page of a year; of more, each month has a page
CHARTED = 12  # categories of the chart


def drafts(library: Joined) -> Iterator[Draft | SiteFile]:
    """All pages and feeds of the site."""
    yield Draft(addresses.HOME, None, partial(_home, library))
    yield from _days(library)
    yield from _themes(library)
    yield from _categories(library)
    yield from _names(library)
    yield Draft(addresses.STATISTICS, _hash(library.shares), partial(_statistics, library))
    yield Draft(addresses.READING, _hash(), _reading)
    yield Draft(addresses.SEARCH, _hash(), _search)
    yield from _feeds(library)


def _hash(*values: object) -> str:
    return hash_of(to_json(values))


def _list(path: str, title: str, *blocks: str, said: str, up: tuple[str, str] = ("", "")) -> Page:
    """A page of lists or tables. title: Markdown; said: what it is, plain; up: name and path of the page above."""
    facts = {"description": said, "up": link_facts(*up, path) if up[0] else None}
    return page(path, "index", f"# {title}", *blocks, facts=facts)


# Home


def _home(library: Joined) -> Page:
    path, newest, years = addresses.HOME, library.all_days[:FED], library.years
    volumes, papers = labels.count(len(library.held), "volume"), labels.count(years.total(), "paper")
    categories = labels.count(len(library.shares), "category", "categories")
    held = _("{papers} of {categories}, in {volumes}.", papers=papers, categories=categories, volumes=volumes)
    if newest:
        held += " " + _("The newest day is {date}.", date=language.date(newest[0][0]))
    feeds = [link(_("Feed of the newest days"), addresses.FEED_OF_ALL, path),
             link(_("All volumes' feeds"), addresses.SUBSCRIPTIONS, path)]  # fmt: skip
    found = link(_("addresses of papers that stay"), addresses.RESOLVING, path)
    described = library.settings.description
    return page(
        path,
        "index",
        f"# {markup.literal(library.settings.title)}",
        markup.literal(described),
        held if years else _("This library holds no papers yet."),
        section(_("Newest days"), bullets(_day_line(library, *day, path) for day in newest[:NEWEST])),
        section(
            _("Volumes"),
            _volumes(library, path),
            _("Volumes may be divided anew: there are {addresses}.", addresses=found),
        ),
        section(_("Feeds"), " · ".join(feeds)),
        date=newest[0][0] if newest else None,
        facts={"title": library.settings.title, "description": described or held, "feed": addresses.FEED_OF_ALL},
    )


def _day_line(library: Joined, date: dt.date, told: Sequence[Told], path: str) -> str:
    name = link(language.long_date(date), _place_of(date, library), path)
    few = len(told) <= NAMED
    where = library.linked(told, addresses.day(date), path) if few else labels.count(len(told), "volume")
    return f"{name}: {labels.count(new(told), 'new paper')}. {where}"


def _volumes(library: Joined, path: str) -> str:
    """A table by category and volume, which is by year as volumes are."""
    rows, few = list[tuple[str, str, str]](), len(library.held) <= MOST
    for code, years in library.shares.items():
        of_volume = Counter[str]()
        for told in years.values():
            of_volume.update({each.volume: each.number for each in told})
        name, span = link(markup.literal(code), addresses.category(code), path), f"{min(years)}–{max(years)}"
        shown = library.linked(map(Told, *zip(*of_volume.items(), strict=True)), addresses.HOME, path) if few else span
        rows.append((name, labels.number(of_volume.total()), shown))
    return table((_("Category"), _("Papers"), _("Volumes")), rows)


# Days


def _days(library: Joined) -> Iterator[Draft]:
    """The page of all years, and of each year; the months of a year have pages where volumes are many."""
    path = addresses.DAYS
    rows = [(year, len(days), sum(map(new, days.values()))) for year, days in library.days.items()]
    yield Draft(path, _hash(rows), partial(_years, rows))
    for year, days in library.days.items():
        told = list(days.items())
        yield Draft(addresses.year(year), _hash(told), partial(_year, library, year))
        for month, group in _by_month(days) if _has_months(days) else ():
            path = addresses.month(month)
            yield Draft(path, _hash(list(group.items())), partial(_month, library, month, group))


def _years(counts: Sequence[tuple[int, int, int]]) -> Page:
    path = addresses.DAYS
    rows = ((link(str(year), addresses.year(year), path), *map(labels.number, numbers)) for year, *numbers in counts)
    said = _("The days of all volumes, by year.")
    shown = table((_("Year"), _("Days"), _("New papers")), rows, 2)
    return page(path, "days", f"# {_('Days')}", said, shown or _("None yet."), facts={"description": said})


def _has_months(days: Days) -> bool:
    return sum(map(len, days.values())) > TOLD


def _by_month(days: Days) -> Iterator[tuple[dt.date, Days]]:
    """Each month's first day with its days, newest first."""
    for month, group in groupby(days, key=lambda date: date.replace(day=1)):
        yield month, {date: days[date] for date in group}


def _place_of(date: dt.date, library: Joined) -> str:
    """Where a day stands: on its month's page, or in that month's section of the year's."""
    if _has_months(library.days[date.year]):
        return addresses.month(date)
    return f"{addresses.year(date.year)}#{language.english(language.month_name(date.month)).lower()}"


def _year(library: Joined, year: int) -> Page:
    path, days, apart = addresses.year(year), library.days[year], _has_months(library.days[year])
    fresh = {date: new(told) for date, told in days.items()}
    counted, on = labels.count(sum(fresh.values()), "new paper"), labels.count(len(days), "day")
    said = _("{papers} on {days}, in all volumes.", papers=counted, days=on)
    months = list(_by_month(days))
    if apart:
        told = ((link(language.month(month), addresses.month(month), path), labels.number(len(group)),
                 labels.number(sum(fresh[date] for date in group))) for month, group in months)  # fmt: skip
        blocks = [table((_("Month"), _("Days"), _("New papers")), told, 2)]
    else:
        named = ((language.month_name(month.month), group) for month, group in months)
        blocks = [section(name, _day_table(library, group, path)) for name, group in named]
    strip = charts.year_strip(year, fresh, said, path, place=lambda date: _place_of(date, library))
    return page(path, "year", f"# {year}", said, *blocks, facts={"description": said, "strip": strip})


def _month(library: Joined, month: dt.date, days: Days) -> Page:
    path, name, up = addresses.month(month), language.month(month), (str(month.year), addresses.year(month.year))
    return _list(path, name, _day_table(library, days, path), said=name, up=up)


def _day_table(library: Joined, days: Days, path: str) -> str:
    rows = (
        (language.day_of_month(date), library.linked(told, addresses.day(date), path), labels.number(new(told)))
        for date, told in days.items()
    )
    return table((_("Day"), _("Volumes, with their entries"), _("New papers")), rows, 1)


# Themes and categories


def _themes(library: Joined) -> Iterator[Draft]:
    """The index of themes, and a page of each, which leads to those in volumes."""
    path, lines = addresses.THEMES, list[str]()
    for slug, (theme, told) in library.themes.items():
        own, papers = addresses.theme(slug), labels.count(total(told), "paper")
        more = f". {markup.literal(theme.definition)}" if len(library.themes) <= MOST else ""
        lines.append(f"{link(markup.literal(theme.name), own, path)}: {papers}{more}")
        yield Draft(own, _hash(theme, told), partial(_theme, library, theme, told))
    yield Draft(path, _hash(lines), partial(_index, path, _("Themes"), _("The themes of all volumes."), lines))


def _index(path: str, title: str, said: str, lines: Sequence[str]) -> Page:
    return _list(path, title, said, section(_("All"), bullets(lines)) or _("None yet."), said=said)


def _theme(library: Joined, theme: OfTheme, told: Sequence[Told]) -> Page:
    path = addresses.theme(theme.slug)
    rows = ((library.link(each.volume, path, path), labels.number(each.number)) for each in told)
    blocks = (markup.literal(theme.definition), f"{labels.count(total(told), 'paper')}.",
              table((_("Volume"), _("Papers")), rows, 1))  # fmt: skip
    up = (_("All themes"), addresses.THEMES)
    return _list(path, markup.literal(theme.name), *blocks, said=theme.definition, up=up)


def _categories(library: Joined) -> Iterator[Draft]:
    """The index of categories, and a page of each by year."""
    path, lines = addresses.CATEGORIES, list[str]()
    for code, years in library.shares.items():
        papers = labels.count(sum(map(total, years.values())), "paper")
        name = f"{code}: {arxiv.name(code)}"
        lines.append(f"{link(markup.literal(name), addresses.category(code), path)}: {papers}")
        yield Draft(addresses.category(code), _hash(years), partial(_category, library, code, name, years))
    said = _("The categories of all volumes. A paper counts in the one where it has its page.")
    yield Draft(path, _hash(lines), partial(_index, path, _("Categories"), said, lines))


def _category(library: Joined, code: str, name: str, years: Mapping[int, Sequence[Told]]) -> Page:
    path, counted = addresses.category(code), labels.count(sum(map(total, years.values())), "paper")
    rows = (
        (year, library.linked(told, addresses.HOME, path, counted=False), labels.number(total(told)))
        for year, told in list(years.items())[::-1]
    )
    shown, up = table((_("Year"), _("Volumes"), _("Papers")), rows, 1), (_("All categories"), addresses.CATEGORIES)
    return _list(path, markup.literal(name), f"{counted}.", shown, said=name, up=up)


# Authors


def _names(library: Joined) -> Iterator[Draft]:
    """The index of names, and a page for each beginning of three letters, to which volumes lead; where it has too many
    names, these stand on pages by the next letter."""
    begun = library.names
    yield Draft(addresses.AUTHORS, _hash(list(begun.items())), partial(_all_names, library))
    for letters, names in begun.items():
        further: dict[str, list[tuple[Writer, list[Told]]]] = {"": names}
        if len(names) > MOST:
            further = {"": []}
            for each in names:
                initial = next((word[0] for word in people.order(each[0])[1:] if "a" <= word[0] <= "z"), "")
                further.setdefault(initial and f"{letters}-{initial}", []).append(each)
        beginnings = sorted(filter(None, further))
        own = addresses.names(letters)
        yield Draft(own, _hash(further[""], beginnings), partial(_listed, library, letters, further[""], beginnings))
        for longer in beginnings:
            own = addresses.names(longer)
            yield Draft(own, _hash(further[longer]), partial(_listed, library, longer, further[longer]))


def _all_names(library: Joined) -> Page:
    path, count = addresses.AUTHORS, sum(map(len, library.names.values()))
    said = _("{names} with pages in volumes.", names=labels.count(count, "author name"))
    by_letter = groupby(library.names, key=lambda letters: letters if letters == subjects.OTHER_LETTERS else letters[0])
    if count <= MOST:
        blocks = [_name_list(library, chain.from_iterable(library.names.values()), path)]
    else:
        blocks = [section(subjects.shown(letter), _beginnings(group, path)) for letter, group in by_letter]
    more = _("A name may belong to several people, and one person may publish under several names.")
    return _list(path, _("Authors"), f"{said} {more}", *blocks, said=said)


def _beginnings(letters: Iterable[str], path: str) -> str:
    return " · ".join(link(subjects.shown(each), addresses.names(each), path) for each in letters)


def _name_list(library: Joined, names: Iterable[tuple[Writer, Sequence[Told]]], path: str) -> str:
    return bullets(
        f"**{markup.literal(writer.name)}**: {library.linked(told, addresses.author(writer.slug), path)}"
        for writer, told in names
    )


def _listed(
    library: Joined, letters: str, names: Sequence[tuple[Writer, Sequence[Told]]], further: Sequence[str] = ()
) -> Page:  # fmt: skip
    path = addresses.names(letters)
    title = _("Authors: {letters}", letters=subjects.shown(letters))
    said = _("The volumes in which a name has a page, with the number of its papers there.")
    blocks, up = (_beginnings(further, path), _name_list(library, names, path)), (_("All authors"), addresses.AUTHORS)
    return _list(path, title, said, *blocks, said=title, up=up)


# Statistics


def _statistics(library: Joined) -> Page:
    path, years = addresses.STATISTICS, library.years
    codes = {code: sum(map(total, of.values())) for code, of in library.shares.items()}
    shown, blocks = dict[str, object](), list[str]()

    def chart(name: str, said: str, head: str, drawn: Sequence[Period], listed: Iterable[Period]) -> None:
        shown[name] = charts.bars(drawn)
        blocks.append(section(name, markup.literal(said), charts.table((head, _("Papers")), listed)))

    if years:
        by_year = [Period(str(year), str(year), years[year]) for year in range(min(years), max(years) + 1)]
        chart(_("Papers by year"), charts.reading(by_year), _("Year"), by_year, by_year[::-1])
        most = sorted((Period(code, code, papers) for code, papers in codes.items()), key=lambda each: -each.papers)
        said = _("Most papers: {name}, with {n}.", name=most[0].name, n=labels.number(most[0].papers))
        chart(_("Papers by category"), said, _("Category"), most[:CHARTED], most)
    told = f"{labels.count(years.total(), 'paper')}."
    facts = {"description": _("The papers of this library in numbers."), "charts": shown}
    return page(path, "statistics", f"# {_('Statistics')}", told, *blocks, facts=facts)


def _reading() -> Page:
    """Where the button of the header leads."""
    path = addresses.READING
    told = _("Stars and reading lists belong to the volumes: open one of {volumes}, then its own list.",
             volumes=link(_("the volumes"), addresses.HOME, path))  # fmt: skip
    return page(path, "page", f"# {_('Reading')}", told, facts={"description": told})


def _search() -> Page:
    return services.search(
        _("Volumes that may have what you look for are asked one after the other, the newest first, until a page is"
          " full. Each orders its own papers, and a paper is found in the volume where it has its page."),
    )  # fmt: skip


# Feeds


def _feeds(library: Joined) -> Iterator[SiteFile]:
    """One of the newest days, and a list of the volumes' own."""
    settings, newest = library.settings, library.all_days[:FED]
    title, path = line(settings.title), addresses.FEED_OF_ALL.removesuffix(ATOM.suffix)
    feed = Feed(names=("library", *settings.categories), title=title, owner=title, subtitle=line(settings.description),
                page=settings.url, path=path, site=settings.url)  # fmt: skip
    told = [_entry(library, *day) for day in newest]

    def made(each: Format) -> bytes:
        return each.feed(feed, map(each.entry, told), newest[0][0] if newest else None)

    for each in FORMATS:
        yield SiteFile(path + each.suffix, partial(made, each), _hash(told))
    sites = ((volume, library.site(volume)) for volume in library.held)
    feeds = [Feed(names=("volume", volume), title=volume, owner=volume, page=site, path=path, site=site)
             for volume, site in sites]  # fmt: skip
    told_of = partial(subscriptions, title, {"": [feed, *feeds]})
    yield SiteFile(addresses.SUBSCRIPTIONS, told_of, _hash(list(library.held)))


def _entry(library: Joined, date: dt.date, told: Sequence[Told]) -> FeedEntry:
    """A day of all volumes."""
    settings, day = library.settings, addresses.served(addresses.day(date))
    lines = []
    for each in told if len(told) <= NAMED else ():
        name, site = text(each.volume), addresses.outside(library.site(each.volume))
        name = f'<a href="{site}{day}">{name}</a>' if site else name
        lines.append(f"<li>{name}: {each.number}</li>")
    counted = f"{labels.count(new(told), 'new paper')}, {labels.count(len(told), 'volume')}"
    here = addresses.href(_place_of(date, library), addresses.HOME)
    return FeedEntry(
        id=identity("library", *settings.categories, date.isoformat()), title=language.long_date(date), published=date,
        updated=date, html=f"<p>{counted}</p><ul>{''.join(lines)}</ul>",
        page=settings.url + here if settings.url else "",
    )  # fmt: skip
