"""arXiv's feeds, invented and real."""

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.sources import arxiv_rss

from tests.cases import for_each
from tests.sources.text_truth import DATA, head, only_by

TWO, ATOM, RDF = ((DATA / "rss" / name).read_text(encoding="utf-8") for name in ("two.xml", "atom.xml", "rdf.xml"))
listing = only_by(arxiv_rss)


def test_version_of_the_text() -> None:
    """If an item's id has no version, its text has."""
    assert listing(ATOM.replace("00007v2</id>", "00007</id>")).entries[0].version == 2


def test_former_rss2() -> None:
    """RSS 2.0 before 2024: the titles have all the facts, as in RDF."""
    items = RDF[RDF.index("<item") : RDF.index("</rdf:RDF>")].replace(' rdf:parseType="Literal"', "")
    channel = "<title>cs.OS updates on arXiv.org</title><pubDate>Mon, 02 Feb 2015 01:30:00 GMT</pubDate>"
    items = items.replace("rdf:about=", "about=").replace("dc:creator", "creator")
    one = listing(f"<rss version='2.0'><channel>{channel}{items}</channel></rss>".encode())
    assert (one.format, one.date) == ("arXiv feed (RSS 2.0)", dt.date(2015, 2, 2))
    assert [entry.type for entry in one.entries] == ["new", "replace", "cross"]
    assert one.entries[0].authors == ("Hazel Nut", "A. Corn")


def test_long_feed_is_not_whole() -> None:
    """At the service's limit of 2000 items there may have been more."""
    start, end = TWO.index("    <item>"), TWO.index("</item>") + len("</item>\n")
    before, item, after = TWO[:start], TWO[start:end], TWO[TWO.index("  </channel>") :]
    full = listing((before + item * 2000 + after).encode())
    assert len(full.entries) == 2000
    assert not full.whole
    assert "2000" in full.notes[0]
    assert listing((before + item * 1999 + after).encode()).whole


def test_feed_says_nothing_of_its_category() -> None:
    """Without the usual title the category comes from the address, or is unknown."""
    text = ATOM.replace("q-bio.NC updates on arXiv.org", "News")
    assert listing(text.encode()).category == "q-bio.NC"
    assert listing(text.replace("rss.arxiv.org/atom/", "localhost/").encode()).category is None


@for_each(
    ("old", "new", "problem"),
    [
        ("<pubDate>Tue, 13 Jan 2026 00:00:00 -0500</pubDate>", "", "has no date"),
        ("cs.DC, math.IT updates on arXiv.org", "Feed error for query: http://rss.arxiv.org/rss/x", "math.IT updates"),
        ("</item>\n  </channel>\n</rss>\n", "", "not well-formed"),
        ("<channel>", "<canal>", "not well-formed"),
    ],
)
def test_refused(old: str, new: str, problem: str) -> None:
    """No date, an error feed with its reason, a feed cut off within an entry."""
    with pytest.raises(Refused, match=problem):
        arxiv_rss.read(TWO.replace(old, new).encode())


def test_other_xml_is_refused() -> None:
    """XML that is not a feed but is passed to the reader."""
    with pytest.raises(Refused, match="not an arXiv feed"):
        arxiv_rss.read(b"<opml><body/></opml>")


def test_latin1_without_declaration_is_refused_with_its_line() -> None:
    """The message names the line of invalid UTF-8."""
    text = TWO.replace("Mug O'Saucer", "Müg")
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "Müg" in each)
    with pytest.raises(Refused) as caught:
        arxiv_rss.read(text.encode("latin-1"))
    assert caught.value.location == f"line {line}"


def test_other_feeds_are_not_recognised() -> None:
    """A journal's feed whose items mention arXiv's feeds is not arXiv's."""
    other = b"<rss><channel><title>Blog</title><item><link>http://rss.arxiv.org/rss/cs.DC</link></item></channel></rss>"
    assert not arxiv_rss.recognises(head(other))
    assert not arxiv_rss.recognises(head(b"<html><title>cs.DC updates on arXiv.org</title></html>"))


REAL = {  # path: (date, category, format's end, announce types in their order)
    "recorded/rss/rss_cs.AI_2026-04-27_trimmed.xml": ("2026-04-27", "cs.AI", "(RSS 2.0)"),
    "recorded/rss/rss_cs.CL_EMPTY_saturday_2026-08-01.xml": ("2026-08-01", "cs.CL", "(RSS 2.0)"),
    "recorded/rss/rdf_rss10_hep-ex_2018-05-23.xml": ("2018-05-24", "hep-ex", "(RSS 1.0)"),
    "rendered/atom_cs.GT_empty_saturday_2026-07-04.xml": ("2026-07-04", "cs.GT", "(Atom)"),
    "rendered/atom_cs.HC_2026-07-01_cross_and_replace-cross.xml": ("2026-07-01", "cs.HC", "(Atom)"),
    "rendered/rss_cs.GT+cs.IT_2026-07-01.xml": ("2026-07-01", "cs.GT+cs.IT", "(RSS 2.0)"),
    "rendered/rss_cs.GT_2026-07-01.xml": ("2026-07-01", "cs.GT", "(RSS 2.0)"),
    "rendered/rss_cs.GT_empty_saturday_2026-07-04.xml": ("2026-07-04", "cs.GT", "(RSS 2.0)"),
    "rendered/rss_cs.HC_2026-07-01_cross_and_replace-cross.xml": ("2026-07-01", "cs.HC", "(RSS 2.0)"),
    "rendered/rss_math.IT_alias_2026-07-01.xml": ("2026-07-01", "math.IT", "(RSS 2.0)"),
}


@for_each("name", REAL)
def test_real_feeds(shared: Callable[[str], Path], name: str) -> None:
    """Every recorded feed: items counted independently, ids and types as in the text."""
    data = shared(f"listings/{name}").read_bytes()
    date, category, layout = REAL[name]
    assert arxiv_rss.recognises(head(data))
    one = listing(data)
    assert (str(one.date), one.category) == (date, category)
    assert one.format.endswith(layout)
    items = len(re.findall(rb"<(?:item|entry)[ >]", data))
    assert len(one.entries) == items
    assert one.quiet == (items == 0)
    assert one.whole
    assert one.notes == ()
    if layout != "(RSS 1.0)":
        assert [entry.type for entry in one.entries] == [
            kind.decode() for kind in re.findall(rb"<arxiv:announce_type>([a-z-]+)<", data)
        ]
        ids = re.findall(rb">oai:arXiv\.org:([^<]+)v(\d+)<", data)
        assert [(entry.arxiv_id, entry.version) for entry in one.entries] == [(i.decode(), int(v)) for i, v in ids]
    assert all(entry.authors and entry.abstract and entry.categories for entry in one.entries)
    assert not any("Announce Type" in (entry.abstract or "") for entry in one.entries)
