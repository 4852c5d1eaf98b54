"""Charts of papers over time: months, or years beyond three; labels that stay apart; a table that says the same."""

from __future__ import annotations

import datetime as dt
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from generator.pages import charts
from generator.pages.charts import bar_charts
from tests.cases import for_each


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


@for_each("count", [2, 3, 5, 7, 12, 14, 23, 36])
@for_each("most", [1, 40, 12_345])
def test_texts_stay_in_the_chart_and_apart(count: int, most: int) -> None:
    """No label or number overlaps its neighbour or leaves the chart; the newest period is always named."""
    periods = [charts.Period(f"March {2000 + n}", f"Mar {2000 + n}", most * (n + 1) // count) for n in range(count)]
    drawn = bar_charts._bars(periods)
    assert drawn[-1].label
    assert drawn[-1].number
    for texts in (
        [(bar.label_x, bar_charts.LETTER * len(bar.label)) for bar in drawn if bar.label],
        [(bar.number_x, bar_charts.LETTER * len(bar.number)) for bar in drawn if bar.number],
    ):
        edges = [(middle - width / 2, middle + width / 2) for middle, width in texts]
        assert edges[0][0] >= -0.1
        assert edges[-1][1] <= bar_charts.WIDTH + 0.1
        assert all(one[1] <= other[0] for one, other in pairwise(edges))
    assert all(bar.x >= 0 and bar.x + bar.width <= bar_charts.WIDTH for bar in drawn)
    assert all(0 < bar.y <= bar_charts.FLOOR for bar in drawn)


def test_the_chart_is_told_in_words() -> None:
    """It has a name and a description, each bar says its period and number, and a table has the same numbers."""
    periods = charts.periods(dates((2025, 11, 2), (2026, 1, 1)))
    text = charts.render(periods)
    assert "\n\n" not in text
    assert "style" not in text
    assert "script" not in text
    figure = ET.fromstring(text)
    (svg,) = figure.iter("svg")
    said = "November 2025 to January 2026; peak in November 2025: 2 papers."
    assert (svg.get("role"), "".join(next(figure.iter("figcaption")).itertext())) == ("img", f"Papers per month {said}")
    assert svg.get("aria-label") == f"Papers per month. {said} The table below gives the same numbers."
    titles = [title.text for title in svg.iter("title")]
    assert titles == ["November 2025: 2 papers", "December 2025: 0 papers", "January 2026: 1 paper"]
    rows = ["".join(row.itertext()) for row in figure.iter("tr")]
    assert rows == ["MonthPapers", "January 20261", "December 20250", "November 20252"]


def test_a_bar_in_parts_is_as_high_as_all_of_them() -> None:
    """The parts stand on each other and are told apart in the key, the bar's title and the table."""
    shown = [charts.Period("2025", "2025", 9, (4, 3, 2)), charts.Period("2026", "2026", 3, (0, 3, 0))]
    text = charts.bars("Announcements per year", shown, "Both.", ("Year", "New", "Cross-lists", "Replacements"))
    figure = ET.fromstring(text)
    drawn = [(r.get("class"), float(r.get("y", "")), float(r.get("height", ""))) for r in figure.iter("rect")]
    assert [part for part, _, _ in drawn] == ["part-1", "part-2", "part-3", "part-2"]
    first, second, third, _ = drawn
    assert first[1] + first[2] == pytest.approx(bar_charts.FLOOR, abs=0.1)
    assert third[1] + third[2] == pytest.approx(second[1], abs=0.1)
    assert sum(height for _, _, height in (first, second, third)) == pytest.approx(bar_charts.TALLEST, abs=0.2)
    assert "2025: 4 new, 3 cross-lists, 2 replacements" in text
    assert "".join(next(figure.iter("tr")).itertext()) == "YearNewCross-listsReplacements"


def test_a_strip_has_every_day_in_its_place() -> None:
    """Weeks are columns from Monday on; months before the first day and after the last are left out."""
    papers = {dt.date(2026, 3, 2): 5, dt.date(2026, 3, 3): 0, dt.date(2025, 3, 3): 7}
    whole = charts.strip(2026, papers, "index.md", lacking={dt.date(2026, 3, 4)})
    assert whole.count("<svg") == 1
    assert '<a href="days/2026.html">' in whole
    assert 'role="img" aria-label="2026: 5 papers on 1 day"' in whole
    # 2 March is a Monday, in the second week of its month: 24 + 11; a row is 11 high.
    assert '<path class="shade-4" d="M35 16h9"/>' in whole
    assert '<path class="shade-0" d="M35 27h9"/>' in whole
    assert '<path class="missing" d="M35 38h9"/>' in whole
    assert '<text x="35" y="9">Mar</text>' in whole  # of its first week only Sunday is in March
    assert "Feb" not in whole
    assert "Apr" not in whole
    days = charts.strip(2026, {**papers, dt.date(2026, 12, 31): 1}, "days/2026.md", links=True)
    assert days.count("<svg") == 2
    assert '<a href="../days/2026/2026-03-02.html"><title>2 March 2026: 5 papers</title>' in days
    assert days.count("<a ") == 3
    assert charts.strip(2024, papers, "index.md") == ""


@for_each("year", [2024, 2026, 2028, 2033])
def test_a_strip_holds_a_whole_year(year: int) -> None:
    """No square leaves its half, and none stands on another."""
    days = [dt.date(year, 1, 1) + dt.timedelta(days=n) for n in range(366)]
    figure = ET.fromstring(
        charts.of_squares(year, [charts.Square(d, "complete") for d in days if d.year == year], "All")
    )
    for svg in figure.iter("svg"):
        width, height = map(int, svg.get("viewBox", "").split()[2:])
        _, drawn = svg.iter("path")
        places = [tuple(map(int, place.removesuffix("h9").split())) for place in drawn.get("d", "").split("M")[1:]]
        assert len(set(places)) == len(places) > 180
        assert all(x > 0 and x + 9 <= width and 4 <= y <= height - 4 for x, y in places)


def test_one_great_day_pales_no_other() -> None:
    """The darkest shade begins where the busiest fifth of the days begins."""
    papers = {dt.date(2026, 1, day): 10 for day in range(1, 25)} | {dt.date(2026, 2, 2): 358}
    assert "shade-1" not in charts.strip(2026, papers, "index.md")


def test_strips_of_a_year_may_stand_alike() -> None:
    """The same months are drawn, as large; a name stands above the first week that has most days of its month."""
    text = charts.of_squares(2026, [charts.Square(dt.date(2026, 3, 2), "complete")], "One", months=(1, 8))
    assert text.count('<svg viewBox="0 0 321 89"') == 2
    assert '<path class="complete" d="M123 16h9"/>' in text
    assert '<text x="24" y="9">Jan</text><text x="79" y="9">Feb</text><text x="123" y="9">Mar</text>' in text
    assert ">Aug</text>" in text
    assert "Sep" not in text
    assert charts.of_squares(2026, [], "None", months=(1, 8)) == ""


def test_what_is_earlier_is_named() -> None:
    """Its bar is the first; the names of its neighbours make room."""
    shown = [charts.Period("Before", "earlier", 1), *(charts.Period(f"M {n}", f"Mar {n:04}", n) for n in range(36))]
    drawn = bar_charts._bars(shown)
    assert drawn[0].label == "earlier"
    assert drawn[-1].label == "Mar 0035"
    edges = [(bar.label_x, bar_charts.LETTER * len(bar.label)) for bar in drawn if bar.label]
    assert all(x + width / 2 <= other - wide / 2 for (x, width), (other, wide) in pairwise(edges))


def test_a_sparkline_is_a_line_of_text() -> None:
    """A bar for each count that is not zero; what cannot be seen is said where asked for."""
    assert charts.by_month(dates((2025, 11, 2), (2026, 1, 1)), dt.date(2026, 1, 9), 4) == [0, 2, 0, 1]
    line = charts.sparkline([0, 2, 0, 1], "Two and <one>")
    assert ET.fromstring(line).get("aria-label") == "Two and <one>"
    assert 'd="M6 12v-12M14 12v-6"' in line
    assert 'aria-hidden="true"' in charts.sparkline([1, 2])
    assert charts.sparkline([0, 0]) == charts.sparkline([3]) == ""
