"""Author lists, as arXiv prints them (names_in) and as feeds write them (authors); what a person's name looks like.

In feeds there is one name per element or all in one, family name first or last, complete or cut. Where one name ends
and the next begins is inferred from the form of the list, such as initials in every second place, and never from what
names look like in one field or country. `authors` returns names in spoken order: "Kukla, D., Crampton, A." is D. Kukla
and A. Crampton.

Text that has lost its separators is searched for what looks like names. No list of names or of one field's vocabulary
is used: a word is ordinary if it occurs in lower case in the same document, or if papers of every field use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from daybook.sources.plain_text import one_line
from daybook.text.vocabulary import THEME_ENGLISH as ENGLISH
from daybook.text.vocabulary import THEME_SCHOLARLY, THEME_VAGUE

_SMALL = """
    de la le las los van von vom zu zur der den dem ter ten te het op el al bin ibn bint ben abu di da do dos das del
    della dello dal des du d' y e i af av
"""
PARTICLES = frozenset(_SMALL.split())  # lower-case words within names
SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv"))
WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
GROUP = re.compile(
    r"(?i)\b(?:Collaboration|Consortium|Team|Group|Project|Initiative|Institute|University|Foundation|Labs?)$"
)
"""The end of the name of an author that is not a person."""

_PARENTHESES = re.compile(r"[()]|[^()]+")
_COLLABORATION = re.compile(r"\s?,?\s?\b(?:on behalf of|for) the .*$", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s?(?:,\s?and\s|,|;|\sand\s)\s?")
_GROUP = re.compile(r"(?:\s|(?<=[\w.(]))\([^()]*\)|\s\[[^\[\]]*\]")
_FOR = re.compile(r"(?i),?\s?\b(?:on behalf of|for) the [^,;]{0,120}?\b(?:collaborations?|consortium|team|group)\b.*$")
_REST = re.compile(
    r"(?i)[\s,;(]{0,6}(?:\b(?:and|&)\s)?(?:"
    r"\bet\.?\s?al\b\.?"
    r"|(?:\+|\band\s|\bplus\s)?\s?\d[\d,]{0,9}\s"
    r"(?:more|others?|(?:additional|other|further|more)\s(?:co-?)?authors?)\b[^,;]*"
    r"|\b(?:and|&)\sothers|(?:…|\.\.\.))[\s.)\]]{0,6}(?=$|[,;])"
)
_AND = re.compile(r"[\s,]{0,4}\s(?:and|&)\s", re.IGNORECASE)
_LEADING_AND = re.compile(r"^(?:and|&)\s+", re.IGNORECASE)
_SUFFIX = re.compile(r"[JS]r\.?|I{2,3}|IV|VI{1,3}", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_]{1,2}\.|[^\W\d_]")
_OF_NAMES = re.compile(r"[\w\s.,;&'’`-]+")
_CAPITALS = re.compile(r"[^\W\d_]{1,3}")

_PART = re.compile(r"[^\W_]+")
_COMMON = ENGLISH | THEME_SCHOLARLY | THEME_VAGUE
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+(?:[^\W\d_]\.?)?")
_PREFIXED = re.compile(r"(?:Mc|Mac|De|Di|Du|La|Le|Lo|Van|Von|Fitz|Al|El|Ben|O['’`]|D['’`]|L['’`]|N['’`])(?=[^\W\d_])")
_ELIDED = re.compile(r"^(?:dell|d|l)['’`](?=[^\W\d_])")
_TAIL = re.compile(r"[^\W\d_]*+(?:['’`][^\W\d_]++)*+['’`]?")
_JOINED_INITIAL = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_]{2})")  # "J.Smith"
_MANY = 4  # words of a name too long to hold a word such as "using"; "Will Smith" and "So Wen An" do
_ARTICLE = 3
_SHORT = 2  # letters of a word that is no evidence: an initial, "Li", "of"
_LONGEST = 200  # characters of a name


def names_in(text: str) -> tuple[str, ...]:
    """The names in a list as arXiv prints it, without affiliations in parentheses and collaborations.

    A suffix after a comma stays with its name; an unpaired parenthesis is kept.

    >>> names_in("Oliver Larsson (1), Bo Other, Jr. and J. Doe ((1) Umeå University, (2) Unaffiliated)")
    ('Oliver Larsson', 'Bo Other, Jr.', 'J. Doe')
    """
    parts: list[str] = []
    opened: list[int] = []
    for part in _PARENTHESES.findall(one_line(text)):
        if part == ")" and opened:
            del parts[opened.pop() :]
            parts[-1:] = [last.rstrip() for last in parts[-1:]]
        else:
            opened += [len(parts)] if part == "(" else []
            parts.append(part)
    names: list[str] = []
    for name in filter(None, _SEPARATOR.split(_COLLABORATION.sub("", "".join(parts)))):
        if names and name.lower() in SUFFIXES:
            names[-1] = f"{names[-1]}, {name}"
        else:
            names.append(name)
    return tuple(names)


class AuthorList(NamedTuple):
    """The names in order, and whether the list is complete."""

    names: tuple[str, ...] = ()
    complete: bool = True


def authors(stated: Sequence[str]) -> AuthorList:
    """The authors that a feed's elements state, in order, without repetitions and affiliations. stated: plain text.

    >>> authors(["Kukla, D., Crampton, A., and van der Waals, J. D.", "et al."])
    AuthorList(names=('D. Kukla', 'A. Crampton', 'J. D. van der Waals'), complete=False)
    """
    listed, complete = [], True
    for each in stated:
        text = one_line(each)
        for _ in range(3):  # an affiliation may itself contain brackets
            text = _GROUP.sub("", text)
        text, cut = _REST.subn("", _FOR.sub("", text))
        complete = complete and not cut and not (text != each and _REST.search(each))
        if text := text.strip(" ,;"):
            listed.append(text)
    several = (name for text in dict.fromkeys(listed) for name in _of_several(text))
    names = list(dict.fromkeys(_names_in(listed[0]) if len(listed) == 1 else several))
    if len(names) > 1:
        around = list(map(_around_initials, names))
        if all(family and given and not _are_initials(family[0]) for family, given in around):
            names = [" ".join((*given, *family)) for family, given in around]
    return AuthorList(tuple(dict.fromkeys(names)), complete)


def turned(name: str) -> str:
    """A single name in spoken order: "Gaudi, B. Scott" is B. Scott Gaudi, "King, Martin, Jr." is Martin King Jr.

    A name without a comma, or of an organisation, is returned unchanged.
    """
    family, *rest = (part.strip() for part in name.split(","))
    if not rest or len(rest) > 2 or _is_organisation(family) or _SUFFIX.fullmatch(rest[0]):
        return name
    if len(rest) == 2 and not _SUFFIX.fullmatch(rest[1]):
        return name
    return one_line(" ".join((rest[0], family, *rest[1:])))


def _of_several(text: str) -> list[str]:
    """The names in one of several elements: one name, unless the text is certainly a list."""
    if (";" in text or text.count(",") > 2) and _OF_NAMES.fullmatch(text):
        return _names_in(text)
    parts = _AND.split(text)
    return parts if len(parts) > 1 and "," not in text and all(map(_is_full, parts)) else [turned(text)]


def _names_in(text: str) -> list[str]:
    if ";" in text:
        parts = [_LEADING_AND.sub("", part.strip()) for part in text.split(";")]
        return [name for part in parts if part for name in _of_several(part)]
    runs: list[list[str]] = []  # of names between commas
    for run in _AND.split(text):
        names: list[str] = []
        for token in filter(None, map(str.strip, run.split(","))):
            if names and "," not in names[-1] and _SUFFIX.fullmatch(token):
                names[-1] = f"{names[-1]}, {token}"
            else:
                names.append(token)
        runs += [names] if names else []
    # Initials alone occur only after a family name.
    if any(_are_initials(given) and not _are_initials(family) for run in runs for family, given in pairwise(run)):
        return [name for run in runs for name in _paired(run)]
    if _is_organisation(text) and not all(_is_full(token) for run in runs for token in run):
        return [text]
    if all(len(run) % 2 == 0 and all(map(_is_pair, run[::2], run[1::2])) for run in runs):
        return [name for run in runs for name in _paired(run)]
    return [_LEADING_AND.sub("", token) for run in runs for token in run]


def _is_pair(family: str, given: str) -> bool:
    """Whether this may be one person: neither side is a full name of its own, as in "Ann Cup, Bob Bowl"."""
    if _is_organisation(family) or _is_organisation(given):
        return False
    one_word = [word for word in family.split() if word.lower() not in PARTICLES]
    return (len(one_word) == 1 and len(given.split()) <= 3) or len(given.split(",")[0].split()) == 1


def _paired(tokens: Sequence[str]) -> Iterator[str]:
    """The names in a list of pairs; a token without a given name (an organisation) is a name of its own."""
    words_alone = not any(map(_are_initials, tokens))  # then the whole list consists of pairs
    rest = iter([*tokens, ""])
    family = next(rest)
    while family:
        given = next(rest)
        if given and (words_alone or _are_initials(given) or _is_pair(family, given)):
            given, _, suffix = given.partition(", ")
            yield one_line(f"{given} {family} {suffix}")
            given = next(rest)
        else:
            yield family
        family = given


def _are_initials(token: str) -> bool:
    """Whether a token is initials alone: "D.", "J.-P.", "J D", "JD", "Yu. M.", but not "Jr."."""
    if _SUFFIX.fullmatch(token):
        return False
    words = list(filter(None, re.split(r"[\s-]+|(?<=\.)(?=\w)", token.partition(",")[0])))
    if not words or not all(word[0].isupper() for word in words):
        return False
    if len(words) == 1 and words[0].isupper() and _CAPITALS.fullmatch(words[0]):
        return True
    return all(map(_INITIAL.fullmatch, words))


def _around_initials(name: str) -> tuple[list[str], list[str]]:
    """(words, initials): a name split before the initials at its end."""
    words = name.split()
    at = len(words)
    while at and _are_initials(words[at - 1]):
        at -= 1
    return words[:at], words[at:]


def _is_full(name: str) -> bool:
    return sum(word.lower() not in PARTICLES for word in name.split()) > 1


def _is_organisation(name: str) -> bool:
    """Whether a name has lower-case words that personal names lack: "Institute for Chairs, Tables, and Stools"."""
    words = re.findall(r"[^\W\d_][\w'’.-]*", _AND.sub(" ", name))
    return any(word.islower() and word not in PARTICLES for word in words)


class Words(NamedTuple):
    """The words of a text, as evidence of what is ordinary there."""

    written: frozenset[str] = frozenset()  # as they stand; also the parts of hyphenated ones

    @classmethod
    def of(cls, *texts: str) -> Words:
        """All words of some texts."""
        return cls(frozenset(word for text in texts for form in (WORD, _PART) for word in form.findall(text)))

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


def is_name_word(word: str) -> bool:
    """Whether a word can be a part of a name: `Richtárik`, `J.-P.`, `Jae-hyun`, `O'Brien`; no camel case but `McX`."""
    word = word.rstrip("*†‡§,").lstrip("-")
    if word.lower() in SUFFIXES or (_INITIALS.fullmatch(word) and word[0].isupper()):
        return True
    if word.endswith(".") and word.isupper():
        return False  # "GPUM.": an acronym with an initial behind it
    return all(_is_part(part, first=k == 0) for k, part in enumerate(re.split("[-‐‑]", word.rstrip("."))))


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


def has_stray_comma(words: list[str]) -> bool:
    """Whether a comma stands before something other than a suffix ("Smith, Jr.")."""
    return any(word.endswith(",") and after.lower() not in SUFFIXES for word, after in pairwise(words))


def share_of_names(names: tuple[str, ...], words: Words = NO_WORDS) -> float:
    """Which part of these (0 to 1) looks like full names. words: those of the document."""
    return sum(is_name(name, words) for name in names) / len(names) if names else 0.0


def are_names(text: str) -> bool:
    """Whether a list reads as full names by their form alone: the first, and at least four in five."""
    named = []
    for name in names_in(text):
        words = name.split()
        own = [word for word in words if word.lower() not in PARTICLES]
        named.append(len(own) > 1 and len(words) <= 7 and not has_stray_comma(words) and all(map(is_name_word, own)))
    return bool(named) and named[0] and sum(named) >= 0.8 * len(named)
