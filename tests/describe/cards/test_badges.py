"""Badges: what kind of paper it is, only where its own words say so."""

from __future__ import annotations

import pytest

from generator.describe.cards import badges
from tests.growth import in_proportion

FILLER = ("Page tables are large.", "They fill memory.")


def names(sentence: str, title: str = "Paging Well", comments: str | None = None) -> list[str]:
    return [badge.name for badge in badges.find(title, [*FILLER, sentence], comments)]


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("We release our code at https://example.org/pager.", "Code available"),
        ("Our source code is publicly available.", "Code available"),
        ("Code: https://github.com/example/pager", "Code available"),
        ("We present Pager, an open-source toolkit for paging.", "Code available"),
        ("We prove that paging is optimal.", "Proof"),
        ("The bound is proven by induction.", "Proof"),
        ("We give a short proof of the lower bound.", "Proof"),
        ("We evaluate Pager on 1,024 GPUs.", "At scale"),
        ("Pager is deployed on thousands of nodes and our results hold.", "At scale"),
        ("We introduce PageSet, a dataset of 300 page tables.", "Dataset"),
        ("We construct a large corpus of tables.", "Dataset"),
        ("We present PageBench, a new benchmark for pagers.", "Benchmark"),
        ("This survey classifies pagers.", "Survey"),
        ("We survey recent approaches to paging.", "Survey"),
        ("This position paper asks for fewer pages.", "Position"),
        ("This paper argues that pages should be small.", "Position"),
    ],
)
def test_plain_words_give_a_badge(sentence: str, name: str) -> None:
    """The badge rests on the words of the sentence."""
    assert names(sentence) == [name]
    (badge,) = badges.find("Paging Well", [*FILLER, sentence], None)
    assert badge.words == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Open-source frameworks such as PagerKit are slow.",
        "The code will be released upon acceptance.",
        "No code is available.",
        "Erasure codes are released in rounds.",
        "A proof-of-concept shows promise.",
        "Pagers use Proof-of-Work.",
        "It is proven technology.",
        "A survey of 40 users found them content.",
        "We survey 200 developers.",
        "We conduct a survey with 40 users.",
        "We simulate 10,000 nodes and evaluate the pager.",
        "We evaluate it on 16 GPUs.",
        "Our experiments use 6,607 biopsy cores.",
        "We present a method that we evaluate on three benchmarks.",
        "We propose an approach for dataset distillation.",
        "We argue for pages.",
        "The project page is available at https://example.org.",
    ],
)
def test_words_about_other_things_give_none(sentence: str) -> None:
    """Precision before recall."""
    assert names(sentence) == []


def test_titles_and_comments_count() -> None:
    """A title may say what a paper is, comments that it is a poster or where its code is."""
    assert names("It pages.", title="A Survey of Pagers") == ["Survey"]
    assert names("It pages.", title="PageBench: A Benchmark for Pagers") == ["Benchmark"]
    assert names("It pages.", comments="Accepted as a poster. Code: https://github.com/example/pager") == [
        "Code available",
        "Poster",
    ]


def test_at_most_three_in_a_fixed_order() -> None:
    """The order is the same whatever comes first."""
    sentences = [
        "This survey classifies pagers.",
        "We present PageBench, a new benchmark for pagers.",
        "We prove that paging is optimal.",
        "Our code is available.",
    ]
    assert [b.name for b in badges.find("Paging", sentences, None)] == ["Code available", "Proof", "Benchmark"]


def test_words_are_whole_and_short() -> None:
    """At most 120 characters of the text, no word cut."""
    sentence = "For " + "tables, " * 40 + "we prove that paging is optimal, " + "and more, " * 30 + "so it is."
    (badge,) = badges.find("Paging", [*FILLER, sentence], None)
    assert len(badge.words) <= badges.MOST_CHARACTERS
    assert "we prove" in badge.words
    assert badge.words in sentence
    assert set(badge.words.split()) - set(sentence.replace(",", "").split()) <= set(sentence.split())


@pytest.mark.parametrize(
    "piece", ["we release code ", "proof of ", "We present a ", "1,024 GPUs ", "a-", "open source", "\x00"]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""

    def find(length: int) -> None:
        long = piece * (length // len(piece))
        badges.find(long, [long, long[:990], long[:900]], long)

    in_proportion(find, 60_000)
