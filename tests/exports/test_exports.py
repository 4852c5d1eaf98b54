"""Exports as the registry knows them, and a made-up one whose files go into the site."""

import csv
import gzip
import io
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from daybook import cli, exports
from daybook.config import SourceRule
from daybook.errors import BuildError
from daybook.exports import Export, SiteFile
from daybook.exports.scripts import unpacked
from daybook.site import publish, writer
from daybook.view.archive_view import View

from tests.cases import for_each
from tests.conftest import SAMPLE
from tests.exports.test_scripts import of_many
from tests.pages import sample
from tests.tools.forks import tree

OWN = {"404.html", "assets", "search", "sitemap.xml", "sitemap.xml.gz"}
"""What MkDocs and the search put into a site."""


@for_each("sign", "=+-@＝＋－＠a")
def test_no_cell_of_a_table_is_a_formula(sign: str) -> None:
    """Some program would run it: an apostrophe before the sign makes it text, and stands before no other."""
    paper = replace(sample.NEW, comments=f"{sign}SUM(A1)", doi=f"b{sign}")
    printed = b"".join(exports.lines("csv", replace(sample.ARCHIVE, papers={paper.key: paper}))).decode()
    (row,) = csv.DictReader(io.StringIO(printed, newline=""))
    assert row["comments"] == f"{'' if sign == 'a' else chr(39)}{sign}SUM(A1)"
    assert row["doi"] == f"b{sign}"


@for_each("export", exports.EXPORTS)
def test_the_registry_names_functions_that_are_there(export: Export) -> None:
    """And every export makes something, where its line says so."""
    named = [place for place in (export.lines, export.files, export.data) if place]
    assert named
    assert bool(export.places) == bool(export.files) or export.lines
    for module, function in (place.split(":") for place in named):
        assert callable(getattr(import_module(f"daybook.exports.{module}"), function))
    if export.lines:
        assert b"".join(exports.lines(export.name, sample.ARCHIVE)).endswith(b"\n")


def test_the_places_of_exports_are_nobody_else_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither another export's nor those of pages; and each lies where it is declared."""
    places = [name for export in exports.EXPORTS for name in export.places]
    own = {name.partition("/")[0] for name in places}
    with monkeypatch.context() as patch:
        patch.setattr(exports, "EXPORTS", ())
        assert not own & publish.parts()
    assert not [(one, other) for one in places for other in places if one is not other and other.startswith(one)]
    assert all(exports.files(sample.view()))


def test_every_export_for_people_says_what_it_is_for() -> None:
    """In one line, as the page Data and the command line print it."""
    for export in exports.EXPORTS:
        assert "\n" not in export.purpose
        assert bool(export.purpose) == bool(export.lines or export.data or export.entry), export.name


def test_some_exports_are_for_small_archives() -> None:
    """Their files are on the site only then."""
    export = Export("made_up", places=("data/x",), most=10)
    assert export.on_site(10)
    assert not export.on_site(11)
    assert not Export("made_up", "made_up:lines").on_site(1)
    assert (export.entry, Export("made_up", places=("x/",)).entry) == ("data/x", "")


def whole(view: View) -> dict[str, bytes]:
    """All that exports make of an archive, unpacked: the site's files by path, and files of the command line. But not
    what is printed of it, which is of a fold of what may be published."""
    made = {file.path: file.data() for file in exports.files(view) if not file.path.startswith("data/papers.")}
    for name in exports.PACKED:
        if name == "sqlite" or find_spec("pyarrow"):
            made[name] = exports.data(name, view)
    for path, data in made.items():
        if data.startswith(b"\x1f\x8b"):
            made[path] = gzip.decompress(data)
        elif path.startswith(("abstracts/", "reading/", "citations/")) and not path.endswith("/forms.js"):
            made[path] = json.dumps(unpacked(data), ensure_ascii=False).encode()
    return made


def test_the_same_archive_gives_the_same_bytes() -> None:
    """Whatever the order in which its papers are held, and whatever the clock says."""
    turned = replace(sample.ARCHIVE, papers=dict(reversed(sample.ARCHIVE.papers.items())))
    assert whole(sample.view(turned)) == whole(sample.view())
    assert not any(b"2026-11" in data for data in whole(sample.view()).values())


def test_words_that_may_not_be_shown_are_in_no_export() -> None:
    """Neither an abstract nor a card nor a report of a source that is not published; else they are."""
    hidden = (b"may not show", b"may not be shown", b"Unshown", b"Nor these words")
    for archive, words in ((sample.ARCHIVE, hidden), (replace(sample.UNSHOWN, days=()), (*hidden, b"a fleet of"))):
        for path, data in whole(sample.view(archive)).items():
            assert not [each for each in words if each in data], path
    published = {name: SourceRule(publish=True) for name in ("quay", "feed")}
    shown = whole(sample.view(settings=replace(sample.SETTINGS, sources=published)))
    for path, words in (("feeds/all.xml", b"may not show"), ("api/v1/papers/2603.0of1.jsonl.gz", b"Nor these words"),
                        ("abstracts/2603.js", b"a fleet of"), ("data/archive.sqlite", b"a fleet of")):  # fmt: skip
        assert words in shown[path], path


@for_each("export", ["scripts:abstracts", "scripts:reading", "citations:files", "api:files"])
def test_a_new_paper_changes_one_file(export: str) -> None:
    """Of those of papers; all others say that they are as they were, and are."""
    make = exports._function(export)
    before, after = ({file.path: file for file in make(sample.view(of_many(papers)))} for papers in (1010, 1011))
    assert before.keys() == after.keys()
    changed = {path for path in before if before[path].depends != after[path].depends}
    assert changed == {path for path in before if before[path].data() != after[path].data()}
    assert len([path for path in changed if not export.startswith("api") or "/papers/" in path]) == 1


made: list[str] = []
"""The paths of the files that were made, in this process."""


def files(view: View) -> Iterator[SiteFile]:
    """All keys in one file, and a file for each day that depends on nothing else."""
    yield SiteFile("keys.txt", partial(_data, "keys.txt", "\n".join(view.archive.papers)))
    for day in view.archive.days:
        path = f"daily/{day.date}.md5"
        yield SiteFile(path, partial(_data, path, str(len(day.announced))), depends=str(len(day.announced)))


def _data(path: str, text: str) -> bytes:
    made.append(path)
    return f"{text}\n".encode()


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """An export that is registered as a shipped one would be."""
    module = ModuleType("daybook.exports.made_up")
    module.files = files  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    line = Export("made_up", files="made_up:files", places=("keys.txt", "daily/"))
    monkeypatch.setattr(exports, "EXPORTS", (*exports.EXPORTS, line))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772500000")
    monkeypatch.setattr(writer, "SLICE", 10_000)  # all in this process
    made.clear()


def ingest(archive: Path, name: str) -> None:
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE / name)]) == 0


def build(archive: Path) -> list[str]:
    """Build the site; the paths of the exported files that were made."""
    made.clear()
    assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 0
    return sorted(made)


def exported(site: Path) -> set[str]:
    return {name for name in tree(site) if name == "keys.txt" or name.startswith("daily/")}


@pytest.mark.usefixtures("made_up")
def test_files_of_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made when something changed, written when they differ, linked by hand, and removed when not made."""
    archive = tmp_path / "archive"
    ingest(archive, "2026-03-04-listing.txt")
    (archive / "introduction.md").write_text("See [all keys](keys.txt).\n")
    assert build(archive) == ["daily/2026-03-04.md5", "keys.txt"]
    site = archive / "site"
    assert exported(site) == {"daily/2026-03-04.md5", "keys.txt"}
    keys = (site / "keys.txt").read_text().split()
    assert keys == sorted(path.stem for path in (site / "papers").rglob("*.html"))
    assert "keys.txt" not in (site / "sitemap.xml").read_text()
    assert 'href="keys.txt"' in (site / "index.html").read_text()

    assert build(archive) == []  # nothing changed

    inode = (archive / "pages" / "daily" / "2026-03-04.md5").stat().st_ino
    (archive / "introduction.md").write_text("Once more: [all keys](keys.txt).\n")
    assert build(archive) == ["keys.txt"]
    assert (site / "keys.txt").read_text().split() == keys
    assert (archive / "pages" / "daily" / "2026-03-04.md5").stat().st_ino == inode

    ingest(archive, "2026-03-03-rss.xml")
    assert "keys.txt" in build(archive)
    assert len((site / "keys.txt").read_text().split()) > len(keys)
    assert "daily/2026-03-03.md5" in exported(site)
    copy = tmp_path / "copy"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("pages", "site", ".daybook*"))
    build(copy)
    assert tree(copy / "site") == tree(site)

    monkeypatch.setattr(exports, "EXPORTS", exports.EXPORTS[:-1])
    (archive / "introduction.md").write_text("No keys any more.\n")
    shutil.rmtree(archive / ".daybook")  # as other code would: what is kept is of the code that made it
    (copy / "introduction.md").write_text("No keys any more.\n")
    assert build(copy) == build(archive) == []
    for folder in (archive, copy):
        assert not exported(folder / "site")
        assert not (folder / "site" / "daily").exists()
        assert not (folder / "pages" / "daily").exists()


@pytest.mark.usefixtures("made_up")
def test_a_file_that_cannot_be_made_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is reported, and empty until a build can make it, so that links to it lead somewhere."""

    def fail(path: str, text: str) -> bytes:
        raise ValueError(path)

    archive = tmp_path / "archive"
    ingest(archive, "2026-03-04-listing.txt")
    (archive / "introduction.md").write_text("See [all keys](keys.txt).\n")
    with monkeypatch.context() as patch:
        patch.setattr(f"{__name__}._data", fail)
        assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 1
    assert "keys.txt" in capsys.readouterr().err
    assert (archive / "site" / "keys.txt").read_bytes() == b""
    build(archive)
    assert (archive / "site" / "keys.txt").read_bytes()


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("path", ["other.txt", "daily/../other.txt", "daily", "keys.txt/more"])
def test_an_export_keeps_to_its_places(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build replaces only what it knows to be its own, so every file must lie where its export says."""
    module = sys.modules["daybook.exports.made_up"]
    monkeypatch.setattr(module, "files", lambda view: [SiteFile(path, bytes)])
    with pytest.raises(BuildError, match=r"other\.txt|daily|keys"):
        list(exports.files(sample.view()))
