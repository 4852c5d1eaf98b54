"""A TeX formula as one line of readable Unicode: `O(\\sqrt{mn})` -> O(√(mn)); and where in a text formulas stand.

Dollars hold a formula or are money; powers and indices are typed without dollars, too: `10^9`, `S^2`, `x_1`.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from daybook.text.markup.escape import clean
from daybook.text.markup.symbols import (
    DOUBLE_STRUCK,
    ESCAPES,
    FUNCTIONS,
    GREEK,
    HATS,
    OPERATIONS,
    RELATIONS,
    SIGNS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_SIGNS,
    names,
)

_PIECE = re.compile(r"\\[a-zA-Z]+\*?|\\.|\s+|.", re.DOTALL)
_DEEPEST = 40  # a formula nested deeper is no formula: its letters are shown as they stand

_TEXT = names("text textrm textit textbf textsf texttt textsc textnormal mbox hbox operatorname mathrm ce mathop")
_PLAIN = names(
    "mathbf mathit mathsf mathtt mathcal mathfrak mathscr boldsymbol bm pmb ensuremath mathbin mathrel mathord mathopen"
    " mathclose mathnormal boxed underbrace overbrace phantom smash cancel emph widebar frak"
)
_IGNORED = names(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle limits nolimits displaystyle"
    " textstyle scriptstyle scriptscriptstyle rm it bf sf tt cal em sc bfseries itshape boldmath unboldmath tiny"
    " scriptsize footnotesize small normalsize large Large LARGE huge Huge xspace nonumber notag protect hfill"
    " nobreakdash romannumeral"
)
_SPACES = names("quad qquad enspace thinspace space")
_FRACTIONS = names("frac dfrac tfrac cfrac nicefrac sfrac")
_SKIPPED = names("color label tag hspace vspace mspace begin end")
_FENCES = {
    "abs": "||", "norm": "‖‖", "ket": "|⟩", "bra": "⟨|", "braket": "⟨⟩", "ceil": "⌈⌉", "floor": "⌊⌋", "set": "{}",
}  # fmt: skip
_BETWEEN = {"choose": " choose ", "over": " / ", "bmod": " mod "}
_SIGNS = {name: sign for name, sign in (TEXT_SIGNS | ESCAPES | OPERATIONS | SIGNS | GREEK).items() if sign}
_IN_TEXT = ESCAPES | RELATIONS | OPERATIONS | SIGNS | GREEK | dict.fromkeys(_TEXT | _PLAIN | _IGNORED, "")
_PRINTED = {"-": "−", "~": " ", "&": " ", "'": "′", "}": "", "$": ""}
_LOOSE = re.compile(r"(?<=[(\[⌊⌈⟨]) | (?=[)\]⌋⌉⟩])")
_SINGLE = re.compile(r"[\w⁰-₟]+(?:\.\d+)?|[∛√]\w|[∛√]\([^()]*\)")


@lru_cache(maxsize=65536)
def linear(source: str) -> str:
    """The formula `source` (without its dollars) as readable Unicode on one line; unknown commands keep their name."""
    line = _Line(_PIECE.findall(source))
    parts = []
    try:
        while line.next():
            parts.append(line.inner("}"))  # stray closing braces are left out
        shown = "".join(parts)
    except _TooDeep:
        shown = re.sub(r"[{}\\]+", " ", source)
    return _LOOSE.sub("", " ".join(shown.split()))


class _TooDeep(Exception):
    """Groups and arguments nest deeper than any formula does."""


@dataclass(slots=True)
class _Line:
    """Reads the pieces of a formula from left to right."""

    pieces: list[str]
    at: int = 0
    depth: int = 0
    out: list[str] = field(default_factory=list)

    def next(self) -> str:
        """The next piece; empty at the end."""
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def inner(self, end: str = "") -> str:
        """What stands before the next `end`, which is read too; without one, the next piece."""
        outer, self.out = self.out, []
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _TooDeep
        while piece := self.next():
            self.at += 1
            if piece == end:
                break
            self._read(piece)
            if not end:
                break
        self.depth -= 1
        inner, self.out = "".join(self.out), outer
        return inner

    def _argument(self) -> str:
        """The next group or sign, as text."""
        while self.next().isspace():
            self.at += 1
        if self.next() in ("", "}"):
            return ""
        if self.next() != "{":
            return self.inner().strip()
        self.at += 1
        return self.inner("}").strip()

    def _raw(self) -> str:
        """The next group as it is written: text within a formula keeps its blanks and hyphens."""
        if self.next() != "{":
            return self._argument()
        parts: list[str] = []
        depth = 0
        while piece := self.next():
            self.at += 1
            depth += (piece == "{") - (piece == "}")
            if depth == 0:
                break
            before = self.pieces[self.at - 2]
            swallowed = piece.isspace() and before[:1] == "\\" and before[1:] in _IN_TEXT
            known = _IN_TEXT.get(piece[1:], piece) if piece[0] == "\\" else " " if piece == "~" else piece
            parts.append("" if piece in "{}$" or swallowed else known)
        return "".join(parts)

    def _read(self, piece: str) -> None:
        """Append what `piece` prints."""
        if piece[0] == "\\":
            self._command(piece[1:])
        elif piece in "^_":
            self._script(piece)
        elif piece == "{":
            inner = self.inner("}")
            self.out.append(inner.strip() if len(inner.strip()) == 1 else inner)  # {=} has no blanks around it
        elif piece.isspace():  # prints nothing in TeX; here a blank is kept if it helps reading
            before = self.pieces[self.at - 2] if self.at > 1 else ""
            command = before[:1] == "\\" and before[1:2].isalpha()
            operation = before[1:] in OPERATIONS and self.at > 2 and self.pieces[self.at - 3].isspace()
            if operation if command else self.out:
                self.out.append(" ")
        elif piece in "=<>":
            self._relation(piece)
        elif shown := _PRINTED.get(piece, piece):
            self.out.append(shown)

    def _relation(self, sign: str) -> None:
        joined = self.out and self.out[-1].strip() in ("=", "<", ">", ":")
        if joined:
            self.out[-1] = self.out[-1].rstrip()
        if joined or not self.out:
            self.out.append(f"{sign} ")
        else:
            self.out.append(sign if self.out[-1][-1:] in ("[", "(") else f" {sign} ")

    def _script(self, kind: str) -> None:
        """A sub- or superscript: Unicode's own signs where all of it has them."""
        text = "".join(self._argument().split())
        signs = SUPERSCRIPTS if kind == "^" else SUBSCRIPTS
        if not text:
            return
        if all(c in signs for c in text):
            self.out.append("".join(signs[c] for c in text))
        else:
            self.out.append(f"{kind}{text}" if len(text) == 1 or _SINGLE.fullmatch(text) else f"{kind}({text})")

    def _command(self, name: str) -> None:
        """A command with its arguments."""
        bare = name.rstrip("*") or name
        if sign := _SIGNS.get(bare):  # as most do
            self.out.append("; " if bare == "\\" else " " if sign == "\u2009" else sign)
        elif bare in _FRACTIONS:
            over, under = (text if _SINGLE.fullmatch(text) else f"({text})" for text in self._arguments(2))
            self.out.append(f"{over}/{under}")
        elif bare == "sqrt":
            self._root()
        elif bare in HATS:  # on each of the letters, not on their indices
            letters = ((c, c.isalnum() and unicodedata.decomposition(c)[:5] != "<sub>") for c in self._argument())
            hatted = (c + HATS[bare] if is_letter else c for c, is_letter in letters)
            self.out.append(unicodedata.normalize("NFC", "".join(hatted)))
        elif bare in _TEXT:
            text = self._raw()
            if bare == "operatorname" or text.strip() in FUNCTIONS:
                self._function(text.strip())
            else:
                self.out.append(text)
        elif bare in FUNCTIONS:
            self._function(bare)
        elif bare in RELATIONS:
            self._relation(RELATIONS[bare])
        elif bare in _SKIPPED:
            self._raw()
        elif (shown := self._arranged(bare)) is not None:
            self.out.append(shown)
        elif bare in _SPACES:
            self.out.append(" ")
        elif bare in _IGNORED:
            self.at += self.next() == "."
        elif bare in "()[]":
            self.out.append(bare if bare in "[]" else "")
        elif bare not in ESCAPES:  # by its name, which is mostly what it prints: \SL, \Ext, \dom
            if not name[0].isalpha():
                self.out.append(name)
                return
            self._function(name)
            if self.next() == "{":
                inner = self._argument()
                self.out.append(f"({inner})" if inner else "")

    def _arguments(self, number: int) -> list[str]:
        return [self._argument() for _ in range(number)]

    def _function(self, name: str) -> None:
        """A function's name, with a blank before it where a letter or digit stands, and after it where one follows."""
        if self.out and (self.out[-1][-1:].isalnum() or self.out[-1][-1:] in (")", "∞")):
            self.out.append(" ")
        self.out.append(name)
        if self.next()[:1].isspace() or self.next()[:1] == "\\":
            following = "".join(self.pieces[self.at : self.at + 2]).lstrip()
            if not following.startswith(("\\left", "\\big", "\\Big", "(", "^", "_", "\\!")):
                self.out.append(" ")

    def _arranged(self, name: str) -> str | None:
        """What a command that arranges its arguments shows; None where `name` is none of them."""
        if name in ("mathbb", "mathbbm", "mathds", "Bbb"):
            inner = self._argument()
            return DOUBLE_STRUCK.get(inner, inner)
        if name in _PLAIN:
            return self._argument()
        if name in ("binom", "dbinom", "tbinom"):
            return "({} choose {})".format(*self._arguments(2))
        if name in ("overset", "stackrel", "underset"):
            extra, base = self._arguments(2)
            return f"{base}{'_' if name == 'underset' else '^'}({extra})"
        if name in ("xrightarrow", "xleftarrow"):
            self.out.append(f" {RELATIONS[name[1:]]}")
            self._script("^")
            return " "
        if name in _FENCES:
            return self._argument().join(_FENCES[name])
        if name == "unicode":  # {x2014} or {8212}; "" where there is none to show
            match = re.fullmatch(r"x([0-9A-Fa-f]{2,5})|(\d{2,6})", self._raw().strip())
            number = (int(match[1], 16) if match[1] else int(match[2])) if match else 0
            return clean(chr(number)) if number <= sys.maxunicode else ""
        if name == "textcolor":
            self._raw()
            return self._argument()
        if name == "pmod":
            return f" (mod {self._argument()})"
        if name == "not":
            inner = self._argument()
            return unicodedata.normalize("NFC", f" {inner[:1]}\u0338{inner[1:]} ")
        return _BETWEEN.get(name)

    def _root(self) -> None:
        degree = ""
        if self.next() == "[":
            self.at += 1
            degree = self.inner("]").strip()
        inner = self._argument()
        sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree)
        if sign is None:
            sign = "".join(SUPERSCRIPTS.get(c, c) for c in degree) + "√"
        self.out.append(f"{sign}{inner}" if len(inner) == 1 or inner.isdigit() else f"{sign}({inner})")


# arXiv sets formulas between dollars alone; authors type 10^9 and S^2 without any.
_POWER = re.compile(
    r"\^(?:(?P<number>[-+−]?\d{1,3}(?!\.?\d|/\d)|[-+−](?!\w))|(?P<sign>[A-Za-z*])(?!\w)|\{(?P<group>[^{}\\]{1,12})\})"
)
_INDEX = re.compile(r"_(?:(?P<sign>\d{1,3}|[a-z])(?![\w@/]|\.\w)|\{(?P<group>[^{}\\]{1,12})\})")
_CLOSED = frozenset(")]}|'′")
_ABOUT = re.compile(r"(?:(?<![\w~])(?:\w(?:_\w{1,4})?\*?)|[)\]*%])$")
_BEFORE = 16


def shown(text: str, at: int) -> tuple[str, int] | None:
    """The power or index at `text[at]`, "^" or "_", in Unicode, and where it ends; None if it is left as written.

    A number or a sign is a power of whatever it follows; a letter only of a single letter, a number or a bracket. An
    index follows a single letter: `foo_bar`, `GPU_0` and `data_1.csv` are names.

    >>> shown("L^1", 1), shown("cm^-2s", 2), shown("10^{-3}", 2), shown("GPU_0", 3)
    (('¹', 3), ('⁻²', 5), ('⁻³', 7), None)
    """
    power = text[at] == "^"
    match = (_POWER if power else _INDEX).match(text, at)
    if match is None:
        return None
    written = match["group"]
    if written is None:
        written = (match["number"] if power else None) or match["sign"]
        before, sign = text[at - 1 : at], text[at - 2] if at >= 2 else " "
        # Else the letter belongs to a longer word, a command, an address or a file's name.
        single = before.isalpha() and not (sign.isalnum() or sign == "\\" or (not power and sign in "/@#._"))
        if power and match["number"]:
            follows = before.isalnum() or before in _CLOSED
        else:
            follows = single or (power and (before.isdigit() or before in _CLOSED))
        if not before or not follows:
            return None
    signs = SUPERSCRIPTS if power else SUBSCRIPTS
    made = [signs.get(sign, "") for sign in "".join(written.split())]
    return ("".join(made), match.end()) if made and all(made) else None


def is_about(text: str, at: int) -> bool:
    """Whether the tilde at `text[at]` before a number compares: `z~2`, `M_*~10^9`; not in `Fig.~3`, `NGC~6637`."""
    return bool(_ABOUT.search(text[max(0, at - _BEFORE) : at]))


_LONGEST = 2000  # characters; a formula in an abstract is never longer
_MOST_WITHIN = 4  # dollars within \\text{..} of a formula
_GUARD = re.compile(r"\\.|[{}$]")
_WORDS_WITHIN = re.compile(r"\\(?:text[a-z]*|mbox|hbox|operatorname\*?|math[a-z]+|ce)\s*\{[^{}]*\}")
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_PROSE = re.compile(r"(?<![^\W\d_])(?:[^\W\d_]{3,}+[,;.]?\s++[^\W\d_]{2}|[^\W\d_]{2,}+[,;.]?\s++[^\W\d_]{3})")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{3,}")
_NAMES = re.compile(
    r"\b(?:log|max|min|exp|mod|and|for|poly|polylog|sin|cos|tan|lim|sup|inf|det|dim|ker|deg|gcd|opt|OPT)\b"
)
_MATH = re.compile(r"[\\^_=<>+]|^\s*[\w]\s*$")


@dataclass(frozen=True, slots=True)
class Span:
    """A formula between dollars."""

    source: str  # without the dollars and without blanks around it
    display: bool
    end: int  # where the text continues


def formula(text: str, start: int, delimiter: str) -> Span | None:
    """The formula that begins with the dollars `delimiter` at `text[start]`; None if they do not delimit one."""
    after = start + len(delimiter)
    if delimiter == "$$":
        end = text.find("$$", after, after + _LONGEST)
        if end < 0 or not text[after:end].strip():
            return None
        return Span(text[after:end].strip(), True, end + 2)
    closing = _closing(text, after)
    if closing is None:
        return None
    content = text[after:closing]
    return Span(content.strip(), False, closing + 1) if _is_formula(content, text[closing + 1 : closing + 2]) else None


def _closing(text: str, after: int) -> int | None:
    """The next dollar not guarded by a backslash or brace; the very next one if braces do not match."""
    guarded: list[int] = []
    depth = 0
    for match in _GUARD.finditer(text, after, min(len(text), after + _LONGEST)):
        if match[0] == "$":
            if depth <= 0:
                return match.start()
            guarded.append(match.start())
            if len(guarded) > _MOST_WITHIN:
                break
        elif match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
    return guarded[0] if guarded else None


def _is_formula(content: str, following: str) -> bool:
    """Whether the text between two dollars is a formula rather than text between two sums of money."""
    stripped = content.strip()
    if not stripped:
        return False
    bare = _NAMES.sub(" ", _COMMAND.sub(" ", _WORDS_WITHIN.sub(" ", _WORDS_WITHIN.sub(" ", stripped))))
    if _PROSE.search(bare):
        return False
    # "$5 billion annually" (an abstract of February 2026) is money: it must not open a formula that swallows the rest.
    if stripped[0].isdigit() and "\\" not in stripped and not re.search(r"[\^_=]", stripped):
        return not (_WORD.search(bare) or following.isdigit() or content[-1] in " (")
    spaced = content[0] == " " or content[-1] == " "
    return not spaced or bool(_MATH.search(stripped))
