"""The work of a build, counted: of what changes nothing, and of a day, in archives of any size."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from generator import cli
from generator.pages import writer
from generator.runtime import parallel
from generator.runtime.state import Table
from generator.store.log import Store
from tests.growing import Growing, dates

pytestmark = pytest.mark.usefixtures("fixed_time")

EVENTS = {"os.rename": "renamed", "os.scandir": "folders listed", "os.remove": "removed"}
ENTRIES = 8
"""That a day announces."""
NOTHING = {"opened": 10, "rows read": 25, "rows written": 2}
"""What may be done where nothing has changed."""
AN_ENTRY = {
    "opened": 350, "pages made": 50, "record files read": 1, "removed": 40, "renamed": 75, "rows written": 220,
}  # fmt: skip
"""What may be done of a day for each of its entries: of a paper's authors, some twenty in all, more and more have pages
and feeds as an archive grows, and no more than all of them."""
FOLDERS = {"folders listed", "stat'ed"}
"""What is asked of each folder, of which a month has a few."""
A_PAPER = 2
"""Rows that a day still reads for each paper of the archive."""


class Counted:
    """Counts what a command does in an archive's folder: files opened and renamed, rows, pages, record files."""

    def __init__(self, patched: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.counts, self.counting = f"{folder}/", Counter[str](), False
        patched.setattr(parallel, "cores", lambda: 1)
        sys.addaudithook(self._heard)
        self._count(patched, os, "stat", "stat'ed")
        self._count(patched, os, "lstat", "stat'ed")
        self._count(patched, Store, "lines_of", "record files read")
        rows, write, update = Table._rows, Table._write, writer.bring_up_to_date

        def read(table: Table[Any], *given: Any) -> Iterator[tuple[str, Any]]:
            for row in rows(table, *given):
                self.counts["rows read"] += 1
                yield row

        def written(table: Table[Any], what: str, given: Iterable[Any]) -> None:
            held = list(given)
            self.counts["rows written"] += len(held)
            write(table, what, held)

        def updated(*given: Any, **more: Any) -> writer.Rendered:
            done = update(*given, **more)
            self.counts["pages made"] += len(done.made)
            return done

        patched.setattr(Table, "_rows", read)
        patched.setattr(Table, "_write", written)
        patched.setattr(writer, "bring_up_to_date", updated)

    def _heard(self, event: str, given: tuple[Any, ...]) -> None:
        if self.counting and event in EVENTS:
            self.counts[EVENTS[event]] += 1
        elif self.counting and event == "open" and str(given[0]).startswith(self.folder):
            self.counts["opened"] += 1

    def _count(self, patched: pytest.MonkeyPatch, place: Any, name: str, what: str) -> None:
        real = getattr(place, name)

        def counted(*given: Any, **more: Any) -> Any:
            self.counts[what] += 1
            return real(*given, **more)

        patched.setattr(place, name, counted)

    def build(self) -> Counter[str]:
        """What a build did."""
        self.counts, self.counting = Counter(), True
        assert cli.main(["build", "--archive", self.folder, "--quiet"]) == 0
        self.counting = False
        return self.counts


def work(folder: Path, papers: int) -> dict[str, Counter[str]]:
    """What builds did in an archive of so many papers: where nothing had changed, of a day, and of a theme's rule."""
    archive = Growing(folder, papers)
    *before, date = islice(dates(dt.date(2026, 8, 3)), 4)
    for each in before:
        archive.add(each)
        archive.run("build")
    archive.run("build")
    with pytest.MonkeyPatch.context() as patched:
        counted, found = Counted(patched, folder), {}
        found["nothing"] = counted.build()
        archive.add(date)
        found["day"] = counted.build()
        rules = folder / "themes.yml"
        text = rules.read_text(encoding="utf-8")
        rules.write_text(text.replace("phrases: [", "phrases: [key, ", 1), encoding="utf-8")
        found["rule"] = counted.build()
    return found


@pytest.mark.parametrize(
    "papers", [120, pytest.param(500, marks=pytest.mark.trial), pytest.param(4000, marks=pytest.mark.trial)]
)
def test_work_does_not_grow(tmp_path: Path, papers: int) -> None:
    done = work(tmp_path / "archive", papers)
    for name, counts in done.items():
        print(f"{name}, at {papers:,} papers: {dict(sorted(counts.items()))}")
    assert {what for what, number in done["nothing"].items() if number > NOTHING.get(what, 0)} == FOLDERS
    over = {what for what, number in done["day"].items() if number > ENTRIES * AN_ENTRY.get(what, 0)}
    assert over == {*FOLDERS, "rows read"}
    assert done["day"]["rows read"] <= 900 * ENTRIES + A_PAPER * papers
    assert done["rule"]["pages made"] > 0
