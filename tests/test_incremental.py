"""An incremental build equals one from nothing, byte for byte; a killed one harms nothing; a reader misses no page."""

import datetime as dt
import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook import cli, exports, site
from daybook.archive import Context
from daybook.commands import build
from daybook.site.publish import MARK

from tests.conftest import ROOT, SAMPLE
from tests.makers import daybook, put
from tests.tools.benchmarks import corpus
from tests.tools.forks import tree
from tests.waiting import suffered

ARCHIVE_YML = """\
title: Walk
categories: [cs.DC]
url: https://example.org/walk/
sources:
  pith: {keep: true, publish: true}
  inference-report: {keep: true, publish: true}
"""


pytestmark = pytest.mark.usefixtures("fixed_time")


def built(archive: Path, code: int = 0) -> None:
    daybook("build", "--quiet", "--archive", archive, code=code)


def add(document: str) -> Callable[[Path], None]:
    return lambda archive: daybook("ingest", "--quiet", "--archive", archive, SAMPLE / document)


BUILDER = """\
import os, sys
import daybook
from daybook import cli
from tests.tools.forks import preload
assert daybook.__path__[0].startswith(os.getcwd())
build = lambda archive: cli.main(["build", "--quiet", "--archive", archive])
preload(lambda: build(sys.argv[1]))
for archive in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(build(archive.rstrip()))
    print(os.waitpid(child, 0)[1], flush=True)
"""


@contextmanager
def builder(root: Path, archive: Path) -> Iterator[Callable[[Path], None]]:
    """Builds archives with that repository, each in a process of its own, which costs no start: it is a fork.

    archive: one that it builds beforehand, so that all is imported that builds need.
    """
    command = [sys.executable, "-c", BUILDER, str(archive)]
    ways = {"cwd": root, "env": {**os.environ, "PYTHONPATH": f"{root / 'generator'}{os.pathsep}{ROOT}"}}  # for `tests`
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **ways) as program:
        assert program.stdin
        assert program.stdout

        def build(archive: Path) -> None:
            print(archive, file=program.stdin, flush=True)
            assert program.stdout
            assert program.stdout.readline() == "0\n"

        yield build
        program.stdin.close()


def from_nothing(build: Callable[[Path], None], archive: Path, place: Path) -> dict[str, bytes]:
    """The site of a copy of the archive without anything that can be made again."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(archive, place, ignore=shutil.ignore_patterns("pages", "site", ".daybook*"))
    build(place)
    return tree(place / "site")


class Walk:
    """Random changes: days, replacements, records gone; rules, settings, words, templates, styles, cards, digests."""

    def __init__(self, root: Path, archive: Path, seed: int) -> None:
        self.root = root
        self.archive = archive
        self.random = random.Random(seed)
        self.left = sorted(SAMPLE.iterdir())
        self.random.shuffle(self.left)
        self.number = 0

    def step(self) -> str:
        self.number += 1
        kinds = [
            self.add_day, self.add_feed, self.remove_record, self.change_rule, self.change_words, self.change_notice,
            self.change_template, self.change_style, self.write_card, self.write_digest, self.write_watch,
            self.write_authors,
        ]  # fmt: skip
        kind = kinds[self.number % len(kinds)] if self.number <= len(kinds) else self.random.choice(kinds)
        kind()
        return kind.__name__

    def add_day(self) -> None:
        if self.left:
            daybook("ingest", "--quiet", "--archive", self.archive, self.left.pop())
        else:
            self.add_feed()

    def add_feed(self) -> None:
        """A later day: new papers, and replacements of old ones with other titles."""
        day = dt.date(2026, 4, self.number)
        old = f"2603.9{self.random.randint(1, 3)}002"
        words = f"Paper {{}} schedules jobs on GPU clusters with $O(n^{{{{{self.number}}}}})$ messages."
        told = {"authors": "A Walker, B Runner", "categories": "cs.DC", "license": corpus.LICENSE}
        papers = [
            {"id": ident, "title": f"Walk {day} {ident}", "abstract": words.format(ident), **told}
            for ident in (*(f"2604.{self.number:02}{k:03}" for k in range(3)), old)
        ]
        announced = [("replace", 3, paper) if paper["id"] == old else ("new", 1, paper) for paper in papers]
        path = self.archive.parent / "feed.xml"
        path.write_text(corpus.feed(announced, day))
        daybook("ingest", "--quiet", "--archive", self.archive, path)

    def remove_record(self) -> None:
        files = sorted((self.archive / "records").rglob("*.jsonl"))
        if files:
            path = self.random.choice(files)
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            lines.pop(self.random.randrange(len(lines)))
            path.write_text("".join(lines), encoding="utf-8")

    def change_rule(self) -> None:
        path = self.archive / "themes.yml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("name: ", f"name: {self.number} ", 1), encoding="utf-8")

    def change_words(self) -> None:
        (self.archive / "introduction.md").write_text(f"Step {self.number}, see [the days](days/index.md).\n")

    def write_card(self) -> None:
        text = f'cards:\n  "2603.91002":\n    headline: Step {self.number}\n    by: A Walker\n'
        (self.archive / "cards.yml").write_text(text)

    def write_watch(self) -> None:
        words = self.random.choice(["jobs", "GPU cluster", "quantum", "messages"])
        text = f"watches:\n  - name: Watch {self.number % 3}\n    words: [{words}]\n    authors: [B Runner]\n"
        (self.archive / "watch.yml").write_text(text)

    def write_authors(self) -> None:
        names = self.random.choice(["A Walker, B Runner", "B Runner, A Walker", "A Walker"])
        (self.archive / "authors.yml").write_text(f"authors:\n  - names: [{names}]\n    note: Step {self.number}\n")

    def write_digest(self) -> None:
        name = self.random.choice(["2026-03-04", "2026-W10", "2026-03"])
        path = self.archive / "digests" / f"{name}.md"
        if path.exists():
            path.unlink()
        else:
            put(path.parent, {path.name: f"Step {self.number}, see [a paper](2603.91002).\n"})

    def change_template(self) -> None:
        path = self.root / "overrides" / self.random.choice(["paper.html", "day.html", "rows.html"])
        path.write_text(path.read_text().replace("</h", f"<!-- {self.number} --></h", 1))

    def change_style(self) -> None:
        path = self.root / "overrides/styles/base.css"
        path.write_text(path.read_text() + f"/* {self.number} */\n")

    def change_notice(self) -> None:
        text = ARCHIVE_YML + f"notice: Step {self.number}\n"
        (self.archive / "archive.yml").write_text(text)


@pytest.mark.trial
@pytest.mark.parametrize("seed", [1])
def test_incremental_equals_from_nothing(tmp_path: Path, seed: int) -> None:
    """A random walk of 20 steps: pages, sitemap and redirects are the same bytes each time."""
    left = (".git", ".venv", "node_modules", "content", "__pycache__", "tests", ".*cache", "build")
    root = Path(shutil.copytree(ROOT, tmp_path / "root", ignore=shutil.ignore_patterns(*left)))  # whose code may change
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    archive = put(tmp_path / "archive", {"archive.yml": ARCHIVE_YML})
    shutil.copy(ROOT / "content" / "themes.yml", archive)
    walk = Walk(root, archive, seed)
    walk.add_day()
    steps = set()
    with builder(root, archive) as build:
        for number in range(20):
            said = walk.step()
            steps.add(said)
            build(archive)
            site = tree(archive / "site")
            assert site == from_nothing(build, archive, tmp_path / "nothing"), f"step {number}: {said}"
            assert "sitemap.xml" in site
    assert len(steps) == 12


def small(tmp_path: Path) -> Path:
    add("2026-03-04-listing.txt")(tmp_path / "archive")
    return tmp_path / "archive"


def test_nothing_changed_touches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not a file is written; and a site that was meddled with is put right."""
    archive = small(tmp_path)
    daybook("build", "--archive", archive)
    before = {p: p.stat().st_mtime_ns for p in (archive / "site").rglob("*")}
    whole = tree(archive / "site")
    capsys.readouterr()
    daybook("build", "--archive", archive)
    assert capsys.readouterr().out.startswith("nothing has changed; the site is in")
    assert {p: p.stat().st_mtime_ns for p in (archive / "site").rglob("*")} == before
    (archive / "site" / "index.html").write_text("meddled")
    (archive / "site" / "extra.html").write_text("extra")
    daybook("build", "--archive", archive)
    assert tree(archive / "site") == whole


def _restore(archive: Path, place: Path) -> None:
    """A copy, of which all times are new."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(archive, place)
    for path in (place, *place.rglob("*")):
        os.utime(path)


def test_a_fresh_checkout_goes_on_where_another_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where pages, site and state were restored, whatever the times of their files: nothing is made again, and a day
    gives the same site. Not where one of them is another file."""
    archive, aside, left = small(tmp_path), tmp_path / "aside", tmp_path / "left"
    built(archive)
    archive.rename(left)
    _restore(left, archive)
    capsys.readouterr()
    daybook("build", "--archive", archive)
    assert "nothing has changed" in capsys.readouterr().out
    _restore(left, archive)
    shutil.copytree(left, aside)
    for each in (aside, archive):
        add("2026-03-06-mail.txt")(each)
    built(aside)
    daybook("build", "--archive", archive)
    said = re.findall(r"(\d+) pages, (\d+) built", capsys.readouterr().out)
    assert int(said[0][1]) < int(said[0][0]) / 2
    assert tree(archive / "site") == tree(aside / "site")
    (archive / "site" / "index.html").write_bytes(b"other")
    archive.rename(tmp_path / "meddled")
    _restore(tmp_path / "meddled", archive)
    before = (aside / "site" / "index.html").read_bytes()
    built(archive)
    assert (archive / "site" / "index.html").read_bytes() == before


def test_a_build_that_fails_leaves_the_published_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken link in a hand-written text: one line, and what was published stays."""
    archive = small(tmp_path)
    built(archive)
    whole = tree(archive / "site")
    (archive / "introduction.md").write_text("[nowhere](nowhere.md)\n")
    built(archive, code=1)
    assert "nowhere.html" in capsys.readouterr().err
    assert tree(archive / "site") == whole
    assert not [p for p in archive.iterdir() if p.name.startswith(".daybook-")]


def test_a_reader_never_misses_a_page(tmp_path: Path) -> None:
    """Someone who polls the site while it changes finds each page whole, and the home page changed after the others."""
    archive = small(tmp_path)
    pages = [archive / "site" / name for name in ("index.html", "about.html")]
    problems: list[str] = []
    done, seen = threading.Event(), set[int]()

    def write(number: int) -> None:
        for name in ("introduction.md", "about.md"):
            (archive / name).write_text(f"state {number}\n")
        built(archive)

    def poll() -> None:
        while not done.is_set():
            texts = [page.read_text(encoding="utf-8") for page in pages]
            home, about = ([number for number in range(9) if f"state {number}" in text] for text in texts)
            if len(home) != 1 or len(about) != 1 or about < home:
                problems.append(f"{home} and {about}")
            seen.update(home)

    write(0)
    reader = threading.Thread(target=poll)
    reader.start()
    for number in range(1, 5):
        write(number)
    done.set()
    reader.join()
    assert problems == []
    assert len(seen) > 1


def killed(tmp_path: Path, *options: str) -> dict[str, Any]:
    """What the kill runner found of a build that adds a day."""
    before = tmp_path / "before"
    add("2026-03-04-listing.txt")(before)
    built(before)
    add("2026-03-03-rss.xml")(before)
    found = suffered(*options, "build", str(tmp_path))
    assert not [p for p in (tmp_path / "now" / "archive").iterdir() if p.name.startswith(".daybook-")]
    return found


@pytest.mark.trial
def test_build_killed_anywhere(tmp_path: Path) -> None:
    """After every write to the folder that holds the published site, after others here and there, and at 5 moments."""
    found = killed(tmp_path, "--every", "400", "--moments", "5")
    assert found["operations"] > 100
    assert found["beside"] > 40  # the files of the site that a day changes, a stage and a journal


@pytest.mark.trial
def test_build_with_other_processes_killed_anywhere(tmp_path: Path) -> None:
    """At 10 seeded moments, where the other core does its part as for a large archive: what it began ends, too."""
    assert killed(tmp_path, "--apart", "--every", "0", "--moments", "10")["killed_at_moments"] > 4


@pytest.mark.trial
def test_other_processes_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same pages and site with the other core and without: days come and go, words, files and caches change."""
    alone, apart = tmp_path / "alone" / "walk", tmp_path / "apart" / "walk"
    for number, change in enumerate(CHANGES):
        found = []
        for archive, threshold in ((alone, 1 << 60), (apart, -1)):
            monkeypatch.setattr("daybook.runtime.parallel.MANY", threshold)
            change(archive)
            built(archive)
            found.append({name: tree(archive / name) for name in ("pages", "site")})
            assert not [p for p in archive.iterdir() if p.name.startswith(".daybook-")]
        assert found[0] == found[1], number


CHANGES = (
    add("2026-03-04-listing.txt"),
    add("2026-03-03-rss.xml"),
    lambda archive: None,
    lambda archive: next((archive / "records").rglob("2026-03-03.jsonl")).unlink(),
    lambda archive: (archive / "introduction.md").write_text("other words\n"),
    lambda archive: shutil.rmtree(archive / "site"),
    lambda archive: (archive / "site" / "about.html").unlink(),
    lambda archive: (archive / "pages" / "about.md").write_text("by hand"),
    lambda archive: shutil.rmtree(archive / ".daybook"),
)


def test_an_archive_is_held_while_its_site_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another command would change what is being built, or take its stage away."""
    archive = small(tmp_path)
    refused = []
    real = site.build

    def tried(**told: Any) -> site.Built:
        refused.append(cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE / "2026-03-03-rss.xml")]))
        return real(**told)

    monkeypatch.setattr("daybook.runtime.locks.PATIENCE", 0)
    monkeypatch.setattr(site, "build", tried)
    built(archive)
    assert refused == [1]


def interrupted(archive: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """A build that ends like a killed one when so many files have been put into the site."""
    replace, left = os.replace, [after]

    def failing(source: Any, target: Any, **more: Any) -> None:
        if str(target).startswith(f"{archive}/site/"):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
        replace(source, target, **more)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", failing)
        with pytest.raises(KeyboardInterrupt):
            build.build(Context(archive, quiet=True))


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_journal_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """By the next command that looks at the site; nothing is left beside it."""
    archive = small(tmp_path)
    built(archive)
    before = tree(archive / "site")
    (archive / "introduction.md").write_text("other words\n")
    interrupted(archive, monkeypatch, 1)
    assert (archive / ".daybook/journal.json").exists()
    halfway = tree(archive / "site")
    daybook(command, "--quiet", "--archive", archive)
    whole = tree(archive / "site")
    assert before != halfway != whole
    assert not [p for p in (*archive.iterdir(), *(archive / ".daybook").iterdir()) if ".daybook-" in str(p)]
    assert not (archive / ".daybook/journal.json").exists()
    built(archive)
    assert tree(archive / "site") == whole == from_nothing(built, archive, tmp_path / "nothing")


def test_the_search_finds_what_a_stopped_build_brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the pages were written and kept, and the search was not."""
    archive = small(tmp_path)
    built(archive)
    add("2026-03-03-rss.xml")(archive)

    def stopped(**_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("daybook.site.build", stopped)
        with pytest.raises(KeyboardInterrupt):
            build.build(Context(archive, quiet=True))
    built(archive)
    assert tree(archive / "site") == from_nothing(built, archive, tmp_path / "new")


@pytest.mark.parametrize("stage", ["none", "another's"])
def test_a_journal_of_strangers_does_nothing(tmp_path: Path, stage: str) -> None:
    """An archive may come from anyone, and with it a journal that names what is not its own."""
    archive, home = small(tmp_path), tmp_path / "home"
    built(archive)
    whole = tree(archive / "site")
    beside = home if stage == "none" else archive / ".daybook-0-x" / "next"
    beside.mkdir(parents=True)
    (home / "letter.txt").parent.mkdir(exist_ok=True)
    (home / "letter.txt").write_text("Dear reader")
    told = {"site": str(home), "stage": ".daybook-0-x", "put": ["a", "../b"], "remove": ["letter.txt", "../home/x"]}
    if stage != "none":
        told |= {"site": str(archive / "site"), "remove": ["../../home/letter.txt", "index.html"]}
    (archive / ".daybook/journal.json").write_text(json.dumps(told))
    built(archive)
    assert (home / "letter.txt").read_text() == "Dear reader"
    assert tree(archive / "site") == whole


def test_links_in_a_site_are_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that somebody made a link is replaced, a folder is refused; what they lead to is left alone."""
    archive, home = small(tmp_path), tmp_path / "home"
    built(archive)
    whole = tree(archive / "site")
    home.mkdir()
    (home / "about.html").write_text("Dear reader")
    shutil.move(archive / "site" / "days", home / "days")
    held = tree(home)
    (archive / "site" / "days").symlink_to(home / "days")
    (archive / "site" / "about.html").unlink()
    (archive / "site" / "about.html").symlink_to(home / "about.html")
    for _ in range(2):
        built(archive, code=1)
        assert ": leads out of the site; delete it" in capsys.readouterr().err
    (archive / "site" / "days").unlink()
    built(archive)
    assert tree(home) == held
    assert tree(archive / "site") == whole
    assert not [path for path in (archive / "site").rglob("*") if path.is_symlink()]


def test_check_compares_a_site_with_what_was_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What somebody changed in place no build looks at; check names it, and what to do."""
    archive = small(tmp_path)
    check = functools.partial(daybook, "check", "--quiet", "--site", "--archive", archive)
    check(code=1)
    assert f"{archive}/site: nothing is known of how it was built; run: daybook build" in capsys.readouterr().err
    built(archive)
    whole = tree(archive / "site")
    check()
    for change in ("about.html", "guide/new.html"):
        (archive / "site" / change).write_text("By hand.")
    (archive / "site" / "days" / "index.html").unlink()
    check(code=1)
    said = capsys.readouterr().err
    assert f"{archive}/site/about.html: changed since the site was built; delete it, then run: daybook build" in said
    assert f"{archive}/site/days/index.html: missing since the site was built; run: daybook build" in said
    assert f"{archive}/site/guide/new.html: added since the site was built; run: daybook build" in said
    (archive / "site" / "about.html").unlink()
    built(archive)
    check()
    assert tree(archive / "site") == whole


def test_no_file_is_looked_at_where_nothing_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pages and site, only folders are, each once."""
    archive = small(tmp_path)
    built(archive)
    made = [archive / "pages", archive / "site"]
    wanted = {path for top in made for path in (top, *top.rglob("*")) if path.is_dir()}
    seen: list[Path] = []
    for name in ("stat", "lstat", "scandir", "open"):
        real = getattr(os, name)

        def noted(path: Any, *more: Any, real: Any = real, **given: Any) -> Any:
            seen.append(Path(os.fsdecode(path)) if isinstance(path, str | bytes | Path) else Path())
            return real(path, *more, **given)

        monkeypatch.setattr(os, name, noted)
    built(archive)
    found = [path for path in seen if any(path.is_relative_to(top) for top in made)]
    claimed = {archive / "site" / name for name in (MARK, "archive.yml")}  # whether it is a site, and no archive
    assert set(found) - wanted <= claimed
    assert all(found.count(path) == 1 for path in wanted if archive / "site" in path.parents)


def test_what_rows_show_of_a_paper_changes_every_list_of_it(tmp_path: Path) -> None:
    """Its themes, and the mark of a note on it, stand with the paper alone, and are drawn on days, lists and home."""
    archive = small(tmp_path)
    add("2026-03-06-oai.xml")(archive)
    built(archive)
    paper = next((archive / "pages" / "papers").glob("*/*.md")).stem
    theme = "themes: [{slug: s, name: S, definition: Of s., phrases: {3: [%s]}}]\n"
    before = tree(archive / "site")
    for name, text in (
        ("themes.yml", theme % "system"),
        ("themes.yml", theme % "network"),
        (f"notes/papers/{paper}.md", "Read it.\n"),
    ):
        put(archive, {name: text})
        built(archive)
        after = tree(archive / "site")
        assert after != before
        assert after == from_nothing(built, archive, tmp_path / "nothing")
        before = after


def test_an_archive_that_grows_too_large_for_an_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its former file, of fewer papers, goes with the build that brings one paper too many."""
    small = tuple(replace(each, most=13 if each.most else None) for each in exports.EXPORTS)
    monkeypatch.setattr(exports, "EXPORTS", small)
    archive, pages = tmp_path / "archive", ("build", "--quiet", "--pages-only", "--archive", tmp_path / "archive")
    for document, there in (("2026-03-04-listing.txt", True), ("2026-03-06-oai.xml", False)):
        add(document)(archive)
        daybook(*pages)
        assert (archive / "pages" / "data" / "papers.bib.gz").exists() == there
