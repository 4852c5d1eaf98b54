"""The pages of themes: their neighbours, and what their drafts depend on."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from generator.model import Archive, Paper
from generator.pages import drafts
from tests.pages import sample
from tests.pages.test_pages import many, rendered


def shared(number: int) -> Archive:
    """`number` papers with one theme, a third of which have a second."""
    archive = many(number)
    papers = {
        key: replace(paper, themes=("scheduling", "ai-and-tides") if place % 3 == 0 else ("scheduling",))
        for place, (key, paper) in enumerate(archive.papers.items())
    }
    return replace(archive, papers=papers, themes=sample.THEMES)


def depends(archive: Archive) -> dict[str, str | None]:
    return {draft.path: draft.depends for draft in drafts(archive, sample.SETTINGS, sample.TEXTS, None)}


def changed(one: Archive, other: Archive) -> set[str]:
    """The pages of themes that differ, by what they depend on; and by their texts, which must be no others."""
    before, after = depends(one), depends(other)
    paths = {path for path in {*before, *after} if path.startswith("themes/") and path != "themes/index.md"}
    again = {path for path in paths if before.get(path) != after.get(path)}
    pages, others = rendered(one), rendered(other)
    assert {path for path in paths if pages.get(path) != others.get(path)} <= again
    return again


def test_neighbours_are_named_with_the_papers_they_share() -> None:
    """Both ways, linked, with their number; a theme without such papers names none."""
    pages = rendered(shared(30))
    for one, other in (("scheduling", "ai-and-tides"), ("ai-and-tides", "scheduling")):
        line = rf"<li><a href=../themes/{other}.html>[^<]+</a> <span>10</span></li>"
        assert re.search(line, pages[f"themes/{one}.md"])
    assert "Overlaps with" not in pages["themes/empty.md"]


def test_papers_stand_under_their_months_newest_first() -> None:
    """On the page of the newest papers and on numbered ones; each card has its date."""
    archive = shared(130)
    for path in ("themes/scheduling.md", "themes/scheduling/1.md", "themes/scheduling/3.md"):
        text = rendered(archive)[path]
        heads = re.findall(r"<section class=group>\n<h2>([^<]+)</h2>", text)
        dates = re.findall(r"<time datetime=([\d-]+)>", text)
        assert dates == sorted(dates, reverse=True)
        named = [dt.datetime.strptime(head, "%B %Y").strftime("%Y-%m") for head in heads]
        assert named == sorted({date[:7] for date in dates}, reverse=True)


def test_the_newest_page_leads_to_all_others() -> None:
    """To the newest paper that it lacks, to the page of each month, and to the search of all; it says what there is."""
    pages = rendered(shared(130))
    text = pages["themes/scheduling.md"]
    order = re.findall(r"<article id=([\d.]+)", "".join(pages[f"themes/scheduling/{n}.md"] for n in (3, 2, 1)))
    shown = re.findall(r"<article id=([\d.]+)", text)
    assert len(order) == 130
    assert shown == order[:50]
    assert f"<a href=../themes/scheduling/2.html#{order[50]}>Older: page 2</a>" in text
    assert f"<article id={order[50]}" in pages["themes/scheduling/2.md"]
    assert "<b>130</b> papers, from" in text
    assert "here are the newest 50" in text
    assert '<a href="../search.html?theme=scheduling">Search all these papers</a>' in text
    parts = re.findall(r"<li><a href=../themes/scheduling/(\d).html>([^<]+)</a> <span>(\d+)</span>", text)
    assert sum(int(papers) for _, _, papers in parts) == 130
    for number, month, _ in parts:
        assert f"<h2>{month}</h2>" in pages[f"themes/scheduling/{number}.md"]


def test_one_page_leads_nowhere() -> None:
    """Where all papers are on it, nothing else is offered."""
    text = rendered(shared(50))["themes/scheduling.md"]
    assert "Older:" not in text
    assert "search.html" not in text
    assert "<div id=narrow></div>" in text


def test_the_index_shows_each_theme_over_time() -> None:
    """Its name, papers, definition, and a sparkline where papers of enough months give it a shape."""
    line = r"<li><a href=../themes/scheduling.html>[^<]+</a> {}<span>{}</span><p>.+</p></li>"
    few, more = (replace(shared(number), as_of=dt.date(2026, 12, 31)) for number in (120, 360))
    assert re.search(line.format(" ", 120), rendered(few)["themes/index.md"])
    assert re.search(line.format("<svg class=.spark.+</svg> ", 360), rendered(more)["themes/index.md"])


def test_a_theme_is_no_label_on_its_own_page() -> None:
    """The head of the page says it; a paper's other themes stand on its card."""
    pages = rendered(shared(60))
    for path in ("themes/scheduling.md", "themes/scheduling/1.md"):
        labels = re.findall(r"<p class=labels>.*</p>", pages[path])
        assert labels
        assert not [line for line in labels if "themes/scheduling.html" in line]
        assert [line for line in labels if "themes/ai-and-tides.html" in line]


def test_a_new_paper_changes_the_newest_page_and_the_last_numbered_one() -> None:
    """Full pages of older papers stay as they are."""
    before, after = shared(130), shared(131)
    assert changed(before, after) == {"themes/scheduling.md", "themes/scheduling/3.md"}


def test_a_second_theme_changes_both_newest_pages() -> None:
    """The neighbours' numbers and the chart follow, and so does the page that shows the paper's card."""
    before = shared(130)
    key, paper = list(before.papers.items())[1]
    after = replace(before, papers={**before.papers, key: replace(paper, themes=("scheduling", "ai-and-tides"))})
    pages = {"scheduling", "scheduling/1", "ai-and-tides", "ai-and-tides/1"}
    assert changed(before, after) == {f"themes/{page}.md" for page in pages}


def test_another_month_changes_the_chart() -> None:
    """A paper that is shown on no newest page still counts in its chart."""
    before = shared(130)
    key, paper = next(iter(before.papers.items()))
    earlier: Paper = replace(
        paper, sightings=(replace(paper.sightings[0], date=dt.date(2025, 12, 1)), *paper.sightings)
    )
    after = replace(before, papers={**before.papers, key: earlier})
    assert "themes/scheduling.md" in changed(before, after)
    assert "December 2025: 1 paper" in rendered(after)["themes/scheduling.md"]
