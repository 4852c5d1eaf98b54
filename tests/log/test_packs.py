"""Raw documents of a month in one file: the same bytes each time, read like the documents, nothing lost."""

import gzip
import hashlib
import lzma
import re
import shutil
from pathlib import Path

import pytest
from daybook import cli
from daybook.errors import Refused
from daybook.log import documents

from tests.conftest import SAMPLE
from tests.log.dying import dying
from tests.tools.forks import tree

MONTH = "2026-03"


@pytest.fixture
def archive(ingested: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ingested, tmp_path / "archive"))


def raw(folder: Path) -> list[Path]:
    return sorted((folder / "listings").rglob("*.gz"))


def of_arxiv(files: dict[str, bytes]) -> set[bytes]:
    """The records that arXiv's documents gave."""
    lines = {line for name, data in files.items() if name.startswith("records") for line in data.splitlines()}
    return {line for line in lines if b'"source":"arxiv-' in line}


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


def test_it_is_ingested_as_its_documents_are(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Into the same archive nothing is new, and no document is kept twice; into a new one, all that was."""
    path = pack(archive)
    before = tree(archive)
    number = len(documents.packed_names(path))
    capsys.readouterr()
    assert cli.main(["ingest", "--archive", str(archive), str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"{number} documents read; nothing new" in lines
    assert all(line.startswith(f"{path}/2026-03-0") for line in lines[:number])
    assert tree(archive) == before
    again = tmp_path / "again"
    assert cli.main(["ingest", "--quiet", "--archive", str(again), str(archive / "listings")]) == 0
    assert of_arxiv(tree(again)) == of_arxiv(before)  # other sites' documents were not kept


def test_check_reads_it(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound one is no fault; one that is cut off is, and so is one with another document under an old name."""
    path = pack(archive)
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 0
    data = path.read_bytes()
    path.write_bytes(data[:-30])
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    assert "is a damaged .tar.xz file" in capsys.readouterr().err
    whole = lzma.decompress(data)
    first = next(documents.unpacked(path))[1][:40]
    path.write_bytes(lzma.compress(whole.replace(first, first.swapcase(), 1)))
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    assert "content changed; raw documents are never edited" in capsys.readouterr().err


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


def test_a_damaged_pack_costs_no_other_document(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names it; the rest of the folder is read."""
    path = pack(archive)
    path.write_bytes(path.read_bytes()[:900])
    good = archive / "listings" / "good.txt"
    good.write_bytes((SAMPLE / "2026-03-04-listing.txt").read_bytes())
    again = tmp_path / "again"
    capsys.readouterr()
    assert cli.main(["ingest", "--archive", str(again), str(archive / "listings")]) == 1
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert line.startswith(f"daybook: {path}: is a damaged .tar.xz file (")
    assert "1 of 2 documents read, 1 refused" in told.out


@pytest.mark.parametrize("changed", [False, True])
def test_a_damaged_or_changed_document_stops_the_packing_of_its_month(changed: bool, archive: Path) -> None:
    """It is named, and all stay: else the pack, which is never rewritten, would be a fault for good."""
    path = raw(archive)[2]
    path.write_bytes(gzip.compress(b"by hand") if changed else path.read_bytes()[:40])
    before = tree(archive)
    said = ".*content changed; restore it from git" if changed else ""
    with pytest.raises(Refused, match=re.escape(path.name) + said):
        documents.pack(archive, MONTH, raw(archive))
    assert tree(archive) == before


def test_a_large_document_of_a_pack_is_refused(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the pack says of its size, before it is unpacked."""
    path = pack(archive)
    monkeypatch.setattr(documents, "MOST_BYTES", 100)
    source = documents.find(path)[0]
    with pytest.raises(Refused, match="too large"):
        source.data()


def test_documents_of_a_pack_are_read_in_any_order(archive: Path) -> None:
    found = documents.find(pack(archive))
    for source in (*found[::-1], *found):
        assert hashlib.sha256(source.data()).hexdigest()[:16] == source.name.rpartition("-")[2]
        assert source.hash() == hashlib.sha256(source.data()).hexdigest()


def test_split_moves_the_packs_of_older_years(tmp_path: Path) -> None:
    """With the documents of that year."""
    folder, older = tmp_path / "archive", tmp_path / "older"
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), str(SAMPLE)]) == 0
    text = (folder / "archive.yml").read_text()
    (folder / "archive.yml").write_text(text.replace('url: ""', 'url: "https://example.org/"'))
    (path,) = [path for path in raw(folder) if "listing" in path.name][:1]
    old = folder / "listings" / "2025" / "12" / path.name.replace("2026-03", "2025-12")
    old.parent.mkdir(parents=True)
    old.write_bytes(path.read_bytes())
    documents.pack(folder, "2025-12", [old])
    (packed,) = documents.packs_of(folder, "2025-12")
    arguments = ["--before", "2026", "--to", str(older), "--url", "https://example.org/older/"]
    data = packed.read_bytes()
    cli.main(["split", "--quiet", "--archive", str(folder), *arguments])
    assert [path.read_bytes() for path in documents.packs_of(older, "2025-12")] == [data]
    assert documents.packs_of(folder, "2025-12") == []
