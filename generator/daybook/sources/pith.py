"""A page of Pith's cards as text: headline, title, gist and abstract of each paper, by category.

A card has a line of counts, `cs.DC 2026-05-13 2 theorems` (category, date, optional badge), the headline, the paper's
title, an optional gist (cut by the site at 140 characters), an optional line for a figure, the abstract, and a line of
counts. Cards have no arXiv id and no authors. Text is kept as received, including damaged characters.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry, Listing, taxonomy
from daybook.sources.plain_text import AGAIN, OPEN, Head, Kind, decode, one_line, unwrap
from daybook.sources.received import read_each

NAME = "page of cards (Pith)"
SOURCE = "pith"

_HEADER = re.compile(
    r"^[ \t]*(?P<codes>[a-z][a-z-]+(?:\.[A-Za-z-]+)?(?:[ ,;/|·]+[a-z][a-z-]+(?:\.[A-Za-z-]+)?)*)[ \t·|]+"
    r"(?P<date>\d{4}-\d\d-\d\d)(?:[ \t·|]+(?P<badge>\S[^\n]*(?<![ \t])))?[ \t]*$",
    re.MULTILINE,
)
_COUNTS = re.compile(r"\d+(?: \d+)*")
_FIGURE = re.compile(r"figure from the paper\b.*", re.IGNORECASE)
_ABSTRACT = re.compile(r"abstract\s+click to expand", re.IGNORECASE)
_FOOT = re.compile(r"browse all of\b.*", re.IGNORECASE)
_OWN_LINE = re.compile(rf"{_FIGURE.pattern}|{_ABSTRACT.pattern}|{_FOOT.pattern}", re.IGNORECASE)
_AFTER_COUNTS = re.compile(rf"(?:{_COUNTS.pattern}|{_HEADER.pattern}|(?i:{_FOOT.pattern}))?", re.MULTILINE)
_MOST_LINES = 100  # above an abstract, however the text is wrapped
_NAME_LINE = re.compile(r"^\W*pith\b", re.IGNORECASE)


class PithCard(NamedTuple):
    """The lines of a card, not yet assigned to fields."""

    header: re.Match[str]
    before: tuple[int, ...]  # the counts above the header
    lines: list[str]


def recognises(head: Head) -> bool:
    """Whether this is the site's page as text: its name at the top or the "Abstract" control, and a card's header."""
    text = _plain(unwrap(head.text, _marks).text)
    if text.startswith("<"):
        return False
    named = _NAME_LINE.match(text) is not None or _ABSTRACT.search(text) is not None
    return named and any(_codes(header) for header in _HEADER.finditer(text))


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's cards as a Listing dated by the newest. Raises Refused."""
    restored = unwrap(decode(data), _marks).checked()
    text = _plain(restored.text)
    if restored.width and any(_ABSTRACT.search(line) and not _ABSTRACT.fullmatch(line) for line in text.split("\n")):
        raise Refused("line breaks are missing", hint=AGAIN)
    entries, notes = read_each(_cards(text), _entry, name="card")
    if not entries:
        reason = f" ({notes[0]})" if notes else ""
        raise Refused(f"contains no complete card{reason}", hint="copy the whole page")
    listing = Listing(
        source=SOURCE,
        format=NAME,
        date=max(entry.date for entry in entries),
        category=_category(text, entries),
        entries=entries,
        notes=(*restored.notes, *notes),
    )
    return (listing,)


def _plain(text: str) -> str:
    return "\n".join(OPEN.join(map(one_line, line.split(OPEN))) for line in text.strip("\ufeff \t\r\n").split("\n"))


def _marks(lines: Sequence[str]) -> dict[int, Kind]:
    """Complete lines, and the line below a header if no blank lines separate what follows."""
    marks: dict[int, Kind] = {}
    below = ""  # the next line that is not empty
    for k in range(len(lines) - 1, -1, -1):
        line = lines[k]
        if _HEADER.fullmatch(line):
            marks[k] = "alone"
            words = list(takewhile(lambda word: not _OWN_LINE.fullmatch(word), lines[k + 1 : k + _MOST_LINES]))
            if "" not in "\n".join(words).strip().split("\n"):
                marks.setdefault(next((n for n in range(k + 1, len(lines)) if lines[n]), k), "open")
        elif (
            _OWN_LINE.fullmatch(line)
            or taxonomy.is_category(line)
            or (_COUNTS.fullmatch(line) and _AFTER_COUNTS.fullmatch(below))
        ):
            marks[k] = "alone"
        below = line or below
    return marks


def _codes(header: re.Match[str]) -> tuple[str, ...]:
    """The categories in a card's header; empty if this is not a header."""
    codes = tuple(re.split(r"[ ,;/|·]+", header["codes"]))
    return codes if all(taxonomy.is_category(code) or taxonomy.is_archive(code) for code in codes) else ()


def _cards(text: str) -> list[PithCard]:
    """The cards in order, each from its header to the next header."""
    headers = [header for header in _HEADER.finditer(text) if _codes(header)]
    if not headers:
        return []
    ends = [header.start() for header in headers[1:]] + [len(text)]
    cards = []
    before = _counts_above(text[: headers[0].start()].split("\n"))
    for header, end in zip(headers, ends, strict=True):
        lines = text[header.end() : end].split("\n")
        cards.append(PithCard(header, before, lines))
        before = _counts_above(lines)
    return cards


def _counts_above(lines: list[str]) -> tuple[int, ...]:
    """The counts on the last non-empty line; none if it contains anything else."""
    last = next((line for line in reversed(lines) if line), "")
    return tuple(map(int, last.split())) if _COUNTS.fullmatch(last) else ()


def _entry(card: PithCard, place: int) -> Entry:
    try:
        date = dt.date.fromisoformat(card.header["date"])
    except ValueError:
        raise Refused(f"{card.header['date']!r} is not a date") from None
    handle = next((k for k, line in enumerate(card.lines) if _ABSTRACT.fullmatch(line)), None)
    words = [line for line in card.lines[:handle] if line and not _FOOT.fullmatch(line)]
    figure = any(_FIGURE.fullmatch(line) for line in words)
    words = [line for line in words if not _FIGURE.fullmatch(line)]
    if handle is None:  # with a handle the counts are below it, and a number above it is a paper's title
        words = [line for line in words if not _COUNTS.fullmatch(line)]
    if not words:
        raise Refused("has no title")
    if OPEN in "".join(words):
        raise Refused("wrapped: cannot tell where its title ends")
    headline, title, *gist = words if len(words) > 1 else (None, *words)
    abstract, after = _abstract(card.lines[handle + 1 :] if handle is not None else card.lines)
    codes = _codes(card.header)
    return Entry(
        place=place,
        type="card",
        date=date,
        title=title or "",
        abstract=abstract if handle is not None else None,
        primary_category=codes[0],
        categories=codes,
        headline=headline,
        gist=one_line(" ".join(filter(None, gist))) or None,
        badge=card.header["badge"],
        figure=figure,
        counts=(*card.before, *after),
    )


def _abstract(lines: list[str]) -> tuple[str | None, tuple[int, ...]]:
    """The abstract, and the counts on the first line of counts after it."""
    abstract: list[str] = []
    for line in lines:
        if _FOOT.fullmatch(line):
            break
        if _COUNTS.fullmatch(line):
            return "\n\n".join(abstract) or None, tuple(map(int, line.split()))
        if line:
            abstract.append(line)
    return "\n\n".join(abstract) or None, ()


def _category(text: str, entries: Sequence[Entry]) -> str | None:
    """The page's category: the code on a line of its own above the first card, else the one that all cards share.

    If there are several such lines, as in a menu, it is the one that most cards have.
    """
    first = next((header.start() for header in _HEADER.finditer(text) if _codes(header)), 0)
    alone = [line for line in text[:first].split("\n") if taxonomy.is_category(line) or taxonomy.is_archive(line)]
    uses = Counter(code for entry in entries for code in entry.categories)
    shared = [code for code, number in uses.items() if number == len(entries)]
    return max(alone, key=uses.__getitem__) if alone else shared[0] if shared else None
