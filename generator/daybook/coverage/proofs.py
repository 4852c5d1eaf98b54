"""The sentence that says how complete a day is: one for pages, commands and commit messages. Pure.

It holds numbers, ids and words of our own; only what a day's `note` repeats of an answer may be a service's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from daybook.model import Coverage, Tally, Witness
from daybook.model.archive import MOST_NAMED
from daybook.text.language import N_, _, ngettext
from daybook.text.language import number as grouped

NAMES: dict[Witness, str] = {
    "listing": N_("arXiv's listing"),
    "catchup": N_("arXiv's catch-up page"),
    "feed": N_("arXiv's feed"),
    "oai": "OAI-PMH",
    "api": N_("arXiv's API"),
    "person": N_("a page that a person ingested"),
}
"""Who speaks, in words."""
_STATES = {
    "complete": N_("complete"),
    "quiet": N_("quiet"),
    "partial": N_("partial"),
    "contradicted": N_("contradicted"),
    "stale": N_("stale"),
    "missing": N_("missing"),
    "unasked": N_("not collected"),
    "reconstructed": N_("reconstructed"),
}
_SHOWN = 3
"""Ids that a sentence names, at most, of either side."""


def state_name(day: Coverage) -> str:
    """A day's state in words: `complete`, `complete, one witness`, `not collected`."""
    return _("{state}, one witness", state=name_of(day.state)) if day.lone else name_of(day.state)


def name_of(state: str) -> str:
    """A state in words."""
    return _(_STATES[state])


def sentence(day: Coverage, most: int = _SHOWN) -> str:
    """A day's state, and why: `complete: 8 of 8 entries: 8 new, as arXiv lists them; OAI-PMH agrees`.

    most: ids that are named of each side of a contradiction.
    """
    reason = prove(day, most)
    return f"{state_name(day)}: {reason}" if reason else state_name(day)


def facts(day: Coverage) -> dict[str, Any]:
    """What programs are told of a day."""
    return {
        "date": str(day.date), "category": day.category, "state": day.state, "acknowledged": day.acknowledged,
        "held": day.stored if day.tallies else None, "stated": day.total, "details": prove(day),
        "unannounced": list(unannounced(day)),
    }  # fmt: skip


def unannounced(day: Coverage) -> tuple[str, ...]:
    """The papers (ids) that OAI-PMH knows as due on a day that is not acknowledged, and that its listing lacks."""
    said = day.contradictions if day.acknowledged is None else ()
    return tuple(paper for each in said if each.witness == "oai" for paper in each.names)


def prove(day: Coverage, most: int = _SHOWN) -> str:
    """How what is held of a day compares with what arXiv states, who says so, and who says otherwise.

    `37 of 37 entries: 19 new, 5 cross-lists, 13 replacements, as arXiv lists them; OAI-PMH agrees`
    """
    parts = [held(day), *(f"{side.text}: {named(side.ids, most, side.more)}" for side in sides(day))]
    return "; ".join(filter(None, parts))


def held(day: Coverage) -> str:
    """`prove` without the sides of contradictions."""
    parts = [_held(day)]
    if day.note and day.tallies:
        parts.append(day.note)
    if day.acknowledged is not None:
        parts.append(f'{_("acknowledged")}: "{day.acknowledged}"' if day.acknowledged else _("acknowledged"))
    return "; ".join(filter(None, parts))


def _held(day: Coverage) -> str:
    if not day.tallies and day.state == "contradicted":
        return _("{witness} has no entries", witness=_(NAMES[day.witnesses[0]])) if day.witnesses else day.note
    if not day.tallies:
        return f"{day.note}{_by(day.witnesses)}"
    if day.total is None:
        sections = ", ".join(tally(each, every=True) for each in day.tallies)
        return f"{ngettext('{n} entry', '{n} entries', day.stored)}: {sections}"
    sections = ", ".join(tally(each) for each in day.tallies)
    if day.state == "contradicted" and day.witnesses and day.stored == day.total:
        who, entries = _(NAMES[day.witnesses[0]]), ngettext("{n} entry", "{n} entries", day.total)
        return f"{_('{witness} has {entries}', witness=who, entries=entries)}: {sections}"
    stated = ngettext("{stored} of {n} entry", "{stored} of {n} entries", day.total, stored=grouped(day.stored))
    text = f"{stated}: {sections}"
    if day.state == "complete":
        return f"{text}, {_('as arXiv lists them')}{_by(day.witnesses)}"
    if day.state == "contradicted":
        return text
    lacking = day.stored < day.total
    return f"{text}, {_('of those that arXiv lists') if lacking else _('but not the entries that arXiv lists')}"


def _by(witnesses: Sequence[Witness]) -> str:
    """Who confirms what a page shows."""
    others = [_(NAMES[each]) for each in witnesses[1:] if each != "person"]
    if others:
        return f"; {ngettext('{witnesses} agrees', '{witnesses} agree', len(others), witnesses=words(others))}"
    return f"; {_('no other witness has spoken yet')}" if len(witnesses) == 1 else ""


@dataclass(frozen=True, slots=True)
class Side:
    """Ids that some witnesses name and others lack, or have in another section."""

    having: tuple[str, ...]  # the witnesses, in words
    ids: tuple[str, ...]
    lacking: tuple[str, ...]
    more: int  # further ids that differ, on either side
    kind: str = ""  # "moves": all have them, in different sections; "words": with other titles or authors

    @property
    def text(self) -> str:
        """Who is on which side: `in arXiv's feed and OAI-PMH, but not in arXiv's listing`."""
        some, others = words(self.having), words(self.lacking)
        if self.kind == "moves":
            return _("in different sections of {witnesses}", witnesses=words((*self.lacking, *self.having)))
        if self.kind == "words":
            return _("with other titles or authors in {page} than in {witnesses}", page=others, witnesses=some)
        return _("in {witnesses}, but not in {others}", witnesses=some, others=others)


def sides(day: Coverage) -> list[Side]:
    """Both sides of a day's contradictions; witnesses who say the same stand together."""
    page = _(NAMES[day.witnesses[0]] if day.witnesses else N_("the listing"))
    told: dict[tuple[str, tuple[str, ...], int], list[str]] = {}
    # Each witness speaks of the papers that it has itself: what they say of one page's words is one thing.
    others_words = tuple(sorted({name for said in day.contradictions for name in said.words}))
    for said in day.contradictions:
        kinds = {"names": said.names, "lacks": said.lacks, "moves": said.moves, "words": said.words and others_words}
        for kind, ids in kinds.items():
            if ids:
                earlier = said.witness in day.witnesses[:1]
                other = _("an earlier copy of {page}", page=page) if earlier else _(NAMES[said.witness])
                more = said.more if len(ids) >= MOST_NAMED else 0  # of kinds of which fewer differ, all are named
                told.setdefault((kind, ids, more), []).append(other)
    return [
        Side((page,), ids, tuple(others), more) if kind == "lacks" else Side(tuple(others), ids, (page,), more, kind)
        for (kind, ids, more), others in told.items()
    ]


def named(ids: tuple[str, ...], most: int = _SHOWN, more: int = 0) -> str:
    """Ids as a sentence names them, of many the first; `more`: of which only the number is known."""
    if rest := max(len(ids) - most, 0) + more:
        return _("{names} and {n} more", names=", ".join(ids[:most]), n=grouped(rest))
    return words(ids)


def tally(each: Tally, *, every: bool = False) -> str:
    """`5 cross-lists`, `3 of 5 cross-lists`; every: the numbers are said even where they are the same."""
    stated = each.stated if each.stated is not None and (every or each.stated != each.stored) else None
    count = each.stored if stated is None else stated
    amount = grouped(each.stored)
    amount = amount if stated is None else _("{n} of {all}", n=amount, all=grouped(stated))
    return f"{amount} {noun(each.section, count)}"


def noun(section: str, count: int) -> str:
    """What so many papers of a section of arXiv's listings are, in short: `new`, `cross-lists`, `replacement`."""
    return {
        "new": ngettext("new", "new", count),
        "cross": ngettext("cross-list", "cross-lists", count),
        "replace": ngettext("replacement", "replacements", count),
    }[section]


def words(items: Iterable[str]) -> str:
    """Items as a sentence names them: `one, two and three`."""
    *most, last = list(items) or [""]
    return _("{items} and {last}", items=", ".join(most), last=last) if most else last
