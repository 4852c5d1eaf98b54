"""Long lists of cards, split into pages that a new day leaves unchanged: page 1 has the oldest papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from generator.model import Outline
from generator.pages import addresses, charts
from generator.pages.context import Draft, Page, View, front
from generator.pages.templating import fill

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

    name: str  # HTML
    heading: str  # the same as Markdown
    plain: str
    definition: str  # HTML; may be empty
    address: Callable[[int | None], str]  # number of a page, or None for the newest papers -> source path
    index: str  # source path of the page that lists all such subjects
    index_name: str
    neighbours: tuple[Neighbour, ...] = ()  # those that share most papers first


def drafts(view: View, subject: Subject, papers: list[Outline]) -> Iterator[Draft]:
    """The page of the newest papers, then the numbered pages, oldest papers first. `papers`: oldest first."""
    first = _first_number(view, subject)
    total = -(-len(papers) // SIZE)
    numbers = range(first, first + total)
    over_time = charts.periods(paper.first_seen for paper in papers)
    elsewhere = view.elsewhere(subject.address(None))
    details = (subject.plain, subject.definition, len(papers), first, elsewhere, subject.neighbours, over_time)
    depends = view.depends([paper.key for paper in papers[-SIZE:]], details)
    newest = partial(_render_newest, view, subject, papers, numbers, over_time)
    yield Draft(subject.address(None), depends, newest, str(papers[-1].first_seen) if papers else "")
    for place, number in enumerate(numbers):
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
    view: View, subject: Subject, papers: list[Outline], numbers: range, over_time: tuple[charts.Period, ...]
) -> Page:
    path = subject.address(None)
    numbered = [(number, addresses.relative(subject.address(number), path)) for number in numbers]
    text = fill(
        "subject.md",
        front=front(subject.plain, f"The newest papers: {subject.plain}."),
        heading=subject.heading,
        definition=subject.definition,
        up=(subject.index_name, addresses.relative(subject.index, path)),
        papers=len(papers),
        chart=charts.render(over_time),
        neighbours=[(one.name, addresses.relative(one.path, path), one.papers) for one in subject.neighbours],
        numbered=numbered if len(numbers) > 1 else [],
        elsewhere=view.elsewhere(path) if numbers.start > 1 else "",
        cards=[view.card(paper.key).on(path, whole=True) for paper in papers[: -SIZE - 1 : -1]],
    )
    return Page(path, text)


def _render_numbered(view: View, subject: Subject, papers: list[Outline], number: int, last: bool) -> Page:
    path = subject.address(number)
    text = fill(
        "numbered.md",
        front=front(f"{subject.plain}, page {number}"),
        heading=subject.heading,
        title=subject.name,
        number=number,
        newest=addresses.relative(subject.address(None), path),
        older=addresses.relative(subject.address(number - 1), path) if number > 1 else "",
        newer="" if last else addresses.relative(subject.address(number + 1), path),
        cards=[view.card(paper.key).on(path) for paper in papers],
    )
    return Page(path, text)
