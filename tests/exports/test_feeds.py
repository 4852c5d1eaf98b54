"""Feeds: valid, read back whole by another's reader, the same bytes unless content changes, hostile text harmless.

The schemas in data/ say what RFC 4287 and JSON Feed 1.1 ask.
"""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import feedparser
import pytest
from daybook import exports
from daybook.config import Settings
from daybook.exports import feed_entries, feed_formats, feeds
from daybook.exports.feed_entries import Announcement
from daybook.exports.feeds import AUTHOR, SUBJECT, WHOLE, newest
from daybook.model import Announced, Archive, Author, Count, Day, Digest, Mention, Paper
from daybook.pages import Texts, services
from daybook.view import addresses
from daybook.view.archive_view import Reach, View
from jsonschema import Draft202012Validator
from lxml import etree, html

from tests.cases import for_each
from tests.pages import sample

DATA = Path(__file__).parent / "data"
ATOM = etree.RelaxNG(etree.parse(DATA / "atom.rng"))
JSON_FEED = Draft202012Validator(json.loads((DATA / "json-feed-1.1.json").read_text()))
SITE = "https://tides.example/daybook/"
PLACED = replace(sample.SETTINGS, url=SITE)


def made(
    archive: Archive = sample.ARCHIVE, settings: Settings = PLACED, texts: Texts = sample.TEXTS
) -> dict[str, bytes]:
    """The files of all feeds, by path without their common folder."""
    return {name: data for name, (data, _) in _files(archive, settings, texts).items()}


def _files(
    archive: Archive, settings: Settings = PLACED, texts: Texts = sample.TEXTS
) -> dict[str, tuple[bytes, str | None]]:
    files = feeds.files(View(archive, settings, texts))
    return {file.path.removeprefix("feeds/"): (file.data(), file.depends) for file in files}


def read(data: bytes) -> Any:
    """A feed as feedparser reads it, without its sanitising, which would hide what is harmful."""
    parsed = feedparser.parse(data, sanitize_html=False, resolve_relative_uris=False)
    assert not parsed.bozo, parsed.get("bozo_exception")
    return parsed


def valid(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        if name.endswith(".xml"):
            ATOM.assertValid(etree.fromstring(data))
        elif name.endswith(".json"):
            JSON_FEED.validate(json.loads(data))
        else:
            assert etree.fromstring(data).tag == "opml"


SETTINGS = {"placed": PLACED, "without an address": sample.SETTINGS}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_all_feeds_are_valid(settings: Settings) -> None:
    """With and without an address of the site, and where there is nothing to tell."""
    files = made(settings=settings)
    assert {"all.xml", "all.json", "digests.xml", "coverage.json", "categories/cs.DC.xml", "themes/scheduling.json",
            "themes/empty.xml", "watches/waiting.xml", "authors/cleo-beam.xml", "index.opml"} <= set(files)  # fmt: skip
    assert not [name for name in files if name.startswith("authors/") and name.endswith(".json")]
    valid(files)
    valid(made(Archive(papers={}, days=()), settings))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_a_reader_reads_every_field(settings: Settings) -> None:
    """feedparser, which is not ours, gives each entry as it was told; JSON Feed says the same."""
    view = View(sample.ARCHIVE, settings)
    files = made(settings=settings)
    told = feed_entries.in_order(feed_entries.announcements(sample.DAYS, sample.ARCHIVE.papers).values())
    held = newest(told, WHOLE)
    parsed, given = read(files["all.xml"]), json.loads(files["all.json"])
    assert parsed.feed.title == given["title"] == "Tides & Schedules"
    assert parsed.feed.updated == "2026-03-04T00:00:00Z" == parsed.entries[0].updated
    assert len(parsed.entries) == len(given["items"]) == len(held) > 3
    for last, one, item in zip(held, parsed.entries, given["items"], strict=True):
        entry = feed_entries.of_paper(view, last)
        assert (one.id, one.title) == (entry.id, entry.title) == (item["id"], item["title"])
        assert one.published == item["date_published"] == f"{entry.published}T00:00:00Z"
        assert one.updated == item["date_modified"] == f"{entry.updated}T00:00:00Z"
        assert tuple(author.name for author in one.authors) == entry.authors
        assert [author["name"] for author in item["authors"]] == list(entry.authors)
        tags = [(tag.term, tag.scheme or "", tag.label or "") for tag in one.get("tags", ())]
        assert tags == [(term.term, term.scheme, term.label) for term in entry.terms]
        assert item.get("tags", []) == [term.label or term.term for term in entry.terms]
        assert one.content[0].value == item["content_html"] == entry.html
        assert one.content[0].type == "text/html"
        links = [(link.rel, link.href) for link in one.get("links", ())]
        stated = [("alternate", entry.page), ("related", entry.source), ("related", entry.pdf)]
        assert links == [(rel, href) for rel, href in stated if href]
        assert (item.get("url", ""), item.get("external_url", "")) == (entry.page, entry.source)
        assert one.get("arxiv_announce_type") == item.get("_arxiv", {}).get("announce_type")


def test_an_entry_says_what_the_card_says() -> None:
    """And the abstract, how the paper was announced, and where it is."""
    view = View(sample.ARCHIVE, PLACED)
    entry = feed_entries.of_paper(view, Announcement(sample.FULL.key, dt.date(2026, 3, 4), "replace", 4, ("cs.DC",)))
    assert "<p><b>A schedule that waits for k of n tides</b></p><p>Our schedule is short: it needs n/3" in entry.html
    assert "<p>Code available</p>" in entry.html
    assert "A second paragraph tells what is left" in entry.html
    assert "Replacement (version 4) in cs.DC, announced on 4 March 2026; first seen on 27 February 2026." in entry.html
    assert entry.page == f"{SITE}papers/2603/2603.00356.html"
    assert (entry.source, entry.pdf) == ("https://arxiv.org/abs/2603.00356", "https://arxiv.org/pdf/2603.00356")
    short = feed_entries.of_paper(view, Announcement(sample.FULL.key, dt.date(2026, 3, 4), "replace", 4), short=True)
    assert "second paragraph" not in short.html
    assert "And 4 more authors." in short.html
    assert (short.id, short.title, short.page) == (entry.id, entry.title, entry.page)


def test_a_withdrawn_paper_says_so_first() -> None:
    parsed = read(made()["categories/cs.DC.xml"])
    gone = next(one for one in parsed.entries if one.title == sample.WITHDRAWN.title)
    assert gone.content[0].value.startswith("<p><b>Withdrawn.</b></p>")


def test_a_paper_without_an_arxiv_id_leads_to_its_own_page() -> None:
    """Where the site's address is not known; nothing but http and https is linked."""
    view = View(sample.ARCHIVE, sample.SETTINGS)
    last = Announcement(sample.NO_ID.key, dt.date(2026, 3, 3), "report")
    assert feed_entries.of_paper(view, last).page == "https://journal.example.org/tides/1"
    bad = replace(sample.NO_ID, url="javascript:alert(1)")
    archive = replace(sample.ARCHIVE, papers={bad.key: bad})
    assert feed_entries.of_paper(View(archive, sample.SETTINGS), last).page == ""
    after = _files(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, bad.key: bad}), sample.SETTINGS)
    assert after["all.xml"][1] != _files(sample.ARCHIVE, sample.SETTINGS)["all.xml"][1]


# Bytes


def with_day(archive: Archive, date: dt.date, *announced: Announced, papers: Iterable[Paper] = ()) -> Archive:
    """The archive with one more day, and papers that are new or changed."""
    held = {**archive.papers, **{paper.key: paper for paper in papers}}
    return replace(archive, papers=held, days=(*archive.days, Day(date=date, announced=announced)), as_of=date)


def seen_again(paper: Paper, date: dt.date, kind: str) -> Paper:
    again = replace(paper.sightings[-1], date=date, type=kind)
    return replace(paper, sightings=(*paper.sightings, again))


DATE = dt.date(2026, 3, 10)


def test_a_new_day_changes_only_the_feeds_it_concerns() -> None:
    """A replaced paper those of its category, themes, watches and busy authors; a quiet day none."""
    quiet = replace(sample.ARCHIVE, days=(*sample.DAYS, Day(date=DATE)), as_of=DATE)
    assert _files(quiet) == _files(sample.ARCHIVE)
    paper = seen_again(sample.OLD, DATE, "replace")
    grown = with_day(sample.ARCHIVE, DATE, Announced(key=paper.key, type="replace", version=2), papers=[paper])
    before, after = _files(sample.ARCHIVE), _files(grown)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"all.xml", "all.json", "digests.xml", "digests.json", "categories/cs.DC.xml",
                       "categories/cs.DC.json"}  # fmt: skip


CHANGES: dict[str, Any] = {
    "title": "Another title",
    "authors": (Author("Ann Other"),),
    "abstract": "Another abstract.",
    "categories": ("cs.DC", "math.PR"),
    "themes": ("ai-and-tides",),
    "withdrawn": True,
}


@for_each("name", CHANGES)
def test_what_differs_is_made_again(name: str) -> None:
    """Each feed whose bytes change has another hash of what it depends on."""
    paper = replace(sample.NEW, **{name: CHANGES[name]})
    before = _files(sample.ARCHIVE)
    after = _files(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, paper.key: paper}))
    changed = {path for path in after if after[path][0] != before.get(path, (b"", ""))[0]}
    assert "all.xml" in changed
    assert all(after[path][1] != before.get(path, (b"", ""))[1] for path in changed)


def test_what_no_entry_tells_changes_no_feed() -> None:
    """A DOI, a comment and another source's mention of the paper are told by its page alone."""
    paper = replace(sample.NEW, doi="10.1234/x", comments="8 pages", journal_ref="J. Tides 5")
    assert _files(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, paper.key: paper})) == _files(sample.ARCHIVE)


def test_people_and_models_change_the_feed_of_digests() -> None:
    """A person's digest wins over a model's, and that over the rules'; links in it are whole."""

    def told_on(files: Mapping[str, bytes]) -> str:
        (entry,) = (each for each in read(files["digests.xml"]).entries if each.title == "Tuesday, 3 March 2026")
        return str(entry.content[0].value)

    digest = Digest(paragraphs=(("See ", Mention(key=sample.NEW.key, name="the lighthouses"), "."),), by="lamp")
    told = replace(sample.ARCHIVE, digests={dt.date(2026, 3, 3): digest})
    text = told_on(made(told))
    assert f"See <a href={SITE}papers/2603/2603.01234.html>the lighthouses</a>." in text
    assert "Written by the language model lamp" in text
    texts = replace(
        sample.TEXTS, digests={"2026-03-03": "Read [this](2603.01234), [that](../../about.md) or [x](y:z)."}
    )
    text = told_on(made(told, texts=texts))
    assert f"Read <a href={SITE}papers/2603/2603.01234.html>this</a>, <a href={SITE}about.html>that</a>" in text
    assert "By the editors" in text
    text = told_on(made(told, sample.SETTINGS, texts))
    assert "Read <a href=https://arxiv.org/abs/2603.01234>this</a>, that or x." in text
    assert _files(told, texts=texts)["digests.xml"][1] != _files(told)["digests.xml"][1]


# Ids


def ids(files: dict[str, bytes]) -> dict[str, list[str]]:
    return {name: [one.id for one in read(data).entries] for name, data in files.items() if name.endswith(".xml")}


def test_ids_stay_whatever_happens() -> None:
    """A replacement, another address, another title, older documents."""
    before = ids(made())
    for name, held in before.items():
        assert len(set(held)) == len(held), name
    paper = seen_again(sample.NEW, DATE, "replace")
    replaced = with_day(sample.ARCHIVE, DATE, Announced(key=paper.key, type="replace", version=2), papers=[paper])
    after = read(made(replaced)["all.xml"]).entries
    assert sorted(one.id for one in after) == sorted(before["all.xml"])
    assert (after[0].title, after[0].published[:10], after[0].updated[:10]) == (paper.title, "2026-03-03", "2026-03-10")
    for settings in (sample.SETTINGS, replace(PLACED, url="https://elsewhere.example/"), replace(PLACED, title="T")):
        assert ids(made(settings=settings)) == before
        moved = {name: read(data).feed.id for name, data in made(settings=settings).items() if name.endswith(".xml")}
        assert moved == {name: read(data).feed.id for name, data in made().items() if name.endswith(".xml")}
        assert len(set(moved.values())) == len(moved)
    older = replace(sample.NEW, sightings=(replace(sample.NEW.sightings[0], date=dt.date(2026, 3, 1)),))
    earlier = replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, older.key: older})
    assert ids(made(earlier)) == before


def test_ids_are_for_ever() -> None:
    """If this fails, every subscriber would see every paper once more."""
    assert feed_entries.identity("paper", "2603.00356") == "urn:uuid:acd7ab8a-fded-55ed-8f7d-6a807c1e5625"


# How long entries stay


def announced(*days: tuple[str, int]) -> list[Announcement]:
    """So many papers on each date."""
    return [
        Announcement(f"{date}-{number:04d}", dt.date.fromisoformat(date), "new")
        for date, papers in days
        for number in range(papers)
    ]


@for_each(
    ("days", "extent", "expected"),
    [
        ((("2026-01-01", 1),), WHOLE, 1),
        ((("2020-01-01", 3), ("2026-01-01", 1)), WHOLE, 4),
        ((("2026-01-01", 3), ("2026-01-30", 2)), SUBJECT, 5),
        ((("2026-01-01", 3), ("2026-01-31", 2)), SUBJECT, 2),
        ((("2026-01-01", 190), ("2026-01-02", 20)), WHOLE, 200),
        ((("2026-01-01", 20), ("2026-01-02", 450)), WHOLE, 450),
        ((("2026-01-01", 50), ("2026-01-02", 20)), SUBJECT, 60),
        ((("2026-01-01", 1), ("2026-01-07", 1)), AUTHOR, 2),
        ((("2026-01-01", 1), ("2026-01-08", 1)), AUTHOR, 1),
        ((), WHOLE, 0),
    ],
)
def test_how_much_a_feed_holds(days: tuple[tuple[str, int], ...], extent: feeds.Extent, expected: int) -> None:
    """The days before its own newest entry, but never only a part of its newest day."""
    held = newest(announced(*days), extent)
    assert len(held) == expected
    assert list(held) == feed_entries.in_order(held)


def test_of_a_day_new_papers_come_first() -> None:
    day = dt.date(2026, 3, 3)
    kinds = ("replace", "report", "new", "replace-cross", "cross")
    mixed = [Announcement(f"2603.0000{number}", day, kind) for number, kind in enumerate(kinds)]  # type: ignore[arg-type]
    shown = [each.type for each in feed_entries.in_order(mixed)]
    assert shown == ["new", "cross", "replace", "replace-cross", "report"]


# Coverage


def test_the_feed_of_coverage_tells_what_is_lacking() -> None:
    parsed = read(made()["coverage.xml"])
    assert [one.title for one in parsed.entries] == [
        "Friday, 6 March 2026: Missing",
        "Thursday, 5 March 2026: Stale",
        "Tuesday, 3 March 2026: Partial: 3 of 4",
    ]
    assert "requested 2 times; last outcome: failed, status 503" in parsed.entries[0].content[0].value
    assert parsed.entries[0].link == f"{SITE}coverage/2026.html"


def test_a_day_that_became_whole_is_told_again() -> None:
    """If the log tells: a document was short, and a later one was not. The entry stays the same one."""
    date = dt.date(2026, 3, 3)
    short = sample.statement(date, Count(section="all", read=3, total=4))
    whole = replace(
        sample.statement(date, Count(section="all", read=4, total=4)),
        first_read=sample.utc(2026, 3, 6),
        document="fedcba9876543210",
    )
    complete = [sample.covered("2026-03-03", "complete", 4, new=2, cross=1, replace=1)]
    rest = [each for each in sample.COVERAGE if each.date != date]
    days = tuple(replace(day, statements=(whole, short)) if day.date == date else day for day in sample.DAYS)
    healed = replace(sample.ARCHIVE, days=days, coverage=(*rest, *complete))
    lacking = next(one for one in read(made()["coverage.xml"]).entries if "3 March" in one.title)
    now = next(one for one in read(made(healed)["coverage.xml"]).entries if "3 March" in one.title)
    assert now.title == "Tuesday, 3 March 2026: now whole. Complete: 4 of 4"
    assert "Whole since a document that was read on 6 March 2026." in now.content[0].value
    assert (now.id, now.published, now.updated[:10]) == (lacking.id, lacking.published, "2026-03-06")
    once = tuple(replace(day, statements=(whole,)) if day.date == date else day for day in sample.DAYS)
    view = View(replace(healed, days=once), PLACED)
    assert [gap.date.day for gap in feed_entries.gaps(view)] == [5, 6]


# Hostile text


@for_each("payload", sample.PAYLOADS)
@for_each("settings", SETTINGS.values())
def test_hostile_text_stays_text(payload: str, settings: Settings) -> None:
    """In every field at once: feeds are valid, their HTML has our own elements and harmless addresses alone, and titles
    come back as text."""
    archive = sample.hostile(payload)
    files = made(archive, settings)
    valid(files)
    harmless(files)
    entry = feed_entries.of_paper(
        View(archive, settings), Announcement(sample.FULL.key, dt.date(2026, 3, 3), "replace", 2)
    )
    atoms = [each.text for each in etree.fromstring(files["all.xml"]).iterfind("{*}entry/{*}title")]
    assert atoms == [item["title"] for item in json.loads(files["all.json"])["items"]] == [entry.title]
    assert not set(entry.title) & set("\x00\x1b\u202e\u2066\ufeff\n")


ELEMENTS = frozenset(("div", "h1", "p", "b", "em", "code", "ul", "li", "a"))


def harmless(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        if name.endswith(".xml"):
            for one in read(data).entries:
                root = html.fragment_fromstring(one.content[0].value, create_parent="div")
                assert {element.tag for element in root.iter()} <= ELEMENTS, one.content
                assert all(set(element.attrib) <= {"href"} for element in root.iter()), one.content
                hrefs = [element.get("href") for element in root.iter("a")]
                hrefs += [link.href for link in one.get("links", ())]
                assert all(href.startswith(("https://", "http://")) for href in hrefs), hrefs


# The whole archive as one


def test_the_archive_is_printed_as_one_feed() -> None:
    """Every paper, whether or not it was announced, an entry a line."""
    data = b"".join(feed_formats.atom(sample.ARCHIVE))
    ATOM.assertValid(etree.fromstring(data))
    parsed = read(data)
    assert {one.id for one in parsed.entries} == {feed_entries.identity("paper", key) for key in sample.ARCHIVE.papers}
    assert data.count(b"\n<entry>") == len(sample.PAPERS)
    assert b"may not show" not in data
    empty = b"".join(feed_formats.atom(Archive(papers={}, days=())))
    ATOM.assertValid(etree.fromstring(empty))


# Where they are listed


def busy(papers: int) -> Archive:
    """The sample with so many papers by one more author, the last of them announced last."""
    held = {
        f"2603.7{number:04}": replace(
            sample.NEW, key=f"2603.7{number:04}", arxiv_id=f"2603.7{number:04}", title=f"Busy {number}",
            authors=(Author("Bo Busy"),),
        )
        for number in range(papers)
    }  # fmt: skip
    announced = (Announced(key=key, type="new") for key in held)
    return with_day(sample.ARCHIVE, DATE, *announced, papers=held.values())


@for_each(("papers", "page"), [(2, "search.html?author=Bo+Busy"), (5, "authors/bo-busy.html")])
def test_the_feed_of_an_author_with_few_papers_says_where_to_go_on(papers: int, page: str) -> None:
    """It was published, so it stays, with a last entry; no list of feeds names it."""
    files = made(busy(papers))
    valid({"authors/bo-busy.xml": files["authors/bo-busy.xml"]})
    parsed = read(files["authors/bo-busy.xml"])
    (one,) = parsed.entries
    assert (one.title, one.link, parsed.feed.link) == ("No feed of papers by Bo Busy", SITE + page, SITE + page)
    assert "Authors have feeds from 10 papers on." in one.content[0].value
    assert b"bo-busy" not in files["authors.opml"]
    unplaced = read(made(busy(papers), sample.SETTINGS)["authors/bo-busy.xml"])
    assert [each.id for each in unplaced.entries] == [one.id]


def test_an_author_with_ten_papers_has_a_feed() -> None:
    files = made(busy(10))
    assert len(read(files["authors/bo-busy.xml"]).entries) == 10
    assert b"bo-busy" in files["authors.opml"]
    assert "authors/bo-busy.xml" not in made(busy(1))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_lists_of_feeds_name_each_feed(settings: Settings) -> None:
    """Both OPML files together name all Atom feeds, the page all but the authors'."""
    files = made(busy(10), settings)
    listed = {
        outline.get("xmlUrl", "")
        for name in ("index.opml", "authors.opml")
        for outline in etree.fromstring(files[name]).iter("outline")
    } - {""}
    ended = {"authors/ada-ebb.xml", "authors/cleo-beam.xml"}
    expected = {f"feeds/{name}" for name in files if name.endswith(".xml") and name not in ended}
    assert {address.removeprefix(SITE) for address in listed} == expected
    assert all(address.startswith(settings.url) for address in listed)
    (draft,) = services.feeds_page.drafts(sample.view(settings=settings))
    text = draft.make().text
    assert all((f"`{path}`" in text) != path.startswith("feeds/authors/") for path in expected)
    assert all(f"`{path[:-3]}json`" in text for path in expected if not path.startswith("feeds/authors/"))
    assert draft.path == addresses.FEEDS


def test_each_page_names_its_own_feed() -> None:
    """Among its facts, for the head."""
    expected = {
        "index.md": "feeds/all.xml",
        "themes/scheduling.md": "feeds/themes/scheduling.xml",
        "categories/cs.DC.md": "feeds/categories/cs.DC.xml",
        "watches/waiting.md": "feeds/watches/waiting.xml",
        "authors/ada-ebb.md": "",
        "authors/bo-busy.md": "feeds/authors/bo-busy.xml",
    }
    pages = {made.path: made for made in sample.render(busy(10))}
    assert {path: pages[path].facts.get("feed", "") for path in expected} == expected


class Lines(feed_formats.JsonFeed):
    """A made-up format, in which authors have feeds, too."""

    suffix = ".lines"
    for_authors = True


def test_an_authors_feed_in_a_new_format_may_go_in_an_incremental_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_formats, "FORMATS", (*feed_formats.FORMATS, Lines()))
    none = frozenset[str]()
    reach = Reach(none, frozenset(), none, none, frozenset({"Ada Ebb"}), none, none, "")
    beginnings = tuple(exports.fleeting(reach))
    made = [path for _type, path in feed_formats.files(addresses.feed(addresses.author("ada-ebb")))]
    assert made == ["feeds/authors/ada-ebb.xml", "feeds/authors/ada-ebb.lines"]
    assert all(path.startswith(beginnings) for path in made)
    assert not "feeds/authors/ada-ebbing.xml".startswith(beginnings)
