"""Every kind of page is valid HTML: by html5lib, which is always there, and by the Nu checker where it is installed."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

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
