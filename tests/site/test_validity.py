"""Every kind of page is valid HTML, by the Nu checker; other engines build the same Markdown."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import HANGS
from tests.makers import daybook, put
from tests.tools import npm, validity
from tests.tools.gallery import kinds

checked = pytest.mark.skipif(
    not shutil.which("java") or not npm.NU.exists(),
    reason="the Nu checker needs Java, and is installed by: python -m tests.tools.validity",
)


@checked
@pytest.mark.trial
def test_nu_checker_finds_nothing(whole: Path):
    """It knows attributes and elements that html5lib lets pass. That html5lib parses all: tests/site/test_build.py."""
    assert validity.messages([whole / path for path in kinds.examples(whole).values()]) == []


@checked
def test_nu_checker_finds_what_is_wrong(tmp_path: Path):
    """The control: an attribute that HTML does not have is found, an id that begins with a digit is not."""
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><html lang=en><title>x</title><p id=2603.1>x<p colour=red>y", encoding="utf-8")
    ((message, place),) = validity.messages([page])
    assert "colour" in message
    assert "page.html:1" in place


PLAIN = """\
site_name: Plain
docs_dir: content/pages
site_dir: content/site
use_directory_urls: false
theme: material
plugins: []
"""


@pytest.fixture(scope="module")
def root(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the sample archive's pages, and settings that name no hook."""
    root = put(tmp_path_factory.mktemp("root"), {"plain.yml": PLAIN})
    shutil.copytree(ingested, root / "content")
    daybook("build", "--pages-only", "--quiet", "--archive", root / "content")
    return root


@pytest.mark.trial
@pytest.mark.parametrize("engine", ["mkdocs", "zensical"])
def test_another_engine_builds_every_page(engine: str, root: Path) -> None:
    command = [sys.executable, "-m", engine, "build", "--strict", "-f", "plain.yml"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stdout + done.stderr
    site, pages = root / "content" / "site", root / "content" / "pages"
    wanted = {p.relative_to(pages).with_suffix(".html").as_posix() for p in pages.rglob("*.md")}
    built = {p.relative_to(site).as_posix() for p in site.rglob("*.html")}
    assert wanted <= built
    text = (site / "papers/2603/2603.93014.html").read_text(encoding="utf-8")
    assert "Asynchronous Common Coins From Slightly Biased Dice" in text
