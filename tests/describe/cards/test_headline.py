"""Headlines: the title itself, or of a long one what stands behind its coined name."""

from __future__ import annotations

from generator.describe.cards import headline, system_names
from generator.text import sentences
from tests.cases import for_each

LONG = "the thickness of ice on all lakes of the northern continents from twelve years of satellite images"


@for_each(
    "title",
    [
        "Tidal Locking of Small Lakes",
        "LakeNet: Graphs of Ice",
        f"On {LONG}, with remarks on rivers and on glaciers",
        f"A name of four words: {LONG}",
        f"LakeNet: measuring {LONG}",
        "LakeNet: Ice Thickness by Satellite: A Study of All Lakes of the Northern Continents over Twelve Years",
        f"LakeNet: {'Thick' * 18}",
        "LakeNet (north: ice thickness of all lakes) of the continents from twelve years of satellite images",
        "",
    ],
)
def test_a_title_is_told_whole(title: str) -> None:
    """Whatever its length, if what is behind its colon would not be a title that fits."""
    assert headline.make(title) == title


@for_each(
    ("name", "rest", "shown"),
    [
        ("LakeNetwork", "A Graph Network for the Thickness of Ice on the Lakes of All Northern Continents", None),
        ("The Ice Book", "Lakes, rivers and glaciers of the northern continents in twelve years of images", None),
        ("iLake", "towards a theory of thin ice on the lakes of rotating planets with two or more moons",
         "Towards a theory of thin ice on the lakes of rotating planets with two or more moons"),
        ("Lake Numbers 2", "p-adic ice on the lakes of rotating planets with more than one moon in orbits", None),
    ],
)  # fmt: skip
def test_a_long_title_loses_its_coined_name(name: str, rest: str, shown: str | None) -> None:
    """What is behind the colon reads alone, with a capital unless it begins with a symbol."""
    assert len(f"{name}: {rest}") > headline.MOST_CHARACTERS
    assert headline.make(f"{name}: {rest}") == (shown or rest)


def test_blanks_are_single() -> None:
    """However the title is wrapped."""
    assert headline.make(" Tides \n of  lakes ") == "Tides of lakes"


@for_each("title", ["\x00", ": : :", "a" * 9000, "a: " * 9000, "(" * 9000, "A: " + "b " * 45_000])
def test_no_title_breaks_it_or_is_cut(title: str) -> None:
    """The end of the title is the end of the headline."""
    assert " ".join(title.split()).lower().endswith(headline.make(title).lower())


@for_each(
    ("title", "text", "name"),
    [
        ("LakeNet: Ice on Lakes", "It melts.", "LakeNet"),
        ("Ice on Lakes", "We propose LakeNet, a model of ice.", "LakeNet"),
        ("Maestro: Ice in Spring", "Here Maestro melts ice.", "Maestro"),
        ("Lakes: a History of Ice", "Ice is old.", None),
        ("Ice on Lakes", "We propose a model, the first of its kind.", None),
    ],
)
def test_the_name_of_a_system(title: str, text: str, name: str | None) -> None:
    """A name is what is written as one, or used as one in the abstract."""
    assert system_names.system(title, sentences.split(text)) == name
