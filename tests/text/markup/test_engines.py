"""markdown() renders to the same thing in Python-Markdown and in markdown-it-py, and to what html() says."""

from __future__ import annotations

import functools
import random
import re

import html5lib
import markdown as python_markdown
import pytest
from markdown_it import MarkdownIt

from generator.site import katex
from generator.text import markup
from generator.text.markup import MathRenderer
from tests.cases import for_each
from tests.conftest import ROOT
from tests.text.markup.test_cases import CASES
from tests.text.markup.test_hostile import HOSTILE, LONG

EXTENSIONS = ["attr_list", "md_in_html", "tables", "footnotes", "def_list", "admonition", "toc"]
OWN = {"em", "strong", "code", "var", "a"}
KATEX = {"span", "svg", "path", "line", "math", "semantics", "annotation", "mrow", "mi", "mo", "mn", "mtext", "mspace"}
KATEX |= {"msup", "msub", "msubsup", "mfrac", "msqrt", "mroot", "mover", "munder", "munderover", "mstyle", "mpadded"}
KATEX |= {"mtable", "mtr", "mtd", "menclose", "mphantom"}
LINE_STARTS = (
    "# heading", "## heading ##", "- item", "+ item", "* item", "1. item", "12) item", "2026. A year", "> quoted",
    "::: box", "!!! note", "??? note", "=== tab", "    code", "\tcode", "```", "~~~", "| a | b |", "---", "***",
    "___", "- - -", "===", ": definition", "[^1]: note", "[x]: http://a.example", "*[HTML]: x", "[TOC]", "{: .x }",
    "{{ x }}", "<div>", "</div>", "<math>x</math>", "--8<-- 'x'", "- [ ] task", "a\nb", "title:", "A: b", "٣. item",
    "$$", "%%x", "@x", "\\", "\\# x", "trailing\\", "trailing  ", "# ", "1.", "-", "x {#id}",
    "**bold** _it_ `code` ~~del~~ ==mark== ^^ins^^", ":smile:", "a -- b", "&copy; &#42; &notit;",
    "<https://a.example>", "<me@a.example>", "![x](y)", "[x][y]", "[[wiki]]", "\\(x\\)", "a_b_c and a*b*c",
    "~tilde~", "x | y", "1986\\. x", "1.2 times", "(c) (tm)", "$x_1*y*z_2$", "www.a.example",
)  # fmt: skip


@functools.cache
def _math() -> MathRenderer:
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip('KaTeX is not installed: run "make setup"')
    return katex.renderer(ROOT)


@functools.cache
def _commonmark() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("table")


def _python(text: str) -> str:
    return python_markdown.markdown(text, extensions=EXTENSIONS)


def _shape(html: str) -> list[tuple[str, tuple[tuple[str, str], ...], str]]:
    """The elements of a fragment in order, each with its attributes and all the text within, blanks folded."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    shape = []
    for node in tree.iter():
        if isinstance(node.tag, str):
            text = " ".join("".join(node.itertext()).split())
            tag = node.tag.rsplit("}", 1)[-1]
            shape.append((tag, tuple(sorted((str(k), v) for k, v in node.attrib.items())), text))
    return shape


def _same_in_both(text: str, math: MathRenderer | None) -> set[str]:
    """Check one text; the tags that it came to."""
    written = markup.markdown(text, math)
    assert "\n" not in written
    expected = _shape(f"<p>{markup.html(text, math)}</p>" if written else "")
    assert _shape(_commonmark().render(written)) == expected
    assert _shape(_python(written)) == expected
    return {tag for tag, _, _ in expected} - {"DOCUMENT_FRAGMENT", "p"}


@for_each("text", [*LINE_STARTS, *HOSTILE])
@for_each("before", ["", "x ", "$n$ "])
def test_signs_of_markdown_are_text(text: str, before: str) -> None:
    """Whatever a text begins with or holds, it is one paragraph of text in both engines."""
    assert _same_in_both(before + text, None) <= OWN


@for_each("title", CASES)
def test_cases_render_alike_with_formulas(title: str) -> None:
    """Every case renders alike, formulas by KaTeX, and to nothing but tags that markup and KaTeX write."""
    assert _same_in_both(CASES[title]["in"], _math()) <= OWN | KATEX


@for_each("text", LONG[::3])
def test_long_texts_render_alike(text: str) -> None:
    """Long and broken texts render alike, too."""
    assert _same_in_both(text[:600], None) <= OWN


@pytest.mark.trial
def test_random_texts_render_alike() -> None:
    """Texts drawn from signs, words and commands (the same in every run) render alike to allowed tags only."""
    pieces = [*LINE_STARTS, *(case["in"] for case in CASES.values()), *"\\`*_{}[]<>&|~^$=+#!:-.()\"' \n0123456789abc"]
    source = random.Random(20260303)
    for _ in range(400):
        text = "".join(source.choices(pieces, k=source.randint(1, 9)))
        assert _same_in_both(text, _math()) <= OWN | KATEX, text


@for_each("text", LINE_STARTS)
def test_text_within_other_markup(text: str) -> None:
    """In a heading, a list item and a table cell it is the same text."""
    written = markup.markdown(text, None)
    expected = " ".join("".join(html5lib.parseFragment(markup.html(text, None)).itertext()).split())
    for frame, path in (("## {}", "h2"), ("- {}", "li"), ("| h |\n|---|\n| {} |", "td"), ("*by* {}", "p")):
        for render in (_commonmark().render, _python):
            tree = html5lib.parseFragment(render(frame.format(written)), namespaceHTMLElements=False)
            found = ["".join(node.itertext()) for node in tree.iter() if node.tag == path]
            assert [" ".join(x.split()).removeprefix("by ").removeprefix("by") for x in found] == [expected]


def test_paragraphs_stay_apart() -> None:
    """Two paragraphs are two in both engines, each escaped at its own beginning."""
    written = markup.markdown_paragraphs("1. first\n\n- second $n$\n\n\n", None)
    assert written == "1&#46; first\n\n&#45; second <var>n</var>"
    for html in (_commonmark().render(written), _python(written)):
        assert re.findall(r"<p>", html) == ["<p>", "<p>"]


def test_plain_text_is_the_text_of_the_html() -> None:
    """plain() and html() say the same words, where KaTeX has no part."""
    for title, case in CASES.items():
        html = markup.html(case["in"], None)
        shown = " ".join("".join(html5lib.parseFragment(html).itertext()).split())
        assert shown == " ".join(markup.plain(case["in"]).split()), title
