"""Pages that are wrong and agree with themselves, and what arXiv itself does that nobody expects."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from generator import schedule
from generator.model import Listing
from generator.sources.detect import detect
from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.client import ask
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.conftest import FIRST, LAST, Start
from tests.arxiv.faults import CONSISTENT, Fault, Kind, parse, printed
from tests.arxiv.papers import Announcement
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
    return sections(world.listing(code, day))


def sections(found: tuple[Announcement, ...]) -> list[tuple[str, str]]:
    return [(each.type.removesuffix("-cross"), each.id) for each in found]


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


def test_fewer(world: World, start: Start) -> None:
    """Some entries are left out, never all."""
    found, whole = papers(page(begin(start, "list * fewer always")[0], NEW)), truth(world)
    assert found
    assert set(found) < set(whole)
    assert len(whole) - len(found) == max(1, len(whole) // 10)


def test_extra(world: World, start: Start) -> None:
    """One entry of the day before; in a feed, too."""
    for path, honest in ((NEW, truth(world)), (FEED, sections(world.feed(["cs.DC"], TUESDAY)))):
        found = papers(page(begin(start, "list+rss * extra always")[0], path))
        assert set(honest) < set(found)
        (more,) = set(found) - set(honest)
        assert more in truth(world, day=TUESDAY - DAY)
        assert len(found) == len(honest) + 1


def test_mixed(world: World, start: Start) -> None:
    """One section is that of the day before; over some days it is each of them."""
    mixed = set()
    for day in (TUESDAY + k * DAY for k in range(4)):
        arxiv, _ = start(f"{day} 12:00", *parse(f"{day} list * mixed always"))
        found, before = set(papers(page(arxiv, NEW))), set(truth(world, day=day - DAY))
        wrong = {section for section, ident in found - set(truth(world, day=day))}
        assert len(wrong) == 1
        assert {each for each in found if each[0] in wrong} <= before
        assert {each for each in found if each[0] not in wrong} == {
            each for each in truth(world, day=day) if each[0] not in wrong
        }
        mixed |= wrong
    assert mixed == {"new", "cross", "replace"}


def test_another_category(world: World, start: Start) -> None:
    found = page(begin(start, "list * other-category always")[0], NEW)
    assert found.category == "cs.DC"
    assert papers(found) == truth(world, "cs.NI") != truth(world)


def test_two_announcements_on_one_date(world: World, start: Start) -> None:
    """The page has the first in the evening, the second from midnight on; feed and catchup have both."""
    begun = begin(start, "list * halved always", EVENING)
    first = papers(page(begun[0], NEW))
    second = later(begun, NEW, 4 * 3600)
    assert first
    assert second
    assert not set(first) & set(second)
    assert sorted(first + second) == sorted(truth(world)) == sorted(later(begun, CATCHUP))
    assert later(begun, FEED) == sections(world.feed(["cs.DC"], TUESDAY))


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
    assert later(begun, FEED) == sections(world.feed(["cs.DC"], TUESDAY))


def test_as_now(world: World, start: Start) -> None:
    """Catchup shows the papers as they have become: the later it is asked, the more differs."""
    arxiv, _ = begin(start, "catchup * as-now always", "2026-04-09 12:00")
    found = papers(page(arxiv, CATCHUP))
    assert found == sections(world.caught_up("cs.DC", TUESDAY, dt.date(2026, 4, 9))) != truth(world)


def test_a_fault_of_some_days(start: Start) -> None:
    """It ends with a midnight in the East."""
    begun = begin(start, "catchup * server-error 2-days")
    for status, hours in ((500, 23), (500, 24), (500, 1), (200, 0)):
        assert ask(begun[0], CATCHUP)[0] == status
        begun[1].sleep(hours * 3600)


def test_overstated(world: World, start: Start) -> None:
    """All is there; a section's total and that of all say one more."""
    arxiv, _ = begin(start, "list * overstated always")
    body = ask(arxiv, NEW)[1]
    (found,) = detect(body).read(body)
    assert papers(found) == truth(world)
    assert sorted((count.total or 0) - count.read for count in found.counts if count.total != count.read) == [1, 1]


def test_misfiled(world: World, start: Start) -> None:
    """All is there; the totals say where the first new submission belongs."""
    arxiv, _ = begin(start, "list * misfiled always")
    (found,) = detect(body := ask(arxiv, NEW)[1]).read(body)
    assert {ident for _, ident in papers(found)} == {ident for _, ident in truth(world)}
    wrong = {count.section: count.read - (count.total or 0) for count in found.counts if count.total != count.read}
    assert wrong == {"new": -1, "cross": 1}


def test_an_announcement_on_a_holiday_and_none_on_another_day() -> None:
    """The world has them, and the table that the program has does not."""
    thanksgiving, monday = dt.date(2026, 11, 27), dt.date(2026, 12, 7)
    plan = parse(f"{thanksgiving} * * no-holiday always\n{monday} * * new-holiday always")
    world = planned(7, dt.date(2026, 11, 20), dt.date(2026, 12, 10), HERE, plan)
    assert [world.calendar.announces(day) for day in (thanksgiving, monday)] == [True, False]
    assert [schedule.is_expected(day) for day in (thanksgiving, monday)] == [False, True]
    assert world.listing("cs.DC", thanksgiving)
    assert not world.listing("cs.DC", monday)
    assert world.calendar.listed(eastern(monday)) == dt.date(2026, 12, 4)


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
