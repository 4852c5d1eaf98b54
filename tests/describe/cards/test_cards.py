"""Whole cards: of an invented paper, of hostile fields, and of real papers of all fields."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.describe import cards
from generator.describe.cards import gist, lines
from generator.model import OWN, Card
from generator.text import evidence, sentences
from generator.text.markup import plain
from tests.cases import for_each
from tests.conftest import ROOT, SHARED
from tests.describe.cards.papers import papers

TITLE = "FoldSort: Folding the Columns of Sorting Networks"
ABSTRACT = (
    r"Sorting networks waste wires on large chips. In this paper, we present FoldSort, a library that folds the "
    r"columns of a bitonic network and keeps neighbours close. Experiments on three wafers show that FoldSort is up to "
    r"$1.5\times$ faster than TreeSort and saves about 30\% of the wires. Our code is publicly available."
)
FIELDS = "corpora/fields/dev.jsonl.gz"
FLOORS = defaultdict(lambda: 0.88, {"math": 0.83})
"""Share of papers with a gist, by archive; what stands between formulas often cannot be told without them."""


def made(title: str = TITLE, abstract: str | None = ABSTRACT, comments: str | None = None) -> Card | None:
    return cards.make(title, abstract, comments)


def faults(card: Card, title: str, abstract: str, comments: str | None = None) -> list[str]:
    """What is wrong with a card: its form, or words that its paper does not have."""
    sources = (plain(title), plain(abstract))
    told = [card.gist or "", *card.figures]
    whole = " ".join(sources[0].split())
    found = [f"{word} in: {text}" for text in told for word in evidence.unsupported(text, *sources)]
    found += [f"bound of {word} in: {text}" for text in told for word in evidence.lost_bounds(text, *sources)]
    found += [f"artefact: {text}" for text in told if re.search(r"[$\\]| ,", text)]
    found += [f"not in the text: {figure}" for figure in card.figures if figure not in sources[1]]
    if card.gist and not (lines.fits(card.gist) and lines.reads_alone(card.gist)):
        found.append(f"form: {card.gist}")
    if card.headline != whole and not whole.endswith(card.headline[1:]):
        found.append(f"not the title: {card.headline}")
    quoted = (*sources, plain(comments or ""))
    found += [f"not quoted: {badge.words}" for badge in card.badges if not any(badge.words in text for text in quoted)]
    return found


@cache
def of_fields(most: int = 150) -> dict[str, list[tuple[str, str]]]:
    """Titles and abstracts of real papers by archive, of each the first `most` of the corpus of all fields."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with gzip.open(SHARED / FIELDS, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            archive = row["primary"].split(".")[0]
            if len(found[archive]) < most:
                found[archive].append((row["title"], row["abstract"]))
    return found


def test_a_card_is_made_of_the_papers_words() -> None:
    """Headline, gist, figures and badges are plain text without TeX, proved by title and abstract."""
    card = made()
    assert card is not None
    assert (card.source, card.machine, card.by, card.headline) == (OWN, False, None, TITLE)
    assert card.gist is not None
    assert "FoldSort" in card.gist
    assert any("up to 1.5×" in figure for figure in card.figures)
    assert [badge.name for badge in card.badges] == ["Code available"]
    assert not faults(card, TITLE, ABSTRACT)


def test_no_card_without_an_abstract() -> None:
    """None says so; blanks are no abstract."""
    assert made(abstract=None) is None
    assert made(abstract=" \n\n ") is None


def test_a_long_abstract_ends_at_a_sentence() -> None:
    """What is longer than any abstract is not read to its end, and not cut within a word."""
    card = made(abstract="We show that FoldSort folds the columns of cold wafers. " * 2000)
    assert card is not None
    assert card.gist == "FoldSort folds the columns of cold wafers."


@for_each(
    "text",
    ["\x00\ud800\u202e", "$" * 9000, "\\frac{" * 3000, "<script>alert(1)</script> " * 99, "{{ x }} [a](b) ", "(" * 9000,
     "a" * 500_000, "up to 9" * 9000, "We " * 9000, "\n" * 9000, "。" * 9000, "é́" * 999, "1 " * 9000],
)  # fmt: skip
def test_no_text_breaks_a_card(text: str) -> None:
    """Whatever stands in a paper's fields, a card comes, or none."""
    for title, abstract, comments in ((text, ABSTRACT, text), (TITLE, text, text), (text, f"{ABSTRACT} {text}", None)):
        card = made(title, abstract, comments)
        assert card is None or card.gist is None or lines.fits(card.gist)


@for_each(
    ("field", "value"),
    [
        ("gist", "FoldSort is up to 1.6× faster than TreeSort."),
        ("gist", "FoldSort is up to 1.5× faster than HeapSort."),
        ("gist", "FoldSort is 1.5× faster than TreeSort."),
        ("gist", "However, FoldSort is up to 1.5× faster than TreeSort."),
        ("gist", "FoldSort is up to 1.5× faster , and saves wires."),
        ("figures", ("30% fewer wires",)),
        ("headline", "Folding"),
    ],
)
def test_the_check_sees_planted_faults(field: str, value: str | tuple[str, ...]) -> None:
    """A wrong number, a strange name, a lost bound, a link, an artefact, other words, another title."""
    assert faults(Card(**{"source": OWN, "headline": TITLE, field: value}), TITLE, ABSTRACT)  # type: ignore[arg-type]


def test_cards_of_real_listings_are_sound(shared: Callable[[str], Path]) -> None:
    """Of every paper of the listings at hand; nearly all have a gist."""
    shared("listings")
    found, gists = [], 0
    for paper in papers():
        card = made(paper.title, paper.abstract, paper.comments)
        assert card is not None
        found += [(paper.title, fault) for fault in faults(card, paper.title, paper.abstract or "", paper.comments)]
        gists += card.gist is not None
    assert not found, found[:20]
    assert gists >= FLOORS[""] * len(papers())


def test_cards_of_all_fields_are_sound(shared: Callable[[str], Path]) -> None:
    """Of a few papers of each archive."""
    shared(FIELDS)
    found = []
    for title, abstract in (paper for of in of_fields().values() for paper in of[:50]):
        card = made(title, abstract)
        assert card is not None
        found += [(title, fault) for fault in faults(card, title, abstract)]
    assert not found, found[:20]


@pytest.mark.trial
def test_papers_of_all_fields_have_gists(shared: Callable[[str], Path]) -> None:
    """Nearly all of each archive of which there are enough to tell."""
    shared(FIELDS)
    shares = {
        archive: sum(gist.make(plain(title), sentences.split(plain(text))) is not None for title, text in of) / len(of)
        for archive, of in of_fields().items()
        if len(of) >= 50
    }
    low = {archive: share for archive, share in shares.items() if share < FLOORS[archive]}
    assert not low


@pytest.mark.trial
def test_cards_do_not_hang_on_the_order_of_hashes() -> None:
    """Two processes with other hash seeds make the same cards."""
    told = "[made(), *(made(paper.title, paper.abstract) for paper in papers()[::40])]"
    program = f"from tests.describe.cards.test_cards import *\nprint({told})"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(printed) == 1


def test_sentences_are_whole_in_real_abstracts(shared: Callable[[str], Path]) -> None:
    """Splitting loses no sign, and few sentences begin small, as they would after a wrong end."""
    shared("listings")
    found = [sentence for paper in papers() for sentence in sentences.split(plain(paper.abstract or ""))]
    small = [sentence for sentence in found if re.match(r"[a-z]+ [a-z]+ ", sentence)]
    assert len(small) < 0.01 * len(found), small[:20]
