"""The pages of watches."""

from __future__ import annotations

from dataclasses import replace

from generator.model import Watch
from generator.pages import drafts, watches
from generator.pages.context import View
from tests.pages import sample
from tests.pages.test_pages import many, rendered

WATCH = Watch(slug="waiting", name="Waiting", words=("tides",))


def test_a_page_says_what_it_looks_for_and_lists_what_that_finds() -> None:
    page = rendered(sample.ARCHIVE)["watches/waiting.md"]
    assert (
        "For the group that meets on Thursdays. Papers that say “tides” or “lock-free” or are by "
        "<a href=../authors/ada-ebb.html>Ada Ebb</a>, in the theme "
        "<a href=../themes/scheduling.html>Scheduling &amp; waiting</a>, in "
        "<a href=../categories/cs.DC.html>cs.DC</a> or cs.AR, without “sand”."
    ) in page
    assert "<b>2</b> papers, from" in page
    assert page.index("2603.01234.html") < page.index("2603.00356.html")
    assert "<b>0</b> papers." in rendered(sample.ARCHIVE)["watches/none.md"]


def test_without_watches_there_are_no_pages() -> None:
    archive = replace(sample.ARCHIVE, watches=(), watched={})
    assert not [path for path in rendered(archive) if path.startswith("watches")]
    assert watches.rows(View(archive, sample.SETTINGS, None), "index.md") == []


def test_rows_lead_from_any_page() -> None:
    first, _ = watches.rows(View(sample.ARCHIVE, sample.SETTINGS, None), "index.md")
    assert (first.name, first.address, first.papers) == ("Waiting &amp; tides", "watches/waiting.html", 2)
    assert "<a href=authors/ada-ebb.html>" in first.definition


def test_a_new_paper_changes_the_newest_page_and_the_last_numbered_one() -> None:
    def depends(number: int) -> dict[str, str | None]:
        papers = many(number)
        archive = replace(papers, watches=(WATCH,), watched=dict.fromkeys(papers.papers, ("waiting",)))
        found = drafts(archive, sample.SETTINGS, sample.TEXTS, None)
        return {draft.path: draft.depends for draft in found if draft.path.startswith("watches/") and draft.depends}

    before, after = depends(130), depends(131)
    assert {path for path in after if before.get(path) != after[path]} == {"watches/waiting.md", "watches/waiting/3.md"}


def test_the_index_of_themes_leads_to_the_watches() -> None:
    assert '<a href="../watches/index.html">watches</a>' in rendered(sample.ARCHIVE)["themes/index.md"]
    assert "watches" not in rendered(replace(sample.ARCHIVE, watches=(), watched={}))["themes/index.md"]
