"""What a night asks of arXiv, and how fast: nights of 1, 2, 10 and 38 categories against the local arXiv, as a table.

    python -m tests.tools.requests [1 2 10 38]

Each night has the three runs that the workflow has: in the evening, after midnight Eastern, and four hours later. There
are a new archive's first night, usual nights, a holiday, and a day off that no calendar names. Time is simulated:
nothing here depends on this machine's speed, and nothing outside it is asked.
"""

import datetime as dt
import itertools
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from daybook.model import arxiv as taxonomy

from tests.arxiv.calendar import DAY, EASTERN, HOLIDAYS, Calendar, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.pace import GROUPS
from tests.arxiv.server import Asked, serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.fetch.trial import archive, run
from tests.tools import row

NUMBERS = (1, 2, 10, 38)
FIRST, LAST = dt.date(2026, 6, 16), dt.date(2026, 6, 26)
HOLIDAY = dt.date(2026, 6, 22)  # Friday 19 June closes nothing
UNNAMED = dt.date(2026, 6, 25)  # nor does Wednesday 24 June, which no calendar names
RUNS = ((-1, dt.time(20, 17)), (0, dt.time(0, 41)), (0, dt.time(4, 23)))
"""The runs of a night: days after its date, and the time, Eastern."""
SERVICES = ("rss", "list", "catchup", "oai", "api")
KINDS = {FIRST: "first night", HOLIDAY: "holiday", UNNAMED: "unnamed day off", UNNAMED + DAY: "night after it"}
CATEGORIES = tuple(
    code for code in sorted(taxonomy.all_codes()) if code.startswith("cs.") and taxonomy.canonical(code) == code
)


def nights(categories: Sequence[str], folder: Path) -> tuple[dict[dt.date, list[Asked]], list[dt.date]]:
    """What was asked in each night, and the nights with a failed run."""
    world = make(7, FIRST - DAY, LAST + DAY, categories, busy=1, calendar=Calendar(HOLIDAYS | {UNNAMED - DAY}))
    clock = SimulatedClock(eastern(FIRST - DAY, RUNS[0][1]))
    found: dict[dt.date, list[Asked]] = {}
    red = []
    with serving(Site(world), clock) as arxiv:
        archive(folder, categories)
        for date in (FIRST + k * DAY for k in range((LAST - FIRST).days + 1)):
            if date.weekday() > 4:
                continue
            before = len(arxiv.asked)
            for days, time in RUNS:
                clock.set(eastern(date + days * DAY, time))
                if run(folder, arxiv).failed and date not in red:
                    red.append(date)
            found[date] = arxiv.asked[before:]
        assert not arxiv.pace.breaches
    return found, red


def shortest(asked: Iterable[Asked]) -> dict[str, float]:
    """Seconds between two requests to a group of hosts, at least."""
    moments = defaultdict(list)
    for each in asked:
        moments[GROUPS.get(each.service, each.service)].append(each.when)
    return {
        group: min((b - a).total_seconds() for a, b in itertools.pairwise(times))
        for group, times in moments.items()
        if len(times) > 1
    }


def lines(categories: Sequence[str], found: dict[dt.date, list[Asked]], red: Sequence[dt.date]) -> Iterable[str]:
    """The rows of the table, one a night."""
    for date, asked in found.items():
        numbers = Counter(each.service for each in asked)
        hours = [each.when.astimezone(EASTERN).hour for each in asked]
        by_run = Counter(0 if hour >= 20 else 1 if hour < 4 else 2 for hour in hours)
        runs = "/".join(str(by_run[k]) for k in range(len(RUNS)))
        gaps = shortest(asked)
        cells = [str(len(categories)), str(date), KINDS.get(date, "usual")]
        cells += [str(numbers[name]) for name in SERVICES]
        cells += [str(len(asked)), f"{len(asked) / len(categories):.1f}", runs]
        cells += [f"{gaps[group]:g}" if group in gaps else "" for group in ("machines", "pages")]
        yield row(*cells, "red" if date in red else "")


def main(numbers: Sequence[int]) -> None:
    """Print the table."""
    head = ("categories", "night", "kind", *SERVICES, "all", "a category", "by run", "API, RSS, OAI: s", "pages: s", "")
    print(row(*head))
    print("|" + "---|" * len(head))
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            found, red = nights(CATEGORIES[:number], Path(folder) / "archive")
        for line in lines(CATEGORIES[:number], found, red):
            print(line, flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or NUMBERS)
