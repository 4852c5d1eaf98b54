"""Words without their endings: what each way makes of the same words, side by side."""

from __future__ import annotations

from generator.text import stems
from tests.cases import for_each, table


@for_each(("word", "singular", "root", "bare"), table(__file__, "endings"))
def test_endings(word: str, singular: str, root: str, bare: str) -> None:
    """The ways differ on purpose: stored signatures, themes and cards depend on each of them."""
    assert (stems.singular(word), stems.root(word), stems.uninflected(word)) == (singular, root, bare)


def test_both_numbers() -> None:
    """A theme's rule is found in singular and plural."""
    assert stems.forms("batch") == {"batch", "batches"}
    assert stems.forms("policies") == {"policies", "policy", "policie"}
