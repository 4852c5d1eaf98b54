"""Pages at former addresses that lead to the current one, here or in the archive of older years."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterator
from functools import partial

from generator.pages import addresses
from generator.pages.context import Draft, Page, View, front
from generator.pages.templating import fill
from generator.text import markup


def drafts(view: View, made: Collection[str]) -> Iterator[Draft]:
    """The redirects. `made`: the paths of all other pages."""
    own = list(_drafts_here(view))
    yield from own
    yield from _drafts_elsewhere(view, {*made, *(draft.path for draft in own)})


def _drafts_here(view: View) -> Iterator[Draft]:
    """A page for each former key of a paper in the archive."""
    for former, key in sorted(view.archive.redirects.items()):
        path, target = addresses.paper(former), addresses.paper(key)
        if key not in view.archive.papers or former in view.archive.papers or path == target:
            continue
        yield Draft(path, view.depends([key]), partial(_render, view, path, key, target))


def _drafts_elsewhere(view: View, made: Collection[str]) -> Iterator[Draft]:
    """A page for each address that moved to the archive of older years and is not in use here."""
    for path, target in sorted(view.archive.moved.items()):
        if path not in made and (target in made or addresses.outside(target)):
            yield Draft(path, view.depends((), target), partial(_render_elsewhere, path, target))


def _render_elsewhere(path: str, target: str) -> Page:
    away = addresses.outside(target)
    address = away or addresses.relative(target, path)
    head = front("This page has moved", moved_to=html.unescape(address))
    return Page(path, fill("elsewhere.md", front=head, address=address, away=away))


def _render(view: View, path: str, key: str, target: str) -> Page:
    title = view.archive.papers[key].title
    address = addresses.relative(target, path)
    head = front(markup.plain(title), moved_to=address)
    return Page(path, fill("moved.md", front=head, title=view.html(title), address=address))
