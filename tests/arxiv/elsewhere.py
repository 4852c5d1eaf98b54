"""The other services: a page of cards, a daily report, a journal's feed, bioRxiv's API; about the same papers."""

import datetime as dt
from dataclasses import dataclass

from tests.arxiv import formats
from tests.arxiv.calendar import DAY, local
from tests.arxiv.http import Answer, Request, html, plain, xml
from tests.arxiv.lens import Lens
from tests.arxiv.papers import Announcement
from tests.arxiv.world import World

_PREPRINTS = 30  # on a page of bioRxiv's API
_ISSUE = 20  # articles in the journal's feed


@dataclass(frozen=True)
class Elsewhere:
    world: World

    def answer(self, request: Request, lens: Lens) -> Answer:
        """What the service named in the request answers."""
        kinds = {
            "pith": self._cards,
            "inference-report": self._report,
            "journal": self._journal,
            "biorxiv": self._preprints,
        }
        return kinds[request.service](request, lens)

    def _cards(self, request: Request, lens: Lens) -> Answer:
        """/{category}: the newest announcement's new papers."""
        category = request.path[0] if request.path else self.world.categories[0]
        day = self._last(local(request.now))
        found = lens.seen(self._new(category, day))
        return html(formats.cards(category, day, found), entries=len(found))

    def _report(self, request: Request, lens: Lens) -> Answer:
        """/{date}, or / for the newest."""
        day = self._last(local(request.now))
        if request.path:
            try:
                asked = dt.date.fromisoformat(request.path[0])
            except ValueError:
                return html(formats.not_found(request.path[0]), 404)
            if asked > day or not self.world.calendar.announces(asked):
                return html(formats.not_found(request.path[0]), 404)
            day = asked
        category = self.world.categories[0]
        found = lens.seen(self._new(category, day))
        return html(formats.report(category, day, found), entries=len(found))

    def _journal(self, request: Request, lens: Lens) -> Answer:
        """/feed.xml: what got a journal reference last."""
        today = local(request.now)
        issues = [
            (event.date, Announcement(paper, "new", event.state))
            for paper in self.world.papers
            for event in paper.events
            if event.kind == "reference" and event.date <= today
        ]
        newest = sorted(issues, key=lambda issue: (issue[0], issue[1].id), reverse=True)[:_ISSUE]
        shown = lens.seen(newest)
        text = formats.journal(today, shown, f"{request.base}/journal")
        return xml(text, "application/rss+xml", entries=len(shown))

    def _preprints(self, request: Request, lens: Lens) -> Answer:
        """/details/{server}/{from}/{to}/{cursor}"""
        try:
            _, server, first, last, cursor = request.path
            day, until, start = dt.date.fromisoformat(first), dt.date.fromisoformat(last), int(cursor)
        except ValueError:
            return plain("Error : (2002)\n", 404)
        found = []
        while day <= min(until, local(request.now)):
            found += [(day, each) for each in self._new(self.world.categories[-1], day)]
            day += DAY
        shown = lens.seen(found[start : start + _PREPRINTS])
        text = formats.preprints(server, f"{first}:{last}", start, len(found), shown)
        answer = plain(text, entries=len(shown))
        return answer.with_headers(Content_Type="application/json;charset=UTF-8")

    def _last(self, day: dt.date) -> dt.date:
        return day if self.world.calendar.announces(day) else self.world.calendar.before(day)

    def _new(self, category: str, day: dt.date) -> list[Announcement]:
        return [each for each in self.world.listing(category, day) if each.type == "new"]
