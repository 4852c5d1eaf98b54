"""Listing pages that contradict themselves, and pages changed by browsers and web archives."""

import pytest
from daybook.errors import Refused
from daybook.sources import arxiv_listing, arxiv_listing_text, received, registry

from tests.cases import for_each, table
from tests.sources.test_listing_html import item, new_page, only, section

TWO = "New submissions (showing 2 of 2 entries)"


def two(first: str, second: str) -> bytes:
    return new_page(section(TWO, first, second))


@for_each(
    ("second", "fault"),
    [
        (item(2, "2601.20001"), "2601.20001 appears twice"),
        (item(1, "2601.20002"), "the numbering repeats 1"),
        (item(3, "2601.20002"), "the numbering skips 2"),
        (item(2, "2613.20002"), "entry 2: '2613.20002' is not an arXiv id; left out"),
        (item(2, "2601.2000"), "entry 2: '2601.2000' is not an arXiv id; left out"),
        (item(2, "0700.1234"), "entry 2: '0700.1234' is not an arXiv id; left out"),
        (item(2, "2603.20002"), "2603.20002 is from a future month"),
        (item(2, "hep-th/2601001"), "entry 2: 'hep-th/2601001' is not an arXiv id; left out"),
        (item(2, "2601.20002").replace("/pdf/2601.20002", "/pdf/2601.20003"), "entry 2: names two papers, 2601.20002"
         " and 2601.20003; left out"),
        (item(2, "2601.20002").replace("arXiv:2601.20002", "arXiv:2601.20003"), "entry 2: names two papers, 2601.20002"
         " and 2601.20003; left out"),
    ],
)  # fmt: skip
def test_an_entry_in_anothers_place_is_said(second: str, fault: str) -> None:
    assert received.faults(only(two(item(1, "2601.20001"), second))) == (fault,)


def test_sound_pages_have_no_faults() -> None:
    assert received.faults(only(two(item(1, "2601.20001"), item(2, "2601.20002")))) == ()


def test_totals_that_differ_are_said() -> None:
    """The total is stated at the top and at the bottom."""
    data = two(item(1, "2601.20001"), item(2, "2601.20002"))
    data = data.replace(b"</dl>", b"</dl><div class='paging'>Total of 3 entries</div>")
    assert received.faults(only(data)) == ("it states conflicting totals: 2 and 3 entries",)


def test_a_day_that_does_not_fit_its_weekday_is_refused() -> None:
    body = section(TWO, item(1, "2601.20001"), item(2, "2601.20002"))
    with pytest.raises(Refused, match="wrong date: 'Friday, 31 January 2026' is not a Friday"):
        arxiv_listing.read(new_page(body, day="Friday, 31 January 2026"))
    text = b"Logic\n\nShowing new listings for Friday, 31 January 2026\n\nTotal of 0 entries\n"
    with pytest.raises(Refused, match="is not a Friday"):
        arxiv_listing_text.LINES.read(text)


def test_two_pages_in_one_file_are_refused() -> None:
    """The parser would read only the first, and the day of the second would be lost."""
    data = two(item(1, "2601.20001"), item(2, "2601.20002"))
    with pytest.raises(Refused, match="contains more than one page; save each to its own file"):
        arxiv_listing.read(data + b"\n" + data)


def test_the_view_of_a_source_is_refused() -> None:
    data = b'<!DOCTYPE html><html><body id="viewsource"><pre>class="list-title"</pre></body></html>'
    with pytest.raises(Refused, match="shows the source code of a page; save the page itself"):
        registry.detect(data).read(data)


@pytest.mark.parametrize("where", [0.3, 0.9])
def test_zeros_of_a_damaged_disk_are_refused(where: float) -> None:
    data = two(item(1, "2601.20001"), item(2, "2601.20002"))
    at = int(len(data) * where)
    with pytest.raises(Refused, match="contains NUL bytes"):
        arxiv_listing.read(data[:at] + b"\0" * 8 + data[at + 8 :])


@for_each("link", table(__file__, "links_of_any_copy_name_the_paper"))
@for_each("ident", ["2601.20001", "math/0309136", "math%2F0309136", "math.GT/0309136"])
def test_links_of_any_copy_name_the_paper(link: str, ident: str) -> None:
    plain = {"2601.20001": ident}.get(ident, "math/0309136")
    first = item(1, plain).replace(f"/abs/{plain}", link.format(ident))
    entries = only(two(first, item(2, "2601.20002"))).entries
    assert entries[0].arxiv_id == plain


@for_each("words", ["this https URL", "this\nhttps URL", " this  https\n\t URL "])
@for_each(
    "site", ["", "https://web.archive.org/web/20260131120000/", "/web/2026/", "//web.archive.org/web/20260131id_/"]
)
def test_an_address_stands_again_where_arxiv_hides_it(words: str, site: str) -> None:
    """Also if a browser broke the line within the words, and if archive.org links to its own copy."""
    link = f'<a href="{site}https://example.org/c">{words}</a>'
    comment = f"<div class='list-comments'><span class='descriptor'>Comments:</span> Code: {link}</div>"
    first = item(1, "2601.20001").replace("<div class='list-subjects'>", f"{comment}<div class='list-subjects'>")
    assert only(two(first, item(2, "2601.20002"))).entries[0].comments == "Code: https://example.org/c"
