"""The format of an archive: the step to this program's, whoever interrupts it, and what stops at a newer one."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli, config, open_archive
from daybook.errors import SettingsError
from daybook.log.formats import MERGING, MIGRATIONS
from daybook.log.statements import FORMER
from daybook.log.store import Store

from tests.cases import Capsys, for_each
from tests.log.dying import dying
from tests.log.test_coverage_log import NOW, document, former, of
from tests.log.test_log import add
from tests.makers import put
from tests.tools.forks import tree

OWN = "# Of our group\ntitle: Tides\n\ncategories: [cs.DC] # and no other\n"
NEWER = "title: Tides\nformat: 2\ncategories: [cs.DC]\nnews: of tomorrow\n"


def settle(folder: Path) -> list[str]:
    """What every command that writes does first; what it says."""
    said: list[str] = []
    with Store(folder, lambda: NOW, said.append).lock():
        pass
    return said


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """An archive of this format."""
    folder = tmp_path / "archive"
    put(folder, {"archive.yml": f"{OWN}format: 1\n"})
    (folder / ".gitattributes").write_text("".join(f"{line}\n" for line in ("*.pdf binary", *MERGING)))
    add(folder, *(document(date, of(date)) for date in ("2026-01-30", "2026-03-03", "2026-03-04", "2026-04-01")))
    return folder


@pytest.fixture
def old(whole: Path) -> Callable[[], bytes]:
    """Makes it one of the format before there were numbers."""

    def make() -> bytes:
        put(whole, {"archive.yml": OWN, ".gitattributes": "*.pdf binary\n"})
        return former(whole)

    return make


def test_there_is_a_step_from_each_format() -> None:
    assert [*MIGRATIONS] == [*range(config.FORMAT)]


def test_the_first_command_that_writes_takes_the_step(whole: Path, old: Callable[[], bytes]) -> None:
    """And says so once, in one paragraph; every byte is that of an archive that was always of this format."""
    after = tree(whole)
    old()
    before = tree(whole)
    assert len(Store(whole, lambda: NOW).coverage.lines()) == len(open_archive(whole).papers) * 4 == 4
    assert tree(whole) == before  # reading changes nothing
    (said,) = settle(whole)
    assert said.startswith("The archive is now in format 1, before in 0.")
    assert "`git revert`" in said
    assert (tree(whole), settle(whole)) == (after, [])


def test_killed_anywhere_it_is_finished(whole: Path, old: Callable[[], bytes], tmp_path: Path) -> None:
    """Before each write, of which the last is the number: nothing is lost meanwhile, and the next command finishes."""
    after = tree(whole)
    old()
    lines = Store(whole, lambda: NOW).coverage.lines()
    for number in range(11):
        archive = shutil.copytree(whole, tmp_path / f"{number}")
        with dying(number, "write"):
            settle(archive)
        assert config.parse((archive / "archive.yml").read_text()).format == (number == 10)
        assert Store(archive, lambda: NOW).coverage.lines() == lines
        settle(archive)
        assert tree(archive) == after


@for_each(
    ("text", "written"),
    [
        (OWN, f"{OWN}format: 1\n"),
        (OWN.rstrip(), f"{OWN}format: 1\n"),
        (OWN.replace("\n", "\r\n"), f"{OWN}format: 1\n".replace("\n", "\r\n")),
        (f"---\nformat: 0 # ours\n{OWN}", f"---\nformat: 1 # ours\n{OWN}"),
        (f"{OWN}notice: |\n  format: 7\n", f"{OWN}notice: |\n  format: 7\nformat: 1\n"),
        (f"'format': 0\n{OWN}", f"format: 1\n{OWN}"),
    ],
)
def test_the_owners_lines_stay(text: str, written: str, tmp_path: Path) -> None:
    """Comments, order, line ends."""
    put(tmp_path, {"archive.yml": text})
    settle(tmp_path)
    assert (tmp_path / "archive.yml").read_bytes() == written.encode()


def test_one_that_takes_no_further_line(tmp_path: Path) -> None:
    """YAML may be written in ways that end with its last character: a person adds the number."""
    put(tmp_path, {"archive.yml": "{title: t, categories: cs.DC}\n"})
    before = tree(tmp_path)
    with pytest.raises(SettingsError, match=r"format cannot be added; write `format: 1` in it, beside `title`"):
        settle(tmp_path)
    assert (tmp_path / "archive.yml").read_bytes() == before["archive.yml"]


@for_each("name", ["archive.yml", FORMER])
def test_what_cannot_be_read_is_left_to_whoever_asks_for_it(name: str, tmp_path: Path) -> None:
    put(tmp_path, {"archive.yml": OWN, FORMER: ""} | {name: "}{\n"})
    before = (tmp_path / "archive.yml").read_bytes()
    assert settle(tmp_path) == []
    assert (tmp_path / "archive.yml").read_bytes() == before


def test_a_newer_format_stops_every_command(tmp_path: Path, capsys: Capsys) -> None:
    """In one line, whatever else is new in it, before anything is written."""
    put(tmp_path, {"archive.yml": NEWER, "records/2026/03/2026-03-03.jsonl": '{"news": 1}\n', "page.html": "<p>"})
    before = tree(tmp_path)
    line = "written by a newer Daybook (format 2; this one reads up to 1); run pip install --upgrade daybook-archive"
    words = {
        "search": "x",
        "themes": "suggest",
        "split": "--before 2026 --url https://a.example --to x",
    }
    words |= {"ingest": str(tmp_path / "page.html"), "export": "bibtex", "summarize": "--model x"}
    for command in cli.COMMANDS.keys() - {"init", "upgrade"}:
        code = cli.main([command, *words.get(command, "").split(), "--archive", str(tmp_path)])
        assert (code, line in (said := capsys.readouterr().err), said.count("\n")) == (1, True, 1), (command, said)
    with pytest.raises(SettingsError, match="a newer Daybook"):
        open_archive(tmp_path)
    assert tree(tmp_path) == before
