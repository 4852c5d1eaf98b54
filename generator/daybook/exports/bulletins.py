"""Entries of feeds that are no papers: the digest of a day, and what the archive lacks of a day or has got later. Pure.

Whatever the date of a build, they say the same: when a gap was closed, the documents tell, by when they were first
read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from daybook.coverage import proofs
from daybook.coverage.judge import LOSSES
from daybook.exports.entries import Entry, identity, line, text
from daybook.model import Coverage, Day, Statement
from daybook.text import dates
from daybook.text.language import _
from daybook.text.markup import Renderer
from daybook.view import addresses, editorials
from daybook.view.context import Note, View


class Gap(NamedTuple):
    """A day of which the archive lacks announcements, or lacked some before."""

    date: dt.date
    days: tuple[Coverage, ...]  # of each category
    healed: dt.date | None  # when a document made it whole; None: it is not whole

    @property
    def changed(self) -> dt.date:
        """When its state was last news."""
        return self.healed or self.date


def of_digest(view: View, day: Day) -> Entry | None:
    """The entry of a day's digest; None where it has nothing to say."""
    path = addresses.day(day.date)
    editorial = editorials.of_day(view, day)
    if not editorial:
        return None
    page = view.settings.url + addresses.served(path) if view.settings.url else ""
    numbers = text(view.describe(day))
    shown = Renderer(None, view.settings.hosts).html(
        editorials.whole(view, f"{editorial.text}\n\n{editorial.credit}", path)
    )
    return Entry(
        id=identity("digest", *view.settings.categories, day.date.isoformat()),
        title=dates.long_date(day.date),
        published=day.date,
        updated=day.date,
        html=f"<p>{numbers}</p>\n{shown}",
        page=page,
    )


def written(view: View, day: Day) -> str:
    """The digest of a day that a person wrote, as Markdown; empty if none did."""
    return view.texts.digests.get(addresses.stem(addresses.day(day.date)), "")


def of_note(view: View, date: dt.date, name: str, note: Note) -> Entry:
    """The entry of what a person wrote: on the paper whose key `name` is, else as a page of that name."""
    paper = view.archive.papers.get(name)
    path = addresses.paper(name) if paper else addresses.note(name)
    written = editorials.linked_note(view, note, name) if paper else editorials.linked(view, note.text, path)
    site = view.settings.url
    return Entry(
        id=identity("note", *view.settings.categories, name),
        title=line(view.outlines[name].title if paper else note.title),
        published=date,
        updated=date,
        html=Renderer(None, view.settings.hosts).html(editorials.whole(view, written, path)),
        page=f"{site}{addresses.served(path)}{'#note' if paper else ''}" if site else "",
    )


def gaps(view: View) -> Iterator[Gap]:
    """The days of which announcements are lacking or were, oldest first."""
    for date, days in sorted(view.coverage.items()):
        if any(day.state in LOSSES for day in days):
            yield Gap(date, days, None)
        elif date in view.days and (healed := _healed(view.days[date], days)):
            yield Gap(date, days, healed)


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


def of_gap(view: View, gap: Gap) -> Entry:
    """The entry of a day that is or was incomplete."""
    seal = view.seal(gap.date)
    state = seal.text if seal else ""
    state = _("now whole. {state}", state=state) if gap.healed else state
    name = f"{dates.long_date(gap.date)}: {state}"
    said = (f"{day.category}: {proofs.state_name(day)}. {proofs.prove(day)}" for day in gap.days)
    rows = "".join(f"<li>{text(each)}</li>" for each in said)
    since = ""
    if gap.healed:
        told = _("Whole since a document that was read on {date}.", date=dates.date(gap.healed))
        since = f"<p>{text(told)}</p>"
    site = view.settings.url
    return Entry(
        id=identity("coverage", *view.settings.categories, gap.date.isoformat()),
        title=line(name),
        published=gap.date,
        updated=max(gap.changed, gap.date),
        html=f"{since}<ul>{rows}</ul>",
        page=site + addresses.served(addresses.coverage(gap.date.year)) if site else "",
    )
