"""A day's page, home and the lists of days: what stands where, and what a row shows on which page."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

import pytest

from generator.model import Announced, Archive, Coverage, Day
from generator.pages import days, groups
from generator.pages.context import View
from tests.pages import sample
from tests.pages.test_pages import rendered

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
        "## Digest",
        "## Scheduling & waiting",
        "### Lock-free lighthouses",
        "## No theme",
        "### Entropy of harbours",
        "## Replacements",
        "## First seen elsewhere",
        "### Waiting for Tides",
        "### A Scheduler for Tides",
        "## Report",
        "## Report",
        "## Coverage",
    ]
    assert row(sample.CROSS.key, DAY)[1].endswith(" · cross-list")
    assert "\n- [Sand that never was](../../papers/9901/hep-th9901001.md): v2, withdrawn\n" in PAGES[DAY]


def test_a_day_without_themes_has_the_sections_of_a_listing():
    """Where no paper has a theme, headings by theme would say nothing."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC",)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",)),
    )
    view = with_day(announced)
    assert [group.name for group in groups.of_day(view, view.archive.days[0])] == ["New submissions", "Cross-lists"]


def test_papers_are_numbered_as_their_listing_numbers_them():
    """By section, then by the number on the page of the archive's first category; what has no number comes last."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC", "cs.DS"), places=(0, 4)),
        Announced(key=sample.NEW.key, type="new", categories=("cs.DC", "cs.DS"), places=(3, 1)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",), places=(9,)),
    )
    view = with_day(announced, categories=("cs.DC", "cs.DS"))
    (page,) = (draft.make() for draft in days.KIND.drafts(view))
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
    monkeypatch.setattr(groups, "FEW", 0)
    announced = tuple(Announced(key=paper.key, type="new") for paper in (sample.NEW, sample.CROSS))
    view = with_day(announced)
    assert [group.name for group in groups.of_day(view, view.archive.days[0])] == [
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
    """It says that nothing is held."""
    assert "This archive holds no days yet." in rendered(Archive(papers={}, days=()))["index.md"]


def test_a_day_of_few_papers_is_not_digested():
    """The digest would say what the rows below it say, unless a paper was withdrawn."""
    digested = [path for path in PAGES if path.count("-") == 2 and "## Digest" in headings(path)]
    assert digested == [DAY]


def test_a_day_of_which_no_announcement_was_due_lacks_nothing():
    """Such as the day of another source's card."""
    day = Day(date=dt.date(2026, 3, 7), seen=(Announced(key=sample.NO_ID.key, type="card"),))
    assert days.day_line(with_day(()), day, "index.md").endswith(": 1 paper seen elsewhere")
    assert days.counts(day) == [(1, "paper seen elsewhere")]
