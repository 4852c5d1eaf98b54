"""What generated Markdown is written with, case by case; and the tool that counts what in it is not plain."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from daybook.text import language
from daybook.view import addresses, labels, writing

from tests.cases import for_each, table
from tests.tools import plain


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
    assert writing.section("A", "b") == "## A\n\nb"


@for_each(
    ("function", "given", "answer"),
    [
        (addresses.paper, "2603.00356", "papers/2603/2603.00356.md"),
        (addresses.paper, "0704.0001", "papers/0704/0704.0001.md"),
        (addresses.paper, "hep-th9901001", "papers/9901/hep-th9901001.md"),
        (addresses.paper, "math0309136", "papers/0309/math0309136.md"),
        (addresses.paper, "a-title-1234567", "papers/title/a-title-1234567.md"),
        (addresses.paper, "tides-0a1b2c3d", "papers/title/tides-0a1b2c3d.md"),
        (labels.license_name, "http://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
        (labels.license_name, "https://creativecommons.org/licenses/by-nc-sa/3.0/", "CC BY-NC-SA 3.0"),
        (labels.license_name, "http://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
        (labels.license_name, "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
         "arXiv.org non-exclusive licence to distribute 1.0"),
        (labels.license_name, "https://example.org/own", "https://example.org/own"),
        (labels.license_name, "https://[a.example]/", "https://[a.example]/"),
        (language.long_date, dt.date(2026, 3, 3), "Tuesday, 3 March 2026"),
        (language.month, dt.date(2026, 3, 3), "March 2026"),
        (labels.moment, dt.datetime(2026, 3, 3, 7, 5, tzinfo=dt.UTC), "3 March 2026, 07:05 UTC"),
        (labels.moment, dt.datetime(2026, 3, 3, tzinfo=dt.UTC), "3 March 2026"),
        (labels.moment, None, ""),
        (lambda number: labels.count(number, "paper"), 1, "1 paper"),
        (lambda number: labels.count(number, "paper"), 28838, "28,838 papers"),
        (lambda number: labels.count(number, "entry", "entries"), 0, "0 entries"),
        (labels.is_code, "https://github.com/a/b", True),
        (labels.is_code, "https://www.GitHub.com/a", True),
        (labels.is_code, "https://a.github.io/b", True),
        (labels.is_code, "https://github.com.evil.example/a", False),
        (labels.is_code, "https://example.org/github.com", False),
        # Only http and https with a host leave the site, and none can leave its attribute.
        *((addresses.outside, *case) for case in table(__file__, "outside_addresses")),
        # A received code names a page only if it has the form of a category; only what has that of a DOI is linked.
        *((addresses.has_page, *case) for case in table(__file__, "codes_that_can_be_pages")),
        *((addresses.doi, *case) for case in table(__file__, "dois")),
    ],
)  # fmt: skip
def test_words_and_addresses(function: Callable[[Any], object], given: object, answer: object):
    assert function(given) == answer


PLAIN = r"""---
kind: paper
id: "2603.90009"
---

# Feeding \<b\>the\</b\> Beast\: \{onclick\=x\}

[Ondine Kvist](../../authors/kvist-ondine.md), [v2](https://arxiv.org/abs/2603.90009v2), [below](#abstract)

> We find that **a third** of $\{x : x_{1} < y\}$, *so far*, and $a{b}$.

| Paper | Year |
|---|--:|
| [Labels](../2511/2511.90411.md) | 2025 |

## Abstract

\!\[x\]\(y\) \&lt\; costs \$5 and then \$6
"""


@for_each(("line", "fault"), table(__file__, "what_is_not_plain_is_found"))
def test_what_is_not_plain_is_found(line: str, fault: tuple[str, str]):
    """Of each kind, wherever it stands; escaped signs, formulas, tables and links to pages are no faults."""
    assert list(plain.faults(PLAIN)) == []
    assert fault in list(plain.faults(f"{PLAIN}\n{line}\n"))
    assert fault in list(plain.faults(f"- x {line}\n"))


def test_a_long_front_matter_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Ten keys may stand there, eleven may not; pages that people wrote are left out."""
    for keys in (10, 11):
        head = "".join(f"key{number}: 1\n" for number in range(keys))
        (tmp_path / f"{keys}.md").write_text(f"---\n{head}---\n\n# x\n", encoding="utf-8")
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide" / "index.md").write_text("<b>x</b>\n", encoding="utf-8")
    assert plain.main([str(tmp_path)]) == 1
    assert "| front matter | 1 | 1 | 11.md: 11 keys |" in capsys.readouterr().out
    (tmp_path / "11.md").unlink()
    assert plain.main([str(tmp_path)]) == 0
    assert plain.main([str(tmp_path), "--hand-written", "about.md"]) == 1
