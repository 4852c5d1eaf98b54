"""Statements by month: found without reading all, moved once from the one file of earlier versions, never lost."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import StoreError
from daybook.log.statements import FORMER, CoverageLog
from daybook.log.store import Store
from daybook.model import Listing
from daybook.model.jsonl import STATEMENTS
from daybook.runtime import files

from tests.log.dying import dying
from tests.log.test_log import add, document, two
from tests.makers import day, entry, listing, reads, time
from tests.test_git import git
from tests.tools.forks import tree

NOW = time("2026-03-03T06:00:00")


def of(date: str, name: str = "One") -> Listing:
    return listing(entry(name, arxiv_id="2603.00001", date=day(date)), date=day(date))


def months(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / "coverage").glob("*"))


def settle(folder: Path) -> None:
    """What every command that writes does first."""
    with Store(folder, lambda: NOW).lock():
        pass


def former(folder: Path) -> bytes:
    """Make an archive one of an earlier version; what its file of statements holds."""
    paths = sorted((folder / "coverage").glob("*.jsonl"))
    data = b"".join(path.read_bytes() for path in paths)
    for path in paths:
        path.unlink()
    (folder / "coverage").rmdir()
    (folder / FORMER).write_bytes(data)
    return data


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Of three months."""
    folder = tmp_path / "archive"
    add(folder, *(document(date, of(date)) for date in ("2026-01-30", "2026-03-03", "2026-03-04", "2026-04-01")))
    return folder


def test_each_month_has_a_file(archive: Path) -> None:
    """By the date of the listing."""
    assert months(archive) == ["2026-01", "2026-03", "2026-04"]
    store = Store(archive, lambda: NOW)
    assert [str(line.date) for line in store.coverage.of(day("2026-03-04"))] == ["2026-03-04"]
    assert [str(line.date) for line in store.coverage.since(day("2026-03-04"))] == ["2026-03-04", "2026-04-01"]
    assert [[str(line.date)[:7] for line in lines] for lines in store.coverage.backwards()] == [
        ["2026-04"], ["2026-03", "2026-03"], ["2026-01"],
    ]  # fmt: skip


def test_storing_reads_only_the_months_it_needs(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that have not changed since, not even where a document's statements are is read again."""
    add(archive, document("first", two()))
    (archive / "coverage" / "2026-01.jsonl").chmod(0)
    read = reads(monkeypatch, archive)
    add(archive, document("new", listing(entry("New", arxiv_id="2603.00008"))))
    assert {name for name in read if name.startswith("coverage/")} == {"coverage/2026-03.jsonl"}


def test_a_document_read_otherwise_leaves_the_month_it_was_in(archive: Path) -> None:
    """By a mended reader, which dates it otherwise: its former statement is found in another month, and goes."""
    add(archive, document("2026-01-30", of("2026-04-02")))
    assert months(archive) == ["2026-03", "2026-04"]
    assert (
        sum(line.document == document("2026-01-30").hash for line in Store(archive, lambda: NOW).coverage.lines()) == 1
    )


def test_it_is_never_in_no_month(archive: Path) -> None:
    """Killed between the two: it stands in both, and the same command finishes."""
    store = Store(archive, lambda: NOW)
    with store.lock():
        store.add(document("2026-01-30", of("2026-04-02")))
        with dying(0, "remove"):
            store.coverage.flush()
    assert months(archive) == ["2026-01", "2026-03", "2026-04"]
    add(archive, document("2026-01-30", of("2026-04-02")))
    assert months(archive) == ["2026-03", "2026-04"]


@pytest.mark.parametrize("number", range(5))
def test_two_that_change_places_are_never_in_no_month(number: int, archive: Path) -> None:
    """Each month loses a line and gains one: killed after any write, both stand somewhere."""
    store = Store(archive, lambda: NOW)
    lines = {line.document for line in store.coverage.lines()}
    done = False
    with store.lock():
        store.add(document("2026-01-30", of("2026-04-02")))
        store.add(document("2026-04-01", of("2026-01-29")))
        with dying(number, "write"):
            store.coverage.flush()
            done = True
    assert done == (number == 4)
    after = Store(archive, lambda: NOW)
    assert {line.document for line in after.coverage.lines()} == lines
    assert not done or [len(each) for each in after.coverage.backwards()] == [1, 2, 1]


# An archive of an earlier version


def test_it_is_read_as_it_is(archive: Path) -> None:
    """By commands that write nothing: the same statements, and no byte changes."""
    lines = Store(archive, lambda: NOW).coverage.lines()
    former(archive)
    before = tree(archive)
    store = Store(archive, lambda: NOW)
    assert store.coverage.lines() == lines
    assert [str(line.date) for line in store.coverage.of(day("2026-03-04"))] == ["2026-03-04"]
    assert tree(archive) == before


def test_the_next_command_moves_it(archive: Path) -> None:
    """The same bytes by month."""
    before = tree(archive)
    former(archive)
    settle(archive)
    assert tree(archive) == before


@pytest.mark.parametrize("former_end", [b"\r\n", b"\n\n"])
def test_lines_that_end_otherwise(former_end: bytes, archive: Path) -> None:
    """As git on Windows may check them out, or a person's editor leaves them: the same months, byte for byte."""
    whole = tree(archive)
    (archive / FORMER).write_bytes(former(archive).replace(b"\n", former_end)[: -len(former_end)])
    settle(archive)
    assert tree(archive) == whole


def test_killed_anywhere_the_move_is_finished(archive: Path) -> None:
    """After each write and before the file goes: nothing is lost, whoever reads it then; the next command finishes."""
    whole = tree(archive)
    lines = Store(archive, lambda: NOW).coverage.lines()
    data = former(archive)
    for number in range(5):
        with dying(number, "write"):
            settle(archive)
        assert Store(archive, lambda: NOW).coverage.lines() == lines
        (archive / FORMER).write_bytes(data)
    settle(archive)
    assert tree(archive) == whole


def test_a_clone_of_an_earlier_version_may_bring_the_file_back(archive: Path) -> None:
    """With lines of its own: they join the months."""
    more = STATEMENTS.encode(Store(archive, lambda: NOW).coverage.lines()[0]).replace(b'"new"', b'"other"', 1)
    (archive / FORMER).write_bytes(more + b"\n")
    settle(archive)
    assert not (archive / FORMER).exists()
    assert len(Store(archive, lambda: NOW).coverage.lines()) == 5


def test_an_unsound_file_stays_and_is_named(archive: Path) -> None:
    (archive / FORMER).write_bytes(former(archive) + b"{}\n")
    store = Store(archive, lambda: NOW)
    with store.lock(), pytest.raises(StoreError, match=r"coverage.jsonl, line 5"):
        store.add(document("new", two()))
    assert months(archive) == []
    assert (archive / FORMER).exists()


def test_moving_strays_loses_none_when_killed(archive: Path) -> None:
    """All lines in one month's file: after each write, every line stands somewhere; the next command finishes."""
    whole = tree(archive)
    data = former(archive)
    lines = {line.document for line in STATEMENTS.decode(data, "")}
    (archive / FORMER).unlink()
    for number in range(6):
        files.write(archive / "coverage" / "2026-04.jsonl", data, archive / ".daybook/tmp")
        with dying(number, "write"):
            settle(archive)
        assert {line.document for line in Store(archive, lambda: NOW).coverage.lines()} == lines
    settle(archive)
    assert tree(archive) == whole


def test_what_was_read_before_the_lock_is_read_again(archive: Path) -> None:
    """By a command that waits for its lock while git or another command writes: what came meanwhile stays."""
    waiting = Store(archive, lambda: NOW)
    assert len(waiting.coverage.lines()) == 4
    add(archive, document("other", of("2026-03-05", "Other")))
    moved = former(archive)
    with waiting.lock():
        assert not (archive / FORMER).exists()
        waiting.add(document("mine", of("2026-03-06", "Mine")))
        waiting.coverage.flush()
    after = Store(archive, lambda: NOW).coverage.lines()
    assert {line.document for line in STATEMENTS.decode(moved, "")} < {line.document for line in after}
    assert len(after) == 6


# Two clones of which one has moved its statements


@pytest.mark.parametrize("attributes", ["", "*.jsonl merge=union\n"])
@pytest.mark.parametrize("dates", [["2026-03-03"], [f"2025-{k:02}-03" for k in range(1, 13)]], ids=("one", "twelve"))
@pytest.mark.parametrize("puller", ["moved", "left"])
def test_a_merge_with_a_clone_that_has_the_one_file(
    puller: str, dates: list[str], attributes: str, tmp_path: Path
) -> None:
    """Where one month has most lines, git takes the one file for renamed and merges what the other clone added to it
    into that month; else it says that one clone has removed and the other changed it, and leaves it. Either way the
    next command has every line where it belongs."""
    base = tmp_path / "left"
    add(base, *(document(date, of(date)) for date in dates))
    add(base, *(document(f"{k}", of(dates[0], f"{k}")) for k in range(5)))
    former(base)
    (base / ".gitignore").write_text("/.daybook/\n")
    git(base, "init", "--quiet", "--initial-branch=main")
    (base / ".git" / "info").mkdir(exist_ok=True)
    (base / ".git" / "info" / "attributes").write_text(attributes)
    git(base, "add", ".")
    git(base, "commit", "--quiet", "-m", "base")
    git(base, "branch", "moved")
    other = tmp_path / "other"
    add(other, document("later", of("2026-05-04", "Later")))
    with (base / FORMER).open("ab") as stream:
        stream.write((other / "coverage" / "2026-05.jsonl").read_bytes())
    everything = STATEMENTS.decode((base / FORMER).read_bytes(), "")
    git(base, "commit", "--quiet", "-am", "left")
    git(base, "checkout", "--quiet", "moved")
    settle(base)
    git(base, "add", "--all")
    git(base, "commit", "--quiet", "-m", "moved")
    git(base, "checkout", "--quiet", puller.replace("left", "main"))
    git(base, "merge", "--quiet", {"moved": "main", "left": "moved"}[puller], sound=False)
    settle(base)
    store = Store(base, lambda: NOW)
    assert {line.document for line in store.coverage.lines()} == {line.document for line in everything}
    assert store.coverage.misplaced() == []
    assert [str(line.date) for line in store.coverage.of(day("2026-05-04"))] == ["2026-05-04"]
    assert not (base / FORMER).exists()


def test_a_fork_that_takes_over_a_new_sample(tmp_path: Path) -> None:
    """Whose own statements replaced the sample's in coverage.jsonl: git renames that to the sample's month."""
    dates = [f"2025-{month:02}-03" for month in range(1, 9)]
    add(tmp_path, *(document(date, of(date)) for date in dates))
    whole = tree(tmp_path)
    data = former(tmp_path)
    (tmp_path / FORMER).unlink()
    (tmp_path / "coverage").mkdir()
    (tmp_path / "coverage" / "2026-03.jsonl").write_bytes(data)
    assert Store(tmp_path, lambda: NOW).coverage.of(day("2025-02-03")) == []
    settle(tmp_path)
    assert tree(tmp_path) == whole


# What git merged


def test_merged_lines_of_a_month_are_sorted_and_no_other_month_is_read(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As git leaves them: a new file in the place of the old one."""
    settle(archive)
    path = archive / "coverage" / "2026-03.jsonl"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.with_suffix(".new").write_bytes(b"".join([*lines[::-1], lines[0]]))
    path.with_suffix(".new").replace(path)
    decoded: list[str] = []
    original = CoverageLog._decoded

    def noting(self: CoverageLog, path: Path, *others: Any) -> object:
        decoded.append(path.name)
        return original(self, path, *others)

    monkeypatch.setattr(CoverageLog, "_decoded", noting)
    settle(archive)
    assert path.read_bytes() == whole
    assert set(decoded) <= {"2026-03.jsonl", FORMER}


def test_folders_that_stand_as_they_were_left_are_not_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a log of two years, the newest months alone; a file that git replaces in an old month is seen."""
    dates = [f"{year}-{month:02}-03" for year in (2024, 2025) for month in range(1, 13)]
    add(tmp_path, *(document(date, of(date)) for date in dates))
    settle(tmp_path)
    looked: list[str] = []
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: (looked.append(str(path)), scan(path))[1])
    settle(tmp_path)
    months = {path.rpartition("records/")[2] for path in looked if re.search(r"/records/\d{4}/\d\d$", path)}
    monkeypatch.undo()
    path = tmp_path / "records/2024/05/2024-05-03.jsonl"
    whole = path.read_bytes()
    path.with_suffix(".new").write_bytes(whole * 2)
    path.with_suffix(".new").replace(path)
    settle(tmp_path)
    assert path.read_bytes() == whole
    assert months == {"2025/10", "2025/11", "2025/12"}
