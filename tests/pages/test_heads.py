"""What the head of a paper's page says to programs: every tag, for every kind of paper, whatever a title holds."""

import datetime as dt
from dataclasses import replace
from html import unescape
from typing import Any

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
    """What overrides/paper.html makes of a paper's facts in the head of its page, without what every page has."""
    told = papers.head(references.of(paper))
    _FACTS.update(head=told, gone=paper.withdrawn)
    html = _LAYOUTS.page("papers/2603/x.md", "---\nkind: paper\n---\n\n# x\n").html
    lines = html.partition("<title>")[0].split("\n")
    (found,) = (place for place, line in enumerate(lines) if line.startswith("<meta name=citation_title"))
    return "\n".join(lines[found:]).strip()


_FACTS: dict[str, object] = {"lead": [], "compared": []}
_LAYOUTS = sample.layouts(lambda path: _FACTS)


def tags(html: str) -> list[tuple[str, str]]:
    """(name, content) of each tag that has a name, in order."""
    parsed = engines.parse(f"<!doctype html><html lang=en><meta charset=utf-8>{html}<title>x</title>", strict=True)
    return [(each.get("name"), each.get("content")) for each in parsed.iter("meta") if each.get("name")]


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


ARXIV = "10.48550/arXiv."


@for_each(
    ("changes", "tags"),
    [
        # A preprint without a journal has arXiv's DOI, which says the arXiv id: Zotero need not be told again.
        ({"doi": None}, {"citation_doi": [f"{ARXIV}2603.00356"], "z:archiveID": []}),
        ({"doi": None, "key": "hep-th9901001", "arxiv_id": "hep-th/9901001"},
         {"citation_doi": [f"{ARXIV}hep-th/9901001"], "citation_pdf_url": ["https://arxiv.org/pdf/hep-th/9901001"]}),
        ({"withdrawn": True}, {"citation_pdf_url": []}),
        # Of a paper that was first seen as a replacement, years later, only the month of its id is known.
        ({"key": "1907.00356", "arxiv_id": "1907.00356", "submitted": None}, {"citation_date": ["2019/07"]}),
        ({"doi": 'x" onload=', "arxiv_id": None, "key": "x-01234567"}, {"citation_doi": []}),
        # A paper from elsewhere names nothing of arXiv's.
        ({"key": "on-tides-0123abcd", "arxiv_id": None, "doi": None, "url": "https://sea.example/1"},
         {name: [] for name in ("citation_doi", "citation_pdf_url", "z:repository", "z:archiveID")}),
        # A single author stays one: these would else be two to Zotero.
        ({"authors": (Author("Anna Maria van der Berg"),)}, {"citation_author": ["van der Berg, Anna Maria;"]}),
        ({"authors": (Author("Anna van der Berg"),)}, {"citation_author": ["van der Berg, Anna"]}),
        ({"authors": (Author("Anna Maria Berg"),)}, {"citation_author": ["Berg, Anna Maria"]}),
        ({"authors": (Author("The TIDE Collaboration"),)}, {"citation_author": ["The TIDE Collaboration,"]}),
    ],
)  # fmt: skip
def test_tags_of_other_papers(changes: dict[str, Any], tags: dict[str, list[str]]) -> None:
    html = head(replace(sample.FULL, **changes))
    assert {name: named(html, name) for name in tags} == tags
    assert "onload" not in html
    assert named(html, "citation_title")


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
