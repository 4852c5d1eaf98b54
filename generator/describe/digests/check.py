"""Whether a digest says only what its papers say; the tests run this check over every day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.dates import MONTHS, WEEKDAYS
from generator.model import Digest, Line, Mention, Points, Subject, Theme
from generator.text import evidence
from generator.text.markup import plain
from generator.text.numerals import ONES, TENS
from generator.text.sentences import split

_DATE = re.compile(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)})(?: \d{{4}})?\b|\b(?:{'|'.join(MONTHS)}) \d{{4}}\b")
_WORDED = {word: value for value, word in enumerate(ONES)} | {word: 10 * n for n, word in enumerate(TENS, 2)}
_OWN = " ".join((*MONTHS, *WEEKDAYS, "after by from highlights new no other withdrawn"))
_PLACE = "Zzpaper"
"""Placeholder for the name of a paper while a paragraph is split into sentences."""


def unsupported(
    digest: Digest, sources: Mapping[str, Sequence[str | None]], themes: Iterable[Theme] = (), codes: Iterable[str] = ()
) -> tuple[str, ...]:
    """The numbers and names of a digest that nothing supports.

    `sources`: for each paper of the days, by key, its plain title, abstract and comments. `codes`: the categories that
    may be named. In a sentence that names papers, every number and name must occur in the texts of those papers; a line
    of a list that begins with a paper is such a sentence. All other text counts: its names must be of themes or
    categories or occur in some paper of the days, and no number outside a date may exceed the number of papers.
    """
    allowed = " . ".join((_OWN, *(theme.name for theme in themes), *codes))
    every = "\n".join(source for texts in sources.values() for source in texts if source)
    missing: list[str] = []
    for said, keys in _statements(digest):
        if keys:
            own = [source for key in keys for source in sources.get(key, ())]
            missing += evidence.unsupported(plain(said), *own)
        else:
            missing += _uncounted(said, allowed, every, len(sources))
    return tuple(missing)


def _statements(digest: Digest) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each sentence, or line of a list, as (plain text, keys of the papers that must support it)."""
    for part in digest.paragraphs:
        if not isinstance(part, Points):
            yield from _sentences(part)
            continue
        for line in part.lines:
            papers = [each for each in line if isinstance(each, Mention)]
            if isinstance(line[0], Subject):
                yield from ((paper.name, (paper.key,)) for paper in papers)
                yield " ".join(each if isinstance(each, str) else each.name for each in line if each not in papers), ()
            else:
                yield "".join(each if isinstance(each, str) else each.name for each in line), (papers[0].key,)


def _sentences(paragraph: Line) -> Iterator[tuple[str, tuple[str, ...]]]:
    mentions = iter([part for part in paragraph if isinstance(part, Mention)])
    flat = "".join(part.replace(_PLACE, "") if isinstance(part, str) else _PLACE for part in paragraph)
    for said in split(flat):
        here = [next(mentions) for _ in range(said.count(_PLACE))]
        pieces = said.split(_PLACE)
        text = "".join(piece + name for piece, name in zip(pieces, [*(m.name for m in here), ""], strict=True))
        yield text, tuple(mention.key for mention in here)


def _uncounted(said: str, allowed: str, every: str, most: int) -> list[str]:
    """Numbers and names of a text without papers that are neither counts, dates nor allowed names."""
    for name in sorted(set(allowed.split(" . ")), key=len, reverse=True):
        said = said.replace(name, " ") if any(map(str.isdigit, name)) else said
    bare = _DATE.sub(" ", said)
    words = [*evidence.unsupported(bare, allowed, every), *(number.text for number in evidence.numbers(bare))]
    return [word for word in dict.fromkeys(words) if not _is_count(word, most)]


def _is_count(word: str, most: int) -> bool:
    """Whether a word is a number, in digits or letters, from zero to `most`."""
    digits = word.replace(",", "")
    return (
        int(digits) <= most if digits.isdecimal() and len(digits) < 9 else _WORDED.get(word.lower(), most + 1) <= most
    )
