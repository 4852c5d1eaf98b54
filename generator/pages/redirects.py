"""Pages at former addresses that lead to the present one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from generator.pages import addresses
from generator.pages.context import Context, Draft, Page, front
from generator.pages.templating import fill


def drafts(context: Context) -> Iterator[Draft]:
    """A page for each former key whose paper is held."""
    for former, key in sorted(context.archive.redirects.items()):
        path, target = addresses.paper(former), addresses.paper(key)
        if key not in context.archive.papers or former in context.archive.papers or path == target:
            continue
        yield Draft(path, context.depends([key]), partial(_render, context, path, key, target))


def _render(context: Context, path: str, key: str, target: str) -> Page:
    face = context.face(key)
    address = addresses.relative(target, path)
    head = front(face.name, searched=False, moved_to=address)
    return Page(path, fill("moved.md", front=head, title=face.title, address=address))
