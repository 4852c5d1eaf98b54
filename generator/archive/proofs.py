"""The sentence that says how complete a day is: one for pages, commands and commit messages. Pure.

It holds numbers, ids and words of our own; only what a day's `note` repeats of an answer may be a service's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.model import Coverage, CoverageState, Tally, Witness

NAMES: dict[Witness, str] = {
    "listing": "arXiv's listing",
    "catchup": "arXiv's catch-up page",
    "feed": "arXiv's feed",
    "oai": "OAI-PMH",
    "api": "arXiv's API",
    "person": "a page that a person ingested",
}
"""Who speaks, in words."""
_SHOWN = 3
"""Ids that a sentence names, at most, of either side."""


def state_name(day: Coverage) -> str:
    """A day's state in words: `complete`, `complete, one witness`, `not collected`."""
    return f"{name_of(day.state)}, one witness" if day.lone else name_of(day.state)


def name_of(state: CoverageState) -> str:
    """A state in words."""
    return "not collected" if state == "unasked" else state


def sentence(day: Coverage, most: int = _SHOWN) -> str:
    """A day's state, and why: `complete: 8 of 8 entries: 8 new, as arXiv lists them; OAI-PMH agrees`.

    most: ids that are named of each side of a contradiction.
    """
    reason = prove(day, most)
    return f"{state_name(day)}: {reason}" if reason else state_name(day)


def prove(day: Coverage, most: int = _SHOWN) -> str:
    """How what is held of a day compares with what arXiv states, who says so, and who says otherwise.

    `37 of 37 entries: 19 new, 5 cross-lists, 13 replacements, as arXiv lists them; OAI-PMH agrees`
    """
    parts = [held(day), *_against(day, most)]
    return "; ".join(filter(None, parts))


def held(day: Coverage) -> str:
    """`prove` without the sides of contradictions."""
    parts = [_held(day)]
    if day.note and day.tallies:
        parts.append(day.note)
    if day.acknowledged is not None:
        parts.append(f'acknowledged: "{day.acknowledged}"' if day.acknowledged else "acknowledged")
    return "; ".join(filter(None, parts))


def _held(day: Coverage) -> str:
    if not day.tallies and day.state == "contradicted":
        return f"{NAMES[day.witnesses[0]]} has no entries" if day.witnesses else day.note
    if not day.tallies:
        return f"{day.note}{_by(day.witnesses)}"
    if day.total is None:
        sections = ", ".join(tally(each, every=True) for each in day.tallies)
        return f"{number(day.stored, 'entry', 'entries')}: {sections}"
    sections = ", ".join(tally(each) for each in day.tallies)
    if day.state == "contradicted" and day.witnesses and day.stored == day.total:
        return f"{NAMES[day.witnesses[0]]} has {number(day.total, 'entry', 'entries')}: {sections}"
    text = f"{day.stored:,} of {number(day.total, 'entry', 'entries')}: {sections}"
    if day.state == "complete":
        return f"{text}, as arXiv lists them{_by(day.witnesses)}"
    if day.state == "contradicted":
        return text
    return text + (
        ", of those that arXiv lists" if day.stored < day.total else ", but not the entries that arXiv lists"
    )


def _by(witnesses: Sequence[Witness]) -> str:
    """Who confirms what a page shows."""
    others = [NAMES[each] for each in witnesses[1:] if each != "person"]
    if others:
        return f"; {words(others)} agree{'s' if len(others) == 1 else ''}"
    return "; no other witness has spoken yet" if len(witnesses) == 1 else ""


@dataclass(frozen=True, slots=True)
class Side:
    """Ids that some witnesses name and others lack, or have in another section."""

    having: tuple[str, ...]  # the witnesses, in words
    ids: tuple[str, ...]
    lacking: tuple[str, ...]
    more: int = 0  # further ids that differ, on either side
    moved: bool = False  # all have them, in different sections

    @property
    def text(self) -> str:
        """Who is on which side: `arXiv's feed and OAI-PMH have, arXiv's listing does not`."""
        if self.moved:
            return f"in different sections of {words((*self.lacking, *self.having))}"
        one, other = ("have" if len(self.having) > 1 else "has"), ("do" if len(self.lacking) > 1 else "does")
        return f"{words(self.having)} {one}, {words(self.lacking)} {other} not"


def sides(day: Coverage) -> list[Side]:
    """Both sides of a day's contradictions; witnesses who say the same stand together."""
    page = NAMES[day.witnesses[0]] if day.witnesses else "the listing"
    told: dict[tuple[str, tuple[str, ...], int], list[str]] = {}
    for said in day.contradictions:
        for kind, ids in (("names", said.names), ("lacks", said.lacks), ("moves", said.moves)):
            if ids:
                other = f"an earlier copy of {page}" if said.witness in day.witnesses[:1] else NAMES[said.witness]
                told.setdefault((kind, ids, said.more), []).append(other)
    return [
        Side((page,), ids, tuple(others), more)
        if kind == "lacks"
        else Side(tuple(others), ids, (page,), more, kind == "moves")
        for (kind, ids, more), others in told.items()
    ]


def _against(day: Coverage, most: int) -> list[str]:
    """What others say: `arXiv's feed has, arXiv's listing does not: 2603.00001`."""
    return [f"{side.text}: {named(side.ids, most)}" for side in sides(day)]


def named(ids: tuple[str, ...], most: int = _SHOWN) -> str:
    """Ids as a sentence names them, of many the first."""
    if len(ids) <= most:
        return words(ids)
    return f"{', '.join(ids[:most])} and {len(ids) - most:,} more"


def tally(each: Tally, *, every: bool = False) -> str:
    """`5 cross-lists`, `3 of 5 cross-lists`; every: the numbers are said even where they are the same."""
    stated = each.stated if each.stated is not None and (every or each.stated != each.stored) else None
    count = each.stored if stated is None else stated
    amount = f"{each.stored:,}" if stated is None else f"{each.stored:,} of {stated:,}"
    one = {"new": "new", "cross": "cross-list", "replace": "replacement"}[each.section]
    return f"{amount} {one}{'' if count == 1 or one == 'new' else 's'}"


def words(items: Iterable[str]) -> str:
    """Items as a sentence names them: `one, two and three`."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def number(value: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{value:,} {one if value == 1 else many}"
