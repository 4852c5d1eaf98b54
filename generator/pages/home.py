"""The pages for first-time readers: home, about, and the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from importlib.resources import files

from generator import dates, taxonomy
from generator.archive.coverage import LOSSES
from generator.config import Settings
from generator.exports import bibtex
from generator.model import Day
from generator.pages import addresses, charts, coverage, editorials, groups, labels, watches
from generator.pages.context import Draft, Page, View, front
from generator.pages.days import counts, seal
from generator.pages.kinds import Kind
from generator.pages.periods import day_line
from generator.pages.subjects import IndexRow, theme_rows, unfit
from generator.pages.templating import attribute, fill, literal
from generator.text import markup

LLMS = "llms.txt"
"""What stands for the home page in plain Markdown."""
NEWEST = 7  # days listed on the home page
THEMES = 24  # themes listed there, those with most papers: an archive of many categories has a hundred
_PLACEHOLDER = re.compile(r"<!--[^>]*-->|This archive is kept by its readers\. Write here [a-z ]+\.")
"""What `daybook init` writes, and once wrote, into about.md for its owner to replace."""


def _drafts_of_home(view: View) -> Iterator[Draft]:
    yield Draft(addresses.HOME, None, partial(_render_home, view))


def _render_home(view: View) -> Page:
    path, days, settings = addresses.HOME, view.archive.days, view.settings
    latest = next((day for day in reversed(days) if day.papers and not day.reconstructed), None)
    text = fill(
        "home.md",
        front=front(
            settings.title, settings.description or _description(settings), feed=addresses.FEED_OF_ALL, text=LLMS
        ),
        title=markup.markdown(settings.title, view.math),
        introduction=view.texts.introduction.strip(),
        latest=_latest(view, latest) if latest else None,
        days=[day_line(view, day, path) for day in days[: -NEWEST - 1 : -1]],
        index=addresses.relative(addresses.DAYS, path),
        years=_years(view),
        themes=_themes(view),
        all_themes=len(view.themes) if len(view.themes) > THEMES else 0,
        themes_index=addresses.relative(addresses.THEMES, path),
        watches=watches.rows(view, path),
        unfit=unfit(view),
        facts=_facts(view),
    )
    return Page(path, text)


def _latest(view: View, day: Day) -> dict[str, object]:
    path = addresses.HOME
    return {
        "name": dates.long_date(day.date),
        "address": addresses.relative(addresses.day(day.date), path),
        "counts": counts(day),
        "seal": seal(view, day, path),
        "editorial": editorials.of_day(view, day, _written(view, day), path, groups.anchors(view, day)),
        "papers": len(day.papers),
    }


def _written(view: View, day: Day) -> str:
    return view.texts.digests.get(addresses.stem(addresses.day(day.date)), "")


def _years(view: View) -> list[tuple[int, str, str]]:
    """(year, address, its days as a strip; empty for all but the newest) of each year, newest first."""
    papers = {day.date: len(day.announced) for day in view.archive.days}
    lacking = {day.date for day in view.archive.coverage if day.state in LOSSES}
    years = sorted({date.year for date in papers}, reverse=True)
    strips = {year: charts.strip(year, papers, addresses.HOME, lacking=lacking) for year in years[:1]}
    return [(year, addresses.relative(addresses.year(year), addresses.HOME), strips.get(year, "")) for year in years]


def _themes(view: View) -> list[IndexRow]:
    """The themes with most papers, in the archive's order."""
    rows = [row for row in theme_rows(view, addresses.HOME) if row.papers]
    least = sorted((row.papers for row in rows), reverse=True)[:THEMES][-1:]
    return [row for row in rows if [row.papers] >= least][:THEMES]


def _facts(view: View) -> list[tuple[str, str]]:
    """(name, value as HTML) of what the archive holds."""
    announced = [day.date for day in view.archive.days if day.papers]
    proved, writers = coverage.summary(view.archive.coverage), len(view.writers.by_slug)
    categories = [
        _linked(literal(code), addresses.category(code)) if view.holds(code) else literal(code)
        for code in view.settings.categories
    ]
    lines = [
        ("Categories", ", ".join(categories)),
        ("Papers", labels.number(len(view.archive.papers))),
        ("Days", labels.number(len(announced))),
        ("From", f"{dates.date(announced[0])}" if announced else ""),
        ("To", f"{dates.date(announced[-1])}" if announced else ""),
        ("Authors", _linked(f"{labels.number(writers)} with pages", addresses.AUTHORS) if writers else ""),
        ("Coverage", f"{literal(proved)} {_linked('Day by day', addresses.COVERAGE)}" if proved else ""),
        ("Numbers", _linked("Statistics", addresses.STATISTICS) if announced else ""),
        ("Data", _linked("Files for other programs", addresses.DATA)),
        ("Feeds", f"{_linked('Atom', addresses.FEED_OF_ALL)}, {_linked('all feeds', addresses.FEEDS)}"),
    ]
    return [(name, value) for name, value in lines if value]


def _linked(text: str, path: str) -> str:
    return f"<a href={attribute(addresses.relative(path, addresses.HOME))}>{text}</a>"


def _description(settings: Settings) -> str:
    """A sentence for search engines, where the owner gives none."""
    return f"What arXiv announces in {', '.join(map(taxonomy.name, settings.categories))}, day by day."


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
        citation=_citation(view),
        bibtex=_bibtex(view),
        proof=addresses.relative(addresses.COVERAGE, addresses.ABOUT),
    )
    return Page(addresses.ABOUT, text)


def _citation(view: View) -> str:
    """The archive as a list of references names it, as of its newest day, as HTML."""
    settings, as_of = view.settings, view.archive.as_of
    named = f"{settings.title} ({as_of.year})" if as_of else settings.title
    what = f"arXiv's announcements in {', '.join(settings.categories)}"
    known = f"{what}, as of {dates.date(as_of)}" if as_of else what
    links = filter(None, (addresses.outside(settings.url), addresses.doi(view.texts.doi)))
    linked = [f"<a href={attribute(address)}>{address}</a>" for address in links]
    return ". ".join([literal(named), literal(known), *linked]) + ("" if linked else ".")


def _bibtex(view: View) -> str:
    """The same as an entry of BibTeX, as HTML; empty where the archive has no address to find it by."""
    settings, texts = view.settings, view.texts
    found = bibtex.archive(settings, view.archive.as_of, texts.doi) if settings.url or texts.doi else ""
    return markup.escape_html(found.rstrip())


def _drafts_of_guide(view: View) -> Iterator[Draft]:
    """The hand-written guide, unchanged."""
    for name, text in guide().items():
        path = f"guide/{name}"
        yield Draft(path, None, partial(Page, path, text))


def guide() -> dict[str, str]:
    """The pages of the guide: name -> Markdown with its front matter."""
    folder = files("generator.pages") / "guide"
    pages = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in pages}


HOME = Kind(addresses.HOME, _drafts_of_home, hand_written=True)
ABOUT = Kind(addresses.ABOUT, _drafts_of_about, hand_written=True)
GUIDE = Kind("guide/", _drafts_of_guide, hand_written=True)
