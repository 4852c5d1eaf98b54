"""The digest of a week or a month, from its days."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from generator.dates import date, month
from generator.describe.digests.clusters import threads
from generator.describe.digests.daily import MOST_WORDS, length, written
from generator.describe.digests.grammar import Sentence, capital, counted, listed, number, paragraphs, sentence, theme
from generator.describe.digests.items import Item
from generator.describe.digests.realise import Teller
from generator.model import ANNOUNCED, Digest, Theme

Span = Literal["week", "month"]
Days = Sequence[tuple[dt.date, Sequence[Item]]]

_PLANS = ((4, 2, 2), (4, 2, 1), (3, 2, 2), (3, 2, 1), (2, 2, 1), (2, 1, 1))
"""(threads, papers presented in each of the first two, in each later one), from the fullest to the barest."""
_GROWN = 3
"""A theme has grown if it has so many papers more than before ..."""
_TIMES = 1.25
"""... and so many times as many."""


def period(
    span: Span, first: dt.date, days: Days, themes: Iterable[Theme] = (), before: Mapping[str, int] | None = None
) -> Digest | None:
    """The digest of the week or month that begins on `first`, from its days' papers; None if nothing was announced.

    `before`: papers per theme in the previous week or month, from `counts`; None if that is not complete, so that
    nothing is said about growth.
    """
    known = {one.slug: one for one in themes}
    papers = list(_papers(days))
    if not papers:
        return None
    opening = [*_numbers(span, first, days, papers), *_leading(papers, known), *_growth(span, papers, known, before)]
    clusters = threads(papers, known)
    made: Digest | None = None
    teller = Teller()
    for most, first_two, then in _PLANS:
        teller.anew()
        sections = [
            written(thread, place, teller, first_two if place < 2 else then, 0)
            for place, thread in enumerate(clusters[:most])
        ]
        made = Digest(paragraphs=paragraphs([opening, *sections]))
        if length(made) <= MOST_WORDS:
            break
    return made


def counts(days: Days) -> dict[str, int]:
    """Papers per first theme over some days: what `period` compares the next period with."""
    return dict(Counter(item.themes[0] for item in _papers(days) if item.themes))


def _papers(days: Days) -> Iterable[Item]:
    """New and cross-listed papers, each once, oldest first; without any listing, those that other sites mention."""
    papers: dict[str, Item] = {}
    for kinds in (("new", "cross"), ("report", "card")):
        for _, items in days:
            for item in items:
                if item.type in kinds and not item.withdrawn:
                    papers.setdefault(item.key, item)
        if papers:
            break
    return papers.values()


def _numbers(span: Span, first: dt.date, days: Days, papers: Sequence[Item]) -> list[Sentence]:
    name = month(first) if span == "month" else f"the week of {date(first)}"
    fresh = {when: sum(item.type in ("new", "cross") for item in items) for when, items in days}
    again = sum(item.type.startswith("replace") for _, items in days for item in items)
    announced = sum(any(item.type in ANNOUNCED for item in items) for _, items in days)
    if not announced:
        return [sentence(f"No listing of {name} is held here; other sources name {counted(len(papers), 'paper')}")]
    on = f" on {counted(announced, 'announcement day')}"
    papers_of = counted(len(papers), "new or cross-listed paper")
    said = [
        sentence(f"{capital(name)} brings {papers_of}", f" and {counted(again, 'replacement')}" if again else "", on)
    ]
    fullest = sorted(fresh.items(), key=lambda pair: (-pair[1], pair[0]))[:2]
    if len(fullest) > 1 and fullest[0][1] > fullest[1][1]:
        said.append(sentence(f"The fullest day is {date(fullest[0][0])} with {counted(fullest[0][1], 'paper')}"))
    return said


def _leading(papers: Sequence[Item], known: Mapping[str, Theme]) -> list[Sentence]:
    """The leading themes, as far as their counts set them apart."""
    ranked = Counter(item.themes[0] for item in papers if item.themes and item.themes[0] in known).most_common()
    if len(ranked) < 3:
        return []
    said = f"Counted by first theme, they spread over {number(len(ranked))} themes"
    leaders = [pair for pair in ranked[:3] if len(ranked) < 4 or pair[1] > ranked[3][1]]
    named: list[Sentence] = [(theme(known[slug]),) for slug, _ in leaders]
    return [sentence(said, *((", led by ", *listed(named)) if leaders else ()))]


def _growth(
    span: Span, papers: Sequence[Item], known: Mapping[str, Theme], before: Mapping[str, int] | None
) -> list[Sentence]:
    """The theme that grew most since the previous period, if one did."""
    now = Counter(item.themes[0] for item in papers if item.themes and item.themes[0] in known)
    if before is None or not now:
        return []
    grown = sorted(((now[slug] - before.get(slug, 0), slug) for slug in now), key=lambda pair: (-pair[0], pair[1]))
    more, slug = grown[0]
    if more < _GROWN or now[slug] < _TIMES * before.get(slug, 0) or (len(grown) > 1 and grown[1][0] == more):
        return []
    was = number(before.get(slug, 0)) if before.get(slug, 0) else "none"
    what = f"The largest growth against the {span} before is on {theme(known[slug])}"
    return [sentence(f"{what}: from {was} to {number(now[slug])}")]
