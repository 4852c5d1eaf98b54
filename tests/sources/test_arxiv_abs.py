"""arXiv's abstract pages: an invented page with its expectation, and real ones checked by eye."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Entry
from daybook.sources import arxiv_abs, arxiv_listing

from tests.cases import for_each, table
from tests.sources.text_truth import changed, head, only_by

PAGE = (Path(__file__).parent / "data" / "abs_page" / "versions.html").read_text(encoding="utf-8")
read = only_by(arxiv_abs)


def entry(text: str) -> Entry:
    (only,) = read(text).entries
    return only


def test_the_date_comes_from_the_history_or_the_dateline_where_no_tag_says_it() -> None:
    no_tag = ('<meta name="citation_online_date" content="2025/07/15" />', "")
    assert read(changed(PAGE, no_tag)).date == dt.date(2025, 7, 15)
    no_history = (no_tag, ("UTC (1,023 KB)", ""), ("Tue, 15 Jul 2025 23:59:59", ""))
    assert read(changed(PAGE, *no_history)).date == dt.date(2025, 7, 15)
    current = ("revised 15 Jul 2025 (this version, v2)", "last revised")
    assert read(changed(PAGE, *no_history, current)).date == dt.date(2025, 6, 2)
    with pytest.raises(Refused, match="has no date"):
        read(changed(PAGE, *no_history, current, ("2 Jun 2025", ""), ("3 Sep 2025", "")))


def test_the_version_shown_is_the_one_without_a_link_where_no_row_says_it() -> None:
    no_row = ("arXiv:2506.01234v2</a>", "this</a>")
    assert entry(changed(PAGE, no_row)).version == 2
    unknown = entry(changed(PAGE, no_row, ("<strong>[v2]</strong>", '<strong><a href="/x">[v2]</a></strong>')))
    assert (unknown.version, unknown.updated) == (None, None)
    assert read(changed(PAGE, no_row, ("[v2]", ""), ("[v4]", ""), ("[v1]", ""))).part == "2506.01234"


def test_a_page_may_lack_all_that_is_optional() -> None:
    start, end = PAGE.index('<div class="metatable">'), PAGE.index("</body>")
    bare = entry(PAGE[:start] + "</div></div></div></div></div>" + PAGE[end:])
    assert (bare.title, bare.arxiv_id, bare.date) == ("Sorting by hand", "2506.01234", dt.date(2025, 7, 15))
    assert (
        bare.comments is bare.journal_ref is bare.doi is bare.license is bare.primary_category is bare.version is None
    )
    assert bare.categories == bare.versions == bare.formats == ()


def test_a_withdrawn_version_is_withdrawn() -> None:
    assert entry(changed(PAGE, ("(1,023 KB)", "(1 KB) <em>(withdrawn)</em>"))).withdrawn
    assert entry(changed(PAGE, ("UTC (1,023 KB)", "GMT (0kb,I)"))).withdrawn
    error = '<div id="abs">\n<span class="error">This paper has been withdrawn by Jane Roe</span>'
    assert entry(changed(PAGE, ('<div id="abs">', error))).withdrawn
    assert entry(changed(PAGE, ("7 pages;", "Withdrawn by the authors;"))).withdrawn
    assert not entry(changed(PAGE, ("We sort", "We have not withdrawn but sort"))).withdrawn


def test_hidden_authors_count_where_the_page_holds_them() -> None:
    cut = "John Doe</a> et al. (1 additional authors not shown)"
    assert not entry(changed(PAGE, ("John Doe</a>", cut))).authors_complete
    hidden = 'John Doe</a>, <span id="long-author-list" style="display:none"><a href="/s">Ann Poe</a></span>'
    toggle = '<a href="javascript:toggle()">et al. (1 additional authors not shown)</a>'
    paper = entry(changed(PAGE, ("John Doe</a>", hidden + toggle)))
    assert (paper.authors, paper.authors_complete) == (("Jane Roe", "John Doe", "Ann Poe"), True)


def test_the_id_may_stand_in_the_body_alone() -> None:
    assert entry(changed(PAGE, ('<meta name="citation_arxiv_id" content="2506.01234" />', ""))).arxiv_id == "2506.01234"


@for_each(
    ("text", "reason"),
    [
        (
            changed(PAGE, ('content="2506.01234"', 'content="../x"')),
            "'../x' is not an arXiv id; use the abstract page of a paper",
        ),
        (changed(PAGE, ('h1 class="title mathjax"', "h1")), "arXiv:2506.01234: has no paper title"),
        ("<html><h1>Paper 'x' not found</h1></html>", "does not name a paper; the page says \"Paper 'x' not found\""),
        (PAGE[: PAGE.index("</html>")], r"line \d+: the file is cut off"),
        (PAGE[: len(PAGE) // 2], r"line \d+: the file is cut off"),
    ],
)
def test_what_is_no_page_of_a_paper_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        arxiv_abs.read(text.encode())


@for_each(("start", "is_abs"), table(__file__, "any_mark_of_an_abs_page_is_enough"))
def test_any_mark_of_an_abs_page_is_enough(start: str, is_abs: bool) -> None:
    assert arxiv_abs.recognises(head(start.encode())) is is_abs


def test_recognises_abs_pages_only() -> None:
    assert arxiv_abs.recognises(head(PAGE.encode()))
    assert not arxiv_listing.recognises(head(PAGE.encode()))
    assert not arxiv_abs.recognises(head(b"<html><body><div id='dlpage'></div></body></html>"))
    assert not arxiv_abs.recognises(head(b"a text about citation_arxiv_id"))


# id, version, date, versions, submitted, number of authors, primary category: read off the pages by eye.
REAL = {
    "recorded/abs/abs_1902.02534_2026_current_markup": (
        "1902.02534", 2, "2019-06-21", 2, "2019-02-07 09:22:51", 3, "cs.DL",
    ),
    "rendered/abs_0901.0022_v4_history": ("0901.0022", 4, "2010-10-25", 4, "2008-12-30 22:18:58", 2, "math.AP"),
    "rendered/abs_0906.3336_withdrawn": ("0906.3336", 2, "2009-06-19", 2, "2009-06-18 02:19:29", 2, "math.DG"),
    "rendered/abs_2606.30776": ("2606.30776", 1, "2026-06-29", 1, "2026-06-29 05:55:25", 3, "cs.GT"),
    "rendered/abs_math_0510544_oldstyle_id": ("math/0510544", 2, "2011-02-02", 2, "2005-10-26 04:35:50", 3, "math.RT"),
}  # fmt: skip


@for_each("name", REAL)
def test_real_pages_are_read(shared: Callable[[str], Path], name: str) -> None:
    data = shared(f"listings/{name}.html").read_bytes()
    assert arxiv_abs.recognises(head(data))
    (listing,) = arxiv_abs.read(data)
    (paper,) = listing.entries
    ident, version, date, versions, submitted, authors, primary = REAL[name]
    assert (paper.arxiv_id, paper.version, listing.date.isoformat()) == (ident, version, date)
    assert (len(paper.versions), f"{paper.submitted:%Y-%m-%d %H:%M:%S}") == (versions, submitted)
    assert (len(paper.authors), paper.primary_category) == (authors, primary)
    assert data.count(b'name="citation_author"') == authors
    assert (paper.msc_class is not None) == (b"tablecell msc-classes" in data)
    assert (paper.comments is not None) == (b"tablecell comments" in data)
    assert (paper.doi is not None) == (b'name="citation_doi"' in data)
    assert paper.withdrawn == (b"(withdrawn)" in data)
    assert paper.abstract


def test_the_real_page_of_an_unknown_paper_is_refused(shared: Callable[[str], Path]) -> None:
    data = shared("listings/rendered/abs_404.html").read_bytes()
    assert not arxiv_listing.recognises(head(data))
    with pytest.raises(Refused, match=r'does not name a paper; the page says "Article 2606\.99999 not found"'):
        arxiv_abs.read(data)
