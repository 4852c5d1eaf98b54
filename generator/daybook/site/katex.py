"""KaTeX as npm installed it: the renderer for the build, the style sheet and fonts for the site."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from daybook.errors import BuildError
from daybook.text.markup import MathRenderer

_SCRIPTS = ("katex.min.js", "contrib/mhchem.min.js")
_STYLE = "katex.min.css"


def renderer(root: Path) -> MathRenderer:
    """The renderer of formulas, from node_modules in `root` (the repository). Raises BuildError."""
    folder = _folder(root)
    return MathRenderer([_read(folder / name) for name in _SCRIPTS])


def assets(root: Path) -> Mapping[str, Path]:
    """The files that the site must serve for formulas: path below the site's KaTeX folder -> file.

    The style sheet ("katex.min.css") and the fonts it loads ("fonts/*.woff2"), in KaTeX' own layout.
    Raises BuildError if KaTeX is not installed.
    """
    folder = _folder(root)
    fonts = sorted((folder / "fonts").glob("*.woff2"))
    if not fonts or not (folder / _STYLE).is_file():
        raise _absent(folder)
    return MappingProxyType({_STYLE: folder / _STYLE} | {f"fonts/{font.name}": font for font in fonts})


def _folder(root: Path) -> Path:
    folder = root / "node_modules" / "katex" / "dist"
    if not folder.is_dir():
        raise _absent(folder)
    return folder


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise _absent(path) from None


def _absent(path: Path) -> BuildError:
    return BuildError(
        "KaTeX is not installed", subject=str(path), hint='run "make setup" to install the version in the lock file'
    )
