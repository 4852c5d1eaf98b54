"""What a night reads does not grow with the archive: of statements and attempts, only the months that arXiv serves."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.context import Context
from generator.model import Attempt, Record
from generator.runtime import files
from generator.store.fetch_log import FetchLog
from generator.store.log import Document, Store, document_hash
from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.fetch.trial import CATEGORIES, archive, fill, run
from tests.makers import entry, listing

TODAY = dt.date(2026, 3, 5)
OLDEST = "2025-12"
"""The month of the first day that arXiv still serves."""


def remember(folder: Path, first: dt.date, last: dt.date) -> None:
    """A page of each month, with all that it states, in each category, and the attempt that brought it."""
    context, log = Context(folder, quiet=True), FetchLog(folder)
    with context.store.lock():
        date = first
        while date < last:
            for category in CATEGORIES:
                paper = entry(f"{category} {date}", arxiv_id=f"{date:%y%m}.00001", date=date)
                page = listing(paper, date=date, category=category)
                name = document_hash(f"{category} {date}".encode())
                context.store.add(Document(name="", hash=name, listings=(page,)))
                when = eastern(date)
                log.add(Attempt(when=when, service="list", outcome="stored", category=category, date=date, status=200))
            date = (date.replace(day=1) + 32 * DAY).replace(day=4)
        context.store.flush()


def test_a_night_reads_no_month_that_arxiv_serves_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an archive of ten years, once a first run has seen that all is in order."""
    folder = archive(tmp_path / "archive")
    remember(folder, dt.date(2016, 3, 4), TODAY)
    clock = SimulatedClock(eastern(TODAY, dt.time(0, 40)))
    read: list[str] = []
    with serving(Site(make(5, TODAY - 100 * DAY, TODAY + 6 * DAY, CATEGORIES)), clock) as arxiv:
        run(folder, arxiv)
        clock.set(eastern(TODAY + DAY, dt.time(0, 40)))
        monkeypatch.setattr(files, "read", noting(files.read, folder, read))
        run(folder, arxiv)
    months = {path.stem for path in (folder / "coverage").iterdir()}
    assert len(months) > 100
    assert {Path(name).stem for name in read if name.startswith(("coverage/", "attempts/"))} == {
        month for month in months if month >= OLDEST
    }
    assert not [name for name in read if name.startswith("records/20") and name[8:15].replace("/", "-") < OLDEST]


def noting(read: Callable[[Path], bytes | None], folder: Path, names: list[str]) -> Callable[[Path], bytes | None]:
    def noted(path: Path) -> bytes | None:
        if path.is_relative_to(folder):
            names.append(path.relative_to(folder).as_posix())
        return read(path)

    return noted


def test_each_day_is_read_once_for_all_categories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are followed, in a run that finds nothing new."""
    codes, first = ("cs.DC", "cs.NI", "cs.IT", "quant-ph"), dt.date(2026, 3, 2)
    folder = archive(tmp_path / "a", codes)
    world = make(4, first - 3 * DAY, first + 5 * DAY, codes, busy=2)
    clock = fill(folder, world, first, first + 3 * DAY).clock
    read: Counter[str] = Counter()
    real = Store.read_records

    def counted(self: Store, path: Path) -> list[Record]:
        read[path.name] += path.parent.name != "harvest"
        return real(self, path)

    monkeypatch.setattr(Store, "read_records", counted)
    with serving(Site(world), clock) as arxiv:
        assert not run(folder, arxiv).failed
    assert set((+read).values()) == {1}
    assert len(+read) > 3
