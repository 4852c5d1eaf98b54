"""The page of a paper: everything known about it, and who said what."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from textwrap import TextWrapper

from daybook.exports import references
from daybook.exports.references import Reference
from daybook.fold.days import SCHEDULE
from daybook.model import ANNOUNCED, Archive, Card, Paper, Quote, Sighting
from daybook.pages import heads, versions
from daybook.pages.days import other
from daybook.pages.kinds import Kind
from daybook.sources.registry import is_from_arxiv
from daybook.text import dates, markup
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, editorials, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

_KINDS: dict[str, str] = {
    "cross": N_("cross-list"),
    "replace": N_("replacement"),
    "replace-cross": N_("replacement of a cross-list"),
}
MOST = 50
"""Signs of a description, the blanks between words among them."""
_SHORT = TextWrapper(width=MOST, max_lines=1, placeholder="…")
AUTHORS = 20
"""Authors that are shown at once; the others are folded away."""


def drafts(view: View) -> Iterator[Draft]:
    """A page for each paper, by key."""
    for key in sorted(_reached(view)):
        yield Draft(addresses.paper(key), _depends(view, key), partial(render, view, key))


def _depends(view: View, key: str) -> str:
    held = (view.elsewhere(addresses.paper(key)), view.author_pages(key), *editorials.note_depends(view, key))
    return view.depends_whole(key, _related(view, key), *held)


def _reached(view: View) -> Iterable[str]:
    """The papers whose pages may be others now: those that changed; those beside them, where these say something else
    of them; those of authors whose names got a page or lost theirs."""
    reach, known = view.reach, view.outlines
    if reach is None:
        return known
    touched = view.archive.touched
    before, beside = (touched.before, touched.beside) if touched else ({}, frozenset[str]())
    cited = {key for key in reach.keys & before.keys() if before[key].cited_hash != known[key].cited_hash}
    keys = {*beside, *(reach.keys & known.keys())}
    if cited:
        keys |= {key for key, near in view.archive.related.items() if not cited.isdisjoint(near)}
    if reach.pages:
        keys |= {key for key, each in known.items() if not reach.pages.isdisjoint(each.authors)}
    return keys


def paths(archive: Archive) -> Iterator[str]:
    """The paths of all these pages."""
    return map(addresses.paper, archive.papers)


KIND = Kind("papers/", drafts, paths=paths)


def _related(view: View, key: str) -> tuple[str, ...]:
    """The keys of the papers most like this one."""
    return tuple(view.archive.related.get(key, ()))


def render(view: View, key: str) -> Page:
    """The page of the paper with this key."""
    paper = view.archive.papers[key]
    path = addresses.paper(paper.key)
    received, own = view.abstract(paper), view.shown_card(paper)
    said: Mapping[str, str | Quote] = {"": own.gist} if own and own.gist else own.quotes if own else {}
    places = {name: (quote.start, quote.end) for name, quote in said.items() if isinstance(quote, Quote)}
    reference = references.of(paper)  # abstracts stand on the page alone
    lead = {name: block for name, block in _lead(view, paper, path, own, said) if block}
    history, seen, fields = _has_history(paper), _sightings(view, paper, path), _provenance(paper)
    only = seen if len(seen) == 1 and not fields else []
    return page(
        path,
        "paper",
        f"# {markup.markdown(paper.title)}",
        *lead.values(),
        section(_("Abstract"), *_abstract(paper, received, places)),
        section(_("Versions"), bullets(versions.lines(paper, abstracts=bool(received)))) if history else "",
        section(_("Related papers"), bullets(_other(view, other, path) for other in _related(view, key))),
        section(_("What other sources say"), bullets(other(view, card) for card in paper.cards)),
        section(_("Details"), bullets([*_details(view, paper, path), *(f"**{_('Source')}** {line}" for line in only)])),
        section(_("Cite"), _citation(reference)),
        "" if only else section(_("Provenance"), bullets(seen), fields),
        id=paper.arxiv_id or None,
        version=paper.version,
        submitted=paper.submitted.date() if paper.submitted else None,
        announced=next(iter(_days(paper)), None),
        categories=list(dict.fromkeys(map(markup.clean, paper.categories))),
        themes=[slug for slug in paper.themes if slug in view.themes],
        withdrawn=paper.withdrawn or None,
        facts={
            **view.facts(key),
            "description": _description(paper, own, received),
            "lead": list(lead),
            "head": heads.of_paper(paper, reference),
            "note": editorials.note_on(view, key),
            "compared": versions.compared(paper, abstracts=bool(received)) if history else [],
        },
    )


def _lead(
    view: View, paper: Paper, path: str, own: Card | None, said: Mapping[str, str | Quote]
) -> Iterator[tuple[str, str]]:
    """(name, Markdown) of the blocks between the title and the abstract; empty for what the paper has not."""
    names = view.linked_authors(paper, path)
    yield "authors", ", ".join(names[:AUTHORS]) + ("" if len(names) <= AUTHORS else ",")
    yield "others", ", ".join(names[AUTHORS:])
    cut = _("This list of authors may be incomplete: its source truncates long lists.")
    yield "incomplete", "" if paper.authors_complete else cut
    gone = _(
        "**This paper was withdrawn.** Its newest version is a withdrawal; earlier versions may still be available on"
        " arXiv."
    )
    yield "withdrawn", gone if paper.withdrawn else ""
    yield "links", " · ".join(_place(view, name, address) for name, address in _links(paper))
    themes = (view.themes[slug] for slug in paper.themes if slug in view.themes)
    subjects = [
        # The primary category is shown by name, others by code; so are the archive's own, which its readers know.
        *(
            view.linked_category(code, path, named=not place and code not in view.settings.categories)
            for place, code in enumerate(dict.fromkeys(paper.categories))
        ),
        *(link(markup.markdown(theme.name), addresses.theme(theme.slug), path) for theme in themes),
    ]
    yield "labels", " · ".join(subjects)
    lines = ([f"**{markup.literal(own.headline)}**"] if own.headline else []) if own else []
    lines += [view.line(paper, each) for each in said.values()][: 1 if view.abstract(paper) else None]  # which has all
    yield "card", "\n>\n".join(f"> {line}" for line in lines)
    told = [*own.figures, *(f"{_(badge.name)}: {badge.words}" for badge in own.badges)] if own else []
    yield "badges", bullets(map(markup.literal, told))
    yield "credit", markup.literal(labels.credit(own)) if own else ""


def _abstract(paper: Paper, received: str | None, places: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    if received:
        source = dict(paper.provenance).get("abstract")
        told = _("As given by {source}.", source=labels.source(source)) if source and not is_from_arxiv(source) else ""
        return markup.markdown_paragraphs(received, places), f"*{markup.literal(told)}*" if told else ""
    if paper.abstract:
        return (_("The abstract is from a source whose text this archive does not show."),)
    return (_("None of the sources gives an abstract."),)


def _description(paper: Paper, card: Card | None, abstract: str | None) -> str:
    """What search engines print below the title, as short as tens of thousands of pages ask for."""
    authors = ", ".join(markup.plain(author.name) for author in paper.authors[:3])
    words = ((card and card.line) or markup.plain(abstract or "") or authors).split(maxsplit=MOST // 2 + 1)
    return _SHORT.fill(" ".join(words[: MOST // 2 + 1]))


def _other(view: View, key: str, path: str) -> str:
    """The paper with this key, as the page at `path` names it."""
    title, by = view.named(key)
    words = link(title, addresses.paper(key), path)
    return f"{words}: {by}" if by else words


def _place(view: View, name: str, address: str) -> str:
    """A link; where pages do not link the address, it stands there itself."""
    words = markup.literal(name)
    linked = markup.link(words, address, view.settings.hosts)
    return linked if linked != words else f"{words}: {markup.literal(address)}"


def _links(paper: Paper) -> list[tuple[str, str]]:
    """(name, address) of where the paper itself can be read."""
    links: list[tuple[str, str | None]] = []
    if paper.arxiv_id:
        links = [
            (f"arXiv:{paper.arxiv_id}", addresses.arxiv("abs", paper.arxiv_id)),
            *_pdf(paper.arxiv_id, paper),
        ]
        if "html" in paper.formats and not paper.withdrawn:
            links.append(("HTML", addresses.arxiv("html", paper.arxiv_id)))
    if paper.url and not paper.arxiv_id:
        links.append((_("Source page"), addresses.outside(paper.url)))
    links += [(_("Code or data"), addresses.outside(link)) for link in paper.links if labels.is_code(link)]
    return [(name, html.unescape(address)) for name, address in links if address]


def _pdf(ident: str, paper: Paper) -> list[tuple[str, str | None]]:
    """The link to the PDF; of a withdrawn paper that of the newest version that was none, if it is known."""
    if not paper.withdrawn:
        return [(_("PDF"), addresses.arxiv("pdf", ident))]
    left = max((each.version for each in paper.versions if not each.withdrawn), default=0)
    return (
        [(_("PDF of v{number}", number=left), addresses.arxiv("pdf", ident, left))]
        if 0 < left < (paper.version or 0)
        else []
    )


def _details(view: View, paper: Paper, path: str) -> Iterator[str]:
    """The paper's details besides its text, those of time first: `**Comments** 12 pages`."""
    older = view.elsewhere(path)
    told = _has_history(paper) and all(version.submitted for version in paper.versions)  # in the list of versions
    updated = paper.updated if paper.updated != paper.submitted else None
    others = [address for address in paper.links if not labels.is_code(address)]  # code stands beside the PDF
    lines: list[tuple[str, Sequence[str]]] = [
        (_("Submitted"), [labels.moment(paper.submitted) if paper.submitted and not told else ""]),
        (_("Updated"), [labels.moment(updated) if updated and not told else ""]),
        (_("Version"), [_only_version(paper)]),
        (_("Announced"), _announced(view, paper)),
        (_("Former title"), [markup.markdown(title) for title in versions.former_titles(paper)]),
        (_("Comments"), [markup.markdown(paper.comments or "")]),
        (_("Journal reference"), [markup.markdown(paper.journal_ref or "")]),
        (_("DOI"), [_linked(doi, addresses.doi(doi)) for doi in (paper.doi, *paper.other_dois) if doi]),
        (_("Report number"), [markup.literal(paper.report_no or "")]),
        (_("MSC classes"), [markup.literal(paper.msc_class or "")]),
        (_("ACM classes"), [markup.literal(paper.acm_class or "")]),
        (_("Licence"), [_linked(labels.license_name(paper.license or ""), addresses.outside(paper.license))]),
        (_("Links"), [_linked(address, addresses.outside(address)) for address in others]),
        (
            _("Older history"),
            [markup.link(_("this paper in the archive of older years"), older, view.settings.hosts)] if older else [],
        ),
    ]
    for name, values in lines:
        if shown := "; ".join(filter(None, values)):
            yield f"**{name}** {shown}"


def _linked(text: str, address: str | None) -> str:
    """`text` as Markdown, linked if there is an address (escaped for HTML)."""
    words = markup.literal(text)
    return markup.link(words, html.unescape(address)) if address else words


def _has_history(paper: Paper) -> bool:
    """Whether the versions need a table; a single one takes a line."""
    return len(paper.versions) > 1 or any(version.withdrawn for version in paper.versions)


def _only_version(paper: Paper) -> str:
    """A single version, where the line "Submitted" does not say all about it."""
    only = paper.versions[0] if paper.versions and not _has_history(paper) else None
    if not only or (paper.submitted and only.version == 1 and only.submitted in (None, paper.submitted)):
        return ""
    address = addresses.arxiv("abs", paper.arxiv_id, only.version) if paper.arxiv_id else None
    submitted = labels.moment(only.submitted) if only.submitted != paper.submitted else ""
    return _linked(f"v{only.version}", address) + (f", {submitted}" if submitted else "")


def _announced(view: View, paper: Paper) -> list[str]:
    """What was announced on each day that announced the paper, oldest first: `3 March 2026: v2`; of a new paper the day
    says it all."""
    by_date: dict[dt.date, list[Sighting]] = {}
    for sighting in paper.sightings:
        if sighting.type in ANNOUNCED:
            by_date.setdefault(sighting.date, []).append(sighting)
    shown = [_announcement(view, paper.key, date, found) for date, found in by_date.items()]
    guessed = [all(sighting.reconstructed for sighting in found) for found in by_date.values()]
    if len(shown) > 1 and all(guessed):
        return [*shown[:-1], f"{shown[-1]} ({_('all reconstructed')})"]
    return [f"{said} ({_('reconstructed')})" if mark else said for said, mark in zip(shown, guessed, strict=True)]


def _announcement(view: View, key: str, date: dt.date, found: Sequence[Sighting]) -> str:
    kind = min((sighting.type for sighting in found), key=ANNOUNCED.index)
    listed = view.days[date].announced if date in view.days else ()  # knows versions that listings do not state
    stated = (sighting.version or 0 for sighting in found)
    version = max(stated) or next((item.version or 0 for item in listed if item.key == key), 0)
    what = "" if kind == "new" else _(_KINDS[kind])
    words = f"v{version}" if version > 1 else what
    if len(view.settings.categories) > 1:
        codes = sorted({s.category for s in found if s.category and s.type == kind})
        named = markup.literal(", ".join(codes))
        new = ngettext("new", "new", 1)
        words = _("{what} in {category}", what=words or new, category=named) if codes else words
    return ": ".join(filter(None, (_day(view, date, addresses.paper(key)), words)))


def _day(view: View, date: dt.date, path: str) -> str:
    """A date, linked to its day's page if there is one."""
    words = dates.date(date)
    return link(words, addresses.day(date), path) if date in view.days else words


def _days(paper: Paper) -> list[dt.date]:
    """The days that announced the paper, oldest first."""
    return sorted({sighting.date for sighting in paper.sightings if sighting.type in ANNOUNCED})


def _sightings(view: View, paper: Paper, path: str) -> list[str]:
    """Which document named the paper, when, and as what. What the schedule alone tells stands elsewhere."""
    return [
        f"{dates.date(sighting.date) if sighting.type == 'harvest' else _day(view, sighting.date, path)}:"
        f" {markup.literal(labels.seen(sighting))}"
        for sighting in paper.sightings
        if sighting.source != SCHEDULE
    ]


def _citation(reference: Reference) -> str:
    """The paper as a list of references names it, with its permanent address."""
    published, preprint = addresses.doi(reference.doi), addresses.doi(reference.preprint_doi)
    authors, name = reference.names, reference.title.rstrip(".")
    number = f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else ""
    parts = (f"{authors} ({reference.year})", name, number) if authors else (f"{name} ({reference.year})", number)
    address = published or preprint or addresses.outside(reference.url) or ""
    place = _linked(html.unescape(address), address) if address else ""
    return f"{markup.literal('. '.join(filter(None, parts)))}. {place}".rstrip()


def _provenance(paper: Paper) -> str:
    """The source of each field; empty if there is one source and the page already names it."""
    fields: dict[str, list[str]] = {}
    for name, source in paper.provenance:
        fields.setdefault(source, []).append(labels.field(name))
    if len(fields) == 1 and any(s.source in fields for s in paper.sightings if not s.reconstructed):
        return ""
    if len(fields) == 1:
        return markup.literal(_("All fields: {source}.", source=labels.source(*fields)))
    told = "; ".join(f"{labels.source(source)} ({', '.join(names)})" for source, names in fields.items())
    return markup.literal(_("Fields: {sources}.", sources=told)) if told else ""
