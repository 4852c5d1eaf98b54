"""The project's readers read every document as the world meant it, with the right totals."""

from __future__ import annotations

import datetime as dt

import pytest

from generator.model import Entry, Listing
from generator.sources.detect import detect
from generator.taxonomy import canonical_all
from tests.arxiv.client import ask, read
from tests.arxiv.conftest import Start
from tests.arxiv.papers import Announcement
from tests.arxiv.world import CATEGORIES, World

DAYS = ("2025-10-31", "2025-11-03", "2026-01-02", "2026-03-06", "2026-03-09", "2026-03-10")
"""Around both changes of the clocks, and after a holiday: 2 January has no announcement."""


def section(each: Announcement) -> str:
    """The section of a listing that it stands in."""
    return "replace" if each.type == "replace-cross" else each.type


def check_entry(entry: Entry, each: Announcement) -> None:
    """What every announcing document says of a paper."""
    state = each.state
    assert (entry.arxiv_id, entry.title) == (each.id, state.title)
    assert entry.abstract == state.abstract.replace("\n  ", "\n\n")
    names = tuple(author.shown for author in state.authors)
    assert entry.authors == (names if entry.authors_complete else names[:100])
    assert entry.primary_category == state.primary
    assert set(canonical_all(entry.categories)) == set(state.shown_categories)
    assert entry.journal_ref == state.journal_ref


def check_listing(listing: Listing, expected: tuple[Announcement, ...], day: dt.date, code: str) -> None:
    """A page of a whole day: every section, every total."""
    assert (listing.date, listing.category, listing.whole) == (day, code, True)
    assert listing.quiet == (not expected)
    assert [(entry.arxiv_id, entry.type) for entry in listing.entries] == [(e.id, section(e)) for e in expected]
    stated = {count.section: (count.shown, count.total) for count in listing.counts}
    for kind in {section(each) for each in expected}:
        number = sum(section(each) == kind for each in expected)
        assert stated[kind] == (number, number)
    assert not expected or stated["all"] == (len(expected), len(expected))
    for entry, each in zip(listing.entries, expected, strict=True):
        check_entry(entry, each)
        assert entry.comments == each.state.comments
        assert entry.version == (None if each.state.version.withdrawn else each.state.version.number)
        assert entry.withdrawn == each.state.version.withdrawn


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("code", CATEGORIES)
def test_a_day_in_listing_catchup_and_feed(world: World, start: Start, day: str, code: str) -> None:
    date = dt.date.fromisoformat(day)
    arxiv, clock = start(f"{day} 19:00")
    shown = world.calendar.listed(clock.now())
    expected = world.listing(code, shown)
    check_listing(read(arxiv, clock, f"/arxiv/list/{code}/new"), expected, shown, code)
    caught = read(arxiv, clock, f"/arxiv/catchup/{code}/{shown}?abs=True")
    check_listing(caught, expected, shown, code)
    feed = read(arxiv, clock, f"/rss/rss/{code}")
    items = world.feed([code], date)
    assert (feed.date, feed.category, feed.quiet, feed.whole) == (date, code, not items, True)
    assert [(e.arxiv_id, e.type, e.version) for e in feed.entries] == [
        (each.id, each.type, each.state.version.number) for each in items
    ]
    for entry, each in zip(feed.entries, items, strict=True):
        check_entry(entry, each)
        assert entry.categories == each.state.categories
        assert (entry.doi, entry.license) == (each.state.doi, each.state.license)
    assert not arxiv.pace.breaches


def test_a_feed_of_several_categories_holds_each_paper_once(world: World, start: Start) -> None:
    arxiv, clock = start("2026-03-10 00:05")
    feed = read(arxiv, clock, f"/rss/rss/{'+'.join(CATEGORIES)}")
    idents = [entry.arxiv_id for entry in feed.entries]
    assert len(idents) == len(set(idents)) == len(world.feed(CATEGORIES, dt.date(2026, 3, 10))) > 10
    assert feed.category == "quant-ph+cs.DC+cs.NI+cs.IT+eess.SY"  # archives first: quant-ph is one


def test_the_evening_changes_the_listing_and_midnight_the_feed(world: World, start: Start) -> None:
    """Sunday evening's announcement is dated Monday."""
    arxiv, clock = start("2026-03-08 19:50")
    friday, monday = dt.date(2026, 3, 6), dt.date(2026, 3, 9)
    assert read(arxiv, clock, "/arxiv/list/cs.DC/new").date == friday
    clock.sleep(600)
    assert read(arxiv, clock, "/arxiv/list/cs.DC/new").date == monday
    feed = read(arxiv, clock, "/rss/rss/cs.DC")
    assert feed.date == dt.date(2026, 3, 8)
    assert feed.quiet
    clock.sleep(4 * 3600)
    assert read(arxiv, clock, "/rss/rss/cs.DC").date == monday


@pytest.mark.parametrize("code", ["cs.DC", "cs", "cs.NI"])
def test_long_listings_come_in_pages(world: World, start: Start, code: str) -> None:
    """All parts of a long catchup together make the whole."""
    arxiv, clock = start("2026-03-10 19:00", catchup_size=4)
    date = dt.date(2026, 3, 10)
    expected = [each.id for each in world.listing(code, date)]
    found: list[str | None] = []
    for page in range(1, -(-len(expected) // 4) + 1):
        part = read(arxiv, clock, f"/arxiv/catchup/{code}/{date}?abs=True&page={page}")
        assert not part.whole
        assert next(count.total for count in part.counts if count.section == "all") == len(expected)
        found += [entry.arxiv_id for entry in part.entries]
    assert found == expected
    clock.sleep(15)
    past_the_end = ask(arxiv, f"/arxiv/catchup/{code}/{date}?abs=True&page=99")[1]
    assert b"No further updates" in past_the_end


def test_a_harvest_in_pages_is_all_of_it(world: World, start: Start) -> None:
    arxiv, clock = start("2026-03-10 23:00", oai_size=30)
    query = "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-02&set=cs:cs:IT"
    found: dict[str | None, Entry] = {}
    pages = 0
    while query:
        clock.sleep(3)
        _, body, _ = ask(arxiv, query)
        (listing,) = detect(body).read(body)
        assert listing.category == "cs.IT"
        assert not found.keys() & {entry.arxiv_id for entry in listing.entries}
        found |= {entry.arxiv_id: entry for entry in listing.entries}
        token = body.decode().partition("<resumptionToken expirationDate=")[2].partition(">")[2].partition("<")[0]
        query = f"/oai/oai?verb=ListRecords&resumptionToken={token.replace('%', '%25')}" if token else ""
        pages += 1
    harvested = dt.date(2026, 3, 11)
    expected = {
        paper.id: event
        for paper in world.papers
        if (event := paper.at(harvested))
        and event.date >= dt.date(2026, 3, 2)
        and "cs.IT" in event.state.shown_categories
    }
    assert pages > 1
    assert found.keys() == expected.keys()
    for ident, entry in found.items():
        state = expected[str(ident)].state
        assert (entry.title, entry.date) == (state.title, expected[str(ident)].date)
        assert entry.categories == state.categories
        assert entry.comments == state.comments
        assert len(entry.authors) == len(state.authors)
        assert [(v.version, v.submitted, v.withdrawn) for v in entry.versions] == [
            (v.number, v.submitted, v.withdrawn) for v in state.versions
        ]


def test_the_api_finds_by_id_and_by_category(world: World, start: Start) -> None:
    arxiv, clock = start("2026-03-10 12:00")
    changed = [paper for paper in world.papers if (e := paper.at(dt.date(2026, 3, 10))) and e.state.version.number > 6]
    ident = changed[0].id
    both = read(arxiv, clock, f"/export/api/query?id_list={ident},{ident}v2,2603.99999")
    assert [entry.version for entry in both.entries] == [7, 2]
    assert both.entries[0].authors == tuple(author.shown for author in changed[0].events[-1].state.authors)
    query = "/export/api/query?search_query=cat:cs.IT&max_results=40"
    first, second = read(arxiv, clock, query), read(arxiv, clock, f"{query}&start=40")
    assert len(first.entries) == len(second.entries) == 40
    assert not {e.arxiv_id for e in first.entries} & {e.arxiv_id for e in second.entries}
    in_all = [p for p in world.papers if (e := p.at(dt.date(2026, 3, 10))) and "cs.IT" in e.state.shown_categories]
    clock.sleep(3)
    assert f"<opensearch:totalResults>{len(in_all)}<" in ask(arxiv, query)[1].decode()


def test_the_other_services_are_read(world: World, start: Start) -> None:
    arxiv, clock = start("2026-03-10 12:00")
    new = [each for each in world.listing("cs.DC", dt.date(2026, 3, 10)) if each.type == "new"]
    cards = read(arxiv, clock, "/pith/cs.DC")
    assert (cards.source, cards.category) == ("pith", "cs.DC")
    assert [card.title for card in cards.entries] == [each.state.title for each in new]
    assert [card.abstract for card in cards.entries] == [e.state.abstract.replace("\n  ", "\n\n") for e in new]
    report = read(arxiv, clock, "/inference-report/2026-03-10")
    assert report.report is not None
    assert report.report.author == "Dora Whitlock"
    assert [entry.title for entry in report.entries] == [each.state.title for each in new]
    journal = read(arxiv, clock, "/journal/feed.xml")
    assert journal.source == "feed"
    assert len(journal.entries) == 20
    assert all(entry.doi and entry.authors and entry.abstract for entry in journal.entries)
    clock.sleep(15)
    status, body, _ = ask(arxiv, "/biorxiv/details/biorxiv/2026-03-02/2026-03-10/0")
    assert status == 200
    assert b'"status": "ok"' in body
