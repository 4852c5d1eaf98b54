"""Titles and abstracts that mean harm to renderers of Markdown: the syntax of every dialect, alone, mixed and mutated.

    for title, abstract in texts(1000): ...

The same in every run. First each payload and each piece of syntax.json stands alone, in the title and at the beginning
of a line of the abstract; then several stand together, some inside formulas or commands of TeX, encoded, cut off or
parted. What can be made to run sets `window.__pwned`; what can be made to load asks evil.example.
"""

import html
import json
import random
from collections.abc import Callable
from pathlib import Path

from tests.hostile.payloads import HOSTILE

SYNTAX: dict[str, list[str]] = json.loads((Path(__file__).parent / "syntax.json").read_text(encoding="utf-8"))
"""Pieces of one or more lines, by what reads them; a title has them on one."""
PIECES = tuple(piece for pieces in SYNTAX.values() for piece in pieces)

WORDS = ("we", "show", "that", "replicas", "of", "a", "register", "agree", "within", "3.1", "ms", "on", "64", "nodes")


def _encoded(source: random.Random, text: str) -> str:
    """Some characters as entities, once or twice."""
    forms: tuple[Callable[[str], str], ...] = (html.escape, lambda c: f"&#{ord(c)};", lambda c: f"&amp;#x{ord(c):x};")
    form = source.choice(forms)
    return "".join(form(c) if not c.isalnum() and source.random() < 0.4 else c for c in text)


_UNSEEN = ("\u200b", "\u00ad", "\t", "\\", "\n", "\x00", "\u202e", "\\\\", "\u2028", "\r")
_FRAMES = (
    ("$", "$"), ("$$", "$$"), ("\\(", "\\)"), ("\\emph{", "}"), ("\\texttt{", "}"), ("> ", ""), ("- ", ""),
    ("\\href{https://evil.example/}{", "}"), ("[", "](javascript:window.__pwned=1)"), ("[^1]: ", ""), ("_", "_"),
    ("    ", ""),
    ("![", "](https://evil.example/x.png)"), ("", "{: onclick=window.__pwned=1 }"), ("**", "**"), ("\t", ""),
    ("<div markdown=1>", "</div>"), ("| ", " |"), ("", "\\"), ("", "  "), ("\\", ""), ("``", "''"), ("{", "}"),
    ("`", "`"), ("(", ")"), ('"', '"'),
)  # fmt: skip
"""What may stand around a piece."""


def _mutated(source: random.Random, text: str) -> str:
    """A piece, changed in one of the ways that have got past filters."""
    way = source.randrange(8)
    if way == 0:
        return _encoded(source, text)
    if way == 1:
        at = source.randrange(len(text) + 1)
        return text[:at] + source.choice(_UNSEEN) + text[at:]  # not seen, or a backslash
    if way == 2:
        return text[: source.randrange(1, len(text) + 1)]
    if way == 3:
        return text[source.randrange(len(text)) :]
    if way == 4:
        return "".join(c.upper() if source.random() < 0.5 else c for c in text)
    return text.join(source.choice(_FRAMES))


def _line(source: random.Random, pieces: tuple[str, ...]) -> str:
    parts = [_mutated(source, source.choice(pieces)) for _ in range(source.randint(1, 4))]
    words = [" ".join(source.choices(WORDS, k=source.randint(1, 5))) for _ in parts]
    joints = source.choices(("", " ", ", "), k=len(parts))
    mixed = "".join(f"{part}{joint}{word} " for part, joint, word in zip(parts, joints, words, strict=True))
    return mixed if source.random() < 0.7 else f"{' '.join(source.choices(WORDS, k=3))} {mixed}"


def texts(count: int, seed: int = 28) -> list[tuple[str, str]]:
    """So many pairs of a title, on one line, and an abstract of several lines and paragraphs."""
    pieces = tuple(dict.fromkeys([payload.text for payload in HOSTILE] + [*PIECES]))
    source = random.Random(seed)
    found = []
    for number in range(count):
        if number < len(pieces):
            title, lines = pieces[number], [" ".join(WORDS), pieces[number], " ".join(WORDS)]
        else:
            title, lines = _line(source, pieces), [_line(source, pieces) for _ in range(source.randint(1, 5))]
        found.append((" ".join(title.split("\n")), source.choice(("\n", "\n  ", "\n\n")).join(lines)))
    return found
