"""The digests of weeks and months."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator.describe import digests
from generator.describe.digests.daily import MOST_WORDS, length
from tests.describe.digests.samples import DAY, THEMES, item, items, mentions, text

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
        "The week of 3 March 2031 brings six new or cross-listed papers and two replacements on two announcement days. "
        "The fullest day is 5 March 2031 with four papers. "
        "Counted by first theme, they spread over three themes, "
        "led by storage & I/O; ML training; and Byzantine agreement.\n"
        "Three papers concern storage & I/O; two of them mention tape robots. "
    )
    assert len({mention.key for mention in mentions(digest)}) == len(mentions(digest)) == 4


def test_a_quiet_period_has_none() -> None:
    """No papers, or replacements only: the days' own pages tell of those."""
    assert digests.period("week", MONDAY, [], THEMES) is None
    assert digests.period("month", FIRST, [(DAY, [item(type="replace")])], THEMES) is None


def test_a_month_known_from_other_sites_only() -> None:
    """It is said whose words they are."""
    days = [(DAY, [replace(one, type="report") for one in items()])]
    assert text(digests.period("month", FIRST, days, THEMES)).startswith(
        "No listing of March 2031 is held here; other sources name six papers. Counted by first theme"
    )


def test_growth_is_told_where_the_time_before_is_held() -> None:
    """Of the theme that grew most, if one did, and by how much."""
    days = [(DAY, [item(n, themes=("storage" if n < 9 else "training",)) for n in range(12)])]
    assert "growth" not in text(digests.period("month", FIRST, days, THEMES))
    said = "The largest growth against the month before is on storage & I/O: from four to nine."
    assert said in text(digests.period("month", FIRST, days, THEMES, {"storage": 4, "training": 3}))
    assert "growth" not in text(digests.period("month", FIRST, days, THEMES, {"storage": 8, "training": 3}))
    assert "growth" not in text(digests.period("month", FIRST, days, THEMES, {"storage": 3 + 9, "training": 9}))
    assert "from none to nine" in text(digests.period("month", FIRST, days, THEMES, {}))


def test_counts_by_first_theme() -> None:
    """What the next period compares itself with."""
    assert digests.counts([(DAY, items()), (DAY, [item(), item(9, type="replace", themes=("byzantine",))])]) == {
        "storage": 3,
        "training": 2,
        "byzantine": 1,
    }


def test_a_large_month_names_five_to_eight_papers() -> None:
    """Within the words of a day's digest."""
    days = [(dt.date(2031, 3, 1 + n), [item(40 * n + m, name=f"Sys{n}x{m}") for m in range(40)]) for n in range(20)]
    digest = digests.period("month", FIRST, days, THEMES)
    assert digest is not None
    assert 100 <= length(digest) <= MOST_WORDS
    assert 5 <= len(mentions(digest)) <= 8
    assert text(digest).startswith("March 2031 brings 800 new or cross-listed papers on 20 announcement days. Counted")
