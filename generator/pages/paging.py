"""Long lists of papers, split into pages that a new day leaves unchanged: page 1 has the oldest papers.

The first page has the newest papers; each paper that it lacks is on a numbered page. On each page the newest paper
comes first, under the name of the month or the year in which it was first seen.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, groupby

from generator import dates
from generator.model import Outline
from generator.pages import addresses, charts, labels, redirects
from generator.pages.context import Draft, View
from generator.pages.writing import Page, bullets, link, page, section
from generator.text import markup
from generator.words import _

SIZE = 50
"""Papers on a page."""

Address = Callable[[int | None], str]
"""Number of a page, or None for the newest papers -> source path."""
Related = tuple[str, Sequence[tuple[str, str, int]]]
"""A heading, and what else is told of some of the papers under it: plain name, source path, number of papers."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a list of papers has in common: a theme, a category, a watch, an author."""

    name: str  # Markdown
    plain: str
    address: Address
    index: str  # source path of the page that lists all such subjects
    index_name: str
    keys: Mapping[str, str] = field(default_factory=dict)  # of the front matter: what tells it from others
    lead: Sequence[str] = ()  # blocks of Markdown behind the name
    related: Sequence[Related] = ()
    feed: str = ""  # the path of its feed; empty: it has none
    text: bool = False  # whether the site has its newest papers as Markdown, too
    search: str = ""  # what makes the search show these papers: `theme=consensus`; empty: nothing does
    period: Callable[[dt.date], str] = dates.month  # the name of the group of a date
    once: bool = True  # whether the newest papers, too, once stood on numbered pages


def drafts(view: View, subject: Subject, papers: Sequence[Outline]) -> Iterator[Draft]:
    """The page of the newest papers, then the numbered pages, oldest papers first. `papers`: oldest first."""
    newest, numbered = subject.address(None), once(view, subject.address, len(papers))
    numbers = numbered[:-1]  # the first page has all papers of the last one
    seen = [paper.first_seen for paper in papers]
    told = (subject.plain, subject.lead, subject.related, subject.feed, view.elsewhere(newest))
    depends = view.depends([paper.key for paper in papers[-SIZE:]], told, seen, numbers.start)
    make = partial(_render_newest, view, subject, papers, numbers)
    yield Draft(newest, depends, make, str(seen[-1]) if papers else "")
    for place, number in enumerate(numbers):
        shown = papers[place * SIZE : (place + 1) * SIZE]
        depends = view.depends([paper.key for paper in shown], subject.plain, number == numbers[-1])
        make = partial(_render_numbered, view, subject, shown, numbers, number)
        yield Draft(subject.address(number), depends, make, str(shown[-1].first_seen))
    for number in numbered[-1:] if subject.once else ():
        yield redirects.draft(view, subject.address(number), subject.plain, newest)


def once(view: View, address: Address, papers: int) -> range:
    """The numbers of the pages that had so many papers when the newest stood there, too: from 1, or from the one after
    those that moved to the archive of older years."""
    first = 1
    while address(first) in view.archive.moved:
        first += 1
    return range(first, first - (-papers // SIZE))


def _render_newest(view: View, subject: Subject, papers: Sequence[Outline], numbers: range) -> Page:
    over_time = charts.periods(paper.first_seen for paper in papers)
    charted = len(over_time) > 1 and bool(numbers or subject.once)  # the groups of a short list of years say as much
    path = subject.address(None)
    elsewhere = view.elsewhere(path) if numbers.start > 1 or not subject.once else ""  # it may be without papers there
    return page(
        path,
        "list",
        f"# {subject.name}",
        *subject.lead,
        _("{papers}; here are the newest {n}.", papers=_tally(papers), n=SIZE) if numbers else f"{_tally(papers)}.",
        markup.link(_("Older papers, in the archive of older years"), elsewhere, view.settings.hosts)
        if elsewhere
        else "",
        _turns(subject, path, numbers, numbers.stop) if numbers else "",
        *_groups(view, subject, papers[-SIZE:], path),
        *(_related(heading, found, path) for heading, found in subject.related),
        **subject.keys,
        papers=len(papers),
        facts={
            "description": _("The newest papers: {name}.", name=subject.plain),
            "feed": subject.feed,
            "text": path if subject.text else "",
            "up": [subject.index_name, addresses.href(subject.index, path)],
            "search": _search(subject, path) if numbers else "",
            "turns": bool(numbers),
            "related": [heading for heading, found in subject.related if found],
            "chart": _chart(subject, numbers, over_time) if charted else None,
        },
    )


def _render_numbered(view: View, subject: Subject, papers: Sequence[Outline], numbers: range, number: int) -> Page:
    path = subject.address(number)
    return page(
        path,
        "list",
        f"# {_('{name}, page {number}', name=subject.name, number=number)}",
        _("{papers}, newest first.", papers=_tally(papers)),
        _turns(subject, path, numbers, number),
        *_groups(view, subject, papers, path),
        **subject.keys,
        page=number,
        papers=len(papers),
        facts={"search": _search(subject, path), "turns": True},
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


def _turns(subject: Subject, path: str, numbers: range, number: int) -> str:
    """The links to the pages beside one; that of the newest papers stands behind the last number."""
    turns: list[tuple[str, int | None]] = (
        [(_("Older: page {number}", number=number - 1), number - 1)] if number > 1 else []
    )
    turns += [(_("Newest papers"), None)] if number in numbers else []
    turns += [(_("Newer: page {number}", number=number + 1), number + 1)] if number + 1 in numbers else []
    return " · ".join(link(words, subject.address(to), path) for words, to in turns)


def _groups(view: View, subject: Subject, papers: Sequence[Outline], path: str) -> Iterator[str]:
    """These papers by when each was first seen, newest first. `papers`: oldest first."""
    for name, group in groupby(reversed(papers), key=lambda paper: subject.period(paper.first_seen)):
        yield section(name, *(view.row(paper.key, None).on(path, dates.date(paper.first_seen)) for paper in group))


def _related(heading: str, found: Sequence[tuple[str, str, int]], path: str) -> str:
    lines = (f"{link(markup.literal(name), to, path)}: {labels.number(papers)}" for name, to, papers in found)
    return section(heading, bullets(lines))


def _search(subject: Subject, path: str, more: str = "") -> str:
    """The search of all papers of a subject; empty if there is none."""
    return addresses.href(f"{addresses.SEARCH}?{subject.search}{more}", path) if subject.search else ""


def _chart(subject: Subject, numbers: range, over_time: Sequence[charts.Period]) -> dict[str, object]:
    """The papers over time: in a sentence, and as bars with a link of each. Where there are numbered pages, a year
    leads to the search of its papers, a month to the page with the newest of them."""
    path = subject.address(None)
    behind = accumulate(period.papers for period in over_time)

    def place(period: charts.Period, last: int) -> str:
        number = numbers.start + (last - 1) // SIZE
        page = addresses.href(subject.address(number if number in numbers else None), path)
        return (_search(subject, path, f"&year={period.name}") if period.name.isdigit() else "") or page

    return {
        "said": charts.reading(over_time),
        "unit": charts.unit_of(over_time),
        **charts.bars(over_time),
        "links": [
            place(period, last) if numbers and period.papers else ""
            for period, last in zip(over_time, behind, strict=True)
        ],
    }
