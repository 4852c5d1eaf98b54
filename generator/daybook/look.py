"""Colours that an archive's owner names: that they can be read, and the style sheet that is made of them. Pure.

Text has a contrast of at least 4.5 to 1 with its ground, as WCAG 2.2 asks (AA). A colour that has less is refused, with
the nearest that does. Of what has it, the sheet makes nothing that has not: tests/test_look.py mixes the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from daybook.errors import in_file

_wrong = in_file("archive.yml")
CONTRAST = 4.5
GROUNDS = ("#f3f2ec", "#20282b")  # of all that text stands on, the nearest to its colour: --book-quiet, light and dark
_ENDS = ("#000000", "#ffffff")  # where the contrast grows
_COLOUR = re.compile(r"#?((?:[0-9a-fA-F]{3}){1,2})")
_MEND = 'write e.g. `colours: {main: "#7a1f2b"}`, or two for light and dark: `{main: ["#7a1f2b", "#f2a9b2"]}`'
_SHEETS = {
    "accent": "--md-accent-fg-color:var(--own-accent)",
    "main": """--md-typeset-a-color:var(--own-main);--book-shade-4:var(--own-main)
--md-primary-fg-color:light-dark(var(--own-main-light), color-mix(in srgb, var(--own-main-light) 60%, #14191b))
--book-shade-4-text:light-dark(#ffffff, #14191b);--book-theme-text:var(--md-default-fg-color)
--book-theme:color-mix(in srgb, var(--own-main) 15%, var(--md-default-bg-color));--book-shade-1:var(--book-theme)
--book-shade-2:color-mix(in srgb, var(--own-main) 24%, var(--md-default-bg-color))
--book-shade-3:color-mix(in srgb, var(--own-main) 34%, var(--md-default-bg-color))""",
}
"""What each colour is for: properties of styles/base.css, a `;` or a line each."""


def sheet(colours: Mapping[str, str | Sequence[str]]) -> str:
    """The style sheet of colours by their names: of each, one, or two for light and dark, as hex digits; empty without
    any. Raises SettingsError."""
    told = ""
    for name, said in colours.items():
        place, given = f"colours, {name}", [said] if isinstance(said, str) else said
        if name not in _SHEETS or not 1 <= len(given) <= 2:
            raise _wrong("there is no such colour, or more than two are given", place, _MEND)
        known = [_readable(each, place, dark) for dark, each in enumerate(given)]
        light, dark = (*known, nearest(known[0], 1))[:2]
        told += f"--own-{name}-light:{light};--own-{name}:light-dark({light}, {dark});{_SHEETS[name]};"
    return f":root{{{told}}}\n".replace("\n--", ";--") if told else ""


def _readable(said: str, place: str, scheme: int) -> str:
    if not (match := _COLOUR.fullmatch(said)):
        raise _wrong(f"{said!r} is no colour", place, _MEND)
    colour = "#" + (match[1] if len(match[1]) == 6 else "".join(sign * 2 for sign in match[1])).lower()
    if (has := contrast(colour, GROUNDS[scheme])) < CONTRAST:
        where = ("light", "dark")[scheme]
        problem = f"{said} has a contrast of {has:.2f} to 1 on {where} pages, and text needs {CONTRAST}"
        raise _wrong(problem, place, f'the nearest that has it is "{nearest(colour, scheme)}"')
    return colour


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21; see www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(one: str, other: str, share: float) -> str:
    """A colour with so much of another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def nearest(colour: str, scheme: int) -> str:
    """The first colour from one on the way to black (0: light pages) or white (1: dark ones) that text may have."""
    steps = (mixed(colour, _ENDS[scheme], step / 50) for step in range(51))
    return next(each for each in steps if contrast(each, GROUNDS[scheme]) >= CONTRAST)
