"""Badges: what kind of paper it is, only where its own words say so."""

import pytest
from daybook.describe import cards

from tests.cases import for_each, table
from tests.tools.growth import in_proportion

FILLER = ("Lakes freeze.", "They thaw in spring.")


def names(sentence: str, title: str = "Ice on Lakes", comments: str | None = None) -> list[str]:
    return [badge.name for badge in cards.badges_of(title, [*FILLER, sentence], comments)]


EARNED = table(__file__, "earned")


@for_each(("name", "sentence"), [(name, one) for name, all_ in EARNED.items() for one in all_])
def test_plain_words_earn_a_badge(name: str, sentence: str) -> None:
    """It rests on the whole sentence."""
    (badge,) = cards.badges_of("Ice on Lakes", [*FILLER, sentence], None)
    assert (badge.name, badge.words) == (name, sentence)


@for_each("sentence", table(__file__, "words_about_other_things_earn_none"))
def test_words_about_other_things_earn_none(sentence: str) -> None:
    """Precision before recall."""
    assert names(sentence) == []


@for_each(
    ("title", "name"),
    [
        ("Lakes: An Analysis of the Ice Dataset", []),
        ("LakeBench: A Benchmark for Ice", ["Benchmark"]),
        ("LakeSet: A Large Dataset of Lakes", ["Dataset"]),
        ("Proof of the Lake Conjecture", ["Proof"]),
        ("Proof of Stake in Lakes", []),
    ],
)
def test_titles_count(title: str, name: list[str]) -> None:
    """A title may say what a paper is."""
    assert names("It melts.", title) == name


def test_comments_count() -> None:
    """They may say where the code is."""
    assert names("It melts.", comments="12 pages, code at https://github.com/example/ice") == ["Code available"]


def test_the_order_is_fixed() -> None:
    """Whatever comes first."""
    told = [sentences[0] for sentences in reversed(EARNED.values())]
    assert [badge.name for badge in cards.badges_of("Ice", told, None)] == list(EARNED)


@pytest.mark.trial
@for_each(
    "piece",
    ["we release code ", "proof of ", "We present a ", "a-", "open source ", "We present A (", ", and ", "\x00"],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""

    def find(length: int) -> None:
        long = piece * (length // len(piece))
        cards.badges_of(long, [long, *[long[:990]] * (length // 1000)], long)

    in_proportion(find, 32_000)
