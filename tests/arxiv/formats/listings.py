"""The pages /list/{x}/new and /catchup/{x}/{date}.

What a page promises in its totals comes from `View.all`; what it shows, from `View.shown`: an honest page shows what
it promises.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from generator.taxonomy import name
from tests.arxiv.calendar import DAY
from tests.arxiv.formats.entry import entry
from tests.arxiv.formats.page import framed
from tests.arxiv.papers import Announcement

SIZES = (25, 50, 100, 250, 500, 1000, 2000)
_SECTIONS = (
    ("New submissions", "New submissions", ("new",)),
    ("Cross-lists", "Cross submissions", ("cross",)),
    ("Replacements", "Replacement submissions", ("replace", "replace-cross")),
)


@dataclass(frozen=True)
class View:
    """What a page is of, and which of it stands there."""

    asked: str
    day: dt.date
    all: Sequence[Announcement]
    shown: Sequence[Announcement]  # of those from `skip` on
    skip: int = 0
    size: int = 2000


def new(view: View) -> str:
    """The page of the newest announcement."""
    links = [
        f'  <li><a href="{_place(view, first)}">{title}</a></li>'
        for title, _, types in _SECTIONS
        if (first := _first(view, types)) is not None
    ]
    asked = view.asked
    see = f'<a id="recent-{asked}" aria-labelledby="recent-{asked}" href="/list/{asked}/recent">recent</a>'
    body = [
        _heading(name(asked)),
        "\n<ul>\n" + "".join(f"{link}\n" for link in links) + "</ul>",
        f"\n<p>See {see} articles</p>",
        f"<h3>Showing new listings for {view.day:%A}, {view.day.day} {view.day:%B %Y}</h3>\n",
        _paging(view) + _sections(view) + _paging(view) if view.all else "  \n\n    <p>No updates today.</p>\n",
    ]
    return framed("\n".join(body) + "\n  \n</div>\n</div>", title=f"{name(asked)}  ")


def catchup(view: View, abstracts: bool, page: int) -> str:
    """The page of a past announcement, with entries as /new has them."""
    when, total = _short(view.day), len(view.all)
    links = [
        f'      <li><a href="#item{first + 1}">{title}</a></li>\n'
        for title, _, types in _SECTIONS
        if (first := _first(view, types)) is not None and view.skip <= first < view.skip + view.size
    ]
    to = f"/catchup/{view.asked}/{view.day + DAY}?abs={abstracts}&amp;page=1"
    onward = f'        <a href="{to}">Continue to the next day</a>\n'
    words = "" if view.all and view.skip < total else _nothing(view)
    totals = f"      Total of {total} entries for {when}\n{_pages(view, abstracts, page)}\n    </div>\n"
    return framed(
        f"{_heading(f'Catchup results for {name(view.asked)} on {when}')}\n    <ul>\n{''.join(links)}    </ul>\n"
        f"\n    <div>\n{onward}        <br><br>\n{totals}{words or _sections(view, abstracts)}"
        f"\n    <div>\n{totals}\n</div>\n</div>"
    )


def _nothing(view: View) -> str:
    words = (
        f"No further updates for {_short(view.day)}."
        if view.all
        else f"No updates for {_short(view.day)}. There was either no announcement for this day, "
        "or no updates within the requested subject."
    )
    return f"\n      <br>\n        <div>\n          <p>{words}</p>\n        </div>\n      <br>\n"


def _heading(text: str) -> str:
    return f"<div id='content-inner'>\n<div id='dlpage'>\n  <h1>{text}</h1>\n"


def _short(day: dt.date) -> str:
    return f"{day:%a}, {day.day} {day:%b %Y}"


def _first(view: View, types: Sequence[str]) -> int | None:
    """The 0-based place of the first entry of these types."""
    return next((place for place, each in enumerate(view.all) if each.type in types), None)


def _place(view: View, first: int) -> str:
    """Where a section begins; `item0` where it begins on an earlier page, as arXiv has it for the first section."""
    anchor = f"#item{first + 1 if first else 0}"
    if len(view.all) <= view.size:
        return anchor
    return f"/list/{view.asked}/new?skip={first // view.size * view.size}&amp;show={view.size}{anchor}"


def _sections(view: View, abstracts: bool = True) -> str:
    """A <dl> for each section that has entries on this page."""
    parts, number = [], view.skip
    for _, title, types in _SECTIONS:
        here = [each for each in view.shown if each.type in types]
        if here:
            places = [place for place, each in enumerate(view.all) if each.type in types]
            on_page = [place for place in places if view.skip <= place < view.skip + view.size]
            stated = _stated(places, on_page)
            items = "".join(entry(each, number + k, view.asked, abstracts) for k, each in enumerate(here, 1))
            parts.append(f"\n      <dl id='articles'>\n    <h3>{title} ({stated})</h3>\n{items}\n</dl>\n")
            number += len(here)
    return "".join(parts)


def _stated(all_places: Sequence[int], here: Sequence[int]) -> str:
    """How a heading tells which of its entries stand on this page."""
    shown, total = len(here), len(all_places)
    if shown == total:
        return f"showing {total} of {total} entries"
    if here and here[0] == all_places[0]:
        return f"showing first {shown} of {total} entries"
    last = "last " if here and here[-1] == all_places[-1] else ""
    return f"continued, showing {last}{shown} of {total} entries"


def _paging(view: View) -> str:
    """ "Total of N entries", with links where there are more pages than one."""
    total = len(view.all)
    if not total:
        return "  \n"
    where = f"/list/{view.asked}/new"
    pages = [_page_link(view, where, first) for first in range(0, total, view.size)] if total > view.size else []
    links = f":{''.join(pages)}" if pages else ""
    larger = [size for size in SIZES if size > view.size]
    more = f'<a href={where}?skip=0&amp;show={larger[0]} rel="nofollow">\n      more</a>' if larger else _GREY
    return (
        f"\n      <div class='paging'>Total of {total} entries {links}\n    </div>\n"
        f"    <div class='morefewer'>Showing up to {view.size} entries per page:\n          {more}\n    </div>\n"
    )


_GREY = '<span style="color: #454545">more</span>'


def _page_link(view: View, where: str, first: int) -> str:
    label = f"{first + 1}-{min(first + view.size, len(view.all))}"
    if first == view.skip:
        return f"      <span>{label}</span>\n"
    return f"      <a href={where}?skip={first}&amp;show={view.size}>{label}</a>\n"


def _pages(view: View, abstracts: bool, page: int) -> str:
    """The links to a catchup's pages, where there are several."""
    count = -(-len(view.all) // view.size)
    if count < 2:
        return ""
    where = f"/catchup/{view.asked}/{view.day}?abs={abstracts}&amp;page="
    marks = (f"<span>{k}</span>" if k == page else f'<a href="{where}{k}">{k}</a>' for k in range(1, count + 1))
    return f"      View page: {' '.join(marks)}\n"
