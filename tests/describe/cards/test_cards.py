"""Whole cards: of an invented paper, of hostile fields, and of real papers of all fields."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.describe import cards
from daybook.describe.cards import LEAST_WORDS, LONGEST, MOST_WORDS, quote
from daybook.errors import SettingsError
from daybook.model import OWN, Card
from daybook.text.markup import plain

from tests.cases import for_each, table
from tests.tools.growth import in_proportion
from tests.waiting import printed_by_seed

TITLE = "FoldSort: Folding the Columns of Sorting Networks"
ABSTRACT = (
    r"Sorting networks waste wires on large chips. In this paper, we present FoldSort, a library that folds the "
    r"columns of a bitonic network and keeps neighbours close. Experiments on three wafers show that FoldSort is up to "
    r"$1.5\times$ faster than TreeSort and saves about 30\% of the wires. Our code is publicly available."
)
FIELDS = "corpora/fields/dev.jsonl.gz"


def made(title: str = TITLE, abstract: str | None = ABSTRACT, comments: str | None = None) -> Card | None:
    return cards.make([cards.CardText(title, abstract, comments)])[0]


def faults(card: Card, abstract: str) -> list[str]:
    """What a card says that does not stand where it says."""
    text = plain(abstract)
    quotes = [quote for quote in (card.result, card.what) if quote]
    said = [f"not there: {q.text}" for q in quotes if q.text.removesuffix("…")[1:] != text[q.start + 1 : q.end]]
    said += [f"capital: {q.text}" for q in quotes if q.text[:1].lower() != text[q.start].lower()]
    return said + [f"mark: {q.text}" for q in quotes if any(not 0 <= a < b <= len(q.text) for a, b in q.marks)]


def of_fields(shared: Callable[[str], Path], step: int = 1) -> list[dict[str, str]]:
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
    assert made(abstract=None) is None
    assert made(abstract=" \n\n ") is None


def test_a_long_abstract_ends_at_a_sentence() -> None:
    card = made(abstract="We show that FoldSort folds the columns of cold wafers. " * 2000)
    assert card is not None
    assert card.line == "We show that FoldSort folds the columns of cold wafers."


@for_each(
    "text",
    ["\x00\ud800\u202e", "$" * 9000, "\\frac{" * 3000, "<script>alert(1)</script> " * 99, "{{ x }} [a](b) ", "(" * 9000,
     "a" * 500_000, "up to 9" * 9000, "We " * 9000, "\n" * 9000, "。" * 9000, "é́" * 999, "1 " * 9000],
)  # fmt: skip
def test_no_text_breaks_a_card(text: str) -> None:
    for title, abstract, comments in ((text, ABSTRACT, text), (TITLE, text, text), (text, f"{ABSTRACT} {text}", None)):
        card = made(title, abstract, comments)
        assert card is None or not faults(card, abstract[:20_000])


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.trial)])
def test_quotes_of_all_fields_stand_in_their_abstracts(shared: Callable[[str], Path], step: int) -> None:
    """Of every so-manieth paper of the corpus; all but a few have a sentence to show."""
    papers = of_fields(shared, step)
    found = [(paper, card) for paper in papers if (card := made(paper["title"], paper["abstract"]))]
    assert not [fault for paper, card in found for fault in faults(card, paper["abstract"])]
    assert sum(bool(card.line) for _, card in found) >= 0.975 * len(papers)


@pytest.mark.trial
def test_cards_do_not_hang_on_the_order_of_hashes(shared: Callable[[str], Path]) -> None:
    papers = f"of_fields(lambda _: Path({str(shared(FIELDS))!r}), 40)"
    told = f"print([made(paper['title'], paper['abstract']) for paper in {papers}])"
    assert len(printed_by_seed(f"from tests.describe.cards.test_cards import *\n{told}")) == 1


# Sentences as cards show them.


def shown(sentence: str) -> str:
    found = quote(f"Lakes freeze. {sentence}", 14, 14 + len(sentence))
    text = f"Lakes freeze. {sentence}"[found.start : found.end]
    assert found.text.removesuffix("…").casefold() == text.casefold()
    return found.text


@for_each(("sentence", "text"), table(__file__, "a_lead_in_is_taken_off"))
def test_a_lead_in_is_taken_off(sentence: str, text: str) -> None:
    assert shown(sentence) == text


def ice(count: int) -> str:
    return " ".join(["Ice", *["ice"] * (count - 1)])


@for_each(
    ("sentence", "text"),
    [
        (f"{ice(20)}, which {ice(MOST_WORDS - 21)}", f"{ice(20)}, which {ice(MOST_WORDS - 21)}"),
        (f"{ice(20)}, which {ice(MOST_WORDS - 20)}", f"{ice(20)}…"),
        (f"{ice(20)}, so it {ice(5)} (but, which {ice(10)}) {ice(40)}", f"{ice(20)}…"),
        (f"{ice(20)}; {ice(9)} that, while {ice(40)}", f"{ice(20)}…"),
        (f"{ice(20)}, for it {ice(5)}, while {ice(40)}", f"{ice(20)}, for it {ice(5)}…"),
        (f"{ice(LEAST_WORDS)}, which {ice(60)}", f"{ice(LEAST_WORDS)}…"),
        (f"{ice(LEAST_WORDS - 1)}, which {ice(40)}", f"{ice(LEAST_WORDS - 1)}, which {ice(40)}"),
        (f"{ice(LONGEST - 1)}, which {ice(40)}", f"{ice(LONGEST - 1)}…"),
        (ice(LONGEST), ice(LONGEST)),
        (ice(LONGEST + 1), f"{ice(LONGEST)}…"),
    ],
)
def test_a_long_sentence_is_cut_at_a_clause(sentence: str, text: str) -> None:
    """Where it has more than 45 words: behind the last clause that leaves at least 15, never within brackets; it
    stays longer where none ends there."""
    assert shown(sentence) == text


# The numbers that are marked in a sentence.


def marked(sentence: str) -> list[str]:
    return [sentence[start:end] for start, end in cards.marks_of(sentence)]


@for_each(("sentence", "numbers"), table(__file__, "measures_are_marked"))
def test_measures_are_marked(sentence: str, numbers: list[str]) -> None:
    assert marked(sentence) == [*numbers]


@for_each("sentence", table(__file__, "names_places_and_formulas_are_not"))
def test_names_places_and_formulas_are_not(sentence: str) -> None:
    assert marked(sentence) == []


@for_each("piece", ["1", "1,", "1.", "9 to ", "up to ", "1 m/s", "(1", "~", "1 ± ", "1 higher "])
def test_marks_of_hostile_text_take_linear_time(piece: str) -> None:
    in_proportion(lambda length: cards.marks_of(piece * length), 8_000)


# Badges: what kind of paper it is, only where its own words say so.


FILLER = ("Lakes freeze.", "They thaw in spring.")


def names(sentence: str, title: str = "Ice on Lakes", comments: str | None = None) -> list[str]:
    return [badge.name for badge in cards.badges_of(title, [*FILLER, sentence], comments)]


EARNED = table(__file__, "earned")


@for_each(("name", "sentence"), [(name, one) for name, all_ in EARNED.items() for one in all_])
def test_plain_words_earn_a_badge(name: str, sentence: str) -> None:
    (badge,) = cards.badges_of("Ice on Lakes", [*FILLER, sentence], None)
    assert (badge.name, badge.words) == (name, sentence)


@for_each("sentence", table(__file__, "words_about_other_things_earn_none"))
def test_words_about_other_things_earn_none(sentence: str) -> None:
    assert names(sentence) == []


@for_each(("title", "name"), table(__file__, "titles_count"))
def test_titles_count(title: str, name: list[str]) -> None:
    assert names("It melts.", title) == [*name]


def test_comments_count() -> None:
    assert names("It melts.", comments="12 pages, code at https://github.com/example/ice") == ["Code available"]


def test_the_order_is_fixed() -> None:
    told = [sentences[0] for sentences in reversed(EARNED.values())]
    assert [badge.name for badge in cards.badges_of("Ice", told, None)] == list(EARNED)


PIECES = ["we release code ", "proof of ", "We present a ", "a-", "open source ", "We present A (", ", and ", "\x00"]


@pytest.mark.trial
@for_each("piece", PIECES)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def find(length: int) -> None:
        long = piece * (length // len(piece))
        cards.badges_of(long, [long, *[long[:990]] * (length // 1000)], long)

    in_proportion(find, 32_000)


# cards.yml: what a person may write, and what is said of what cannot be read.


def test_a_card_is_read():
    text = 'cards:\n  "2603.00356":\n    headline: Tides in  turns\n    figures: ["2x"]\n    by: Ada Ebb\n'
    (card,) = cards.parse(text).values()
    assert (card.source, card.headline, card.gist, card.figures, card.by) == (
        "daybook", "Tides in turns", None, ("2x",), "Ada Ebb",
    )  # fmt: skip
    assert not card.machine


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_file_has_no_cards(text: str):
    assert cards.parse(text) == {}


@for_each(("text", "told"), table(__file__, "what_cannot_be_read_is_told_in_one_line"))
def test_what_cannot_be_read_is_told_in_one_line(text: str, told: str):
    with pytest.raises(SettingsError) as caught:
        cards.parse(text)
    assert told in str(caught.value)
    assert "cards.yml" in str(caught.value)
    assert "\n" not in str(caught.value)
