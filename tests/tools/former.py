"""An archive made from the template of a former commit, lived in for weeks, becomes an archive alone, and goes back.

    python -m tests.tools.former 7fdd75b --venv DIR --modules DIR --work DIR

`--venv` has the libraries of that commit's requirements.lock, and pytest; `--modules` is what `npm ci` makes of its
package-lock.json. The old version makes the archive from its own local arXiv, night by night with a commit each, and
builds it. Then the commands of the handbook's page "Upgrading" are run, and each thing that must hold is looked at; a
line says of each whether it does. The exit code is 1 if one does not.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

from tests import tools
from tests.tools import addresses
from tests.tools.forks import tree

ROOT = Path(__file__).parents[2]
URL = "https://tides.invalid/daily/"
NIGHTS = """
import datetime as dt, os, subprocess, sys
from pathlib import Path
sys.path.insert(0, os.getcwd())
from tests.arxiv.world import make
from tests.fetch import trial
def night(folder, arxiv):
    trial.run(folder, arxiv)
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "Night"])
first, last = dt.date(2026, 3, 5), dt.date(2026, 3, 30)
world = make(7, dt.date(2026, 2, 23), last, ("cs.DC", "cs.NI"), busy=2)
trial.fill(Path("content"), world, first, last, run=night)
"""
LOG = ("records/", "listings/", "attempts/", "digests/")


class Trial:
    """A repository made from the template, and what was found wrong."""

    def __init__(self, commit: str, venv: Path, modules: Path, work: Path) -> None:
        self.commit, self.venv, self.modules, self.home = commit, venv.resolve(), modules.resolve(), work / "daily"
        self.archive, self.failed = self.home / "content", False
        who = {
            f"GIT_{role}_{what}": "me@tides.invalid" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        self.environment = {**os.environ, **who, "PYTHONPATH": str(self.home), "SOURCE_DATE_EPOCH": "1774920000"}

    def run(self, *words: str | Path, sound: bool = True) -> str:
        done = subprocess.run(
            words, cwd=self.home, env=self.environment, capture_output=True, text=True, check=False, timeout=1800
        )
        if sound and done.returncode:
            raise SystemExit(f"{' '.join(map(str, words))}: {done.stderr}")
        return done.stdout + done.stderr

    def git(self, *words: str) -> str:
        return self.run("git", *words)

    def former(self, *words: str, sound: bool = True) -> str:
        """A command of the former version, whose code is in the repository."""
        return self.run(self.venv / "bin" / "python", "-m", "generator.cli", *words, sound=sound)

    def daybook(self, *words: str) -> str:
        return self.run(sys.executable, "-P", "-m", "daybook.cli", *words)

    def holds(self, what: str, so: bool, more: object = "") -> None:
        self.failed = self.failed or not so
        print(f"{'yes' if so else 'NO '}  {what}{f': {more}' if more else ''}", flush=True)

    def held(self) -> tuple[dict[str, bytes], list[bytes]]:
        """The files of the log, and the lines of what documents state."""
        files = tree(self.archive)
        said = (line for name in files if name.startswith("coverage") for line in files[name].splitlines())
        return {name: data for name, data in files.items() if name.startswith(LOG)}, sorted(said)

    def begin(self) -> None:
        """The template, an archive of some weeks in it, a digest that somebody wrote, and the site."""
        self.home.mkdir(parents=True)
        packed = subprocess.run(("git", "archive", self.commit), cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(("tar", "x"), cwd=self.home, input=packed, check=True)
        (self.home / "node_modules").symlink_to(self.modules)
        self.git("init", "--quiet", "--initial-branch=main")
        (self.home / ".git" / "info" / "exclude").write_text("/node_modules\n")
        self.commit_all("Use this template")
        self.former(
            "init", "--title", "Tides", "--categories", "cs.DC,cs.NI", "--url", URL, "--contact", "me@a.invalid"
        )
        self.commit_all("Begin")
        self.run(self.venv / "bin" / "python", "-c", NIGHTS)
        digests = self.archive / "digests"
        digests.mkdir(exist_ok=True)
        (digests / "2026-03-10.md").write_text("# Ledgers, and little else\n\nA quiet day.\n")
        self.commit_all("Write a digest")
        self.former("build")

    def commit_all(self, message: str) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", message)

    def upgrade(self) -> None:
        """As the handbook says."""
        page = (ROOT / "content" / "notes" / "upgrading.md").read_text(encoding="utf-8")
        (commands,) = re.findall(r"```sh\n(git rm -r .*?)\ngit push\n```", page, re.DOTALL)
        for line in commands.splitlines():
            if line.startswith("daybook "):
                print("    ", self.daybook(*line.split()[1:]).strip().replace("\n", "\n     "))
            else:
                self.run("bash", "-c", line)

    def asked(self, wanted: list[str]) -> tuple[int, int]:
        """How many of these addresses are answered over HTTP, and from the folder."""

        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None: ...

        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=self.archive / "site")) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            places = (f"http://127.0.0.1:{server.server_port}", (self.archive / "site").as_uri())
            counts = [sum(answers(f"{place}/{quote(path)}") for path in wanted) for place in places]
            server.shutdown()
        return counts[0], counts[1]


def answers(address: str) -> bool:
    try:
        with urlopen(address) as answer:
            return bool(answer.read())
    except URLError:
        return False


def main(arguments: list[str] | None = None) -> int:
    """Make it, upgrade it, look, go back, look; the exit code."""
    parser = tools.parser("former", __doc__)
    parser.add_argument("commit", metavar="COMMIT")
    for name, text in (("venv", "an environment"), ("modules", "a node_modules"), ("work", "a new folder")):
        parser.add_argument(f"--{name}", type=Path, required=True, metavar="DIR", help=text)
    told = parser.parse_args(arguments)
    trial = Trial(told.commit, told.venv, told.modules, told.work.resolve())
    trial.begin()
    log, said = trial.held()
    wanted = sorted(addresses.addresses(trial.archive / "site", URL))
    site = shutil.copytree(trial.archive / "site", told.work / "former")
    trial.upgrade()
    own = trial.git("ls-files", "--", ":!content/records", ":!content/listings", ":!content/attempts").splitlines()
    trial.holds("few files beside the log", len(own) < 16, ", ".join(own))
    now, lines = trial.held()
    trial.holds("every file of the log is the same", log == now, len(now))
    trial.holds("what documents state is the same, line by line", said == lines, len(lines))
    trial.holds("no address is lost", addresses.check(trial.archive / "site", wanted) == 0)
    trial.holds("each answers, over HTTP and from the folder", trial.asked(wanted) == (len(wanted),) * 2, len(wanted))
    trial.git("checkout", "--quiet", "HEAD~1", "--", "generator")  # the former version before the new archive
    for command in ("build", "check", "fetch", "papers", "coverage"):
        line = trial.former(command, sound=False).strip()
        trial.holds(f"the former `{command}` stops in one line", "'format'" in line and "\n" not in line, line[:60])
    trial.holds("and has written nothing", trial.held() == (now, lines))
    trial.git("reset", "--quiet", "--hard")
    trial.git("revert", "--no-edit", "HEAD")
    for name in ("site", "pages", ".daybook"):
        shutil.rmtree(trial.archive / name)
    trial.former("build")
    trial.holds("back: the log is the same", trial.held() == (log, said))
    same = not subprocess.run(("diff", "-r", site, trial.archive / "site"), capture_output=True, check=False).stdout
    trial.holds("back: the former version builds the same site, byte for byte", same)
    return 1 if trial.failed else 0


if __name__ == "__main__":
    sys.exit(main())
