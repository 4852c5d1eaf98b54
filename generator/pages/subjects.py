"""The pages of themes and categories: an index of each, and a paged list for each theme and category."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from generator import taxonomy
from generator.model import Outline
from generator.pages import addresses, charts, paging
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill, literal
from generator.text import markup

_themes = attrgetter("themes")
MONTHS = 24  # of a sparkline
FEWEST = 12  # with papers in them, so that it has a shape
LEAST = MONTHS  # papers in them
NEIGHBOURS = 6  # other themes that a theme's page names for the papers they share


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A row of an index: a theme, a category or a watch."""

    name: str  # HTML
    address: str
    papers: int
    definition: str = ""  # HTML
    code: str = ""
    sparkline: str = ""  # SVG: its papers over time


def drafts_of_themes(view: View) -> Iterator[Draft]:
    """The index of themes, and each theme's pages."""
    papers = view.by_theme
    rows = theme_rows(view, addresses.THEMES)
    intro = f"The subjects of this archive, assigned by the rules in its themes.yml. {unfit(view)}".rstrip()
    index = partial(_index, addresses.THEMES, "Themes", intro, [("", rows)], _to_watches(view))
    yield Draft(addresses.THEMES, None, index)
    for theme in view.archive.themes:
        subject = paging.Subject(
            heading=markup.markdown(theme.name, view.math),
            plain=markup.plain(theme.name),
            definition=view.html(theme.definition),
            address=partial(addresses.theme, theme.slug),
            index=addresses.THEMES,
            index_name="All themes",
            neighbours=_neighbours(view, theme.slug, papers[theme.slug]),
            feed=addresses.feed(addresses.theme(theme.slug)),
            text=True,
            label=addresses.served(addresses.theme(theme.slug)),
            search=f"theme={theme.slug}",
        )
        yield from paging.drafts(view, subject, papers[theme.slug])


def _to_watches(view: View) -> str:
    """A sentence that leads to the watches, as HTML; empty if there are none."""
    link = f'<a href="{addresses.relative(addresses.WATCHES, addresses.THEMES)}">watches</a>'
    return f"What else the archive looks out for: its {link}." if view.archive.watches else ""


def unfit(view: View) -> str:
    """How many papers fit no theme; empty if all do, or there are no themes."""
    none = sum(not paper.themes for paper in view.in_order) if view.archive.themes else 0
    return f"{none:,} paper{' fits' if none == 1 else 's fit'} none of them." if none else ""


def _neighbours(view: View, slug: str, papers: list[Outline]) -> tuple[paging.Neighbour, ...]:
    """The other themes of this theme's papers."""
    shared: Counter[str] = Counter()
    for slugs, number in Counter(map(_themes, papers)).items():  # many papers have the same themes
        for other in slugs:
            if other != slug and other in view.themes:
                shared[other] += number
    return tuple(
        paging.Neighbour(view.html(view.themes[other].name), addresses.theme(other), count)
        for other, count in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:NEIGHBOURS]
    )


def theme_rows(view: View, page: str) -> list[IndexRow]:
    """The themes and their numbers of papers, with links for the page at `page`."""
    papers = view.by_theme
    return [
        IndexRow(
            view.html(theme.name),
            addresses.relative(addresses.theme(theme.slug), page),
            len(papers[theme.slug]),
            view.html(theme.definition),
            sparkline=sparkline(view, papers[theme.slug]),
        )
        for theme in view.archive.themes
    ]


def sparkline(view: View, papers: list[Outline]) -> str:
    """SVG: how many of these papers were first seen in each of the last MONTHS months; empty for too few to tell."""
    counts = charts.by_month((paper.first_seen for paper in papers), view.archive.as_of or dt.date.min, MONTHS)
    return charts.sparkline(counts) if sum(map(bool, counts)) >= FEWEST and sum(counts) >= LEAST else ""


def drafts_of_categories(view: View) -> Iterator[Draft]:
    """The index of categories, and the pages of each category of a paper."""
    papers = _by_category(view)
    rows = [
        IndexRow(
            literal(taxonomy.name(code)),
            addresses.relative(addresses.category(code), addresses.CATEGORIES),
            len(papers[code]),
            code=code,
            sparkline=sparkline(view, papers[code]),
        )
        for code in papers
    ]
    intro = "The arXiv categories of the papers in this archive. A paper counts in each of its categories."
    followed = {code for code in papers if any(taxonomy.is_within(code, each) for each in view.settings.categories)}
    own, others = ([row for row in rows if (row.code in followed) is each] for each in (True, False))
    groups = [("Followed", own), ("Other categories of its papers", others)] if own else [("", rows)]
    yield Draft(addresses.CATEGORIES, None, partial(_index, addresses.CATEGORIES, "Categories", intro, groups))
    for code, members in papers.items():
        name = taxonomy.name(code)
        plain = f"{code}: {name}" if name != code else code
        subject = paging.Subject(
            heading=literal(plain),
            plain=plain,
            definition="",
            address=partial(addresses.category, code),
            index=addresses.CATEGORIES,
            index_name="All categories",
            feed=addresses.feed(addresses.category(code)) if code in view.settings.categories else "",
            search=f"category={code}",
        )
        yield from paging.drafts(view, subject, members)


def _index(path: str, title: str, intro: str, groups: list[tuple[str, list[IndexRow]]], more: str = "") -> Page:
    """groups: heading (empty: none) and rows."""
    page = front(title, intro)
    return Page(path, fill("subjects.md", front=page, title=title, intro=f"{intro} {more}".rstrip(), groups=groups))


def _by_category(view: View) -> dict[str, list[Outline]]:
    """code -> papers, oldest first: the followed categories first, then the others by name."""
    papers: dict[str, list[Outline]] = {}
    codes: dict[tuple[str, ...], list[str]] = {}
    for paper in view.in_order:
        if paper.categories not in codes:
            codes[paper.categories] = view.codes(paper)
        for code in codes[paper.categories]:
            papers.setdefault(code, []).append(paper)
    followed = [code for code in view.settings.categories if code in papers]
    return {code: papers[code] for code in [*followed, *sorted(set(papers) - set(followed))]}


THEMES = Kind("themes/", drafts_of_themes)
CATEGORIES = Kind("categories/", drafts_of_categories)
