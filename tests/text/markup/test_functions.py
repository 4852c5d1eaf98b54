"""What the functions of markup make of texts, case by case."""

import json
import re
from pathlib import Path

import yaml
from daybook.text import markup
from daybook.text.markup import Renderer, plain

from tests.cases import for_each, table
from tests.text.markup.test_hostile import HOSTILE

BLOCKS = [
    block.strip("\n").split("\n")
    for block in (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]
CASES = {title: dict(line.split(": ", 1) for line in lines) for title, *lines in BLOCKS}


def test_there_are_enough_cases_and_no_title_is_used_twice() -> None:
    assert len(CASES) == len(BLOCKS) >= 120
    assert set().union(*CASES.values()) == {"in", "plain", "html", "key", "slug"}


@for_each("title", CASES)
def test_cases(title: str) -> None:
    """The plain text is the expected one, or the input where none is given; HTML, key and slug where they are."""
    case = CASES[title]
    assert markup.plain(case["in"]) == case.get("plain", case["in"])
    html = markup.Renderer(None).inline(markup.markdown(case["in"])).replace("\u2009", " ")
    assert html == case.get("html", html)
    if "key" in case:
        assert (markup.title_key(case["in"]), markup.slug(case["in"])) == (case["key"], case["slug"])


@for_each(("text", "links"), table(__file__, "links").items())
def test_links(text: str, links: tuple[str, ...]) -> None:
    """The addresses, each once, without the sentence's punctuation."""
    assert markup.links(text) == links


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
    text = "A sound sentence: nothing to do."
    assert markup.plain(text) is text


@for_each("text", table(__file__, "yaml_string_reads_back"))
def test_yaml_string_reads_back(text: str) -> None:
    """YAML and JSON read back the same string, from one line."""
    quoted = markup.yaml_string(text)
    assert yaml.safe_load(f"key: {quoted}\n") == {"key": text}
    assert json.loads(quoted) == text
    assert len(quoted.splitlines()) == 1


def test_what_no_page_can_hold() -> None:
    """A lone surrogate becomes the replacement character; nothing turns the direction of the text; no HTML is left."""
    assert yaml.safe_load(markup.yaml_string("a\ud800b")) == "a\ufffdb"
    assert markup.markdown("a\u202eb\u2066c\u200fd\u061ce\u200bf") == "abcde\u200bf"
    assert markup.escape_html("<a href=\"x\"> & 'y'") == "&lt;a href=&quot;x&quot;&gt; &amp; 'y'"


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
    starts = [plain(text).index(part) for part in parts]
    places = {part: (start, start + len(part)) for part, start in zip(parts, starts, strict=True)}
    assert markup.markdown_paragraphs(text, places) == shown


@for_each("text", HOSTILE)
def test_marks_change_nothing_else(text: str) -> None:
    """Whatever the text and wherever they begin: without them, it is as it was."""
    whole = plain(text)
    for start in range(0, len(whole), max(1, len(whole) // 20)):
        shown = markup.markdown_paragraphs(text, {"a": (start, start + 9), "b": (start + 9, start + 30)})
        html = (Renderer(None).html(each) for each in (shown, markup.markdown_paragraphs(text)))
        assert len({re.sub(r"[*]|</?(?:b|em)>", "", each) for each in html}) == 1
