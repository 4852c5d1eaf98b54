"""Archives filled from the local arXiv, day by day on a simulated clock."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator import config
from generator.commands.context import Context
from generator.commands.fetch import fetch
from generator.commands.gather import World as Outside
from generator.config import Settings
from generator.exports import papers
from generator.fetch.hosts import hosts
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
) -> LocalArxiv:
    """Fetch on every day, Sundays too; the server, to be asked what it saw."""
    clock = SimulatedClock(eastern(first, times[0]))
    with serving(Site(world, tuple(faults), oai_size=oai_size), clock) as arxiv:
        day = first
        while day <= last:
            for time in times:
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
