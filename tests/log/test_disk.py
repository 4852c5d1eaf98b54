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

from tests.cases import for_each
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
    assert (clone.root, clone.branch(), clone.remote()) == (folder.resolve(), "main", str(up))
    assert clone.not_committed(folder / "sub") == ["sub/archive.yml"]
    assert clone.files(folder / "sub") == [folder.resolve() / "sub/archive.yml"]
    assert [clone.ignores(folder / name) for name in ("sub/pages/a.md", "a.txt")] == [True, False]
    assert (clone.text("a.txt"), clone.text("none"), clone.not_pushed()) == ("a", None, 0)
    assert clone.last_commit() is not None
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
    git(folder, "config", "user.email", "ada@example.org")
    assert clone.author() == "Ada <ada@example.org>"
    assert disk.find_clone(tmp_path) is None


@for_each(
    ("remote", "place"),
    [
        ("git@github.com:teapots/daily.git", ("teapots", "daily")), ("https://github.com/a/b", ("a", "b")),
        ("https://token@github.com/a/b.git/", ("a", "b")), ("https://example.org/a/b", None),
    ],
)  # fmt: skip
def test_a_repository_on_github(remote: str, place: tuple[str, str] | None) -> None:
    assert disk.on_github(remote) == place


def test_versions_of_programs() -> None:
    assert disk.version("git")[0].isdigit()
    assert disk.version("no-such-program") == ""


def test_sizes_by_kind_and_month(tmp_path: Path) -> None:
    """Of metadata, the month is that of the papers' ids, which begin in 1991."""
    put(tmp_path, {
        "records/2026/03/2026-03-03.jsonl": "1", "records/harvest/9107-2.jsonl": "22",
        "records/harvest/9012.jsonl": "2", "coverage/2026-03.jsonl": "333", "coverage.jsonl": "55555",
        "older/note": "4", "pages/index.md": "no",
    })  # fmt: skip
    found = disk.measure(tmp_path)
    assert found.months() == ["1991-07", "2026-03", "2090-12"]
    assert (found.of(), found.of("records"), found.of(month="2026")) == ((6, 13), (3, 4), (2, 4))
    assert (found.of("statements"), found.largest) == ((2, 8), (5, "coverage.jsonl"))
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


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in LIMITS.items():
        monkeypatch.setattr(documents, name, most)


@for_each(
    ("data", "told"),
    [
        (b"123456789", ""), (b"1234567890", "is longer than"), (b"\n" * 3, ""),
        (b"\n" * 4, "the last of 4 empty lines"),
        (b"\r\n" * 3 + b"123\n" + b"\r\n" * 3, ""),
        (b"12\n" * 20, ""), (gzip.compress(b"12\n" * 16), ""),
        (gzip.compress(b"12\n" * 400), "unpacks to more than 2 times"),
        (gzip.compress(b"1\n")[:-9], "is a damaged .gz"),
    ],
)  # fmt: skip
def test_lines_within_limits(data: bytes, told: str, tmp_path: Path, limited: None) -> None:
    """One on each side of each."""
    (tmp_path / "d").write_bytes(data)
    (source,) = documents.find(tmp_path / "d")
    if told:
        with pytest.raises(Refused, match=told):
            list(source.lines())
    else:
        plain = gzip.decompress(data) if source.packed else data
        assert b"".join(source.lines()) == plain
        assert source.hash() == hashlib.sha256(plain).hexdigest()


@for_each(("size", "refused"), [(50, False), (51, True)])
def test_documents_within_limits(size: int, refused: bool, tmp_path: Path, limited: None) -> None:
    (tmp_path / "d").write_bytes(b"x" * size)
    (tmp_path / ".hidden").write_bytes(b"x")
    (source,) = documents.find(tmp_path)
    assert (source.head(), source.size(), source.packed) == (b"x" * size, size, False)
    if refused:
        with pytest.raises(Refused, match="contains more than 0 MB"):
            source.data()
    else:
        assert source.data() == b"x" * size


def test_what_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        documents.find(tmp_path / "none")
    with pytest.raises(Refused, match="contains no files"):
        documents.find(tmp_path)
