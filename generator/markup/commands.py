"""Commands of TeX's text mode that take arguments, change the style, or print nothing."""

from __future__ import annotations

STYLES = {
    **dict.fromkeys("emph textit textsl uline".split(), "em"),
    **dict.fromkeys("textbf strong".split(), "strong"),
    **dict.fromkeys("texttt code lstinline".split(), "code"),
    "textsc": "upper",
    **dict.fromkeys("textrm textsf textnormal textup textmd text mbox hbox underline sout centerline fbox".split(), ""),
    **dict.fromkeys("mathrm uppercase lowercase MakeUppercase ce".split(), ""),
}
"""Commands with one argument -> its style ("": none)."""

SWITCHES = {
    **dict.fromkeys("em it sl itshape slshape".split(), "em"),
    **dict.fromkeys("bf bfseries".split(), "strong"),
    **dict.fromkeys("tt ttfamily".split(), "code"),
    **dict.fromkeys("sc scshape".split(), "upper"),
    **dict.fromkeys("rm sf sffamily rmfamily upshape normalfont tiny scriptsize footnotesize small normalsize".split(), ""),
    **dict.fromkeys("large Large LARGE huge Huge".split(), ""),
}
"""Commands that change the style until their group ends -> the style ("": none that shows)."""

WITH_ARGUMENTS = {
    **dict.fromkeys("cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite".split(), "keys"),
    **dict.fromkeys("ref eqref autoref cref Cref pageref".split(), "key"),
    **dict.fromkeys("color label hspace vspace bibliographystyle bibliography thispagestyle nocite".split(), "skip"),
    **dict.fromkeys("textcolor colorbox href scalebox raisebox fontsize resizebox hyperref".split(), "second"),
    **dict.fromkeys("footnote thanks footnotetext".split(), "note"),
    **dict.fromkeys("url nolinkurl path".split(), "url"),
    **dict.fromkeys("begin end".split(), "environment"),
    "textsuperscript": "^",
    "textsubscript": "_",
}
"""Commands whose arguments are shown in a way of their own -> the way."""

ENVIRONMENTS = {
    **dict.fromkeys("equation displaymath math".split(), ""),
    **dict.fromkeys("align eqnarray flalign".split(), "aligned"),
    **dict.fromkeys("gather multline".split(), "gathered"),
}
"""Environments of formulas -> the environment to show them in ("": none)."""

FORMULAS = frozenset(
    "frac dfrac tfrac sqrt mathcal mathbb mathbf mathsf mathit mathfrak mathtt mathscr boldsymbol bm hat tilde bar"
    " widetilde widehat overline vec dot ddot binom nicefrac ensuremath operatorname".split()
)
"""Commands of formulas that people use outside of dollars."""

SILENT = {
    **dict.fromkeys("xspace noindent centering protect relax par newline linebreak smallskip medskip bigskip".split(), ""),
    **dict.fromkeys("hfill left right big Big bigl bigr displaystyle textstyle limits allowbreak sloppy".split(), ""),
    **dict.fromkeys("quad qquad enspace thinspace newline par space".split(), " "),
    "item": " • ",
}
"""Commands that print no ink of their own -> what stands in their place."""
