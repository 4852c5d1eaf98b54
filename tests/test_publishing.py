"""Publishing where it is refused: what was fetched is kept, the site is built from it, one line says what to do, and
the next run goes on from it."""

import base64
import datetime as dt
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daybook import cli
from daybook.forge import branch
from daybook.forge.branch import Branch

from tests import serving as web
from tests.arxiv.calendar import eastern
from tests.arxiv.faults import Fault, Kind
from tests.cases import Patch, for_each, table
from tests.conftest import HANGS
from tests.forge import CATEGORIES, MONDAY, NIGHT, REPOSITORY, TOKEN, TUESDAY, WEDNESDAY, world
from tests.owners import GH, KEPT, Owner, Runner, owning
from tests.test_git import git
from tests.tools.forks import tree

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
MEANWHILE = """\
#!/bin/sh
unset GIT_QUARANTINE_PATH
if git rev-parse --verify --quiet refs/heads/aside; then
  git update-ref refs/heads/main refs/heads/aside
  git update-ref -d refs/heads/aside
fi
"""
"""Somebody else is a moment quicker, once."""


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
        return run, run.push((0, 0, 0, 0))

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


def test_nothing_of_the_archives_own(at: Repository) -> None:
    """Nothing is committed where none of its files is there, or git ignores them; what is removed there is removed."""
    clone = at.run("one")[0].root
    (clone / "mine.txt").write_text("Mine.\n")
    (clone / ".git" / "info" / "exclude").write_text("/listings/\n")
    at.write(clone, "listings/x.gz", "x")
    run = Branch(clone, "main", clone, clone / ".daybook" / "night")
    run.begin()
    run.commit("Nothing", ("records", "summaries", "listings"))
    assert not run.has_news()
    (clone / "attempts" / "2026-03.jsonl").unlink()
    run.commit("Less", ("records", "attempts", "archive.yml"))
    assert git(clone, "show", "--format=%s", "--name-status").split() == ["Less", "D", "attempts/2026-03.jsonl"]


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
    assert not at.run("two")[1]
    assert at.log() == ["What was fetched (#1)", "Begin"]
    assert at.branches() == ["main"]


def test_others_are_always_quicker(at: Repository) -> None:
    """Then a branch of its own; the next run merges it with what others pushed."""
    at.hook(RACED)
    run, why = at.run("one", "monday")
    assert why == "Others pushed to main at each of four tries."
    assert run.keep()[0]
    assert at.log() == ["Another"] * 4 + ["Begin"]
    at.hook("")
    assert not at.run("two", "tuesday")[1]
    assert at.log().count("Another") == 4
    assert {"monday", "tuesday"} <= set(at.log())
    assert at.branches() == ["main"]


def test_somebody_pushes_with_force(at: Repository) -> None:
    """Before a run, and in a clone that lives on: what they took away does not come back, and what was fetched does not
    go; what was kept comes even where nothing else holds what it goes on from."""
    at.write(at.own, "secret.txt", "secret\n")
    at.push("A secret")
    assert not at.run("one", "monday")[1]
    at.hook(PROTECTED)
    kept = at.run("two", "tuesday")[0]
    bundle = kept.keep()[1]
    git(at.bare, "branch", "--delete", "--force", KEPT)
    at.hook("")
    git(at.own, "reset", "--quiet", "--hard", "HEAD^")
    (at.own / "README.md").write_text("Anew.\n")
    at.push("Without it", "--force")
    assert not at.run("one", "wednesday")[1]
    assert at.log() == ["wednesday", "Without it", "Begin"]
    assert not at.run("three", "thursday", bundle.parent)[1]
    assert not at.faults
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


# Whole nights


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    with owning(tmp_path, "cs.NI") as owner:
        yield owner


def entries(category: str, day: dt.date = MONDAY) -> int:
    return len(world().listing(category, day))


@pytest.mark.trial
def test_nights(tmp_path: Path) -> None:
    """A commit, a site and a summary; the second time nothing is new; and in the next night what is, though somebody
    pushes in the middle. Without what the caches kept, the same."""
    with owning(tmp_path, *CATEGORIES) as owner:
        first = owner.run(MONDAY)
        assert first.code == 0, first.printed
        total = sum(map(entries, CATEGORIES))
        assert owner.log() == [f"{MONDAY}: {total} entries of cs.DC and cs.NI", "Begin"]
        message = owner.git(owner.bare, "log", "-1", "--format=%B", "main")
        for category in CATEGORIES:
            number = entries(category)
            assert f"- {category}, {MONDAY}: complete: {number} of {number} entries: " in message
            assert f"{number} of {number} entries" in owner.site["days/2026/2026-03-02.html"].decode()
        assert first.summary.strip() == message
        assert owner.git(owner.bare, "log", "-1", "--format=%an", "main") == "github-actions[bot]"
        changed = owner.git(owner.bare, "diff", "--name-only", "main^", "main").splitlines()
        assert {name.partition("/")[0] for name in changed} == {"attempts", "coverage", "listings", "records"}

        before, site, asked = owner.git(owner.bare, "rev-parse", "main"), owner.site, len(owner.arxiv.asked)
        for _ in range(2):
            owner.arxiv.clock.sleep(4 * 3600)
            again = owner.run(MONDAY)
            assert again.code == 0, again.printed
            assert (again.outputs, owner.site) == ({"ended": "yes", "changed": ""}, site)
            assert "nothing is new: nothing is built" in again.printed
            assert owner.git(owner.bare, "rev-parse", "main") == before
            assert len(owner.arxiv.asked) == asked
        asked_for = owner.run(MONDAY, "--anew")
        assert asked_for.outputs["published"] == first.outputs["published"]
        assert "nothing has changed; the site is in" in asked_for.printed

        owner.pull()
        (owner.own / "about.md").write_text("Somebody's own words.\n")
        owner.push("Say who we are", "aside")
        owner.hook(MEANWHILE)
        third = owner.run(TUESDAY)
        assert third.code == 0, third.printed
        headline = f"{TUESDAY}: {sum(entries(c, TUESDAY) for c in CATEGORIES)} entries of cs.DC and cs.NI"
        assert owner.log()[:2] == [headline, "Say who we are"]
        assert "own words" in owner.site["about.html"].decode()
        ((pages, built),) = re.findall(r"\((\d+) pages, (\d+) built\)", third.printed)
        assert int(built) < int(pages)  # what the caches kept was brought up to date
        kept = owner.site
        shutil.rmtree(owner.cache)
        assert owner.run(TUESDAY).outputs["changed"] == "yes"
        assert owner.site == kept
        assert not owner.arxiv.pace.breaches


@pytest.mark.trial
def test_nights_of_a_protected_branch(owner: Owner) -> None:
    """The site is built from what was kept; nothing is asked for twice; once pushes are allowed, all of it comes."""
    owner.hook(PROTECTED)
    first = owner.run(MONDAY)
    assert first.code == 1
    (line,) = first.told()
    assert line.startswith("What was fetched could not be pushed. main is protected. Under Settings > Rules > Rulesets")
    assert line.endswith(f"It is on the branch {KEPT}.")
    assert f"https://github.com/{REPOSITORY}/compare/main...{KEPT}" in first.summary
    assert "Changes must be made through a pull request" in first.summary
    assert (owner.log(), owner.log(KEPT)[1:], owner.held(KEPT)) == (["Begin"], ["Begin"], [str(MONDAY)])
    assert "days/2026/2026-03-02.html" in owner.site

    asked, kept = len(owner.arxiv.asked), owner.log(KEPT)
    again = owner.run(MONDAY)
    assert again.told() == [line]  # it is still not on main
    assert (len(owner.arxiv.asked), owner.log(KEPT), again.outputs["changed"]) == (asked, kept, "")
    owner.hook("")
    (owner.own / "about.md").write_text("Somebody's own words.\n")
    owner.push("Say who we are")
    owner.hook(PROTECTED)
    owner.run(TUESDAY, "fetch")
    assert (owner.held(KEPT), owner.held()) == ([str(MONDAY), str(TUESDAY)], [])

    owner.hook("")
    last = owner.run(WEDNESDAY)
    assert last.code == 0, last.printed
    assert owner.held() == [str(MONDAY), str(TUESDAY), str(WEDNESDAY)]
    assert {"Say who we are", *kept} <= set(owner.log())
    assert owner.branches() == ["main"]
    assert "own words" in owner.site["about.html"].decode()
    assert "days/2026/2026-03-03.html" in owner.site
    assert owner.run(WEDNESDAY).outputs == {"ended": "yes", "changed": ""}


@pytest.mark.trial
def test_a_branch_that_cannot_be_merged(owner: Owner) -> None:
    """Somebody deleted on main what was added to there: it stays, a line says what to do, and that mends it."""
    assert owner.run(MONDAY, "fetch").code == 0
    owner.hook(PROTECTED)
    owner.run(TUESDAY, "fetch")
    shutil.rmtree(owner.cache)
    owner.hook("")
    owner.pull("origin", "main")
    owner.git(owner.own, "rm", "--quiet", "-r", "attempts")
    owner.push("Delete what was asked")
    run = owner.run(WEDNESDAY, "fetch")
    mend = f"do it by hand, with git pull --no-rebase origin {KEPT}, and push."
    assert run.told() == [f"The branch {KEPT} cannot be merged with main: {mend}"]
    assert str(WEDNESDAY) in owner.held()
    assert owner.held(KEPT) == [str(MONDAY), str(TUESDAY)]
    owner.pull("origin", "main")
    owner.pull("--no-rebase", "origin", KEPT)
    owner.git(owner.own, "push", "--quiet", "origin", "HEAD:main")
    run = owner.run(WEDNESDAY, "fetch")
    assert run.code == 0, run.printed
    assert owner.branches() == ["main"]
    assert owner.held() == [str(MONDAY), str(TUESDAY), str(WEDNESDAY)]


@pytest.mark.trial
def test_a_night_that_fails(tmp_path: Path) -> None:
    """What is held is published, site and summary say what lacks, and the run ends red; as does one without network."""
    told = ((MONDAY, "list", "cs.DC", Kind.MISSING, None), (MONDAY, "rss", "*", Kind.UNAVAILABLE, None))
    with owning(tmp_path, *CATEGORIES, faults=[Fault(*each) for each in told]) as owner:
        run = owner.run(MONDAY)
        assert run.code == 1
        what = ("Some documents could not be fetched", "The archive has faults")
        assert [line.partition(":")[0] for line in run.told()] == [*what]
        number, other = map(entries, CATEGORIES)
        assert owner.log()[0] == f"{MONDAY}: {number - 1 + other} entries of cs.DC and cs.NI; 1 day not complete"
        assert f"- cs.DC, {MONDAY}: partial: {number - 1} of {number} entries: " in run.summary
        assert f"    daybook: cs.DC {MONDAY}: partial: {number - 1} of {number} entries: " in run.summary
        # code, which a list does not take in
        assert re.search(r"^```\n(    daybook: .*\n)+```$", run.summary, re.MULTILINE)
        assert f"{number - 1} of {number} entries" in owner.site["days/2026/2026-03-02.html"].decode()
        log = owner.log()
        owner.environment["DAYBOOK_HOSTS"] = "http://127.0.0.1:9"
        run = owner.run(TUESDAY)
        assert run.code == 1
        assert "no service can be reached" in run.summary
        assert run.told()[1] == "The archive still has faults; daybook check names them."
        assert (owner.log(), run.outputs["changed"]) == (log, "")
        assert "days/2026/2026-03-02.html" in owner.site


@pytest.mark.trial
def test_a_run_that_is_cancelled(owner: Owner) -> None:
    """What it fetched is on main before the time is over that GitHub gives, and the next run goes on from there. Where
    it is killed, the next step commits."""
    began = time.monotonic()
    run = owner.run(MONDAY, "fetch", stop="(rss)")
    assert (run.code, run.outputs) == (130, {})
    assert time.monotonic() - began < 10 + HANGS / 10
    assert owner.log() == ["Fetched before the run was stopped", "Begin"]
    assert "Fetched before the run was stopped: the next run goes on from there." in run.summary
    came = owner.git(owner.bare, "ls-tree", "-r", "--name-only", "main")
    assert "records/harvest/" in came
    run = owner.run(MONDAY)
    assert run.code == 0, run.printed
    assert owner.held() == [str(MONDAY)]

    owner.hook(PROTECTED)
    run = owner.run(TUESDAY, "fetch", stop="(oai)")
    assert (run.code, owner.log(KEPT)[0]) == (130, "Fetched before the run was stopped")
    owner.hook("")
    run = owner.run(TUESDAY, "keep", stop="", left=("records/2026/left.jsonl",))
    assert run.code == 0, run.printed
    assert owner.branches() == ["main"]
    assert owner.log()[0] == "Fetched before the run was stopped"
    assert "left.jsonl" in owner.git(owner.bare, "ls-tree", "-r", "--name-only", "main")


@pytest.mark.trial
def test_a_backfill_a_sample_and_another_version(owner: Owner) -> None:
    """A range goes before the night's fetch; what is no range goes nowhere; of a sample nothing is fetched; and another
    version than that of requirements.txt does nothing."""
    for first, last in (("2026-02-20 --archive /", "2026-02-27"), ("2026-02-20", "$(touch no)")):
        assert owner.run(MONDAY, "--from", first, "--to", last).code == 2
    assert not owner.arxiv.asked
    run = owner.run(MONDAY, "fetch", "--from", "2026-02-20", "--to", "2026-02-27")
    assert run.code == 0, run.printed
    assert re.fullmatch(r"Backfill of 2026-02-20 to 2026-02-27: \d+ records", owner.log()[0])
    assert f"{MONDAY}: " in owner.git(owner.bare, "log", "-1", "--format=%B", "main")
    owner.pull()
    with (owner.own / "archive.yml").open("a") as file:
        file.write("\nsample: true\n")
    owner.push("Sample")
    asked = len(owner.arxiv.asked)
    run = owner.run(TUESDAY)
    assert run.code == 0, run.printed
    assert "is a sample: nothing is fetched" in run.summary
    assert len(owner.arxiv.asked) == asked
    assert owner.log()[0] == "Sample"
    assert "index.html" in owner.site
    (owner.own / "requirements.txt").write_text("# of laptops\ndaybook-archive[data] == 9.1\n")
    owner.push("Another version")
    run = owner.run(WEDNESDAY)
    assert (run.code, run.outputs) == (1, {})
    assert run.told() == [run.summary.strip()]
    assert run.summary.startswith("requirements.txt: names daybook 9.1, but this is ")


@pytest.mark.trial
def test_a_new_format_has_a_commit_of_its_own(owner: Owner) -> None:
    """Before what the night fetches: it can be reverted, and nothing else with it."""
    path = owner.own / "archive.yml"
    path.write_text(re.sub(r"format: \d+\n", "", path.read_text()))
    owner.push("Of a former version")
    run = owner.run(MONDAY, "fetch")
    assert run.code == 0, run.printed
    assert owner.log()[1:] == ["Bring the archive to format 1", "Of a former version", "Begin"]
    assert owner.git(owner.bare, "show", "--stat", "--format=", "main^").startswith("archive.yml | 1 +\n")
    assert "The archive is now in format 1" in run.printed


@pytest.mark.trial
def test_the_workflow_where_the_archive_is_in_a_folder(tmp_path: Path) -> None:
    """It finds it there, and ends early the second time; what it cannot do it says in the summary, and begins nothing:
    days that are none, a server that does not tell the workflow's commit, no archive."""
    with owning(tmp_path, "cs.NI", place="content") as owner:
        runner = Runner(owner)
        first, second = runner.run(MONDAY), runner.run(MONDAY)
        assert (first.code, first.outputs["archive"], second.code, second.outputs["changed"]) == (0, "content", 0, "")
        assert (runner.published / "days/2026/2026-03-02.html").exists()
        assert owner.held() == [str(MONDAY)]
        run = runner.run(TUESDAY, "workflow_dispatch", first="2026-02-20", last="2026-02-27")
        assert run.code == 0, run.printed
        assert owner.log()[0].startswith("Backfill of 2026-02-20 to 2026-02-27: ")
        asked, log = len(owner.arxiv.asked), owner.log()
        for first_day, last in (("2026-02-20 --archive /", "2026-02-27"), ("$(touch no)", ""), ("2026-02-20", "")):
            run = runner.run(TUESDAY, "workflow_dispatch", first=first_day, last=last)
            assert (run.code, run.summary) == (1, "Enter both days as 2025-01-31, or neither.\n")
        runner.commit = ""
        assert runner.run(TUESDAY).summary.startswith("This server does not tell a workflow its own commit")
        runner.commit = "1" * 40
        owner.pull()
        owner.git(owner.own, "rm", "--quiet", "content/archive.yml")
        owner.push("No archive any more")
        assert runner.run(TUESDAY).summary.startswith("There is no archive.yml")
        assert (len(owner.arxiv.asked), owner.log()[1:]) == (asked, log)


@pytest.mark.trial
def test_an_archive_on_a_branch_of_its_own(tmp_path: Path) -> None:
    """As the handbook says for a protected main: the workflow runs there, and what it fetches goes to the branch that
    it names; main refuses all pushes, and gets none."""
    with owning(tmp_path, "cs.NI") as owner:
        owner.git(owner.own, "switch", "--quiet", "--create", "archive")
        owner.git(owner.own, "push", "--quiet", "--set-upstream", "origin", "archive")
        owner.hook(PROTECTED)
        runner = Runner(owner)
        first, second = runner.run(MONDAY, branch="archive"), runner.run(MONDAY, branch="archive")
        assert (first.code, second.code, second.outputs["changed"]) == (0, 0, ""), first.printed
        assert runner.run(TUESDAY, branch="archive").code == 0
        assert owner.held("archive") == [str(MONDAY), str(TUESDAY)]
        assert (owner.log(), owner.branches()) == (["Begin"], ["archive", "main"])
        assert (runner.published / "days/2026/2026-03-03.html").exists()


@pytest.mark.trial
def test_a_dry_run(owner: Owner) -> None:
    """On a laptop: everything is tried in a copy, and nothing is changed, neither here nor at the host."""
    owner.arxiv.clock.set(eastern(MONDAY, NIGHT))  # type: ignore[attr-defined]
    owner.hook(PROTECTED)
    before = tree(owner.own)
    run = owner.daybook(owner.own, "publish", "--dry-run")
    assert run.code == 0, run.printed
    assert f"dry run: would commit: {MONDAY}: {entries('cs.NI')} entries of cs.NI" in run.printed
    assert "dry run: would push to main of " in run.printed
    copy = owner.own / ".daybook" / "night" / "dry-run"
    assert (copy / "site" / "days" / "2026" / "2026-03-02.html").exists()
    made = (".daybook/", ".git/")
    assert {name for name in tree(owner.own) if not name.startswith(made)} == {
        name for name in before if not name.startswith(made)
    }
    assert owner.log() == ["Begin"]
    assert not owner.git(owner.own, "status", "--porcelain")
    assert owner.daybook(owner.own, "publish").code == 1  # and now in earnest


def pages(**told: str) -> Callable[[Owner], None]:
    return lambda owner: owner.answer(f"repos/{REPOSITORY}/pages", **told)


def private(is_so: bool) -> Callable[[Owner], None]:
    return lambda owner: owner.answer(f"repos/{REPOSITORY}", private=is_so)


ADDRESS = "https://teapots.github.io/daily/"
SILENT = "#!/bin/sh\necho 'gh: Server Error (HTTP 503)' >&2\nexit 1\n"
LEGACY = pages(build_type="legacy", html_url=ADDRESS)
CASES: list[tuple[Callable[[Owner], None], str, bool]] = [
    (lambda owner: None, "", True),
    (pages(), "GitHub Pages is not enabled. Choose Settings > Pages > Source: GitHub Actions", False),
    (private(True), "for a private repository it needs a paid plan", False),
    (private(False), "GitHub Pages is not enabled. Choose", False),
    (LEGACY, "GitHub Pages publishes a branch. Choose Settings > Pages > Source: GitHub Actions.", True),
    (lambda owner: owner.program("gh", SILENT), "", True),
]


@pytest.mark.trial
def test_pages(owner: Owner) -> None:
    """Where Pages is off, deploying is left out, and one line says what to choose; nothing is red. Where nobody knows,
    it is tried. An address that was left an example is named."""
    assert owner.run(MONDAY).code == 0
    for change, line, deployed in CASES:
        change(owner)
        run = owner.run(MONDAY, "site")
        assert run.code == 0, run.printed
        assert bool(run.outputs["pages"]) is deployed, line
        warned = run.told("warning")
        assert [line in each for each in warned] == ([True] if line else []), warned
        assert all(each in run.summary for each in warned)
    settings = owner.own / "archive.yml"
    owner.pull()
    settings.write_text(settings.read_text().replace('url: ""', "url: https://YOU.github.io/daily/"))
    owner.push("Give the address")
    LEGACY(owner)
    owner.program("gh", GH.format(home=str(owner.answers)))
    warned = owner.run(MONDAY, "site").told("warning")
    assert warned[1:] == [
        "archive.yml: `url` is still an example, https://YOU.github.io/daily/;"
        " write `url: https://teapots.github.io/daily/`"
    ]


def test_a_site_without_a_clone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is built and checked, and what keeps it from being published is said."""
    folder = tmp_path / "mine"
    assert cli.main(["init", str(folder), "--quiet", "--title", "Mine", "--categories", "cs.DC"]) == 0
    assert cli.main(["publish", "site", "--archive", str(folder)]) == 0
    assert (folder / "site" / "index.html").exists()
    assert "in no git repository" in capsys.readouterr().out
