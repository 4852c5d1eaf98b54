"""Lists of papers that have something in common: the newest, by the month or the year in which each was first seen.

Older papers are found by the search, which the list and the years of its chart lead to, and stand on their days.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, groupby

from daybook.model import Outline, first_seen
from daybook.pages import charts, redirects
from daybook.text import dates, markup
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

SIZE, ALL = 50, 200
"""Papers on a page; of a theme, a category or a watch with no more than ALL, as in a young archive, all are there."""

Related = tuple[str, Sequence[tuple[str, str, int]]]
"""A heading, and what else is told of some of the papers under it: plain name, source path, number of papers."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a list of papers has in common: a theme, a category, a watch, an author."""

    name: str  # Markdown
    plain: str
    path: str  # of the page
    index: str  # source path of the page that lists all such subjects
    index_name: str
    search: str  # what makes the search show these papers: `theme=consensus`
    keys: Mapping[str, str] = field(default_factory=dict)  # of the front matter: what tells it from others
    lead: Sequence[str] = ()  # blocks of Markdown behind the name
    related: Sequence[Related] = ()
    feed: str = ""  # the path of its feed; empty: it has none
    text: bool = False  # whether the site has its newest papers as Markdown, too
    period: Callable[[dt.date], str] = dates.month  # the name of the group of a date
    numbered: bool = True  # whether its newest papers, too, once stood on numbered pages


def drafts(view: View, subject: Subject, papers: Sequence[Outline], *, near: bool = False) -> Iterator[Draft]:
    """The page of the newest papers, and what leads on from former numbered ones. `papers`: oldest first; `near`: none
    of them was touched."""
    seen, most = list(first_seen(papers)), ALL if subject.numbered and len(papers) <= ALL else SIZE
    told = (subject.plain, subject.lead, subject.related, subject.feed, view.elsewhere(subject.path))
    hashed = partial(view.depends, [paper.key for paper in papers[-most:]], told, seen)
    depends = hashed() if near else (view.reach.stamp if view.reach else hashed())
    yield Draft(subject.path, depends, partial(_render, view, subject, papers, most), str(seen[-1]) if papers else "")
    target = f"{addresses.SEARCH}?{subject.search}" if len(papers) > most else subject.path
    # Half as many pages again: rules of themes have changed since, and those of a theme with them.
    once = len(papers) * 3 // 2 if subject.numbered else len(papers) - SIZE
    for former in numbered(view, subject.path, once):
        yield redirects.draft(view, former, subject.plain, target)


def numbered(view: View, path: str, papers: int) -> Iterator[str]:
    """The pages by numbers that the list at `path` once had of so many papers, SIZE on each: from 1, or from the one
    after those that moved to the archive of older years."""
    first = next(number for number in count(1) if addresses.numbered(path, number) not in view.archive.moved)
    return (addresses.numbered(path, number) for number in range(first, first - (-papers // SIZE)))


def _render(view: View, subject: Subject, papers: Sequence[Outline], most: int) -> Page:
    over_time, path, more = charts.periods(first_seen(papers)), subject.path, len(papers) > most
    charted = len(over_time) > 1 and (more or subject.numbered)  # the groups of a short list of years say as much
    there = not subject.numbered or addresses.numbered(path, 1) in view.archive.moved  # papers of it, too
    elsewhere = view.elsewhere(path) if there else ""
    return page(
        path,
        "list",
        f"# {subject.name}",
        *subject.lead,
        _("{papers}; here are the newest {n}.", papers=_tally(papers), n=SIZE) if more else f"{_tally(papers)}.",
        markup.link(_("Older papers, in the archive of older years"), elsewhere, view.settings.hosts)
        if elsewhere
        else "",
        *_groups(view, subject, papers[-most:]),
        *(_related(heading, found, path) for heading, found in subject.related),
        **subject.keys,
        papers=len(papers),
        facts={
            "description": _("The newest papers: {name}.", name=subject.plain),
            "feed": subject.feed,
            "text": path if subject.text else "",
            "up": [subject.index_name, addresses.href(subject.index, path)],
            "search": _search(subject) if more else "",
            "related": [heading for heading, found in subject.related if found],
            "chart": _chart(subject, over_time, more) if charted else None,
        },
    )


def _tally(papers: Sequence[Outline]) -> str:
    """How many papers these are, and when they were first seen."""
    if not papers:
        return _("No papers yet")
    first, last = papers[0].first_seen, papers[-1].first_seen
    counted, span = labels.count(len(papers), "paper"), dates.span(first, last)
    if first == last:
        return _("{papers}, on {date}", papers=counted, date=span)
    return _("{papers}, from {span}", papers=counted, span=span)


def _groups(view: View, subject: Subject, papers: Sequence[Outline]) -> Iterator[str]:
    """These papers by when each was first seen, newest first. `papers`: oldest first."""
    for name, group in groupby(reversed(papers), key=lambda paper: subject.period(paper.first_seen)):
        rows = (view.row(paper.key, None).on(subject.path, dates.short_date(paper.first_seen)) for paper in group)
        yield section(name, *rows)


def _related(heading: str, found: Sequence[tuple[str, str, int]], path: str) -> str:
    lines = (f"{link(markup.literal(name), to, path)}: {labels.number(papers)}" for name, to, papers in found)
    return section(heading, bullets(lines))


def _search(subject: Subject, more: str = "") -> str:
    """The search of all papers of a subject."""
    return addresses.href(f"{addresses.SEARCH}?{subject.search}{more}", subject.path)


def _chart(subject: Subject, over_time: Sequence[charts.Period], more: bool) -> dict[str, object]:
    """The papers over time: in a sentence, and as bars. Where there are more than the page has, a year leads to the
    search of its papers."""
    unit = charts.unit_of(over_time)
    linked = [
        _search(subject, f"&year={each.name}") if more and each.papers and unit == "year" else "" for each in over_time
    ]
    return {"said": charts.reading(over_time), "unit": unit, **charts.bars(over_time), "links": linked}
