"""How often arXiv's services agree on days of which ../shared has documents of several: no true day is contradicted.

    pytest -s tests/coverage/test_agreement.py

prints the measurement. Which papers are replaced and cross-listed is made up there, and so is the day on which most of
the listings show what was new; times and datestamps are arXiv's own.
"""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

from daybook.coverage import witnesses
from daybook.coverage.datestamps import Datestamps
from daybook.log.statements import statement_of
from daybook.model import Listing, Record, Statement, arxiv
from daybook.sources.registry import detect

from tests.makers import time

READ = time("2026-07-01T06:00:00")
OAI = [f"oai_ListRecords_arXivRaw_{name}.xml" for name in ("page1", "page2", "page3", "lastpage")]
PAIRS = {
    "list_cs.GT_new_2026-07-01.html": "rss_cs.GT_2026-07-01.xml",
    "list_cs.IT_new_2026-07-01.html": "rss_math.IT_alias_2026-07-01.xml",
    "list_cs.HC_new_cross_and_replace.html": "rss_cs.HC_2026-07-01_cross_and_replace-cross.xml",
}
Shared = Callable[[str], Path]


def read(shared: Shared, name: str) -> Listing:
    data = shared(f"listings/rendered/{name}").read_bytes()
    return detect(data).read(data)[0]


def told(listing: Listing, document: str) -> tuple[list[Record], list[Statement]]:
    return listing.records(document), [statement_of(listing, document, READ, ())]


def harvested(shared: Shared) -> list[Record]:
    pages = [read(shared, name) for name in OAI]
    return [record for page in pages for record in told(page, "oai")[0]]


def test_feeds_name_what_listings_show(shared: Shared) -> None:
    """All entries, each in its section."""
    for page, feed in PAIRS.items():
        listing = read(shared, page)
        (shown,) = witnesses.pages(*told(listing, "page"))
        fed = witnesses.fed(*told(read(shared, feed), "feed"), listing.category or "")
        print(f"{listing.category}: {len(shown.names)} entries in the listing, {len(fed or {})} in the feed")
        assert fed == shown.names
        verdict = witnesses.judge([shown], witnesses.Evidence(listing.category or "", listing.date, fed))
        assert verdict
        assert verdict.witnesses == ("listing", "feed")


def test_datestamps_are_the_dates_of_announcements(shared: Shared) -> None:
    """Of papers of one version: the date that the schedule gives for their submission is OAI-PMH's datestamp."""
    first = [each for each in harvested(shared) if len(each.versions) == 1]
    dates = [(each.date, arxiv.announced(each.versions[0].submitted or READ)) for each in first]
    later = sum(stamp > announced for stamp, announced in dates)
    same = sum(stamp == announced for stamp, announced in dates)
    print(f"{len(first)} papers of one version: datestamp on the day of the announcement {same}, later {later}")
    assert same + later == len(first)
    assert same >= 0.95 * len(first)


def test_what_oai_names_is_listed(shared: Shared) -> None:
    """OAI-PMH names no paper for certain that the listing of that day lacks."""
    stamps, date = Datestamps(harvested(shared)), dt.date(2026, 7, 1)
    for page in (*PAIRS, "list_cs_new_2026-07-01.html"):
        listing = read(shared, page)
        (shown,) = witnesses.pages(*told(listing, "page"))
        named = stamps.named(listing.category or "", date)
        print(f"{listing.category}: OAI-PMH names {len(named)}, all of them among {len(shown.names)} listed")
        assert named.keys() <= shown.names.keys()
        assert all(shown.names[paper] == section for paper, section in named.items())
