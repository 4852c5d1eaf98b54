"""links(), slug(), title_key(), yaml_string(), and what plain() does with white space and controls."""

from __future__ import annotations

import json

import yaml

from generator.text import markup
from tests.cases import for_each, table

LINKS = table(__file__, "links")


@for_each("text", LINKS)
def test_links(text: str) -> None:
    """The addresses, each once, without the sentence's punctuation."""
    assert markup.links(text) == LINKS[text]


@for_each(("text", "most", "expected"), table(__file__, "slug"))
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
