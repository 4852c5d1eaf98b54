"""What each command does in a library's folder: what is for one archive is refused there, in one line."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from daybook import cli
from daybook.volumes import LibraryFolder

from tests.cases import Capsys, Patch, for_each
from tests.makers import put
from tests.test_cli import COMMANDS
from tests.tools.forks import tree

ABLE = ("fetch", "ingest", "build", "publish", "serve", "check", "split")
"""Commands that can act on a library."""
REFUSED = {
    "init": "", "init --files": "", "search": "tides", "export": "jsonl", "status": "days", "check --site": "",
    "themes why": "2403.00001", "themes check": "", "themes suggest": "", "themes add": "cs.NI", "summarize": "",
    "upgrade": "--check",
}  # fmt: skip
"""Each other one, and with what it is called."""


def test_it_is_decided_of_each_command() -> None:
    names = {name.partition(" --")[0] for name in (*ABLE, *REFUSED)}
    assert names == {*COMMANDS} - {"themes"}, "themes does nothing by itself"


@for_each("command", REFUSED)
@for_each("named", (True, False))
def test_what_is_for_one_archive_is_refused(
    command: str, named: bool, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """In one line, with what to run instead; nothing is written."""
    folder = put(tmp_path / "a library", {"library.yml": "title: Tides\ncategories: [cs.DC]\nlog: logs/{volume}\n"})
    monkeypatch.chdir(tmp_path if named else folder)
    words = [*command.split(), *REFUSED[command].split(), *(["--archive", str(folder)] if named else [])]
    assert cli.main(words) == 1
    out, err = capsys.readouterr()
    name = command.removesuffix(" --files")
    assert out == ""
    assert err == (
        f"daybook: library.yml: {name} is for one archive, such as a volume of this library;"
        f" run it there, volume by volume: daybook --archive '{folder}/logs/NAME' {name}\n"
    )
    assert tree(tmp_path).keys() == {"a library/library.yml"}


@for_each("command", ("build --pages-only", "split --before 2020", "fetch --from 2024-01-01 --to 2024-01-02"))
def test_options_for_one_archive_are_refused(command: str, tmp_path: Path, capsys: Capsys) -> None:
    folder = put(tmp_path, {"library.yml": "title: Tides\ncategories: [cs.DC]\n"})
    with pytest.raises(SystemExit) as ended:
        cli.main([*command.split(), "--archive", str(folder)])
    assert ended.value.code == 2
    assert "for one archive" in capsys.readouterr().err
    assert tree(folder).keys() == {"library.yml"}


@pytest.mark.trial
def test_all_sites_are_served(own: Path) -> None:
    """The library's, and those of its volumes beside it."""
    command = [sys.executable, "-m", "daybook.cli", "serve", "--archive", str(own), "--address", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            told = (re.search(r"serving on (http://127\.0\.0\.1:\d+/)library/ ", line) for line in server.stdout)
            top = next(found[1] for found in told if found)
            for name in ("library", *(volume.name for volume in LibraryFolder(own).volumes)):
                with urlopen(f"{top}{name}/search.html") as answer:
                    assert answer.read().startswith(b"<!doctype html>"), name
        finally:
            server.terminate()
