"""Powers and indices that people type without dollars: `10^9`, `S^2`, `x_1`; and whether a tilde means "about"."""

from __future__ import annotations

import re

from daybook.text.markup.symbols import SUBSCRIPTS, SUPERSCRIPTS

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
