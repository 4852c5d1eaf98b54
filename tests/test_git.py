"""Two clones of an archive that both went on with its log: git merges them, and the next command puts it in order."""

import os
import subprocess
from pathlib import Path

import pytest
from daybook.fetch.asking import HoldingsIndex
from daybook.log.statements import FetchLog
from daybook.log.store import MERGING, Store
from daybook.model import Attempt

from tests.cases import Capsys, for_each
from tests.conftest import ROOT, SAMPLE
from tests.makers import day, daybook, put, time
from tests.tools.forks import tree

DOCUMENTS = sorted(SAMPLE.iterdir())
FIRST, SECOND = DOCUMENTS[0], DOCUMENTS[1:]
ALONE = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "me@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


pytestmark = pytest.mark.usefixtures("fixed_time")


def git(folder: Path, *arguments: str, sound: bool = True) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, env=ALONE, capture_output=True, text=True)
    assert not sound or done.returncode == 0, done.stderr + done.stdout
    return done.stdout + done.stderr


def ingest(folder: Path, *documents: Path) -> None:
    daybook("ingest", "--quiet", "--archive", folder, *documents)


def init(folder: Path) -> None:
    daybook("init", "--quiet", "--archive", folder, "--title", "A", "--categories", "cs.DC")


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "What came")


@pytest.fixture
def clones(tmp_path: Path) -> tuple[Path, Path]:
    """Two clones of an archive of one document."""
    origin, one, two = tmp_path / "origin", tmp_path / "one", tmp_path / "two"
    init(origin)
    ingest(origin, FIRST)
    git(origin, "init", "--quiet", "--initial-branch=main")
    commit(origin)
    for clone in (one, two):
        git(tmp_path, "clone", "--quiet", str(origin), str(clone))
    return one, two


def log(folder: Path) -> dict[str, bytes]:
    """All files of the archive that git keeps."""
    return {name: data for name, data in tree(folder).items() if not name.startswith((".git/", ".daybook/"))}


EVERY = slice(None)
SHARES = {
    "different documents": (slice(0, None, 2), slice(1, None, 2)),
    "the same documents": (EVERY, EVERY),
    "some the same": (slice(0, -2), slice(2, None)),
    "in another order": (EVERY, slice(None, None, -1)),
}


@pytest.mark.trial
@pytest.mark.parametrize(
    ("way", "share"),
    [
        ("merge", "different documents"), ("rebase", "different documents"), ("both merge", "different documents"),
        ("merge", "in another order"), ("rebase", "the same documents"), ("both merge", "some the same"),
    ],
)  # fmt: skip
def test_two_clones_that_both_ingested(share: str, way: str, clones: tuple[Path, Path], tmp_path: Path) -> None:
    """Merged each way without a conflict; after the next command both are, to the byte, as if one had read it all."""
    one, two = clones
    first, second = (SECOND[some] for some in SHARES[share])
    ingest(one, *first)
    ingest(two, *second)
    for clone in clones:
        commit(clone)
    git(one, "fetch", "--quiet", str(two), "main:theirs")
    git(two, "fetch", "--quiet", str(one), "main:theirs")
    git(one, "rebase" if way == "rebase" else "merge", "--quiet", "theirs")
    if way == "both merge":
        git(two, "merge", "--quiet", "theirs")
    else:
        git(two, "pull", "--quiet", "--no-rebase" if way == "merge" else "--rebase", str(one), "main")
    for clone in clones:
        daybook("check", "--quiet", "--archive", clone)
        ingest(clone, FIRST)
    whole = tmp_path / "whole"
    init(whole)
    ingest(whole, FIRST, *SECOND)
    assert log(one) == log(two) == log(whole)
    for clone in clones:
        commit(clone)
    git(two, "pull", "--quiet", "--no-rebase", str(one), "main")
    assert log(one) == log(two)


def test_what_git_merged_is_read_as_it_will_stand(clones: tuple[Path, Path], tmp_path: Path, capsys: Capsys) -> None:
    """Before any command has written: the same papers; `check` says what it is, and is content."""
    one, _ = clones
    ingest(one, *SECOND)
    daybook("export", "jsonl", "--archive", one)
    before, papers = tree(one), capsys.readouterr().out
    for path in [*one.glob("records/**/*.jsonl"), one / "coverage/2026-03.jsonl"]:
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[::-1], *lines[: len(lines) // 2]]))
    daybook("export", "jsonl", "--archive", one)
    assert capsys.readouterr().out == papers
    daybook("check", "--archive", one)
    assert "not yet sorted after a git merge; the next ingest, fetch or build sorts it" in capsys.readouterr().out
    ingest(one, FIRST)
    assert log(one) == {name: before[name] for name in log(one)}


def test_a_document_that_two_readers_read_differently(clones: tuple[Path, Path]) -> None:
    """What git joined of it resolves to one record a place, whichever order the lines came in."""
    one, two = clones
    path = next(one.glob("records/**/2026*.jsonl"))
    name = path.relative_to(one)
    lines = path.read_bytes().splitlines(keepends=True)
    other = [line.replace(b'"authors":["', b'"authors":["A. ') for line in lines]
    assert other != lines
    (one / name).write_bytes(b"".join([*lines, *other]))
    (two / name).write_bytes(b"".join([*other, *lines]))
    for clone in clones:
        ingest(clone, SECOND[1])  # of another day
    assert log(one) == log(two)
    assert (one / name).read_bytes().count(b"\n") == len(lines)


def test_the_log_of_attempts(tmp_path: Path) -> None:
    attempts = [
        Attempt(when=time(f"2026-03-0{day}T00:00:00"), service="rss", category="cs.DC", outcome="stored")
        for day in range(1, 6)
    ]
    log = FetchLog(tmp_path)
    for attempt in attempts:
        log.add(attempt)
    path = next(tmp_path.glob("attempts/*.jsonl"))
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[2:], *lines[:3]]))
    assert log.attempts() == attempts
    log.settle()
    assert path.read_bytes() == whole


MARKED = "{}<<<<<<< HEAD\n{}=======\n{}>>>>>>> theirs\n"
FILES = {
    "archive.yml": "title: A\n",
    "themes.yml": "themes: []\n",
    "same.yml": "same: []\n",
    "cards.yml": "",
    "digests/2026-03-04.md": "A day of tides.\n",
    "notes/tides.md": "What we read.\n",
    "introduction.md": "Welcome.\n",
    "coverage/2026-03.jsonl": "",
    "records/2026/03/2026-03-04.jsonl": "",
    "attempts/2026-03.jsonl": "",
    "summaries/2026/03.jsonl": "",
}


@for_each(
    ("name", "ends"), [*((name, "\n") for name in FILES), ("same.yml", "\r\n"), ("attempts/2026-03.jsonl", "\r\n")]
)
def test_a_conflict_is_named_for_what_it_is(name: str, ends: str, clones: tuple[Path, Path], capsys: Capsys) -> None:
    """In any file of the archive, with the line and what to do; nothing is built of it."""
    one, _ = clones
    path = one / name
    held = path.read_text(encoding="utf-8") if path.exists() else FILES[name]
    put(one, {name: MARKED.format(held, FILES[name], FILES[name]).replace("\n", ends)})
    for command in ("build", "check"):
        daybook(command, "--quiet", "--archive", one, code=1)
        lines = capsys.readouterr().err.splitlines()
        said = f"{name}, line {held.count(chr(10)) + 1}: unresolved merge conflict; keep the lines"
        assert any(said in line for line in lines), lines
        assert len(lines) == 1
    put(one, {name: held})


def test_the_sample_has_the_attributes_of_a_new_archive(tmp_path: Path) -> None:
    """So has a fork of the repository; raw documents are binary."""
    init(tmp_path)
    text = (tmp_path / ".gitattributes").read_text()
    assert text == (ROOT / "content" / ".gitattributes").read_text() == "".join(f"{rule}\n" for rule in MERGING)
    git(tmp_path, "init", "--quiet")
    told = git(tmp_path, "check-attr", "binary", "merge", "--", "listings/2026/03/a.gz", "records/2026/03/a.jsonl")
    assert "listings/2026/03/a.gz: binary: set" in told
    assert "records/2026/03/a.jsonl: merge: union" in told


def test_a_clock_that_is_set_back_to_another_month(tmp_path: Path) -> None:
    """Each attempt counts once, though a later one stands before it in the log."""
    log = FetchLog(tmp_path)
    holdings = HoldingsIndex(Store(tmp_path, lambda: time("2026-04-01T00:00:05")), log)
    date = day("2026-03-31")
    for number, when in enumerate(("2026-04-01T00:00:05", "2026-03-31T23:59:40", "2026-04-01T00:00:10"), 1):
        log.add(Attempt(when=time(when), service="list", outcome="stored", category="cs.DC", date=date))
        assert len(set(holdings.asked("cs.DC", date, "list"))) == number
        assert len(holdings.asked("cs.DC", date, "list")) == number
