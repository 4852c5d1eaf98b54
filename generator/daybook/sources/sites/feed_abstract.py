"""Picks the abstract from the texts of a feed item, without the parts that only cite the paper.

Publishers put the abstract into one of several elements, and a citation, a teaser or an author list into another or
before it. A line is a citation if it contains little but what the item states elsewhere: title, date, DOI, journal,
authors, numbers. No publisher is treated by name.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import NamedTuple

from daybook.sources.author_list import authors
from daybook.sources.plain_text import one_line, parse_any_day
from daybook.sources.salvage.person_names import share_of_names
from daybook.text.dates import MONTHS

MOST = 4_000
"""Characters; a longer text in an element for full content is an article, not its abstract."""
MOST_CITED = 12
"""Paragraphs of a citation at either end of a text."""
MOST_NAMES = 50
"""Authors looked for in a citation."""
LONGEST = 2_000
"""Characters in a paragraph of a citation."""
TEASER = 200
"""Characters; a single sentence up to this length may be a teaser."""

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
_LINK = re.compile(r"\w+(?: \w+)?")  # "PDF", "Full text": what remains of a link in a paragraph of its own
_BYLINE = re.compile(r"(?:authors?(?:\(s\))?\s?:|by\s)\s?", re.IGNORECASE)
_OF_ANOTHER = re.compile(
    r"\b(?:addendum|comment|commentary|correction|corrigend\w+|errat\w+|reply|response|retraction)\b"
    r"[^.]{0,30}?\b(?:for|of|on|to)\b|\b(?:amends|corrects|retracts)\b",
    re.IGNORECASE,
)
"""The wording of a line about another paper, whose DOI is not the item's."""
_PARTS = re.compile(r"\s?[:|–—]\s|\s-\s")


class ItemMetadata(NamedTuple):
    """What a feed states about an item outside its texts."""

    title: str
    names: tuple[str, ...] = ()  # authors, as stated and in spoken order
    journals: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()  # the feed's own title: "Publisher: Journal of Teapots: Table of Contents"
    addresses: tuple[str, ...] = ()  # of the item
    doi: str | None = None


class ItemSummary(NamedTuple):
    """What the texts of an item contain."""

    abstract: str | None = None
    authors: tuple[str, ...] = ()  # from a line that lists them
    date: dt.date | None = None  # the first in the citation
    doi: str | None = None  # likewise


class _Uncited(NamedTuple):
    """A text without its citations of the paper."""

    text: str
    cited: tuple[str, ...]  # the paragraphs removed
    headed: bool  # whether it was under the heading "Abstract"


def read(descriptions: Sequence[str], contents: Sequence[str], item: ItemMetadata) -> ItemSummary:
    """The abstract among an item's texts, and the facts in their citations. All texts are plain, in paragraphs.

    descriptions: texts of elements for a summary. contents: of elements for the full content, which is rarely there.
    """
    stated = _stated(item)
    short, whole = ([_without_citation(text, item, stated) for text in texts] for texts in (descriptions, contents))
    cited = [line for each in (*short, *whole) for line in each.cited]
    bylines = (authors([_BYLINE.sub("", line, count=1)]).names for line in cited if _is_byline(line))
    dates = (date for line in cited if (match := _DATE.search(line)) and (date := parse_any_day(match[0])))
    dois = (match["doi"].rstrip(".,;") for line in cited if (match := _ANY_DOI.search(line)))
    return ItemSummary(_chosen(short, whole), next(bylines, ()), next(dates, None), next(dois, None))


def _chosen(short: Sequence[_Uncited], whole: Sequence[_Uncited]) -> str | None:
    """The longest summary, preferably one under a heading; the full content if that is a teaser, cut or absent."""
    best = max((each for each in short if each.text), key=_worth, default=None)
    other = max((each for each in whole if each.text), key=_worth, default=None)
    if best is None:
        return other.text if other else None
    if other is None or len(other.text) > MOST or len(other.text) <= len(best.text):
        return best.text
    return other.text if (other.headed and not best.headed) or _is_teaser(best.text) else best.text


def _worth(text: _Uncited) -> tuple[bool, bool, int]:
    return text.headed, len(text.text) <= MOST, len(text.text)


def _is_teaser(text: str) -> bool:
    return bool(_CUT.search(text)) or (len(text) <= TEASER and len(_END.findall(text)) <= 1)


def _without_citation(text: str, item: ItemMetadata, stated: Sequence[re.Pattern[str]]) -> _Uncited:
    """A text without paragraphs at either end that cite the paper; only the part under "Abstract" if there is one."""
    lines = [line for line in text.split("\n\n") if _SIGN.search(line)]
    cited, lines, headed = _under_heading(lines) if "abstract" not in item.title.lower() else ([], lines, False)
    for _ in range(MOST_CITED):
        citation, rest = _split_after_doi(lines[0], stated[0]) if lines else ("", "")
        if citation and _is_citation(citation, stated):
            cited.append(citation)
            lines[:1] = [rest] if rest else []
    for _ in range(MOST_CITED):
        if lines and (_is_citation(lines[-1], stated) or (len(lines) > 1 and _LINK.fullmatch(lines[-1]))):
            cited.append(lines.pop())
    return _Uncited("\n\n".join(lines), tuple(cited), headed)


def _under_heading(lines: list[str]) -> tuple[list[str], list[str], bool]:
    """(lines before the heading "Abstract", lines under it, whether there is such a heading)."""
    for at, line in enumerate(lines):
        if _HEADING.fullmatch(line) or _HEADED.match(line):
            rest = "" if _HEADING.fullmatch(line) else _HEADED.sub("", line, count=1)
            return lines[:at], [each for each in (rest, *lines[at + 1 :]) if each], True
    return [], lines, False


def _split_after_doi(line: str, doi: re.Pattern[str]) -> tuple[str, str]:
    """A line up to a DOI near its beginning, which may end a citation, and the rest."""
    match = doi.search(line, 0, 300)
    return (line[: match.end()], line[match.end() :].strip()) if match else (line, "")


def _is_citation(line: str, stated: Sequence[re.Pattern[str]]) -> bool:
    """Whether at least half of a line consists of facts that the item states elsewhere, dates and numbers."""
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


def _stated(item: ItemMetadata) -> list[re.Pattern[str]]:
    """Patterns for the item's facts: its DOI (any DOI if it states none), then all others, the longest first."""
    parts = [part for name in item.feeds for part in (name, *_PARTS.split(name))]
    names = item.names[:MOST_NAMES]
    stated = {one_line(each) for each in (item.title, *names, *item.addresses, *item.journals, *parts)}
    ordered = sorted((each for each in stated if len(each) > 2), key=lambda each: (-len(each), each))
    doi = re.compile(_DOI + re.escape(item.doi), re.IGNORECASE) if item.doi else _ANY_DOI
    return [doi, *(re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE) for each in ordered)]
