"""Without JavaScript everything is there to read, in the colours the reader's system prefers; and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.conftest import Watch
from tests.tools.gallery import archives, invented, kinds
from tests.tools.gallery.look import sheets

pytestmark = pytest.mark.browser

BY_SCRIPT = ("search.html", "reading.html")
"""Pages that scripts make: without them, they say so, and where else to look."""
HIDDEN = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, th, td, pre, summary)")]
  .filter((element) => element.textContent.trim() && !element.checkVisibility({ visibilityProperty: true })
    && !element.closest("details:not([open]) > :not(summary), nav, .tabbed-block, .katex-mathml, template"))
  .map((element) => element.outerHTML.slice(0, 120))"""
IDLE = """() => [...document.querySelectorAll("button, input, select, textarea")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getBoundingClientRect().width > 1)
  .map((element) => element.outerHTML.slice(0, 120))"""
GROUND = """() => {
  for (const element of [document.querySelector("main"), document.body, document.documentElement]) {
    const [r, g, b, opaque = 1] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
    if (opaque) return (r + g + b) / 765;
  }
  return 1;
}"""
"""How light the ground is that the page is written on: 0 to 1."""


@pytest.mark.trial
def test_everything_can_be_read(whole: Path, served, watched: Watch):
    """On a page of each kind nothing is hidden but what is folded, and no control stands there that does nothing."""
    base = served(whole)
    look = watched(base, java_script_enabled=False)
    found = list[str]()
    for path in kinds.examples(whole).values():
        look.page.goto(base + path)
        text = look.page.locator("main").inner_text()
        assert len(text) > 40, path
        hidden = [] if path in BY_SCRIPT else look.page.evaluate(HIDDEN)
        found += [f"{path}: hidden: {line}" for line in hidden]
        found += [f"{path}: does nothing: {line}" for line in look.page.evaluate(IDLE)]
    assert not found, "\n".join(found)
    assert [line for line in look.complaints if line.startswith("asked")] == []  # Chromium asks for an icon by itself


@pytest.mark.trial
@pytest.mark.parametrize(("scheme", "low", "high"), [("light", 0.9, 1.0), ("dark", 0.0, 0.2)])
def test_ground_follows_the_system(scheme: str, low: float, high: float, whole: Path, served, watched: Watch):
    """Light or dark, on a page of each kind."""
    base = served(whole)
    look = watched(base, java_script_enabled=False, color_scheme=scheme)
    found = dict[str, float]()
    for path in kinds.examples(whole).values():
        look.page.goto(base + path)
        found[path] = look.page.evaluate(GROUND)
    assert {path: ground for path, ground in found.items() if not low <= ground <= high} == {}


def test_a_day_on_paper(tmp_path: Path, watched: Watch):
    """A day of 37 papers takes at most 4 sheets of A4, for readers with and without scripts."""
    folder = archives.one_day(37, tmp_path / "archive")
    base = f"file://{folder}/"
    for scripts in (True, False):
        look = watched(base, java_script_enabled=scripts)
        look.page.goto(f"{base}days/2026/{invented.FORTY}.html")
        assert sheets(look.page) <= 4, f"scripts: {scripts}"
