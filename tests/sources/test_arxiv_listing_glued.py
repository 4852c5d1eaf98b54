"""Listing pages whose fields run together, invented and real."""

import datetime as dt

from daybook.model import Count, Entry, Listing
from daybook.sources import arxiv_listing_text
from daybook.sources.listing_text_entry import split_title

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, entry_row, head, only_by, rows

NEW = (DATA / "listing_glued" / "new.txt").read_text(encoding="utf-8")
REAL = ("001", arxiv_listing_text.GLUED)
one = only_by(arxiv_listing_text.GLUED)


def test_real_page_entry_by_entry(real: Listing) -> None:
    assert [*map(entry_row, real.entries)] == rows("listing_glued/001.tsv")


@for_each(
    ("change", "to"),
    [("\n", "\r\n"), (" ", "\u00a0"), ("\n- [", "\n• ["), (". - [", ".\n- ["), ("Title: ", "Title:"), ("\n-\n", "\n")],
)
def test_the_same_page_extracted_otherwise(change: str, to: str) -> None:
    assert one(NEW.replace(change, to)).entries == one(NEW).entries


def test_page_that_states_its_total_is_whole_though_a_section_is_not_stated() -> None:
    listing = one(NEW.replace("See recent articles", "See recent articles\nTotal of 4 entries"))
    assert listing.whole
    assert listing.counts[-1] == Count(section="all", read=4, shown=4, total=4)


def test_page_with_one_section_and_fewer_entries_than_stated() -> None:
    start = NEW.index("- [3]")
    listing = one(NEW[:start].replace("showing 2 of 2", "showing 3 of 3"))
    assert listing.mismatches() == (Count(section="new", read=2, shown=3, total=3),)


def test_recent_page_without_abstracts() -> None:
    text = (
        "Machine Learning\nAuthors and titles for recent submissions\n"
        "- [1] arXiv:2606.31001 [pdf, html, other]\n-\n"
        "Title: Learning NothingAnna Nobody, Ben NooneSubjects: Machine Learning (stat.ML)\n"
        "- [2] arXiv:2606.31002 [pdf]\n-\nTitle: Counting to TwoSubjects: Machine Learning (stat.ML)\n"
        "Wed, 1 Jul 2026 (showing 2 of 2 entries )\n"
    )
    listing = one(text)
    assert (listing.category, listing.part, listing.date) == ("stat.ML", "recent", dt.date(2026, 7, 1))
    first, second = listing.entries
    assert (first.title, first.authors, first.abstract) == ("Learning Nothing", ("Anna Nobody", "Ben Noone"), None)
    assert (second.title, second.authors) == ("Counting to Two", ())


def test_abstract_glued_to_the_subjects() -> None:
    listing = one(NEW.replace("(math-ph)\n", "(math-ph)").replace("(hep-th)\nA single", "(hep-th)A single"))
    assert listing.entries == one(NEW).entries


def test_entry_without_subjects() -> None:
    entry: Entry = one(NEW.replace("Subjects: High Energy Physics - Theory (hep-th)\nA single", "\nA single")).entries[
        1
    ]
    assert (entry.categories, (entry.abstract or "")[:8]) == ((), "A single")


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


def test_recognises_only_pages_whose_fields_run_together() -> None:
    assert arxiv_listing_text.GLUED.recognises(head(NEW.encode()))
    assert not arxiv_listing_text.LINES.recognises(head(NEW.encode()))
    apart = (DATA / "listing_text" / "new.txt").read_bytes()
    assert not arxiv_listing_text.GLUED.recognises(head(apart))
    assert not arxiv_listing_text.GLUED.recognises(head(b"<dt>" + NEW.encode()))
