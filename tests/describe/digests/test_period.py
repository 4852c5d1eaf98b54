"""The digests of weeks and months."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator.describe import digests
from generator.describe.digests.lines import MOST_WORDS
from tests.describe.digests.samples import DAY, THEMES, item, items, length, mentions, text

MONDAY = dt.date(2031, 3, 3)
FIRST = dt.date(2031, 3, 1)


def test_a_week_from_its_days() -> None:
    """Papers are counted once, whatever they were announced as later; replacements as often as they came."""
    days = [
        (DAY, items()[:4]),
        (dt.date(2031, 3, 6), [*items()[4:], item(0, type="cross"), item(1, type="replace"), item(2, type="replace")]),
    ]
    digest = digests.period("week", MONDAY, days, THEMES)
    assert text(digest).startswith(
        "3 to 9 March 2031: 6 new submissions and 2 replacements on 2 announcement days. "
        "New and cross-listed papers by day: 4 on 5 March, 3 on 6 March.\n"
        "By theme:\nStorage & I/O (3): TapeFold; and 2 more\n"
    )
    assert len({mention.key for mention in mentions(digest)}) == len(mentions(digest)) == 6


def test_a_quiet_period_has_none() -> None:
    """No papers, or replacements only: the days' own pages tell of those."""
    assert digests.period("week", MONDAY, [], THEMES) is None
    assert digests.period("month", FIRST, [(DAY, [item(type="replace")])], THEMES) is None


def test_a_month_known_from_other_sites_only() -> None:
    """It is said whose words they are."""
    days = [(DAY, [replace(one, type="report") for one in items()])]
    assert text(digests.period("month", FIRST, days, THEMES)).startswith(
        "No listing of March 2031 is held here; other sources name 6 papers.\nBy theme:"
    )


def test_change_is_told_where_the_time_before_is_held() -> None:
    """Of each theme, with what the signs mean."""
    days = [(DAY, [item(n, themes=("storage" if n < 9 else "training",)) for n in range(12)])]
    found = text(digests.period("month", FIRST, days, THEMES))
    assert "before" not in found
    assert "Storage & I/O (9)" in found
    found = text(digests.period("month", FIRST, days, THEMES, {"storage": 4, "training": 5}))
    assert "After each theme: its papers, and how many more or fewer than in the month before." in found
    assert "Storage & I/O (9, +5)" in found
    assert "ML training (3, −2)" in found
    assert "ML training (3, +0)" in text(digests.period("month", FIRST, days, THEMES, {"training": 3}))


def test_counts_by_first_theme() -> None:
    """What the next period compares itself with."""
    assert digests.counts([(DAY, items()), (DAY, [item(), item(9, type="replace", themes=("byzantine",))])]) == {
        "storage": 3,
        "training": 2,
        "byzantine": 1,
    }


def test_a_large_month_stays_short() -> None:
    """Within the words of a day's digest; of its days only the fullest and the emptiest."""
    days = [(dt.date(2031, 3, 1 + n), [item(40 * n + m, name=f"Sys{n}x{m}") for m in range(40 - n)]) for n in range(20)]
    digest = digests.period("month", FIRST, days, THEMES)
    assert length(digest) <= MOST_WORDS
    assert text(digest).startswith(
        "March 2031: 610 new submissions on 20 announcement days. "
        "New and cross-listed papers: most on 1 March (40), fewest on 20 March (21).\nBy theme:"
    )
