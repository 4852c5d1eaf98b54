"""cards.yml: what a person may write, and what is said of what cannot be read."""

import pytest
from daybook.describe import cards
from daybook.errors import SettingsError

from tests.cases import for_each, table


def test_a_card_is_read():
    text = 'cards:\n  "2603.00356":\n    headline: Tides in  turns\n    figures: ["2x"]\n    by: Ada Ebb\n'
    (card,) = cards.parse(text).values()
    assert (card.source, card.headline, card.gist, card.figures, card.by) == (
        "daybook", "Tides in turns", None, ("2x",), "Ada Ebb",
    )  # fmt: skip
    assert not card.machine


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_file_has_no_cards(text: str):
    assert cards.parse(text) == {}


@for_each(("text", "told"), table(__file__, "what_cannot_be_read_is_told_in_one_line"))
def test_what_cannot_be_read_is_told_in_one_line(text: str, told: str):
    with pytest.raises(SettingsError) as caught:
        cards.parse(text)
    assert told in str(caught.value)
    assert "cards.yml" in str(caught.value)
    assert "\n" not in str(caught.value)
