"""The headline of a card: the title itself, or of a long one that begins with a coined name, what stands behind it.

A title is what the authors say their paper is; a shortened one says something else ("Constraining the Jet Energetics").
"""

from __future__ import annotations

import re

MOST_CHARACTERS = 90
_NAME_WORDS = 3
_LEAST_WORDS = 5
_NAMED = re.compile(r"(?P<name>[^\s:][^:]{0,40}): +(?P<rest>[^:]+)")
_ORDINARY = re.compile(r"[a-z]{2,}[,;]?")


def make(title: str) -> str:
    """The headline from a paper's plain title: the title, whole. Of one that is longer than MOST_CHARACTERS and begins
    with a name of up to three words and a colon, the rest, if that fits and has five words: it reads alone."""
    whole = " ".join(title.split())
    named = _NAMED.fullmatch(whole) if len(whole) > MOST_CHARACTERS else None
    if named is None or len(named["name"].split()) > _NAME_WORDS:
        return whole
    rest = named["rest"]
    fits = len(rest) <= MOST_CHARACTERS and len(rest.split()) >= _LEAST_WORDS and rest.count("(") == rest.count(")")
    if not fits:
        return whole
    return rest[:1].upper() + rest[1:] if _ORDINARY.fullmatch(rest.split()[0]) else rest
