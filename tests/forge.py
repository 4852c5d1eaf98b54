"""A forge on this machine: a bare repository that is cloned and pushed to, runners for a workflow's steps, the local
arXiv in place of the services, and its clock in place of the programs' own."""

import datetime as dt
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from daybook.text import yaml_text

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.faults import Fault
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.conftest import HANGS, ROOT

PUBLISH = ROOT / ".github" / "workflows" / "publish.yml"
CATEGORIES = ("cs.DC", "cs.NI")
MONDAY, TUESDAY, WEDNESDAY = (dt.date(2026, 3, day) for day in (2, 3, 4))
NIGHT = dt.time(0, 41)

CLOCK = """\
from pathlib import Path
from daybook.fetch.client import Clock
from tests.arxiv.clock import FileClock
told = FileClock(Path({path!r}))
Clock.now = lambda self: told.now()
Clock.sleep = lambda self, seconds: told.sleep(seconds)
"""
"""What Python runs first in each program: months pass in seconds, and the pace costs no time."""
TOKEN = "the-job's-token"
_EXPRESSION = re.compile(r"\$\{\{ *(.+?) *\}\}")
_COMPARED = re.compile(r"((?:steps|needs|vars)\.[\w.]+) (!=|==) ''")
REPOSITORY = "teapots/daily"
_OLD = 0
"""The time of change of what is installed from: older than what is installed, so `make setup` has nothing to do."""


class Forge:
    """A repository that others clone, with all committed files of this one."""

    def __init__(self, folder: Path, arxiv: str, clock: Path) -> None:
        """arxiv: the address of the local one; clock: the file that its time is kept in."""
        self.folder, self.bare = folder, folder / "daily.git"
        outside = folder / "outside"
        outside.mkdir(parents=True)
        (outside / "sitecustomize.py").write_text(CLOCK.format(path=str(clock)))
        self.git_config = folder / ".gitconfig"
        self.git_config.write_text("[safe]\n  directory = *\n")  # whoever owns the files that are tested
        self._environment = {
            "PATH": os.pathsep.join((str(folder / "bin"), os.environ["PATH"])),
            "HOME": str(folder),
            "DAYBOOK_HOSTS": arxiv,
            "GIT_CONFIG_NOSYSTEM": "1",
            "PIP_DRY_RUN": "1",  # should `make setup` find anything to do: the environment is the tests' own
            "PIP_NO_INDEX": "1",
        }
        self.git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.bare))
        self.git(self.bare, "config", "receive.shallowUpdate", "true")
        self.git(folder, "clone", "--quiet", "--no-checkout", str(ROOT), "source")
        self.git(folder / "source", "push", "--quiet", str(self.bare), "HEAD:refs/heads/main")

    def program(self, name: str, text: str) -> None:
        """Put a program before those of the machine."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def clone(self, folder: Path, *options: str) -> Path:
        """A clean clone in which everything is installed."""
        self.git(self.folder, "clone", "--quiet", *options, self.bare.as_uri(), str(folder))
        self.install(folder)
        return folder

    def install(self, folder: Path) -> None:
        """What `make setup` does, with what this repository's tests run in."""
        for name in ("requirements.lock", "pyproject.toml", "package.json", "package-lock.json"):
            os.utime(folder / name, (_OLD, _OLD))
        (folder / ".venv").mkdir()
        for part in ("bin", "lib", "pyvenv.cfg"):
            (folder / ".venv" / part).symlink_to(Path(sys.prefix) / part)
        (folder / ".venv" / ".ready").touch()
        (folder / "node_modules").mkdir()
        for package in (ROOT / "node_modules").iterdir():
            (folder / "node_modules" / package.name).symlink_to(package)
        (folder / "node_modules" / ".ready").unlink(missing_ok=True)  # else a link to the other's
        (folder / "node_modules" / ".ready").touch()

    def environment(self, folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """That of a program in a clone."""
        path = os.pathsep.join(map(str, (self.folder / "outside", folder / "generator", folder)))
        return {**self._environment, "PYTHONPATH": path, **(more or {})}

    def shell(
        self, folder: Path, script: str, more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a script as GitHub's runners do."""
        return subprocess.run(
            ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script),
            cwd=folder, env=self.environment(folder, more), capture_output=True, text=True, check=False, timeout=HANGS,
        )  # fmt: skip

    def git(self, folder: Path, *words: str) -> str:
        """What git prints. Raises where it fails."""
        return git_says(self._environment, folder, words)

    def log(self, branch: str = "main") -> list[str]:
        """A branch's commits by their headlines, newest first."""
        return self.git(self.bare, "log", "--format=%s", branch).splitlines()


def git_says(environment: Mapping[str, str], folder: Path, words: Sequence[str]) -> str:
    """What git prints. Raises where it fails."""
    who = {f"GIT_{role}_{what}": "me@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ("git", *words), cwd=folder, env={**environment, **who}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@dataclass
class Run:
    """A workflow's run."""

    summary: str = ""
    printed: str = ""
    failed: list[str] = field(default_factory=list)  # names of the steps that failed
    jobs: list[str] = field(default_factory=list)  # names of the jobs that were run
    outputs: dict[str, str] = field(default_factory=dict)  # by the expression that tells of them
    attested: list[bytes] = field(default_factory=list)  # what the files held that were attested


class Workflow:
    """Runs the `run:` steps of a workflow's jobs in order, each job in a clean clone at the same place."""

    def __init__(self, forge: Forge, path: Path) -> None:
        self.forge = forge
        self.jobs: dict[str, Any] = yaml_text.read_yaml(path.read_text(encoding="utf-8"), path.name)["jobs"]
        self.place = forge.folder / "runner" / "daily"
        self.site = forge.folder / "published"
        self.artifacts = forge.folder / "artifacts"
        self.variables: dict[str, str] = {}  # those of the repository
        self.before: dict[str, Callable[[], None]] = {}  # what happens elsewhere before a step of this name
        self.instead: dict[str, str] = {}  # what is run for a step of this name

    def without(self, step: str, program: str) -> None:
        """Run a step without a program that has to be installed, and what stands before it in the step: the file that
        it would write is empty."""
        (told,) = (each["run"] for job in self.jobs.values() for each in job["steps"] if each.get("name") == step)
        before, _, after = told.partition(program)
        line, _, after = after.partition("\n")
        assert before
        self.instead[step] = f"touch {line.split('--output-file ')[1].split()[0]}\n{after}"

    def run(self, inputs: Mapping[str, str] | None = None, ref: str = "main") -> Run:
        """All jobs; a step that fails ends its job. ref: the branch or tag that it runs for."""
        who = {"github.repository": REPOSITORY, "github.repository_owner": "teapots"}
        who["github.server_url"] = "https://github.com"
        shutil.rmtree(self.artifacts, ignore_errors=True)  # each run has its own
        run = Run(outputs={"github.ref_name": ref, "github.token": TOKEN, **who})
        run.outputs["github.event.repository.private"] = ""
        run.outputs |= {f"vars.{name}": value for name, value in self.variables.items()}
        for name in ("from", "to", "month", "branch"):
            run.outputs[f"github.event.inputs.{name}"] = run.outputs[f"inputs.{name}"] = (inputs or {}).get(name, "")
        sound = set[str]()
        for job, told in self.jobs.items():
            needed = {told["needs"]} if isinstance(told.get("needs"), str) else {*told.get("needs", ())}
            if (needed <= sound or "if" in told) and self._holds(run, told.get("if", "")):
                run.jobs.append(job)
                sound |= {job} if self._job(run, told["steps"]) else set()
            for name, value in told.get("outputs", {}).items():
                run.outputs[f"needs.{job}.outputs.{name}"] = self._value(run, value)
        return run

    def _job(self, run: Run, steps: list[dict[str, Any]]) -> bool:
        """Whether all steps succeed."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(parents=True)
        caches = []
        for step in steps:
            action = step.get("uses", "").partition("@")[0]
            if not self._holds(run, step.get("if", "")):
                continue
            if action == "actions/checkout" and "repository" in step["with"]:  # Daybook's own
                (self.place / step["with"]["path"]).symlink_to(ROOT)
            elif action == "actions/checkout":
                place = self.place / step["with"].get("path", "")
                if place == self.place:
                    place.rmdir()
                shallow = self._holds(run, step["with"].get("fetch-depth", ""))
                self.forge.clone(place, *(("--depth=1",) if shallow else ()))
            elif action == "actions/cache":
                caches.append(step["with"]["path"].split())
                self._restore(caches[-1])
            elif action == "actions/upload-pages-artifact":
                shutil.rmtree(self.site, ignore_errors=True)
                shutil.copytree(self.place / step["with"]["path"], self.site)
            elif action == "actions/upload-artifact":
                self._hand_on(step["with"])
            elif action == "actions/download-artifact":
                place = self.place / step["with"]["path"]
                shutil.copytree(self.artifacts / step["with"]["name"], place, dirs_exist_ok=True)
            elif action == "actions/attest-build-provenance":
                (self.forge.folder / "attestation.json").write_text("{}\n")
                run.outputs[f"steps.{step['id']}.outputs.bundle-path"] = str(self.forge.folder / "attestation.json")
                run.attested += [path.read_bytes() for path in sorted(self.place.glob(step["with"]["subject-path"]))]
            elif "run" in step and not self._step(run, step):
                return False
        for paths in caches:
            self._keep(paths)
        return True

    def _step(self, run: Run, step: dict[str, Any]) -> bool:
        assert "${{" not in step["run"], "an expression in a script could bring in commands"
        self.before.pop(step["name"], lambda: None)()
        told, summary = self.forge.folder / "output", self.forge.folder / "summary"
        for path in (told, summary):
            path.write_text("")
        more = {name: self._value(run, value) for name, value in step.get("env", {}).items()}
        done = self.forge.shell(
            self.place / step.get("working-directory", ""), self.instead.get(step["name"], step["run"]),
            {**more, "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(told), "GITHUB_STEP_SUMMARY": str(summary)},
        )  # fmt: skip
        run.printed += done.stdout + done.stderr
        run.summary += summary.read_text()
        for line in told.read_text().splitlines() if "id" in step else ():
            name, _, value = line.partition("=")
            run.outputs[f"steps.{step['id']}.outputs.{name}"] = value
        if done.returncode:
            run.failed.append(step["name"])
        return done.returncode == 0

    def _value(self, run: Run, text: str) -> str:
        found = _EXPRESSION.fullmatch(text)
        assert found, f"no expression: {text}"
        missing = (
            "" if ".outputs." in found[1] or found[1].startswith("vars.") else None
        )  # a job failed, or none is set
        value = run.outputs.get(found[1], missing)
        assert value is not None, f"a runner knows no {found[1]}"
        return value

    def _holds(self, run: Run, condition: str) -> bool:
        """Whether all comparisons of outputs in a condition are true. Whatever else stands in it is taken to be."""
        return all((run.outputs.get(name, "") != "") is (how == "!=") for name, how in _COMPARED.findall(condition))

    def _hand_on(self, told: dict[str, str]) -> None:
        """What GitHub does: paths are relative to the folder that all of them share, or to the only folder."""
        paths = [self.place / path for path in told["path"].split()]
        if len(paths) == 1 and paths[0].is_dir():
            shutil.copytree(paths[0], self.artifacts / told["name"])
            return
        shared = Path(os.path.commonpath([path.parent for path in paths]))
        for path in paths:
            target = self.artifacts / told["name"] / path.relative_to(shared)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(path, target) if path.is_dir() else shutil.copy(path, target)

    def _restore(self, paths: list[str]) -> None:
        if self._kept(paths).exists():
            subprocess.run(("tar", "--posix", "-xf", str(self._kept(paths)), "-C", str(self.place)), check=True)

    def _keep(self, paths: list[str]) -> None:
        there = [path for path in paths if (self.place / path).exists()]
        if not there:
            return  # the action warns, and goes on
        subprocess.run(("tar", "--posix", "-cf", str(self._kept(paths)), "-C", str(self.place), *there), check=True)

    def _kept(self, paths: list[str]) -> Path:
        return self.forge.folder / f"cache-{hashlib.sha256(' '.join(paths).encode()).hexdigest()[:8]}.tar"


@functools.cache
def world() -> World:
    """What the local arXiv announces."""
    return make(5, MONDAY - 10 * DAY, WEDNESDAY + 10 * DAY, CATEGORIES)


class Night:
    """A forge with an empty archive of these categories, else with the sample, and a local arXiv, on Monday night."""

    def __init__(self, folder: Path, arxiv: LocalArxiv, categories: Sequence[str]) -> None:
        self.arxiv = arxiv
        self.forge = Forge(folder / "forge", arxiv.url, folder / "clock")
        self.forge.program("sleep", "#!/bin/sh\n")
        self.own = self.forge.folder / "own"
        if categories:
            init = "rm -r content && .venv/bin/daybook init content --title Trial --contact a@b.org"
            init += f" --categories {' '.join(categories)}"
            done = self.forge.shell(self.forge.clone(self.own), init)
            assert done.returncode == 0, done.stderr
            self.push("Begin")

    def push(self, headline: str) -> None:
        """What somebody changed in a clone of their own."""
        for words in (("add", "content"), ("commit", "--message", headline), ("push", "origin", "HEAD:main")):
            self.forge.git(self.own, *words)

    def pull(self, *options: str) -> None:
        self.forge.git(self.own, "pull", "--quiet", *options)


@contextmanager
def begun(folder: Path, *categories: str, faults: Sequence[Fault] = ()) -> Iterator[Night]:
    """A night in this folder, until the end of the block."""
    if not (ROOT / ".git").exists() or not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip("no clone in which make setup was run")
    with serving(Site(world(), faults), FileClock(folder / "clock", eastern(MONDAY, NIGHT))) as arxiv:
        yield Night(folder, arxiv, categories)
