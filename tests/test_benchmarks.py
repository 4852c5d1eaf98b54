"""The benchmark counts what it says it counts, writes what it measured, and gets the same papers each time. No test is
timed."""

import datetime as dt
import gzip
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from daybook.sources import arxiv_snapshot
from daybook.sources.registry import detect

from tests import tools
from tests.conftest import HANGS, ROOT
from tests.makers import put
from tests.tools.benchmarks import corpus, host, measure, programs, report, results, search
from tests.tools.benchmarks.measure import Run, Size
from tests.tools.benchmarks.results import Program, Result, Step
from tests.waiting import alive, wait_for

PAPERS = 60
pytestmark = pytest.mark.trial


def bench(work: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.tools.benchmarks", "--papers", str(PAPERS), "--work", str(work), *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)


def test_every_step_is_measured_and_the_page_is_what_was_measured(tmp_path: Path) -> None:
    """Without Hugo and an earlier commit: each step's row is printed and on the page; no path of the machine is."""
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip("KaTeX is absent: Daybook cannot render; `make setup` fetches it")
    done = bench(tmp_path / "work", "--only", "kept,markdown,day,same,search")
    assert done.returncode == 0, done.stdout + done.stderr
    (result,) = report.kept(tmp_path / "work" / "measured")
    page = (tmp_path / "work" / "speed.md").read_text(encoding="utf-8")
    assert page == report.page([result])
    (own,) = result.programs
    assert set(own.steps) == set(results.STEPS)
    for name, step in own.steps.items():
        assert tools.row(*report.cells(own, name)) in page
        assert tools.row(*report.cells(own, name)) in done.stdout
        assert step.run.wall > 0
        assert step.run.together >= step.run.largest > 0
    cold, turn, day = (own.steps[name].said for name in ("cold", "turn", "day"))
    assert cold["pages"] == cold["written"] == cold["built"] == own.steps["kept"].said["built"]
    assert day["pages"] - turn["pages"] >= corpus.NEW
    assert min(own.figures().values()) > 0
    assert set(own.figures()) >= {*report.SIZES, *report.GROWTH}
    assert str(tmp_path) not in page
    assert str(ROOT) not in page


def found(**programs: dict[str, float]) -> Result:
    """A result of programs with steps of so many seconds."""
    size = 300_000_000
    made = [
        Program(
            name=name.replace("_", " "),
            version="1",
            steps={
                step: Step(run=Run(wall=s, cpu=s, largest=size, together=size), said={"pages": 7})
                for step, s in steps.items()
            },
        )
        for name, steps in programs.items()
    ]
    return Result(papers=9, texts="invented", machine="one", programs=made)


def test_figures_stand_beside_their_floors() -> None:
    """Met up to the floor and not beyond; what was not measured has no line."""
    old, hugo = {"cold": 100, "day": 21, "same": 2}, {"cold": 20}
    result = found(Daybook={"cold": 40, "day": 3, "same": 0.6}, Daybook_1fa0b64=old, Hugo=hugo)
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result
    assert [*results.floors(result)] == [
        "cold: CPU: 0.40 of Daybook 1fa0b64, at most .4: met",
        "cold: time: 0.40 of Daybook 1fa0b64, at most .4: met",
        "cold: CPU (an aim): 2.00 of Hugo, at most 2: met",
        "one day added: 0.14 of Daybook 1fa0b64, at most 1/7: met",
        "one day added, s: 3.00, at most 3: met",
        "nothing changed: 0.30 of Daybook 1fa0b64, at most 1/4: NOT MET",
        "nothing changed, s: 0.60, at most .5: NOT MET",
        "largest process, MB: 300, at most 350: met",
        "all processes, MB: 300, at most 900: met",
    ]
    alone = [*results.floors(found(Daybook={"cold": 40, "day": 3.01, "day-fresh": 4.5}))]
    assert alone[:2] == [
        "one day added, s: 3.01, at most 3: NOT MET",
        "one day added, fresh checkout: s more: 1.49, at most 1.5: met",
    ]


def test_the_page_grows_with_the_results() -> None:
    """The first is told in full; the others have a row each in the table of growth."""
    small, large = found(Daybook={"cold": 4, "day": 1}, Hugo={"cold": 2}), found(Daybook={"cold": 8, "day": 1.2})
    large.papers = 18
    assert "| 9 | 7 | 4.0 | 4.0 | 1.0 |  | 300 |  |\n| 18 | 7 | 8.0 | 8.0 | 1.2 |" in report.page([large, small])
    assert "How it grows" not in report.page([small])
    assert "| cold, nothing kept | Hugo | 2.0 | 2.0 | 300 | 300 |  |  |" in report.page([small])


def daybook(work: Path) -> programs.Daybook:
    """With an archive of a few files."""
    own = programs.Daybook("Daybook", ROOT, sys.executable, work)
    put(own.folder, dict.fromkeys(("records/a.jsonl", "pages/a.md", "site/a.html"), ""))
    put(own.state, dict.fromkeys(("cache/cards.json", "cache/site.json"), ""))
    return own


def test_what_is_kept_are_tables_in_files_and_in_the_database(tmp_path: Path) -> None:
    own = daybook(tmp_path)
    with closing(sqlite3.connect(own.state / "state.sqlite")) as database:
        for table in ("cards", "related_terms", "pages"):
            database.execute(f"CREATE TABLE {table} AS SELECT 1")
        own.forget(("cards", "related"))
        left = [len([*database.execute(f"SELECT * FROM {table}")]) for table in ("cards", "related_terms", "pages")]
    assert left == [1, 1, 0]
    assert {path.name for path in own.folder.rglob("*.*") if path.is_file()} == {
        "a.jsonl",
        "cards.json",
        "state.sqlite",
    }


def test_a_fresh_checkout_is_new_and_then_gone(tmp_path: Path) -> None:
    """All its files are new, and what was kept is there once it is restored; afterwards the archive is as before."""
    own = daybook(tmp_path)
    for path in own.folder.rglob("*.*"):
        os.utime(path, (0, 0))
    before = {path: path.stat().st_ino for path in own.folder.rglob("*")}
    with own.checkout(tmp_path / "cache.tar") as restore:
        assert [path.name for path in own.folder.iterdir()] == ["records"]
        subprocess.run([str(word) for word in restore], check=True)
        assert {path for path in own.folder.rglob("*") if path.stat().st_mtime > 0} == {*before}
        (own.pages / "b.md").touch()
    assert {path: path.stat().st_ino for path in own.folder.rglob("*")} == before


def test_an_absent_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note says which, and how to get it; nothing is left half done."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(measure.Failed, match="not installed"):
        programs.Hugo(tmp_path).prepare()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_things_is_not_emptied(tmp_path: Path) -> None:
    """WORK is emptied at the start: only what a former run left may be lost."""
    (tmp_path / "thesis.tex").write_text("mine")
    done = bench(tmp_path)
    assert done.returncode == 2
    assert "something else" in done.stderr
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def run(folder: Path, words: str) -> Run:
    return measure.run([sys.executable, "-c", words], folder / "log", folder, {}, lambda: None)


def test_a_failing_program_is_told_with_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(measure.Failed, match=r"^exit code 3: first a b$"):
        run(tmp_path, "import sys; print('first'); print('a b'); sys.exit(3)")


def test_who_stops_the_benchmark_stops_what_it_started(tmp_path: Path) -> None:
    """Nothing goes on building when the benchmark is gone."""
    log = tmp_path / "log"
    child = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
    words = "import signal, sys; from pathlib import Path; from tests.tools.benchmarks import measure\n"
    words += "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
    words += f"measure.run([sys.executable, '-c', {child!r}], Path({str(log)!r}), Path('.'), {{}}, lambda: None)"
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
    took = run(tmp_path, words)
    assert took.cpu >= 1.2
    assert took.largest > 60_000_000
    assert took.together > 120_000_000


def test_a_site_is_weighed(tmp_path: Path) -> None:
    """By kinds of files: pages, those that only lead on to another, the search's, all others."""
    moved = '<meta http-equiv="refresh" content="0; url=a.html">'
    put(tmp_path, {"a.html": "a", "b/c.html": moved, "search/1.js": "22", "feed.xml": "333", "search.html": "4"})
    kinds = {"pages": Size(2, 2), "redirects": Size(len(moved), 1), "search": Size(2, 1), "others": Size(3, 1)}
    assert measure.weigh(tmp_path) == kinds
    assert measure.whole(tmp_path) == Size(7 + len(moved), 5)


def test_a_first_query_is_all_that_is_loaded(tmp_path: Path) -> None:
    """Index and engine count; papers are found by their pages' addresses."""
    script = """globalThis.daybookSearch = { open: (load) => (daybookSearch.load = load)("index"),
      find: async (query) => (await daybookSearch.load(query), { papers: [{ address: "papers/1/2603.1.html" }] }) };"""
    index = {
        f"search/{name}.js": f'daybook_file("","",{text});' for name, text in (("index", 1), ("a", 2), ("b", 10**99))
    }
    put(tmp_path, {"assets/search/engine.js": script, **index})
    engine, first, _, most = (len(gzip.compress(text.encode(), 6)) for text in (script, *index.values()))
    told = search.first_queries(tmp_path, [("2603.1", "a"), ("2603.2", "b")])
    assert told == search.FirstQuery(requests=3, bytes=engine + first + most, first=0.5, ten=0.5)


def test_host_sends_as_pages_are_sent(tmp_path: Path) -> None:
    """Text is compressed, pictures are not; each body is counted; nothing outside the site is sent."""
    site = tmp_path / "site"
    put(tmp_path, {"site/search/index.js": "1", "site/a.png": " " * 504, "secret.js": "x"})
    with host.running(site) as served:
        with urllib.request.urlopen(served.address + "search/index.js?v=1") as answer:
            body = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Cache-Control"] == "max-age=600"
            assert gzip.decompress(body) == (site / "search/index.js").read_bytes()
        with urllib.request.urlopen(served.address + "a.png") as answer:
            assert len(answer.read()) == 504
        for path in ("%2e%2e/secret.js", "nothing.html"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(served.address + path)
            refused.value.close()
        assert served.sent[:2] == [("search/index.js", len(body)), ("a.png", 504)]


def test_p95() -> None:
    assert search.p95([*range(100, 0, -1)]) == 95


def lines(count: int, seed: int) -> str:
    return "".join(map(corpus.line, corpus.papers(count, seed)))


def test_the_same_papers_each_time(tmp_path: Path) -> None:
    """Same number and seed, same bytes, in whatever process; another seed, other papers."""
    command = [sys.executable, "-m", "tests.tools.benchmarks.corpus", str(tmp_path), "40", "7"]
    expected = corpus.archive(lines(40 + 2 * corpus.NEW, 7).splitlines(keepends=True), 40, 7)
    for hashing in ("1", "99"):
        subprocess.run(command, cwd=ROOT, check=True, env={"PYTHONHASHSEED": hashing})
        assert (tmp_path / "snapshot.jsonl").read_text(encoding="utf-8") == "".join(expected.snapshot)
        assert (tmp_path / "turn.xml").read_text(encoding="utf-8") == expected.turn
        assert (tmp_path / "day.xml").read_text(encoding="utf-8") == expected.day
    assert lines(40, 8) != lines(40, 7)


def test_papers_are_asked_for_by_words_of_their_titles() -> None:
    papers = [(paper.id, paper.title) for paper in corpus.papers(1500, 1)]
    asked, titles = corpus.known(papers, 1), dict(papers)
    assert asked == corpus.known(papers, 1)
    assert len(dict(asked)) == len(asked) == corpus.ASKED
    assert all(word in titles[ident].lower() for ident, query in asked for word in query.split())


def test_papers_look_like_those_of_the_category() -> None:
    """Daybook reads every line; lengths, names, versions and categories are as they should be."""
    read = arxiv_snapshot.read(lines(1500, 1).encode())[0].entries
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


def test_two_days_are_announced() -> None:
    """The first of the next month and the day after it: papers that the snapshot lacks, and newer versions of some."""
    made = corpus.archive(lines(200 + 2 * corpus.NEW, 1).splitlines(keepends=True), 200, 1)
    held = {fields["id"]: len(fields["versions"]) for fields in map(json.loads, made.snapshot)}
    assert len(held) == 200
    announced = []
    for date, text in ((dt.date(2026, 7, 1), made.turn), (made.date, made.day)):
        (listing,) = detect(text.encode()).read(text.encode())
        kinds = Counter(entry.type for entry in listing.entries)
        assert listing.date == date
        assert (kinds["replace"], kinds["new"] + kinds["cross"]) == (corpus.REPLACED, corpus.NEW)
        assert all(held.get(entry.arxiv_id or "", 0) + 1 == entry.version for entry in listing.entries)
        announced += [entry.arxiv_id for entry in listing.entries]
    assert made.date == dt.date(2026, 7, 2)
    assert len({*announced}) == len(announced)
