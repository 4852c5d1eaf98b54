"""The synthetic world: the same by seed, with whole lives, on arXiv's days."""

import datetime as dt
from collections import Counter

from daybook.model import arxiv, ids

from tests.arxiv.calendar import Calendar, eastern
from tests.arxiv.conftest import FIRST, LAST
from tests.arxiv.world import World, make
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
    assert all(ids.is_valid(paper.id) for paper in world.papers)
    assert len({paper.id for paper in world.papers}) == len(world.papers)


def test_submissions_are_announced_when_the_schedule_says(world: World) -> None:
    """The project's own calendar dates every version as the world does."""
    for paper in world.papers:
        for event in paper.events:
            if event.kind in ("new", "replace") and event.date >= FIRST:
                assert arxiv.announced(event.state.version.submitted, world.calendar.holidays) == event.date


def test_announcements_are_expected_when_the_schedule_says() -> None:
    day = dt.date(2026, 1, 1)
    while day.year == 2026:
        assert CALENDAR.announces(day) == arxiv.is_expected(day), day
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
