"""`daybook search`: what is found, and how it is printed."""

import json
import shutil
from pathlib import Path

import pytest
from daybook import cli

from tests.cases import Capsys, for_each
from tests.search.asked import ASKED, Asked

SNAPSHOT = {
    "title": "A Late Quokka",
    "abstract": "We study quokkas.",
    "categories": "cs.NI",
    "update_date": "2026-03-03",
}


def search(archive: Path, capsys: Capsys, *arguments: str) -> str:
    capsys.readouterr()
    assert cli.main(["search", "--archive", str(archive), *arguments]) == 0
    return capsys.readouterr().out


def ids(text: str) -> list[str]:
    """The names that begin the results."""
    return [block.split()[0] for block in text.split("\n\n")[1:]]


def test_a_result_is_a_name_a_title_and_what_it_is_about(content: Path, capsys: Capsys) -> None:
    out = search(content, capsys, "company they keep")
    assert out.splitlines() == [
        "1 paper",
        "",
        "2603.90047  Rookery: Placing Microservices by the Company They Keep",
        "  Temitope Bankole-Ferri, Joachim Niederhauser, Soo-ah Nam · 3 March 2026 · cs.DC",
        "  A call graph cut every ten minutes decides where pods go: check-out latency falls from 620 ms to 455 ms.",
    ]


@pytest.mark.parametrize("query", ["2603.90047", "arXiv:2603.90047v1", "https://arxiv.org/abs/2603.90047"])
def test_the_first_result_of_an_id_is_that_paper(query: str, content: Path, capsys: Capsys) -> None:
    assert ids(search(content, capsys, query)) == ["2603.90047"]


@for_each("asked", ASKED)
def test_queries_of_the_table_find_what_it_says(asked: Asked, content: Path, capsys: Capsys) -> None:
    out = search(content, capsys, "--limit", "1", "--", asked.query)
    assert ids(out) == ([asked.first] if asked.first else [])
    assert out.startswith(asked.said)


def test_a_typing_error_and_a_place_are_said(content: Path, capsys: Capsys) -> None:
    assert search(content, capsys, "byzntine").startswith("With “byzantine” instead of “byzntine”: 3 papers\n")
    assert search(content, capsys, "2026-03-03").startswith("day: 3 March 2026 (days/2026/2026-03-03.html)\n")
    assert search(content, capsys, "zzyzx quuxly") == "nothing found\n"


def test_filters_dates_order_and_limit(content: Path, capsys: Capsys) -> None:
    everything = ids(search(content, capsys, "--sort", "date", "--limit", "1000"))
    assert len(everything) == 69
    of_a_day = ids(search(content, capsys, "--from", "2026-03-03", "--to", "2026-03-03", "--limit", "1000"))
    assert 0 < len(of_a_day) < 69
    assert set(of_a_day) < set(everything)
    assert "3 March 2026" in search(content, capsys, "--from", "2026-03-03", "--to", "2026-03-03", "--limit", "1")
    in_category = ids(search(content, capsys, "--category", "CS.cr", "--limit", "1000"))
    either = ids(search(content, capsys, "--category", "cs.CR", "--category", "cs.NI", "--limit", "1000"))
    assert set(in_category) < set(either)
    assert ids(search(content, capsys, "--author", "soo-ah nam")) == ["2603.90047"]
    of_a_theme = ids(search(content, capsys, "--theme", "federated learning", "--limit", "1000"))
    assert 0 < len(of_a_theme) < 69
    assert search(content, capsys, "gpu", "--limit", "2").splitlines()[0] == "15 papers, showing 2:"


def test_an_unknown_value_is_refused_with_the_nearest(content: Path, capsys: Capsys) -> None:
    capsys.readouterr()
    assert cli.main(["search", "--archive", str(content), "--category", "cs.DD"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("daybook: --category cs.DD: no paper has this value; did you mean cs.D")
    assert len(error.splitlines()) == 1


def test_other_formats_are_those_of_papers_in_the_order_of_results(content: Path, capsys: Capsys) -> None:
    order = ids(search(content, capsys, "gpu"))
    lines = search(content, capsys, "gpu", "--format", "jsonl").splitlines()
    assert [json.loads(line)["key"] for line in lines] == order
    assert cli.main(["export", "jsonl", "--archive", str(content)]) == 0
    papers = {json.loads(line)["key"]: line for line in capsys.readouterr().out.splitlines()}
    assert lines == [papers[key] for key in order]
    assert search(content, capsys, "gpu", "--format", "csv", "--limit", "1").splitlines()[1].startswith(order[0])
    assert len(search(content, capsys, "--format", "jsonl").splitlines()) == 69


def test_what_is_added_is_found(content: Path, tmp_path: Path, capsys: Capsys) -> None:
    """The index follows the archive, and is not made again while that stays the same."""
    archive = tmp_path / "archive"
    shutil.copytree(content, archive)
    assert search(archive, capsys, "quokka ") == "nothing found\n"
    index = archive / ".daybook" / "search" / "index.js"
    made = index.stat().st_mtime_ns
    assert search(archive, capsys, "quokka ") == "nothing found\n"
    assert index.stat().st_mtime_ns == made
    (tmp_path / "new.jsonl").write_text(json.dumps({"id": "2603.00009", **SNAPSHOT}) + "\n", encoding="utf-8")
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(tmp_path / "new.jsonl")]) == 0
    assert ids(search(archive, capsys, "quokka")) == ["2603.00009"]


def test_a_damaged_index_is_made_again(content: Path, tmp_path: Path, capsys: Capsys) -> None:
    archive = tmp_path / "archive"
    shutil.copytree(content, archive)
    before = search(archive, capsys, "gpu")
    shutil.rmtree(archive / ".daybook" / "search")
    assert search(archive, capsys, "gpu") == before
    (archive / ".daybook" / "search" / "index.js").unlink()
    assert search(archive, capsys, "gpu") == before


@pytest.mark.parametrize(
    "query",
    ['"', "<script>alert(1)</script>", "a" * 10_000, "NEAR(a b) AND title:*", "😀", "\u202eevil", "--", "' OR 1=1"],
)
def test_any_query_gets_an_answer(query: str, content: Path, capsys: Capsys) -> None:
    out = search(content, capsys, "--", query)
    assert out
    assert "\u202e" not in out
