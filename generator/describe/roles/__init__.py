"""Roles: what each sentence of an abstract does, and which say what was found and what was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

_FOUND = re.compile(r"\b(?:show|find|found|prove|demonstrate|achieve|outperform|result)", re.I)
_DONE = re.compile(r"\b(?:[Ww]e|[Tt]his (?:paper|work)) ")


class Choice(NamedTuple):
    """Places of sentences; None: there is none."""

    result: int | None
    what: int | None
    best: Literal["result", "what"]


def choose(title: str, body: Sequence[str]) -> Choice:
    """The sentences of a card."""
    what = next((place for place, said in enumerate(body) if _DONE.search(said)), None)
    result = next((place for place, said in enumerate(body) if place != what and _FOUND.search(said)), None)
    return Choice(result, what, "result")
