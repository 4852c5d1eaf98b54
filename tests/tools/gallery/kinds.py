"""One page of every kind that a site has, found in the site itself: no kind can be forgotten."""

import re
from pathlib import Path

MOVED = re.compile(r'http-equiv="?refresh')  # in the head of the page at a former address, which leads on at once
_NUMBER = re.compile(r"\d+")
_DATE = re.compile(r"[0-9.W-]+")


def kind(path: str) -> str:
    """What kind of page stands at a path of a site: `days/0/0-W0.html`, `themes/*.html`, `themes/*/0.html`. Numbers are
    0 and names are *, so that pages made by one template in one manner are alike; pages at the top and the guide's
    pages, each of which was written for itself, are kinds of their own."""
    *folders, name = path.removesuffix(".html").split("/")
    if not folders or folders == ["guide"]:
        return path
    parts = [_NUMBER.sub("0", part) if _DATE.fullmatch(part) else "*" for part in [*folders[1:], name]]
    if name == "index":
        parts[-1] = name
    return "/".join([folders[0], *parts]) + ".html"


def leads_on(file: Path) -> bool:
    """Whether a page stands at a former address."""
    with file.open(encoding="utf-8", errors="replace") as text:
        return bool(MOVED.search(text.read(3000)))


def pages(site: Path) -> dict[str, list[str]]:
    """Kind -> the paths of its pages, the largest first; without pages that lead on to another."""
    sizes: dict[str, dict[str, int]] = {}
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        if not leads_on(file):
            sizes.setdefault(kind(path), {})[path] = file.stat().st_size
    return {name: sorted(found, key=lambda path: (-found[path], path)) for name, found in sorted(sizes.items())}


def examples(site: Path) -> dict[str, str]:
    """Kind -> the path of its largest page."""
    return {name: paths[0] for name, paths in pages(site).items()}
