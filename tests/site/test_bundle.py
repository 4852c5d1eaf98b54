"""The site as a single .zip: what is in it, where it may be written, what a kill leaves, and what readers see of it."""

import functools
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from daybook.errors import BuildError
from daybook.runtime.files import scan
from daybook.search.index import CHUNK
from daybook.site import app, claimed_zip, publish, write_zip
from daybook.site.publish import Packed

from tests.cases import for_each
from tests.conftest import HANGS, ROOT, SAMPLE
from tests.makers import daybook, put
from tests.site.conftest import Watch


def write(site: Path, target: Path, archive: Path, title: str = "Réseaux & Daily") -> Path:
    write_zip(site, target, archive, title, lambda counts, total: counts)
    return target


def test_zip_holds_the_folder_to_read(site: Path, archive: Path, tmp_path: Path) -> None:
    """Every file of it, in one folder named after the archive; whole, with plain permissions and the site's date."""
    target = write(site, tmp_path / "an archivé.zip", archive)
    with zipfile.ZipFile(target) as found:
        assert found.testzip() is None
        names = found.namelist()
        assert names == sorted(names)
        assert {name.partition("/")[0] for name in names} == {"reseaux-daily"}
        inside = {name.partition("/")[2]: found.read(name) for name in names}
        assert {entry.date_time for entry in found.infolist()} == {(2026, 3, 4, 0, 0, 0)}
        assert {entry.external_attr >> 16 for entry in found.infolist()} == {stat.S_IFREG | 0o644}
    assert inside.pop(app.STARTER) == app.NOTHING.encode()
    wanted = {path for path in scan(site) if publish.is_packed(path)} - {app.STARTER}
    assert inside.keys() == wanted
    assert all(inside[path] == (site / path).read_bytes() for path in wanted)
    assert not {"sw.js", "_headers"} & inside.keys()


def test_same_site_same_bytes(site: Path, archive: Path, tmp_path: Path) -> None:
    """Whatever the times and permissions of the site's files."""
    copy = tmp_path / "copy"
    shutil.copytree(site, copy, copy_function=shutil.copy)
    (copy / "index.html").chmod(0o600)
    one, two = write(site, tmp_path / "1.zip", archive), write(copy, tmp_path / "2.zip", archive)
    assert one.read_bytes() == two.read_bytes()


@for_each(
    ("title", "name"), [("cs.DC daily", "cs-dc-daily"), ("../..", "daybook"), ("", "daybook"), ("日報", "daybook")]
)
def test_folder_is_a_name_for_any_file_system(title: str, name: str) -> None:
    assert publish.folder_name(title) == name


def refused(target: Path, archive: Path, site: Path) -> str:
    with pytest.raises(BuildError) as error:
        claimed_zip(target, archive, site, ROOT)
    return str(error.value)


def test_no_other_file_is_replaced(site: Path, archive: Path, tmp_path: Path) -> None:
    """Only a new file, or a .zip that Daybook wrote; nothing within archives, sites and the program."""
    target = write(site, tmp_path / "mine.zip", archive)
    assert claimed_zip(target, archive, site, ROOT) == target
    assert claimed_zip(tmp_path / "new" / "new.ZIP", archive, site, ROOT).name == "new.ZIP"
    (tmp_path / "thesis.zip").write_bytes(b"PK")
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as photos:
        photos.writestr("me.txt", "me")
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "link.zip").symlink_to(tmp_path / "photos.zip")
    for name in ("thesis.zip", "photos.zip", "folder.zip", "link.zip"):
        assert "Daybook did not write it" in refused(tmp_path / name, archive, site)
    assert "not the name of a .zip" in refused(tmp_path / "thesis.tex", archive, site)
    assert claimed_zip(archive / "site.zip", archive, site, ROOT).name == "site.zip"
    own = (archive / "records", "the archive"), (site, "the site"), (ROOT / "generator", "the program")
    for place, words in own:
        assert f"is part of {words}; use another name with --zip, such as daily.zip" in refused(
            place / "new.zip", archive, site
        )


def test_what_cannot_be_written_is_said(site: Path, archive: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="use another name with --zip"):
        write(site, tmp_path / "file" / "x.zip", archive)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_build_writes_a_zip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once: where nothing has changed, the file stays; where it was damaged or is gone, it is written again."""
    archive, target = tmp_path / "archive", tmp_path / "out" / "x.zip"
    daybook("ingest", "--quiet", "--archive", archive, SAMPLE / "2026-03-04-listing.txt")
    build = functools.partial(daybook, "build", "--archive", archive, "--zip", target)
    build()
    assert f"the site as one file is in {target} (" in capsys.readouterr().out
    first, state = target.read_bytes(), target.stat().st_mtime_ns
    build()
    assert target.stat().st_mtime_ns == state
    target.unlink()
    build()
    assert target.read_bytes() == first
    assert [path.name for path in target.parent.iterdir()] == ["x.zip"]


@pytest.mark.parametrize("after", [0, 5, 40])
def test_a_kill_leaves_the_former_file(after: int, site: Path, archive: Path, tmp_path: Path) -> None:
    """The file is the former or the new one, whole; the next build removes what was left half written."""
    target = write(site, tmp_path / "x.zip", archive, "Former")
    former = target.read_bytes()
    program = (
        "import itertools, os, sys; from pathlib import Path; from daybook.site import write_zip\n"
        "def watch(counts, total):\n"
        "    yield from itertools.islice(counts, int(sys.argv[4]))\n"
        "    os._exit(9)\n"
        "write_zip(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), 'New', watch)\n"
    )
    told = [str(site), str(target), str(archive), str(after)]
    done = subprocess.run([sys.executable, "-c", program, *told], cwd=ROOT, env=os.environ, timeout=HANGS)
    assert done.returncode == 9
    assert target.read_bytes() == former
    write(site, target, archive, "New")
    assert publish.folder_name("New") in zipfile.ZipFile(target).namelist()[0]
    assert [path.name for path in tmp_path.iterdir()] == ["x.zip"]


PAGES = ("papers/2603/2603.93003.html", "papers/2603/2603.90047.html#main.", "search.html?q=gpu")
BODY = "document.body.innerHTML.replace(/<noscript>.*?<.noscript>/g, '').trim()"


@pytest.fixture(scope="module")
def unpacked(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a .zip of the sample's site, in a folder with a blank and an accent in its name."""
    folder = tmp_path_factory.mktemp("unpacked") / "Mein Archiv é"
    packed = Packed(whole, (path for path in scan(whole) if not app.is_apart(path)))
    return put(folder, {path: packed.data(path) for path in packed.paths})


def test_all_files_but_those_of_papers_are_as_they_are(whole: Path, unpacked: Path) -> None:
    """Each paper's page has a stub at its address, and each file of results has sixteen pages."""
    there = {path for path in scan(whole) if not app.is_apart(path)}
    papers = {path for path in there if path.startswith("papers/")}
    results = {path for path in there if path.startswith("search/") and "/papers/" in path}
    assert set(scan(unpacked)) == there
    stubs = {path for path in papers if (unpacked / path).stat().st_size < 200}
    assert len(stubs) > 60
    assert -(-len(stubs) // CHUNK) <= len(results) < 8
    changed = {path for path in there if (unpacked / path).read_bytes() != (whole / path).read_bytes()}
    assert changed == stubs | results


def test_packing_makes_it_smaller(whole: Path, unpacked: Path, tmp_path: Path) -> None:
    def size(folder: Path) -> int:
        with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in scan(folder):
                if path.startswith("papers/") or "/papers/" in path:
                    archive.write(folder / path, path)
        return (tmp_path / "all.zip").stat().st_size

    assert size(unpacked) < 0.75 * size(whole)


def test_a_site_without_an_index_is_packed_as_it_is(site: Path) -> None:
    paths = sorted(path for path in scan(site) if not path.startswith("search/"))
    packed = Packed(site, paths)
    assert packed.paths == paths
    assert all(packed.data(path) == (site / path).read_bytes() for path in paths)


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_readers_see_the_same_page(path: str, whole: Path, unpacked: Path, watched: Watch) -> None:
    """Element for element, at the place that the address names, without a complaint. Results of the search are read
    from the files that hold the pages."""
    seen = []
    for folder in (whole, unpacked):
        look = watched(f"{folder.as_uri()}/", path)
        if path.startswith("search"):
            look.page.wait_for_selector(".search-results a")
        look.settle()
        body = look.page.evaluate(BODY).replace(folder.as_uri(), "")  # scripts write whole addresses
        seen.append((look.page.title(), body, look.page.evaluate("scrollY"), look.complaints))
    assert seen[0] == seen[1]
    assert not seen[1][3]
