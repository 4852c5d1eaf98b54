"""A library divided anew: as if it had been dealt by the new rule, whatever is killed in between."""

import shutil
from pathlib import Path

import pytest
from daybook.archive import ArchiveFolder
from daybook.log import homes
from daybook.model import ids
from daybook.volumes import LibraryFolder, redividing, rule

from tests.cases import for_each
from tests.conftest import FIXED_TIME, SAMPLE
from tests.makers import daybook, put
from tests.volumes.makers import LIBRARY, held, library, papers

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
RULES = ("by: category and year\n", "by: category\n", "by: year\n", "most: 20\n")


@pytest.fixture(autouse=True)
def _fixed(monkeypatch: Patch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)


def ruled(folder: Path, text: str) -> Path:
    """A library with another rule in its settings."""
    return put(folder, {"library.yml": LIBRARY + text})


def test_as_if_dealt_anew(tmp_path: Path) -> None:
    """All files, to the byte: settings, records, statements, homes, and what names papers elsewhere."""
    _divided(RULES[0], RULES[2], tmp_path)


@pytest.mark.trial
@for_each(("former", "new"), [(one, other) for one in RULES for other in RULES if one != other])
def test_as_if_dealt_by_any_rule(former: str, new: str, tmp_path: Path) -> None:
    _divided(former, new, tmp_path)


def _divided(former: str, new: str, tmp_path: Path) -> None:
    snapshot, place = b"".join(papers()), tmp_path / f"{RULES.index(former)}{RULES.index(new)}"
    folder = library(place / "one/library", snapshot, LIBRARY + former)
    daybook("--archive", ruled(folder, new), "split")
    assert held(folder) == held(library(place / "two/library", snapshot, LIBRARY + new))
    daybook("--archive", folder, "check")


def test_people_and_documents_go_along(tmp_path: Path, capsys: Capsys) -> None:
    """Listings with their raw documents; notes where the page is; of two files of one name one, and that is told."""
    settings = "title: T\ncategories: [cs.DC, cs.LG]\n"
    folder = put(tmp_path / "library", {"library.yml": settings})
    daybook("--archive", folder, "ingest", SAMPLE)
    there = LibraryFolder(folder)
    ident, name = next((ident, volume.name) for volume in there.volumes for path in [there.folder / "homes/2603.tsv"]
                       for ident in homes.read(path) if volume.name == "cs.DC-2026")  # fmt: skip
    put(there.folder / "volumes", {f"{name}/notes/papers/{ids.key(ident)}.md": "Ours.\n",
                                   f"{name}/about.md": "One.\n", "cs.DC-2025/about.md": "Other.\n"})  # fmt: skip
    before, raw = held(folder), len(list(folder.glob("volumes/*/listings/*/*/*.gz")))
    put(folder, {"library.yml": f"{settings}by: category\n"})
    capsys.readouterr()
    daybook("--archive", folder, "split")
    assert [volume.name for volume in LibraryFolder(folder).volumes] == ["cs.DC", "cs.LG"]
    told = capsys.readouterr().out
    assert "2 volumes in place of 5" in told
    assert f"{name}/about.md differs" in told
    assert (folder / f"volumes/cs.DC/notes/papers/{ids.key(ident)}.md").exists()
    assert len(list(folder.glob("volumes/*/listings/*/*/*.gz"))) == raw
    daybook("--archive", folder, "check")
    put(folder, {"library.yml": settings})
    daybook("--archive", folder, "split")
    after = held(folder)
    assert {path for path in before if path.endswith(".jsonl")} == {path for path in after if path.endswith(".jsonl")}
    assert {path: data for path, data in after.items() if "/records/" in path} == {
        path: data for path, data in before.items() if "/records/" in path
    }


def test_nothing_to_divide(tmp_path: Path, capsys: Capsys) -> None:
    folder = library(tmp_path / "library", b"".join(papers(each=2)))
    before = held(folder)
    daybook("--archive", folder, "split")
    assert "nothing to divide" in capsys.readouterr().out
    assert held(folder) == before
    put(folder, {"volumes/cs.DC/own.txt": "mine"})
    daybook("--archive", ruled(folder, "by: category\n"), "split", code=1)
    assert "volumes/cs.DC: is in the way" in capsys.readouterr().err
    shutil.rmtree(folder / "volumes/cs.DC")
    put(folder, {"volumes/cs.DC-2023/.git/HEAD": "ref: refs/heads/main"})
    daybook("--archive", folder, "split", code=1)
    assert "volumes/cs.DC-2023: is a repository of its own; push it" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        daybook("--archive", folder, "split", "--before", "2024")


class Killed(BaseException):
    """Stands for a kill."""


@pytest.mark.trial
@for_each("rule_after", ["by: category\n", "most: 5\n"])
def test_a_kill_at_any_moment(rule_after: str, tmp_path: Path, monkeypatch: Patch) -> None:
    """After each step that changes the disk, the same again gives the same. By the second rule some volumes stay."""
    tmp_path /= rule_after[:4]
    folder = library(tmp_path / "library", b"".join(papers(each=2)))
    ruled(folder, rule_after)
    done = Path(shutil.copytree(folder, tmp_path / "done"))
    daybook("--archive", done, "split")
    wanted, steps = held(done), 0
    while True:
        trial = Path(shutil.copytree(folder, tmp_path / f"trial{steps}"))
        left = steps

        def step(real, *given, **named):  # type: ignore[no-untyped-def]
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1
            return real(*given, **named)

        with monkeypatch.context() as patch:
            for owner, what in ((redividing.files, "write"), (redividing.files, "clear"), (Path, "rename"),
                                (redividing, "_write_rest")):  # fmt: skip
                real = getattr(owner, what)
                patch.setattr(owner, what, lambda *given, real=real, **named: step(real, *given, **named))
            try:
                there = LibraryFolder(trial)
                redividing.redivide(there)
                break
            except Killed:
                pass
        listed = rule.read((trial / "volumes.tsv").read_text())
        assert all(any(ArchiveFolder(LibraryFolder(trial).log(each)).store.records()) for each in listed), (
            "none is lost"
        )
        daybook("--archive", trial, "split")
        assert held(trial) == wanted, steps
        shutil.rmtree(trial)
        steps += 1 if steps < 3 else 7
    assert steps > 20
