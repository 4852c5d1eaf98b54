"""Where every page lives: the one home of paths. Addresses are for ever; nothing here may change for a held page.

All paths are relative to the folder of pages, with `/` between their parts. A `source` path ends in `.md`; the same
path with `.html` is where the site serves it (`use_directory_urls: false`), over http and from file:// alike.
"""

from __future__ import annotations

import datetime as dt
import re
from urllib.parse import quote, urlsplit

from generator import taxonomy
from generator.text import filenames

HOME = "index.md"
ABOUT = "about.md"
DAYS = "days/index.md"
THEMES = "themes/index.md"
CATEGORIES = "categories/index.md"
GUIDE = "guide/index.md"
COVERAGE = "coverage/index.md"

_SAFE = "/:?#[]@!$()*+,;=%~-._"  # what may stand in an address besides letters and digits; no quotes, no angles
_HOST = re.compile(r"[\w.-]+(?::\d{1,5})?")  # none with a name before it: that leads elsewhere than it seems to
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.ASCII)
_KEY_NEW = re.compile(r"(\d{4})\.\d{4,5}", re.ASCII)
_KEY_OLD = re.compile(r"[a-z]+(?:-[a-z]+)?(\d{4})\d{3}", re.ASCII)  # no title's key: those have a dash before the hash


def paper(key: str) -> str:
    """The page of the paper with this key: below the month of its arXiv id, or below `title/` where it has none."""
    match = _KEY_NEW.fullmatch(key) or _KEY_OLD.fullmatch(key)
    return f"papers/{match[1]}/{key}.md" if match else f"papers/title/{key}.md"


def day(date: dt.date) -> str:
    """The page of a day."""
    return f"days/{date:%Y}/{date:%Y-%m-%d}.md"


def week(date: dt.date) -> str:
    """The page of the week (Monday to Sunday, as ISO 8601 numbers it) that holds `date`."""
    year, number, _ = date.isocalendar()
    return f"days/{year:04d}/{year:04d}-W{number:02d}.md"


def month(date: dt.date) -> str:
    """The page of the month that holds `date`."""
    return f"days/{date:%Y}/{date:%Y-%m}.md"


def year(number: int) -> str:
    """The page of a year."""
    return f"days/{number:04d}.md"


def coverage(number: int) -> str:
    """The page of what is held of a year's announcements."""
    return f"coverage/{number:04d}.md"


def theme(slug: str, number: int | None = None) -> str:
    """The page of a theme: its newest papers, or one of its numbered pages (1 holds the oldest papers)."""
    return f"themes/{slug}.md" if number is None else f"themes/{slug}/{number}.md"


def category(code: str, number: int | None = None) -> str:
    """The page of a category: its newest papers, or one of its numbered pages (1 holds the oldest papers)."""
    return f"categories/{code}.md" if number is None else f"categories/{code}/{number}.md"


def has_page(code: str) -> bool:
    """Whether a category's code, which is received text, can be the name of a page."""
    return taxonomy.has_form(code) and filenames.is_name(code)


def stem(path: str) -> str:
    """What the page with this source path is called in its folder: `2026-03-03`, `2026-W10`, `2026-03`."""
    return path.rpartition("/")[2].removesuffix(".md")


def served(path: str) -> str:
    """Where the site serves the page with this source path; any other file is served as it is."""
    return f"{path[:-3]}.html" if path.endswith(".md") else path


def root(path: str) -> str:
    """What leads from the page at `path` to the folder of pages: `../../`, or nothing for a page on top."""
    return "../" * path.count("/")


def relative(target: str, page: str) -> str:
    """What the page at `page` writes to link the page at `target`, both source paths."""
    return root(page) + served(target)


def outside(address: str | None) -> str | None:
    """A received address as it may stand in an attribute; None where it is not plain http or https with a host.

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


def arxiv(form: str, ident: str, version: int | None = None) -> str:
    """The address of a form (`abs`, `pdf`, `html`) of an e-print on arxiv.org."""
    return f"https://arxiv.org/{form}/{ident}" + (f"v{version}" if version else "")


def doi(name: str | None) -> str | None:
    """The address that resolves a DOI, as it may stand in an attribute; None where `name` has not the form of one."""
    if not name or not _DOI.fullmatch(name.strip()):
        return None
    return "https://doi.org/" + quote("".join(name.split()), safe="/:;().-_")
