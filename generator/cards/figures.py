"""The figures of a card: up to three results of an abstract, each a phrase of its own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A result as it can be shown alone: "up to 1.28x step time"."""

    text: str
    sentence: int  # which sentence it stands in, from 0
    span: tuple[int, int]  # where in that sentence its words stand


def find(sentences: Sequence[str]) -> tuple[Figure, ...]:
    """At most three result figures of an abstract's plain sentences, best first."""
    return ()
