"""An archive on disk: its clone, its sizes, and how its files stood; documents within their limits."""

import gzip
import hashlib
import os
import shutil
from pathlib import Path

import pytest
from daybook.errors import Refused, StoreError
from daybook.log import disk, documents
from daybook.log.disk import Inventory
from daybook.runtime import state
from daybook.runtime.files import digest
from daybook.sources.plain_text import HEAD_BYTES

from tests.cases import Patch, for_each
from tests.makers import put
from tests.test_git import git


def test_what_git_tells_of_a_clone(tmp_path: Path) -> None:
    """Of a clone in another folder; where nothing is known, nothing is told."""
    up, folder = tmp_path / "up", tmp_path / "clone"
    git(tmp_path, "init", "-q", "-b", "main", str(up))
    put(up, {"a.txt": "a"})
    git(up, "add", ".")
    git(up, "commit", "-qm", "a")
    git(tmp_path, "clone", "-q", str(up), str(folder))
    git(folder, "remote", "add", "copy", "elsewhere")
    put(folder, {"sub/archive.yml": "", ".gitignore": "pages/\n", "sub/pages/a.md": ""})
    clone = disk.find_clone(folder / "sub")
    assert clone is not None
    assert disk.repository(folder / "sub") == folder.resolve() / ".git"
    assert (clone.root, clone.branch(), clone.remote()) == (folder.resolve(), "main", str(up))
    assert clone.not_committed(folder / "sub") == ["sub/archive.yml"]
    assert clone.files(folder / "sub") == [folder.resolve() / "sub/archive.yml"]
    assert [clone.ignores(folder / name) for name in ("sub/pages/a.md", "a.txt")] == [True, False]
    assert (clone.text("a.txt"), clone.text("none"), clone.not_pushed()) == ("a", None, 0)
    assert str(clone.last_commit()).startswith(git(up, "log", "--format=%cs").strip())
    git(folder, "checkout", "-q", "-b", "aside")
    git(folder, "commit", "-qm", "b", "--allow-empty")
    git(folder, "branch", "-q", "-u", "origin/main")
    assert clone.not_pushed() == 1
    git(up, "checkout", "-q", "-b", "kept-1")
    git(up, "commit", "-qm", "c", "--allow-empty")
    git(folder, "fetch", "-q", "origin")
    assert (clone.kept_apart("kept-*"), clone.kept_apart("other-*")) == (["origin/kept-1"], [])
    git(folder, "remote", "rename", "origin", "first")
    assert clone.remote() == "elsewhere"  # the first by name
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "")
    assert clone.author() == ""
    git(folder, "config", "user.email", "ada@example.org")
    assert clone.author() == "Ada <ada@example.org>"
    assert disk.find_clone(tmp_path) is None
    git(tmp_path, "init", "-q", str(tmp_path / "new"))
    new = disk.Clone(tmp_path / "new")
    assert (new.remote(), new.last_commit(), new.not_pushed(), new.files(new.root)) == ("", None, 0, [])
    assert disk.repository(tmp_path) is None


@for_each(
    ("remote", "place"),
    [
        ("git@github.com:teapots/daily.git", ("teapots", "daily")), ("https://github.com/a/b", ("a", "b")),
        ("https://token@github.com/a/b.git/", ("a", "b")), ("https://example.org/a/b", None),
    ],
)  # fmt: skip
def test_a_repository_on_github(remote: str, place: tuple[str, str] | None) -> None:
    assert disk.on_github(remote) == place


def test_versions_of_programs(monkeypatch: Patch, tmp_path: Path) -> None:
    assert f"git version {disk.version('git')}" in git(Path(), "--version")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert disk.version("git") == ""
    with pytest.raises(StoreError, match="node: is no program that daybook starts; report it"):
        disk.version("node")


def test_sizes_by_kind_and_month(tmp_path: Path) -> None:
    """Of metadata, the month is that of the papers' ids, which begin in 1991."""
    put(tmp_path, {
        "records/2026/03/2026-03-03.jsonl": "1", "records/harvest/9107-2.jsonl": "22",
        "records/harvest/9012.jsonl": "2", "records/harvest/9203.jsonl": "",
        "coverage/2026-03.jsonl": "333", "coverage.jsonl": "55555",
        "older/note": "4", "pages/index.md": "no",
    })  # fmt: skip
    found = disk.measure(tmp_path)
    assert found.months() == ["1991-07", "1992-03", "2026-03", "2090-12"]
    assert (found.of(), found.of("records"), found.of(month="2026")) == ((7, 13), (4, 4), (2, 4))
    assert (found.of("statements"), found.largest) == ((2, 8), (5, "coverage.jsonl"))
    assert found.months("records") == ["1991-07", "1992-03", "2026-03", "2090-12"]
    assert (found.of("statements", "2026-03"), found.months("statements")) == ((1, 3), ["2026-03"])
    assert disk.measure(tmp_path / "none").largest == (0, "")
    assert (disk.weight(tmp_path / "pages"), disk.weight(tmp_path / "none")) == (2, 0)


def test_only_what_changed_is_mended(tmp_path: Path) -> None:
    """A file replaced, or changed in place in one of the newest three folders; an unsound one is told of each time."""
    folder = put(tmp_path / "a", {f"records/{year}/a.jsonl": str(year) for year in range(2020, 2026)})
    put(folder, {"records/2020/b.txt": "not of the log"})

    def mended(unsound: str = "") -> list[str]:
        found: list[str] = []

        def mend(name: str) -> None:
            found.append(name.removeprefix("records/"))
            if name.endswith(unsound) and unsound:
                raise StoreError("is unsound")

        with state.of(folder).writing():
            faults = Inventory(folder, "tested", ("records",)).settle(mend)
        assert len(faults) == bool(unsound)
        return found

    assert len(mended()) == 6
    assert mended() == []
    for year in (2022, 2023):  # the fourth and the third folder from the end
        path, before = folder / f"records/{year}/a.jsonl", (folder / f"records/{year}").stat()
        path.write_text("in place")
        os.utime(path.parent, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert mended() == ["2023/a.jsonl"]
    put(folder, {"records/2021/new.jsonl": "new"})
    assert mended("new.jsonl") == ["2021/new.jsonl"]
    (folder / "records/2021").touch()
    assert mended("new.jsonl") == ["2021/new.jsonl"]
    hashes = Inventory(folder, "tested", ("records",)).contents()
    assert len(hashes) == 7
    assert hashes["records/2021/new.jsonl"] == ""
    assert hashes["records/2023/a.jsonl"] == digest(b"in place") != hashes["records/2022/a.jsonl"]
    shutil.rmtree(folder / "records")
    assert Inventory(folder, "tested", ("records",)).contents() == {}


LIMITS = {"MOST_BYTES": 50, "MOST_LINE": 9, "MOST_BLANK": 3, "MOST_RATIO": 2}
PACKED = gzip.compress(b"12\n" * 40)


@for_each(
    ("data", "limits", "told"),
    [
        (b"123456789", LIMITS, ""), (b"1234567890", LIMITS, "line 1: is longer than"), (b"\n" * 3, LIMITS, ""),
        (b"12\n" + b"\n" * 4, LIMITS, "line 5: is the last of 4 empty lines"),
        (b"\r\n" * 3 + b"123\n" + b"\r\n" * 3, LIMITS, ""), (b"12\n" * 20, LIMITS, ""), (b"", LIMITS, ""),
        (gzip.compress(b"12\n" * 16), LIMITS, ""), (gzip.compress(b"1\n")[:-9], LIMITS, "is a damaged .gz"),
        (PACKED + bytes(60 - len(PACKED)), LIMITS, ""),  # 120 bytes, twice as many: the end of a .gz may be padded
        (PACKED + bytes(59 - len(PACKED)), LIMITS, "unpacks to more than 2 times"),
        (b"\n" * 1_000, {}, ""), (b"\n" * 1_001, {}, "line 1001: is the last of 1,001 empty lines"),
        (b"x" * 4_000_000, {}, ""), (b"x" * 4_000_001, {}, "is longer than 4 MB"),
        (gzip.compress(b"x" * 999_999), {"MOST_BYTES": 50, "MOST_RATIO": 2_000}, ""),
        (gzip.compress(b"x" * 999_999), {"MOST_BYTES": 50}, "unpacks to more than 200 times"),
    ],
)  # fmt: skip
def test_lines_within_limits(data: bytes, limits: dict[str, int], told: str, tmp_path: Path) -> None:
    """One on each side of each."""
    (tmp_path / "d").write_bytes(data)
    (source,) = documents.find(tmp_path / "d")
    with pytest.MonkeyPatch.context() as patch:
        for name, most in limits.items():
            patch.setattr(documents, name, most)
        if told:
            with pytest.raises(Refused, match=told):
                list(source.lines())
        else:
            plain = gzip.decompress(data) if source.packed else data
            assert b"".join(source.lines()) == plain
            assert source.hash() == hashlib.sha256(plain).hexdigest()


@for_each(
    ("size", "most"), [(50, 50), (51, 50), (64_000_000, documents.MOST_BYTES), (64_000_001, documents.MOST_BYTES)]
)
def test_documents_within_limits(size: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_BYTES", most)
    path = tmp_path / "d"
    path.write_bytes(gzip.compress(bytes(size)) if size < 100 else b"")
    if size > 100:
        os.truncate(path, size)  # which takes no room
    (tmp_path / ".hidden").write_bytes(b"x")
    (source,) = documents.find(tmp_path)
    assert (source.head(), source.packed) == (bytes(min(size, HEAD_BYTES)), size < 100)
    assert source.size() == path.stat().st_size
    if size > most:
        with pytest.raises(Refused, match="unpacks to more than 0 MB" if source.packed else "contains more than 64 MB"):
            source.data()
    else:
        assert source.data() == bytes(size)


def test_what_is_no_document(tmp_path: Path) -> None:
    """A name that is none; a folder without files; what is no file; what cannot be opened or read."""
    for path, told in ((tmp_path / "none", "does not exist"), (tmp_path, "contains no files")):
        with pytest.raises(Refused, match=told):
            documents.find(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="is not a file"):
        documents.find(tmp_path / "pipe")
    for reader in (documents.DocumentFile.data, documents.DocumentFile.head):
        with pytest.raises(Refused, match="cannot be opened: Is a directory"):
            reader(documents.DocumentFile(tmp_path, packed=False))
