"""What TeX's commands stand for: one table a kind. Names are without their backslash."""

from __future__ import annotations


def names(text: str) -> frozenset[str]:
    """The words of `text`, for tables of commands."""
    return frozenset(text.split())


def _each(commands: str, signs: str) -> dict[str, str]:
    return dict(zip(commands.split(), signs, strict=True))


GREEK = {
    **_each("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu", "αβγδϵζηθικλμν"),
    **_each("xi omicron pi rho sigma tau upsilon phi chi psi omega", "ξοπρστυϕχψω"),
    **_each("varepsilon vartheta varkappa varpi varrho varsigma varphi", "εϑϰϖϱςφ"),
    **_each(
        "varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega", "ΓΔΘΛΞΠΣΥΦΨΩ"
    ),
    **_each("Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega", "ΓΔΘΛΞΠΣΥΦΨΩ"),
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
