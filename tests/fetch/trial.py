"""Archives filled from the local arXiv, day by day on a simulated clock."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from generator import config, files
from generator.commands.context import Context
from generator.commands.fetch import fetch
from generator.commands.gather import World as Outside
from generator.config import Settings
from generator.exports import papers
from generator.fetch.hosts import hosts
from generator.fetch.wire import Wire
from generator.model import ANNOUNCED
from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World

CATEGORIES = ("cs.DC", "cs.NI")
TIMES = (dt.time(0, 40), dt.time(3, 10))
"""When the archive is fetched, Eastern: after the feeds turn, and once more."""


def archive(folder: Path, categories: Sequence[str] = CATEGORIES) -> Path:
    """A new archive."""
    settings = Settings(title="Trial", categories=tuple(categories), contact="me@example.org")
    Context(folder).store.make(config.render(settings))
    return folder


def outside(arxiv: LocalArxiv) -> Outside:
    """The local arXiv in place of the services."""
    return Outside(clock=arxiv.clock, hosts=hosts({}, {"DAYBOOK_HOSTS": arxiv.url}))


def run(folder: Path, arxiv: LocalArxiv) -> Context:
    """`daybook fetch`, once."""
    context = Context(folder, quiet=True)
    fetch(context, outside(arxiv))
    return context


def fill(
    folder: Path,
    world: World,
    first: dt.date,
    last: dt.date,
    faults: Iterable[Fault] = (),
    times: Sequence[dt.time] = TIMES,
    oai_size: int = 12,
    sundays: Sequence[dt.time] = (),
    run: Callable[[Path, LocalArxiv], object] = run,
) -> LocalArxiv:
    """Fetch on every day, Sundays too and then at more times; the server, to be asked what it saw."""
    clock = SimulatedClock(eastern(first, times[0]))
    with serving(Site(world, tuple(faults), oai_size=oai_size), clock) as arxiv:
        day = first
        while day <= last:
            for time in (*times, *(sundays if day.weekday() == 6 else ())):
                clock.set(eastern(day, time))
                run(folder, arxiv)
            day += DAY
    return arxiv


def announced(folder: Path) -> list[tuple[dt.date, str, str]]:
    """(date, category, id) of what the listings' records announce, as often as it is held."""
    store = Context(folder).store
    return [
        (record.date, record.category or "", record.arxiv_id or "")
        for record in store.records()
        if record.type in ANNOUNCED and record.source == "arxiv-listing"
    ]


def told(folder: Path) -> list[dict[str, object]]:
    """The papers, and where they were announced whoever said so: listings do not tell replaced cross-lists apart."""
    found = []
    for line in papers.jsonl(Context(folder, quiet=True).fold(published=False, described=False)):
        paper = json.loads(line)
        sightings = {
            (s["date"], s["type"].replace("replace-cross", "replace"), s["category"]) for s in paper["sightings"]
        }
        paper["sightings"] = sorted(s for s in sightings if s[1] != "harvest")
        found.append(paper)
    return found


def shown(folder: Path) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """What day pages show of the announcements, and the states of all days."""
    folded = Context(folder, quiet=True).fold(published=True)
    days = [(day.date, a.key, a.type, a.categories, a.version) for day in folded.days for a in day.announced]
    return days, [(c.category, c.date, c.state, c.tallies, c.total) for c in folded.coverage]


# Death


class Killed(BaseException):
    """Stands for kill -9: nothing may catch it."""


class Killer:
    """Kills at the given moment, counted in writes and requests; at odd counts after it was carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moment: int | None = None
        self.count = 0
        for place, name in ((files, "write"), (Wire, "get")):
            monkeypatch.setattr(place, name, self._deadly(getattr(place, name)))

    def at(self, moment: int | None) -> None:
        self.moment, self.count = moment, 0

    def _deadly(self, real: Callable[..., object]) -> Callable[..., object]:
        def act(*arguments: object, **options: object) -> object:
            self.count += 1
            if self.moment is not None and self.count == self.moment and self.count % 2 == 0:
                raise Killed
            result = real(*arguments, **options)
            if self.moment is not None and self.count == self.moment:
                raise Killed
            return result

        return act
