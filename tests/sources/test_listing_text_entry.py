"""Titles and authors of pages as text, on lines of their own or run together."""

from daybook.sources import arxiv_listing_text
from daybook.sources.listing_text_entry import split_title

from tests.cases import for_each, table
from tests.sources.text_truth import only_by


@for_each(("number", "complete"), [(99, True), (100, False)])
def test_a_hundred_names_may_be_a_cut_list(number: int, complete: bool) -> None:
    names = ", ".join(f"Ada {'abcdefghij'[k // 10].upper()}{'klmnopqrst'[k % 10]}son" for k in range(number))
    page = (
        f"Showing new listings for Wed, 1 July 2026\n\n[1] arXiv:2606.30001 [pdf]\nTitle: Words\n{names}\n\nAbstract.\n"
    )
    (entry,) = only_by(arxiv_listing_text.LINES)(page).entries
    assert (len(entry.authors), entry.authors_complete) == (number, complete)


@for_each(
    "title",
    [
        "AeroDaaS: A Drone Platform", "FWeb3: A Framework", "TeraPool and TriMoE", "DAGs for LLM", "SPARe on GPUs",
        "UFO3: Weaving", "SlimCaching of MoE on SoC", "FedHB Systems", "Dynamics, Distribution, and Emergence",
        "Aggressive or Imperceptible, or Both: Pruning", "The Arrow of Time, Part I: From Here to There",
        "TinServe Planning, Edge Caching, and Cloud Routing", "Running GitHub Actions", "Cans with PyTorch Lightning",
        "CanFlow Serving, Tin Routing",
    ],
)  # fmt: skip
def test_no_author_is_ever_invented(title: str) -> None:
    words = "We serve cans with tin, teras, slim and aero flow on GitHub. Git and Py are tools."
    assert split_title(title, words, frozenset(words.split())) == (title, "")
    assert split_title(title, "") == (title, "")


@for_each(("title", "authors"), table(__file__, "authors_are_parted_from_the_title"))
def test_authors_are_parted_from_the_title(title: str, authors: str) -> None:
    assert split_title(title + authors, "An abstract of other words.") == (title, authors)


def test_sole_author_only_where_the_page_knows_the_word_before() -> None:
    abstract = "On the nature of persistence in file systems."
    page = frozenset(abstract.split())
    told = split_title("A Theory of PersistencePaul Borril", abstract, page)
    assert told == ("A Theory of Persistence", "Paul Borril")
    unknown = "A Theory of ForgettingPaul Borril"
    assert split_title(unknown, abstract, page) == (unknown, "")
    known_name = "A Theory of PersistenceNature Systems"
    assert split_title(known_name, abstract, page) == (known_name, "")
    as_one_word = page | {"PersistencePaul"}
    assert split_title("A Theory of PersistencePaul Borril", abstract, as_one_word)[1] == ""


def test_rest_of_a_list_whose_beginning_is_lost_is_no_sole_author() -> None:
    text = "Tin ANN WRITER, Ann Other, Ben Third, Persistence of CansPaul Borril"
    assert split_title(text, "cans", frozenset({"cans"})) == (text, "")
