"""Nights of a local arXiv over a turn of the year: what volumes hold of each day is what an archive of all holds."""

import datetime as dt
from pathlib import Path

from daybook.archive import Context
from daybook.commands import dealt
from daybook.commands.fetch import fetch
from daybook.log import homes
from daybook.model import Archive, ids
from daybook.volumes import LibraryFolder

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import LocalArxiv, Site, serving
from tests.arxiv.world import make
from tests.fetch.trial import CATEGORIES, TIMES, archive, outside
from tests.makers import put
from tests.volumes.test_dealing import announced, folded

FIRST, LAST = dt.date(2026, 12, 28), dt.date(2027, 1, 6)


def test_nights_of_a_library(tmp_path: Path) -> None:
    """Two categories, over New Year: the same days, the same states, as in one archive of both."""
    alone = archive(tmp_path / "alone", CATEGORIES)
    there = put(
        tmp_path / "library", {"library.yml": f"title: T\ncategories: [{', '.join(CATEGORIES)}]\ncontact: a@b.org\n"}
    )
    world = make(3, FIRST, LAST + 6 * DAY, CATEGORIES, busy=3)
    clock = SimulatedClock(eastern(FIRST, TIMES[0]))
    with serving(Site(world), clock) as arxiv:
        night = FIRST
        while night <= LAST:
            for moment in TIMES:
                clock.set(eastern(night, moment))
                _run(alone, arxiv)
                clock.sleep(60)  # else the second comes too fast for arXiv, which refuses it
                _run(there, arxiv)
            night += DAY
    assert not arxiv.pace.breaches
    library = LibraryFolder(there)
    whole, parts = folded(alone), {volume.name: folded(library.log(volume)) for volume in library.volumes}
    for code in CATEGORIES:  # in an archive of both, what is new in one is new, and no cross-list of the other
        told = [named(part, code) for name, part in parts.items() if name.startswith(code)]
        assert named(whole, code) == {day: items for each in told for day, items in each.items()}
    states = {(day.category, day.date): day.state for part in parts.values() for day in part.coverage}
    wanted = {(day.category, day.date): day.state for day in whole.coverage}
    assert states.items() <= wanted.items()
    # A volume's coverage begins with its first announcement: holidays before it are nobody's.
    assert {(date, wanted[code, date]) for code, date in wanted.keys() - states.keys()} == {
        (dt.date(2027, 1, number), "quiet") for number in (1, 2, 3)
    }
    away = {volume.name: set(map(ids.key, homes.elsewhere(library.log(volume)))) for volume in library.volumes}
    held = [key for name, part in parts.items() for key in part.papers.keys() - away[name]]
    assert sorted(held) == sorted(whole.papers)


def named(archive: Archive, code: str) -> dict[tuple[str, dt.date], set[tuple[str, int | None]]]:
    """The papers and versions that each day names in a category."""
    found = announced(archive, code)
    return {day: {(key, version) for key, _, version in items} for day, items in found.items()}


def _run(folder: Path, arxiv: LocalArxiv) -> None:
    world, context = outside(arxiv), Context(folder, quiet=True)
    if folder.name == "alone":
        fetch(context, world)
    else:
        dealt.fetched(context, lambda inbox: fetch(inbox, world))
    assert not context.failed
