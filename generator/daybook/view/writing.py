"""Generated pages as text: front matter of a few short keys, then plain CommonMark with tables and `$formulas$`.

No HTML, no images, no attribute lists: a page can be read in an editor, on GitHub and in Obsidian. Its layout, in
overrides/, is given what it shows besides the text as the page's facts.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from daybook.text import markup
from daybook.view import addresses

_WORD = re.compile(r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*", re.ASCII)
_NOT_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})  # to YAML they are no strings


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page."""

    path: str
    """Below the folder of pages."""
    text: str
    """Its Markdown."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What its layout shows besides the text, and rows that stand for it: fit for JSON."""


def page(path: str, kind: str, *blocks: str, facts: Mapping[str, object] | None = None, **keys: object) -> Page:
    """A page of these blocks, of which empty ones are left out. `kind`: names its layout; `keys`: of its front matter.

    Keys without a value are left out.
    """
    lines = [
        f"{key}: {_value(value)}"
        for key, value in {"kind": kind, **keys}.items()
        if value not in (None, "", (), [], {})
    ]
    return Page(
        path, "\n".join(["---", *lines, "---", ""]) + "\n" + "\n\n".join(filter(None, blocks)) + "\n", facts or {}
    )


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_value(key)}: {_value(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | dt.date):
        return str(value)
    text = str(value)
    return text if _WORD.fullmatch(text) and text.lower() not in _NOT_WORDS else markup.yaml_string(text)


def link(words: str, target: str, page: str) -> str:
    """A link to a page, both source paths. `words`: Markdown."""
    return markup.link(words, addresses.near(target, page))


def section(heading: str, *blocks: str, level: int = 2) -> str:
    """Blocks under a heading (Markdown); empty without blocks."""
    held = "\n\n".join(filter(None, blocks))
    return f"{'#' * level} {heading}\n\n{held}" if held else ""


def bullets(lines: Iterable[str], indent: str = "") -> str:
    """A list of lines of Markdown."""
    return "\n".join(f"{indent}- {line}" for line in lines)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A table of cells of Markdown; the last `numbers` columns hold numbers. Empty without rows."""
    marks = ["---"] * (len(head) - numbers) + ["--:"] * numbers
    lines = [_line(row) for row in rows]
    return "\n".join([_line(head), _line(marks), *lines]) if lines else ""


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
