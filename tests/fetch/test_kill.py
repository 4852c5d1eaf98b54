"""Fetching that is killed, at any moment: the same command finishes it, and nothing tells that it was killed."""

import datetime as dt
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest
from daybook.archive import Context, load
from daybook.commands.fetch import backfill
from daybook.fetch.oai import OVERLAP

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import FileClock, SimulatedClock
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch
from tests.fetch.trial import (
    CATEGORIES,
    TIMES,
    Killed,
    Killer,
    announced,
    archive,
    run,
    run_to_be_killed,
    told,
)

FIRST, LAST = dt.date(2026, 3, 5), dt.date(2026, 3, 11)
MONTH = dt.date(2026, 1, 5), dt.date(2026, 1, 30)
BACKFILL = partial(backfill, first=MONTH[0], last=MONTH[1])


@pytest.fixture
def killer(monkeypatch: Patch) -> Iterator[Killer]:
    killer = Killer(monkeypatch)
    yield killer
    killer.at(None)


@pytest.fixture(scope="module")
def world() -> World:
    return make(5, FIRST, LAST + 6 * DAY, CATEGORIES)


def days(folder: Path, world: World, killed: dict[dt.date, int], killer: Killer | None) -> LocalArxiv:
    """Fetch every day; on those of `killed` the first run ends at its moment."""
    clock = SimulatedClock(eastern(FIRST, TIMES[0]))
    with serving(Site(world), clock) as arxiv:
        day = FIRST
        while day <= LAST:
            for time in TIMES:
                clock.set(eastern(day, time))
                if killer:
                    killer.at(killed.get(day) if time == TIMES[0] else None)
                try:
                    run(folder, arxiv)
                except Killed:
                    pass
            day += DAY
    return arxiv


@pytest.fixture(scope="module")
def whole(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = archive(tmp_path_factory.mktemp("whole") / "archive")
    days(folder, world, {}, None)
    return folder


@pytest.mark.trial
@pytest.mark.parametrize("seed", range(10))
def test_a_killed_fetch_is_finished_by_the_next(
    seed: int, whole: Path, world: World, killer: Killer, tmp_path: Path
) -> None:
    """Killed once a day: everything is held once, as if it had never happened."""
    rng = random.Random(seed)
    broken = archive(tmp_path / "broken")
    killed = {FIRST + k * DAY: rng.randint(1, 40) for k in range((LAST - FIRST).days + 1)}
    arxiv = days(broken, world, killed, killer)
    assert not arxiv.pace.breaches
    held = announced(broken)
    assert set(held) == world.announced_ids(CATEGORIES, FIRST, LAST)
    assert len(held) == len(set(held))
    assert told(broken) == told(whole)


# Backfill


@pytest.fixture(scope="module")
def past() -> World:
    """A month before the archive began, and some weeks in which its papers changed."""
    return make(6, *MONTH, ("cs.DC",))


def long_ago(past: World, faults: list[Fault] | None = None) -> Site:
    return Site(past, faults or [], oai_size=12)


def fill(folder: Path, site: Site, summary: Path | None = None) -> tuple[LocalArxiv, Context]:
    clock = SimulatedClock(eastern(MONTH[1] + 20 * DAY, TIMES[0]))
    with serving(site, clock) as arxiv:
        return arxiv, run(folder, arxiv, partial(BACKFILL, summary=summary))


def records(folder: Path) -> list[tuple[object, ...]]:
    """What is held, whichever answer it came with."""
    found = Context(folder).store.records()
    return sorted((r.arxiv_id, r.version, r.title, r.comments, r.journal_ref) for r in found)


def test_a_month_is_backfilled(past: World, tmp_path: Path) -> None:
    """Every paper that was announced then, with its versions; days are reconstructed."""
    folder = archive(tmp_path / "a", ["cs.DC"])
    arxiv, context = fill(folder, long_ago(past))
    assert not context.failed
    assert not arxiv.pace.breaches
    assert {r[0] for r in records(folder)} == {ident for _, _, ident in past.announced_ids(["cs.DC"], *MONTH)}
    assert sum(asked.service == "oai" for asked in arxiv.asked) > 5
    folded = load.fold(Context(folder, quiet=True), published=True)
    assert any(day.reconstructed for day in folded.days)


def test_a_backfill_killed_at_each_token_is_resumed(past: World, tmp_path: Path) -> None:
    """With SIGKILL, while it waits for the page that each token stands for: the same store, and no page stored before
    is asked for again."""
    whole, broken = archive(tmp_path / "whole", ["cs.DC"]), archive(tmp_path / "broken", ["cs.DC"])
    arxiv, _ = fill(whole, long_ago(past))
    pages = len(arxiv.asked)
    clock, kills = FileClock(tmp_path / "clock", eastern(MONTH[1] + 20 * DAY, TIMES[0])), 0
    with serving(long_ago(past), clock) as arxiv:
        while run_to_be_killed(broken, arxiv, None, 2, BACKFILL):
            kills += 1
            assert kills < pages
    assert kills == pages - 1
    assert len(arxiv.asked) == 2 * kills + 1
    assert not arxiv.pace.breaches
    assert records(broken) == records(whole)
    assert told(broken) == told(whole)


def test_categories_that_were_backfilled_are_not_read_again(killer: Killer, tmp_path: Path) -> None:
    """Where the run was killed in another one. Once all are done, the same command reads all of them."""
    world = make(8, *MONTH, CATEGORIES)
    whole, folder = archive(tmp_path / "whole"), archive(tmp_path / "broken")
    killer.at(None)
    fill(whole, long_ago(world))
    killer.at(killer.count - 12)
    with pytest.raises(Killed):
        fill(folder, long_ago(world))
    killer.at(None)
    for categories in ({"cs:cs:NI"}, {"cs:cs:DC", "cs:cs:NI"}):
        arxiv, context = fill(folder, long_ago(world))
        assert not context.failed
        listed = (parse_qs(unquote(asked.target)) for asked in arxiv.asked)
        assert {name for each in listed for name in each.get("set", ())} == categories
    assert told(folder) == told(whole)


def test_a_refused_token_begins_the_month_again(past: World, tmp_path: Path) -> None:
    """In the middle of the list; nothing is missing and nothing is held twice."""
    whole, broken = archive(tmp_path / "whole", ["cs.DC"]), archive(tmp_path / "broken", ["cs.DC"])
    fill(whole, long_ago(past))
    day = MONTH[1] + 20 * DAY
    arxiv, context = fill(broken, long_ago(past, [Fault(day, "oai", "*", Kind.BAD_TOKEN, 2)]))
    assert arxiv.site.injector.injected[Kind.BAD_TOKEN] == 2
    assert not context.failed
    assert records(broken) == records(whole)


def test_a_backfill_that_fails_says_so(past: World, tmp_path: Path, capsys: Capsys) -> None:
    folder = archive(tmp_path / "a", ["cs.DC"])
    day = MONTH[1] + 20 * DAY
    summaries = [tmp_path / "first.md", tmp_path / "second.md"]
    _, context = fill(folder, long_ago(past, [Fault(day, "oai", "*", Kind.UNAVAILABLE, 9)]), summaries[0])
    assert context.failed
    assert [line[:16] for line in capsys.readouterr().err.splitlines()] == ["daybook: cs.DC: "]
    _, context = fill(folder, long_ago(past), summaries[1])
    assert not context.failed
    headline = f"Backfill of {MONTH[0]} to {MONTH[1]}: "
    first, second = (path.read_text().removeprefix(headline) for path in summaries)
    assert first.endswith(" records\n\n- cs.DC: not complete, run it again\n")
    assert re.fullmatch(r"\d+ records\n", second)
    assert {r[0] for r in records(folder)} == {ident for _, _, ident in past.announced_ids(["cs.DC"], *MONTH)}


def test_a_harvest_finds_what_listings_hide(world: World, tmp_path: Path) -> None:
    """Changes since the last one and a few days before it, in which its services may have lagged."""
    folder = archive(tmp_path / "a")
    clock = SimulatedClock(eastern(FIRST, TIMES[0]))
    with serving(Site(world), clock) as arxiv:
        run(folder, arxiv)
        clock.set(eastern(LAST, TIMES[0]))
        arxiv.asked.clear()
        context = run(folder, arxiv)
    harvests = [asked.target for asked in arxiv.asked if asked.service == "oai"]
    assert harvests
    assert all(f"from={FIRST - OVERLAP}" in target for target in harvests)
    versions = {r.arxiv_id: r.version for r in context.store.records() if r.source == "arxiv-oai"}
    assert {ident for _, _, ident in world.announced_ids(CATEGORIES, FIRST, LAST)} <= set(versions)
