"""The programs that are compared: this commit, an earlier one, and Hugo on the same Markdown."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tests.tools.benchmarks.measure import Failed

ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "https://archive.example/daybook/"
Command = Sequence[str | Path]
STATE, CACHED = ".daybook", (".daybook", "pages", "site")
"""What an archive has that can be made again, and CI keeps between two builds."""
_SQLITE = b"SQLite format 3"
_VERSIONS = """from importlib.metadata import distributions, version as v
own = next(each for each in distributions() if each.name.startswith('daybook'))  # it has had two names
print(own.version, v('mkdocs'), v('mkdocs-material'))"""


def _call(folder: Path, *command: str | Path) -> str:
    """What a command says. Raises Failed with its last words if it fails."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=plain, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{words[0]} failed: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}")
    return done.stdout.strip()


class Daybook:
    """Daybook at some commit, driven by its commands, with an archive of its own."""

    def __init__(self, name: str, root: Path, python: str | Path, work: Path) -> None:
        self.name = name
        self.root, self.python = root, python  # its code
        self.folder = work / "archive"
        self.pages, self.site, self.state = (self.folder / part for part in ("pages", "site", STATE))

    def prepare(self) -> str:
        """Make an empty archive; the versions of program, MkDocs and theme, which are compiled now if need be."""
        _call(self.root, self.python, "-m", "compileall", "-q", "generator")
        (self.root / "content" / "pages").mkdir(exist_ok=True)  # MkDocs looks whether it is there
        self.folder.mkdir(parents=True)
        _call(self.root, *self.call("init", "--title", "Benchmark", "--categories", "cs.DC", "--url", ADDRESS))
        own, mkdocs, material = _call(self.root, self.python, "-c", _VERSIONS).split()
        return f"({own}, on MkDocs {mkdocs} with Material {material})"

    def call(self, command: str, *more: str | Path) -> Command:
        """One of its commands on the archive."""
        return [Path(self.python).with_name("daybook"), command, "--archive", self.folder, *more]

    def mkdocs(self, site: Path) -> Command:
        """MkDocs alone, which makes a site of the pages as they are."""
        return ["env", f"DAYBOOK_ARCHIVE={self.folder}", self.python, "-m", "mkdocs", "build", "--site-dir", site]

    def forget(self, kept: tuple[str, ...]) -> None:
        """Remove all that can be made again, but the tables whose names begin so."""
        for folder in (self.pages, self.site):
            shutil.rmtree(folder.resolve())
        self.site.unlink(missing_ok=True)
        for path in filter(Path.is_file, [*self.state.rglob("*")]):
            with path.open("rb") as file:
                is_database = file.read(len(_SQLITE)) == _SQLITE
            if is_database:
                _empty(path, kept)
            elif not path.name.startswith(kept):
                path.unlink()

    @contextmanager
    def checkout(self, cache: Path) -> Iterator[Command]:
        """A fresh checkout in place of the archive, and the command that restores what was kept for it in `cache`: the
        times of all files are new."""
        pack = "--zstd" if shutil.which("zstd") else "--gzip"
        _call(self.folder, "tar", "-c", pack, "-f", cache, *(name for name in CACHED if (self.folder / name).exists()))
        aside = self.folder.with_name("aside")
        self.folder.rename(aside)
        self.folder.mkdir()
        for path in aside.iterdir():
            if path.name not in CACHED:
                _call(aside, "cp", "-R", path.name, self.folder)
        yield ["tar", "-xmf", cache, "-C", self.folder]
        shutil.rmtree(self.folder)
        aside.rename(self.folder)


def _empty(place: Path, kept: tuple[str, ...]) -> None:
    """Empty all tables of a database but those whose names begin so."""
    with closing(sqlite3.connect(place)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        with database:
            for name in tables:
                if not name.startswith(("sqlite_", "tables", "said", *kept)):  # these two tell of the others
                    database.execute(f'DELETE FROM "{name}"')
        database.execute("VACUUM")


def current(work: Path) -> Daybook:
    """The code that this file belongs to."""
    return Daybook("Daybook", ROOT, sys.executable, work / "this")


def earlier(commit: str, work: Path) -> Daybook:
    """An earlier commit, installed from its own lock files; an installation is kept for the next run. Raises Failed."""
    name = _call(ROOT, "git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")[:12]
    root = work / "commits" / name
    if not (root / "ready").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        _call(ROOT, "git", "archive", "--output", root / "code.tar", name)
        _call(root, "tar", "-xf", "code.tar")
        _call(root, "make", "setup", f"PYTHON={sys.executable}")
        (root / "ready").touch()
    return Daybook(f"Daybook {commit}", root, root / ".venv" / "bin" / "python", work / name)


class Hugo:
    """Hugo with a theme that has no more than a page's text, a menu and a table of contents."""

    name = "Hugo"

    def __init__(self, work: Path) -> None:
        self.root = work / "hugo"
        self.site = self.root / "public"

    def prepare(self) -> str:
        """Copy the theme, which stands beside this file; the version. Raises Failed."""
        if shutil.which("hugo") is None:
            raise Failed("it is not installed (Debian's package is called hugo)")
        shutil.copytree(Path(__file__).parent / "hugo", self.root)
        found = re.search(r"v(\d+\.\d+\.\d+)", _call(self.root, "hugo", "version"))
        return found[1] if found else "of an unknown version"

    def take(self, pages: Path) -> None:
        """Copy the Markdown, and tell where the first page of a folder goes: Hugo has a name of its own for it."""
        shutil.rmtree(self.root / "content", ignore_errors=True)
        for path in pages.rglob("*.md"):
            place = self.root / "content" / path.relative_to(pages)
            text = path.read_text(encoding="utf-8")
            if place.name == "index.md":
                place = place.with_name("_index.md")
                if path.parent != pages:
                    address = f"/{path.parent.relative_to(pages).as_posix()}/index.html"
                    text = text.replace("---\n", f'---\nurl: "{address}"\n', 1)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")

    def command(self) -> Command:
        """It builds all pages each time."""
        return ["hugo", "--quiet", "--baseURL", ADDRESS, "--cacheDir", self.root / "cache"]
