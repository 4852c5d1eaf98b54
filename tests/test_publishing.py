"""Publishing where it is refused: what was fetched is kept, the site is built from it, one line says what to do, and the
next run goes on from it."""

import base64
import datetime as dt
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daybook.errors import SettingsError
from daybook.forge import branch
from daybook.forge.branch import Branch

from tests import serving as web
from tests.cases import Patch, for_each, table
from tests.forge import MONDAY, REPOSITORY, TOKEN, TUESDAY, WEDNESDAY
from tests.owners import KEPT, Owner, owning
from tests.test_git import git

PROTECTED = """\
#!/bin/sh
while read -r old new ref; do
  if [ "$ref" = refs/heads/main ]; then
    echo "error: GH013: Repository rule violations found for refs/heads/main." >&2
    echo "- Changes must be made through a pull request." >&2
    exit 1
  fi
done
"""
RACED = """\
#!/bin/sh
unset GIT_QUARANTINE_PATH
while read -r old new ref; do
  if [ "$ref" = refs/heads/main ]; then
    git update-ref "$ref" "$(echo Another | git -c user.name=n -c user.email=e commit-tree "$ref^{tree}" -p "$ref")"
  fi
done
"""
"""Somebody else is always a moment quicker."""


# The branch


class Repository:
    """A bare repository with an archive of one day, and clones of it as runners make them."""

    def __init__(self, folder: Path, place: str = "") -> None:
        self.folder, self.place, self.bare, self.own = folder, place, folder / "bare", folder / "own"
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.bare))
        git(folder, "clone", "--quiet", str(self.bare), str(self.own))
        git(self.own, "switch", "--quiet", "-c", "main")
        self.write(self.own, "archive.yml", "title: A\n")
        self.write(self.own, "attempts/2026-03.jsonl", "before\n")
        (self.own / "README.md").write_text("Words.\n")
        self.push("Begin")

    def write(self, clone: Path, name: str, text: str) -> None:
        path = clone / self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(text)

    def push(self, headline: str, *options: str) -> None:
        git(self.own, "add", "--all")
        git(self.own, "commit", "--quiet", "--message", headline)
        git(self.own, "push", "--quiet", *options, "origin", "HEAD:main")

    def hook(self, script: str) -> None:
        path = self.bare / "hooks" / "pre-receive"
        path.write_text(script or "#!/bin/sh\n")
        path.chmod(0o755)

    def run(self, name: str, fetched: str = "", bundles: Path | None = None, token: str = "") -> tuple[Branch, str]:
        """A run in a fresh clone that fetches a record of this name; and why its push was refused."""
        clone = self.folder / name
        if not clone.exists():
            git(self.folder, "clone", "--quiet", "--depth=1", self.bare.as_uri(), name)
        run = Branch(clone, "main", clone / self.place, bundles or clone / ".daybook" / "night", token)
        run.begin()
        self.faults = run.take_up()
        if fetched:
            self.write(clone, f"records/{fetched}.jsonl", f"{fetched}\n")
            self.write(clone, "attempts/2026-03.jsonl", f"{fetched}\n")
        run.commit(fetched, ("records", "attempts", "coverage.jsonl", "archive.yml"))
        return run, run.push((0, 0))

    def show(self, what: str) -> str:
        return git(self.bare, "show", what, sound=False)

    def log(self, name: str = "main") -> list[str]:
        return git(self.bare, "log", "--format=%s", name).splitlines()

    def branches(self) -> list[str]:
        return git(self.bare, "branch", "--format=%(refname:short)").split()


@pytest.fixture
def at(tmp_path: Path, monkeypatch: Patch) -> Repository:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return Repository(tmp_path)


def test_what_was_fetched_comes_to_the_branch(at: Repository) -> None:
    """Onto what somebody pushed meanwhile; only the archive's own files; what a person changed stays uncommitted, and
    where it stands in the way, as it was."""
    git(at.folder, "clone", "--quiet", at.bare.as_uri(), "one")
    clone = at.folder / "one"
    (clone / "mine.txt").write_text("Mine.\n")
    (clone / "README.md").write_text("Changed, and not committed.\n")
    at.write(at.own, "attempts/2026-03.jsonl", "theirs\n")
    at.push("Meanwhile")
    run, why = at.run("one", "monday")
    assert (why, at.log()) == ("", ["monday", "Meanwhile", "Begin"])
    assert at.show("main:attempts/2026-03.jsonl").split() == ["before", "theirs", "monday"]
    assert git(clone, "log", "-1", "--format=%an <%ae>").strip() == "Daybook <daybook@localhost>"
    assert not run.has_news()
    git(at.own, "pull", "--quiet", "origin", "main")
    at.write(at.own, "README.md", "Theirs.\n")
    at.push("In the way")
    run, why = at.run("one", "tuesday")
    assert why == "What is changed here and not committed stands in the way: commit it, and run this again."
    assert git(clone, "log", "-1", "--format=%s").strip() == "tuesday"
    git(clone, "checkout", "--quiet", "README.md")
    run, why = at.run("one")
    assert not why
    assert at.log()[0].startswith("Merge commit")
    assert {"tuesday", "In the way"} <= set(at.log())
    assert git(clone, "status", "--porcelain").split() == ["??", ".daybook/", "??", "mine.txt"]


def test_a_folder_below_the_top(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    at = Repository(tmp_path, "content")
    before = at.run("zero")[0].tree()
    (at.own / "README.md").write_text("Of the owner.\n")
    at.push("Not of the archive")
    assert at.run("one")[0].tree() == before
    run, why = at.run("two", "monday")
    assert not why
    assert run.tree() != before
    assert at.show("main:content/records/monday.jsonl") == "monday\n"


def test_a_protected_branch(at: Repository) -> None:
    """What was fetched goes to a branch of its own; later runs go on from there, beside what others did on main; once
    pushes are allowed again, all of it comes to main, and the branch goes."""
    at.hook(PROTECTED)
    run, why = at.run("one", "monday")
    assert why.startswith("main is protected. Under Settings > Rules > Rulesets")
    pushed, bundle = run.keep()
    assert pushed
    assert "Changes must be made through a pull request" in run.said
    assert (at.log(), at.log(KEPT)) == (["Begin"], ["monday", "Begin"])
    at.hook("")
    (at.own / "README.md").write_text("Others.\n")
    at.push("Others")
    at.hook(PROTECTED)
    run, why = at.run("two", "tuesday", bundle.parent)
    assert why
    assert run.keep()[0]
    assert {"monday", "tuesday", "Others"} <= set(at.log(KEPT))
    at.hook("")
    run, why = at.run("three", "wednesday", bundle.parent)
    assert not why
    assert {"monday", "tuesday", "wednesday", "Others"} <= set(at.log())
    assert at.show("main:attempts/2026-03.jsonl").split() == ["before", "monday", "tuesday", "wednesday"]
    assert at.branches() == ["main"]
    assert not at.run("four")[0].has_news()


def test_merged_by_somebody(at: Repository) -> None:
    """As a commit of another name, as GitHub's "Squash and merge" makes it: nothing comes twice."""
    at.hook(PROTECTED)
    assert at.run("one", "monday")[0].keep()[0]
    at.hook("")
    git(at.own, "pull", "--quiet", "--squash", "origin", KEPT)
    at.push("What was fetched (#1)")
    run, why = at.run("two")
    assert not why
    assert at.log() == ["What was fetched (#1)", "Begin"]
    assert at.branches() == ["main"]


def test_others_are_always_quicker(at: Repository) -> None:
    """Then a branch of its own; the next run merges it with what others pushed."""
    at.hook(RACED)
    run, why = at.run("one", "monday")
    assert why == "Others pushed to main at each of 2 tries."
    assert run.keep()[0]
    assert at.log() == ["Another", "Another", "Begin"]
    at.hook("")
    assert not at.run("two", "tuesday")[1]
    assert at.log().count("Another") == 2
    assert {"monday", "tuesday"} <= set(at.log())
    assert at.branches() == ["main"]


def test_somebody_pushes_with_force(at: Repository) -> None:
    """Before a run, in a clone that lives on, and in the middle of one: what they took away does not come back, and what
    was fetched does not go; what was kept comes even where nothing else holds what it goes on from."""
    at.write(at.own, "secret.txt", "secret\n")
    at.push("A secret")
    run, why = at.run("one", "monday")
    assert not why
    at.hook(PROTECTED)
    kept, why = at.run("two", "tuesday")
    bundle = kept.keep()[1]
    git(at.bare, "branch", "--delete", "--force", KEPT)
    at.hook("")
    git(at.own, "reset", "--quiet", "--hard", "HEAD^")
    (at.own / "README.md").write_text("Anew.\n")
    at.push("Without it", "--force")
    run, why = at.run("one", "wednesday")
    assert not why
    assert at.log() == ["wednesday", "Without it", "Begin"]
    run, why = at.run("three", "thursday", bundle.parent)
    assert (why, at.faults) == ("", [])
    assert {"tuesday", "thursday", "Without it"} <= set(at.log())
    assert at.show("main:records/tuesday.jsonl") == "tuesday\n"


def test_nothing_can_be_pushed_anywhere(at: Repository) -> None:
    """A bundle keeps what was fetched, for the next run and for a person with one git command. The token is asked for
    by git, and in no file."""
    asked = list[str]()

    class Forbidding(web.Quiet):
        """Answers as GitHub does: without a token, that it wants one; with one that may not push, that it may not."""

        def do_GET(self) -> None:  # noqa: N802 - the base class names it so
            asked.append(self.headers.get("Authorization", ""))
            self.send_response(403 if asked[-1] else 401)
            self.send_header("WWW-Authenticate", 'Basic realm="GitHub"')
            self.end_headers()

    git(at.folder, "clone", "--quiet", "--depth=1", at.bare.as_uri(), "one")
    with web.serving(at.folder, Forbidding) as address:
        git(at.folder / "one", "config", f"url.{address}/.pushInsteadOf", f"{at.folder.as_uri()}/")
        run, why = at.run("one", "monday", token=TOKEN)
        assert "Settings > Actions > General > Workflow permissions: Read and write" in why
        pushed, bundle = run.keep()
    assert not pushed
    assert base64.b64decode(asked[-1].removeprefix("Basic ")).decode() == f"x-access-token:{TOKEN}"
    assert TOKEN not in run.said
    assert not any(TOKEN.encode() in path.read_bytes() for path in (at.folder / "one").rglob("*") if path.is_file())
    assert not at.run("two", bundles=bundle.parent)[1]
    assert at.log() == ["monday", "Begin"]
    assert not list(bundle.parent.glob("*.bundle"))


@for_each("more", (False, True))
def test_a_branch_of_an_earlier_version(more: bool, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where coverage.jsonl grew, while it became many files on main: it is kept; not if another file stands against."""
    at = Repository(tmp_path_factory.mktemp("earlier"))
    at.write(at.own, "coverage.jsonl", "".join(f"{k} a line\n" for k in range(40)))
    at.write(at.own, "other.txt", "a\n")
    at.push("Before")
    git(at.own, "switch", "--quiet", "-c", KEPT)
    at.write(at.own, "coverage.jsonl", "new\n")
    at.write(at.own, "other.txt", "b\n" * more)
    git(at.own, "commit", "--quiet", "--all", "--message", "Kept")
    git(at.own, "push", "--quiet", "origin", KEPT)
    git(at.own, "switch", "--quiet", "main")
    git(at.own, "rm", "--quiet", "coverage.jsonl", *(["other.txt"] * more))
    at.push("After")
    run, why = at.run("one")
    assert not why
    mend = f"do it by hand, with git pull --no-rebase origin {KEPT}, and push."
    assert at.faults == ([f"The branch {KEPT} cannot be merged with main: {mend}"] if more else [])
    assert ("new" in at.show("main:coverage.jsonl")) is not more
    assert (KEPT in at.branches()) is more
    assert not git(run.root, "status", "--porcelain", "--untracked-files=no")


def test_a_bundle_that_cannot_be_merged(at: Repository) -> None:
    """It is kept, night after night, under the same name."""
    night = at.folder / "night"
    night.mkdir()
    (night / "fetched.bundle").write_text("xxx")
    for name in ("one", "two"):
        at.run(name, bundles=night)
        (fault,) = at.faults
        assert "do it by hand" in fault
        (path,) = night.glob("*.bundle")
        assert (path.name, path.read_text()) == ("conflict-" + "ac8522fb58c89951af0089cb090a56f9856c05b0.bundle", "xxx")


@for_each(("words", "why"), table(__file__, "what_git_says").items())
def test_what_git_says(words: str, why: str) -> None:
    """GitHub's own words, by which a run knows which setting is meant."""
    assert why in branch.reason(words, "main")
    assert "\n" not in branch.reason(words, "main")
