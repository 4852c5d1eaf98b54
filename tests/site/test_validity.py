"""Every kind of page is valid HTML, by html5lib and the Nu checker; other engines build the same Markdown."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from daybook import cli

from tests.conftest import HANGS, SAMPLE
from tests.pages import engines
from tests.tools import npm, validity
from tests.tools.gallery import kinds


def test_every_kind_of_page_is_valid(whole: Path):
    for path in kinds.examples(whole).values():
        tree = engines.parse((whole / path).read_text(encoding="utf-8"), strict=True)
        assert [name for name, times in Counter(tree.xpath("//@id")).items() if times > 1] == [], path


@pytest.mark.trial
def test_nu_checker_finds_nothing(whole: Path):
    """It knows attributes and elements that html5lib lets pass."""
    if not shutil.which("java") or not npm.NU.exists():
        pytest.skip("the Nu checker needs Java, and is installed by: python -m tests.tools.validity")
    assert validity.messages([whole / path for path in kinds.examples(whole).values()]) == []


def test_nu_checker_finds_what_is_wrong(tmp_path: Path):
    """The control: an attribute that HTML does not have is found, an id that begins with a digit is not."""
    if not shutil.which("java") or not npm.NU.exists():
        pytest.skip("the Nu checker needs Java, and is installed by: python -m tests.tools.validity")
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
ENGINES = {
    "mkdocs": ["-m", "mkdocs", "build", "--strict", "-f", "plain.yml"],
    "zensical": ["-m", "zensical", "build", "--strict", "-f", "plain.yml"],
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the sample archive's pages, and settings that name no hook."""
    root = tmp_path_factory.mktemp("root")
    archive = root / "content"
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE)]) == 0
    assert cli.main(["build", "--pages-only", "--quiet", "--archive", str(archive)]) == 0
    (root / "plain.yml").write_text(PLAIN)
    return root


@pytest.mark.trial
@pytest.mark.parametrize("engine", ENGINES)
def test_another_engine_builds_every_page(engine: str, root: Path) -> None:
    command = [sys.executable, *ENGINES[engine]]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stdout + done.stderr
    site, pages = root / "content" / "site", root / "content" / "pages"
    wanted = {p.relative_to(pages).with_suffix(".html").as_posix() for p in pages.rglob("*.md")}
    built = {p.relative_to(site).as_posix() for p in site.rglob("*.html")}
    assert wanted <= built
    (paper,) = site.glob("papers/2603/2603.93014.html")
    text = paper.read_text(encoding="utf-8")
    assert "Asynchronous Common Coins From Slightly Biased Dice" in text
