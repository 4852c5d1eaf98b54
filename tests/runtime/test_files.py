"""Writing in one step."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.errors import StoreError
from generator.runtime import files


def test_only_changes_are_written(tmp_path: Path) -> None:
    """An equal file is not touched."""
    path = tmp_path / "a" / "b.txt"
    assert files.write(path, b"one", tmp_path / "scratch")
    before = path.stat().st_ino
    assert not files.write(path, b"one", tmp_path / "scratch")
    assert path.stat().st_ino == before
    assert files.write(path, b"two", tmp_path / "scratch")
    assert path.read_bytes() == b"two"
    assert list((tmp_path / "scratch").iterdir()) == []


def test_what_is_durable_reaches_the_disk_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file before it takes its name, the folder after; derived files need neither."""
    path = tmp_path / "a.txt"
    synced: list[bool] = []
    monkeypatch.setattr("os.fsync", lambda descriptor: synced.append(path.exists()))
    files.write(path, b"one", tmp_path / "scratch")
    assert synced == [False, True]
    files.write(path, b"two", tmp_path / "scratch", durable=False)
    assert len(synced) == 2


def test_a_line_is_put_at_the_end(tmp_path: Path) -> None:
    """On a line of its own, though a person left the file without its last line end."""
    path = tmp_path / "a" / "log.jsonl"
    files.append(path, b"one", tmp_path / "scratch")
    files.append(path, b"two", tmp_path / "scratch")
    assert path.read_bytes() == b"one\ntwo\n"
    path.write_bytes(b"edited")
    files.append(path, b"three", tmp_path / "scratch")
    assert path.read_bytes() == b"edited\nthree\n"


def test_a_folder_in_the_way_is_named(tmp_path: Path) -> None:
    """With the mend."""
    (tmp_path / "x").mkdir()
    with pytest.raises(StoreError, match="move it elsewhere"):
        files.write(tmp_path / "x", b"", tmp_path / "scratch")


def test_a_file_where_a_folder_belongs_is_named(tmp_path: Path) -> None:
    """Not a traceback."""
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError):
        files.write(tmp_path / "x" / "y", b"", tmp_path / "scratch")


def test_what_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: one line."""

    def full(descriptor: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    with pytest.raises(StoreError, match="No space left on device; check disk space"):
        files.write(tmp_path / "x", b"data", tmp_path / "scratch")


def test_sweep_removes_what_a_kill_left(tmp_path: Path) -> None:
    """Only half-written files of ours."""
    (tmp_path / "1.tmp").write_text("half")
    (tmp_path / "lock").write_text("")
    files.sweep(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["lock"]
