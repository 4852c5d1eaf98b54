"""Long lists of cards, split into pages that a new day leaves unchanged: page 1 has the oldest papers.

On each page the newest paper comes first, under the name of the month in which it was first seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby

from generator import dates
from generator.model import Outline
from generator.pages import addresses, charts
from generator.pages.cards import FEW
from generator.pages.context import Draft, Page, View, front
from generator.pages.templating import attribute, fill

SIZE = 50  # cards on a page


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another subject of some of the papers."""

    name: str  # HTML
    path: str  # source path of its newest papers
    papers: int  # that have both


@dataclass(frozen=True, slots=True)
class Subject:
    """What a list of papers has in common: a theme, a category."""

    heading: str  # its name as Markdown
    plain: str  # and as plain text
    definition: str  # HTML; may be empty
    address: Callable[[int | None], str]  # number of a page, or None for the newest papers -> source path
    index: str  # source path of the page that lists all such subjects
    index_name: str
    neighbours: tuple[Neighbour, ...] = ()  # those that share most papers first
    feed: str = ""  # the path of its feed; empty: it has none
    text: bool = False  # whether its newest papers are there as plain Markdown, too
    label: str = ""  # the address of the label that each of its cards would have; empty: they are left as they are
    search: str = ""  # what makes the search show these papers: `theme=consensus`; empty: nothing does


@dataclass(frozen=True, slots=True)
class Month:
    """The papers of a page that were first seen in one month."""

    name: str
    cards: list[str]  # HTML


def drafts(view: View, subject: Subject, papers: list[Outline]) -> Iterator[Draft]:
    """The page of the newest papers, then the numbered pages, oldest papers first. `papers`: oldest first."""
    first = _first_number(view, subject)
    total = -(-len(papers) // SIZE)
    over_time = charts.periods(paper.first_seen for paper in papers)
    elsewhere = view.elsewhere(subject.address(None))
    start = str(papers[0].first_seen) if papers else ""
    beyond = papers[-SIZE - 1].key if len(papers) > SIZE else ""  # the newest paper that the first page lacks
    held = (len(papers), start, beyond, first, elsewhere)
    depends = view.depends(
        [paper.key for paper in papers[-SIZE:]], subject.plain, subject.definition, held, subject.neighbours, over_time
    )
    newest = partial(_render_newest, view, subject, papers, first, over_time)
    yield Draft(subject.address(None), depends, newest, str(papers[-1].first_seen) if papers else "")
    for place, number in enumerate(range(first, first + total)):
        shown = papers[place * SIZE : (place + 1) * SIZE]
        last = place + 1 == total
        depends = view.depends([paper.key for paper in shown], subject.plain, last)
        make = partial(_render_numbered, view, subject, shown, number, last)
        yield Draft(subject.address(number), depends, make, str(shown[-1].first_seen))


def _first_number(view: View, subject: Subject) -> int:
    """The number of the first page: 1, or the one after those that moved to the archive of older years."""
    number = 1
    while subject.address(number) in view.archive.moved:
        number += 1
    return number


def _render_newest(
    view: View, subject: Subject, papers: list[Outline], first: int, over_time: tuple[charts.Period, ...]
) -> Page:
    path, parted = subject.address(None), len(papers) > SIZE
    text = fill(
        "subject.md",
        front=front(
            subject.plain,
            f"The newest papers: {subject.plain}.",
            feed=subject.feed,
            text=addresses.beside(path) if subject.text else "",
        ),
        feed=_link(subject.feed, path) if subject.feed else "",
        heading=subject.heading,
        definition=subject.definition,
        up=(subject.index_name, _link(subject.index, path)),
        papers=len(papers),
        shown=min(len(papers), SIZE),
        narrowed=len(papers) >= FEW,
        span=dates.span(papers[0].first_seen, papers[-1].first_seen) if papers else "",
        chart=charts.render(over_time),
        neighbours=[(one.name, _link(one.path, path), one.papers) for one in subject.neighbours],
        parts=_parts(subject, first, over_time) if parted else [],
        search=_search(subject, path) if parted else "",
        older=_older(subject, papers, first) if parted else None,
        elsewhere=view.elsewhere(path) if first > 1 else "",
        months=_months(view, subject, papers[-SIZE:], path, whole=True),
    )
    return Page(path, text)


def _link(target: str, page: str) -> str:
    """The link from the page at `page` to that at `target`, as the value of an attribute."""
    return attribute(addresses.relative(target, page))


def _search(subject: Subject, page: str) -> str:
    """The link to the search of all papers of a subject, as the value of an attribute; empty if there is none."""
    return f'"{addresses.relative(addresses.SEARCH, page)}?{subject.search}"' if subject.search else ""


def _older(subject: Subject, papers: Sequence[Outline], first: int) -> tuple[int, str]:
    """The number of the page with the newest paper that the first page lacks, and the link to that paper."""
    place = len(papers) - SIZE - 1
    number = first + place // SIZE
    page = addresses.relative(subject.address(number), subject.address(None))
    return number, attribute(f"{page}#{papers[place].key}")


def _parts(subject: Subject, first: int, over_time: Sequence[charts.Period]) -> list[tuple[str, str, int]]:
    """(name, link, papers) of each month or year with papers, newest first: to the page with the newest of them."""
    behind = accumulate(period.papers for period in over_time)
    path = subject.address(None)
    return [
        (period.name, _link(subject.address(first + (place - 1) // SIZE), path), period.papers)
        for period, place in zip(over_time, behind, strict=True)
        if period.papers
    ][::-1]


def _months(view: View, subject: Subject, papers: Sequence[Outline], page: str, *, whole: bool = False) -> list[Month]:
    """These papers by the month each was first seen, newest first. `papers`: oldest first."""
    months = groupby(reversed(papers), key=lambda paper: dates.month(paper.first_seen))
    return [
        Month(name, [view.card(paper.key, None).on(page, whole=whole, of=subject.label) for paper in of])
        for name, of in months
    ]


def _render_numbered(view: View, subject: Subject, papers: list[Outline], number: int, last: bool) -> Page:
    path = subject.address(number)
    text = fill(
        "numbered.md",
        front=front(f"{subject.plain}, page {number}"),
        heading=subject.heading,
        number=number,
        papers=len(papers),
        few=FEW,
        span=dates.span(papers[0].first_seen, papers[-1].first_seen),
        newest=_link(subject.address(None), path),
        older=_link(subject.address(number - 1), path) if number > 1 else "",
        newer="" if last else _link(subject.address(number + 1), path),
        search=_search(subject, path),
        months=_months(view, subject, papers, path),
    )
    return Page(path, text)
