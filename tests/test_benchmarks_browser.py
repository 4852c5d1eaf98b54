"""The benchmark of the search takes the same queries each time, and counts bytes as hosts send them."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.tools.benchmarks import browser, host

pytestmark = pytest.mark.trial

TITLES = (
    "Sorting of Cold Teapots in the Dark",
    "A Harbour-Wide Cache for Lazy Ferries",
    "Raft",
    "Tea by Night and Day",
)


def written(site: Path) -> Path:
    index = {"papers": len(TITLES), "chunk": 2}
    files = {"index": index} | {f"papers/{at // 2}": [["", title] for title in TITLES[at : at + 2]] for at in (0, 2)}
    for name, data in files.items():
        file = site / "search" / f"{name}.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'daybook_file("{name}","1",{json.dumps(data)});\n', encoding="utf-8")
    return site


def test_queries_are_words_of_titles(tmp_path: Path) -> None:
    asked = browser.queries(written(tmp_path), 8)
    assert asked == browser.queries(tmp_path, 8)
    assert [len(query.split()) for query in asked] == [1, 2, 2, 3] * 2
    titles = [" ".join(word for word in title.lower().split() if word not in browser.COMMON) for title in TITLES]
    assert all(any(query in title for title in titles) for query in asked)
    with pytest.raises(ValueError, match="different queries"):
        browser.queries(tmp_path, 500)


def test_host_sends_as_pages_are_sent(tmp_path: Path) -> None:
    """Text is compressed, pictures are not; each body is counted; nothing outside the site is sent."""
    site = tmp_path / "site"
    written(site)
    (site / "a.png").write_bytes(b"\x89PNG" + bytes(500))
    (tmp_path / "secret.js").write_text("x")
    with host.running(site) as served:
        with urllib.request.urlopen(served.address + "search/index.js?v=1") as answer:
            body = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Cache-Control"] == "max-age=600"
            assert gzip.decompress(body) == (site / "search/index.js").read_bytes()
        with urllib.request.urlopen(served.address + "a.png") as answer:
            assert len(answer.read()) == 504
        for path in ("%2e%2e/secret.js", "nothing.html"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(served.address + path)
            refused.value.close()
        assert served.sent[:2] == [("search/index.js", len(body)), ("a.png", 504)]


def test_p95() -> None:
    assert browser.p95([*range(100, 0, -1)]) == 95
