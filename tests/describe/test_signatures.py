"""Signatures as pages carry them: for ever the same for the same words, safe in an attribute, small."""

import re

from daybook.describe import signatures

from tests.cases import for_each
from tests.describe.related.test_terms import HOSTILE
from tests.tools.growth import in_proportion

TITLE = "Byzantine kettles"
ABSTRACT = "We teach kettles to agree on tea. Kettles that lie are found in linear time."


def read(signature: str) -> list[tuple[int, int]]:
    """(place, weight) of each term."""
    digits = [signatures.DIGITS.index(sign) for sign in signature]
    numbers = [high << 12 | middle << 6 | low for high, middle, low in zip(*[iter(digits)] * 3, strict=True)]
    return [(number // signatures.WEIGHTS, number % signatures.WEIGHTS + 1) for number in numbers]


def test_a_signature_never_changes() -> None:
    """Browsers keep those of starred papers: whatever moves this one makes all of them worthless."""
    assert signatures.of(TITLE, ABSTRACT) == "Xw_DLABzidNzZ6cJ2CtXz"
    assert [signatures.place(term) for term in ("kettl", "byzantin", "深度学习")] == [1443, 10815, 4548]


def test_the_heaviest_terms_come_first() -> None:
    """Each with a weight from 9 down to 1; stop words and numbers are none."""
    names = {signatures.place(term): term for term in ("byzantin", "kettl", "teach", "agre", "lie", "linear", "tea")}
    terms = [(names[place], weight) for place, weight in read(signatures.of(TITLE, ABSTRACT))]
    weights = [("byzantin", 9), ("kettl", 6), ("teach", 6), ("agre", 4), ("lie", 4), ("linear", 3), ("tea", 3)]
    assert terms == weights


def test_its_size_is_bounded() -> None:
    """40 terms of three characters, whatever the length of the abstract."""
    long = " ".join(f"word{chr(97 + number % 26)}{number}" for number in range(500))
    assert len(signatures.of("A title", long)) == 3 * signatures.MOST == 120
    assert signatures.of("", None) == signatures.of("The", "of 42") == ""
    in_proportion(lambda times: signatures.of("kettles " * times, "tea \\frac{kettles} " * times), 200_000)


@for_each("text", HOSTILE)
def test_any_text_is_safe_in_an_attribute(text: str) -> None:
    """No sign needs a quote or an escape, in HTML or in JavaScript."""
    signature = signatures.of(text, text)
    assert re.fullmatch(r"[A-Za-z0-9_-]*", signature)
    assert all(0 <= place < signatures.PLACES for place, _ in read(signature))
