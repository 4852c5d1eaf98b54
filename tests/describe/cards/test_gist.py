"""Gists of invented abstracts: what is chosen, what is taken off, and what no gist may be."""

from __future__ import annotations

import re

import pytest

from generator.describe.cards import compress, gist, openings, system_names, wellformed
from generator.text import sentences
from tests.growth import in_proportion

REWRITTEN = {
    "a result stands for itself": (
        "Extensive experiments on two clusters show that FoldSort halves the wiring of wafers.",
        "FoldSort halves the wiring of wafers.",
    ),
    "what is shown": (
        "However, in this paper we formally prove that every replica stays within two steps of the truth.",
        "Every replica stays within two steps of the truth.",
    ),
    "two things that are shown": (
        "We show that FoldSort folds every column, and that TreeSort folds none.",
        "FoldSort folds every column, and TreeSort folds none.",
    ),
    "what a system does": (
        "To close this gap, we present FoldSort, a sorting library for wafers that folds columns and keeps keys near.",
        "FoldSort folds columns and keeps keys near.",
    ),
    "what a system is": (
        "We introduce FoldSort, a sorting library for chips as large as wafers.",
        "FoldSort is a sorting library for chips as large as wafers.",
    ),
    "what something unnamed does": (
        "This paper proposes a scheduler that folds the queue of each core at night.",
        "A scheduler folds the queue of each core at night.",
    ),
    "a name that comes late": (
        "We develop a sorting library, called FoldSort, that folds columns of a wafer in place.",
        "FoldSort folds columns of a wafer in place.",
    ),
    "nobody named": (
        "In this paper, we survey sorting networks and discuss the wiring of their columns.",
        "Surveys sorting networks and discusses the wiring of their columns.",
    ),
    "the paper's aim": (
        "The aim of this paper is to classify networks of wires by their columns.",
        "Classifies networks of wires by their columns.",
    ),
    "one's own system": (
        "Our framework learns the shape of the wafer from its edges.",
        "FoldSort learns the shape of the wafer from its edges.",
    ),
    "asides and citations": (
        "FoldSort (see the appendix for details) folds columns [3, 4] with (1−ε) of the wires.",
        "FoldSort folds columns with (1−ε) of the wires.",
    ),
    "a clause that hangs": (
        "FoldSort folds columns of the wafer in place, which no sorter of its kind has ever done before.",
        "FoldSort folds columns of the wafer in place.",
    ),
    "the first of several": (
        "FoldSort folds columns of the wafer, moves keys to their neighbours, and sorts what is left at night.",
        "FoldSort folds columns of the wafer and moves keys to their neighbours.",
    ),
}


@pytest.mark.parametrize("case", REWRITTEN)
def test_a_sentence_is_told_in_fewer_words(case: str) -> None:
    """The line is among those that a sentence gives."""
    sentence, expected = REWRITTEN[case]
    assert expected in list(compress.variants(sentence, "FoldSort"))


KEPT = {
    "an unfinished list": "FoldSort sorts keys of the wafers, columns, with rows and wires, and cores.",
    "a condition": "FoldSort folds every column of the wafer, if the keys are small.",
    "a chance": "FoldSort folds every column of the wafer, with high probability.",
    "what follows but": "FoldSort folds every column of the wafer, but breaks its wires.",
    "what a colon announces": "FoldSort has three parts: a sorter of wafers, and a folder of columns.",
    "a pair": "FoldSort folds not only every column of the wafer, and its wires, but also the chip.",
}


@pytest.mark.parametrize("case", KEPT)
def test_what_a_sentence_needs_stays(case: str) -> None:
    """Such a sentence is told whole or not at all."""
    assert set(compress.variants(KEPT[case])) <= {KEPT[case]}


BROKEN = {
    "talk about the paper": "We fold every column of the wafer.",
    "talk within": "FoldSort folds columns as this paper shows.",
    "what stood before": "However, FoldSort folds every column of it.",
    "a pronoun": "It folds every column of the wafer.",
    "no end": "FoldSort folds every column of the.",
    "an open bracket": "FoldSort (a sorter folds every column.",
    "TeX": r"FoldSort folds \emph{every} column.",
    "an address": "FoldSort stands at www.example.org for all.",
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_does_not_read_alone(case: str) -> None:
    """Such a line is no gist."""
    assert not wellformed.reads_alone(BROKEN[case])


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("NCCX places codes at the interface.", True),
        ("Numerical studies support the bound.", True),
        ("The sizes of stopping sets in graphs of codes.", False),
        ("A tree with many leaves and fast operations.", False),
        ("The wafer was folded twice.", True),
    ],
)
def test_a_sentence_has_a_verb(text: str, verb: bool) -> None:
    """Nouns that look like verbs are told from verbs by what stands beside them."""
    assert wellformed.has_verb(text) is verb


def test_verbs_beside_the_first_are_turned_or_left_out() -> None:
    """ "We study X and show Y" never becomes "Studies X and show Y"."""
    found = list(openings.openings("We study columns and show how they fold.", None))
    assert found == ["Studies columns and shows how they fold."]
    found = list(openings.openings("We use methods to fold and sort the columns.", None))
    assert found == ["Uses methods to fold and sort the columns."]


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("FoldSort: Sorting on Wafers", "It sorts.", "FoldSort"),
        ("Sorting on Wafers", "We propose FoldSort, a sorter of wafers.", "FoldSort"),
        ("Maestro: Sections in Training", "Here Maestro cuts sections.", "Maestro"),
        ("Wafers: a History of Sorting", "Sorting is old.", None),
        ("Sorting on Wafers", "We propose a sorter, the first of its kind.", None),
    ],
)
def test_the_name_of_a_system(title: str, text: str, name: str | None) -> None:
    """A name is what is written as one, or used as one in the abstract."""
    assert system_names.system(title, sentences.split(text)) == name


def test_the_paper_comes_before_its_background() -> None:
    """What a paper does or finds is told, not what was known."""
    text = (
        "Sorting networks waste wires on large chips and remain a bottleneck of many systems that sort in hardware. "
        "We present FoldSort, a library that folds the columns of a bitonic network and keeps neighbours close. "
        "The source code is available."
    )
    made = gist.make("Folding the Columns of Sorting Networks", sentences.split(text))
    assert made == "FoldSort folds the columns of a bitonic network and keeps neighbours close."


def test_a_changed_line_isproved() -> None:
    """A line whose figure lost its bound is passed over, and so is one with a name that nobody gave."""
    told = ["FoldSort saves up to 30% of the wires on every wafer."]
    assert gist.proved("FoldSort saves up to 30% of the wires.", "A title", told)
    assert not gist.proved("FoldSort saves 30% of the wires.", "A title", told)
    assert not gist.proved("TreeSort saves up to 30% of the wires.", "A title", told)
    assert not gist.proved("FoldSort saves up to 40% of the wires.", "A title", told)


def test_no_gist_where_nothing_reads_alone() -> None:
    """Nothing is better than a broken line."""
    assert gist.make("A title", ["Withdrawn."]) is None
    assert gist.make("A title", []) is None


PIECES = [
    "(", ")", "((((", "a-", "(a-", "–", " – ", ", which ", ", a ", "we show that ", "We propose A, a b that is ",
    "et al. ", "In this paper, ", "and is ", ", and ", "up to ", "9", "[1", "[1, ", '"', "A A A ", "to a, ", "the a ",
    "that ", "x ", "experiments ", "our ", "\u0301", "\ud800", "中", "Ａ", "ß, ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_sentences_are_read_in_time(piece: str) -> None:
    """No text makes the rules slow or fail: sentences up to the length that is read, made of what they look for."""

    def make(length: int) -> None:
        sentence = re.sub(r"\s+", " ", f"We propose {piece * 700}"[:length]) + "."
        made = gist.make(piece * 50, [sentence, f"It is {sentence}", piece * 300] * 40)
        assert made is None or wellformed.fits(made)

    in_proportion(make, 680)
