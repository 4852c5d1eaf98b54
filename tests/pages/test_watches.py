"""The pages of watches."""

from __future__ import annotations

from dataclasses import replace

from generator.model import Watch
from tests.pages import sample
from tests.pages.test_pages import many, rendered

WATCH = Watch(slug="waiting", name="Waiting", words=("tides",))


def test_a_page_says_what_it_looks_for_and_lists_what_that_finds() -> None:
    """In words, with links; on the index, too."""
    pages = rendered(sample.ARCHIVE)
    said = (
        "For the group that meets on Thursdays. Papers that say “tides” or “lock-free” or are by "
        "[Ada Ebb]({0}authors/ada-ebb.md), in the theme [Scheduling & waiting]({0}themes/scheduling.md), in "
        "[cs.DC]({0}categories/cs.DC.md) or [cs.AR]({0}search.md?category=cs.AR), without “sand”."
    ).format("../")
    text = pages["watches/waiting.md"]
    assert said in text
    assert "\n2 papers, from" in text
    assert text.index("2603.01234.md") < text.index("2603.00356.md")
    assert "No papers yet." in pages["watches/none.md"]
    assert f"- [Waiting & tides](waiting.md): 2 papers. {said}" in pages["watches/index.md"]


def test_without_watches_there_are_no_pages() -> None:
    archive = replace(sample.ARCHIVE, watches=(), watched={})
    assert not [path for path in rendered(archive) if path.startswith("watches")]


def test_a_new_paper_changes_the_newest_page() -> None:
    def depends(number: int) -> dict[str, str | None]:
        papers = many(number)
        archive = replace(papers, watches=(WATCH,), watched=dict.fromkeys(papers.papers, ("waiting",)))
        found = sample.drafted(archive)
        return {draft.path: draft.depends for draft in found if draft.path.startswith("watches/") and draft.depends}

    before, after = depends(130), depends(131)
    assert {path for path in after if before.get(path) != after[path]} == {"watches/waiting.md"}


def test_the_index_of_themes_leads_to_the_watches() -> None:
    assert "[watches](../watches/index.md)" in rendered(sample.ARCHIVE)["themes/index.md"]
    assert "watches" not in rendered(replace(sample.ARCHIVE, watches=(), watched={}))["themes/index.md"]
