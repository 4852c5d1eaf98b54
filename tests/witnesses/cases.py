"""The faults of the table: which of them befall how many days of a trial."""

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass

from tests.arxiv.calendar import DAY, Calendar
from tests.arxiv.faults import Fault, parse

STRUCK = 6
"""Days that a fault befalls, the first of the archive among them; fewer where a trial has fewer to offer."""


@dataclass(frozen=True)
class Case:
    """A fault: the lines of its plan, without the day."""

    name: str
    lines: tuple[str, ...]
    days: str = "some"  # or "first", "third", "holidays" of the table, "repeats": one for each category
    silent: tuple[str, ...] = ()  # services that never answer

    def plan(
        self, seed: int, first: dt.date, last: dt.date, categories: Sequence[str], nights: int
    ) -> tuple[Fault, ...]:
        """Its faults in a trial of so many nights whose announcements from first to last may be struck."""
        every = (first + k * DAY for k in range(-1, nights))
        silence = "".join(f"{day} {name} * server-error always\n" for day in every for name in self.silent)
        return self._struck(seed, first, last, categories) + parse(silence)

    def _struck(self, seed: int, first: dt.date, last: dt.date, categories: Sequence[str]) -> tuple[Fault, ...]:
        rng, due = random.Random(f"{self.name} {seed}"), list(Calendar().dates(first, last))
        if self.days in ("first", "third"):
            days = due[:1] if self.days == "first" else due[2:3]
        elif self.days == "holidays":
            days = [day for day in _weekdays(first, last) if not Calendar().announces(day)]
        elif self.days == "repeats":
            days = sorted(rng.sample(due[2:], len(categories)))
            return parse("".join(f"{day} * {code} repeat always\n" for day, code in zip(days, categories, strict=True)))
        else:
            days = sorted({due[0], *rng.sample(due[1:], min(STRUCK - 1, len(due) - 1))})
        return parse("".join(f"{day} {line}\n" for day in days for line in self.lines))


_LATE = "oai * server-error 1-days"
"""OAI-PMH, asked before the feed, does not speak until the next night."""
CASES = {
    case.name: case
    for case in (
        Case("nothing", ()),
        Case("mixed sections, in the evening", ("list * mixed evening",)),
        Case("mixed sections, on /new", ("list * mixed always",)),
        Case("mixed sections, for good", ("list+catchup * mixed always",)),
        Case("short page, in the evening", ("list * fewer evening",)),
        Case("short page, for good", ("list+catchup * fewer always",)),
        Case("another category's body, in the evening", ("list * other-category evening",)),
        Case("another category's body, for good", ("list+catchup * other-category always",)),
        Case("stale page redated, first night", ("list * redated always",), "first"),
        Case("two announcements, /new has one", ("list * halved always",)),
        Case("two announcements, catchup has the second", ("list+catchup * halved always",)),
        Case("no updates, on /new until midnight", ("list * no-updates evening",)),
        Case("no updates, on /new for good", ("list * no-updates always",)),
        Case("no updates, on /new and /catchup until midnight", ("list+catchup * no-updates evening",)),
        Case("no updates, on /new and /catchup for good", ("list+catchup * no-updates always",)),
        Case("announcement on a holiday of the table", ("* * no-holiday always",), "holidays"),
        Case("holiday that no table has", ("* * new-holiday always",)),
        Case(
            "catchup as now", ("list * server-error always", "catchup * server-error 4-days", "catchup * as-now always")
        ),
        Case("feed lacks one", ("rss * missing always", _LATE)),
        Case("feed has one more", ("rss * extra always", _LATE)),
        Case("listing has one more, in the evening", ("list * extra evening",)),
        Case("listing has one more, for good", ("list+catchup * extra always",)),
        Case("total too high, in the evening", ("list * overstated evening",)),
        Case("words shifted, on /new and /catchup", ("list+catchup * shifted always",)),
        Case("words shifted, on /new until midnight", ("list * shifted evening",)),
        Case("a replacement among the new", ("list+catchup+rss * renewed always",)),
        Case("genuine repeat", (), "repeats"),
    )
}


def _weekdays(first: dt.date, last: dt.date) -> list[dt.date]:
    days = (first + k * DAY for k in range((last - first).days + 1))
    return [day for day in days if day.weekday() < 5]
