"""Whether a site still answers at every address that another build of it, or another version of the program, had.

    python -m tests.tools.addresses list SITE [--url URL] > addresses.txt    the addresses of a site that is built
    python -m tests.tools.addresses check addresses.txt SITE                 whether another site answers at each

An address is a path from the site's root, without query and fragment: of each HTML file and each feed, and what the
sitemap, the feeds' entries and the lists of feeds (OPML) name below `--url`, the address that archive.yml gives.

It is answered by a file: a page, a feed that can be read, or a page of at most 400 bytes that leads on (`refresh`) to
one. `check` prints each address that is not, and counts; the exit code is 1 if there is one.
"""

import json
import posixpath
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree

from tests import tools
from tests.tools.gallery import kinds

LARGEST = 400  # bytes that a page which only leads on may have; its target stands in it three times
HOPS = 4  # how many pages may lead on to another, one after the other
FEEDS = (".xml", ".json")
_TARGET = re.compile(r"""content\s*=\s*(?:"\s*\d+\s*;\s*url=([^"]*)"|'\s*\d+\s*;\s*url=([^']*)')""", re.IGNORECASE)
_NAMED = ("href", "xmlUrl", "htmlUrl")
_KEYS = ("url", "home_page_url", "feed_url")


def addresses(site: Path, url: str = "") -> set[str]:
    """All addresses of a site: of its files, and those that it names in files for programs. Raises XMLSyntaxError and
    JSONDecodeError for a feed that cannot be read."""
    feeds = [file for file in site.glob("feeds/**/*") if file.suffix in (*FEEDS, ".opml")]
    found = {file.relative_to(site).as_posix() for file in [*site.rglob("*.html"), *feeds]}
    for file in [site / "sitemap.xml", *feeds]:
        named = _in_json(file) if file.suffix == ".json" else _in_xml(file)
        found |= {path for address in named if (path := _within(address, url)) is not None}
    return found


def _in_xml(file: Path) -> Iterator[str]:
    for element in etree.parse(file, etree.XMLParser(resolve_entities=False)).iter(etree.Element):
        yield from (element.get(name, "") for name in _NAMED if element.get(name))
        if etree.QName(element).localname == "loc":
            yield element.text or ""


def _in_json(file: Path) -> Iterator[str]:
    feed = json.loads(file.read_bytes())
    for part in [feed, *feed.get("items", ())]:
        yield from (part[key] for key in _KEYS if key in part)


def _within(address: str, url: str) -> str | None:
    """The path of an address below `url`, or of a relative one; None for one elsewhere."""
    parts = urlsplit(address)
    if url and address.startswith(url):
        parts = urlsplit(address.removeprefix(url))
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    return f"{path}index.html" if path.endswith("/") or not path else path


def answer(site: Path, path: str) -> str:
    """How a site answers at an address: "page", "feed", "file", "redirect" or, in words, why it does not."""
    file = site / path
    if not file.is_file():
        return "is missing"
    if file.suffix in FEEDS:
        return _read(file)
    if file.suffix != ".html":
        return "file"
    target = _leads_to(file)
    if target is None:
        return "page"
    if file.stat().st_size > LARGEST:
        return f"leads on in {file.stat().st_size} bytes"
    return _arrives(site, path, target)


def _read(file: Path) -> str:
    try:
        list(_in_json(file) if file.suffix == ".json" else _in_xml(file))
    except (etree.XMLSyntaxError, ValueError) as error:
        return f"cannot be read: {error}"
    return "feed"


def _leads_to(file: Path) -> str | None:
    """Where a page leads on to, as it says so; None: it is one to be read."""
    with file.open(encoding="utf-8", errors="replace") as text:
        head = text.read(3000)
    moved = kinds.MOVED.search(head)
    if not moved:
        return None
    target = _TARGET.search(head, moved.start())
    return (target[1] or target[2] or "") if target else ""


def _arrives(site: Path, path: str, target: str) -> str:
    """Whether one that leads on comes to a page: "redirect", or why not."""
    for _ in range(HOPS):
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            return "redirect to another host"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
        if path.startswith(("/", "..")) or not (site / path).is_file():
            return f"leads on to {target}, which is missing"
        further = _leads_to(site / path)
        if further is None:
            return "redirect"
        target = further
    return "leads on without end"


ANSWERS = ("page", "feed", "file", "redirect", "redirect to another host")


def check(site: Path, wanted: list[str]) -> int:
    """Print each address that a site does not answer, and how often each answer is given; the exit code."""
    given = {path: answer(site, path) for path in wanted}
    failed = [f"{path} {said}" for path, said in given.items() if said not in ANSWERS]
    for line in failed:
        print(line)
    counted = Counter(said if said in ANSWERS else "none" for said in given.values())
    leading = sum((site / path).stat().st_size for path, said in given.items() if said.startswith("redirect"))
    told = ", ".join(f"{name}: {number:,}" for name, number in sorted(counted.items()))
    print(f"{len(given):,} addresses; {told}; redirects weigh {leading / 1e6:.2f} MB")
    return 1 if failed else 0


def main(arguments: list[str] | None = None) -> int:
    """List or check; the exit code."""
    parser = tools.parser("addresses", __doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="print the addresses of a site")
    listing.add_argument("--url", default="", help="the site's address, as archive.yml gives it")
    checking = commands.add_parser("check", help="check that a site answers at each of them")
    checking.add_argument("addresses", type=Path, metavar="FILE", help="what `list` printed")
    for each in (listing, checking):
        each.add_argument("site", type=Path)
    told = parser.parse_args(arguments)
    if told.command == "list":
        print(*sorted(addresses(told.site, told.url)), sep="\n")
        return 0
    return check(told.site, told.addresses.read_text(encoding="utf-8").split("\n")[:-1])


if __name__ == "__main__":
    sys.exit(main())
