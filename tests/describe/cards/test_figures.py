"""Figures: numbers of an abstract with their unit, bound and quantity, as their sentence has them."""

from __future__ import annotations

import pytest

from generator.describe.cards import figures
from generator.text import evidence
from tests.cases import for_each
from tests.tools.growth import in_proportion

TOLD = {
    "The quasar lies at a redshift of z = 7.29 and shows no jet.": "redshift of z = 7.29",
    "We measure a Hubble constant of 71.3 ± 2.1 km/s/Mpc.": "Hubble constant of 71.3 ± 2.1 km/s/Mpc",
    "The planet has an orbital period of 11.2 days.": "orbital period of 11.2 days",
    "The signal is seen at 5.2 sigma above the background.": "seen at 5.2 sigma",
    "We obtain an upper limit of 0.12 eV on the mass.": "upper limit of 0.12 eV",
    "We find a mutation rate of 1.2 × 10⁻⁸ in yeast.": "mutation rate of 1.2 × 10⁻⁸",
    "We find that the mutant lives 23 days longer than the wild type.": "23 days longer",
    "The mean wage rises by about 3.4% after a merger.": "mean wage rises by about 3.4%",
    "The estimator lowers the bias by about 40 percent in panels.": "lowers the bias by about 40 percent",
    "We prove a lower bound of 2.37 for the constant.": "lower bound of 2.37",
    "The scheme cuts the delay by up to 31% on slow links.": "cuts the delay by up to 31%",
    "Our solver needs 12.5% fewer samples than a sweep.": "12.5% fewer samples",
    "The queue serves 2.5 million requests per second.": "2.5 million requests",
}


@for_each("sentence", TOLD)
def test_a_figure_has_its_unit_bound_and_quantity(sentence: str) -> None:
    """Of any field; the words are the sentence's own."""
    assert figures.find([sentence]) == (TOLD[sentence],)
    assert TOLD[sentence] in sentence


@for_each(
    "sentence",
    [
        "We find a founding date of around 1543, and rites of the 1990s.",
        "We train GPT-4 and ResNet-50 on records of Type 2 diabetes.",
        "We solve the 3D problem in 24-dimensional space.",
        "We derive an upper limit on the rate; a mean loss of 12.5% is excluded.",
        "For n ≥ 5 the group is simple, and so is every p < 100.",
        "Any graph with 20 vertices has a colouring.",
        "Existing solvers improve the mean accuracy by 9.5%.",
        "Previous catalogues list 90.5% of all stars.",
        "The flow of ice was measured before [12, 13].",
        "Moss grows on stones.",
    ],
)
def test_what_is_no_result_gives_none(sentence: str) -> None:
    """Years, names, dimensions, conditions, limits without their word, citations, and what others found."""
    assert figures.find([sentence]) == ()


def test_at_most_three_in_reading_order_and_each_number_once() -> None:
    """The best, not the first."""
    told = ["Nets reach 91.2% accuracy, 88% recall, 4.5x speedup, and 12 GB of memory.", "It has 91.2% accuracy."]
    found = figures.find(told)
    assert len(found) == figures.MOST
    assert sorted(found, key=" ".join(told).find) == list(found)
    assert sum("91.2%" in figure for figure in found) == 1


def test_no_figure_before_the_paper_speaks_of_itself() -> None:
    """What stands there is known from others."""
    told = ["Banks lend 12.5% less in winter.", "We find that firms borrow 7.5% more money in spring."]
    assert figures.find(told, 1) == ("7.5% more money",)


def test_every_figure_is_faithful_and_short() -> None:
    """No bound is lost, even where many numbers stand together."""
    sentence = (
        "We cut cost by at least 30%, reach about 2.5x speedup over A100 pods, and up to 9% gains in 3 of 4 trials."
    )
    found = figures.find([sentence])
    assert found
    for figure in found:
        assert figure in sentence
        assert len(figure) <= figures.MOST_CHARACTERS
        assert not evidence.unsupported(figure, sentence)
        assert not evidence.lost_bounds(figure, sentence)


@pytest.mark.trial
@for_each("piece", ["9 ", "9% ", "by 9% ", "9 ± ", "cuts a by ", "(", "[1, ", "up to ", "z = 9 ", "\x00é"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""

    def find(length: int) -> None:
        figures.find([(piece * 1000)[:990]] * (length // 1000) + [piece * (length // len(piece))])

    in_proportion(find, 32_000)
