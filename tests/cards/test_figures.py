"""Figures: results of an abstract as short phrases of its own words, with their bounds and in the right direction."""

from __future__ import annotations

import time

import pytest

from generator import evidence
from generator.cards import figures, measures
from generator.cards.phrases import in_words

OFFER = "We present Quiltwork, a pager for page tables."


def texts(*sentences: str) -> list[str]:
    return [figure.text for figure in figures.find([OFFER, *sentences])]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("It reduces GPU memory by 49%.", ["-49% GPU memory"]),
        ("It reduces the peak GPU memory by up to 49 percent.", ["up to 49% lower peak GPU memory"]),
        ("It increases hit rate by 7%.", ["+7% hit rate"]),
        ("It achieves a 2.3x speedup over vLLM.", ["2.3x speedup over vLLM"]),
        ("It achieves up to 1.28× higher throughput.", ["up to 1.28× higher throughput"]),
        ("It improves the goodput of the pool by about 5.3 times.", ["about 5.3x better goodput"]),
        ("Latency drops by at least 3x.", ["at least 3x lower latency"]),
        ("It shows end-to-end speedups of up to 342x.", ["end-to-end speedups of up to 342x"]),
        ("It uses 28% fewer trainable parameters.", ["28% fewer trainable parameters"]),
        ("It improves the success rate from 42% to 49%.", ["success rate from 42% to 49%"]),
        ("It is one to two orders of magnitude faster.", ["one to two orders of magnitude faster"]),
        ("It runs nearly 4x faster.", ["runs nearly 4x faster"]),
        ("It outperforms OakServe by 6.5 points in accuracy.", ["6.5 points better accuracy"]),
        ("It cuts energy by 42% and table size by 11%.", ["-42% energy", "-11% table size"]),
        ("It reduces TTFT and TTLT by 93% and 50%, respectively.", ["-93% TTFT"]),
        ("It reduces 33% FLOPs.", ["-33% FLOPs"]),
        ("It reaches 94.1% accuracy at 16 W.", ["94.1% accuracy"]),
    ],
)
def test_results_become_phrases(sentence: str, shown: list[str]) -> None:
    """The metric, the direction and the bound stay; the set-up goes."""
    assert texts(sentence) == shown


@pytest.mark.parametrize(
    "sentence",
    [
        "Existing pagers waste 30% of memory.",
        "However, GPUs idle for up to 40% of the time.",
        "It was tested on 128 GPUs in 2024 with Llama-3-70B.",
        "It holds at 95% confidence.",
        "No baseline exceeds 56% accuracy.",
        "Current systems degrade by up to 19 times.",
        "It reaches 0.0% error.",
        "It runs on 8× RTX 4090 servers.",
    ],
)
def test_what_is_no_result_is_no_figure(sentence: str) -> None:
    """Problem statements, set-ups, years, names and other people's numbers are passed by."""
    assert texts(sentence) == []


def test_no_figure_before_the_paper_speaks_of_itself() -> None:
    """What stands before "we present" is background."""
    assert figures.find(["Pagers waste memory and reach 30% utilization.", OFFER]) == ()


def test_at_most_three_best_first() -> None:
    """Bounded factors come before shares that stand alone."""
    found = texts("It reaches 91% accuracy.", "It achieves up to 3x speedup, 5% lower cost and 20% higher goodput.")
    assert found[0] == "up to 3x speedup"
    assert len(found) == 3


def test_a_figure_knows_its_place() -> None:
    """Sentence and span lead back to the words."""
    (figure,) = figures.find([OFFER, "It achieves a 2.3x speedup."])
    assert figure.sentence == 1
    assert "It achieves a 2.3x speedup."[slice(*figure.span)] == "2.3x speedup"


def test_in_words_has_no_sign() -> None:
    """Counts are fewer, measures lower."""
    assert in_words("-49% GPU memory") == "49% lower GPU memory"
    assert in_words("+7% nodes") == "7% more nodes"
    assert in_words("2x speedup") == "2x speedup"


def test_measures_keep_ranges_and_bounds() -> None:
    """A range is one measure; two units are two."""
    found = list(measures.find("by up to an average of 2-3.5X, ~40% and 3 times, ≥5%"))
    assert [m.shown() for m in found] == ["up to 2-3.5x", "~40%", "3x", "≥5%"]
    assert [m.kind for m in found] == ["x", "%", "x", "%"]


def test_every_figure_is_faithful() -> None:
    """No number without its sentence, no bound lost."""
    sentence = "We cut cost by at least 30%, reach about 2.5x speedup over A100 pods and up to 9% gains."
    for figure in figures.find([OFFER, sentence]):
        assert evidence.unsupported(figure.text, sentence) == ()
        assert evidence.lost_bounds(figure.text, sentence) == ()


@pytest.mark.parametrize(
    "piece", ["9% ", "reduces by ", "up to ", "1x and ", "(", "of magnitude ", "a 5% b by ", "\x00é"]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""
    long = piece * (200_000 // len(piece))
    began = time.process_time()
    figures.find([OFFER, long, long[:990]])
    list(measures.find(long))
    assert time.process_time() - began < 3
