"""The work of a build, counted, in archives of any size; and what a new day changes of older pages."""

import datetime as dt
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.archive import Context, load
from daybook.log.store import Store
from daybook.runtime import parallel
from daybook.runtime.state import Table
from daybook.site import writer

from tests.growing import Growing, changed, dates

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
        # `files.opened` is heard twice: as Python opens it, and as its opener has the system do so, without waiting.
        elif self.counting and event == "open" and str(given[0]).startswith(self.folder):
            self.counts["opened"] += not (given[1] is None and given[2] & os.O_NONBLOCK)

    def _count(self, patched: pytest.MonkeyPatch, place: Any, name: str, what: str) -> None:
        real = getattr(place, name)

        def counted(*given: Any, **more: Any) -> Any:
            self.counts[what] += 1
            return real(*given, **more)

        patched.setattr(place, name, counted)

    def build(self) -> Counter[str]:
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
        text = load.rules_of(Context(folder)).replace("phrases: [", "phrases: [key, ", 1)
        (folder / "themes.yml").write_text(text, encoding="utf-8")
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


def grown(folder: Path, papers: int, first: str, number: int, left_out: frozenset[dt.date] = frozenset()) -> Growing:
    """An archive to which so many days were added, each of which left all older pages as they were."""
    archive, before = Growing(folder, papers), dict[str, str]()
    for date in islice((date for date in dates(dt.date.fromisoformat(first)) if date not in left_out), number):
        archive.add(date)
        after = archive.state()
        assert changed(before, after, date) == []
        before = after
    return archive


def test_a_day_leaves_all_older_pages_as_they_are(tmp_path: Path) -> None:
    """Days, weeks, months, and the entries of the feed of digests, as Markdown and as HTML; with replacements by other
    words, authors and categories, late cross-lists, withdrawals, a day that is missing and the turn of a month."""
    archive = grown(tmp_path / "archive", 0, "2026-06-22", 12, frozenset({dt.date(2026, 6, 26)}))
    assert len(archive.held) == 60
    page = archive.state()["site/days/2026/2026-06-23.html"]
    assert "2026-06-22.html" in page
    assert "2026-06-25.html" not in page


@pytest.mark.trial
@pytest.mark.parametrize("papers", [500, 4000])
def test_in_an_archive_that_began_with_a_snapshot(tmp_path: Path, papers: int) -> None:
    """Days of the past are reconstructed; papers of any of them are replaced."""
    grown(tmp_path / "archive", papers, "2026-07-28", 7)
