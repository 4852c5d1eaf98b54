"""Badges: what kind of paper it is, only where its own words say so."""

from __future__ import annotations

import pytest

from generator.describe.cards import badges
from tests.cases import for_each
from tests.tools.growth import in_proportion

FILLER = ("Lakes freeze.", "They thaw in spring.")


def names(sentence: str, title: str = "Ice on Lakes", comments: str | None = None) -> list[str]:
    return [badge.name for badge in badges.find(title, [*FILLER, sentence], comments)]


EARNED = {
    "Withdrawn": ("This paper has been withdrawn by the authors due to a gap in Lemma 2.",),
    "Code available": (
        "We release our code at https://example.org/ice.",
        "The source code of the solver is publicly available.",
        "Code: https://github.com/example/ice",
        "We present Tidewell, an open-source library for tidal clocks.",
    ),
    "Dataset": (
        "We introduce LakeSet, a dataset of 300 frozen lakes.",
        "We compile a catalogue of 1,200 eclipsing binaries.",
        "We build a corpus of letters by nurses.",
        "We construct a database of 40 thousand reactions.",
    ),
    "Benchmark": ("We present LakeBench, a new benchmark for models of ice.",),
    "Survey": (
        "This survey reviews tests for unit roots in short panels.",
        "We present a comprehensive review of lichens on granite.",
        "In this review, we follow the lattice from theory to experiment.",
        "We survey the recent literature on minimum wages.",
    ),
    "Replication": (
        "We replicate the study of bread prices with new data.",
        "We reproduce the main results of three experiments.",
    ),
    "Proof": (
        "In this paper we prove that every such flow is unique.",
        "The conjecture is proved for all primes.",
        "We give a short proof of the lower bound on the genus.",
        "It is proved that the gap closes.",
    ),
    "Position": ("This position paper calls for smaller telescopes.", "This article argues that prices follow wages."),
}


@for_each(("name", "sentence"), [(name, one) for name, all_ in EARNED.items() for one in all_])
def test_plain_words_earn_a_badge(name: str, sentence: str) -> None:
    """It rests on the whole sentence."""
    (badge,) = badges.find("Ice on Lakes", [*FILLER, sentence], None)
    assert (badge.name, badge.words) == (name, sentence)


@for_each(
    "sentence",
    [
        "The deposit was withdrawn from the bank.",
        "Error-correcting codes are available for every length.",
        "The code will be released upon acceptance.",
        "No code is available.",
        "Open-source tools such as IceKit are slow.",
        "We train a model on a large dataset of lakes.",
        "We propose a method for dataset distillation.",
        "We use a catalogue of stars.",
        "We evaluate it on three benchmarks.",
        "The survey covers 1200 square degrees of the northern sky.",
        "A survey of 300 farmers found them content.",
        "We conduct a survey with 40 nurses.",
        "We review the mass of the star.",
        "Cells replicate their DNA within hours.",
        "The model reproduces the observed spectrum.",
        "A proof-of-concept device works at room temperature.",
        "We give a proof of concept for a cold trap.",
        "The drug has proven useful in mice.",
        "Existence is proved by Perron in the plane.",
        "In a companion paper, we prove that the flow exists.",
        "Recently, we proved that the flow exists.",
        "The theorem is used in schools.",
        "The position of the star was measured twice.",
        "We argue that prices follow wages.",
    ],
)
def test_words_about_other_things_earn_none(sentence: str) -> None:
    """Precision before recall."""
    assert names(sentence) == []


@for_each(
    ("title", "name"),
    [
        ("A Survey of Frozen Lakes", ["Survey"]),
        ("LakeBench: A Benchmark for Ice", ["Benchmark"]),
        ("LakeSet: A Large Dataset of Lakes", ["Dataset"]),
        ("Bread Prices: A Replication", ["Replication"]),
        ("Proof of the Lake Conjecture", ["Proof"]),
        ("Position: Lakes Should Be Named", ["Position"]),
        ("Proof of Stake in Lakes", []),
        ("A Survey of 300 Farmers", []),
        ("Optics of a Large Survey Telescope", []),
    ],
)
def test_titles_count(title: str, name: list[str]) -> None:
    """A title may say what a paper is."""
    assert names("It melts.", title) == name


def test_comments_count() -> None:
    """They may say where the code is, or that the paper is no more."""
    assert names("It melts.", comments="12 pages, code at https://github.com/example/ice") == ["Code available"]
    assert names("It melts.", comments="Withdrawn by the authors") == ["Withdrawn"]


def test_at_most_three_in_a_fixed_order() -> None:
    """The order is the same whatever comes first."""
    told = [EARNED[name][0] for name in ("Position", "Proof", "Survey", "Dataset", "Code available")]
    assert [badge.name for badge in badges.find("Ice", told, None)] == ["Code available", "Dataset", "Survey"]


def test_of_a_long_sentence_a_whole_clause_is_quoted() -> None:
    """Between its joints, no word cut."""
    clause = "and we prove that ice is thin"
    sentence = f"For lakes of {'cold and ' * 20}deep water, {clause}, which {'is and ' * 20}was known; so it melts."
    (badge,) = badges.find("Ice", [sentence], None)
    assert (badge.name, badge.words) == ("Proof", clause)


@pytest.mark.trial
@for_each(
    "piece",
    ["we release code ", "proof of ", "We present a ", "a-", "open source ", "We present A (", ", and ", "\x00"],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""

    def find(length: int) -> None:
        long = piece * (length // len(piece))
        badges.find(long, [long, *[long[:990]] * (length // 1000)], long)

    in_proportion(find, 32_000)
