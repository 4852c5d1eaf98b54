"""`daybook export markdown DIR`: an archive's pages as a folder for any editor, beside what a person keeps there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator import cli
from generator.site.vault import LIST
from tests.cases import for_each


@pytest.fixture
def archive(content: Path, tmp_path: Path) -> Path:
    return shutil.copytree(content, tmp_path / "archive", ignore=shutil.ignore_patterns("pages", "site", ".daybook"))


def export(archive: Path, *arguments: str, code: int = 0) -> None:
    assert cli.main(["export", "--archive", str(archive), "markdown", *arguments]) == code


def held(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_pages_are_there(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the archive has them; no other file is, but the list of them."""
    folder = tmp_path / "vault"
    export(archive, str(folder))
    files = held(folder)
    listed = files.pop(LIST).decode().splitlines()
    assert files == {path: data for path, data in held(archive / "pages").items() if path.endswith(".md")}
    assert listed == sorted(files)
    assert f"{len(files)} pages in {folder}: {len(files)} written, 0 removed" in capsys.readouterr().out
    export(archive, str(folder))
    assert f"{len(files)} pages in {folder}: 0 written, 0 removed" in capsys.readouterr().out


def test_a_person_s_files_stay(archive: Path, tmp_path: Path) -> None:
    """Also in the pages' folders, and where the folder began with hidden ones; a page that is no more goes."""
    folder = tmp_path / "vault"
    own = {".obsidian/app.json": b"{}", "days/mine.md": b"Mine", "Ideas.md": b"Ideas"}
    (folder / ".obsidian").mkdir(parents=True)
    (folder / ".obsidian/app.json").write_bytes(b"{}")
    export(archive, str(folder))
    for path, text in own.items():
        (folder / path).write_bytes(text)
    (folder / LIST).write_text(
        (folder / LIST).read_text() + "days/gone.md\n../outside.md\n/etc/x.md\n.obsidian/app.json\n"
    )
    for path in (folder / "days/gone.md", tmp_path / "outside.md"):
        path.write_text("x")
    export(archive, str(folder))
    files = held(folder)
    assert own.items() <= files.items()
    assert "days/gone.md" not in files
    assert (tmp_path / "outside.md").exists()


@for_each("case", ["full", "taken", "own", "pages", "link", "file"])
def test_refusals(case: str, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with somebody's files, one within the archive, and a page's place that a person's file has."""
    folder, told = tmp_path / case / "vault", {
        "full": "is not empty, and Daybook did not write it; name a new or empty folder",
        "taken": "about.md: is not a page that Daybook wrote; rename it",
        "own": "lies in the archive; name a new or empty folder",
        "pages": "lies in the archive; name a new or empty folder",
        "link": "is a symbolic link; replace it with a folder",
        "file": "cannot be read: Not a directory",
    }[case]  # fmt: skip
    folder.parent.mkdir()
    if case == "file":
        folder.write_text("x")
    else:
        folder.mkdir()
    if case in ("full", "taken"):
        (folder / "about.md").write_text("Mine")
    if case == "taken":
        (folder / LIST).write_text("")
    if case == "link":
        (folder / "papers").symlink_to(tmp_path)
        (folder / LIST).write_text("")
    before = held(folder.parent)
    place = {"own": archive, "pages": archive / "pages"}.get(case, folder)
    capsys.readouterr()
    export(archive, f"{place}/", code=1)
    assert told in capsys.readouterr().err
    assert held(folder.parent) == before


def test_names_of_papers_are_no_folders(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An id of old form has a slash, as addresses and DOIs have."""
    for name in ("cs/0309901", "https://a.example/x/papers/2601/2601.90377.html", "papers/2601/2601.90377.html"):
        export(archive, name)
        assert capsys.readouterr().out.startswith("- ")
    with pytest.raises(SystemExit):
        export(archive, "./vault", "--theme", "scheduling")
