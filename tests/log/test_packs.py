"""Raw documents of a month in one file: the same bytes each time, read like the documents, nothing lost."""

import gzip
import hashlib
import io
import re
import tarfile
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.log import documents
from daybook.log.store import Document
from daybook.model.jsonl import document_hash

from tests.log.dying import dying
from tests.log.test_log import add
from tests.makers import ABSTRACT, entry, listing
from tests.tools.forks import tree

MONTH = "2026-03"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Of seven documents that repeat each other."""
    said = ABSTRACT.encode() * 20
    for number in range(7):
        raw = said + bytes([number])
        page = listing(entry(f"Paper {number}", arxiv_id=f"2603.0000{number + 1}"))
        add(tmp_path / "archive", Document(name="", hash=document_hash(raw), listings=(page,), raw=raw))
    return tmp_path / "archive"


def raw(folder: Path) -> list[Path]:
    return sorted((folder / "listings").rglob("*.gz"))


def pack(folder: Path) -> Path:
    documents.pack(folder, MONTH, raw(folder))
    (path,) = documents.packs_of(folder, MONTH)
    return path


def test_the_documents_are_in_it_and_nowhere_else(archive: Path) -> None:
    """Under their names, in fewer bytes; packing again makes the same bytes."""
    before = {path.stem: gzip.decompress(path.read_bytes()) for path in raw(archive)}
    size = sum(path.stat().st_size for path in raw(archive))
    copies = {path.name: path.read_bytes() for path in raw(archive)}
    path = pack(archive)
    assert dict(documents.unpacked(path)) == before
    assert raw(archive) == []
    assert path.stat().st_size < size
    data = path.read_bytes()
    path.unlink()
    for name, copy in copies.items():
        (archive / "listings" / name).write_bytes(copy)
    assert pack(archive).read_bytes() == data


@pytest.mark.parametrize("kills", range(6))
def test_killed_anywhere_nothing_is_lost(kills: int, archive: Path) -> None:
    """Before and after the pack is written, and after any document is removed; the next call finishes."""
    before = {path.stem for path in raw(archive)}
    with dying(kills, "write", "remove"):
        documents.pack(archive, MONTH, raw(archive))
        pytest.fail("it did more than that")
    packed = {name for path in documents.packs_of(archive, MONTH) for name in documents.packed_names(path)}
    assert packed | {path.stem for path in raw(archive)} == before
    assert set(documents.packed_names(pack(archive))) == before
    assert raw(archive) == []


def test_documents_that_come_late_get_a_pack_of_their_own(archive: Path) -> None:
    """The first is never rewritten."""
    late = raw(archive)[0]
    data = late.read_bytes()
    late.unlink()
    first = pack(archive)
    was = first.read_bytes()
    late.parent.mkdir(parents=True)
    late.write_bytes(data)
    documents.pack(archive, MONTH, raw(archive))
    assert len(documents.packs_of(archive, MONTH)) == 2
    assert first.read_bytes() == was


@pytest.mark.parametrize("changed", [False, True])
def test_a_damaged_or_changed_document_stops_the_packing_of_its_month(changed: bool, archive: Path) -> None:
    """It is named, and all stay: else the pack, which is never rewritten, would be a fault for good."""
    path = raw(archive)[2]
    path.write_bytes(gzip.compress(b"by hand") if changed else path.read_bytes()[:40])
    before = tree(archive)
    said = ".*content changed; .* restore it from git" if changed else ""
    with pytest.raises(Refused, match=re.escape(path.name) + said):
        documents.pack(archive, MONTH, raw(archive))
    assert tree(archive) == before


@pytest.mark.parametrize(
    ("sizes", "kind", "told"),
    [
        ([100], tarfile.REGTYPE, ""), ([101], tarfile.REGTYPE, "'0-x+', .*too large"), ([1, 1, 1], tarfile.REGTYPE, ""),
        ([1, 1, 1, 1], tarfile.REGTYPE, "'3-x+', .*too large"), ([0], tarfile.SYMTYPE, "no document"),
        ([100, 99, 1], tarfile.REGTYPE, ""), ([100, 99, 2], tarfile.REGTYPE, "'2-x+', .*too large"),
    ],
)  # fmt: skip
def test_packs_within_limits(
    sizes: list[int], kind: bytes, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what a pack says of sizes, before anything is unpacked."""
    for name, most in (("MOST_BYTES", 100), ("MOST_UNPACKED", 200), ("MOST", 3)):
        monkeypatch.setattr(documents, name, most)
    path = tmp_path / "2026-03-a.tar.xz"
    with tarfile.open(path, "w:xz") as tar:
        for number, size in enumerate(sizes):
            member = tarfile.TarInfo(f"{number}-{'x' * 90}")
            member.type, member.size = kind, size
            tar.addfile(member, io.BytesIO(b"x" * size))
    if told:
        with pytest.raises(Refused, match=told) as refused:
            list(documents.unpacked(path, 100))
        assert "x" * 78 in str(refused.value)
        assert "x" * 79 not in str(refused.value)
        (source,) = documents.find(path)
        with pytest.raises(Refused):
            source.data()
        assert not documents.is_packed(tmp_path, MONTH, "0")
    else:
        assert [len(content) for _, content in documents.unpacked(path, 100)] == sizes
        assert [source.size() for source in documents.find(path)] == sizes


def test_a_damaged_pack_is_said(archive: Path) -> None:
    """At its end, too, where its sums stand; then none of its documents is taken to be in it, and none is removed."""
    path = pack(archive)
    assert documents.is_packed(archive, MONTH, documents.packed_names(path)[0])
    assert not documents.is_packed(archive, MONTH, "other")
    assert not documents.is_packed(archive, "2026-04", documents.packed_names(path)[0])
    data = path.read_bytes()
    path.write_bytes(data[:-20] + bytes(20))
    with pytest.raises(Refused, match=r"is a damaged .tar.xz file .*restore it from git"):
        list(documents.unpacked(path))
    with pytest.raises(Refused, match="does not contain 'other'"):
        documents.Members(put_back(path, data), 100_000).read("other")


def put_back(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_documents_of_a_pack_are_read_in_any_order(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In theirs it is unpacked once, however often each is read."""
    found, real, times = documents.find(pack(archive)), documents.unpacked, list[Path]()
    monkeypatch.setattr(documents, "unpacked", lambda path, most: (times.append(path), real(path, most))[1])
    for source in found:
        assert source.head() == source.data()
    assert len(times) == 1
    for source in (*found[::-1], *found):
        assert hashlib.sha256(source.data()).hexdigest()[:16] == source.name.rpartition("-")[2]
        assert source.hash() == hashlib.sha256(source.data()).hexdigest()
