"""The benchmark runs, counts what it says it counts, and gets the same papers each time. No test is timed."""

from __future__ import annotations

import datetime as dt
import gzip
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from generator.sources.arxiv import snapshot
from generator.sources.detect import detect
from tests.conftest import HANGS, ROOT
from tests.tools.benchmarks import corpus, measure, programs, report
from tests.waiting import alive, wait_for

PAPERS = 60
pytestmark = pytest.mark.trial


def bench(work: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.tools.benchmarks", "--papers", str(PAPERS), "--work", str(work), *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What a run with Daybook and MkDocs prints, and the folder it worked in."""
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip("KaTeX is absent: Daybook cannot render; `make setup` fetches it")
    work = tmp_path_factory.mktemp("bench") / "work"
    done = bench(work, "--only", "daybook,mkdocs")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, work


def rows(text: str) -> dict[tuple[str, str], list[str]]:
    """The table's cells by program and step."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "Program":
            found[cells[0], cells[1]] = cells[2:]
    return found


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


def test_every_step_has_its_numbers(told: tuple[str, Path]) -> None:
    """A row a step, with positive numbers; where a site was built, also of the site."""
    table = rows(told[0])
    builds = {("Daybook", "cold"), ("Daybook", "one day added"), ("Daybook", "nothing changed")}
    builds |= {("MkDocs + Material, tuned", "cold"), ("MkDocs + Material, tuned", "one day added")}
    others = {("Daybook", "snapshot read"), ("Daybook", "Markdown alone"), ("Daybook", "next day's feed read")}
    assert set(table) == builds | others
    for step, cells in table.items():
        numbers = [number(cell) for cell in cells[: 9 if step in builds else 4]]
        assert min(numbers) > 0, step
        assert len(cells) == len(report.COLUMNS) - 2
        assert numbers[3] >= numbers[2], "all processes need no less than the largest"
        assert all(cell == "" for cell in cells[len(numbers) :])


def test_the_programs_make_the_same_pages(told: tuple[str, Path]) -> None:
    """As many as there are Markdown files, on both days; the second day has 30 papers more."""
    text, work = told
    table = rows(text)
    for step, day in (("cold", "first"), ("one day added", "next")):
        markdown = {path.relative_to(work / "markdown" / day) for path in (work / "markdown" / day).rglob("*.md")}
        counts = {number(cells[4]) for (_, what), cells in table.items() if what == step}
        assert counts == {len(markdown)}
        papers = [path for path in markdown if path.parts[0] == "papers"]
        assert len(papers) == PAPERS + (corpus.NEW + corpus.CROSS if day == "next" else 0)


def test_the_machine_and_the_versions_are_told(told: tuple[str, Path]) -> None:
    """And no path of the machine."""
    text, work = told
    for fact in (r"- \d+ cores, \S", r"Python 3\.\d+", r"MkDocs \+ Material, tuned \(1\.\d.* with Material 9\."):
        assert re.search(fact, text), fact
    assert str(work) not in text
    assert str(ROOT) not in text


def test_an_absent_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note says which, and how to get it; nothing is left half done."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(programs.Absent, match="not installed"):
        programs.Hugo(tmp_path).prepare()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_things_is_not_emptied(tmp_path: Path) -> None:
    """WORK is emptied at the start: only what a former run left may be lost."""
    (tmp_path / "thesis.tex").write_text("mine")
    done = bench(tmp_path)
    assert done.returncode == 2
    assert "something else" in done.stderr
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_a_failing_program_is_told_with_its_last_words(tmp_path: Path) -> None:
    """The row says why, in place of numbers."""
    words = "import sys; print('first'); print('a | b'); sys.exit(3)"
    run = measure.run([sys.executable, "-c", words], tmp_path / "log", tmp_path, {}, HANGS)
    assert run.failure == "exit code 3: a | b"
    line = report.line(report.Row(program="P", step="cold", run=run))
    assert line.startswith("| P | cold | failed: exit code 3: a / b |")
    assert line.count("|") == report.head().splitlines()[0].count("|")


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    """With all that it started."""
    words = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    run = measure.run([sys.executable, "-c", words], tmp_path / "log", tmp_path, {}, 1)
    assert run.failure == "ended after 1 s"
    assert run.wall < 300


def test_who_stops_the_benchmark_stops_what_it_started(tmp_path: Path) -> None:
    """Nothing goes on building when the benchmark is gone."""
    log = tmp_path / "log"
    child = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
    words = "import signal, sys; from pathlib import Path; from tests.tools.benchmarks import measure\n"
    words += "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
    words += f"measure.run([sys.executable, '-c', {child!r}], Path({str(log)!r}), Path('.'), {{}}, {HANGS})"
    with subprocess.Popen([sys.executable, "-c", words], cwd=ROOT) as started:
        wait_for(lambda: log.exists() and log.read_text().endswith("\n"))
        started.terminate()
        assert started.wait(HANGS) == 143
    process = int(log.read_text())
    wait_for(lambda: not alive(process))


def test_time_and_memory_of_children_count(tmp_path: Path) -> None:
    """A program that lets children work: their CPU seconds are its own, their memory is added up."""
    child = "import time; held = bytearray(60_000_000)\nwhile time.process_time() < 0.6: pass"
    words = f"import subprocess, sys; c = [sys.executable, '-c', {child!r}]\n"
    words += "a, b = subprocess.Popen(c), subprocess.Popen(c); a.wait(); b.wait()"
    run = measure.run([sys.executable, "-c", words], tmp_path / "log", tmp_path, {}, HANGS)
    assert run.failure == ""
    assert run.cpu >= 1.2
    assert run.largest > 60_000_000
    assert run.together is None or run.together > 120_000_000


def test_a_site_is_weighed(tmp_path: Path) -> None:
    """Pages are those that came of Markdown, files are all files, the sample is of papers alone."""
    body = b"<p>" + b"words " * 500
    for name in ("papers/2603/2603.00001", "papers/2603/2603.00002", "papers/2603/2603.00003", "days/2026", "lost"):
        source = tmp_path / "markdown" / f"{name}.md"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("#")
        page = tmp_path / "kept" / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(body if name.startswith("papers") else b"x")
    (tmp_path / "kept" / "lost.html").unlink()
    (tmp_path / "kept" / "404.html").write_bytes(b"four")
    (tmp_path / "site").symlink_to("kept")
    weight = measure.weigh(tmp_path / "site", tmp_path / "markdown", seed=1)
    assert weight == measure.Weight(
        pages=4, files=5, size=3 * len(body) + 1 + 4, paper=len(body), paper_gzip=len(gzip.compress(body, 6))
    )


def lines(count: int, seed: int) -> str:
    return "".join(map(corpus.line, corpus.papers(count, seed)))


def test_the_same_papers_each_time(tmp_path: Path) -> None:
    """Same number and seed, same bytes, in whatever process; another seed, other papers."""
    snapshot_path, feed_path = tmp_path / "papers.jsonl", tmp_path / "next.xml"
    command = [sys.executable, "-m", "tests.tools.benchmarks.corpus", "40", str(snapshot_path), "--seed", "7"]
    for hashing in ("1", "99"):
        environment = {"PYTHONHASHSEED": hashing}
        subprocess.run([*command, "--next-day", str(feed_path)], cwd=ROOT, check=True, env=environment)
        assert snapshot_path.read_text(encoding="utf-8") == lines(40, 7)
        assert feed_path.read_text(encoding="utf-8") == corpus.feed(corpus.next_day(40, 7))
    assert lines(40, 8) != lines(40, 7)


def test_papers_look_like_those_of_the_category() -> None:
    """Daybook reads every line; lengths, names, versions and categories are as they should be."""
    read = snapshot.read(lines(1500, 1).encode())[0].entries
    assert len({entry.arxiv_id for entry in read}) == len(read) == 1500
    lengths = [len(entry.abstract or "") for entry in read]
    assert 1130 < statistics.mean(lengths) < 1330
    assert {len(entry.authors) for entry in read} >= {1, 2, 3, 4, 5, 6, 8, 10, 14}
    assert max(len(entry.authors) for entry in read) == 14
    assert {len(entry.versions) for entry in read} == {1, 2, 3, 4}
    assert all("cs.DC" in entry.categories for entry in read)
    assert 0.5 < sum(entry.primary_category == "cs.DC" for entry in read) / 1500 < 0.95
    assert len({entry.title for entry in read}) > 1400
    assert 0.03 < sum("$" in (entry.abstract or "") for entry in read) / 1500 < 0.2
    assert 0.01 < sum("<" in (entry.abstract or "") for entry in read) / 1500 < 0.1


def test_submissions_are_in_order() -> None:
    """A version comes after the one before it, and none after the last day."""
    for paper in corpus.papers(300, 3):
        assert list(paper.versions) == sorted(set(paper.versions))
        assert paper.versions[-1].date() <= corpus.LAST_DAY


def test_the_next_day_is_a_feed_of_that_day() -> None:
    """24 new, 6 cross-lists and 10 replacements of papers that the snapshot has, in a newer version."""
    data = corpus.feed(corpus.next_day(200, 1)).encode()
    (listing,) = detect(data).read(data)
    assert listing.date == dt.date(2026, 7, 1)
    kinds = [entry.type for entry in listing.entries]
    assert [kinds.count(kind) for kind in ("new", "cross", "replace")] == [24, 6, 10]
    held = {paper.id: len(paper.versions) for paper in corpus.papers(200, 1)}
    for entry in listing.entries:
        assert held.get(entry.arxiv_id or "", 0) + 1 == entry.version
        assert (entry.arxiv_id in held) == (entry.type == "replace")
