"""What programs read in place of pages: days, themes and the guide as plain Markdown, and llms.txt, which names them.

    llms.txt                        what the archive is, and where its days, themes and data are; see llmstxt.org
    days/2026/2026-03-03.md         beside days/2026/2026-03-03.html: what was announced that day, a line for each paper
    themes/SLUG.md, guide/NAME.md   likewise: a theme's newest papers, and the guide as it was written

The Markdown that pages are built from is mostly blocks of HTML, and as large as they are; this takes a sixth of that.
Papers have none: their data is in other exports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from generator import dates, exports, taxonomy
from generator.config import Settings
from generator.describe.digests.bases import FRESH
from generator.exports import SiteFile
from generator.model import Announced, Day, Outline, Theme
from generator.pages import addresses, days, groups, home, labels, paging
from generator.pages.context import View
from generator.text import markup
from generator.text.markup.escape import escape_markdown

NEWEST = 14
"""Days that llms.txt names; the others are behind the page of all days."""
_NAMES = 3  # authors of a paper, beyond which only the first is named


def files(view: View) -> Iterator[SiteFile]:
    """llms.txt; the days, which are made again when their papers change; the themes; the guide."""
    yield SiteFile(home.LLMS, partial(_llms, view))
    for day in view.archive.days:
        depends = view.depends((), view.whole_day_hash(day), days.is_quiet(view, day))
        yield SiteFile(addresses.text(addresses.day(day.date)), partial(_day, view, day), depends)
    for theme in view.archive.themes:
        newest = view.by_theme[theme.slug][: -paging.SIZE - 1 : -1]
        depends = view.depends((paper.key for paper in newest), theme.name, theme.definition)
        yield SiteFile(addresses.text(addresses.theme(theme.slug)), partial(_theme, view, theme, newest), depends)
    for name, text in home.guide().items():
        yield SiteFile(addresses.text(f"guide/{name}"), partial(_without_front, text))


def _day(view: View, day: Day) -> bytes:
    page = addresses.day(day.date)
    lines = [f"# {dates.long_date(day.date)}", days.describe(view, day)]
    for _, heading, types in groups.SECTIONS:
        lines += _section(heading, [_line(view, item.key, page, item) for item in day.of_type(*types)])
    return _text(lines)


def _theme(view: View, theme: Theme, newest: Sequence[Outline]) -> bytes:
    page, definition = addresses.theme(theme.slug), _escaped(markup.plain(theme.definition))
    lines = [f"# {_escaped(markup.plain(theme.name))}", *filter(None, [definition])]
    return _text([*lines, *_section("Newest papers", [_line(view, paper.key, page) for paper in newest])])


def _line(view: View, key: str, page: str, item: Announced | None = None) -> str:
    """`- [Title](address), A. Author et al.: the sentence of its card.`, in the words of the version announced."""
    version = view.announced(item) if item else None
    paper, listed = view.outlines[key], view.listed(key, version)
    title, card = markup.plain(listed.title), view.shown_card(listed, version)
    names = paper.authors if len(paper.authors) <= _NAMES else (f"{paper.authors[0]} et al.",)
    # A new version says what its first one did.
    about = card.line if card and (item is None or item.type in FRESH) else ""
    link = f"[{_escaped(title)}]({addresses.relative(addresses.paper(paper.key), page)})"
    words = ", ".join((link, *map(_escaped, names)))
    return f"- {words}{' (withdrawn)' if paper.withdrawn else ''}{f': {_escaped(about)}' if about else ''}"


def _llms(view: View) -> bytes:
    """Its form is that of llmstxt.org: a title, a quotation that sums up, and lists of links."""
    settings, newest = view.settings, [day for day in reversed(view.archive.days) if day.announced][:NEWEST]
    followed = ", ".join(f"{taxonomy.name(code)} ({code})" for code in settings.categories)
    as_of = f", as of {dates.date(view.archive.as_of)}" if view.archive.as_of else ""
    link = partial(_linked, settings)
    data = [each for each in exports.EXPORTS if each.told and each.entry and each.on_site(len(view.outlines))]
    held = f"{labels.count(len(view.outlines), 'paper')}, {labels.count(len(view.archive.days), 'day')}{as_of}"
    lines = [
        f"# {_escaped(settings.title)}",
        f"> {_escaped(settings.description or f'What arXiv announces in {followed}, day by day.')}",
        f"A static archive of arXiv's announcements in {followed}: {held}. Addresses are permanent."
        " Each paper has a page with its metadata and abstract, which are arXiv's and CC0, and a link to it on arXiv.",
        *_section("Days", [*(link(dates.long_date(day.date), addresses.text(addresses.day(day.date)),
                                  days.describe(view, day).partition(": ")[2]) for day in newest),
                           link("All days", addresses.DAYS, "each day's page has its Markdown beside it")]),
        *_section("Themes", [link(markup.plain(theme.name), addresses.text(addresses.theme(theme.slug)),
                                  labels.count(len(view.by_theme[theme.slug]), "paper"))
                             for theme in view.archive.themes]),
        *_section("Data", [link(each.entry, each.entry, each.told) for each in data if each.entry != home.LLMS]),
        *_section("Optional", [link("Guide", addresses.text(addresses.GUIDE), "how the archive is made and read"),
                               link("About", addresses.ABOUT, "whose words it shows, and how to cite it")]),
    ]  # fmt: skip
    return _text(lines)


def _linked(settings: Settings, name: str, path: str, what: str) -> str:
    served = addresses.served(path)
    return f"- [{_escaped(name)}]({addresses.public(settings.url, served) if settings.url else served}): {what}"


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [f"## {heading}", "\n".join(lines)] if lines else []


def _escaped(text: str) -> str:
    return escape_markdown(markup.escape_html(markup.clean(text)))


def _text(blocks: Sequence[str]) -> bytes:
    return ("\n\n".join(blocks) + "\n").encode(errors="replace")


def _without_front(text: str) -> bytes:
    """A page's Markdown without its front matter. Outside the guide, pages have none to link."""
    return text.partition("\n---\n")[2].lstrip("\n").replace("(../about.md", "(../about.html").encode()
