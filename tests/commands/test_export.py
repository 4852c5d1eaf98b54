"""`daybook export`: which papers are printed, where to, and what is said of those that are not held."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from generator import cli, exports


def export(archive: Path, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, list[str]]:
    """What is printed, and the lines on standard error."""
    capsys.readouterr()
    assert cli.main(["export", "--archive", str(archive), *arguments]) == code
    said = capsys.readouterr()
    return said.out, said.err.splitlines()


def keys(bibtex: str) -> list[str]:
    return re.findall(r"^@\w+\{(.+),$", bibtex, re.MULTILINE)


@pytest.mark.parametrize("form", exports.formats())
def test_all_papers_in_each_format(content: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Without a choice, what `daybook papers` prints; twice the same."""
    printed, said = export(content, capsys, form)
    assert not said
    assert cli.main(["papers", "--archive", str(content), "--format", form]) == 0
    assert capsys.readouterr().out == printed


def test_papers_by_name(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the names, each once, also behind options; those that are not held are told, one line each."""
    names = ["cs/0309901", "https://arxiv.org/abs/2603.90047v1", "no-such-paper"]
    more = ["https://a.example/x/papers/2601/2601.90377.html#cite", "arXiv:2603.90047", "10.48550/arXiv.2512.90815"]
    printed, said = export(content, capsys, "bibtex", *names, "--quiet", *more, code=1)
    assert keys(printed) == ["arXiv:cs/0309901", "arXiv:2603.90047", "arXiv:2601.90377", "arXiv:2512.90815"]
    (line,) = said
    assert line.startswith("daybook: no-such-paper: no such paper in this archive")


def test_papers_without_an_id_and_by_doi(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    papers = [json.loads(line) for line in export(content, capsys, "jsonl")[0].splitlines()]
    known = next(paper["key"] for paper in papers if not paper["arxiv_id"])
    assert keys(export(content, capsys, "bibtex", known, f"daybook:{known}")[0]) == [f"daybook:{known}"]
    doi, key = next((paper["doi"], paper["key"]) for paper in papers if paper["doi"] and paper["arxiv_id"])
    assert keys(export(content, capsys, "bibtex", f"https://doi.org/{doi}")[0]) == [f"arXiv:{key}"]


def test_papers_by_theme_category_and_day(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All of them together; one of several themes is enough."""
    papers = {paper["key"]: paper for paper in map(json.loads, export(content, capsys, "jsonl")[0].splitlines())}
    other = next(slug for paper in papers.values() for slug in paper["themes"] if slug != "cloud-serverless")
    chosen = ("--theme", "CLOUD-serverless", "--theme", other, "--category", "cs.dc")
    found = [json.loads(line) for line in export(content, capsys, "jsonl", *chosen)[0].splitlines()]
    assert 0 < len(found) < len(papers)
    slugs = {"cloud-serverless", other}
    assert [paper["key"] for paper in found] == [
        key for key, paper in papers.items() if slugs & set(paper["themes"]) and "cs.DC" in paper["categories"]
    ]
    days = export(content, capsys, "csv", "--from", "2026-03-03", "--to", "2026-03-03")[0]
    assert 1 < len(days.splitlines()) < len(papers)
    assert export(content, capsys, "csl", "--to", "1999-01-01")[0] == "[\n]\n"
    _, (line,) = export(content, capsys, "csl", "--theme", "cloud-serverles", code=1)
    assert "did you mean cloud-serverless?" in line


def test_files(content: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Written in one step, packed by their name, the same each time; never the archive's own, nor what is no file."""
    printed, _ = export(content, capsys, "ris")
    plain, packed = tmp_path / "new" / "all.ris", tmp_path / "all.ris.gz"
    assert export(content, capsys, "ris", "--output", str(plain))[0] == f"69 papers written to {plain}\n"
    export(content, capsys, "ris", "--output", str(packed), "--quiet")
    assert plain.read_bytes().decode() == gzip.decompress(packed.read_bytes()).decode() == printed
    first = packed.read_bytes()
    export(content, capsys, "ris", "--output", str(packed))
    assert packed.read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.ris.gz", "new"]
    for bad in (content / "archive.yml", tmp_path, "/dev/null"):
        _, (line,) = export(content, capsys, "ris", "--output", str(bad), code=1)
        assert "--output" in line
