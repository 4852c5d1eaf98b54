"""The calendar is advice: on each night around a holiday, `fetch` and coverage say what arXiv showed."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from daybook.archive import Context, load

from tests.arxiv.calendar import DAY, HOLIDAYS, Calendar, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.fetch.trial import CATEGORIES, archive, run

EVENING, MIDNIGHT, MORNING = dt.time(20, 17), dt.time(0, 41), dt.time(4, 23)
FIRST = dt.date(2026, 6, 16)  # a Tuesday; Friday 19 June is a holiday: nothing is dated Monday 22
HOLIDAY, DATED, AFTER = dt.date(2026, 6, 19), dt.date(2026, 6, 22), dt.date(2026, 6, 23)
WORKED = Calendar(HOLIDAYS - {HOLIDAY})
"""arXiv announces on Sunday evening after all."""


@dataclass
class Night:
    """What came of the runs of a night."""

    failed: bool
    asked: list[tuple[str, str]]  # (service, category)
    states: dict[str, tuple[str, str]]  # category -> state and note of the day looked at


def states(folder: Path, date: dt.date) -> dict[str, tuple[str, str]]:
    coverage = load.fold(Context(folder, quiet=True), published=True).coverage
    return {day.category: (day.state, day.note) for day in coverage if day.date == date}


def nights(
    folder: Path,
    world: World,
    last: dt.date,
    date: dt.date,
    times: Sequence[dt.time] = (EVENING, MIDNIGHT, MORNING),
    faults: Sequence[Fault] = (),
) -> dict[tuple[dt.date, dt.time], Night]:
    """Every run from FIRST until `last`, all days of the week, by the day and time it began."""
    clock = SimulatedClock(eastern(FIRST, MIDNIGHT))
    found = {}
    with serving(Site(world, tuple(faults)), clock) as arxiv:
        for number in range((last - FIRST).days + 1):
            for time in sorted(times):
                clock.set(eastern(FIRST + number * DAY, time))
                before = len(arxiv.asked)
                context = run(folder, arxiv)
                asked = [(each.service, _category(each.target)) for each in arxiv.asked[before:]]
                now = states(folder, date) if FIRST + number * DAY >= date else {}
                found[FIRST + number * DAY, time] = Night(context.failed, asked, now)
        assert not arxiv.pace.breaches
    return found


def _category(target: str) -> str:
    return next((code for code in CATEGORIES if f"/{code}" in target), "")


def red(found: dict[tuple[dt.date, dt.time], Night]) -> list[tuple[dt.date, dt.time]]:
    return [when for when, night in found.items() if night.failed]


def pages(found: dict[tuple[dt.date, dt.time], Night], first: dt.date, last: dt.date) -> Counter[tuple[str, str]]:
    """Feeds and pages asked for from the evening before the one day until the other ends."""
    began, ended = (first - DAY, EVENING), (last, dt.time(23, 59))
    kept = [night.asked for when, night in found.items() if began <= when <= ended]
    return Counter(each for asked in kept for each in asked if each[0] in ("rss", "list", "catchup"))


def test_a_holiday_costs_one_page_a_category(tmp_path: Path) -> None:
    """Asked once after midnight, whatever the number of runs; then the day is quiet, with the reason. Besides, a day
    of that week is looked at again."""
    found = nights(archive(tmp_path / "a"), make(7, FIRST - DAY, AFTER, CATEGORIES), DATED, DATED)
    assert red(found) == []
    before = {when: night for when, night in found.items() if when != (DATED, EVENING)}
    assert pages(before, DATED, DATED) == {(name, code): 1 for code in CATEGORIES for name in ("list", "catchup")}
    assert found[DATED, EVENING].states == dict.fromkeys(
        CATEGORIES, ("quiet", "holiday, and arXiv shows no announcement")
    )


@pytest.mark.parametrize("times", [(EVENING, MIDNIGHT), (EVENING,), (MORNING,)])
def test_an_announcement_on_a_holiday_is_held(tmp_path: Path, times: Sequence[dt.time]) -> None:
    """Stored as any other and judged as any other, even where only evenings are fetched; no night is red."""
    world = make(7, FIRST - DAY, AFTER + DAY, CATEGORIES, calendar=WORKED)
    assert all(world.listing(code, DATED) for code in CATEGORIES)
    found = nights(archive(tmp_path / "a"), world, AFTER, DATED, times)
    assert red(found) == []
    held = dict.fromkeys(CATEGORIES, ("complete", ""))
    assert found[AFTER, times[0]].states == held
    if MORNING in times:
        assert found[DATED, MORNING].states == held


def test_a_holiday_of_which_one_page_is_old(tmp_path: Path) -> None:
    """The other category's page shows that something was announced: then the day is due in both, and heals."""
    world = make(7, FIRST - DAY, AFTER + DAY, CATEGORIES, calendar=WORKED)
    old = Fault(DATED, "list", CATEGORIES[0], Kind.STALE, 2)
    found = nights(archive(tmp_path / "a"), world, AFTER, DATED, (MIDNIGHT, MORNING), [old])
    assert red(found) == [(DATED, MIDNIGHT)]
    assert found[DATED, MIDNIGHT].states[CATEGORIES[0]][0] in ("partial", "stale")
    assert found[AFTER, MIDNIGHT].states == dict.fromkeys(CATEGORIES, ("complete", ""))


def test_an_announcement_of_which_a_part_is_missing(tmp_path: Path) -> None:
    """On a holiday as on any day: told, and fetched again the day after."""
    world = make(7, FIRST - DAY, AFTER + DAY, CATEGORIES, calendar=WORKED)
    short = [Fault(DATED, name, CATEGORIES[0], Kind.MISSING, 20) for name in ("list", "rss")]
    found = nights(archive(tmp_path / "a"), world, AFTER, DATED, (MIDNIGHT,), short)
    assert red(found) == [(DATED, MIDNIGHT)]
    assert {state for state, _ in found[AFTER, MIDNIGHT].states.values()} == {"complete"}


OFF = dt.date(2026, 6, 17)  # a Wednesday that no table names
OFF_DATED = dt.date(2026, 6, 18)


@pytest.mark.parametrize("times", [(EVENING, MIDNIGHT, MORNING), (EVENING,), (MIDNIGHT,)])
def test_a_day_off_that_no_table_names(tmp_path: Path, times: Sequence[dt.time]) -> None:
    """No red night; the next night asks once more for each category, and arXiv's own word settles it."""
    world = make(7, FIRST - DAY, AFTER, CATEGORIES, calendar=Calendar(HOLIDAYS | {OFF}))
    found = nights(archive(tmp_path / "a"), world, DATED, OFF_DATED, times)
    assert red(found) == []
    assert found[DATED, times[-1]].states == dict.fromkeys(CATEGORIES, ("quiet", "arXiv lists nothing"))
    caught = Counter(each for when, night in found.items() if when[0] < DATED for each in night.asked)
    again = MIDNIGHT in times  # Tuesday is looked at a second time
    assert [caught["catchup", code] for code in CATEGORIES] == [1 + again] * len(CATEGORIES)
    if MIDNIGHT in times:
        told = "arXiv's feed is empty, and its listing shows no announcement of this date"
        assert found[OFF_DATED, MIDNIGHT].states == dict.fromkeys(CATEGORIES, ("quiet", told))


def test_a_holiday_mistyped_in_the_settings(tmp_path: Path) -> None:
    """One page after midnight finds the announcement: it is held, and no night is red."""
    folder = archive(tmp_path / "a")
    with (folder / "archive.yml").open("a") as file:
        file.write(f"holidays: [{OFF}]\n")
    found = nights(folder, make(7, FIRST - DAY, AFTER, CATEGORIES), OFF_DATED + DAY, OFF_DATED)
    assert red(found) == []
    assert found[OFF_DATED, MORNING].states == dict.fromkeys(CATEGORIES, ("complete", ""))
    night = {when: each for when, each in found.items() if (OFF_DATED - DAY, EVENING) <= when <= (OFF_DATED, MORNING)}
    assert pages(night, OFF_DATED, OFF_DATED) == {(name, code): 1 for code in CATEGORIES for name in ("list", "rss")}


def test_what_is_late_is_no_day_off(tmp_path: Path) -> None:
    """An old page beside a feed with entries is told at once, by `fetch` and by coverage."""
    old = [Fault(OFF_DATED, "list", code, Kind.STALE, 2) for code in CATEGORIES]
    found = nights(
        archive(tmp_path / "a"), make(7, FIRST - DAY, AFTER, CATEGORIES), OFF_DATED, OFF_DATED, (MIDNIGHT,), old
    )
    assert red(found) == [(OFF_DATED, MIDNIGHT)]
    assert {state for state, _ in found[OFF_DATED, MIDNIGHT].states.values()} <= {"partial", "stale"}


def test_a_new_archive_begins_on_a_holiday(tmp_path: Path) -> None:
    """The same page serves both: no second one for the holiday."""
    clock = SimulatedClock(eastern(DATED, MIDNIGHT))
    with serving(Site(make(7, FIRST - DAY, AFTER, CATEGORIES)), clock) as arxiv:
        folder = archive(tmp_path / "a")
        assert not run(folder, arxiv).failed
        asked = [_category(each.target) for each in arxiv.asked if each.service == "list"]
        assert asked == list(CATEGORIES)
