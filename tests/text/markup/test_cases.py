"""Every titled case of cases.txt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.text import markup
from tests.cases import for_each

_FIELDS = ("in", "plain", "html", "key", "slug")


def _cases() -> Iterator[tuple[str, dict[str, str]]]:
    text = (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8")
    for block in text.split("\n== ")[1:]:
        title, *lines = block.strip("\n").split("\n")
        case = dict(line.split(": ", 1) for line in lines)
        assert set(case) <= set(_FIELDS), title
        yield title, case


CASES = dict(_cases())


def test_there_are_enough_cases_and_no_title_is_used_twice() -> None:
    text = (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8")
    assert len(CASES) == text.count("\n== ") >= 120


@for_each("title", CASES)
def test_plain(title: str) -> None:
    """The plain text is the expected one, or the input where none is given."""
    case = CASES[title]
    assert markup.plain(case["in"]) == case.get("plain", case["in"])


@for_each("title", [title for title, case in CASES.items() if "html" in case])
def test_html(title: str) -> None:
    """Its Markdown renders to the expected HTML."""
    written = markup.markdown(CASES[title]["in"])
    assert markup.Renderer(None).inline(written).replace("\u2009", " ") == CASES[title]["html"]


@for_each("title", [title for title, case in CASES.items() if "key" in case])
def test_key_and_slug(title: str) -> None:
    """Keys and slugs are the expected ones."""
    case = CASES[title]
    assert markup.title_key(case["in"]) == case["key"]
    assert markup.slug(case["in"]) == case["slug"]
