"""The registry of the gist's rules, and what others read of a finished gist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.describe.cards import forms, gist, gist_rules, ranker
from generator.text import sentences

WEIGHTS = Path(ranker.__file__).with_name("weights.json")


def test_every_weight_belongs_to_a_judge() -> None:
    """A weight without a judge is a slip of the pen; a judge without a weight counts nothing."""
    assert set(json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]) <= set(gist_rules.JUDGES)


def test_judges_say_about_0_to_1() -> None:
    """Of whatever line, so that weights can be compared."""
    text = "Sorting is slow. We present FoldSort, a sorter that folds. It is 3x faster. We show that folding is sound."
    for line in gist.lines("FoldSort: Folding", sentences.split(text)):
        assert all(0 <= value <= 2 for value in ranker.values(line))


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("FoldSort folds columns.", "subject"),
        ("Surveys how columns are folded.", "verb"),
        ("Studies show that columns fold.", "subject"),
        ("Designs and implement a sorter.", "broken"),
        ("Surprisingly, columns fold by themselves.", "subject"),
    ],
)
def test_form(line: str, form: str) -> None:
    """What a digest builds its sentence on."""
    assert forms.form(line) == form


def test_definition_and_capital() -> None:
    """What else a digest takes from a gist."""
    assert forms.definition("Presents FoldSort, a sorter that folds", "FoldSort") == "a sorter that folds"
    assert forms.definition("Presents TreeSort, a sorter that folds", "FoldSort") is None
    assert forms.without_capital("The sorter folds") == "the sorter folds"
    assert forms.without_capital("Quicksort folds") is None
