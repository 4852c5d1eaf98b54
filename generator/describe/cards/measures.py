"""Measures in a sentence: factors, shares and orders of magnitude, each with the bound before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SHORT = r" ?%| ?[xX×](?![\w×])(?! ?\d)"
_WORDED = (
    r"[- ](?:times|fold)\b(?! (?:the|as|a)\b)| ?(?:percent|per cent)(?:age points?)?\b| (?:percentage[- ])?points?\b"
)
_UNIT = rf"(?:{_SHORT}|{_WORDED})"
_VALUE = r"[\d,]*(?:\.\d+)?"
_NUMBER = re.compile(
    # The first digit stands first, so that the search for it is quick.
    rf"\d(?<![\w.^/±].)(?<![^\W\d][-_].){_VALUE}(?P<unit>{_UNIT})?"
    rf"(?:(?: ?[-–−~] ?|-? to | and | or )(?P<second>\d{_VALUE}(?P<last>{_UNIT})))?"
)
_MAGNITUDES = re.compile(
    r"\b(?:(?:an?|one|two|three|four|five|six|several|multiple|many|\d)"
    r"(?: (?:to|or) (?:two|three|four|five|six|\d))? )?"
    r"orders? of magnitude"
)
_BOUND = re.compile(
    r"(?:\b(?P<words>up to|as much as|at (?:most|least)|(?:more|less|fewer|greater|higher) than|no (?:more|less) than|"
    r"over|above|under|below|within|about|approximately|around|roughly|nearly|almost|close to|exceeding|only|just)"
    r"(?: (?:an?|the|average|factor|of|total))* |(?P<sign>[~≈∼<>≤≥≳≲]) ?)$",
    re.IGNORECASE,
)
_BEFORE = 40
_PERCENT = re.compile(r"[ -]?(?:per ?cent\b|%)(?!age)")
_TIMES = re.compile(r"[ -](?:[xX×]|times|fold)(?!\w)|(?<=\d)(?:fold|X)\b")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measured result as written in a sentence."""

    bound: str  # "up to", "~", "at least" ...; "" for none
    number: str  # "1.28x", "30-49%", "two orders of magnitude"
    start: int  # of the bound, in the sentence
    end: int  # past the number

    @property
    def kind(self) -> str:
        """`x`, `%`, `points` or `magnitude`."""
        if "magnitude" in self.number:
            return "magnitude"
        return "points" if self.number.endswith(("point", "points")) else "%" if self.number.endswith("%") else "x"

    @property
    def is_range(self) -> bool:
        """True for "15%-80%" and "2x and 3x"."""
        return bool(re.match(r"\D*+\d.*(?:[-–−~]| to | and | or )\+?\d", self.number))

    def shown(self, sign: str = "") -> str:
        """The bound and the number, with a sign before the number."""
        joint = "" if self.bound in {"", "~", "≈", "∼", "<", ">", "≤", "≥", "≳", "≲"} else " "
        return f"{self.bound}{joint}{sign}{self.number}"


def find(sentence: str) -> Iterator[Measure]:
    """The measures of a sentence in order."""
    for match in _NUMBER.finditer(sentence):
        if match["unit"] and match["last"] and not _is_one(sentence, match):
            yield _measure(sentence, match.start(), match.end("unit"))
            yield _measure(sentence, match.start("second"), match.end())
        elif match["unit"] or match["last"]:
            yield _measure(sentence, match.start(), match.end())
    if "of magnitude" in sentence:
        for match in _MAGNITUDES.finditer(sentence):
            yield _measure(sentence, match.start(), match.end())


_BY = re.compile(r"\b(?:by|of|from) (?:[a-z]+ ){0,3}$")
_OWN_NOUN = re.compile(r" (?:of|is|are|was|were|can|could|will|has|have)\b")
_NOUN = re.compile(
    r" (?!(?:on|in|for|over|under|at|across|compared|relative|versus|vs|respectively|and|when|while|with|than|as)\b)\w"
)


def _is_one(sentence: str, match: re.Match[str]) -> bool:
    """True for "3% to 5%" and "by 8% and 12%"; False for "by 8% and 12% of the pages", where the second has a noun."""
    if _short(match["unit"]) != _short(match["last"]):
        return False
    joint = sentence[match.end("unit") : match.start("second")]
    if joint.strip() not in {"and", "or"}:
        return True
    after = sentence[match.end() : match.end() + 14]
    shared = _BY.search(sentence, max(0, match.start() - 30), match.start()) is None or not _NOUN.match(after)
    return shared and not _OWN_NOUN.match(after)


def _measure(sentence: str, start: int, end: int) -> Measure:
    if start > 1 and sentence[start - 1] == "+" and sentence[start - 2] in " (":
        start -= 1
    before = _BOUND.search(sentence, max(0, start - _BEFORE), start)
    number, bound = _short(sentence[start:end]), ""
    if before:
        bound, start = (before["sign"] or before["words"]).lower(), before.start()
        bound = "" if bound in {"only", "just"} else bound
    return Measure(bound, number, start, end)


def _short(number: str) -> str:
    """A number with the short form of its unit: "32 percent" -> "32%", "5.3 times" -> "5.3x"."""
    return _TIMES.sub("x", _PERCENT.sub("%", number)).replace("- to ", " to ")
