"""The words of a text: the engine's, the index's and those of the tests are the same."""

import random
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daybook.search import entries

from tests.cases import for_each
from tests.search import terms
from tests.search.conftest import Opened
from tests.search.papers import HOSTILE, NAMES, SUBJECTS

RULES = (
    ("studies study boxes box caches cache GPUs gpu movies movie", "study study box box cach cach gpu gpu movy movy"),
    ("loss news class this bus axes axe ties series", "loss news class thi bus ax axe tie sery"),
    ("Richtárik’s naïve Łódź Straße ﬁne Søren İpek", "richtarik naive lodz strass fine soren ipek"),
    ("λ ς ϵ ϑ 𝜆 µm Λ", "lambda sigma epsilon theta lambda mu m lambda"),
    ("C++ C# C++11 F# a+b 3.5 v1.2.3 1.5x", "c++ c# c 11 f# a b 3.5 v1 2.3 1.5 x"),
    ("1,000 1,00 1,0000 12,345,678", "1000 1 00 1 0000 12345678"),
    ("S^2 S² x_1 x₁ H^{s} Hˢ 10^9 10⁹ foo_bar a_bc ab_1", "s2 s2 x1 x1 hs hs 109 109 foo bar a bc ab 1"),
    ("don't 'quoted' o’neil rock'n'roll 5'", "dont quoted oneil rocknroll 5"),
)
COMPOUNDS = (
    ("k-means", [["k", 0], ["mean", 1], ["kmean", 1]]),
    ("k‐means", [["k", 0], ["mean", 1], ["kmean", 1]]),
    ("Erdős–Rényi", [["erdo", 0], ["renyi", 1], ["erdosrenyi", 1]]),
    ("a--b", [["a", 0], ["b", 1]]),
    ("a-b-c-d-e", [["a", 0], ["b", 1], ["c", 2], ["d", 3], ["e", 4]]),
    (f"{'a' * 30}-{'b' * 11}", [["a" * 30, 0], ["b" * 11, 1]]),
    (f"{'a' * 30}-{'b' * 10}", [["a" * 30, 0], ["b" * 10, 1], ["a" * 30 + "b" * 10, 1]]),
    ("a-b-c-d", [["a", 0], ["b", 1], ["c", 2], ["d", 3], ["abcd", 3]]),
    ("x" * 70, [["x" * 60, 0]]),
    ("x" * 59 + "𠮷", [["x" * 59, 0]]),
    ("é" * 61, [["e" * 60, 0]]),
    ("数" * 61, [["数" * 60, 0]]),
    ("x" * 59 + "ss", [["x" * 59, 0]]),
)


@for_each(("text", "expected"), RULES)
def test_words_are_folded(search: Opened, text: str, expected: str) -> None:
    assert [word for word, _ in search.call("daybookSearch.text.words", text)] == expected.split()
    assert [word for place in terms.places(text) for word in place] == expected.split()
    assert [word for word, _ in index_words(text)] == expected.split()


@for_each(("text", "expected"), COMPOUNDS)
def test_compounds_are_words_and_one_word(search: Opened, text: str, expected: list[list[object]]) -> None:
    assert search.call("daybookSearch.text.words", text) == expected == index_words(text)


def strange() -> Iterator[str]:
    """Texts of the signs that matter, and of any."""
    dice = random.Random(1)
    signs = "aesx xz19^_{-‐–‑'’,.+#λΛςϵ𝜆ßøœéé½①Ⅷ٣µĳǅK𠮷\u0301\u200b😀數ﬁ"
    for _ in range(400):
        yield "".join(dice.choice(signs) for _ in range(12))
    # Signs that all have known for long: newer ones are letters to some versions of Unicode only.
    known = [chr(code) for code in range(1, 0x3000) if unicodedata.ucd_3_2_0.category(chr(code)) not in ("Cn", "Cs")]
    for _ in range(100):
        yield " ".join(dice.choice(known) + "a" + dice.choice(known) for _ in range(20))
    yield from (*HOSTILE, *SUBJECTS, *NAMES)


def engine_words(search: Opened, texts: list[str]) -> list[list[list[object]]]:
    found: list[list[list[object]]] = search.call("(texts) => texts.map(daybookSearch.text.words)", texts)
    return found


def compare(search: Opened, texts: list[str]) -> None:
    for text, found in zip(texts, engine_words(search, texts), strict=True):
        expected = {(word, at) for at, place in enumerate(terms.places(text)) for word in place}
        assert {(word, at) for word, at in found} == expected, ascii(text)
        assert found == index_words(text), ascii(text)


def test_strange_texts_have_the_same_words(search: Opened) -> None:
    compare(search, list(strange()))


def index_words(text: str) -> list[list[object]]:
    found: list[list[object]] = []
    at = -1
    for word in entries.words(text):
        at += not word.startswith(entries.JOINT)
        found.append([word.removeprefix(entries.JOINT), at])
    return found


@pytest.mark.trial
def test_the_index_has_the_words_that_the_engine_asks_for(search: Opened, shared: Callable[[str], Path]) -> None:
    """Over all real documents, as they are: markup is as good a text as any."""
    texts = list(strange())
    for folder in ("listings", "corpora"):
        for path in sorted(path for path in shared(folder).rglob("*") if path.is_file()):
            try:
                texts += path.read_text(encoding="utf-8").split("\n")
            except UnicodeDecodeError:  # compressed, or a page of another encoding
                continue
    plain, other = (sorted({text[:2000] for text in texts if text.isascii() is is_ascii}) for is_ascii in (True, False))
    texts = other + random.Random(2).sample(plain, min(3000, len(plain)))
    for start in range(0, len(texts), 500):
        part = texts[start : start + 500]
        for text, found in zip(part, engine_words(search, part), strict=True):
            assert found == index_words(text), ascii(text)
    assert len(texts) > 1000
