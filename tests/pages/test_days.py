"""Days, weeks, months, the index of years and home: what stands where, and what a row shows on which page."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from daybook.model import Announced, Archive, Coverage, Day
from daybook.pages import days, periods
from daybook.view import addresses, labels
from daybook.view.archive_view import View

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


def with_day(announced: tuple[Announced, ...] = (), *, categories: tuple[str, ...] = ("cs.DC",)) -> View:
    day = Day(date=dt.date(2026, 3, 3), announced=announced)
    return View(replace(sample.ARCHIVE, days=(day,)), replace(sample.SETTINGS, categories=categories))


def groups(*announced: Announced) -> list[str]:
    view = with_day(announced)
    return [group.name for group in days.grouped(view, view.archive.days[0])]


def test_groups_say_something(monkeypatch: pytest.MonkeyPatch):
    """Where no paper has a theme, headings are those of a listing; many without one stand by primary categories."""
    new, cross = Announced(key=sample.OLD.key, type="new"), Announced(key=sample.CROSS.key, type="cross")
    assert groups(new, cross) == ["New submissions", "Cross-lists"]
    fresh = [Announced(key=paper.key, type="new") for paper in (sample.NEW, sample.CROSS)]
    assert groups(*fresh) == ["Scheduling & waiting", "No theme"]
    monkeypatch.setattr(days, "FEW", 0)
    assert groups(*fresh) == ["Scheduling & waiting", "cs.IT: Information Theory"]


def test_papers_are_numbered_as_their_listing_numbers_them():
    """By section, then by the number on the page of the archive's first category; what has no number comes last."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC", "cs.DS"), places=(0, 4)),
        Announced(key=sample.NEW.key, type="new", categories=("cs.DC", "cs.DS"), places=(3, 1)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",), places=(9,)),
    )
    (page,) = (draft.make() for draft in days.day_pages.drafts(with_day(announced, categories=("cs.DC", "cs.DS"))))
    told = [(key, *mark.values()) for key, mark in page.facts["items"].items()]
    assert told == [(sample.NEW.key, "new", 1), (sample.OLD.key, "new", 2), (sample.CROSS.key, "cross", 3)]


@for_each(
    ("first", "last", "said"),
    [
        ("2026-03-05", "2026-03-06", ""), ("2026-03-06", "2026-03-09", "weekend"),
        ("2026-03-09", "2026-03-11", "1 day missing"), ("2026-03-16", "2026-03-19", "2 days not collected"),
        ("2026-01-19", "2026-01-21", "holiday"), ("2026-07-03", "2026-07-07", "weekend and holiday"),
        ("2026-03-06", "2026-03-12", "1 day missing, 2 days with nothing held"),
    ],
)  # fmt: skip
def test_days_name_what_lies_between_them_and_their_neighbours(first: str, last: str, said: str):
    """A weekend, a holiday, days that lack: else an arrow to Monday looks as if two days were lost."""
    missing = Coverage(category="cs.DC", date=dt.date(2026, 3, 10), state="missing")
    unasked = (Coverage(category="cs.DC", date=dt.date(2026, 3, day), state="unasked") for day in (17, 18))
    view = View(replace(sample.ARCHIVE, days=(), coverage=(missing, *unasked)), sample.SETTINGS)
    assert days.between(view, dt.date.fromisoformat(first), dt.date.fromisoformat(last)) == said


def test_home_shows_the_newest_day_that_arxiv_listed():
    """A reconstructed one only where there is no other, and none on which other sources alone spoke."""
    later = Day(date=dt.date(2026, 3, 6), announced=(Announced(key=sample.OLD.key, type="new"),), reconstructed=True)
    pages = rendered(replace(sample.ARCHIVE, days=(*sample.DAYS, later)))
    home = headings("index.md", pages)
    assert home[0] == "## Wednesday, 4 March 2026"
    assert re.search(r"\n- \[Friday, 6 March 2026\]\(.*\): 1 new, .*reconstructed\n", pages["index.md"])
    alone = rendered(replace(sample.ARCHIVE, days=(later,)))
    assert headings("index.md", alone)[0] == "## Friday, 6 March 2026"


def test_a_day_of_which_no_announcement_was_due_lacks_nothing():
    """Such as the day of another source's card."""
    day = Day(date=dt.date(2026, 3, 7), seen=(Announced(key=sample.NO_ID.key, type="card"),))
    assert days.day_line(with_day(), day, "index.md").endswith(": 1 paper seen elsewhere")
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


def test_weeks_and_months_lead_to_those_before_and_after() -> None:
    """To the nearest that has a day in the archive. A month's calendar shows what is lacking."""
    made = sample.page(addresses.month(MONDAY))
    assert [number for number, *_, lacking in made.facts["calendar"]["days"] if lacking] == [3, 5, 6]
    assert made.facts["calendar"]["address"] == ""
    assert sample.page(WEEK).facts["calendar"] is None
    archive = replace(sample.ARCHIVE, days=(*sample.DAYS, Day(date=dt.date(2026, 5, 4))))
    before, after = sample.page(addresses.month(MONDAY), archive).facts["turns"]
    assert before == sample.page(addresses.month(MONDAY)).facts["turns"][0]
    assert after == {"name": "May 2026", "address": "2026-05.html"}
    turns = sample.page(addresses.week(dt.date(2026, 5, 4)), archive).facts["turns"]
    assert turns == [{"name": "2 to 8 March 2026", "address": "2026-W10.html"}, None]


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
