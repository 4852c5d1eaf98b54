"""Who may say what: every kind of document, from every service that can be asked."""

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest
from daybook.errors import NoListing, Refused, SaysNothing
from daybook.fetch.session import Reading
from daybook.fetch.wire import Refusal
from daybook.model import ANNOUNCED, Entry, Listing, Report
from daybook.sources import registry, site_pages
from daybook.sources.registry import FORMATS, Reader, detect

from tests.cases import for_each

TODAY = dt.date(2026, 12, 1)
FOLDERS = (Path(__file__).parent / "data", Path(__file__).parents[1] / "sample" / "documents")
OTHERS = {
    "biorxiv": "https://api.biorxiv.org/details/biorxiv/{date}/{date}/{cursor}",
    "medrxiv": "https://api.biorxiv.org/details/medrxiv/{date}/{date}/{cursor}",
    "dblp": "https://dblp.org/db/conf/sc/sc2026.xml", "dblp-ics": "https://dblp.org/db/conf/ics/ics2026.xml",
    "inference-report": "https://report.example/{date}", "pith": "https://cards.example/{category}",
    "pith-math": "https://cards.example/math", "feed": "https://feeds.example/all.xml",
    "journal": "https://journal.example/feed.xml", "journal.example": "",
}  # fmt: skip
"""Every kind of source that archive.yml may give an address."""
BELIEVED = {
    "rss": {"arxiv-rss"}, "list": {"arxiv-listing"}, "catchup": {"arxiv-listing"}, "api": {"arxiv-api"},
    "oai": {"arxiv-oai"}, "backfill": {"arxiv-oai"}, "biorxiv": {"biorxiv"}, "medrxiv": {"biorxiv"}, "dblp": {"dblp"},
    "dblp-ics": {"dblp"}, "inference-report": {"inference-report"}, "pith": {"pith"}, "pith-math": {"pith"},
    "feed": {"feed"}, "journal": {"feed"}, "journal.example": {"feed"},
}  # fmt: skip
"""Service -> the sources that it may speak for; nothing else is ever stored of it."""


@pytest.fixture(scope="module")
def documents() -> list[tuple[str, bytes, Reader]]:
    """All documents that the tests have, each with its reader."""
    paths = [path for folder in FOLDERS for path in sorted(folder.rglob("*"))]
    read = [(path.name, path.read_bytes()) for path in paths if path.is_file() and path.suffix != ".tsv"]
    fields = {"id": "2603.00001", "title": "T", "abstract": "A", "categories": "cs.DC", "update_date": "2026-03-02"}
    line = json.dumps({**fields, "authors": "A"}).encode() + b"\n"
    return [(name, data, detect(data)) for name, data in (*read, ("snapshot", line))]


def listings(data: bytes, reader: Reader) -> tuple[Listing, ...]:
    try:
        return reader.read(data)
    except (NoListing, SaysNothing, Refused):
        return ()


def test_there_is_a_document_for_every_reader(documents: list[tuple[str, bytes, Reader]]) -> None:
    """So that the sweep below leaves out none; `site_pages.UNKNOWN` refuses all it is given."""
    assert {reader for _, _, reader in documents} | {site_pages.UNKNOWN} == {each.reader() for each in FORMATS}
    assert set(BELIEVED) == {*registry.SERVICES, *OTHERS}


@pytest.mark.trial
@for_each("service", BELIEVED)
def test_a_service_gives_its_own_kind_alone(service: str, documents: list[tuple[str, bytes, Reader]]) -> None:
    """Every kind of document from every service: read as its own kind, or refused; where it is no service of arXiv's,
    it is not asked again for what it will not have in a minute."""
    for name, data, reader in documents:
        reading = Reading(service, OTHERS, TODAY)
        try:
            problem = reading.judge(data)
        except Refusal:
            problem = "refused"
            assert service not in registry.SERVICES, name
        sources = {each.source for each in listings(data, reader)}
        if problem is None or reading.partial:
            assert sources, name
            assert sources <= BELIEVED[service], name
            assert service in registry.SERVICES or not any(
                entry.type in ANNOUNCED for each in reading.listings for entry in each.entries
            ), name


def test_what_is_believed_is_believed(documents: list[tuple[str, bytes, Reader]]) -> None:
    """The sweep's other half: each service's own documents pass."""
    believed = {
        service: sum(
            not registry.objection(service, read, {service: OTHERS.get(service, "")}, TODAY)
            for _, data, reader in documents
            if (read := listings(data, reader)) and {each.source for each in read} <= kinds
        )
        for service, kinds in BELIEVED.items()
    }
    assert all(believed.values()), believed


def feed(origin: str | None, **changed: object) -> tuple[Listing, ...]:
    entry = Entry(place=1, type="harvest", date=dt.date(2026, 11, 2), title="A title", arxiv_id="2611.00001")
    listing = Listing(source="feed", format="feed (rss20)", date=entry.date, origin=origin, entries=(entry,))
    return (replace(listing, **changed),)  # type: ignore[arg-type]


@for_each(
    ("origin", "believed"),
    [
        (None, True), ("journal.example", True), ("www.journal.example", True), ("elsewhere.example", True),
        ("pith", False), ("cards.example", False), ("report.example", False), ("arxiv.org", False),
        ("export.arxiv.org", False), ("RSS.arXiv.org.", False), ("dblp.org", False), ("xarxiv.org", True),
    ],
)  # fmt: skip
def test_a_feed_is_of_its_own_site(origin: str | None, believed: bool) -> None:
    """It may name another address of its site, but not arXiv nor another source of archive.yml, whose words may be
    shown where its own may not: then it is of the host that gave it."""
    assert (registry.objection("journal", feed(origin), OTHERS, TODAY) is None) == believed
    (listing,) = kept = registry.signed("journal", feed(origin), OTHERS)
    assert listing.origin == (origin if believed else "journal.example")
    assert not registry.objection("journal", kept, OTHERS, TODAY)


def test_only_feeds_are_signed() -> None:
    """What names the server that it is of is refused where that is another source."""
    listing = Listing(source="biorxiv", format="x", date=TODAY, origin="journal")
    assert registry.signed("biorxiv", (listing,), OTHERS) == (listing,)
    assert registry.objection("biorxiv", (listing,), OTHERS, TODAY) == "claims to be from journal"


@for_each(
    ("name", "kind"),
    [
        ("pith", "pith"), ("pith-math", "pith"), ("pithy", "feed"), ("pith-journal.example", "feed"),
        ("dblp.org", "feed"),
    ],
)  # fmt: skip
def test_a_name_says_what_kind_it_is(name: str, kind: str) -> None:
    """A site's, and whatever stands behind a dash; a host gives feeds."""
    assert registry.kind(name) == kind


def test_sites_of_one_country_are_not_one_site() -> None:
    """`ac.uk` is no site."""
    others = {"one": "https://feeds.one.ac.uk/x", "two": "https://two.ac.uk/x"}
    assert registry.signed("one", feed("two.ac.uk"), others)[0].origin == "feeds.one.ac.uk"
    assert registry.signed("one", feed("www.one.ac.uk"), others)[0].origin == "www.one.ac.uk"


def test_nobody_but_arxiv_announces() -> None:
    """Whatever an entry of another site calls itself; nor does its report speak for another."""
    (listing,) = feed(None)
    for kind in ANNOUNCED:
        entries = tuple(replace(entry, type=kind) for entry in listing.entries)
        assert "accepted only from arXiv" in (
            registry.objection("journal", feed(None, entries=entries), OTHERS, TODAY) or ""
        )
    report = Report(source="pith", date=TODAY, text="x")
    cards = (Listing(source="inference-report", format="x", date=TODAY, report=report),)
    assert registry.objection("inference-report", cards, OTHERS, TODAY)


@for_each("service", BELIEVED)
def test_nothing_comes_from_days_to_come(service: str) -> None:
    """A harvest dated next year would be the last one; printed issues are dated ahead."""
    kind = registry.kind(service)
    for days, believed in ((0, True), (1, True), (2, kind in ("feed", "dblp")), (400, kind in ("feed", "dblp"))):
        listing = Listing(source=kind, format="x", date=TODAY + dt.timedelta(days=days))
        assert (registry.objection(service, (listing,), OTHERS, TODAY) is None) == believed


def test_a_refusal_says_what_to_do() -> None:
    """A source under another name than its kind's is told which it must have."""
    cards = (Listing(source="pith", format="cards", date=TODAY),)
    said = "unexpected kind of document: cards; to read it, name the source pith in archive.yml"
    assert registry.objection("my-cards", cards, OTHERS, TODAY) == said
    assert registry.objection("pith", feed(None), OTHERS, TODAY) == (
        "unexpected kind of document: feed (rss20); to read it, name the source after its host in archive.yml"
    )
    announced = (Listing(source="arxiv-rss", format="arXiv feed", date=TODAY),)
    said = "unexpected kind of document: arXiv feed, accepted only from arXiv"
    assert registry.objection("journal", announced, OTHERS, TODAY) == said
    assert registry.objection("list", announced, OTHERS, TODAY) == "unexpected kind of document: arXiv feed"
