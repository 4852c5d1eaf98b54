"""Authors and categories of papers, linked to their pages or to the search."""

from __future__ import annotations

from urllib.parse import quote_plus

from daybook.model import Paper, taxonomy
from daybook.text import author_names, markup
from daybook.view import addresses
from daybook.view.context import View
from daybook.view.writing import link


def linked(view: View, paper: Paper, page: str) -> list[str]:
    """The names of a paper's authors as Markdown, with links from the page at `page`: to their own pages, else to the
    search for their papers.

    Of a very long list only those names are linked whose pages tell of this paper.
    """
    told = frozenset(view.outlines[paper.key].authors)
    names = ((author_names.as_markdown(author.name), author_names.as_printed(author.name)) for author in paper.authors)
    return [link(words, address(view, name), page) if name in told else words for words, name in names]


def address(view: View, name: str) -> str:
    """Where the papers of a name, as printed, are listed: its page, else the search for it."""
    slug = view.writers.slugs.get(name)
    return addresses.author(slug) if slug else f"{addresses.SEARCH}?{search(name)}"


def search(name: str) -> str:
    """What makes the search show the papers of a name, as printed."""
    return f"author={quote_plus(name, errors='replace')}"


def category(view: View, code: str, page: str, *, named: bool = False) -> str:
    """A category as Markdown, with a link from the page at `page`. `named`: by its name and code."""
    name = taxonomy.name(code) if named else code
    words = markup.literal(f"{name} ({code})" if name != code else code)
    return link(words, view.place(code), page) if addresses.has_page(code) else words


def depends(view: View, key: str) -> str:
    """What `linked` depends on besides the paper with this key: the slugs of its authors' pages."""
    return " ".join(view.writers.slugs.get(name, "") for name in view.outlines[key].authors)
