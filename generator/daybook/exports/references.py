"""A paper as bibliographies name it: what all formats of citations are made of. Pure.

Authors write where a paper was published as they like: journal, volume, issue, pages and year.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from daybook.model import Author, Paper, ids, name
from daybook.text import author_names, markup
from daybook.text.markup import Run

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


def publication(text: str) -> Publication:
    """A journal reference in plain text, taken apart only where every part of it is understood.

    >>> publication("Phys.Lett.B658:7-12,2007")
    Publication(journal='Phys.Lett.B', volume='658', number='', pages='7-12', year='2007')
    >>> publication("PhD thesis, Quay University, 2007")
    Publication(journal='PhD thesis, Quay University', volume='', number='', pages='', year='2007')
    """
    bare, years = text.rstrip(" .;"), set(_YEAR.findall(text))
    parted = _parts(bare)
    if parted or len(years) != 1:
        return parted or Publication(text)
    left = _APART.sub("", bare).strip(" ,;")
    return Publication(left if left != bare and left else text, year=years.pop())


def _parts(text: str) -> Publication | None:
    """The publication, with its bare numbers where they belong; None where any part of the text is not understood."""
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


@dataclass(frozen=True, slots=True)
class Creator:
    """An author in parts, plain Unicode; of a collaboration or a one-word name, `family` is all of it."""

    family: str
    given: str = ""
    suffix: str = ""  # "Jr.", "III"
    whole: bool = False  # a collaboration: never taken apart, inverted or abbreviated

    def __str__(self) -> str:
        return " ".join(filter(None, (self.given, self.family, self.suffix)))


NAMED = 10
"""Authors that a list of references names; of more, the first one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A paper as a bibliography names it. Text is plain Unicode on one line unless stated otherwise."""

    paper: str  # its key in the archive, which addresses of its page are made of
    title: str
    runs: tuple[Run, ...]  # the title as stretches of text and formulas
    authors: tuple[Creator, ...]
    complete: bool  # whether these are all authors
    date: str  # of version 1, ISO 8601: "2026-03-03", or "2026-03" where only the month of the id is known
    arxiv_id: str | None
    version: int | None  # the newest that is known
    primary_category: str | None  # arXiv's code
    categories: tuple[str, ...]  # primary first
    doi: str | None  # the journal's, as received; None: there is none
    preprint_doi: str | None  # of the preprint; arXiv has registered one for each of its papers
    journal_ref: str | None
    url: str | None  # of the preprint: arXiv's, else where a source found it; of the web, not escaped for HTML
    abstract: str | None  # paragraphs separated by a blank line; None: none is held, or none is asked for
    withdrawn: bool

    @property
    def key(self) -> str:
        """What documents cite the paper by: "arXiv:2603.00356", "daybook:SLUG-HASH". It never changes, and no two
        papers share it."""
        return f"arXiv:{self.arxiv_id}" if self.arxiv_id else f"daybook:{self.paper}"

    @property
    def year(self) -> str:
        """The year of `date`, four digits."""
        return self.date[:4]

    @property
    def any_doi(self) -> str | None:
        """The journal's DOI, else the preprint's."""
        return self.doi or self.preprint_doi

    @property
    def names(self) -> str:
        """The authors as lists of references name them: "A", "A and B", "A, B and C", "A et al."; empty: none."""
        shown = [str(creator) for creator in self.authors]
        if len(shown) > NAMED or (shown and not self.complete):
            return f"{shown[0]} et al."
        return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def of(paper: Paper, *, abstract: bool = False) -> Reference:
    """A paper's reference. `abstract`: with its abstract, also one that may not be published."""
    ident = paper.arxiv_id
    preprint = next((doi for doi in (paper.doi, *paper.other_dois) if doi and ids.is_preprint(doi)), None)
    return Reference(
        paper=paper.key,
        title=_line(paper.title),
        runs=markup.runs(paper.title),
        authors=creators(paper),
        complete=paper.authors_complete,
        date=date(paper),
        arxiv_id=ident,
        version=paper.version,
        primary_category=markup.clean(paper.primary_category or "") or None,
        categories=tuple(filter(None, dict.fromkeys(map(markup.clean, paper.categories)))),
        doi=markup.clean(paper.doi) if paper.doi and not ids.is_preprint(paper.doi) else None,
        preprint_doi=f"10.48550/arXiv.{ident}" if ident else markup.clean(preprint or "") or None,
        journal_ref=_line(paper.journal_ref) if paper.journal_ref else None,
        url=f"https://arxiv.org/abs/{ident}" if ident else next(iter(markup.links(paper.url or "")), None),
        abstract=markup.plain(paper.abstract) if abstract and paper.abstract else None,
        withdrawn=paper.withdrawn,
    )


def date(paper: Paper) -> str:
    """The date of a paper: the day it was submitted, else the day it was first seen, else, where this is not in the
    month of its id, that month: what was first seen as a replacement may be years old."""
    if paper.submitted:
        return paper.submitted.date().isoformat()
    first = paper.first_seen
    if not paper.arxiv_id or ids.month(paper.arxiv_id) == f"{first:%y%m}":
        return first.isoformat()
    return paper.order[:7]


def creators(paper: Paper) -> tuple[Creator, ...]:
    """A paper's authors in order, each once; a collaboration that a person writes for stands behind all persons."""
    found = [_creator(author.name) for author in paper.authors]
    persons, groups = ([each[place] for each in found] for place in (0, 1))
    return tuple(dict.fromkeys(filter(None, persons + groups)))


@lru_cache(maxsize=name.KEPT)
def _creator(received: str) -> tuple[Creator | None, Creator | None]:
    """A name as received: the author, and the collaboration that the author writes for."""
    printed = author_names.as_printed(received)
    if not printed:
        return None, None
    author = Author(printed)
    group = Creator(author.collaboration, whole=True) if author.collaboration else None
    if author.is_collaboration:
        return group, None
    given, family, suffix = author.parts
    return Creator(family, given.replace(". -", ".-"), suffix), group  # arXiv prints C.-P. as "C. -P."


def _line(received: str) -> str:
    return unicodedata.normalize("NFC", " ".join(markup.plain(received).split()))
