"""What the head of a paper's page tells programs: reference managers, search engines, sites where links are shared.

    citation_...    Highwire's tags, which Google Scholar and Zotero read
    z:...           Zotero's own: that this is a preprint, and arXiv's
    og:...          OpenGraph, for previews of links
    cite-as         signposting (RFC 8574): the address to cite the paper by

The same tags state the paper in schema.org's words, as RDFa: overrides/main.html makes the page a ScholarlyArticle, and
`property` names title, authors and DOI. As JSON-LD, which repeats them all, it would take three times the bytes, on
tens of thousands of pages. Title and kind of all other pages are written by overrides/main.html alone.
"""

from __future__ import annotations

from generator.exports.references import Creator, Reference
from generator.model import Paper
from generator.pages import addresses
from generator.pages.templating import attribute, literal

_KIND = "<meta name=z:itemType content=preprint><meta property=og:type content=article>"
_WITHDRAWN = "<meta property=creativeWorkStatus content=Withdrawn>"


def of_paper(paper: Paper, reference: Reference) -> str:
    """The HTML for the head of a paper's page, on one line."""
    ident, published = reference.arxiv_id, reference.doi if addresses.doi(reference.doi) else None
    name = published or reference.preprint_doi
    doi = addresses.doi(name)
    tags = [
        _meta("citation_title", reference.title, 'property="og:title headline"'),
        *(_meta("citation_author", name, "property=author") for name in _authors(reference)),
        _meta("citation_date", reference.date.replace("-", "/")),
        _meta("citation_doi", name or "" if doi else ""),
        _meta("citation_arxiv_id", ident or ""),
        _meta("citation_pdf_url", addresses.arxiv("pdf", ident) if ident and not paper.withdrawn else ""),
        _meta("citation_keywords", "; ".join(reference.categories)),
        _KIND,
        _meta("z:repository", "arXiv" if ident else ""),
        _meta("z:archiveID", f"arXiv:{ident}" if ident and published else ""),  # arXiv's own DOI says it
        _WITHDRAWN if paper.withdrawn else "",
        f"<link rel=cite-as property=sameAs href={attribute(doi)}>" if doi else "",
    ]
    return "".join(tags)


def _meta(name: str, value: str, more: str = "") -> str:
    """A tag of this name, with `more` attributes; nothing without a value."""
    return f"<meta {f'name={name} {more}'.rstrip()} content={attribute(literal(value))}>" if value else ""


def _authors(reference: Reference) -> list[str]:
    """The authors as Highwire's tags name them: "Family, Given".

    Zotero takes the last word of a name without a comma for the family, and a single author's name with blanks on both
    sides of the comma for two names, unless a semicolon ends it.
    """
    names = [_inverted(creator).replace(";", ",") for creator in reference.authors]
    if len(names) == 1 and all(" " in part.strip() for part in names[0].partition(",")[::2]):
        return [f"{names[0]};"]
    return names


def _inverted(creator: Creator) -> str:
    if creator.whole:
        return f"{creator.family}," if " " in creator.family else creator.family
    given = f"{creator.given} {creator.suffix}".strip()
    return f"{creator.family}, {given}" if given else creator.family
