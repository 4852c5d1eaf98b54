"""Words without their endings and how rare they are; where sentences end."""

import math
from pathlib import Path

import pytest
import yaml
from daybook.text import sentences, vocabulary
from daybook.text.vocabulary import UNKNOWN, rarity

from tests.cases import for_each, table
from tests.tools.growth import in_proportion


@for_each(("word", "singular", "root", "bare"), table(__file__, "endings"))
def test_endings(word: str, singular: str, root: str, bare: str) -> None:
    """The ways differ on purpose: stored signatures, themes and cards depend on each of them."""
    assert (vocabulary.singular(word), vocabulary.root(word), vocabulary.uninflected(word)) == (singular, root, bare)


@for_each(
    ("word", "forms"),
    [
        ("batch", "batch batches"), ("policies", "policies policy policie"), ("query", "query querys queries"),
        ("boxes", "boxes box boxe"), ("kernels", "kernels kernel"), ("bus", "bus buses"), ("of", "of"), ("k8s", "k8s"),
        ("ties", "ties tie"), ("loss", "loss losses"),
    ],
)  # fmt: skip
def test_both_numbers(word: str, forms: str) -> None:
    """A theme's rule is found in singular and plural."""
    assert vocabulary.forms(word) == set(forms.split())


def test_rarity_grows_from_common_words_to_names_and_relatives_share_it() -> None:
    assert rarity("the") == 0 < rarity("network") < rarity("scheduler") < rarity("pulsar") < UNKNOWN
    assert rarity("schedulers") == rarity("scheduling")
    assert {rarity(word) for word in ("quorblex", "", "\udc80", "x" * 10_000)} == {UNKNOWN}
    assert len(vocabulary.table()) > 9000
    assert all(0 <= value < UNKNOWN and math.isfinite(value) and word for word, value in vocabulary.table().items())


SENTENCES = yaml.safe_load((Path(__file__).parent / "sentences.yml").read_text(encoding="utf-8"))


@for_each("case", SENTENCES)
def test_spans(case: str) -> None:
    """Spans follow each other, and what lies between them is blank."""
    text = SENTENCES[case]["text"]
    places = sentences.spans(text)
    assert [text[start:end] for start, end in places] == SENTENCES[case]["sentences"]
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
