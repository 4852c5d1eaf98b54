"""Where a paper was published, as authors write it on arXiv: journal, volume, issue, pages and year."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"[^\W\d_][^\d,;(\"#]{1,120}+")
_LABEL = re.compile(r"(?:^|[\s.])(?:vol(?:ume)?|v)\.?\s?$", re.IGNORECASE)
_INTRODUCED = re.compile(r"(?:published in|to appear|accepted|submitted|in|dans|chapter|ph\.?d)\b", re.IGNORECASE)
_GAP = re.compile(r"[\s,;:.]*+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMBER = r"[A-Z]?\d{1,8}(?:[-/]\d{1,4})?(?!\w)"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?\.?"
_RANGE = r"(?P<first>[A-Za-z]{0,2}\d{1,7})(?:\s?(?:-{1,3}|[–—])\s?(?P<last>[A-Za-z]{0,2}\d{1,7}))?(?!\w)"
_PIECES = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("year", r"\((?:[^()]{1,30}[\s,/])?(?P<year>(?:19|20)\d\d)\)"),
        ("year", rf"{_MONTH}[\s,]{{1,2}}(?P<year>(?:19|20)\d\d)(?!\d)"),
        ("volume", rf"(?:vol(?:ume)?|v)(?:\.\s?|\s)(?P<volume>{_NUMBER})"),
        ("number", rf"(?:number|no|n|nr|issue|iss)(?:\.\s?|\s|°\s?)(?P<number>{_NUMBER})"),
        ("number", rf"\((?P<number>{_NUMBER})\)"),
        ("pages", rf"(?:pages?|pp|p)(?:\.\s?|\s){_RANGE}"),
        ("pages", r"(?:article|art|paper)(?:\.\s?|\s)(?:no\.?\s?|id\s)?(?P<first>[A-Z]?\d{1,9})(?P<last>)(?!\w)"),
        ("pages", r"#(?P<first>\d{1,7})(?P<last>)"),
        ("bare", _RANGE),
    )
)
"""What may follow the name of a journal, in any order; a bare number is a volume, an issue, a page or a year."""


_APART = re.compile(r"\s?\((?P<in>(?:19|20)\d\d)\)|[\s,;]{1,3}(?P<end>(?:19|20)\d\d)$")
"""A year that stands apart from the rest of a text: in brackets of its own, or at the end."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The place of a paper in a journal.

    Where the text could not be taken apart, `journal` is all of it but a year that stands apart from the rest, which
    styles would print again.
    """

    journal: str
    volume: str = ""
    number: str = ""  # the issue
    pages: str = ""  # "7-12", "052005"
    year: str = ""  # four digits; empty: the text names none, or several


def parse(text: str) -> Publication:
    """A journal reference in plain text, taken apart only where every part of it is understood.

    >>> parse("Phys.Lett.B658:7-12,2007")
    Publication(journal='Phys.Lett.B', volume='658', number='', pages='7-12', year='2007')
    >>> parse("PhD thesis, Quay University, 2007")
    Publication(journal='PhD thesis, Quay University', volume='', number='', pages='', year='2007')
    """
    return _parts(text.rstrip(" .;")) or _whole(text)


def _whole(text: str) -> Publication:
    """The publication of a text that could not be taken apart; its year is empty where the text names several."""
    years = set(_YEAR.findall(text))
    if len(years) != 1:
        return Publication(text)
    left = _APART.sub("", text.rstrip(" .;")).strip(" ,;")
    return Publication(left if left != text.rstrip(" .;") and left else text, year=years.pop())


def _parts(text: str) -> Publication | None:
    name = _NAME.match(text)
    if not name or _INTRODUCED.match(text):
        return None
    found: dict[str, str] = {}
    bare: list[str] = []
    at = _GAP.match(text, name.end()).end()  # type: ignore[union-attr]  # it matches anywhere
    while at < len(text):
        kind, piece = next(((kind, m) for kind, pattern in _PIECES if (m := pattern.match(text, at))), ("", None))
        if piece is None or kind in found:
            return None
        value = "-".join(filter(None, piece.group("first", "last"))) if kind in ("pages", "bare") else piece[kind]
        if kind == "bare":
            bare.append(value)
        else:
            found[kind] = value
        at = _GAP.match(text, piece.end()).end()  # type: ignore[union-attr]
    journal = _LABEL.sub("", name[0].rstrip()).rstrip(" ,:")
    return _placed(journal, found, bare)


def _placed(journal: str, found: dict[str, str], bare: list[str]) -> Publication | None:
    """The publication, with its bare numbers where they belong; None where that is not clear."""
    if "year" not in found:
        years = [number for number in bare if _YEAR.fullmatch(number)]
        if len(years) != 1:
            return None
        found["year"] = years[0]
        bare = [number for number in bare if number != years[0]]
    open_ = [kind for kind in ("volume", "number", "pages") if kind not in found]
    if len(bare) < len(open_) and "number" in open_:
        open_.remove("number")
    if len(bare) > len(open_) or (bare and "volume" in open_ and not bare[0].lstrip("ABCDEFGL").isdigit()):
        return None
    found |= dict(zip(open_, bare, strict=False))
    # Proceedings are named after their year, and a book has pages, too.
    whole = "volume" in found and ("pages" in found or "number" in found) and not _YEAR.fullmatch(found["volume"])
    return Publication(journal, **found) if whole and len(journal) > 2 and not journal.endswith("'") else None
