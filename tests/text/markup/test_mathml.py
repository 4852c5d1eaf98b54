"""Formulas by KaTeX, and where KaTeX comes from."""

import functools
import re
import threading
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from daybook.errors import BuildError
from daybook.site import layouts
from daybook.text import markup
from daybook.text.markup import MathRenderer

from tests.cases import for_each, table
from tests.conftest import ROOT


@functools.cache
def _math() -> MathRenderer:
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip('KaTeX is not installed: run "make setup"')
    return layouts.math_renderer(ROOT)


def _html(text: str) -> str:
    """Received text as pages show it."""
    return markup.Renderer(_math()).inline(markup.markdown(text))


def _mathml(html: str) -> str:
    """The letters of the formula's MathML, without its annotation."""
    found = re.search(r"<math.*?</math>", html)
    assert found
    root = ET.fromstring(found[0])
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith("annotation"):
                parent.remove(child)
    return "".join("".join(root.itertext()).split()).replace("\u2061", "")


@for_each(("source", "letters"), table(__file__, "formulas_of_abstracts"))
def test_formulas_of_abstracts(source: str, letters: str) -> None:
    """KaTeX reads them with the commands that authors take for granted."""
    html, displayed = (_math().render(source, display) or "" for display in (False, True))
    assert html.startswith('<span class="katex">')
    assert displayed.startswith('<span class="katex-display">')
    assert "\n" not in html
    assert _mathml(html) == letters


@for_each(
    "source",
    [
        r"\undefined", r"\frac{1}", "x^", "{", "}", r"\left(", "x_1_2", "$", "&", r"\begin{foo}",
        r"\href{javascript:alert(1)}{x}", r"\url{https://a.example}", r"\htmlStyle{color:red}{x}",
        r"\includegraphics{x}",
        r"\def\x{y}\x", r"\gdef\x{y}\x", r"\newcommand{\x}{y}\x", r"\let\x=y", r"\rule{9em}{9em}", r"\kern9em x",
        r"\raisebox{9em}{x}", "{" * 500 + "x" + "}" * 500, r"\sqrt" * 500 + "x", "x^" * 500 + "x", "x" * 3000,
        r"\left(" * 200 + r"\right)" * 200, "a\ud800b", "a\0b", "\x1b",
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(source: str) -> None:
    """Errors, programs, links, what would leave its place, and what ends the engine or its strings: no HTML, no
    exception; the source is shown as code, and the engine still works."""
    assert _math().render(source, False) is None
    assert _math().render("{" * 59 + "x" + "}" * 59, False)
    if len(source) < 100 and source.isprintable() and not set("$&{}<`*_") & set(source):
        assert _html(f"see ${source}$") == f"see <code>{markup.escape_html(source)}</code>"


@for_each(
    "source",
    [
        r"\begin{alignedat}{9999999}x\end{alignedat}", r"\begin{alignedat} {{99999}}x\end{alignedat}",
        r"\begin{align\xspace edat}{99999}x\end{align\xspace edat}",
        r"\begin{matrix}" + "&" * 1900 + r"\end{matrix}", r"\begin{matrix}" + r"a\\" * 600 + r"\end{matrix}",
        r"\begin{array}{" + "c|" * 900 + r"}a\end{array}",
        r"\pu{" + "m/s " * 400 + "}", r"\ce{" + "H2O " * 400 + "}", r"\ce{" + "<=>[a][b]" * 30 + "}",
        r"\ce{" + "A->B " * 55 + "}", "x_i+" * 490, r"\TeX" * 490, r"\sqrt[" * 300 + "x" + "]{a}" * 300,
    ],
)  # fmt: skip
def test_what_would_cost_too_much_is_refused(source: str) -> None:
    """By the formula alone or by the size of what is made of it, so that it is the same on every machine."""
    begin = time.process_time()
    assert _math().render(source, False) is None
    assert time.process_time() - begin < 5
    assert _math().is_excessive(source, False)


def test_texts_with_such_formulas_are_known() -> None:
    """Without setting the formulas of ordinary texts, which are asked about by the thousand."""
    large = "x_i+" * 490 + "x"
    for text in (f"We bound ${large}$.", rf"So \[{large}\] holds.", r"$\begin{alignedat}{999}x\end{alignedat}$"):
        assert markup.may_have_excessive_formulas(text)
        assert markup.has_excessive_formulas(text, _math())
    ordinary = r"It costs $5 or $x_i$; $\begin{matrix}a&b\end{matrix}$ is one. " + "Words that follow. " * 40
    assert not markup.has_excessive_formulas(ordinary, _math())
    long = r"For $\alpha$ in $[0, 1)$ and (x), " + "words that follow, " * 40 + "$x_i$"
    assert not markup.may_have_excessive_formulas(long)


def test_formulas_of_a_text_have_room_up_to_a_bound() -> None:
    """Beyond it each is shown as its source, however small it is alone; of another text it is set again."""
    shown = _html(r"we have $\frac{a}{b}$ and so. " * 2_000)
    assert shown.count(r"frac") >= 2_000
    assert 400_000 < len(shown) < 700_000
    assert "<code>" in shown
    assert "<code>" not in _html(r"we have $\frac{a}{b}$")


def test_ordinary_formulas_cost_little() -> None:
    """Matrices, aligned lines, reactions and long sums of papers are rendered; errors are not called excessive."""
    for source in (
        r"\begin{pmatrix}" + r"a & b & c \\" * 10 + r"\end{pmatrix}", r"\begin{alignedat}{2}a&=b\\c&=d\end{alignedat}",
        r"\ce{2 H2 + O2 ->[\Delta] 2 H2O}", r"\pu{1.5e3 kg//m3}", " + ".join(f"x_{{{k}}}^2" for k in range(40)),
    ):  # fmt: skip
        assert _math().render(source, False), source
    assert not any(_math().is_excessive(source, False) for source in (r"\undefined", r"\def\x{y}"))


@pytest.mark.parametrize("program", ["while (true) {}", "var a = []; while (true) a.push('x'.repeat(1e6) + a.length);"])
def test_time_and_memory_end(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a last resort an engine is stopped; the formula is as any refused one, and the next gets a new engine."""
    monkeypatch.setattr("daybook.text.markup.rendering._SECONDS", 1)
    monkeypatch.setattr("daybook.text.markup.rendering._BYTES", 50_000_000)
    script = f"var katex = {{renderToString: function (s) {{ if (s == 'x') {{ {program} }} return s; }}}};"
    renderer = MathRenderer([script])
    assert renderer.render("x", False) is None
    assert renderer.is_excessive("x", False)
    assert renderer.render("y", False) == "y"


def test_every_source_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same formula is kept, also where it is refused; inline and displayed are two."""
    renderer = MathRenderer(["var katex = {renderToString: function (s, o) { return s + o.displayMode; }};"])
    calls: list[str] = []
    fresh = MathRenderer._fresh

    def counted(self: MathRenderer, tex: str, display: bool) -> str | None:
        calls.append(tex)
        return fresh(self, tex, display)

    monkeypatch.setattr(MathRenderer, "_fresh", counted)
    assert [renderer.render("a", False), renderer.render("a", False)] == ["afalse", "afalse"]
    assert renderer.render("a", True) == "atrue"
    assert renderer.render(r"\def", False) is renderer.render(r"\def", False) is None
    assert calls == ["a", "a", r"\def"]


def test_another_thread_may_render_too() -> None:
    """An engine belongs to a thread: another one gets its own."""
    _math().render("a", False)
    found: list[str | None] = []
    thread = threading.Thread(target=lambda: found.append(_math().render("a+b+c", False)))
    thread.start()
    thread.join()
    assert _mathml(found[0] or "") == "a+b+c"


def test_plain_spans_need_no_katex() -> None:
    """Numbers with signs and single letters are characters; a formula is not."""
    text = r"$2.23\times$ $95\%$ $n$ $O(n^2)$ $10^{-5}$ $k > 2$ $\delta$ $4.2$"
    assert "katex" not in _html(text)
    for formula in ("$x_i$", "$mn$", r"$\log n$", r"$\frac{1}{2}$", r"$\sqrt{n}$", r"$\tilde O$"):
        assert "katex" in _html(formula)


def test_assets_are_the_style_and_its_fonts() -> None:
    """Every woff2 font that the style sheet names is listed under the name it is asked for, and nothing else."""
    _math()
    files = layouts.math_files(ROOT)
    style = files["katex.min.css"].read_text(encoding="utf-8")
    asked = set(re.findall(r"url\((fonts/[\w-]+\.woff2)\)", style))
    assert asked
    assert set(files) == asked | {"katex.min.css"}
    assert all(path.is_file() for path in files.values())


def test_missing_katex_is_said_with_its_mend(tmp_path: Path) -> None:
    """Without node_modules, or with half of it, one line says what to run."""
    for folder in (tmp_path, tmp_path / "node_modules" / "katex" / "dist"):
        folder.mkdir(parents=True, exist_ok=True)
        for make in (layouts.math_renderer, layouts.math_files):
            with pytest.raises(BuildError, match='KaTeX is not installed; run "make setup"'):
                make(tmp_path)
