"""Weeks, months and the index of years: their best papers, their days, and what they are compared with."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator.model import Announced, Archive, Coverage, Day
from generator.pages import Page, addresses, days, groups, periods
from generator.pages.context import View
from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import plain_paper

MONDAY = dt.date(2026, 3, 2)
WEEK = addresses.week(MONDAY)


def page(path: str, archive: Archive = sample.ARCHIVE) -> Page:
    """A page of an archive."""
    return next(draft for draft in sample.drafted(archive) if draft.path == path).make()


def many(number: int) -> Archive:
    """So many papers of each of two themes, all new on a Monday, announced again as replacements the day after."""
    themes = sample.THEMES[:2]
    papers = [plain_paper(f"2603.{place:05d}", MONDAY, themes[place % 2].slug) for place in range(2 * number)]
    new = tuple(Announced(key=paper.key, type="new", categories=("cs.DC",)) for paper in papers)
    again = tuple(Announced(key=paper.key, type="replace", version=2) for paper in papers)
    told = (Day(date=MONDAY, announced=new), Day(date=MONDAY + dt.timedelta(days=1), announced=again))
    return Archive(papers={paper.key: paper for paper in papers}, days=told, themes=themes)


@for_each(("path", "most"), [(WEEK, 12), (addresses.month(MONDAY), 24)])
def test_weeks_and_months_have_the_best_papers_of_each_theme(path: str, most: int) -> None:
    """Each once, with its day; where a theme has more, how many it has; replacements are in the list of days alone."""
    made = page(path, many(60))
    assert made.text.count("\n### ") == len(made.facts["items"]) == most
    assert made.text.count(f"\n{most // 2} of 60 papers.\n") == 2
    assert made.text.count(" · [2 Mar 2026](2026-03-02.md)\n") == most
    assert made.facts["totals"] == {theme.name: 60 for theme in sample.THEMES[:2]}
    assert "\n120 new submissions, 120 replacements\n" in made.text
    assert "\n- [Tuesday, 3 March 2026](2026-03-03.md): 120 replacements\n" in made.text
    assert f" of {most // 2} papers." not in page(path, many(most // 2)).text


def test_the_digest_names_the_first() -> None:
    """Then one of each theme comes in turn; replacements are none of them."""
    archive = many(3)
    view = View(archive, sample.SETTINGS)
    parts = groups.of_day(view, archive.days[0])
    told = "It names [one](../../papers/2603/2603.00004.md) and [another](../../papers/2603/2603.77777.md)."
    best = [item.key[-1] for item in groups.best(parts, told, 5)]
    assert best == ["4", "0", "1", "2", "3"]
    assert groups.best(groups.of_day(view, archive.days[1]), "", 5) == []


def test_a_month_leads_to_its_weeks_and_days() -> None:
    """Its calendar shows of which days something is lacking."""
    made = page(addresses.month(MONDAY))
    assert "\n## Weeks\n\n- [2 to 8 March 2026](2026-W10.md)\n" in made.text
    assert "\n[Year 2026](../2026.md)\n" in made.text
    assert [number for number, *_, lacking in made.facts["calendar"]["days"] if lacking] == [3, 5, 6]
    assert made.facts["calendar"]["address"] == ""
    assert page(WEEK).facts["calendar"] is None


def test_weeks_and_months_lead_to_those_before_and_after() -> None:
    """To the nearest that has a day in the archive."""
    later = (*sample.DAYS, Day(date=dt.date(2026, 5, 4)))
    archive = replace(sample.ARCHIVE, days=later)
    before, after = page(addresses.month(MONDAY), archive).facts["turns"]
    assert after == ["May 2026", "2026-05.html"]
    assert before == page(addresses.month(MONDAY)).facts["turns"][0]
    assert page(addresses.week(later[-1].date), archive).facts["turns"] == [
        ["2 to 8 March 2026", "2026-W10.html"],
        None,
    ]


def test_days_of_a_week_are_a_list() -> None:
    """A line a day, with its counts and what is particular of it."""
    assert page(WEEK).text.split("\n## Days\n\n")[1].split("\n") == [
        "- [Monday, 2 March 2026](2026-03-02.md): quiet",
        "- [Tuesday, 3 March 2026](2026-03-03.md): 1 new, 1 cross-list, 1 replacement, 2 papers seen elsewhere,"
        " partial, report",
        "- [Wednesday, 4 March 2026](2026-03-04.md): 1 replacement",
        "",
    ]


def test_a_line_of_a_day_says_which_categories_lack() -> None:
    """Not that the day is missing, where one of its categories is."""
    day = sample.DAYS[-1]
    coverage = tuple(
        Coverage(category=code, date=day.date, state=state)
        for code, state in (("cs.DC", "complete"), ("cs.DS", "missing"), ("cs.IT", "partial"))
    )
    some = View(replace(sample.ARCHIVE, coverage=coverage), sample.SETTINGS)
    assert days.day_line(some, day, "index.md").endswith(", partial in cs.IT, missing in cs.DS")
    all_of_it = View(replace(sample.ARCHIVE, coverage=coverage[1:2]), sample.SETTINGS)
    assert days.day_line(all_of_it, day, "index.md").endswith(", missing")


def test_a_week_is_compared_with_one_that_lacks_nothing_once_it_has_ended() -> None:
    """Else each theme would seem to have grown by what was not collected, or shrunk by what is still to come."""
    told = tuple(
        Day(date=date, announced=(Announced(key=sample.NEW.key, type="new"),))
        for date in (dt.date(2026, 2, 10), dt.date(2026, 2, 17), dt.date(2026, 2, 24), dt.date(2026, 3, 3))
    )
    whole = replace(sample.ARCHIVE, days=told, coverage=())
    lacks = Coverage(category="cs.DC", date=dt.date(2026, 2, 25), state="missing")
    running = replace(whole, as_of=dt.date(2026, 3, 5))  # the Thursday of the last week
    for archive, compared in ((whole, True), (replace(whole, coverage=(lacks,)), False), (running, False)):
        *_, last = periods.spans(View(archive, sample.SETTINGS), "week")
        assert (last[2]().usual is not None) == compared


def test_the_index_has_the_years_newest_first() -> None:
    """With the archives of other years, and without days a sentence."""
    made = page(addresses.DAYS)
    assert made.text.index("| [2026](2026.md) | ") > made.text.index("| Year | Days | New | Cross-lists | Replaced |")
    settings = replace(sample.SETTINGS, older="https://example.org/older/")
    (index,) = (
        draft for draft in sample.drafted(Archive(papers={}, days=()), settings) if draft.path == addresses.DAYS
    )
    text = index.make().text
    assert "\nThis archive holds no days yet.\n" in text
    assert "\n- [Older years](https://example.org/older/days/index.html)\n" in text
