"""Titles of every field keep their words, and authors stay apart from them, where separators were lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model import Entry
from generator.sources.salvage import listing_text, listing_unseparated
from tests.cases import for_each
from tests.sources.salvage import field_listings
from tests.sources.salvage.field_listings import FIELDS, Paper

TITLES = {
    "astro-ph.CO": "DarkCans: Cold Dark Matter, Warm Dark Matter, and Ultralight Axions",
    "math.AG": "Moduli of Stable Sheaves, Twisted Sheaves, and Perverse Tins",
    "cs.CL": "CanTranslate: Neural Machine Translation Without Parallel Corpora",
    "q-bio.GN": "TinFold Meets Chromatin, Gene Expression, and Protein Folding",
    "q-bio.BM": "Protein Folding in MetaCan Membranes",
    "cond-mat.dis-nn": "Spin Glasses, Random Lasers, and the Replica Trick: A Tale of FeMn Alloys",
    "gr-qc": "Black Holes, White Holes, and NanoCan Remnants",
    "econ.GN": "Monetary Policy, Inflation Targeting, and the TinBond Market",
    "math.PR": "Random Walks on McTin Graphs",
    "cs.LG": "DeepCanNet: Fourier Neural Operators, Graph Neural Operators",
    "stat.ME": "BayesCan Regression Discontinuity, Causal Forests, and Propensity Scores",
    "q-fin.PM": "Portfolio Selection with TinHedge Futures, Swaps, and Volatility Surfaces",
    "eess.SP": "Channel Estimation for MassiveCan Arrays",
    "nlin.CD": "Chaotic Attractors, Strange Repellers, and CoupledTin Oscillators",
    "hep-th": "Conformal Blocks, Wilson Loops and SuperCan Gravity",
    "cs.DC": "TinHub Actions, Docker Tins, Cloud Functions",
    "math.DG": "HyperCan Geometry, Calabi Yau Varieties, Mirror Symmetry",
    "cond-mat.mtrl-sci": "MacTin Formulas, Donaldson Thomas Invariants, Hilbert Schemes, Quot Schemes",
    "cs.CV": "Scaling ImageCan Pretraining",
    "physics.optics": "PhotoniCan Crystal Cavities",
}
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
        (listing,) = listing_unseparated.read(field_listings.glued(page, abstracts=abstracts).encode())
    else:
        (listing,) = listing_text.read(field_listings.stripped(page, abstracts=abstracts).encode())
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
    ("glued", True): (97.5, 0.0),
    ("glued", False): (93.5, 0.0),
    ("stripped", True): (99.0, 0.0),
    ("stripped", False): (99.0, 0.5),
    ("untagged", True): (94.0, 0.0),
}
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
    assert score.exact >= exact / 100 * score.entries, score
    assert score.cut <= cut / 100 * score.entries, score
