"""Signatures: the same for the same words, small, and made of any text."""

import pytest
from daybook.describe import signatures
from daybook.describe.related import Source
from daybook.text import author_names, vocabulary

from tests.cases import for_each, table
from tests.describe.related.updates import updated
from tests.tools.growth import in_proportion

HOSTILE = [
    "",
    " \t\n",
    "\0\x1b[31m\ud800\u202e",
    "<script>alert(1)</script> {{ x }} {% raw %}",
    "$" * 1000 + "\\" * 1000,
    "a" * 100_000,
    "a-" * 100_000,
    "ﬁne Ǆ ß İ ſ",
    "深度学习 для всех",
    "9 99 999",
    "e\u0301" * 50_000,
]


def signed(title: str, abstract: str | None) -> str:
    return signatures.signature(signatures.line(title, abstract), signatures.weight)


@for_each("text", HOSTILE)
def test_any_text_makes_a_signature(text: str) -> None:
    """Nothing raises, and what is kept holds no blank, control or word beyond its bounds."""
    for signature in (signed(text, text), signed(text, None)):
        words = signature.split(" ") if signature else []
        assert len(words) <= signatures.MOST_TERMS + 1
        assert all(len(word) <= vocabulary.LONGEST_WORD for word in words)
    rows = updated([Source(key, "2026-01", text, text) for key in ("2601.00001", "2601.00002")])
    assert updated([Source(key, "2026-01", text, text) for key in ("2601.00001", "2601.00002")], rows) == rows


@pytest.mark.trial
def test_long_texts_cost_no_more_than_their_length() -> None:
    """Megabytes in a title or an abstract are cut before anything is done with them."""

    def read(times: int) -> None:
        long = "scheduling of \\frac{kernels} " * times
        signed(long, long)

    in_proportion(read, 200_000)


def test_heaviest_terms_come_first_and_their_weights_follow() -> None:
    """Terms of the title before those of the abstract, rare ones before common ones, digits for all."""
    *found, digits = signed("Byzantine systems", "Systems with Byzantine replicas. We use data.").split()
    assert found[0] == "byzantin"
    assert set(found) == {"byzantin", "system", "replica", "data"}
    assert len(digits) == len(found)
    assert digits == "".join(sorted(digits, reverse=True))
    assert digits[0] == "9"


@for_each("relatives", table(__file__, "relatives_share_a_stem"))
def test_relatives_share_a_stem(relatives: str) -> None:
    """The forms of a word are one term."""
    assert len({signatures.term_of(word) for word in relatives.split()}) == 1


@for_each("word", ["the", "approaches", "42", "x", "mathcal", "a" * 31, ""])
def test_words_that_tell_nothing_are_no_terms(word: str) -> None:
    """Common words, numbers, single letters, TeX's commands and mishaps."""
    assert signatures.term_of(word) == ""


def test_a_line_has_all_terms_and_how_often_they_count() -> None:
    """A term of the title counts twice more; the fourth mention says nothing new."""
    assert signatures.line("Tape robots", "Robots fold. Fold, fold, fold and fold tape.") == "tape robot fold 333"
    assert signatures.line("", None) == signatures.line("The", "of 42") == ""


@for_each(("name", "folded"), table(__file__, "names_are_folded"))
def test_names_are_folded(name: str, folded: str) -> None:
    """TeX, accents, case, dots and the initials after a full first name make no difference."""
    assert author_names.fold(name) == folded


def test_rare_terms_weigh_most() -> None:
    """An unknown one half of that, none nothing."""
    assert signatures.weight("model") < signatures.weight("cohomolog") == signatures.HEAVIEST
    assert signatures.weight("tapefoldd") == signatures.UNKNOWN
    assert all(1 <= signatures.weight(term) <= signatures.HEAVIEST for term in vocabulary.table())
