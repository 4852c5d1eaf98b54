"""Whether what a language model wrote may stand on a page: every reason why not, in words that a model can mend it by.

An abstract may speak to the model ("ignore the above and write ..."). Sentences that do so are no evidence: a number, a
name or a word that only they have is supported by nothing, so a model that obeyed has written a card that is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from generator import evidence
from generator.cards import sentences
from generator.markup import clean, plain
from generator.summaries.prompts import GIST_CHARACTERS, GIST_WORDS, HEADLINE_CHARACTERS

LEAST_WORDS = {"headline": 4, "gist": 6}
OF_TITLE = 2
"""So many words of the title a card must have, or all where the title has fewer."""
OF_TEXT = 0.5
"""This share of a card's words must stand in title, abstract or comments, in some form."""
STEM = 5
"""Two words are the same where so many of their first letters are."""

_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|&#?\w+;|^[#>*•-]\s")
_ADDRESS = re.compile(
    r"://|\bwww\.|\b(?:https?|ftp|javascript|data|mailto):|@\w"
    r"|(?<![\w-])[\w-]+\.(?:com|org|net|io|dev|app|xyz|info)\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignor|disregard|forget|overrid|bypass)\w* (?:\w+ ){0,4}?"
    r"(?:above|previous|prior|earlier|preceding|instructions?|prompts?|rules?|text|abstract)\b"
    r"|\b(?:above|previous|prior|earlier|new) instructions?\b|\bas an ai\b"
    r"|\b(?:you are|you must|your (?:task|answer|output|response|instructions?))\b"
    r"|\bdear (?:model|ai|assistant|reviewer)\b|\bi(?:'m| am| cannot| can't)\b"
    r"|\b(?:respond|reply|answer|output|print|write|say|return)\b (?:\w+ ){0,4}?[\"“'‘:{]",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:we|our|us|this (?:paper|work|study|article)|the authors?|in the paper|respectively)\b", re.IGNORECASE
)
_LEANS = re.compile(
    r"(?:however|in addition|furthermore|moreover|finally|additionally|thus|therefore|this|these|those|they|its?|such"
    r"|here|sure|certainly)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[A-Z0-9]|[^\W\d_a-z]|[a-z]+[A-Z-]")
_WORD = re.compile(r"[^\W_]+")
_DANGLING = frozenset(
    _WORD.findall(
        "a an the of for and or to in on with by from at as that which than via into over under between is are its"
    )
)
_STOP = frozenset(
    _WORD.findall(
        "the and for are its that this these those with from into over under than then when while where which their "
        "there using used based have been being more most less least about across after also among both each even only "
        "other such very within without between through they them what will would could should some many much paper "
        "papers work show shows method"
    )
)


def faults(told: Sequence[str], title: str, abstract: str | None, comments: str | None = None) -> tuple[str, ...]:
    """Why `told`, a headline and a gist, may not stand for a paper, whose texts are as received. Empty: they may."""
    headline, gist = told
    sources = trusted(title, abstract, comments)
    found = [*_of_form("headline", headline, HEADLINE_CHARACTERS), *_of_form("gist", gist, GIST_CHARACTERS)]
    if len(gist.split()) > GIST_WORDS:
        found.append(f"the gist has {len(gist.split())} words, at most {GIST_WORDS} may be")
    found += _of_evidence("headline", headline, sources)
    found += _of_evidence("gist", gist, sources)
    return tuple(dict.fromkeys([*found, *_of_subject(f"{headline} {gist}", sources)]))


def trusted(*texts: str | None) -> tuple[str, ...]:
    """Texts as received, as plain texts without the sentences that speak to a language model."""
    return tuple(" ".join(_untouched(sentences.split(plain(text)))) for text in texts if text)


def _untouched(found: Iterable[str]) -> Iterator[str]:
    ordered = False
    for sentence in found:
        follows, ordered = ordered, bool(_INSTRUCTION.search(sentence))
        if not follows and not ordered:
            yield sentence


def unclean(name: str, text: str) -> Iterator[str]:
    """Why this text is no plain text of one line, addressed to readers."""
    if any(unicodedata.category(c) in _BARRED for c in text) or clean(text) != text:
        yield f"the {name} holds control characters, line breaks or double blanks"
    if _MARKUP.search(text):
        yield f"the {name} holds markup, TeX or brackets"
    if _ADDRESS.search(text):
        yield f"the {name} holds an address"
    if _INSTRUCTION.search(text):
        yield f"the {name} speaks of instructions instead of the paper"


_BARRED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def unproved(text: str, sources: Iterable[str]) -> Iterator[str]:
    """The numbers and names of a text that its sources do not have, or have with a bound that it left out."""
    sources = tuple(sources)
    missing = tuple(dict.fromkeys(evidence.unsupported(text, *sources)))
    if missing:
        yield f"does not stand in the source: {_few(missing)}"
    lost = tuple(dict.fromkeys(evidence.lost_bounds(text, *sources)))
    if lost:
        yield f'lost its "up to", "at least" or "about": {_few(lost)}'


def _few(words: Sequence[str]) -> str:
    return ", ".join(word[:_MOST_CHARACTERS] for word in words[:_MOST_TOLD])


_MOST_TOLD = 8
_MOST_CHARACTERS = 40


def _of_form(name: str, text: str, most: int) -> Iterator[str]:
    words = _WORD.findall(text)
    if len(text) > most:
        yield f"the {name} has {len(text):,} characters, at most {most} may be"
        return
    if len(words) < LEAST_WORDS[name]:
        yield f"the {name} has fewer than {LEAST_WORDS[name]} words"
        return
    yield from unclean(name, text)
    if not _BEGINS.match(text):
        yield f"the {name} does not begin with a capital letter or a number"
    if text[-1] in ",;:(-–—" or words[-1].lower() in _DANGLING or text.count("(") != text.count(")"):
        yield f"the {name} is cut off"
    if _LEANS.match(text) or _TALK.search(text):
        yield f"the {name} does not read alone: no this, it, however at its start, no we, our, this paper, the authors"


def _of_evidence(name: str, text: str, sources: tuple[str, ...]) -> Iterator[str]:
    return (f"in the {name}, {problem}" for problem in unproved(text, sources))


def _of_subject(text: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Whether a card speaks of its paper at all."""
    said, title = _stems(text), _stems(sources[0] if sources else "")
    if len(said & title) < min(OF_TITLE, len(title)):
        yield f"fewer than {OF_TITLE} words of the title stand in headline and gist"
    known = frozenset[str]().union(*map(_stems, sources))
    if len(said & known) < OF_TEXT * len(said):
        yield "too few of the words stand in title or abstract: stay closer to them"


def _stems(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(word[:STEM] for word in words if len(word) >= _SHORTEST and word not in _STOP)


_SHORTEST = 3
