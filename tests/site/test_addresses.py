"""The tool that asks a site for the addresses of another one finds each that is not answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import for_each, table
from tests.tools.addresses import LARGEST, addresses, answer, main

URL = "https://daybook.example/archive/"
FEED = f"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="{URL}feeds/all.xml"/>
<entry><link href="{URL}papers/gone.html#v2"/><link href="https://arxiv.org/abs/2603.00001"/></entry></feed>"""
OPML = '<opml><body><outline xmlUrl="feeds/authors/ada.xml" htmlUrl="authors/ada.html"/></body></opml>'
SITEMAP = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{URL}</loc></url></urlset>'
JSON = f'{{"home_page_url": "{URL}about.html", "items": [{{"url": "{URL}days/a%20b.html"}}]}}'
LEADING = '<!doctype html><link rel=canonical href={0}><meta http-equiv=refresh content="0; url={0}">'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "index.html": "<!doctype html><p>x",
        "sitemap.xml": SITEMAP,
        "feeds/all.xml": FEED,
        "feeds/all.json": JSON,
        "feeds/index.opml": OPML,
        "feeds/broken.xml": "<feed>",
        "papers/2603/one.html": "<!doctype html><p>one",
        "papers/moved.html": LEADING.format("2603/one.html#x"),
        "papers/again.html": LEADING.format("moved.html"),
        "papers/away.html": LEADING.format("https://other.example/"),
        "papers/heavy.html": LEADING.format("2603/one.html") + " " * LARGEST,
        "papers/lost.html": LEADING.format("2603/two.html"),
        "papers/outside.html": LEADING.format("../../x.html"),
        "papers/round.html": LEADING.format("round.html"),
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_addresses_are_of_files_and_of_what_they_name(site: Path):
    """HTML, feeds, and what the sitemap, feeds and lists of feeds name; not what stands on other hosts."""
    (site / "feeds/broken.xml").unlink()
    found = addresses(site, URL)
    assert found >= {"index.html", "feeds/all.xml", "feeds/index.opml", "papers/2603/one.html"}
    named = {"papers/gone.html", "about.html", "days/a b.html", "authors/ada.html", "feeds/authors/ada.xml"}
    assert found >= named
    assert not [path for path in found if "arxiv" in path or path.startswith("http")]


@for_each(("path", "said"), table(__file__, "each_answer_is_named"))
def test_each_answer_is_named(path: str, said: str, site: Path):
    """A page, a feed, a page that leads on; or what is wrong with it."""
    assert answer(site, path).startswith(said)


def test_missing_addresses_fail(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """What `list` prints is what `check` reads; the exit code tells."""
    (site / "feeds/broken.xml").unlink()
    assert main(["list", "--url", URL, str(site)]) == 0
    listed = tmp_path / "addresses.txt"
    listed.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", str(listed), str(site)]) == 1
    told = capsys.readouterr().out
    assert "papers/gone.html is missing" in told
    listed.write_text("index.html\npapers/moved.html\n", encoding="utf-8")
    assert main(["check", str(listed), str(site)]) == 0
    assert capsys.readouterr().out.startswith("2 addresses; page: 1, redirect: 1; redirects weigh 0.00 MB")
