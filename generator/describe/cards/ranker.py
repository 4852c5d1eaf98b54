"""A trained ranker: the sum of a line's features by their weights (from tests/describe/cards/train.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from generator.describe.cards.features import NAMES


def read(text: str) -> tuple[float, ...]:
    """The weights in the order of the features; what the file does not name weighs nothing."""
    data: Any = json.loads(text)
    weights: Mapping[str, float] = data["weights"]
    return tuple(float(weights.get(name, 0.0)) for name in NAMES)


def score(values: Sequence[float], weights: Sequence[float]) -> float:
    """How good a gist the line would be: about its ROUGE-L with an editor's."""
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


WEIGHTS = read(files("generator.describe.cards").joinpath("weights.json").read_text(encoding="utf-8"))
"""As trained."""
