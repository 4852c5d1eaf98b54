"""What stands after an API entry's second time, run together: comment, journal reference, authors, DOI.

`40 pages, 4 figuresIvan IlinPeter Richtárik` is a comment and two names. A name may begin where a capital follows
something other than a blank. Of all ways to part the text at such places the cheapest is taken, where a part that
looks like a person's name costs nothing, and parts that do not can only be the comment at the beginning.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from generator.sources.listing_text_names import NOT_NAMES, PARTICLES, SUFFIXES, is_name_word
from generator.sources.text import one_line

_DOI = re.compile(r"(?P<before>.*?)(?P<doi>10\.\d{4,9}/\S+(?:\s+10\.\d{4,9}/\S+)*)\s*", re.DOTALL)
_PREFIX = re.compile(r"(?:^|[\s-])(?:Mc|Mac)$")
_MAYBE_PREFIX = re.compile(r"(?:^|[\s-])(?:De|Di|Du|Da|La|Le|Lo|Van|Von|Fitz|Al|El)$")
_BEFORE = frozenset(" \t-‐‑–—/([{<'’`“‘@#&_^\\:,;=|~")
_GROUP = re.compile(
    r"\b(?:Collaboration|Consortium|Team|Group|Project|Initiative|Institute|University|Foundation|Labs?)$", re.IGNORECASE
)
_JOURNAL_SIGN = re.compile(r"\b(?:vol|no|pp|issue|volume|p)\b\.?\s*\d|\d\s*\(\d{4}\)|\d+:\d+|\d+\s*[-–]{1,2}\s*\d+|\(\d{4}\)", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMMENT_WORDS = re.compile(
    r"\b(?:pages?|figures?|figs?|tables?|accepted|submitted|appear|preprint|version|draft|code|presented|camera|extended)\b",
    re.IGNORECASE,
)

_NO_NAME = 40.0  # the cost of a part that is no name at all: never among the authors while there is another way
_ONE_WORD = 9.0


class Rest(NamedTuple):
    """The fields at the end of an entry."""

    comments: str | None
    journal_ref: str | None
    authors: tuple[str, ...]
    doi: str | None


def split_rest(text: str) -> Rest:
    """The fields at the end of an entry, from their text run together.

    >>> split_rest("Accepted by TMLRYujia WangJinghui Chen10.1145/1.2")
    Rest(comments='Accepted by TMLR', journal_ref=None, authors=('Yujia Wang', 'Jinghui Chen'), doi='10.1145/1.2')
    """
    text = text.strip()
    found = _DOI.fullmatch(text)
    doi = found["doi"].split()[0] if found else None
    text = found["before"].strip() if found else text
    comment, authors = split_authors_off(text)
    comments, journal_ref = _split_journal_ref(comment)
    return Rest(comments, journal_ref, authors, doi)


def split_authors_off(text: str) -> tuple[str, tuple[str, ...]]:
    """(comment, authors) of the two run together. There is always an author, as arXiv takes no paper without."""
    places = [0, *_boundaries(text), len(text)]
    last = len(places) - 1

    @cache
    def best(k: int) -> tuple[float, tuple[str, ...]]:
        """The cheapest way to read the text from the k-th place on as names alone."""
        if k == last:
            return 0.0, ()
        ways = []
        for j in range(k + 1, min(last, k + 4) + 1):
            name = text[places[k] : places[j]].strip()
            cost, names = best(j)
            ways.append((cost + _cost(name), (name, *names)))
        return min(ways, key=lambda way: way[0])

    for k in range(last - 1, -1, -1):
        best(k)  # from the end, so that no call goes deep
    if not text:
        return "", ()
    ways = [(best(k)[0] + _comment_cost(text[: places[k]]), k) for k in range(last)]
    _, k = min(ways)
    return one_line(text[: places[k]]), tuple(map(one_line, best(k)[1]))


def _boundaries(text: str) -> list[int]:
    """Where a name may begin: at a capital after something other than a blank or an opening sign, or on a new line."""
    found = []
    for k in range(1, len(text)):
        before, here, after = text[k - 1], text[k], text[k + 1 : k + 2]
        if before == "\n" or (before.isspace() and "\n" in text[len(text[:k].rstrip()) : k]):
            if not here.isspace():
                found.append(k)
        elif here.isupper() and before not in _BEFORE and not before.isspace():
            if before.isupper() and not (after.islower() or after in ".'’"):
                continue  # in "TMLRYujia" only the last capital of the run can begin a name
            if before == "." and re.search(r"(?:^|[\s.\-]|[a-z])[A-Z]\.$", text[:k]):
                continue  # "J.R. Smith"
            if not _PREFIX.search(text[:k]):
                found.append(k)
    return found


def _cost(name: str) -> float:
    """How little a part looks like one author's name: 0 for an ordinary one."""
    words = name.split()
    own = [word for word in words if word.lower() not in PARTICLES or word[0].isupper()]
    if not own or any(word.lower().strip(".,;:") in NOT_NAMES for word in own):
        return 3.0 if _GROUP.search(name) and not any(sign.isdigit() for sign in name) else _NO_NAME
    if _GROUP.search(name) and name[0].isupper():
        return 0.5
    if not all(is_name_word(word.rstrip(",")) or word.lower() in SUFFIXES for word in own):
        return _NO_NAME
    if len(own) == 1:
        return _ONE_WORD
    inner = _boundaries(name)
    joined = sum(1.0 if _MAYBE_PREFIX.search(name[:k]) else _ONE_WORD + 1 for k in inner)
    shouting = 2.0 if len(own[0]) > 2 and own[0].isupper() and "." not in own[0] else 0.0
    return joined + shouting + 0.4 * max(0, len(words) - 4) + (0.2 if len(own[-1].strip(".")) == 1 else 0.0)


def _comment_cost(comment: str) -> float:
    """What it costs to take the text before the authors as a comment: little, but more than an ordinary name."""
    comment = comment.strip()
    if not comment:
        return 0.0
    if comment[-1] in ",:;(-&" or comment.endswith((" and", " by", " of", " the")):
        return 6.0
    words = comment.split()
    plain = len(words) > 4 or any(sign.isdigit() for sign in comment) or _COMMENT_WORDS.search(comment)
    return 1.0 if plain or any(word.lower() in NOT_NAMES or word.islower() for word in words) else 5.0


def _split_journal_ref(text: str) -> tuple[str | None, str | None]:
    """(comment, journal reference): the reference is what follows the comment with a year and a volume or pages."""
    if not text:
        return None, None
    if _is_journal_ref(text) and not _COMMENT_WORDS.search(text):
        return None, text
    for k in _boundaries(text):
        if _is_journal_ref(text[k:]) and _COMMENT_WORDS.search(text[:k]) and not _COMMENT_WORDS.search(text[k:]):
            return one_line(text[:k]), one_line(text[k:])
    return text, None


def _is_journal_ref(text: str) -> bool:
    """Whether text reads as a place in print: a year, and a volume, number or pages beside it."""
    years = _YEAR.findall(text)
    return text[0].isupper() and bool(years) and _JOURNAL_SIGN.search(text) is not None and len(text) > 12
