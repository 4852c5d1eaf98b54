"""What kinds of pages say of themselves holds, and what other modules make of it."""

from __future__ import annotations

from itertools import chain
from pathlib import PurePosixPath

from generator.pages import KINDS, places
from generator.pages.kinds import Kind
from generator.site import destination
from tests.cases import for_each
from tests.pages import sample

VIEW = sample.view()


@for_each("kind", KINDS)
def test_all_pages_of_a_kind_are_at_its_place(kind: Kind) -> None:
    """In its folder, or the one page on top; and where paths are given beforehand, these are they."""
    paths = [draft.path for draft in kind.drafts(VIEW)]
    assert paths
    assert paths == [kind.place] or (kind.place.endswith("/") and all(path.startswith(kind.place) for path in paths))
    assert all(PurePosixPath(path).suffix == ".md" for path in paths)
    if kind.paths:
        assert sorted(kind.paths(sample.ARCHIVE)) == sorted(paths)


def test_kinds_of_one_place_are_built_alike() -> None:
    """Who wrote a page's words is known from its address."""
    assert len({(kind.place, kind.hand_written) for kind in KINDS}) == len({kind.place for kind in KINDS})
    assert {*places(hand_written=True), *places(hand_written=False)} == {kind.place for kind in KINDS}


def test_a_site_may_hold_the_pages_of_all_kinds() -> None:
    """A build knows the folders and pages that it replaces."""
    assert {"index.html", "about.html", "guide", "days", "papers", "search", "404.html"} <= destination.parts()
    served = (draft.path.partition("/")[0] for draft in chain.from_iterable(kind.drafts(VIEW) for kind in KINDS))
    assert {name.replace(".md", ".html") for name in served} <= destination.parts()
