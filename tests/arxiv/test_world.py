"""The synthetic world: the same by seed, with whole lives, on arXiv's days."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from generator import schedule
from generator.model import arxiv_id
from tests.arxiv.calendar import EASTERN, Calendar, eastern
from tests.arxiv.conftest import FIRST, LAST
from tests.arxiv.world import CATEGORIES, World, make
from tests.cases import for_each

CALENDAR = Calendar()


def test_a_seed_makes_one_world(world: World) -> None:
    assert make(7, FIRST, LAST) == world
    assert make(8, FIRST, LAST) != world


def test_it_holds_every_kind_of_life(world: World) -> None:
    events = [event for paper in world.papers for event in paper.events]
    kinds = Counter(event.kind for event in events)
    assert min(kinds[kind] for kind in ("new", "cross", "replace", "reference")) > 20
    versions = [event.state.version for event in events]
    assert sum(version.number > 5 for version in versions) > 5
    assert sum(version.withdrawn for version in versions) > 20
    stored = {code for event in events for code in event.state.categories}
    assert {"math.IT", "cs.IT", "cs.SY", "eess.SY"} <= stored
    assert any(len(event.state.authors) > 100 for event in events)
    assert any(paper.id.startswith("cs/0") and len(paper.events) == 2 for paper in world.papers)
    assert all(arxiv_id.is_valid(paper.id) for paper in world.papers)
    assert len({paper.id for paper in world.papers}) == len(world.papers)


def test_events_stand_on_announcements_in_order(world: World) -> None:
    for paper in world.papers:
        dates = [event.date for event in paper.events]
        assert dates == sorted(set(dates))
        assert all(world.calendar.announces(date) for date in dates if date >= FIRST)


def test_submissions_are_announced_when_the_schedule_says(world: World) -> None:
    """The project's own calendar dates every version as the world does."""
    for paper in world.papers:
        for event in paper.events:
            if event.kind in ("new", "replace") and event.date >= FIRST:
                assert schedule.announced(event.state.version.submitted, world.calendar.holidays) == event.date


def test_late_versions_vanish_from_listings_alone(world: World) -> None:
    late = [
        (paper, event)
        for paper in world.papers
        for event in paper.events
        if event.kind == "replace" and event.state.version.number > 5
    ]
    for paper, event in late:
        own = event.state.primary
        assert paper.id not in {each.id for each in world.listing(own, event.date)}
        assert paper.id not in {each.id for each in world.feed([own], event.date)}
    crosses = [(p, e, code) for p, e in late for code in e.state.shown_categories[1:]]
    assert crosses
    for paper, event, code in crosses:
        assert paper.id not in {each.id for each in world.listing(code, event.date)}
        assert paper.id in {each.id for each in world.feed([code], event.date)}


def test_an_alias_names_the_same_listing(world: World) -> None:
    day = dt.date(2026, 3, 4)
    assert world.listing("math.IT", day) == world.listing("cs.IT", day)
    assert world.feed(["cs.SY"], day) == world.feed(["eess.SY"], day)


def test_some_categories_are_quiet_on_some_days(world: World) -> None:
    days = list(CALENDAR.dates(FIRST, LAST))
    assert all(2 <= sum(world.is_quiet(code, day) for day in days) < len(days) / 3 for code in CATEGORIES)


def test_announcements_are_expected_when_the_schedule_says() -> None:
    day = dt.date(2026, 1, 1)
    while day.year == 2026:
        assert CALENDAR.announces(day) == schedule.is_expected(day), day
        day += dt.timedelta(days=1)


@for_each(
    ("moment", "listed", "harvested"),
    [
        ("2026-03-02 19:59:59", "2026-03-02", "2026-03-02"),
        ("2026-03-02 20:00:00", "2026-03-03", "2026-03-02"),
        ("2026-03-02 22:30:00", "2026-03-03", "2026-03-03"),
        ("2026-03-06 23:00:00", "2026-03-06", "2026-03-06"),  # Friday: nothing until Sunday
        ("2026-03-08 19:59:00", "2026-03-06", "2026-03-06"),  # the Sunday on which summer time begins
        ("2026-03-08 20:00:00", "2026-03-09", "2026-03-06"),
        ("2026-11-01 20:00:00", "2026-11-02", "2026-10-30"),  # the Sunday on which it ends
        ("2026-06-21 21:00:00", "2026-06-19", "2026-06-19"),  # after a Friday that was a holiday
        ("2026-06-22 20:00:00", "2026-06-23", "2026-06-19"),
        ("2026-11-26 23:00:00", "2026-11-26", "2026-11-26"),  # a Thursday that is a holiday
    ],
)
def test_what_is_out_at_a_moment(moment: str, listed: str, harvested: str) -> None:
    when = dt.datetime.fromisoformat(moment)
    now = eastern(when.date(), when.time())
    assert CALENDAR.listed(now).isoformat() == listed
    assert CALENDAR.harvested(now).isoformat() == harvested


def test_the_evening_is_an_eastern_one_all_year() -> None:
    assert eastern(dt.date(2026, 3, 6), dt.time(20)).hour == 1
    assert eastern(dt.date(2026, 3, 9), dt.time(20)).hour == 0
    assert eastern(dt.date(2026, 11, 2), dt.time(20)).astimezone(EASTERN).hour == 20


def test_catchup_by_arxivs_code_shows_papers_as_they_are_today(world: World) -> None:
    """Whoever was cross-listed later stands there as a cross-list of the past day, in its newest version."""
    paper = next(
        p for p in world.papers if [e.kind for e in p.events[:2]] == ["new", "cross"] and p.events[0].date >= FIRST
    )
    born, crossed = paper.events[:2]
    (code,) = crossed.added
    before = world.caught_up(code, born.date, world.calendar.before(crossed.date))
    assert paper.id not in {each.id for each in before}
    after = world.caught_up(code, born.date, LAST)
    assert ("cross", paper.id) in {(each.type, each.id) for each in after}
    everything = {each.id for each in world.listing(code, born.date)}
    assert everything < {each.id for each in after}
