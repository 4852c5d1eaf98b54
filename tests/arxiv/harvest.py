"""oaipmh.arxiv.org: which records an OAI-PMH request gets. All errors come with status 200."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode

from tests.arxiv import formats
from tests.arxiv.calendar import DAY
from tests.arxiv.faults import Kind
from tests.arxiv.http import Answer, Request, xml
from tests.arxiv.lens import Lens
from tests.arxiv.papers import Event, Paper
from tests.arxiv.world import World

_EARLIEST = dt.date(2005, 9, 16)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


_Page = tuple[Sequence[tuple[Paper, Event]], str | None]  # records, and the token behind them


class _Wrong(Exception):
    """code, reason: what the service answers in place of records."""


@dataclass(frozen=True)
class Harvest:
    """The service. `size`: records on a page (arXiv: 2500)."""

    world: World
    size: int = 2500

    def answer(self, request: Request, lens: Lens) -> Answer:
        """/oai?verb=..."""
        asked = dict(request.params)
        try:
            found, token = self._body(request, asked, lens)
            return xml(formats.oai(request.now, asked, found, token), "text/xml", entries=len(found))
        except _Wrong as wrong:
            code, reason = wrong.args
            asked = asked if code in ("noRecordsMatch", "cannotDisseminateFormat") else {}
            return xml(formats.oai_error(request.now, asked, code, reason), "text/xml")

    def _body(self, request: Request, asked: Mapping[str, str], lens: Lens) -> _Page:
        verb = asked.get("verb", "")
        if verb != "ListRecords":
            raise _Wrong("badVerb", f"unknown verb {verb!r}")
        return self._records(request, asked, lens)

    def _records(self, request: Request, asked: Mapping[str, str], lens: Lens) -> _Page:
        if "resumptionToken" in asked:
            if lens.kind is Kind.BAD_TOKEN:
                raise _Wrong("badResumptionToken", "Token decoding failed or format is invalid.")
            asked = _of_token(asked["resumptionToken"])
        if asked.get("metadataPrefix") != formats.OAI_FORMAT:
            raise _Wrong("cannotDisseminateFormat", f"no format {asked.get('metadataPrefix')}")
        skip = int(asked.get("skip", "0"))
        first, last = _window(asked, request.now.date())
        found = self._found(self.world.calendar.harvested(request.now), first, last, asked.get("set"))
        if not found:
            raise _Wrong("noRecordsMatch", "")
        page = found[skip : skip + self.size]
        token: str | None = None
        if skip + self.size < len(found):
            token = _token(asked, first, skip, page)
        elif "skip" in asked:
            token = ""
        return lens.seen(page), token

    def _found(self, day: dt.date, first: dt.date, last: dt.date, wanted: str | None) -> list[tuple[Paper, Event]]:
        """The papers whose newest change until this day lies in the window and the set, by datestamp and id."""
        found = [(paper, event) for paper in self.world.papers if (event := paper.at(day)) and first <= event.date]
        kept = [(paper, event) for paper, event in found if event.date <= last and _in_set(event, wanted)]
        return sorted(kept, key=lambda each: (each[1].date, each[0].id))


def _bad(reason: str) -> _Wrong:
    return _Wrong("badArgument", reason)


def _window(asked: Mapping[str, str], today: dt.date) -> tuple[dt.date, dt.date]:
    """The datestamps asked for. Raises _Wrong."""
    days = []
    for key, default in (("from", _EARLIEST), ("until", today + DAY)):
        written = asked.get(key, default.isoformat())
        try:
            day = dt.date.fromisoformat(written) if _DATE.fullmatch(written) else None
        except ValueError:
            day = None
        if day is None:
            raise _bad(f"{key} date format must be YYYY-MM-DD")
        days.append(day)
    first, last = days
    if first < _EARLIEST or last < _EARLIEST or first > last or max(days) > today + DAY:
        raise _bad("date out of range")
    return first, last


def _in_set(event: Event, wanted: str | None) -> bool:
    """Whether a header's sets lie in the set asked for: a category, an archive or a group."""
    return wanted is None or any(f"{spec}:".startswith(f"{wanted}:") for spec in formats.sets_of(event.state))


def _token(asked: Mapping[str, str], first: dt.date, skip: int, page: list[tuple[Paper, Event]]) -> str:
    """The original request with a skip; where the page crossed days, it goes on from the last of them."""
    last = page[-1][1].date
    given = sum(event.date == last for _, event in page)
    words = {key: value for key, value in asked.items() if key not in ("from", "skip")}
    crossed = last > first and page[0][1].date != last
    words["from"] = (last if crossed else first).isoformat()
    words["skip"] = str(given if crossed else skip + len(page))
    return quote(urlencode({"verb": "ListRecords", **words}), safe="")


def _of_token(token: str) -> dict[str, str]:
    """What a token says. Raises _Wrong."""
    words = dict(parse_qsl(unquote(token)))
    if words.get("verb") != "ListRecords" or not words.get("skip", "").isdecimal():
        raise _Wrong("badResumptionToken", "Token decoding failed or format is invalid.")
    return words
