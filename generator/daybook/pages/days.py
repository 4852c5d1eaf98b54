"""The page of a day: what was announced, what other sources said, and how complete that is."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from daybook.coverage import proofs
from daybook.coverage.judge import LOSSES
from daybook.describe import cards
from daybook.model import Announced, Card, Coverage, Day, Report, schedule
from daybook.pages import calendars, groups, holdings, sides, versions
from daybook.pages.kinds import Kind
from daybook.text import dates, markup, sentences
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, editorials, labels
from daybook.view.context import Draft, View
from daybook.view.labels import counts
from daybook.view.writing import Page, bullets, link, page, section

FRIDAY = 4
NAMED = 3
"""Categories that a line of a day names, at most."""
_ABSENCES: Mapping[str, Callable[[int], str]] = {
    "missing": lambda days: ngettext("{n} day missing", "{n} days missing", days),
    "not collected": lambda days: ngettext("{n} day not collected", "{n} days not collected", days),
    "quiet": lambda days: ngettext("{n} day quiet", "{n} days quiet", days),
    "with nothing held": lambda days: ngettext("{n} day with nothing held", "{n} days with nothing held", days),
}


def drafts(view: View) -> Iterator[Draft]:
    """A page for each day."""
    days = view.archive.days
    months: dict[dt.date, list[tuple[int, int, str]]] = {}  # what the calendar shows of each month so far
    reach = view.reach
    dates = [day.date for day in days]
    for place, day in enumerate(days):
        month = months.setdefault(day.date.replace(day=1), [])
        month.append(calendars.seen(day))
        if reach and not reach.dates.intersection(dates[max(place - 1, 0) : place + 2]):
            continue
        before = _neighbour(view, days[place - 1].date, day.date) if place else None
        after = _neighbour(view, days[place + 1].date, day.date) if place + 1 < len(days) else None
        written = view.texts.digests.get(addresses.stem(addresses.day(day.date)), "")
        depends = view.reach.stamp if view.reach else partial(_depends, view, day, before, after, written, month)()
        make = partial(_render_day, view, day, before, after, written)
        yield Draft(addresses.day(day.date), depends, make, day.date.isoformat())


def _depends(view: View, day: Day, before: object, after: object, written: str, month: object) -> str:
    editorial = (written, editorials.linked_papers(view, written), view.digest_hash(day.date))
    covered = view.coverage.get(day.date, ())
    told = before, after, editorial, covered, sides.titles(view, covered), month
    return view.depends((), view.whole_day_hash(day.date), *told)


KIND = Kind("days/", drafts)


def _render_day(
    view: View, day: Day, before: dict[str, str] | None, after: dict[str, str] | None, written: str
) -> Page:
    path = addresses.day(day.date)
    editorial = editorials.of_day(view, day)
    parts = groups.of_day(view, day)
    seal = view.seal(day.date)
    return page(
        path,
        "day",
        f"# {dates.long_date(day.date)}",
        _lead(view, day, seal),
        editorial.section if editorial else "",
        *(_group(view, day, part) for part in parts),
        *(_report(view, day, report) for report in day.reports),
        section(_("Coverage"), holdings.told(view, _listed(view, day), path)),
        date=day.date,
        counts=labels.sizes(day),
        reconstructed=day.reconstructed or None,
        coverage=seal.mark if seal else None,
        facts={
            "description": view.describe(day),
            "text": "" if day.reconstructed else path,
            "counts": counts(day, short=True),
            "seal": seal.facts if seal else None,
            "before": before,
            "after": after,
            "week": [dates.week(day.date), addresses.href(addresses.week(day.date), path)],
            "calendar": calendars.of_month(day.date.replace(day=1), view.days, path, until=day.date),
            "themes": [[part.name, addresses.href(part.page, path), part.size] for part in parts if part.page],
            "items": groups.marks(view, groups.as_listed(view, day)),
            "reconstructed": day.reconstructed,
        },
    )


def _lead(view: View, day: Day, seal: labels.Seal | None) -> str:
    text = ", ".join(f"{labels.number(size)} {what}" for size, what in counts(day))
    if not text and view.is_quiet(day):
        text = _("This was a quiet day: arXiv announced nothing in the categories of this archive.")
    elif not text and not day.reports and not day.mentions:
        text = _("The archive holds nothing for this day.")
    else:
        text = text and f"{text}."
    parts = [text, f"{seal.text}." if seal and seal.state != "reconstructed" else ""]
    if day.reconstructed:
        parts.append(
            _(
                "Reconstructed from submission times: no listing of this day was seen; its papers follow from arXiv's"
                " announcement schedule."
            )
        )
    return " ".join(markup.literal(part) for part in parts if part)


def _group(view: View, day: Day, group: groups.Group) -> str:
    path, disputed = addresses.day(day.date), sides.disputed(view.coverage.get(day.date, ()))
    words = markup.literal(group.name)
    name = link(words, group.page, path) if group.page else words
    if all(item.type in labels.REPLACED for item in group.items):
        return section(name, bullets(_replaced(view, item, path, disputed) for item in group.items))
    rows = [
        "\n\n".join(
            (view.row(item.key, view.announced(item)).on(path, *_notes(day, item, disputed)), *_told(view, day, item))
        )
        for item in group.items
    ]
    others = ", ".join(
        link(view.row(item.key, view.announced(item)).title, addresses.paper(item.key), path)
        for item in group.elsewhere
    )
    return section(name, *rows, f"- {_('Also on this theme: {papers}', papers=others)}" if others else "")


def _notes(day: Day, item: Announced, disputed: Mapping[str, str]) -> list[str]:
    """What only this day says of a paper: that it is a cross-list, who named it, and who differs about it."""
    named = [source for key, source in day.mentions if key == item.key]
    notes = [
        ngettext("cross-list", "cross-lists", 1) if item.type == "cross" else "",
        _("named by {source}", source=labels.source(named[0])) if named else "",
        _("disputed: {why}", why=disputed[item.key]) if item.key in disputed else "",
    ]
    return [markup.literal(note) for note in notes if note]


def _told(view: View, day: Day, item: Announced) -> list[str]:
    """What other sources' cards say of a paper, each with its source."""
    return [other(view, card) for key, card in day.cards if key == item.key]


def other(view: View, card: Card) -> str:
    """Another source's card as Markdown on one line; that there is one where the archive does not show its text."""
    source, date = labels.source(card.source), dates.date(card.date) if card.date else ""
    if not view.shows(card.source):
        known = _(
            "{source} has a card for this paper{date}; this archive does not show its text.",
            source=source, date=date and f" ({date})",
        )  # fmt: skip
        return markup.literal(known)
    said = (
        f"**{markup.markdown(card.headline)}**",
        markup.markdown(card.gist or ""),
        markup.markdown(card.badge or ""),
    )
    return " · ".join(filter(None, (*said, markup.literal(", ".join(filter(None, (source, date)))))))


def _replaced(view: View, item: Announced, path: str, disputed: Mapping[str, str]) -> str:
    """A replacement in a line, with what changed, which leads to the comparison."""
    paper, version = view.archive.papers[item.key], view.announced(item)
    changed = versions.changed(paper, item.version or paper.version, abstracts=bool(view.abstract(paper)))
    number = f"v{item.version}" if item.version else ""
    gone = _("withdrawn") if paper.is_withdrawn(item.version or item.words(paper).version) else ""
    told = link(markup.literal(changed), f"{addresses.paper(item.key)}#versions", path) if changed else ""
    differ = markup.literal(_("disputed: {why}", why=disputed[item.key])) if item.key in disputed else ""
    return view.row(item.key, version).short(path, number, told, gone, differ)


def _report(view: View, day: Day, report: Report) -> str:
    shown = view.shows(report.source)
    items = {item.key: item for item in day.papers}
    named = [
        items.get(key) or Announced(key=key, type="report") for key, source in day.mentions if source == report.source
    ]
    paragraphs = markup.markdown_paragraphs(report.text) if shown else ""
    source = ", ".join(
        filter(
            None,
            (
                report.author and _("By {name}", name=report.author),
                labels.source(report.source),
                report.category and _("on {category}", category=report.category),
            ),
        )
    )
    return section(
        _("Report"),
        f"**{markup.markdown(report.title)}**" if report.title and shown else "",
        markup.literal(source),
        linked_names(view, paragraphs, named, addresses.day(day.date))
        if shown
        else _("This archive does not show its text."),
    )


def linked_names(view: View, text: str, items: Iterable[Announced], path: str) -> str:
    """Markdown of another site's text, with the first mention of each of these papers' names linked to its page."""
    places: dict[str, str] = {}
    for item in items:
        called = _name(view, item)
        if called and len(called) > 2:
            places.setdefault(markup.escape_markdown(called), addresses.paper(item.key))
    if not places:
        return text
    longest = sorted(places, key=lambda called: (-len(called), called))
    pattern = re.compile(rf"{markup.LINK.pattern}|(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")

    def linked(match: re.Match[str]) -> str:
        place = places.pop(match[0], None)
        return link(match[0], place, path) if place else match[0]

    return pattern.sub(linked, text)


def _name(view: View, item: Announced) -> str | None:
    """The name of the system that a paper presents."""
    paper = view.listed(item.key, view.announced(item))
    title = markup.plain(paper.title)
    # Most titles name it, and to find an abstract's sentences takes longer than all else here.
    found = cards.system_name(title, ())
    return found or cards.system_name(title, sentences.split(markup.plain(paper.abstract or "")))


def _listed(view: View, day: Day) -> list[Coverage]:
    """The coverage of the day's announcement, except of a reconstructed one: the page says so elsewhere."""
    return [each for each in view.coverage.get(day.date, ()) if each.state != "reconstructed"]


def day_line(view: View, day: Day, path: str) -> str:
    """A day as the page at `path` lists it: what was announced, and what is particular of it."""
    covered = view.coverage.get(day.date, ())
    notes = (
        (_("one witness"), any(each.lone for each in covered)),
        (_("reconstructed"), day.reconstructed),
        (_("quiet"), view.is_quiet(day)),
        (_("report"), bool(day.reports)),
    )
    sizes = [f"{labels.number(size)} {what}" for size, what in counts(day, short=True)]
    told = [*sizes, *_lacking(covered), *(word for word, true in notes if true)]
    nothing = [] if told or day.mentions else [_("nothing held")]
    return f"{link(dates.long_date(day.date), addresses.day(day.date), path)}: {', '.join([*told, *nothing])}"


def _lacking(covered: Sequence[Coverage]) -> list[str]:
    """What is incomplete of a day, in words: `partial`; where only some of its categories are, `missing in hep-th`."""
    found = []
    for state in LOSSES:
        codes = [each.category for each in covered if each.state == state]
        if len(codes) == len(covered):
            found.append(proofs.name_of(state))
        elif codes:
            where = ", ".join(codes) if len(codes) <= NAMED else labels.count(len(codes), "category", "categories")
            found.append(markup.literal(_("{what} in {category}", what=proofs.name_of(state), category=where)))
    return [each for each in found if covered]


def _neighbour(view: View, date: dt.date, of: dt.date) -> dict[str, str]:
    """The day before or after: its name, with the year where that is another, and what lies between."""
    return {
        "name": dates.day_of_month(date) if date.year == of.year else dates.date(date),
        "title": dates.long_date(date),
        "address": addresses.href(addresses.day(date), addresses.day(of)),
        "between": between(view, min(date, of), max(date, of)),
    }


def between(view: View, first: dt.date, last: dt.date) -> str:
    """The days between two that have pages, in words; beside others, weekends and holidays go without saying."""
    skipped = [first + dt.timedelta(days=number) for number in range(1, (last - first).days)]
    kinds = Counter(_absence(view, date) for date in skipped)
    others = [said(kinds[name]) for name, said in _ABSENCES.items() if kinds[name]]
    off = [_(name) for name in (N_("weekend"), N_("holiday")) if kinds[name]]
    return ", ".join(others) or (proofs.words(off) if off else "")


def _absence(view: View, date: dt.date) -> str:
    """Why a date has no page: one of _ABSENCES, "weekend" or "holiday"."""
    states = {each.state for each in view.coverage.get(date, ())}
    if states & {*LOSSES}:
        return "missing"
    if date.weekday() > FRIDAY:
        return "weekend"
    if not schedule.is_expected(date, view.holidays):
        return "holiday"
    if states == {"quiet"}:
        return "quiet"
    return "not collected" if states else "with nothing held"
