"""The page of the search. What it finds is worked out in the browser: see overrides/assets/search/."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages import addresses
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill

_LISTS = {"days": addresses.DAYS, "themes": addresses.THEMES, "categories": addresses.CATEGORIES}


def _drafts(view: View) -> Iterator[Draft]:
    yield Draft(addresses.SEARCH, view.depends(()), _render)


def _render() -> Page:
    """The same in every archive."""
    lists = {name: addresses.relative(path, addresses.SEARCH) for name, path in _LISTS.items()}
    return Page(
        addresses.SEARCH,
        fill(
            "search.md",
            front=front("Search", "All papers of this archive, by their words."),
            lists=lists,
            about=f"{addresses.relative(addresses.ABOUT, addresses.SEARCH)}#keep",
        ),
    )


KIND = Kind(addresses.SEARCH, _drafts)
