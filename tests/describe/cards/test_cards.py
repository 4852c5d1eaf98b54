"""Whole cards: invented papers, every paper of the real documents, and the scores against cards that editors wrote."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.describe import cards
from generator.describe.cards import wellformed
from generator.model import OWN, Card, Entry
from generator.text import evidence, sentences
from generator.text.markup import plain
from tests.conftest import ROOT
from tests.describe.cards.papers import edited, evaluation, overlap, papers

TITLE = "FoldSort: Folding the Columns of Sorting Networks"
ABSTRACT = (
    r"Sorting networks waste wires on large chips. In this paper, we present FoldSort, a library that folds the "
    r"columns of a bitonic network and keeps neighbours close. Experiments on three wafers show that FoldSort is up to "
    r"$1.5\times$ faster than TreeSort and saves about 30\% of the wires."
)


def made(title: str = TITLE, abstract: str | None = ABSTRACT, comments: str | None = None) -> Card | None:
    return cards.make(title, abstract, comments)


def test_a_card_is_made_of_the_papers_words() -> None:
    """Headline, gist and figures are plain text without TeX, proved by title and abstract."""
    card = made()
    assert card is not None
    assert (card.source, card.machine, card.by) == (OWN, False, None)
    assert "up to 1.5×" in card.headline
    assert card.gist == "FoldSort folds the columns of a bitonic network and keeps neighbours close."
    assert not faults(card, TITLE, ABSTRACT)


def test_no_card_without_an_abstract() -> None:
    """None says so; blanks are no abstract."""
    assert made(abstract=None) is None
    assert made(abstract=" \n\n ") is None


def test_a_long_abstract_ends_at_a_sentence() -> None:
    """What is longer than any abstract is not read to its end, and not cut within a word."""
    card = made(abstract="FoldSort folds the columns of wafers. " * 2000)
    assert card is not None
    assert card.gist == "FoldSort folds the columns of wafers."


HOSTILE = [
    "\x00\ud800\u202e", "$" * 9000, "\\frac{" * 3000, "<script>alert(1)</script> " * 99, "{{ x }} [a](b) ",
    "(" * 9000, "a" * 500_000, "up to 9" * 9000, "We " * 9000, "\n" * 9000, "。" * 9000, "é́" * 999, "1 " * 9000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_breaks_a_card(text: str) -> None:
    """Whatever stands in a paper's fields, a card comes, or none."""
    for title, abstract, comments in ((text, ABSTRACT, text), (TITLE, text, text), (text, f"{ABSTRACT} {text}", None)):
        card = made(title, abstract, comments)
        assert card is None or card.gist is None or wellformed.fits(card.gist)


def faults(card: Card, title: str, abstract: str) -> list[str]:
    """What is wrong with a card: its form, or words that its paper does not have."""
    sources = (plain(title), plain(abstract))
    found = []
    if card.gist is not None:
        found += (
            [f"form: {card.gist}"] if not (wellformed.fits(card.gist) and wellformed.reads_alone(card.gist)) else []
        )
        last = re.findall(r"\w+", card.gist)[-1]
        found += [f"cut: {card.gist}"] if last not in re.findall(r"\w+", " ".join(sources)) else []
    for text in (card.headline, card.gist or "", *card.figures):
        found += [f"{word} in: {text}" for word in evidence.unsupported(text, *sources)]
        found += [f"bound of {word} in: {text}" for word in evidence.lost_bounds(text, *sources)]
    return found


def of(paper: Entry) -> Card:
    card = cards.make(paper.title, paper.abstract, paper.comments)
    assert card is not None
    return card


def test_every_real_paper_has_a_sound_card(shared: Callable[[str], Path]) -> None:
    """Of all categories at hand: budget, form, no cut word, every number, name and bound from the paper."""
    shared("listings")
    wrong = [
        (paper.title, fault) for paper in papers() for fault in faults(of(paper), paper.title, paper.abstract or "")
    ]
    assert not wrong, wrong[:20]


def test_nearly_every_real_paper_has_a_gist(shared: Callable[[str], Path]) -> None:
    """Few abstracts have no line that reads alone."""
    shared("listings")
    without = [paper.title for paper in papers() if of(paper).gist is None]
    assert len(without) < 0.05 * len(papers()), without


def test_the_check_sees_planted_faults() -> None:
    """A wrong number, a strange name, a lost bound and a cut word are found."""
    for gist in (
        "FoldSort is up to 1.6× faster than TreeSort.",
        "FoldSort is up to 1.5× faster than HeapSort.",
        "FoldSort is 1.5× faster than TreeSort.",
        "FoldSort is up to 1.5× faster than TreeSort and saves wir.",
        "However, FoldSort is up to 1.5× faster than TreeSort.",
    ):
        assert faults(Card(source=OWN, headline="FoldSort folds", gist=gist), TITLE, ABSTRACT), gist


def test_cards_do_not_hang_on_the_order_of_hashes() -> None:
    """Two processes with other hash seeds make the same cards."""
    program = "from tests.describe.cards.test_cards import *\nprint([made(), *map(of, papers()[::40])])"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(printed) == 1


def test_scores_stay_above_their_floors(shared: Callable[[str], Path]) -> None:
    """Against the development half of the cards that editors wrote. With a stemmer the overlaps are about .02 more."""
    shared("tools/eval_cards.py")
    predicted = {}
    for card in edited():
        own = made(card["title"], card["abstract"])
        assert own is not None
        predicted[card["title"]] = {"headline": own.headline, "gist": own.gist}
    scores, _ = evaluation().score(edited(), predicted, "dev", overlap)
    assert scores["gist_RL"] >= 0.145
    assert scores["both_RL"] >= 0.21
    assert min(scores["form_gist"], scores["form_headline"]) >= 0.95
    assert scores["has_num"] >= 0.9
    assert scores["faith_exact"] == 1
    assert scores["cut"] == scores["over_gist"] == scores["over_headline"] == scores["empty"] == 0


def test_sentences_are_whole_in_real_abstracts(shared: Callable[[str], Path]) -> None:
    """Splitting loses no sign, and few sentences begin small, as they would after a wrong end."""
    shared("listings")
    found = [sentence for paper in papers() for sentence in sentences.split(plain(paper.abstract or ""))]
    small = [sentence for sentence in found if re.match(r"[a-z]+ [a-z]+ ", sentence)]
    assert len(small) < 0.01 * len(found), small[:20]
