"""Pages that are wrong and agree with themselves, and what arXiv itself does that nobody expects.

That each kind does harm is seen in tests/witnesses, without the witness or the defence that is against it.
"""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from generator.model import Listing
from generator.sources.detect import detect
from tests.arxiv.calendar import DAY
from tests.arxiv.client import ask
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.conftest import FIRST, LAST, Start
from tests.arxiv.faults import CONSISTENT, Fault, Kind, parse, printed
from tests.arxiv.planned import planned
from tests.arxiv.server import LocalArxiv
from tests.arxiv.world import World
from tests.cases import for_each

TUESDAY = dt.date(2026, 3, 10)
EVENING, NIGHT = "2026-03-09 20:17", "2026-03-10 00:40"
NEW, FEED, CATCHUP = "/arxiv/list/cs.DC/new", "/rss/rss/cs.DC", f"/arxiv/catchup/cs.DC/{TUESDAY}?abs=True"
HERE = ("cs.DC", "cs.NI")
Begun = tuple[LocalArxiv, SimulatedClock]


def page(arxiv: LocalArxiv, path: str) -> Listing:
    """What the project's reader makes of a page, which agrees with itself in every count."""
    _, body, _ = ask(arxiv, path)
    (found,) = detect(body).read(body)
    assert not found.mismatches()
    assert all(count.total in (None, count.read) for count in found.counts)
    return found


def papers(found: Listing) -> list[tuple[str, str]]:
    """(section, id) of the entries, in order."""
    return [(entry.type.removesuffix("-cross"), entry.arxiv_id or "") for entry in found.entries]


def truth(world: World, code: str = "cs.DC", day: dt.date = TUESDAY) -> list[tuple[str, str]]:
    return [(each.type.removesuffix("-cross"), each.id) for each in world.listing(code, day)]


def begin(start: Start, line: str, moment: str = NIGHT) -> Begun:
    return start(moment, *parse(f"{TUESDAY} {line}"))


def later(begun: Begun, path: str, seconds: float = 15) -> list[tuple[str, str]]:
    begun[1].sleep(seconds)
    return papers(page(begun[0], path))


@pytest.mark.parametrize("kind", sorted(CONSISTENT - {Kind.AS_NOW, Kind.NO_UPDATES, Kind.OLD}))
def test_a_wrong_page_agrees_with_itself(world: World, start: Start, kind: Kind) -> None:
    """Of its date and category, with other papers, on both kinds of page."""
    begun = begin(start, f"list+catchup * {kind} always")
    found = page(begun[0], NEW)
    assert (found.category, found.date, found.whole, found.quiet) == ("cs.DC", TUESDAY, True, False)
    assert papers(found) == later(begun, CATCHUP) != truth(world)
    assert begun[0].site.injector.injected == {kind: 2}
    assert begun[0].site.injector.struck == {("cs.DC", TUESDAY)}


@pytest.mark.parametrize(
    ("line", "evening", "night"),
    [
        ("list * no-updates evening", {NEW}, set()),
        ("list * no-updates always", {NEW}, {NEW}),
        ("list+catchup * no-updates evening", {NEW, CATCHUP}, set()),
        ("list+catchup * no-updates always", {NEW, CATCHUP}, {NEW, CATCHUP}),
    ],
)
def test_no_updates(world: World, start: Start, line: str, evening: set[str], night: set[str]) -> None:
    """On the pages and at the times that the plan says, and nowhere else."""
    begun = begin(start, line, EVENING)
    for quiet, wait in ((evening, 0.0), (night, 4 * 3600.0)):
        begun[1].sleep(wait)
        for path in (NEW, CATCHUP):
            found = page(begun[0], path)
            assert found.quiet == (path in quiet)
            assert papers(found) == ([] if path in quiet else truth(world))
            begun[1].sleep(15)
    assert later(begun, FEED)


def test_a_fault_of_some_days(start: Start) -> None:
    """It ends with a midnight in the East."""
    begun = begin(start, "catchup * server-error 2-days")
    for status, hours in ((500, 23), (500, 24), (500, 1), (200, 0)):
        assert ask(begun[0], CATCHUP)[0] == status
        begun[1].sleep(hours * 3600)


@for_each("seed", range(5))
def test_a_repeat(seed: int) -> None:
    """A day with one newcomer, which was one a few days before; nothing else of the world is changed but that day."""
    plan = parse(f"{TUESDAY} * cs.DC repeat always")
    world = planned(seed, TUESDAY - 14 * DAY, TUESDAY + 7 * DAY, HERE, plan)
    (again,) = world.listing("cs.DC", TUESDAY)
    assert again.type == "new"
    before = {each.id for k in range(1, 8) for each in world.listing("cs.DC", TUESDAY - k * DAY) if each.type == "new"}
    assert again.id in before
    assert world.feed(["cs.DC"], TUESDAY) == (again,)
    assert [a.date < b.date for a, b in pairwise(again.paper.events)] == [True] * (len(again.paper.events) - 1)


def test_such_a_plan_can_be_printed_and_replayed() -> None:
    """With how long each lasts, and with what the world has."""
    lasts = ((None, None), (3, None), (None, 0), (None, 4))
    plan = tuple(Fault(TUESDAY, "list+catchup", "cs.DC", kind, times, days) for kind in Kind for times, days in lasts)
    assert parse(printed(plan)) == plan
    assert f"{TUESDAY} list+catchup cs.DC no-updates evening\n" in printed(plan)
    assert planned(7, FIRST, LAST, HERE, plan) == planned(7, FIRST, LAST, HERE, parse(printed(plan)))
