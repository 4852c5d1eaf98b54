"""The pages for first-time readers: home, about, and the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from generator import dates
from generator.model import Announced, Day
from generator.pages import addresses, calendars, coverage, labels
from generator.pages.context import Draft, Page, View, front
from generator.pages.days import counts
from generator.pages.kinds import Kind
from generator.pages.subjects import theme_rows, unfit
from generator.pages.templating import fill
from generator.text import markup

MONTHS = 3  # calendars on the home page
SINCE = 5  # days after the newest announcement, on the home page
CARDS = 12  # papers of the newest day on the home page
_PLACEHOLDER = re.compile(r"<!--[^>]*-->|This archive is kept by its readers\. Write here [a-z ]+\.")
"""What `daybook init` writes, and once wrote, into about.md for its owner to replace."""


def _drafts_of_home(view: View) -> Iterator[Draft]:
    yield Draft(addresses.HOME, None, partial(_render_home, view))


def _render_home(view: View) -> Page:
    path, days, settings = addresses.HOME, view.archive.days, view.settings
    latest = next((day for day in reversed(days) if day.announced), None)
    newest = calendars.months(days)[-MONTHS:][::-1]
    text = fill(
        "home.md",
        front=front(settings.title, settings.description),
        title=markup.markdown(settings.title, view.math),
        introduction=view.texts.introduction.strip(),
        latest=_latest(view, latest) if latest else None,
        since=_since(days, latest) if latest else [],
        calendars=[calendars.render(month, view.days, view.coverage, path) for month in newest],
        years=_years(days),
        themes=theme_rows(view, path),
        unfit=unfit(view),
        papers=len(view.archive.papers),
        days=len(days),
        first=days[0].date if days else None,
        as_of=view.archive.as_of,
        index=addresses.relative(addresses.DAYS, path),
        proof=addresses.relative(addresses.COVERAGE, path),
        proved=coverage.summary(view.archive.coverage),
    )
    return Page(path, text)


def _latest(view: View, day: Day) -> dict[str, object]:
    shown = _greeting(day)
    return {
        "name": dates.long_date(day.date),
        "address": addresses.relative(addresses.day(day.date), addresses.HOME),
        "counts": counts(day),
        "cards": [view.card(item.key).on(addresses.HOME) for item in shown],
        "more": len(day.announced) - len(shown),
        "total": len(day.announced),
        "reconstructed": day.reconstructed,
    }


def _greeting(day: Day) -> tuple[Announced, ...]:
    """The papers of a day for the home page: new submissions, or any others if there are none."""
    return (day.of_type("new") or day.announced)[:CARDS]


def _since(days: tuple[Day, ...], latest: Day) -> list[tuple[str, str]]:
    """(name, address) of the newest days after the latest announcement, on which only other sources said something."""
    later = [day for day in days if day.date > latest.date and (day.cards or day.reports or day.mentions)]
    return [
        (dates.date(day.date), addresses.relative(addresses.day(day.date), addresses.HOME)) for day in later[-SINCE:]
    ]


def _years(days: tuple[Day, ...]) -> list[tuple[int, str]]:
    years = sorted({day.date.year for day in days}, reverse=True)
    return [(year, addresses.relative(addresses.year(year), addresses.HOME)) for year in years]


def _drafts_of_about(view: View) -> Iterator[Draft]:
    yield Draft(addresses.ABOUT, None, partial(_render_about, view))


def _render_about(view: View) -> Page:
    """What this archive is, and whose words it holds."""
    sources = sorted(labels.source(name) for name, rule in view.settings.sources.items() if rule.publish)
    about = view.texts.about.strip()
    text = fill(
        "about.md",
        front=front("About", "What this archive is, and whose words it shows."),
        about="" if _PLACEHOLDER.fullmatch(about) else about,
        settings=view.settings,
        sources=sources,
        proof=addresses.relative(addresses.COVERAGE, addresses.ABOUT),
    )
    return Page(addresses.ABOUT, text)


def _drafts_of_guide(view: View) -> Iterator[Draft]:
    """The hand-written guide, unchanged."""
    folder = files("generator.pages") / "guide"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".md"):
            path = f"guide/{file.name}"
            yield Draft(path, None, partial(_read, path, file))


def _read(path: str, file: Traversable) -> Page:
    return Page(path, file.read_text(encoding="utf-8"))


HOME = Kind(addresses.HOME, _drafts_of_home, "material")
ABOUT = Kind(addresses.ABOUT, _drafts_of_about, "material")
GUIDE = Kind("guide/", _drafts_of_guide, "material")
