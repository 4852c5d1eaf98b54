"""What commands tell programs with --json: always the same keys in the same order, and nothing else on standard
output; what is wrong stands on standard error as it does without, and the exit code is the same."""

import json
import platform
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from daybook import cli, config
from daybook.runtime import program, terminal

from tests.cases import Capsys, for_each
from tests.conftest import SAMPLE

pytestmark = pytest.mark.usefixtures("fixed_time")
DAY = ["date", "category", "state", "acknowledged", "held", "stated", "details", "unannounced"]
SIZES = ["kinds", "files", "bytes", "site_bytes", "repository_bytes", "year_more", "near"]
EVIDENCE = ["words", "place", "times", "weight", "points", "plain"]
PAPER = [
    "key", "address", "title", "authors", "author_count", "date", "gist", "categories", "themes", "withdrawn",
]  # fmt: skip
TOLD = {
    "status": {"days": [DAY], "sizes": SIZES, "publishing": ["stops", "notes"]},
    "status sizes": {"sizes": SIZES},
    "check": ["records", "statements", "pages", "cards", "days"],
    "check --site": ["compared", "changed", "missing", "added"],
    "search lattice": {"total": None, "papers": [PAPER], "places": None, "instead": None, "notes": None},
    "themes why 2603.90047": {
        "paper": None, "title": None, "themes": None,
        "scores": [{"slug": None, "points": None, "needed": None, "evidence": [EVIDENCE], "excluded": None}],
    },
    f"ingest {SAMPLE / '2026-03-04-listing.txt'} none.html": {
        "read": None, "refused": None, "stored": None, "replaced": None,
        "documents": [["path", "contents", "stored", "replaced"]],
    },
}  # fmt: skip
"""A command -> its keys, in order, and below them those of what they hold; in a list, those of each of its items."""


def keys(told: object, expected: object) -> object:
    """The keys of what was told, as deep as they are expected."""
    if isinstance(expected, list) and isinstance(told, list):
        assert told
        return [keys(each, expected[0]) for each in told[:1]]
    if isinstance(expected, dict) and isinstance(told, dict):
        return {name: keys(value, expected.get(name)) for name, value in told.items()}
    return list(told) if isinstance(told, dict) and expected else None


@pytest.fixture
def archive(ingested: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ingested, tmp_path / "archive"))


def run(words: Sequence[str], capsys: Capsys) -> tuple[int, str, list[str]]:
    code = cli.main(words)
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@for_each("command", list(TOLD))
def test_the_same_keys_each_time(command: str, archive: Path, capsys: Capsys) -> None:
    words = [*command.split(), "--archive", str(archive)]
    plain, *_, wrong = run(words, capsys)
    code, out, err = run([*words, "--json"], capsys)
    told, expected = json.loads(out), TOLD[command]
    assert (code, err) == (plain, wrong)
    assert err == [f"daybook: {fault}" for fault in told.pop("faults")]
    assert code == bool(err)
    assert json.dumps(keys(told, expected)) == json.dumps(expected)
    assert run([*words, "--json"], capsys)[1] == out or "ingest" in command


def test_an_error_leaves_nothing_to_read(tmp_path: Path, capsys: Capsys) -> None:
    """One line on standard error, as ever."""
    code, out, err = run(["check", "--json", "--archive", str(tmp_path)], capsys)
    assert (code, out, len(err)) == (1, "", 1)


def test_the_versions(capsys: Capsys) -> None:
    """For a person in one line, for programs as JSON, wherever the option stands."""
    python = platform.python_version()
    told = {"daybook": program.VERSION, "python": python, "format": config.FORMAT, "commit": program.COMMIT or None}
    for words in (["--version", "--json"], ["--json", "--version"]):
        with pytest.raises(SystemExit, match="0"):
            cli.main(words)
        assert capsys.readouterr().out == f"{json.dumps(told, indent=2)}\n"
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    line = f"daybook {program.VERSION} (Python {python}, archive format {config.FORMAT})\n"
    assert capsys.readouterr().out == line


def test_a_terminal_obeys_none_of_it(capsys: Capsys) -> None:
    """It is ASCII; keys are hidden, whatever stands behind them."""
    told = {"a\x9b": ["\u202eb", 'https://me:pw@example.org/?api_key=abc"\\', "\udce9"], "n": 1.5}
    terminal.facts(told)
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out) == {"a\x9b": ["\u202eb", 'https://***@example.org/?api_key=***"\\', "\udce9"], "n": 1.5}
