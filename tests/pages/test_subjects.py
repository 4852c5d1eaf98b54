"""The pages of themes and categories: what a list says, where it leads, and what its drafts depend on."""

import datetime as dt
import re
from dataclasses import fields, replace
from typing import Any

import pytest
from daybook.model import Archive, Paper
from daybook.pages import subjects

from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import many, rendered


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "ALL", 50)


def test_a_young_archive_lists_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "ALL", 60)
    assert [len(numbers(rendered(shared(papers))["themes/scheduling.md"])) for papers in (60, 61)] == [60, 50]


def shared(number: int) -> Archive:
    """`number` papers with one theme, a third of which have a second."""
    archive = many(number)
    papers = {
        key: replace(paper, themes=("scheduling", "ai-and-tides") if place % 3 == 0 else ("scheduling",))
        for place, (key, paper) in enumerate(archive.papers.items())
    }
    return replace(archive, papers=papers, themes=sample.THEMES)


def made(archive: Archive) -> dict[str, Any]:
    return {page.path: page for page in sample.render(archive)}


def numbers(text: str) -> list[str]:
    """The papers of a page, by the last digits of their keys."""
    return re.findall(r"^### \[[^\]]+\]\(\S+/2601\.(\d+)\.md\)$", text, re.MULTILINE)


def changed(one: Archive, other: Archive) -> set[str]:
    """The pages of themes that are made again."""
    return {path for path in sample.again(one, other) if path.startswith("themes/")}


def test_neighbours_are_named_with_the_papers_they_share() -> None:
    """Both ways, linked, with their number; a theme without such papers names none."""
    pages = rendered(shared(30))
    for one, other in (("scheduling", "ai-and-tides"), ("ai-and-tides", "scheduling")):
        assert re.search(rf"## Overlaps with\n\n- \[[^\]]+\]\({other}\.md\): 10\n", pages[f"themes/{one}.md"])
    assert "Overlaps with" not in pages["themes/empty.md"]
    assert "No papers yet." in pages["themes/empty.md"]


def test_the_newest_papers_stand_under_their_months() -> None:
    """Newest first, each row with its date; the page says how many there are, and leads on to the search."""
    page = made(shared(130))["themes/scheduling.md"]
    assert numbers(page.text) == [f"{number:05}" for number in range(130, 80, -1)]
    assert "130 papers, from 2 January to 11 May 2026; here are the newest 50." in page.text
    assert page.facts["search"] == "../search.html?theme=scheduling"
    parts = re.split(r"^## (.+)$", page.text, flags=re.MULTILINE)[1:]
    shown = []
    for month, text in zip(parts[::2], parts[1::2], strict=True):
        dates = [dt.datetime.strptime(each, "%d %b %Y") for each in re.findall(r" · (\d+ \w+ \d{4})$", text, re.M)]
        assert {f"{date:%B %Y}" for date in dates} == ({month} if month != "Overlaps with" else set())
        shown += dates
    assert shown == sorted(shown, reverse=True)


@for_each(("papers", "moved"), [(0, 1), (1, 1), (33, 1), (34, 2), (50, 2), (101, 4)])
def test_pages_by_numbers_lead_to_the_search(papers: int, moved: int) -> None:
    """Fifty papers stood on each, and there may have been more. While the list has all papers, they lead there."""
    pages = rendered(shared(papers))
    assert bool(made(shared(papers))["themes/scheduling.md"].facts["search"]) == (papers > 50)
    found = {path: text for path, text in pages.items() if path.startswith("themes/scheduling/")}
    assert list(found) == [f"themes/scheduling/{number}.md" for number in range(1, moved + 1)]
    for text in found.values():
        assert "kind: moved\n" in text
        target = "../../search.md?theme=scheduling" if papers > 50 else "../scheduling.md"
        assert f"now at [Scheduling & waiting]({target})" in text


def test_the_chart_says_what_it_shows() -> None:
    """By months it leads nowhere: the search knows years. Where so much time is shown by years, these lead to it."""
    archive = shared(130)
    chart = made(archive)["themes/scheduling.md"].facts["chart"]
    assert chart["said"] == "January 2026 to May 2026; peak in March 2026: 31 papers."
    assert sum(papers for *_, (papers,) in chart["bars"]) == 130
    assert set(chart["links"]) == {""}
    papers = {
        key: replace(paper, sightings=(replace(paper.sightings[0], date=dt.date(2016 + place // 13, 3, 1)),))
        for place, (key, paper) in enumerate(archive.papers.items())
    }
    chart = made(replace(archive, papers=papers))["themes/scheduling.md"].facts["chart"]
    assert chart["bars"][0] == ["2016", "2016", [13]]
    assert chart["links"][0] == "../search.html?theme=scheduling&year=2016"


def test_the_index_shows_each_theme_over_time() -> None:
    """Its name, papers, definition, and its months where papers of enough of them give these a shape."""
    few, more = (made(replace(shared(number), as_of=dt.date(2026, 12, 31)))["themes/index.md"] for number in (120, 360))
    said = "- [Scheduling & waiting](scheduling.md): 120 papers. Who waits when, and for what: up to *n* tides."
    assert said in few.text
    assert few.facts["months"] == {"All themes": [[], [], []]}
    assert more.facts["months"]["All themes"][0][-12:] == [30, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 27]


def test_a_new_paper_or_theme_changes_the_newest_pages() -> None:
    """And no other of its themes; of a second theme, the neighbours' numbers and the chart follow."""
    before = shared(130)
    assert changed(before, shared(131)) == {"themes/scheduling.md"}
    key, paper = list(before.papers.items())[1]
    after = replace(before, papers={**before.papers, key: replace(paper, themes=("scheduling", "ai-and-tides"))})
    assert changed(before, after) == {"themes/scheduling.md", "themes/ai-and-tides.md"}


SUBJECT = subjects.Subject(kind="theme", slug="tides", plain="Tides")
OTHER = {
    "kind": "watch", "slug": "ports", "plain": "Ports", "name": "*Tides*", "lead": ("What they do.",),
    "related": (("Overlaps with", (("Ports", "themes/ports.md", 3),)),), "search": "q=tides", "has_feed": False,
    "text": True, "by_year": True,
}  # fmt: skip


@for_each("field", (field.name for field in fields(subjects.Subject)))
def test_a_page_depends_on_all_that_is_told_of_its_subject(field: str) -> None:
    """A field that is new must be listed in this test."""
    view = sample.view(many(3))
    (one, *_), (other, *_) = (
        list(subjects.drafts_of_list(view, subject, view.in_order))
        for subject in (SUBJECT, replace(SUBJECT, **{field: OTHER[field]}))
    )
    assert one.depends != other.depends


def test_another_month_changes_the_chart() -> None:
    """A paper that is shown on no newest page still counts in its chart."""
    before = shared(130)
    key, paper = next(iter(before.papers.items()))
    earlier: Paper = replace(
        paper, sightings=(replace(paper.sightings[0], date=dt.date(2025, 12, 1)), *paper.sightings)
    )
    after = replace(before, papers={**before.papers, key: earlier})
    assert "themes/scheduling.md" in changed(before, after)
    assert made(after)["themes/scheduling.md"].facts["chart"]["bars"][0] == ["December 2025", "Dec 2025", [1]]


def test_categories_that_the_archive_does_not_follow_are_in_the_search() -> None:
    """All addresses of their former pages lead there, and so does the index."""
    archive = many(51)
    papers = {key: replace(paper, categories=("cs.DC", "math.CO")) for key, paper in archive.papers.items()}
    pages = rendered(replace(archive, papers=papers))
    assert "kind: list" in pages["categories/cs.DC.md"]
    for path, root in (("math.CO", ".."), ("math.CO/1", "../.."), ("math.CO/2", "../..")):
        assert f"now at [math.CO]({root}/search.md?category=math.CO)" in pages[f"categories/{path}.md"]
    assert "categories/math.CO/3.md" not in pages
    assert "- [math.CO: Combinatorics](../search.md?category=math.CO): 51 papers" in pages["categories/index.md"]


def test_parts_of_a_followed_archive_have_pages() -> None:
    settings = replace(sample.SETTINGS, categories=("math",))
    papers = {key: replace(paper, categories=("math.CO", "cs.DC")) for key, paper in many(3).papers.items()}
    pages = {page.path: page.text for page in sample.render(replace(many(3), papers=papers), settings)}
    assert "kind: list" in pages["categories/math.CO.md"]
    assert "kind: moved" in pages["categories/cs.DC.md"]
