"""What Zotero takes from built pages.

Its translators cannot be installed from a registry: the package on npm that has them is of 2019, before preprints were
a type of item, and lacks those for web pages. So the rules of its "Embedded Metadata" (lastUpdated 2026-04-27), its
"COinS" and its "RDF" are followed here. Which tags a paper's page has, and how names are written so that Zotero reads
them rightly: tests/pages/test_heads.py.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.pages import engines
from tests.site.conftest import Watch

TYPES = {
    "citation_journal_title", "citation_technical_report_institution", "citation_conference_title",
    "citation_conference", "citation_book_title", "citation_inbook_title", "citation_dissertation_institution",
}  # fmt: skip
"""Tags that decide the type of an item, whatever z:itemType says."""
SPANS = "[...document.querySelectorAll('span.Z3988[title]')].map((one) => one.title)"


def coins(title: str) -> dict[str, Any]:
    """The item of a span (`parseContextObject`)."""
    said = parse_qsl(title, strict_parsing=True)
    assert ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc") in said
    known = dict(said)
    ident = known.get("rft_id", "")
    return {
        "itemType": known.get("rft.type", "webpage"),
        "title": known["rft.title"],
        "DOI": ident.removeprefix("info:doi/") if ident.startswith("info:doi/") else None,
        "url": ident if ident.startswith(("http://", "https://")) else None,
        "creators": [value for name, value in said if name == "rft.au"],
    }


def test_every_papers_page_of_the_sample(whole: Path) -> None:
    """A preprint with a title and a date; the arXiv id stands in the DOI or in the Archive ID. Nothing displaces the
    tags."""
    count = 0
    for file in sorted((whole / "papers").rglob("*.html")):
        html = file.read_text(encoding="utf-8")
        assert not re.search("Z3988|unapi", html)
        if "http-equiv=refresh" in html.replace('"', ""):
            continue
        metas = engines.parse(html).find("head").findall("meta")
        told, count = {each.get("name"): each.get("content") for each in metas}, count + 1
        assert told["z:itemType"] == "preprint", file
        assert not TYPES & told.keys(), file
        assert told["citation_title"].strip(), file
        assert re.fullmatch(r"\d{4}/\d\d(/\d\d)?", told["citation_date"]), file
        if file.parent.name != "title":
            assert file.stem in f"{told.get('citation_doi')} {told.get('z:archiveID')}".replace("/", ""), file
    assert count > 60


@pytest.mark.browser
def test_a_list_offers_each_of_its_papers(whole: Path, watched: Watch) -> None:
    """By title and DOI; without authors, so that Zotero asks about those that are chosen. Not on a paper's page."""
    look = watched(whole)
    for path in ("days/2026/2026-03-03.html", "themes/agents.html", "categories/cs.DC.html"):
        look.goto(path)
        look.page.wait_for_selector("span.Z3988", state="attached")
        items = [coins(title) for title in look.page.evaluate(SPANS)]
        tree = engines.parse((whole / path).read_text(encoding="utf-8"))
        rows = tree.xpath("//*[contains(@class, 'rows')]/article")
        titles = ["".join(row.find("h3").itertext()) for row in rows]
        assert sorted(item["title"] for item in items) == sorted(set(titles)), path
        assert {item["itemType"] for item in items} == {"preprint"}
        for item in items:
            assert item["DOI"] is None or (item["DOI"].startswith("10.48550/arXiv.") and not item["creators"])
            assert item["DOI"] or item["url"].startswith(look.base)
    look.goto("papers/2603/2603.93014.html")
    look.settle()
    assert look.page.evaluate(SPANS) == []
    assert look.complaints == []
