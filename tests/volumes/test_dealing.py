"""A snapshot dealt to volumes: each day of each volume is what an archive of its category alone would show."""

import datetime as dt
import json
from itertools import count
from pathlib import Path

import pytest
from daybook.archive import ArchiveFolder, load
from daybook.errors import SettingsError
from daybook.log import homes
from daybook.model import Archive, jsonl
from daybook.volumes import LibraryFolder, dealing, rule
from daybook.volumes.rule import Cell, Volume

from tests.cases import for_each
from tests.conftest import FIXED_TIME, SAMPLE
from tests.makers import daybook, put
from tests.volumes.makers import LIBRARY, held, library, line, papers

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def folded(folder: Path) -> Archive:
    return load.fold(ArchiveFolder(folder), published=True, described=False, keep=False)


def announced(archive: Archive, category: str) -> dict[tuple[str, dt.date], list[tuple[str, str, int | None]]]:
    """What each day announces in a category."""
    told = {}
    for day in archive.days:
        items = [(each.key, each.type, each.version) for each in day.announced if category in each.categories]
        if items:
            told[category, day.date] = items
    return told


def test_each_day_of_a_volume_is_that_of_its_category(tmp_path: Path) -> None:
    """With its cross-lists, and the replacements of papers of other years."""
    snapshot = b"".join(papers())
    there = LibraryFolder(library(tmp_path / "library", snapshot))
    for category in there.settings.categories:
        lines = [each for each in papers() if category in json.loads(each)["categories"].split()]
        alone = put(
            tmp_path / category,
            {"archive.yml": f"title: T\ncategories: [{category}]\nformat: 1\n", "../own.jsonl": b"".join(lines)},
        )
        daybook("--archive", alone, "ingest", tmp_path / "own.jsonl")
        parts = [folded(there.log(volume)) for volume in there.volumes if category in volume.categories]
        told = [announced(part, category) for part in parts]
        assert announced(folded(alone), category) == {day: items for part in told for day, items in part.items()}
        assert sum(map(len, told)) == len({day for part in told for day in part}), "each day is in one volume"


def test_each_paper_has_one_home(tmp_path: Path) -> None:
    """That of its first category and its year; all others lead there."""
    there = LibraryFolder(library(tmp_path / "library", b"".join(papers())))
    known = {volume.name: homes.elsewhere(there.log(volume)) for volume in there.volumes}
    home = dict[str, str]()
    for volume in there.volumes:
        for key in folded(there.log(volume)).papers.keys() - known[volume.name].keys():
            assert home.setdefault(key, volume.name) == volume.name
            assert volume.name.endswith(f"20{key[:2]}")
    assert len(home) == 54
    assert all(home[ident] == name for told in known.values() for ident, name in told.items())
    assert any(known.values())


def test_a_reclassified_paper_stays_where_it_was(tmp_path: Path) -> None:
    """Its new category shows it from then on; its page, and its address, stay."""
    first = line("2401.00001", "cs.DC", "2024-01-04T12:00") + line("2401.00002", "cs.NI", "2024-01-04T12:00")
    folder = library(tmp_path / "library", first)
    put(tmp_path, {"snapshot.jsonl": line("2401.00001", "cs.NI cs.DC", "2024-01-04T12:00", "2025-02-03T12:00")})
    daybook("--archive", folder, "ingest", tmp_path / "snapshot.jsonl")
    there = LibraryFolder(folder)
    told = {volume.name: homes.elsewhere(there.log(volume)) for volume in there.volumes}
    away = {"2401.00001": "cs.DC-2024"}
    assert told == {"cs.DC-2024": {}, "cs.DC-2025": away, "cs.NI-2024": away, "cs.NI-2025": away}


def test_the_same_again_changes_nothing(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    """Nor does it matter how little of it is held at a time."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)
    snapshot = b"".join(papers())
    folder = library(tmp_path / "one", snapshot)
    before = held(folder)
    capsys.readouterr()
    daybook("--archive", folder, "ingest", tmp_path / "snapshot.jsonl")
    assert "54 papers in 12 volumes; nothing new\n" in capsys.readouterr().out
    assert held(folder) == before
    monkeypatch.setattr(dealing, "ROOM", 3000)
    monkeypatch.setattr("daybook.volumes.folder.MONTHS_HELD", 1)
    assert held(library(tmp_path / "two", snapshot)) == before
    other = library(tmp_path / "other", b"".join(reversed(snapshot.splitlines(keepends=True))))
    names = {name for name in before if name.startswith(("homes/", "volumes.tsv"))}
    assert {name: held(other)[name] for name in names} == {name: before[name] for name in names}


def test_a_newer_snapshot_changes_what_is_new_in_it(tmp_path: Path, capsys: Capsys) -> None:
    """Whichever of their hashes is the lower: no record of a paper that is as it was, and no volume that shows none."""
    for lower in (True, False):
        snapshot = b"".join(papers())
        folder, before = library(tmp_path / f"{lower}", snapshot), jsonl.document_hash(snapshot)
        newer = (snapshot.replace(b'"comments": null', b'"comments": "%d pages"' % number, 1) for number in count(1))
        chosen = next(each for each in newer if (jsonl.document_hash(each) < before) == lower)
        former, changed = held(folder), put(tmp_path, {"newer.jsonl": chosen}) / "newer.jsonl"
        capsys.readouterr()
        daybook("--archive", folder, "ingest", changed)
        assert "54 papers in 12 volumes; 1 record stored\n" in capsys.readouterr().out
        names = {name.partition("/coverage/")[0] for name, data in held(folder).items() if former.get(name) != data}
        assert names == {"volumes/cs.DC-2022", "volumes/cs.DC-2022/records/harvest/2201.jsonl"}


@for_each(
    ("settings", "url", "volumes"),
    [
        ("", "", "../{volume}/"),
        ("url: https://tides.org/all/library", "https://tides.org/all/cs.DC-2024/", "../{volume}/"),
        ("address: https://tides.org/{volume}", "https://tides.org/cs.DC-2024/", "https://tides.org/{volume}/"),
    ],
)
def test_each_volume_knows_its_address(settings: str, url: str, volumes: str, tmp_path: Path) -> None:
    """Also where library.yml says it later; what its owner wrote there stays."""
    snapshot = line("2401.00001", "cs.DC", "2024-01-04T12:00")
    folder = library(tmp_path / f"{len(settings)}", snapshot, f"{LIBRARY}address: ../{{volume}}/\n")
    archive = ArchiveFolder(folder / "volumes/cs.DC-2024")
    archive.store.write_people("archive.yml", f"{archive.store.people('archive.yml')}footer: Of tides\n")
    library(folder, snapshot, f"{LIBRARY}{settings}\n")
    told = archive.settings()
    assert (told.url, told.volumes, told.footer) == (url, volumes, "Of tides")
    assert {"/sites/", "/.daybook/"} <= set((folder / ".gitignore").read_text().splitlines())


def test_bad_lines_are_told_once(tmp_path: Path, capsys: Capsys) -> None:
    """By their place in the snapshot; papers of other fields are passed over."""
    lines = [line("2401.00001", "cs.DC cs.NI", "2024-01-04T12:00"), b'{"id": "2401.00002"}\n']
    lines.append(line("2401.00003", "hep-th", "2024-01-04T12:00"))
    put(tmp_path, {"library/library.yml": LIBRARY, "snapshot.jsonl": b"".join(lines)})
    daybook("--archive", tmp_path / "library", "ingest", tmp_path / "snapshot.jsonl", code=1)
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "snapshot.jsonl, line 2: cannot be read" in told.err
    assert "1 paper in 2 volumes" in told.out


def test_documents_of_all_kinds_are_dealt(tmp_path: Path, capsys: Capsys) -> None:
    """Listings, feeds, mails, cards and reports whole, by category and year; answers of the API and OAI by paper."""
    settings = "title: T\ncategories: [cs.DC, cs.LG]\nformat: 1\nsources: {pith: {keep: true, publish: true}}\n"
    alone = put(tmp_path / "alone", {"archive.yml": settings})
    there = put(tmp_path / "library", {"library.yml": settings.replace("format: 1\n", "")})
    for folder in (alone, there):
        daybook("--archive", folder, "ingest", SAMPLE)
    library = LibraryFolder(there)
    assert [volume.name for volume in library.volumes] == [
        "cs.DC-2003",
        "cs.DC-2004",
        "cs.DC-2025",
        "cs.DC-2026",
        "cs.LG-2026",
    ]
    parts = [folded(library.log(volume)) for volume in library.volumes if "cs.DC" in volume.categories]
    told = [announced(part, "cs.DC") for part in parts]
    assert announced(folded(alone), "cs.DC") == {day: items for part in told for day, items in part.items()}
    states = {(each.date, each.category): each.state for each in folded(alone).coverage if each.category == "cs.DC"}
    assert states == {(each.date, each.category): each.state for part in parts for each in part.coverage}
    assert len(list(library.log(library.volumes[3]).glob("listings/*/*/*.gz"))) == 12


def test_what_is_of_no_volume_is_told(tmp_path: Path, capsys: Capsys) -> None:
    put(tmp_path, {"library.yml": "title: T\ncategories: [hep-th]\n"})
    daybook("--archive", tmp_path, "ingest", SAMPLE / "2026-03-06-listing.html", code=1)
    said = "2026-03-06-listing.html: nothing of this library's categories; name the volume that shall read it"
    assert said in capsys.readouterr().err


@for_each(
    ("text", "said"),
    [
        ("", "must be a mapping; add at least"),
        ("title: T", "`categories` is missing"),
        ("title: T\ncategories: [cs.XX]", "'cs.XX' is not an arXiv category"),
        ("title: T\ncategories: [cs.DC]\nby: decade", "by: 'decade' cannot be used; write category and year"),
        ("title: T\ncategories: [cs.DC]\nlog: volumes", "log: 'volumes' is no place for volumes"),
        ("title: T\ncategories: [cs.DC]\nsite: ../{volume}", "site: '../{volume}' is no place for volumes"),
        ("title: T\ncategories: [cs.DC]\nlog: /srv/{volume}", "log: '/srv/{volume}' is no place for volumes"),
        ("title: T\ncategories: [cs.DC]\nmost: -1", "most: -1 is no number of papers"),
        ("title: T\ncategories: [cs.DC]\nurl: nowhere", "url: 'nowhere' is not a web address"),
    ],
)
def test_what_library_yml_may_not_say(text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r"library\.yml") as told:
        rule.parse(text)
    assert said in str(told.value)


def test_an_archive_of_arxiv_stands_for_its_categories() -> None:
    settings = rule.parse("title: T\ncategories: [math, cs.DC]\n")
    assert settings.categories[-1] == "cs.DC"
    assert "math.NA" in settings.categories
    assert "math" not in settings.categories


@for_each(
    ("most", "held", "papers", "names"),
    [
        (0, "", "cs.DC:2020:9 cs.DC:2021:0", "cs.DC-2020 cs.DC-2021"),
        (9, "", "cs.DC:2020:4 cs.DC:2021:5 cs.DC:2022:1", "cs.DC-2020-2021 cs.DC-2022"),
        (8, "", "cs.DC:2020:4 cs.DC:2021:5 cs.NI:2022:1", "cs.DC-2020 cs.DC-2021 cs.NI-2022"),
        (9, "cs.DC-2021", "cs.DC:2020:1 cs.DC:2021:5 cs.DC:2022:1", "cs.DC-2020 cs.DC-2021 cs.DC-2022"),
    ],
)
def test_years_with_few_papers_share_a_volume(most: int, held: str, papers: str, names: str) -> None:
    """What the library has already stays as it is."""
    settings = rule.parse(f"title: T\ncategories: [cs.DC, cs.NI]\nmost: {most}\n")
    cells = {Cell(code, int(year)): int(count) for code, year, count in (one.split(":") for one in papers.split())}
    there = [Volume(name, ("cs.DC",), int(name[-4:]), int(name[-4:]) + 1) for name in held.split()]
    made = rule.divided(settings, there, cells)
    assert [volume.name for volume in made] == names.split()
    assert rule.read(rule.render(made)) == made
    assert all(sum(volume.holds(cell) for volume in made) == 1 for cell in cells)


@for_each("by", ["category", "year"])
def test_volumes_by_category_or_year_alone(by: str, tmp_path: Path) -> None:
    there = LibraryFolder(library(tmp_path / by / "library", b"".join(papers()), f"{LIBRARY}by: {by}\n"))
    found = {volume.name for volume in there.volumes}
    assert found == ({"cs.DC", "cs.NI", "math.NA"} if by == "category" else {"2022", "2023", "2024", "2025"})
    count = sum(
        len(folded(there.log(volume)).papers.keys() - homes.elsewhere(there.log(volume)).keys())
        for volume in there.volumes
    )
    assert count == 54
