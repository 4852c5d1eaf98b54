"""What SECURITY.md promises of each command: what it writes, reads, connects to and starts."""

import datetime as dt
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.runtime import processes

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.conftest import FIXED_TIME, HANGS, ROOT, SAMPLE
from tests.fetch import trial
from tests.makers import daybook, put
from tests.policy import audited
from tests.test_git import git
from tests.tools.audited import DEVICE

pytestmark = pytest.mark.trial
URL = "https://example.org/older/"
USUAL = {
    "init": "--title New --categories cs.DC --archive {home}/new",
    "fetch": "--archive {fetched} --summary {home}/summary.md",
    "ingest": "--archive {archive} {sample}",
    "build": "--archive {archive} --site {home}/site --zip {home}/daily.zip",
    "publish": "--archive {fetched} --summary {home}/summary.md",
    "serve": "--archive {archive} --address 127.0.0.1:0",
    "search": "handbook --archive {archive}",
    "export": "sqlite --output {home}/papers.sqlite --archive {archive}",
    "status": "publishing --archive {fetched}",
    "check": "--archive {archive}",
    "themes": "why 2603.90047 --archive {archive}",
    "summarize": "--archive {archive} --server http://127.0.0.1:9 --budget 1",
    "upgrade": "{home}/daybook_archive-9.9-py3-none-any.whl --check --archive {fetched}",
    "split": "--before 2026 --to {home}/older --url {URL} --archive {archive}",
}
"""A run of each command that does what it is for, as far as this machine alone can."""
GIVEN = ("new", "summary.md", "site", "daily.zip", "papers.sqlite", "older")
"""What these name, below the home, besides the archive."""
BESIDE = re.compile(r"\.daybook-[0-9a-f]{12}(?:-\w{8}(?:/.*)?|\.tmp)|\d+\.tmp")
"""What stands beside a site or a file until it is whole and takes its place."""
PROGRAM = (ROOT, Path(sys.prefix), Path(sys.base_prefix), *map(Path, sysconfig.get_paths().values()))
SYSTEM = re.compile("/(?:usr/(?:lib|share|local/lib)|lib(?:64)?|etc|proc|dev|sys)(?:/|$)")
"""Where the system has libraries, the names of services and of time zones."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two archives, one of them a clone with a remote, and what is nobody's business."""
    home = tmp_path_factory.mktemp("policy") / "home"
    daybook("ingest", "--quiet", "--archive", home / "archive", SAMPLE)
    settings = home / "archive/archive.yml"
    settings.write_text(settings.read_text().replace('url: ""', "url: https://example.org/daily/"))
    trial.archive(home / "clone", ["cs.DC"])
    put(home, {"letter.txt": "Dear reader", ".ssh/id_rsa": "secret", ".gitconfig": "[user]\nname=A\nemail=a@b.org\n"})
    git(home, "init", "--quiet", "--bare", "--initial-branch=main", "remote")
    for words in ("init -q --initial-branch=main", f"remote add origin {home}/remote", "add .", "commit -qm Begin"):
        git(home / "clone", *words.split())
    git(home / "clone", "push", "-qu", "origin", "main")
    return home


@pytest.fixture(scope="module")
def services(home: Path) -> Iterator[dict[str, str]]:
    """arXiv on this machine, and the environment by which a command finds it."""
    day = dt.date(2026, 3, 5)
    clock = FileClock(home.parent / "clock", eastern(day, dt.time(4)))
    with serving(Site(make(5, day, day + DAY, ("cs.DC",)), oai_size=12), clock) as arxiv:
        yield {
            "DAYBOOK_HOSTS": arxiv.url, "SOURCE_DATE_EPOCH": FIXED_TIME, "HOME": str(home), "PATH": os.environ["PATH"],
        }  # fmt: skip


def run_of(command: str, home: Path) -> tuple[list[str], tuple[Any, ...]]:
    """Its arguments, and the places that these name."""
    places = {"home": home, "archive": home / "archive", "fetched": home / "clone", "sample": SAMPLE, "URL": URL}
    named = [places[name] for name in ("archive", "fetched") if f"{{{name}}}" in USUAL[command]]
    given = [home / name for name in GIVEN if name in USUAL[command]]
    return [command, *USUAL[command].format(**places).split()], (*named, *given, home.parent / "tmp")


def outside(paths: Iterable[str], home: Path, *own: Path) -> list[str]:
    """Those that lie in none of these, and are no devices."""
    left = [path for path in paths if not DEVICE.match(path) and not BESIDE.fullmatch(path.removeprefix(f"{home}/"))]
    left = [path for path in left if not path.startswith(f"{home.parent}/clock")]
    return [path for path in left if not any(Path(path).is_relative_to(each) for each in own)]


def test_a_usual_run_is_known_of_every_command() -> None:
    assert list(USUAL) == list(cli.COMMANDS)


@pytest.mark.parametrize("command", USUAL)
def test_what_a_command_does_outside_itself(command: str, home: Path, services: dict[str, str]) -> None:
    """It writes below its archive and where it is told to, reads nothing else but the program, connects to the services
    of its settings alone, all of which are on this machine here, and starts what the program lists."""
    words, own = run_of(command, home)
    apart = ["--clock", str(home.parent / "clock")] if command in ("fetch", "publish") else []
    apart += ["--for", "6"] if command == "serve" else []
    found = audited(home.parent, *apart, *words, code=None, **services)
    around = {str(path) for each in (home, *own) for path in (each, *each.parents)}
    assert [path for path in outside(found["write"], home, *own) if path != str(home)] == []
    read = outside(found["read"], home, *own, SAMPLE, *PROGRAM)
    assert [path for path in read if not SYSTEM.match(path) and path not in around] == []
    assert {*found["reach"]} <= {"127.0.0.1", "::1"}
    assert bool(found["reach"]) == (command in ("fetch", "publish", "serve", "summarize"))
    assert [program for program in found["start"] if not processes.allows(program)] == []
    assert bool(found["start"]) == (command in ("init", "publish", "status", "upgrade"))
    assert (home / ".ssh/id_rsa").read_text() == "secret"


_NAMED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FORKED = re.compile(r"\b(?:clone3?|v?fork)\b.* = (\d+)$")
_RUN = re.compile(r"execve\(.*(?: = 0|<unfinished \.\.\.>)$")
_WRITING = re.compile(r"^\s*(?:creat|openat)\(.*(?:O_WRONLY|O_RDWR|O_CREAT)")
_ADDRESS = re.compile(r'(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"')


@pytest.mark.parametrize("command", USUAL)
def test_what_its_c_code_does_outside_itself(command: str, home: Path, services: dict[str, str]) -> None:
    """The same of lxml, SQLite, numpy and the others, by what the system is asked: files opened for writing, sockets of
    the network, and programs; not what these do in turn."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    words, own = run_of(command, home)
    log, seconds = home.parent / "strace", ["timeout", "-s", "INT", "12"] if command == "serve" else []
    program = [sys.executable, "-m", "tests.tools.audited", os.devnull]
    program += ["--clock", str(home.parent / "clock")] if command in ("fetch", "publish") else []
    temporary = {"TMPDIR": str(home.parent / "tmp"), "PYTHONDONTWRITEBYTECODE": "1"}
    traced = ["strace", "-f", "-qq", "-e", "trace=openat,creat,execve,connect,bind,sendto,process", "-o", str(log)]
    (home.parent / "tmp").mkdir(exist_ok=True)
    subprocess.run(
        [*seconds, *traced, *program, *words], cwd=ROOT, env={**os.environ, **services, **temporary},
        capture_output=True, timeout=HANGS, check=False,
    )  # fmt: skip
    calls = [line.partition(" ")[::2] for line in log.read_text(errors="replace").splitlines()]
    parents = {found[1]: process for process, call in calls if (found := _FORKED.search(call))}
    first, ran = calls[0][0], {process for process, call in calls if _RUN.match(call.strip())}

    def starter(process: str) -> str:
        """The nearest process above that has become another program; the first one is this program."""
        while (process := parents.get(process, first)) not in ran:
            pass
        return process

    wrote, reached, started = set[str](), set[str](), set[str]()
    for process, call in calls:
        path, own_code = (_NAMED.findall(call) or [""])[0], process not in ran or process == first
        if own_code and starter(process) == first and _WRITING.search(call):
            wrote.add(os.path.normpath(ROOT / path))
        elif process in ran and process != first and starter(process) == first and _RUN.match(call.strip()):
            started.add(path)
        if starter(process) == first:
            reached.update(_ADDRESS.findall(call))
    assert outside(wrote, home, *own) == []
    assert reached <= {"127.0.0.1", "::1"}
    assert [each for each in started if not processes.allows(each)] == []
