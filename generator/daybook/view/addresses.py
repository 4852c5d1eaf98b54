"""The paths of all pages that several modules link. Addresses are for ever: the path of an existing page never changes.

All paths are relative to the folder of pages, with `/` between their parts. A source path ends in `.md`; the site
serves the page at the same path with `.html` (`use_directory_urls: false`), over http and from file:// alike.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from posixpath import commonprefix
from urllib.parse import quote, quote_plus, urlsplit

from daybook.config import OWN_SITE, PLACE
from daybook.model import arxiv as taxonomy
from daybook.model import ids

HOME = "index.md"
ABOUT = "about.md"
DAYS = "days/index.md"
THEMES = "themes/index.md"
CATEGORIES = "categories/index.md"
AUTHORS = "authors/index.md"
WATCHES = "watches/index.md"
GUIDE = "guide/index.md"
COVERAGE = "coverage/index.md"
SEARCH = "search.md"
STATISTICS = "statistics.md"
READING = "reading.md"
RESOLVING = "p/index.md"
NOTES = "notes/index.md"
DATA = "data.md"
FEEDS = "feeds.md"
FEED_OF_ALL = "feeds/all.xml"
FEED_OF_DIGESTS = "feeds/digests.xml"
FEED_OF_COVERAGE = "feeds/coverage.xml"
FEED_OF_NOTES = "feeds/notes.xml"
SUBSCRIPTIONS = "feeds/index.opml"
AUTHORS_SUBSCRIPTIONS = "feeds/authors.opml"
LLMS = "llms.txt"  # what stands for the home page in plain Markdown

_SAFE = "/:?#[]@!$()*+,;=%~-._"  # allowed in an address besides letters and digits; no quotes, no angle brackets
_HOST = re.compile(r"[\w.-]+(?::\d{1,5})?")  # without user name: `good.example@bad.example` leads to the latter
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.ASCII)
_PLAIN = re.compile(r"[\w./~-]+", re.ASCII)  # nearly all paths: nothing to quote


# The pages of things that have a name or a number. A note: of notes/; names: the authors whose names begin so.
theme = "themes/{}.md".format
category = "categories/{}.md".format
watch = "watches/{}.md".format
author = "authors/{}.md".format
names = "authors/names/{}.md".format
note = "notes/{}.md".format
year = "days/{:04d}.md".format
coverage = "coverage/{:04d}.md".format
month = "days/{0:%Y}/{0:%Y-%m}.md".format  # the page of the month that holds a date
day = "days/{0.year:04d}/{0}.md".format  # the page of a day


def week(date: dt.date) -> str:
    """The page of the week (Monday to Sunday, as ISO 8601 numbers it) that holds `date`."""
    year, number, _ = date.isocalendar()
    return f"days/{year:04d}/{year:04d}-W{number:02d}.md"


def paper(key: str) -> str:
    """The page of the paper with this key: in the folder of its arXiv id's month, or in `title/` if it has no id."""
    return f"papers/{folder(key)}/{key}.md"


def folder(key: str) -> str:
    """The folder of a paper's page: the month of its arXiv id, `2603`, or `title`."""
    ident = ids.of_key(key)
    return ids.month(ident) if ident else "title"


def numbered(path: str, number: int) -> str:
    """A page of older papers that the list at `path` once had: 1 held the oldest."""
    return f"{path.removesuffix('.md')}/{number}.md"


def feed(page: str) -> str:
    """The Atom feed of the papers on a page: of a theme, a category, a watch, an author."""
    return f"feeds/{page.removesuffix('.md')}.xml"


def by_author(name: str) -> str:
    """What makes the search show the papers of a name, as printed."""
    return f"author={quote_plus(name, errors='replace')}"


def has_page(code: str) -> bool:
    """Whether a category's code, which is received text, can be used as the name of a page."""
    return taxonomy.has_form(code) and ids.is_name(code)


@lru_cache(maxsize=1 << 12)  # many papers have the same
def codes(categories: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a paper's categories that can have pages, primary first."""
    return tuple(filter(has_page, dict.fromkeys(categories)))


def stem(path: str) -> str:
    """The name of a page in its folder, without suffix: `2026-03-03`, `2026-W10`, `2026-03`."""
    return path.rpartition("/")[2].removesuffix(".md")


def served(path: str) -> str:
    """Where the site serves the page with this source path; any other file is served as it is."""
    return f"{path[:-3]}.html" if path.endswith(".md") else path


def root(path: str) -> str:
    """The relative path from the page at `path` to the folder of pages: `../../`, or empty for a page on top."""
    return "../" * path.count("/")


def near(target: str, page: str) -> str:
    """The shortest relative path from the page at `page` to the file at `target`, both source paths.

    >>> near("papers/2511/2511.90411.md#abstract", "papers/2603/2603.90009.md")
    '../2511/2511.90411.md#abstract'
    """
    there, slash, name = target.rpartition("/")
    return _way(there + slash, page.rpartition("/")[0]) + name


@lru_cache(maxsize=1 << 14)
def _way(there: str, here: str) -> str:
    """The shortest relative path from one folder to another; `there` with its slash."""
    ours, theirs = here.split("/") if here else [], there.split("/")
    shared = len(commonprefix([ours, theirs[:-1]]))
    return "../" * (len(ours) - shared) + "/".join(theirs[shared:])


def href(target: str, page: str) -> str:
    """The link in HTML from the page at `page` to the file at `target`, both source paths; `target` may go on with `?`
    or `#` and what follows it.

    >>> href("search.md?author=Ada", "days/2026/2026-03-03.md")
    '../../search.html?author=Ada'
    """
    path, mark, rest = target, "", ""
    for sign in "#?":
        if sign in path:
            path, mark, more = path.partition(sign)
            rest = f"{mark}{more}{rest}"
    return served(near(path, page)) + rest


def public(base: str, served: str) -> str:
    """The whole address of what a site at `base` serves at this path; the home page has that of the site itself.

    >>> public("https://example.org/tides/", "days/2026/2026-03-03.html")
    'https://example.org/tides/days/2026/2026-03-03.html'
    >>> public("https://example.org/tides", "index.html")
    'https://example.org/tides/'
    """
    place = "" if served == "index.html" else served if _PLAIN.fullmatch(served) else quote(served)
    return f"{base.rstrip('/')}/{place}"


def outside(address: str | None) -> str | None:
    """A received address, escaped for an attribute; None if it is not plain http or https with a host.

    >>> outside("https://example.org/a?b=1&c=\\"x\\"")
    'https://example.org/a?b=1&amp;c=%22x%22'
    >>> outside("javascript:alert(1)") is None
    True
    >>> outside("https://good.example@bad.example/") is None
    True
    """
    text = "".join((address or "").split())
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not _HOST.fullmatch(parts.netloc):
        return None
    return quote(text, safe=_SAFE + "&'").replace("&", "&amp;").replace("'", "%27")


def beside(volumes: str, path: str, volume: str = OWN_SITE) -> str:
    """The page at this source path in another volume, or in the library's own site: a source path from this site's top,
    or an address. `volumes`: where volumes are, with {volume} for the name.

    >>> beside("../{volume}/", "authors/index.md"), beside("https://example.org/{volume}/", "about.md", "cs.DC-2026")
    ('../library/authors/index.md', 'https://example.org/cs.DC-2026/about.html')
    """
    place = volumes.replace(PLACE, volume)
    return place + (served(path) if "://" in place else path)


def arxiv(form: str, ident: str, version: int | None = None) -> str:
    """The address of a form (`abs`, `pdf`, `html`) of an e-print on arxiv.org."""
    return f"https://arxiv.org/{form}/{ident}" + (f"v{version}" if version else "")


def doi(name: str | None) -> str | None:
    """The address that resolves a DOI, escaped for an attribute; None if `name` does not look like a DOI."""
    if not name or not _DOI.fullmatch(name.strip()):
        return None
    return "https://doi.org/" + quote("".join(name.split()), safe="/:;().-_")
