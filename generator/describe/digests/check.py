"""Whether a digest says only what its papers say; the tests run this check over every day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.dates import MONTHS, WEEKDAYS
from generator.describe.digests.grammar import number
from generator.model import Digest, Mention, Theme
from generator.text import evidence
from generator.text.sentences import split

_FRAMES = re.compile(
    r"^(?:The (?:second|third|fourth|fifth|sixth) is|The others are|In|As|The thread also holds|"
    r"Beside (?:it|them) stands?|Among the replacements (?:is|are)|Replaced with new versions:|"
    r"Further:|It is|They are|Among them are|"
    r"(?P<count>[\w,-]+) papers? stands? outside these threads, among them) "
)
_DATE = re.compile(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)}) \d{{4}}\b|\b(?:{'|'.join(MONTHS)}) \d{{4}}\b")
_WORDED = [number(value, first=True).lower() for value in range(100)]
_OWN = " ".join((*MONTHS, *WEEKDAYS, "Counted Other Under Another"))
_PLACE = "Zzpaper"
"""Placeholder for the name of a paper while a paragraph is split into sentences."""


def unsupported(
    digest: Digest, sources: Mapping[str, Sequence[str | None]], themes: Iterable[Theme] = (), codes: Iterable[str] = ()
) -> tuple[str, ...]:
    """The numbers and names of a digest that nothing supports.

    `sources`: for each paper of the days, by key, its plain title, abstract and comments. `codes`: the categories that
    may be named. In a sentence that names papers, every number and name must occur in the texts of those papers. In the
    others, which count, names must be of themes or categories or occur in some paper of the days, and no number outside
    a date may exceed the number of papers.
    """
    allowed = " . ".join((_OWN, *(theme.name for theme in themes), *codes))
    every = "\n".join(source for texts in sources.values() for source in texts if source)
    missing: list[str] = []
    for said, keys in _sentences(digest):
        if keys:
            frame = _FRAMES.match(said)
            own = "\n".join(source for key in keys for source in sources.get(key, ()) if source)
            missing += evidence.unsupported(said[frame.end() :] if frame else said, own)
            count = frame["count"] if frame else None
            missing += [count] if count and not _is_count(count, len(sources)) else []
        else:
            missing += _uncounted(said, allowed, every, len(sources))
    return tuple(missing)


def _sentences(digest: Digest) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each sentence as (plain text, keys of the papers it names)."""
    for parts in digest.paragraphs:
        mentions = iter([part for part in parts if isinstance(part, Mention)])
        flat = "".join(_PLACE if isinstance(part, Mention) else part.replace(_PLACE, "") for part in parts)
        for said in split(flat):
            here = [next(mentions) for _ in range(said.count(_PLACE))]
            pieces = said.split(_PLACE)
            text = "".join(piece + name for piece, name in zip(pieces, [*(m.name for m in here), ""], strict=True))
            yield text, tuple(mention.key for mention in here)


def _uncounted(said: str, allowed: str, every: str, most: int) -> list[str]:
    """Numbers and names of a sentence without papers that are neither counts, dates nor allowed names."""
    bare = _DATE.sub(" ", said)
    words = [*evidence.unsupported(bare, allowed, every), *(number.text for number in evidence.numbers(bare))]
    return [word for word in dict.fromkeys(words) if not _is_count(word, most)]


def _is_count(word: str, most: int) -> bool:
    """Whether a word is a number, in digits or letters, from zero to `most`."""
    small = word.lower()
    digits = small.replace(",", "")
    return int(digits) <= most if digits.isdecimal() and len(digits) < 9 else small in _WORDED[: most + 1]
