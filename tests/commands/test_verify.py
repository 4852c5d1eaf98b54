"""`daybook check --site`: what differs between a site and its sums is named, in a folder and over the web."""

import gzip
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from daybook import cli
from daybook.errors import BuildError
from daybook.fetch import published
from daybook.runtime import sha256sums

from tests.cases import Capsys, Patch, for_each
from tests.conftest import HANGS
from tests.makers import put
from tests.serving import Quiet, serving

PAGES = ("index.html", "404.html", "days/2026-03-03.html", "papers/2603/2603.00356.html", "_headers")
SUMS = "site.sha256"
HOME = "https://example.org/daily/"


def made(folder: Path) -> Path:
    """A small site with its sums, sitemap and lists."""
    put(folder, {name: f"<p>{name}\n" for name in PAGES})
    (folder / "sitemap.xml").write_text(
        f"<urlset><url><loc>{HOME}</loc></url><url><loc>{HOME}days/2026-03-03.html</loc></url></urlset>"
    )
    (folder / ".daybook-site").write_text("A site.\n")
    write(folder)
    return folder


def write(folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    listed = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files if path.name != SUMS}
    (folder / SUMS).write_bytes(sha256sums.sums_text({n: hashlib.sha256(d).hexdigest() for n, d in listed.items()}))


class Handler(Quiet):
    """Serves a folder; sometimes it is busy, and it leads from one name to another."""

    busy: set[str] = set()

    def do_GET(self) -> None:  # noqa: N802 - the base class names it so
        if self.path in self.busy:
            self.busy.discard(self.path)
            self.send_error(503)
        elif self.path.startswith("/old/") or self.path == "/moved/index.html":
            self.send_response(301)
            self.send_header("Location", "/" + self.path.rpartition("/")[2])
            self.end_headers()
        else:
            super().do_GET()


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(serving(folder, Handler))


def verify(place: str, site: Path | None = None) -> int:
    """Compare a place with the sums that stand in the folder of the site, which is the place if it is not given."""
    return cli.main(["check", "--site", place, "--sums", str((site or Path(place)) / SUMS)])


def test_a_folder_as_it_was_built(tmp_path: Path, capsys: Capsys) -> None:
    """Nothing differs; hidden files do not count, nor the sums that an older Daybook put there."""
    (made(tmp_path / "site") / "SHA256SUMS").write_text("Of all.\n")
    assert verify(f"{tmp_path}/site") == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"6 files compared with {tmp_path}/site/{SUMS}; nothing differs" in said.out


def spoiled(site: Path) -> None:
    (site / "days/2026-03-03.html").write_text("<p>days/2026-03-03.htmL\n")
    (site / "404.html").unlink()
    (site / "papers/2603/2603.99999.html").write_text("Never announced.\n")


def test_a_folder_that_was_changed(tmp_path: Path, capsys: Capsys) -> None:
    """A changed byte, a missing page and an added one, each by its name."""
    site = made(tmp_path / "site")
    spoiled(site)
    assert verify(str(site)) == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "daybook: changed: days/2026-03-03.html",
        "daybook: missing: 404.html",
        "daybook: added: papers/2603/2603.99999.html",
    ]
    assert "1 changed, 1 missing, 1 added" in said.out


def test_a_site_over_the_web(tmp_path: Path, serve: Callable[[Path], str], capsys: Capsys, monkeypatch: Patch) -> None:
    """Busy hosts are asked again; files that hosts do not serve are not asked for; maps and lists name what is new."""
    monkeypatch.setattr(published, "WAIT", 0.01)
    site = made(tmp_path / "site")
    address = serve(site)
    Handler.busy = {"/index.html"}
    assert verify(address, site) == 0
    assert not Handler.busy
    assert f"5 files compared with {site}/{SUMS}; nothing differs" in capsys.readouterr().out
    assert verify(f"{address}index.html", site) == 0
    capsys.readouterr()

    spoiled(site)
    text = (site / "sitemap.xml").read_text()
    (site / "sitemap.xml").write_text(
        text.replace("</urlset>", f"<url><loc>{HOME}papers/2603/2603.99999.html</loc></url></urlset>")
    )
    (site / "offline").mkdir()
    (site / "offline/index.json").write_text('{"lists": [["_", "", 1, 1], ["days", "", 1, 1]]}')
    (site / "offline/_.json").write_text('[["extra.html", "", 1]]')
    (site / "offline/days.json").write_text("[1]")
    assert verify(address, site) == 1
    assert capsys.readouterr().err.splitlines() == [
        "daybook: changed: days/2026-03-03.html",
        "daybook: changed: sitemap.xml",
        "daybook: missing: 404.html",
        "daybook: added: extra.html",
        "daybook: added: offline/_.json",
        "daybook: added: offline/days.json",
        "daybook: added: papers/2603/2603.99999.html",
    ]


def test_maps_in_parts(tmp_path: Path, serve: Callable[[Path], str]) -> None:
    """As large sites have them: packed, and under the address that the site was built for."""
    site = made(tmp_path / "site")
    (site / "sitemap.xml").write_text(
        f"<sitemapindex><sitemap><loc>{HOME}sitemap-1.xml.gz</loc></sitemap></sitemapindex>"
    )
    text = "".join(f"<url><loc>{HOME}{name}</loc></url>" for name in ("", "days/2026-03-03.html", "new%20one.html"))
    (site / "sitemap-1.xml.gz").write_bytes(gzip.compress(f"<urlset>{text}</urlset>".encode()))
    with published.Published(serve(site)) as found:
        assert found.named() == {"sitemap-1.xml.gz", "index.html", "days/2026-03-03.html", "new one.html"}
    (site / "sitemap-1.xml.gz").write_bytes(b"\x1f\x8bdamaged")
    with published.Published(serve(site)) as found:
        assert found.named() == {"sitemap-1.xml.gz"}


def test_a_folder_of_a_site(tmp_path: Path, serve: Callable[[Path], str]) -> None:
    """Which has no first page: of `api/`, a site has the sums itself."""
    site = tmp_path / "site"
    (site / "api").mkdir(parents=True)
    (site / "api" / "papers.json").write_text("{}")
    write(site / "api")
    assert verify(f"{serve(site)}api/", site / "api") == 0


def test_redirects(tmp_path: Path, serve: Callable[[Path], str]) -> None:
    """A site that moved is read where it is now."""
    site = made(tmp_path / "site")
    assert verify(f"{serve(site)}old/", site) == 0


def test_what_does_not_answer(tmp_path: Path, capsys: Capsys, serve: Callable[[Path], str],
                              monkeypatch: Patch) -> None:  # fmt: skip
    """One line, whatever is wrong with the place or the sums."""
    monkeypatch.setattr(published, "WAIT", 0.01)
    site, empty = made(tmp_path / "site"), tmp_path / "empty"
    empty.mkdir()
    for place, problem in (
        (str(empty), "cannot be read"),
        (str(tmp_path / "none"), "is not a folder"),
        ("ftp://example.org/", "is not a web address"),
        ("http://127.0.0.1:9/", "cannot be reached"),
        (serve(empty), "responded with status 404"),
    ):
        assert verify(place, empty if place == str(empty) else site) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert problem in line


@for_each("line", ["", "x", "0" * 64, f"{'0' * 64}  ../secret", f"{'0' * 64}  /etc/passwd"])
def test_files_that_are_no_sums(line: str) -> None:
    with pytest.raises(BuildError, match="FILE"):
        sha256sums.read_sums(line.encode(), "FILE")


def test_many_differences_are_counted(tmp_path: Path, capsys: Capsys) -> None:
    site = made(tmp_path / "site")
    for number in range(50):
        (site / f"{number:02}.html").touch()
    assert verify(str(site)) == 1
    lines = capsys.readouterr().err.splitlines()
    assert (len(lines), lines[-1]) == (21, "daybook: added: 30 more files")


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum here")
def test_sha256sum_reads_what_is_written_and_the_other_way_round(tmp_path: Path) -> None:
    """Names with any signs too."""
    for name in ("a b.html", "back\\slash.html", "line\nend.html", "é.html", "*star"):
        (tmp_path / name).write_text(name)
    write(tmp_path)
    command = ["sha256sum", "--check", "--quiet", "--strict", SUMS]
    assert subprocess.run(command, cwd=tmp_path, check=False, timeout=HANGS).returncode == 0
    names = sorted(path.name for path in tmp_path.iterdir() if path.name != SUMS)
    done = subprocess.run(["sha256sum", *names], cwd=tmp_path, capture_output=True, check=True, timeout=HANGS)
    assert sha256sums.read_sums(done.stdout, "theirs") == sha256sums.read_sums((tmp_path / SUMS).read_bytes(), "ours")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = time.perf_counter()
    yield
    assert time.perf_counter() - began < seconds


@pytest.mark.trial
def test_37_000_files(tmp_path: Path, capsys: Capsys) -> None:
    """One changed byte, one missing and one added page among them are found in less than 30 s."""
    text = os.urandom(6_000).hex().encode()
    listed = {}
    for number in range(37_000):
        path = f"papers/{number // 500:04}/{number}.html"
        if number % 500 == 0:
            (tmp_path / path).parent.mkdir(parents=True)
        data = b"%d %s" % (number, text)
        (tmp_path / path).write_bytes(data)
        listed[path] = hashlib.sha256(data).hexdigest()
    (tmp_path / SUMS).write_bytes(sha256sums.sums_text(listed))
    with (tmp_path / "papers/0040/20123.html").open("r+b") as file:
        file.seek(100)
        file.write(b"!")
    (tmp_path / "papers/0001/777.html").unlink()
    (tmp_path / "papers/0001/extra.html").write_bytes(text)
    with within(30):
        assert verify(str(tmp_path)) == 1
    assert capsys.readouterr().err.splitlines() == [
        "daybook: changed: papers/0040/20123.html",
        "daybook: missing: papers/0001/777.html",
        "daybook: added: papers/0001/extra.html",
    ]
