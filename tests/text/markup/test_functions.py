"""links(), slug(), title_key(), yaml_string(), and what plain() does with white space and controls."""

from __future__ import annotations

import json

import yaml

from generator.text import markup
from tests.cases import for_each

LINKS = {
    "at https://github.com/a/b.": ("https://github.com/a/b",),
    "available at:https://github.com/a/b.git.": ("https://github.com/a/b.git",),
    "(doi:https://doi.org/10.1109/X.2025.00076, arXiv:2504.03802)": ("https://doi.org/10.1109/X.2025.00076",),
    "doi 10.1109/X.2025.00076": (),
    "this https URL and this http URL": (),
    r"\href{this https URL}{this https URL\_Results}": (),
    r"\href{https://a.example/x\_y}{page} \url{http://b.example/}": ("https://a.example/x_y", "http://b.example/"),
    "see github.com/a/b, and www.github.com/c/d!": ("https://github.com/a/b", "https://www.github.com/c/d"),
    "see gitlab.com/a/b-c/tree/main.": ("https://gitlab.com/a/b-c/tree/main",),
    "notgithub.com/a/b me@github.com/a/b": (),
    "twice https://a.example/x and https://a.example/x, once http://a.example/x": (
        "https://a.example/x",
        "http://a.example/x",
    ),
    "(https://a.example/wiki/X_(y)) [https://b.example/]": ("https://a.example/wiki/X_(y)", "https://b.example/"),
    "https://a.example/x?y=1&z=%20#part; ok": ("https://a.example/x?y=1&z=%20#part",),
    "“https://a.example/x” 和https://b.example/y。": ("https://a.example/x", "https://b.example/y"),
    "https://localhost/x https:// https://.. https://a https://good.example@bad.example/": (),
    "javascript://a.example/%0aalert(1) ftp://a.example/x": (),
    "https://a.exa\u202emple/x": ("https://a.example/x",),
    "first https://a.example/x\n\nhttps://b.example/y": ("https://a.example/x", "https://b.example/y"),
    "https://a.example:8080/x and https://a.example": ("https://a.example:8080/x", "https://a.example"),
    "no address here": (),
}


@for_each("text", LINKS)
def test_links(text: str) -> None:
    """The addresses, each once, without the sentence's punctuation."""
    assert markup.links(text) == LINKS[text]


@for_each(
    ("text", "most", "expected"),
    [
        ("A Simple Title", 60, "a-simple-title"),
        ("One two three four", 11, "one-two"),
        ("One two three four", 7, "one-two"),
        ("Donaudampfschifffahrt", 5, "donau"),
        ("Ångström & Œuvre: ½ ß Łódź", 60, "angstrom-oeuvre-1-2-ss-lodz"),
        ("It's $O(n^2)$!", 60, "its-o-n2"),
        ("", 60, "paper"),
        ("—", 60, "paper"),
    ],
)
def test_slug(text: str, most: int, expected: str) -> None:
    """Lower-case ASCII words, cut between words."""
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
    """Spellings of one title share their key."""
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


@for_each(
    "text",
    [
        'a "b" \\ c',
        "--- # x",
        "2402.12340",
        "yes",
        "{a: b}",
        "",
        "line\nbreak\ttab",
        "\x00\x7f\x85\u2028\ufeff",
        "链 😀",
        "{{ x }}",
    ],
)
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
