"""The same Markdown builds without the hook and the layouts: with plain MkDocs, and with Zensical."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator import cli
from tests.conftest import HANGS, SAMPLE

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
    assert cli.main(["render", "--quiet", "--archive", str(archive)]) == 0
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
