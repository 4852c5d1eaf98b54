"""The names of a paper's authors on its page, linked to the pages of those that have one.

And the names that it shares with another paper.
"""

from __future__ import annotations

from collections.abc import Collection

from generator.model import Author, Paper
from generator.pages import addresses
from generator.pages.context import View
from generator.text import author_names

NAMED = 3
"""Shared authors that are all named; of more, one fewer and a number."""


def linked(view: View, paper: Paper, page: str) -> list[str]:
    """The names of a paper's authors as HTML, with links from the page at `page`.

    Of a very long list only those names are linked whose pages tell of this paper.
    """
    told, root = frozenset(view.outlines[paper.key].authors), addresses.root(page)
    return [_linked(view, author, told, root) for author in paper.authors]


def _linked(view: View, author: Author, told: Collection[str], root: str) -> str:
    name = author_names.as_printed(author.name)
    link = address(view, name) if name in told else ""
    return f"<a href={root}{link}>{view.person(author)}</a>" if link else view.person(author)


def address(view: View, name: str) -> str:
    """The address below the root of the page of a name as printed; empty if it has none."""
    slug = view.writers.slugs.get(name)
    return addresses.served(addresses.author(slug)) if slug else ""


def depends(view: View, key: str) -> str:
    """What `linked` depends on besides the paper with this key: the slugs of its authors' pages."""
    return " ".join(view.writers.slugs.get(name, "") for name in view.outlines[key].authors)


def shared(view: View, key: str, other: str) -> str:
    """The authors that two papers share, as the first names them: `A, B and 4 more`; empty if no name agrees."""
    own, others = view.outlines[key].authors, frozenset(view.outlines[other].authors)
    names = [name for name in own if name in others]
    if not names:  # such as "Ada B. Ebb" and "Ada Ebb"
        folded = frozenset(map(author_names.fold, others))
        names = [name for name in own if author_names.fold(name) in folded]
    if len(names) > NAMED:
        names[NAMED - 1 :] = [f"{len(names) - NAMED + 1} more"]
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last
