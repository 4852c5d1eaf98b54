"""Days, weeks, months, the index of years and home: what stands where, and what a row shows on which page."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from daybook.model import Announced, Archive, Coverage, Day
from daybook.pages import days, periods
from daybook.view import addresses, labels
from daybook.view.context import View

from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import plain_paper, rendered

DAY = "days/2026/2026-03-03.md"
PAGES = rendered(sample.ARCHIVE)


def headings(path: str, pages: dict[str, str] = PAGES) -> list[str]:
    """The headings below the title, without their links."""
    return [re.sub(r"\[(.*)\]\(.*", r"\1", line) for line in re.findall(r"^#{2,3} .*", pages[path], re.MULTILINE)]


def row(key: str, path: str, pages: dict[str, str] = PAGES) -> list[str]:
    """The blocks of a paper's row: its heading, the grey line and what is said of it."""
    blocks = pages[path].strip().split("\n\n")
    start = next(at for at, block in enumerate(blocks) if block.startswith("### ") and f"/{key}.md" in block)
    end = next((at for at, block in enumerate(blocks) if at > start and block.startswith("#")), len(blocks))
    return blocks[start:end]


def with_day(announced: tuple[Announced, ...], *, categories: tuple[str, ...] = ("cs.DC",)) -> View:
    day = Day(date=dt.date(2026, 3, 3), announced=announced)
    return View(replace(sample.ARCHIVE, days=(day,)), replace(sample.SETTINGS, categories=categories))


def test_a_day_is_grouped_by_theme_then_no_theme_then_replacements():
    """A cross-list stands among its theme's papers and says so; a replacement says which version."""
    assert headings(DAY) == [
        "## Digest", "## Scheduling & waiting", "### Lock-free lighthouses", "## No theme", "### Entropy of harbours",
        "## Replacements", "## First seen elsewhere", "### Waiting for Tides", "### A Scheduler for Tides",
        "## Report", "## Report", "## Coverage",
    ]  # fmt: skip
    assert row(sample.CROSS.key, DAY)[1].endswith(" · cross-list")
    assert "\n- [Sand that never was](../../papers/9901/hep-th9901001.md): v2, withdrawn\n" in PAGES[DAY]


def test_a_day_without_themes_has_the_sections_of_a_listing():
    """Where no paper has a theme, headings by theme would say nothing."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC",)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",)),
    )
    view = with_day(announced)
    assert [group.name for group in days.grouped(view, view.archive.days[0])] == ["New submissions", "Cross-lists"]


def test_papers_are_numbered_as_their_listing_numbers_them():
    """By section, then by the number on the page of the archive's first category; what has no number comes last."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC", "cs.DS"), places=(0, 4)),
        Announced(key=sample.NEW.key, type="new", categories=("cs.DC", "cs.DS"), places=(3, 1)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",), places=(9,)),
    )
    view = with_day(announced, categories=("cs.DC", "cs.DS"))
    (page,) = (draft.make() for draft in days.day_pages.drafts(view))
    assert page.facts["items"] == {
        sample.NEW.key: {"type": "new", "n": 1},
        sample.OLD.key: {"type": "new", "n": 2},
        sample.CROSS.key: {"type": "cross", "n": 3},
    }


def test_days_name_what_lies_between_them_and_their_neighbours():
    """A weekend, a holiday, days that lack: else an arrow to Monday looks as if two days were lost."""
    friday, monday = dt.date(2026, 3, 6), dt.date(2026, 3, 9)
    missing = Coverage(category="cs.DC", date=dt.date(2026, 3, 10), state="missing")
    unasked = (Coverage(category="cs.DC", date=dt.date(2026, 3, day), state="unasked") for day in (17, 18))
    view = View(replace(sample.ARCHIVE, days=(), coverage=(missing, *unasked)), sample.SETTINGS)

    def between(first: dt.date, last: dt.date) -> str:
        return days.between(view, first, last)

    assert between(dt.date(2026, 3, 5), friday) == ""
    assert between(friday, monday) == "weekend"
    assert between(monday, dt.date(2026, 3, 11)) == "1 day missing"
    assert between(dt.date(2026, 3, 16), dt.date(2026, 3, 19)) == "2 days not collected"
    assert between(dt.date(2026, 1, 19), dt.date(2026, 1, 21)) == "holiday"
    assert between(dt.date(2026, 7, 3), dt.date(2026, 7, 7)) == "weekend and holiday"
    assert between(friday, dt.date(2026, 3, 12)) == "1 day missing, 2 days with nothing held"


def test_many_papers_without_a_theme_stand_by_their_primary_categories(monkeypatch: pytest.MonkeyPatch):
    """Else the largest group of a day would be the one that says nothing."""
    monkeypatch.setattr(days, "FEW", 0)
    announced = tuple(Announced(key=paper.key, type="new") for paper in (sample.NEW, sample.CROSS))
    view = with_day(announced)
    assert [group.name for group in days.grouped(view, view.archive.days[0])] == [
        "Scheduling & waiting",
        "cs.IT: Information Theory",
    ]


def test_rows_say_when_a_paper_was_announced_except_on_its_day():
    """With its id and PDF; a paper without an arXiv id has neither."""
    told = "Cleo Beam, Dan Fog · 2603.01234 · cs.DC · [PDF](https://arxiv.org/pdf/2603.01234)"
    assert row(sample.NEW.key, "themes/scheduling.md")[1] == f"{told} · 3 Mar 2026"
    assert row(sample.NEW.key, DAY)[1] == f"{told} · named by The Lighthouse"
    assert row(sample.NO_ID.key, DAY)[1] == "Ada Ebb, Ben Flow · named by The Lighthouse"


def test_home_shows_the_newest_day_that_arxiv_listed():
    """A reconstructed one only where there is no other, and none on which other sources alone spoke."""
    later = Day(date=dt.date(2026, 3, 6), announced=(Announced(key=sample.OLD.key, type="new"),), reconstructed=True)
    pages = rendered(replace(sample.ARCHIVE, days=(*sample.DAYS, later)))
    home = headings("index.md", pages)
    assert home[0] == "## Wednesday, 4 March 2026"
    assert re.search(r"\n- \[Friday, 6 March 2026\]\(.*\): 1 new, .*reconstructed\n", pages["index.md"])
    alone = rendered(replace(sample.ARCHIVE, days=(later,)))
    assert headings("index.md", alone)[0] == "## Friday, 6 March 2026"


def test_home_of_an_empty_archive():
    assert "This archive holds no days yet." in rendered(Archive(papers={}, days=()))["index.md"]


def test_a_day_of_few_papers_is_not_digested():
    """The digest would say what the rows below it say, unless a paper was withdrawn."""
    digested = [path for path in PAGES if path.count("-") == 2 and "## Digest" in headings(path)]
    assert digested == [DAY]


def test_a_day_of_which_no_announcement_was_due_lacks_nothing():
    """Such as the day of another source's card."""
    day = Day(date=dt.date(2026, 3, 7), seen=(Announced(key=sample.NO_ID.key, type="card"),))
    assert days.day_line(with_day(()), day, "index.md").endswith(": 1 paper seen elsewhere")
    assert labels.counts(day) == [(1, "paper seen elsewhere")]


MONDAY = dt.date(2026, 3, 2)
WEEK = addresses.week(MONDAY)


def many(number: int) -> Archive:
    """So many papers of each of two themes, all new on a Monday, announced again as replacements the day after."""
    themes = sample.THEMES[:2]
    papers = [plain_paper(f"2603.{place:05d}", MONDAY, themes=(themes[place % 2].slug,)) for place in range(2 * number)]
    new = tuple(Announced(key=paper.key, type="new", categories=("cs.DC",)) for paper in papers)
    again = tuple(Announced(key=paper.key, type="replace", version=2) for paper in papers)
    told = (Day(date=MONDAY, announced=new), Day(date=MONDAY + dt.timedelta(days=1), announced=again))
    return Archive(papers={paper.key: paper for paper in papers}, days=told, themes=themes)


@for_each(("path", "most"), [(WEEK, 12), (addresses.month(MONDAY), 24)])
def test_weeks_and_months_have_the_best_papers_of_each_theme(path: str, most: int) -> None:
    """Each once, with its day; where a theme has more, how many it has; replacements are in the list of days alone."""
    made = sample.page(path, many(60))
    assert made.text.count("\n### ") == len(made.facts["items"]) == most
    assert made.text.count(f"\n{most // 2} of 60 papers.\n") == 2
    assert made.text.count(" · [2 Mar 2026](2026-03-02.md)\n") == most
    assert made.facts["totals"] == {theme.name: 60 for theme in sample.THEMES[:2]}
    assert "\n120 new submissions, 120 replacements\n" in made.text
    assert "\n- [Tuesday, 3 March 2026](2026-03-03.md): 120 replacements\n" in made.text
    assert f" of {most // 2} papers." not in sample.page(path, many(most // 2)).text


def test_the_digest_names_the_first() -> None:
    """Then one of each theme comes in turn; replacements are none of them."""
    archive = many(3)
    view = View(archive, sample.SETTINGS)
    parts = days.grouped(view, archive.days[0])
    told = "It names [one](../../papers/2603/2603.00004.md) and [another](../../papers/2603/2603.77777.md)."
    best = [item.key[-1] for item in days.best(parts, told, 5)]
    assert best == ["4", "0", "1", "2", "3"]
    assert days.best(days.grouped(view, archive.days[1]), "", 5) == []


def test_a_month_leads_to_its_weeks_and_days() -> None:
    """Its calendar shows of which days something is lacking."""
    made = sample.page(addresses.month(MONDAY))
    assert "\n## Weeks\n\n- [2 to 8 March 2026](2026-W10.md)\n" in made.text
    assert "\n[Year 2026](../2026.md)\n" in made.text
    assert [number for number, *_, lacking in made.facts["calendar"]["days"] if lacking] == [3, 5, 6]
    assert made.facts["calendar"]["address"] == ""
    assert sample.page(WEEK).facts["calendar"] is None


def test_weeks_and_months_lead_to_those_before_and_after() -> None:
    """To the nearest that has a day in the archive."""
    later = (*sample.DAYS, Day(date=dt.date(2026, 5, 4)))
    archive = replace(sample.ARCHIVE, days=later)
    before, after = sample.page(addresses.month(MONDAY), archive).facts["turns"]
    assert after == ["May 2026", "2026-05.html"]
    assert before == sample.page(addresses.month(MONDAY)).facts["turns"][0]
    assert sample.page(addresses.week(later[-1].date), archive).facts["turns"] == [
        ["2 to 8 March 2026", "2026-W10.html"],
        None,
    ]


def test_days_of_a_week_are_a_list() -> None:
    """A line a day, with its counts and what is particular of it."""
    assert sample.page(WEEK).text.split("\n## Days\n\n")[1].split("\n") == [
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
        *_, last = periods.spans(View(archive, sample.SETTINGS), periods.WEEK)
        assert (last[2]().usual is not None) == compared


def test_the_index_has_the_years_newest_first() -> None:
    """With the archives of other years, and without days a sentence."""
    made = sample.page(addresses.DAYS)
    assert made.text.index("| [2026](2026.md) | ") > made.text.index("| Year | Days | New | Cross-lists | Replaced |")
    settings = replace(sample.SETTINGS, older="https://example.org/older/")
    text = sample.page(addresses.DAYS, Archive(papers={}, days=()), settings).text
    assert "\nThis archive holds no days yet.\n" in text
    assert "\n- [Older years](https://example.org/older/days/index.html)\n" in text
