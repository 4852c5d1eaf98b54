"""An archive as Markdown pages: pure. Any Markdown engine can show them; overrides/ says what they look like.

Every link between pages is relative and ends in `.md`; the site's end in `.html`, over http and from file:// alike.
The clock is never asked: the same archive gives the same bytes.

papers      a paper, its versions and what its head tells programs; days: a day, its groups and calendar
periods     weeks, months and years; holdings: how complete they are; statistics: the archive in numbers, by charts
subjects    lists of papers by theme, category and watch; authors: by author
home        home, about, guide and what people write; services: search, reading list, data, feeds
moved       pages at former addresses
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import attrgetter

from daybook import exports
from daybook.config import Settings
from daybook.errors import BuildError
from daybook.model import Archive, Theme
from daybook.model.ids import folded
from daybook.model.jsonl import hash_of, to_json
from daybook.pages import days, holdings, home, moved, papers, periods, services, statistics, subjects
from daybook.text import language
from daybook.view.archive_view import Draft, Kind, Texts, View, substitute
from daybook.view.editorials import read_notes
from daybook.view.writing import Page

__all__ = ["KINDS", "Draft", "Page", "Texts", "View", "drafts", "environment", "places", "read_notes", "substitute"]

KINDS: tuple[Kind, ...] = (
    home.home_page, home.about_page, home.guide_pages, days.day_pages, periods.span_pages, periods.year_pages,
    holdings.coverage_pages, statistics.statistics_page,
    subjects.theme_pages, subjects.category_pages, subjects.watch_pages, subjects.author_pages,
    services.search_page, services.reading_page, home.note_pages, services.data_page, services.feeds_page,
    papers.paper_pages,
)  # fmt: skip
"""All kinds of pages. A new kind is a function that drafts its pages, its template, and its name here."""


def places(*, hand_written: bool) -> tuple[str, ...]:
    """The places of the kinds whose pages hold people's Markdown, or of all others, each once: `days/`, `about.md`."""
    return tuple(dict.fromkeys(kind.place for kind in KINDS if kind.hand_written == hand_written))


def environment(themes: Iterable[Theme], settings: Settings) -> str:
    """The hash of what every page depends on besides the code: the settings but looks, the themes' names, the
    language."""
    names = [(theme.slug, theme.name) for theme in themes]
    return hash_of(to_json((settings.plain, names, language.spoken().text)), 16)


def drafts(archive: Archive, settings: Settings, text: Texts) -> Iterator[Draft]:
    """A draft of every page of an archive, without words of sources that it does not publish; each path comes once."""
    yield from drafts_of_lists(View(archive, settings, text))
    yield from drafts_of_papers(lambda: View(archive, settings, text))


def fleeting(view: View) -> Iterator[str]:
    """The beginnings of the paths of files that may be gone, where only some of the archive has changed: as the kinds
    of pages and the exports tell."""
    if reach := view.reach:
        for page in chain.from_iterable(kind.fleeting(reach) for kind in KINDS if kind.fleeting):
            yield from (page, page.removesuffix(".md") + "/")  # with those that lead on from it
        yield from exports.fleeting(reach)


def drafts_of_papers(related: Callable[[], View]) -> Iterator[Draft]:
    """The drafts of the kinds that show related papers. `related`, called when the first is asked for, gives the view
    with these."""
    view = related()
    yield from chain.from_iterable(kind.drafts(view) for kind in KINDS if kind.paths)


def drafts_of_lists(view: View) -> Iterator[Draft]:
    """The drafts of all other kinds, and of pages at former addresses."""
    made: dict[str, str] = {}
    for path in chain.from_iterable(kind.paths(view.archive) for kind in KINDS if kind.paths):
        _claim(path, made)
    # A paper's card is on the pages of its day, week, month, themes and categories. In this order, these pages are made
    # one after the other, and most cards once.
    lists = chain.from_iterable(kind.drafts(view) for kind in KINDS if not kind.paths)
    for draft in sorted(lists, key=attrgetter("date")):
        _claim(draft.path, made)
        yield draft
    for draft in moved.drafts(view, frozenset(made.values())):
        if folded(draft.path) not in made:
            _claim(draft.path, made)
            yield draft


def _claim(path: str, made: dict[str, str]) -> None:
    """Note that a page is made. Raises BuildError where another page has its path, or one that differs only in the case
    of letters: some file systems take these for the same.
    """
    name = folded(path)
    if name in made:
        hint = "please report both paths as a bug in Daybook"
        raise BuildError(f"would overwrite {made[name]}", subject=f"pages/{path}", hint=hint)
    made[name] = path
