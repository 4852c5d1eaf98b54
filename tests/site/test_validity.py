"""Every kind of page is valid HTML, by the Nu checker."""

import shutil
from pathlib import Path

import pytest

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
