"""An owner's repository on this machine: a bare one that is pushed to, and nights of `daybook publish` in it, each in a
fresh shallow clone with what the last one left, as on a host's runner. The local arXiv stands for the services."""

import datetime as dt
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daybook.text import yaml_text

from tests.arxiv.calendar import eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.faults import Fault
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World
from tests.conftest import HANGS, ROOT
from tests.forge import CLOCK, MONDAY, NIGHT, PUBLISH, REPOSITORY, TOKEN, git_says, world
from tests.tools.forks import tree

KEPT = "daybook/fetched-main"
NO_WAITS = "from daybook.forge import branch\nbranch.WAITS = (0, 0, 0, 0)\n"
"""What else Python runs first: no try to push waits."""
HOST = {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": REPOSITORY}
GH = """\
#!/usr/bin/env -S python3 -I
import pathlib, sys
path = pathlib.Path({home!r}) / (sys.argv[2] + ".json")
sys.exit(print(path.read_text()) if path.exists() else "gh: Not Found (HTTP 404)")
"""
"""GitHub's own program, as far as it is asked: what the API answers lies in files, and it says so where one is not."""


@dataclass
class Run:
    """What came of a run."""

    code: int
    printed: str
    summary: str
    outputs: dict[str, str] = field(default_factory=dict)

    def told(self, kind: str = "error") -> list[str]:
        return re.findall(rf"^::{kind}::(.*)$", self.printed, re.MULTILINE)


class Owner:
    """An owner, the owner's archive of some categories, and the host that keeps it."""

    def __init__(self, folder: Path, arxiv: LocalArxiv, categories: Sequence[str], place: str = "") -> None:
        """place: the archive's folder in the repository; empty: its top."""
        self.folder, self.arxiv, self.place = folder, arxiv, place
        self.bare, self.own, self.cache = folder / "daily.git", folder / "own", folder / "cache"
        (folder / "outside").mkdir(parents=True)
        told = CLOCK.format(path=str(folder.parent / "clock")) + NO_WAITS
        (folder / "outside" / "sitecustomize.py").write_text(told)
        self.git_config = folder / ".gitconfig"
        self.git_config.write_text("[safe]\n  directory = *\n")
        self.answers = folder / "github"
        self.program("gh", GH.format(home=str(self.answers)))
        self.answer(f"repos/{REPOSITORY}", private=False)
        self.answer(f"repos/{REPOSITORY}/pages", build_type="workflow", html_url="https://teapots.github.io/daily/")
        self.environment = {
            "PATH": os.pathsep.join((str(folder / "bin"), os.environ["PATH"])),
            "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "DAYBOOK_HOSTS": arxiv.url,
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.pathsep.join(map(str, (folder / "outside", ROOT / "generator", ROOT))),
        }  # fmt: skip
        self.git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.bare))
        self.git(folder, "clone", "--quiet", str(self.bare), str(self.own))
        self.git(self.own, "switch", "--quiet", "-c", "main")
        archive = self.own / place
        words = ("init", "--archive", str(archive), "--title", "Trial", "--categories", ",".join(categories))
        done = self.daybook(self.own, *words, "--contact", "a@b.org")
        assert done.code == 0, done.printed
        (self.own / "README.md").write_text("The owner's own words.\n")
        self.push("Begin")

    def program(self, name: str, text: str) -> None:
        """Put a program before those of the machine."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def answer(self, path: str, **told: object) -> None:
        """What GitHub's API says at this path; without anything told, that there is nothing."""
        file = self.answers / f"{path}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(told)) if told else file.unlink(missing_ok=True)

    def hook(self, script: str) -> None:
        """What the host does before it takes a push; empty: nothing."""
        path = self.bare / "hooks" / "pre-receive"
        path.write_text(script or "#!/bin/sh\n")
        path.chmod(0o755)

    def git(self, folder: Path, *words: str) -> str:
        """What git prints. Raises where it fails."""
        return git_says(self.environment, folder, words)

    def push(self, headline: str, branch: str = "main") -> None:
        """Push what the owner changed in a clone of their own."""
        self.git(self.own, "add", "--all")
        self.git(self.own, "commit", "--quiet", "--message", headline)
        self.git(self.own, "push", "--quiet", "origin", f"HEAD:refs/heads/{branch}")

    def pull(self, *options: str) -> None:
        self.git(self.own, "pull", "--quiet", *options)

    def log(self, branch: str = "main") -> list[str]:
        """A branch's commits by their headlines, newest first."""
        return self.git(self.bare, "log", "--format=%s", branch).splitlines()

    def branches(self) -> list[str]:
        return self.git(self.bare, "branch", "--format=%(refname:short)").splitlines()

    def held(self, branch: str = "main") -> list[str]:
        """The days of which a branch has records."""
        names = self.git(self.bare, "ls-tree", "-r", "--name-only", branch)
        return sorted(re.findall(r"records/.*(\d{4}-\d\d-\d\d)\.jsonl", names))

    def daybook(self, folder: Path, *words: str, stop: str = "", **more: str) -> Run:
        """Run the program in a folder. stop: words of its output at which it gets SIGINT, as a cancelled run does."""
        return self.start((str(Path(sys.executable).parent / "daybook"), *words), folder, stop, **more)

    def start(self, command: Sequence[str], folder: Path, stop: str = "", **more: str) -> Run:
        """Run any program so."""
        told, summary = self.folder / "output", self.folder / "summary"
        for path in (told, summary):
            path.write_text("")
        with subprocess.Popen(
            command, cwd=folder, env={**self.environment, **more}, text=True,
            bufsize=1, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as running:  # fmt: skip
            assert running.stdout
            printed = ""
            for line in running.stdout:
                printed += line
                if stop and stop in line:
                    running.send_signal(signal.SIGINT)
                    stop = ""
            running.wait(HANGS)
        lines = (line.partition("=") for line in told.read_text().splitlines() if line)
        return Run(running.returncode, printed, summary.read_text(), {name: value for name, _, value in lines})

    @property
    def files(self) -> dict[str, str]:
        """The files that a step writes what it has to say into."""
        return {"GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary")}

    def runner(self) -> Path:
        """A fresh clone, as a host's runner checks it out, with what the caches hold."""
        place = self.folder / "runner"
        shutil.rmtree(place, ignore_errors=True)
        self.git(self.folder, "clone", "--quiet", "--depth=1", self.bare.as_uri(), str(place))
        for path in self.cache.glob("*") if self.cache.exists() else ():
            shutil.copytree(path, place / self.place / path.name, symlinks=True, dirs_exist_ok=True)
        return place

    def keep(self, place: Path) -> None:
        """Take what the caches keep of a run."""
        shutil.rmtree(self.cache, ignore_errors=True)
        for name in (".daybook", "pages", "site"):
            if (place / self.place / name).exists():
                shutil.copytree(place / self.place / name, self.cache / name, symlinks=True)

    def run(self, day: dt.date, *words: str, stop: str = "", left: Sequence[str] = ()) -> Run:
        """A night's run, as the workflow does it: what it leaves is kept, and its site is published. left: files that
        lie in the clone before."""
        self.arxiv.clock.set(eastern(day, NIGHT))  # type: ignore[attr-defined]
        place = self.runner()
        for name in left:
            (place / self.place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / self.place / name).write_text("")
        host = {**HOST, **self.files, "GITHUB_REF_NAME": "main", "DAYBOOK_TOKEN": TOKEN}
        run = self.daybook(place / self.place, "publish", *words, stop=stop, **host)
        assert TOKEN not in run.printed + run.summary + str(run.outputs)
        if run.outputs.get("published") and run.outputs["pages"]:
            Path(run.outputs["mark"]).write_text(run.outputs["published"])
        self.keep(place)
        return run

    @property
    def site(self) -> dict[str, bytes]:
        """The files of the site that the last run built."""
        return tree(self.cache / "site")


class Runner:
    """Runs the jobs of the workflow that an owner's calls, step by step: all scripts as they stand, by bash, with the
    outcomes and conditions that GitHub's runners know; of the actions, what they do. The program is not installed
    anew: it is the tests' own."""

    def __init__(self, owner: Owner) -> None:
        self.owner, self.folder = owner, owner.folder / "github-runner"
        self.caches, self.published = self.folder / "caches", self.folder / "published"
        self.jobs: dict[str, Any] = yaml_text.read_yaml(PUBLISH.read_text(encoding="utf-8"), PUBLISH.name)["jobs"]
        self.number = 0
        self.deployed = True  # whether Pages takes what it is given
        self.commit = "0" * 40  # of the workflow, as the server tells it; empty: it does not

    def run(self, day: dt.date, event: str = "schedule", stop: str = "", **inputs: str) -> Run:
        """A run. stop: words that a step prints at which a person cancels the run; inputs: `first`, `last` and
        `branch`."""
        self.owner.arxiv.clock.set(eastern(day, NIGHT))  # type: ignore[attr-defined]
        self.number += 1
        self.stop, self.ran = stop, list[str]()
        self.run_ = Run(0, "", "")
        self.known = {
            "inputs.from": inputs.get("first", ""), "inputs.to": inputs.get("last", ""), "inputs.python": "3.13",
            "inputs.branch": inputs.get("branch", ""),
            "github.ref": "refs/heads/main", "github.ref_name": "main", "github.event_name": event,
            "github.run_id": f"{self.number:04}", "github.run_attempt": "1", "github.token": TOKEN,
            "job.workflow_sha": self.commit, "job.workflow_repository": "daybook-archive/daybook",
            "runner.temp": str(self.folder / "temp"), "runner.arch": "X64",
        }  # fmt: skip
        for name, job in self.jobs.items():
            if self._holds(job.get("if", ""), "success"):
                self._job(name, job)
        assert TOKEN not in self.run_.printed + self.run_.summary + str(self.run_.outputs)
        return self.run_

    def _job(self, name: str, job: dict[str, Any]) -> None:
        self.place = self.folder / "work"
        for path in (self.place, self.folder / "temp"):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        self.known = {key: value for key, value in self.known.items() if not key.startswith("steps.")}
        self.status = "success"
        for step in job["steps"]:
            ident = step.get("id", "")
            outcome = "skipped"
            if self._holds(step.get("if", ""), self.status):
                title = step.get("name") or step["uses"].partition("@")[0]
                self.ran.append(title)
                outcome = self._script(step, title) if "run" in step else self._action(step)
            self.known |= {f"steps.{ident}.outcome": outcome} if ident else {}
            if outcome not in ("success", "skipped") and self.status != "cancelled":
                self.status = outcome
        self.run_.code = self.run_.code or int(self.status != "success")
        for key, text in job.get("outputs", {}).items():
            self.known[f"needs.{name}.outputs.{key}"] = self._text(text)

    def _script(self, step: dict[str, Any], title: str) -> str:
        if title == "Install":
            (self.folder / "temp" / "daybook" / "bin").mkdir(parents=True)
            (self.folder / "temp" / "daybook" / "bin" / "daybook").symlink_to(Path(sys.executable).parent / "daybook")
            return "success"
        assert "${{" not in step["run"], "an expression in a script could bring in commands"
        more = {name: self._text(value) for name, value in step.get("env", {}).items()}
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
        cancels = self.stop and title.startswith("Fetch")
        run = self.owner.start(command, self.place, self.stop if cancels else "", RUNNER_TEMP=str(self.folder / "temp"),
                               GITHUB_REF_NAME="main", **HOST, **self.owner.files, **more)  # fmt: skip
        self.run_.printed += run.printed
        self.run_.summary += run.summary
        self.known |= {f"steps.{step.get('id', '')}.outputs.{name}": value for name, value in run.outputs.items()}
        self.run_.outputs |= run.outputs
        return "cancelled" if cancels and run.code else "failure" if run.code else "success"

    def _action(self, step: dict[str, Any]) -> str:
        action, told = step["uses"].partition("@")[0], {k: self._text(v) for k, v in step.get("with", {}).items()}
        out = f"steps.{step.get('id', '')}.outputs."
        if action == "actions/checkout" and "repository" not in told:
            branch = f"--branch={told['ref'].removeprefix('refs/heads/')}"
            self.owner.git(
                self.folder, "clone", "--quiet", "--depth=1", branch, self.owner.bare.as_uri(), str(self.place)
            )
        elif action == "actions/setup-python":
            self.known[f"{out}python-version"] = told["python-version"]
        elif action == "actions/cache/restore":
            found = self._cached(told)
            self.known[f"{out}cache-hit"] = "true" if found and found.stem == told["key"] else ""
            self.known[f"{out}cache-primary-key"] = told["key"]
            if found:
                subprocess.run(("tar", "--posix", "-xPf", str(found)), cwd=self.place, check=True)
        elif action == "actions/cache/save":
            self._save(told)
        elif action == "actions/upload-pages-artifact":
            shutil.rmtree(self.folder / "artifact", ignore_errors=True)
            shutil.copytree(told["path"], self.folder / "artifact")
        elif action == "actions/upload-artifact":
            shutil.copy(told["path"], self.folder / "fetched.bundle")
        elif action == "actions/deploy-pages":
            if not self.deployed:
                return "failure"
            shutil.rmtree(self.published, ignore_errors=True)
            shutil.copytree(self.folder / "artifact", self.published)
        return "success"

    def _folder(self, told: dict[str, str]) -> Path:
        """Where caches of these paths are kept: others are never restored for them."""
        return self.caches / hashlib.sha256(told["path"].encode()).hexdigest()[:8]

    def _cached(self, told: dict[str, str]) -> Path | None:
        """The cache of this key, else the newest whose key begins so."""
        folder, start = self._folder(told), told.get("restore-keys", "").strip()
        exact = folder / f"{told['key']}.tar"
        return exact if exact.exists() else max(folder.glob(f"{start}*.tar"), default=None) if start else None

    def _save(self, told: dict[str, str]) -> None:
        patterns = told["path"].split()
        there = [str(path) for pattern in patterns if not pattern.startswith("/")
                 for path in self.place.glob(pattern.removeprefix("./"))]  # fmt: skip
        if there:  # else the action warns, and goes on
            self._folder(told).mkdir(parents=True, exist_ok=True)
            names = [os.path.relpath(path, self.place) for path in there]
            target = self._folder(told) / f"{told['key']}.tar"
            subprocess.run(("tar", "--posix", "-cf", str(target), *names), cwd=self.place, check=True)

    def _text(self, text: object) -> str:
        return re.sub(r"\$\{\{ *(.+?) *\}\}", lambda found: str(self._value(found[1])), str(text))

    def _holds(self, condition: object, status: str) -> bool:
        """Whether a step or job is run. Without a word on the status, only after success."""
        text = re.fullmatch(r"(?:\$\{\{ *)?(.*?)(?: *\}\})?", str(condition) or "true", re.DOTALL)
        assert text
        told = bool(self._value(text[1], status))
        return told and (status == "success" or "()" in text[1])

    def _value(self, text: str, status: str = "") -> Any:
        """What an expression gives; those of the workflow are comparisons, `&&`, `||`, `!` and functions of the
        status."""
        text = re.sub(r"\b(?:steps|needs|inputs|github|job|runner)\.[\w.-]+", self._lookup, text)
        for theirs, ours in (("&&", " and "), ("||", " or "), ("!cancelled()", " not cancelled()")):
            text = text.replace(theirs, ours)
        functions = {"always": lambda: True, "cancelled": lambda: status == "cancelled",
                     "failure": lambda: status == "failure", "true": True}  # fmt: skip
        return eval(text, {"__builtins__": {}}, functions)

    def _lookup(self, found: re.Match[str]) -> str:
        name = found[0]
        assert name in self.known or name.split(".")[0] in ("steps", "needs"), f"a runner knows no {name}"
        return repr(self.known.get(name, ""))


@contextmanager
def owning(
    folder: Path, *categories: str, place: str = "", faults: Sequence[Fault] = (), announced: World | None = None
) -> Iterator[Owner]:
    """An owner in this folder, on Monday night, until the end of the block. announced: what arXiv announces."""
    folder.mkdir(parents=True, exist_ok=True)
    with serving(Site(announced or world(), faults), FileClock(folder / "clock", eastern(MONDAY, NIGHT))) as arxiv:
        yield Owner(folder / "host", arxiv, categories, place)
