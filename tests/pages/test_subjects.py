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
    assert re.search(
        r'Shares papers with <a href="../themes/ai-and-tides.html">[^<]+</a> \(10\)\.', pages["themes/scheduling.md"]
    )
    assert re.search(
        r'Shares papers with <a href="../themes/scheduling.html">[^<]+</a> \(10\)\.', pages["themes/ai-and-tides.md"]
    )
    assert "Shares papers" not in pages["themes/empty.md"]


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
