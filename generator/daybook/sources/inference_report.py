"""A day's page of The Inference Report as text: an essay on the day's papers, its author, and the papers.

The page has the site's name, the date, a heading, the essay, the author's name, `Showing N of M papers` (the numbers
may be lost), then for each paper a title that ends in its category, and an abstract. A page may have several sections.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, Report, taxonomy
from daybook.sources.author_list import is_name
from daybook.sources.plain_text import AGAIN, ONE_EACH, Head, Kind, decode, one_line, parse_any_day, unwrap

NAME = "daily report (The Inference Report)"
SOURCE = "inference-report"

_SITE = re.compile(r"^\W*The Inference Report\W*$", re.IGNORECASE)
_SITE_BEHIND = re.compile(r"The Inference Report\W{0,9}$", re.IGNORECASE)  # may end the previous page's last line
_DATE = re.compile(
    r"(?:[A-Z][a-z]+day,\s*)?(?:[A-Z][a-z]+\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}-\d\d-\d\d)"
)
_SHOWING = re.compile(r"Showing\s*(?:(?P<shown>[\d,]+)\s*)?of\s*(?:(?P<total>[\d,]+)\s*)?papers?\b.*", re.IGNORECASE)
_CODE_AT_END = re.compile(r" [a-z-]+\.[A-Z]{2}$")
_LONGEST_TITLE = 500  # characters; an abstract may end in a category too
_BY = re.compile(r"^(?:by|written by|—|–)\s*", re.IGNORECASE)


class EssaySection(NamedTuple):
    """The parts of the text before a list of papers."""

    heading: str | None
    essay: list[str]
    author: str | None


def recognises(head: Head) -> bool:
    """Whether this is the site's page as text: its name on one of the first ten lines, and titles with categories."""
    lines = _lines(unwrap(head.text, _marks).text)
    return any(map(_SITE.match, lines[:10])) and any(map(_title, lines))


def read(data: bytes) -> tuple[Listing, ...]:
    """The day's papers, with the essay as a report. Raises Refused."""
    restored = unwrap(decode(data), _marks).checked()
    if restored.width and _lacks_blank_lines(restored.text.split("\n")):
        raise Refused("wrapped without blank lines: cannot tell where titles begin", hint=AGAIN)
    lines = _lines(restored.text)
    date = next((day for line in lines[:20] if _DATE.fullmatch(line) and (day := parse_any_day(line))), None)
    if date is None:
        raise Refused("has no date", location="line 3", hint="copy the page with its date")
    heads = (lines[k : k + 5] for k, line in enumerate(lines) if _SITE_BEHIND.search(line))
    if any(_DATE.fullmatch(line) and parse_any_day(line) not in (None, date) for head in heads for line in head):
        raise Refused("contains more than one page", hint=ONE_EACH)
    lines = [
        line for line in lines if not _SITE.match(line) and not (_DATE.fullmatch(line) and parse_any_day(line) == date)
    ]
    sections, entries = _read(lines, date)
    if not entries:
        raise Refused("contains no papers", hint="copy the whole page")
    category = "+".join(dict.fromkeys(entry.primary_category or "" for entry in entries))
    listing = Listing(
        source=SOURCE,
        format=NAME,
        date=date,
        category=category,
        entries=entries,
        counts=_counts(lines, len(entries)),
        report=_report(sections, date, category),
        notes=restored.notes,
    )
    return (listing,)


def _lines(text: str) -> list[str]:
    """The non-empty lines, with white space folded."""
    return [line for line in map(one_line, text.lstrip("\ufeff").splitlines()) if line]


def _marks(lines: Sequence[str]) -> dict[int, Kind]:
    return {
        k: "alone"
        for k, line in enumerate(lines)
        if line and any(mark.fullmatch(line) for mark in (_SITE, _DATE, _SHOWING))
    }


def _lacks_blank_lines(lines: list[str]) -> bool:
    """Whether any line that ends in a category has no blank line above it, or is longer than a title."""
    return any(
        _CODE_AT_END.search(line) and ((above and not _SHOWING.fullmatch(above)) or len(line) > _LONGEST_TITLE)
        for above, line in pairwise(lines)
    )


def _title(line: str) -> tuple[str, tuple[str, ...]] | None:
    """(title, categories) of a line that is a paper's title; None for any other line."""
    if len(line) > _LONGEST_TITLE:
        return None
    words = line.split()
    codes: list[str] = []
    while words and taxonomy.is_category(words[-1].strip(",;·|")):
        codes.insert(0, words.pop().strip(",;·|"))
    title = " ".join(words).rstrip(" ,;·|")
    return (title, tuple(codes)) if codes and title else None


def _read(lines: list[str], date: dt.date) -> tuple[list[EssaySection], tuple[Entry, ...]]:
    """The sections and all papers. Within a list, every line after a title belongs to its abstract."""
    sections: list[EssaySection] = []
    entries: list[Entry] = []
    words: list[str] = []
    title: tuple[str, tuple[str, ...]] | None = None
    announced = any(map(_SHOWING.fullmatch, lines))
    for k, line in enumerate(lines):
        next_title = _title(line)
        if _SHOWING.fullmatch(line) or (next_title and not sections and not announced):
            if title is None:
                sections.append(_section(words))
            else:
                abstract, rest = _abstract_and_next(words)
                entries.append(_entry(title, abstract, len(entries) + 1, date))
                sections.append(_section(rest))
            words, title = [], next_title
        elif next_title and sections and not _is_prose(lines, k):
            if title is not None:
                entries.append(_entry(title, words, len(entries) + 1, date))
            words, title = [], next_title
        else:
            words.append(line)
    if title is not None:
        entries.append(
            _entry(title, words[:1] if len(words) > 1 and _is_footer(words[1:]) else words, len(entries) + 1, date)
        )
    return sections, tuple(entries)


def _is_prose(lines: list[str], k: int) -> bool:
    """Whether the line at k, though it ends in a category, continues on the next: prose that was broken there."""
    return k + 1 < len(lines) and lines[k + 1][:1].islower()


def _is_footer(lines: list[str]) -> bool:
    """Whether all these lines are short and not sentences: the site's footer."""
    return all(len(line) < 80 and line[-1] not in ".!?" for line in lines)


def _abstract_and_next(lines: list[str]) -> tuple[list[str], list[str]]:
    """The last abstract of a list, and the lines of the next section, which starts with a heading."""
    for k in range(1, len(lines)):
        if _is_heading(lines[k]) and not _title(lines[k]) and not _is_prose(lines, k):
            return lines[:k], lines[k:]
    return lines[:1], lines[1:]


def _is_heading(line: str) -> bool:
    """Whether a line is short, starts with a capital and does not end like a sentence."""
    return len(line) < 80 and len(line.split()) < 12 and line[0].isupper() and line[-1] not in ".!?:;,"


def _section(lines: list[str]) -> EssaySection:
    """The heading, essay and author in the lines before a list of papers."""
    words = list(lines)
    author = None
    if words and len(words) > 1 and is_name(_BY.sub("", words[-1])):
        author = _BY.sub("", words.pop())
    elif len(words) > 2 and is_name(_BY.sub("", words[1])):
        author = _BY.sub("", words.pop(1))
    heading = words.pop(0) if words and len(words[0]) < 120 and words[0][-1] not in ".!?" else None
    return EssaySection(heading, words, author)


def _entry(title: tuple[str, tuple[str, ...]], abstract: list[str], place: int, date: dt.date) -> Entry:
    words, codes = title
    return Entry(
        place=place,
        type="report",
        date=date,
        title=words,
        abstract="\n\n".join(abstract) or None,
        primary_category=codes[0],
        categories=codes,
    )


def _counts(lines: list[str], read_here: int) -> tuple[Count, ...]:
    """The counts in "Showing 30 of 30 papers", summed over the sections; unknown where numbers are lost."""
    matches = [hit for line in lines if (hit := _SHOWING.fullmatch(line))]
    shown = [int(hit["shown"].replace(",", "")) for hit in matches if hit["shown"]]
    total = [int(hit["total"].replace(",", "")) for hit in matches if hit["total"]]
    count = Count(
        section="all",
        read=read_here,
        shown=sum(shown) if matches and len(shown) == len(matches) else None,
        total=sum(total) if matches and len(total) == len(matches) else None,
    )
    return (count,)


def _report(sections: list[EssaySection], date: dt.date, category: str) -> Report | None:
    """The essays as one report: the first section's heading is its title, later headings are part of the text."""
    text: list[str] = []
    for k, section in enumerate(sections):
        text += [section.heading] if k and section.heading and section.essay else []
        text += section.essay
    if not text:
        return None
    authors = dict.fromkeys(section.author for section in sections if section.author)
    return Report(
        source=SOURCE,
        date=date,
        title=sections[0].heading,
        author=", ".join(authors) or None,
        category=category,
        text="\n\n".join(text),
    )
