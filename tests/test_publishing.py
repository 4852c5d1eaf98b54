"""publish.yml where it is refused: what was fetched is kept, the site is built from it, one line says what to do, and
the next run goes on from it."""

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from daybook.text import yaml_text

from tests import serving as web
from tests.cases import for_each, table
from tests.conftest import HANGS
from tests.forge import MONDAY, PUBLISH, REPOSITORY, TOKEN, TUESDAY, WEDNESDAY, Forge, Night, Run, begun
from tests.test_git import ALONE, commit, git

KEPT = "daybook/fetched-main"
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


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with begun(tmp_path, "cs.NI") as night:
        yield night


def hook(night: Night, script: str) -> None:
    """What the forge does before it takes a push; empty: nothing."""
    path = night.forge.bare / "hooks" / "pre-receive"
    path.write_text(script or "#!/bin/sh\n")
    path.chmod(0o755)


def branches(night: Night) -> list[str]:
    return night.forge.git(night.forge.bare, "branch", "--format=%(refname:short)").splitlines()


def held(night: Night, branch: str = "main") -> list[str]:
    """The days of which a branch has records."""
    names = night.forge.git(night.forge.bare, "ls-tree", "-r", "--name-only", branch, "content/records")
    return sorted(re.findall(r"(\d{4}-\d\d-\d\d)\.jsonl", names))


def told(run: Run, kind: str = "error") -> list[str]:
    return re.findall(rf"^::{kind}::(.*)$", run.printed, re.MULTILINE)


class Forbidding(web.Quiet):
    """Answers as GitHub does where a token may not push."""

    def do_GET(self) -> None:  # noqa: N802 - the base class names it so
        self.send_error(403)


FETCHED = ("fetch", "result")
"""The jobs that do not build."""


def shell(folder: Path, ident: str, first: str, last: str, script: str, env: Mapping[str, str] | None = None) -> str:
    """What a script says with a part of a step of the workflow in it: from some words to others."""
    steps = yaml_text.read_yaml(PUBLISH.read_text(encoding="utf-8"), PUBLISH.name)["jobs"]["fetch"]["steps"]
    text = next(step["run"] for step in steps if step.get("id") == ident)
    part = text[text.index(first) : text.index(last)]
    command = ("bash", "-eo", "pipefail", "-c", script.replace("PART", part))
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=True, timeout=HANGS
    ).stdout


@pytest.mark.trial
def test_a_protected_branch(night: Night) -> None:
    """What was fetched goes to a branch of its own and into the site; later nights go on from there; once pushes are
    allowed again, all of it comes to main, beside what others did there, and the branch goes."""
    hook(night, PROTECTED)
    first_log = night.forge.log()
    first = night.run(MONDAY)
    assert first.failed == ["Fail if anything is missing"], first.printed
    (line,) = told(first)
    assert line.startswith("What was fetched could not be pushed. main is protected. Under Settings > Rules > Rulesets")
    assert line.endswith(f"It is on the branch {KEPT}.")
    assert f"https://github.com/{REPOSITORY}/compare/main...{KEPT}" in first.summary
    assert "Changes must be made through a pull request" in first.summary
    assert night.forge.log() == first_log
    assert night.forge.log(KEPT)[1:] == first_log
    assert held(night, KEPT) == [str(MONDAY)]
    assert (night.publish.site / "days/2026/2026-03-02.html").exists()
    assert "deploy" in first.jobs
    assert TOKEN not in first.printed + first.summary

    asked, kept = len(night.arxiv.asked), night.forge.log(KEPT)
    again = night.run(MONDAY, *FETCHED)
    assert told(again) == [line]  # it is still not on main
    assert len(night.arxiv.asked) == asked
    assert night.forge.log(KEPT) == kept

    hook(night, "")
    (night.own / "content" / "about.md").write_text("Somebody's own words.\n")
    night.push("Say who we are")
    hook(night, PROTECTED)
    night.run(TUESDAY, *FETCHED)
    assert held(night, KEPT) == [str(MONDAY), str(TUESDAY)]
    assert held(night) == []

    hook(night, "")
    last = night.run(WEDNESDAY)
    assert not last.failed, last.printed
    assert held(night) == [str(MONDAY), str(TUESDAY), str(WEDNESDAY)]
    assert {"Say who we are", *kept} <= set(night.forge.log())
    assert branches(night) == ["main"]
    assert "own words" in (night.publish.site / "about.html").read_text()
    assert (night.publish.site / "days/2026/2026-03-03.html").exists()
    asked = len(night.arxiv.asked)
    assert "Nothing has changed." in night.run(WEDNESDAY, *FETCHED).printed
    assert len(night.arxiv.asked) == asked


@pytest.mark.trial
def test_merged_by_somebody(night: Night) -> None:
    """As a commit of another name, as GitHub's "Squash and merge" makes it: nothing comes twice."""
    hook(night, PROTECTED)
    night.run(MONDAY, *FETCHED)
    hook(night, "")
    night.pull("--squash", "origin", KEPT)
    night.push("What was fetched (#1)")
    merged = night.forge.log()
    run = night.run(MONDAY, *FETCHED)
    assert not run.failed, run.printed
    assert "Nothing has changed." in run.printed
    assert night.forge.log() == merged
    assert branches(night) == ["main"]


@pytest.mark.trial
def test_a_token_that_may_not_push(night: Night, tmp_path: Path) -> None:
    """Nothing can be pushed anywhere: a bundle keeps what was fetched, for the site, for the next run and for a person
    with one git command."""
    with web.serving(tmp_path, Forbidding) as address, night.forge.git_config.open("a") as file:
        file.write(f'[url "{address}"]\n  pushInsteadOf = {night.forge.bare.as_uri()}\n')
        file.flush()
        first = night.run(MONDAY)
        assert first.failed == ["Fail if anything is missing"], first.printed
        (line,) = told(first)
        assert "Settings > Actions > General > Workflow permissions: Read and write" in line
        assert line.endswith("It is in this run's artifact fetched.")
        assert (night.publish.site / "days/2026/2026-03-02.html").exists()
        assert branches(night) == ["main"]
        asked = len(night.arxiv.asked)
        again = night.run(MONDAY, *FETCHED)
        assert told(again) == [line]
        assert len(night.arxiv.asked) == asked
        bundle = night.publish.artifacts / "fetched" / "fetched.bundle"
        (tmp_path / "fetched.bundle").write_bytes(bundle.read_bytes())

    night.forge.git_config.write_text("[safe]\n  directory = *\n")
    last = night.run(MONDAY, *FETCHED)
    assert not last.failed, last.printed
    assert held(night) == [str(MONDAY)]
    assert len(night.arxiv.asked) == asked
    assert not night.publish.artifacts.exists()
    night.pull("--no-rebase", str(tmp_path / "fetched.bundle"))
    assert night.forge.git(night.own, "rev-parse", "HEAD") == night.forge.git(night.forge.bare, "rev-parse", "main")
    assert not night.run(MONDAY, *FETCHED).failed


@pytest.mark.trial
def test_others_are_always_quicker(night: Night) -> None:
    """Four tries, then a branch of its own; the next run merges it with what others pushed."""
    hook(night, RACED)
    run = night.run(MONDAY, *FETCHED)
    (line,) = told(run)
    assert "Others pushed to main at each of four tries." in line
    assert night.forge.log()[:4] == ["Another"] * 4
    assert held(night, KEPT) == [str(MONDAY)]
    hook(night, "")
    asked = len(night.arxiv.asked)
    run = night.run(MONDAY, *FETCHED)
    assert not run.failed, run.printed
    assert held(night) == [str(MONDAY)]
    assert night.forge.log().count("Another") == 4
    assert branches(night) == ["main"]
    assert len(night.arxiv.asked) == asked


@pytest.mark.trial
def test_a_branch_that_cannot_be_merged(night: Night) -> None:
    """Somebody deleted on main what was added to there: it stays, a line says what to do, and that mends it."""
    assert not night.run(MONDAY, *FETCHED).failed
    hook(night, PROTECTED)
    night.run(TUESDAY, *FETCHED)
    hook(night, "")
    night.pull("origin", "main")
    night.forge.git(night.own, "rm", "--quiet", "-r", "content/attempts")
    night.push("Delete what was asked")
    run = night.run(WEDNESDAY, *FETCHED)
    (line,) = told(run)
    mend = f"do it by hand, with git pull --no-rebase origin {KEPT}, and push."
    assert line == f"The branch {KEPT} cannot be merged with main: {mend}"
    assert str(WEDNESDAY) in held(night)
    assert held(night, KEPT) == [str(MONDAY), str(TUESDAY)]

    night.pull("origin", "main")
    night.pull("--no-rebase", "origin", KEPT)
    night.forge.git(night.own, "push", "--quiet", "origin", "HEAD:main")
    run = night.run(WEDNESDAY, *FETCHED)
    assert not run.failed, run.printed
    assert branches(night) == ["main"]
    assert held(night) == [str(MONDAY), str(TUESDAY), str(WEDNESDAY)]


@pytest.mark.parametrize("more", [False, True])
def test_a_branch_of_an_earlier_version(more: bool, tmp_path: Path) -> None:
    """Where coverage.jsonl grew, while it became many files on main: it is kept; not if another file stands against."""
    former, other = tmp_path / "content" / "coverage.jsonl", tmp_path / "content" / "other.txt"
    (tmp_path / "build").mkdir()
    former.parent.mkdir()
    former.write_text("".join(f"{k} a line\n" for k in range(40)))
    other.write_text("a\n")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    git(tmp_path, "checkout", "--quiet", "-b", "kept")
    former.write_text(f"{former.read_text()}new\n")
    other.write_text("b\n" if more else "a\n")
    commit(tmp_path)
    git(tmp_path, "checkout", "--quiet", "main")
    former.unlink()
    if more:
        other.unlink()
    commit(tmp_path)
    script = "BRANCH=main\nPART\nif take . kept; then echo taken; fi"
    assert ("taken" in shell(tmp_path, "take", "whole()", 'conflict=""', script, ALONE)) is not more
    assert former.exists() is not more
    assert not git(tmp_path, "status", "--porcelain")
    assert ("new" in git(tmp_path, "log", "--format=", "-p", "-1", "-m")) is not more


@pytest.mark.parametrize("name", ["fetched", "conflict-ac8522fb58c89951af0089cb090a56f9856c05b0"])
def test_a_bundle_that_cannot_be_merged(name: str, tmp_path: Path) -> None:
    """It is kept, night after night, under the same name; `mv -n` of some systems fails where that is there already."""
    folder = tmp_path / "build" / "unpushed"
    folder.mkdir(parents=True)
    (folder / f"{name}.bundle").write_text("x" * 3)
    stubs = 'BRANCH=main conflict=""\ntake() { return 1; }\nmv() { [[ ! -e "${@: -1}" ]] && command mv "$@"; }\n'
    said = shell(tmp_path, "take", "for bundle in", 'echo "conflict=', f'{stubs}PART\necho "$conflict"')
    assert "do it by hand" in said
    (path,) = folder.iterdir()
    assert path.read_text() == "x" * 3
    assert path.name.startswith("conflict-")


@for_each(("words", "why"), table(__file__, "what_git_says").items())
def test_what_git_says(words: str, why: str, tmp_path: Path) -> None:
    """GitHub's own words, by which a run knows which setting is meant."""
    (tmp_path / "build").mkdir(exist_ok=True)
    (tmp_path / "build" / "git.txt").write_text(words)
    said = shell(tmp_path, "commit", "protected=", "\nesac", 'BRANCH=main\nPART\nesac\necho "$why"')
    assert why in said
    assert said.count("\n") == 1


def pages(**told: str) -> Callable[[Forge], None]:
    return lambda forge: forge.answer(f"repos/{REPOSITORY}/pages", **told)


def private(is_so: bool) -> Callable[[Forge], None]:
    return lambda forge: forge.answer(f"repos/{REPOSITORY}", private=is_so)


ADDRESS = "https://teapots.github.io/daily/"
SILENT = "#!/bin/sh\necho 'gh: Server Error (HTTP 503)' >&2\nexit 1\n"
LEGACY = pages(build_type="legacy", html_url=ADDRESS)
CASES: list[tuple[Callable[[Forge], None], str, bool]] = [
    (lambda forge: None, "", True),
    (pages(), "GitHub Pages is not enabled. Choose Settings > Pages > Source: GitHub Actions", False),
    (private(True), "for a private repository it needs a paid plan", False),
    (private(False), "GitHub Pages is not enabled. Choose", False),
    (LEGACY, "GitHub Pages publishes a branch. Choose Settings > Pages > Source: GitHub Actions.", True),
    (lambda forge: forge.program("gh", SILENT), "", True),
]


@pytest.mark.trial
def test_pages(night: Night) -> None:
    """Where Pages is off, deploying is left out, and one line says what to choose; nothing is red. Where nobody knows,
    it is tried. An address that was left an example is named."""
    for change, line, deployed in CASES:
        change(night.forge)
        run = night.run(MONDAY, "build", "deploy", "result")
        assert not run.failed, run.printed
        assert ("deploy" in run.jobs) is deployed, line
        warned = told(run, "warning")
        assert [line in each for each in warned] == ([True] if line else []), warned
        assert all(each in run.summary for each in warned)
        assert (night.publish.site / "index.html").exists()
    settings = night.own / "content" / "archive.yml"
    settings.write_text(settings.read_text().replace('url: ""', "url: https://YOU.github.io/daily/"))
    night.push("Give the address")
    LEGACY(night.forge)
    night.forge.program("gh", f"#!/bin/sh\necho workflow {ADDRESS}\n")
    (line,) = told(night.run(MONDAY, "build", "deploy", "result"), "warning")
    assert line == (
        "archive.yml: `url` is still an example, https://YOU.github.io/daily/;"
        " write `url: https://teapots.github.io/daily/`"
    )
