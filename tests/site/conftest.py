"""The sample archive as a site, built once; and a browser, a web server and a folder to look at it."""

import functools
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest
from daybook import config, exports
from daybook.config import BuildOptions
from daybook.model import Archive
from daybook.runtime import state
from daybook.site import build, writer
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.makers import daybook, put
from tests.pages import sample
from tests.serving import serving
from tests.site import firefox

ROOT = Path(__file__).parent.parent.parent
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = Path(next(filter(None, map(shutil.which, BROWSERS)), "chromium"))
"""The shell is Chromium without windows: the tests take three fifths of the CPU time that they take in the others."""
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)

PATIENCE = 180_000  # milliseconds that a browser on a slow machine may take for anything that is waited for
SETTLED = """new Promise((done) =>
  requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)), { timeout: 1000 }))"""
"""Waits in a page until its scripts have nothing left to do and what they changed is drawn. The shell calls no document
that was written by a script idle: hence the limit, in milliseconds."""


def write_archive(folder: Path, archive: Archive) -> Path:
    """An archive's folder with its settings, pages and exported files."""
    made = sample.render(archive)
    writer.facts_of(state.of(folder)).put((page.path, page.facts) for page in made)
    state.of(folder).close()
    put(folder / "pages", {page.path: page.text for page in made})
    put(folder / "pages", {file.path: file.data() for file in exports.files(sample.view(archive))})
    return put(folder, {config.NAME: config.render(sample.SETTINGS)})


def build_site(archive: Path, site: Path, *, offline: bool = False, **settings: Any) -> Path:
    """The site of an archive's folder, built strictly; with other settings than the sample's."""
    told = replace(sample.SETTINGS, **settings)
    build(ROOT, archive, site, told, options=BuildOptions(offline=offline), strict=True)
    return site


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_archive(tmp_path_factory.mktemp("archive"), sample.ARCHIVE)


@pytest.fixture(scope="session")
def site(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(archive, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def offline_site(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(archive, tmp_path_factory.mktemp("offline"), offline=True)


@pytest.fixture(scope="session")
def whole_archive(content: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample archive with a reading group's notes, for pages and caches of its own."""
    folder = tmp_path_factory.mktemp("whole") / "archive"
    shutil.copytree(content, folder, ignore=shutil.ignore_patterns(".daybook"))
    shutil.copytree(Path(__file__).parent / "notes", folder / "notes")
    return folder


@pytest.fixture(scope="session")
def whole(whole_archive: Path) -> Path:
    """The sample's site with the search's own engine and index, as `daybook build` makes it."""
    return _built(whole_archive, "site")


@pytest.fixture(scope="session")
def whole_offline(whole_archive: Path) -> Path:
    """The same to read without a web server, in a folder with blanks and accents in its name."""
    return _built(whole_archive, "Mein Archiv é", "--offline")


def _built(archive: Path, name: str, *options: str) -> Path:
    site = archive.parent / name
    daybook("build", "--quiet", "--archive", archive, "--site", site, *options)
    return site


@pytest.fixture(scope="session")
def served() -> Iterator[Callable[[Path], str]]:
    """Serves a folder on this machine; gives its address with a final slash."""
    with ExitStack() as servers:
        yield functools.cache(lambda folder: servers.enter_context(serving(folder)))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS.split())
        yield browser
        browser.close()


class Watched:
    """A browser's page, and what it complained of or asked other hosts for. `base`: where all must come from."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.complaints: list[str] = []
        page.on("console", self._told)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._asked(request.url, base))

    def goto(self, path: str) -> None:
        self.page.goto(self.base + path)

    def settle(self) -> None:
        """Wait until the page's scripts have run."""
        self.page.evaluate(SETTLED)

    def _told(self, message: ConsoleMessage) -> None:
        if not message.location["url"].endswith("/favicon.ico"):  # asked for by pages that lead on, which name no icon
            self.complaints.append(message.text)

    def _asked(self, address: str, base: str) -> None:
        if not address.startswith((base, "data:", "blob:")):
            self.complaints.append(f"asked for {address}")


Watch = Callable[..., Watched]


@pytest.fixture
def watched(browser: Browser, served: Callable[[Path], str]) -> Iterator[Watch]:
    """Opens a page of a site that is watched, or an empty one. place: a folder, to be served, or the site's address."""
    contexts = []

    def watch(place: Path | str, path: str | None = None, **options: object) -> Watched:
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        look = Watched(context.new_page(), served(place) if isinstance(place, Path) else place)
        if path is not None:
            look.goto(path)
        return look

    yield watch
    for context in contexts:
        context.close()


class Window(Protocol):
    """A window of a browser."""

    asked: list[str]
    complaints: list[str]

    def goto(self, address: str) -> None: ...
    def back(self) -> None: ...
    def evaluate(self, expression: str) -> Any: ...
    def wait(self, expression: str) -> None: ...
    def press(self, *keys: str) -> None: ...
    def type(self, text: str) -> None: ...


class Chromium:
    """A window of Chromium, as Playwright drives it."""

    def __init__(self, look: Watched) -> None:
        self.page = look.page
        self.complaints = look.complaints
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.goto, self.back, self.evaluate = self.page.goto, self.page.go_back, self.page.evaluate
        self.type = self.page.keyboard.type

    def wait(self, expression: str) -> None:
        self.page.wait_for_function(f"() => ({expression})")  # a bare expression meets the policy

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture(scope="package")
def firefox_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
    if not firefox.FIREFOX:
        pytest.skip("there is no Firefox here")
    with firefox.started(tmp_path_factory.mktemp("profile")) as window:
        window.size(1280, 900)
        yield window


EXPECTED = re.compile(r"/days/|ServiceWorker")
"""Firefox fetches what a page calls its next one ahead, which the policy bars; and it complains of a page that was left
while its service worker was still at work."""


@pytest.fixture(params=["chromium", pytest.param("firefox", marks=pytest.mark.trial)])
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of a browser, whose pages complain of nothing and ask no other host for anything."""
    window: Window
    if request.param == "chromium":
        window = Chromium(request.getfixturevalue("watched")("", viewport={"width": 1280, "height": 900}))
    else:
        window = request.getfixturevalue("firefox_window")
        window.asked.clear()
        window.complaints.clear()
    yield window
    own = ("http://127.0.0.1:", "file://", "data:", "blob:")
    assert [address for address in window.asked if not address.startswith(own)] == []
    assert [line for line in window.complaints if not EXPECTED.search(line)] == []


@pytest.fixture(params=["http", "folder"])
def base(request: pytest.FixtureRequest, whole: Path, whole_offline: Path, served: Callable[[Path], str]) -> str:
    """Where the sample's site is read: from a server, or from a folder."""
    return served(whole) if request.param == "http" else whole_offline.as_uri() + "/"
