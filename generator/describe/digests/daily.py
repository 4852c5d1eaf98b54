"""The digest of a day."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.dates import date, long_date
from generator.describe.digests.clusters import Thread, threads, worth
from generator.describe.digests.grammar import (
    Sentence,
    counted,
    listed,
    named,
    number,
    ordinal,
    paragraphs,
    sentence,
    text,
)
from generator.describe.digests.items import Item
from generator.describe.digests.realise import Teller
from generator.model import ANNOUNCED, Digest, EntryType, Theme
from generator.sources import report

MOST_WORDS = 240
"""Of a day's digest; leaves room for a title or two within the 250 promised."""
_FEW = 4
"""A day of at most so many papers needs no threads: each is presented."""
_ALONE = 6
"""How many papers are presented if there are no threads."""

_AT_LEAST = 2
"""How many papers of a thread are named if none can be presented."""


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """How much is said. A paper is presented by a sentence of its own; others are only named."""

    threads: int
    presented: int  # papers presented of each of the first two threads
    then: int  # and of each later one
    listed: int  # papers of each thread that are only named
    apart: int  # papers presented outside the threads
    named: int  # replacements that are named, and papers outside the threads


_PLANS = tuple(
    _Plan(threads=threads, presented=presented, then=then, listed=listed, apart=apart, named=named)
    for threads, presented, then, listed, apart, named in (
        *((4, 3, 3, 4, 3, 3), (4, 3, 2, 3, 2, 3), (4, 2, 2, 3, 2, 3), (4, 2, 2, 2, 1, 3), (4, 2, 1, 2, 1, 3)),
        *((3, 3, 2, 2, 1, 3), (3, 2, 2, 2, 1, 2), (3, 2, 2, 1, 1, 2), (3, 2, 1, 2, 1, 2), (3, 2, 1, 1, 1, 1)),
        *((3, 1, 1, 2, 1, 2), (2, 2, 1, 1, 1, 1), (2, 1, 1, 1, 0, 1), (2, 1, 1, 0, 0, 0)),
    )
)
"""From the fullest to the barest; the first that stays within MOST_WORDS is used."""


def day(when: dt.date, announced: Sequence[Item], themes: Iterable[Theme] = ()) -> Digest | None:
    """The digest of a day, from the papers in the order of its page; None if nothing was announced.

    Without a listing of the day, it covers the papers that other sites mention (types `report` and `card`).
    """
    items = _once(announced)
    chosen = [item for item in items if item.type in ANNOUNCED] or [i for i in items if i.type in ("report", "card")]
    if not chosen:
        return None
    known = {theme.slug: theme for theme in themes}
    fresh = [item for item in chosen if not item.type.startswith("replace")]
    main = [item for item in fresh or chosen if not item.withdrawn]
    clusters = threads(main, known) if len(main) > _FEW else []
    opening, teller = lead(when, chosen, main, known), Teller()
    digest: Digest | None = None
    for plan in _PLANS:
        teller.anew()
        digest = Digest(paragraphs=paragraphs([opening, *_written(chosen, main, clusters, plan, teller)]))
        if length(digest) <= MOST_WORDS:
            break
    return digest


def length(digest: Digest) -> int:
    """Words of a digest."""
    return sum(len(text(parts).split()) for parts in digest.paragraphs)


def _once(items: Iterable[Item]) -> list[Item]:
    """The papers, each once, as first announced in the order of announce types."""
    first: dict[str, Item] = {}
    for item in items:
        first.setdefault(item.key, item)
    return list(first.values())


def _written(
    items: Sequence[Item], main: Sequence[Item], clusters: Sequence[Thread], plan: _Plan, teller: Teller
) -> Iterable[list[Sentence]]:
    """The paragraphs after the first, each as its sentences."""
    shown = clusters[: plan.threads]
    for place, thread in enumerate(shown):
        yield written(thread, place, teller, plan.presented if place < 2 else plan.then, plan.listed)
    inside = {item.key for thread in shown for item in thread.items}
    apart = sorted((item for item in main if item.key not in inside), key=lambda item: -worth(item))
    outside = _apart(apart, plan, teller) if shown else _each(apart, teller)
    yield [*outside, *_replaced(items, main, plan.named)]


# The first paragraph


def lead(when: dt.date, items: Sequence[Item], main: Sequence[Item], known: dict[str, Theme]) -> list[Sentence]:
    """What the day brought, in numbers."""
    kinds: Counter[EntryType] = Counter(item.type for item in items)
    counts: list[Sentence] = [(_count(kind, kinds[kind]),) for kind in ANNOUNCED if kinds[kind]]
    if not counts:
        papers = counted(len(items), "paper")
        first = sentence(f"No listing of {date(when)} is held here; other sources name {papers}")
        return [first, *_heads(items, main, known)]
    if when.toordinal() % 2:
        first = sentence(f"The announcement of {date(when)} brings ", listed(counts))
    else:
        first = sentence(f"{long_date(when)}, brings ", listed(counts))
    return [first, *_heads(items, main, known), *_crossing(items)]


def _count(kind: EntryType, value: int) -> str:
    return f"{number(value)} {report.noun(kind, value)}"


def _heads(items: Sequence[Item], main: Sequence[Item], known: dict[str, Theme]) -> list[Sentence]:
    """Over how many themes the papers spread; without themes, which categories have most of them."""
    if len(main) <= _FEW:
        return []
    slugs = {item.themes[0] for item in main if item.themes and item.themes[0] in known}
    if len(slugs) > 2:
        kinds = {item.type for item in main}
        new = "new and cross-listed" if kinds == {"new", "cross"} else "new"
        they = f"the {number(len(main))} {new} papers" if kinds <= {"new", "cross"} else "they"
        return [sentence(f"Counted by first theme, {they} spread over {number(len(slugs))} themes")]
    largest = Counter(item.category for item in main if item.category).most_common(4)
    if slugs or len(largest) < 4 or largest[2][1] < 3 or largest[2][1] == largest[3][1]:
        return []
    sizes: list[Sentence] = [(f"{category} ({value:,})",) for category, value in largest[:3]]
    return [sentence("The largest primary categories are ", listed(sizes))]


def _crossing(items: Sequence[Item]) -> list[Sentence]:
    """Where the cross-lists come from."""
    origins = Counter(item.category for item in items if item.type == "cross" and item.category)
    if origins.total() < 2 or origins.total() < sum(item.type == "cross" for item in items):
        return []
    if len(origins) == 1:
        return [sentence(f"All cross-lists come from {next(iter(origins))}")]
    if len(origins) > 5:
        return [sentence(f"The cross-lists come from {number(len(origins))} other categories")]
    sizes: list[Sentence] = [(name if value == 1 else f"{name} ({value:,})",) for name, value in origins.most_common()]
    return [sentence("The cross-lists come from ", listed(sizes))]


# A thread


def written(thread: Thread, place: int, teller: Teller, most: int, also: int) -> list[Sentence]:
    """A thread's paragraph: what its papers share, what some of them do, and the names of a few more."""
    sentences = [opener(thread, place)]
    rest = list(thread.items)
    for item in thread.items:
        if len(sentences) > most:
            break
        said = teller.tell(item)
        if said:
            sentences.append(said)
            rest.remove(item)
    also = also if len(sentences) > 1 else max(also, _AT_LEAST)
    return [*sentences, *_also(thread, rest[:also], len(rest), teller)]


def opener(thread: Thread, place: int) -> Sentence:
    """How many papers a thread has and what they share, worded by the thread's position."""
    size = len(thread.items)
    what = thread.subject.spelling if thread.subject else ""
    many = number(size, first=True)
    if thread.name is None:
        return (
            sentence(f"{counted(size, 'paper', first=True)} deal with {what}"),
            sentence(f"Another {number(size)} are about {what}"),
            sentence(f"{many} more deal with {what}"),
            sentence(f"A further {number(size)} are about {what}"),
        )[place % 4]
    shared = len(thread.subject.keys) if thread.subject else 0
    who = f"{number(shared)} of them" if shared < size else "both" if size == 2 else f"all {number(size)}"
    first, one, more, last = (
        (
            f"; {who} mention {what}",
            f"; {what} come{_s(what)} up in {who}",
            f", and {who} mention {what}",
            f", with {what} in {who}",
        )
        if shared
        else ("", "", "", "")
    )
    return (
        sentence(f"{counted(size, 'paper', first=True)} concern {thread.name}{first}"),
        sentence(f"{many} more fall under {thread.name}{one}"),
        sentence(f"Another {number(size)} belong to {thread.name}{more}"),
        sentence(f"{many} turn to {thread.name}{last}"),
    )[place % 4]


def _s(what: str) -> str:
    return "s" if what.endswith("”") or not what.endswith("s") else ""


def _also(thread: Thread, named_only: Sequence[Item], left: int, teller: Teller) -> list[Sentence]:
    """The names of papers that were not presented; `left`: how many there are in all."""
    if not named_only:
        return []
    names = listed([named(item) for item in named_only])
    size, many = len(thread.items), len(named_only) > 1
    ways: dict[str, Sentence] = {}
    if left == 1 and ordinal(size):
        ways["ordinal"] = (f"The {ordinal(size)} is ", *names)
    elif left == len(named_only):
        ways["others"] = ("The others are " if size > left else "They are ", *names)
    ways["belongs"] = (*names, " belong here, too" if many else " belongs here, too")
    ways["holds"] = ("The thread also holds ", *names)
    if size > left:
        ways["beside"] = (f"Beside {'it' if size - left == 1 else 'them'} stand{'' if many else 's'} ", *names)
    said = teller.vary(ways)
    return [said] if said else []


# The last paragraph


def _each(items: Sequence[Item], teller: Teller) -> list[Sentence]:
    """The papers of a day without threads: as many as fit are presented, the others named."""
    statements: list[Sentence] = []
    rest: list[Item] = []
    for item in items:
        one = teller.tell(item) if len(statements) < _ALONE else None
        statements.append(one) if one else rest.append(item)
    if not rest:
        return statements
    if statements:
        begin = "Further: "
    else:
        begin = "It is " if len(rest) == 1 else "They are " if len(rest) <= 3 else "Among them are "
    return [*statements, sentence(begin, listed([named(item) for item in rest[:3]]))]


def _apart(items: Sequence[Item], plan: _Plan, teller: Teller) -> list[Sentence]:
    """How many papers are outside the threads, what some of them do, and the names of some."""
    statements: list[Sentence] = []
    rest: list[Item] = []
    for item in items:
        one = teller.tell(item) if len(statements) < plan.apart else None
        statements.append(one) if one else rest.append(item)
    if not statements:
        return []
    names = [named(item) for item in rest if item.name][: plan.named]
    among: Sentence = (", among them ", *listed(names)) if names else ()
    stand = " stands outside these threads" if len(items) == 1 else " stand outside these threads"
    return [sentence(counted(len(items), "paper", first=True), stand, among), *statements]


def _replaced(items: Sequence[Item], main: Sequence[Item], most: int) -> list[Sentence]:
    said = []
    gone = [item for item in items if item.withdrawn]
    if gone:
        shown: list[Sentence] = [named(item) for item in gone[:3]]
        more: list[Sentence] = [(f"{number(len(gone) - 3)} more",)] if len(gone) > 3 else []
        said.append(sentence(listed(shown + more), " has been withdrawn" if len(gone) == 1 else " have been withdrawn"))
    main_keys = {item.key for item in main}
    again = [
        item for item in items if item.type.startswith("replace") and not item.withdrawn and item.key not in main_keys
    ]
    best = sorted(again, key=lambda item: -worth(item))[:most]
    if best:
        verb = "is" if len(best) == 1 else "are"
        if len(again) == len(best):
            return [*said, sentence("Replaced with new versions: ", listed([named(item) for item in best]))]
        said.append(sentence(f"Among the replacements {verb} ", listed([named(item) for item in best])))
    return said
