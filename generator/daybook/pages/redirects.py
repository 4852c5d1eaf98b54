"""Pages at former addresses that lead to the current one, here or in the archive of older years."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from urllib.parse import urlsplit

from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses
from daybook.view.context import Draft, View
from daybook.view.writing import Page, link, page


def drafts(view: View, made: Collection[str]) -> Iterator[Draft]:
    """The redirects. `made`: the paths of all other pages."""
    own = list(_drafts_here(view))
    yield from own
    yield from _drafts_elsewhere(view, {*made, *(draft.path for draft in own)})


def _drafts_here(view: View) -> Iterator[Draft]:
    """A page for each former key of a paper in the archive."""
    for former, key in sorted(view.archive.redirects.items()):
        path, target = addresses.paper(former), addresses.paper(key)
        if view.reach and key not in view.reach.keys:
            continue
        if key not in view.archive.papers or former in view.archive.papers or path == target:
            continue
        yield draft(view, path, view.outlines[key].title, target)


def _drafts_elsewhere(view: View, made: Collection[str]) -> Iterator[Draft]:
    """A page for each address that moved to the archive of older years and is not in use here."""
    for path, target in sorted(view.archive.moved.items()):
        if path not in made and (target in made or addresses.outside(target)):
            yield draft(view, path, addresses.stem(path), target)


def draft(view: View, path: str, name: str, target: str) -> Draft:
    """The draft of `moved`."""
    return Draft(path, view.depends((), name, target), partial(moved, path, name, target))


def moved(path: str, name: str, target: str) -> Page:
    """The page at a former address. `name`: plain, of what stands now at `target`: a source path, or an address.

    Tens of thousands of pages may move, so the site's file of each has a few hundred bytes.
    """
    away = addresses.outside(target) is not None
    words = markup.literal(name)
    to = markup.link(words, target, (urlsplit(target).netloc,)) if away else link(words, target, path)
    return page(
        path, "moved", f"# {words}", _("This page is now at {link}.", link=to),
        facts={"to": target if away else addresses.href(target, path)},
    )  # fmt: skip
