"""A trained ranker: the sum of what judges say of a line by their weights (from tests/describe/cards/train.py)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from generator.describe.cards.features import Candidate
from generator.describe.cards.gist_rules import JUDGES


def values(line: Candidate) -> tuple[float, ...]:
    """What each judge says of a line, in the order of JUDGES."""
    return tuple(float(judge(line)) for judge in JUDGES.values())


def score(line: Candidate, weights: Sequence[float]) -> float:
    """How good a gist the line would be: about its ROUGE-L with an editor's."""
    return sum(value * weight for value, weight in zip(values(line), weights, strict=True))


def _read() -> tuple[float, ...]:
    text = files("generator.describe.cards").joinpath("weights.json").read_text(encoding="utf-8")
    data: Any = json.loads(text)
    return tuple(float(data["weights"].get(name, 0.0)) for name in JUDGES)


WEIGHTS = _read()
"""As trained, in the order of JUDGES; what weights.json does not name weighs nothing."""
