"""The words that the rules for cards know: abbreviations, and the verbs in which papers tell what they do (words.json)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def _words() -> dict[str, frozenset[str]]:
    data: Any = json.loads(files("generator.cards").joinpath("words.json").read_text(encoding="utf-8"))
    return {kind: frozenset(" ".join(lines).split()) for kind, lines in data.items()}


_WORDS = _words()
ABBREVIATIONS = _WORDS["abbreviations"]
"""In lower case, without the last period: these never end a sentence."""
SELDOM_ENDING = _WORDS["abbreviations that may end a sentence"]
VERBS = _WORDS["verbs"]
"""In the form of "we propose"."""


def third_person(verb: str) -> str:
    """What "it" does where "we" `verb`.

    >>> third_person("study"), third_person("propose"), third_person("establish")
    ('studies', 'proposes', 'establishes')
    """
    if verb.endswith("y") and verb[-2:-1] not in "aeou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


THIRD_PERSON = frozenset(map(third_person, VERBS)) | {"is", "has", "does"}
"""In the form of "it proposes"."""
