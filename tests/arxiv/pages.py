"""arxiv.org: the new listings and catchup, with the rules that the site has for their addresses."""

from dataclasses import dataclass

from daybook.model import arxiv

from tests.arxiv import formats
from tests.arxiv.calendar import local
from tests.arxiv.http import Answer, Request, html
from tests.arxiv.lens import Lens
from tests.arxiv.world import World

_SHOW = "Invalid show value. Valid values: 25, 50, 100, 250, 500, 1000, 2000"


_CATCHUP_DAYS = 90


@dataclass(frozen=True)
class Pages:
    """The site. Catchup shows papers as they were announced; with Kind.AS_NOW as they are, as arXiv's code does."""

    world: World
    catchup_size: int = 2000

    def listing(self, request: Request, lens: Lens) -> Answer:
        """/list/{code}/{period}"""
        if len(request.path) != 3 or not request.category:
            return html(formats.not_found("/".join(request.path)), 404)
        code, period = request.category, request.path[2]
        if not (arxiv.is_category(code) or arxiv.is_archive(code)):
            return html(formats.bad_request(f"Invalid archive or category: {code}"), 400)
        show = request.params.get("show", "2000" if period == "new" else "50")
        if show not in map(str, formats.SIZES):
            return html(formats.bad_request(_SHOW), 400)
        skip = request.params.get("skip", "0")
        first, size = int(skip) if skip.isdecimal() else 0, int(show)
        if period == "new":
            return self._new(request, lens, first, size)
        return html(formats.not_found(f"{code}/{period}"), 404)

    def catchup(self, request: Request, lens: Lens) -> Answer:
        """/catchup/{code}/{date}?abs=True&page=N"""
        if len(request.path) != 3 or not request.category:
            return html(formats.not_found("/".join(request.path)), 404)
        code, day = request.category, request.path[2]
        if (local(request.now) - request.about).days > _CATCHUP_DAYS + 1:
            return html(formats.bad_request(f"Invalid date: {day}. Catchup only allowed for past 90 days"), 400)
        number = int(request.params.get("page", "1"))
        out = request.about <= self.world.calendar.listed(request.now)
        found = lens.listed(self.world, code, request.about, request.now) if out else ()
        skip = (number - 1) * self.catchup_size
        shown = lens.seen(found[skip : skip + self.catchup_size])
        view = formats.View(code, request.about, lens.counted(found), shown, skip, self.catchup_size)
        return html(formats.catchup(view, request.params.get("abs") == "True", number), entries=len(shown))

    def _new(self, request: Request, lens: Lens, skip: int, size: int) -> Answer:
        code = arxiv.canonical(request.category or "")
        printed, day = lens.told(request.about, self.world.calendar)
        found = lens.listed(self.world, code, day, request.now)
        shown = lens.seen(found[skip : skip + size])
        view = formats.View(code, printed, lens.counted(found), shown, skip, size)
        age = "604800, stale-if-error=86400" if found else "300"
        answer = html(formats.new(view), entries=len(shown))
        return answer.with_headers(Surrogate_Control=f"max-age={age}")
