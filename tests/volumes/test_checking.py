"""A library whose volumes do not hold together, and what `check` says of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.archive import Context
from daybook.commands.check import check_library
from daybook.log import homes
from daybook.volumes import LibraryFolder

from tests.cases import for_each
from tests.makers import daybook
from tests.volumes.makers import library, papers

Capsys = pytest.CaptureFixture[str]


def _lose(folder: Path) -> None:
    path = folder / "volumes/cs.DC-2023/records/harvest/2306.jsonl"
    path.write_bytes(path.read_bytes().partition(b"\n")[2])


def _double(folder: Path) -> None:
    (folder / "volumes/math.NA-2023/elsewhere/2306.tsv").unlink()


def _misplace(folder: Path) -> None:
    path = folder / "volumes/math.NA-2023/elsewhere/2306.tsv"
    told = homes.read(path)
    homes.write(path, dict.fromkeys(told, "cs.NI-2023"), folder / ".daybook")


def _reclassify(folder: Path) -> None:
    path = folder / "homes/2306.tsv"
    path.write_text(path.read_text(encoding="utf-8").replace("\tcs.DC", "\tcs.NI"), encoding="utf-8")


def _forget(folder: Path) -> None:
    path = folder / "homes/2306.tsv"
    path.write_bytes(path.read_bytes().partition(b"\n")[2])


def _overlap(folder: Path) -> None:
    path = folder / "volumes.tsv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("cs.DC\t2023\t2024", "cs.DC\t2023\t2025"), encoding="utf-8"
    )


@for_each(
    ("damage", "said"),
    [
        (_lose, "cs.DC-2023: 2306.10001: is missing"),
        (_double, "math.NA-2023: 2306.10001: has its page here, and belongs in cs.DC-2023"),
        (_misplace, "math.NA-2023: 2306.10001: has its page in cs.NI-2023, and belongs in cs.DC-2023"),
        (_reclassify, "cs.DC-2023: 2306.10001: has its page here, and belongs in cs.NI-2023"),
        (_forget, "cs.DC-2023: 2306.10001: has its page here, and belongs in no volume"),
        (_overlap, "cs.DC-2023: volumes.tsv: has a category and year in cs.DC-2024, too"),
    ],
)
def test_what_does_not_hold_together(
    damage: Callable[[Path], None], said: str, tmp_path_factory: pytest.TempPathFactory, capsys: Capsys
) -> None:
    folder = library(tmp_path_factory.mktemp("damage") / "library", b"".join(papers(each=2)))
    daybook("--archive", folder, "check")
    assert (
        f"sound: {len(LibraryFolder(folder).volumes)} volumes; each paper has its page in one"
        in capsys.readouterr().out
    )
    damage(folder)
    daybook("--archive", folder, "check", code=1)
    told = capsys.readouterr().err
    assert f"daybook: {said}" in told


def test_what_was_found_sound_is_passed_over(tmp_path: Path) -> None:
    """As long as it stands so; what has a fault is looked at each time."""
    folder = library(tmp_path / "library", b"".join(papers(range(2023, 2024), 1)))
    stood = {volume.name: "built" for volume in LibraryFolder(folder).volumes}

    def found(stood: dict[str, str]) -> dict[str, int]:
        return dict(check_library(Context(folder, quiet=True), stood)["volumes"])

    assert found(stood) == dict.fromkeys(stood, 0)
    assert found(stood) == {}
    (folder / "homes/2301.tsv").unlink()
    assert found(stood) == {}
    name = next(iter(stood))
    for _ in range(2):
        assert [*found({**stood, name: "built again"}).items()] == [(name, 1)]
    assert set(found({})) == set(stood)
