"""Author lists in every form that feeds use, and what passes for a person's name."""

from daybook.sources.author_list import authors, is_name, is_name_word, names_in, share_of_names, turned

from tests.cases import for_each, table

ONE = table(__file__, "one")


@for_each("text", ONE)
def test_all_in_one_element(text: str) -> None:
    """The form of a list shows whom it names; the list is complete."""
    assert authors([text]) == (tuple(filter(None, ONE[text].split("|"))), True)


@for_each(("stated", "names"), table(__file__, "one_an_element"))
def test_one_an_element(stated: list[str], names: str) -> None:
    """An element is a name, unless it can only be a list; repeated names count once."""
    assert authors([*stated]) == (tuple(names.split("|")), True)


@for_each(("stated", "names"), table(__file__, "what_is_left_out_is_nobody"))
def test_what_is_left_out_is_nobody(stated: list[str], names: str) -> None:
    """ "et al." and the like are not a person, and mark the list as incomplete."""
    assert authors([*stated]) == (tuple(filter(None, names.split("|"))), False)


@for_each(
    ("name", "spoken"),
    [
        ("Gaudi, B. Scott", "B. Scott Gaudi"), ("King, Martin, Jr.", "Martin King Jr."), ("Spoon, Jr.", "Spoon, Jr."),
        ("The Bench Group", "The Bench Group"), ("Institute for Tea, Oslo", "Institute for Tea, Oslo"),
        ("Cup, Bowl, Lid", "Cup, Bowl, Lid"),
    ],
)  # fmt: skip
def test_one_name(name: str, spoken: str) -> None:
    """A single name is put in spoken order; anything else is left unchanged."""
    assert turned(name) == spoken


@for_each(("given", "names"), table(__file__, "lists_as_arxiv_prints_them"))
def test_lists_as_arxiv_prints_them(given: str, names: tuple[str, ...]) -> None:
    """Affiliations and collaborations are not names."""
    assert names_in(given) == names


@for_each(
    "name",
    [
        "Peter Richtárik", "Eyal de Lara", "J. Wes Griffin", "H. Jonathan Chao", "Piotr Żelasko", "Md Hasanur Rashid",
        "Mohammad Shikh-Bahaei", "Jae-hyun Kim", "Ian McDonald", "Ada O'Brien", "Alexandre d'Aspremont",
        "Kathryn S McKinley", "Rachmad Vidya Wicaksana Putra", "C. -F. Chiasserini", "John Smith III", "HAO Wu",
        "An Chan", "Sizwe M. Dhlamini*", "Yaseen Abd-Elhaleem", "Robert W. Heath, Jr.", "Laurent El Ghaoui",
        "Ludwig van der Can",
    ],
)  # fmt: skip
def test_names(name: str) -> None:
    assert is_name(name)


@for_each(
    "text",
    [
        "Madonna", "Daa S: A Platform", "GPUsJin Lee", "for Cans", "Jin Lee 2",
        "DISC 2026", "a b c d e f g h", "van der", "Time, Space", "Jin Lee de", "Technical Report", "", "Tin - Can",
    ],
)  # fmt: skip
def test_no_names(text: str) -> None:
    assert not is_name(text)


def test_words_of_names_and_of_titles() -> None:
    assert is_name_word("J.-P.")
    assert is_name_word("Fitzgerald")
    assert not is_name_word("MoE-s")
    assert not is_name_word("convStencil")


def test_share_of_names() -> None:
    assert share_of_names(("Ada Writer", "Madonna")) == 0.5
    assert share_of_names(()) == 0.0
