"""A site is built only where nobody else's files are, and a build touches nothing besides the archive and its site."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from daybook.errors import BuildError
from daybook.site import publish
from daybook.site.publish import MARK, claimed

from tests.cases import Capsys, Patch, for_each
from tests.conftest import FIXED_TIME, ROOT
from tests.makers import daybook, put
from tests.policy import audited
from tests.tools.audited import DEVICE

THESIS = "Nine years of work."
DOCUMENT = ROOT / "tests" / "sample" / "documents" / "2026-03-04-listing.txt"


def tree(folder: Path) -> dict[str, bytes]:
    """All that is in a folder, but what can be made again at any time; links by where they lead."""
    entries = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            entries[name] = os.fsencode(path.readlink())
        elif ".daybook" not in path.parts:
            entries[name] = path.read_bytes() if path.is_file() else b""
    return entries


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that was never built."""
    folder = tmp_path_factory.mktemp("read") / "archive"
    daybook("ingest", "--quiet", "--archive", folder, DOCUMENT)
    return folder


@pytest.fixture
def world(read: Path, tmp_path: Path, monkeypatch: Patch) -> Path:
    """A home with a repository that holds an archive, a thesis, and ways that lead to them by other names."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)
    home = tmp_path / "home"
    shutil.copytree(read, home / "clone" / "archive")
    put(home, {"clone/.git/HEAD": "ref: refs/heads/main\n", "thesis/thesis.tex": THESIS, "notes.txt": "Buy milk."})
    for name, target in (("linked", "thesis"), ("linked-archive", "clone/archive"), ("loop", "loop")):
        (home / name).symlink_to(target)
    for name in ("thesis/chapters", "empty"):
        (home / name).mkdir()
    return home


@contextmanager
def killed(site: Path, archive: Path) -> Iterator[publish.Stage]:
    """A stage that nobody removes."""
    with ExitStack() as stack:
        yield stack.enter_context(publish.staging(site.resolve(), archive.resolve()))
        forgotten.append(stack.pop_all())


forgotten: list[ExitStack] = []  # kept, for what is not referred to any more is closed


def build(home: Path, site: str, *options: str, code: int = 0) -> None:
    daybook("build", "--quiet", "--archive", home / "clone/archive", "--site", home / site, *options, code=code)


def refused(home: Path, site: str) -> None:
    """Exit code 1, and every file is as it was."""
    before = tree(home)
    build(home, site, code=1)
    assert tree(home) == before


REFUSED = (
    "thesis", "thesis/../thesis", "linked", "linked/../thesis", "notes.txt", "notes.txt/site", "loop", "",
    "/", "clone", "clone/.git", "clone/.git/site", "clone/archive", "clone/archive/records",
    "clone/archive/listings/new", "clone/archive/new", "clone/archive/site/new", "clone/archive/.daybook",
    "clone/archive/../archive/records",
    "n" * 300, "linked-archive", "linked-archive/records", "linked-archive/new",
)  # fmt: skip


@for_each("site", REFUSED)
def test_a_build_refuses_what_is_not_its_own(site: str, world: Path, capsys: Capsys) -> None:
    """In one line."""
    refused(world, site)
    message = capsys.readouterr().err
    assert message.startswith("daybook: /")
    assert "; use a new or empty folder with --site" in message
    assert message.count("\n") == 1


def test_an_archive_that_is_none_is_left_alone(tmp_path: Path) -> None:
    """Not even a folder of Daybook's own is made in it."""
    put(tmp_path, {"thesis.tex": THESIS})
    daybook("build", "--quiet", "--archive", tmp_path, code=1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def tracked_folders() -> list[str]:
    done = subprocess.run(["git", "ls-tree", "-d", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("no git repository")
    return done.stdout.split()


def test_parts_of_the_program_are_refused(read: Path) -> None:
    """All that git tracks, and what stands beside it; not the folders that git ignores."""
    parts = ["", "..", ".git", ".git/new", ".venv/new", "node_modules/new"]
    parts += [f"{folder}{more}" for folder in tracked_folders() for more in ("", "/new", "/new/site")]
    for part in parts:
        with pytest.raises(BuildError, match="; use a new or empty folder with --site"):
            claimed(ROOT / part, read, ROOT)
    for part in ("site", "public", "build/new/site", "content/site/../../site"):
        assert claimed(ROOT / part, read, ROOT) == ROOT / part.rpartition("../")[2]
    assert claimed(ROOT / "tests" / "new" / "site", ROOT / "tests" / "new", ROOT) == ROOT / "tests" / "new" / "site"


def test_other_spellings_are_the_same_folder(read: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    """As where a file system takes small and capital letters for the same: another name, and the same folder."""
    (tmp_path / "ARCHIVE").symlink_to(read)
    monkeypatch.setattr(os.path, "realpath", os.path.abspath)
    for part in ("ARCHIVE", "ARCHIVE/records", "ARCHIVE/new"):
        with pytest.raises(BuildError, match="archive"):
            claimed(tmp_path / part, read, ROOT)
    with pytest.raises(BuildError, match="git"):
        claimed(tmp_path / ".GIT" / "new", read, ROOT)


@pytest.mark.trial
@pytest.mark.parametrize(
    "site", ["new", "empty", "new/in/new", "clone/public", "clone/build/site", "clone/archive/site"]
)
def test_a_build_goes_where_nothing_is(site: str, world: Path) -> None:
    """Into absent and empty folders, also of the archive's repository; and again, for they carry its mark then."""
    others = tree(world)
    build(world, site)
    first = tree(world / site)
    assert first[MARK] == publish.MARK_TEXT.encode()
    (world / "clone" / "archive" / "introduction.md").write_text("Other words.\n")
    (world / site / "index.html").write_text("meddled")
    build(world, site)
    assert tree(world / site).keys() == first.keys()
    assert b"Other words." in tree(world / site)["index.html"]
    after = tree(world)
    assert {
        name: after[name] for name in others if not name.startswith(("clone/archive", site))
    }.items() <= others.items()
    assert not list((world / site).parent.glob(".daybook-*"))


def test_a_site_of_an_earlier_daybook_is_taken_over(world: Path, capsys: Capsys) -> None:
    """In the archive's own site/, which had no mark; but not what somebody keeps there, and not elsewhere."""
    archive = world / "clone" / "archive"
    for site in ("clone/archive/site", "new"):
        build(world, site)
        (world / site / MARK).unlink()
    build(world, "clone/archive/site")
    assert (archive / "site" / MARK).is_file()
    refused(world, "new")
    assert "if an older Daybook built this one, delete it first" in capsys.readouterr().err
    (archive / "site" / MARK).unlink()
    (archive / "site" / "thesis.tex").write_text(THESIS)
    refused(world, "clone/archive/site")


def test_what_a_person_put_into_a_site_stays(world: Path, capsys: Capsys) -> None:
    """A mark, which may also come with somebody's archive, makes nothing deletable but what a site holds."""
    build(world, "new")
    for beside in (".DS_Store", "SHA256SUMS"):  # of a site by an older Daybook
        (world / "new" / beside).write_bytes(b"x")
    build(world, "new", "--offline")
    assert {path.name for path in (world / "new").iterdir()} <= publish.parts()
    (world / "thesis" / MARK).write_text(publish.MARK_TEXT)
    (world / "new" / "CNAME").write_text("example.org")
    for site in ("new", "thesis"):
        refused(world, site)
    said = "/new: contains CNAME, which Daybook did not build; move it elsewhere, or use a new or empty"
    assert said in capsys.readouterr().err


def test_a_clone_of_published_pages_is_no_site(world: Path) -> None:
    """It carries the mark where somebody committed it, and its history is nobody's to remove."""
    build(world, "new")
    (world / "new" / ".git").mkdir()
    refused(world, "new")


def test_what_a_person_keeps_beside_a_site_stays(world: Path) -> None:
    """Whatever it is called; what a killed build left goes."""
    kept = [".new.backup", ".new.next", ".new.part-0", ".new.former", ".new.pages-0", ".daybook-notes", "new.old"]
    archive = world / "clone" / "archive"
    with killed(world / "new", archive) as left, killed(world / "other", archive) as empty:
        (left.next / "page.html").write_text("half a site")
        shutil.rmtree(empty.next)
        shutil.rmtree(empty.empty)
        (empty.folder / ".gitignore").unlink()
    kept += [left.folder.name[:-8] + name for name in ("personal", "personal-linked")]
    put(world, {f"{name}/thesis.tex": THESIS for name in kept})
    shutil.rmtree(world / kept[-1])
    (world / kept[-1]).symlink_to(world / "thesis")
    build(world, "new")
    assert not left.folder.exists()
    assert {name for name in kept if (world / name / "thesis.tex").is_file()} == set(kept)
    assert empty.folder.exists()
    build(world, "other")
    assert not empty.folder.exists()


@pytest.mark.parametrize("moment", ["unmarked", "half marked"])
def test_what_a_kill_leaves_is_known(moment: str, world: Path) -> None:
    """A stage without its mark, in which nothing is, or with half of it."""
    build(world, "new")
    with killed(world / "new", world / "clone" / "archive") as stage:
        if moment == "half marked":
            (stage.folder / ".gitignore").write_bytes(b"# Day")
        else:
            stage.clear()
            stage.folder.mkdir()
    (world / "clone" / "archive" / "introduction.md").write_text("[nowhere](nowhere.md)\n")
    build(world, "new", code=1)
    assert (world / "new" / "index.html").is_file()
    assert not stage.folder.exists()


def test_a_rename_that_fails_is_made_by_the_next_build(world: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """One line says so; then the site is as if nothing had been."""
    build(world, "new")
    replace = os.replace

    def fail(source: str, target: str) -> None:
        if str(target) == f"{world}/new/index.html":
            raise OSError(28, "No space left on device", target)
        replace(source, target)

    (world / "clone" / "archive" / "introduction.md").write_text("Other words.\n")
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        build(world, "new", code=1)
    line = f"daybook: {world}/new/index.html: cannot write the site: No space left on device; check disk space and"
    assert capsys.readouterr().err == f"{line} permissions, then run the command again\n"
    build(world, "new")
    assert not list(world.glob(".daybook-*"))
    build(world, "fresh")
    assert tree(world / "new") == tree(world / "fresh")


def test_a_folder_that_cannot_be_replaced(world: Path, capsys: Capsys) -> None:
    """Where nothing may be written beside it: one line."""
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    (world / "locked" / "site").mkdir(parents=True)
    (world / "locked").chmod(0o555)
    build(world, "locked/site", code=1)
    assert "cannot create or replace the site: Permission denied" in capsys.readouterr().err


def is_temporary(path: str, folder: Path) -> bool:
    return path.startswith(f"{folder}/tmp/") or bool(DEVICE.match(path))


@pytest.mark.trial
@pytest.mark.parametrize("apart", [(), ("--apart",)])
def test_a_build_touches_archive_and_site_alone(apart: tuple[str, ...], world: Path, tmp_path: Path) -> None:
    """Nothing else is written, moved or removed, by any of its processes; whether from nothing, again, or refused."""
    archive, site = world / "clone" / "archive", world / "empty"
    stage = re.compile(re.escape(f"{world}/.daybook-") + r"[0-9a-f]{12}-\w{8}(?:/.*)?")
    before = tree(world)
    paths: list[str] = []
    for words, name, code in (("", "empty", 0), ("Other words.\n", "empty", 0), ("Third words.\n", "thesis", 1)):
        if words:
            (archive / "introduction.md").write_text(words)
        options = ("--archive", str(archive), "--site", str(world / name))
        paths += audited(tmp_path, *apart, "build", *options, code=code)["write"]
    own = [path for path in paths if not Path(path).is_relative_to(archive) and not is_temporary(path, tmp_path)]
    foreign = [path for path in own if not Path(path).is_relative_to(site) and not stage.fullmatch(path)]
    assert foreign == []
    assert str(site) in own
    assert any(stage.fullmatch(path) for path in own)
    after = {name: data for name, data in tree(world).items() if not name.startswith(("clone/archive", "empty"))}
    assert after == {name: data for name, data in before.items() if name in after}
    assert {"thesis/thesis.tex", "notes.txt", "clone/.git/HEAD"} <= after.keys()
