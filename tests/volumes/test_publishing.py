"""Sites put to where readers find them: what differs, and nothing else; and the night of a library."""

import os
import shutil
from functools import partial
from pathlib import Path

import pytest
from daybook.commands import fetch
from daybook.errors import StoreError
from daybook.runtime.files import scan
from daybook.volumes import LibraryFolder, hosting, places
from daybook.volumes.hosting import BRANCH, HELD, Put

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import Site, serving
from tests.arxiv.world import make
from tests.cases import for_each
from tests.fetch.trial import CATEGORIES, TIMES, outside
from tests.makers import daybook, put
from tests.test_git import git
from tests.volumes import buckets
from tests.volumes.conftest import SETTINGS
from tests.volumes.library import held
from tests.volumes.test_nights import FIRST

Capsys = pytest.CaptureFixture[str]
PAGES = {"index.html": "one", "papers/2603/2603.00001.html": "a", "assets/a.js": "x", "_headers": "h"}


def folder(site: Path) -> dict[str, bytes]:
    """What readers find at a host."""
    return {path: (site / path).read_bytes() for path in scan(site) if path != HELD}


def test_what_differs_is_put_to_a_folder(tmp_path: Path) -> None:
    """What others have put there stays."""
    site, host = put(tmp_path / "site", PAGES), put(tmp_path / "host", {"robots.txt": "own"})
    _changes(site, str(host), tmp_path)
    assert folder(host) == {**held(site), "robots.txt": b"own"}
    put(host, {HELD: "[]"})
    with pytest.raises(StoreError, match=r"hosted\.json: is damaged; remove it there"):
        hosting.put(site, str(host), tmp_path / "work")


def _changes(site: Path, host: str, tmp_path: Path) -> None:
    """Put a site three times: as it is, as it is, and with a page more, one less and one that has changed."""
    assert hosting.put(site, host, tmp_path / "work") == Put(4, 6, 0)
    assert hosting.put(site, host, tmp_path / "work") == Put(0, 0, 0)
    put(site, {"index.html": "other", "papers/2603/2603.00002.html": "bb"})
    (site / "papers/2603/2603.00001.html").unlink()
    assert hosting.put(site, host, tmp_path / "work") == Put(2, 7, 1)


def test_a_kill_leaves_what_the_next_puts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put comes before what names it."""
    site, host = put(tmp_path / "site", PAGES), tmp_path / "host"
    real, left = hosting.files.write, 3

    def killed(path: Path, *given, **named):  # type: ignore[no-untyped-def]
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return real(path, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(hosting.files, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            hosting.put(site, str(host), tmp_path / "work")
    assert sorted(folder(host)) == ["_headers", "assets/a.js", "index.html"]
    hosting.put(site, str(host), tmp_path / "work")
    assert folder(host) == held(site)


def test_a_repository_of_pages(tmp_path: Path) -> None:
    """A commit each time; the last one alone is fetched by whoever has none."""
    site, host = put(tmp_path / "site", PAGES), tmp_path / "pages.git"
    git(tmp_path, "init", "--quiet", "--bare", str(host))
    _changes(site, str(host), tmp_path)
    put(site, {"assets/a.js": "y"})
    assert hosting.put(site, str(host), tmp_path / "elsewhere") == Put(1, 1, 0)
    git(tmp_path, "clone", "--quiet", "--branch", BRANCH, host.as_uri(), str(tmp_path / "clone"))
    found = {path: data for path, data in folder(tmp_path / "clone").items() if not path.startswith(".git/")}
    assert found == {**held(site), ".nojekyll": b""}
    assert git(host, "rev-list", "--count", BRANCH).strip() == "3"
    with pytest.raises(StoreError, match="git ls-remote"):
        hosting.put(site, str(tmp_path / "none.git"), tmp_path / "other")


@pytest.mark.trial
@for_each("kind", ["s3", "file"])
def test_a_bucket(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec")
    site = put(tmp_path / kind / "site", PAGES)
    if kind == "file":
        host = (tmp_path / "host").as_uri()
        _changes(site, host, tmp_path)
        assert folder(tmp_path / "host") == held(site)
        return
    with buckets.server(monkeypatch):
        _changes(site, "s3://library/one", tmp_path)
        away = places.Address("s3://library/one")
        assert {path: away.read(path) for path in away.found() if path != HELD} == held(site)


@pytest.mark.trial
def test_a_night_of_a_library(own: Path, tmp_path: Path, capsys: Capsys) -> None:
    """It commits and pushes what is new, and puts those sites to their hosts that have changed."""
    bare, hosts = tmp_path / "bare", tmp_path / "hosts"
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(bare))
    git(own, "init", "--quiet", "--initial-branch=main")
    git(own, "remote", "add", "origin", str(bare))
    put(own, {"library.yml": f"{SETTINGS}host: {hosts}/{{volume}}\n"})
    names = [*(volume.name for volume in LibraryFolder(own).volumes), "library"]
    daybook("--archive", own, "publish")
    told = capsys.readouterr().out
    assert "This archive is a sample: nothing is fetched." in told
    assert "3 of 3 sites put to their hosts: " in told
    for name in names:
        assert folder(hosts / name) == held(own / "sites" / name)
    listed = git(bare, "ls-tree", "-r", "--name-only", "main").split()
    assert "volumes.tsv" in listed
    assert any(path.startswith(f"volumes/{names[0]}/records/") for path in listed)
    assert not [path for path in listed if path.startswith(("sites/", "pages/", ".daybook/")) or "/site/" in path]
    daybook("--archive", own, "publish")
    assert "0 of 3 sites put to their hosts: 0 files (0.0 MB)" in capsys.readouterr().out
    put(own / "volumes" / names[0], {"about.md": "# About\n\nWords.\n"})
    before = {name: held(hosts / name) for name in names}
    daybook("--archive", own, "publish", "site")
    told = capsys.readouterr().out
    assert f"\n{names[0]}: " in told
    assert "sound: 2 volumes, 1 unchanged since; each paper has its page in one" in told
    assert f"\n{names[1]}: " not in told
    assert held(hosts / names[1]) == before[names[1]]
    assert b"Words." in (hosts / names[0] / "about.html").read_bytes()
    shutil.rmtree(hosts / names[1])
    with pytest.raises(SystemExit, match="2"):
        daybook("--archive", own, "publish", "--dry-run")
    assert os.environ.get("DAYBOOK_TOKEN") is None


@pytest.mark.trial
def test_what_a_night_fetches_is_dealt_and_pushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a local arXiv: a commit a night, with what came in its message; the inbox and the volumes are in it."""
    there, bare = tmp_path / "library", tmp_path / "bare"
    put(there, {"library.yml": f"title: T\ncategories: [{', '.join(CATEGORIES)}]\ncontact: a@b.org\n"})
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(bare))
    git(there, "init", "--quiet", "--initial-branch=main")
    git(there, "remote", "add", "origin", str(bare))
    real, clock = fetch.fetch, SimulatedClock(eastern(FIRST, TIMES[-1]))
    with serving(Site(make(3, FIRST, FIRST + 9 * DAY, CATEGORIES, busy=3)), clock) as arxiv:
        monkeypatch.setattr(fetch, "fetch", partial(real, world=outside(arxiv)))
        for night in (FIRST, FIRST + DAY):
            clock.set(eastern(night, TIMES[-1]))
            daybook("--archive", there, "publish", "fetch")
    listed = git(bare, "ls-tree", "-r", "--name-only", "main").split()
    assert {f"volumes/{code}-2026/archive.yml" for code in CATEGORIES} <= set(listed)
    assert any(path.startswith("inbox/dealt/") for path in listed)
    assert any(path.startswith("homes/26") for path in listed)
    assert "2026-12-29: 15 entries of cs.DC and cs.NI" in git(bare, "log", "--format=%B", "main")
    assert not [path for path in listed if ".daybook" in path]
    assert git(bare, "rev-list", "--count", "main").strip() == "2"
    assert git(there, "status", "--porcelain").split() == ["??", "library.yml"]


@pytest.mark.trial
def test_a_volume_with_a_repository_of_its_own(own: Path, tmp_path: Path) -> None:
    """It is pushed there, and the library's leaves it out."""
    volume = own / "volumes" / LibraryFolder(own).volumes[0].name
    for place, bare in ((own, tmp_path / "all"), (volume, tmp_path / "one")):
        git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(bare))
        git(place, "init", "--quiet", "--initial-branch=main")
        git(place, "remote", "add", "origin", str(bare))
    daybook("--archive", own, "publish", "keep")
    listed = git(tmp_path / "all", "ls-tree", "-r", "--name-only", "main").split()
    assert "volumes.tsv" in listed
    assert not [path for path in listed if volume.name in path]
    assert "archive.yml" in git(tmp_path / "one", "ls-tree", "-r", "--name-only", "main").split()
