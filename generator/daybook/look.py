"""How an archive's site looks, as its archive.yml says: colours, fonts, logo and navigation; and the style sheet of
that. Pure.

One colour carries a site: the header, links, themes and the shades of calendars are made of it. Text has a contrast of
at least 4.5 to 1 with its ground, as WCAG 2.2 asks (AA); a colour that has less is refused, with the nearest that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from daybook.errors import in_file
from daybook.text.yaml_text import typed

_NAME = "archive.yml"
_wrong = in_file(_NAME)
CONTRAST = 4.5
FONT_KINDS = ("woff2", "woff", "ttf", "otf")
_GROUNDS = ("#f3f2ec", "#20282b")  # of all that text stands on, the nearest to its colour: --book-quiet, light and dark
_PAGES, _TEXTS = ("#fdfcf9", "#14191b"), ("#23292c", "#e2e7e6")
_ENDS = ("#000000", "#ffffff")  # where the contrast grows
_SHADES = (0.12, 0.3, 0.5)  # how much of the colour is in the shades of numbers, of which the fourth is it itself
_COLOUR = re.compile(r"#?((?:[0-9a-fA-F]{3}){1,2})")
_PATH = re.compile(r"(?!\.{0,2}/|.*/\.{0,2}(?:/|$))[\w ./-]+\.\w+", re.ASCII)
_PAGE = re.compile(r"[\w./-]+", re.ASCII)
_SECURE = re.compile(r"https://[^\s\"'<>]+")
_FALLBACK = {
    "text": ("--md-text-font-family", "system-ui, sans-serif"),
    "titles": ("--book-serif", "Georgia, serif"),
    "code": ("--md-code-font-family", "ui-monospace, monospace"),
}
_FACES = {"regular": "400", "bold": "700", "italic": "400;font-style:italic"}
_MENDS = {
    "colours": 'write e.g. `colours: {main: "#7a1f2b"}`, or two for light and dark: `{main: ["#7a1f2b", "#f2a9b2"]}`',
    "fonts": "write e.g. `fonts: {text: fonts/Own.woff2}` or `{text: {regular: fonts/Own.woff2, bold: ...}}`",
    "navigation": "write e.g. `navigation: [days, themes, {Our list: notes/list.md}, {Group: https://example.org/}]`",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Colours:
    """What archive.yml may say of colours: of each, one, or two for light and dark."""

    main: str | tuple[str, ...] = ()
    accent: str | tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Faces:
    """The files of a font."""

    regular: str
    bold: str = ""
    italic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fonts:
    """What archive.yml may say of fonts."""

    text: str | _Faces = ""
    titles: str | _Faces = ""
    code: str | _Faces = ""


def colours(value: Any) -> dict[str, tuple[str, str]]:
    """The colours that archive.yml names: for light and for dark, as `#rrggbb`. Raises SettingsError for one that
    cannot be read, or cannot be read on."""
    mends = dict.fromkeys(("", "main", "accent"), _MENDS["colours"])
    if isinstance(value, dict) and (empty := next((name for name, said in value.items() if said is None), "")):
        hint = f'put it in quotation marks, since # begins a comment: {empty}: "#7a1f2b"'
        raise _wrong("has no value", f"colours, {empty}", hint)
    found = {}
    for name, said in asdict(typed(value, _Colours, _NAME, "colours", mends)).items():
        given = [said] if isinstance(said, str) else said
        if len(given) > 2:
            raise _wrong("has more than two colours", f"colours, {name}", _MENDS["colours"])
        known = [_readable(name, each, ground) for each, ground in zip(given, _GROUNDS, strict=False)]
        if known:
            found[name] = (known[0], known[1] if known[1:] else _until(known[0], _GROUNDS[1], _ENDS[1]))
    return found


def _readable(name: str, said: str, ground: str) -> str:
    place = f"colours, {name}"
    if not (match := _COLOUR.fullmatch(said)):
        raise _wrong(f"{said!r} is no colour", place, f"six digits of hex are; {_MENDS['colours']}")
    short = match[1].lower()
    colour = f"#{short if len(short) == 6 else ''.join(sign * 2 for sign in short)}"
    if (has := contrast(colour, ground)) < CONTRAST:
        scheme = "light" if ground == _GROUNDS[0] else "dark"
        near = _until(colour, ground, _ENDS[_GROUNDS.index(ground)])
        problem = f"{said} has a contrast of {has:.2f} to 1 on {scheme} pages, and text needs {CONTRAST}"
        raise _wrong(problem, place, f'the nearest that has it is "{near}"')
    return colour


def fonts(value: Any) -> dict[str, dict[str, str]]:
    """The files of fonts that archive.yml names, below the archive: text, titles or code -> face -> path."""
    mends = dict.fromkeys(("", *_FALLBACK, *_FACES), _MENDS["fonts"])
    said = asdict(typed(value, _Fonts, _NAME, "fonts", mends))
    named = {use: {"regular": faces} if isinstance(faces, str) else faces for use, faces in said.items() if faces}
    found = {use: {face: path for face, path in faces.items() if path} for use, faces in named.items()}
    for use, faces in found.items():
        for path in faces.values():
            file(path, f"fonts, {use}", FONT_KINDS)
    return found


def file(path: str, place: str, kinds: tuple[str, ...]) -> str:
    """The path of a file in the archive. Raises SettingsError for one that leads out of it or is of another kind."""
    if not _PATH.fullmatch(path) or path.rpartition(".")[2] not in kinds:
        hint = f"name a file of the archive that ends in .{', .'.join(kinds)}"
        raise _wrong(f"{path!r} is no such file", place, hint)
    return path


def navigation(value: Any) -> tuple[tuple[str, str], ...]:
    """(label, target) of each entry: a page (`days`, `notes/list.md`) or an https address. Empty: the label is that of
    the page."""
    if not isinstance(value, list):
        raise _wrong("must be a list", "navigation", _MENDS["navigation"])
    entries = []
    for number, said in enumerate(value, 1):
        label, target = next(iter(said.items())) if isinstance(said, dict) and len(said) == 1 else ("", said)
        place = f"navigation, item {number}"
        if not isinstance(label, str) or not isinstance(target, str):
            raise _wrong("is no entry", place, _MENDS["navigation"])
        if not (_PAGE.fullmatch(target) or _SECURE.fullmatch(target)):
            raise _wrong(f"{target!r} is neither a page nor an https address", place, _MENDS["navigation"])
        if not label and not target.isalpha():
            raise _wrong(f"{target} has no name", place, f"write e.g. `{{Our list: {target}}}`")
        entries.append((" ".join(label.split()), target))
    return tuple(entries)


def sheet(colours: Mapping[str, tuple[str, str]], faces: Mapping[str, Mapping[str, str]]) -> str:
    """The style sheet of colours, and of fonts: use -> face -> address from the sheet; empty if there are none."""
    lines = [
        f'@font-face{{font-family:own-{use};src:url("{path}");font-weight:{_FACES[face]};font-display:swap}}'
        for use, held in faces.items()
        for face, path in held.items()
    ]
    told = {_FALLBACK[use][0]: f"own-{use}, {_FALLBACK[use][1]}" for use in faces}
    told |= {f"--{name}": f"light-dark({light}, {dark})" for name, (light, dark) in _made_of(colours)}
    if told:
        lines.append(f":root{{{';'.join(f'{name}:{value}' for name, value in told.items())}}}")
    return "".join(f"{line}\n" for line in lines)


def _made_of(colours: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Names of colours, and what they are, for light and for dark."""
    if "accent" in colours:
        yield "md-accent-fg-color", colours["accent"]
    if "main" not in colours:
        return
    light, dark = main = colours["main"]
    yield "md-primary-fg-color", (light, _mixed(_PAGES[1], light, 0.6))
    yield "md-typeset-a-color", main
    ground = (_mixed(_PAGES[0], light, 0.12), _mixed(_PAGES[1], dark, 0.2))
    yield "book-theme", ground
    yield "book-theme-text", (_until(light, ground[0], _ENDS[0]), _until(dark, ground[1], _ENDS[1]))
    for number, share in enumerate(_SHADES, 1):
        shades = [_mixed(page, own, share) for page, own in zip(_PAGES, main, strict=True)]
        one, other = (_until(shade, text, page) for shade, text, page in zip(shades, _TEXTS, _PAGES, strict=True))
        yield f"book-shade-{number}", (one, other)
    yield "book-shade-4", main
    yield "book-shade-4-text", ("#ffffff", _PAGES[1])


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21; see www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _mixed(one: str, other: str, share: float) -> str:
    """A colour with so much of another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _until(colour: str, ground: str, end: str) -> str:
    """The first colour from one on the way to an end that has the contrast with its ground."""
    steps = (_mixed(colour, end, step / 50) for step in range(51))
    return next(each for each in steps if contrast(each, ground) >= CONTRAST)
