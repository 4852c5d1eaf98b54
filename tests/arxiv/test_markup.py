"""The synthetic documents are made as arXiv's own: compared with rendered and recorded ones where these are present."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import etree, html

from tests.arxiv.client import ask
from tests.arxiv.conftest import Start
from tests.arxiv.world import World

Shape = tuple[str, ...]


def fetched(start: Start, path: str) -> bytes:
    """A document of the evening of Monday, 9 March."""
    arxiv, _ = start("2026-03-10 12:00")
    return ask(arxiv, path)[1]


def page_shapes(data: bytes) -> set[Shape]:
    """(tag, its classes, the names of its attributes, the tag above) of all in a page's content."""
    root = html.document_fromstring(data.decode())
    scope = next(element for element in root.iter() if element.get("id") == "content-inner")
    return {
        (e.tag, e.get("class") or "", " ".join(sorted(map(str, e.keys()))), getattr(e.getparent(), "tag", ""))
        for e in scope.iter()
        if isinstance(e.tag, str) and e is not scope
    }


def tree_shapes(data: bytes) -> set[Shape]:
    """(element with namespace, the names of its attributes, the element above) of all in an XML document."""
    root = etree.fromstring(data)
    return {
        (str(e.tag), " ".join(sorted(map(str, e.keys()))), str(getattr(e.getparent(), "tag", "")))
        for e in root.iter()
        if isinstance(e.tag, str)
    }


@pytest.mark.parametrize(
    ("path", "real"),
    [
        ("/arxiv/list/cs.DC/new", ["list_cs.IT_new_2026-07-01.html", "list_cs.HC_new_cross_and_replace.html"]),
        ("/arxiv/list/cs.DC/new?show=25", ["list_cs_new_skip300_show25_replace.html", "list_cs_new_2026-07-01.html"]),
        ("/arxiv/catchup/cs.IT/2026-03-10?abs=True", ["catchup_cs.IT_2026-06-30_abs.html"]),
        ("/arxiv/catchup/cs.IT/2026-03-08?abs=True", ["catchup_cs.IT_2026-06-28_sunday_none.html"]),
    ],
)
def test_pages_hold_nothing_that_arxivs_do_not(
    start: Start, shared: Callable[[str], Path], path: str, real: list[str]
) -> None:
    known = set().union(*(page_shapes(shared(f"listings/rendered/{name}").read_bytes()) for name in real))
    ours = page_shapes(fetched(start, path))
    assert ours - known <= {("div", "list-journal-ref", "class", "div")}
    assert len(ours) > 5


@pytest.mark.parametrize(
    ("path", "real"),
    [
        ("/rss/rss/cs.DC", "rendered/rss_cs.HC_2026-07-01_cross_and_replace-cross.xml"),
        ("/rss/rss/bogus", "rendered/rss_error_bad_archive.xml"),
        (
            "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-09",
            "rendered/oai_ListRecords_arXivRaw_page1.xml",
        ),
        ("/oai/oai?verb=ListRecords&resumptionToken=x", "rendered/oai_error_badResumptionToken.xml"),
        ("/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=1999-1-1", "rendered/oai_error_badArgument_date.xml"),
        ("/export/api/query?search_query=cat:cs.DC", "recorded/api/query_cat_csLG_csAI_2026-04-30.xml"),
        ("/export/api/query?id_list=abc", "recorded/api/arxivpy_id_abc_s0_m100_b79c8dcf6bc3.xml"),
    ],
)
def test_answers_are_built_of_arxivs_elements(
    start: Start, shared: Callable[[str], Path], path: str, real: str
) -> None:
    """Attributes too; elements that a real sample may happen not to hold are named in OPTIONAL."""
    known = tree_shapes(shared(f"listings/{real}").read_bytes())
    strange = tree_shapes(fetched(start, path)) - known
    assert {etree.QName(shape[0]).localname for shape in strange} <= OPTIONAL, strange


OPTIONAL = {
    "journal-ref",
    "doi",
    "comments",
    "DOI",
    "journal_reference",
    "journal_ref",
    "source_type",
    "affiliation",
    "request",
}


def order(data: bytes, item: str) -> Iterator[tuple[str, ...]]:
    for element in etree.fromstring(data).iter(f"{{*}}{item}"):
        yield tuple(dict.fromkeys(etree.QName(child).localname for child in element))


@pytest.mark.parametrize(
    ("path", "item", "real"),
    [
        ("/rss/rss/cs.DC", "item", "rendered/rss_cs.HC_2026-07-01_cross_and_replace-cross.xml"),
        ("/rss/rss/cs.DC", "channel", "rendered/rss_cs.HC_2026-07-01_cross_and_replace-cross.xml"),
        (
            "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-09",
            "arXivRaw",
            "rendered/oai_ListRecords_arXivRaw_page1.xml",
        ),
        ("/export/api/query?search_query=cat:cs.DC", "entry", "recorded/api/query_cat_csLG_csAI_2026-04-30.xml"),
    ],
)
def test_elements_come_in_arxivs_order(
    start: Start, shared: Callable[[str], Path], path: str, item: str, real: str
) -> None:
    """Two elements that a real sample has in one order are nowhere in the other."""
    pairs = set()
    for names in order(shared(f"listings/{real}").read_bytes(), item):
        pairs |= {(a, b) for k, a in enumerate(names) for b in names[k + 1 :]}
    for names in order(fetched(start, path), item):
        assert not {(b, a) for k, a in enumerate(names) for b in names[k + 1 :]} & (pairs - {(b, a) for a, b in pairs})


def test_an_empty_feed_is_arxivs_byte_for_byte(start: Start, shared: Callable[[str], Path]) -> None:
    """A Saturday's; but for its category, its date, and the second at which it was built."""
    real = shared("listings/rendered/rss_cs.GT_empty_saturday_2026-07-04.xml").read_text()
    arxiv, _ = start("2026-03-07 12:00")
    ours = ask(arxiv, "/rss/rss/cs.DC")[1].decode()
    for mine, theirs in (
        ("cs.DC", "cs.GT"),
        ("Sat, 07 Mar 2026 05:00:09", "Sat, 04 Jul 2026 04:00:13"),
        ("Sat, 07 Mar 2026 00:00:00 -0500", "Sat, 04 Jul 2026 00:00:00 -0400"),
    ):
        ours = ours.replace(mine, theirs)
    assert ours == real


def test_a_quiet_page_says_so(world: World, start: Start) -> None:
    days = world.calendar.dates(dt.date(2026, 1, 5), world.last)
    code, day = next((code, day) for day in days for code in world.categories if world.is_quiet(code, day))
    arxiv, _ = start(f"{day} 12:00")
    assert b"<p>No updates today.</p>" in ask(arxiv, f"/arxiv/list/{code}/new")[1]
