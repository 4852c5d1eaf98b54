"""What TeX's commands stand for: one table a kind, names without their backslash; and letters under accents."""

from __future__ import annotations

import re
import unicodedata


def names(text: str) -> frozenset[str]:
    """The words of `text`, for tables of commands."""
    return frozenset(text.split())


def _each(commands: str, signs: str) -> dict[str, str]:
    return dict(zip(commands.split(), signs, strict=True))


def _all(value: str, commands: str) -> dict[str, str]:
    return dict.fromkeys(commands.split(), value)


_CAPITALS = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
GREEK = {
    **_each(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi"
        " chi psi omega varepsilon vartheta varkappa varpi varrho varsigma varphi",
        "αβγδϵζηθικλμνξοπρστυϕχψωεϑϰϖϱςφ",
    ),
    **_each(" ".join(f"var{name}" for name in _CAPITALS.split()), "ΓΔΘΛΞΠΣΥΦΨΩ"),
    **_each(_CAPITALS, "ΓΔΘΛΞΠΣΥΦΨΩ"),
    "eps": "ε",
}

RELATIONS = {
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠", "neq": "≠",
    "approx": "≈", "sim": "∼", "simeq": "≃", "cong": "≅", "equiv": "≡", "propto": "∝", "ll": "≪", "gg": "≫",
    "lesssim": "≲", "gtrsim": "≳", "la": "≲", "ga": "≳", "lt": "<", "gt": ">", "prec": "≺", "succ": "≻",
    "preceq": "⪯", "succeq": "⪰", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆",
    "subsetneq": "⊊", "supset": "⊃", "supseteq": "⊇", "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←",
    "longrightarrow": "⟶", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔",
    "implies": "⟹", "iff": "⟺", "mapsto": "↦", "hookrightarrow": "↪", "uparrow": "↑", "downarrow": "↓",
    "models": "⊨", "vdash": "⊢", "perp": "⊥", "mid": "∣", "parallel": "∥", "coloneqq": "≔", "triangleq": "≜",
    "rightleftharpoons": "⇌", "nearrow": "↗", "searrow": "↘", "asymp": "≍", "doteq": "≐", "lessapprox": "⪅",
    "gtrapprox": "⪆", "nsubseteq": "⊈", "subsetneqq": "⫋", "twoheadrightarrow": "↠", "rightarrowtail": "↣",
    "rightharpoonup": "⇀", "longmapsto": "⟼", "longleftrightarrow": "⟷", "multimap": "⊸", "curvearrowright": "↷",
    "trianglelefteq": "⊴", "nmid": "∤",
}  # fmt: skip

OPERATIONS = {
    "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "div": "÷", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•",
    "cup": "∪", "cap": "∩", "setminus": "∖", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "oplus": "⊕",
    "ominus": "⊖", "otimes": "⊗", "odot": "⊙", "sqcup": "⊔", "sqcap": "⊓", "rtimes": "⋊", "ltimes": "⋉", "dagger": "†",
    "ddagger": "‡", "diamond": "⋄", "uplus": "⊎", "amalg": "⨿", "boxtimes": "⊠", "boxplus": "⊞", "wr": "≀",
    "smallsetminus": "∖", "backslash": "\\", "smile": "⌣",
}  # fmt: skip

SIGNS = {
    "infty": "∞", "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃", "nexists": "∄", "emptyset": "∅",
    "varnothing": "∅", "neg": "¬", "lnot": "¬", "angle": "∠", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "wp": "℘",
    "aleph": "ℵ", "top": "⊤", "bot": "⊥", "prime": "′", "degree": "°", "checkmark": "✓", "square": "□", "Box": "□",
    "triangle": "△", "therefore": "∴", "because": "∵", "sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫",
    "iint": "∬", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁", "bigotimes": "⨂", "bigwedge": "⋀",
    "bigvee": "⋁", "ldots": "…", "dots": "…", "cdots": "⋯", "dotsc": "…", "dotsb": "⋯", "vdots": "⋮", "ddots": "⋱",
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "lbrace": "{",
    "rbrace": "}", "lbrack": "[", "rbrack": "]", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖",
    "rVert": "‖", "colon": ":", "clubsuit": "♣", "diamondsuit": "♢", "heartsuit": "♡", "spadesuit": "♠", "sharp": "♯",
    "flat": "♭", "natural": "♮", "imath": "ı", "jmath": "ȷ", "blacksquare": "■", "bigstar": "★", "complement": "∁",
    "R": "ℝ", "Real": "ℝ", "reals": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "msun": "M⊙", "rsun": "R⊙", "lsun": "L⊙",
    "Msun": "M⊙", "Rsun": "R⊙", "Lsun": "L⊙", "arcsec": "″", "arcmin": "′", "micro": "µ", "Bbbk": "𝕜", "circledR": "®",
}  # fmt: skip

TEXT_SIGNS = {
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "lq": "‘", "rq": "’", "copyright": "©", "textcopyright": "©",
    "textregistered": "®", "texttrademark": "™", "S": "§", "P": "¶", "pounds": "£", "textsterling": "£", "euro": "€",
    "texteuro": "€", "textdegree": "°", "textcelsius": "°C", "textmu": "µ", "texttimes": "×", "textasciitilde": "~",
    "textasciicircum": "^", "textbackslash": "\\", "textbar": "|", "textless": "<", "textgreater": ">",
    "textunderscore": "_", "textdollar": "$", "textbullet": "•", "textellipsis": "…", "textpm": "±", "slash": "/",
    "dag": "†", "ddag": "‡", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "guillemotleft": "«",
    "guillemotright": "»", "textonehalf": "½", "No": "№", "cmark": "✓", "xmark": "✗", "lbrack": "[", "rbrack": "]",
    "eg": "e.g.", "Eg": "E.g.", "ie": "i.e.", "Ie": "I.e.", "etal": "et al.", "etc": "etc.", "cf": "cf.",
    "wrt": "w.r.t.", "aka": "a.k.a.", "vs": "vs.",
}  # fmt: skip

PRINTED = {**RELATIONS, **OPERATIONS, **SIGNS, **GREEK, **TEXT_SIGNS}
"""What a command prints in text."""
ESCAPES = (
    {c: c for c in "%_&#${}|"} | dict.fromkeys(" ;:>~\\", " ") | {"!": "", "/": "", "-": "", "@": "", ",": "\u2009"}
)
"""A backslash with one sign that is no letter and no accent -> what it prints."""

FUNCTIONS = names(
    "log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh max min sup inf lim limsup liminf arg"
    " argmax argmin det dim ker deg gcd hom Pr mod polylog poly Var Cov tr rank diag sign sgn"
    " supp OPT lcm"
)
"""Names of functions: printed upright, a blank to either side where letters stand."""

HATS = {
    "tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304",
    "overline": "\u0304", "vec": "\u20d7", "overrightarrow": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
    "underline": "\u0332",
}  # fmt: skip
"""Accents in formulas -> combining character."""

DOUBLE_STRUCK = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))

SUPERSCRIPTS = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′°αβγδθφχ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′°ᵅᵝᵞᵟᶿᵠᵡ",
        strict=True,
    )
) | {"∘": "°", "†": "†", "∗": "*", "*": "*"}
SUBSCRIPTS = dict(zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))


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


COMBINING = _each(
    "' ` ^ \" ~ = . v c u H k r d b t",
    "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u030c\u0327\u0306\u030b\u0328\u030a\u0323\u0331\u0361",
)
"""Accent command (without its backslash) -> combining character."""
LETTERS = _each("o O l L ss ae AE oe OE aa AA i j dh DH dj DJ th TH ng NG", "øØłŁßæÆœŒåÅıȷðÐđĐþÞŋŊ") | {"SS": "SS"}
"""Letter command -> letter. Blanks after such a command are part of the command."""

_BRACED = re.compile(r"\s{0,3}\{\s{0,3}(\\[a-zA-Z]{1,2}\s{0,3}|\w++)\s{0,3}\}")
_BARE = re.compile(r"\\([ij]|ae|AE|oe|OE|aa|AA|o|O|l|L)(?![a-zA-Z])\s?|([^\W\d_])")
_SPACED = re.compile(r"\s{1,3}(?:\\([ij])(?![a-zA-Z])\s?|([^\W\d_]))|\s{0,3}\\([ij])(?![a-zA-Z])\s?")
# `it\'s`: an apostrophe that some program escaped, not an accent.
_APOSTROPHE = re.compile(r"(?:s|re|m|d|ll|t|ve)\b")


def accented(command: str, text: str, at: int) -> tuple[str, int] | None:
    r"""The letters that an accent command at `text[:at]` makes with what follows, and where that ends.

    None if it is not an accent (an escaped quotation mark, an accent over nothing).

    >>> accented("'", r"Bal\'azs", 5)
    ('á', 6)
    """
    braced = _BRACED.match(text, at)
    if braced:
        # arXiv's form turns a pasted β into "\beta", and reads that as an accent: "\b{eta}".
        greek = GREEK.get(command + braced[1])
        return greek or compose(command, _base(braced[1])), braced.end()
    if command.isalpha():
        bare = _SPACED.match(text, at)
        return (compose(command, bare[1] or bare[2] or bare[3]), bare.end()) if bare else None
    bare = _BARE.match(text, at)
    if not bare:
        return None
    if bare[1]:
        return compose(command, _base("\\" + bare[1])), bare.end()
    return None if _unlikely(command, text, at) else (compose(command, bare[2]), bare.end())


def compose(command: str, letters: str) -> str:
    """`letters` with the accent over the first of them (for a tie: between the first two)."""
    return unicodedata.normalize("NFC", letters[:1] + COMBINING[command] + letters[1:])


def _base(inner: str) -> str:
    """The base of an accent: letters, or a letter command; ı and ȷ get their accent instead of their dot."""
    name = inner.strip().removeprefix("\\")
    return name if not inner.startswith("\\") or name in ("i", "j") else LETTERS.get(name, name)


def _unlikely(command: str, text: str, at: int) -> bool:
    """Whether an accent without braces is rather an escaped quotation mark."""
    if command == '"':
        return text[at] not in "aeiouyAEIOUY"
    escaped = command == "'" and at >= 3 and text[at - 3].isalpha() and _APOSTROPHE.match(text, at)
    return bool(escaped) or len(compose(command, text[at])) > 1
