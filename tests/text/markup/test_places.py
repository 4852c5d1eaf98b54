"""Parts of a text's plain form among the tokens of what was received: every letter of them, and no other."""

from __future__ import annotations

import re

from generator.text import markup
from generator.text.markup import Renderer, plain
from tests.cases import for_each
from tests.text.markup.test_hostile import HOSTILE


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
