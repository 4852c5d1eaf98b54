"""arxiv.org: the listings, catchup and the pages of papers, with the rules that the site has for its addresses."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from generator import taxonomy
from generator.model import arxiv_id
from tests.arxiv.calendar import local
from tests.arxiv.formats import listings, page
from tests.arxiv.formats.abstract import abstract_page
from tests.arxiv.http import Answer, Request, html, moved
from tests.arxiv.lens import Lens
from tests.arxiv.papers import Announcement
from tests.arxiv.world import World

_CATCHUP_DAYS = 90
_SHOW = "Invalid show value. Valid values: 25, 50, 100, 250, 500, 1000, 2000"


@dataclass(frozen=True)
class Pages:
    """The site. Catchup shows papers as they were announced; with Kind.AS_NOW as they are, as arXiv's code does."""

    world: World
    catchup_size: int = 2000

    def listing(self, request: Request, lens: Lens) -> Answer:
        """/list/{code}/{period}"""
        if len(request.path) != 3 or not request.category:
            return html(page.not_found("/".join(request.path)), 404)
        code, period = request.category, request.path[2]
        if not (taxonomy.is_category(code) or taxonomy.is_archive(code)):
            return html(page.bad_request(f"Invalid archive or category: {code}"), 400)
        show = request.params.get("show", "2000" if period == "new" else "50")
        if show not in map(str, listings.SIZES):
            return html(page.bad_request(_SHOW), 400)
        skip = request.params.get("skip", "0")
        first, size = int(skip) if skip.isdecimal() else 0, int(show)
        if period == "new":
            return self._new(request, lens, first, size)
        if period in ("recent", "pastweek"):
            return self._recent(request, lens, first, size)
        return _other_period(code, period, request.now)

    def catchup(self, request: Request, lens: Lens) -> Answer:
        """/catchup/{code}/{date}?abs=True&page=N"""
        if len(request.path) != 3 or not request.category:
            return html(page.not_found("/".join(request.path)), 404)
        code, day = request.category, request.path[2]
        if problem := _bad_catchup(request):
            return html(page.bad_request(problem), 400)
        if taxonomy.canonical(code) != code:
            words = "&".join(f"{key}={value}" for key, value in request.params.items())
            return moved(f"/arxiv/catchup/{taxonomy.canonical(code)}/{day}" + (f"?{words}" if words else ""))
        number = int(request.params.get("page", "1"))
        out = request.about <= self.world.calendar.listed(request.now)
        found = lens.listed(self.world, code, request.about, request.now) if out else ()
        skip = (number - 1) * self.catchup_size
        shown = lens.seen(found[skip : skip + self.catchup_size])
        view = listings.View(code, request.about, lens.counted(found), shown, skip, self.catchup_size)
        return html(listings.catchup(view, request.params.get("abs") == "True", number), entries=len(shown))

    def abstract(self, request: Request, lens: Lens) -> Answer:
        """/abs/{id}; an id of before 2007 has a slash in it."""
        asked = "/".join(request.path[1:])
        ident = arxiv_id.parse(asked)
        paper = self.world.paper(ident.id) if ident else None
        event = paper.at(local(request.now)) if paper else None
        if not (ident and paper and event):
            return html(page.not_found(asked), 404)
        wanted = ident.version or event.state.version.number
        shown = next((each for each in event.state.versions if each.number == wanted), None)
        return html(abstract_page(paper, event.state, shown) if shown else page.not_found(asked), 200 if shown else 404)

    def _new(self, request: Request, lens: Lens, skip: int, size: int) -> Answer:
        code = taxonomy.canonical(request.category or "")
        printed, day = lens.told(request.about, self.world.calendar)
        found = lens.listed(self.world, code, day, request.now)
        shown = lens.seen(found[skip : skip + size])
        view = listings.View(code, printed, lens.counted(found), shown, skip, size)
        age = "604800, stale-if-error=86400" if found else "300"
        answer = html(listings.new(view), entries=len(shown))
        return answer.with_headers(Surrogate_Control=f"max-age={age}")

    def _recent(self, request: Request, lens: Lens, skip: int, size: int) -> Answer:
        code, day = taxonomy.canonical(request.category or ""), request.about
        days = []
        for _ in range(5):
            days.append((day, _newest_first(self.world.listing(code, day))))
            day = self.world.calendar.before(day)
        found = [each for _, listed in days for each in listed]
        shown = lens.seen(found[skip : skip + size])
        view = listings.View(code, request.about, found, shown, skip, size, "recent")
        return html(listings.recent(view, days), entries=len(shown))


def _newest_first(found: tuple[Announcement, ...]) -> list[Announcement]:
    """New submissions, then cross-lists, each with the highest id first; no replacements."""
    return [each for kind in ("new", "cross") for each in reversed(found) if each.type == kind]


def _other_period(code: str, period: str, now: dt.datetime) -> Answer:
    """Redirects of the old forms; months and years are not printed here."""
    if found := re.fullmatch(r"(\d{4})-?(\d)|(\d{4})(\d\d)", period):
        year, month = found[1] or found[3], found[2] or found[4]
        return moved(f"/arxiv/list/{code}/{year}-{int(month):02d}")
    if re.fullmatch(r"\d\d", period):
        return moved(f"/arxiv/list/{code}/{1900 + int(period) if period > '90' else 2000 + int(period)}")
    return html(page.not_found(f"{code}/{period}"), 404)


def _bad_catchup(request: Request) -> str | None:
    """Why this is no request for a catchup."""
    code, written = request.path[1], request.path[2]
    if set(request.params) - {"abs", "page"}:
        return "Invalid parameters. Only parameters accepted are: abs and page"
    if request.params.get("abs", "False") not in ("True", "False"):
        return "Invalid abs value. Value must be True or False"
    if not re.fullmatch(r"[1-9]\d*", request.params.get("page", "1")):
        return "Invalid page value. Page value should be a positive integer"
    if not (taxonomy.is_category(code) or taxonomy.is_archive(code) or code == "grp_physics"):
        return f"Invalid subject: {code}"
    try:
        day = dt.date.fromisoformat(written)
    except ValueError:
        return f"Invalid date: {written}. Format must be YYYY-MM-DD"
    today = max(local(request.now), request.now.date())
    if day > today:
        return f"Invalid date: {day}. Can't request date later than today"
    if (today - day).days > _CATCHUP_DAYS + 1:
        return f"Invalid date: {day}. Catchup only allowed for past 90 days"
    return None
