"""Where a reader finds each paper of an archive: its page, a day, a category's pages, a feed, the search.

    python -m tests.tools.reach ARCHIVE                      whose site/ is built
    python -m tests.tools.reach ARCHIVE --site FOLDER --daybook .venv/bin/daybook
    python -m tests.tools.reach ARCHIVE --row '//article[@id]'

A paper is one that `daybook export jsonl` prints. On a day or a category's page it is found if a row (`--row`, an
XPath) leads to its page; in a feed, if an entry does, or leads to arXiv (without an `url` in archive.yml entries lead
nowhere else); by the search, if the words of its title bring it among the first three. Prints a table, and the papers
that are missed somewhere; the exit code is 1 if there are any. The search is asked once a paper, which takes a second
each.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from lxml import etree, html

from tests.conftest import HANGS
from tests.tools.gallery import kinds

ROW = "//*[contains(concat(' ', @class, ' '), ' rows ')]/article"
FIRST = 3
DAYBOOK = str(Path(sys.executable).parent / "daybook")
PLACES = ("page", "day", "category", "feed", "search")
_DAY = "days/0/0-0-0.html"
_SIGN = re.compile(r'["*:]|(?<!\w)-|\bOR\b')
"""What the search would not take for words."""
_VERSION = re.compile(r"v\d+$")


def key(address: str) -> str:
    """The key of a paper whose page, or whose page at arXiv, an address names; else that page's own name."""
    path = urlsplit(address).path
    if "arxiv.org/abs/" in address:
        return _VERSION.sub("", path.removeprefix("/abs/")).replace("/", "")
    return PurePosixPath(path).stem


def in_rows(files: Iterable[Path], row: str) -> set[str]:
    """The keys that rows of these pages lead to."""
    parser = html.HTMLParser(encoding="utf-8")
    links = (
        link
        for file in files
        for one in html.parse(str(file), parser).getroot().xpath(row)
        for link in one.xpath(".//a/@href")
    )
    return {key(str(link)) for link in links}


def in_feeds(site: Path) -> set[str]:
    """The keys that entries of the Atom feeds lead to."""
    found = set[str]()
    for file in site.glob("feeds/**/*.xml"):
        for link in etree.parse(file).iterfind(".//{*}entry/{*}link"):
            found.add(key(link.get("href", "")))
    return found


def said(daybook: str, command: str, *words: str | Path) -> Iterator[dict[str, object]]:
    """The papers that a command of the program prints."""
    call = [daybook, command, "--format", "jsonl", *map(str, words)]
    done = subprocess.run(call, check=True, timeout=HANGS, capture_output=True)
    return map(json.loads, filter(None, done.stdout.decode().split("\n")))


def searched(daybook: str, archive: Path, title: str) -> list[str]:
    """The keys that the search has first for the words of a title."""
    found = said(daybook, "search", "--archive", archive, "--limit", str(FIRST), "--", _SIGN.sub(" ", title))
    return [str(paper["key"]).replace("/", "") for paper in found]


def reached(archive: Path, site: Path, daybook: str, row: str) -> dict[str, tuple[str, dict[str, bool]]]:
    """Key -> title, and for each of PLACES whether the paper is found there."""
    pages = kinds.pages(site)
    days = in_rows((site / path for path in pages.get(_DAY, ())), row)
    lists = [path for kind, paths in pages.items() if kind.startswith("categories/") for path in paths]
    categories, feeds = in_rows((site / path for path in lists), row), in_feeds(site)
    own = {PurePosixPath(path).stem for kind, paths in pages.items() if kind.startswith("papers/") for path in paths}
    found = {}
    for paper in said(daybook, "papers", "--archive", archive):
        name, title = str(paper["key"]).replace("/", ""), str(paper["title"])
        at = (name in own, name in days, name in categories, name in feeds, name in searched(daybook, archive, title))
        found[name] = (title, dict(zip(PLACES, at, strict=True)))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Look; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reach", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="default: the archive's site/")
    parser.add_argument("--daybook", default=DAYBOOK, metavar="PROGRAM")
    parser.add_argument("--row", default=ROW, metavar="XPATH", help=f"what a row is; default: {ROW}")
    told = parser.parse_args(arguments)
    found = reached(told.archive, told.site or told.archive / "site", told.daybook, told.row)
    print("| papers |", " | ".join(PLACES), "|\n|--:|", "--:|" * len(PLACES), sep="")
    print(f"| {len(found)} |", " | ".join(str(sum(at[place] for _, at in found.values())) for place in PLACES), "|")
    missed = [(name, title, at) for name, (title, at) in found.items() if not all(at.values())]
    for name, title, at in missed:
        print(f"  - {name} ({title[:60]}): not by {', '.join(place for place in PLACES if not at[place])}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
