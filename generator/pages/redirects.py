"""Pages at former addresses that lead to the present one."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages import addresses
from generator.pages.context import Context, Page, front
from generator.pages.templating import fill


def render(context: Context) -> Iterator[Page]:
    """A page for each former key whose paper is held."""
    for former, key in sorted(context.archive.redirects.items()):
        path, target = addresses.paper(former), addresses.paper(key)
        if key not in context.archive.papers or former in context.archive.papers or path == target:
            continue
        face = context.face(key)
        address = addresses.relative(target, path)
        head = front(face.name, searched=False, moved_to=address)
        yield Page(path, fill("moved.md", front=head, title=face.title, address=address))
