"""The pages of themes and categories: an index of each, and a paged list for each theme and category."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from daybook.model import Outline, first_seen, taxonomy
from daybook.pages import charts, lists, redirects
from daybook.pages.kinds import Kind
from daybook.text import markup
from daybook.text.language import _, ngettext
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

_themes = attrgetter("themes")
MONTHS = 24  # of a sparkline
FEWEST = 12  # with papers in them, so that it has a shape
LEAST = MONTHS  # papers in them
NEIGHBOURS = 6  # other themes that a theme's page names for the papers they share


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A row of an index: a theme, a category or a watch."""

    name: str  # plain
    target: str  # source path
    papers: int
    definition: str = ""  # Markdown of the index
    code: str = ""
    months: Sequence[int] = ()  # its papers over time; empty for too few to tell

    def line(self, path: str) -> str:
        """The row in a list on the page at `path`."""
        name = markup.literal(f"{self.code}: {self.name}" if self.code else self.name)
        counted = f"{link(name, self.target, path)}: {labels.count(self.papers, 'paper')}"
        return f"{counted}. {self.definition}" if self.definition else counted


def drafts_of_themes(view: View) -> Iterator[Draft]:
    """The index of themes, and each theme's pages."""
    path, papers, archive = addresses.THEMES, view.by_theme, view.archive
    rows = [
        IndexRow(
            markup.plain(theme.name), addresses.theme(theme.slug), len(papers[theme.slug]),
            markup.markdown(theme.definition), months=by_month(view, papers[theme.slug]),
        )
        for theme in archive.themes
    ]  # fmt: skip
    intro = f"{_('The subjects of this archive, assigned by the rules in its themes.yml.')} {_unfit(view)}".rstrip()
    categories = link(_("categories"), addresses.CATEGORIES, path)
    more = _("Papers by arXiv's subjects: {categories}.", categories=categories)
    if archive.watches:
        watches = link(_("watches"), addresses.WATCHES, path)
        more += f" {_('What else the archive looks out for: its {watches}.', watches=watches)}"
    yield index(path, _("Themes"), intro, {_("All themes"): rows}, more)
    for theme in archive.themes:
        if view.reach and theme.slug not in view.reach.themes:
            continue
        subject = lists.Subject(
            name=markup.markdown(theme.name),
            plain=markup.plain(theme.name),
            path=addresses.theme(theme.slug),
            index=path,
            index_name=_("All themes"),
            keys={"theme": theme.slug},
            lead=(markup.markdown(theme.definition),),
            related=((_("Overlaps with"), _neighbours(view, theme.slug, papers[theme.slug])),),
            feed=addresses.feed(addresses.theme(theme.slug)),
            text=True,
            search=f"theme={theme.slug}",
        )
        yield from lists.drafts(view, subject, papers[theme.slug])


def _unfit(view: View) -> str:
    """How many papers fit no theme; empty if all do, or there are no themes."""
    none = sum(not paper.themes for paper in view.in_order) if view.archive.themes else 0
    return ngettext("{n} paper fits none of them.", "{n} papers fit none of them.", none) if none else ""


def _neighbours(view: View, slug: str, papers: list[Outline]) -> list[tuple[str, str, int]]:
    """The other themes of this theme's papers."""
    shared: Counter[str] = Counter()
    for slugs, number in Counter(map(_themes, papers)).items():  # many papers have the same themes
        for other in slugs:
            if other != slug:
                shared[other] += number
    return themes_of(view, shared, NEIGHBOURS)


def themes_of(view: View, counts: Counter[str], most: int) -> list[tuple[str, str, int]]:
    """The themes of most papers, of their slugs and numbers of papers: plain name, source path, number."""
    ranked = sorted(((slug, papers) for slug, papers in counts.items() if slug in view.themes), key=_by_papers)
    return [(markup.plain(view.themes[slug].name), addresses.theme(slug), papers) for slug, papers in ranked[:most]]


def _by_papers(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def by_month(view: View, papers: Iterable[Outline]) -> list[int]:
    """How many of these papers were first seen in each of the last MONTHS months; empty for too few to tell."""
    counts = charts.by_month(first_seen(papers), view.archive.as_of or dt.date.min, MONTHS)
    return counts if sum(map(bool, counts)) >= FEWEST and sum(counts) >= LEAST else []


def drafts_of_categories(view: View) -> Iterator[Draft]:
    """The index of categories, and the pages of those that the archive follows; where those of others once were, the
    search has their papers."""
    path, papers = addresses.CATEGORIES, _by_category(view)
    groups: dict[str, list[IndexRow]] = {_("Followed"): [], _("Other categories of its papers"): []}
    for code, members in papers.items():
        target = view.place(code)
        row = IndexRow(taxonomy.name(code), target, len(members), code=code, months=by_month(view, members))
        groups[_("Followed") if code in view.followed else _("Other categories of its papers")].append(row)
        if code not in view.followed and (not view.reach or code in view.reach.categories):
            own = addresses.category(code)
            for former in (own, *lists.numbered(view, own, len(members))):
                yield redirects.draft(view, former, code, target)
    intro = _("The arXiv categories of the papers in this archive. A paper counts in each of its categories.")
    yield index(path, _("Categories"), intro, groups)
    for code in [code for code in papers if code in view.followed]:
        if view.reach and code not in view.reach.categories:
            continue
        name = taxonomy.name(code)
        plain = f"{code}: {name}" if name != code else code
        subject = lists.Subject(
            name=markup.literal(plain),
            plain=plain,
            path=addresses.category(code),
            index=path,
            index_name=_("All categories"),
            keys={"category": code},
            feed=addresses.feed(addresses.category(code)) if code in view.settings.categories else "",
            search=f"category={code}",
        )
        yield from lists.drafts(view, subject, papers[code])


def index(path: str, title: str, intro: str, groups: dict[str, list[IndexRow]], more: str = "") -> Draft:
    """The page that lists subjects, by headings. Made each time: it has a number of each."""
    return Draft(path, None, partial(_index, path, title, intro, groups, more))


def _index(path: str, title: str, intro: str, groups: dict[str, list[IndexRow]], more: str) -> Page:
    return page(
        path,
        "index",
        f"# {title}",
        intro,
        more,
        *(section(heading, bullets(row.line(path) for row in rows)) for heading, rows in groups.items()),
        "" if any(groups.values()) else _("None yet."),
        facts={
            "description": intro,
            "months": {heading: [row.months for row in rows] for heading, rows in groups.items()},
        },
    )


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
