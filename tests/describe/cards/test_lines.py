"""Lines of one sentence: each reads alone and fits; less may be said than the sentence says, nothing else."""

from __future__ import annotations

from generator.describe.cards import lines
from tests.cases import for_each


def texts(sentence: str) -> list[str]:
    return [line.text for line in lines.of(sentence)]


LONG = {
    "a condition": "We prove that the scheme converges if the step is smaller than the inverse of the norm of the "
    "operator, which is the case for all of the problems of optics known from the literature.",
    "an assumption": "We prove that the walk returns to its origin infinitely often, under the assumption that the "
    "environment is stationary, ergodic, and has moments of each order on the whole of the lattice.",
    "a proviso": "The flow exists for all times, provided that the initial curvature is bounded from below by a "
    "constant that depends on the dimension, the diameter, and the volume of the manifold alone.",
    "an exception": "We show that yeast cells divide faster in light unless the medium lacks iron, zinc, and most "
    "of the other trace metals that dialysis removed from the medium in the course of the last step.",
    "what follows but": "We find that the price of bread rises with wages, but only in towns where one bakery serves "
    "more than half of the households and no other shop sells bread within an hour of walking.",
    "a list": "The list of causes has grown to droughts, floods, fires, and the wars of the neighbours over salt and "
    "iron, all of which fell into the last three decades of the reign of the first dynasty.",
    "either": "We find that the price of salt is either fixed by the guild, because the salters are paid in grain, or "
    "is set with the wages of the whole coast and of the islands that trade with it by sea.",
}  # fmt: skip


@for_each("case", LONG)
def test_a_finding_is_told_with_its_limits_or_not(case: str) -> None:
    """Too long for a card, and its first words alone would be wrong."""
    assert texts(LONG[case]) == []


@for_each(
    ("sentence", "line"),
    [
        ("The comet (a visitor from another star) passed the Sun at a distance of two au.",
         "The comet passed the Sun at a distance of two au."),
        ("We extend the wave equation [12, 13] to lakes with curved shores.",
         "Extends the wave equation to lakes with curved shores."),
        ("We extend the model of rents (Marsh et al., 2019) to towns without buses.",
         "Extends the model of rents to towns without buses."),
        ("The masses of both are 3.2 and 4.1 solar masses, respectively.",
         "The masses of both are 3.2 and 4.1 solar masses."),
        ("We introduce Mosswire, a compiler that turns recipes into circuits, which run on any of the cheap boards "
         "that are sold in the markets of the harbour towns by the end of winter.",
         "Introduces Mosswire, a compiler that turns recipes into circuits."),
    ],
)  # fmt: skip
def test_what_can_be_spared_goes(sentence: str, line: str) -> None:
    """Asides, citations, and of what the paper does the last clauses."""
    assert line in texts(sentence)


@for_each(
    "sentence",
    [
        "The shrimp clears its burrow as in [3] and then sleeps for a day.",
        "We solve the wave equation by the scheme of [12] on curved lakes.",
        "The theory of knots has grown since it was begun in [8, 21-24] and its sequels.",
        "The proof of the lemma needs a theorem of [Kar12] on walls of lattices.",
    ],
)
def test_no_line_needs_a_list_of_references(sentence: str) -> None:
    """A citation that is a word of its sentence cannot be left out."""
    assert texts(sentence) == []


def test_asides_and_errors_go_together_or_stay() -> None:
    """ "0.84 (2)" is a number with its error, no aside."""
    told = texts("We find that the radius (of the proton) is 0.84 (2) in the new units of the laboratory.")
    assert told
    assert all("(of the proton)" in line and "0.84 (2)" in line for line in told)


@for_each("interval", ["on the interval [0, 1]", "in [0, 1]", "on the interval [2, 3]", "in [a, b]"])
def test_intervals_are_no_citations(interval: str) -> None:
    """They are what the sentence is about."""
    sentence = f"The kernel is smooth {interval} for every choice of the weight."
    assert texts(sentence) == [sentence]


@for_each(
    ("sentence", "told"),
    [
        ("The sum of x_1 + x_2 ≤ 3 is attained on the boundary of the cube.", True),
        ("For all n, the sum x = y + z holds in the ring.", True),
        ("The sum of $x_1$ and of its mirror is attained on the boundary.", False),
        (r"Yeast cells divide at night in \emph{light} of any colour.", False),
    ],
)
def test_formulas_stay_whole(sentence: str, *, told: bool) -> None:
    """Or there is no line, where TeX could not be read."""
    assert texts(sentence) == ([sentence] if told else [])


@for_each(
    "line",
    [
        "We fold every protein in cold water.",
        "Moss grows on stones, as this paper shows.",
        "However, moss grows on stones in the shade.",
        "Constructs lattices of rank nine and compute their norms.",
        "They form in clusters of cold gas.",
        "These stars form in clusters of cold gas.",
        "The proposed method finds all roots of the cubic.",
        "The cell divides at night and.",
        "The cell is bounded by the.",
        "The cell (a yeast divides at night.",
        "Moss stands at www.example.org for all to see.",
        "Cells divide at night, as Ohm et al. have seen.",
    ],
)
def test_what_does_not_read_alone(line: str) -> None:
    """It needs the paper, an earlier sentence, or an end."""
    assert not lines.reads_alone(line)


@for_each("sentence", ["Is there a knot of genus two in every link?", "Moss grows.", "x" * 900, ""])
def test_what_is_no_statement_of_bounded_length_has_no_line(sentence: str) -> None:
    """Questions, words, and what is no sentence."""
    assert texts(sentence) == []


def test_the_budget() -> None:
    """At most so many characters and words, and at least a sentence."""
    assert lines.fits("Moss grows on old stones.")
    assert not lines.fits("Moss grows.")
    assert not lines.fits("Moss " * 26)
    assert not lines.fits("Moss-on-stones-and-bricks-and-bark-of-trees " * 5)


@for_each(
    ("text", "verb"),
    [
        ("Numerical studies support the bound.", True),
        ("The wafer was folded twice.", True),
        ("The sizes of stopping sets in graphs of codes.", False),
        ("A tree with many leaves and fast operations.", False),
    ],
)
def test_a_sentence_has_a_verb(text: str, *, verb: bool) -> None:
    """Nouns that look like verbs are told from verbs by what stands beside them."""
    assert lines.has_verb(text) is verb
