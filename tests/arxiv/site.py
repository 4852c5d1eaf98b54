"""All services under one address: which of them a request is for, the rules they share, and their faults."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

from tests.arxiv.calendar import local
from tests.arxiv.elsewhere import Elsewhere
from tests.arxiv.faults import CONTENT, Fault, Injector, Kind
from tests.arxiv.formats import framed, not_found
from tests.arxiv.harvest import Harvest
from tests.arxiv.http import Answer, Request, html, plain, unavailable
from tests.arxiv.lens import Lens
from tests.arxiv.machines import Api, Feeds
from tests.arxiv.pages import Pages
from tests.arxiv.world import World, lacking

Routes = dict[str, Callable[[Request, Lens], Answer]]
"""Service -> what answers for it."""
_HOSTS = {"rss": "rss", "oai": "oai", "export": "api"}
_PLACES = ("list", "catchup")
_ELSEWHERE = ("pith", "inference-report", "journal", "biorxiv")


class Site:
    """The services of one world."""

    def __init__(
        self, world: World, faults: Sequence[Fault] = (), *, oai_size: int = 2500, catchup_size: int = 2000
    ) -> None:
        self.world, self.injector = world, Injector(faults)
        self._sizes = oai_size, catchup_size
        self._routes = self._services(world)
        self._late = tuple(fault for fault in faults if fault.kind is Kind.LATE)
        self._lagging: dict[tuple[Fault, ...], Routes] = {(): self._routes}  # by what is late

    def _services(self, world: World) -> Routes:
        pages = Pages(world, self._sizes[1])
        return {
            "list": pages.listing,
            "catchup": pages.catchup,
            "rss": Feeds(world).answer,
            "oai": Harvest(world, self._sizes[0]).answer,
            "api": Api(world).answer,
            **dict.fromkeys(_ELSEWHERE, Elsewhere(world).answer),
        }

    def _services_at(self, now: dt.datetime) -> Routes:
        """The services as they lag at this moment."""
        late = tuple(fault for fault in self._late if not fault.is_over(now))
        if late not in self._lagging:
            self._lagging[late] = self._services(lacking(self.world, [(f.category, f.day) for f in late]))
        return self._lagging[late]

    def request(
        self, path: str, params: Sequence[tuple[str, str]], headers: Mapping[str, str], now: dt.datetime, base: str
    ) -> Request:
        """The request for a path below the base address."""
        host, *rest = [unquote(part) for part in path.split("/") if part] or [""]
        service = _HOSTS.get(host, host if host in _ELSEWHERE else "")
        if host == "arxiv" and rest:
            service = rest[0] if rest[0] in _PLACES else ""
        return Request(
            service=service,
            path=tuple(rest),
            params=dict(params),
            headers=headers,
            now=now,
            about=self._about(service, rest, now),
            category=rest[1] if service in ("list", "catchup", "rss") and len(rest) > 1 else None,
            base=base,
        )

    def answer(self, request: Request) -> tuple[Answer, Kind | None]:
        """The answer, and the fault that it has. A fault that would change nothing is left for another request."""
        honest = self._honest(request, Lens())
        if honest.status == 200:
            for place, fault in self.injector.waiting(request):
                faulty = self._with_fault(request, honest, fault.kind)
                if faulty is not None:
                    self.injector.happened(place, request)
                    return faulty, fault.kind
        return honest, None

    def _honest(self, request: Request, lens: Lens) -> Answer:
        route = self._services_at(request.now).get(request.service)
        if route is None:
            return html(not_found("/".join(request.path)), 404)
        answer = route(request, lens)
        tag = answer.headers.get("ETag")
        return replace(answer, status=304, body=b"") if tag and request.headers.get("if-none-match") == tag else answer

    def _with_fault(self, request: Request, honest: Answer, kind: Kind) -> Answer | None:
        """The answer with a fault in it; None where that is no other answer."""
        if kind in CONTENT:
            answer = self._honest(request, Lens(kind))
        else:
            answer = _SENT_BADLY.get(kind, _as_it_is)(request, honest)
        changed = kind in _IN_TRANSIT or answer != honest
        return answer if changed and honest.body else None

    def _about(self, service: str, rest: Sequence[str], now: dt.datetime) -> dt.date:
        """The date of the announcement that a request is about; of harvests and queries, today's in the East."""
        if service == "list":
            return self.world.calendar.listed(now)
        if service == "catchup" and len(rest) > 2:
            try:
                return dt.date.fromisoformat(rest[2])
            except ValueError:
                pass
        return local(now)


def _as_it_is(request: Request, honest: Answer) -> Answer:
    return honest


def _torn(request: Request, honest: Answer) -> Answer:
    return replace(honest, body=honest.body[: len(honest.body) // 2])


def _wrong_charset(request: Request, honest: Answer) -> Answer:
    if honest.body.isascii():
        return honest
    kind = honest.headers["Content-Type"].partition(";")[0]
    return honest.with_headers(Content_Type=f"{kind}; charset=iso-8859-1")


_IN_TRANSIT = frozenset({Kind.SHORT, Kind.CUT, Kind.DRIP, Kind.RESET})
"""What the server does to a sound answer while it sends it."""
_SENT_BADLY: dict[Kind, Callable[[Request, Answer], Answer]] = {
    Kind.UNAVAILABLE: lambda request, _: unavailable(request),
    Kind.UNTIL: lambda request, _: unavailable(request, 120, as_date=True),
    Kind.TOO_MANY: lambda *_: plain("Rate exceeded.", 429),
    Kind.NOT_ACCEPTABLE: lambda *_: plain("Not Acceptable\n", 406),
    Kind.SERVER_ERROR: lambda *_: html("<html><body><h1>Internal Server Error</h1></body></html>", 500),
    Kind.MAINTENANCE: lambda *_: html(framed("<h1>We will be back soon</h1>\n<p>Maintenance.</p>", "Maintenance")),
    Kind.TORN: _torn,
    Kind.CHARSET: _wrong_charset,
}
