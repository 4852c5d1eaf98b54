"""Pages of Pith and The Inference Report as HTML, and reports as text."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from daybook.errors import NoListing, Refused
from daybook.sources import site_pages
from daybook.sources.registry import detect

from tests.cases import for_each
from tests.sources.text_truth import DATA, only_by

PAGES = DATA / "html_site"


def page(body: str, title: str = "Pith") -> bytes:
    return f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("name", "text", "reader"),
    [
        ("pith.html", "pith/cards.txt", site_pages.CARDS),
        ("report.html", "inference_report/report.txt", site_pages.ESSAYS),
    ],
)
def test_a_page_says_what_its_copied_text_says(name: str, text: str, reader: ModuleType) -> None:
    """Menus, scripts, buttons, adjacent elements and content hidden until clicked make no difference."""
    data = (PAGES / name).read_bytes()
    assert detect(data) is site_pages.HTML
    assert site_pages.HTML.read(data) == reader.read((DATA / text).read_bytes())


def test_text_of_a_page() -> None:
    """Blocks become lines, adjacent elements words, and markup within a word does not split it."""
    assert site_pages.plain(page("<p>a\nb<br>c</p>d<div>e<b>f</b> <a>g</a>, 10<sup>3</sup>")) == "a b\nc\nd\nef g, 103"
    assert (
        site_pages.plain(page("<div>Cans<span>cs.DC</span><time>2026</time>(<a>x</a>)</div>")) == "Cans cs.DC 2026(x)"
    )
    assert site_pages.plain(page("<script>a</script><style>b</style><ul><li>c<li>d</ul><p>  </p>")) == "c\nd"


def test_a_site_may_be_named_in_its_head_alone() -> None:
    card = "<p>cs.DC 2026-07-01</p><h3>Cans</h3><p>abstract click to expand</p><p>Words.</p>"
    report = "<p>July 1, 2026</p><h2>Today</h2><p>An essay.</p><h3>Cans cs.DC</h3><p>Words.</p>"
    (cards,) = site_pages.HTML.read(page(card))
    (day,) = site_pages.HTML.read(page(report, "The Inference Report"))
    told = [(x.source, [e.title for e in x.entries]) for x in (cards, day)]
    assert told == [("pith", ["Cans"]), ("inference-report", ["Cans"])]


@for_each(
    "body",
    [
        "<div id=root></div>", "<h1>Sign in</h1>", "<p>cs.DC</p><p>A title</p>",
        "<div>" * 20_000 + "x" + "</div>" * 20_000,
    ],
)  # fmt: skip
def test_a_page_in_another_form_is_refused(body: str) -> None:
    """In one line, with what to do."""
    for title in ("Pith", "The Inference Report"):
        with pytest.raises(Refused, match="no papers found on this web page; its layout may have changed; select all"):
            site_pages.HTML.read(page(body, title))


def test_a_page_that_ends_in_the_middle_is_refused() -> None:
    data = (PAGES / "pith.html").read_bytes()
    with pytest.raises(Refused, match="the file is cut off"):
        site_pages.HTML.read(data[: len(data) // 2])


@pytest.mark.parametrize("body", ["<h1>503 Service Unavailable</h1>", "<h1>Too many requests</h1>"])
def test_a_page_that_will_be_another_one_later(body: str) -> None:
    """It is fetched again, unlike a page without papers."""
    with pytest.raises(Refused, match="try again later") as refused:
        site_pages.HTML.read(page(body))
    assert not isinstance(refused.value, NoListing)
    with pytest.raises(NoListing):
        site_pages.HTML.read(page("<p>About us</p>"))


def test_abstracts_of_like_lengths_a_line_each_are_not_wrapped() -> None:
    """As copied from a browser: every abstract is too long for the next title's first word to fit on its line."""
    papers = [
        (f"Tin Cans, {number} cs.NI", f"{'We dent cans. ' * 11}It helps {number}{'.' * (1 + number % 3)}")
        for number in range(1, 9)
    ]
    lines = ["The Inference Report", "July 1, 2026", "Cans", "Today's papers are about cans.", *sum(papers, ())]
    listing = only_by(site_pages.ESSAYS)("\n".join(lines))
    assert [f"{entry.title} cs.NI" for entry in listing.entries] == [title for title, _ in papers]
    assert [entry.abstract for entry in listing.entries] == [abstract for _, abstract in papers]


def test_a_real_editorial(shared: Callable[[str], Path]) -> None:
    (path,) = shared("listings").glob("002_*.txt")
    report = only_by(site_pages.ESSAYS)(path.read_bytes()).report
    assert report is not None
    told = (report.source, report.author, str(report.date), report.category, report.title, len(report.text))
    assert told == ("inference-report", "Cole Brennan", "2026-05-14", "cs.DC", "Research Papers — Focused", 2585)
    assert "Cole Brennan" not in report.text
