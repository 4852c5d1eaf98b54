"""Text as the words that are searched: without accents, case, plurals and hyphens; Greek letters by their names.

overrides/assets/search/ does the same to a query, in JavaScript: what this module folds, that one must fold alike. A
test compares the two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

LONGEST = 60
"""Longest word in UTF-16 units; what follows is cut off. Longer ones are addresses or accidents."""
MOST_PARTS = 4
"""The most parts of a compound that is also searched as one word: `k-means`, `state-of-the-art`."""
LONGEST_JOINT = 40
"""The longest of these, in characters."""
JOINT = "-"
"""What a joint word begins with: it stands where the last part of its compound does."""
KEPT = 1 << 17
"""Words whose stems are kept in memory: most recur."""

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu "
    "nu xi omicron pi rho sigma tau upsilon phi chi psi omega"
)
_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
_CAPITALS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_VARIANTS = {
    "ϵ": "epsilon", "ϑ": "theta", "ϰ": "kappa", "ϖ": "pi", "ϱ": "rho", "ς": "sigma", "ϕ": "phi", "µ": "mu",
    "ϒ": "upsilon",
}  # fmt: skip
_NAMES = {
    letter: name for letters in (_LETTERS, _CAPITALS) for letter, name in zip(letters, _GREEK.split(), strict=True)
}
_BY_NAME = str.maketrans({letter: f" {name} " for letter, name in (_NAMES | _VARIANTS).items()})
_LIGATURES = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n"}
)
_APOSTROPHE = re.compile(r"['’‘ʼ](?<=[^\W_].)(?=[^\W_])")
_THOUSANDS = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_POWER = re.compile(r"(?<=[^\W_])\^\{?(?=[^\W_])|(?<![^\W_])([^\W_])_\{?(?=[0-9a-z](?![^\W_]))")
"""What is typed where a text has a raised or lowered sign: S^2, x_1."""
_WORD = r"[0-9]+(?:\.[0-9]+)+|[^\W_]+(?:(?:\+\+|#)(?![^\W_]))?"
_CHAIN = re.compile(rf"(?:{_WORD})(?:[-‐‑–](?:{_WORD}))*")
_HYPHEN = re.compile(r"[-‐‑–]")
_PLURAL = re.compile(r"[a-z0-9]{4,}")
_SILENT = ("xe", "che", "she", "sse", "zze")


def words(text: str) -> Iterator[str]:
    """The stems of a plain text's words, in order. Behind a compound comes its joint form, marked with `JOINT`.

    >>> list(words("Richtárik's k-means for λ-calculi, in C++"))
    ['richtarik', 'k', 'mean', '-kmean', 'for', 'lambda', 'calculi', 'in', 'c++']
    """
    return chain.from_iterable(map(_stems, _CHAIN.findall(fold(text))))


@lru_cache(KEPT)
def _stems(compound: str) -> tuple[str, ...]:
    """The stems of the parts of a compound, or of a single word."""
    parts = _HYPHEN.split(compound)
    joint = "".join(parts) if 1 < len(parts) <= MOST_PARTS else ""
    return (*map(stem, parts), *([JOINT + stem(joint)] if 0 < len(joint) <= LONGEST_JOINT else ()))


def fold(text: str) -> str:
    """A plain text in lower case, without accents and ligatures, apostrophes and commas within numbers; `S^2` is s2."""
    if text.isascii():
        text = text.lower()
    else:
        text = " ".join([word.lower() if word.isascii() else _bare(word) for word in text.split(" ")])
    text = _THOUSANDS.sub("", _APOSTROPHE.sub("", text))
    return _POWER.sub(r"\1", text) if "^" in text or "_" in text else text


@lru_cache(1 << 14)
def _bare(word: str) -> str:
    """What stands between two blanks in lower case, without accents and ligatures, Greek letters by their names."""
    word = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word.translate(_BY_NAME)).lower())
    bare = "".join(sign for sign in word if not unicodedata.category(sign).startswith("M"))
    return bare.translate(_BY_NAME).translate(_LIGATURES)


def stem(word: str) -> str:
    """A folded word without the ending of a plural, whether it is one or not: the same rule on both sides finds it.

    >>> [stem(word) for word in ("studies", "study", "boxes", "box", "GPUs".lower(), "loss", "news")]
    ['study', 'study', 'box', 'box', 'gpu', 'loss', 'news']
    """
    word = _cut(word)
    if not _PLURAL.fullmatch(word) or word == "news":
        return word
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if len(word) > 4 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(_SILENT) else word


def _cut(word: str) -> str:
    if len(word) <= LONGEST and word.isascii():
        return word
    units = word.encode("utf-16-le", "surrogatepass")[: 2 * LONGEST]
    return units.decode("utf-16-le", "ignore")
