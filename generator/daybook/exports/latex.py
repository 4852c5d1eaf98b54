"""Plain text as TeX and BibTeX read it. The door to pylatexenc, which knows how TeX writes each character.

Whatever the text says, the result is balanced in braces, on one line, and orders TeX to do nothing but print.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from daybook.text.markup import Run
from daybook.text.markup.symbols import COMBINING, FUNCTIONS, GREEK, HATS, OPERATIONS, RELATIONS, SIGNS, names
from daybook.text.vocabulary import THEME_ENGLISH

if TYPE_CHECKING:
    from pylatexenc.latexencode import UnicodeToLatexEncoder

_OWN = {
    # BibTeX counts braces even behind a backslash; some readers take `@word{` for the beginning of an entry.
    "{": r"{\textbraceleft}", "}": r"{\textbraceright}", "@": "{@}", "|": r"{\textbar}", "\\": r"{\textbackslash}",
    "~": r"{\textasciitilde}", "^": r"{\textasciicircum}", "$": r"\$", "%": r"\%", "#": r"\#", "_": r"\_", "&": r"\&",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "\u00a0": "~", "\u2009": r"{\,}", '"': "{''}",
    "`": "{`}",
}  # fmt: skip
_ACCENTS = {sign: command for command, sign in COMBINING.items()}
_SPECIAL = re.compile(r"[^ !'()*+,\-./0-9:;=?A-Z\[\]a-z]")
_LATIN = re.compile(r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]")

_WORD = re.compile(r"\w(?:[^\s]*\w)?|[^\w]+")  # with what stands within: U-Net, don't, C++0x; or what is between words
_COMMAND = re.compile(r"\\([a-zA-Z]+|.|$)", re.DOTALL)
_SAFE = {*GREEK, *RELATIONS, *OPERATIONS, *SIGNS, *FUNCTIONS, *HATS} - names(
    # What LaTeX, amsmath and amssymb do not define.
    "eps R Real reals N Z Q msun rsun lsun Msun Rsun Lsun arcsec arcmin micro polylog poly Var Cov tr rank diag sign"
    " sgn supp OPT lcm argmax argmin omicron la ga degree coloneqq mod"
) | names(
    "frac dfrac tfrac sqrt binom text textrm textit textbf textsf texttt mbox operatorname mathrm mathbf mathit mathsf"
    " mathtt mathcal mathfrak mathscr mathbb boldsymbol left right big Big bigg Bigg bigl bigr Bigl Bigr quad"
    " qquad overset underset substack not bmod pmod limits nolimits displaystyle textstyle"
) | set(",;:!_%#&$ {}|")  # fmt: skip
"""What may stand behind a backslash in a formula."""
_UNTYPED = re.compile(r"\\\\|[$&~\"`]|\^\^|[^ -~]")
_MACRO_OF_BRACE = {r"\{": r"\lbrace ", r"\}": r"\rbrace ", "%": r"\%", "#": r"\#", "@": "{@}"}
_IN_FORMULA = re.compile(r"\\[{}]|(?<!\\)[%#]|@")


def escape(text: str, *, accents: bool = True) -> str:
    """A line of plain text. `accents`: write accented Latin letters in TeX's way, for programs that read ASCII alone.

    >>> escape("50% of Müller & Šimić"), escape("Müller & co", accents=False)
    ('50\\\\% of M{\\\\"u}ller \\\\& {\\\\v{S}}imi{\\\\\'c}', 'Müller \\\\& co')
    """
    if not _SPECIAL.search(text):
        return text
    made = _SPECIAL.sub(lambda sign: _sign(sign[0], accents), unicodedata.normalize("NFC", text))
    return made.replace("?`", "?{}`").replace("!`", "!{}`") if "`" in made else made  # else TeX prints ¿ and ¡


def title(runs: Iterable[Run], *, accents: bool = True) -> str:
    r"""A title, its formulas as math, its capitals in braces where a style would lower those that must stay.

    >>> title([Run("GPUs for "), Run("Λ", r"\Lambda"), Run("CDM and the von Neumann")])
    '{GPUs} for {$\\Lambda$}{CDM} and the von {Neumann}'
    """
    runs = tuple(runs)
    # Written like a sentence, its capitals are those of names; "with" is small in all titles.
    telling = [
        word[0].islower()
        for word in "".join(run.text for run in runs).split()[1:]
        if len(word) > 3 and word.isalpha() and word.lower() not in THEME_ENGLISH
    ]
    sentence = bool(telling) and sum(telling) >= len(telling) / 2
    shown, first = [], True
    for run in runs:
        made = formula(run.tex) if run.tex is not None else None
        if made is not None:
            shown.append(f"{{${made}$}}")
        else:
            for word in _WORD.findall(run.text):
                shown.append(_written(word, sentence and not first, accents))
                first = first and not word[0].isalnum()
        first = False if run.text.strip() else first
    return " ".join("".join(shown).split())


@lru_cache(maxsize=1 << 14)
def formula(tex: str) -> str | None:
    r"""A formula's TeX for any document with amsmath; None where it has commands that such a document may not know, or
    does not balance: it is then shown as plain text.

    >>> formula(r"\{H_0\}"), formula(r"\input{x}"), formula("a}{b")
    ('\\lbrace H_0\\rbrace ', None, None)
    """
    tex = " ".join(tex.split())
    if not tex or _UNTYPED.search(tex.replace(r"\&", "").replace(r"\$", "")):
        return None
    if not _SAFE.issuperset(_COMMAND.findall(tex)):
        return None
    made = _IN_FORMULA.sub(lambda sign: _MACRO_OF_BRACE[sign[0]], tex)
    return made if _is_whole(made) else None


def _is_whole(tex: str) -> bool:
    """Whether braces, and `\\left` with `\\right`, are in pairs, and no script lacks what it prints."""
    depth = 0
    for sign in tex:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return not depth and tex.count(r"\left") == tex.count(r"\right") and not re.search(r"[_^] ?(?:[_^}]|$)", tex)


@lru_cache(maxsize=1 << 14)
def _written(word: str, name: bool, accents: bool) -> str:
    safe = escape(word, accents=accents)
    return f"{{{safe}}}" if _stays(word, name) else safe


def _stays(word: str, name: bool) -> bool:
    """Whether the capitals of a word stay in all styles: GPUs, U-Net, LaTeX; of a `name` its first, too."""
    if word.islower():
        return False
    parts = re.split(r"[-–/:.,;()]", word)
    inner = any(part[1:] != part[1:].lower() for part in parts)
    single = any(len(part) == 1 and part.isupper() and part != "A" for part in parts)
    return inner or single or (name and word[:1].isupper() and word != "A")


@lru_cache(maxsize=1 << 14)
def _sign(sign: str, accents: bool) -> str:
    """A character; one that no command is known for as it is."""
    if sign in _OWN:
        return _OWN[sign]
    if unicodedata.category(sign)[0] == "C":
        return ""
    if not accents and _LATIN.match(sign):
        return sign
    made: str = _encoder().unicode_to_latex(sign)
    parts = unicodedata.normalize("NFD", sign)
    if made == sign and len(parts) == 2 and parts[1] in _ACCENTS and parts[0].isascii():
        return f"{{\\{_ACCENTS[parts[1]]}{{{parts[0]}}}}}"
    return made


@cache
def _encoder() -> UnicodeToLatexEncoder:
    from pylatexenc.latexencode import UnicodeToLatexEncoder  # takes longer to load than a short command to run

    return UnicodeToLatexEncoder(
        unknown_char_policy="keep", unknown_char_warning=False, replacement_latex_protection="braces-all"
    )
