"""Which raw documents stay: those of days proved complete are left out, those of months long past are packed."""

import datetime as dt
from pathlib import Path

import pytest
from daybook.archive import Context
from daybook.config import Keep, Settings
from daybook.fetch.asking import keep_less
from daybook.log import documents
from daybook.log.store import Document, Store
from daybook.model import Coverage
from daybook.model.jsonl import document_hash

from tests.arxiv.calendar import DAY
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.world import make
from tests.fetch.trial import archive, fill, told
from tests.makers import day, entry, listing, time

TODAY = day("2026-08-03")
DATES = ("2026-03-02", "2026-03-03", "2026-04-30", "2026-07-30", "2026-08-03")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A page of each date, a feed of another site of one, a harvest of all categories of another."""
    store = Store(tmp_path, lambda: time("2026-08-03T06:00:00"))
    for date in DATES:
        put(store, f"page of {date}", date)
    put(store, "cards", "2026-07-30", source="pith")
    put(store, "answer", "2026-07-30", source="arxiv-api", category=None)
    return store


def put(store: Store, name: str, *dates: str, **fields: object) -> None:
    """A document of these days."""
    pages = tuple(listing(entry(name, date=day(date)), date=day(date), **fields) for date in dates)
    with store.lock():
        store.add(Document(name="", hash=document_hash(name.encode()), listings=pages, raw=name.encode()))
        store.coverage.flush()


def kept(store: Store, keep: Keep, *proved: str) -> list[str]:
    """What is kept of each document, once the days of `proved` are proved."""
    settings = Settings(title="", categories=("cs.DC", "cs.NI"), keep=keep)

    def state_of(category: str, date: dt.date) -> Coverage:
        witnesses = ("listing", "feed") if str(date) in proved and (category == "cs.DC" or "all" in proved) else ()
        state = "complete" if witnesses else "partial" if str(date) in DATES else "unasked"
        return Coverage(category=category, date=date, state=state, witnesses=witnesses)  # type: ignore[arg-type]

    keep_less(store, settings, TODAY, state_of)
    paths = sorted((store.root / "listings").rglob("*.*"), key=lambda path: path.name)
    return [path.name[:21] if documents.is_pack(path) else path.stem.rpartition("-")[0] for path in paths]


ALL = [f"{date}-arxiv-listing-cs.DC-new" for date in DATES]
MORE = ["2026-07-30-arxiv-api-new", ALL[3], "2026-07-30-pith-cs.DC-new"]


def test_all(store: Store) -> None:
    """As they came, by default."""
    assert kept(store, "all", *DATES, "all") == [*ALL[:3], *MORE, ALL[4]]


def test_packed(store: Store) -> None:
    """The months of which arXiv shows no day any more, whether proved or not: 90 days ago it was May."""
    found = kept(store, "packed", *DATES, "all")
    assert found[2:] == [*MORE, ALL[4]]
    assert [name[:7] for name in found[:2]] == ["2026-03", "2026-04"]
    months = [path for month in ("2026-03", "2026-04") for path in documents.packs_of(store.root, month)]
    assert [len(documents.packed_names(path)) for path in months] == [2, 1]
    assert kept(store, "packed", *DATES, "all") == found


def test_proved(store: Store) -> None:
    """Of a proved day, its page goes; an answer for all categories only where the day is proved in all; another site's
    document never."""
    assert kept(store, "proved", "2026-07-30")[2:] == ["2026-07-30-arxiv-api-new", "2026-07-30-pith-cs.DC-new", ALL[4]]
    assert kept(store, "proved", "2026-07-30", "all")[2:] == ["2026-07-30-pith-cs.DC-new", ALL[4]]
    assert {str(line.date) for line in store.coverage.lines()} == set(DATES)


def test_a_document_with_faults_stays(store: Store) -> None:
    """It is what a mended reader will read."""
    put(store, "faulty", "2026-08-03", part="catchup", problems=("number 4 is missing",))
    assert kept(store, "proved", "2026-08-03", "all")[-1] == "2026-08-03-arxiv-listing-cs.DC-catchup"


def test_a_document_of_two_days_stays_until_both_are_proved(store: Store) -> None:
    """It may be the only one that tells of the other."""
    put(store, "two", "2026-08-03", "2026-07-30")
    assert kept(store, "proved", "2026-08-03")[-1] == ALL[4]
    assert kept(store, "proved", "2026-08-03", "2026-07-30")[-1] != ALL[4]


def test_a_harvest_stays_as_long_as_a_day_it_tells_of_is_in_doubt(store: Store) -> None:
    """Of a week: what it says of a contradicted day is the evidence."""
    put(store, "harvest", "2026-08-03", source="arxiv-oai")
    assert "2026-08-03-arxiv-oai-cs.DC-new" in kept(store, "proved", "2026-08-03")
    assert "2026-08-03-arxiv-oai-cs.DC-new" not in kept(store, "proved", "2026-08-03", "2026-07-30")


def test_what_a_person_ingested_stays(store: Store) -> None:
    """It settles its day, and arXiv may never show it again."""
    put(store, "saved", "2026-08-03", part="saved", ingested=True)
    assert kept(store, "proved", "2026-08-03", "all")[-1] == "2026-08-03-arxiv-listing-cs.DC-saved"


# Fetched

FIRST, LAST = dt.date(2026, 3, 5), dt.date(2026, 3, 9)


def test_documents_of_proved_days_are_left_out(tmp_path: Path) -> None:
    """Two nights, of which one has a page that never comes whole: its feed and harvests stay, the other night's go."""
    world = make(5, FIRST, LAST + 6 * DAY, ("cs.DC",))
    whole, folder = archive(tmp_path / "whole", ["cs.DC"]), archive(tmp_path / "proved", ["cs.DC"])
    with (folder / "archive.yml").open("a") as stream:
        stream.write("keep: proved\n")
    faults = [Fault(day, service, "cs.DC", Kind.UNAVAILABLE, 99)
              for day in (LAST, LAST - DAY) for service in ("list", "catchup")]  # fmt: skip
    for each in (whole, folder):
        fill(each, world, FIRST, LAST, faults, sundays=())
    kept = sorted(path.name[:10] for path in (folder / "listings").rglob("*.gz"))
    assert kept
    assert set(kept) < {path.name[:10] for path in (whole / "listings").rglob("*.gz")}
    assert str(FIRST) not in kept
    assert told(folder) == told(whole)
    assert stated(folder) == stated(whole)


def stated(folder: Path) -> list[tuple[object, ...]]:
    return [(line.document, line.date, line.counts) for line in Context(folder).store.coverage.lines()]
