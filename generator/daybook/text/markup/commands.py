"""Commands of TeX's text mode that take arguments, change the style, or print nothing."""

from __future__ import annotations

from daybook.text.markup.symbols import names


def _all(value: str, commands: str) -> dict[str, str]:
    return dict.fromkeys(commands.split(), value)


STYLES = {
    **_all("em", "emph textit textsl uline"),
    **_all("strong", "textbf strong"),
    **_all("code", "texttt code lstinline"),
    "textsc": "upper",
    **_all("", "textrm textsf textnormal textup textmd text mbox hbox underline sout centerline fbox"),
    **_all("", "mathrm uppercase lowercase MakeUppercase ce"),
}
"""Commands with one argument -> its style ("": none)."""

SWITCHES = {
    **_all("em", "em it sl itshape slshape"),
    **_all("strong", "bf bfseries"),
    **_all("code", "tt ttfamily"),
    **_all("upper", "sc scshape"),
    **_all(
        "",
        "rm sf sffamily rmfamily upshape normalfont boldmath unboldmath tiny scriptsize footnotesize small normalsize",
    ),
    **_all("", "large Large LARGE huge Huge"),
}
"""Commands that change the style until their group ends -> the style ("": none that shows)."""

WITH_ARGUMENTS = {
    **_all("keys", "cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite"),
    **_all("key", "ref eqref autoref cref Cref pageref"),
    **_all("skip", "color label hspace vspace bibliographystyle bibliography thispagestyle nocite"),
    **_all("second", "textcolor colorbox href scalebox raisebox fontsize resizebox hyperref"),
    **_all("note", "footnote thanks footnotetext"),
    **_all("url", "url nolinkurl path"),
    **_all("environment", "begin end"),
    "textsuperscript": "^",
    "textsubscript": "_",
}
"""Commands whose arguments are shown in a way of their own -> the way."""

ENVIRONMENTS = {
    **_all("", "equation displaymath math"),
    **_all("aligned", "align eqnarray flalign"),
    **_all("gathered", "gather multline"),
}
"""Environments of formulas -> the environment to show them in ("": none)."""

FORMULAS = names(
    "frac dfrac tfrac sqrt mathcal mathbb mathbf mathsf mathit mathfrak mathtt mathscr boldsymbol bm hat tilde bar"
    " widetilde widehat overline vec dot ddot acute grave check breve mathring binom nicefrac ensuremath operatorname"
)
"""Commands of formulas that people use outside of dollars."""

SILENT = {
    **_all("", "xspace noindent centering protect relax linebreak smallskip medskip bigskip"),
    **_all("", "hfill left right big Big bigl bigr displaystyle textstyle limits allowbreak nobreakdash sloppy"),
    **_all(" ", "quad qquad enspace thinspace newline par space"),
    "item": " • ",
}
"""Commands that print nothing themselves -> what is shown instead."""
