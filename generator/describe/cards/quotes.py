"""A sentence of an abstract as a card shows it."""

from __future__ import annotations

from generator.model import Quote


def quote(text: str, start: int, end: int) -> Quote:
    """The sentence text[start:end] of a plain abstract."""
    said = text[start:end]
    return Quote(text=said[:1].upper() + said[1:], start=start, end=end)
