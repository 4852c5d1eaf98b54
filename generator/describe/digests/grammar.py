"""How digests say things: numbers, lists, names of themes and papers; sentences of text and papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from generator.describe.digests.items import Item
from generator.model import Mention, Theme
from generator.text import tokens
from generator.text.numerals import ONES, TENS

Part = str | Mention
Sentence = tuple[Part, ...]
"""Plain text and papers, in reading order; beginning with a capital and ending with a full stop."""

_IN_WORDS = 12
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_LONGEST_TITLE = 80
_UTTERMOST = 200
"""Longest title shown whole, in characters, however it is built."""
_BREAKS = re.compile(r" (?:via|using|through|under|with|within|by|in|on|across|over|towards?|without) ")
_WAITS = re.compile(r"(?:,| and| or| the| an?| of| for| to| with| vs\.?| &)$", re.IGNORECASE)
_SUBTITLE = re.compile(r"(?:[:?!]| [-–—]) +")
_JOINT = re.compile(r",| and | & ")


def number(value: int, *, first: bool = False) -> str:
    """A count: "four", "37", "1,204"; `first` in a sentence: "Four", "Thirty-seven", "1,204"."""
    most = 99 if first else _IN_WORDS
    if not 0 <= value <= most:
        return f"{value:,}"
    if value < len(ONES):
        word = ONES[value]
    else:
        word = "-".join(filter(None, (TENS[value // 10 - 2], ONES[value % 10] if value % 10 else "")))
    return capital(word) if first else word


def counted(value: int, one: str, many: str = "", *, first: bool = False) -> str:
    """A count with its noun: "one paper", "37 papers"."""
    return f"{number(value, first=first)} {one if value == 1 else many or one + 's'}"


def ordinal(value: int) -> str:
    """Which of a few: "fourth"; empty beyond the sixth."""
    return _ORDINALS[value - 1] if 0 < value <= len(_ORDINALS) else ""


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[Sentence]) -> Sentence:
    """An enumeration: "a", "a and b", "a, b and c"; with semicolons if one of them contains a comma or "and"."""
    crowded = len(items) > 2 and any(_JOINT.search(text(subject)) for subject in items)
    parts: list[Part] = []
    for place, subject in enumerate(items):
        if place:
            between = "; " if crowded else ", "
            parts.append(between if place < len(items) - 1 else "; and " if crowded else " and ")
        parts.extend(subject)
    return tuple(parts)


def text(parts: Iterable[Part]) -> str:
    """The text as the reader sees it."""
    return "".join(map(_plain, parts))


def _plain(part: Part) -> str:
    return part if isinstance(part, str) else part.name


def sentence(*parts: Part | Iterable[Part]) -> Sentence:
    """The parts as one, neighbouring texts joined, a full stop at the end."""
    flat: list[Part] = []
    pieces = ((part,) if isinstance(part, str | Mention) else part for part in (*parts, "."))
    for part in chain.from_iterable(pieces):
        if isinstance(part, str) and flat and isinstance(flat[-1], str):
            flat[-1] += part
        elif part:
            flat.append(part)
    return tuple(flat)


def theme(value: Theme) -> str:
    """A theme's name in the middle of a sentence.

    Its first letter is lowered only if the theme's own definition or phrases write that word in lower case: "storage
    systems & I/O", but "Byzantine agreement", "LLM & ML inference".
    """
    first = tokens.LETTERS.match(value.name)
    if first is None or not first[0].istitle():
        return value.name
    small = first[0].lower()
    texts = (value.definition, *value.phrases)
    known = any(small == word[0] for text in texts for word in tokens.LETTERS.finditer(text))
    return small + value.name[first.end() :] if known else value.name


def named(item: Item) -> Sentence:
    """A paper by its system's name; otherwise by its title in quotation marks, whole or up to the end of a phrase."""
    if item.name and len(item.name) <= _LONGEST_TITLE:
        return (Mention(key=item.key, name=item.name),)
    return ("“", Mention(key=item.key, name=_inner_quotes(short(item.title))), "”")


def _inner_quotes(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def short(title: str) -> str:
    """A title of more than 80 characters, cut before its subtitle or after the last phrase that fits; else whole.

    >>> short("Accelerating Local LLMs on Resource-Constrained Edge Devices via Distributed Prompt Caching")
    'Accelerating Local LLMs on Resource-Constrained Edge Devices'
    """
    if len(title) <= _LONGEST_TITLE:
        return title
    whole = _SUBTITLE.split(title, maxsplit=1)[0]
    mark = title[len(whole) : len(whole) + 1]
    if " " in whole and len(whole) <= _LONGEST_TITLE:
        return whole + (mark if mark in "?!" else "")
    cuts = [match.start() for match in _BREAKS.finditer(title, 0, _LONGEST_TITLE + 9)]
    good = [
        cut
        for cut in cuts
        if cut <= _LONGEST_TITLE and title.count(" ", 0, cut) >= 3 and not _WAITS.search(title, 0, cut)
    ]
    if good:
        return title[: good[-1]]
    return title if len(title) <= _UTTERMOST else title[:_UTTERMOST].rsplit(" ", 1)[0] + " …"


def paragraphs(written: Iterable[Sequence[Sentence]]) -> tuple[Sentence, ...]:
    """Sentences as paragraphs; empty ones are left out."""
    return tuple(_paragraph(sentences) for sentences in written if sentences)


def _paragraph(sentences: Sequence[Sentence]) -> Sentence:
    parts: list[Part] = []
    for place, said in enumerate(sentences):
        for part in (" ", *said) if place else said:
            if isinstance(part, str) and parts and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
    return tuple(parts)
