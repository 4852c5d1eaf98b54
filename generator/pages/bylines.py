"""The names of a paper's authors on its page, linked to their pages or to the search."""

from __future__ import annotations

from urllib.parse import quote_plus

from generator.model import Paper
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.writing import link
from generator.text import author_names, markup


def linked(view: View, paper: Paper, page: str) -> list[str]:
    """The names of a paper's authors as Markdown, with links from the page at `page`: to their own pages, else to the
    search for their papers.

    Of a very long list only those names are linked whose pages tell of this paper.
    """
    told = frozenset(view.outlines[paper.key].authors)
    names = ((markup.markdown(author.name), author_names.as_printed(author.name)) for author in paper.authors)
    return [link(words, address(view, name), page) if name in told else words for words, name in names]


def address(view: View, name: str) -> str:
    """Where the papers of a name, as printed, are listed: its page, else the search for it."""
    slug = view.writers.slugs.get(name)
    return addresses.author(slug) if slug else f"{addresses.SEARCH}?author={quote_plus(name)}"


def depends(view: View, key: str) -> str:
    """What `linked` depends on besides the paper with this key: the slugs of its authors' pages."""
    return " ".join(view.writers.slugs.get(name, "") for name in view.outlines[key].authors)
