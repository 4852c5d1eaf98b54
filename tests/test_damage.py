"""Damaged files are data: a damaged state is as none, and all else that cannot be read is one line that names it."""

import errno
import json
import os
import shutil
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import filelock
import pytest
from daybook import cli
from daybook.archive import Context
from daybook.errors import SettingsError
from daybook.runtime import locks
from daybook.text import yaml_text

from tests.cases import Capsys, Patch, for_each
from tests.conftest import FEW_THEMES, SAMPLE
from tests.makers import daybook, put
from tests.runtime.test_state import DAMAGES
from tests.tools.forks import tree
from tests.tools.growth import in_proportion

FEW = [SAMPLE / name for name in ("2026-03-04-listing.txt", "2026-03-06-oai.xml")]


pytestmark = pytest.mark.usefixtures("fixed_time")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a few documents with its site, just built."""
    folder = tmp_path_factory.mktemp("built") / "archive"
    daybook("ingest", "--quiet", "--archive", folder, *FEW)
    (folder / "themes.yml").write_text(FEW_THEMES)
    daybook("build", "--quiet", "--archive", folder)
    return folder


@pytest.fixture
def archive(built: Path, tmp_path: Path) -> Path:
    """A copy of it, in the same place for its caches, of which one keeps where the site stands."""
    shutil.copytree(built, tmp_path / "archive", symlinks=True)
    return tmp_path / "archive"


def made(folder: Path) -> list[dict[str, bytes]]:
    return [tree(folder / name) for name in ("pages", "site")]


def refused(arguments: list[str], capsys: Capsys) -> str:
    """The one line that a command says."""
    capsys.readouterr()
    assert cli.main([*arguments, "--quiet"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("daybook: ")
    return line


# What can be made again


@pytest.mark.parametrize("damage", [*(name for name in DAMAGES if "flipped" not in name), "flipped 1", "removed"])
def test_with_a_damaged_state_the_same_is_built(damage: str, built: Path, archive: Path, capsys: Capsys) -> None:
    """To the byte, without a word; and nothing else of what an archive can do without lies there."""
    (state,) = (archive / ".daybook").glob("state-*")
    assert {path.name for path in (archive / ".daybook").iterdir()} <= {state.name, "lock", "search", "tmp"}
    DAMAGES[damage](state) if damage in DAMAGES else state.unlink()
    (archive / "site" / "index.html").write_text("changed")
    capsys.readouterr()
    daybook("build", "--quiet", "--archive", archive)
    assert capsys.readouterr().err == ""
    assert made(archive) == made(built)


# The log, and what people write


@for_each(
    "name",
    [
        "records/2026/03/2026-03-04.jsonl", "records/harvest/2603.jsonl", "coverage/2026-03.jsonl",
        "attempts/2026-03.jsonl",
        "summaries/2026/03.jsonl", "archive.yml", "themes.yml", "same.yml", "cards.yml", "introduction.md", "about.md",
        "digests/2026-03-04.md", "notes/papers/2603.90047.md",
    ],
)  # fmt: skip
@for_each("damage", ["0xff", "a folder", "a loop"])
def test_a_damaged_file_is_named(name: str, damage: str, archive: Path, capsys: Capsys) -> None:
    """By `build` in one line, and by `check`, which goes on to say what else does not add up."""
    path = archive / name
    held = path.read_bytes() if path.exists() else None
    put(archive, {name: (held or b"")[:-3] + b"\xff" + (held or b"")[-3:]})
    if damage != "0xff":
        path.unlink()
        path.mkdir() if damage == "a folder" else path.symlink_to(path.name)
    assert name in refused(["build", "--archive", str(archive)], capsys)
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("daybook: ") for line in lines)
    assert name in lines[0]
    path.rmdir() if damage == "a folder" else path.unlink()
    if held is not None:
        path.write_bytes(held)


def test_a_damaged_file_of_the_log_costs_an_ingest_only_what_stands_there(archive: Path, capsys: Capsys) -> None:
    (archive / "records/2026/03/2026-03-04.jsonl").write_bytes(b"\xff\n")
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all("records/2026/03/2026-03-04.jsonl, line 1" in line for line in lines)
    assert (archive / "records/2026/03/2026-03-05.jsonl").exists()


PLACES = (
    "records/harvest/2603.jsonl", "listings/2026/03/x.gz", "listings/2026/2026-03-x.tar.xz", "coverage/2026-02.jsonl",
    "attempts/2026-03.jsonl", "notes/x.md", "notes/x.png", "archive.yml", "CITATION.cff", "overrides/paper.html",
    "pages/index.md", ".daybook/journal.json",
)  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
@for_each("name", PLACES)
def test_a_pipe_is_not_waited_for(name: str, built: Path, archive: Path, capsys: Capsys) -> None:
    """It is named in one line. That of a killed build is taken away, as any that no build has written."""
    path = archive / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    code = cli.main(["check", "--quiet", "--archive", str(archive)])
    said = capsys.readouterr().err.splitlines()
    assert code == len(said) == ("journal" not in name)
    assert all(
        line.endswith(f"{name}: is a pipe or a device where a file is expected; move it elsewhere") for line in said
    )
    path.unlink(missing_ok=True)
    if (built / name).exists():
        shutil.copy2(built / name, path)


def test_check_and_build_refuse_the_same_links(archive: Path, tmp_path: Path, capsys: Capsys) -> None:
    (archive / "records/2026/04").symlink_to("03")
    for command in ("check", "build"):
        line = refused([command, "--archive", str(archive)], capsys)
        assert line.endswith("records/2026/04: is a symbolic link; replace it with a folder")
    (archive / "records/2026/04").unlink()


def test_nothing_is_checked_while_another_command_writes(built: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Half of its pages may not be there. Two that check do not disturb each other, and whoever writes waits."""
    monkeypatch.setattr(locks, "PATIENCE", 0.01)
    busy = "another daybook command is at work here; wait until it is done"
    with Context(built).store.lock():
        for options in ((), ("--site",)):
            assert refused(["check", *options, "--archive", str(built)], capsys).endswith(busy)
    with locks.unwritten(built):
        assert cli.main(["check", "--quiet", "--archive", str(built)]) == 0
        assert refused(["build", "--archive", str(built)], capsys).endswith(busy)


def test_a_search_on_a_disk_that_cannot_be_written_to(
    built: Path, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Finds the same as elsewhere, whether an index was made or not, and leaves nothing."""
    archive = tmp_path / "archive"
    shutil.copytree(built, archive)
    (archive / "introduction.md").write_text("Other words.\n")
    told = []
    capsys.readouterr()

    def search() -> None:
        assert cli.main(["search", "the", "--limit", "90", "--json", "--archive", str(archive)]) == 0
        told.append(json.loads(capsys.readouterr().out))

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with monkeypatch.context() as patch:
        patch.setattr(filelock.FileLock, "acquire", refuse)
        before = tree(archive)
        search()
        shutil.rmtree(archive / ".daybook")
        (archive / ".daybook").mkdir()
        search()
        assert not [path for path in (archive / ".daybook").rglob("*") if path.is_file()]
        assert {name: row for name, row in before.items() if not name.startswith(".daybook")} == tree(archive)
    search()
    assert told[0]["papers"]
    assert told == [told[0]] * 3


UNREADABLE = {
    "a byte": lambda lines: [lines[0], b"\xff" + lines[1], *lines[2:]],
    "an end": lambda lines: [*lines[:-1], lines[-1][:-20]],
    "both sides of a merge": lambda lines: [b"<<<<<<< HEAD", lines[0], b"=======", *lines[1:], b">>>>>>> other"],
    "a date": lambda lines: [lines[0].replace(b'"date":"2026', b'"date":"0026'), *lines[1:]],
}
"""What becomes of a file's lines."""


@for_each(
    ("what", "name"),
    [
        ("a byte", "records/2026/03/2026-03-04.jsonl"), ("both sides of a merge", "records/2026/03/2026-03-04.jsonl"),
        ("an end", "records/harvest/2603.jsonl"), ("a date", "coverage/2026-03.jsonl"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_costs_itself(
    what: str, name: str, built: Path, archive: Path, capsys: Capsys
) -> None:
    """The other papers are shown, exit code 1 and one line say what is not, and so does the page of coverage; a search
    that found papers says why it ends with that code. Nothing is written where it stands. Once it is mended, all is as
    if nothing had been."""
    whole, path = (built / name).read_bytes(), archive / name
    bad = b"\n".join([*UNREADABLE[what](whole.splitlines()), b""])
    path.write_bytes(bad)
    for command in ("build --pages-only", "export jsonl", "search handbook"):
        capsys.readouterr()
        assert cli.main([*command.split(), "--archive", str(archive)]) == 1
        said = capsys.readouterr()
        assert said.err.startswith(f"daybook: {name}")
        line, *why = said.err.splitlines()
        assert "; " in line
        because = f"daybook: searched without lines of {name} that cannot be read: papers may be missing (exit code 1)"
        assert why == ([because] if "search" in command else [])
        assert "pages" in command or "The Handbook of Small Clusters" in said.out
    assert f"cannot be read: {name}" in (archive / "pages/coverage/index.md").read_text().replace("\\", "")
    assert path.read_bytes() == bad
    path.write_bytes(whole)
    daybook("build", "--pages-only", "--quiet", "--archive", archive)
    assert tree(archive / "pages") == tree(built / "pages")


def test_a_bad_line_is_neither_lost_nor_moved(archive: Path, capsys: Capsys) -> None:
    """By documents that would write to its file, nor where an archive is divided, which writes all files anew."""
    settings = (archive / "archive.yml").read_text()
    (archive / "archive.yml").write_text(settings.replace('url: ""', "url: https://example.org/"))
    for name in ("records/2026/03/2026-03-04.jsonl", "coverage/2026-03.jsonl"):
        path = archive / name
        whole = path.read_bytes()
        path.write_bytes(bad := whole[:-9])
        assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE)]) == 1
        older = ("--to", str(archive.parent / "older"), "--before", "2026", "--url", "https://example.org/older/")
        assert name in refused(["split", *older, "--archive", str(archive)], capsys)
        assert path.read_bytes() == bad
        path.write_bytes(whole)
    assert not (archive.parent / "older").exists()


def closed(name: str, monkeypatch: Patch) -> None:
    """Have nobody look into folders of this name."""
    real = os.scandir

    def scandir(path: object) -> object:
        if str(path).endswith(name):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", scandir)


def test_a_folder_that_cannot_be_read_is_no_empty_one(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Among the documents to read in."""
    (tmp_path / "documents" / "closed").mkdir(parents=True)
    closed("closed", monkeypatch)
    line = refused(["ingest", "--archive", str(tmp_path / "a"), str(tmp_path / "documents")], capsys)
    assert line.endswith("closed: cannot be read: Permission denied; check its permissions")


def test_a_log_that_cannot_be_read_is_no_empty_one(archive: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Its pages would else be removed. What stands as it was left is not read at all."""
    pages = made(archive)
    (archive / "records" / "2027").mkdir()
    closed("records", monkeypatch)
    for command in (["build"], ["export", "jsonl"]):
        line = refused([*command, "--archive", str(archive)], capsys)
        assert line.endswith("records: cannot be read: Permission denied; check its permissions")
    assert made(archive) == pages


def bomb(last: str) -> str:
    """Ten lines that stand for a billion values."""
    levels = "abcdefghij"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{two}: &{two} [{', '.join([f'*{one}'] * 10)}]" for one, two in pairwise(levels)]
    return "\n".join([*lines, last, ""])


HOSTILE = {
    "nested lists": "x: " + "[" * 1_000_000,
    "nested tables": "x: " + "{a: " * 1_000_000,
    "nested items": "- " * 1_000_000,
    "nested keys": "? " * 1_000_000,
    "aliases": bomb("holidays: *j"),
    "merged tables": "a: &a {x: 1}\n"
    + "".join(f"b{k}: &b{k} {{<<: [{', '.join([f'*b{k - 1}'] * 9)}]}}\n" for k in range(1, 9)),
    "a list in itself": "same: &a [*a]\n",
    "a table in itself": "same: &a {<<: *a}\n",
    "a long number": "since: " + "9" * 10_000 + "\n",
    "a long number by sixties": "since: 1" + ":1" * 100_000 + "\n",
    "a truth that is none": "sample: !!bool maybe\n",
    "a number that is none": "since: !!int ''\n",
    "a time that is none": "since: !!timestamp x\n",
    "an object": "title: !!python/object/apply:os.system [exit]\n",
}


@for_each("name", ["archive.yml", "themes.yml", "same.yml", "cards.yml"])
@for_each("text", HOSTILE)
def test_hostile_yaml_is_refused(name: str, text: str, archive: Path, capsys: Capsys) -> None:
    """In one line that names the file: it takes neither the stack nor the memory."""
    path = archive / name
    held = path.read_text() if path.exists() else ""
    path.write_text(HOSTILE[text])
    assert name in refused(["build", "--archive", str(archive)], capsys)
    path.write_text(held)


def test_aliases_are_read_as_ever() -> None:
    """A few of them are of use."""
    assert yaml_text.read_yaml("a: &x [1, 2]\nb: *x\nc: {<<: &y {d: 1}, e: 2}\n", "x.yml") == {
        "a": [1, 2], "b": [1, 2], "c": {"d": 1, "e": 2},
    }  # fmt: skip


def test_looking_for_what_is_hostile_takes_no_time() -> None:
    def look(number: int) -> None:
        with pytest.raises(SettingsError):
            yaml_text.read_yaml("a: [x, &b y, *b]\n" * number + "\t", "x.yml")

    in_proportion(look, 8_000)


# What the command is told by its environment


@for_each("value", ["abc", "1e9", "-1e30", "9" * 30, "9" * 5_000, "-99999999999999", "nan", " "])
@for_each("command", ["build", "export jsonl", "check", "status days"])
def test_a_time_that_is_none(value: str, command: str, built: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    line = refused([*command.split(), "--archive", str(built)], capsys)
    assert line.startswith("daybook: SOURCE_DATE_EPOCH: ")
    assert line.endswith("is not a timestamp; set it to seconds since 1970, or unset it")


@for_each("command", ["build", "export jsonl", "check", "status days"])
@for_each("name", ["file", "loop", "file/below", "nowhere"])
def test_a_path_that_is_no_folder(name: str, command: str, tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "file").write_text("x")
    with suppress(FileExistsError):
        (tmp_path / "loop").symlink_to("loop")
    line = refused([*command.split(), "--archive", str(tmp_path / name)], capsys)
    assert str(tmp_path / name.partition("/")[0]) in line
    assert "; " in line


LINKS = (
    "records", "records/2026", "listings", "listings/2026/03", "coverage", "older", "attempts", "summaries", "digests",
    "pages", "pages/guide", "pages/papers", ".daybook", ".daybook/tmp",
)  # fmt: skip


@pytest.mark.parametrize("command", ["build --pages-only", "ingest"])
@for_each("name", LINKS)
def test_a_link_out_of_the_archive_is_not_followed(
    name: str, command: str, built: Path, archive: Path, tmp_path: Path, capsys: Capsys
) -> None:
    """An archive may come from anyone: nothing is written or removed where one of its folders leads elsewhere."""
    files = dict.fromkeys(("chapter.md", "index.md", "a.tmp"), "Years of work.")
    thesis = put(tmp_path / "thesis", files)
    shutil.rmtree(archive / name, ignore_errors=True)
    (archive / name).parent.mkdir(exist_ok=True)
    (archive / name).symlink_to(thesis)
    arguments = [*command.split(), "--archive", str(archive), *(map(str, FEW) if command == "ingest" else ())]
    assert refused(arguments, capsys) == f"daybook: {archive / name}: is a symbolic link; replace it with a folder"
    assert {path.name: path.read_text() for path in thesis.rglob("*")} == files
    (archive / name).unlink()
    if (built / name).exists():
        shutil.copytree(built / name, archive / name)


def test_what_came_is_added_to_a_file_and_to_nothing_beside_it(archive: Path, tmp_path: Path) -> None:
    """A person's file, also by way of a link or a pipe, and no other of that folder."""
    own = put(tmp_path / "own", dict.fromkeys(("came.md", f"{os.getpid()}.tmp"), "Mine.\n"))
    (own / "linked.md").symlink_to("came.md")
    Context(archive).add_to(own / "linked.md", "New.\n")
    Context(archive).add_to(own / "a" / "new.md", "New.\n")
    assert (own / "linked.md").is_symlink()
    assert (own / "came.md").read_text() == "Mine.\n\nNew.\n"
    assert (own / "a" / "new.md").read_text() == "New.\n"
    assert (own / f"{os.getpid()}.tmp").read_text() == "Mine.\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
def test_what_came_can_go_down_a_pipe(archive: Path, tmp_path: Path) -> None:
    """Such as /dev/stdout: it is neither read to an end that it has not nor replaced."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    Context(archive).add_to(pipe, "New.\n")
    assert os.read(reading, 100) == b"New.\n"
    os.close(reading)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["coverage/2026-03.jsonl", "archive.yml", "records/new.md", "."])
@pytest.mark.parametrize("command", [["fetch"], ["fetch", "--from", "2026-03-02", "--to", "2026-03-03"]])
def test_what_came_is_added_to_no_file_of_the_archive(
    command: list[str], name: str, archive: Path, capsys: Capsys
) -> None:
    before = tree(archive)
    line = refused([*command, "--archive", str(archive), "--summary", str(archive / name)], capsys)
    assert line.endswith("; name another file with --summary")
    assert tree(archive) == before
