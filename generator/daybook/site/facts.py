"""EDGE: what layouts show of each page besides its text: written with the pages, read by the site."""

from __future__ import annotations

from typing import Any

from daybook.runtime.state import State, Table

Facts = dict[str, Any]


def of(state: State) -> Table[Facts]:
    """By the page's path; nothing where there is nothing."""
    return state.table("facts", "", Facts)
