"""What the head of a paper's page says to programs: for every kind of paper, whatever a title holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.exports import references
from generator.model import Author, Paper
from generator.pages import heads
from tests.cases import for_each
from tests.pages import sample

URL = "https://example.org/tides/"


def said(paper: Paper) -> dict[str, Any]:
    """What is said of a paper."""
    return heads.of_paper(paper, references.of(paper, sample.view().shows))


def test_all_that_is_said_of_a_paper() -> None:
    """One of everything; a title's formulas are plain."""
    names = ("Ada Byron King", "Martin Luther King, Jr.", "Pim van der Zwaluw", "The TIDE Collaboration", "Plato")
    assert said(replace(sample.FULL, authors=tuple(map(Author, names)))) == {
        "title": "Waiting for k of n Tides: an O(√(n log n)) Schedule",
        "authors": [
            "King, Ada Byron",
            "King, Martin Luther Jr.",
            "van der Zwaluw, Pim",
            "The TIDE Collaboration,",
            "Plato",
        ],
        "date": "2026/02/27",
        "doi": "10.1234/tides_2026.4",
        "arxiv_id": "2603.00356",
        "pdf": "https://arxiv.org/pdf/2603.00356",
        "keywords": "cs.DC; math.CO",
        "published": True,
        "cite_as": "https://doi.org/10.1234/tides_2026.4",
    }


def test_a_preprint_without_a_journal_has_arxivs_doi() -> None:
    """It says the arXiv id, so that Zotero need not be told again."""
    new = said(replace(sample.FULL, doi=None))
    assert new["doi"] == "10.48550/arXiv.2603.00356"
    assert new["cite_as"] == "https://doi.org/10.48550/arXiv.2603.00356"
    assert "published" not in new
    old = said(replace(sample.FULL, doi=None, key="hep-th9901001", arxiv_id="hep-th/9901001"))
    assert old["doi"] == "10.48550/arXiv.hep-th/9901001"
    assert old["pdf"] == "https://arxiv.org/pdf/hep-th/9901001"


def test_a_withdrawn_paper_offers_no_pdf() -> None:
    """Its title stays."""
    gone = said(replace(sample.FULL, withdrawn=True))
    assert "pdf" not in gone
    assert gone["title"]


def test_a_paper_from_elsewhere_names_nothing_of_arxivs() -> None:
    paper = replace(sample.FULL, key="on-tides-0123abcd", arxiv_id=None, doi=None, url="https://sea.example/1")
    assert set(said(paper)) == {"title", "authors", "date", "keywords"}


def test_a_month_is_a_date() -> None:
    """Of a paper that was first seen as a replacement, years later, only the month of its id is known."""
    paper = replace(sample.FULL, key="1907.00356", arxiv_id="1907.00356", submitted=None)
    assert said(paper)["date"] == "2019/07"


def test_a_doi_that_is_none_is_left_out() -> None:
    assert not {"doi", "cite_as"} & set(said(replace(sample.FULL, doi='x" onload=', arxiv_id=None, key="x-01234567")))


@for_each(
    ("name", "tag"),
    [
        ("Anna Maria van der Berg", "van der Berg, Anna Maria;"),  # else two authors to Zotero
        ("Anna van der Berg", "van der Berg, Anna"),
        ("Anna Maria Berg", "Berg, Anna Maria"),
        ("The TIDE Collaboration", "The TIDE Collaboration,"),
    ],
)
def test_a_single_author_stays_one(name: str, tag: str) -> None:
    assert said(replace(sample.FULL, authors=(Author(name),)))["authors"] == [tag]


def test_about_says_how_to_cite_the_archive() -> None:
    """As of its newest day, never of today; with its address and DOI where it has them."""

    def cited(url: str, doi: str) -> str:
        settings, texts = replace(sample.SETTINGS, url=url), replace(sample.TEXTS, doi=doi)
        (page,) = (page for page in sample.render(sample.ARCHIVE, settings, texts) if page.path == "about.md")
        return page.text.partition("## How to cite")[2].partition("\n## ")[0].strip().rpartition("\n\n")[2]

    plain = "Tides & Schedules (2026). arXiv's announcements in cs.DC, as of 9 March 2026."
    assert cited("", "") == plain
    assert cited(URL, "10.5281/zenodo.1").startswith(plain)
    assert "(https://doi.org/10.5281/zenodo.1)" in cited(URL, "10.5281/zenodo.1")
    assert URL in cited(URL, "")
    assert "onload" not in cited(URL, '"onload=x')
