"""`daybook export` of formats that are a file of the whole archive: that of the site, where it has one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator import cli, exports
from generator.exports import Export

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(str(path) for path in (ROOT / "tests" / "sample" / "documents").iterdir())[:6]
PACKED = [export for export in exports.EXPORTS if export.packs]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a digest by a person, and with its site."""
    folder = tmp_path_factory.mktemp("archive")
    shutil.copy(ROOT / "content" / "archive.yml", folder)
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), *DOCUMENTS]) == 0
    (folder / "digests").mkdir()
    (folder / "digests" / "2026-03-03.md").write_text("A day of *tides*.\n", encoding="utf-8")
    assert cli.main(["build", "--quiet", "--archive", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("export", PACKED, ids=lambda export: export.name)
def test_the_file_is_that_of_the_site(export: Export, archive: Path, tmp_path: Path) -> None:
    """Where that has it, whatever it is called; the database with what a person wrote."""
    if not export.places:
        pytest.importorskip("pyarrow")
    output, again = tmp_path / "file", tmp_path / "again"
    for path in (output, again):
        assert cli.main(["export", export.name, "--quiet", "--archive", str(archive), "--output", str(path)]) == 0
    assert output.read_bytes() == again.read_bytes()
    if export.places:
        assert output.read_bytes() == (archive / "site" / export.entry).read_bytes()
    assert export.name != "sqlite" or b"A day of *tides*." in output.read_bytes()


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_the_citations_of_all_papers_are_those_of_the_site(name: str, archive: Path, tmp_path: Path) -> None:
    """A small archive has them packed, as releases have them: of what may be published."""
    (export,) = (each for each in exports.EXPORTS if each.name == name)
    output = tmp_path / "papers.gz"
    options = ["--quiet", "--archive", str(archive), "--published", "--output", str(output)]
    assert cli.main(["export", name, *options]) == 0
    assert output.read_bytes() == (archive / "site" / export.entry).read_bytes()
    assert not export.on_site(exports.SMALL + 1)


def test_what_was_written_is_said(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many papers, where, and how large."""
    output = tmp_path / "a.sqlite"
    assert cli.main(["export", "sqlite", "--archive", str(archive), "--output", str(output)]) == 0
    papers = json.loads((archive / "site" / "api/v1/index.json").read_bytes())["counts"]["papers"]
    said = f"{papers} papers written to {output} ({output.stat().st_size / 1e6:,.1f} MB)\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "sqlite cannot be printed; add --output FILE"),
        (["2603.00356", "--output", "x"], "sqlite is made of the whole archive; name no papers"),
        (["--category", "cs.DC", "--output", "x"], "sqlite is made of the whole archive; name no papers"),
    ],
)
def test_wrong_use(options: list[str], message: str, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is said in one line, with exit code 2."""
    with pytest.raises(SystemExit, match="2"):
        cli.main(["export", "sqlite", "--archive", str(archive), *options])
    assert message in capsys.readouterr().err
