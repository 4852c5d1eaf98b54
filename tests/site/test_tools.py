"""Tools that look at a site: for addresses, first screens, jobs that keys do."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.cases import for_each, table
from tests.makers import put
from tests.tools import jobs, screens
from tests.tools.addresses import LARGEST, addresses, answer, main
from tests.tools.screens import DESK, PHONE, ROW, WINDOWS

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
    return put(tmp_path, files)


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


STYLE = """body { margin: 0 } header { height: 150px } .rows a { display: block; height: 20px }
.rows > *::after { content: ""; display: block; height: 80px }
.bar { position: fixed; bottom: 0; height: 60px; width: 100% }
.far article:nth-child(n + 30) { content-visibility: auto; contain-intrinsic-height: 400px }"""
PAPERS = "".join(
    f'<article><a href="papers/2603/2603.{number:05}.html">A paper about {number} gauges</a></article>'
    for number in range(120)
)


def written(folder: Path, body: str) -> Path:
    html = f"<!doctype html><title>x</title><link rel=icon href=data:,><style>{STYLE}</style><header>x</header>{body}"
    return put(folder, {PAGE: html})


PAGE = "days/2026/2026-03-03.html"


@pytest.mark.browser
@pytest.mark.parametrize("from_folder", [False, True])
def test_rows_in_the_window_are_counted(from_folder: bool, tmp_path: Path, browser: Browser):
    """Whole ones, not below a bar; the height is that of the page drawn, whatever the scroll bar says before."""
    site = written(tmp_path, f"<div class='rows far'>{PAPERS}</div><div class=bar>x</div>")
    with screens.read(site, from_folder=from_folder) as place:
        desk, phone, *small = (screens.screen(browser, place, PAGE, window, ROW) for window in WINDOWS)
    assert (desk.first, desk.rows, desk.titles, desk.all, desk.height) == (150, 6, 7, 120, 12_150)
    assert desk.told > 30_000
    assert (phone.first, phone.rows, phone.all) == (150, 6, 120)
    assert [each.rows for each in small] == [4, 0]
    assert (desk.requests, desk.bytes > 0, desk.complaints, desk.sideways) == (1, True, (), ())
    assert desk.seconds is not None
    assert desk.misses() == ["rows < 7"]
    assert phone.misses() == []


@pytest.mark.browser
def test_what_sticks_out_is_named(tmp_path: Path, browser: Browser):
    """On a phone alone where the desk is wide enough; a layout that moves is told."""
    wide = "<table style='width:600px'><tr><td>wide</table>"
    shove = "<script>setTimeout(() => document.querySelector('header').style.height = '400px', 50)</script>"
    site = written(tmp_path, f"{wide}<div class=rows>{PAPERS}</div>{shove}")
    with screens.read(site, from_folder=False) as place:
        desk, phone = (screens.screen(browser, place, PAGE, window, ROW) for window in (DESK, PHONE))
    assert desk.sideways == ()
    assert phone.sideways[0] == "600 px in 390"
    assert any(line.startswith("table") for line in phone.sideways)
    assert "sideways" in phone.misses()


@pytest.mark.browser
def test_pages_are_measured_in_every_window(tmp_path: Path, browser: Browser):
    told = screens.options([str(written(tmp_path, PAPERS)), "--page", PAGE])
    assert [each.path for each in screens.measured(browser, told)] == [PAGE] * len(WINDOWS)


MOST = 100  # keys of any job but those that look at each paper of a day
LONG = ("skim", "five")


@pytest.mark.browser
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.trial] * (name in LONG)) for name in jobs.JOBS])
def test_a_job_is_done_by_keys(name: str, whole: Path, served, browser: Browser):
    reader = jobs.done(jobs.JOBS[name], browser, whole, served(whole))
    assert name in LONG or len(reader.keys) <= MOST


def test_keys_are_told_as_one_writes_them():
    assert jobs.told(["/", "d", "i", "Tab", "Tab", "Enter", "j"]) == "/ d i Tab x 2 Enter j"
