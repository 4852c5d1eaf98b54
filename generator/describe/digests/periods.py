"""The digest of a week or a month, from its days."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from generator.dates import MONTHS, month, week
from generator.describe.digests import lines
from generator.describe.digests.daily import listed
from generator.describe.digests.items import Item
from generator.model import ANNOUNCED, Digest, Theme
from generator.sources import report

Span = Literal["week", "month"]
Days = Sequence[tuple[dt.date, Sequence[Item]]]


def period(
    span: Span, first: dt.date, days: Days, themes: Iterable[Theme] = (), before: Mapping[str, int] | None = None
) -> Digest | None:
    """The digest of the week or month that begins on `first`, from its days' papers; None if nothing was announced.

    `before`: papers per theme in the previous week or month, from `counts`; None if that is not complete, so that
    nothing is compared with it.
    """
    papers = _papers(days)
    if not papers:
        return None
    groups = lines.themed(papers, {theme.slug: theme for theme in themes}, before)
    opening = [_numbers(span, first, days, papers), *_per_day(days)]
    if groups and before is not None and len(papers) > lines.FEW:
        opening.append(f"After each theme: its papers, and how many more or fewer than in the {span} before.")
    return lines.digest(opening, papers, groups or lines.by_category(papers))


def counts(days: Days) -> dict[str, int]:
    """Papers per first theme over some days: what `period` compares the next period with."""
    return dict(Counter(item.themes[0] for item in _papers(days) if item.themes))


def _papers(days: Days) -> list[Item]:
    """New and cross-listed papers, each once, oldest first; without any listing, those that other sites mention."""
    papers: dict[str, Item] = {}
    for kinds in (("new", "cross"), ("report", "card")):
        for _, items in days:
            for item in items:
                if item.type in kinds and not item.withdrawn:
                    papers.setdefault(item.key, item)
        if papers:
            break
    return list(papers.values())


def _numbers(span: Span, first: dt.date, days: Days, papers: Sequence[Item]) -> str:
    name = month(first) if span == "month" else week(first)
    kinds = Counter(item.type for item in papers)
    kinds["replace"] = sum(item.type.startswith("replace") for _, items in days for item in items)
    announced = sum(any(item.type in ANNOUNCED for item in items) for _, items in days)
    if not announced:
        papers_named = f"{len(papers):,} {report.noun('report', len(papers))}"
        return f"No listing of {name} is held here; other sources name {papers_named}."
    said = [f"{kinds[kind]:,} {report.noun(kind, kinds[kind])}" for kind in ANNOUNCED if kinds[kind]]
    return f"{name}: {listed(said)} on {announced} announcement day{'s' if announced > 1 else ''}."


def _per_day(days: Days) -> list[str]:
    """New and cross-listed papers of each day of a week; of a month, on the fullest and the emptiest."""
    sizes = {when: sum(item.type in ("new", "cross") for item in items) for when, items in days}
    sizes = {when: size for when, size in sizes.items() if size}
    if len(sizes) < 2:
        return []
    if len(sizes) <= 7:
        return [f"New and cross-listed papers by day: {', '.join(f'{n:,} on {_short(w)}' for w, n in sizes.items())}."]
    full, empty = max(sizes, key=lambda when: sizes[when]), min(sizes, key=lambda when: sizes[when])
    most, least = f"most on {_short(full)} ({sizes[full]:,})", f"fewest on {_short(empty)} ({sizes[empty]:,})"
    return [f"New and cross-listed papers: {most}, {least}."]


def _short(when: dt.date) -> str:
    return f"{when.day} {MONTHS[when.month - 1]}"
