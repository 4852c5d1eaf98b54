"""Sentences as cards show them."""

from daybook.describe.cards import LEAST_WORDS, LONGEST, MOST_WORDS, quote

from tests.cases import for_each, table


def shown(sentence: str) -> str:
    found = quote(f"Lakes freeze. {sentence}", 14, 14 + len(sentence))
    text = f"Lakes freeze. {sentence}"[found.start : found.end]
    assert found.text.removesuffix("…").casefold() == text.casefold()
    return found.text


@for_each(("sentence", "text"), table(__file__, "a_lead_in_is_taken_off"))
def test_a_lead_in_is_taken_off(sentence: str, text: str) -> None:
    """What only joins a sentence to those before it; a small word gets a capital, a name keeps its form."""
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
