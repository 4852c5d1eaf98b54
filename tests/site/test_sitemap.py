"""The list of a site's pages for search engines, read back as a search engine does."""

from __future__ import annotations

import datetime as dt
import gzip
from pathlib import Path

from lxml import etree

from generator.site import sitemap

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
EPOCH = int(dt.datetime(2026, 3, 4, tzinfo=dt.UTC).timestamp())


def read(data: bytes) -> tuple[str, list[str], set[str]]:
    """The kind of a sitemap's file, its addresses, and their dates."""
    root = etree.fromstring(data)
    dates = {each.text for each in root.iter(f"{SPACE}lastmod")}
    return root.tag.removeprefix(SPACE), [each.text for each in root.iter(f"{SPACE}loc")], dates


def test_a_site_is_one_file(tmp_path: Path) -> None:
    """Sorted, with whole addresses; names from elsewhere are quoted as addresses and as XML ask."""
    sitemap.write(tmp_path, "https://example.org/a&b/", ["index.html", "days/ü.html", "about.html"], EPOCH)
    kind, named, dates = read((tmp_path / "sitemap.xml").read_bytes())
    assert kind == "urlset"
    assert named == [f"https://example.org/a&b/{name}" for name in ("about.html", "days/%C3%BC.html", "")]
    assert dates == {"2026-03-04"}
    assert gzip.decompress((tmp_path / "sitemap.xml.gz").read_bytes()) == (tmp_path / "sitemap.xml").read_bytes()
    assert not (tmp_path / "robots.txt").exists()  # nobody looks for one in a folder of a host


def test_a_large_site_is_an_index_of_parts(tmp_path: Path) -> None:
    """Each of at most 50,000 addresses; every page stands in one of them."""
    pages = [f"papers/{number:06}.html" for number in range(2 * sitemap.MOST + 1)]
    sitemap.write(tmp_path, "https://example.org/x/", reversed(pages), EPOCH)
    kind, parts, dates = read((tmp_path / "sitemap.xml").read_bytes())
    assert (kind, dates) == ("sitemapindex", {"2026-03-04"})
    names = [part.removeprefix("https://example.org/x/") for part in parts]
    held = [read(gzip.decompress((tmp_path / name).read_bytes())) for name in names]
    assert [len(found) for _, found, _ in held] == [sitemap.MOST, sitemap.MOST, 1]
    assert [address for _, found, _ in held for address in found] == [f"https://example.org/x/{page}" for page in pages]
    assert all((tmp_path / name).stat().st_size < 10_000_000 for name in names)


def test_parts_go_when_they_are_not_needed(tmp_path: Path) -> None:
    """And nothing else does, not even what has nearly their name."""
    (tmp_path / "sitemaps.html").write_text("x")
    sitemap.write(tmp_path, "https://example.org/", [f"{n}.html" for n in range(sitemap.MOST + 1)], EPOCH)
    assert (tmp_path / "sitemap-2.xml.gz").exists()
    sitemap.write(tmp_path, None, ["about.html"], EPOCH)
    assert {file.name for file in tmp_path.iterdir()} == {"sitemap.xml", "sitemap.xml.gz", "sitemaps.html"}
    assert read((tmp_path / "sitemap.xml").read_bytes())[1] == []


def test_the_root_of_a_host_has_a_robots_txt(tmp_path: Path) -> None:
    sitemap.write(tmp_path, "https://example.org/", ["about.html"], EPOCH)
    assert (tmp_path / "robots.txt").read_text().endswith("\nSitemap: https://example.org/sitemap.xml\n")
    assert sitemap.is_own("robots.txt")
    assert not sitemap.is_own("days/sitemap.xml")


def test_same_pages_same_bytes(tmp_path: Path) -> None:
    files = []
    for _ in range(2):
        sitemap.write(tmp_path, "https://example.org/", ["b.html", "a.html"], EPOCH)
        files.append({file.name: file.read_bytes() for file in tmp_path.iterdir()})
    assert files[0] == files[1]
