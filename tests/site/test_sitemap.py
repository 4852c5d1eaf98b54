"""The list of a site's pages for search engines, read back as a search engine does."""

from __future__ import annotations

import datetime as dt
import gzip

from lxml import etree

from generator.site import sitemap

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
EPOCH = int(dt.datetime(2026, 3, 4, tzinfo=dt.UTC).timestamp())


def read(data: bytes) -> tuple[str, list[str], set[str]]:
    """The kind of a sitemap's file, its addresses, and their dates."""
    root = etree.fromstring(data)
    dates = {each.text for each in root.iter(f"{SPACE}lastmod")}
    return root.tag.removeprefix(SPACE), [each.text for each in root.iter(f"{SPACE}loc")], dates


def test_a_site_is_one_file() -> None:
    """Sorted, with whole addresses; names from elsewhere are quoted as addresses and as XML ask."""
    made = sitemap.files("https://example.org/a&b/", ["index.html", "days/ü.html", "about.html"], EPOCH)
    kind, named, dates = read(made["sitemap.xml"])
    assert kind == "urlset"
    assert named == [f"https://example.org/a&b/{name}" for name in ("about.html", "days/%C3%BC.html", "")]
    assert dates == {"2026-03-04"}
    assert gzip.decompress(made["sitemap.xml.gz"]) == made["sitemap.xml"]
    assert "robots.txt" not in made  # nobody looks for one in a folder of a host


def test_a_large_site_is_an_index_of_parts() -> None:
    """Each of at most 50,000 addresses; every page stands in one of them."""
    pages = [f"papers/{number:06}.html" for number in range(2 * sitemap.MOST + 1)]
    made = sitemap.files("https://example.org/x/", reversed(pages), EPOCH)
    kind, parts, dates = read(made["sitemap.xml"])
    assert (kind, dates) == ("sitemapindex", {"2026-03-04"})
    names = [part.removeprefix("https://example.org/x/") for part in parts]
    held = [read(gzip.decompress(made[name])) for name in names]
    assert [len(found) for _, found, _ in held] == [sitemap.MOST, sitemap.MOST, 1]
    assert [address for _, found, _ in held for address in found] == [f"https://example.org/x/{page}" for page in pages]
    assert all(len(made[name]) < 10_000_000 for name in names)


def test_the_root_of_a_host_has_a_robots_txt() -> None:
    made = sitemap.files("https://example.org/", ["about.html"], EPOCH)
    assert made["robots.txt"].endswith(b"\nSitemap: https://example.org/sitemap.xml\n")
    assert sitemap.is_own("robots.txt")
    assert not sitemap.is_own("days/sitemap.xml")


def test_same_pages_same_bytes() -> None:
    pages = ["b.html", "a.html"]
    assert sitemap.files("https://example.org/", pages, EPOCH) == sitemap.files("https://example.org/", pages, EPOCH)
