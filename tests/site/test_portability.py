"""Other engines build the same Markdown: what Zensical makes otherwise than MkDocs is known, and short.

`mkdocs-material` reaches its end in 2027, and MkDocs 1.6.1 is of 2024. Each night says here what a change would mean.
"""

import os
from pathlib import Path

import pytest

from tests.makers import put
from tests.tools import portability


@pytest.mark.trial
def test_another_engine_builds_every_page(ingested: Path, tmp_path: Path) -> None:
    """Every page, at its address, with its headings, links and words; but the title of the first page is its own."""
    told = portability.told(ingested, tmp_path)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write("".join(f"- Zensical: {line}\n" for line in told))
    assert told[:-1] == ["titles differ: 1 page, such as index.html"]
    pages, built = (portability.files(tmp_path / place) for place in ("archive/pages", "zensical"))
    assert {f"{name.removesuffix('.md')}.html" for name in pages if name.endswith(".md")} <= built


def test_what_differs_is_told(tmp_path: Path) -> None:
    """A page less, another link, another heading, other words."""
    page = "<title>A</title><article><h1>A ¶</h1><p>Words of 2\\~3 <a href='b.html'>b</a></article>"
    one = put(tmp_path / "one", {"a.html": page, "b.html": page, "sub/c.html": page})
    same = page.replace("\\~", "~").replace("b</a>", "b</a><a href='#__codelineno-0-1'></a>")
    two = put(
        tmp_path / "two", {"a.html": same, "sub/c.html": page.replace("b.html", "c.html").replace("<h1>A", "<h1>B")}
    )
    assert list(portability.differences(one, two)) == [
        "pages missing: 1, such as b.html",
        "headings differ: 1 page, such as sub/c.html",
        "links differ: 1 page, such as sub/c.html",
        "words differ: 1 page, such as sub/c.html",
    ]
    assert portability.own(one, two) == "made by Daybook alone: b.html 1"
