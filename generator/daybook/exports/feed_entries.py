"""What a feed says of one thing, whatever its format: a paper, a day's digest, a note, what the archive lacks of a day.

An entry's id names what the entry is about, and neither a host nor a date that may still change: it stays the same when
an archive moves to another address, gets one, is split or united, and when older documents are read. Whatever the date
of a build, entries say the same: when a gap was closed, the documents tell, by when they were first read. Pure.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from uuid import UUID, uuid5

from daybook.coverage import proofs
from daybook.coverage.day_states import LOSSES
from daybook.model import ANNOUNCED, Announced, Card, Coverage, Day, EntryType, Paper, Statement
from daybook.text import language, markup
from daybook.text.language import _, ngettext
from daybook.text.markup import Renderer
from daybook.view import addresses, editorials, labels
from daybook.view.archive_view import Note, View

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
class FeedEntry:
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

    @property
    def machine(self) -> Mapping[str, str]:
        """What programs ask of a paper besides: how it was announced, as arXiv's own feeds say it."""
        return {"announce_type": self.type} if self.type in ANNOUNCED and self.type else {}


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
    rank = {kind: place for place, kind in enumerate(ANNOUNCED)}
    return sorted(announced, key=lambda each: (-each.date.toordinal(), rank.get(each.type, len(rank)), each.key))


def of_paper(view: View, last: Announcement, *, short: bool = False) -> FeedEntry:
    """The entry of a paper. It tells what lists of papers show, and how the paper was last announced.

    `short`: without abstract, categories and themes, and further links, for the thousands of feeds of authors.
    """
    paper, site = view.archive.papers[last.key], view.settings.url
    known, named = paper.arxiv_id, NAMED_IN_SHORT if short else NAMED
    # A paper without an arXiv id is to be read where its sources say; empty if none does.
    elsewhere = (addresses.doi(paper.doi) or addresses.outside(paper.url) or "").replace("&amp;", "&")
    there = addresses.arxiv("abs", known) if known else elsewhere
    page = site + addresses.served(addresses.paper(paper.key)) if site else there
    names = (line(markup.plain(author.name)) for author in paper.authors[:named])
    codes = () if short else addresses.codes(paper.categories)
    themes = [view.themes[slug] for slug in paper.themes if slug in view.themes and not short]
    scheme = site and f"{site}themes/"
    terms = [Term(term=code, scheme=ARXIV, label="") for code in codes]
    terms += [Term(term=each.slug, scheme=scheme, label=line(markup.plain(each.name))) for each in themes]
    return FeedEntry(
        id=identity("paper", paper.key),
        title=line(markup.plain(paper.title)) or paper.key,
        published=min(paper.first_seen, last.date),
        updated=last.date,
        html="".join(_content(view, paper, last, named, short)),
        page=page,
        source=there if there != page and not short else "",
        pdf=addresses.arxiv("pdf", known) if known and not short else "",
        authors=tuple(filter(None, names)),
        terms=tuple(terms),
        type=last.type,
    )


def _content(view: View, paper: Paper, last: Announcement, named: int, short: bool) -> Iterator[str]:
    """The card of a paper, its abstract, how many authors there are beyond those `named`, and how it was announced, as
    HTML, part by part."""
    if paper.withdrawn:
        yield f"<p><b>{text(_('Withdrawn.'))}</b></p>"
    card, abstract = view.shown_card(paper), "" if short else paper.shown_abstract(view.shows) or ""
    if card:
        yield from _card(card)
    for each in paper.cards if abstract else ():
        if view.shows(each.source):
            said = " – ".join(filter(None, map(markup.plain, (each.headline, each.gist or ""))))
            yield f"<p>{text(f'{labels.source(each.source, each.teller)}: {said}')}</p>"
    yield from (f"<p>{text(part)}</p>" for part in markup.plain(abstract).split("\n") if part.strip())
    more = len(paper.authors) - named
    told = f"{ngettext('And {n} more author.', 'And {n} more authors.', more)} " if more > 0 else ""
    yield f"<p>{text(told + _told(paper, last))}</p>"


def _card(card: Card) -> Iterator[str]:
    """The archive's own card of a paper."""
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


def _told(paper: Paper, last: Announcement) -> str:
    """How a paper was last announced, in words: `Replacement (version 4) in cs.DC, announced on 4 March 2026 ...`"""
    when = language.date(last.date)
    if last.type not in ANNOUNCED:
        seen = (each for each in paper.sightings if each.date == last.date)
        sources = dict.fromkeys(labels.source(each.source, each.teller) for each in seen)
        return _("First seen on {date} ({sources}).", date=when, sources=", ".join(sources))
    what = labels.announce_type(last.type)
    if last.version and last.version > 1:
        what = _("{what} (version {number})", what=what, number=last.version)
    if last.categories:
        what = _("{what} in {category}", what=what, category=", ".join(last.categories))
    told = _("{what}, announced on {date}", what=what, date=when)
    told += f" ({_('worked out from submission times')})" if last.reconstructed else ""
    told += f", {labels.as_told(teller)}" if (teller := paper.announcer(last.date)) else ""
    if paper.first_seen < last.date:
        told += f"; {_('first seen on {date}', date=language.date(paper.first_seen))}"
    return f"{told}."


# Entries that are no papers


class IncompleteDay(NamedTuple):
    """A day of which the archive lacks announcements, or lacked some before."""

    date: dt.date
    days: tuple[Coverage, ...]  # of each category
    healed: dt.date | None  # when a document made it whole; None: it is not whole

    @property
    def changed(self) -> dt.date:
        """When its state was last news."""
        return self.healed or self.date


def of_digest(view: View, day: Day) -> FeedEntry | None:
    """The entry of a day's digest; None where it has nothing to say."""
    path = addresses.day(day.date)
    editorial = editorials.of_day(view, day)
    if not editorial:
        return None
    whole = editorials.whole(view, f"{editorial.text}\n\n{editorial.credit}", path)
    site = view.settings.url
    return FeedEntry(
        id=identity("digest", *view.settings.categories, day.date.isoformat()),
        title=language.long_date(day.date),
        published=day.date,
        updated=day.date,
        html=f"<p>{text(view.describe(day))}</p>\n{Renderer(None, view.settings.hosts).html(whole)}",
        page=site + addresses.served(path) if site else "",
    )


def of_note(view: View, date: dt.date, name: str, note: Note) -> FeedEntry:
    """The entry of what a person wrote: on the paper whose key `name` is, else as a page of that name."""
    paper = view.archive.papers.get(name)
    path = addresses.paper(name) if paper else addresses.note(name)
    written = editorials.linked_note(view, note, name) if paper else editorials.linked(view, note.text, path)
    site = view.settings.url
    return FeedEntry(
        id=identity("note", *view.settings.categories, name),
        title=line(view.outlines[name].title if paper else note.title),
        published=date,
        updated=date,
        html=Renderer(None, view.settings.hosts).html(editorials.whole(view, written, path)),
        page=f"{site}{addresses.served(path)}{'#note' if paper else ''}" if site else "",
    )


def gaps(view: View) -> Iterator[IncompleteDay]:
    """The days of which announcements are lacking or were, oldest first."""
    for date, days in sorted(view.coverage.items()):
        if any(day.state in LOSSES for day in days):
            yield IncompleteDay(date, days, None)
        elif date in view.days and (healed := _healed(view.days[date], days)):
            yield IncompleteDay(date, days, healed)


def _healed(day: Day, days: tuple[Coverage, ...]) -> dt.date | None:
    """When a document made a day whole that another, read on an earlier date, had left incomplete; None: none did."""
    healed = []
    for covered in days if len(day.statements) > 1 else ():
        read = [each for each in day.statements if each.category == covered.category]
        read.sort(key=lambda each: each.first_read)
        whole = next((each for each in read if not _lacks(each, covered)), None)
        if whole and read[0].first_read.date() < whole.first_read.date():
            healed.append(whole.first_read.date())
    return max(healed, default=None)


def _lacks(stated: Statement, covered: Coverage) -> bool:
    """Whether a document says of itself that it has not all that was announced, or is belied by what came later."""
    if stated.quiet and covered.state != "quiet":
        return True
    return any(count.read < (count.total or count.shown or 0) for count in stated.counts)


def of_gap(view: View, gap: IncompleteDay) -> FeedEntry:
    """The entry of a day that is or was incomplete."""
    seal, site, since = view.seal(gap.date), view.settings.url, ""
    state = seal.text if seal else ""
    if gap.healed:
        state = _("now whole. {state}", state=state)
        told = _("Whole since a document that was read on {date}.", date=language.date(gap.healed))
        since = f"<p>{text(told)}</p>"
    said = (f"{day.category}: {proofs.state_name(day)}. {proofs.prove(day)}" for day in gap.days)
    return FeedEntry(
        id=identity("coverage", *view.settings.categories, gap.date.isoformat()),
        title=line(f"{language.long_date(gap.date)}: {state}"),
        published=gap.date,
        updated=max(gap.changed, gap.date),
        html=f"{since}<ul>{''.join(f'<li>{text(each)}</li>' for each in said)}</ul>",
        page=site + addresses.served(addresses.coverage(gap.date.year)) if site else "",
    )
