"""Feeds of journals and others, and the abstract among an item's texts; papers and journals are invented."""

import datetime as dt
from html import escape
from pathlib import Path

from daybook.model import Entry
from daybook.sources import feed
from daybook.sources.feed import ItemMetadata, ItemSummary, summarised

from tests.cases import for_each
from tests.sources.text_truth import only_by
from tests.tools.pieces import taken

DATA = Path(__file__).parent / "data"
JOURNAL = (DATA / "feed" / "journal.xml").read_text(encoding="utf-8")
ATOM = (DATA / "feed" / "atom.xml").read_text(encoding="utf-8")
listing = only_by(feed)


TITLE = "Kettles of cast iron boil more slowly than kettles of tin"
ABSTRACT = (
    "We compare forty kettles of cast iron with forty of tin. Under equal flames, the former needed 12 minutes more. "
    "We explain the difference by their weight, and discuss what it means for kitchens."
)
PUBLISHED = "<pubDate>Mon, 2 Mar 2026 08:00:00 GMT</pubDate>"
ONLINE = '<p>Kettles, Published online: 03 March 2026; <a href="https://pub.example/x">doi:10.1000/ket.1</a></p>'


def described(html: str) -> str:
    return f"<description>{escape(html)}</description>"


def contained(html: str) -> str:
    return f"<content:encoded><![CDATA[{html}]]></content:encoded>"


def entry(body: str, channel: str = "Kettles") -> Entry:
    data = f"""<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>{channel}</title><link>https://pub.example/</link><item><title>{TITLE}</title>
<link>https://pub.example/doi/10.1000/ket.1?af=R</link>{body}</item></channel></rss>"""
    (listing,) = feed.read(data.encode())
    return listing.entries[0]


WITH = {
    "citation beside, abstract in dc:description and contents": (
        described("Kettle Science, Volume 12, Issue 3, Page 45-67, March 2026.")
        + f"<dc:description>ABSTRACT\n{ABSTRACT} </dc:description>"
        + contained(f"<h2>ABSTRACT</h2><p>{ABSTRACT}</p>")
        + "<prism:publicationName>Kettle Science</prism:publicationName>"
    ),
    "dc:description before the others": f"<dc:description>{ABSTRACT}</dc:description>"
    + contained("Free to read")
    + described(f"{TITLE}. Kettles 12 (2026) 45"),
    "teaser beside, abstract under its heading": described("Iron kettles need more time, and more fire, than tin ones.")
    + contained(f"<img src=x><p>Iron kettles need more time.</p><h2>Abstract</h2><p>{ABSTRACT}</p>"),
    "citation before": described(ONLINE + ABSTRACT),
    "citation, byline and heading before, links behind": described(
        "<p>Kettles 12: 45-67</p><p>DOI: 10.1000/ket.1</p><p>Authors: Ann Cup, Bob Bowl</p>"
        f"<p>Abstract: {ABSTRACT}</p><p><a href=x>Full text</a></p><p><a href=y>PDF</a></p>"
    ),
    "title, DOI and names before": described(
        f"<p>Kettles, Vol. 12, Pages 45: {TITLE}</p><p>Kettles <a>doi: 10.1000/ket.1</a></p>"
        f"<p>Authors: Ann Cup Bob Bowl</p><p>{ABSTRACT}</p>"
    ),
    "names before": described(f"<p>by Ann Cup, Bob Bowl</p> {ABSTRACT}"),
    "byline before, citation behind": described(
        f"Author(s): Ann Cup and Bob Bowl<br/><p>{ABSTRACT}</p><img/><br/>"
        "[Kettles 12, 031001] Published Mon Mar 02, 2026"
    ),
    "heading in a box": described(f"<span><div class=box>Abstract</div>{ABSTRACT}</span>"),
    "heading glued": described(f"<span>Abstract</span>{ABSTRACT}"),
    "heading of HTML": described(f"<h3>Abstract</h3>\n<p>{ABSTRACT}</p>"),
    "cut, whole in contents": described(f"{ABSTRACT[:90]} […]") + contained(f"<p>{ABSTRACT}</p>"),
    "in dcterms:abstract": f"<a xmlns='http://purl.org/dc/terms/'/><x:abstract xmlns:x='http://purl.org/dc/terms/'>"
    f"{ABSTRACT}</x:abstract>{described(TITLE)}",
}


@for_each("form", WITH)
def test_the_abstract_is_found(form: str) -> None:
    """Wherever it is, with nothing before or after it."""
    paper = entry(WITH[form] + PUBLISHED)
    assert paper.abstract == ABSTRACT
    assert (paper.doi, paper.date) == ("10.1000/ket.1", dt.date(2026, 3, 2))


WITHOUT = {
    "date, source, byline": described(
        "<p>Publication date: 15 March 2026</p><p><b>Source:</b> Journal of Kettles, Volume 12, Issue 3</p>"
        "<p>Author(s): Ann Cup, Bob Bowl</p>"
    ),
    "citation and title": described(ONLINE + TITLE) + contained(ONLINE + TITLE),
    "volume and pages": described("Volume 12, Issue 3, March 2026, Page 45-67<br/>. <br/>"),
    "picture, journal, DOI": described(
        "<p><img src=x></p><div><cite>Journal of Kettles</cite></div><div>DOI: 10.1000/ket.1</div>"
    ),
    "title": described(TITLE),
    "nothing": described(" "),
}


@for_each("form", WITHOUT)
def test_a_citation_is_no_abstract(form: str) -> None:
    """If a feed has none, the paper has none."""
    paper = entry(WITHOUT[form] + PUBLISHED, "A Publisher: Journal of Kettles: Table of Contents")
    assert paper.abstract is None
    assert paper.title == TITLE


def test_what_only_the_citation_tells_is_kept() -> None:
    """The byline's authors and the publication date, if no element states them."""
    paper = entry(WITHOUT["date, source, byline"], "A Publisher: Journal of Kettles")
    assert (paper.authors, paper.date) == (("Ann Cup", "Bob Bowl"), dt.date(2026, 3, 15))
    assert entry(ONLINE.join(("<description><![CDATA[", "]]></description>"))).date == dt.date(2026, 3, 3)
    named = entry(WITHOUT["date, source, byline"] + "<dc:creator>Cup, A.</dc:creator>" + PUBLISHED)
    assert (named.authors, named.date) == (("A. Cup",), dt.date(2026, 3, 2))


@for_each(
    ("body", "abstract"),
    [
        (described("Steam rose by 12 %."), "Steam rose by 12 %."),
        (described("Steam rose in March 2026."), "Steam rose in March 2026."),
        (described("By measuring steam we show that tin wins."), "By measuring steam we show that tin wins."),
        (described("<p>Tin wins.</p><p>Code: https://code.example/kettle</p>"),
         "Tin wins.\n\nCode: https://code.example/kettle"),
        (described("We repeat doi:10.1000/x.1 with kettles of tin."), "We repeat doi:10.1000/x.1 with kettles of tin."),
        (described("A word on tin.") + contained(f"<p>{ABSTRACT * 40}</p>"), "A word on tin."),
        (described(ABSTRACT) + contained(f"<p>{ABSTRACT} And more of it.</p>"), ABSTRACT),
    ],
)  # fmt: skip
def test_an_abstract_stays_whole(body: str, abstract: str) -> None:
    """Short texts, dates, numbers and addresses are not citations; an article is not an abstract."""
    assert entry(body + PUBLISHED).abstract == abstract


@for_each(
    "text",
    [
        "Correction to: Kettles https://doi.org/10.1000/other.1, published online 1 May 2020.",
        "This is a correction to: Ann Cup, Kettles 12, 45 (2020), https://doi.org/10.1000/other.1",
        "Retraction of doi:10.1000/other.1",
    ],
)
def test_the_doi_of_another_paper_is_not_its_own(text: str) -> None:
    """The paper that an erratum corrects is not a citation of the erratum."""
    metadata = ItemMetadata(title="Erratum", feeds=("Kettles",), names=("Ann Cup",))
    assert summarised([text], [], metadata) == ItemSummary(abstract=text)


def test_a_word_of_the_title_is_no_heading() -> None:
    """A paper on abstract machines may begin with that word."""
    text = "Abstract State Machines compute. So do kettles."
    assert summarised([text], [], ItemMetadata("Abstract State Machines")).abstract == text


def test_facts_longer_than_a_citation_are_not_looked_for() -> None:
    """A pattern was made of each, of 100 KB in a tenth of a second and more."""
    long = ItemMetadata(title="> + " * 25_000)
    assert taken(lambda text: summarised([text], [], long), "We show it.") < 0.02
