"""cards.yml: what a person may write, and what is said of what cannot be read."""

from __future__ import annotations

import pytest

from generator.describe.cards import overrides
from generator.errors import SettingsError
from tests.cases import for_each


def test_a_card_is_read():
    text = 'cards:\n  "2603.00356":\n    headline: Tides in  turns\n    figures: ["2x"]\n    by: Ada Ebb\n'
    (card,) = overrides.parse(text).values()
    assert (card.source, card.headline, card.gist, card.figures, card.by) == (
        "daybook", "Tides in turns", None, ("2x",), "Ada Ebb",
    )  # fmt: skip
    assert not card.machine


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_file_has_no_cards(text: str):
    assert overrides.parse(text) == {}


@for_each(
    ("text", "told"),
    [
        ("- a", "must contain a `cards:` mapping"),
        ("cards: [a]", "must contain a `cards:` mapping"),
        ("cards:\n  2603.00350:\n    headline: a", "put the paper's id in quotation marks"),
        ('cards:\n  "a":\n    gist: a', "no headline"),
        ('cards:\n  "a": text', "no headline"),
        ('cards:\n  "a":\n    headline: a\n    badge: b', "unknown key 'badge'"),
        ('cards:\n  "a":\n    headline: 7', "7 is not text"),
        ('cards:\n  "a":\n    headline: a\n    figures: 2x', "`figures` must be a list"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(text: str, told: str):
    with pytest.raises(SettingsError) as caught:
        overrides.parse(text)
    assert told in str(caught.value)
    assert "cards.yml" in str(caught.value)
    assert "\n" not in str(caught.value)
