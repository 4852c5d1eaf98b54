"""The page of what a reader keeps in their own browser: filled there, by overrides/assets/reading.js."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from daybook.model import Day
from daybook.pages.kinds import Kind
from daybook.text import dates
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

DAYS = 5
"""The newest days whose papers can be ordered by likeness to the reader's stars."""
PAPERS = 300
"""At most so many of their papers are named in the page, some 3 KB: what is ranked there."""


def _drafts(view: View) -> Iterator[Draft]:
    days = [day for day in reversed(view.archive.days) if day.announced and not day.reconstructed][:DAYS]
    yield Draft(addresses.READING, view.depends((), *map(_line, days), _keys(days)), partial(_render, days))


def _render(days: list[Day]) -> Page:
    path, guide = addresses.READING, link(_("How this works"), "guide/reading.md", addresses.READING)
    newest = (link(name, addresses.day(day.date), path) + f": {size}" for day in days for name, size in [_line(day)])
    return page(
        path,
        "reading",
        f"# {_('Reading')}",
        _(
            "Star papers, put others on your reading list, and see which new papers are most like your stars. All of it"
            " stays in your browser; nothing is sent. {more}",
            more=guide,
        ),
        section(_("Newest days"), bullets(newest)),
        facts={
            "description": _("Stars, a reading list and watched words, kept in your own browser."),
            "papers": _keys(days),
        },
    )


def _line(day: Day) -> tuple[str, str]:
    """A day's date and the number of its papers, in words."""
    return dates.long_date(day.date), labels.count(len(_fresh(day)), "new paper")


def _keys(days: list[Day]) -> list[str]:
    """The keys of these days' papers, each once, newest day first."""
    return list(dict.fromkeys(key for day in days for key in _fresh(day)))[:PAPERS]


def _fresh(day: Day) -> list[str]:
    """The keys of a day's papers that are new in the archive's categories: no replacements."""
    return list(dict.fromkeys(announced.key for announced in day.of_type("new", "cross")))


KIND = Kind(addresses.READING, _drafts)
