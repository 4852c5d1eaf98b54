"""Words without their endings: what each way makes of the same words, side by side."""

from __future__ import annotations

import pytest

from generator.text import stems


@pytest.mark.parametrize(
    ("word", "singular", "loose", "root", "bare"),
    [
        ("caches", "cache", "cache", "cach", "cach"),
        ("policies", "policie", "policy", "policy", "polic"),
        ("bus", "bus", "bu", "bus", "bu"),
        ("loss", "loss", "loss", "loss", "los"),
        ("gas", "gas", "ga", "gas", "ga"),
        ("scheduling", "scheduling", "scheduling", "schedul", "schedul"),
        ("5g", "5g", "5g", "5g", "5g"),
    ],
)
def test_endings(word: str, singular: str, loose: str, root: str, bare: str) -> None:
    """The ways differ on purpose: stored signatures, themes and cards depend on each of them."""
    assert (stems.singular(word), stems.loose_singular(word)) == (singular, loose)
    assert (stems.root(word), stems.uninflected(word)) == (root, bare)


def test_both_numbers() -> None:
    """A theme's rule and a card's name are found in singular and plural."""
    assert stems.forms("batch") == {"batch", "batches"}
    assert stems.forms("policies") == {"policies", "policy", "policie"}
    assert stems.other_number("replica") == ("replicas",)
    assert stems.other_number("boxes") == ("boxe", "box")
