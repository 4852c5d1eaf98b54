"""Text that means harm, or is broken beyond sense: it stays text, and nothing hangs or raises."""

import pytest
from daybook.text import markup
from daybook.text.markup.tex import PlainText, tokens

from tests.cases import for_each
from tests.tools.growth import BY_THE_SQUARE, in_proportion

HOSTILE = (
    "<script>alert(1)</script>",
    "$<script>alert(1)</script>$",
    r"\(<img src=x onerror=alert(1)>\)",
    r"\url{https://a.example/\"onmouseover=alert(1)}",
    'https://a.example/"onmouseover="alert(1)',
    r"\url{https://a.example/' x='y}",
    r"$\href{javascript:alert(1)}{x}$ $\htmlClass{x}{y}$ $\includegraphics{x}$",
    r"$\def\x{\x\x}\x$ $\gdef\sin{x}$ $\char`\<$",
    r"$\rule{900em}{900em}$ $\raisebox{99em}{x}$ $\kern-99em x$",
    "[x](javascript:alert(1)) [y]: javascript:z",
    "<a href='javascript:alert(1)'>x</a> <!-- x --> <![CDATA[x]]> <?php x ?>",
    "{{ 7*7 }} {% raw %} {: onclick=x } ${7*7} <%= 7 %>",
    "---\ntitle: x\n---",
    "\u202eesrever\u202c \u2066x\u2069 \u200fy\u061c",
    "null \x00 bell \x07 escape \x1b[31m stx \x02klzzwxh:0001\x03 wzxhzdk:0",
    "&lt;script&gt; &amp;amp; &#60;b&#62;",
    r"\begin{equation} <b> \end{equation} \begin{foo",
    "\ud800 lone \udfff",
)
LONG = (
    "{" * 5000, "}" * 5000, "$" * 5000, "$x" * 2500, "$ x " * 1250, "\\" * 5000, "`" * 5000, "` " * 2500, "`a" * 2500,
    '``a"' * 1250, "'" * 5000, "-" * 5000, "~" * 5000, "1~2" * 1600, "^{" * 2500, "$" + "^{" * 2400 + "$",
    "$" + "x^_" * 1600 + "$", "$" + r"\frac" * 900 + "$", "$" + r"\sqrt{" * 300 + "}" * 300 + "$",
    r"\textbf{" * 1000 + "x" + "}" * 1000, r"\textbf{\emph{" * 1000, r"{\em " * 1000 + "x",
    r"\textcolor{a}{" * 1000 + "x", r"\href{" * 1000, r"\cite{" * 1000, r"\footnote{" * 1000,
    r"\begin{equation}" * 300, r"\[" * 2500, r"\(x" * 1600, r"\'" * 2500, r"\c" * 2500, "https://" * 600,
    "https://a.b/" + "(" * 5000, "https://a.b/" + ")" * 5000, "http" * 1250, "<" * 5000, "&" * 5000, "a " * 2500,
    "Γ—" * 2500, "$5 " * 1600, r"\frac{1}{" * 500, "github.com/" * 500,
)  # fmt: skip


@for_each("text", LONG)
def test_long_and_deep_texts_end_soon(text: str) -> None:
    """Up to five thousand signs of anything no function takes longer than by the square of the text's length.

    The text is its own beginning and end, more and more of both.
    """

    def read(length: int) -> None:
        part = text[: length // 2] + text[-length // 2 :]
        for function in (markup.plain, markup.title_key, markup.slug, markup.links, markup.repair, markup.yaml_string):
            function(part)
        markup.markdown(part)

    in_proportion(read, 5_000, BY_THE_SQUARE)


@for_each("depth", [10, 1000, 5000])
def test_nested_commands_keep_their_text(depth: int) -> None:
    """The words within any number of commands survive, and marks do not pile up."""
    text = r"before \textbf{\emph{" * depth + "within" + "}}" * depth + " after"
    assert markup.plain(text).endswith("within after")
    assert markup.markdown(text).count("**") == 2


@for_each("broken", ["{", "}", "$", r"\(", r"\[", r"\textbf{", r"\cite{", r"\href{", r"\url{", "``", r"\emph", "^{"])
def test_nothing_is_swallowed(broken: str) -> None:
    """What follows something unbalanced is still there, word for word."""
    words = "alpha beta gamma, delta epsilon."
    assert markup.plain(f"{broken} {words}").endswith(words)
    assert markup.plain(f"start {broken} {words}").startswith("start ")
    assert markup.Renderer(None).inline(markup.markdown(f"start {broken} {words}")).replace("</b>", "").endswith(words)


@for_each("opening", [r"\[", r"\(", "$", "{", r"\emph{"])
def test_what_is_never_closed_is_looked_for_once(opening: str) -> None:
    """Each opening costs the same, however many there are."""
    in_proportion(lambda times: markup.plain(opening * times), 16_000)


PIECES = (
    "`a'", '``a" ', r"\begin{equation}", r"\emph[", r"\cite{a", '{a,"', "1~2 ", "http://", "a\n\n", "Ã©", "\t",
)  # fmt: skip


@pytest.mark.trial
@for_each("piece", PIECES)
def test_long_texts_cost_in_proportion(piece: str) -> None:
    """Also those that are longer than any abstract."""
    read = lambda text: (markup.markdown(text), markup.repair(text))  # noqa: E731
    in_proportion(lambda length: read(piece * (length // len(piece))), 64_000)


def test_a_number_that_is_nearly_plain_ends_soon() -> None:
    """Formulas of many digits that are no mere numbers: each way to part the digits was tried."""
    assert "M" in markup.markdown("$170141183460469231731687303715884105727 = M_{127}$")
    in_proportion(lambda length: markup.markdown(f"${'1,' * (length // 2)}_{{x}}$"), 1_900)


@for_each(("steps", "said"), [(1, "“a” b"), (0, "“a'' b")])
def test_beyond_so_many_steps_a_text_stands_as_received(steps: int, said: str) -> None:
    """What closes the quotes is looked for, and then read: six characters of seven."""
    assert "".join(token.text for token in tokens("''a'' b", steps) if isinstance(token, PlainText)) == said
