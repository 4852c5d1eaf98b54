"""What the tests of cards read beside the project: papers of all documents, and cards that editors wrote."""

from __future__ import annotations

import importlib.util
import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

from generator.errors import GeneratorError
from generator.model import Entry
from generator.sources.detect import detect
from generator.store import documents
from tests.conftest import SHARED


@cache
def papers() -> tuple[Entry, ...]:
    """Every entry with an abstract in ../shared/listings, each title once; none where they are not here."""
    found: dict[str, Entry] = {}
    folder = SHARED / "listings"
    for source in documents.find(folder) if folder.is_dir() else ():
        try:
            data = source.data()
            listings = detect(data).read(data)
        except GeneratorError:
            continue
        for listing in listings:
            for entry in listing.entries:
                if entry.abstract:
                    found.setdefault(entry.title, entry)
    return tuple(found.values())


@cache
def evaluation() -> Any:
    """The module that scores cards. FileNotFoundError where it is not here."""
    spec = importlib.util.spec_from_file_location("eval_cards", SHARED / "tools/eval_cards.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def edited() -> list[dict[str, str]]:
    """The development half of the cards that editors wrote: title, abstract, headline, gist ..."""
    cards: list[dict[str, str]] = json.loads((SHARED / "tools/cards_dev.json").read_text(encoding="utf-8"))
    return cards


def overlap(reference: str, text: str) -> list[float]:
    """ROUGE-1, -2 and -L of a text, for evaluation().score: as rouge-score has them, but without its stemmer."""
    normal = evaluation().norm
    told, wanted = (re.findall(r"[a-z0-9]+", normal(one).lower()) for one in (text, reference))
    pairs = [list(pairwise(words)) for words in (told, wanted)]
    return [
        _f1((Counter(told) & Counter(wanted)).total(), len(told), len(wanted)),
        _f1((Counter(pairs[0]) & Counter(pairs[1])).total(), len(pairs[0]), len(pairs[1])),
        _f1(_in_order(told, wanted), len(told), len(wanted)),
    ]


def _f1(common: int, told: int, wanted: int) -> float:
    return 2 * common / (told + wanted) if common else 0.0


def _in_order(told: list[str], wanted: list[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(wanted) + 1)
    for word in told:
        before = 0
        for place, other in enumerate(wanted, 1):
            before, row[place] = row[place], before + 1 if word == other else max(row[place], row[place - 1])
    return row[-1]
