"""Front matter, links, lists and tables of generated pages."""

from __future__ import annotations

import datetime as dt

import yaml

from generator.pages import addresses, writing
from tests.cases import for_each


def test_a_page_is_front_matter_and_blocks():
    """Empty blocks and keys without a value are left out; facts stand beside."""
    page = writing.page("a.md", "day", "# A", "", "B", facts={"n": 1}, date=dt.date(2026, 3, 3), note=None, themes=[])
    assert page.text == "---\nkind: day\ndate: 2026-03-03\n---\n\n# A\n\nB\n"
    assert page.facts == {"n": 1}


@for_each(
    "value",
    [
        "2402.12340", "cs.DC", "no", "Null", "a: b", "[x]", "---\nkind: x", "{{ x }}", '"', "\u2028", "", "yes", 3,
        ["cs.DC", "2402.12340", "off"], {"new": 3, "cross": 1}, True, "\\", "é",
    ],
)  # fmt: skip
def test_front_matter_reads_back(value: object):
    """YAML reads each value as what it was; an id is never a number."""
    head = writing.page("a.md", "day", id=value).text.split("---\n")[1]
    assert yaml.safe_load(head) == {"kind": "day", **({} if value == "" else {"id": value})}


@for_each(
    ("target", "page", "link"),
    [
        ("papers/2511/x.md", "papers/2603/y.md", "../2511/x.md"),
        ("papers/2603/x.md#versions", "papers/2603/y.md", "x.md#versions"),
        ("index.md", "days/2026/x.md", "../../index.md"),
        ("themes/a.md", "index.md", "themes/a.md"),
        ("search.md?author=A%20B", "themes/a.md", "../search.md?author=A%20B"),
    ],
)
def test_links_are_as_short_as_can_be(target: str, page: str, link: str):
    """Relative, to files of Markdown; layouts have the same to the pages that are served."""
    assert writing.link("x", target, page) == f"[x]({link})"
    assert addresses.href(target, page) == link.replace(".md", ".html")


def test_lists_and_tables():
    """Without rows there is nothing."""
    assert writing.bullets(["a", "b"]) == "- a\n- b"
    assert writing.table(["A", "B"], [("x", 2)], numbers=1) == "| A | B |\n| --- | --: |\n| x | 2 |"
    assert writing.table(["A"], []) == ""
    assert writing.section("A", "", "") == ""
    assert writing.section("A", "b", level=3) == "### A\n\nb"
