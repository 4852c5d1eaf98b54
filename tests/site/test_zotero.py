"""What Zotero takes from built pages.

Its translators cannot be installed from a registry: the package on npm that has them is of 2019, before preprints were
a type of item, and lacks those for web pages. So the rules of its "Embedded Metadata" (lastUpdated 2026-04-27), its
"COinS" and its "RDF" are followed here tag by tag.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.pages import engines
from tests.site.conftest import Watch

HIGHWIRE = {
    "citation_title": "title",
    "citation_date": "date",
    "citation_doi": "DOI",
    "citation_publisher": "publisher",
    "citation_public_url": "url",
}
TYPES = {
    "citation_journal_title": "journalArticle",
    "citation_technical_report_institution": "report",
    "citation_conference_title": "conferencePaper",
    "citation_conference": "conferencePaper",
    "citation_book_title": "bookSection",
    "citation_inbook_title": "bookSection",
    "citation_dissertation_institution": "thesis",
}
"""Tags that decide the type of an item, whatever z:itemType says."""
SPANS = "[...document.querySelectorAll('span.Z3988[title]')].map((one) => one.title)"


def embedded(html: str, address: str) -> dict[str, Any]:
    """The item that "Embedded Metadata" makes of a page."""
    head = engines.parse(html).find("head")
    metas = [(each.get("name") or each.get("property"), each.get("content")) for each in head.findall("meta")]
    tags = [(name, content) for names, content in metas if names and content for name in names.split()]
    own = {name.partition(":")[2]: content for name, content in tags if name.startswith("z:")}
    decided = next((TYPES[name] for name, _ in tags if name in TYPES), None)
    item: dict[str, Any] = {"itemType": decided or own.pop("itemType", "journalArticle"), **own}
    for name, field in HIGHWIRE.items():
        value = next((content for found, content in tags if found.endswith(name)), "")
        item |= {field: " ".join(value.split())} if value.strip() else {}
    item["creators"] = creators([content for name, content in tags if name.endswith("citation_author")])
    pdf = next((content for name, content in tags if name.endswith("citation_pdf_url")), None)
    item["attachments"] = [("application/pdf", pdf)] if pdf else [("text/html", address)]
    item.setdefault("url", next((one.get("href") for one in head.findall("link[@rel='canonical']")), address))
    found = re.search(r"10(?:\.[0-9]{4,})?/[^\s]*[^\s.,]", item.get("DOI", ""))
    return item | {"DOI": found[0] if found else None}


def creators(contents: list[str]) -> list[tuple[str, str]]:
    """(first, last) name of each author."""
    names = list[str]()
    for content in contents:
        some = re.split(r"\s*;\s*", content)
        if len(some) == len(contents) == 1:
            parts = re.split(r"\s*,\s*", some[0])
            if len(parts) > 1 and all(" " in part for part in parts[:2]):
                some = parts
        names += [name for name in some if re.search(r"[^\s,-.;]", name) and name not in names[-1:]]
    return [cleaned(name, comma="," in name) for name in names]


def cleaned(name: str, *, comma: bool) -> tuple[str, str]:
    """The first and last name of an author (`cleanAuthor`)."""
    name = re.sub(r"^[\s.,/\[\]:]+|[\s.,/\[\]:]+$", "", name)
    if comma:
        parts = re.split("[,،] ?", name)
        return (parts[1] if len(parts) > 1 else "", parts[0])
    first, _, last = name.rpartition(" ")
    return first, last


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


def test_a_papers_page_is_a_preprint(site: Path) -> None:
    """Its type, all its authors, date, DOI, arXiv's id and PDF."""
    address = "https://example.org/papers/2603/2603.00356.html"
    item = embedded((site / "papers/2603/2603.00356.html").read_text(encoding="utf-8"), address)
    assert item == {
        "itemType": "preprint",
        "title": "Waiting for k of n Tides: an O(√(n log n)) Schedule",
        "creators": [(first, f"Müller-{last}") for first, last in zip("ABCDEFGHIJKL", "abcdefghijkl", strict=True)],
        "date": "2026/02/27",
        "DOI": "10.1234/tides_2026.4",
        "repository": "arXiv",
        "archiveID": "arXiv:2603.00356",
        "attachments": [("application/pdf", "https://arxiv.org/pdf/2603.00356")],
        "url": address,
    }


def test_every_papers_page_of_the_sample(whole: Path) -> None:
    """A title, a date and authors; the arXiv id stands in the DOI or in the Archive ID. Nothing displaces the tags."""
    count = 0
    for file in sorted((whole / "papers").rglob("*.html")):
        html = file.read_text(encoding="utf-8")
        assert "Z3988" not in html
        assert "unapi" not in html
        if "http-equiv=refresh" in html.replace('"', ""):
            continue
        item, count = embedded(html, "https://example.org/"), count + 1
        assert item["itemType"] == "preprint", file
        assert item["title"], file
        assert re.fullmatch(r"\d{4}/\d\d(/\d\d)?", item["date"]), file
        if file.parent.name != "title":
            assert file.stem in f"{item['DOI']} {item.get('archiveID')}".replace("/", ""), file
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
