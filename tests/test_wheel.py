"""The wheel: an installed Daybook needs neither Node nor a clone, and makes the same site.

`make test` unpacks the wheel before the libraries that are there; `make wheel` installs it, by the lock file, into an
environment of its own, and names that environment's Python in DAYBOOK_INSTALLED.
"""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daybook.runtime import program

from tests.conftest import FIXED_TIME, ROOT, SAMPLE
from tests.tools import forks

LARGEST = 2_500_000
"""Bytes of the wheel."""
Run = Callable[..., subprocess.CompletedProcess[str]]


def build(kind: str, source: Path, folder: Path, path: str = os.environ["PATH"]) -> Path:
    """A wheel or a source distribution of the program in a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env={**os.environ, "PATH": path})
    (made,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a module of the installed program in a folder that has nothing to do with it, with git alone on its path."""
    place = tmp_path_factory.mktemp("installed")
    (place / "bin").mkdir()
    (place / "bin" / "git").symlink_to(shutil.which("git") or "")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DAYBOOK", "PYTHON"))}
    given = {**kept, "PATH": str(place / "bin"), "SOURCE_DATE_EPOCH": FIXED_TIME, "NO_MKDOCS_2_WARNING": "1"}
    python = os.environ.get("DAYBOOK_INSTALLED", "")
    if not python:
        zipfile.ZipFile(wheel).extractall(place / "site-packages")
        python, given = sys.executable, {**given, "PYTHONPATH": str(place / "site-packages")}

    def run(folder: Path, *command: str, module: str = "daybook.cli") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python, "-m", module, *command], cwd=folder, env=given, capture_output=True, text=True, check=False
        )

    run.python, run.environment = python, given  # type: ignore[attr-defined]
    return run


def test_it_holds_what_a_site_is_made_of(wheel: Path) -> None:
    """Layouts, the guide, the sample, and the browser's libraries with their licences; no tests, and nothing that is
    made of the sample."""
    assert wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(wheel) as opened:
        held = {name.removeprefix("daybook/"): opened.read(name) for name in opened.namelist()}
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    libraries = {f"node_modules/{name}/LICENSE" for name in wanted}
    assert libraries == {name for name in held if name.startswith("node_modules/") and name.endswith("/LICENSE")}
    assert all(held[name] == (ROOT / name).read_bytes() for name in held if name.startswith("node_modules/"))
    assert held["COMMIT"].decode().strip() == program.COMMIT or re.fullmatch(rb"[0-9a-f]{40}\n", held["COMMIT"])
    for place in ("overrides/shell.html", "pages/guide/index.md", "content/archive.yml", "mkdocs.yml"):
        assert place in held
    made = re.compile(r"(?:content/(?:pages|site|notes|\.daybook)|tests|generator)/|.*\.pyc")
    assert not [name for name in held if made.match(name)]


def test_it_makes_the_same_site(content: Path, run: Run, tmp_path: Path) -> None:
    """Byte for byte what the clone makes; MkDocs by itself, too, of a few lines."""
    own, theirs = (Path(shutil.copytree(content, tmp_path / name)) for name in ("own", "theirs"))
    environment = {**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME}
    command = [sys.executable, "-m", "daybook.cli", "build", "--archive", str(own)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert run(theirs, "build").returncode == 0
    assert forks.tree(theirs / "site") == forks.tree(own / "site")
    (theirs / "mkdocs.yml").write_text("site_name: any\ndocs_dir: pages\nplugins: [daybook]\n", encoding="utf-8")
    shutil.rmtree(theirs / "site")
    built = run(theirs, "build", "--quiet", module="mkdocs")
    assert (built.returncode, built.stderr) == (0, "")
    assert forks.tree(theirs / "site") == forks.tree(own / "site")


def served(run: Run, folder: Path) -> Iterator[str]:
    """The title of the first page that `daybook serve` serves."""
    command = [run.python, "-m", "daybook.cli", "serve", "--address", "127.0.0.1:0"]  # type: ignore[attr-defined]
    environment = run.environment  # type: ignore[attr-defined]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = next(found for line in server.stdout if (found := re.search(r"http://([\d.:]+)", line)))
            asked = http.client.HTTPConnection(address[1])
            asked.request("GET", "/index.html")
            yield re.findall("<title>(.*?)</title>", asked.getresponse().read().decode())[0]
        finally:
            server.terminate()


def test_first_day(run: Run, tmp_path: Path) -> None:
    """An archive from its first command to the site, in a folder that holds nothing else."""
    folder = tmp_path / "mine"
    for command in (
        ("init", str(folder), "--title", "Networks daily", "--categories", "cs.NI", "cs.DC"),
        ("ingest", "--archive", str(folder), str(SAMPLE)),
    ):
        assert run(tmp_path, *command).stderr == ""
    inner = folder / "records"
    assert run(inner, "build").returncode == 0
    assert run(inner, "search", "cache").stdout.startswith("3 papers\n")
    assert run(inner, "export", "bibtex").stdout.startswith("@")
    assert run(inner, "check").returncode == 0
    assert list(served(run, folder)) == ["Networks daily"]
    assert run(tmp_path, "search", "cache").returncode == 2  # no archive is here, and no other is taken


@pytest.mark.trial
def test_a_source_distribution_becomes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """Without git and npm."""
    source = build("sdist", ROOT, tmp_path)
    shutil.unpack_archive(source, tmp_path / "source")
    (folder,) = (tmp_path / "source").iterdir()
    again = build("wheel", folder, tmp_path / "again", path=str(tmp_path))
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {name: one.read(name) for name in one.namelist()} == {
            name: other.read(name) for name in other.namelist()
        }
