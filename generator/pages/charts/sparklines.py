"""Counts as tiny bars in a line of text."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence

from generator.pages.templating import literal

HEIGHT, STEP = 12, 4  # of a sparkline, and the width of a bar with its gap


def by_month(seen: Iterable[dt.date], last: dt.date, months: int = 24) -> list[int]:
    """How many of these dates are in each of so many months, oldest first, up to the month of `last`."""
    final = last.year * 12 + last.month
    counts = Counter(date.year * 12 + date.month for date in seen)
    return [counts[number] for number in range(final - months + 1, final + 1)]


def sparkline(counts: Sequence[int], said: str = "") -> str:
    """Counts as tiny bars in a line of text, oldest first: SVG. Nothing if all are zero, or there are fewer than two.

    said: plain text, for those who cannot see it; empty: the text beside it says enough.
    """
    most = max(counts, default=0)
    if len(counts) < 2 or not most:
        return ""
    bars = "".join(
        f"M{STEP * at + STEP // 2} {HEIGHT}v-{_short(max(HEIGHT * n / most, 0.5))}" for at, n in enumerate(counts) if n
    )
    name = f'role="img" aria-label="{literal(said)}"' if said else 'aria-hidden="true"'
    size = f'viewBox="0 0 {STEP * len(counts)} {HEIGHT}" preserveAspectRatio="none"'
    return f'<svg class="spark" {size} {name}><path d="{bars}"/></svg>'


def _short(value: float) -> str:
    """A length with at most one decimal: `4`, `4.5`."""
    return f"{value:.1f}".removesuffix(".0")
