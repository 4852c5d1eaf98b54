"""Results that a long sentence states about the system later on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.text.vocabulary import BASES, NOUNS

_MOST_DEEDS = 8
_RESULT = re.compile(r"\d ?(?:[xX×%]|times\b|-fold\b)")
_LATER_DEED = re.compile(r"(?:,| and|, and) (?=([a-z]+s) )")


def later_results(sentence: str, name: str | None) -> Iterator[str]:
    """Of "X does A and cuts B by 9%": "X cuts B by 9%". Nothing without a system's `name`."""
    if name is None or not _RESULT.search(sentence):
        return
    later = sentence.find(f"; {name} ")
    if later >= 0:
        yield sentence[later + 2 :]
    begin = sentence.find(f"{name} ")
    if begin >= 0 and (begin == 0 or sentence[:begin].endswith((", ", " that "))):
        for deed in list(_LATER_DEED.finditer(sentence, begin))[:_MOST_DEEDS]:
            if deed[1] in BASES and deed[1] not in NOUNS and _RESULT.search(sentence, deed.end()):
                yield f"{name} {sentence[deed.end() :]}"
