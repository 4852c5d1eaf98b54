"""Archives filled from the local arXiv, day by day on a simulated clock."""

import datetime as dt
import io
import json
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from daybook import config
from daybook.archive import Context, load
from daybook.commands.fetch import fetch
from daybook.config import Settings
from daybook.exports import tables
from daybook.fetch.hosts import all_hosts
from daybook.fetch.session import Environment
from daybook.fetch.wire import Wire
from daybook.model import ANNOUNCED, Tally
from daybook.pages.days import day_pages
from daybook.runtime import files
from daybook.view.archive_view import View

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import Clock, FileClock, SimulatedClock
from tests.arxiv.faults import Fault
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World
from tests.cases import Patch

CATEGORIES = ("cs.DC", "cs.NI")
TIMES = (dt.time(0, 40), dt.time(3, 10))
"""When the archive is fetched, Eastern: after the feeds turn, and once more."""


def archive(folder: Path, categories: Sequence[str] = CATEGORIES) -> Path:
    settings = Settings(title="Trial", categories=tuple(categories), contact="me@example.org")
    Context(folder).store.make(config.render(settings))
    return folder


def outside(arxiv: LocalArxiv) -> Environment:
    """The local arXiv in place of the services."""
    return _outside(arxiv.url, arxiv.clock)


def _outside(url: str, clock: Clock) -> Environment:
    return Environment(clock=clock, hosts=all_hosts({}, {"DAYBOOK_HOSTS": url}))


def run(folder: Path, arxiv: LocalArxiv, command: Callable[..., None] = fetch) -> Context:
    """A command, once. command: takes a context, and `world`: what lies outside."""
    context = Context(folder, quiet=True)
    command(context, world=outside(arxiv))
    return context


def fill(
    folder: Path,
    world: World,
    first: dt.date,
    last: dt.date,
    faults: Iterable[Fault] = (),
    times: Sequence[dt.time] = TIMES,
    oai_size: int = 12,
    sundays: Sequence[dt.time] = (),
    clock: FileClock | None = None,
    run: Callable[[Path, LocalArxiv], object] = run,
) -> LocalArxiv:
    """Fetch on every day, Sundays too and then at more times; the server, to be asked what it saw."""
    settable = clock or SimulatedClock(eastern(first, times[0]))
    with serving(Site(world, tuple(faults), oai_size=oai_size), settable) as arxiv:
        day = first
        while day <= last:
            for time in (*times, *(sundays if day.weekday() == 6 else ())):
                settable.set(eastern(day, time))
                run(folder, arxiv)
            day += DAY
    return arxiv


def announced(folder: Path) -> list[tuple[dt.date, str, str]]:
    """(date, category, id) of what the listings' records announce, as often as it is held."""
    store = Context(folder).store
    return [
        (record.date, record.category or "", record.arxiv_id or "")
        for record in store.records()
        if record.type in ANNOUNCED and record.source == "arxiv-listing"
    ]


def told(folder: Path) -> list[dict[str, object]]:
    """The papers, and where they were announced whoever said so: listings do not tell replaced cross-lists apart."""
    found = []
    for line in tables.jsonl(load.fold(Context(folder, quiet=True), published=False, described=False)):
        paper = json.loads(line)
        sightings = {
            (s["date"], s["type"].replace("replace-cross", "replace"), s["category"]) for s in paper["sightings"]
        }
        paper["sightings"] = sorted(s for s in sightings if s[1] != "harvest")
        found.append(paper)
    return found


_WITNESSES = re.compile(
    r"; the feed differs in [^\n]*|; [A-Za-z'\- ,]+ agrees?\b|; no other witness has spoken yet"
    r"|(?<=omplete), one witness"
)
"""Who confirms a day depends on what could be asked that night."""


@dataclass(frozen=True)
class Shown:
    """All that tells one archive from another but who said it: so without arXiv's numbers and order of a day's
    papers, which only whole listing pages give."""

    papers: list[dict[str, object]]
    days: dict[str, str]  # path -> the page of a day, Markdown
    coverage: list[tuple[str, dt.date, str, tuple[Tally, ...], int | None]]  # category, date, state, held, stated


def shown(folder: Path) -> Shown:
    """The papers, all days' pages and the final state of each day."""
    context = Context(folder, quiet=True)
    folded = load.fold(context, published=True)
    drafts = day_pages.drafts(View(folded, context.settings()))
    coverage = [(c.category, c.date, c.state, c.tallies, c.total) for c in folded.coverage]
    made = (draft.make() for draft in drafts)
    pages = {page.path: "\n".join(sorted(_plain(page.text).split("\n"))) for page in made}
    return Shown(told(folder), pages, coverage)


def _plain(text: str) -> str:
    """A page without those who confirm it."""
    return _WITNESSES.sub("", text).replace("coverage: lone", "coverage: complete")


# Death


class Killed(BaseException):
    """Stands for kill -9: nothing may catch it."""


def killed() -> None:
    raise Killed


class Killer:
    """Ends the program at the given moment, counted in writes and requests; at odd counts after it was carried out."""

    def __init__(self, monkeypatch: Patch, end: Callable[[], None] = killed) -> None:
        self.moment: int | None = None
        self.count = 0
        self._end = end
        for place, name in ((files, "write"), (Wire, "get")):
            monkeypatch.setattr(place, name, self._deadly(getattr(place, name)))

    def at(self, moment: int | None) -> None:
        self.moment, self.count = moment, 0

    def _deadly(self, real: Callable[..., object]) -> Callable[..., object]:
        def act(*arguments: object, **options: object) -> object:
            self.count += 1
            if self.moment is not None and self.count == self.moment and self.count % 2 == 0:
                self._end()
            result = real(*arguments, **options)
            if self.moment is not None and self.count == self.moment:
                self._end()
            return result

        return act


def run_to_be_killed(
    folder: Path, arxiv: LocalArxiv, moment: int | None, request: int, command: Callable[..., None] = fetch
) -> bool:
    """A command in a process of its own that gets SIGKILL; whether it got it before it was done.

    It kills itself at the `moment`-th write or request, before or after; or is killed while the server has its
    `request`-th request in hand, whichever comes first. The server and the clock live on.
    """
    assert isinstance(arxiv.clock, FileClock)
    child = _FORKS.Process(target=_doomed, args=(folder, arxiv.url, arxiv.clock, moment, command))
    last = len(arxiv.asked) + request

    def kill() -> None:
        if len(arxiv.asked) >= last:
            child.kill()

    arxiv.at_each = kill
    child.start()
    child.join()
    arxiv.at_each = None
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode != 0


_FORKS = multiprocessing.get_context("forkserver")
"""Children are forked from a process without threads, which this one is not, as it has the server in it."""
_FORKS.set_forkserver_preload([__name__])


def _doomed(folder: Path, url: str, clock: FileClock, moment: int | None, command: Callable[..., None]) -> None:
    sys.stderr = io.StringIO()
    Killer(pytest.MonkeyPatch(), lambda: os.kill(os.getpid(), signal.SIGKILL)).at(moment)
    command(Context(folder, quiet=True), world=_outside(url, clock))
