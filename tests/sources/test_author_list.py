"""Author lists in every form that feeds use."""

from __future__ import annotations

import pytest

from generator.sources.author_list import authors, names_in, turned
from tests.cases import for_each, table
from tests.tools.growth import in_proportion

ONE = table(__file__, "one")


@for_each("text", ONE)
def test_all_in_one_element(text: str) -> None:
    """The form of a list shows whom it names; the list is complete."""
    assert authors([text]) == (tuple(filter(None, ONE[text].split("|"))), True)


@for_each(
    ("stated", "names"),
    [
        (["Jane Doe", "Richard Roe"], "Jane Doe|Richard Roe"),
        (["Doe, Jane", "Roe, Richard B.", "Doe, Jane"], "Jane Doe|Richard B. Roe"),
        (["Cup, Ann", "Institute for Chairs, Tables, and Stools", "Bowl, Bob"],
         "Ann Cup|Institute for Chairs, Tables, and Stools|Bob Bowl"),
        (["Jane Doe and Richard Roe", "Ann Cup"], "Jane Doe|Richard Roe|Ann Cup"),
        (["Tea and Coffee Society", "Ann Cup"], "Tea and Coffee Society|Ann Cup"),
        (["Doe, J.; Roe, R.", "Ann Cup"], "J. Doe|R. Roe|Ann Cup"),
        (["King, Martin, Jr.", "Ann Cup"], "Martin King Jr.|Ann Cup"),
        (["Smith J", "Doe A"], "J Smith|A Doe"),
        (["Ann Cup (Tea University (Old Town), Oslo)", "Bob Bowl [2]"], "Ann Cup|Bob Bowl"),
    ],
)  # fmt: skip
def test_one_an_element(stated: list[str], names: str) -> None:
    """An element is a name, unless it can only be a list; repeated names count once."""
    assert authors(stated) == (tuple(names.split("|")), True)


@for_each(
    ("stated", "names"),
    [
        (["Kukla, D., et al."], "D. Kukla"),
        (["Ann Cup et al"], "Ann Cup"),
        (["Ann Cup", "et al."], "Ann Cup"),
        (["Ann Cup", "Bob Bowl", "97 additional authors not shown"], "Ann Cup|Bob Bowl"),
        (["Ann Cup, Bob Bowl, 97 additional authors not shown"], "Ann Cup|Bob Bowl"),
        (["Ann Cup, Bob Bowl (97 additional authors not shown)"], "Ann Cup|Bob Bowl"),
        (["Ann Cup, Bob Bowl, and 3 others"], "Ann Cup|Bob Bowl"),
        (["Ann Cup (and 12 other authors)"], "Ann Cup"),
        (["Ann Cup + 1,204 more"], "Ann Cup"),
        (["Ann Cup and others"], "Ann Cup"),
        (["Ann Cup, Bob Bowl, et al. (Teapot Collaboration)"], "Ann Cup|Bob Bowl"),
        (["Cup A, Bowl B, …"], "A Cup|B Bowl"),
        (["et al."], ""),
    ],
)
def test_what_is_left_out_is_nobody(stated: list[str], names: str) -> None:
    """ "et al." and the like are not a person, and mark the list as incomplete."""
    assert authors(stated) == (tuple(filter(None, names.split("|"))), False)


@for_each(
    ("name", "spoken"),
    [
        ("Gaudi, B. Scott", "B. Scott Gaudi"),
        ("King, Martin, Jr.", "Martin King Jr."),
        ("Spoon, Jr.", "Spoon, Jr."),
        ("The Bench Group", "The Bench Group"),
        ("Institute for Tea, Oslo", "Institute for Tea, Oslo"),
        ("Cup, Bowl, Lid", "Cup, Bowl, Lid"),
    ],
)
def test_one_name(name: str, spoken: str) -> None:
    """A single name is put in spoken order; anything else is left unchanged."""
    assert turned(name) == spoken


@pytest.mark.trial
@for_each(
    "piece",
    ["A, ", "A B, ", ",", " ", "(", "((a", "and ", "for the ", "et al ", "1", "1 more ", "..", "A.", "A; ", "Jr., "],
)
def test_takes_time_in_proportion(piece: str) -> None:
    """The time is proportional to the length of the list."""
    in_proportion(lambda times: authors([piece * times]), 5_000)


@for_each(
    ("given", "names"),
    [
        ("A B, C D and E F", ("A B", "C D", "E F")),
        ("A B (1), C D (1 and 2) ((1) X, (2) Y, Z)", ("A B", "C D")),
        ("A B, and C D", ("A B", "C D")),
        ("A B for the ATLAS Collaboration", ("A B",)),
        ("Anders Sand", ("Anders Sand",)),
        ("Ada Writer (1), Bo Other, Jr. and Cy Third ((1) Tin, Inc.)", ("Ada Writer", "Bo Other, Jr.", "Cy Third")),
        ("Jr., Ada Writer", ("Jr.", "Ada Writer")),
        ("", ()),
    ],
)
def test_lists_as_arxiv_prints_them(given: str, names: tuple[str, ...]) -> None:
    """Affiliations and collaborations are not names."""
    assert names_in(given) == names
