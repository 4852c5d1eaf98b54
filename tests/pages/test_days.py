"""A day's page, home and the lists of days: what stands where, and what a card shows on which page."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from lxml import html

from generator.model import Announced, Archive, Coverage, Day
from generator.pages import days, groups
from generator.pages.context import View
from tests.pages import sample
from tests.pages.test_pages import rendered

DAY = "days/2026/2026-03-03.md"
PAGES = rendered(sample.ARCHIVE)


def tree(path: str, pages: dict[str, str] = PAGES) -> html.HtmlElement:
    return html.fromstring(f"<div>{pages[path].split('---', 2)[2]}</div>")


def with_day(announced: tuple[Announced, ...], *, categories: tuple[str, ...] = ("cs.DC",)) -> View:
    day = Day(date=dt.date(2026, 3, 3), announced=announced)
    return View(replace(sample.ARCHIVE, days=(day,)), replace(sample.SETTINGS, categories=categories))


def test_a_day_is_grouped_by_theme_then_no_theme_then_replacements():
    """A cross-list stands among its theme's papers and says so; a replacement says which version."""
    sections = tree(DAY).xpath("//section[contains(@class,'group')]")
    assert [section.get("id") for section in sections] == ["theme-scheduling", "no-theme", "replace", "seen"]
    assert [len(section.xpath("./div/article")) for section in sections] == [1, 1, 1, 2]
    assert "Cross-list" in sections[1].text_content()
    assert "Replaced v2" in sections[2].text_content()
    contents = tree(DAY).xpath("//nav[contains(@class,'contents')]//a/@href")
    assert contents == ["#theme-scheduling", "#no-theme", "#replace", "#seen", "#other-sources-cards", "#report"]


def test_a_day_without_themes_has_the_sections_of_a_listing():
    """Where no paper has a theme, headings by theme would say nothing."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC",)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",)),
    )
    view = with_day(announced)
    assert [group.anchor for group in groups.of_day(view, view.archive.days[0])] == ["new", "cross"]


def test_papers_are_numbered_as_their_listing_numbers_them():
    """By section, then by the number on the page of the archive's first category; what has no number comes last."""
    announced = (
        Announced(key=sample.OLD.key, type="new", categories=("cs.DC", "cs.DS"), places=(0, 4)),
        Announced(key=sample.NEW.key, type="new", categories=("cs.DC", "cs.DS"), places=(3, 1)),
        Announced(key=sample.CROSS.key, type="cross", categories=("cs.DC",), places=(9,)),
    )
    view = with_day(announced, categories=("cs.DC", "cs.DS"))
    cards = [card for group in groups.of_day(view, view.archive.days[0]) for card in group.cards]
    marks = {html.fromstring(card).get("id"): html.fromstring(card).attrib for card in cards}
    assert {key: (mark["data-type"], mark["data-n"]) for key, mark in marks.items()} == {
        sample.NEW.key: ("new", "1"),
        sample.OLD.key: ("new", "2"),
        sample.CROSS.key: ("cross", "3"),
    }
    shown = "".join(cards)
    assert "[cs.DC 3, cs.DS 1]" in shown
    assert "[cs.DS 4]" in shown
    assert "[cs.DC 9]" in shown


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
    made = [(group.anchor, group.name) for group in groups.of_day(view, view.archive.days[0])]
    assert made[0][0] == "theme-scheduling"
    assert made[1] == ("category-cs.IT", "cs.IT: Information Theory")


def test_cards_unfold_their_abstracts_where_papers_are_new():
    """On days and newest lists, not on numbered pages nor for replacements; without script, by `details`."""
    shown = {path for path in PAGES if tree(path).xpath("//article//details[@class='abstract']")}
    assert {DAY, "themes/scheduling.md", "categories/cs.DC.md"} <= shown
    assert not [path for path in shown if path.endswith("/1.md")]
    assert "days/2026/2026-03-04.md" not in shown  # FULL, replaced


def test_cards_say_when_a_paper_was_announced_except_on_its_day():
    """With its id and PDF; a paper without an arXiv id has neither."""
    card = tree("themes/scheduling.md").xpath(f"//article[@id='{sample.NEW.key}']")[0]
    assert card.xpath(".//time/@datetime") == ["2026-03-03"]
    assert card.xpath(".//p[@class='notes']/a/@href") == ["https://arxiv.org/pdf/2603.01234"]
    assert not tree(DAY).xpath("//section[contains(@class,'group')]//time")


def test_home_shows_the_newest_day_that_arxiv_listed():
    """Never a reconstructed one, nor one on which other sources alone spoke."""
    later = Day(date=dt.date(2026, 3, 6), announced=(Announced(key=sample.OLD.key, type="new"),), reconstructed=True)
    pages = rendered(replace(sample.ARCHIVE, days=(*sample.DAYS, later)))
    home = tree("index.md", pages)
    assert home.xpath("//section[@class='latest']/h2/a/@href") == ["days/2026/2026-03-04.html"]
    assert home.xpath("//ol[@class='days']/li/a/@href")[0] == "days/2026/2026-03-06.html"
    assert "reconstructed" in home.xpath("//ol[@class='days']/li")[0].text_content()
    alone = tree("index.md", rendered(replace(sample.ARCHIVE, days=(later,))))
    assert not alone.xpath("//section[@class='latest']")


def test_home_of_an_empty_archive():
    """It says that nothing is held, and shows no chart of nothing."""
    pages = rendered(Archive(papers={}, days=()))
    assert "This archive holds no days yet." in pages["index.md"]
    assert "<svg" not in pages["index.md"]


def test_a_day_of_few_papers_is_not_digested_nor_narrowed():
    """The digest would say what the cards below it say, unless a paper was withdrawn."""
    quiet = {path for path, text in PAGES.items() if path.startswith("days/2026/2026-0") and "<article id=" in text}
    few = {path for path in quiet if PAGES[path].count("<article id=") < FEW}
    assert few
    assert not [path for path in few - {DAY} if "Digest of the day" in PAGES[path] or "id=narrow" in PAGES[path]]
    assert "Digest of the day" in PAGES[DAY]


def test_a_day_of_which_no_announcement_was_due_lacks_nothing():
    """Such as the day of another source's card."""
    day = Day(date=dt.date(2026, 3, 7), seen=(Announced(key=sample.NO_ID.key, type="card"),))
    assert days.day_line(with_day(()), day, "index.md").endswith(": 1 paper seen elsewhere")
    assert days.counts(day) == [(1, "paper seen elsewhere")]
