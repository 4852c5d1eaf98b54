"""Received names become addresses only where every file system takes them, and no two pages share one."""

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from daybook import cli, pages
from daybook.describe import themes
from daybook.errors import BuildError, SettingsError
from daybook.fold import linking
from daybook.model import arxiv, ids
from daybook.pages import moved
from daybook.sources import intake
from daybook.text import markup
from daybook.view import addresses

from tests.cases import for_each
from tests.conftest import ROOT
from tests.pages import sample

FEED = ROOT / "tests" / "sample" / "documents" / "2026-03-03-rss.xml"
ODD = (
    "cs.DC index.html", "x" * 300, "a" * 300 + ".BB", "cs.dc", "CS.DC", "Cs.DC", "cs.Dc", "aux", "con.AB", "nul",
    "com1", "..", ".", "index", "Index", "cs.DC.", "cs.DC ", "\u0441s.DC", "cs.DC\u200b", "cs.D\u0421", "cs.DC/../../x",
    "<b>", "README", "-cs.DC",
    "cs..DC", "cs.DCC", "physics.Optics", "COM1.txt", "caf\u00e9", "cs.DC:x", "cs.DC|", "~", "",
)  # fmt: skip
"""Codes as other services may send them: none has the form of arXiv's."""


@for_each("code", ODD)
def test_a_code_of_another_form_has_no_page(code: str) -> None:
    assert not addresses.has_page(code)


def test_arxivs_own_codes_have_pages() -> None:
    """And those it may have one day; their addresses differ for every file system."""
    codes = [*arxiv.all_codes(), "cs.ZZ", "new-arch.XY", "economics.GN", "physics.flu-dyn-x"]
    assert [code for code in codes if not addresses.has_page(code)] == ["physics.flu-dyn-x"]
    assert len({ids.folded(code) for code in codes}) == len(codes)

    # Whatever letters of a code are written small or as capitals, one form of it at most has a page.
    for code in arxiv.all_codes():
        head, _, tail = code.partition(".")
        spellings = {code.lower(), code.upper(), code.title(), f"{head}.{tail.swapcase()}", f"{head.upper()}.{tail}"}
        assert [one for one in {code, *spellings} if addresses.has_page(one)] == [code]


@for_each("slug", ["index", "con", "aux", "nul", "com1", "lpt9", "readme", "a" * 101, "a-" * 60 + "a"])
def test_a_slug_that_is_no_name_is_refused(slug: str) -> None:
    text = f"themes: [{{slug: {slug}, name: N, definition: D., phrases: {{3: [tide]}}}}]\n"
    with pytest.raises(SettingsError, match=r"theme 1 .*: the slug '.*' does not work as a file name on all systems"):
        themes.parse(text)


TITLES = (
    "CON", "index", "..", "a" * 5000, "\u202eevil\u0000name\u001b[31m", "x.", "\u0430\u0430", "",
    "A/B\\C:D", "\U0001f600" * 99,
    "\u00df" * 200, "README.md", "nul.txt", " \t\n", "\u6f22\u5b57" * 100, "\u0130stanbul",
)  # fmt: skip


@for_each("title", TITLES)
def test_a_papers_title_makes_a_name(title: str) -> None:
    """Of a paper without an id."""
    path = addresses.paper(linking.title_address(title))
    assert path.isascii()
    assert len(markup.slug(title)) <= 60
    assert all(ids.is_name(part) for part in path.removesuffix(".md").split("/")), path
    assert ids.folded(path) == path


def test_odd_categories_are_words_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The archive keeps them, pages show them, none has a page, and the site is sound."""
    feed = FEED.read_text(encoding="utf-8")
    # A sign that shows nothing is dropped before documents are read: "cs.DC" with one is cs.DC itself.
    held = [code for code in ODD if code.strip() and "<" not in code and intake.words(code) == code]
    codes = iter([*held, *held])
    more = lambda: "".join(f"<category>{escape(next(codes))}</category>" for _ in range(3))  # noqa: E731
    feed = re.sub("<category>cs.DC</category>", lambda found: found[0] + more(), feed)
    (tmp_path / "feed.xml").write_text(feed, encoding="utf-8")
    archive = ("--archive", str(tmp_path / "a"))
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "archive.yml").write_text("title: T\ncategories: [cs.DC]\n")
    assert cli.main(["ingest", "--quiet", *archive, str(tmp_path / "feed.xml")]) == 0
    assert cli.main(["build", "--quiet", *archive]) == 0
    assert cli.main(["check", "--quiet", *archive]) == 0
    capsys.readouterr()
    assert cli.main(["export", "jsonl", *archive]) == 0
    told = {code for line in capsys.readouterr().out.splitlines() for code in json.loads(line)["categories"]}
    assert {" ".join(code.split()) for code in held} <= told
    site = tmp_path / "a" / "site"
    made = [path.relative_to(site).as_posix() for path in site.rglob("*")]
    assert len({ids.folded(path) for path in made}) == len(made)
    assert all(addresses.has_page(path.stem) or path.stem == "index" for path in (site / "categories").glob("*.html"))
    text = "".join(path.read_text(encoding="utf-8") for path in (site / "papers").rglob("*.html"))
    assert all(escape(" ".join(code.split())) in text for code in held)


def test_two_pages_at_one_address_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should ever two get one: also where only capitals make the difference."""
    monkeypatch.setattr(addresses, "has_page", lambda code: True)
    paper = sample.ARCHIVE.papers["2603.00356"]
    for other in ("cs.dc", "papers/../cs.DC"):
        odd = replace(paper, categories=("cs.DC", other))
        archive = replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, paper.key: odd})
        drafts = pages.drafts(archive, sample.SETTINGS, sample.TEXTS)
        if other == "cs.dc":
            with pytest.raises(BuildError, match=r"pages/categories/cs\.\w\w.* would overwrite categories/cs"):
                list(drafts)
        else:
            assert list(drafts)


def test_a_page_stands_before_an_address_that_moved() -> None:
    """Also where only capitals make the difference; of two that moved, one stands."""
    paths = ["papers/2603/2603.00356.md", "Themes/Index.md", "days/2020/2020-01-02.md", "days/2020/2020-01-02.MD.md"]
    paths += ["days/2019/A.md", "days/2019/a.md"]
    archive = replace(sample.ARCHIVE, moved=dict.fromkeys(paths, "https://example.org/older/x.html"))
    made = [draft.path for draft in pages.drafts(archive, sample.SETTINGS, sample.TEXTS)]
    assert len({ids.folded(path) for path in made}) == len(made)
    assert [path for path in made if path.startswith(("Themes", "days/2019", "days/2020"))] == [
        "days/2019/A.md", "days/2020/2020-01-02.MD.md", "days/2020/2020-01-02.md",
    ]  # fmt: skip


def test_a_former_address_fits_a_file_system() -> None:
    """One that does not is no address."""
    assert moved.parse(f"days/{'a' * 240}.html\n", "https://example.org/")
    with pytest.raises(SettingsError, match="is not the address of a page"):
        moved.parse(f"days/{'a' * 300}.html\n", "https://example.org/")
