"""An owner's repository on this machine: a bare one that is pushed to, and nights of `daybook publish` in it, each in a
fresh shallow clone with what the last one left, as on a host's runner. The local arXiv stands for the services."""

import datetime as dt
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

from tests.arxiv.calendar import eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.faults import Fault
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.conftest import HANGS, ROOT
from tests.forge import CLOCK, MONDAY, NIGHT, REPOSITORY, TOKEN, world
from tests.tools.forks import tree

KEPT = "daybook/fetched-main"
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
        (folder / "outside" / "sitecustomize.py").write_text(CLOCK.format(path=str(folder.parent / "clock")))
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
            "PYTHONPATH": os.pathsep.join((str(folder / "outside"), str(ROOT))),
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
        who = {f"GIT_{role}_{what}": "me@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ("git", *words), cwd=folder, env={**self.environment, **who}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

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
        told, summary = self.folder / "output", self.folder / "summary"
        for path in (told, summary):
            path.write_text("")
        command = (str(Path(sys.executable).parent / "daybook"), *words)
        with subprocess.Popen(
            command, cwd=folder, env={**self.environment, **more}, text=True, bufsize=1,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
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
        told = {"GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary")}
        host = {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_REF_NAME": "main"}
        run = self.daybook(place / self.place, "publish", *words, stop=stop, DAYBOOK_TOKEN=TOKEN, **told, **host)
        assert TOKEN not in run.printed + run.summary + str(run.outputs)
        if run.outputs.get("published") and run.outputs["pages"]:
            Path(run.outputs["mark"]).write_text(run.outputs["published"])
        self.keep(place)
        return run

    @property
    def site(self) -> dict[str, bytes]:
        """The files of the site that the last run built."""
        return tree(self.cache / "site")


@contextmanager
def owning(folder: Path, *categories: str, place: str = "", faults: Sequence[Fault] = ()) -> Iterator[Owner]:
    """An owner in this folder, on Monday night, until the end of the block."""
    folder.mkdir(parents=True, exist_ok=True)
    with serving(Site(world(), faults), FileClock(folder / "clock", eastern(MONDAY, NIGHT))) as arxiv:
        yield Owner(folder / "host", arxiv, categories, place)
