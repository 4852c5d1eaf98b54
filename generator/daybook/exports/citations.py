"""What bibliographies say of all papers, for readers' browsers, which write them in each of their formats.

    citations/2603.04711.js    {"2603.04711":[title, authors, date, categories, version, others],…}

    title       in TeX; without its braces it is the plain one, unless `others` has that
    authors     "Family, Given", which is BibTeX's way, too; all others are [in TeX, family, given, suffix, whole, in
                BibLaTeX], the last only where it is not what follows from the rest
    version     the newest that is known; 0: none is
    others      what does not follow from the rest, by the names in `_others`; left out if it is empty

`exports/scripts.py` says how papers are cut and packed. overrides/assets/cite.js reads them.
Abstracts are not in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from daybook.exports import SiteFile, bibtex, latex, markdown, references
from daybook.exports.references import Creator, Reference
from daybook.exports.scripts import Scripts
from daybook.model import ids, name
from daybook.text.markup.escape import escape_head, escape_markdown
from daybook.view import addresses
from daybook.view.context import View

SCRIPTS = Scripts("citations/", "citations", 32)
"""A file has about 8 KB. A day's replacements are of many months: as many files are read, and made again, for them."""

_BRACES = str.maketrans("", "", "{}")


def files(view: View) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    return SCRIPTS.files(view, partial(_hash, view), partial(_said, view))


def _hash(view: View, key: str) -> str:
    outline = view.outlines[key]
    return outline.listed_hash + outline.page_hash


def _said(view: View, key: str) -> list[object]:
    return said(references.of(view.archive.papers[key], references.nothing))


def said(reference: Reference) -> list[object]:
    """What is handed over of a paper."""
    title = latex.title(reference.runs)
    authors = [_author(creator) for creator in reference.authors]
    others = {name: value for name, value in _others(reference, title) if value is not None}
    made: list[object] = [title, authors, reference.date, reference.categories, reference.version or 0]
    return [*made, others] if others else made


@lru_cache(maxsize=name.KEPT)
def _author(creator: Creator) -> str | tuple[str | bool, ...]:
    made, plain = bibtex.person(creator), f"{creator.family}, {creator.given}"
    if made == plain and plain.count(",") == 1 and creator.given and not creator.whole:
        return plain
    parts = (made, creator.family, creator.given, creator.suffix, creator.whole)
    modern = bibtex.person(creator, accents=False)
    expected = made if _is_ascii(*parts[1:4]) else ", ".join(filter(None, (parts[1], parts[3], parts[2])))
    known = (*parts, modern if modern != expected else "")
    last = max(place for place, part in enumerate(known) if part)
    return known[: last + 1]


def _is_ascii(*texts: str) -> bool:
    """Whether BibLaTeX, whose letters keep their accents, writes texts as BibTeX does."""
    return all(map(str.isascii, texts))


def _others(reference: Reference, title: str) -> Iterator[tuple[str, object]]:
    """Names and values; None: it follows from the rest."""
    ident, first = reference.arxiv_id, next(iter(reference.categories), "")
    category = bibtex.category(reference) or ""
    url = f"https://arxiv.org/abs/{ident}" if ident else ""
    preprint = f"10.48550/arXiv.{ident}" if ident else None
    yield "title", _unless(reference.title, title.translate(_BRACES))
    yield "modern", None if reference.title.isascii() else _unless(latex.title(reference.runs, accents=False), title)
    yield "id", _unless(ident or "", ids.of_key(reference.paper) or "")  # which the browser takes it for
    yield "class", _unless(category, first if ident else "")
    yield "journal", _journal(reference.journal_ref) if reference.journal_ref else None
    yield "doi", reference.doi
    yield "preprint", reference.preprint_doi if reference.preprint_doi != preprint else None
    yield "url", _unless(reference.url or "", url)
    yield "more", None if reference.complete else 1
    yield "withdrawn", 1 if reference.withdrawn else None
    yield "markdown", None if _is_bare(reference) else markdown.line(reference)


def _unless(value: str, expected: str) -> str | None:
    return None if value == expected else value


def _journal(received: str) -> list[str]:
    """[as received, journal, volume, number, pages, year, journal in TeX, in BibLaTeX], without what is empty at the
    end, and without what follows from the rest."""
    published = references.publication(received)
    tex, modern = latex.escape(published.journal), latex.escape(published.journal, accents=False)
    made = [received, published.journal, published.volume, published.number, published.pages, published.year]
    expected = tex if _is_ascii(published.journal) else published.journal
    made += ["" if tex == published.journal else tex, "" if modern == expected else modern]
    while not made[-1]:
        made.pop()
    return made


def _is_bare(reference: Reference) -> bool:
    """Whether nothing in a paper's line of Markdown has to be escaped."""
    doi, url = reference.doi, reference.url
    if (doi and addresses.doi(doi) != f"https://doi.org/{doi}") or (url and addresses.outside(url) != url):
        return False
    texts = (", ".join(map(str, reference.authors)), reference.title, reference.journal_ref or "")
    return all(escape_head(escape_markdown(text)) == text for text in texts)
