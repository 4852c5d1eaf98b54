"""arXiv's listing pages as HTML: invented, damaged, and real ones counted by hand."""

import datetime as dt
import quopri
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import Refused
from daybook.sources import arxiv_listing, site_pages

from tests.cases import for_each, table
from tests.mutations.kinds import mhtml
from tests.sources.text_truth import excerpt, head, only_by

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


def catchup(body: str, head: str = "Total of 1 entries for Tue, 27 Jan 2026", link: str = "") -> bytes:
    return page(f"<div>{link}{head}</div>{body}", "Catchup results for Machine Learning on Tue, 27 Jan 2026")


TWO = "New submissions (showing 2 of 2 entries)"


def two(first: str, second: str) -> bytes:
    return new_page(section(TWO, first, second))


ONE = "New submissions (showing 1 of 1 entries)"
FIRST, SECOND = item(1, "2601.20001"), item(2, "2601.20002")
ALONE = "<dt><a name='item3'>[3]</a> <a href='/abs/2601.00003' title='Abstract'>arXiv:2601.00003</a></dt>"
BARE = """<dl><h3>New submissions (showing 1 of 1 entries)</h3><dt>[1] arXiv:2601.00009v3 [pdf]</dt><dd><div>
<div><span class="descriptor">Title:</span> Bare</div>
<div><span class="descriptor">Authors:</span> U. Two, V. Three (Somewhere)</div>
<div><span class="descriptor">Unknown:</span> word</div>
<div><span class="descriptor">MSC-class:</span> 03B05</div>
<div><span class="descriptor">Subjects:</span> Logic (math.LO); nonsense</div></div></dd></dl>"""
LINKS = "Total of 350 entries : <a href=/list/math.LO/new?skip=0&amp;show=2>1-2</a> <span>...</span> <span>3-4</span>"
FURTHER = (
    "<div>No further updates for Tue, 27 Jan 2026 <a href='/catchup/cs.LG/2026-01-27?page=1'>Go to page 1</a></div>"
)
SAVED = "<!DOCTYPE html>\n<!-- saved from url=(0070)https://arxiv.org/catchup/stat.ML/2026-01-27?abs=True&page=2 -->"
SHOWN = "shows entries {} of {}; the others are on other pages"


def listed(*items: str, heading: str = ONE, total: str = "Total of 1 entries") -> bytes:
    return new_page(section(heading, *items), total)


def old_recent(total: int) -> bytes:
    """A recent page in the markup before 2024, whose headings have no numbers."""
    return page(
        f"""<h2>Authors and titles for recent submissions</h2>
<small>[ total of {total} entries:  <b>1-{total}</b> ]</small>
<h3>Fri, 1 Feb 2019</h3><dl>{item(1, "1901.11001")}{item(2, "1901.11002", "(cross-list from cs.LO)")}</dl>
<h3>Thu, 31 Jan 2019</h3><dl>{item(3, "1901.10001")}</dl>
<p>Links: <a href="/list/math.LO/1902">1902</a></p>"""
    )


def month(titles: str, *items: str, paging: str = "Total of 2 entries") -> bytes:
    body = f"<h2>Authors and titles for {titles}</h2><div class='paging'>{paging}</div>"
    return page(f"{body}<dl id='articles'>{''.join(items)}</dl>")


def crumbed(crumb: str, name: str) -> bytes:
    body = "<h2>Authors and titles for January 1991 </h2><dl id='articles'><p>No updates for this time period.</p></dl>"
    return page(body, name).replace(b"<body>", f'<body><a href="/list/{crumb}/recent">{crumb}</a>'.encode())


def linked(*codes: str) -> bytes:
    foot = "".join(f'<a href="/list/{code}/recent">{code}</a>' for code in codes)
    body = f"<h3>New submissions for Fri, 1 Feb 19</h3><dl>{item(1, '1901.00001')}</dl><p>{foot}</p>"
    return page(body, "Computer Science and Game Theory")


def authored(number: int) -> bytes:
    links = ", ".join(f'<a href="/s">Name {k}</a>' for k in range(number))
    return listed(FIRST.replace('<a href="/s">A. Name</a>', links))


def caught(subjects: str, link: str = "") -> bytes:
    return catchup(section(ONE, item(1, "2601.00001", subjects=subjects)), link=link)


def part_of_catchup(first: int, pages: str = "") -> bytes:
    body = section("New submissions (continued, showing 1 of 2500 entries)", item(first, "2601.00001"))
    return catchup(body, f"Total of 2501 entries for Tue, 27 Jan 2026 {pages}")


def counted(section: str, read: int, shown: int | None = None, total: int | None = None) -> dict[str, object]:
    told = {"section": section, "read": read, "shown": shown, "total": total}
    return {name: value for name, value in told.items() if value is not None}


def fault(second: str, said: str | None) -> tuple[bytes, dict[str, object]]:
    return two(FIRST, second), {"faults": (said,) if said else ()}


SAYING: list[tuple[bytes, Any]] = [
    # Headings of sections in all their forms.
    *(
        (listed(FIRST, SECOND, heading=heading), {"counts": (counted("new", 2, *numbers), counted("all", 2, 1, 1))})
        for heading, numbers in {
            "New submissions (showing 2 of 2 entries)": (2, 2),
            "New submissions (showing first 2 of 50 entries)": (2, 50),
            "New submissions (continued, showing 2 of 1,300 entries)": (2, 1300),
            "New submissions (continued, showing last 2 of 300 entries)": (2, 300),
            "New submissions for Fri, 30 Jan 26": (),
            "New submissions for Fri, 30 Jan 26 (continued, showing last 2 of 30 entries)": (2, 30),
        }.items()
    ),
    # A heading that only begins with "New" opens no section.
    (new_page("<h3>New: a banner</h3>" + section(ONE, FIRST), "Total of 1 entries"),
     {"counts": (counted("new", 1, 1, 1), counted("all", 1, 1, 1))}),
    # A page of many names its range.
    (listed(item(3, "2601.00003"), item(4, "2601.00004"),
            heading="New submissions (continued, showing 2 of 300 entries)", total=LINKS),
     {"part": "new 3-4", "whole": None, "places": (1, 2),
      "counts": (counted("new", 2, 2, 300), counted("all", 2, 2, 350))}),
    (listed(item(3, "2601.00003"), item(4, "2601.00004"),
            heading="New submissions (continued, showing 2 of 300 entries)", total="Total of 350 entries"),
     {"part": "new 3-4", "whole": None}),
    (month("June 2025 ", item(1, "2506.00001"), paging="Total of 9 entries : <span>1-1</span>"
           "<a href=/list/math.LO/2025-06?skip=1&amp;show=25>2-9</a>"),
     {"part": "month 1-1", "notes": (SHOWN.format("1-1", 9),)}),
    # Whole is what the page claims.
    (listed(FIRST), {"whole": True}),
    (listed(FIRST, heading="New submissions (showing 1 of 2 entries)"), {"whole": None}),
    (listed(FIRST, total="Total of 3 entries"), {"whole": None}),
    (listed(FIRST, heading="New submissions for Fri, 30 Jan 26", total="[ total of 1 entries: <b>1-1</b> ]"),
     {"whole": True}),
    (listed(FIRST, total=""), {"whole": None}),
    # Missing entries are a mismatch, and never hidden.
    (listed(FIRST, heading=TWO, total="Total of 2 entries"),
     {"whole": True, "mismatches": 2, "counts": (counted("new", 1, 2, 2), counted("all", 1, 2, 2))}),
    # A broken entry costs the others nothing.
    (listed(item(1, "../../etc/passwd"), item(2, "2601.00002", title=" "), ALONE, item(4, "2601.00004"),
            "<dt><a name='item5'>[5]</a></dt><dd></dd>", ALONE,
            heading="New submissions (showing 6 of 6 entries)", total="Total of 6 entries"),
     {"places": (4,), "counts": (counted("new", 1, 6, 6), counted("all", 1, 6, 6)), "notes": (
         "entry 1: '../../etc/passwd' is not an arXiv id; left out", "entry 2: has no title; left out",
         "entry 3: has no title; left out", "entry 5: has no arXiv id; left out", "entry 6: has no title; left out")}),
    # The marker wins over the section.
    (listed(item(1, "2601.00001", "(cross-list from cs.LO)"), item(2, "2601.00002", "(replaced)"),
            item(3, "2601.00003", "(cross-list from cs.LO) (replaced)"), item(4, "2601.00004"),
            heading="Cross submissions (showing 4 of 4 entries)"),
     {0: {"type": "cross"}, 1: {"type": "replace"}, 2: {"type": "replace"}, 3: {"type": "cross"}}),
    # An id may stand in the text alone, and fields may have lost their classes.
    (new_page(BARE), {0: {"arxiv_id": "2601.00009", "version": 3, "title": "Bare", "authors": ("U. Two", "V. Three"),
                          "msc_class": "03B05", "categories": ("math.LO",), "abstract": None}}),
    # A suffix stays with its name where no name is a link; a hundred authors may be cut.
    (listed(FIRST.replace('<a href="/s">A. Name</a>', "Martin King, Jr., Ann Cup")),
     {0: {"authors": ("Martin King, Jr.", "Ann Cup")}}),
    (authored(99), {0: {"authors_complete": None}}), (authored(100), {0: {"authors_complete": False}}),
    (authored(101), {0: {"authors_complete": False}}),
    # Signs that are no text are left out; mathematics of which no TeX is left keeps its characters; an address is put
    # back where its placeholder holds marks of its own.
    (listed(item(1, "2601.00001", title="A\x01 t&#2;i&#xD800;t&#x110000;l&#65535;e&#33;<span class='descriptor'>\x02"
                                        "</span>\ufffe")), {0: {"title": "A title!"}}),
    (listed(item(1, "2601.00001", title='On <span class="MathJax"><math><mi>x</mi><mo>+</mo></math></span> alone')),
     {0: {"title": "On $x+$ alone"}}),
    (listed(item(1, "2601.00001", title='At <a href="https://example.org/a_b"><b>this</b> https URL</a>, '
                                        '<a href="#top">this https URL</a>')),
     {0: {"title": "At https://example.org/a_b, this https URL"}}),
    # Months and years are harvests.
    *(
        (month(titles, item(1, "2506.00001"), item(2, "2506.00002", "(cross-list from cs.LO)")),
         {"date": date, "part": part, "category": "math.LO", "whole": None, "counts": (counted("all", 2, 2, 2),),
          0: {"type": "harvest", "date": date}, 1: {"type": "harvest", "date": date}})
        for titles, date, part in (
            ("June 2025 ", dt.date(2025, 6, 1), "month"), ("math.LO in Feb 2019", dt.date(2019, 2, 1), "month"),
            ("2025 ", dt.date(2025, 1, 1), "year"),
        )
    ),
    # The category comes from links before names, of which one that fits wins over one to the archive; crumbs help
    # where a page links nowhere; so does the address in a saved page.
    (caught("Machine Learning (stat.ML)"), {"category": "stat.ML", "date": dt.date(2026, 1, 27), "part": "catchup",
                                            "whole": True}),
    (caught("Machine Learning (cs.LG)"), {"category": "cs.LG"}), (caught("Logic (math.LO)"), {"category": "cs.LG"}),
    *(
        (caught("Machine Learning (cs.LG)", f'<a href="/catchup/{code}/2026-01-28?abs=False">next day</a>'),
         {"category": code})
        for code in ("stat.ML", "grp_physics")
    ),
    (linked("cs", "cs.GT"), {"category": "cs.GT"}), (linked("cs.GT", "cs"), {"category": "cs.GT"}),
    (linked("cs"), {"category": "cs.GT"}), (linked("stat"), {"category": "stat"}),
    (crumbed("stat.ML", "Machine Learning"), {"category": "stat.ML", "quiet": True, "whole": None}),
    (crumbed("cs", "Machine Learning"), {"category": "cs.LG"}),
    (crumbed("cs.LO", "Of Things Unknown"), {"category": "cs.LO"}),
    (crumbed("nothing.XX", "Of Things Unknown"), {"category": None}),
    (caught("Logic (math.LO)").replace(b"<!DOCTYPE html>", SAVED.encode()),
     {"category": "stat.ML", "part": "catchup page 2"}),
    # Pages of a catchup stay distinct; past its end it is neither quiet nor whole.
    *(
        (part_of_catchup(first, pages),
         {"part": f"catchup page {number}", "whole": None, "notes": (
             f"is page {number} of a catchup of 2501 entries; the others are on other pages",),
          "counts": (counted("new", 1, 1, 2500), counted("all", 1, 1, 2501))})
        for number, first, pages in (
            (1, 1, "View page: <span>1</span> <a href='/catchup/cs.LG/2026-01-27?page=2'>2</a>"),
            (2, 2001, "View page: <a href='/catchup/cs.LG/2026-01-27?page=1'>1</a> <span>2</span>"), (3, 4001, ""),
        )
    ),
    (catchup(FURTHER, "Total of 28 entries"), {"part": "catchup past the end", "quiet": None, "whole": None,
                                               "entries": 0, "counts": (counted("all", 0, None, 28),)}),
    # A day without anything is quiet and whole.
    (new_page("<p>No updates today.</p>", ""), {"quiet": True, "whole": True, "entries": 0}),
    (catchup("<p>No updates for Tue, 27 Jan 2026. There was nothing.</p>", "Total of 0 entries"),
     {"quiet": True, "whole": True, "entries": 0}),
    # A day's heading alone makes a recent page; one without numbers in its headings must reach its total.
    (page(section("Fri, 1 Feb 2019 (showing 1 of 1 entries)", item(1, "1901.00001"))),
     {"date": dt.date(2019, 2, 1), "part": "recent", "category": "math.LO"}),
    (old_recent(3), ({"date": dt.date(2019, 2, 1), "counts": None, 0: {"type": "new"}, 1: {"type": "cross"}},
                     {"date": dt.date(2019, 1, 31), "counts": (counted("all", 1, 1),), "mismatches": 0})),
    (old_recent(5), ({"mismatches": 0}, {"counts": (counted("all", 1, 3),), "mismatches": 1})),
    # An entry in another's place is said, and that totals differ, at the top and at the bottom.
    fault(SECOND, None), fault(item(2, "2601.20001"), "2601.20001 appears twice"),
    fault(item(1, "2601.20002"), "the numbering repeats 1"), fault(item(3, "2601.20002"), "the numbering skips 2"),
    *(
        fault(item(2, ident), f"entry 2: '{ident}' is not an arXiv id; left out")
        for ident in ("2613.20002", "2601.2000", "0700.1234", "hep-th/2601001")
    ),
    fault(item(2, "2603.20002"), "2603.20002 is from a future month"),
    *(
        fault(SECOND.replace(f"{place}2601.20002", f"{place}2601.20003"),
              "entry 2: names two papers, 2601.20002 and 2601.20003; left out")
        for place in ("/pdf/", "arXiv:")
    ),
    (two(FIRST, SECOND).replace(b"</dl>", b"</dl><div class='paging'>Total of 3 entries</div>"),
     {"faults": ("it states conflicting totals: 2 and 3 entries",)}),
    # What is no listing, or not one, is refused.
    (new_page("", ""), 'has no entries and does not state that there are none; the page says "Logic"'),
    (page("<p>nothing</p>", "J. Doe's articles on arXiv"), "not a listing of a day, .*: \"J. Doe's articles"),
    (page(section("New submissions", item(1, "2601.00001"))), "has no date; save the whole page"),
    (page(f"<h2>Authors and titles for recent submissions</h2><dl>{item(1, '2601.00001')}</dl>"),
     "some entries have no date"),
    (b"<!DOCTYPE html><html></html>", "HTML page without content|not a listing"),
    (b"<!-- dlpage -->", "HTML page without content"),
    (new_page(section(TWO, FIRST, SECOND), day="Friday, 31 January 2026"),
     "wrong date: 'Friday, 31 January 2026' is not a Friday"),
    # The parser would read only the first, and the day of the second would be lost.
    (two(FIRST, SECOND) + b"\n" + two(FIRST, SECOND), "contains more than one page; save each to its own file"),
    (b'<!DOCTYPE html><html><body id="viewsource"><pre>class="list-title"</pre></body></html>',
     "shows the source code of a page; save the page itself"),
    *(  # zeros of a damaged disk
        (two(FIRST, SECOND).replace(word, b"\0" * 8), "contains NUL bytes") for word in (b"Showing new", b"2601.20002")
    ),
    (two(FIRST, SECOND).replace(b"A title", b"A titl\xe9"), "not valid UTF-8"),
    (two(FIRST, SECOND).replace(b"<head>", b"<head><meta charset='shift_jis'>") + b"\xff",
     "not valid shift_jis, its declared encoding; save it as UTF-8"),
]  # fmt: skip
"""What a page of listings tells, or why it is refused."""


@for_each(("data", "told"), SAYING)
def test_what_pages_say(data: bytes, told: Any) -> None:
    if isinstance(told, str):
        with pytest.raises(Refused, match=told):
            arxiv_listing.read(data)
        return
    wanted = told if isinstance(told, tuple) else (told,)
    assert tuple(excerpt(*pair) for pair in zip(arxiv_listing.read(data), wanted, strict=True)) == wanted


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


def test_the_real_recent_page_without_papers_is_five_quiet_days(shared: Callable[[str], Path]) -> None:
    days = arxiv_listing.read(shared("listings/rendered/list_hep-th_recent_empty_days.html").read_bytes())
    assert [d.date.isoformat() for d in days] == ["2026-07-01", "2026-06-30", "2026-06-29", "2026-06-26", "2026-06-25"]
    assert all(d.quiet and not d.entries and d.category == "hep-th" for d in days)


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
