"""`daybook check` names the papers whose formulas are too large to set, and calls it no fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator import cli
from tests.conftest import ROOT


def _paper(number: int, abstract: str) -> str:
    ident = f"2603.{number:05d}"
    title, categories = f"Title {number}", "cs.DC"
    return json.dumps(
        {"id": ident, "title": title, "abstract": abstract, "categories": categories, "update_date": "2026-03-03"}
    )


@pytest.mark.parametrize("times", [0, 1, 5])
def test_papers_with_large_formulas_are_named(times: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, of a few names; the pages show the source."""
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip('KaTeX is not installed: run "make setup"')
    large = r"$\begin{alignedat}{9999999}x\end{alignedat}$"
    papers = [_paper(number, f"We show {large} here.") for number in range(1, times + 1)]
    papers.append(_paper(9, r"We show $\begin{matrix}a&b\end{matrix}$."))
    document = tmp_path / "snapshot.jsonl"
    document.write_text("\n".join(papers) + "\n", encoding="utf-8")
    archive = ["--archive", str(tmp_path / "archive")]
    assert cli.main(["ingest", *archive, "--quiet", str(document)]) == 0
    assert cli.main(["render", *archive, "--quiet"]) == 0
    capsys.readouterr()
    assert cli.main(["check", *archive]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "too large" in line]
    names = ", ".join(f"2603.{number:05d}" for number in range(1, min(times, 3) + 1))
    more = " and 2 more" if times == 5 else ""
    assert said == ([f"formulas too large to typeset, shown as their source: {names}{more}"] if times else [])
    if times:
        page = next((tmp_path / "archive").rglob("2603.00001.md")).read_text(encoding="utf-8")
        assert "alignedat" in page
