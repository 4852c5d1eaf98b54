"""The tool that says where each paper of an archive is found sees rows and entries, and misses what is not there."""

from __future__ import annotations

from pathlib import Path

from tests.cases import for_each
from tests.tools import reach

ROWS = """<!doctype html><div class="rows x">
<article class=new><a href="../../papers/2603/2603.00001.html">One</a></article></div>
<p><a href="../../papers/2603/2603.00002.html">Two</a></p><article class=narrow><a href=x.html>x</a></article>"""
FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://daybook.example/index.html"/>
<entry><link href="https://daybook.example/papers/title/one-1234abcd.html"/></entry>
<entry><link href="https://arxiv.org/abs/cs/0309901v2"/></entry></feed>"""


@for_each(
    ("address", "key"),
    [
        ("../../papers/2603/2603.00001.html#v2", "2603.00001"),
        ("https://arxiv.org/abs/2603.00001v3", "2603.00001"),
        ("https://arxiv.org/abs/hep-th/9901001", "hep-th9901001"),
    ],
)
def test_addresses_name_papers(address: str, key: str):
    """Those of their pages, and of arXiv's."""
    assert reach.key(address) == key


def test_rows_and_entries_are_found(tmp_path: Path):
    """Links outside of rows, and those of the feed itself, count for nothing."""
    (tmp_path / "feeds").mkdir()
    (tmp_path / "feeds" / "all.xml").write_text(FEED, encoding="utf-8")
    (tmp_path / "day.html").write_text(ROWS, encoding="utf-8")
    assert reach.in_rows([tmp_path / "day.html"], reach.ROW) == {"2603.00001"}
    assert reach.in_feeds(tmp_path) == {"one-1234abcd", "cs0309901"}
