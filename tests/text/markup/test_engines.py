"""What markdown() writes is text, emphasis, links and formulas, and nothing else, in our renderer, CommonMark and
Python-Markdown."""

import functools
import random
import re

import html5lib
import markdown as python_markdown
import pytest
from daybook.text import markup
from daybook.text.markup import Renderer, rendering
from markdown_it import MarkdownIt

from tests.cases import for_each, table
from tests.hostile.renderers import ours
from tests.text.markup.test_functions import CASES
from tests.text.markup.test_hostile import HOSTILE, LONG

EXTENSIONS = ["attr_list", "md_in_html", "tables", "footnotes", "def_list", "admonition", "toc", "abbr"]
OWN = {"em", "strong", "b", "a", "p"}
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

SIGNS = set("\n\x00\x02\x03\x1b\u202e\u202c\u2066\u2069\u200f\u061c")
"""No renderer receives any of these."""
KATEX = {"span", "svg", "path", "line", "math", "semantics", "annotation", "mrow", "mi", "mo", "mn", "mtext", "mspace"}
KATEX |= {"msup", "msub", "msubsup", "mfrac", "msqrt", "mroot", "mover", "munder", "munderover", "mstyle", "mpadded"}
KATEX |= {"mtable", "mtr", "mtd", "menclose", "mphantom", "code"}


OTHERS = (
    MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render,
    functools.partial(python_markdown.markdown, extensions=EXTENSIONS),
)


def _seen(html: str) -> tuple[set[str], set[str], str]:
    """The elements of a fragment, the names of their attributes, and all its text, blanks folded."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    nodes = [node for node in tree.iter() if isinstance(node.tag, str) and node.tag != "DOCUMENT_FRAGMENT"]
    tags = {node.tag.rsplit("}", 1)[-1] for node in nodes}
    return tags, {str(name) for node in nodes for name in node.attrib}, " ".join("".join(tree.itertext()).split())


def _is_text(text: str) -> None:
    """Check one text: in no engine is it more than emphasis and links; without formulas, the words are the same."""
    written = markup.markdown(text)
    told = " ".join(markup.plain(text).split())
    assert not set(written) & SIGNS
    tags, _, _ = _seen(ours(written))
    assert tags <= OWN | KATEX
    for render in OTHERS:
        tags, attributes, said = _seen(render(written))
        assert tags <= OWN, (render, written)
        assert attributes <= {"href"}
        if "$" not in written.replace("\\$", ""):
            # Python-Markdown knows fewer escapes: what it leaves is a backslash that shows.
            assert said.replace("\\", "") == told.replace("\\", ""), (render, written)


@for_each("text", [*LINE_STARTS, *HOSTILE])
@for_each("before", ["", "x ", "$n$ "])
def test_signs_of_markdown_are_text(text: str, before: str) -> None:
    """Whatever a text begins with or holds, it is one paragraph of text in each engine."""
    _is_text(before + text)


@for_each("text", [*(case["in"] for case in CASES.values()), *(text[:600] for text in LONG[::3])])
def test_cases_and_long_texts_are_text(text: str) -> None:
    _is_text(text)


@pytest.mark.trial
def test_random_texts_are_text() -> None:
    """So are texts drawn from signs, words and commands (the same in every run)."""
    pieces = [*LINE_STARTS, *(case["in"] for case in CASES.values()), *"\\`*_{}[]<>&|~^$=+#!:-.()\"' \n0123456789abc"]
    source = random.Random(20260303)
    for _ in range(400):
        _is_text("".join(source.choices(pieces, k=source.randint(1, 9))))


@for_each("text", LINE_STARTS)
def test_text_within_other_markup(text: str) -> None:
    """In a heading, a list item and a link it is the same text."""
    written = markup.markdown(text)
    expected = _seen(ours(written))[2]
    for frame in ("## {}", "- {}", "[{}](../papers/2603/2603.90001.md)", "> {}"):
        assert _seen(ours(frame.format(written)))[2] == expected


def test_paragraphs_stay_apart() -> None:
    """Two paragraphs are two in each engine, each escaped at its own beginning."""
    written = markup.markdown_paragraphs("1. first\n\n- second $n$\n\n\n")
    assert written == "1\\. first\n\n\\- second *n*"
    for render in (ours, *OTHERS):
        assert re.findall(r"<p>", render(written)) == ["<p>", "<p>"]


@for_each(("text", "expected"), table(__file__, "what_is_written"))
def test_what_is_written(text: str, expected: str) -> None:
    """Escaped as little as all engines allow, so that a person can read it."""
    assert markup.markdown(text) == expected


def test_links_lead_to_pages_and_few_hosts() -> None:
    """Pages are links to files of Markdown; hosts are those that pages may name, and those that the archive adds."""
    shown = Renderer(None, {"tides.example"}).inline
    assert shown("[a](../x/y.md#z)") == "<a href=../x/y.html#z>a</a>"
    assert shown("[a](https://arxiv.org/abs/1) [b](https://tides.example/)").count("<a ") == 2
    barred = ("https://a.example/", "//a.example/x.md", "https://arxiv.org@a.example/")
    for target in (*barred, "javascript:alert(1)", "x.html", "data:x", "/x.md"):
        assert "<a" not in shown(f"[a]({target})"), target


def test_lines_that_need_no_parser_are_as_it_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of drawn pieces; most have some that do need it."""
    draw = random.Random(7)
    pieces = ("**", "**", "*", "a", "é ", " ", "x1", "%", ".", "-", "(", ")", ",", "[", "](b.md)", "[a b](../c.md#d)")
    pieces += ("\\*", "\\", "&lt;", "& ", "&", "copy;", "<", '"', "$x$", "$")
    lines = ["".join(draw.choices(pieces, k=draw.randint(1, 9))) for _ in range(6000)]
    quick, asked = Renderer(None), []
    parse = quick._engine.parseInline
    monkeypatch.setattr(quick._engine, "parseInline", lambda line, env: asked.append(line) or parse(line, env))
    said = [quick.block(line, "b") for line in lines]
    monkeypatch.setattr(rendering, "_PART", re.compile("(?P<unknown>.+)"))
    parser = Renderer(None)
    assert said == [parser.block(line, "b") for line in lines]
    assert 2000 < len(asked) < 4000
    assert all(any(tag in block.html for block in said) for tag in ("<b>", "<em>", "<a ", "<code>"))
