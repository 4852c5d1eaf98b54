"""What stands beside a site's pages: the list of them for search engines, sums, and the headers that hosts send."""

import datetime as dt
import gzip
import hashlib
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from daybook.runtime import sha256sums
from daybook.site import app, build
from lxml import etree

from tests.conftest import ROOT
from tests.pages import sample
from tests.site.conftest import build_site
from tests.tools.forks import tree

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
EPOCH = int(dt.datetime(2026, 3, 4, tzinfo=dt.UTC).timestamp())


def read(data: bytes) -> tuple[str, list[str], set[str]]:
    """The kind of a sitemap's file, its addresses, and their dates."""
    root = etree.fromstring(data)
    dates = {each.text for each in root.iter(f"{SPACE}lastmod")}
    return root.tag.removeprefix(SPACE), [each.text for each in root.iter(f"{SPACE}loc")], dates


def test_a_sitemap_is_one_file() -> None:
    """Sorted, with whole addresses; names from elsewhere are quoted as addresses and as XML ask."""
    made = app.sitemap("https://example.org/a&b/", ["index.html", "days/ü.html", "about.html"], EPOCH)
    kind, named, dates = read(made["sitemap.xml"])
    assert kind == "urlset"
    assert named == [f"https://example.org/a&b/{name}" for name in ("about.html", "days/%C3%BC.html", "")]
    assert dates == {"2026-03-04"}
    assert gzip.decompress(made["sitemap.xml.gz"]) == made["sitemap.xml"]
    assert "robots.txt" not in made  # nobody looks for one in a folder of a host


def test_a_large_site_is_an_index_of_parts() -> None:
    """Each of at most 50,000 addresses; every page stands in one of them."""
    pages = [f"papers/{number:06}.html" for number in range(2 * app.MOST_ADDRESSES + 1)]
    made = app.sitemap("https://example.org/x/", reversed(pages), EPOCH)
    kind, parts, dates = read(made["sitemap.xml"])
    assert (kind, dates) == ("sitemapindex", {"2026-03-04"})
    names = [part.removeprefix("https://example.org/x/") for part in parts]
    held = [read(gzip.decompress(made[name])) for name in names]
    assert [len(found) for _, found, _ in held] == [app.MOST_ADDRESSES, app.MOST_ADDRESSES, 1]
    assert [address for _, found, _ in held for address in found] == [f"https://example.org/x/{page}" for page in pages]
    assert all(len(made[name]) < 10_000_000 for name in names)


def test_the_root_of_a_host_has_a_robots_txt() -> None:
    made = app.sitemap("https://example.org/", ["about.html"], EPOCH)
    assert made["robots.txt"].endswith(b"\nSitemap: https://example.org/sitemap.xml\n")
    assert app.is_sitemap("robots.txt")
    assert not app.is_sitemap("days/sitemap.xml")


def of_data(site: Path) -> dict[str, str]:
    data = site / sha256sums.SUMMED
    files = (path for path in data.rglob("*") if path.is_file() and path != site / sha256sums.SUMS)
    return {path.relative_to(data).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_what_other_archives_read_has_sums(site: Path, offline_site: Path) -> None:
    """Beside it; other files have theirs in releases."""
    for folder in (site, offline_site):
        assert sha256sums.read_sums((folder / sha256sums.SUMS).read_bytes(), "") == of_data(folder)
        assert not (folder / "SHA256SUMS").exists()


@pytest.mark.parametrize("told", [False, True])
def test_a_later_build_reads_what_is_new(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """And makes again what is lost; told what changed, it reads no other Markdown. All is as built from nothing."""
    copy, site = tmp_path / "archive", tmp_path / "site"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("cache"))
    build_site(copy, site)
    page, data = copy / "pages/papers/2603/2603.00356.md", next((copy / "pages/abstracts").glob("*.js"))
    page.write_text(page.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    data.unlink()
    (site / "days" / "index.html").unlink()
    read: list[str] = []
    hashed, whole = hashlib.file_digest, Path.read_bytes
    with monkeypatch.context() as patched:
        patched.setattr(hashlib, "file_digest", lambda file, name: read.append(file.name) or hashed(file, name))
        patched.setattr(Path, "read_bytes", lambda path: read.append(str(path)) or whole(path))
        changed = {page.relative_to(copy / "pages").as_posix(): "new", f"abstracts/{data.name}": ""} if told else None
        built = build(ROOT, copy, site, sample.SETTINGS, changed=changed)
    assert built.built == 2
    assert not [path for path in read if re.search("/papers/.*(?<!00356)[.]html$", path)]
    assert told != any(path.startswith(str(copy / "pages")) for path in read)
    assert sha256sums.read_sums((site / sha256sums.SUMS).read_bytes(), "") == of_data(site)
    assert tree(site) == tree(build_site(copy, tmp_path / "fresh"))


def rules(text: str) -> dict[str, dict[str, str]]:
    """path -> header -> value, as hosts read them."""
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if line.startswith("/"):
            own: dict[str, str] = found.setdefault(line, {})
        elif line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            own[name] = value
        else:
            assert not line or line.startswith("#")
    return found


def test_headers_are_the_policy_of_pages(site: Path, offline_site: Path) -> None:
    """And what a page cannot state itself; no address gets a header by two rules."""
    told = rules((site / app.HEADERS).read_text(encoding="utf-8"))
    (stated,) = re.findall(r'Content-Security-Policy content="([^"]*)"', (site / "index.html").read_text())
    assert told["/*"]["Content-Security-Policy"] == f"{stated};frame-ancestors 'self'"
    assert told["/*"]["X-Content-Type-Options"] == "nosniff"
    assert told["/*"]["Referrer-Policy"]
    names = [(name, path.rstrip("*")) for path, own in told.items() for name in own]
    for name, path in names:
        others: list[Any] = [other for each, other in names if each == name and other != path]
        assert not any(other.startswith(path) for other in others), (name, path)
    assert max(map(len, (site / app.HEADERS).read_text().splitlines())) < 2_000  # Cloudflare's limit
    assert not (offline_site / app.HEADERS).exists()
