"""Pages at former addresses, which lead to the current one: here, or in the archive of older years.

moved.txt names the addresses that an archive gave away when it was split (fold/division.py says why): one per line, as
the site serves it; the older archive has the same one. Where an address leads elsewhere, ` -> ` follows, and an address
in this archive or one with a host.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from urllib.parse import urlsplit

from daybook.errors import SettingsError
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses
from daybook.view.archive_view import Draft, View
from daybook.view.writing import Page, link, page

NAME = "moved.txt"

_ADDRESS = re.compile(r"(?:[^\W.][\w.+~-]*/)*[^\W.][\w.+~-]*\.html")
_ARROW = " -> "
_MOST = 255  # bytes of a file name


def drafts(view: View, made: Collection[str]) -> Iterator[Draft]:
    """A page for each former key of a paper in the archive, and for each address that moved to the archive of older
    years and is not in use here. `made`: the paths of all other pages."""
    papers, paths = view.archive.papers, set(made)
    for former, key in sorted(view.archive.redirects.items()):
        path, target = addresses.paper(former), addresses.paper(key)
        reached = not view.reach or key in view.reach.keys
        if reached and key in papers and former not in papers and path != target:
            paths.add(path)
            yield draft(view, path, view.outlines[key].title, target)
    for path, target in sorted(view.archive.moved.items()):
        if path not in paths and (target in paths or addresses.outside(target)):
            yield draft(view, path, addresses.stem(path), target)


def draft(view: View, path: str, name: str, target: str, *, text: bool = False) -> Draft:
    """The page at a former address. `name`: plain, of what stands now at `target`: a source path, or an address.
    `text`: the address of its Markdown leads on, too."""
    return Draft(path, view.depends((), name, target, text), partial(moved_page, path, name, target, text=text))


def moved_page(
    path: str, name: str, target: str, *, text: bool = False, facts: Mapping[str, object] | None = None
) -> Page:  # fmt: skip
    """The same, made; `facts`: what rows show of a paper whose page is elsewhere. Tens of thousands of pages may move,
    so the site's file of each has a few hundred bytes."""
    away = addresses.outside(target) is not None
    words = markup.literal(name)
    to = markup.link(words, target, (urlsplit(target).netloc,)) if away else link(words, target, path)
    told = {**(facts or {}), "to": target if away else addresses.href(target, path)}
    told |= {"text": path} if text else {}
    return page(path, "moved", f"# {words}", _("This page is now at {link}.", link=to), facts=told)


def held_by_older(paths: Iterable[str], older: Collection[str], url: str, places: Iterable[str]) -> dict[str, str]:
    """Those of the pages (source paths) that the older archive at `url` has: path -> address there. `places`: of the
    kinds of pages that are divided; both archives have the indexes in their folders."""
    folders = tuple(place for place in places if place.endswith("/"))
    common = {f"{folder}index.md" for folder in folders}
    kept = sorted(path for path in paths if path in older and path.startswith(folders) and path not in common)
    return {path: url + addresses.served(path) for path in kept}


def lost(
    paths: Iterable[str], newer: Collection[str], older: Collection[str], redirects: Mapping[str, str], url: str
) -> dict[str, str]:
    """The nearest page for each path that the newer archive lacks: a path in it, or an address in the older one."""
    former = {addresses.paper(one): addresses.paper(other) for one, other in redirects.items()}
    targets = {}
    for path in sorted(set(paths) - set(newer)):
        nearest = (
            path,
            former.get(path, path),
            re.sub(r"-\d+\.md$", ".md", path),  # the first of several papers of one title
            re.sub(r"/\d+\.md$", ".md", path),  # the subject of a numbered page
            path.partition("/")[0] + "/index.md",
            addresses.HOME,
        )
        near = next(page for page in nearest if page in newer or page in older)
        targets[path] = near if near in newer else url + addresses.served(near)
    return targets


def render(pages: Mapping[str, str], url: str) -> str:
    """The text of moved.txt, for an older archive at `url`."""
    lines = []
    for path, target in sorted(pages.items()):
        place = addresses.served(path)
        near = target if "://" in target else addresses.served(target)
        lines.append(place if target == url + place else f"{place}{_ARROW}{near}")
    return "".join(f"{line}\n" for line in lines)


def parse(text: str, url: str) -> dict[str, str]:
    """The content of moved.txt: source path -> address in the archive at `url`, or source path in this one.

    Raises SettingsError naming the line.
    """
    if text and not url:
        hint = "set `older` to the address of the archive of older years"
        raise SettingsError("lists pages that moved, but archive.yml has no `older`", subject=NAME, hint=hint)
    pages = {}
    for number, line in enumerate(text.splitlines(), 1):
        place, _, near = line.partition(_ARROW)
        elsewhere = addresses.outside(near) is not None
        if not _is_address(place) or (near and not elsewhere and not _is_address(near)):
            problem, hint = (
                f"{line!r} is not the address of a page",
                "restore the file from git, or run the split again",
            )
            raise SettingsError(problem, subject=NAME, location=f"line {number}", hint=hint)
        pages[_source(place)] = near if elsewhere else _source(near) if near else url + place
    return pages


def _is_address(place: str) -> bool:
    return _ADDRESS.fullmatch(place) is not None and all(len(name.encode()) <= _MOST for name in place.split("/"))


def _source(place: str) -> str:
    return place.removesuffix(".html") + ".md"
