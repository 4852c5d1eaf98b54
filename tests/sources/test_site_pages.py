"""Pages of Pith and The Inference Report as HTML, and pages of cards as text."""

from types import ModuleType

import pytest
from daybook.errors import NoListing, Refused
from daybook.model import Listing
from daybook.sources import site_pages
from daybook.sources.registry import detect

from tests.cases import for_each
from tests.sources.text_truth import DATA, fingerprint, head, only_by, rows

CARDS = (DATA / "pith" / "cards.txt").read_text(encoding="utf-8")
REAL = ("000", site_pages.CARDS)
one = only_by(site_pages.CARDS)


def test_real_cards_have_all_that_cards_have(real: Listing) -> None:
    assert all(e.type == "card" and e.arxiv_id is None and e.authors == () for e in real.entries)
    assert all(e.counts == (0, 0) and e.categories == ("cs.DC",) and e.gist and e.abstract for e in real.entries)
    assert not any("\n" in (e.abstract or "") for e in real.entries)


def test_real_page_card_by_card(real: Listing) -> None:
    assert [
        {
            "card": str(e.place),
            "date": e.date.isoformat(),
            "badge": e.badge or "",
            "figure": str(int(e.figure)),
            "gist_length": str(len(e.gist or "")),
            "title": e.title,
            "headline": fingerprint(e.headline),
        }
        for e in real.entries
    ] == rows("pith/000.tsv")


def test_page_without_its_head_takes_the_category_that_all_cards_share() -> None:
    start = CARDS.index("3\nquant-ph")
    shared_by_two = CARDS[start : CARDS.index("0\nhep-th")]
    assert one(shared_by_two).category == "quant-ph"
    assert one(CARDS[start:]).category is None


def test_a_title_that_is_a_number() -> None:
    title = one(CARDS).entries[0].title
    (card, *_) = one(CARDS.replace(title, "1984")).entries
    told = (card.title, card.headline, card.counts)
    assert told == ("1984", *(getattr(one(CARDS).entries[0], n) for n in ("headline", "counts")))


def test_card_without_an_abstract() -> None:
    text = CARDS[: CARDS.index("abstract click")] + "1 0\n"
    (card,) = one(text).entries
    assert (card.abstract, card.figure, card.counts) == (None, True, (3, 1, 0))


def test_broken_cards_are_left_out_and_noted() -> None:
    listing = one(CARDS.replace("2026-06-30", "2026-06-31").replace("Only a Title", ""))
    assert [e.place for e in listing.entries] == [1]
    assert listing.notes == ("card 2: '2026-06-31' is not a date; left out", "card 3: has no title; left out")


def test_page_without_cards_is_refused() -> None:
    with pytest.raises(Refused, match="no complete card"):
        one("pith. machine review\n\ncs.DC\n")


def test_recognises_only_pages_of_cards() -> None:
    assert site_pages.CARDS.recognises(head(CARDS.encode()))
    assert site_pages.CARDS.recognises(head(CARDS[CARDS.index("3\nquant-ph") :].encode()))
    assert not site_pages.CARDS.recognises(head(b"<html>" + CARDS.encode()))
    assert not site_pages.CARDS.recognises(head(b"pith. some other page\n\nno-code 2026-07-01\n"))
    assert not site_pages.CARDS.recognises(head(b"cs.DC 2026-07-01\n"))


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


def test_other_pages_are_not_claimed() -> None:
    """Neither is one that names a site only in its text."""
    assert detect(page("<p>pith.</p>", "A page")) is site_pages.UNKNOWN
    assert not site_pages.HTML.recognises(head(b"pith. machine reading\n\ncs.DC 2026-07-01"))


@pytest.mark.parametrize("body", ["<h1>503 Service Unavailable</h1>", "<h1>Too many requests</h1>"])
def test_a_page_that_will_be_another_one_later(body: str) -> None:
    """It is fetched again, unlike a page without papers."""
    with pytest.raises(Refused, match="try again later") as refused:
        site_pages.HTML.read(page(body))
    assert not isinstance(refused.value, NoListing)
    with pytest.raises(NoListing):
        site_pages.HTML.read(page("<p>About us</p>"))
