"""What tells two sites apart: addresses that are answered no more, pages that say something else."""

from pathlib import Path

from daybook.site import differences

from tests.makers import put

MOVED = '<!doctype html><meta http-equiv=refresh content="0;url={}"><title>Moved</title>'
QUOTED = MOVED.replace("refresh", '"refresh"')


def test_addresses(tmp_path: Path) -> None:
    """Each file of the old one is a file of the new one, or leads on to one; but not what only its pages ask for, nor
    the Markdown of a page that is there."""
    names = (
        "index.html",
        "a/1.html",
        "a/2.html",
        "a/3.html",
        "a/4.html",
        "feeds/a.xml",
        "feeds/b.opml",
        "gone.html",
        "a/1.md",
        "b.md",
    )
    old = put(tmp_path / "old", dict.fromkeys((*names, "assets/x.1f.js", "search/0.bin", "sw.js"), "old"))
    new = put(tmp_path / "new", {
        "index.html": "new", "feeds/a.xml": "new", "b.html": "new", "assets/x.2f.js": "new",
        "a/1.html": MOVED.format("../b.html?x=y#z"), "a/2.html": MOVED.format("../gone.html"),
        "a/3.html": QUOTED.format("https://old.example/a/3.html"), "a/4.html": QUOTED.format("."),
    })  # fmt: skip
    assert differences.of_addresses(old, new) == (["a/2.html", "feeds/b.opml", "gone.html"], 7, 1)
    assert differences.of_addresses(tmp_path / "none", new) == ([], 0, 7)


def test_texts(tmp_path: Path) -> None:
    """By their Markdown: what layouts change is not counted."""
    old = put(tmp_path / "old", {"index.md": "one", "days/1.md": "a day", "gone.md": "", "list.txt": "old"})
    new = put(tmp_path / "new", {"index.md": "two", "days/1.md": "a day", "new.md": "", "list.txt": "new"})
    assert differences.of_texts(old, new) == (["index.md"], ["new.md"], 3)
