"""The sums of a built site, and the headers that hosts send with it."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.site import build, headers, manifest, sums, work
from tests.conftest import ROOT
from tests.pages import sample


def of_data(site: Path) -> dict[str, str]:
    data = site / sums.FOLDER
    files = (path for path in data.rglob("*") if path.is_file() and path != site / sums.NAME)
    return {path.relative_to(data).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_what_other_archives_read_has_sums(site: Path, offline_site: Path) -> None:
    """Beside it; other files have theirs in releases."""
    for folder in (site, offline_site):
        assert sums.parse((folder / sums.NAME).read_bytes(), "") == of_data(folder)
        assert not (folder / "SHA256SUMS").exists()


def test_a_later_build_reads_what_is_new(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the sums are those of a build from nothing."""
    copy, site = tmp_path / "archive", tmp_path / "site"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("cache"))
    build(ROOT, copy, site, sample.SETTINGS)
    page = copy / "pages/papers/2603/2603.00356.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    read: list[str] = []
    real = manifest._row

    def counted(path: str) -> manifest.Row:
        read.append(path)
        return real(path)

    monkeypatch.setattr(manifest, "_row", counted)
    build(ROOT, copy, site, sample.SETTINGS)
    # Besides the page: the maps, what people wrote, whose links are checked, the theme's files and the search's index.
    assert not [path for path in read if "/papers/" in path and not path.endswith("2603.00356.html")]
    assert sums.parse((site / sums.NAME).read_bytes(), "") == of_data(site)


def test_a_caller_may_tell_what_changed(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no other page is read; nor are others made again where a file of the site is lost."""
    copy, site = tmp_path / "archive", tmp_path / "site"
    shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("cache"))
    build(ROOT, copy, site, sample.SETTINGS)
    page, data = "papers/2603/2603.00356.md", next((copy / "pages/abstracts").glob("*.js"))
    (copy / "pages" / page).write_text((copy / "pages" / page).read_text(encoding="utf-8") + "\nMore.\n")
    data.unlink()
    (site / "days" / "index.html").unlink()
    with monkeypatch.context() as patched:
        patched.setattr(work, "_hashes", None)
        assert (
            build(ROOT, copy, site, sample.SETTINGS, changed={page: "new"}, removed=[f"abstracts/{data.name}"]).built
            == 2
        )
    build(ROOT, copy, tmp_path / "fresh", sample.SETTINGS)
    contents = [
        {p.relative_to(top): p.read_bytes() for p in top.rglob("*") if p.is_file()}
        for top in (site, tmp_path / "fresh")
    ]
    assert contents[0] == contents[1]


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
    told = rules((site / headers.NAME).read_text(encoding="utf-8"))
    (stated,) = re.findall(r'Content-Security-Policy content="([^"]*)"', (site / "index.html").read_text())
    assert told["/*"]["Content-Security-Policy"] == f"{stated};frame-ancestors 'self'"
    assert told["/*"]["X-Content-Type-Options"] == "nosniff"
    assert told["/*"]["Referrer-Policy"]
    names = [(name, path.rstrip("*")) for path, own in told.items() for name in own]
    for name, path in names:
        others: list[Any] = [other for each, other in names if each == name and other != path]
        assert not any(other.startswith(path) for other in others), (name, path)
    assert max(map(len, (site / headers.NAME).read_text().splitlines())) < 2_000  # Cloudflare's limit
    assert not (offline_site / headers.NAME).exists()
