"""Titles of every field keep their words, and authors stay apart from them, where separators were lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.model import Entry
from daybook.sources import arxiv_listing_text

from tests.cases import for_each, table
from tests.sources import field_listings
from tests.sources.field_listings import FIELDS, Paper

TITLES = table(__file__, "titles")
"""Invented titles, most of them with capitals within a word, where a name might begin. Primary category -> title."""
AUTHORS = (
    ("Ada Writer", "Bo Kastrup"), ("Åsa Öberg", "Jean-Luc de la Tour", "Wei Musterlin"), ("Siobhán McKann",),
    ("Nguyễn Văn Mẫu", "Jae-hyun Muster"), ("M. Ó Sampla", "J.-P. Exemple", "K. S. van der Kan"), ("Rin Tatoeba",),
    ("Łukasz Przykładowy", "Zoë D'Esempio", "Ahmad al-Mithal"), ("Ayşe Örnekoğlu", "Çiğdem Kutu"),
)  # fmt: skip
"""Invented people."""


def invented(*, abstracts: bool) -> list[Paper]:
    """A paper for each title; an abstract has the title's words in lower case."""
    return [
        Paper(
            title,
            AUTHORS[k % len(AUTHORS)] if k % 3 else (),
            f"We study what {title.lower()} have to do with cans, and why that matters." * abstracts,
            primary,
        )
        for k, (primary, title) in enumerate(TITLES.items())
    ]


def read(form: str, papers: list[Paper], *, abstracts: bool) -> tuple[Entry, ...]:
    page = [field_listings.Made(paper, paper.authors, None) for paper in papers]
    if form == "glued":
        (listing,) = arxiv_listing_text.GLUED.read(field_listings.glued(page, abstracts=abstracts).encode())
    else:
        (listing,) = arxiv_listing_text.LINES.read(field_listings.stripped(page, abstracts=abstracts).encode())
    return listing.entries


@for_each("form", ["glued", "stripped"])
@for_each("abstracts", [True, False])
@for_each("alone", [True, False])
def test_no_word_of_a_title_is_lost(form: str, abstracts: bool, alone: bool) -> None:
    """On a page of all, half of which has authors, and on pages of one: each title stands whole."""
    papers = invented(abstracts=abstracts)
    pages = [[paper] for paper in papers] if alone else [papers]
    entries = [entry for page in pages for entry in read(form, page, abstracts=abstracts)]
    assert [e.title for e in entries if not e.title.startswith(papers[entries.index(e)].title)] == []
    without = [entry.authors for entry, paper in zip(entries, papers, strict=True) if not paper.authors]
    assert without == [()] * len(without)


@pytest.mark.parametrize("form", ["glued", "stripped"])
def test_authors_are_read_with_abstracts(form: str) -> None:
    """Where the abstracts tell which words are ordinary, all authors are read."""
    papers = invented(abstracts=True)
    authors = {
        paper.title: entry.authors for paper, entry in zip(papers, read(form, papers, abstracts=True), strict=True)
    }
    assert authors == {paper.title: paper.authors for paper in papers}


FLOORS = {
    ("glued", True): (97.5, 0.0), ("glued", False): (93.5, 0.0), ("stripped", True): (99.0, 0.0),
    ("stripped", False): (99.0, 0.5), ("untagged", True): (94.0, 0.0),
}  # fmt: skip
"""(form, abstracts) -> percent of entries whose title and authors are exact, at least; whose title is cut, at most."""


@pytest.fixture(scope="module")
def sampled(shared: Callable[[str], Path]) -> dict[str, list[Paper]]:
    return field_listings.papers(shared("corpora") / "fields" / "dev.jsonl.gz")


@pytest.mark.trial
@for_each(("form", "abstracts"), FLOORS)
@for_each("field", FIELDS)
def test_real_papers_of_each_field(sampled: dict[str, list[Paper]], field: str, form: str, abstracts: bool) -> None:
    """On pages half of whose entries have lost their authors; an API answer has them all."""
    score = field_listings.score(sampled[field], form, abstracts=abstracts, lost=0.0 if form == "untagged" else 0.5)
    exact, cut = FLOORS[form, abstracts]
    assert score["exact"] >= exact / 100 * score.total(), score
    assert score["cut"] <= cut / 100 * score.total(), score
