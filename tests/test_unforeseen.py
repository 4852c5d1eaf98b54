"""What nobody foresaw: whatever a reader or a rule raises costs one document, one card or one page, and is one line."""

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.sources import arxiv_listing_text, arxiv_snapshot

from tests.arxiv.calendar import eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.cases import Capsys, Patch
from tests.conftest import SAMPLE
from tests.fetch import trial
from tests.tools.forks import tree

TEXT, HTML = SAMPLE / "2026-03-04-listing.txt", SAMPLE / "2026-03-02-listing.html"
ERRORS: list[Exception] = [
    IndexError("list index out of range"),
    KeyError("x"),
    RecursionError("maximum recursion depth exceeded"),
    MemoryError(),
    UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    ZeroDivisionError(),
    AssertionError(),
    OSError(5, "Input/output error"),
]


pytestmark = pytest.mark.usefixtures("fixed_time")


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_whatever_a_reader_raises_costs_its_document_only(
    error: Exception, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """One line with the document's name; the others are stored as if it were not there."""
    assert cli.main(["ingest", "--quiet", "--archive", str(tmp_path / "good"), str(HTML)]) == 0
    monkeypatch.setattr(type(arxiv_listing_text.LINES), "read", raising(error))
    assert cli.main(["ingest", "--quiet", "--archive", str(tmp_path / "both"), str(TEXT), str(HTML)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"daybook: {TEXT}: ")
    good, both = tree(tmp_path / "good"), tree(tmp_path / "both")
    named = {"archive.yml": b"", "README.md": b""}  # which say the archive's title, that of its folder
    assert both | named == good | named


def test_verbose_says_where(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """The traceback before the line; without it only the line, which names the option."""
    monkeypatch.setattr(type(arxiv_listing_text.LINES), "read", raising(IndexError("list index out of range")))
    arguments = ["ingest", "--quiet", "--archive", str(tmp_path / "a"), str(TEXT)]
    assert cli.main(arguments) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"daybook: {TEXT}: unexpected error (IndexError: list index out of range);"
        " run again with --verbose for a traceback, and report it"
    )
    assert cli.main([*arguments, "--verbose"]) == 1
    said = capsys.readouterr().err
    assert "\nTraceback (most recent call last)" in said  # after what was logged
    assert "test_unforeseen.py" in said
    assert said.splitlines()[-1] == line


def test_whatever_a_line_of_a_snapshot_raises_costs_that_line_only(
    tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """A snapshot has millions of lines."""
    line = (
        '{"id": "2603.0000%d", "title": "T%d", "abstract": "A", "categories": "cs.DC", "update_date": "2026-03-03"}\n'
    )
    document = tmp_path / "snapshot.json"
    document.write_text("".join(line % (k, k) for k in range(1, 4)), encoding="utf-8")
    real = arxiv_snapshot._entry
    monkeypatch.setattr(arxiv_snapshot, "_entry", lambda line, n: real(line, n) if n != 2 else [][n])
    assert cli.main(["ingest", "--quiet", "--archive", str(tmp_path / "a"), str(document)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"daybook: {document}, line 2: ")
    assert cli.main(["export", "jsonl", "--archive", str(tmp_path / "a")]) == 0
    assert capsys.readouterr().out.count("\n") == 2


def test_whatever_a_reader_raises_costs_a_fetch_one_document(
    tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """The feed is stored though the page cannot be read; the day is said to lack its page, and why."""
    from daybook.sources import arxiv_listing

    day = dt.date(2026, 3, 5)
    folder = trial.archive(tmp_path / "a", ["cs.DC"])
    monkeypatch.setattr(arxiv_listing, "read", raising(IndexError("list index out of range")))
    with serving(Site(make(5, day, day, ("cs.DC",))), SimulatedClock(eastern(day, trial.TIMES[0]))) as arxiv:
        context = trial.run(folder, arxiv)
    said = capsys.readouterr().err
    assert context.failed
    assert [line for line in said.splitlines() if not line.startswith("daybook: ")] == []
    assert "IndexError: list index out of range" in said
    assert {record.source for record in context.store.records()} >= {"arxiv-rss", "arxiv-oai"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    assert cli.main(["ingest", "--quiet", "--archive", str(tmp_path / "a"), str(TEXT)]) == 0
    return tmp_path / "a"


def pages(archive: Path) -> dict[str, bytes]:
    folder = archive / "pages"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


@pytest.mark.parametrize(
    ("place", "name", "said"),
    [
        ("daybook.describe.cards", "badges_of", "the card of "),
        ("daybook.pages.papers", "head", "pages/papers/"),
        ("daybook.describe.themes.Assigner", "themes", 'the themes of "'),
    ],
)
def test_one_paper_costs_the_others_nothing(
    place: str, name: str, said: str, archive: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Its card, themes or page fail: a line, exit code 1, a whole site; once it is mended, the site is as ever."""
    import importlib

    (archive / "themes.yml").write_text("themes: [{slug: a, name: A, definition: A., phrases: {3: [tide]}}]\n")
    assert cli.main(["build", "--pages-only", "--quiet", "--archive", str(archive)]) == 0
    whole = pages(archive)
    for path in (archive / ".daybook").glob("state-*"):
        path.unlink()
    module, _, owner = place.rpartition(".")
    home = getattr(importlib.import_module(module), owner)
    real, calls = getattr(home, name), []

    def third(*arguments: Any) -> Any:
        calls.append(arguments)
        return [][0] if len(calls) > 2 and arguments == calls[2] else real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(home, name, third)
        assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"daybook: {said}")
    assert "IndexError" in line
    assert pages(archive).keys() == whole.keys()
    assert (archive / "site" / "index.html").exists()
    assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 0
    assert pages(archive) == whole


def test_a_card_of_a_list_that_cannot_be_made_leaves_the_list(archive: Path, monkeypatch: Patch) -> None:
    """The paper stands there by its key."""
    monkeypatch.setattr("daybook.view.archive_view.by", raising(IndexError()))
    cli.main(["build", "--pages-only", "--quiet", "--archive", str(archive)])
    day = (archive / "pages" / "days" / "2026" / "2026-03-04.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^### \[([\d.]+)\]\(\.\./\.\./papers/\d+/\1\.md\)$", day, re.MULTILINE)) > 5


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_whatever_a_command_raises_is_one_line(
    error: Exception, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """What to do stands there; --verbose shows where."""
    monkeypatch.setattr("daybook.commands.export.export", raising(error))
    assert cli.main(["export", "jsonl", "--archive", str(tmp_path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("daybook: ")
    assert "run " in line
    assert cli.main(["export", "jsonl", "--archive", str(tmp_path), "--verbose"]) == 1
    assert capsys.readouterr().err.startswith("Traceback")


def test_a_file_at_fault_is_named(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """By a system error that nothing else has told of."""
    monkeypatch.setattr("daybook.commands.export.export", raising(OSError(28, "No space left on device", "/x/y")))
    assert cli.main(["export", "jsonl", "--archive", str(tmp_path)]) == 1
    line = "daybook: /x/y: No space left on device; check disk space and permissions, then run the command again\n"
    assert capsys.readouterr().err == line
