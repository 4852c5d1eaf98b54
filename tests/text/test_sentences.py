"""Where sentences end, and where a period is part of a word."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from generator.text import sentences
from tests.cases import for_each
from tests.tools.growth import in_proportion

CASES = yaml.safe_load((Path(__file__).parent / "sentences.yml").read_text(encoding="utf-8"))


@for_each("case", CASES)
def test_split(case: str) -> None:
    """A text splits into just these sentences."""
    assert [*sentences.split(CASES[case]["text"])] == CASES[case]["sentences"]


@for_each("case", CASES)
def test_spans(case: str) -> None:
    """Spans follow each other, and what lies between them is blank."""
    text = CASES[case]["text"]
    places = sentences.spans(text)
    assert [text[start:end] for start, end in places] == CASES[case]["sentences"]
    ends = (0, *(end for _, end in places)), (*(start for start, _ in places), len(text))
    assert not any(text[end:start].strip() for end, start in zip(*ends, strict=True))


@pytest.mark.trial
@for_each(
    ("piece", "end"), [(".", ""), ("A. ", ""), ("a", "."), ("e.g. ", ""), ("(", ". A"), ("() (", ". A"), ('"a ', ". A")]
)
def test_hostile_text_is_split_in_time(piece: str, end: str) -> None:
    """No text takes longer than it is, and nothing of it is lost."""

    def split(length: int) -> None:
        text = piece * (length // len(piece)) + end
        assert "".join("".join(sentences.split(text)).split()) == "".join(text.split())

    in_proportion(split, 200_000)
