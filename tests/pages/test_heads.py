"""What the head of a paper's page says to programs: every tag, for every kind of paper, whatever a title holds."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from html import unescape

from daybook.exports import references
from daybook.model import Author, Paper
from daybook.pages import papers
from lxml import etree

from tests.cases import for_each
from tests.pages import engines, sample

URL = "https://example.org/tides/"
BYTES = 760
"""Most that the head of a page may take for programs, on average over an archive's papers."""


def head(paper: Paper) -> str:
    """The head of a paper's page, without what every page has."""
    return drawn(papers.head(paper, references.of(paper)), gone=paper.withdrawn)


def drawn(told: Mapping[str, object], *, gone: bool = False) -> str:
    """What overrides/paper.html makes of these facts."""
    _FACTS.update(head=told, gone=gone)
    html = _LAYOUTS.page("papers/2603/x.md", "---\nkind: paper\n---\n\n# x\n").html
    lines = html.partition("<title>")[0].split("\n")
    (found,) = (place for place, line in enumerate(lines) if line.startswith("<meta name=citation_title"))
    return "\n".join(lines[found:]).strip()


_FACTS: dict[str, object] = {"lead": [], "compared": []}
_LAYOUTS = sample.layouts(lambda path: _FACTS)


def tree(html: str) -> etree._Element:
    """A document that has nothing else in its head, parsed strictly."""
    return engines.parse(f"<!doctype html><html lang=en><meta charset=utf-8>{html}<title>x</title>", strict=True)


def tags(html: str) -> list[tuple[str, str]]:
    """(name, content) of each tag that has a name, in order."""
    return [(each.get("name"), each.get("content")) for each in tree(html).iter("meta") if each.get("name")]


def named(html: str, name: str) -> list[str]:
    return [content for found, content in tags(html) if found == name]


def test_all_tags_of_a_paper() -> None:
    """One of everything, in order; a title's formulas are plain."""
    names = ("Ada Byron King", "Martin Luther King, Jr.", "Pim van der Zwaluw", "The TIDE Collaboration", "Plato")
    paper = replace(sample.FULL, authors=tuple(map(Author, names)))
    html = head(paper)
    assert tags(html) == [
        ("citation_title", "Waiting for k of n Tides: an O(√(n log n)) Schedule"),
        ("citation_author", "King, Ada Byron"),
        ("citation_author", "King, Martin Luther Jr."),
        ("citation_author", "van der Zwaluw, Pim"),
        ("citation_author", "The TIDE Collaboration,"),
        ("citation_author", "Plato"),
        ("citation_date", "2026/02/27"),
        ("citation_doi", "10.1234/tides_2026.4"),
        ("citation_pdf_url", "https://arxiv.org/pdf/2603.00356"),
        ("z:itemType", "preprint"),
        ("z:repository", "arXiv"),
        ("z:archiveID", "arXiv:2603.00356"),
    ]
    assert "\n" not in html


def test_a_preprint_without_a_journal_has_arxivs_doi() -> None:
    """It says the arXiv id, so that Zotero need not be told again."""
    html = head(replace(sample.FULL, doi=None))
    assert named(html, "citation_doi") == ["10.48550/arXiv.2603.00356"]
    assert named(html, "z:archiveID") == []
    old = head(replace(sample.FULL, doi=None, key="hep-th9901001", arxiv_id="hep-th/9901001"))
    assert named(old, "citation_doi") == ["10.48550/arXiv.hep-th/9901001"]
    assert named(old, "citation_pdf_url") == ["https://arxiv.org/pdf/hep-th/9901001"]


def test_a_withdrawn_paper_is_said_to_be_one_and_offers_no_pdf() -> None:
    html = head(replace(sample.FULL, withdrawn=True))
    assert named(html, "citation_pdf_url") == []
    assert named(html, "citation_title")


def test_a_paper_from_elsewhere_names_nothing_of_arxivs() -> None:
    paper = replace(sample.FULL, key="on-tides-0123abcd", arxiv_id=None, doi=None, url="https://sea.example/1")
    held = {name for name, _ in tags(head(paper))}
    assert held == {"citation_title", "citation_author", "citation_date", "z:itemType"}


def test_a_month_is_a_date() -> None:
    """Of a paper that was first seen as a replacement, years later, only the month of its id is known."""
    paper = replace(sample.FULL, key="1907.00356", arxiv_id="1907.00356", submitted=None)
    assert named(head(paper), "citation_date") == ["2019/07"]


def test_a_doi_that_is_none_is_left_out() -> None:
    html = head(replace(sample.FULL, doi='x" onload=', arxiv_id=None, key="x-01234567"))
    assert "onload" not in html
    assert named(html, "citation_doi") == []


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
    assert named(head(replace(sample.FULL, authors=(Author(name),))), "citation_author") == [tag]


def test_average_head_is_small() -> None:
    """A paper as most are: seventy letters in the title, five authors, at an address of thirty."""
    names = ("Ekaterini Vlachou", "Leopold Achterberg", "Silvia Pereyra", "Jonas Pettersson-Adu", "Rukmini Chatterjee")
    paper = replace(
        sample.FULL, title="x" * 70, authors=tuple(map(Author, names)), doi=None, submitted=dt.datetime(2026, 3, 4)
    )
    canonical = f'<link rel=canonical href="{URL}papers/2603/2603.00356.html">'
    assert len((head(paper) + canonical).encode()) < BYTES
    assert unescape(head(paper)).isascii()


def test_about_says_how_to_cite_the_archive() -> None:
    """As of its newest day, never of today; with its address and DOI where it has them."""

    def cited(url: str, doi: str) -> etree._Element:
        settings, texts = replace(sample.SETTINGS, url=url), replace(sample.TEXTS, doi=doi)
        page = sample.page("about.md", settings=settings, texts=texts)
        tree = engines.fragment(engines.python_markdown(page.text))
        return tree.xpath("//h2[@id='how-to-cite']/following-sibling::p[2]")[0]

    plain = cited("", "")
    assert "".join(plain.itertext()).strip() == (
        "Tides & Schedules (2026). arXiv's announcements in cs.DC, as of 9 March 2026."
    )
    links = [link.get("href") for link in cited(URL, "10.5281/zenodo.1").iter("a")]
    assert links == [URL, "https://doi.org/10.5281/zenodo.1"]
    assert "onload" not in "".join(cited(URL, '"onload=x').itertext())
