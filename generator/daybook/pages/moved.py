"""moved.txt: the addresses that an archive gave to the archive of older years when it was split. Pure.

One address per line, as the site serves it; the older archive has the same one. Where it leads elsewhere, ` -> `
follows, and an address in this archive or one with a host. generator/daybook/fold/split.py says why.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from daybook.errors import SettingsError
from daybook.pages import places
from daybook.view import addresses

NAME = "moved.txt"

_DIVIDED = tuple(place for place in places(hand_written=False) if place.endswith("/"))
_COMMON = {f"{place}index.md" for place in _DIVIDED}  # which both archives have
_ADDRESS = re.compile(r"(?:[^\W.][\w.+~-]*/)*[^\W.][\w.+~-]*\.html")
_ARROW = " -> "
_MOST = 255  # bytes of a file name


def held_by_older(paths: Iterable[str], older: Collection[str], url: str) -> dict[str, str]:
    """Those of the pages (source paths) that the older archive at `url` has: path -> address there."""
    kept = sorted(path for path in paths if path in older and path.startswith(_DIVIDED) and path not in _COMMON)
    return {path: url + addresses.served(path) for path in kept}


def lost(
    paths: Iterable[str], newer: Collection[str], older: Collection[str], redirects: Mapping[str, str], url: str
) -> dict[str, str]:
    """The nearest page for each path that the newer archive lacks: a path in it, or an address in the older one."""
    former = {addresses.paper(one): addresses.paper(other) for one, other in redirects.items()}
    targets = {}
    for path in sorted(set(paths) - set(newer)):
        near = next(page for page in _nearest(path, former) if page in newer or page in older)
        targets[path] = near if near in newer else url + addresses.served(near)
    return targets


def _nearest(path: str, former: Mapping[str, str]) -> Iterator[str]:
    yield path
    yield former.get(path, path)
    yield re.sub(r"-\d+\.md$", ".md", path)  # the first of several papers of one title
    yield re.sub(r"/\d+\.md$", ".md", path)  # the subject of a numbered page
    yield path.partition("/")[0] + "/index.md"
    yield addresses.HOME


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
            hint = "restore the file from git, or run the split again"
            raise SettingsError(
                f"{line!r} is not the address of a page", subject=NAME, location=f"line {number}", hint=hint
            )
        pages[_source(place)] = near if elsewhere else _source(near) if near else url + place
    return pages


def _is_address(place: str) -> bool:
    return _ADDRESS.fullmatch(place) is not None and all(len(name.encode()) <= _MOST for name in place.split("/"))


def _source(place: str) -> str:
    return place.removesuffix(".html") + ".md"
