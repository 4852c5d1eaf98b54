"""A paper as bibliographies name it: what all formats of citations are made of. Pure."""

from __future__ import annotations

import gzip
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from daybook.exports import SiteFile
from daybook.fold import outlines
from daybook.model import Archive, Author, Paper, arxiv_id, identifiers, name
from daybook.model.jsonl import to_json
from daybook.text import author_names, markup
from daybook.text.markup import Run

_ARXIV = "10.48550/arXiv."


@dataclass(frozen=True, slots=True)
class Creator:
    """An author in parts, plain Unicode; of a collaboration or a one-word name, `family` is all of it."""

    family: str
    given: str = ""
    suffix: str = ""  # "Jr.", "III"
    whole: bool = False  # a collaboration: never taken apart, inverted or abbreviated

    def __str__(self) -> str:
        return " ".join(filter(None, (self.given, self.family, self.suffix)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A paper as a bibliography names it. Text is plain Unicode on one line unless stated otherwise."""

    paper: str  # its key in the archive, which addresses of its page are made of
    key: str  # what documents cite it by: "arXiv:2603.00356", "daybook:SLUG-HASH"; permanent, ASCII without blanks
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
    url: str | None  # of the preprint: arXiv's, else where a source found it; http or https, not escaped for HTML
    abstract: str | None  # paragraphs separated by a blank line; None: none is held, or it may not be published
    comments: str | None
    license: str | None  # its address
    withdrawn: bool

    @property
    def year(self) -> str:
        """The year of `date`, four digits."""
        return self.date[:4]

    @property
    def any_doi(self) -> str | None:
        """The journal's DOI, else the preprint's."""
        return self.doi or self.preprint_doi


NAMED = 10
"""Authors that a list of references names; of more, the first one is."""


def names(reference: Reference) -> str:
    """The authors as lists of references name them: "A", "A and B", "A, B and C", "A et al."; empty: none."""
    shown = [str(creator) for creator in reference.authors]
    if len(shown) > NAMED or (shown and not reference.complete):
        return f"{shown[0]} et al."
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def nothing(source: str) -> bool:
    """`shows` of formats without abstracts, which are then not read."""
    return False


def everything(source: str) -> bool:
    """`shows` of what is printed for the archive's owner: also what may not be published."""
    return True


def of(paper: Paper, shows: outlines.Shows) -> Reference:
    """A paper's reference. `shows`: whether the words of a source may be published."""
    ident = paper.arxiv_id
    preprint = next((doi for doi in (paper.doi, *paper.other_dois) if doi and identifiers.is_preprint(doi)), None)
    abstract = outlines.abstract(paper, shows)
    return Reference(
        paper=paper.key,
        key=key(paper),
        title=_line(paper.title),
        runs=markup.runs(paper.title),
        authors=creators(paper),
        complete=paper.authors_complete,
        date=date(paper),
        arxiv_id=ident,
        version=paper.version,
        primary_category=markup.clean(paper.primary_category or "") or None,
        categories=tuple(filter(None, dict.fromkeys(map(markup.clean, paper.categories)))),
        doi=markup.clean(paper.doi) if paper.doi and not identifiers.is_preprint(paper.doi) else None,
        preprint_doi=f"{_ARXIV}{ident}" if ident else markup.clean(preprint or "") or None,
        journal_ref=_line(paper.journal_ref) if paper.journal_ref else None,
        url=f"https://arxiv.org/abs/{ident}" if ident else _web(paper.url),
        abstract=markup.plain(abstract) if abstract else None,
        comments=_line(paper.comments) if paper.comments else None,
        license=_web(paper.license),
        withdrawn=paper.withdrawn,
    )


def key(paper: Paper) -> str:
    """What documents cite a paper by. It never changes, and no two papers share it."""
    return f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else f"daybook:{paper.key}"


def date(paper: Paper) -> str:
    """The date of a paper: the day it was submitted, else the day it was first seen, else, where this is not in the
    month of its id, that month: what was first seen as a replacement may be years old."""
    if paper.submitted:
        return paper.submitted.date().isoformat()
    first = paper.first_seen
    if not paper.arxiv_id or arxiv_id.month(paper.arxiv_id) == f"{first:%y%m}":
        return first.isoformat()
    return outlines.order(paper)[:7]


def creators(paper: Paper) -> tuple[Creator, ...]:
    """A paper's authors in order, each once; a collaboration that a person writes for stands behind all persons."""
    found: dict[Creator, None] = {}
    groups: dict[Creator, None] = {}
    for author in paper.authors:
        creator, group = _creator(author.name)
        found |= {creator: None} if creator else {}
        groups |= {group: None} if group else {}
    return tuple(found | groups)


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


@lru_cache(maxsize=1 << 10)
def _web(address: str | None) -> str | None:
    """An address of the web, without signs that mean something to TeX or HTML but `_ % # & ~ $`; None if it is none."""
    return next(iter(markup.links(address or "")), None)


def whole(path: str, archive: Archive, lines: Callable[[Archive], Iterator[bytes]]) -> SiteFile:
    """The file at this path, of what an export prints of all papers; made again when a paper has changed."""
    known = archive.outlines or {key: outlines.of(paper, nothing) for key, paper in archive.papers.items()}
    hashes = [(key, outline.listed_hash, outline.page_hash) for key, outline in known.items()]
    return SiteFile(path, lambda: gzip.compress(b"".join(lines(archive)), mtime=0), outlines.hash_of(to_json(hashes)))
