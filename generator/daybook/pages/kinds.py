"""What a kind of pages says of itself. `KINDS` in pages/__init__.py lists all kinds; site/ and moved.py ask there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from daybook.model import Archive
from daybook.view.context import Draft, Reach, View


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of pages."""

    place: str  # the folder of its pages, `days/`, which another kind may share; or its only page, `about.md`
    drafts: Callable[[View], Iterable[Draft]]
    hand_written: bool = False
    """Whether its pages hold Markdown written by people. MkDocs' own engine renders these; a faster one renders pages
    of which the generator wrote every word, without the end tags that HTML makes optional."""
    paths: Callable[[Archive], Iterable[str]] | None = None
    """Only for a kind that shows related papers. These take long to find, so its pages are drafted last and in another
    process where that pays; this gives their paths beforehand."""
    fleeting: Callable[[Reach], Iterable[str]] | None = None
    """Of changes: its pages that may be gone after them, each with those in its folder. None: none is, unless a paper
    or a day goes, after which everything is made anew."""


def kind(
    place: str, *, hand_written: bool = False, paths: Callable[[Archive], Iterable[str]] | None = None,
    fleeting: Callable[[Reach], Iterable[str]] | None = None,
) -> Callable[[Callable[[View], Iterable[Draft]]], Kind]:  # fmt: skip
    """Makes a kind of the function that drafts its pages."""
    return lambda drafts: Kind(place, drafts, hand_written, paths, fleeting)
