"""The archive as an app: what its files say, and what a browser does with them."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from daybook.errors import BuildError
from daybook.site import app, publish
from playwright.sync_api import Browser, BrowserContext, Page

from tests.pages import sample
from tests.serving import serving
from tests.site.conftest import PATIENCE, build_site
from tests.tools.forks import tree
from tests.waiting import wait_for

PAPER = "papers/2603/2603.00356.html"
DAY = "days/2026/2026-03-03.html"
OTHER = "themes/scheduling.html"


def lists(site: Path) -> dict[str, tuple[str, int]]:
    """All files that the site's lists name: path -> hash and size."""
    found = {}
    for name, hashed, count, size in json.loads((site / "offline/index.json").read_bytes())["lists"]:
        data = (site / f"offline/{name}.json").read_bytes()
        assert hashlib.sha256(data).hexdigest().startswith(hashed)
        rows = json.loads(data)
        assert (len(rows), sum(row[2] for row in rows)) == (count, size)
        found |= {("" if name == "_" else f"{name}/") + file: (digest, bytes_) for file, digest, bytes_ in rows}
    return found


def test_lists_name_every_file_that_can_be_read(site: Path) -> None:
    """With its hash and size; besides them there is only what the browser fetches by itself."""
    listed = lists(site)
    for path, (hashed, size) in listed.items():
        data = (site / path).read_bytes()
        assert (size, hashlib.sha256(data).hexdigest()[: len(hashed)]) == (len(data), hashed), path
    left = {path for path in tree(site) if path not in listed and not path.startswith("offline/")}
    for_programs = {path for path in left if path.startswith(app._DATA) or path.endswith(".md") or path == "llms.txt"}
    assert {"api/v1/index.json", "data/archive.sqlite", "guide/search.md"} <= for_programs
    left -= for_programs
    assert left == {
        "sw.js", "manifest.webmanifest", "404.html", "sitemap.xml", "sitemap.xml.gz", "_headers",
        publish.MARK,
    }  # fmt: skip
    index = json.loads((site / "offline/index.json").read_bytes())
    assert index["files"] == len(listed)
    assert index["bytes"] == sum(size for _, size in listed.values())
    assert index["pages"] == sum(path.endswith(".html") for path in listed)
    assert index["asOf"] == max(day.date for day in sample.ARCHIVE.days).isoformat()


def test_worker_names_a_small_shell_and_local_scripts(site: Path) -> None:
    """All files of the shell are there, with the hash of what they hold; nothing comes from elsewhere."""
    text = (site / "sw.js").read_text(encoding="utf-8")
    (data,) = re.findall(r"^self\.daybook = (.*);$", text, re.MULTILINE)
    shell = {row["url"]: row["revision"] for row in json.loads(data)["shell"]}
    assert {"index.html", "assets/daybook.css", "assets/shell.js", "assets/images/favicon.svg"} <= shell.keys()
    assert all(lists(site)[path][0] == revision for path, revision in shell.items())
    assert sum((site / path).stat().st_size for path in shell) < app.SHELL_MOST
    (scripts,) = re.findall(r"^importScripts\((.*)\);$", text, re.MULTILINE)
    names = json.loads(f"[{scripts}]")
    assert names[-1].startswith("assets/worker.js?")
    assert all((site / name.partition("?")[0]).is_file() for name in names)
    assert not re.search(r"https?:", text)


def test_manifest_is_named_after_the_archive(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_bytes())
    assert manifest["name"] == sample.SETTINGS.title
    assert all((site / icon["src"]).is_file() for icon in manifest["icons"])


def test_folder_and_switched_off_sites_have_no_app(archive: Path, site: Path, tmp_path: Path) -> None:
    """All their other files are the same but for the script that would begin it, which does nothing."""
    usual = {path: data for path, data in tree(site).items() if not app.is_apart(path)}
    off = tree(build_site(archive, tmp_path / "off", offline_app=False))
    assert off.pop("sw.js") == app._FAREWELL.encode()
    assert {path for path in usual if usual[path] != off.get(path)} == {app.STARTER}
    assert usual.keys() == off.keys()
    folder = tree(build_site(archive, tmp_path / "folder", offline=True))
    assert not any(map(app.is_apart, folder))
    assert folder[app.STARTER] == off[app.STARTER] == app.NOTHING.encode()


def test_files_change_only_with_what_they_say(archive: Path, tmp_path: Path) -> None:
    """A page that changes touches the list of its folder; the result is that of a build from nothing."""
    copy, site = tmp_path / "archive", tmp_path / "site"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("cache"))
    before = tree(build_site(copy, site))
    times = {path: (site / path).stat().st_mtime_ns for path in before}
    page = copy / "pages" / PAPER.replace(".html", ".md")
    page.write_text(page.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    after = tree(build_site(copy, site))
    assert after == tree(build_site(copy, tmp_path / "cold"))
    changed = {path for path in after if after[path] != before[path] and not path.startswith("search/")}
    changed -= {"offline/search.json"}
    assert changed == {PAPER, "offline/index.json", "offline/papers/2603.json"}
    written = {path for path in after if (site / path).stat().st_mtime_ns != times[path]}
    assert {path for path in written if path.startswith("offline/")} - {"offline/search.json"} == changed - {PAPER}


def test_without_workbox_the_hint_is_to_install(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="make setup"):
        app.assets(tmp_path)


class Host:
    """A web server for a site in a folder of the host, which can stop and start again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port, self._running = folder, 0, ExitStack()

    def start(self) -> str:
        address = self._running.enter_context(serving(self._folder, port=self._port))
        self._port = urlsplit(address).port or 0
        return f"{address}my%20days/"

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def published(archive: Path, site: Path, tmp_path: Path) -> Path:
    """The sample's site in a subfolder of a host, as GitHub's project pages are."""
    return Path(shutil.copytree(site, tmp_path / "host" / "my days"))


@pytest.fixture
def host(published: Path) -> Iterator[Host]:
    host = Host(published.parent)
    yield host
    host.stop()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(service_workers="allow")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def until(page: Page, condition: str, argument: object = None) -> None:
    """Wait until a page's condition (a function in JavaScript) holds. The policy forbids Playwright's own way."""
    wait_for(lambda: page.evaluate(condition, argument))


def visit(context: BrowserContext, address: str) -> Page:
    """A page whose service worker is at work."""
    page = context.new_page()
    page.goto(address)
    until(page, "() => Boolean(navigator.serviceWorker.controller)")
    return page


KEPT = "async (path) => Boolean(await caches.match(new URL(path, location.href)))"


@pytest.mark.browser
def test_visited_pages_are_there_without_a_network(host: Host, visitor: BrowserContext) -> None:
    """Also the first one, which came before the worker. For others there is a message in plain words."""
    base = host.start()
    page = visit(visitor, base + PAPER)
    until(page, KEPT, base + PAPER)
    page.goto(base + DAY)
    page.goto(base)
    until(page, KEPT, base + "index.html")
    host.stop()
    for path in (PAPER, DAY, "", "index.html", DAY + "?x=1"):
        page.goto(base + path)
        assert page.locator("h1").inner_text() != "This page is not kept offline", path
        assert page.evaluate("document.documentElement.classList.contains('js')"), path
    page.goto(base + OTHER)
    assert page.locator("h1").inner_text() == "This page is not kept offline"
    page.get_by_role("link", name="home page").click()
    page.wait_for_url(base + "index.html")
    host.start()
    page.goto(base + OTHER)
    assert page.locator("h1").inner_text() != "This page is not kept offline"


@pytest.mark.browser
def test_new_day_is_shown_at_once(host: Host, published: Path, visitor: BrowserContext) -> None:
    """A page that was visited or kept before is that of the new day, at the first visit."""
    base = host.start()
    page = visit(visitor, base)
    page.goto(base + DAY)
    for path in ("index.html", DAY):
        file = published / path
        file.write_text(file.read_text(encoding="utf-8").replace("</h1>", " anew</h1>", 1), encoding="utf-8")
    page.goto(base)
    assert page.locator("h1").first.inner_text().endswith(" anew")
    page.goto(base + DAY)
    assert page.locator("h1").first.inner_text().endswith(" anew")


STATUS = "#keep [role=status]"


def press(page: Page, name: str) -> None:
    page.locator("#keep").get_by_role("button", name=name).click()


@pytest.mark.browser
def test_button_keeps_everything(host: Host, published: Path, archive: Path, visitor: BrowserContext) -> None:
    """Size first, then progress, then what is kept; every file is there without a network; a new day fetches only what
    changed; `Remove` removes."""
    base = host.start()
    page = visit(visitor, base + "about.html")
    index = json.loads((published / "offline/index.json").read_bytes())
    count = f"{index['pages']:,} pages"
    page.locator(STATUS, has_text=f"The whole archive has {count} and needs ").wait_for()
    press(page, "Keep this archive offline")
    page.locator(STATUS, has_text=re.compile(rf"^Kept offline: {count}, \d+ [KM]B, as of \d+ March 2026\.$")).wait_for()
    host.stop()
    for path in (PAPER, OTHER, "guide/index.html", "days/index.html"):
        page.goto(base + path)
        assert page.locator("h1").first.inner_text() != "This page is not kept offline", path
    missing = page.evaluate(
        "async (paths) => { const kept = []; for (const path of paths)"
        " if (!(await fetch(path).then((answer) => answer.ok, () => false))) kept.push(path); return kept; }",
        [base + path for path in lists(published)],
    )
    assert missing == []
    page.goto(base + "about.html")
    page.locator(STATUS, has_text=re.compile("^Kept offline:")).wait_for()

    host.start()
    new_day(archive, published)
    page.goto(base + "about.html")
    page.locator(STATUS, has_text="A newer version is available.").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(base).partition("?")[0]))
    press(page, "Bring up to date")
    page.locator(STATUS, has_text=re.compile(r"2026\.$")).wait_for()
    fetched = {path for path in asked if not path.startswith("offline/")}
    assert PAPER in fetched
    assert len(fetched) < 5
    host.stop()
    page.goto(base + PAPER)
    assert "Something more." in (page.text_content("main") or "")

    host.start()
    page.goto(base + "about.html")
    press(page, "Remove")
    page.get_by_role("button", name="Keep this archive offline").wait_for()
    assert not page.evaluate(KEPT, base + "papers/2603/2603.01234.html")


def new_day(archive: Path, published: Path) -> None:
    """Publish the site after a page of it has changed."""
    copy = published.parent.parent / "copy"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("cache"))
    page = copy / "pages" / PAPER.replace(".html", ".md")
    page.write_text(page.read_text(encoding="utf-8").replace("## Abstract\n", "## Abstract\n\nSomething more.\n"))
    shutil.rmtree(published)
    build_site(copy, published)


@pytest.mark.browser
def test_a_search_without_a_network_says_so_and_offers_to_keep_the_archive(
    whole: Path, tmp_path: Path, visitor: BrowserContext
) -> None:
    """Where the files that it needs are kept, it works; where they come back, it goes on by itself."""
    host = Host(shutil.copytree(whole, tmp_path / "host" / "my days").parent)
    base = host.start()
    page = visit(visitor, base + "search.html?q=rookery")
    said = page.locator(".search-status")
    said.filter(has_text="1 paper.").wait_for()
    host.stop()
    visitor.set_offline(True)
    page.locator("#search-field").fill("gpu")
    said.filter(has_text="There is no network, and this browser does not keep what the search needs.").wait_for()
    page.locator(STATUS, has_text="To keep the whole archive, open this page when there is a network.").wait_for()
    host.start()
    visitor.set_offline(False)
    said.filter(has_text="15 papers.").wait_for(timeout=30_000)
    assert page.locator("#keep").count() == 0
    host.stop()
    page.locator("#search-field").fill("byzantine")
    said.filter(has_text="The search could not be loaded. Try again.").wait_for(timeout=30_000)
    page.locator(STATUS, has_text="To keep the whole archive").wait_for(timeout=30_000)


@pytest.mark.browser
def test_stop_and_resume(host: Host, published: Path, visitor: BrowserContext) -> None:
    """What was fetched before a stop, or before the network failed, is not fetched again."""
    base = host.start()
    page = visit(visitor, base + "about.html")
    seen: list[str] = []

    def answer(route) -> None:
        path = route.request.url.removeprefix(base).partition("?")[0]
        if broken and "papers/" in path and not path.startswith("offline/"):
            route.abort()
        else:
            seen.append(path)
            route.continue_()

    broken = True
    page.route("**/*kept=*", answer)
    press(page, "Keep this archive offline")
    page.locator(STATUS, has_text="Not everything could be fetched. Part").wait_for()
    before, broken = list(seen), False
    press(page, "Resume")
    page.locator(STATUS, has_text=re.compile("^Kept offline:")).wait_for()
    again = [path for path in before if seen.count(path) > 1 and not path.startswith("offline/")]
    assert again == []
    assert set(lists(published)) <= set(seen)


@pytest.mark.browser
def test_switched_off_app_takes_its_worker_back(
    host: Host, published: Path, archive: Path, visitor: BrowserContext
) -> None:
    base = host.start()
    page = visit(visitor, base + PAPER)
    until(page, KEPT, base + PAPER)
    shutil.rmtree(published)
    build_site(archive, published, offline_app=False)
    page.goto(base)
    until(page, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    until(page, "async () => (await caches.keys()).length === 0")
    page.goto(base + PAPER)
    assert page.evaluate("navigator.serviceWorker.controller") is None
