"""How sentences begin: talk about the paper goes, conditions stay, and what is left is a sentence."""

from __future__ import annotations

import pytest

from generator.describe.cards.openings import Opening, openings
from tests.cases import for_each


def texts(sentence: str) -> list[str]:
    return [opening.text for opening in openings(sentence)]


@for_each(
    ("sentence", "text"),
    [
        ("However, in this paper we show that every smooth quintic contains a conic.",
         "Every smooth quintic contains a conic."),
        ("We also show that, under mild assumptions, the estimator is consistent.",
         "Under mild assumptions, the estimator is consistent."),
        ("We show, by an ergodic argument, that the orbit is dense.", "The orbit is dense."),
        ("We found that wages rise faster in towns with two employers.",
         "Wages rise faster in towns with two employers."),
        ("We prove that the flow exists, and that it is unique.", "The flow exists, and it is unique."),
        ("Our experiments on two samples show that the enzyme folds in cold water.", "The enzyme folds in cold water."),
        ("Simulations with 400 grains demonstrate that clusters form.", "Clusters form."),
        ("Evidence from tax records reveals that firms hire late.", "Firms hire late."),
        ("These results show that moss stores carbon.", "Moss stores carbon."),
        ("It is shown that the lattice melts.", "The lattice melts."),
        ("It was found that mice sleep longer after a walk.", "Mice sleep longer after a walk."),
    ],
)  # fmt: skip
def test_what_is_shown_stands_for_itself(sentence: str, text: str) -> None:
    """Whoever or whatever shows it: the clause is the sentence, and a finding."""
    assert list(openings(sentence)) == [Opening(text, "finds")]


@for_each(
    ("sentence", "text"),
    [
        ("Under GRH, we prove that S_n is finite.", "Under GRH, S_n is finite."),
        ("If the graph is planar, we show that four colours suffice.",
         "If the graph is planar, four colours suffice."),
        ("For integers n > 3, we prove that the sum is prime.", "For integers n > 3, the sum is prime."),
        ("In dimension three, we prove that the flow is unique.", "In dimension three, the flow is unique."),
    ],
)  # fmt: skip
def test_conditions_stay(sentence: str, text: str) -> None:
    """A theorem without its hypothesis is another theorem."""
    assert texts(sentence) == [text]


@for_each("condition", ["Under this assumption", "If it is planar", "When they meet"])
def test_conditions_that_point_back_are_not_told(condition: str) -> None:
    """ "this" has nothing to point to on a card."""
    assert not any(text.startswith(condition) for text in texts(f"{condition}, we prove that the walk returns."))


@for_each(
    ("sentence", "text"),
    [
        ("In this work, we introduce a test for unit roots.", "Introduces a test for unit roots."),
        ("Here, we report the first map of moss.", "Reports the first map of moss."),
        ("This paper proposes a two-step estimator.", "Proposes a two-step estimator."),
        ("The aim of this work is to find the least rank of a tensor.", "Finds the least rank of a tensor."),
        ("Our goal is to classify knots by colour.", "Classifies knots by colour."),
        ("We measured the spin of nine asteroids.", "Measured the spin of nine asteroids."),
        ("We have measured the spin of nine asteroids.", "Measured the spin of nine asteroids."),
        ("We built a trap for slow neutrons.", "Built a trap for slow neutrons."),
        ("We compare our sieve with three others.", "Compares the sieve with three others."),
    ],
)  # fmt: skip
def test_what_the_authors_do_begins_with_its_verb(sentence: str, text: str) -> None:
    """In the third person; a past stays a past."""
    assert texts(sentence) == [text]


@for_each(
    ("sentence", "text"),
    [
        ("We propose a lock-free queue, and compare it with its rivals.",
         "Proposes a lock-free queue, and compares it with its rivals."),
        ("We derive a sum rule, solve it on a lattice and show that it holds.",
         "Derives a sum rule, solves it on a lattice and shows that it holds."),
        ("We classify knots of small genus and list their symmetries.",
         "Classifies knots of small genus and lists their symmetries."),
        ("We propose and experimentally validate a filter.", "Proposes and experimentally validates a filter."),
        ("We derive and apply a filter.", "Derives and applies a filter."),
        ("We design a trap, and we prove that it holds.", "Designs a trap, and proves that it holds."),
        ("We introduce a filter to split the light and bend the rays.",
         "Introduces a filter to split the light and bend the rays."),
        ("We develop a model that can grow and shrink the ice.", "Develops a model that can grow and shrink the ice."),
    ],
)  # fmt: skip
def test_verbs_beside_the_first_are_turned_with_it(sentence: str, text: str) -> None:
    """But not those of another subject, or behind "to" and "can"."""
    assert texts(sentence) == [text]


@for_each(
    ("sentence", "both"),
    [
        ("Using archival spectra, we measure the masses of twelve dwarfs.",
         ["Measures the masses of twelve dwarfs using archival spectra.", "Measures the masses of twelve dwarfs."]),
        ("By combining radar and sonar, we map the floor of a lake.",
         ["Maps the floor of a lake by combining radar and sonar.", "Maps the floor of a lake."]),
        ("To reduce noise, we cool the detector.", ["Cools the detector to reduce noise.", "Cools the detector."]),
    ],
)  # fmt: skip
def test_means_move_behind_or_go(sentence: str, both: list[str]) -> None:
    """Fuller first."""
    assert texts(sentence) == both


@for_each(
    "sentence",
    [
        "Previous work has shown that lichens grow slowly.",
        "Recently, we proved that lichens grow slowly.",
        "In a companion paper, we prove that the flow exists.",
        "Earlier studies found that prices follow wages.",
        "We hope to map the lake in winter.",
        "We not only map the lake, but also its shore.",
    ],
)
def test_what_is_no_deed_of_the_paper_gives_nothing(sentence: str) -> None:
    """Earlier work, hopes, and what "we" does not do with the next word."""
    assert texts(sentence) == []


@for_each(
    ("sentence", "kind"),
    [
        ("We study the tides of lakes.", "studies"),
        ("The authors investigate the folding of proteins.", "studies"),
        ("We present an analysis of the tides of lakes.", "studies"),
        ("We present a compiler for tidal clocks.", "does"),
        ("This paper argues that targets should follow wages.", "does"),
        ("Results: The mutant grows twice as fast in salt water.", "says"),
        ("Stars of low mass lose their spin slowly.", "says"),
    ],
)
def test_topics_contributions_and_other_statements_are_told_apart(sentence: str, kind: str) -> None:
    """By their verb and its object."""
    assert [opening.kind for opening in openings(sentence)] == [kind]


@pytest.mark.parametrize("sentence", ["Stars of low mass lose their spin.", "$p$-adic rings are small."])
def test_a_sentence_that_needs_nothing_stays(sentence: str) -> None:
    """As it is."""
    assert texts(sentence) == [sentence]
