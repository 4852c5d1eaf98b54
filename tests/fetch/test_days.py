"""Months of nights against the local arXiv in which everything goes wrong: in the end nothing of it is left.

From before the clocks go back until after they go forward, with weekends, holidays, quiet days, and Sunday evenings
on which Monday's announcement is out.

By default one seed runs, and fewer days of those with kills, as it takes a minute. For all of it, with counters:

    DAYBOOK_SEEDS="1 2 3" pytest -s tests/fetch/test_days.py
"""

from __future__ import annotations

import datetime as dt
import itertools
import os
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from daybook.log.statements import FetchLog

from tests.arxiv.calendar import DAY, EASTERN, eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.faults import PLANNED, Fault, plan
from tests.arxiv.server import LocalArxiv
from tests.arxiv.world import World, make
from tests.fetch.trial import CATEGORIES, TIMES, Shown, announced, archive, fill, run, run_to_be_killed, shown

SEEDS = os.environ.get("DAYBOOK_SEEDS", "1").split()
FIRST, LAST = dt.date(2026, 10, 30), dt.date(2027, 3, 20)  # a Friday; a Saturday, which is judged no more
KILLED_UNTIL = LAST if "DAYBOOK_SEEDS" in os.environ else dt.date(2026, 12, 12)
SUNDAYS = (dt.time(20, 40),)
"""When the archive is fetched on Sundays as well, Eastern: Monday's announcement is listed by then, but in no feed."""
EACH, LEAST = 10, 5  # faults planned of each kind, and those that must have happened
KILLS = 30
HEALED = 7 * DAY  # no fault befalls the last days: there must be nights after it


@cache
def world(seed: str) -> World:
    return make(int(seed), FIRST, LAST + 6 * DAY, CATEGORIES)


def faults(seed: str, last: dt.date) -> tuple[Fault, ...]:
    days = list(world(seed).calendar.dates(FIRST, last - HEALED))
    return plan(int(seed), days, EACH if last == LAST else 3)  # no more than a day of a service can bear


@pytest.fixture(scope="module")
def faultless(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return Reference(tmp_path_factory.mktemp("faultless"))


class Reference:
    """Archives that nothing befell, each made once: one run a night is enough."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown: dict[Path, Shown] = {}

    def until(self, seed: str, last: dt.date) -> Shown:
        folder = self._folder / f"{seed} {last}"
        if not folder.exists():
            assert not fill(archive(folder), world(seed), FIRST, last, times=TIMES[:1]).pace.breaches
            self._shown[folder] = shown(folder)
        return self._shown[folder]


def judge(folder: Path, faultless: Shown, arxiv: LocalArxiv, last: dt.date, *, patient: bool = True) -> None:
    """Everything is held once and proved, and nothing tells that anything was ever wrong.

    patient: no request failed for good, as no fault lasted so long.
    """
    assert not arxiv.pace.breaches
    assert not patient or not {a.outcome for a in FetchLog(folder).attempts()} & {"failed", "refused"}
    held = announced(folder)
    assert len(held) == len(set(held))
    assert set(held) == arxiv.site.world.announced_ids(CATEGORIES, FIRST, last)
    mine = shown(folder)
    states = {(code, date): state for code, date, state, *_ in mine.coverage if date >= FIRST}
    days = [FIRST + k * DAY for k in range((last - FIRST).days)]
    listing = arxiv.site.world.listing
    due = {(code, day): "complete" if listing(code, day) else "quiet" for code in CATEGORIES for day in days}
    assert states == due
    assert mine.coverage == faultless.coverage
    assert mine.days.keys() == faultless.days.keys()
    assert [path for path, text in mine.days.items() if text != faultless.days[path]] == []
    assert mine.papers == faultless.papers
    print(f"{len(held)} entries held; {len(mine.days)} pages of days; {Counter(states.values())}")
    print(arxiv.site.injector.counters())


def test_the_days_have_all_that_calendars_do() -> None:
    """More than 120, both changes of the clocks, holidays, and days on which a category has nothing."""
    days = [FIRST + k * DAY for k in range((LAST - FIRST).days + 1)]
    offsets = [dt.datetime.combine(day, dt.time(12), EASTERN).utcoffset() for day in days]
    assert len(days) > 120
    assert sum(one != other for one, other in itertools.pairwise(offsets)) == 2
    calendar = world("1").calendar
    assert sum(day.weekday() < 5 and not calendar.announces(day) for day in days) > 3
    assert sum(world("1").is_quiet(code, day) for code in CATEGORIES for day in days) >= LEAST


def test_what_others_did_not_have_in_the_evening_is_asked_at_night(tmp_path: Path) -> None:
    """Though the evening's run held the whole announcement, and harvested: OAI-PMH and, as a witness, the feed; and
    Friday's page for a second look."""
    sunday = FIRST + 2 * DAY
    arxiv = fill(archive(tmp_path / "a"), world("1"), sunday, sunday + DAY, times=TIMES[:1], sundays=SUNDAYS)
    at_night = {asked.service for asked in arxiv.asked if asked.when >= eastern(sunday + DAY)}
    assert at_night == {"oai", "rss", "catchup"}


@pytest.mark.trial
@pytest.mark.parametrize("seed", SEEDS)
def test_all_faults_heal(seed: str, faultless: Reference, tmp_path: Path) -> None:
    """Each kind befalls feeds, listing pages and harvests at least five times."""
    folder = archive(tmp_path / "a")
    arxiv = fill(folder, world(seed), FIRST, LAST, faults(seed, LAST), sundays=SUNDAYS)
    injected = arxiv.site.injector.injected
    assert {kind: injected[kind] for kind in PLANNED if injected[kind] < LEAST} == {}
    judge(folder, faultless.until(seed, LAST), arxiv, LAST)


@pytest.mark.trial
@pytest.mark.parametrize("seed", SEEDS)
def test_kills_heal(seed: str, faultless: Reference, tmp_path: Path) -> None:
    """The same faults, and 30 runs that get SIGKILL, at some write or request or while they wait for an answer.

    Of these some are run again at once, others hours later.
    """
    rng, kills = random.Random(f"kills {seed}"), 0
    share = 0.5 if KILLED_UNTIL == LAST else 1.0  # of the runs, so that the kills are spread over the days

    def run_or_die(folder: Path, arxiv: LocalArxiv) -> None:
        nonlocal kills
        deadly = kills < KILLS and arxiv.clock.now().date() < KILLED_UNTIL - HEALED and rng.random() < share
        killed = deadly and run_to_be_killed(folder, arxiv, rng.randint(1, 60), rng.randint(1, 6))
        kills += killed
        if not deadly or (killed and rng.random() < 0.5):
            run(folder, arxiv)

    folder, clock = archive(tmp_path / "a"), FileClock(tmp_path / "clock", eastern(FIRST, TIMES[0]))
    planned = faults(seed, KILLED_UNTIL)
    arxiv = fill(folder, world(seed), FIRST, KILLED_UNTIL, planned, sundays=SUNDAYS, clock=clock, run=run_or_die)
    assert kills == KILLS
    judge(folder, faultless.until(seed, KILLED_UNTIL), arxiv, KILLED_UNTIL)
