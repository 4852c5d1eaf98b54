"""."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from daybook.model import Coverage, CoverageState, Day, EntryType
from daybook.text import dates
from daybook.text.language import N_, _, ngettext
from daybook.view import labels
from daybook.view.context import View

REPLACED: tuple[EntryType, ...] = ("replace", "replace-cross")


LONE = "lone"
"""Marks days that are complete by one witness alone."""
NAMES = {
    "complete": N_("Complete"),
    LONE: N_("Complete, one witness"),
    "quiet": N_("Quiet"),
    "partial": N_("Partial"),
    "contradicted": N_("Contradicted"),
    "stale": N_("Stale"),
    "missing": N_("Missing"),
    "unasked": N_("Not collected"),
    "reconstructed": N_("Reconstructed"),
}
WORST = ("quiet", "complete", LONE, "reconstructed", "unasked", "partial", "contradicted", "stale", "missing")
"""The states as a day's seal weighs them: the last one of its categories' wins."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The coverage of a day's announcement in all categories together."""

    state: CoverageState  # the worst of those that were collected, if there are any
    held: int  # entries of all categories; a paper that several list is an entry of each
    stated: int | None  # by arXiv; None: for a category at least, nothing states it
    unasked: int  # further categories that were not collected
    lone: bool = False  # it is complete, in a category at least by one witness alone
    disputed: int = 0  # entries of which witnesses contradict each other

    @property
    def mark(self) -> str:
        """The worst of all categories: a day is not complete where one of them was not collected."""
        own = LONE if self.lone else self.state
        return max(own, "unasked", key=WORST.index) if self.unasked else own

    @property
    def judged(self) -> CoverageState:
        """The worst state of all categories, whoever proves it."""
        return "unasked" if self.mark == "unasked" else self.state

    @property
    def text(self) -> str:
        """In words: `Complete: 31 of 31`, `Quiet`, `Contradicted: 2 papers disputed`,
        `Partial: 12 held, total unknown; 1 category not collected`."""
        disputed = ngettext("{n} paper disputed", "{n} papers disputed", self.disputed) if self.disputed else ""
        said = ", ".join(filter(None, (self._counted, disputed)))
        text = ": ".join(filter(None, (state_name(LONE if self.lone else self.state), said)))
        more = ngettext("{n} category not collected", "{n} categories not collected", self.unasked)
        return f"{text}; {more}" if self.unasked else text

    @property
    def _counted(self) -> str:
        """How much is held; empty where witnesses differ, for a page's own numbers would look like a proof."""
        if self.state == "contradicted" or not (self.stated or self.held):
            return ""
        held = labels.number(self.held)
        if self.stated is None:
            return _("{n} held, total unknown", n=held)
        return _("{n} of {all}", n=held, all=labels.number(self.stated))


def state_name(mark: str) -> str:
    """A state or LONE as pages name it: `Complete`, `Complete, one witness`, `Not collected`."""
    return _(NAMES[mark])


def mark_of(day: Coverage) -> str:
    """What marks a category's day: its state, or LONE."""
    return LONE if day.lone and day.state == "complete" else day.state


def seal(view: View, date: dt.date) -> Seal | None:
    """The coverage of a day's announcement in all categories together; None if it was never judged."""
    days = view.coverage.get(date, ())
    return _sealed(days) if days else None


def _sealed(days: Sequence[Coverage]) -> Seal:
    asked = [day for day in days if day.state != "unasked"] or days
    stated = [0 if day.state == "quiet" else day.total for day in asked]
    state = max((day.state for day in asked), key=WORST.index)
    return Seal(
        state=state,
        held=sum(day.stored for day in asked),
        stated=None if None in stated else sum(total or 0 for total in stated),
        unasked=len(days) - len(asked),
        lone=state == "complete" and any(mark_of(day) == LONE for day in asked),
        disputed=sum(len({name for said in day.contradictions for name in said.ids}) for day in asked),
    )


def plain_state(stamp: Seal) -> str:
    """What a reader wants to know of a day: `whole`, `lacking`, or `unknown`: nobody can tell."""
    if stamp.mark in ("complete", LONE, "quiet"):
        return "whole"
    unknown = stamp.mark in ("reconstructed", "unasked", "contradicted") or (
        stamp.mark == "partial" and not stamp.stated
    )
    return "unknown" if unknown else "lacking"


SECTIONS: tuple[tuple[str, str, tuple[EntryType, ...]], ...] = (
    ("new", N_("New submissions"), ("new",)),
    ("cross", N_("Cross-lists"), ("cross",)),
    ("replace", N_("Replacements"), REPLACED),
    ("seen", N_("First seen elsewhere"), ("card", "report", "harvest")),
)
"""(name, heading, types) of the sections of arXiv's page of a day, in its order, and of what it did not announce."""


def is_quiet(view: View, day: Day) -> bool:
    """Whether nothing was announced; not if an announcement was due and is missing."""
    if day.date in view.coverage:
        return all(each.state == "quiet" for each in view.coverage[day.date])
    return not day.announced and any(statement.quiet for statement in day.statements)


def _sizes(day: Day) -> list[tuple[str, int]]:
    return [(name, len(day.of_type(*types))) for name, _, types in SECTIONS]


def counts(day: Day, *, short: bool = False) -> list[tuple[int, str]]:
    """(number, noun) for what was announced, and for what was only seen: `(19, "new submissions")`; short: `new`."""
    return [(size, _noun(name, size, short)) for name, size in _sizes(day) if size]


def _noun(name: str, size: int, short: bool) -> str:
    if name == "new":
        return ngettext("new", "new", size) if short else ngettext("new submission", "new submissions", size)
    if name == "cross":
        return ngettext("cross-list", "cross-lists", size)
    if name == "replace":
        return ngettext("replacement", "replacements", size)
    return ngettext("paper seen elsewhere", "papers seen elsewhere", size)


def describe(view: View, day: Day) -> str:
    """A day in one sentence. It does not call a missing day one on which nothing was announced."""
    text = ", ".join(f"{labels.number(size)} {what}" for size, what in counts(day))
    text = text or (_("nothing announced") if is_quiet(view, day) else _("nothing held"))
    return f"{dates.long_date(day.date)}: {text}."
