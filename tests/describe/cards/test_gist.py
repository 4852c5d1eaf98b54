"""Gists of invented abstracts of several fields: none rather than a bad one, nothing that the paper does not say."""

from __future__ import annotations

import time

import pytest

from generator.describe.cards import gist, lines
from generator.text import evidence, sentences
from tests.cases import for_each

PAPERS = {
    "Masses of Cool White Dwarfs": "White dwarfs are often found in binaries. Using archival spectra, we measure the "
    "masses of twelve cool white dwarfs to 3%. Our fits show that helium envelopes lower the masses by up to 9%. "
    "Future surveys will find more.",
    "Rational Curves on Quintics": "Quintic threefolds have been studied for a long time. Under a mild hypothesis, we "
    "prove that every smooth quintic threefold contains a conic that avoids its singular hyperplane sections.",
    "Wages after Mergers": "Mergers are common. This paper studies wages in towns with two employers. We find that "
    "hourly wages fall by about 4% after a merger, but only where no third employer remains within commuting distance.",
    "Moss in Cold Light": "Moss is a widespread plant. Here, we report that moss on basalt stores carbon at night. "
    "It is shown that the mutant grows twice as fast as the wild type under blue light.",
    "Tides of Frozen Lakes": "Ice covers many lakes. In this work, we derive a wave equation for lakes under thin ice "
    "and solve it on curved shores. The solution predicts tides of at most 7 cm.",
    "Circuits from Recipes": "Recipes are written by hand. We introduce Mosswire, a compiler that turns recipes into "
    "circuits, and prove that its output terminates. Mosswire compiles 1,200 recipes in less than 5 minutes.",
}


@for_each("title", PAPERS)
def test_a_gist_is_a_line_of_its_paper(title: str) -> None:
    """It fits, reads alone, and has only numbers, bounds and names of the paper; and it is the same again."""
    body = sentences.split(PAPERS[title])
    made = gist.make(title, body)
    assert made is not None
    assert lines.fits(made)
    assert lines.reads_alone(made)
    assert not evidence.unsupported(made, title, PAPERS[title])
    assert not evidence.lost_bounds(made, title, PAPERS[title])
    assert body[0][:-1] not in made, "the first sentence of each is background"
    assert gist.make(title, body) == made


def test_what_the_paper_does_and_finds_may_stand_together() -> None:
    """Among the candidates is a line of both."""
    body = sentences.split(
        "We introduce Mosswire, a compiler of recipes. We show that most circuits of bakers never stall."
    )
    texts = [one.text for one in gist.candidates("Recipes", body)]
    assert any("Mosswire" in text and "stall" in text for text in texts)


@for_each(
    ("title", "body"),
    [
        ("A title", []),
        ("A title", ["Withdrawn."]),
        ("A title", ["However, they do."]),
        ("A title", ["We prove Theorem 2 of [3]."]),
        ("Tides of lakes under thin ice", ["We study the tides of lakes under thin ice."]),
    ],
)
def test_none_rather_than_a_bad_one(title: str, body: list[str]) -> None:
    """Nothing reads alone, or nothing is said that the title does not say."""
    assert gist.make(title, body) is None


@for_each(
    ("line", "true"),
    [
        ("Mosswire saves up to 30% of the wires.", True),
        ("Mosswire saves 30% of the wires.", False),
        ("Mosswire saves up to 40% of the wires.", False),
        ("Fernwire saves up to 30% of the wires.", False),
    ],
)
def test_numbers_bounds_and_names_are_proved(line: str, *, true: bool) -> None:
    """By the sentences of the paper."""
    assert gist.proved(line, "A title", ["Mosswire saves up to 30% of the wires on every board."]) is true


def test_every_feature_has_a_value() -> None:
    """As many as are named, about 0 to 1, so that weights can be compared."""
    for title, text in PAPERS.items():
        for one in gist.candidates(title, sentences.split(text)):
            assert len(one.values) == len(gist.LINES) == len(gist.WEIGHTS["lines"])
            assert all(0 <= value <= 2 for value in one.values)


PIECES = [
    ", ", " and ", "(", ")", "(a-", " – ", ", which ", "we show that ", "We propose A, a b that is ", "et al. ", "; ",
    "In this paper, ", "up to ", "9 ", "[1, ", '"', "A A A ", "that ", "experiments ", "our ", "using ", "\u0301",
    "\ud800", "中", "$", "\\", "in [a ", "(A et al. ", "evidence shows ",
]  # fmt: skip


@pytest.mark.trial
@for_each("piece", PIECES)
@for_each("head", ["We show that ", "We propose ", "Using ", "Our experiments on ", ""])
def test_hostile_sentences_are_read_within_a_second(piece: str, head: str) -> None:
    """One of 100 KB, and as many as are read of the longest that is read, made of what the rules look for."""
    longest = (head + piece * 700)[:690]
    for body in ([head + piece * (100_000 // len(piece))], [longest] * 60):
        begin = time.process_time()
        made = gist.make(longest, body)
        assert time.process_time() - begin < 1
        assert made is None or lines.fits(made)
