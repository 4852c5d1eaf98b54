"""The page of a paper: everything known about it, and who said what."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import shorten

from generator import dates, taxonomy
from generator.archive import outlines
from generator.archive.days import SCHEDULE
from generator.exports import bibtex, references
from generator.exports.references import Reference
from generator.model import ANNOUNCED, Archive, Card, Paper, Quote, Sighting
from generator.pages import addresses, bylines, heads, labels, versions
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import attribute, fill, literal
from generator.sources.registry import is_from_arxiv
from generator.text import markup

SAME_AUTHORS = 2
"""Papers by the same authors that are shown."""
AUTHORS = 20
"""Authors that are shown at once; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Other:
    """A related paper, or one by the same authors."""

    address: str
    title: str  # HTML
    by: str  # authors, or those that both papers have, and year; HTML


@dataclass(frozen=True, slots=True)
class Fact:
    """A detail of a paper: its name, and its values as HTML."""

    name: str
    values: Sequence[str]


def drafts(view: View) -> Iterator[Draft]:
    """A page for each paper, by key."""
    for key in sorted(view.archive.papers):
        path = addresses.paper(key)
        related, same_authors = _beside(view, key)
        beside = (*related, *same_authors)
        shared = [bylines.shared(view, key, other) for other in same_authors]
        held = (str(len(related)), view.elsewhere(path), bylines.depends(view, key), *shared)
        depends = view.depends_whole(key, beside, *held)
        yield Draft(path, depends, partial(page, view, key))


def paths(archive: Archive) -> Iterator[str]:
    """The paths of all these pages."""
    return map(addresses.paper, archive.papers)


KIND = Kind("papers/", drafts, paths=paths)


def _beside(view: View, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys of the papers most like this one, and of further papers by its authors."""
    related = view.archive.related.get(key, ())
    others = tuple(other for other in view.archive.same_authors.get(key, ()) if other not in related)
    return related, others[:SAME_AUTHORS]


def page(view: View, key: str) -> Page:
    """The page of the paper with this key."""
    paper = view.archive.papers[key]
    path = addresses.paper(paper.key)
    title = markup.plain(paper.title)
    received, own = view.abstract(paper), view.shown_card(paper)
    said: Mapping[str, str | Quote] = {"": own.gist} if own and own.gist else own.quotes if own else {}
    places = {f"quote-{name}": (quote.start, quote.end) for name, quote in said.items() if isinstance(quote, Quote)}
    abstract = markup.markdown_paragraphs(received or "", view.math, places)
    related, same_authors = _beside(view, paper.key)
    reference = references.of(paper, references.nothing)  # abstracts stand on the page alone
    text = fill(
        "paper.md",
        front=front(title, _description(paper, own, received), head=heads.of_paper(paper, reference)),
        root=addresses.root(path),
        paper=paper,
        heading=" ".join(markup.markdown(paper.title, view.math).split("\n")),
        labels=_categories(paper, view.settings.categories) + view.theme_links(paper),
        authors=bylines.linked(view, paper, path),
        most=AUTHORS,
        abstract=abstract,
        abstract_source=_other_source(paper, "abstract"),
        hidden=bool(paper.abstract) and not received,
        own=own,
        lines=[
            (f"quote-{name}" if f'id="quote-{name}"' in abstract else "", view.line(paper, each))
            for name, each in said.items()
        ],
        credit=labels.credit(own) if own else "",
        cards=[_card(view, card) for card in paper.cards],
        links=_links(paper),
        facts=_facts(view, paper),
        citation=_citation(reference),
        bibtex=markup.escape_html(bibtex.entry(reference)).rstrip(),
        versions=versions.lines(paper, abstracts=bool(received)) if _has_history(paper) else [],
        sightings=_sightings(view, paper, path),
        related=[_other(view, other, path) for other in related],
        same_authors=[_other(view, other, path, bylines.shared(view, key, other)) for other in same_authors],
        provenance=_provenance(paper),
    )
    return Page(path, text)


def _description(paper: Paper, card: Card | None, abstract: str | None) -> str:
    """What search engines print below the title, as short as tens of thousands of pages ask for."""
    authors = ", ".join(markup.plain(author.name) for author in paper.authors[:3])
    return shorten((card and card.line) or markup.plain(abstract or "") or authors, 80, placeholder="…")


def _other(view: View, key: str, path: str, shared: str = "") -> Other:
    """The paper with this key, as the page at `path` names it. `shared`: those of its authors to name, if any."""
    title, authors, year = outlines.cited(view.archive.papers[key])
    by = literal(", ".join(filter(None, (shared or authors, year))))
    return Other(_shortest_address(addresses.paper(key), path), literal(markup.plain(title)), by)


def _shortest_address(paper: str, path: str) -> str:
    """The shortest link from one paper's page to another's; all are two folders deep.

    On tens of thousands of pages, these links take most of the space besides text.
    """
    _, folder, name = addresses.served(paper).split("/")
    return name if path.split("/")[1] == folder else f"../{folder}/{name}"


def _other_source(paper: Paper, field: str) -> str:
    """The source of a field in words; empty if it is arXiv itself or unknown."""
    source = dict(paper.provenance).get(field)
    return labels.source(source) if source and not is_from_arxiv(source) else ""


def _links(paper: Paper) -> list[tuple[str, str]]:
    """(name as HTML, address escaped for an attribute) of where the paper itself can be read."""
    links: list[tuple[str, str | None]] = []
    if paper.arxiv_id:
        links = [
            (f"arXiv:{literal(paper.arxiv_id)}", addresses.arxiv("abs", paper.arxiv_id)),
            *_pdf(paper.arxiv_id, paper),
        ]
        if "html" in paper.formats and not paper.withdrawn:
            links.append(("HTML", addresses.arxiv("html", paper.arxiv_id)))
    if paper.url and not paper.arxiv_id:
        links.append(("Source page", addresses.outside(paper.url)))
    links += [("Code or data", addresses.outside(link)) for link in paper.links if labels.is_code(link)]
    return [(name, address) for name, address in links if address]


def _pdf(ident: str, paper: Paper) -> list[tuple[str, str | None]]:
    """The link to the PDF; of a withdrawn paper that of the newest version that was none, if it is known."""
    if not paper.withdrawn:
        return [("PDF", addresses.arxiv("pdf", ident))]
    left = max((each.version for each in paper.versions if not each.withdrawn), default=0)
    return [(f"PDF of v{left}", addresses.arxiv("pdf", ident, left))] if 0 < left < (paper.version or 0) else []


def _facts(view: View, paper: Paper) -> list[Fact]:
    """The paper's details besides its text, those of time first."""
    older = view.elsewhere(addresses.paper(paper.key))
    moment = dates.date if _has_history(paper) else labels.moment  # the list of versions has the times
    first = " (v1)" if _is_first(paper) else ""
    others = [link for link in paper.links if not labels.is_code(link)]  # links to code are shown beside the PDF
    lines: list[tuple[str, Sequence[str]]] = [
        ("Submitted", [moment(paper.submitted) + first if paper.submitted else ""]),
        ("Updated", [moment(paper.updated) if paper.updated and paper.updated != paper.submitted else ""]),
        ("Version", [_only_version(paper)]),
        ("Announced", _announced(view, paper)),
        ("Former title", [view.html(title) for title in versions.former_titles(paper)]),
        ("Comments", [view.html(paper.comments or "")]),
        ("Journal reference", [view.html(paper.journal_ref or "")]),
        ("DOI", [_linked(doi, addresses.doi(doi)) for doi in (paper.doi, *paper.other_dois) if doi]),
        ("Report number", [literal(paper.report_no or "")]),
        ("MSC classes", [literal(paper.msc_class or "")]),
        ("ACM classes", [literal(paper.acm_class or "")]),
        ("Licence", [_linked(labels.license_name(paper.license or ""), addresses.outside(paper.license))]),
        ("Links", [_linked(link, addresses.outside(link)) for link in others]),
        ("Older history", [_linked("this paper in the archive of older years", older)] if older else []),
    ]
    return [Fact(name, shown) for name, values in lines if (shown := list(filter(None, values)))]


def _categories(paper: Paper, own: Collection[str]) -> list[tuple[str, str]]:
    """(HTML, address below the root; empty if the category has no page), primary first.

    The primary category is shown by name, others by code; so are the archive's `own`, which its readers know.
    """
    categories = []
    for place, code in enumerate(dict.fromkeys(paper.categories)):
        named = place == 0 and code == paper.primary_category and code not in own
        name = taxonomy.name(code) if named else code
        shown = f"{literal(name)} ({literal(code)})" if name != code else literal(code)
        address = addresses.served(addresses.category(code)) if addresses.has_page(code) else ""
        categories.append((shown, address))
    return categories


def _linked(text: str, address: str | None) -> str:
    """`text` escaped, and linked if there is an address."""
    return f"<a href={attribute(address)}>{literal(text)}</a>" if address else literal(text)


def _has_history(paper: Paper) -> bool:
    """Whether the versions need a table; a single one takes a line."""
    return len(paper.versions) > 1 or any(version.withdrawn for version in paper.versions)


def _is_first(paper: Paper) -> bool:
    """Whether the paper has a single version, and the line "Submitted" says all about it."""
    only = paper.versions[0] if len(paper.versions) == 1 else None
    return bool(only and paper.submitted and only.version == 1 and only.submitted in (None, paper.submitted))


def _only_version(paper: Paper) -> str:
    if not paper.versions or _has_history(paper) or _is_first(paper):
        return ""
    only = paper.versions[0]
    address = addresses.arxiv("abs", paper.arxiv_id, only.version) if paper.arxiv_id else None
    submitted = labels.moment(only.submitted) if only.submitted != paper.submitted else ""
    return _linked(f"v{only.version}", address) + (f", {submitted}" if submitted else "")


def _announced(view: View, paper: Paper) -> list[str]:
    """A line for each day that announced the paper, oldest first, as HTML."""
    by_date: dict[dt.date, list[Sighting]] = {}
    for sighting in paper.sightings:
        if sighting.type in ANNOUNCED:
            by_date.setdefault(sighting.date, []).append(sighting)
    return [_announcement(view, paper.key, date, found) for date, found in by_date.items()]


def _announcement(view: View, key: str, date: dt.date, found: Sequence[Sighting]) -> str:
    """What was announced on a day: `3 March 2026: replacement, v2`; of a new paper the day says it all."""
    kind = min((sighting.type for sighting in found), key=ANNOUNCED.index)
    listed = view.days[date].announced if date in view.days else ()  # knows versions that listings do not state
    stated = (sighting.version or 0 for sighting in found)
    version = max(stated) or next((item.version or 0 for item in listed if item.key == key), 0)
    words = [] if kind == "new" else [labels.announce_type(kind).lower()]
    if len(view.settings.categories) > 1:
        codes = sorted({s.category for s in found if s.category and s.type == kind})
        words = [" in ".join([*(words or ["new"]), literal(", ".join(codes))])] if codes else words
    words += [f"v{version}"] if version > 1 else []
    shown = ": ".join(filter(None, (_day(view, date, addresses.paper(key)), ", ".join(words))))
    return f"{shown} (reconstructed)" if all(sighting.reconstructed for sighting in found) else shown


def _day(view: View, date: dt.date, path: str) -> str:
    """A date, linked to its day's page if there is one, as HTML."""
    return _linked(dates.date(date), addresses.relative(addresses.day(date), path) if date in view.days else None)


def _sightings(view: View, paper: Paper, path: str) -> list[str]:
    """Which document named the paper, when, and as what; as HTML. What the schedule alone tells stands elsewhere."""
    return [
        # Announcements link their day above, and the page of a day does not list what was merely read that day.
        (_day(view, sighting.date, path) if sighting.type in ("card", "report") else dates.date(sighting.date))
        + f": {literal(labels.seen(sighting))}"
        for sighting in paper.sightings
        if sighting.source != SCHEDULE
    ]


def _citation(reference: Reference) -> str:
    """The paper as a list of references names it, with its permanent address, as HTML."""
    published, preprint = addresses.doi(reference.doi), addresses.doi(reference.preprint_doi)
    authors, name = references.names(reference), reference.title.rstrip(".")
    number = f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else ""
    parts = (f"{authors} ({reference.year})", name, number) if authors else (f"{name} ({reference.year})", number)
    address = published or preprint or addresses.outside(reference.url) or ""
    return literal(". ".join(filter(None, parts))) + f". {address}".rstrip()


def _provenance(paper: Paper) -> list[tuple[str, list[str]]]:
    """(source, its fields); empty if there is one source and the page already names it."""
    fields: dict[str, list[str]] = {}
    for name, source in paper.provenance:
        fields.setdefault(source, []).append(name)
    if len(fields) == 1 and any(s.source in fields for s in paper.sightings if not s.reconstructed):
        return []
    return list(fields.items())


def _card(view: View, card: Card) -> dict[str, object]:
    shown = view.shows(card.source)
    return {
        "source": labels.source(card.source),
        "date": dates.date(card.date) if card.date else "",
        "shown": shown,
        "headline": view.html(card.headline) if shown else "",
        "gist": view.html(card.gist or "") if shown else "",
        "badge": view.html(card.badge or "") if shown else "",
    }
