"""The digest of a day."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence

from generator.dates import date, long_date
from generator.describe.digests import lines
from generator.describe.digests.items import Item
from generator.model import ANNOUNCED, Digest, Theme
from generator.sources import report

_CATEGORIES = 5
"""Most primary categories that are counted one by one."""


def day(
    when: dt.date,
    announced: Sequence[Item],
    themes: Iterable[Theme] = (),
    *,
    counted: bool = True,
    grouped: bool = True,
) -> Digest | None:
    """The digest of a day, from the papers in the order of its page; None if nothing was announced.

    Without a listing of the day, it covers the papers that other sites mention (types `report` and `card`).
    `counted`: it begins with how many papers were announced, for readers to whom nothing else says so; `grouped`: it
    lists them by theme, for readers who do not see them by theme below.
    """
    items = list({item.key: item for item in reversed(announced)}.values())[::-1]  # each as first announced
    chosen = [item for item in items if item.type in ANNOUNCED] or [i for i in items if i.type in ("report", "card")]
    if not chosen:
        return None
    fresh = [item for item in chosen if not item.type.startswith("replace")]
    papers = [item for item in fresh or chosen if not item.withdrawn]
    groups = lines.themed(papers, {theme.slug: theme for theme in themes})
    numbers = [_numbers(when, chosen)] if counted or chosen[0].type not in ANNOUNCED else []
    opening = [*numbers, *(_categories(papers) if groups or len(papers) <= lines.FEW else [])]
    gone = [item for item in chosen if item.withdrawn]
    return lines.digest(opening, papers, groups or lines.by_category(papers), gone, grouped=grouped)


def _numbers(when: dt.date, items: Sequence[Item]) -> str:
    """What the day brought, as arXiv lists it."""
    kinds = Counter(item.type for item in items)
    counts = [f"{kinds[kind]:,} {report.noun(kind, kinds[kind])}" for kind in ANNOUNCED if kinds[kind]]
    if not counts:
        papers = report.noun("report", len(items))
        return f"No listing of {date(when)} is held here; other sources name {len(items):,} {papers}."
    return f"{long_date(when)}: {listed(counts)}."


def _categories(papers: Sequence[Item]) -> list[str]:
    """How many papers have which primary category, if there are several."""
    codes = Counter(item.category for item in papers if item.category)
    if len(codes) < 2:
        return []
    order = sorted(codes, key=lambda code: (-codes[code], code))
    most = _CATEGORIES if len(order) > _CATEGORIES + 1 else len(order)
    sizes = [f"{code} {codes[code]:,}" for code in order[:most]]
    rest = order[most:]
    if rest:
        sizes.append(f"{len(rest):,} others {sum(codes[code] for code in rest):,}")
    return [f"By primary category: {', '.join(sizes)}."]


def listed(texts: Sequence[str]) -> str:
    """An enumeration: "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
