"""Each witness and each defence of the judge taken away, and a trial in which it is missed.

A trial has one fault for some nights; services that would tell it are silent, so that all hangs on what is taken away.
"""

import importlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from daybook.coverage.completeness import agree
from daybook.coverage.witnesses import Page, sections
from daybook.model import Coverage, Statement

from tests.witnesses.cases import CASES, Case

Real = Callable[..., Any]
OTHERS = ("rss", "oai", "api")
"""All services but the pages."""


@dataclass(frozen=True)
class Removal:
    """What is taken away, and where it is missed."""

    places: dict[str, Callable[[Real], Real]]  # dotted names -> what makes of the function what stands in its place
    case: Case
    nights: int = 6  # five end before a day is looked at again, which tells some of what is taken away, too


def _says(value: object) -> Callable[[Real], Real]:
    """A function that always gives this."""
    return lambda real: lambda *_, **__: value


def _totals_alone(real: Real) -> Real:
    def agrees(papers: dict[str, Collection[str]], totals: dict[str, int]) -> bool:
        return "all" in totals and sum(map(len, papers.values())) == totals["all"]

    return agrees


def _greatest_total(real: Real) -> Real:
    def pages(records: Iterable[Any], statements: Iterable[Statement]) -> list[Page]:
        lines = tuple(statements)
        most: dict[str, int] = {}
        for count in (count for line in lines for count in line.counts if count.total is not None):
            most[count.section] = max(most.get(count.section, 0), count.total or 0)
        return [page for page in real(records, lines) if agree(sections(page.names), most)]

    return pages


def _quiet_at_once(real: Real) -> Real:
    def is_done(holdings: Any, day: Coverage, today: Any) -> bool:
        return day.state == "quiet" or bool(real(holdings, day, today))

    return is_done


def _quiet_today(real: Real) -> Real:
    def quiet(*arguments: Any, past: bool) -> Coverage | None:
        found: Coverage | None = real(*arguments, past=False)
        return found

    return quiet


def _case(name: str, *silent: str, days: str = "third") -> Case:
    return replace(CASES[name], silent=silent, days=days)


def _third(line: str) -> Case:
    return Case(line, (f"list * {line} always",), "third", OTHERS)


_J, _C, _F = "daybook.coverage.witnesses", "daybook.coverage.completeness", "daybook.commands.fetch._Run"
_SHORT = "short page, for good"
REMOVALS = {
    "feed": Removal({f"{_J}._of_feed": _says(None)}, _case(_SHORT, "oai", "api")),
    "oai": Removal({f"{_J}._of_oai": _says(None)}, _case(_SHORT, "rss", "api")),
    "api": Removal({f"{_J}._of_api": _says(None)}, _case(_SHORT, "rss", "oai")),
    "catchup": Removal({f"{_F}._heal": _says(None)}, _case("no updates, on /new for good", "oai", "api")),
    "section totals": Removal({f"{each}.agree": _totals_alone for each in (_J, _C)}, _third("misfiled"), 5),
    "newest total": Removal({f"{_J}.pages": _greatest_total}, _case("total too high, in the evening")),
    "category body": Removal({f"{_C}.foreign": _says(None)}, _third("other-category")),
    "months": Removal({f"{_C}.outdated": _says(False)}, _third("old")),
    "sections of another day": Removal({f"{_C}.misplaced": _says(None)}, _third("mixed")),
    "repeat": Removal({f"{_C}.{each}": _says(None) for each in ("original_date", "misplaced")}, _third("redated")),
    "genuine repeat": Removal(
        {"daybook.coverage.day_states.is_genuine": _says(False), f"{_C}.repeats_some": _says(False)},
        _case("genuine repeat", days="repeats"),
        10,
    ),
    "quiet again": Removal(
        {"daybook.fetch.asking.is_done": _quiet_at_once, "daybook.coverage.day_states.quiet": _quiet_today},
        _case("no updates, on /new until midnight", *OTHERS),
    ),
    "two announcements": Removal(
        {f"{_J}._joined": _says(())}, _case("two announcements, catchup has the second", "oai")
    ),
    "catchup as it was": Removal(
        {f"{_J}.as_announced": lambda real: lambda listing, *_: listing}, _case("catchup as now", days="some"), 14
    ),
    "clearing": Removal({f"{_F}._clear": _says(None)}, _case("listing has one more, in the evening", days="some")),
}
"""By the name of what is taken away."""


@contextmanager
def without(name: str) -> Iterator[None]:
    """The judge without this witness or defence, until the end of the block."""
    with ExitStack() as stack:
        for place, made in REMOVALS[name].places.items():
            owner, attribute = _owner(place)
            stack.enter_context(mock.patch.object(owner, attribute, made(getattr(owner, attribute))))
        yield


def _owner(place: str) -> tuple[object, str]:
    """The module or class that a dotted name stands in, and its name there."""
    rest, _, attribute = place.rpartition(".")
    module, _, kind = rest.rpartition(".")
    owner = importlib.import_module(module if kind.startswith("_") else rest)
    return (getattr(owner, kind) if kind.startswith("_") else owner), attribute
