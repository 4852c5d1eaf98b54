"""What the functions of markup make of texts, case by case."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from daybook.text import markup
from daybook.text.markup import Renderer, plain

from tests.cases import for_each, table
from tests.text.markup.test_hostile import HOSTILE

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
    written = markup.markdown(CASES[title]["in"])
    assert markup.Renderer(None).inline(written).replace("\u2009", " ") == CASES[title]["html"]


@for_each("title", [title for title, case in CASES.items() if "key" in case])
def test_key_and_slug(title: str) -> None:
    case = CASES[title]
    assert markup.title_key(case["in"]) == case["key"]
    assert markup.slug(case["in"]) == case["slug"]


LINKS = table(__file__, "links")


@for_each("text", LINKS)
def test_links(text: str) -> None:
    """The addresses, each once, without the sentence's punctuation."""
    assert markup.links(text) == LINKS[text]


@for_each(("text", "most", "expected"), table(__file__, "slug"))
def test_slug(text: str, most: int, expected: str) -> None:
    assert markup.slug(text, most) == expected


@for_each(
    ("one", "other"),
    [
        ("UFO$^3$: Weaving", "UFO3: Weaving"),
        ("Keep It Still -- Move the Work", "Keep it still - move the work"),
        (r"K\"onig's \emph{Proof}", "Konig’s Proof"),
        ("STRASSE", "Straße"),
        ("The $\\mu$-Kernel", "The µ-kernel"),
    ],
)
def test_one_title_has_one_key(one: str, other: str) -> None:
    assert markup.title_key(one) == markup.title_key(other) != ""


def test_different_titles_have_different_keys() -> None:
    """A prefix in parentheses or another subtitle makes another title."""
    titles = ("From Sensors", "(POSTER) From Sensors", "TACO: A", "TACO: B", "链", "日本", "?", "!")
    assert len({markup.title_key(title) for title in titles}) == len(titles)


def test_plain_keeps_paragraphs_and_folds_blanks() -> None:
    """A paragraph is a line; lines are separated by a blank one; nothing else of the white space remains."""
    assert markup.plain("one\ntwo \t three\r\n \r\n\n  $n$ four\n\n\x07\n\n") == "one two three\n\nn four"
    assert markup.plain("  a\x00b\u2028c\x85d  ") == "ab c d"
    assert markup.plain("") == markup.plain("\n\n") == ""


def test_plain_text_is_returned_at_once() -> None:
    """A text without anything special is the same object."""
    text = "A sound sentence: nothing to do."
    assert markup.plain(text) is text


@for_each("text", table(__file__, "yaml_string_reads_back"))
def test_yaml_string_reads_back(text: str) -> None:
    """YAML and JSON read back the same string, from one line."""
    quoted = markup.yaml_string(text)
    assert yaml.safe_load(f"key: {quoted}\n") == {"key": text}
    assert json.loads(quoted) == text
    assert len(quoted.splitlines()) == 1


def test_yaml_string_replaces_what_no_file_can_hold() -> None:
    """A lone surrogate becomes the replacement character."""
    assert yaml.safe_load(markup.yaml_string("a\ud800b")) == "a\ufffdb"


def test_escape_html() -> None:
    """Fit for content and for quoted attributes."""
    assert markup.escape_html("<a href=\"x\"> & 'y'") == "&lt;a href=&quot;x&quot;&gt; &amp; 'y'"


def test_direction_marks_are_dropped() -> None:
    """Nothing that turns the direction of the text reaches a page."""
    assert markup.markdown("a\u202eb\u2066c\u200fd\u061ce\u200bf") == "abcde\u200bf"


def marked(text: str, *parts: str) -> str:
    whole = plain(text)
    return markup.markdown_paragraphs(text, {str(n): _place(whole, part) for n, part in enumerate(parts)})


def _place(whole: str, part: str) -> tuple[int, int]:
    start = whole.index(part)
    return start, start + len(part)


@for_each(
    "text, parts, shown",
    [
        ("One. Two. Six.", ["Two."], "One. **Two.** Six."),
        ("One. Two. Six.", ["Two.", "Six."], "One. **Two.** **Six.**"),
        ("One~a. A $n$, $x_1$.", ["A n, x₁."], "One a. **A *n*, $x_1$.**"),
        ("A \\emph{b. C} d. E.", ["C d."], "A b. **C d.** E."),
        ("A.\n\nB c.\n\nD.", ["B c."], "A.\n\n**B c.**\n\nD."),
        ("It is $x_1. y$ then. So.", ["y then."], "It is $x_1. y$ then. So."),
    ],
)
def test_a_part_is_marked(text: str, parts: list[str], shown: str) -> None:
    """Through styles and at the ends of paragraphs; none that begins or ends within a formula."""
    assert marked(text, *parts) == shown


@for_each("text", HOSTILE)
def test_marks_change_nothing_else(text: str) -> None:
    """Whatever the text and wherever they begin: without them, it is as it was."""
    whole = plain(text)
    for start in range(0, len(whole), max(1, len(whole) // 20)):
        shown = markup.markdown_paragraphs(text, {"a": (start, start + 9), "b": (start + 9, start + 30)})
        html = (Renderer(None).html(each) for each in (shown, markup.markdown_paragraphs(text)))
        assert len({re.sub(r"[*]|</?(?:b|em)>", "", each) for each in html}) == 1
