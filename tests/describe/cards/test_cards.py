"""Whole cards: of an invented paper, of hostile fields, and of real papers of all fields."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.describe import cards
from daybook.model import OWN, Card
from daybook.text.markup import plain

from tests.cases import for_each
from tests.waiting import printed_by_seed

TITLE = "FoldSort: Folding the Columns of Sorting Networks"
ABSTRACT = (
    r"Sorting networks waste wires on large chips. In this paper, we present FoldSort, a library that folds the "
    r"columns of a bitonic network and keeps neighbours close. Experiments on three wafers show that FoldSort is up to "
    r"$1.5\times$ faster than TreeSort and saves about 30\% of the wires. Our code is publicly available."
)
FIELDS = "corpora/fields/dev.jsonl.gz"


def made(title: str = TITLE, abstract: str | None = ABSTRACT, comments: str | None = None) -> Card | None:
    return cards.make([cards.Words(title, abstract, comments)])[0]


def faults(card: Card, abstract: str) -> list[str]:
    """What a card says that does not stand where it says."""
    text = plain(abstract)
    quotes = [quote for quote in (card.result, card.what) if quote]
    said = [f"not there: {q.text}" for q in quotes if q.text.removesuffix("…")[1:] != text[q.start + 1 : q.end]]
    said += [f"capital: {q.text}" for q in quotes if q.text[:1].lower() != text[q.start].lower()]
    return said + [f"mark: {q.text}" for q in quotes if any(not 0 <= a < b <= len(q.text) for a, b in q.marks)]


def of_fields(shared: Callable[[str], Path], step: int = 1) -> list[dict[str, str]]:
    """Every so-manieth paper of the corpus of all fields."""
    with gzip.open(shared(FIELDS), "rt", encoding="utf-8") as rows:
        return [json.loads(row) for row in list(rows)[::step]]


def test_a_card_quotes_its_abstract() -> None:
    """Result and what stand there word for word, with the numbers marked and what joins them to the text taken off."""
    card = made()
    assert card is not None
    assert (card.source, card.machine, card.by, card.headline, card.gist) == (OWN, False, None, TITLE, None)
    assert card.result is not None
    assert card.what is not None
    assert card.result.text.startswith("Experiments on three wafers show")
    assert [card.result.text[a:b] for a, b in card.result.marks] == ["up to 1.5× faster", "about 30%"]
    assert card.what.text.startswith("We present FoldSort")
    assert card.line == card.result.text
    assert [badge.name for badge in card.badges] == ["Code available"]
    assert not faults(card, ABSTRACT)


def test_no_card_without_an_abstract() -> None:
    """None says so; blanks are no abstract."""
    assert made(abstract=None) is None
    assert made(abstract=" \n\n ") is None


def test_a_long_abstract_ends_at_a_sentence() -> None:
    """What is longer than any abstract is not read to its end, and not cut within a word."""
    card = made(abstract="We show that FoldSort folds the columns of cold wafers. " * 2000)
    assert card is not None
    assert card.line == "We show that FoldSort folds the columns of cold wafers."


@for_each(
    "text",
    ["\x00\ud800\u202e", "$" * 9000, "\\frac{" * 3000, "<script>alert(1)</script> " * 99, "{{ x }} [a](b) ", "(" * 9000,
     "a" * 500_000, "up to 9" * 9000, "We " * 9000, "\n" * 9000, "。" * 9000, "é́" * 999, "1 " * 9000],
)  # fmt: skip
def test_no_text_breaks_a_card(text: str) -> None:
    """Whatever stands in a paper's fields, a card comes, or none."""
    for title, abstract, comments in ((text, ABSTRACT, text), (TITLE, text, text), (text, f"{ABSTRACT} {text}", None)):
        card = made(title, abstract, comments)
        assert card is None or not faults(card, abstract[:20_000])


def test_quotes_of_all_fields_stand_in_their_abstracts(shared: Callable[[str], Path]) -> None:
    """Of every twentieth paper of the corpus; all but a few have a sentence to show."""
    papers = of_fields(shared, 20)
    found = [(paper, card) for paper in papers if (card := made(paper["title"], paper["abstract"]))]
    assert not [fault for paper, card in found for fault in faults(card, paper["abstract"])]
    assert sum(bool(card.line) for _, card in found) >= 0.975 * len(papers)


@pytest.mark.trial
def test_every_quote_stands_in_its_abstract(shared: Callable[[str], Path]) -> None:
    """Of all papers of the corpus."""
    papers = of_fields(shared)
    found = [(paper, made(paper["title"], paper["abstract"])) for paper in papers]
    assert not [fault for paper, card in found if card for fault in faults(card, paper["abstract"])]


@pytest.mark.trial
def test_cards_do_not_hang_on_the_order_of_hashes(shared: Callable[[str], Path]) -> None:
    """Two processes with other hash seeds make the same cards."""
    told = (
        f"[made(paper['title'], paper['abstract']) for paper in of_fields(lambda _: Path({str(shared(FIELDS))!r}), 40)]"
    )
    assert len(printed_by_seed(f"from tests.describe.cards.test_cards import *\nprint({told})")) == 1
