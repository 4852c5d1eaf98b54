"""The page of the search. What it finds is worked out in the browser: see overrides/assets/search/."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.pages.kinds import Kind
from daybook.text.language import N_, _
from daybook.view import addresses
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

_LISTS = {N_("days"): addresses.DAYS, N_("themes"): addresses.THEMES, N_("categories"): addresses.CATEGORIES}
_HELP = (
    N_(
        "A result contains every word you type; where no paper has all of them, the least telling ones are left"
        " out, and the search says so. Accents, capitals, plurals and hyphens do not matter: `Richtarik` finds"
        " Richtárik, `kmeans` finds k-means."
    ),
    N_('`"byzantine agreement"` in quotation marks finds these words next to each other, in singular or plural.'),
    N_("`raft OR paxos` finds papers with either word."),
    N_(
        '`consensus -blockchain` leaves out papers with the second word; `-"proof of work"` does the same for a phrase.'
    ),
    N_("`schedul*` finds all words that begin with these letters; so does the last word while you type it."),
    N_(
        "`author:`, `title:`, `category:`, `theme:` and `year:` before a word, or arXiv's `au:`, `ti:` and `cat:`,"
        " look for it there alone."
    ),
    N_(
        "An arXiv id, its beginning, its address or a DOI finds its paper; a date (`2026-03-03`, `2026-W10`) or"
        " the whole name of a category, a theme or an author finds its page."
    ),
    N_("If nothing is found, typing errors are forgiven, and the result says so. Filters narrow down what is found."),
)


def _drafts(view: View) -> Iterator[Draft]:
    yield Draft(addresses.SEARCH, view.depends(()), _render)


def _render() -> Page:
    """The same in every archive."""
    path, found = addresses.SEARCH, _("All papers of this archive, by their words.")
    lists = ", ".join(link(_(name), target, path) for name, target in _LISTS.items())
    without = _("The search needs scripts. The archive's lists can be browsed without them: {lists}.", lists=lists)
    return page(
        path,
        "search",
        f"# {_('Search')}",
        without,
        section(_("How to search"), bullets(map(_, _HELP))),
        facts={"description": found},
    )


KIND = Kind(addresses.SEARCH, _drafts)
