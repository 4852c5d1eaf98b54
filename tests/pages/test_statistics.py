"""Charts of papers over time; the statistics page and the pages of years."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from daybook.model import Announced, Archive, Day, Paper
from daybook.pages import charts, statistics
from daybook.site import sandbox
from daybook.text import markup
from daybook.view import addresses
from daybook.view.archive_view import View
from jinja2 import Environment, FileSystemLoader
from lxml import html

from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import plain_paper

LETTER = 6.4  # the average width of a letter
TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parents[2] / "overrides"))
MACROS = sandbox.sandboxed(TEMPLATES).get_template("charts.html").module


def drawn(chart: dict[str, object]) -> html.HtmlElement:
    """A chart's picture, as pages have it."""
    (svg,) = html.fromstring(str(MACROS.bars("Papers & <days>", chart))).iter("svg")
    return svg


def dates(*months: tuple[int, int, int]) -> list[dt.date]:
    """(year, month, how many) as dates."""
    return [dt.date(year, month, 1 + place % 28) for year, month, count in months for place in range(count)]


@for_each(
    ("seen", "shown"),
    [
        ([], []),
        ([(2026, 3, 9)], [("March 2026", "Mar 2026", 9)]),
        # A month without papers is shown as such.
        ([(2025, 11, 2), (2026, 1, 1)],
         [("November 2025", "Nov 2025", 2), ("December 2025", "Dec 2025", 0), ("January 2026", "Jan 2026", 1)]),
        # A few old papers do not hide the months: they are one bar before the first month that holds any ...
        ([(2003, 5, 1), (2026, 1, 3), (2026, 2, 1)],
         [("Before January 2026", "earlier", 1), ("January 2026", "Jan 2026", 3), ("February 2026", "Feb 2026", 1)]),
        # ... but of five papers, two are not few: a long time is told by years.
        ([(2023, 2, 2), (2025, 1, 3), (2026, 2, 1)],
         [("2023", "2023", 2), ("2024", "2024", 0), ("2025", "2025", 3), ("2026", "2026", 1)]),
    ],
)  # fmt: skip
def test_periods(seen: list[tuple[int, int, int]], shown: list[tuple[str, str, int]]) -> None:
    assert [(each.name, each.short, each.papers) for each in charts.periods(dates(*seen))] == shown


def test_36_months_are_months_with_one_more_they_are_years() -> None:
    assert [len(charts.periods(dates((2023, month, 1), (2026, 1, 1)))) for month in (1, 2)] == [4, 36]


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
    said = "January 2026 to February 2026; peak in January 2026: 3 papers. Before that: 1 paper."
    assert charts.reading(charts.periods(dates((2003, 5, 1), (2026, 1, 3), (2026, 2, 1)))) == said
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
    texts = drawn(charts.bars(shown)).iter("text")
    named = [(text.text, float(text.get("x"))) for text in texts if text.get("y") == "98"]
    assert (named[0][0], named[-1][0]) == ("earlier", "Mar 0035")
    assert all(x + LETTER * (len(a) + len(b)) / 2 <= other for (a, x), (b, other) in pairwise(named))


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
    # One great day pales no other: the darkest shade begins where the busiest fifth of the days begins.
    papers = {dt.date(2026, 1, day): 10 for day in range(1, 25)} | {dt.date(2026, 2, 2): 358}
    assert "shade-1" not in str(charts.year_strip(2026, papers, "", "days/2026.md"))


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


THEME = sample.THEMES[0].slug


def paper(number: int, date: dt.date, *categories: str, theme: bool = True) -> Paper:
    told = {"categories": categories, "primary_category": categories[0], "themes": (THEME,) if theme else ()}
    return plain_paper(f"2601.{number:05}", date, **told)


def day(date: dt.date, *announced: Announced) -> Day:
    return Day(date=date, announced=announced)


def of(*papers: Paper, days: tuple[Day, ...] = ()) -> Archive:
    return Archive(papers={each.key: each for each in papers}, days=days, themes=sample.THEMES)


JANUARY, FEBRUARY, MARCH = dt.date(2026, 1, 6), dt.date(2026, 2, 3), dt.date(2026, 3, 3)
ONE = paper(1, JANUARY, "cs.DC", "cs.LG")
TWO = paper(2, JANUARY, "cs.DC", "cs.LG", "math.CO")
THREE = paper(3, FEBRUARY, "cs.LG", "cs.DC", theme=False)
WHOLE = of(ONE, TWO, THREE, days=(
    day(JANUARY, Announced(key=ONE.key, type="new"), Announced(key=TWO.key, type="new", version=1)),
    day(FEBRUARY, Announced(key=THREE.key, type="cross", version=1), Announced(key=ONE.key, type="replace", version=2)),
    day(MARCH, Announced(key=ONE.key, type="replace", version=4),
        Announced(key=TWO.key, type="replace-cross", version=2)),
))  # fmt: skip


def test_what_is_counted() -> None:
    """A replaced cross-list is a replacement; each other category of a paper counts once. Who reached the fourth
    version had the third; days are known only between versions that were both announced."""
    counted = statistics.numbers(View(WHOLE, sample.SETTINGS))
    assert list(counted.announced.values()) == [(2, 0, 0), (0, 1, 1), (0, 0, 2)]
    assert counted.weekdays == [(0, 0), (3, 6), *[(0, 0)] * 5]
    assert counted.days == [JANUARY, FEBRUARY, MARCH]
    assert counted.primary == {"cs.DC": 2, "cs.LG": 1}
    assert counted.flows == [("cs.DC", "cs.LG", 2), ("cs.DC", "math.CO", 1), ("cs.LG", "cs.DC", 1)]
    steps = [(step.version, step.papers, step.days) for step in counted.steps]
    assert steps == [(1, 3, None), (2, 2, (28 + 56) / 2), (3, 1, None), (4, 1, None)]


def test_the_page_says_what_its_charts_show() -> None:
    """Each chart has a sentence and a table."""
    made = sample.page(addresses.STATISTICS, WHOLE)
    assert "\n3 papers; announcements of 3 days from 6 January 2026 to 3 March 2026.\n" in made.text
    assert "Most often, papers of cs.DC are also listed in cs.LG: 2 of its 2." in made.text
    said = "Versions are known of 3 of 3 papers; 2 of them reached a second one (67%), after 42 days (median)."
    assert said in made.text
    assert "3 papers in February 2026, 1 more than a month before." in made.text
    assert list(made.facts["charts"]) == [
        "Entries announced per month", "Papers by version reached", "Papers held at the end of each month",
    ]  # fmt: skip
    # The days of the week are not told: three days are too few.
    assert all(f"\n## {name}\n\n" in made.text for name in made.facts["charts"])
    assert "| January 2026 | 2 | 0 | 0 |" in made.text
    assert "| Version 2 | 2 | 42 |" in made.text


def test_the_table_of_cross_lists() -> None:
    """Only a category that the archive follows has a page; others lead to the search for their papers. What a source
    calls a category is received text."""
    made = sample.page(addresses.STATISTICS, WHOLE)
    assert "| [cs.DC](categories/cs.DC.md) | 2 | 1 |  | 2 |" in made.text
    assert "| [cs.LG](search.md?category=cs.LG) |  |  | 1 | 1 |" in made.text
    assert made.facts["flows"]["rows"][0] == ["cs.DC", "categories/cs.DC.html", 2, [2, 1, 0]]
    odd = replace(ONE, categories=("cs.DC", "../<b>"))
    text = sample.page(addresses.STATISTICS, of(odd, TWO, days=WHOLE.days[:1])).text
    assert "<b>" not in text
    assert "papers of cs.DC are also listed in cs.LG: 1 of its 2." in text


def test_the_lines_of_themes_are_told() -> None:
    """The span, the themes with most, also where several have as many; one month with papers is a bar, too."""
    view = View(WHOLE, sample.SETTINGS)
    first, second = (theme.slug for theme in sample.THEMES[:2])
    slots = charts.slots(dict.fromkeys(range(24312, 24315), 1))
    lines = statistics.theme_lines(view, {first: {24312: 1, 24313: 1}, second: {24314: 2}}, slots)
    assert statistics.theme_facts(lines, "statistics.md") == [
        [line.name, f"themes/{line.slug}.html", counts]
        for line, counts in zip(lines, ((1, 1, 0), (0, 0, 2)), strict=True)
    ]

    def told(themes: list[statistics.ThemeLine], slots: Sequence[charts.Slot] = slots) -> str:
        return statistics.theme_section(themes, slots, "statistics.md").split("\n\n")[1]

    assert told(lines).startswith("January 2026 to March 2026. Most papers: ")
    assert told(lines).endswith(", with 2 each. Each row is drawn to its own peak.")
    name = markup.literal(lines[0].name)
    assert f"Most papers: {name}, with 2." in told(lines[:1])
    assert f"{name}, among others, with 2." in told([*lines, lines[0]])
    said = told(lines, (charts.Slot("Before January 2026", charts.EARLIER, 0, 24311), *slots))
    assert said.startswith("January 2026 to March 2026, after a bar for all that is earlier. Most papers: ")


def test_a_day_alone_has_no_charts_over_time() -> None:
    """An archive of one day, and an empty one, say what there is."""
    alone = sample.page(addresses.STATISTICS, of(ONE, days=(day(JANUARY, Announced(key=ONE.key, type="new")),)))
    assert "1 paper; announcements of 1 day, 6 January 2026." in alone.text
    assert "charts over time begin with the second month" in alone.text
    assert not alone.facts["charts"]
    assert "0 papers." in sample.page(addresses.STATISTICS, of()).text


def test_the_year_shows_what_was_revised_most() -> None:
    """Papers with two new versions or more; a strip whose days are links; the themes month by month."""
    made = sample.page(addresses.year(2026), WHOLE)
    assert "- [Paper 1](../papers/2601/2601.00001.md): 2 new versions\n" in made.text
    assert made.text.count("new versions") == 1
    assert [len(half["links"]) for half in made.facts["strip"]["halves"]] == [3]
    assert "6 entries on 3 days; most on Tuesday, 6 January 2026: 2." in made.text
    assert "| [March 2026](2026/2026-03.md) | 1 | 0 | 0 | 2 |" in made.text
    assert "## Themes" not in made.text  # its only theme had papers in one month
    more = of(ONE, TWO, THREE, paper(7, FEBRUARY, "cs.DC"), paper(8, MARCH, "cs.DC"), days=WHOLE.days)
    text = sample.page(addresses.year(2026), more).text
    assert "\n## Themes over time\n\nJanuary 2026 to March 2026" in text
    assert "| 2, 1, 1 | 4 |" in text


def test_pages_are_made_again_when_their_numbers_change() -> None:
    """A paper's theme changes the year it was first seen in and the statistics; its abstract changes neither."""
    before = dt.date(2025, 3, 4)
    old = paper(9, before, "cs.DC")
    days = (day(before, Announced(key=old.key, type="new")), *WHOLE.days)
    whole = of(old, ONE, TWO, THREE, days=days)

    def again(changed: Paper) -> set[str]:
        other = replace(whole, papers={**whole.papers, changed.key: changed})
        return sample.again(whole, other) & {addresses.STATISTICS, addresses.year(2025), addresses.year(2026)}

    assert again(replace(old, abstract="Other words.")) == set()
    assert again(replace(old, themes=())) == {addresses.STATISTICS, addresses.year(2025)}
    assert again(replace(ONE, title="Another Title")) == {addresses.year(2026)}  # it is in the list of revised papers
    assert again(replace(old, categories=("cs.DC", "cs.LG"))) == {addresses.STATISTICS}
