"""Words, addresses and the beginning of texts, case by case."""

from __future__ import annotations

import datetime as dt

from generator import dates
from generator.pages import addresses, labels
from tests.cases import for_each, table


@for_each(
    ("key", "path"),
    [
        ("2603.00356", "papers/2603/2603.00356.md"),
        ("0704.0001", "papers/0704/0704.0001.md"),
        ("hep-th9901001", "papers/9901/hep-th9901001.md"),
        ("math0309136", "papers/0309/math0309136.md"),
        ("a-title-1234567", "papers/title/a-title-1234567.md"),
        ("tides-0a1b2c3d", "papers/title/tides-0a1b2c3d.md"),
    ],
)
def test_paper_addresses(key: str, path: str):
    """Papers with an arXiv id live below its month, others below title/."""
    assert addresses.paper(key) == path


@for_each(("received", "shown"), table(__file__, "outside_addresses"))
def test_outside_addresses(received: str | None, shown: str | None):
    """Only http and https with a host leave the site, and none can leave its attribute."""
    assert addresses.outside(received) == shown


@for_each(("code", "has"), table(__file__, "codes_that_can_be_pages"))
def test_codes_that_can_be_pages(code: str, has: bool):
    """A received code names a page only if it has the form of a category."""
    assert addresses.has_page(code) is has


@for_each(
    ("address", "name"),
    [
        ("http://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
        ("https://creativecommons.org/licenses/by-nc-sa/3.0/", "CC BY-NC-SA 3.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
        ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", "arXiv.org non-exclusive licence to distribute 1.0"),
        ("https://example.org/own", "https://example.org/own"),
    ],
)
def test_licences(address: str, name: str):
    """Licences are given in words if they are known."""
    assert labels.license_name(address) == name


def test_dates():
    """Dates as arXiv writes them, without leading zeros."""
    day = dt.date(2026, 3, 3)
    assert dates.long_date(day) == "Tuesday, 3 March 2026"
    assert dates.month(day) == "March 2026"
    assert labels.moment(dt.datetime(2026, 3, 3, 7, 5, tzinfo=dt.UTC)) == "3 March 2026, 07:05 UTC"
    assert labels.moment(dt.datetime(2026, 3, 3, tzinfo=dt.UTC)) == "3 March 2026"
    assert labels.moment(None) == ""


def test_counts():
    """Numbers agree with their words."""
    assert labels.count(1, "paper") == "1 paper"
    assert labels.count(28838, "paper") == "28,838 papers"
    assert labels.count(0, "entry", "entries") == "0 entries"


@for_each(
    ("address", "code"),
    [
        ("https://github.com/a/b", True),
        ("https://www.GitHub.com/a", True),
        ("https://a.github.io/b", True),
        ("https://github.com.evil.example/a", False),
        ("https://example.org/github.com", False),
    ],
)
def test_code_links(address: str, code: bool):
    """A link to code is known by its host."""
    assert labels.is_code(address) is code


@for_each(("name", "address"), table(__file__, "dois"))
def test_dois(name: str | None, address: str | None):
    """Only what has the form of a DOI is linked."""
    assert addresses.doi(name) == address
