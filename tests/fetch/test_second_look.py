"""Nights in which all services lag alike, or two of them misfile a paper: no day stays falsely complete.

By default a few weeks of one seed run. For 142 days of three seeds, with counters:

    DAYBOOK_SEEDS="1 2 3" pytest -s -m trial tests/fetch/test_second_look.py
"""

from __future__ import annotations

import datetime as dt
import os
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.coverage import category_log
from daybook.fetch.asking import AGAIN, HoldingsIndex
from daybook.log.statements import FetchLog
from daybook.model import Coverage
from daybook.model import arxiv as arxiv_days

from tests.arxiv.calendar import DAY, local
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.server import LocalArxiv
from tests.arxiv.world import World, make
from tests.fetch.trial import CATEGORIES, TIMES, archive, fill, run

SEEDS = os.environ.get("DAYBOOK_SEEDS", "1").split()
FIRST, LAST = dt.date(2026, 10, 30), dt.date(2027, 3, 20)
HOURS = (6, 26, 50)
NIGHTS = 8 * DAY
"""Within which a day that is falsely complete is found."""
Key = tuple[str, dt.date]


@cache
def world(seed: str) -> World:
    return make(int(seed), FIRST, LAST + 6 * DAY, CATEGORIES)


def plan(seed: str, last: dt.date) -> list[Fault]:
    """On each day one of these in one category: a lag, of each length in turn, or a paper in another section in pages
    and feed."""
    days = list(world(seed).calendar.dates(FIRST + DAY, last - NIGHTS - 2 * DAY))
    random.Random(f"lags {seed}").shuffle(days)
    found = []
    for number, day in enumerate(days):
        code, kind = CATEGORIES[number % 2], number // 2 % (len(HOURS) + 1)
        if kind < len(HOURS):
            found.append(Fault(day, "*", code, Kind.LATE, None, HOURS[kind] / 24))
        else:
            rng = random.Random(f"{seed} {day}")
            wrong, services = rng.choice((Kind.RENEWED, Kind.SHIFTED)), rng.choice(("list+catchup", "list"))
            found.append(Fault(day, services + "+rss" * (wrong is Kind.RENEWED), code, wrong, None))
    return found


def run_then(folder: Path, arxiv: LocalArxiv) -> Context:
    """`run`, with statements that say by this clock when pages were read: the newest counts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", str(int(arxiv.clock.now().timestamp())))
        return run(folder, arxiv)


@dataclass
class Watch:
    """What is held of days after each run, by how many days it is after them."""

    world: World
    false: dict[Key, int] = field(default_factory=dict)  # the last night on which it was falsely complete
    told: dict[Key, int] = field(default_factory=dict)  # the first on which it was said that it is not complete
    healed: dict[Key, int] = field(default_factory=dict)  # the first on which all was held

    def __call__(self, folder: Path, arxiv: LocalArxiv) -> None:
        context, today = run_then(folder, arxiv), local(arxiv.clock.now())
        holdings = HoldingsIndex(context.store, FetchLog(folder), today - 20 * DAY)
        shown = category_log.announcements(context.store.coverage.since(today - 20 * DAY))
        holdings.heed(arxiv_days.observed(arxiv_days.HOLIDAYS, shown))  # as fetch does
        for back in range(10):
            for key in ((code, today - back * DAY) for code in CATEGORIES if today - back * DAY >= FIRST):
                if arxiv.site.world.calendar.announces(key[1]):
                    self._judge(holdings, key, back, today)

    def _judge(self, holdings: HoldingsIndex, key: Key, back: int, today: dt.date) -> None:
        day, announced = holdings.state(*key, max(today, key[1])), truth(self.world, *key)
        held = {paper for some in holdings.of(*key).listed.values() for paper in some}
        missing = {(name, paper) for name, paper in announced if paper not in held}
        sections = Counter(name for name, _ in announced)
        if day.state not in ("complete", "quiet"):
            self.told.setdefault(key, back)
        elif not missing and {each.section: each.stored for each in day.tallies} == sections:
            self.healed.setdefault(key, back)
        else:
            self.false[key] = back
            self.healed.pop(key, None)


def truth(announced: World, code: str, day: dt.date) -> set[tuple[str, str]]:
    """(section, id) of a listing."""
    return {(each.type.removesuffix("-cross"), each.id) for each in announced.listing(code, day)}


def states(folder: Path) -> list[Coverage]:
    folded = load.fold(Context(folder, quiet=True), published=True, described=False, keep=False)
    return [day for day in folded.coverage if day.date >= FIRST]


def asked_again(arxiv: LocalArxiv) -> Counter[tuple[dt.date, str]]:
    """Requests for pages of days that are no more healed, but looked at again, by night and category."""
    pages = ((local(each.when), *each.target.split("/")[3:5]) for each in arxiv.asked if each.service == "catchup")
    return Counter(
        (night, code) for night, code, day in pages if (night - dt.date.fromisoformat(day[:10])).days >= AGAIN[0]
    )


def lagged(folder: Path, seed: str, last: dt.date) -> None:
    """Fill an archive under these faults, and judge it."""
    faults, watch = plan(seed, last), Watch(world(seed))
    arxiv = fill(archive(folder), world(seed), FIRST, last, faults, times=TIMES[:1], run=watch)
    assert not arxiv.pace.breaches
    struck: dict[str, list[Key]] = defaultdict(list)
    for fault in faults:
        struck[f"{fault.kind} {24 * fault.days:g}h" if fault.days else f"{fault.kind} {fault.service}"].append(
            (fault.category, fault.day)
        )
    final = {(day.category, day.date): day.state for day in states(folder)}
    for name, keys in sorted(struck.items()):
        false = Counter(watch.false[key] for key in keys if key in watch.false)
        healed = Counter(watch.healed.get(key) for key in keys)
        ends = Counter(final[key] for key in keys)
        print(
            f"{seed} {name}: {len(keys)} days; falsely complete until night {dict(sorted(false.items()))};"
            f" right from night {healed}; in the end {dict(ends)}"
        )
    numbers = Counter(each.service for each in arxiv.asked)
    print(
        f"{seed}: {dict(Counter(final.values()))}; {dict(numbers)}; most pages again {max(asked_again(arxiv).values())}"
    )
    assert {key for key, night in watch.false.items() if night >= NIGHTS.days} == set()
    wrong = {
        (day.category, day.date)
        for day in states(folder)
        if day.state == "complete"
        and day.date < last
        and {each.section: each.stored for each in day.tallies}
        != Counter(name for name, _ in truth(watch.world, day.category, day.date))
    }
    print(f"{seed}: wrong and complete in the end: {sorted(wrong)}")
    assert wrong == set()


def test_a_lag_of_all_services_heals(tmp_path: Path) -> None:
    """For 26 hours, of two papers: the day was complete in the night, and names all some nights later; no service but
    the page of a past day is asked more often, and that once a night."""
    code, day, last = "cs.DC", dt.date(2026, 11, 4), dt.date(2026, 11, 9)
    fault = Fault(day, "*", code, Kind.LATE, None, 26 / 24)
    watch = Watch(world("1"))
    folder, told = archive(tmp_path / "a", (code,)), {"times": TIMES[:1], "oai_size": 2500, "run": watch}
    arxiv = fill(folder, world("1"), day - DAY, last, [fault], **told)
    assert (watch.false[code, day], watch.healed[code, day]) == (0, 2)
    assert max(asked_again(arxiv).values()) == 1
    assert max(Counter((local(each.when), each.service) for each in arxiv.asked).values()) == 2


def test_a_cross_list_that_lags_and_changes_again_heals(tmp_path: Path) -> None:
    """2701.00336, of another category: its second version was announced before OAI-PMH was harvested after the lag."""
    code, day = "cs.NI", dt.date(2027, 1, 13)
    fault, watch = Fault(day, "*", "cs.DC", Kind.LATE, None, 50 / 24), Watch(world("2"))
    fill(archive(tmp_path / "a", (code,)), world("2"), day, day + 6 * DAY, [fault], times=TIMES[:1], run=watch)
    assert (watch.false[code, day], watch.healed[code, day]) == (4, 5)


def test_a_later_cross_list_whose_own_day_is_not_held_contradicts_none(tmp_path: Path) -> None:
    """2611.00467, cross-listed on the day after it was announced elsewhere: that day's listing may have it."""
    code, day, after = "cs.DC", dt.date(2026, 11, 16), dt.date(2026, 11, 17)
    fault, watch = Fault(after, "list+rss+catchup", code, Kind.SERVER_ERROR, None, 2), Watch(world("1"))
    fill(archive(tmp_path / "a", (code,)), world("1"), day, after + 2 * DAY, [fault], times=TIMES[:1], run=watch)
    assert (code, day) not in watch.false | watch.told
    assert (watch.told[code, after], watch.healed[code, after]) == (0, 2)


@pytest.mark.trial
@pytest.mark.parametrize("seed", SEEDS)
def test_no_day_stays_falsely_complete(seed: str, tmp_path: Path) -> None:
    lagged(tmp_path / "a", seed, LAST)


@pytest.mark.trial
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", [None, Kind.AS_NOW], ids=str)
def test_sound_nights_contradict_nothing(kind: Kind | None, seed: str, tmp_path: Path) -> None:
    """Though catch-up pages show papers as they are now, which arXiv's program does; one page more a night."""
    days = world(seed).calendar.dates(FIRST, LAST)
    faults = [Fault(day, "catchup", "*", kind, None) for day in days] if kind else []
    arxiv = fill(archive(tmp_path / "a"), world(seed), FIRST, LAST, faults, times=TIMES[:1], run=run_then)
    print(f"{seed}: {Counter(day.state for day in states(tmp_path / 'a'))}; {Counter(a.service for a in arxiv.asked)}")
    assert {day.state for day in states(tmp_path / "a")} <= {"complete", "quiet", "reconstructed"}
    assert max(asked_again(arxiv).values()) == 1
