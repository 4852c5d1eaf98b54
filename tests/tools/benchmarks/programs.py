"""The programs that are compared: what each is given, and how it is called.

All get the same Markdown, in a folder of its own. Each names what it leaves aside.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import yaml
from mkdocs.utils.yaml import yaml_load

ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "https://archive.example/daybook/"
Command = Sequence[str | Path]


class Absent(Exception):
    """A program is not on this machine; the message says what to do."""


class Program(Protocol):
    """A program that makes a folder of Markdown into a site."""

    name: str
    note: str
    folder: Path  # everything it needs and leaves

    @property
    def site(self) -> Path:
        """Where its site is."""

    def prepare(self) -> str:
        """Set up all but the Markdown; its version. Raises Absent."""

    def take(self, markdown: Path) -> None:
        """Have its Markdown be that of this folder; files that are the same stay untouched."""

    def command(self) -> Command:
        """What builds the site."""


def follow(source: Path, target: Path, rename: dict[str, str] | None = None) -> None:
    """Make `target` hold the files of `source`, writing only what differs; names of files as `rename` has them."""
    wanted = set()
    for path in sorted(source.rglob("*")):
        if path.is_dir():
            continue
        place = target / path.relative_to(source)
        place = place.with_name((rename or {}).get(place.name, place.name))
        wanted.add(place)
        data = path.read_bytes()
        if not place.exists() or place.read_bytes() != data:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    for path in [path for path in target.rglob("*") if path.is_file() and path not in wanted]:
        path.unlink()


def plain_settings() -> dict[str, Any]:
    """The repository's mkdocs.yml for other programs: without what needs the hook, with folders of their own."""
    settings = yaml_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    for name in ("hooks", "extra_css", "markdown_extensions"):
        settings.pop(name)
    settings["theme"].pop("custom_dir")
    return {**settings, "site_url": ADDRESS, "docs_dir": "markdown", "site_dir": "site"}


class MkDocs:
    """MkDocs with Material as anyone runs it, with a navigation kept as short as Daybook's own."""

    name = "MkDocs + Material, tuned"
    note = "short navigation, `not_in_nav`, no search, no hook"
    own: dict[str, Any] = {"plugins": []}
    """Settings besides those of the repository's mkdocs.yml."""

    def __init__(self, work: Path) -> None:
        self.folder = work / "mkdocs"
        self.site = self.folder / "site"

    def prepare(self) -> str:
        """Write its settings."""
        self.folder.mkdir(parents=True)
        text = yaml.safe_dump({**plain_settings(), **self.own}, sort_keys=False)
        (self.folder / "mkdocs.yml").write_text(text, encoding="utf-8")
        return f"{_version('mkdocs')} with Material {_version('mkdocs-material')}"

    def take(self, markdown: Path) -> None:
        """Copy what differs."""
        follow(markdown, self.folder / "markdown")

    def command(self) -> Command:
        """MkDocs builds all pages each time."""
        return [sys.executable, "-m", "mkdocs", "build"]


class Zensical(MkDocs):
    """Zensical on the settings of MkDocs, installed for the benchmark alone."""

    name = "Zensical"
    note = (
        "the same settings, its search turned off and its extensions reduced to those of MkDocs; it passes over `hooks`"
        " and parts of `validation` without a word; its cache is empty for the cold build and kept for the next day"
    )
    # With no extensions named it takes a long list of its own.
    own: dict[str, Any] = {
        "plugins": [{"search": {"enabled": False}}], "markdown_extensions": ["toc", "tables", "fenced_code"],
    }  # fmt: skip

    def __init__(self, work: Path) -> None:
        self.folder = work / "zensical"
        self.site = self.folder / "site"
        self._home = work / "zensical-venv"

    def prepare(self) -> str:
        """Install it, where an earlier run has not."""
        python = self._home / "bin" / "python"
        if not (self._home / "bin" / "zensical").exists():
            shutil.rmtree(self._home, ignore_errors=True)
            self._call(sys.executable, "-m", "venv", self._home)
            self._call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "zensical")
        super().prepare()
        return self._call(python, "-c", "import importlib.metadata as m; print(m.version('zensical'))")

    def _call(self, *command: str | Path) -> str:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip() or "no reason given").splitlines()[-1]
            raise Absent(f"it could not be installed ({reason})")
        return done.stdout.strip()

    def command(self) -> Command:
        """It keeps a cache beside its settings."""
        return [self._home / "bin" / "zensical", "build"]


class Hugo:
    """Hugo with a theme that has the same parts on a page as Daybook's, and no styles."""

    name = "Hugo, minimal theme"
    note = "`index.md` is called `_index.md` and has an `url`, or Hugo would put it elsewhere; no search, no styles"

    def __init__(self, work: Path) -> None:
        self.folder = work / "hugo"
        self.site = self.folder / "public"

    def prepare(self) -> str:
        """Copy the theme, which stands beside this file."""
        if shutil.which("hugo") is None:
            raise Absent("it is not installed (Debian's package is called hugo)")
        shutil.copytree(Path(__file__).parent / "hugo", self.folder)
        words = subprocess.run(["hugo", "version"], capture_output=True, text=True, check=True).stdout
        found = re.search(r"v(\d+\.\d+\.\d+)", words)
        return found[1] if found else words.strip()

    def take(self, markdown: Path) -> None:
        """Copy what differs, and tell where the first page of a folder goes."""
        content = self.folder / "content"
        follow(markdown, content, {"index.md": "_index.md"})
        for path in content.glob("*/_index.md"):
            text = path.read_text(encoding="utf-8")
            address = f'---\nurl: "/{path.parent.name}/index.html"\n'
            path.write_text(text.replace("---\n", address, 1), encoding="utf-8")

    def command(self) -> Command:
        """It builds all pages each time."""
        return ["hugo", "--quiet", "--baseURL", ADDRESS, "--cacheDir", self.folder.resolve() / "cache"]


class Daybook:
    """This project, driven by its commands; it writes the Markdown itself."""

    name = "Daybook"

    def __init__(self, work: Path) -> None:
        self.folder = work / "archive"
        self.pages = self.folder / "pages"
        self.site = self.folder / "site"
        self.note = "renders the Markdown as well"

    def prepare(self) -> str:
        """Make an empty archive, with the themes of the repository's own where it has them."""
        from generator import config

        self.folder.mkdir(parents=True)
        text = f'title: "Benchmark"\ncategories: ["cs.DC"]\nurl: "{ADDRESS}"\n'
        (self.folder / config.NAME).write_text(text, encoding="utf-8")
        themes = ROOT / "content" / "themes.yml"
        if themes.exists():
            shutil.copyfile(themes, self.folder / "themes.yml")
        return _version("daybook")

    def call(self, command: str, *more: str | Path) -> Command:
        """One of its commands on the archive."""
        return [sys.executable, "-m", "generator.cli", command, "--quiet", "--archive", self.folder.resolve(), *more]

    def forget(self) -> None:
        """Remove all that can be made again."""
        for path in (self.pages, self.site, self.folder / ".daybook"):
            if path.is_symlink():
                path.unlink()
            else:
                shutil.rmtree(path, ignore_errors=True)


OTHERS: dict[str, type[MkDocs | Zensical | Hugo]] = {"mkdocs": MkDocs, "zensical": Zensical, "hugo": Hugo}


def _version(name: str) -> str:
    return importlib.metadata.version(name)
