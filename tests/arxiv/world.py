"""The synthetic arXiv: all that is announced over some months, by seed, and the truth to compare archives with.

Each paper's whole life is drawn when it first appears: cross-listed later, replaced (some past version 5, which the
listings hide), withdrawn, published in a journal (which moves its datestamp and is announced nowhere).
"""

import datetime as dt
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from daybook.model.arxiv import canonical

from tests.arxiv import prose
from tests.arxiv.calendar import EASTERN, Calendar
from tests.arxiv.papers import LISTED_VERSIONS, ORDER, Announcement, Event, Paper, State, Type, Version

CATEGORIES = ("cs.DC", "cs.NI", "cs.IT", "eess.SY", "quant-ph")
"""The first is the busiest."""
_ALIAS = {"cs.IT": "math.IT", "eess.SY": "cs.SY", "math-ph": "math.MP", "cs.NA": "math.NA"}
_SAME = {"cs.IT": "math.IT", "eess.SY": "cs.SY", "math-ph": "math.MP", "math.NA": "cs.NA"}
"""Categories of two archives: the listings of both have their papers."""
_OLD = ("cs/0501001", "cs/0501002", "cs/0601003", "cs/0601004")
_QUIET = 0.05  # the share of days on which nothing is announced in a category
_REPEATED = 4  # announcements that lie at most between a paper's own and its repeat

Change = Literal["cross", "replace", "withdraw", "reference"]
_LIVES: tuple[tuple[Change, ...], ...] = (
    (), ("replace",), (), ("cross",), (), ("replace", "reference"), (), ("cross", "replace", "replace"),
    (), ("withdraw",), (), ("replace",) * 6, (), ("reference",), ("cross", "withdraw"), ("replace", "replace"),
)  # fmt: skip
"""Taken in turns, so that even a small world has them all."""


@dataclass(frozen=True)
class World:
    """Papers by id, with the calendar they were announced by."""

    first: dt.date
    last: dt.date
    categories: tuple[str, ...]
    calendar: Calendar
    papers: tuple[Paper, ...] = field(repr=False)  # by id
    by_date: dict[dt.date, tuple[tuple[Paper, Event], ...]] = field(repr=False)

    def listing(self, asked: str, day: dt.date) -> tuple[Announcement, ...]:
        """What /list/{asked}/new shows of this date, in its order; alias names and archives may be asked."""
        name = canonical(asked)
        return self._announced(day, lambda event: _listed(event, name))

    def feed(self, asked: Iterable[str], day: dt.date) -> tuple[Announcement, ...]:
        """What the feed of these categories or archives holds on this date, in its order."""
        names = tuple(map(canonical, asked))
        return self._announced(day, lambda event: _fed(event, names))

    def caught_up(self, asked: str, day: dt.date, today: dt.date) -> tuple[Announcement, ...]:
        """What /catchup shows of a past date by arXiv's code: papers as they are today, in today's categories.

        So a paper that was cross-listed later stands there as a cross-list of that day, and one that was cross-listed
        that day stands in all its other categories; a withdrawal is shown whatever its version.
        """
        name, found = canonical(asked), []
        for paper, event in self.by_date.get(day, ()):
            now = paper.at(today)
            if now and (kind := _caught_up(event, now.state, (name,))):
                found.append(Announcement(paper, kind, now.state))
        return tuple(sorted(found, key=lambda each: (ORDER.index(each.type), each.id)))

    def is_quiet(self, asked: str, day: dt.date) -> bool:
        """Whether there was an announcement, and nothing of this category in it."""
        return self.calendar.announces(day) and not self.listing(asked, day)

    def announced_ids(self, asked: Iterable[str], first: dt.date, last: dt.date) -> set[tuple[dt.date, str, str]]:
        """(date, category, id) of all that the listings of these categories announce from first to last."""
        days = tuple(self.calendar.dates(first, last))
        return {(day, code, found.id) for code in asked for day in days for found in self.listing(code, day)}

    def paper(self, ident: str) -> Paper | None:
        return self._by_id.get(ident)

    @cached_property
    def _by_id(self) -> dict[str, Paper]:
        return {paper.id: paper for paper in self.papers}

    def _announced(self, day: dt.date, kind: Callable[[Event], Type | None]) -> tuple[Announcement, ...]:
        found = [
            Announcement(paper, type_, event.state)
            for paper, event in self.by_date.get(day, ())
            if (type_ := kind(event)) is not None
        ]
        return tuple(sorted(found, key=lambda each: (ORDER.index(each.type), each.id)))


def make(
    seed: int,
    first: dt.date,
    last: dt.date,
    categories: Sequence[str] = CATEGORIES,
    busy: int = 4,
    calendar: Calendar | None = None,
    quiet: Collection[tuple[str, dt.date]] = (),
) -> World:
    """A world of announcements dated first to last. `busy`: new papers a day in the first category, about; `quiet`:
    (category, date) where nothing is announced, besides those that are drawn."""
    calendar = calendar or Calendar()
    maker = _Maker(random.Random(seed), tuple(categories), calendar, first, last)
    maker.quiet.update(quiet)
    for day in calendar.dates(first, last):
        maker.announce(day, busy)
    maker.revive()
    return _of_papers(first, last, tuple(categories), calendar, maker.papers)


def joined(world: World, papers: Iterable[Paper]) -> World:
    """The same with these papers, announced before its first day; of an id that both have, with these."""
    both = {paper.id: paper for paper in (*world.papers, *papers)}
    return _of_papers(world.first, world.last, world.categories, world.calendar, both.values())


def repeated(world: World, code: str, day: dt.date) -> World:
    """The same, but for a paper of this category, announced as new some days before, that is announced so again.

    It is the last that nothing has become of since, if possible one of this category alone.
    """
    since = world.calendar.back(day, _REPEATED)
    found = [
        paper
        for paper in world.papers
        if (event := paper.at(day))
        and event.kind == "new"
        and since <= event.date < day
        and event.state.primary == code
    ]
    again = max(found, key=lambda paper: (len(paper.events[0].state.shown_categories) == 1, paper.id))
    events = sorted((*again.events, replace(again.events[0], date=day)), key=lambda event: event.date)
    papers = (replace(paper, events=tuple(events)) if paper is again else paper for paper in world.papers)
    return _of_papers(world.first, world.last, world.categories, world.calendar, papers)


def lacking(world: World, days: Iterable[tuple[str, dt.date]]) -> World:
    """The world without one or two announcements on each of these days in each category, not the only ones."""
    gone = set[tuple[str, dt.date]]()
    for code, day in days:
        found = world.listing(code, day)
        turn = day.toordinal() % max(1, len(found))
        few = (found[turn:] + found[:turn])[: min(2, len(found) - 1)]
        gone |= {(each.id, day) for each in few}
    papers = []
    for paper in world.papers:
        events = tuple(event for event in paper.events if (paper.id, event.date) not in gone)
        papers += [paper if events == paper.events else replace(paper, events=events)] if events else []
    return _of_papers(world.first, world.last, world.categories, world.calendar, papers)


def _of_papers(
    first: dt.date, last: dt.date, categories: tuple[str, ...], calendar: Calendar, papers: Iterable[Paper]
) -> World:
    papers = tuple(sorted(papers, key=lambda paper: paper.id))
    by_date: dict[dt.date, list[tuple[Paper, Event]]] = defaultdict(list)
    for paper in papers:
        for event in paper.events:
            by_date[event.date].append((paper, event))
    dated = {day: tuple(events) for day, events in by_date.items()}
    return World(first, last, categories, calendar, papers, dated)


def _matches(code: str, names: Iterable[str]) -> bool:
    return any(code == name or code.startswith(f"{name}.") for name in names)


def _is_here(code: str, names: Iterable[str]) -> bool:
    """Whether listings and feeds of these categories and archives have papers of a category, which has two names."""
    return _matches(code, names) or _matches(_SAME.get(code, code), names)


def _listed(event: Event, name: str) -> Type | None:
    """How an event stands in a listing. Within an archive's own papers, its listing shows no cross-lists."""
    if event.kind == "replace" and event.state.version.number > LISTED_VERSIONS:
        return None
    if event.kind == "cross" and _matches(event.state.primary, (name,)):
        return None
    return _kind(event, (name,))


def _fed(event: Event, names: tuple[str, ...]) -> Type | None:
    """How an event stands in a feed: of late versions it hides only the replacements of its own papers."""
    kind = _kind(event, names)
    return None if kind == "replace" and event.state.version.number > LISTED_VERSIONS else kind


def _caught_up(event: Event, state: State, names: tuple[str, ...]) -> Type | None:
    own = _matches(state.primary, names)
    if event.kind == "reference" or not any(_is_here(code, names) for code in state.shown_categories):
        return None
    if event.kind == "replace":
        late = event.state.version.number > LISTED_VERSIONS and not event.state.version.withdrawn
        return None if late else "replace" if own else "replace-cross"
    if event.kind == "new" and own:
        return "new"
    return None if own else "cross"


def _kind(event: Event, names: tuple[str, ...]) -> Type | None:
    own = _matches(event.state.primary, names)
    here = any(_is_here(code, names) for code in event.state.shown_categories)
    if event.kind == "new" and here:
        return "new" if own else "cross"
    if event.kind == "cross" and any(_is_here(code, names) for code in event.added):
        return "cross"
    if event.kind == "replace" and here:
        return "replace" if own else "replace-cross"
    return None


class _Maker:
    """Draws the papers of a world, day by day."""

    def __init__(
        self, rng: random.Random, categories: tuple[str, ...], calendar: Calendar, first: dt.date, last: dt.date
    ) -> None:
        self.rng, self.categories, self.calendar, self.first, self.last = rng, categories, calendar, first, last
        self.papers: list[Paper] = []
        self._numbers: dict[str, int] = {}
        self.quiet = {
            (code, day) for day in calendar.dates(first, last) for code in categories if rng.random() < _QUIET
        }

    def announce(self, day: dt.date, busy: int) -> None:
        """The new papers of a day, numbered as they were submitted."""
        drawn = []
        for place, code in enumerate(self.categories):
            most = 2 * busy if place == 0 else busy
            if (code, day) not in self.quiet:
                drawn += [(self._moment(day), code) for _ in range(self.rng.randint(0 if place else 1, most))]
        for submitted, code in sorted(drawn):
            self._live(self._ident(submitted), code, day, submitted)

    def revive(self) -> None:
        """Some papers with identifiers of before 2007 that come back with a new version."""
        primary = next((code for code in self.categories if code.startswith("cs.")), None)
        days = tuple(self.calendar.dates(self.first, self.last))
        for place, ident in enumerate(_OLD if primary and days else ()):
            was = dt.date(2000 + int(ident[3:5]), 1, 12)
            state = self._state(primary or "", 900_000 + place, was, self._moment(was))
            born = Event(was, "new", state)
            again = self._free(days[(place * len(days)) // len(_OLD)], state, (born,))
            events = [born, self._changed(born, "replace", again)] if again <= self.last else [born]
            self.papers.append(Paper(ident, tuple(events)))

    def _live(self, ident: str, code: str, day: dt.date, submitted: dt.datetime) -> None:
        number = len(self.papers) + 1
        events = [Event(day, "new", self._state(code, number, day, submitted))]
        for change in _LIVES[number % len(_LIVES)]:
            wanted = self.calendar.after(events[-1].date, self.rng.randint(1, 6))
            when = self._free(wanted, events[-1].state, events)
            if when > self.last:
                break
            events.append(self._changed(events[-1], change, when))
        self.papers.append(Paper(ident, tuple(events)))

    def _free(self, day: dt.date, state: State, events: Iterable[Event]) -> dt.date:
        """The first announcement from this day on that is quiet in none of the paper's categories."""
        taken = {event.date for event in events}
        while day in taken or any((code, day) in self.quiet for code in state.shown_categories):
            day = self.calendar.after(day)
        return day

    def _state(self, code: str, number: int, day: dt.date, submitted: dt.datetime) -> State:
        others = [each for each in self.categories if each != code and (each, day) not in self.quiet]
        crosses = self.rng.sample(others, min(len(others), self.rng.choice((0, 0, 1, 1, 2))))
        name = prose.title(self.rng, number)
        return State(
            title=name,
            abstract=prose.abstract(self.rng, name.partition(":")[0]),
            authors=prose.authors(self.rng),
            categories=self._stored((code, *crosses)),
            versions=(Version(1, submitted, self.rng.randint(20, 3000)),),
            comments=prose.comments(self.rng),
            license=self.rng.choice(prose.LICENSES),
        )

    def _stored(self, codes: Sequence[str]) -> tuple[str, ...]:
        """Codes as arXiv stores them: with their alias beside or, but for the primary, in their place."""
        found: list[str] = []
        for place, code in enumerate(codes):
            alias = _ALIAS.get(code)
            way = self.rng.randint(0, 2) if alias else 0
            found += [code] if way == 0 else [code, alias or ""] if way == 1 or place == 0 else [alias or ""]
        return tuple(dict.fromkeys(found))

    def _changed(self, last: Event, change: Change, day: dt.date) -> Event:
        """The event that a change on this day is; a cross-list that finds no category left is a replacement."""
        state = last.state
        free = [code for code in self.categories if code not in state.shown_categories]
        free = [code for code in free if (code, day) not in self.quiet]
        if change == "cross" and free:
            added = self.rng.choice(free)
            return Event(day, "cross", replace(state, categories=(*state.categories, added)), (added,))
        if change == "reference":
            where, doi = prose.reference(self.rng, self.rng.randint(1, 999))
            return Event(day, "reference", replace(state, journal_ref=where, doi=doi))
        number = state.version.number + 1
        gone = change == "withdraw"
        version = Version(number, self._moment(day), 0 if gone else self.rng.randint(20, 3000))
        name = state.title.partition(":")[0]
        text = state.abstract if gone else prose.abstract(self.rng, name, number)
        said = prose.withdrawal(self.rng) if gone else state.comments
        changed = replace(state, versions=(*state.versions, version), abstract=text, comments=said)
        return Event(day, "replace", changed)

    def _moment(self, day: dt.date) -> dt.datetime:
        """A time, UTC, at which something was submitted that is announced on this day."""
        opened, closed = self.calendar.submissions(day)
        return opened + dt.timedelta(seconds=self.rng.randint(1, int((closed - opened).total_seconds()) - 1))

    def _ident(self, submitted: dt.datetime) -> str:
        month = submitted.astimezone(EASTERN).strftime("%y%m")
        self._numbers[month] = self._numbers.get(month, 100) + self.rng.randint(1, 9)
        return f"{month}.{self._numbers[month]:05d}"
