"""`daybook serve`, the program itself, asked over HTTP and looked at in a browser; and its page for wrong addresses."""

import http.client
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from daybook.errors import BuildError
from daybook.site import listening
from playwright.sync_api import Page

from tests.cases import for_each, table
from tests.conftest import HANGS, ROOT
from tests.makers import daybook
from tests.pages import sample
from tests.site.conftest import Watch, build_site, write_archive

DOCUMENT = ROOT / "tests" / "sample" / "documents" / "2026-03-04-listing.txt"
# A program that is started in the background begins without Ctrl-C, and so do its children.
CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from daybook import cli; cli.run()"
COMMAND = (sys.executable, "-c", CTRL_C, "serve")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serve") / "archive"
    daybook("ingest", "--quiet", "--archive", folder, DOCUMENT)
    daybook("build", "--quiet", "--archive", folder)
    return folder


@pytest.fixture(scope="module")
def serve() -> Iterator[Callable[..., str]]:
    """Starts the program for an archive; gives the address that it prints."""
    programs = []

    def start(archive: Path, address: str = "") -> str:
        where = ("--address", address) if address else ("--port", "0")
        command = (*COMMAND, "--archive", str(archive), *where)
        program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        programs.append(program)
        assert program.stdout
        for line in program.stdout:
            if match := re.match(r"serving on (http://\S+) \(Ctrl-C to stop\)", line):
                return match[1]
        assert program.stderr
        raise AssertionError(program.stderr.read())

    yield start
    for program in programs:
        program.send_signal(signal.SIGINT)
        output = program.communicate(timeout=HANGS)
        assert (program.returncode, output[1]) == (0, "")


@pytest.fixture(scope="module")
def url(archive: Path, serve: Callable[..., str]) -> str:
    return serve(archive)


def ask(url: str, path: str, *hosts: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what is answered; `hosts`: its Host headers, else the one that belongs."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    connection.putrequest(method, path, skip_host=True)
    for host in hosts or (place.netloc,):
        if host:
            connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    received = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return received


def test_pages_come_as_they_are_published(url: str, archive: Path) -> None:
    """Byte for byte, with nothing put in; also what is no page."""
    site = archive / "site"
    assert ask(url, "/")[2] == (site / "index.html").read_bytes()
    kinds = {
        "days/2026/2026-03-04.html": "text/html; charset=utf-8",
        "assets/daybook.css": "text/css",
        "assets/shell.js": "text/javascript",
        "assets/images/favicon.svg": "image/svg+xml",
        "feeds/all.json": "application/json",
        "sitemap.xml": "application/xml",
    }
    for path, kind in kinds.items():
        status, headers, body = ask(url, f"/{path}?v=1")
        assert (status, headers["content-type"], body) == (200, kind, (site / path).read_bytes())
        assert headers["cache-control"] == "no-cache"
    status, headers, body = ask(url, "/index.html", method="HEAD")
    assert (status, body, headers["content-length"]) == (200, b"", str((site / "index.html").stat().st_size))


@for_each(
    "path",
    ["/gone.html", "/%00", "/index.html%00", "/%00/../index.html", "/papers/", "/papers/2603/", "/" + "a" * 5000,
     "/index.html/", "/../archive.yml", "/..%2farchive.yml", "/%2e%2e/archive.yml", "//etc/passwd", "/%ff%fe", "/%",
     "/%5c..%5carchive.yml"],
)  # fmt: skip
def test_what_is_no_page_is_not_found(path: str, url: str, archive: Path) -> None:
    """With the site's own page for that; a folder is not listed, and nothing beside the site is shown."""
    status, _, body = ask(url, path)
    assert (status, body) == (404, (archive / "site" / "404.html").read_bytes())


def test_only_its_own_names_are_answered(url: str) -> None:
    """What a browser asks under another name comes from another site, whose name was made to lead here."""
    port = urlsplit(url).port
    for host in (
        "localhost", f"localhost:{port}", "127.0.0.1", "127.0.0.1:9999", "[::1]", f"[::1]:{port}", "LOCALHOST",
    ):  # fmt: skip
        assert ask(url, "/", host)[0] == 200, host
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1",
                 "localhost@evil.example", "[::1", "", "[::2]", "0.0.0.0", "\u00e9"):  # fmt: skip
        status, _, body = ask(url, "/", host)
        assert status == 403, host
        assert b"Tides" not in body
        assert b"<article" not in body
    assert ask(url, "/", "localhost", "evil.example")[0] == 403
    assert ask(url, "/", "evil.example", method="HEAD")[0] == 403


def test_an_address_of_every_network_answers_to_numbers() -> None:
    """Whoever opens it to other machines names it by number or by its name: no other name is made to lead here."""
    with listening("0.0.0.0:0") as server:
        assert server.answers_to("192.168.1.5:8000")
        assert server.answers_to("localhost")
        assert not server.answers_to("evil.example")
    with listening("localhost:0") as server:
        assert not server.answers_to("192.168.1.5")


def test_a_site_below_a_path(archive: Path, tmp_path: Path, serve: Callable[..., str]) -> None:
    """As it will be published, so that absolute addresses lead to the same; its root leads there."""
    copy = Path(shutil.copytree(archive, tmp_path / "archive"))
    text = (copy / "archive.yml").read_text().replace('url: ""\n', 'url: "https://example.org/daily/"\n')
    (copy / "archive.yml").write_text(text)
    url = serve(copy)
    assert urlsplit(url).path == "/daily/"
    for path in ("/", "/daily"):
        status, headers, _ = ask(url, path)
        assert (status, headers["location"]) == (302, "/daily/")
    assert ask(url, "/daily/about.html")[2] == (copy / "site" / "about.html").read_bytes()
    assert ask(url, "/about.html")[0] == ask(url, "/daily/gone.html")[0] == 404


@for_each("given", ["in use", "nowhere", ":8000", "127.0.0.1:x", "127.0.0.1:99999", "a..b:8000"])
def test_an_address_that_cannot_be_had(given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, before anything is built."""
    daybook("ingest", "--quiet", "--archive", tmp_path, DOCUMENT)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}" if given == "in use" else given
        daybook("serve", "--archive", tmp_path, "--address", address, code=1)
    out, err = capsys.readouterr()
    assert err.startswith(f"daybook: {address}: cannot serve the site")
    assert err.count("\n") == 1
    assert "--address" in err
    assert out == ""
    assert not (tmp_path / "pages").exists()


def test_an_address_of_the_new_internet() -> None:
    """In brackets, as browsers write it."""
    if not socket.has_ipv6:
        pytest.skip("this machine knows it not")
    try:
        with listening("[::1]:0") as server:
            assert re.fullmatch(r"http://\[::1\]:\d+/", server.url)
    except BuildError as error:
        pytest.skip(str(error))


@pytest.mark.browser
def test_a_page_in_a_browser(archive: Path, tmp_path: Path, serve: Callable[..., str], watched: Watch) -> None:
    """Its console is silent; once a changed page is built, the browser's own reload shows it."""
    copy = Path(shutil.copytree(archive, tmp_path / "archive"))
    url = serve(copy)
    look = watched(url)
    for path in ("", "days/2026/2026-03-04.html", "about.html", "index.html"):
        assert look.page.goto(url + path).ok
        look.settle()
    assert "Other words" not in look.page.inner_text("main")
    (copy / "introduction.md").write_text("Other words.\n")
    daybook("build", "--quiet", "--archive", copy)
    look.page.reload()
    look.settle()
    assert "Other words" in look.page.inner_text("main")
    assert look.complaints == []


URL = "https://reader.example/my/daybook/"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with its own page for wrong addresses."""
    archive = write_archive(tmp_path_factory.mktemp("archive"), sample.ARCHIVE)
    site = build_site(archive, tmp_path_factory.mktemp("site"), url=URL)
    with listening("127.0.0.1:0", URL) as server:
        thread = threading.Thread(target=server.show, args=(site,), daemon=True)
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def ways(page: Page, base: str) -> list[str]:
    """The links that the page offers, once it has asked for all of them."""
    page.wait_for_selector("#notfound a")
    links = page.locator("#notfound a").evaluate_all("links => links.map((link) => link.href)")
    return [link.removeprefix(base) for link in links]


@pytest.mark.trial
@pytest.mark.parametrize(("address", "expected"), table(__file__, "what_an_address_means"))
def test_an_address_leads_to_what_it_means(address: str, expected: tuple[str, ...], base: str, watched: Watch) -> None:
    """Only to pages that are there, and to a search for its words; nothing is asked of another host."""
    look = watched(base, address)
    assert ways(look.page, base) == [*expected]
    assert [line for line in look.complaints if "404" not in line] == []  # browsers report what is not there


def test_without_scripts_it_says_where_to_begin(base: str, watched: Watch) -> None:
    look = watched(base, "papers/2603.00356", java_script_enabled=False)
    links = look.page.locator("article a").evaluate_all("links => links.map((link) => link.href)")
    assert links == [f"{base}search.html", f"{base}index.html"]
