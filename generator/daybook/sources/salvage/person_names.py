"""What a person's name looks like, and which words are ordinary: for text that has lost its separators.

No list of names or of one field's vocabulary is used. A word is ordinary if it occurs in lower case in the same
document, or if papers of every field use it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from daybook.sources.author_list import PARTICLES, SUFFIXES, names_in
from daybook.text.vocabulary import THEME_ENGLISH as ENGLISH
from daybook.text.vocabulary import THEME_SCHOLARLY as SCHOLARLY
from daybook.text.vocabulary import THEME_VAGUE as VAGUE

WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
GROUP = re.compile(
    r"\b(?:Collaboration|Consortium|Team|Group|Project|Initiative|Institute|University|Foundation|Labs?)$",
    re.IGNORECASE,
)
"""The end of the name of an author that is not a person."""
_COMMON = ENGLISH | SCHOLARLY | VAGUE

_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+(?:[^\W\d_]\.?)?")
_PREFIXED = re.compile(
    r"(?:Mc|Mac|De|Di|Du|La|Le|Lo|Van|Von|Fitz|Al|El|Ben|O['’`]|D['’`]|L['’`]|N['’`])(?=[^\W\d_])", re.UNICODE
)
_ELIDED = re.compile(r"^(?:dell|d|l)['’`](?=[^\W\d_])")
_TAIL = re.compile(r"[^\W\d_]*+(?:['’`][^\W\d_]++)*+['’`]?")
_JOINED_INITIAL = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_]{2})")  # "J.Smith"
_MANY = 4  # words of a name too long to hold a word such as "using"; "Will Smith" and "So Wen An" do
_ARTICLE = 3
_SHORT = 2  # letters of a word that is no evidence: an initial, "Li", "of"
_LONGEST = 200  # characters of a name


class Words(NamedTuple):
    """The words of a text, as evidence of what is ordinary there."""

    written: frozenset[str] = frozenset()  # as they stand; also the parts of hyphenated ones

    @classmethod
    def of(cls, *texts: str) -> Words:
        """All words of some texts."""
        patterns = (WORD, _PART)
        return cls(frozenset(word for text in texts for pattern in patterns for word in pattern.findall(text)))

    def in_lower_case(self) -> Words:
        """Those written in lower case."""
        return Words(frozenset(filter(str.islower, self.written)))

    def knows(self, word: str) -> bool:
        """Whether a word, its singular or its plural is written in lower case in the text, or common in any field."""
        small = word.lower()
        forms = (small, f"{small}s", f"{small}es", small.removesuffix("s"), small.removesuffix("es"))
        return any(form in self.written or form in _COMMON for form in forms)

    def ordinary(self, name: str) -> float:
        """Which part (0 to 1) of a name's words is ordinary, without particles; two letters are never ordinary."""
        return _ordinary(self, name)


@lru_cache(maxsize=4096)
def _ordinary(known: Words, name: str) -> float:
    words = [word for word in WORD.findall(name) if word not in PARTICLES]
    return sum(len(word) > _SHORT and known.knows(word) for word in words) / len(words) if words else 0.0


NO_WORDS = Words()


def _is_part(part: str, *, first: bool) -> bool:
    """Whether a piece between hyphens can stand in a name: `Pflüger`, `McDonald`, `O'Brien`, later also `hyun`."""
    if not part:
        return False
    if part.isupper() and part.isalpha() and len(part) <= 4:
        return True
    part = _ELIDED.sub("", part)
    prefix = _PREFIXED.match(part)
    rest = part[prefix.end() :] if prefix else part
    if not rest[0].isupper() and not part[0].isupper() and first and part.lower() not in PARTICLES:
        return False
    tail = rest[1:]
    return _TAIL.fullmatch(tail) is not None and (tail == tail.lower() or "'" in tail or "’" in tail)


def is_name_word(word: str) -> bool:
    """Whether a word can be a part of a name: `Richtárik`, `J.-P.`, `Jae-hyun`, `O'Brien`; no camel case but `McX`."""
    word = word.rstrip("*†‡§,").lstrip("-")
    if word.lower() in SUFFIXES:
        return True
    if _INITIALS.fullmatch(word) and word[0].isupper():
        return True
    if word.endswith(".") and word.isupper():
        return False  # "GPUM.": an acronym with an initial behind it
    return all(_is_part(part, first=k == 0) for k, part in enumerate(re.split("[-‐‑]", word.rstrip("."))))


def has_stray_comma(words: list[str]) -> bool:
    """Whether a comma stands before something other than a suffix ("Smith, Jr.")."""
    return any(word.endswith(",") and after.lower() not in SUFFIXES for word, after in pairwise(words))


def is_name(text: str, words: Words = NO_WORDS) -> bool:
    """Whether `text` looks like one person's full name: two to seven words that are not all ordinary ones.

    words: those of the document it stands in.
    """
    if not is_written_as_name(text) or words.ordinary(text) == 1:
        return False
    parts = text.lower().split()
    return len(parts) < _MANY or not any(len(part) > _ARTICLE and part in ENGLISH for part in parts)


@lru_cache(maxsize=4096)  # a heading's names are asked for again from each place where they may begin
def is_written_as_name(text: str) -> bool:
    """Whether `text` has the form of a full name, whatever its words: two to seven, capitalised but for particles."""
    parts = _JOINED_INITIAL.sub(" ", text).split() if len(text) <= _LONGEST else []
    own = [word for word in parts if word.lower() not in PARTICLES or word[0].isupper()]
    if len(own) < 2 or len(parts) > 7 or own[-1] != parts[-1] or has_stray_comma(parts):
        return False
    return all(map(is_name_word, own))


def share_of_names(names: tuple[str, ...], words: Words = NO_WORDS) -> float:
    """Which part of these (0 to 1) looks like full names. words: those of the document."""
    return sum(is_name(name, words) for name in names) / len(names) if names else 0.0


def are_names(text: str) -> bool:
    """Whether a list reads as full names by their form alone: the first, and at least four in five."""
    names = names_in(text)
    return bool(names) and sum(map(_has_form, names)) >= 0.8 * len(names) and _has_form(names[0])


def _has_form(name: str) -> bool:
    words = name.split()
    own = [word for word in words if word.lower() not in PARTICLES]
    return len(own) > 1 and len(words) <= 7 and not has_stray_comma(words) and all(map(is_name_word, own))
