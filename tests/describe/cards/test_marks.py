"""The numbers that are marked in a sentence."""

from __future__ import annotations

from generator.describe.cards import marks
from tests.cases import for_each, table
from tests.tools.growth import in_proportion


def marked(sentence: str) -> list[str]:
    return [sentence[start:end] for start, end in marks.find(sentence)]


@for_each(
    ("sentence", "numbers"),
    [
        ("It is up to 3.2 times faster than oak.", ["up to 3.2 times faster"]),
        ("It saves 31.8% and 20 percent of ice.", ["31.8%", "20 percent"]),
        ("Errors fall by 90 to 95 percent.", ["90 to 95 percent"]),
        ("A 2.3x gain, 1.74X and 7.17× higher.", ["2.3x", "1.74X", "7.17× higher"]),
        ("A 63-fold gap and 3-fold covers.", ["63-fold"]),
        ("We find 1.4±0.3 Gyr and 715 ± 190 counts.", ["1.4±0.3 Gyr", "715 ± 190"]),
        ("It grows at ≈ 80 cm² g⁻¹ or 20 km s⁻¹.", ["≈ 80 cm² g⁻¹", "20 km s⁻¹"]),
        ("It spans 40 −1500 MeV at 450 nm and 43ms.", ["40 −1500 MeV", "450 nm", "43ms"]),
        ("We saw 45,892 lakes, more than 100 of them thin.", ["45,892", "more than 100"]),
        ("It never exceeds 1.7 there.", ["1.7"]),
        ("The accuracy is 0.92 (r = 0.61).", ["0.92", "0.61"]),
        ("The ∼6 kpc offset took 10 Gyr and 400 minutes.", ["∼6 kpc", "10 Gyr", "400 minutes"]),
        ("With 2.5M cells and 1.35 million wires.", ["2.5M", "1.35 million"]),
        ("It yields 14.8(±0.6)% at 0.81(2) μm.", ["14.8(±0.6)%", "0.81(2) μm"]),
        ("At 600 km s-1, 10 kW/cm2 and 45 mJ mol⁻¹ K⁻².", ["600 km s-1", "10 kW/cm2", "45 mJ mol⁻¹ K⁻²"]),
        ("It has 3.0±0.2 × 10⁹ L_⊙ at 2.4 M_⊙.", ["3.0±0.2 × 10⁹ L_⊙", "2.4 M_⊙"]),
        ("At 620 uV/K, 1.5 us, 4.5 cm-1 and 14.9 GFLOP/s.", ["620 uV/K", "1.5 us", "4.5 cm-1", "14.9 GFLOP/s"]),
        ("In 51%/80%/85% of about 20 to 50 orbitals.", ["51%/80%/85%", "about 20 to 50"]),
    ],
)
def test_measures_are_marked(sentence: str, numbers: list[str]) -> None:
    """With unit, comparison and bound."""
    assert marked(sentence) == numbers


@for_each("sentence", table(__file__, "names_places_and_formulas_are_not"))
def test_names_places_and_formulas_are_not(sentence: str) -> None:
    """Rather too few than a number that says nothing."""
    assert marked(sentence) == []


@for_each("piece", ["1", "1,", "1.", "9 to ", "up to ", "1 m/s", "(1", "~", "1 ± ", "1 higher "])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Only so much of a sentence is read."""
    in_proportion(lambda length: marks.find(piece * length), 8_000)
