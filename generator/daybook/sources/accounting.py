"""What of a document its reader did not use: every character is used, known furniture, or told. Pure.

A reader hands over the pieces that it dropped, and where they stood; what is left of them without the lines of its
format's furniture becomes one sentence. Text behind the last paper needs more: whether it is that paper's, a page's
foot, or a sentence that was cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

import msgspec

from daybook.errors import Refused
from daybook.model import Entry
from daybook.model.listing import LEFT_OUT
from daybook.sources.plain_text import ONE_EACH, one_line

BEFORE, BETWEEN, AFTER = "before the first entry", "between entries", "after the last entry"
PAGE = "a web page"

_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
# What certainly begins a document of a kind, or an entry of one. Another document may end on the same line before it.
_SIGNS = {
    "an e-mail": r"^[ \t>]*\\\\[ \t]*\n[ \t>]*(?:arXiv:|Paper[^:\n]{0,40}:)[ \t]*\S",
    "a listing": r"(?:^[ \t>]*|-[ ])\[\d+\]\s*arXiv:[^\s\[\]()]+\s*(?:\([^()\n]{1,60}\)\s*)?\[(?:pdf|ps|html|other)\b",
    "an answer without tags": rf"https?://(?:export\.)?arxiv\.org/api/(?!query|errors)\S{{1,60}}?{_TIME}",
    "a page of cards": r"^[ \t>]*[a-z-]+(?:\.[A-Z]{2})?(?:[ ,;/|·]+[a-z-]+\.[A-Z]{2})*[ \t·|]+\d{4}-\d\d-\d\d\b",
    "a report": r"The Inference Report\W{0,9}\n\s*(?:[A-Z][a-z]+day, )?(?:[A-Z][a-z]+ \d\d?,|\d\d? [A-Z][a-z]+) \d{4}",
    PAGE: r"<!doctype html\b|<html[\s>]",
    "a feed or answer": r"<\?xml version=|<rss[\s>]|<feed xmlns|<OAI-PMH[\s>]",
    "a file of papers": r"\{\"(?:id|key|messages|collection)\": ?[\"\[]",
}  # fmt: skip
_SIGN = {kind: re.compile(sign, re.MULTILINE | re.IGNORECASE) for kind, sign in _SIGNS.items()}

_RULE = re.compile(r"[-=_*~#•·.|>+:%\\\s]*")
_ENDS = re.compile(
    r"(?:[.!?…。！？][\"'”’»)\]}*$]*|[)\]}$»”\"]"
    r"|(?<!\S)(?>\S*?(?:\b(?:https?://|www\.|10\.\d{4})|\w-*\.[a-z]{2,}/))\S*+)$"  # looks once at each word
)
# A list's item, or what stands below an abstract without being a sentence.
_LABELLED = re.compile(
    r"(?i)(?:[-•*·‣]|\(?(?:\d\d?|[a-z])[.)])\s|(?:key ?words|index terms|(?:source )?code|data|project page|website"
    r"|demo|video|availability|(?:msc|pacs|ccs)\b.{0,20})\s?[:—–-]"
)
_LETTER = re.compile(r"[^\W\d_]")
_SHORT = 120  # characters of a line of a page's foot
_QUOTED = 60
_MOST_NAMED = 5


def of_one_kind(text: str, own: str) -> str:
    """The text. Raises Refused where it was recognised as one kind of document and holds signs of another."""
    for kind, sign in _SIGN.items():
        if kind != own and (found := sign.search(text)):
            line = text.count("\n", 0, found.start()) + 1
            problem = f"contains two documents: {own} and {kind}"
            raise Refused(problem, location=f"line {line}", hint=ONE_EACH)
    return text


def unread(pieces: Iterable[tuple[str, str]], is_known: Callable[[str], object] = lambda _: False) -> tuple[str, ...]:
    """A sentence on what is not understood of pieces, each with its place in words; none where nothing is.

    is_known: whether a line is one of the format's own, and no part of an entry.
    """
    left: list[tuple[str, str]] = []
    for where, text in pieces:
        lines = (line for line in map(one_line, text.split("\n")) if not _RULE.fullmatch(line) and not is_known(line))
        left += [(where, rest)] if (rest := " ".join(lines)) else []
    if not left:
        return ()
    number, (where, first) = sum(len(rest) for _, rest in left), left[0]
    places = f" in {len(left):,} places" if len(left) > 1 else ""
    said = f'"{first[:_QUOTED].rstrip()}{"…" * (len(first) > _QUOTED)}"'
    return (f"text of {number:,} character{'s' * (number > 1)}{places} {where} was not understood: {said}",)


def unknown_keys(line: bytes, known: Iterable[str]) -> tuple[str, ...]:
    """A sentence on the keys of a JSON object that are not known; none where there are none, or it is no object."""
    try:
        keys = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ()
    unknown = sorted(set(keys).difference(known))
    return (f"keys that were not understood: {', '.join(unknown[:_MOST_NAMED])}",) if unknown else ()


class Account(NamedTuple):
    """What becomes of a text's entries."""

    entries: tuple[Entry, ...]  # the last without what does not belong to it
    problems: tuple[str, ...]  # signs that the text was cut
    unread: tuple[str, ...]  # what was not understood


def settled(
    entries: tuple[Entry, ...],
    pieces: Iterable[tuple[str, str]],
    is_known: Callable[[str], object] = lambda _: False,
    *,
    ends_here: bool,
) -> Account:
    """The account of a text whose last item is the last entry. ends_here: nothing of the page itself stands behind it.

    A line behind the last abstract that is short and no sentence is no part of it. An abstract that ends within a
    sentence, where the text does, was cut: what it says is unknown.
    """
    if not entries:
        return Account(entries, (), unread(pieces, is_known))
    *others, last = entries
    lines = (last.abstract or "").split("\n\n")
    end = next((k for k in range(len(lines), 0, -1) if _is_ended(lines[k - 1])), 0)
    if not end or any(len(line) > _SHORT for line in lines[end:]):
        end = len(lines)
    kept, rest = "\n\n".join(lines[:end]) or None, "\n".join(lines[end:])
    problems: tuple[str, ...] = ()
    lacks_codes = not last.categories and any(each.categories for each in others)
    if ends_here and not kept and (lacks_codes or any(each.abstract for each in others)):
        # Behind a title stand the paper's categories, but on a card: without them the title may be cut.
        is_titled = last.categories and last.type != "card"
        problems = (f'the text ends within "{last.title}"{"" if is_titled else LEFT_OUT}',)
        return Account(entries if is_titled else tuple(others), problems, unread(pieces, is_known))
    if ends_here and kept and not _is_ended(lines[end - 1]):
        words = one_line(kept[-_QUOTED:])
        problems, kept = (f'the text ends within a sentence, "…{words}": its last abstract is left out',), None
    last = replace(last, abstract=kept)
    return Account((*others, last), problems, unread((*pieces, (AFTER, rest)), is_known))


def _is_ended(line: str) -> bool:
    if not _LETTER.search(line) or (line.endswith("$") and line.count("$") % 2):
        return False
    return _ENDS.search(line) is not None or _LABELLED.match(line) is not None
