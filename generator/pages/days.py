"""The page of a day: what was announced, what other sources said, and how complete that is."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape

from generator import dates, schedule
from generator.archive.coverage import LOSSES
from generator.describe.cards import system_names
from generator.model import Card, Coverage, Day, Report
from generator.pages import addresses, calendars, coverage, editorials, groups, labels, sides
from generator.pages.cards import FEW
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill
from generator.text import markup, sentences

FRIDAY = 4
_TAGS = re.compile(r"(<[^<>]*>)")
_ABSENCES = ("missing", "not collected", "quiet", "with nothing held")
_NOUNS = {
    "new": ("new submission", "new submissions"), "cross": ("cross-list", "cross-lists"),
    "replace": ("replacement", "replacements"), "seen": ("paper seen elsewhere", "papers seen elsewhere"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The day before or after."""

    name: str  # "2 March"; with the year where that is another
    title: str  # "Monday, 2 March 2026"
    address: str
    between: str  # what lies between: "weekend", "2 days not collected"; empty: nothing


@dataclass(frozen=True, slots=True)
class Quote:
    """What another source said of a paper that day."""

    paper: str  # the paper's title, HTML
    address: str
    source: str
    headline: str = ""  # HTML; empty if the archive does not show this source's text
    gist: str = ""
    badge: str = ""
    withdrawn: bool = False


def drafts(view: View) -> Iterator[Draft]:
    """A page for each day."""
    days = view.archive.days
    months: dict[dt.date, list[tuple[int, int, str]]] = {}
    for place, day in enumerate(days):
        before = _neighbour(view, days[place - 1].date, day.date) if place else None
        after = _neighbour(view, days[place + 1].date, day.date) if place + 1 < len(days) else None
        month = day.date.replace(day=1)
        if month not in months:
            months[month] = calendars.seen_in(month, view.days)
        written = view.texts.digests.get(addresses.stem(addresses.day(day.date)), "")
        editorial = (written, editorials.linked_papers(view, written), view.digest_hash(day))
        covered = view.coverage.get(day.date, ())
        depends = view.depends(
            (), view.whole_day_hash(day), before, after, editorial, covered, sides.titles(view, covered), months[month]
        )
        make = partial(_render_day, view, day, before, after, written)
        yield Draft(addresses.day(day.date), depends, make, day.date.isoformat())


KIND = Kind("days/", drafts)


def _render_day(view: View, day: Day, before: Neighbour | None, after: Neighbour | None, written: str) -> Page:
    path = addresses.day(day.date)
    papers = groups.of_day(view, day)
    text = fill(
        "day.md",
        front=front(dates.long_date(day.date), describe(view, day), text=addresses.beside(path)),
        day=day,
        quiet=is_quiet(view, day),
        week=addresses.relative(addresses.week(day.date), path),
        month=addresses.relative(addresses.month(day.date), path),
        before=before,
        after=after,
        counts=counts(day),
        seal=seal(view, day, path),
        editorial=editorials.of_day(view, day, written, anchors=[group.anchor for group in papers]),
        groups=papers,
        narrowed=len(day.papers) >= FEW,
        calendar=calendars.small(day.date.replace(day=1), view.days, path),
        cards=[_quote(view, key, path, card.source, card) for key, card in day.cards],
        reports=[_report(view, day, report) for report in day.reports],
        mentions=[(source, _mentions(view, day, source, path)) for source in _sources(day)],
    )
    return Page(path, text)


@dataclass(frozen=True, slots=True)
class Sealed:
    """How complete a day's announcement is, for the page that says so."""

    state: str  # the worst of its categories', as style sheets name it
    text: str  # "Complete: 31 of 31"
    proofs: list[coverage.Proof]
    address: str  # of the coverage page
    guide: str  # of what the guide says about witnesses


def seal(view: View, day: Day, page: str) -> Sealed | None:
    """The seal of a day for the page at `page`; None if its announcement was never checked."""
    stamped = coverage.seal(view, day.date)
    if not stamped or stamped.state == "reconstructed":
        return None
    return Sealed(
        coverage.LONE if stamped.lone else stamped.state,
        stamped.text,
        coverage.proofs(view, _listed(view, day), page),
        addresses.relative(addresses.coverage(day.date.year), page),
        addresses.relative("guide/coverage.md", page),
    )


def _listed(view: View, day: Day) -> list[Coverage]:
    """The coverage of the day's announcement, except of a reconstructed one: the page says so elsewhere."""
    return [each for each in view.coverage.get(day.date, ()) if each.state != "reconstructed"]


def is_quiet(view: View, day: Day) -> bool:
    """Whether nothing was announced; not if an announcement was due and is missing."""
    if day.date in view.coverage:
        return all(each.state == "quiet" for each in view.coverage[day.date])
    return not day.announced and any(statement.quiet for statement in day.statements)


def counts(day: Day) -> list[tuple[int, str]]:
    """(number, noun) for what was announced, and for what was only seen: `(19, "new submissions")`."""
    sizes = [(len(day.of_type(*types)), _NOUNS[name]) for name, _, types in groups.SECTIONS]
    return [(size, one if size == 1 else many) for size, (one, many) in sizes if size]


def describe(view: View, day: Day) -> str:
    """A day in one sentence. It does not call a missing day one on which nothing was announced."""
    text = ", ".join(f"{labels.number(size)} {what}" for size, what in counts(day))
    text = text or ("nothing announced" if is_quiet(view, day) else "nothing held")
    return f"{dates.long_date(day.date)}: {text}."


def _neighbour(view: View, date: dt.date, of: dt.date) -> Neighbour:
    name = f"{date.day} {dates.MONTHS[date.month - 1]}" if date.year == of.year else dates.date(date)
    address = addresses.relative(addresses.day(date), addresses.day(of))
    return Neighbour(name, dates.long_date(date), address, between(view, min(date, of), max(date, of)))


def between(view: View, first: dt.date, last: dt.date) -> str:
    """The days between two that have pages, in words; beside others, weekends and holidays go without saying."""
    skipped = [first + dt.timedelta(days=number) for number in range(1, (last - first).days)]
    kinds = Counter(_absence(view, date) for date in skipped)
    others = [f"{labels.count(kinds[name], 'day')} {name}" for name in _ABSENCES if kinds[name]]
    off = [name for name in ("weekend", "holiday") if kinds[name]]
    return ", ".join(others) or " and ".join(off)


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


def _quote(view: View, key: str, path: str, source: str, card: Card | None = None) -> Quote:
    place = addresses.relative(addresses.paper(key), path)
    title, withdrawn = view.card(key, None).title, view.archive.papers[key].withdrawn
    if card is None or not view.shows(source):
        return Quote(title, place, source, withdrawn=withdrawn)
    gist, badge = view.html(card.gist or ""), view.html(card.badge or "")
    return Quote(title, place, source, view.html(card.headline), gist, badge, withdrawn)


def _report(view: View, day: Day, report: Report) -> dict[str, object]:
    shown = view.shows(report.source)
    path, named = addresses.day(day.date), [key for key, source in day.mentions if source == report.source]
    paragraphs = view.paragraphs(report.text) if shown else []
    return {
        "title": view.html(report.title) if report.title and shown else "",
        "author": view.html(report.author) if report.author else "",
        "source": report.source,
        "category": report.category,
        "paragraphs": [linked_names(view, text, named, path) for text in paragraphs],
    }


def linked_names(view: View, text: str, keys: Iterable[str], path: str) -> str:
    """HTML of another site's text, with the first mention of each of these papers' names linked to the paper's page."""
    places: dict[str, str] = {}
    for key in keys:
        called = _name(view, key)
        if called and len(called) > 2:
            places.setdefault(escape(called), addresses.relative(addresses.paper(key), path))
    if not places:
        return text
    longest = sorted(places, key=lambda called: (-len(called), called))
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")

    def link(match: re.Match[str]) -> str:
        place = places.pop(match[0], None)
        return f'<a href="{place}">{match[0]}</a>' if place else match[0]

    return "".join(part if part.startswith("<") else pattern.sub(link, part) for part in _TAGS.split(text))


def _name(view: View, key: str) -> str | None:
    """The name of the system that a paper presents."""
    paper = view.listed(key)
    title = markup.plain(paper.title)
    # Most titles name it, and to find an abstract's sentences takes longer than all else here.
    found = system_names.system(title, ())
    return found or system_names.system(title, sentences.split(markup.plain(paper.abstract or "")))


def _sources(day: Day) -> list[str]:
    return list(dict.fromkeys(source for _, source in day.mentions))


def _mentions(view: View, day: Day, source: str, path: str) -> list[Quote]:
    return [_quote(view, key, path, source) for key, named in day.mentions if named == source]
