"""arXiv's listing pages as HTML: invented, damaged, and real ones counted by hand."""

import datetime as dt
import quopri
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Count
from daybook.sources import arxiv_listing, arxiv_listing_text, registry, site_pages
from daybook.sources.html import put_text, text_of
from lxml import etree

from tests.cases import for_each, table
from tests.mutations.kinds import mhtml
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parent / "data" / "listing_html"


def item(number: int, ident: str, marker: str = "", title: str = "A title", subjects: str = "Logic (math.LO)") -> str:
    """An entry in today's markup."""
    return f"""
    <dt><a name='item{number}'>[{number}]</a> <a href ="/abs/{ident}" title="Abstract" id="{ident}">arXiv:{ident}</a>
      {marker} [<a href="/pdf/{ident}" title="Download PDF">pdf</a>]</dt>
    <dd><div class='meta'><div class='list-title mathjax'><span class='descriptor'>Title:</span> {title}</div>
      <div class='list-authors'><a href="/s">A. Name</a></div>
      <div class='list-subjects'><span class='descriptor'>Subjects:</span>
        <span class="primary-subject">{subjects}</span></div></div></dd>"""


def page(body: str, name: str = "Logic") -> bytes:
    """A full page with this content."""
    return f"""<!DOCTYPE html>
<html><head><title>x</title></head><body><div id="content"><div id='dlpage'><h1>{name}</h1>
{body}
</div></div></body></html>""".encode()


def new_page(body: str, total: str = "Total of 2 entries", day: str = "Friday, 30 January 2026") -> bytes:
    """A page of new listings of math.LO."""
    return page(f"""<p>See <a id="recent-math.LO" href="/list/math.LO/recent">recent</a> articles</p>
<h3>Showing new listings for {day}</h3><div class='paging'>{total}</div>{body}""")


def section(heading: str, *items: str) -> str:
    return f"<dl id='articles'><h3>{heading}</h3>{''.join(items)}</dl>"


only = only_by(arxiv_listing)


def old_recent(total: int) -> bytes:
    """A recent page in the markup before 2024, whose headings have no numbers."""
    return page(
        f"""<h2>Authors and titles for recent submissions</h2>
<small>[ total of {total} entries:  <b>1-{total}</b> ]</small>
<h3>Fri, 1 Feb 2019</h3><dl>{item(1, "1901.11001")}{item(2, "1901.11002", "(cross-list from cs.LO)")}</dl>
<h3>Thu, 31 Jan 2019</h3><dl>{item(3, "1901.10001")}</dl>
<p>Links: <a href="/list/math.LO/1902">1902</a></p>"""
    )


def test_a_recent_page_without_numbers_in_its_headings_must_reach_its_total() -> None:
    friday, thursday = arxiv_listing.read(old_recent(3))
    assert (friday.date, thursday.date) == (dt.date(2019, 2, 1), dt.date(2019, 1, 31))
    assert [e.type for e in friday.entries] == ["new", "cross"]
    assert friday.counts == ()
    assert thursday.counts == (Count(section="all", read=1, shown=1),)
    assert thursday.mismatches() == ()
    assert arxiv_listing.read(old_recent(5))[1].mismatches() == (Count(section="all", read=1, shown=3),)


def test_a_page_in_another_character_set_is_read_as_it_says() -> None:
    text = (DATA / "new.html").read_text(encoding="utf-8")
    with pytest.raises(Refused, match="not valid UTF-8"):
        arxiv_listing.read(text.encode("latin-1"))
    with pytest.raises(Refused, match="not valid shift_jis, its declared encoding; save it as UTF-8"):
        arxiv_listing.read(text.replace("<head>", "<head><meta charset='shift_jis'>").encode("latin-1") + b"\xff")


def in_mail_form(html: bytes, address: str) -> bytes:
    return mhtml(quopri.encodestring(html), address, "quoted-printable")


def test_a_page_saved_in_mail_form_is_read() -> None:
    original = (DATA / "new.html").read_bytes()
    saved = in_mail_form(original, "https://arxiv.org/list/math.IT/new")
    assert b"<div id=3D'dlpage'>" in saved
    assert arxiv_listing.recognises(head(saved))
    assert only(saved) == only(original)
    with pytest.raises(Refused, match="the file is cut off"):
        arxiv_listing.read(saved[: len(saved) // 2])
    with pytest.raises(Refused, match="without an HTML part; save the page again"):
        arxiv_listing.read(saved.replace(b"text/html", b"text/plain"))
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001", subjects="Logic (math.LO)"))
    assert only(in_mail_form(catchup(body), "https://arxiv.org/catchup/stat.ML/2026-01-27")).category == "stat.ML"
    assert arxiv_listing.recognises(head(in_mail_form(original, "file:///home/someone/new.html")))
    other = in_mail_form(b"<html><h1>Sign in</h1></html>", "https://example.org/")
    assert not arxiv_listing.recognises(head(other))
    assert site_pages.UNKNOWN.recognises(head(other))
    with pytest.raises(Refused, match='the page says "Sign in"'):
        site_pages.UNKNOWN.read(other)


def test_signs_that_are_no_text_are_left_out() -> None:
    bad = "A\x01 t&#2;i&#xD800;t&#x110000;l&#65535;e&#33;<span class='descriptor'>\x02</span>\ufffe"
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001", title=bad))
    assert only(new_page(body)).entries[0].title == "A title!"


@for_each(
    ("heading", "shown", "total"),
    [
        ("New submissions (showing 2 of 2 entries)", 2, 2),
        ("New submissions (showing first 2 of 50 entries)", 2, 50),
        ("New submissions (continued, showing 2 of 1,300 entries)", 2, 1300),
        ("New submissions (continued, showing last 2 of 300 entries)", 2, 300),
        ("New submissions for Fri, 30 Jan 26", None, None),
        ("New submissions for Fri, 30 Jan 26 (continued, showing last 2 of 30 entries)", 2, 30),
    ],
)
def test_headings_of_sections_in_all_their_forms(heading: str, shown: int | None, total: int | None) -> None:
    listing = only(new_page(section(heading, item(1, "2601.00001"), item(2, "2601.00002"))))
    assert listing.counts[0] == Count(section="new", read=2, shown=shown, total=total)


def test_a_page_of_many_names_its_range() -> None:
    links = (
        "Total of 350 entries : <a href=/list/math.LO/new?skip=0&amp;show=2>1-2</a> <span>...</span> <span>3-4</span>"
    )
    body = section(
        "New submissions (continued, showing 2 of 300 entries)",
        item(3, "2601.00003"),
        item(4, "2601.00004"),
    )
    listing = only(new_page(body, links))
    assert (listing.part, listing.whole) == ("new 3-4", False)
    assert listing.counts[-1] == Count(section="all", read=2, shown=2, total=350)
    assert [e.place for e in listing.entries] == [1, 2]
    unmarked = only(new_page(body, "Total of 350 entries"))
    assert (unmarked.part, unmarked.whole) == ("new 3-4", False)


@for_each(
    ("total", "heading", "whole"),
    [
        ("Total of 1 entries", "New submissions (showing 1 of 1 entries)", True),
        ("Total of 1 entries", "New submissions (showing 1 of 2 entries)", False),
        ("Total of 3 entries", "New submissions (showing 1 of 1 entries)", False),
        ("[ total of 1 entries: <b>1-1</b> ]", "New submissions for Fri, 30 Jan 26", True),
        ("", "New submissions (showing 1 of 1 entries)", False),
    ],
)
def test_whole_is_what_the_page_claims(total: str, heading: str, whole: bool) -> None:
    assert only(new_page(section(heading, item(1, "2601.00001")), total)).whole is whole


def test_missing_entries_are_a_mismatch_and_never_hidden() -> None:
    listing = only(new_page(section("New submissions (showing 2 of 2 entries)", item(1, "2601.00001"))))
    assert listing.whole
    assert [(c.section, c.read, c.shown) for c in listing.mismatches()] == [("new", 1, 2), ("all", 1, 2)]


def test_a_broken_entry_costs_the_others_nothing() -> None:
    alone = "<dt><a name='item3'>[3]</a> <a href='/abs/2601.00003' title='Abstract'>arXiv:2601.00003</a></dt>"
    nothing = "<dt><a name='item5'>[5]</a></dt><dd></dd>"
    items = (
        item(1, "../../etc/passwd"),
        item(2, "2601.00002", title=" "),
        alone,
        item(4, "2601.00004"),
        nothing,
        alone,
    )
    listing = only(new_page(section("New submissions (showing 6 of 6 entries)", *items), "Total of 6 entries"))
    assert [(e.place, e.arxiv_id) for e in listing.entries] == [(4, "2601.00004")]
    assert listing.notes == (
        "entry 1: '../../etc/passwd' is not an arXiv id; left out",
        "entry 2: has no title; left out",
        "entry 3: has no title; left out",
        "entry 5: has no arXiv id; left out",
        "entry 6: has no title; left out",
    )
    assert listing.mismatches()[0] == Count(section="new", read=1, shown=6, total=6)


def test_the_marker_wins_over_the_section() -> None:
    items = (
        item(1, "2601.00001", "(cross-list from cs.LO)"),
        item(2, "2601.00002", "(replaced)"),
        item(3, "2601.00003", "(cross-list from cs.LO) (replaced)"),
        item(4, "2601.00004"),
    )
    listing = only(new_page(section("Cross submissions (showing 4 of 4 entries)", *items)))
    assert [e.type for e in listing.entries] == ["cross", "replace", "replace", "cross"]


def test_an_id_may_stand_in_the_text_alone_and_fields_may_have_lost_their_classes() -> None:
    body = """<dl><h3>New submissions (showing 1 of 1 entries)</h3><dt>[1] arXiv:2601.00009v3 [pdf]</dt><dd><div>
<div><span class="descriptor">Title:</span> Bare</div>
<div><span class="descriptor">Authors:</span> U. Two, V. Three (Somewhere)</div>
<div><span class="descriptor">Unknown:</span> word</div>
<div><span class="descriptor">MSC-class:</span> 03B05</div>
<div><span class="descriptor">Subjects:</span> Logic (math.LO); nonsense</div></div></dd></dl>"""
    (entry,) = only(new_page(body)).entries
    assert (entry.arxiv_id, entry.version, entry.title) == ("2601.00009", 3, "Bare")
    assert entry.authors == ("U. Two", "V. Three")
    assert (entry.msc_class, entry.categories, entry.abstract) == ("03B05", ("math.LO",), None)


def test_a_suffix_stays_with_its_name_where_no_name_is_a_link() -> None:
    entry = item(1, "2601.20001").replace('<a href="/s">A. Name</a>', "Martin King, Jr., Ann Cup")
    (paper,) = only(new_page(section("New submissions (showing 1 of 1 entries)", entry), "Total of 1 entries")).entries
    assert paper.authors == ("Martin King, Jr.", "Ann Cup")


@for_each(("names", "complete"), [(99, True), (100, False), (101, False)])
def test_a_hundred_authors_may_be_cut(names: int, complete: bool) -> None:
    links = ", ".join(f'<a href="/s">Name {k}</a>' for k in range(names))
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001"))
    (entry,) = only(new_page(body.replace('<a href="/s">A. Name</a>', links))).entries
    assert (len(entry.authors), entry.authors_complete) == (names, complete)


@for_each(
    ("heading", "date", "part"),
    [
        ("Authors and titles for June 2025 ", dt.date(2025, 6, 1), "month"),
        ("Authors and titles for math.LO in Feb 2019", dt.date(2019, 2, 1), "month"),
        ("Authors and titles for 2025 ", dt.date(2025, 1, 1), "year"),
    ],
)
def test_months_and_years_are_harvests(heading: str, date: dt.date, part: str) -> None:
    body = f"<h2>{heading}</h2><div class='paging'>Total of 2 entries</div><dl id='articles'>"
    listing = only(page(body + item(1, "2506.00001") + item(2, "2506.00002", "(cross-list from cs.LO)") + "</dl>"))
    assert (listing.date, listing.part, listing.category, listing.whole) == (date, part, "math.LO", False)
    assert [(e.type, e.date) for e in listing.entries] == [("harvest", date)] * 2
    assert listing.counts == (Count(section="all", read=2, shown=2, total=2),)


def test_a_month_of_many_pages_names_its_range() -> None:
    body = """<h2>Authors and titles for June 2025 </h2><div class='paging'>Total of 9 entries : <span>1-1</span>
<a href=/list/math.LO/2025-06?skip=1&amp;show=25>2-9</a></div><dl id='articles'>"""
    listing = only(page(body + item(1, "2506.00001") + "</dl>"))
    assert listing.part == "month 1-1"
    assert listing.notes == ("shows entries 1-1 of 9; the others are on other pages",)


def catchup(body: str, head: str = "Total of 1 entries for Tue, 27 Jan 2026", link: str = "") -> bytes:
    return page(f"<div>{link}{head}</div>{body}", "Catchup results for Machine Learning on Tue, 27 Jan 2026")


@for_each(
    ("subjects", "link", "category"),
    [
        ("Machine Learning (stat.ML)", "", "stat.ML"),
        ("Machine Learning (cs.LG)", "", "cs.LG"),
        ("Logic (math.LO)", "", "cs.LG"),
        ("Machine Learning (cs.LG)", '<a href="/catchup/stat.ML/2026-01-28?abs=False">next day</a>', "stat.ML"),
        ("Machine Learning (cs.LG)", '<a href="/catchup/grp_physics/2026-01-28?abs=False">next day</a>', "grp_physics"),
    ],
)
def test_the_category_comes_from_links_before_names(subjects: str, link: str, category: str) -> None:
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001", subjects=subjects))
    listing = only(catchup(body, link=link))
    assert (listing.category, listing.date, listing.part) == (category, dt.date(2026, 1, 27), "catchup")
    assert listing.whole


@for_each(
    ("name", "crumb", "category"),
    [
        ("Machine Learning", "stat.ML", "stat.ML"), ("Machine Learning", "cs", "cs.LG"),
        ("Of Things Unknown", "cs.LO", "cs.LO"), ("Of Things Unknown", "nothing.XX", None),
    ],
)  # fmt: skip
def test_crumbs_help_where_a_page_links_nowhere(name: str, crumb: str, category: str | None) -> None:
    body = "<h2>Authors and titles for January 1991 </h2><dl id='articles'><p>No updates for this time period.</p></dl>"
    data = page(body, name).replace(b"<body>", f'<body><a href="/list/{crumb}/recent">{crumb}</a>'.encode())
    listing = only(data)
    assert (listing.category, listing.quiet, listing.whole) == (category, True, False)


@for_each(
    ("links", "category"),
    [(("cs", "cs.GT"), "cs.GT"), (("cs.GT", "cs"), "cs.GT"), (("cs",), "cs.GT"), (("stat",), "stat")],
)
def test_a_link_that_fits_the_name_wins_over_one_to_the_archive(links: tuple[str, ...], category: str) -> None:
    foot = "".join(f'<a href="/list/{code}/recent">{code}</a>' for code in links)
    body = f"<h3>New submissions for Fri, 1 Feb 19</h3><dl>{item(1, '1901.00001')}</dl><p>{foot}</p>"
    assert only(page(body, "Computer Science and Game Theory")).category == category


def test_a_heading_that_only_begins_with_new_opens_no_section() -> None:
    body = "<h3>New: a banner</h3>" + section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001"))
    listing = only(new_page(body, "Total of 1 entries"))
    assert [c.section for c in listing.counts] == ["new", "all"]


def test_the_address_in_a_saved_page_names_the_category() -> None:
    comment = (
        "<!DOCTYPE html>\n<!-- saved from url=(0070)https://arxiv.org/catchup/stat.ML/2026-01-27?abs=True&page=2 -->"
    )
    body = section("Cross submissions (showing 1 of 1 entries)", item(1, "2601.00001", subjects="Logic (math.LO)"))
    listing = only(catchup(body).replace(b"<!DOCTYPE html>", comment.encode()))
    assert (listing.category, listing.part) == ("stat.ML", "catchup page 2")


@for_each(
    ("first", "pages", "part"),
    [
        (1, "View page: <span>1</span> <a href='/catchup/cs.LG/2026-01-27?page=2'>2</a>", "catchup page 1"),
        (2001, "View page: <a href='/catchup/cs.LG/2026-01-27?page=1'>1</a> <span>2</span>", "catchup page 2"),
        (4001, "", "catchup page 3"),
    ],
)
def test_pages_of_a_catchup_stay_distinct(first: int, pages: str, part: str) -> None:
    body = section("New submissions (continued, showing 1 of 2500 entries)", item(first, "2601.00001"))
    listing = only(catchup(body, f"Total of 2501 entries for Tue, 27 Jan 2026 {pages}"))
    assert (listing.part, listing.whole) == (part, False)
    assert listing.notes == (f"is {part[8:]} of a catchup of 2501 entries; the others are on other pages",)
    assert listing.counts == (
        Count(section="new", read=1, shown=1, total=2500),
        Count(section="all", read=1, shown=1, total=2501),
    )


def test_past_the_end_of_a_catchup_is_neither_quiet_nor_whole() -> None:
    body = (
        "<div>No further updates for Tue, 27 Jan 2026 <a href='/catchup/cs.LG/2026-01-27?page=1'>Go to page 1</a></div>"
    )
    listing = only(catchup(body, "Total of 28 entries"))
    assert (listing.part, listing.quiet, listing.whole, listing.entries) == ("catchup past the end", False, False, ())
    assert listing.counts == (Count(section="all", read=0, total=28),)


@pytest.mark.parametrize(
    "data",
    [
        new_page("<p>No updates today.</p>", ""),
        catchup("<p>No updates for Tue, 27 Jan 2026. There was nothing.</p>", "Total of 0 entries"),
    ],
)
def test_a_day_without_anything_is_quiet_and_whole(data: bytes) -> None:
    listing = only(data)
    assert (listing.quiet, listing.whole, listing.entries) == (True, True, ())


@for_each(
    ("data", "reason"),
    [
        (new_page("", ""), 'has no entries and does not state that there are none; the page says "Logic"'),
        (page("<p>nothing</p>", "J. Doe's articles on arXiv"), "not a listing of a day, .*: \"J. Doe's articles"),
        (
            page(section("New submissions", item(1, "2601.00001"))),
            "has no date; save the whole page",
        ),
        (
            page(f"<h2>Authors and titles for recent submissions</h2><dl>{item(1, '2601.00001')}</dl>"),
            "some entries have no date",
        ),
        (b"<!DOCTYPE html><html></html>", "HTML page without content|not a listing"),
        (b"<!-- dlpage -->", "HTML page without content"),
    ],
)
def test_a_page_that_is_no_listing_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        arxiv_listing.read(data)


def test_a_page_cut_anywhere_is_refused() -> None:
    whole = (DATA / "new.html").read_bytes()
    last = whole.rindex(b"</html>")
    for end in (*range(400, last, 97), last + 3):
        with pytest.raises(Refused, match=r"^line \d+: the file is cut off; save the whole page again$"):
            arxiv_listing.read(whole[:end])


def test_a_fragment_cut_in_the_middle_is_refused() -> None:
    whole = (DATA / "new.html").read_bytes()
    fragment = whole[whole.index(b"<div id='dlpage'>") : whole.index(b"</div>      </div>")]
    for end in range(100, len(fragment) - 20, 97):
        with pytest.raises(Refused, match="the file is cut off"):
            arxiv_listing.read(fragment[:end])


def test_a_day_heading_alone_makes_a_recent_page() -> None:
    (listing,) = arxiv_listing.read(page(section("Fri, 1 Feb 2019 (showing 1 of 1 entries)", item(1, "1901.00001"))))
    assert (listing.date, listing.part, listing.category) == (dt.date(2019, 2, 1), "recent", "math.LO")


def test_mathematics_of_which_no_tex_is_left_keeps_its_characters() -> None:
    drawn = '<span class="MathJax"><math><mi>x</mi><mo>+</mo></math></span>'
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001", title=f"On {drawn} alone"))
    assert only(new_page(body)).entries[0].title == "On $x+$ alone"


def test_an_address_is_put_back_where_its_placeholder_holds_marks_of_its_own() -> None:
    link = '<a href="https://example.org/a_b"><b>this</b> https URL</a>, <a href="#top">this https URL</a>'
    body = section("New submissions (showing 1 of 1 entries)", item(1, "2601.00001", title=f"At {link}"))
    assert only(new_page(body)).entries[0].title == "At https://example.org/a_b, this https URL"


def test_an_element_without_a_tree_around_it_stays() -> None:
    root = etree.fromstring("<p>words<b/></p>")
    put_text(root, "others")
    assert text_of(root) == "words"


@for_each(
    ("data", "is_listing"),
    [
        (b"<!DOCTYPE html><html><div id=dlpage>", True), (b'\n<DIV ID="dlpage">', True), (b"<dl id='articles'>", True),
        (b"<html><!-- saved from url=(0031)https://arxiv.org/list/cs.DC/new -->", True),
        (b"<html><!-- saved from url=(0031)https://example.org/list/cs.DC/new -->", False),
        (b"<html><body><h1>Sign in</h1></body></html>", False), (b"\\\\\narXiv:2601.00001\nid=dlpage", False),
        (b'<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>', False),
    ],
)  # fmt: skip
def test_recognises_listings_only(data: bytes, is_listing: bool) -> None:
    assert arxiv_listing.recognises(head(data)) is is_listing


@for_each(
    ("data", "line"),
    [
        (
            b"<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service "
            b"Temporarily Unavailable</h1></center><hr><center>nginx</center></body></html>",
            'web page without a listing; the page says "503 Service Temporarily Unavailable"; try again later',
        ),
        (
            b"<!doctype html><html><head><title>Hotel Wi-Fi</title></head><body><p>Please log in",
            'web page without a listing; the page says "Hotel Wi-Fi"; use a listing page',
        ),
        (
            b"<html><body>" + b"word " * 100,
            f'web page without a listing; the page says "{("word " * 100)[:199]}…"; use a listing page',
        ),
        (b"<html><body></body></html>", "web page without a listing; use a listing page"),
        (
            b"<html><h1>Banner</h1><div id='content'><h1>Invalid show value. Valid values: 25, 500</h1></div></html>",
            'web page without a listing; the page says "Invalid show value. Valid values: 25, 500"; use a listing page',
        ),
    ],
)
def test_any_other_page_is_refused_with_its_own_words(data: bytes, line: str) -> None:
    assert site_pages.UNKNOWN.recognises(head(data))
    with pytest.raises(Refused) as refused:
        site_pages.UNKNOWN.read(data)
    assert str(refused.value) == line


@for_each("data", [b"Total of 29 entries", b"<rss></rss>", b'<?xml version="1.0"?><feed/>', b"{}"])
def test_what_is_no_html_is_left_to_others(data: bytes) -> None:
    assert not site_pages.UNKNOWN.recognises(head(data))


# The real pages. Numbers of entries are those of "<dt>" in the file, or literals read off the pages by eye.

REAL = {
    "rendered/catchup_cs.IT_2026-06-28_sunday_none.html": ("2026-06-28", "cs.IT", "catchup", True, True),
    "rendered/catchup_cs.IT_2026-06-30_abs.html": ("2026-06-30", "cs.IT", "catchup", True, False),
    "rendered/list_cs.CR_new_2026-07-01.html": ("2026-07-01", "cs.CR", "new", True, False),
    "rendered/list_cs.CV_recent.html": ("2026-07-01", "cs.CV", "recent 1-50", False, False),
    "rendered/list_cs.GT_2026-06.html": ("2026-06-01", "cs.GT", "month", False, False),
    "rendered/list_cs.GT_new_2026-07-01.html": ("2026-07-01", "cs.GT", "new", True, False),
    "rendered/list_cs.HC_new_cross_and_replace.html": ("2026-07-01", "cs.HC", "new", True, False),
    "rendered/list_cs.IT_new_2026-07-01.html": ("2026-07-01", "cs.IT", "new", True, False),
    "rendered/list_cs_new_2026-07-01.html": ("2026-07-01", "cs", "new", True, False),
    "rendered/list_cs_new_skip300_show25_replace.html": ("2026-07-01", "cs", "new 301-325", False, False),
    "rendered/list_hep-th_new_no_updates.html": ("2026-07-01", "hep-th", "new", True, True),
    "rendered/list_math_new_arxivtestdb_2011-02-03.html": ("2011-02-03", "math", "new", True, False),
    "recorded/listing/list_cs_month_NO_UPDATES_2024markup_reindented.html": ("1991-01-01", "cs", "month", False, True),
}


@for_each("name", REAL)
def test_real_pages_are_read_whole(shared: Callable[[str], Path], name: str) -> None:
    data = shared(f"listings/{name}").read_bytes()
    assert arxiv_listing.recognises(head(data))
    listing = only(data)
    date, category, part, whole, quiet = REAL[name]
    assert (listing.date.isoformat(), listing.category, listing.part) == (date, category, part)
    assert (listing.whole, listing.quiet) == (whole, quiet)
    assert len(listing.entries) == len(re.findall(rb"<dt[ >]", data))
    assert listing.mismatches() == ()
    ids = re.findall(rb'title="Abstract" id="([^"]+)"', data)
    assert [e.arxiv_id for e in listing.entries] == [ident.decode() for ident in ids]
    markers = (len(re.findall(rb"\(cross-list from ", data)), data.count(b"(replaced)"))
    types = [e.type for e in listing.entries]
    if not part.startswith("month"):
        assert (types.count("cross"), types.count("replace")) == markers
    assert sum(len(e.authors) for e in listing.entries) == data.count(b"searchtype=author")
    assert sum(e.abstract is not None for e in listing.entries) == data.count(b"<p class='mathjax'>")
    assert sum(e.comments is not None for e in listing.entries) == data.count(b"class='list-comments")
    assert not [note for note in listing.notes if "left out" in note]


def test_the_real_recent_page_without_papers_is_five_quiet_days(shared: Callable[[str], Path]) -> None:
    days = arxiv_listing.read(shared("listings/rendered/list_hep-th_recent_empty_days.html").read_bytes())
    assert [d.date.isoformat() for d in days] == ["2026-07-01", "2026-06-30", "2026-06-29", "2026-06-26", "2026-06-25"]
    assert all(d.quiet and not d.entries and d.category == "hep-th" for d in days)


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
    assert only(two(item(1, "2601.20001"), second)).faults() == (fault,)


def test_sound_pages_have_no_faults() -> None:
    assert only(two(item(1, "2601.20001"), item(2, "2601.20002"))).faults() == ()


def test_totals_that_differ_are_said() -> None:
    """The total is stated at the top and at the bottom."""
    data = two(item(1, "2601.20001"), item(2, "2601.20002"))
    data = data.replace(b"</dl>", b"</dl><div class='paging'>Total of 3 entries</div>")
    assert only(data).faults() == ("it states conflicting totals: 2 and 3 entries",)


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
