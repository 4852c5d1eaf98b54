"""What a feed says of one thing, whatever its format: entries, and those that are papers. Pure.

An entry's id names what the entry is about, and neither a host nor a date that may still change: it stays the same when
an archive moves to another address, gets one, is split or united, and when older documents are read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from uuid import UUID, uuid5

from daybook.model import ANNOUNCED, Announced, Card, Day, EntryType, Paper
from daybook.text import dates, markup
from daybook.text.language import _, ngettext
from daybook.view import addresses, labels
from daybook.view.context import View

ARXIV = "http://arxiv.org/schemas/atom"
"""The namespace of arXiv's own feeds, which its categories have as their scheme there."""
BEGAN = dt.date(1991, 8, 14)
"""arXiv's first day: when a feed without entries was updated. No clock is asked."""
NAMED = 100
"""Authors of a paper that are named, as many as arXiv's listings print."""
NAMED_IN_SHORT = 8
"""And in entries in short."""

_NAMES = UUID("6b3f0f5e-3a0d-5c55-9b57-0d6f2c1f7a10")
"""The name space of all ids (RFC 9562, version 5). Never changes: every id would."""


class Announcement(NamedTuple):
    """When and how a paper was last announced; if it never was, when and how it was first seen."""

    key: str
    date: dt.date
    type: EntryType
    version: int | None = None
    categories: tuple[str, ...] = ()  # whose listings had it
    reconstructed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A category or a theme of a paper."""

    term: str  # cs.DC, consensus
    scheme: str  # an address; empty: none
    label: str  # plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a feed. Texts are plain and clean, addresses whole; all of them may be empty but id and title."""

    id: str
    title: str
    published: dt.date
    updated: dt.date
    html: str
    page: str = ""  # address of what it is about: on this site if its address is known, else on arXiv
    source: str = ""  # address of the paper on arXiv, where `page` is another
    pdf: str = ""
    authors: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    type: EntryType | None = None  # of a paper: how it was announced


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """What a feed says of itself."""

    names: tuple[str, ...]  # what tells it from all others: its id is made of them
    title: str  # plain, as all texts
    owner: str  # the archive's title: the author of entries without authors
    subtitle: str = ""
    page: str = ""  # address of the page it belongs to; empty: the site's address is not known
    path: str = ""  # below the site, without suffix; empty: it is no file of a site
    site: str = ""  # address of the site; empty: not known

    @property
    def id(self) -> str:
        """Its id."""
        return identity("feed", *self.names)

    def address(self, suffix: str) -> str:
        """Its own address; empty: not known."""
        return f"{self.site}{self.path}{suffix}" if self.site and self.path else ""


def identity(*names: str) -> str:
    """The id of what these names tell from all else.

    >>> identity("paper", "2603.00356") == identity("paper", "2603.00356") != identity("paper", "2603.00357")
    True
    """
    return f"urn:uuid:{uuid5(_NAMES, '/'.join(names))}"


def line(text: str) -> str:
    """Plain text on one line, without what XML or a reader's screen must not get."""
    return " ".join(markup.clean(text).split())


def text(plain: str) -> str:
    """Plain text for the content of an element of HTML. Quotes stay: they would be escaped once more, in each feed."""
    return escape(line(plain), quote=False)


def last_days(days: Sequence[Day]) -> dict[str, tuple[Day, Announced]]:
    """key -> the day on which a paper was last announced, and how; of one that never was, when it was first seen.

    `days`: oldest first. May have papers that are not held.
    """
    last: dict[str, tuple[Day, Announced]] = {}
    for day in reversed(days):
        for each in day.announced:
            if each.key not in last:
                last[each.key] = (day, each)
    for day in days:
        for each in day.seen:
            last.setdefault(each.key, (day, each))
    return last


def announcement(day: Day, last: Announced) -> Announcement:
    """How a paper was last announced."""
    computed = day.reconstructed and last.type in ANNOUNCED
    return Announcement(last.key, day.date, last.type, last.version, last.categories, computed)


def announcements(days: Sequence[Day], papers: Collection[str]) -> dict[str, Announcement]:
    """The last announcement of each of the `papers` (keys) that has any. `days`: oldest first."""
    return {key: announcement(*last) for key, last in last_days(days).items() if key in papers}


def in_order(announced: Iterable[Announcement]) -> list[Announcement]:
    """The newest first; of a day new submissions before cross-lists before replacements, as its page has them."""
    return sorted(announced, key=lambda each: (-each.date.toordinal(), _rank(each.type), each.key))


def _rank(kind: EntryType) -> int:
    return ANNOUNCED.index(kind) if kind in ANNOUNCED else len(ANNOUNCED)


def of_paper(view: View, last: Announcement, *, short: bool = False) -> Entry:
    """The entry of a paper. It tells what lists of papers show, and how the paper was last announced.

    `short`: without abstract, categories and themes, and further links, for the thousands of feeds of authors.
    """
    paper = view.archive.papers[last.key]
    known, site = paper.arxiv_id, view.settings.url
    there = addresses.arxiv("abs", known) if known else _elsewhere(paper)
    page = site + addresses.served(addresses.paper(paper.key)) if site else there
    title = line(markup.plain(paper.title))
    pdf = addresses.arxiv("pdf", known) if known and not short else ""
    named = NAMED_IN_SHORT if short else NAMED
    return Entry(
        id=identity("paper", paper.key),
        title=title or paper.key,
        published=min(paper.first_seen, last.date),
        updated=last.date,
        html=_content(view, paper, last, named, "" if short else view.abstract(paper) or ""),
        page=page,
        source=there if there != page and not short else "",
        pdf=pdf,
        authors=tuple(name for author in paper.authors[:named] if (name := line(markup.plain(author.name)))),
        terms=() if short else tuple(_terms(view, paper)),
        type=last.type,
    )


def _elsewhere(paper: Paper) -> str:
    """Where a paper without an arXiv id is to be read; empty if no source says so."""
    return (addresses.doi(paper.doi) or addresses.outside(paper.url) or "").replace("&amp;", "&")


def _terms(view: View, paper: Paper) -> Iterable[Term]:
    for code in view.codes(paper):
        yield Term(term=code, scheme=ARXIV, label="")
    for slug in paper.themes:
        if slug in view.themes:
            scheme = f"{view.settings.url}themes/" if view.settings.url else ""
            yield Term(term=slug, scheme=scheme, label=line(markup.plain(view.themes[slug].name)))


def _content(view: View, paper: Paper, last: Announcement, named: int, abstract: str) -> str:
    """The card of a paper, its abstract, how many authors there are beyond those `named`, and how it was announced."""
    parts = [f"<p><b>{text(_('Withdrawn.'))}</b></p>"] if paper.withdrawn else []
    card = view.shown_card(paper)
    parts += _card(card) if card else []
    if abstract:
        parts += [f"<p>{text(_said(each))}</p>" for each in paper.cards if view.shows(each.source)]
    parts += [f"<p>{text(part)}</p>" for part in markup.plain(abstract).split("\n") if part.strip()]
    more = len(paper.authors) - named
    told = f"{ngettext('And {n} more author.', 'And {n} more authors.', more)} " if more > 0 else ""
    return "".join([*parts, f"<p>{text(told + _told(paper, last))}</p>"])


def _card(card: Card) -> Iterable[str]:
    """The archive's own card of a paper as HTML, part by part."""
    if card.headline:
        yield f"<p><b>{text(card.headline)}</b></p>"
    if card.line:
        yield f"<p>{text(card.line)}</p>"
    if card.figures:
        yield f"<ul>{''.join(f'<li>{text(figure)}</li>' for figure in card.figures)}</ul>"
    if card.badges:
        yield f"<p>{text(' · '.join(_(badge.name) for badge in card.badges))}</p>"
    if credit := labels.credit(card):
        yield f"<p>{text(credit)}</p>"


def _said(card: Card) -> str:
    """What another source says of a paper, and who says it."""
    said = " – ".join(filter(None, map(markup.plain, (card.headline, card.gist or ""))))
    return f"{labels.source(card.source)}: {said}"


def _told(paper: Paper, last: Announcement) -> str:
    """How a paper was last announced, in words: `Replacement (version 4) in cs.DC, announced on 4 March 2026 ...`"""
    when = dates.date(last.date)
    if last.type not in ANNOUNCED:
        sources = dict.fromkeys(labels.source(each.source) for each in paper.sightings if each.date == last.date)
        return _("First seen on {date} ({sources}).", date=when, sources=", ".join(sources))
    what = labels.announce_type(last.type)
    if last.version and last.version > 1:
        what = _("{what} (version {number})", what=what, number=last.version)
    if last.categories:
        what = _("{what} in {category}", what=what, category=", ".join(last.categories))
    told = _("{what}, announced on {date}", what=what, date=when)
    told += f" ({_('worked out from submission times')})" if last.reconstructed else ""
    if paper.first_seen < last.date:
        told += f"; {_('first seen on {date}', date=dates.date(paper.first_seen))}"
    return f"{told}."


def machine(entry: Entry) -> Mapping[str, str]:
    """What programs ask of a paper besides: how it was announced, as arXiv's own feeds say it."""
    return {"announce_type": entry.type} if entry.type in ANNOUNCED and entry.type else {}
