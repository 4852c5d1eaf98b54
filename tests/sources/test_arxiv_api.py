"""API responses, invented and real."""

from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Count
from daybook.sources import arxiv_api

from tests.cases import for_each
from tests.sources.text_truth import changed, head, only_by

TODAY = (Path(__file__).parent / "data" / "api" / "today.xml").read_text(encoding="utf-8")
listing = only_by(arxiv_api)


ENTRIES = TODAY[TODAY.index("  <entry>") : TODAY.index("</feed>")]


@for_each(
    ("changes", "expected", "mismatch"),
    [
        ([("startIndex>6", "startIndex>3")], Count(section="all", read=2, shown=3, total=8), True),
        ([("itemsPerPage>3", "itemsPerPage>100")], Count(section="all", read=2, shown=2, total=8), False),
        ([(ENTRIES, "")], Count(section="all", read=0, shown=2, total=8), True),
        ([(ENTRIES, ""), ("itemsPerPage>3", "itemsPerPage>0")], Count(section="all", read=0, shown=2, total=8), True),
        ([(ENTRIES, ""), ("startIndex>6", "startIndex>9")], Count(section="all", read=0, shown=0, total=8), False),
        ([("totalResults>8", "totalResults>many")], Count(section="all", read=2), False),
        ([("v12</id>", "v12/../x</id>")], Count(section="all", read=1, shown=2, total=8), True),
    ],
)
def test_counts(changes: list[tuple[str, str]], expected: Count, mismatch: bool) -> None:
    """Total, start and size determine a page's number of entries; fewer are a mismatch, not an exception."""
    one = listing(changed(TODAY, *changes))
    assert one.counts == (expected,)
    assert bool(one.mismatches()) == mismatch
    assert not one.quiet


def test_promised_but_empty_page_is_told() -> None:
    """The service sometimes sends a page without entries: the note says what to do."""
    assert listing(changed(TODAY, (ENTRIES, ""))).notes == (
        "contains no entries although the query has 8 results: ask again",
    )


def test_nothing_found_is_quiet() -> None:
    """A response without results is quiet, not an error."""
    one = listing(changed(TODAY, (ENTRIES, ""), ("totalResults>8", "totalResults>0"), ("startIndex>6", "startIndex>0")))
    assert one.quiet
    assert one.entries == ()
    assert one.mismatches() == ()


def test_broken_entries_are_left_out() -> None:
    """A bad id or a missing title affects only its own entry."""
    assert listing(changed(TODAY, ("cond-mat/0207270v1", "../x"), ("Pots &lt;think&gt; of\n  tea", ""))).notes == (
        "entry 1: has no title; left out",
        "entry 2: 'http://arxiv.org/abs/../x' is not an arXiv id; left out",
    )


@for_each(
    ("change", "problem"),
    [
        (("2026-02-01T23:30:00Z", "now"), "has no date"), (("</feed>", ""), "not well-formed"),
        (("http://arxiv.org/abs/cond-mat/0207270v1", "http://arxiv.org/api/errors#x"), "no reason given"),
    ],
)  # fmt: skip
def test_refused(change: tuple[str, str], problem: str) -> None:
    """No date, a truncated document, an error without a reason."""
    with pytest.raises(Refused, match=problem):
        arxiv_api.read(changed(TODAY, change).encode())


def test_other_xml_is_refused() -> None:
    """XML that is not a response but is passed to the reader."""
    with pytest.raises(Refused, match="not an arXiv API response"):
        arxiv_api.read(b"<rss/>")


REAL = {  # file: (date, stated total)
    "arxivpy_id_0000.0000_s0_m100_8b51d9633a68.xml": ("2026-04-12", 0),
    "arxivpy_id_1605.08386_s0_m100_199195aa31ad.xml": ("2026-04-12", 1),
    "arxivpy_q_testing_s0_m10_bc5a6c384fe9.xml": ("2026-04-12", 214881),
    "arxivpy_q_testing_s10_m10_34e56e15aaac.xml": ("2026-04-12", 214881),
    "arxivpy_q_testing_s20_m10_348a237fecab.xml": ("2026-04-12", 214881),
    "legacy_empty_2019-03-14.xml": ("2019-03-14", 0),
    "legacy_id_1811.00370v2_2019.xml": ("2019-02-18", 1),
    "legacy_query_ti_hep_2019-06-12.xml": ("2019-06-12", 114),
    "query_abs_phrase_2026-08-11.xml": ("2026-08-11", 4),
    "query_cat_csAI_csLG_csCL_2026-08-02.xml": ("2026-08-02", 449736),
    "query_cat_csLG_csAI_2026-04-30.xml": ("2026-04-30", 364218),
}


@for_each("name", REAL)
def test_real_answers(shared: Callable[[str], Path], name: str) -> None:
    """Every recorded response: entries and names counted independently, totals as stated."""
    data = shared(f"listings/recorded/api/{name}").read_bytes()
    assert arxiv_api.recognises(head(data))
    one = listing(data)
    date, total = REAL[name]
    assert (str(one.date), one.counts[0].total) == (date, total)
    assert len(one.entries) == data.count(b"<entry>")
    assert sum(len(entry.authors) for entry in one.entries) == data.count(b"<name>")
    assert one.mismatches() == ()
    assert one.quiet == (total == 0)
    assert one.notes == ()
    for entry in one.entries:
        assert entry.abstract
        assert entry.categories
        assert entry.submitted
        assert entry.updated
        assert "\n" not in entry.title
