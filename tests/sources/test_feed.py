"""Journals' feeds, invented and real."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.sources import feed

from tests.cases import for_each, table
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parent / "data"
JOURNAL = (DATA / "feed" / "journal.xml").read_text(encoding="utf-8")
ATOM = (DATA / "feed" / "atom.xml").read_text(encoding="utf-8")
listing = only_by(feed)


def test_arxiv_doi_is_an_id() -> None:
    """An item whose only DOI is arXiv's own is an e-print and has no journal DOI."""
    text = JOURNAL.replace("<dc:identifier>10.1000/jot.5.</dc:identifier>", "")
    last = listing(text.encode()).entries[-1]
    assert (last.arxiv_id, last.doi) == ("2601.00042", None)


@for_each(("link", "more", "doi"), table(__file__, "doi_of_an_item"))
def test_doi_of_an_item(link: str, more: str, doi: str | None) -> None:
    """In the address of any of its pages, or in PRISM as Silverchair's sites declare it."""
    item = f"<item><title>Tea</title><link>{link}</link>{more}<pubDate>Mon, 2 Feb 2026</pubDate></item>"
    (entry,) = listing(f"<rss version='2.0'><channel><title>Teas</title>{item}</channel></rss>".encode()).entries
    assert entry.doi == doi


def test_empty_feed_is_quiet() -> None:
    """A feed without items is quiet."""
    text = JOURNAL[: JOURNAL.index("    <item>")] + "  </channel></rss>"
    one = listing(text.encode())
    assert (one.quiet, one.entries, one.date) == (True, (), dt.date(2026, 2, 2))


def test_unknown_origin() -> None:
    """A feed without an address, or with a broken one, has no origin."""
    items = "<title>x</title><link>http://[oops</link><pubDate>Mon, 2 Feb 2026</pubDate>"
    assert listing(f"<rss version='2.0'><channel>{items}</channel></rss>".encode()).origin is None


@for_each(
    ("data", "problem"),
    [
        (JOURNAL[: JOURNAL.index("<dc:creator>Mug")].encode(), "not well-formed"),
        (JOURNAL.replace("Mug Saucer", "Müg").encode("latin-1"), "not valid UTF-8"),
        (b"<!DOCTYPE html><html><head><title>502</title></head><body><p>Bad gateway</body></html>", "not well-formed"),
        (b"<html><body><p>Bad gateway</p></body></html>", "not a feed"),
        (
            b"<rss version='2.0'><channel><title>x</title></channel></rss>",
            "has no date, and neither has any of its items",
        ),
        (
            b"<!DOCTYPE rss SYSTEM 'r.dtd'><rss version='2.0'><channel><title>&odd;</title></channel></rss>",
            "well-formed",
        ),
        (b"<!DOCTYPE rss [<!ENTITY a 'b'>]><rss version='2.0'><channel/></rss>", "its own entities"),
    ],
)
def test_refused(data: bytes, problem: str) -> None:
    """Error pages, truncated or wrongly encoded feeds, entity tricks: each is refused in one line."""
    with pytest.raises(Refused, match=problem) as caught:
        feed.read(data)
    assert "\n" not in str(caught.value)


def test_not_recognised() -> None:
    """arXiv's own feeds and responses belong to other readers; pages and mails are not feeds."""
    for name in ("rss/two.xml", "rss/atom.xml", "rss/rdf.xml", "api/today.xml", "oai/raw.xml"):
        assert not feed.recognises(head((DATA / name).read_bytes()))
    assert not feed.recognises(head(b"<!DOCTYPE html><html><body>rss</body></html>"))
    assert not feed.recognises(head(b"Dear reader, <rss> is a format"))


def test_real_feed(shared: Callable[[str], Path]) -> None:
    """The recorded feed of a journal's site: all items, without what describes a picture."""
    data = shared("listings/recorded/feeds/AASNova_rss2_2023-06-26.xml").read_bytes()
    one = listing(data)
    assert len(one.entries) == data.count(b"<item>")
    assert "Illustration of a gaseous" not in (one.entries[0].abstract or "")
