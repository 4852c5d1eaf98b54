"""What passes for a person's name."""

from daybook.sources.author_list import is_name, is_name_word, share_of_names

from tests.cases import for_each


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
