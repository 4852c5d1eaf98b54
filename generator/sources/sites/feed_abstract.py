"""Which of a feed item's texts is its abstract, and how much of it: what only cites the paper is none.

Publishers put the abstract into one of several elements and a citation, a teaser or a list of authors into another or
before it. A line is a citation where it says little but what the item states elsewhere: its title, date, DOI, journal,
authors, numbers. No publisher is known by name.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.dates import MONTHS
from generator.sources.author_list import authors
from generator.sources.plain_text import one_line, parse_day
from generator.sources.salvage.person_names import share_of_names
from generator.sources.xml import day

MOST = 4_000
"""Characters; a longer text in an element for whole contents is an article, not its abstract."""
MOST_CITED = 12
"""Paragraphs of a citation, at either end of a text."""
MOST_NAMES = 50
"""Authors looked for in a citation."""
LONGEST = 2_000
"""Characters of such a paragraph."""
TEASER = 200
"""Characters; a single sentence of no more may be a teaser."""

_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?\.?" if name[3:] else name for name in MONTHS)
_DATE = re.compile(
    rf"\d{{1,2}}\s(?:{_MONTH})\s\d{{4}}|(?:{_MONTH})(?:\s\d{{1,2}},?)?\s\d{{4}}|\b(?:19|20)\d\d(?:-\d\d){{0,2}}\b",
    re.IGNORECASE,
)
_DOI = r"(?:https?://(?:dx\.)?doi\.org/|doi:?\s?)?\b"
_ANY_DOI = re.compile(rf"{_DOI}(?P<doi>10\.\d{{4,9}}/[^\s\"<>?#]+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.–-]{0,20}")
_WORD = re.compile(r"[^\W\d_]+")
_END = re.compile(r"[.!?](?=\s|$)")
_CUT = re.compile(r"(?:…|\.\.\.|\[…\]|\[\.\.\.\])$")
_HEADING = re.compile(r"abstract\s?[:.]?", re.IGNORECASE)
_HEADED = re.compile(r"(?:abstract|ABSTRACT|Abstract)(?:\s?[:—–.-]\s?|\s(?=[A-Z])|(?=[A-Z][a-z]))")
_SIGN = re.compile(r"\w")
_LINK = re.compile(r"\w+(?: \w+)?")  # "PDF", "Full text": all that is left of a link in a paragraph of its own
_BYLINE = re.compile(r"(?:authors?(?:\(s\))?\s?:|by\s)\s?", re.IGNORECASE)
_OF_ANOTHER = re.compile(
    r"\b(?:addendum|comment|commentary|correction|corrigend\w+|errat\w+|reply|response|retraction)\b"
    r"[^.]{0,30}?\b(?:for|of|on|to)\b|\b(?:amends|corrects|retracts)\b",
    re.IGNORECASE,
)
"""How a line speaks of another paper, whose DOI is not the item's."""
_PARTS = re.compile(r"\s?[:|–—]\s|\s-\s")


class Known(NamedTuple):
    """What a feed states of an item in elements of their own."""

    title: str
    names: tuple[str, ...] = ()  # as stated and as they are spoken
    journals: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()  # the feed's own title: "Publisher: Journal of Teapots: Table of Contents"
    addresses: tuple[str, ...] = ()  # of the item
    doi: str | None = None


class Reading(NamedTuple):
    """What the texts of an item say."""

    abstract: str | None = None
    authors: tuple[str, ...] = ()  # of a line that lists them, where there is one
    date: dt.date | None = None  # the first in the citation
    doi: str | None = None  # likewise


class _Text(NamedTuple):
    """A text without the lines that cite the paper."""

    text: str
    cited: tuple[str, ...]
    headed: bool  # it was under the heading "Abstract"


def read(descriptions: Sequence[str], contents: Sequence[str], known: Known) -> Reading:
    """The abstract among an item's texts, and what else their citations tell. All are plain text in paragraphs.

    descriptions: of elements for a summary. contents: of elements for the whole, which hold it only now and then.
    """
    stated = _stated(known)
    short, whole = ([_without_citation(text, known, stated) for text in texts] for texts in (descriptions, contents))
    cited = [line for each in (*short, *whole) for line in each.cited]
    bylines = (authors([_BYLINE.sub("", line, count=1)]).names for line in cited if _is_byline(line))
    dates = (
        parsed for line in cited if (date := _DATE.search(line)) and (parsed := day(date[0]) or parse_day(date[0]))
    )
    dois = (match["doi"].rstrip(".,;") for line in cited if (match := _ANY_DOI.search(line)))
    return Reading(_chosen(short, whole), next(bylines, ()), next(dates, None), next(dois, None))


def _chosen(short: Sequence[_Text], whole: Sequence[_Text]) -> str | None:
    """The longest summary that is under a heading, or at all; the contents where that is a teaser, cut, or absent."""
    best = max((each for each in short if each.text), key=_worth, default=None)
    other = max((each for each in whole if each.text), key=_worth, default=None)
    if best is None:
        return other.text if other else None
    if other is None or len(other.text) > MOST or len(other.text) <= len(best.text):
        return best.text
    return other.text if (other.headed and not best.headed) or _is_teaser(best.text) else best.text


def _worth(text: _Text) -> tuple[bool, bool, int]:
    return text.headed, len(text.text) <= MOST, len(text.text)


def _is_teaser(text: str) -> bool:
    return bool(_CUT.search(text)) or (len(text) <= TEASER and len(_END.findall(text)) <= 1)


def _without_citation(text: str, known: Known, stated: Sequence[re.Pattern[str]]) -> _Text:
    """A text without the paragraphs at its beginning and end that cite the paper; what is under "Abstract" alone."""
    lines = [line for line in text.split("\n\n") if _SIGN.search(line)]
    cited, lines, headed = _under_heading(lines) if "abstract" not in known.title.lower() else ([], lines, False)
    for _ in range(MOST_CITED):
        citation, rest = _parted(lines[0], stated[0]) if lines else ("", "")
        if citation and _is_citation(citation, stated):
            cited.append(citation)
            lines[:1] = [rest] if rest else []
    for _ in range(MOST_CITED):
        if lines and (_is_citation(lines[-1], stated) or (len(lines) > 1 and _LINK.fullmatch(lines[-1]))):
            cited.append(lines.pop())
    return _Text("\n\n".join(lines), tuple(cited), headed)


def _under_heading(lines: list[str]) -> tuple[list[str], list[str], bool]:
    """(what is before the heading "Abstract", what is under it, whether there is such a heading)."""
    for at, line in enumerate(lines):
        if _HEADING.fullmatch(line) or _HEADED.match(line):
            rest = "" if _HEADING.fullmatch(line) else _HEADED.sub("", line, count=1)
            return lines[:at], [each for each in (rest, *lines[at + 1 :]) if each], True
    return [], lines, False


def _parted(line: str, doi: re.Pattern[str]) -> tuple[str, str]:
    """A line up to the DOI that would end a citation at its beginning, and the rest."""
    match = doi.search(line, 0, 300)
    return (line[: match.end()], line[match.end() :].strip()) if match else (line, "")


def _is_citation(line: str, stated: Sequence[re.Pattern[str]]) -> bool:
    """Whether at least half of a line's words are facts that the item states elsewhere, dates and numbers."""
    if _is_byline(line):
        return True
    if len(line) > LONGEST:
        return False
    rest, facts = line, 0
    for pattern in (*stated, _DATE):
        facts += sum(len(match[0].split()) + (pattern is stated[0]) for match in pattern.finditer(rest))
        rest = pattern.sub(" ", rest)
    if _OF_ANOTHER.search(rest):
        return False
    numbers = len(_NUMBER.findall(rest))
    return (facts > 0 or numbers > 2) and facts + numbers >= len(_WORD.findall(rest))


def _is_byline(line: str) -> bool:
    """Whether a line is "Author(s): Jane Doe, Richard Roe" or "by Jane Doe"."""
    label = _BYLINE.match(line)
    return bool(label) and share_of_names(authors([_BYLINE.sub("", line, count=1)]).names) > 0.6


def _stated(known: Known) -> list[re.Pattern[str]]:
    """Patterns of what the item states: its DOI (where it states none, any), then all else, the longest first."""
    parts = [part for name in known.feeds for part in (name, *_PARTS.split(name))]
    names = known.names[:MOST_NAMES]
    stated = {one_line(each) for each in (known.title, *names, *known.addresses, *known.journals, *parts)}
    ordered = sorted((each for each in stated if len(each) > 2), key=lambda each: (-len(each), each))
    doi = re.compile(_DOI + re.escape(known.doi), re.IGNORECASE) if known.doi else _ANY_DOI
    return [doi, *(re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE) for each in ordered)]
