"""A TeX formula as one line of readable Unicode: `O(\\sqrt{mn})` -> O(√(mn))."""

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
_LOOSE = re.compile(r"(?<=[(\[⌊⌈⟨]) | (?=[)\]⌋⌉⟩])")
_SINGLE = re.compile(r"[\w⁰-₟]+(?:\.\d+)?|[∛√]\w|[∛√]\([^()]*\)")


@lru_cache(maxsize=65536)
def linear(source: str) -> str:
    """The formula `source` (without its dollars) as readable Unicode on one line; unknown commands keep their name."""
    try:
        shown = _Line(_PIECE.findall(source)).until_end()
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

    def until_end(self) -> str:
        """All that is left, stray closing braces left out."""
        parts = []
        while self.at < len(self.pieces):
            parts.append(self._group("}"))
        return "".join(parts)

    def _group(self, end: str) -> str:
        """What stands before the next `end`, which is read too."""
        outer, self.out = self.out, []
        self._deeper()
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            self.at += 1
            if piece == end:
                break
            self._read(piece)
        self.depth -= 1
        inner, self.out = "".join(self.out), outer
        return inner

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _TooDeep

    def _argument(self) -> str:
        """The next group or sign, as text."""
        while self.at < len(self.pieces) and self.pieces[self.at].isspace():
            self.at += 1
        if self.at == len(self.pieces) or self.pieces[self.at] == "}":
            return ""
        piece = self.pieces[self.at]
        self.at += 1
        if piece == "{":
            return self._group("}").strip()
        outer, self.out = self.out, []
        self._deeper()
        self._read(piece)
        self.depth -= 1
        inner, self.out = "".join(self.out), outer
        return inner.strip()

    def _raw(self) -> str:
        """The next group as it is written: text within a formula keeps its blanks and hyphens."""
        if not (self.at < len(self.pieces) and self.pieces[self.at] == "{"):
            return self._argument()
        parts: list[str] = []
        depth = 0
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            self.at += 1
            depth += (piece == "{") - (piece == "}")
            if depth == 0:
                break
            before = self.pieces[self.at - 2]
            swallowed = piece.isspace() and before[:1] == "\\" and self._in_text(before) != before
            parts.append("" if piece in "{}$" or swallowed else self._in_text(piece))
        return "".join(parts)

    @staticmethod
    def _in_text(piece: str) -> str:
        if not piece.startswith("\\"):
            return " " if piece == "~" else piece
        name = piece[1:]
        if name in _TEXT or name in _PLAIN or name in _IGNORED:
            return ""
        known = GREEK.get(name) or SIGNS.get(name) or OPERATIONS.get(name) or RELATIONS.get(name)
        return known or ESCAPES.get(name, piece)

    def _read(self, piece: str) -> None:
        """Append what `piece` prints."""
        if piece[0] == "\\":
            self._command(piece[1:])
        elif piece in "^_":
            self._script(piece)
        elif piece == "{":
            inner = self._group("}")
            self.out.append(inner.strip() if len(inner.strip()) == 1 else inner)  # {=} has no blanks around it
        elif piece.isspace():
            self._blank()
        elif piece in "=<>":
            self._relation(piece)
        elif piece == "-":
            self.out.append("−")
        elif piece in "~&":
            self.out.append(" ")
        elif piece == "'":
            self.out.append("′")
        elif piece not in "}$":
            self.out.append(piece)

    def _blank(self) -> None:
        """A blank in a formula prints nothing in TeX; here it is kept if it helps reading."""
        before = self.pieces[self.at - 2] if self.at > 1 else ""
        if before[:1] == "\\" and before[1:2].isalpha():
            spread = before[1:] in OPERATIONS and self.at > 2 and self.pieces[self.at - 3].isspace()
        else:
            spread = bool(self.out)
        if spread:
            self.out.append(" ")

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
        if bare in _FRACTIONS:
            over = _operand(self._argument())
            self.out.append(f"{over}/{_operand(self._argument())}")
        elif bare == "sqrt":
            self._root()
        elif bare in HATS:
            self.out.append(_hatted(self._argument(), HATS[bare]))
        elif bare in _TEXT:
            self._words(bare)
        elif bare in FUNCTIONS:
            self._function(bare)
        elif bare in RELATIONS:
            self._relation(RELATIONS[bare])
        elif bare in _SKIPPED:
            self._raw()
        elif not self._structure(bare):
            self._sign(bare, name)

    def _words(self, name: str) -> None:
        text = self._raw()
        if name == "operatorname" or text.strip() in FUNCTIONS:
            self._function(text.strip())
        else:
            self.out.append(text)

    def _function(self, name: str) -> None:
        """A function's name, with a blank before it where a letter or digit stands, and after it where one follows."""
        if self.out and (self.out[-1][-1:].isalnum() or self.out[-1][-1:] in (")", "∞")):
            self.out.append(" ")
        self.out.append(name)
        if self.at < len(self.pieces) and (self.pieces[self.at][0].isspace() or self.pieces[self.at][0] == "\\"):
            following = "".join(self.pieces[self.at : self.at + 2]).lstrip()
            if not following.startswith(("\\left", "\\big", "\\Big", "(", "^", "_", "\\!")):
                self.out.append(" ")

    def _structure(self, name: str) -> bool:
        """Commands that arrange their arguments; False where `name` is none of them."""
        if name in ("mathbb", "mathbbm", "mathds", "Bbb"):
            inner = self._argument()
            self.out.append(DOUBLE_STRUCK.get(inner, inner))
        elif name in _PLAIN:
            self.out.append(self._argument())
        elif name in ("binom", "dbinom", "tbinom"):
            upper = self._argument()
            self.out.append(f"({upper} choose {self._argument()})")
        elif name in ("overset", "stackrel", "underset"):
            extra, base = self._argument(), self._argument()
            self.out.append(f"{base}{'_' if name == 'underset' else '^'}({extra})")
        elif name in ("xrightarrow", "xleftarrow"):
            self.out.append(f" {RELATIONS[name[1:]]}")
            self._script("^")
            self.out.append(" ")
        elif name in _FENCES:
            self.out.append(self._argument().join(_FENCES[name]))
        elif name == "unicode":
            self.out.append(_character(self._raw()))
        elif name == "textcolor":
            self._raw()
            self.out.append(self._argument())
        elif name in ("choose", "over"):
            self.out.append(" choose " if name == "choose" else " / ")
        elif name in ("pmod", "bmod"):
            self.out.append(f" (mod {self._argument()})" if name == "pmod" else " mod ")
        elif name == "not":
            inner = self._argument()
            self.out.append(unicodedata.normalize("NFC", f" {inner[:1]}\u0338{inner[1:]} "))
        else:
            return False
        return True

    def _sign(self, name: str, written: str) -> None:
        """A single sign, a space, something without any ink, or an unknown name."""
        sign = GREEK.get(name) or SIGNS.get(name) or OPERATIONS.get(name) or ESCAPES.get(name) or TEXT_SIGNS.get(name)
        if name in _SPACES:
            self.out.append(" ")
        elif sign is not None:
            self.out.append("; " if name == "\\" else " " if sign == "\u2009" else sign)
        elif name in _IGNORED:
            if self.at < len(self.pieces) and self.pieces[self.at] == ".":
                self.at += 1
        elif name in "()[]":
            self.out.append(name if name in "[]" else "")
        elif name not in ESCAPES:
            self._unknown(written)

    def _unknown(self, written: str) -> None:
        """A command that no table knows, by its name, which is mostly what it prints: \\SL, \\Ext, \\dom; its first
        argument in parentheses."""
        if not written[0].isalpha():
            self.out.append(written)
            return
        self._function(written)
        if self.at < len(self.pieces) and self.pieces[self.at] == "{":
            inner = self._argument()
            self.out.append(f"({inner})" if inner else "")

    def _root(self) -> None:
        degree = ""
        if self.at < len(self.pieces) and self.pieces[self.at] == "[":
            self.at += 1
            degree = self._group("]").strip()
        inner = self._argument()
        sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree)
        if sign is None:
            sign = "".join(SUPERSCRIPTS.get(c, c) for c in degree) + "√"
        self.out.append(f"{sign}{inner}" if len(inner) == 1 or inner.isdigit() else f"{sign}({inner})")


def _character(code: str) -> str:
    """The character that \\unicode{x2014} or \\unicode{8212} stands for; "" where there is none to show."""
    match = re.fullmatch(r"x([0-9A-Fa-f]{2,5})|(\d{2,6})", code.strip())
    number = (int(match[1], 16) if match[1] else int(match[2])) if match else 0
    return clean(chr(number)) if number <= sys.maxunicode else ""


def _operand(text: str) -> str:
    """`text` as a part of a fraction on one line: in parentheses unless it is a single thing."""
    return text if _SINGLE.fullmatch(text) else f"({text})"


def _hatted(text: str, mark: str) -> str:
    """`text` with a combining mark on each of its letters, not on its indices."""
    return unicodedata.normalize("NFC", "".join(c + mark if c.isalnum() and not _is_index(c) else c for c in text))


def _is_index(sign: str) -> bool:
    return unicodedata.decomposition(sign).startswith("<sub>")


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
        before = text[at - 1 : at]
        single = before.isalpha() and not _continues(text, at - 2, power)
        if power and match["number"]:
            follows = before.isalnum() or before in _CLOSED
        else:
            follows = single or (power and (before.isdigit() or before in _CLOSED))
        if not before or not follows:
            return None
    signs = SUPERSCRIPTS if power else SUBSCRIPTS
    made = [signs.get(sign, "") for sign in "".join(written.split())]
    return ("".join(made), match.end()) if made and all(made) else None


def _continues(text: str, at: int, power: bool) -> bool:
    """Whether the letter behind text[at] belongs to a longer word, a command, an address or a file's name."""
    sign = text[at] if at >= 0 else " "
    return sign.isalnum() or sign == "\\" or (not power and sign in "/@#._")


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
    if stripped[0].isdigit() and "\\" not in stripped and not re.search(r"[\^_=]", stripped):
        return not (_WORD.search(bare) or following.isdigit() or content[-1] in " (")
    spaced = content[0] == " " or content[-1] == " "
    return not spaced or bool(_MATH.search(stripped))
