"""Charts of papers over time: months, or years beyond three; labels that stay apart; a table that says the same."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader
from lxml import html

from generator.pages import charts
from generator.site import layouts
from tests.cases import for_each

LETTER = 6.4  # the average width of a letter
TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parents[2] / "overrides"))
MACROS = layouts.sandboxed(TEMPLATES).get_template("charts.html").module


def drawn(chart: dict[str, object]) -> html.HtmlElement:
    """A chart's picture, as pages have it."""
    (svg,) = html.fromstring(str(MACROS.bars("Papers & <days>", chart))).iter("svg")
    return svg


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
    said = "January 2026 to February 2026; peak in January 2026: 3 papers. Before that: 1 paper."
    assert charts.reading(periods) == said


def test_nothing_to_draw() -> None:
    """No papers make no periods, and those of one month make one."""
    assert charts.periods([]) == ()
    assert len(charts.periods(dates((2026, 3, 9)))) == 1


@for_each("count", [2, 3, 5, 7, 12, 14, 23, 36])
@for_each("most", [1, 40, 12_345])
def test_texts_stay_in_the_chart_and_apart(count: int, most: int) -> None:
    """No name or number overlaps its neighbour or leaves the chart; the newest period is always named."""
    periods = [charts.Period(f"March {2000 + n}", f"Mar {2000 + n}", most * (n + 1) // count) for n in range(count)]
    svg = drawn(charts.bars(periods))
    left, _, width, _ = map(float, svg.get("viewbox").split())
    texts = [(float(text.get("x")), text.text, text.get("y") == "98") for text in svg.iter("text")]
    assert texts[-1][1] == periods[-1].short
    for below in (True, False):
        edges = [(x - LETTER * len(word) / 2, x + LETTER * len(word) / 2) for x, word, named in texts if named == below]
        assert edges
        assert edges[0][0] >= left
        assert edges[-1][1] <= left + width
        assert all(one[1] <= other[0] + 0.1 for one, other in pairwise(edges))
    bars = [(float(bar.get("x")), float(bar.get("width")), float(bar.get("y"))) for bar in svg.iter("rect")]
    assert all(x >= 0 and x + wide <= 320 and 0 < y <= 84 for x, wide, y in bars)


def test_the_chart_is_told_in_words() -> None:
    """It has a name, each bar says its period and number, and a table has the same numbers."""
    periods = charts.periods(dates((2025, 11, 2), (2026, 1, 1)))
    svg = drawn(charts.bars(periods))
    assert (svg.get("role"), svg.get("aria-label")) == ("img", "Papers & <days>")
    assert [title.text for title in svg.iter("title")] == ["November 2025: 2", "December 2025: 0", "January 2026: 1"]
    assert charts.reading(periods) == "November 2025 to January 2026; peak in November 2025: 2 papers."
    assert charts.table(("Month", "Papers"), periods).split("\n")[2:] == [
        "| November 2025 | 2 |", "| December 2025 | 0 |", "| January 2026 | 1 |",
    ]  # fmt: skip


def test_a_bar_in_parts_is_as_high_as_all_of_them() -> None:
    """The parts stand on each other and are told apart in the key, the bar's title and the table."""
    shown = [charts.Period("2025", "2025", 9, (4, 3, 2)), charts.Period("2026", "2026", 3, (0, 3, 0))]
    parts = ("New", "Cross-lists", "Replacements")
    svg = drawn(charts.bars(shown, parts))
    rects = [(rect.get("class"), float(rect.get("y")), float(rect.get("height"))) for rect in svg.iter("rect")]
    assert [part for part, _, _ in rects] == ["part-1", "part-2", "part-3", "part-2"]
    first, second, third, _ = rects
    assert first[1] + first[2] == pytest.approx(84, abs=0.1)
    assert third[1] + third[2] == pytest.approx(second[1], abs=0.1)
    assert sum(height for _, _, height in (first, second, third)) == pytest.approx(66, abs=0.2)
    assert next(svg.iter("title")).text == "2025: New 4, Cross-lists 3, Replacements 2"
    assert [item.text for item in svg.getparent().iter("li")] == list(parts)
    assert charts.table(("Year", *parts), shown).endswith("| 2026 | 0 | 3 | 0 |")


def test_what_is_earlier_is_named() -> None:
    """Its bar is the first; the names of its neighbours make room."""
    shown = [charts.Period("Before", "earlier", 1), *(charts.Period(f"M {n}", f"Mar {n:04}", n) for n in range(36))]
    named = [
        (text.text, float(text.get("x"))) for text in drawn(charts.bars(shown)).iter("text") if text.get("y") == "98"
    ]
    assert (named[0][0], named[-1][0]) == ("earlier", "Mar 0035")
    edges = [(x, LETTER * len(name)) for name, x in named]
    assert all(x + width / 2 <= other - wide / 2 for (x, width), (other, wide) in pairwise(edges))


def strips(strip: dict[str, object]) -> list[html.HtmlElement]:
    """The halves of a year."""
    return html.fromstring(str(MACROS.strip(strip))).xpath("//svg")


def test_a_strip_has_every_day_in_its_place() -> None:
    """Weeks are columns from Monday on; months before the first day and after the last are left out."""
    papers = {dt.date(2026, 3, 2): 5, dt.date(2026, 3, 3): 0}
    strip = charts.year_strip(2026, papers, "Five", "days/2026.md", lacking={dt.date(2026, 3, 4), dt.date(2026, 3, 2)})
    (half,) = strips(strip)
    # 2 March is a Monday, in the second week of its month: 24 + 11; a row is 11 high.
    links = [(link.get("href"), link[0].text, link[1].get("class"), link[1].get("d")) for link in half.iter("a")]
    assert links == [
        ("2026/2026-03-02.html", "2 March 2026: 5 papers", "shade-4", "M35 16h9"),
        ("2026/2026-03-03.html", "3 March 2026: 0 papers", "shade-0", "M35 27h9"),
    ]
    assert half.xpath("./path[@class='missing']/@d") == ["M35 38h9"]
    # Of its first week only Sunday is in March.
    assert [(text.get("x"), text.text) for text in half.iter("text") if text.get("x")] == [("35", "Mar")]
    assert half.getparent().get("aria-label") == "Five"
    assert len(strips(charts.year_strip(2026, {**papers, dt.date(2026, 12, 31): 1}, "", "days/2026.md"))) == 2


@for_each("year", [2024, 2026, 2028, 2033])
def test_a_strip_holds_a_whole_year(year: int) -> None:
    """No square leaves its half, and none stands on another; each lies on the grid."""
    days = [dt.date(year, 1, 1) + dt.timedelta(days=n) for n in range(366)]
    for svg in strips(charts.strip(year, {day: "complete" for day in days if day.year == year}, "All")):
        grid, squares = svg.iter("path")
        places = [tuple(map(int, place.removesuffix("h9").split())) for place in squares.get("d").split("M")[1:]]
        rows = {
            int(row[1]): (int(row[0]), int(row[2]))
            for row in (line.replace("H", " ").split() for line in grid.get("d").split("M")[1:])
        }
        assert len(set(places)) == len(places) > 180
        assert all(x + 9 <= 321 and rows[y][0] <= x < rows[y][1] for x, y in places)
        assert sum((end - start) // 11 for start, end in rows.values()) == len(places)


def test_one_great_day_pales_no_other() -> None:
    """The darkest shade begins where the busiest fifth of the days begins."""
    papers = {dt.date(2026, 1, day): 10 for day in range(1, 25)} | {dt.date(2026, 2, 2): 358}
    assert "shade-1" not in str(charts.year_strip(2026, papers, "", "days/2026.md"))


def test_strips_of_a_year_may_stand_alike() -> None:
    """The same months are drawn; a name stands above the first week that has most days of its month."""
    first, second = strips(charts.strip(2026, {dt.date(2026, 3, 2): "complete"}, "One", months=(1, 8)))
    assert first.xpath("./path[@class='complete']/@d") == ["M123 16h9"]
    names = [(text.get("x"), text.text) for text in first.iter("text") if text.get("x")]
    assert names[:3] == [("24", "Jan"), ("79", "Feb"), ("123", "Mar")]
    assert [text.text for text in second.iter("text") if text.get("x")] == ["Jul", "Aug"]


def test_a_sparkline_is_a_line_of_text() -> None:
    """A bar for each count that is not zero."""
    assert charts.by_month(dates((2025, 11, 2), (2026, 1, 1)), dt.date(2026, 1, 9), 4) == [0, 2, 0, 1]
    assert 'd="M6 12v-12.0M14 12v-6.0"' in MACROS.spark([0, 2, 0, 1])
    assert 'd=""' in MACROS.spark([0, 0])
