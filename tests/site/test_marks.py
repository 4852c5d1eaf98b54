"""The icons at the end of a row cover none of its words, on any screen and under whatever points at it."""

from itertools import product
from pathlib import Path

import pytest

from tests.site.conftest import Watch
from tests.tools.gallery.look import STILL

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 600, 900, 1280)
POINTED = tuple(product(("hover", "none"), ("fine", "coarse", "none")))
AS_IF = """([hover, pointer]) => {
  const said = { hover, pointer };
  const all = (rules) => [...rules].flatMap((rule) => [rule, ...all(rule.cssRules ?? [])]);
  for (const { media } of [...document.styleSheets].flatMap((sheet) => all(sheet.cssRules))) {
    if (!media) continue;
    media.asked ??= media.mediaText;
    const holds = (_, feature, value) => (said[feature] === value ? "(min-width: 0px)" : "(max-width: 0px)");
    media.mediaText = media.asked.replace(/\\((hover|pointer): (\\w+)\\)/g, holds);
  }
}"""
"""Has the page's styles hold as if the browser told this of its hover and pointer."""
COVERED = """() => [...document.querySelectorAll(".rows > article")].flatMap((row) => {
  if (!row.checkVisibility()) return [];
  const icons = [...row.querySelectorAll(".marks > button")].map((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const half = parseFloat(getComputedStyle(button, "::before").width) / 2;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return { name: button.title, top: y - half, bottom: y + half, left: x - half, right: x + half };
  });
  const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, ({ data, parentElement }) =>
    !data.trim() || parentElement.closest(".marks") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const found = icons.length === 4 ? [] : ["no icons"];
  const meets = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = node.parentElement.closest("h3, p, article").getBoundingClientRect();
    const drawn = [...range.getClientRects()].filter((line) => line.top < box.bottom); // a card's third line is cut
    const over = icons.filter((icon) => drawn.some((line) => meets(icon, line)));
    found.push(...over.map(({ name }) => `${name} over "${node.data}"`));
  }
  const holds = row.getBoundingClientRect();
  const held = icons.every((one) => one.top >= holds.top && one.bottom <= holds.bottom && one.right <= holds.right);
  const places = icons.map(({ top, left }) => top + left);
  if (!held) found.push("an icon is out of its row");
  if (places.some((place, at) => place < places[at - 1])) found.push("the icons are in another order");
  return found.map((what) => `${row.id || row.dataset.key}: ${what}`);
})"""


@pytest.mark.parametrize("path", ["days/2026/2026-03-04.html", "search.html?q=replication"])
def test_icons_cover_nothing(path: str, whole: Path, watched: Watch):
    """Every width with every kind of pointer: icons stand beside the words, in the row, in one order."""
    look = watched(whole, path, viewport={"width": WIDTHS[0], "height": 900}, service_workers="block")
    page = look.page
    page.wait_for_selector(".rows .marks", state="attached")
    look.settle()
    page.add_style_tag(content=STILL)
    types = set(page.evaluate("[...document.querySelectorAll('.rows > article')].map((row) => row.dataset.type)"))
    assert path.startswith("search") or types >= {"new", "cross", "replace"}
    found = {}
    for pointed in POINTED:
        page.evaluate(AS_IF, pointed)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found[(*pointed, width)] = page.evaluate(COVERED)
            assert page.evaluate("document.documentElement.scrollWidth") == width
    assert {case: rows for case, rows in found.items() if rows} == {}
