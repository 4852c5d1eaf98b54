"""The page of a paper: everything known about it, who said what, and what changed from version to version."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from textwrap import TextWrapper

from daybook.coverage import proofs
from daybook.exports import references
from daybook.exports.references import Reference
from daybook.fold.announced import SCHEDULE
from daybook.model import ANNOUNCED, Card, Edition, Paper, Quote, Sighting
from daybook.pages.moved import moved_page
from daybook.sources.registry import is_from_arxiv
from daybook.text import author_names, changes, language, markup
from daybook.text.language import _, ngettext
from daybook.view import addresses, editorials, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.writing import Page, bullets, link, page, section

MOST = 50  # signs of a description, the blanks between words among them
AUTHORS = 20  # authors that are shown at once; the others are folded away
COMPARED = 6  # the newest versions, each of which is compared with every one before it of these
_SHORT = TextWrapper(width=MOST, max_lines=1, placeholder="…")


@kind("papers/", paths=lambda archive: map(addresses.paper, archive.papers))
def paper_pages(view: View) -> Iterator[Draft]:
    """A page for each paper, by key."""
    for key in sorted(_reached(view)):
        path, related = addresses.paper(key), view.archive.related.get(key, ())
        if home := view.archive.homes.get(key):
            name, facts = view.outlines[key].title, view.facts(key)
            yield Draft(path, view.depends([key], home), partial(moved_page, path, name, home, facts=facts))
            continue
        depends = view.depends_whole(key, related, view.elsewhere(path), *editorials.note_depends(view, key))
        yield Draft(path, depends, partial(render, view, key))


def _reached(view: View) -> Iterable[str]:
    """The papers whose pages may be others now: those that changed; those beside them, where these say something else
    of them; those of authors whose names got a page or lost theirs."""
    reach, known = view.reach, view.outlines
    if reach is None:
        return known
    # Not in `view.reach`: which papers have others beside them now is known only when the related papers are found,
    # while the lists are made already.
    touched = view.archive.touched
    previous, related = (touched.previous, touched.related) if touched else ({}, frozenset[str]())
    cited = {key for key in reach.keys & previous.keys() if previous[key].cited_hash != known[key].cited_hash}
    keys = {*related, *(reach.keys & known.keys())}
    if cited:
        keys |= {key for key, near in view.archive.related.items() if not cited.isdisjoint(near)}
    if reach.pages:
        keys |= {key for key, each in known.items() if not reach.pages.isdisjoint(each.authors)}
    return keys


def render(view: View, key: str) -> Page:
    """The page of the paper with this key."""
    return _PaperPage(view, key).made()


class _PaperPage:
    """The page of one paper while it is made: what all its parts ask."""

    def __init__(self, view: View, key: str) -> None:
        self.view, self.key, self.path = view, key, addresses.paper(key)
        self.paper = paper = view.archive.papers[key]
        self.abstract, self.card = paper.shown_abstract(view.shows), view.shown_card(paper)
        self.reference = references.of(paper)  # abstracts stand on the page alone

    def made(self) -> Page:
        """The page: its card and abstract, its history, its details."""
        view, paper, path, card = self.view, self.paper, self.path, self.card
        said: Mapping[str, str | Quote] = {"": card.gist} if card and card.gist else card.quotes if card else {}
        places = {name: (quote.start, quote.end) for name, quote in said.items() if isinstance(quote, Quote)}
        lead = {name: block for name, block in self._lead(said) if block}
        # Which document named the paper, when, and as what. What the schedule alone tells stands elsewhere.
        seen = [
            f"{language.date(each.date) if each.type == 'harvest' else self._day(each.date)}:"
            f" {markup.literal(labels.seen(each))}"
            for each in paper.sightings
            if each.source != SCHEDULE
        ]
        fields = self._provenance()
        only = [f"**{_('Source')}** {line}" for line in seen] if len(seen) == 1 and not fields else []
        versions = version_lines(paper, abstracts=bool(self.abstract)) if paper.has_history else []
        related = (
            ": ".join(filter(None, (link(title, addresses.paper(other), path), by)))
            for other in view.archive.related.get(self.key, ())
            for title, by in [view.named(other)]
        )
        return page(
            path,
            "paper",
            f"# {markup.markdown(paper.title)}",
            *lead.values(),
            section(_("Abstract"), *self._abstract(places)),
            section(_("Not confirmed by arXiv"), bullets(self._unconfirmed())),
            section(_("Versions"), bullets(versions)),
            section(_("Related papers"), bullets(related)),
            section(_("What other sources say"), bullets(other_card(view, card) for card in paper.cards)),
            section(_("Details"), bullets([*self._details(), *only])),
            section(_("Cite"), self._citation()),
            "" if only else section(_("Provenance"), bullets(seen), fields),
            id=paper.arxiv_id or None,
            version=paper.version,
            submitted=paper.submitted.date() if paper.submitted else None,
            announced=min((s.date for s in paper.sightings if s.type in ANNOUNCED and not s.teller), default=None),
            categories=list(dict.fromkeys(map(markup.clean, paper.categories))),
            themes=[slug for slug in paper.themes if slug in view.themes],
            withdrawn=paper.withdrawn or None,
            facts={
                **view.facts(self.key),
                "description": self._description(),
                "lead": list(lead),
                "badges": [*[""] * len(card.figures), *(badge.name for badge in card.badges)]
                if card and card.badges
                else [],
                "head": head(self.reference),
                "note": editorials.note_on(view, self.key),
                "compared": compared(paper, abstracts=bool(self.abstract)) if paper.has_history else [],
            },
        )

    def _lead(self, said: Mapping[str, str | Quote]) -> Iterator[tuple[str, str]]:
        """(name, Markdown) of the blocks between the title and the abstract; empty for what the paper has not."""
        view, paper, path, own = self.view, self.paper, self.path, self.card
        names = view.linked_authors(paper, path)
        yield "authors", ", ".join(names[:AUTHORS]) + ("" if len(names) <= AUTHORS else ",")
        yield "others", ", ".join(names[AUTHORS:])
        cut = _("This list of authors may be incomplete: its source truncates long lists.")
        yield "incomplete", "" if paper.authors_complete else cut
        told_by = markup.literal(labels.teller(paper.teller)) if paper.teller else ""
        alone = _("Shown according to {archive}; this archive has nothing of this paper from arXiv.", archive=told_by)
        yield "told", alone if told_by else ""
        gone = _(
            "**This paper was withdrawn.** Its newest version is a withdrawal; earlier versions may still be available"
            " on arXiv."
        )
        yield "withdrawn", gone if paper.withdrawn else ""
        links = []
        for name, address in self._links():  # where pages do not link an address, it stands there itself
            words = markup.literal(name)
            linked = markup.link(words, address, view.settings.hosts)
            links.append(linked if linked != words else f"{words}: {markup.literal(address)}")
        yield "links", " · ".join(links)
        # The primary category is shown by name, others by code; so are the archive's own, which its readers know.
        categories = [
            view.linked_category(code, path, named=not place and code not in view.settings.categories)
            for place, code in enumerate(dict.fromkeys(paper.categories))
        ]
        themes = (view.themes[slug] for slug in paper.themes if slug in view.themes)
        subjects = [link(markup.markdown(theme.name), addresses.theme(theme.slug), path) for theme in themes]
        yield "labels", " · ".join([*categories, *subjects])
        lines = [f"**{markup.literal(own.headline)}**"] if own and own.headline else []
        lines += [view.line(paper, each) for each in said.values()][: 1 if self.abstract else None]  # which has all
        yield "card", "\n>\n".join(f"> {line}" for line in lines)
        told = [*own.figures, *(f"{_(badge.name)}: {badge.words}" for badge in own.badges)] if own else []
        yield "badges", bullets(map(markup.literal, told))
        yield "credit", markup.literal(labels.credit(own)) if own else ""

    def _abstract(self, places: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
        if self.abstract:
            source, teller = (dict(each).get("abstract", "") for each in (self.paper.provenance, self.paper.tellers))
            others = source and (teller or not is_from_arxiv(source))
            told = _("As given by {source}.", source=labels.source(source, teller)) if others else ""
            return markup.markdown_paragraphs(self.abstract, places), f"*{markup.literal(told)}*" if told else ""
        if self.paper.abstract:
            return (_("The abstract is from a source whose text this archive does not show."),)
        return (_("None of the sources gives an abstract."),)

    def _description(self) -> str:
        """What search engines print below the title, as short as tens of thousands of pages ask for."""
        authors = ", ".join(markup.plain(author.name) for author in self.paper.authors[:3])
        words = ((self.card and self.card.line) or markup.plain(self.abstract or "") or authors).split(
            maxsplit=MOST // 2 + 1
        )
        return _SHORT.fill(" ".join(words[: MOST // 2 + 1]))

    def _links(self) -> list[tuple[str, str]]:
        """(name, address) of where the paper itself can be read; of a withdrawn one, the PDF of the newest version
        that was none, if it is known."""
        paper = self.paper
        links: list[tuple[str, str | None]] = []
        if ident := paper.arxiv_id:
            links.append((f"arXiv:{ident}", addresses.arxiv("abs", ident)))
            left = max((each.version for each in paper.versions if not each.withdrawn), default=0)
            if not paper.withdrawn:
                links.append((_("PDF"), addresses.arxiv("pdf", ident)))
                links += [("HTML", addresses.arxiv("html", ident))] if "html" in paper.formats else []
            elif 0 < left < (paper.version or 0):
                links.append((_("PDF of v{number}", number=left), addresses.arxiv("pdf", ident, left)))
        elif paper.url:
            links.append((_("Source page"), addresses.outside(paper.url)))
        links += [(_("Code or data"), addresses.outside(link)) for link in paper.links if labels.is_code(link)]
        return [(name, html.unescape(address)) for name, address in links if address]

    def _details(self) -> Iterator[str]:
        """The paper's details besides its text, those of time first: `**Comments** 12 pages`."""
        view, paper = self.view, self.paper
        older = view.elsewhere(self.path)
        told = paper.has_history and all(version.submitted for version in paper.versions)  # in the list of versions
        submitted = paper.submitted if not told else None
        updated = paper.updated if paper.updated != paper.submitted and not told else None
        others = [address for address in paper.links if not labels.is_code(address)]  # code stands beside the PDF
        history = (
            markup.link(_("this paper in the archive of older years"), older, view.settings.hosts) if older else ""
        )
        lines: list[tuple[str, Sequence[str]]] = [
            (_("Submitted"), [labels.moment(submitted)]),
            (_("Updated"), [labels.moment(updated)]),
            (_("Version"), [self._only_version()]),
            (_("Announced"), self._announced(told=False)),
            (_("Former title"), [markup.markdown(title) for title in paper.former_titles]),
            (_("Comments"), [markup.markdown(paper.comments or "")]),
            (_("Journal reference"), [markup.markdown(paper.journal_ref or "")]),
            (_("DOI"), [_linked(doi, addresses.doi(doi)) for doi in (paper.doi, *paper.other_dois) if doi]),
            (_("Report number"), [markup.literal(paper.report_no or "")]),
            (_("MSC classes"), [markup.literal(paper.msc_class or "")]),
            (_("ACM classes"), [markup.literal(paper.acm_class or "")]),
            (_("Licence"), [_linked(labels.license_name(paper.license or ""), addresses.outside(paper.license))]),
            (_("Links"), [_linked(address, addresses.outside(address)) for address in others]),
            (_("Older history"), [history]),
        ]
        for name, values in lines:
            if shown := "; ".join(filter(None, values)):
                yield f"**{name}** {shown}"

    def _only_version(self) -> str:
        """A single version, where the line "Submitted" does not say all about it."""
        paper = self.paper
        only = paper.versions[0] if paper.versions and not paper.has_history else None
        if not only or (paper.submitted and only.version == 1 and only.submitted in (None, paper.submitted)):
            return ""
        address = addresses.arxiv("abs", paper.arxiv_id, only.version) if paper.arxiv_id else None
        submitted = labels.moment(only.submitted) if only.submitted != paper.submitted else ""
        return _linked(f"v{only.version}", address) + (f", {submitted}" if submitted else "")

    def _unconfirmed(self) -> list[str]:
        """What only other archives tell: of the paper's versions, and that it was announced."""
        claims = [markup.literal(each) for told in self.paper.claims for each in labels.claims(told)]
        return [*claims, *self._announced(told=True)]

    def _announced(self, *, told: bool) -> list[str]:
        """What was announced on each day that announced the paper, oldest first: `3 March 2026: v2`; of a new paper the
        day says it all. `told`: what only other archives tell, else what they do not."""
        view, paper = self.view, self.paper
        by_date: dict[dt.date, list[Sighting]] = {}
        for sighting in paper.sightings:
            if sighting.type in ANNOUNCED and bool(paper.announcer(sighting.date)) == told:
                by_date.setdefault(sighting.date, []).append(sighting)
        shown = []
        for date, found in by_date.items():
            kind = min((sighting.type for sighting in found), key=ANNOUNCED.index)
            listed = view.days[date].announced if date in view.days else ()  # knows versions that listings do not state
            stated = max(sighting.version or 0 for sighting in found)
            version = stated or next((item.version or 0 for item in listed if item.key == paper.key), 0)
            words = f"v{version}" if version > 1 else _(labels.TYPES[kind].within)
            codes = sorted({each.category for each in found if each.category and each.type == kind})
            if len(view.settings.categories) > 1 and codes:
                named, new = markup.literal(", ".join(codes)), ngettext("new", "new", 1)
                words = _("{what} in {category}", what=words or new, category=named)
            shown.append(": ".join(filter(None, (self._day(date), words))))
            if teller := paper.announcer(date):
                what = _("it was announced on {day}", day=shown[-1])
                shown[-1] = labels.says(teller, what)  # of hosts, which are no markup
        guessed = [all(sighting.reconstructed for sighting in found) for found in by_date.values()]
        if len(shown) > 1 and all(guessed):
            return [*shown[:-1], f"{shown[-1]} ({_('all reconstructed')})"]
        return [f"{said} ({_('reconstructed')})" if mark else said for said, mark in zip(shown, guessed, strict=True)]

    def _day(self, date: dt.date) -> str:
        return link(language.date(date), addresses.day(date) if date in self.view.days else "", self.path)

    def _citation(self) -> str:
        """The paper as a list of references names it, with its permanent address."""
        reference = self.reference
        published, preprint = addresses.doi(reference.doi), addresses.doi(reference.preprint_doi)
        authors, name = reference.names, reference.title.rstrip(".")
        number = f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else ""
        parts = (f"{authors} ({reference.year})", name, number) if authors else (f"{name} ({reference.year})", number)
        address = published or preprint or addresses.outside(reference.url) or ""
        place = _linked(html.unescape(address), address) if address else ""
        return f"{markup.literal('. '.join(filter(None, parts)))}. {place}".rstrip()

    def _provenance(self) -> str:
        """The source of each field; empty if there is one source and the page already names it."""
        fields: dict[str, list[str]] = {}
        tellers = dict(self.paper.tellers)
        for name, source in self.paper.provenance:
            fields.setdefault(labels.source(source, tellers.get(name, "")), []).append(labels.field(name))
        if len(fields) == 1:
            sightings = (each for each in self.paper.sightings if not each.reconstructed)
            named = any(labels.source(each.source, each.teller) in fields for each in sightings)
            return "" if named else markup.literal(_("All fields: {source}.", source=next(iter(fields))))
        told = "; ".join(f"{source} ({', '.join(names)})" for source, names in fields.items())
        return markup.literal(_("Fields: {sources}.", sources=told)) if told else ""


def _linked(text: str, address: str | None) -> str:
    """`text` as Markdown, linked if there is an address (escaped for HTML)."""
    words = markup.literal(text)
    return markup.link(words, html.unescape(address)) if address else words


def other_card(view: View, card: Card) -> str:
    """Another source's card as Markdown on one line; that there is one where the archive does not show its text."""
    source, date = labels.source(card.source, card.teller), language.date(card.date) if card.date else ""
    if not view.shows(card.source):
        told = _("{source} has a card for this paper{date}; this archive does not show its text.",
                 source=source, date=date and f" ({date})")  # fmt: skip
        return markup.literal(told)
    said = [
        f"**{markup.markdown(card.headline)}**",
        *(markup.markdown(each or "") for each in (card.gist, card.source_badge)),
    ]
    return " · ".join(filter(None, (*said, markup.literal(", ".join(filter(None, (source, date)))))))


# What the head tells programs: overrides/paper.html writes it as Highwire's tags, which Google Scholar and Zotero read


def head(reference: Reference) -> dict[str, object]:
    """What is said of a paper: its title, date, authors, names and addresses; nothing that it has not.

    Authors are named "Family, Given". Zotero takes the last word of a name without a comma for the family, and a single
    author's name with blanks on both sides of the comma for two names, unless a semicolon ends it.
    """
    authors = []
    for creator in reference.authors:
        given = f"{creator.given} {creator.suffix}".strip()
        name = f"{creator.family}, {given}" if given else creator.family
        if creator.whole:
            name = f"{creator.family}," if " " in creator.family else creator.family
        authors.append(name.replace(";", ","))
    if len(authors) == 1 and all(" " in part.strip() for part in authors[0].partition(",")[::2]):
        authors = [f"{authors[0]};"]
    ident, published = reference.arxiv_id, reference.doi if addresses.doi(reference.doi) else None
    name = published or reference.preprint_doi or ""
    said: dict[str, object] = {
        "title": reference.title,
        "authors": authors,
        "date": reference.date.replace("-", "/"),
        "doi": name if addresses.doi(name) else "",
        "arxiv_id": ident,
        "pdf": addresses.arxiv("pdf", ident) if ident and not reference.withdrawn else "",
        "published": bool(ident and published),  # arXiv's own DOI says that it is there
    }
    return {name: value for name, value in said.items() if value}


# Its versions: when each came, and what changed in it, word by word. `abstracts`: whether those may be shown


def version_lines(paper: Paper, *, abstracts: bool) -> list[str]:
    """A line of Markdown for each version, newest first."""
    told = {
        after.version: _summary(before, after, changes.between(before, after, abstracts=abstracts))
        for before, after in pairwise(paper.editions)
    }
    shown = []
    for version in reversed(paper.versions):
        name = f"v{version.version}"
        known = paper.arxiv_id
        to = markup.link(name, addresses.arxiv("abs", known, version.version)) if known else name
        gone, teller = _("withdrawn") if version.withdrawn else "", markup.literal(labels.as_told(paper.teller))
        parts = (to, labels.moment(version.submitted), gone, teller)
        shown.append(": ".join(filter(None, (", ".join(filter(None, parts)), told.get(version.version)))))
    return shown


def compared(paper: Paper, *, abstracts: bool) -> list[dict[str, object]]:
    """Each of the newest versions beside every earlier one of them, newest first, those next to each other first: their
    numbers, what changed in few words, and (field, its pieces as (kind, words)) of each field that changed."""
    held = paper.editions[-COMPARED:]
    pairs = [(before, after) for place, after in enumerate(held) for before in reversed(held[:place])]
    found: list[dict[str, object]] = []
    for before, after in reversed(pairs):
        differing = changes.between(before, after, abstracts=abstracts)
        fields = [
            (labels.field(name), _pieces(pieces, ", " if name == "authors" else " "))
            for name, pieces in differing.items()
            if pieces
        ]
        said = _summary(before, after, differing)
        found += [{"from": before.version, "to": after.version, "said": said, "fields": fields}] if fields else []
    return found


def changed(paper: Paper, version: int | None, *, abstracts: bool) -> str:
    """What changed in a version since the one held before it: `abstract and authors`; empty if that is not known."""
    after = next((place for place, edition in enumerate(paper.editions) if edition.version == version), 0)
    if not after:
        return ""
    one, two = paper.editions[after - 1], paper.editions[after]
    names = [name for name, (was, now) in changes.texts(one, two, abstracts=abstracts).items() if was != now]
    if one.authors and two.authors and [*map(author_names.fold, one.authors)] != [*map(author_names.fold, two.authors)]:
        names.append("authors")
    return proofs.words(map(labels.field, names))


def _summary(before: Edition, after: Edition, found: Mapping[str, Sequence[changes.Piece]]) -> str:
    """What changed between two versions, in a few words; empty if too little is known."""
    texts = [labels.field(name) for name, pieces in found.items() if pieces and name != "authors"]
    parts = [_("{fields} changed", fields=proofs.words(texts))] if texts else []
    if found.get("authors"):  # how their list changed: `2 authors added, 1 removed`
        one, two = ({author_names.fold(markup.plain(name)) for name in each.authors} for each in (before, after))
        added, removed = len(two - one), len(one - two)
        some = ngettext("{n} author added", "{n} authors added", added)
        if added:
            parts.append(_("{added}, {n} removed", added=some, n=labels.number(removed)) if removed else some)
        elif removed:
            parts.append(ngettext("{n} author removed", "{n} authors removed", removed))
        else:
            parts.append(_("order of authors changed"))
    if not parts and len(found) > 1:
        known = [name for name in found if name != "authors"]
        known[1:1] = ["authors"] if "authors" in found else []
        parts = [_("no change in {fields}", fields=proofs.words(map(labels.field, known)))]
    said = ", ".join(parts)
    skipped = after.version - before.version > 1
    return _("{what} since v{number}", what=said, number=before.version) if said and skipped else said


def _pieces(found: Sequence[changes.Piece], joint: str) -> list[tuple[str, str]]:
    shortened = changes.shortened(found)
    last = len(shortened) - 1
    return [
        (piece.kind, markup.clean(joint.join(piece.words)) + (joint if place < last else ""))
        for place, piece in enumerate(shortened)
    ]
