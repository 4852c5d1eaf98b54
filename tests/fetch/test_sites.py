"""The sources beside arXiv: asked once a day where archive.yml gives them an address."""

import datetime as dt
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from daybook.archive import Context
from daybook.commands.fetch import fetch
from daybook.fetch.oai import MOST_ANSWERS
from daybook.fetch.session import Environment
from daybook.log.statements import FetchLog

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.http import Answer, Request
from tests.arxiv.lens import Lens
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch

FIRST = dt.date(2026, 3, 2)
SETTINGS = """\
title: "Trial"
categories: ["cs.DC", "cs.NI"]
contact: "me@example.org"
sources:
  pith: {keep: true, publish: true, url: "https://cards.example/{category}"}
  inference-report: {publish: true, url: "https://report.example/{date}"}
  journal: {keep: true, url: "https://journal.example/feed.xml"}
  biorxiv: {url: "https://api.biorxiv.org/details/biorxiv/{date}/{date}/{cursor}"}
  dblp: {publish: true}
"""


@pytest.fixture(scope="module")
def world() -> World:
    return make(2, FIRST - 3 * DAY, FIRST + 3 * DAY, ("cs.DC", "cs.NI"), busy=120)


def filled(folder: Path, site: Site, monkeypatch: Patch) -> tuple[Counter[str], list[Context]]:
    """Fetched twice on two days: how often each service was asked, and how each run ended."""
    Context(folder).store.make(SETTINGS)
    clock = SimulatedClock(eastern(FIRST, dt.time(1)))
    runs = []
    with serving(site, clock) as arxiv:
        monkeypatch.setenv("DAYBOOK_HOSTS", arxiv.url)
        for moment in ((FIRST, 1), (FIRST, 3), (FIRST + DAY, 1), (FIRST + DAY, 3)):
            clock.set(eastern(moment[0], dt.time(moment[1])))
            runs.append(Context(folder, quiet=True))
            fetch(runs[-1], Environment(clock=clock))
        assert not arxiv.pace.breaches
    return Counter(asked.service for asked in arxiv.asked), runs


def test_each_source_once_a_day(world: World, tmp_path: Path, monkeypatch: Patch) -> None:
    """For each category, day and page; what came is stored as if it had been ingested."""
    asked, runs = filled(tmp_path / "a", Site(world), monkeypatch)
    assert not any(run.failed for run in runs)
    assert (asked["pith"], asked["inference-report"], asked["journal"]) == (4, 2, 2)
    store = runs[-1].store
    sources = Counter(record.source for record in store.records())
    assert {"pith", "inference-report", "feed", "biorxiv"} <= set(sources)
    assert asked["biorxiv"] > 2  # pages of 30
    preprints = {r.doi for r in store.records() if r.source == "biorxiv"}
    new = [each for day in (FIRST, FIRST + DAY) for each in world.listing("cs.NI", day) if each.type == "new"]
    assert len(preprints) == len(new)
    kept = [path.name for path in (store.root / "listings").rglob("*.gz")]
    assert any("-pith-" in name for name in kept)
    assert not any("inference-report" in name for name in kept)


def test_a_source_that_fails_is_a_line(world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """It costs the others nothing, and is asked again by the next run."""
    asked, runs = filled(tmp_path / "a", Site(world, [Fault(FIRST, "journal", "*", Kind.RESET, None)]), monkeypatch)
    assert [run.failed for run in runs] == [True, True, False, False]
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("daybook: (journal): ") for line in lines)
    assert asked["pith"] == 4


def test_a_page_in_an_unknown_form_is_a_line(world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Nothing of it is stored, and it is asked for once a run: it will not be another one in a minute."""
    faults = [Fault(FIRST + k * DAY, "inference-report", "*", Kind.MAINTENANCE, None) for k in range(2)]
    asked, runs = filled(tmp_path / "a", Site(world, faults), monkeypatch)
    assert all(run.failed for run in runs)
    assert asked["inference-report"] == len(runs)
    assert not any(record.source == "inference-report" for record in runs[-1].store.records())
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(runs)
    said = 'web page without a listing; the page says "We will be back soon"; check that the address is still correct'
    assert all(line.endswith(said) for line in lines)


def test_a_day_without_preprints_is_quiet(tmp_path: Path, monkeypatch: Patch) -> None:
    """bioRxiv says so, and that is no failure."""
    alone = make(1, FIRST, FIRST + DAY, ("cs.DC",))
    settings = SETTINGS.replace(', "cs.NI"', "")
    folder = tmp_path / "a"
    Context(folder).store.make(settings[: settings.index("  pith")] + settings[settings.index("  biorxiv") :])
    clock = SimulatedClock(eastern(FIRST + 5 * DAY, dt.time(1)))
    with serving(Site(alone), clock) as arxiv:
        monkeypatch.setenv("DAYBOOK_HOSTS", arxiv.url)
        fetch(Context(folder, quiet=True), Environment(clock=clock))
    ended = [(a.service, a.outcome) for a in FetchLog(folder).attempts() if a.service == "biorxiv"]
    assert ended == [("biorxiv", "quiet")]


@pytest.mark.trial
def test_a_list_without_end_is_left(world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """A service that gives the same page for ever, of a million preprints."""
    site = Site(world)
    real = site._routes["biorxiv"]

    def endless(request: Request, lens: Lens) -> Answer:
        answer = real(replace(request, path=(*request.path[:-1], "0")), lens)
        return replace(answer, body=re.sub(rb'"total": *"?\d+"?', b'"total": 1000000', answer.body))

    site._routes["biorxiv"] = endless
    asked, runs = filled(tmp_path / "a", site, monkeypatch)
    assert asked["biorxiv"] == MOST_ANSWERS * 2
    assert [run.failed for run in runs] == [True, False, True, False]  # once a day
    assert "has more than 100 pages" in capsys.readouterr().err


def test_what_broke_off_on_a_later_page_is_asked_again(world: World, tmp_path: Path, monkeypatch: Patch) -> None:
    """The first page alone is not the day's."""
    site = Site(world)
    real = site._routes["biorxiv"]

    def broken(request: Request, lens: Lens) -> Answer:
        first = request.path[-1] == "0" or request.now > eastern(FIRST, dt.time(2))
        return real(request, lens) if first else Answer(404, b"")

    site._routes["biorxiv"] = broken
    _, runs = filled(tmp_path / "a", site, monkeypatch)
    assert [run.failed for run in runs] == [True, False, False, False]
    preprints = {r.doi for r in runs[-1].store.records() if r.source == "biorxiv"}
    new = [each for day in (FIRST, FIRST + DAY) for each in world.listing("cs.NI", day) if each.type == "new"]
    assert len(preprints) == len(new)
