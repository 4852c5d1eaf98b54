"""A small world, and a server for it whose clock stands at a moment of the test's choosing."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.arxiv.calendar import eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault
from tests.arxiv.pace import Pace
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make

FIRST, LAST = dt.date(2025, 10, 20), dt.date(2026, 4, 10)
Start = Callable[..., tuple[LocalArxiv, SimulatedClock]]


@pytest.fixture(scope="session")
def world() -> World:
    """Half a year, with both changes of the clocks (2 November, 8 March), two holidays and a turn of the year."""
    return make(7, FIRST, LAST)


@pytest.fixture
def start(world: World) -> Iterator[Start]:
    """start("2026-03-02 20:05", faults, oai_size=...) -> (the server, its clock); the time is Eastern."""
    with ExitStack() as stack:

        def begin(
            moment: str, *faults: Fault, pace: Pace | None = None, pause: float = 0.001, **site: Any
        ) -> tuple[LocalArxiv, SimulatedClock]:
            when = dt.datetime.fromisoformat(moment)
            clock = SimulatedClock(eastern(when.date(), when.time()))
            return stack.enter_context(serving(Site(world, faults, **site), clock, pace, pause)), clock

        yield begin
