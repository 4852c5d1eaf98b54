"""What of a site is its owner's own: overrides/ of the archive, which is looked in before Daybook's, fonts, a logo, and
what lies beside the pages in notes/.

An archive may come from anyone. Its layouts are drawn in a sandbox and its scripts run in readers' browsers alone; no
symbolic link is followed, and a file is what its first bytes say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath

from daybook import config, look
from daybook.config import Settings
from daybook.errors import BuildError, SettingsError
from daybook.model.jsonl import to_json
from daybook.runtime import files
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses

FOLDER = "overrides"
NOTES = "notes"
LARGEST, LARGEST_TEXT = 5_000_000, 200_000
"""Bytes of a picture, a font or a document; of a layout, style sheet or script."""
FONTS = {
    "text": "--md-text-font-family:own-text, system-ui, sans-serif",
    "titles": "--book-serif:own-titles, Georgia, serif",
    "code": "--md-code-font-family:own-code, ui-monospace, monospace",
}
"""What a font is for, and the property of styles/base.css that names it."""
_FACES = ("font-weight:400", "font-weight:700", "font-style:italic")
_SIGNS = {
    "woff2": (b"wOF2",), "woff": (b"wOFF",), "ttf": (b"\0\1\0\0", b"true"), "otf": (b"OTTO",),
    "png": (b"\x89PNG\r\n",), "jpg": (b"\xff\xd8\xff",), "jpeg": (b"\xff\xd8\xff",), "webp": (b"RIFF",),
    "svg": (b"<",), "pdf": (b"%PDF-",),
}  # fmt: skip
"""How a file begins, by how its name ends."""
_FONTS, _PICTURES, _BESIDE = tuple(_SIGNS)[:4], tuple(_SIGNS)[4:9], tuple(_SIGNS)[4:]
_TEXTS = ("html", "css", "js", "svg")
_LAYOUT = re.compile(r"(?:partials/)?+[\w-]++\.html")
_SHEET = re.compile(r"styles/.+(?<=\.css)")
_SCRIPT = re.compile(r"assets/scripts/.+(?<=\.js)")
_OTHER = re.compile(r"assets/.+(?<!\.html)|words/.+")
"""Of files in overrides/."""
_LINKS = ".md-footer span a{text-decoration:underline}\n"


@dataclass(frozen=True, slots=True)
class Own:
    """The files of one site."""

    overrides: Path | None  # the archive's, if it has any
    layouts: tuple[str, ...]  # the names of those in it
    sheets: tuple[str, ...]  # its style sheets that belong to those of all pages, lists or what people write
    scripts: tuple[str, ...]  # its scripts that all pages load
    files: Mapping[str, Path]  # path in the site -> file, besides those in overrides/
    sheet: str  # what the style sheet of all pages says besides
    of_pages: str  # the hash of what all pages depend on
    of_files: str  # of what only other files depend on
    faults: tuple[BuildError, ...] = ()  # what is left out: files beside notes that are not what they should be


def of(archive: Path, settings: Settings) -> Own:
    """The owner's own of the site of an archive. Raises BuildError and SettingsError for what cannot be used."""
    held = {path: _sound(archive, place) for path, place in _walked(archive / FOLDER)}
    if lost := next(
        (path for path in held if not (_LAYOUT.fullmatch(path) or _SHEET.fullmatch(path) or _OTHER.fullmatch(path))),
        None,
    ):
        hint = "move it to assets/, or to styles/ if it is one; layouts end in .html"
        raise BuildError("has no place there", subject=f"{FOLDER}/{lost}", hint=hint)
    (sheet, own), faults = _fonts(archive, settings), list[BuildError]()
    sheet += look.sheet(settings.colours) + _LINKS * bool(settings.footer)
    if settings.logo:
        own[logo(settings)] = _sound(archive, archive / settings.logo, _PICTURES)
    for path, place in _walked(archive / NOTES):
        if place.suffix[1:].lower() in _BESIDE:
            try:
                own[f"{NOTES}/{path}"] = _sound(archive, place)
            except BuildError as error:
                faults.append(error)
    layouts = tuple(path for path in held if _LAYOUT.fullmatch(path))
    sheets = tuple(path for path in held if _SHEET.fullmatch(path))
    scripts = tuple(path for path in held if _SCRIPT.fullmatch(path))
    pages = files.digest(files.digest_files(archive, (held[path] for path in layouts)), to_json((sheets, scripts)))
    rest = files.digest(files.digest_files(archive, (*held.values(), *own.values())), sheet)
    return Own(archive / FOLDER if held else None, layouts, sheets, scripts, own, sheet, pages, rest, tuple(faults))


def _fonts(archive: Path, settings: Settings) -> tuple[str, dict[str, Path]]:
    """The style sheet of the archive's fonts, and their files by their paths in the site."""
    sheet, own = "", dict[str, Path]()
    for use, said in settings.fonts.items():
        faces = [said] if isinstance(said, str) else said
        if use not in FONTS or len(faces) > len(_FACES):
            hint = f"name files for {', '.join(FONTS)}: of each a regular, a bold and an italic one, at most"
            raise SettingsError("no font is known for that", subject=config.NAME, location=f"fonts, {use}", hint=hint)
        sheet += f":root{{{FONTS[use]}}}\n"
        for number, path in enumerate(faces):
            to = f"fonts/{use}-{number}{Path(path).suffix.lower()}"
            own[f"assets/{to}"] = _sound(archive, archive / path, _FONTS)
            sheet += f'@font-face{{font-family:own-{use};src:url("{to}");{_FACES[number]};font-display:swap}}\n'
    return sheet, own


def logo(settings: Settings) -> str:
    """Where a site has its owner's logo; empty without one."""
    return f"assets/images/logo{Path(settings.logo).suffix.lower()}" if settings.logo else ""


def tabs(settings: Settings, usual: list[tuple[str, str]], texts: Collection[str]) -> list[tuple[str, str]]:
    """(label, source path or address elsewhere) of the header's tabs: as archive.yml has them, else the usual. `texts`:
    the source paths of the site. Raises SettingsError for one that leads nowhere."""
    if settings.navigation:
        several = (said.items() if isinstance(said, Mapping) else [("", said)] for said in settings.navigation)
        named = [(str(label) or _(_name(to)), to) for label, to in chain.from_iterable(several)]
        return [(label, _page(to, f"navigation, {label}", texts)) for label, to in named]
    if usual and addresses.NOTES in texts:
        usual.insert(-2, ("Notes", addresses.NOTES))  # before the guide
    apart = len(settings.drawn) > 1  # else the themes lead to the one
    return [(_(name), path) for name, path in usual if path != addresses.CATEGORIES or apart]


def _name(target: str) -> str:
    return PurePosixPath(target).stem.replace("-", " ").capitalize()


def footer(settings: Settings, texts: Collection[str]) -> str:
    """The footer as Markdown, whose links are source paths or addresses elsewhere. Raises SettingsError."""
    return markup.LINK.sub(lambda link: f"[{link[1]}]({_page(link[2], 'footer', texts)})", settings.footer)


def _page(target: str, place: str, texts: Collection[str]) -> str:
    found = next((each for each in (target, f"{target}.md", f"{target}/index.md") if each in texts), target)
    if found not in texts and not found.startswith("https://"):
        hint = "name a page such as days, themes, about or notes/NAME.md, or an https address"
        raise SettingsError(f"this site has no page {target!r}", subject=config.NAME, location=place, hint=hint)
    return found


def _walked(folder: Path) -> Iterator[tuple[str, Path]]:
    """(path below it, place) of all that a folder holds, sorted; but for what is hidden. A link to a folder is one."""
    for top, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted([*names, *(name for name in below if Path(top, name).is_symlink())]):
            if not name.startswith("."):
                yield Path(top, name).relative_to(folder).as_posix(), Path(top, name)


def _sound(archive: Path, place: Path, kinds: Collection[str] = ()) -> Path:
    """A file of the archive, which is what its name says, of one of these kinds. Raises BuildError."""
    name, kind = os.path.relpath(place, archive), place.suffix[1:].lower()
    signs, most = _SIGNS.get(kind, (b"",)), LARGEST_TEXT if kind in _TEXTS else LARGEST
    try:
        if place.is_symlink() or not place.resolve().is_relative_to(archive.resolve()):
            raise BuildError("leads elsewhere", subject=name, hint="put the file itself into the archive")
        if (size := place.stat().st_size) > most:
            raise BuildError(f"has {size:,} bytes", subject=name, hint=f"make it smaller: at most {most:,}")
        data = files.read(place) or b""
        if kind in _TEXTS:
            data.decode()
    except OSError as error:
        raise BuildError(f"cannot be read: {error.strerror}", subject=name, hint="put the file there") from error
    except UnicodeDecodeError as error:
        raise BuildError("is not UTF-8", subject=name, hint="save it as UTF-8") from error
    if (kinds and kind not in kinds) or not data.startswith(signs) or (kind == "svg" and b"<svg" not in data):
        raise BuildError(f"is no {kind} file", subject=name, hint=f"use {' or '.join(kinds) or 'the right file'}")
    return place
