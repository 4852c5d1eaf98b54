"""The statistics page and the pages of years: what is counted, what is drawn, and when they are made again."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator.model import Announced, Archive, Day, Paper, Sighting
from generator.pages import Page, addresses, charts, statistics
from generator.pages.context import View
from tests.pages import sample

THEME = sample.THEMES[0].slug


def paper(number: int, date: dt.date, *categories: str, theme: bool = True) -> Paper:
    """A paper first seen on this date."""
    key = f"2601.{number:05}"
    seen = Sighting(date=date, source="arxiv-listing", type="new")
    themes = (THEME,) if theme else ()
    title = f"Paper {number}"
    return Paper(
        key=key,
        arxiv_id=key,
        version=1,
        title=title,
        titles=(title,),
        categories=categories,
        primary_category=categories[0],
        themes=themes,
        sightings=(seen,),
    )


def day(date: dt.date, *announced: Announced) -> Day:
    return Day(date=date, announced=announced)


def of(*papers: Paper, days: tuple[Day, ...] = ()) -> Archive:
    return Archive(papers={each.key: each for each in papers}, days=days, themes=sample.THEMES)


JANUARY, FEBRUARY, MARCH = dt.date(2026, 1, 6), dt.date(2026, 2, 3), dt.date(2026, 3, 3)
ONE = paper(1, JANUARY, "cs.DC", "cs.LG")
TWO = paper(2, JANUARY, "cs.DC", "cs.LG", "math.CO")
THREE = paper(3, FEBRUARY, "cs.LG", "cs.DC", theme=False)
WHOLE = of(
    ONE,
    TWO,
    THREE,
    days=(
        day(JANUARY, Announced(key=ONE.key, type="new"), Announced(key=TWO.key, type="new", version=1)),
        day(
            FEBRUARY,
            Announced(key=THREE.key, type="cross", version=1),
            Announced(key=ONE.key, type="replace", version=2),
        ),
        day(
            MARCH,
            Announced(key=ONE.key, type="replace", version=4),
            Announced(key=TWO.key, type="replace-cross", version=2),
        ),
    ),
)


def numbers(archive: Archive) -> statistics.Numbers:
    return statistics.numbers(View(archive, sample.SETTINGS))


def page(archive: Archive, path: str) -> Page:
    made = {draft.path: draft for draft in sample.drafted(archive)}
    return made[path].make()


def test_announcements_are_counted_by_month_kind_and_weekday() -> None:
    """A replaced cross-list is a replacement; all three days are Tuesdays."""
    counted = numbers(WHOLE)
    assert list(counted.announced.values()) == [(2, 0, 0), (0, 1, 1), (0, 0, 2)]
    assert counted.weekdays == [(0, 0), (3, 6), *[(0, 0)] * 5]
    assert (counted.first, counted.last) == (JANUARY, MARCH)


def test_flows_lead_from_the_primary_category() -> None:
    """Each other category of a paper counts once."""
    counted = numbers(WHOLE)
    assert counted.primary == {"cs.DC": 2, "cs.LG": 1}
    assert counted.flows == [("cs.DC", "cs.LG", 2), ("cs.DC", "math.CO", 1), ("cs.LG", "cs.DC", 1)]


def test_versions_that_were_reached() -> None:
    """Who reached the fourth version had the third; days are known only between versions that were both announced."""
    steps = [(step.version, step.papers, step.days) for step in numbers(WHOLE).steps]
    assert steps == [(1, 3, None), (2, 2, (28 + 56) / 2), (3, 1, None), (4, 1, None)]


def test_the_page_says_what_its_charts_show() -> None:
    """Each chart has a sentence and a table."""
    made = page(WHOLE, addresses.STATISTICS)
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
    """Only a category that the archive follows has a page; others lead to the search for their papers."""
    made = page(WHOLE, addresses.STATISTICS)
    assert "| [cs.DC](categories/cs.DC.md) | 2 | 1 |  | 2 |" in made.text
    assert "| [cs.LG](search.md?category=cs.LG) |  |  | 1 | 1 |" in made.text
    assert made.facts["flows"]["rows"][0] == ["cs.DC", "categories/cs.DC.html", 2, [2, 1, 0]]


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
    told = statistics.told(lines, slots)
    assert told.startswith("January 2026 to March 2026. Most papers: ")
    assert told.endswith(", with 2 each. Each row is drawn to its own peak.")
    assert f"Most papers: {lines[0].name}, with 2." in statistics.told(lines[:1], slots)
    assert f"{lines[0].name}, among others, with 2." in statistics.told([*lines, lines[0]], slots)
    earlier = charts.Slot("Before January 2026", charts.EARLIER, 0, 24311)
    said = statistics.told(lines, (earlier, *slots))
    assert said.startswith("January 2026 to March 2026, after a bar for all that is earlier. Most papers: ")


def test_a_day_alone_has_no_charts_over_time() -> None:
    """An archive of one day, and an empty one, say what there is."""
    alone = page(of(ONE, days=(day(JANUARY, Announced(key=ONE.key, type="new")),)), addresses.STATISTICS)
    assert "1 paper; announcements of 1 day, 6 January 2026." in alone.text
    assert "charts over time begin with the second month" in alone.text
    assert not alone.facts["charts"]
    assert "0 papers." in page(of(), addresses.STATISTICS).text


def test_a_category_without_a_page_is_not_linked() -> None:
    """What a source calls a category is received text."""
    odd = replace(ONE, categories=("cs.DC", "../<b>"))
    text = page(of(odd, TWO, days=WHOLE.days[:1]), addresses.STATISTICS).text
    assert "<b>" not in text
    assert "papers of cs.DC are also listed in cs.LG: 1 of its 2." in text


def test_the_year_shows_what_was_revised_most() -> None:
    """Papers with two new versions or more; a strip whose days are links; the themes month by month."""
    made = page(WHOLE, addresses.year(2026))
    assert "- [Paper 1](../papers/2601/2601.00001.md): 2 new versions\n" in made.text
    assert made.text.count("new versions") == 1
    assert [len(half["links"]) for half in made.facts["strip"]["halves"]] == [3]
    assert "6 entries on 3 days; most on Tuesday, 6 January 2026: 2." in made.text
    assert "| [March 2026](2026/2026-03.md) | 1 | 0 | 0 | 2 |" in made.text
    assert "## Themes" not in made.text  # its only theme had papers in one month
    more = of(ONE, TWO, THREE, paper(7, FEBRUARY, "cs.DC"), paper(8, MARCH, "cs.DC"), days=WHOLE.days)
    text = page(more, addresses.year(2026)).text
    assert "\n## Themes over time\n\nJanuary 2026 to March 2026" in text
    assert "| 2, 1, 1 | 4 |" in text


def test_pages_are_made_again_when_their_numbers_change() -> None:
    """A paper's theme changes the year it was first seen in and the statistics; its abstract changes neither."""
    before = dt.date(2025, 3, 4)
    old = paper(9, before, "cs.DC")
    days = (day(before, Announced(key=old.key, type="new")), *WHOLE.days)
    whole = of(old, ONE, TWO, THREE, days=days)
    watched = {addresses.STATISTICS, addresses.year(2025), addresses.year(2026)}

    def depends(archive: Archive) -> dict[str, str | None]:
        return {draft.path: draft.depends for draft in sample.drafted(archive)}

    def again(changed: Paper) -> set[str]:
        other = replace(whole, papers={**whole.papers, changed.key: changed})
        first, second = depends(whole), depends(other)
        assert all(first[path] for path in watched)
        return {path for path in watched if first[path] != second[path]}

    assert again(replace(old, abstract="Other words.")) == set()
    assert again(replace(old, themes=())) == {addresses.STATISTICS, addresses.year(2025)}
    assert again(replace(ONE, title="Another Title")) == {addresses.year(2026)}  # it is in the list of revised papers
    assert again(replace(old, categories=("cs.DC", "cs.LG"))) == {addresses.STATISTICS}
