"""Charts of papers over time: months, or years beyond three; labels that stay apart; a table that says the same."""

from __future__ import annotations

import datetime as dt
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from generator.pages import charts


def dates(*months: tuple[int, int, int]) -> list[dt.date]:
    """(year, month, how many) as dates."""
    return [dt.date(year, month, 1 + place % 28) for year, month, count in months for place in range(count)]


def test_months_have_no_gaps() -> None:
    """A month without papers is shown as such."""
    periods = charts.periods(dates((2025, 11, 2), (2026, 2, 1)))
    assert [(period.name, period.short, period.papers) for period in periods] == [
        ("November 2025", "Nov 2025", 2),
        ("December 2025", "Dec 2025", 0),
        ("January 2026", "Jan 2026", 0),
        ("February 2026", "Feb 2026", 1),
    ]


def test_a_long_time_is_told_by_years() -> None:
    """36 months are months; with one more they are years."""
    assert len(charts.periods(dates((2023, 2, 1), (2026, 1, 1)))) == 36
    periods = charts.periods(dates((2023, 2, 2), (2025, 6, 3), (2026, 2, 1)))
    assert [(period.name, period.papers) for period in periods] == [("2023", 2), ("2024", 0), ("2025", 3), ("2026", 1)]


def test_a_few_old_papers_do_not_hide_the_months() -> None:
    """They are one bar before the first month that holds any, and the description says so."""
    periods = charts.periods(dates((2003, 5, 1), (2026, 1, 3), (2026, 2, 1)))
    assert [(period.name, period.short, period.papers) for period in periods] == [
        ("Before January 2026", "earlier", 1),
        ("January 2026", "Jan 2026", 3),
        ("February 2026", "Feb 2026", 1),
    ]
    text = charts.render(periods)
    assert "Papers per month" in text
    assert "January 2026 to February 2026; peak in January 2026: 3 papers. Before that: 1 paper." in text


def test_nothing_to_draw() -> None:
    """No papers, or those of one month, make no chart."""
    assert charts.periods([]) == ()
    assert charts.render(()) == ""
    assert charts.render(charts.periods(dates((2026, 3, 9)))) == ""


@pytest.mark.parametrize("count", [2, 3, 5, 7, 12, 14, 23, 36])
@pytest.mark.parametrize("most", [1, 40, 12_345])
def test_texts_stay_in_the_chart_and_apart(count: int, most: int) -> None:
    """No label or number overlaps its neighbour or leaves the chart; the newest period is always named."""
    periods = [charts.Period(f"March {2000 + n}", f"Mar {2000 + n}", most * (n + 1) // count) for n in range(count)]
    bars = charts._bars(periods)
    assert bars[-1].label
    assert bars[-1].number
    for texts in (
        [(bar.label_x, charts.LETTER * len(bar.label)) for bar in bars if bar.label],
        [(bar.number_x, charts.LETTER * len(bar.number)) for bar in bars if bar.number],
    ):
        edges = [(middle - width / 2, middle + width / 2) for middle, width in texts]
        assert edges[0][0] >= -0.1
        assert edges[-1][1] <= charts.WIDTH + 0.1
        assert all(one[1] <= other[0] for one, other in pairwise(edges))
    assert all(bar.x >= 0 and bar.x + bar.width <= charts.WIDTH for bar in bars)
    assert all(0 < bar.y <= charts.FLOOR for bar in bars)


def test_the_chart_is_told_in_words() -> None:
    """It has a name and a description, each bar says its period and number, and a table has the same numbers."""
    periods = charts.periods(dates((2025, 11, 2), (2026, 1, 1)))
    text = charts.render(periods)
    assert "\n\n" not in text
    assert "style" not in text
    assert "script" not in text
    figure = ET.fromstring(text)
    (svg,) = figure.iter("svg")
    ids = {element.get("id"): "".join(element.itertext()) for element in figure.iter() if element.get("id")}
    assert svg.get("role") == "img"
    assert ids[svg.get("aria-labelledby")] == "Papers per month"
    assert "November 2025 to January 2026; peak in November 2025: 2 papers." in ids[svg.get("aria-describedby")]
    titles = [title.text for title in svg.iter("title")]
    assert titles == ["November 2025: 2 papers", "December 2025: 0 papers", "January 2026: 1 paper"]
    rows = ["".join(row.itertext()) for row in figure.iter("tr")]
    assert rows == ["MonthPapers", "January 20261", "December 20250", "November 20252"]
