"""What the head of a paper's page tells programs: reference managers, search engines, sites where links are shared.

    citation_...          Highwire's tags, which Google Scholar and Zotero read
    z:...                 Zotero's own: that this is a preprint, and which of arXiv's
    og:...                OpenGraph, for previews of links; its title and description stand on tags that say the same
    application/ld+json   schema.org, for search engines: what the tags before it do not say in a form they read
    cite-as               signposting (RFC 8574): the address to cite the paper by

A page of everything else has its title and kind alone; overrides/main.html writes these. Tens of thousands of pages
have these tags: each part is left out where it says nothing new.
"""

from __future__ import annotations

from generator.describe.references import Creator, Reference
from generator.model import Paper
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import attribute, literal
from generator.store.jsonl import to_json
from generator.text import markup

SCHEMA_AUTHORS = 10
"""Authors that schema.org's words name; Highwire's tags name all."""
_KIND = "<meta name=z:itemType content=preprint><meta property=og:type content=article>"


def of_paper(view: View, paper: Paper, reference: Reference) -> str:
    """The HTML for the head of a paper's page, on one line."""
    ident, doi = reference.arxiv_id, addresses.doi(reference.any_doi)
    page = addresses.served(addresses.paper(paper.key))
    public = addresses.public(view.settings.url, page) if view.settings.url else ""
    tags = [
        _meta("citation_title property=og:title", reference.title),
        *(_meta("citation_author", name) for name in _authors(reference)),
        _meta("citation_date", reference.date.replace("-", "/")),
        _meta("citation_doi", (reference.any_doi or "") if doi else ""),
        _meta("citation_arxiv_id", ident or ""),
        _meta("citation_pdf_url", addresses.arxiv("pdf", ident) if ident and not paper.withdrawn else ""),
        _meta("citation_abstract_html_url", public),
        _meta("citation_keywords", "; ".join(_keywords(view, paper))),
        *((_meta("citation_publisher", "arXiv"), _meta("z:archiveID", f"arXiv:{ident}")) if ident else ()),
        _KIND,
        f"<link rel=cite-as href={attribute(doi)}>" if doi else "",
        f"<script type=application/ld+json>{_schema(reference, doi)}</script>",
    ]
    return "".join(tags)


def _meta(name: str, value: str) -> str:
    """A tag of this name; nothing without a value."""
    return f"<meta name={name} content={attribute(literal(value))}>" if value else ""


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


def _keywords(view: View, paper: Paper) -> list[str]:
    """The paper's categories and the names of its themes."""
    themes = (view.themes[slug].name for slug in paper.themes if slug in view.themes)
    return [*dict.fromkeys(paper.categories), *map(markup.plain, themes)]


def _schema(reference: Reference, doi: str | None) -> str:
    """The paper in schema.org's words, as JSON that no page takes for markup."""
    same = [address for address in (doi, reference.url) if address]
    data = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "headline": markup.clean(reference.title),
        "author": [{"name": markup.clean(str(creator))} for creator in reference.authors[:SCHEMA_AUTHORS]],
        "datePublished": reference.date,
        "sameAs": same,
        "license": reference.license,
        "creativeWorkStatus": "Withdrawn" if reference.withdrawn else "",
    }
    text = to_json({name: value for name, value in data.items() if value}).decode()
    return text.replace("<", "\\u003c")
