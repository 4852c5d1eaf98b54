"""Commands on a log that is packed, of an earlier version, or damaged."""

import lzma
import shutil
from pathlib import Path

import pytest
from daybook import cli
from daybook.log import documents
from daybook.log.statements import FORMER

from tests.conftest import SAMPLE
from tests.log.test_coverage_log import former, months, settle
from tests.log.test_packs import pack, raw
from tests.tools.forks import tree


@pytest.fixture
def archive(ingested: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ingested, tmp_path / "archive"))


def of_arxiv(files: dict[str, bytes]) -> set[bytes]:
    """The records that arXiv's documents gave."""
    lines = {line for name, data in files.items() if name.startswith("records") for line in data.splitlines()}
    return {line for line in lines if b'"source":"arxiv-' in line}


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


def test_split_moves_the_packs_of_older_years(archive: Path, tmp_path: Path) -> None:
    """With the documents of that year."""
    folder, older = archive, tmp_path / "older"
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


def test_an_unsound_file_is_one_line(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However many documents are to be ingested; and nothing is written."""
    lines = former(archive)
    (archive / FORMER).write_bytes(lines + b"{}\n")
    before = tree(archive)
    capsys.readouterr()
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"coverage.jsonl, line {len(lines.splitlines()) + 1}:" in line
    assert tree(archive) == before


def test_the_sample_as_an_archive_of_an_earlier_version(archive: Path) -> None:
    """Its papers, its check and what it becomes are the same."""
    folder = archive
    whole = tree(folder)
    former(folder)
    assert cli.main(["check", "--quiet", "--archive", str(folder)]) == 0
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), str(sorted(SAMPLE.iterdir())[0])]) == 0
    assert tree(folder) == whole


def test_a_line_in_another_months_file(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` names it; the next command that writes moves it."""
    folder = archive
    path = folder / "coverage" / "2026-03.jsonl"
    first, *lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines))
    path.with_name("2026-02.jsonl").write_bytes(first)
    capsys.readouterr()
    assert cli.main(["check", "--archive", str(folder)]) == 0
    said = "coverage/2026-02.jsonl: lines of other months: 1; the next ingest, fetch or build moves them to theirs"
    assert said in capsys.readouterr().out.splitlines()
    settle(folder)
    assert path.read_bytes() == b"".join((first, *lines))
    assert months(folder) == ["2026-03"]
