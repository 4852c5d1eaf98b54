"""`daybook store`: what stands on disk, counted another way; what a year more adds; limits that are near."""

import re
from pathlib import Path

import pytest
from daybook import cli
from daybook.commands import store

MONTHS = [f"{year}-{month:02}" for year in (2025, 2026) for month in range(1, 13)][:18]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Eighteen months, each with four files of 1,000 bytes, and a file of metadata of an old paper."""
    folder = tmp_path / "archive"
    assert cli.main(["init", "--quiet", "--archive", str(folder), "--title", "A", "--categories", "cs.DC"]) == 0
    for month in MONTHS:
        year, number = month.split("-")
        for name in (
            f"records/{year}/{number}/{month}-03.jsonl", f"coverage/{month}.jsonl", f"attempts/{month}.jsonl",
            f"listings/{year}/{number}/{month}-03-a.gz",
        ):  # fmt: skip
            put(folder / name, 1_000)
    put(folder / "records" / "harvest" / "9912.jsonl", 500)
    return folder


def put(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        stream.truncate(size)


def said(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert cli.main(["store", "--archive", str(folder)]) == 0
    return [re.sub(r"  +", " | ", line) for line in capsys.readouterr().out.splitlines()]


def test_what_is_held_by_kind_year_and_month(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twelve whole months, without the newest, which is not over."""
    lines = said(archive, capsys)
    assert lines[:6] == [
        "kind | files | size", "records | 19 | 18.5 kB", "statements | 18 | 18.0 kB", "listings | 18 | 18.0 kB",
        "attempts | 18 | 18.0 kB", "all | 73 | 72.5 kB",
    ]  # fmt: skip
    years = ["1999 | 1 | 0.5 kB", "2025 | 48 | 48.0 kB", "2026 | 24 | 24.0 kB"]
    assert [line for line in lines if re.match(r"\d{4} ", line)] == years
    assert [line for line in lines if re.match(r"\d{4}-", line)] == [f"{month} | 4 | 4.0 kB" for month in MONTHS[5:17]]
    assert lines[-1] == "a year more adds some 48 files of 48.0 kB, as the months from 2025-06 to 2026-05 did"


def test_limits_that_are_near(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(archive / "site" / "index.html", 700_000_000)
    put(archive / ".git" / "objects" / "pack", 3_900_000_000)
    assert not [line for line in said(archive, capsys) if "GitHub" in line]
    put(archive / "site" / "more.html", 200_000_000)
    put(archive / ".git" / "objects" / "more", 200_000_000)
    put(archive / "records" / "harvest" / "2603.jsonl", 90_000_000)
    site, repository = "the site has 900.0 MB: GitHub Pages accepts", "the repository has 4.1 GB: GitHub recommends"
    found = [line for line in said(archive, capsys) if "GitHub" in line]
    assert [line.partition(" 1.0 GB")[0].partition(" at most")[0] for line in found[1:]] == [site, repository]
    assert found[0].startswith("records/harvest/2603.jsonl has 90.0 MB: GitHub refuses")


def test_the_statements_of_an_earlier_version(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one file, which no command has moved yet."""
    put(archive / "coverage.jsonl", 90_000_000)
    lines = said(archive, capsys)
    assert "statements | 19 | 90.0 MB" in lines
    assert lines[-1].startswith("coverage.jsonl has 90.0 MB: GitHub refuses files of more than")


def test_an_empty_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is reckoned from nothing."""
    assert cli.main(["init", "--quiet", "--archive", str(tmp_path), "--title", "A", "--categories", "cs.DC"]) == 0
    assert said(tmp_path, capsys) == ["kind | files | size", "all | 0 | 0.0 kB"]
    assert store.YEAR == 12
