"""Archives of archives: papers go from one to another and are there as the other tells them, however often."""

import datetime as dt
import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.archive import Context, load
from daybook.fetch.hosts import Hosts
from daybook.fetch.oai import fetch_others
from daybook.fetch.session import Environment, FetchSession
from daybook.runtime import sha256sums

from tests.arxiv.clock import SimulatedClock
from tests.cases import Capsys, for_each
from tests.conftest import ROOT
from tests.serving import Quiet, serving

DOCUMENTS = sorted((ROOT / "tests" / "sample" / "documents").iterdir())
FOUR = ROOT / "tests" / "sources" / "data" / "papers" / "four.jsonl"
NOW = dt.datetime(2026, 3, 9, 12, tzinfo=dt.UTC)
REMADE = ("themes", "cards")
"""Fields that each archive makes by itself."""


def archive_of(folder: Path, *documents: Path) -> Path:
    folder.mkdir(parents=True)
    for name in ("archive.yml", "themes.yml"):
        shutil.copy(ROOT / "content" / name, folder)
    if documents:
        ingest(folder, *documents)
    return folder


def ingest(folder: Path, *documents: Path) -> None:
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), *map(str, documents)]) in (0, 1)


def export(folder: Path, target: Path) -> Path:
    """What `daybook export jsonl` prints."""
    assert cli.main(["export", "jsonl", "--quiet", "--archive", str(folder), "--output", str(target)]) == 0
    return target


def papers(folder: Path, scratch: Path) -> dict[str, dict[str, Any]]:
    data = export(folder, scratch / "now.jsonl").read_bytes()
    found = {paper["key"]: paper for paper in map(json.loads, data.splitlines())}
    for paper in found.values():
        for seen in paper["sightings"]:
            seen.pop("told_by", None)  # by whom is tested elsewhere
    return found


def stored(folder: Path) -> dict[str, bytes]:
    paths = [*folder.glob("coverage/*.jsonl"), *(folder / "records").rglob("*.jsonl")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_round_trip(tmp_path: Path) -> None:
    """Into an empty archive, plain or packed: the same papers, seen on the same days; the second time nothing changes.

    Lost: the time of a version of which no source gives number and time together. That one was withdrawn or had another
    title arXiv has not said here yet.
    """
    whole = archive_of(tmp_path / "whole", *DOCUMENTS)
    before = papers(whole, tmp_path)
    for name in ("papers.jsonl", "papers.jsonl.gz"):
        exported = export(whole, tmp_path / name)
        empty = archive_of(tmp_path / f"empty-{name}")
        ingest(empty, exported)
        after, log = papers(empty, tmp_path), stored(empty)
        assert after.keys() == before.keys()
        differing = {f for key in before for f in before[key] if before[key][f] != after[key][f]}
        assert differing <= {"updated", "titles", "versions", "withdrawn", *REMADE}
        assert not any(each["withdrawn"] or len(each["titles"]) > 1 for each in after.values() if each["arxiv_id"])
        numbers = [{key: [v["version"] for v in each[key]["versions"]] for key in each} for each in (before, after)]
        assert numbers[0] == numbers[1]
        assert sum(before[key]["updated"] != after[key]["updated"] for key in before) <= 1
        ingest(empty, exported)
        assert stored(empty) == log


def test_two_archives_into_each_other(tmp_path: Path) -> None:
    """A into B and B into A give the same papers. What arXiv itself told one of them, the other does not claim."""
    halves = DOCUMENTS[::2], DOCUMENTS[1::2]
    one, two = (archive_of(tmp_path / name, *half) for name, half in zip("ab", halves, strict=True))
    of_one, of_two = export(one, tmp_path / "one.jsonl"), export(two, tmp_path / "two.jsonl")
    ingest(two, of_one)
    ingest(one, of_two)
    mine, theirs = papers(one, tmp_path), papers(two, tmp_path)
    assert mine.keys() == theirs.keys()
    sightings = {key: [sorted(map(str, each[key]["sightings"])) for each in (mine, theirs)] for key in mine}
    assert all(here == there for here, there in sightings.values())
    for field in ("title", "authors", "abstract", "categories"):
        assert [key for key in mine if mine[key][field] != theirs[key][field]] == [], field
    for field in ("version", "doi", "withdrawn"):
        differing = [{each[key][field] for each in (mine, theirs)} for key in mine]
        assert all(len(said) == 1 or said & {None, False} for said in differing), field


def states(folder: Path) -> dict[str, str]:
    context = Context(folder, quiet=True)
    folded = load.fold(context, published=True, keep=False)
    return {str(day.date): day.state for day in folded.coverage}


def test_only_arxivs_own_pages_make_a_day_complete(tmp_path: Path) -> None:
    """What another archive tells of a day is held, and proves nothing; arXiv's page then does."""
    (page,) = (path for path in DOCUMENTS if path.name == "2026-03-04-listing.txt")
    whole = archive_of(tmp_path / "whole", page)
    assert states(whole)["2026-03-04"] == "complete"
    other = archive_of(tmp_path / "other")
    ingest(other, export(whole, tmp_path / "papers.jsonl"))
    assert states(other)["2026-03-04"] == "partial"
    ingest(other, page)
    assert states(other)["2026-03-04"] == "complete"


def test_told_papers_do_not_fill_a_gap(tmp_path: Path) -> None:
    """A page that lacks an entry stays partial, whatever another archive says of that day."""
    (page,) = (path for path in DOCUMENTS if path.name == "2026-03-04-listing.txt")
    whole = archive_of(tmp_path / "whole", page)
    exported = export(whole, tmp_path / "papers.jsonl")
    folder = archive_of(tmp_path / "damaged", page)
    path = folder / "records/2026/03/2026-03-04.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    assert states(folder)["2026-03-04"] == "partial"
    ingest(folder, exported)
    assert states(folder)["2026-03-04"] == "partial"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder that is served, and its address."""
    folder = tmp_path / "site"
    (folder / "daily/api/v1/papers").mkdir(parents=True)
    with serving(folder) as address:
        yield folder / "daily", address.removesuffix("/")


def fetched(
    folder: Path, base: str, moment: dt.datetime = NOW, *, quiet: bool = True
) -> tuple[Context, dict[str, bytes]]:
    """One run of the sources beside arXiv; what the log holds then."""
    context = Context(folder, quiet=quiet)
    world = Environment(clock=SimulatedClock(moment), hosts=Hosts({"archive-teapots": base}))
    with context.store.lock(), FetchSession(context, context.settings(), world) as session:
        fetch_others(session, moment.date())
    return context, stored(folder)


def subscriber(folder: Path) -> Path:
    """An archive that names another in its settings."""
    made = archive_of(folder)
    text = (made / "archive.yml").read_text().split("sources:")[0]
    text += 'sources:\n  archive-teapots: {url: "https://teapots.example/daily/"}\n  pith: {publish: true}\n'
    (made / "archive.yml").write_text(text)
    return made


def put_api(site: Path, lines: list[bytes]) -> None:
    half = len(lines) // 2
    rows: list[dict[str, str]] = [{"path": "days.json", "kind": "days"}]
    for number, part in enumerate((lines[:half], lines[half:])):
        path = f"papers/2603.{number}of2.jsonl.gz"
        (site / "api/v1" / path).write_bytes(gzip.compress(b"".join(part), mtime=0))
        rows.append({"path": path, "kind": "paper"})
    (site / "api/v1/index.json").write_text(json.dumps({"version": 1, "files": rows}))


def test_an_archive_s_address_is_a_source(tmp_path: Path, site: tuple[Path, str]) -> None:
    """Its API's files are read, once a day; where nothing changed, nothing changes here; and who told it is kept."""
    whole = archive_of(tmp_path / "whole", *DOCUMENTS)
    lines = export(whole, tmp_path / "papers.jsonl").read_bytes().splitlines(keepends=True)
    put_api(site[0], lines)
    own = subscriber(tmp_path / "own")
    context, log = fetched(own, f"{site[1]}")
    assert not context.failed
    assert papers(own, tmp_path).keys() == papers(whole, tmp_path).keys()
    assert {record.origin for record in context.store.records()} == {"teapots.example"}
    assert not (own / "listings").exists()
    assert fetched(own, site[1], NOW + dt.timedelta(days=1))[1] == log
    put_api(site[0], lines[:-1])
    assert "coverage" in {name.split("/")[0] for name in fetched(own, site[1], NOW + dt.timedelta(days=2))[1]}


@pytest.mark.trial
def test_a_built_site_is_enough(tmp_path: Path, site: tuple[Path, str]) -> None:
    """Its API, as `daybook build` makes it, gives all of its papers."""
    whole = archive_of(tmp_path / "whole", *DOCUMENTS)
    text = (whole / "archive.yml").read_text()
    assert cli.main(["build", "--quiet", "--archive", str(whole), "--site", str(tmp_path / "built")]) == 0
    assert "publish: true" in text
    shutil.copytree(tmp_path / "built" / "api", site[0] / "api", dirs_exist_ok=True)
    own = subscriber(tmp_path / "own")
    context, _ = fetched(own, site[1])
    assert not context.failed
    here, there = papers(own, tmp_path), papers(whole, tmp_path)
    assert here.keys() == there.keys()
    for field in ("title", "authors", "abstract", "sightings", "version", "doi"):
        assert [key for key in here if here[key][field] != there[key][field]] == [], field


@pytest.mark.parametrize(
    "index", ["", "[]", '{"files": [{"path": "../../etc/passwd", "kind": "paper"}]}', '{"files": [{"kind": "paper"}]}']
)
def test_what_is_no_archive(index: str, tmp_path: Path, site: tuple[Path, str]) -> None:
    (site[0] / "api/v1/index.json").write_text(index)
    context, _ = fetched(subscriber(tmp_path / "own"), site[1])
    (fault,) = context.faults
    assert "is not the API of a Daybook archive" in str(fault)


def test_a_damaged_file_of_papers(tmp_path: Path, site: tuple[Path, str]) -> None:
    """Is not taken for a whole one."""
    put_api(site[0], [])
    path = site[0] / "api/v1/papers/2603.0of2.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * 1_000)[:-12])
    context, _ = fetched(subscriber(tmp_path / "own"), site[1])
    assert context.failed


def put_sums(site: Path) -> None:
    """The sums beside an API, as every build writes them."""
    files = {path.relative_to(site / "api").as_posix(): path for path in (site / "api/v1").rglob("*") if path.is_file()}
    sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    (site / sha256sums.SUMS).write_bytes(sha256sums.sums_text(sums))


class Packing(Quiet):
    """Serves files with a name for packed ones as packed, as some hosts do, which clients unpack."""

    def end_headers(self) -> None:
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@for_each(
    ("altered", "kept", "said"),
    [
        ("", 2, "2 files of papers, as its sums say"),
        ("papers/2603.0of2.jsonl.gz", 1, "1 file of papers, as its sums say"),
        ("index.json", 0, "api/v1/index.json"),
        ("unsummed", 1, "1 file of papers, as its sums say"),
        ("no sums", 2, "2 files of papers, not compared, as it has no SHA256SUMS"),
        ("a page", 2, "2 files of papers, not compared, as it has no SHA256SUMS"),
    ],
)  # fmt: skip
def test_a_followed_archive_is_compared_with_its_sums(
    tmp_path: Path, capsys: Capsys, altered: str, kept: int, said: str
) -> None:
    """A file that they do not tell is refused in a line with the mend; the others are read; without sums it is said."""
    place = tmp_path / str(len(list(tmp_path.iterdir())))
    site = place / "site/daily"
    (site / "api/v1/papers").mkdir(parents=True)
    lines = FOUR.read_bytes().splitlines(keepends=True)
    put_api(site, lines)
    if altered != "no sums":
        put_sums(site)
    if altered == "a page":
        (site / sha256sums.SUMS).write_text("<p>Not found")
    elif altered == "unsummed":
        told = (site / sha256sums.SUMS).read_text().splitlines(keepends=True)
        (site / sha256sums.SUMS).write_text("".join(each for each in told if "0of2" not in each))
    elif "." in altered:
        data = (site / "api/v1" / altered).read_bytes()
        plain = gzip.decompress(data) if altered.endswith(".gz") else data
        changed = plain.replace(b'"withdrawn":false', b'"withdrawn":true') + b"\n"
        (site / "api/v1" / altered).write_bytes(gzip.compress(changed) if altered.endswith(".gz") else changed)
    for handler in (Quiet, Packing):
        with serving(place / "site", handler) as address:
            context, _ = fetched(subscriber(place / handler.__name__), address.removesuffix("/"), quiet=False)
        printed = capsys.readouterr()
        assert len({record.document for record in context.store.records()}) == kept
        assert said in printed.out + printed.err
        faults = [line for line in printed.err.splitlines() if "SHA256SUMS say" in line]
        assert len(faults) == (kept < 2) == context.failed
        assert all("tell its owner" in fault for fault in faults)
