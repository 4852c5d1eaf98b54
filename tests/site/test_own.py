"""What an owner changes without a copy: settings of looks, overrides/ and files beside notes; and what none of it can
do to the machine that builds the site."""

import re
import zlib
from pathlib import Path

import pytest
from daybook import config
from daybook.errors import BuildError, GeneratorError
from daybook.site import layouts, own
from lxml import html

from tests.cases import Capsys, Patch, for_each, table
from tests.makers import put
from tests.pages import sample
from tests.site.conftest import build_site, write_archive

PNG = b"\x89PNG\r\n\x1a\n"
SVG = '<?xml version="1.0"?>\n<!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'
PAGE = "---\nkind: page\n---\n\n# A\n\n## B\n\n### [x](papers/2603/2603.00001.md)\n"
PAPER = "papers/2603/2603.00356.html"


def drawn(archive: Path) -> str:
    """A page, drawn with an archive's own layouts."""
    return sample.layouts(lambda path: {}, archive).page("a.md", PAGE).html


def told(archive: Path) -> str:
    """The same, or what is wrong."""
    try:
        return drawn(archive)
    except BuildError as error:
        return str(error)


@for_each(("text", "said"), table(__file__, "hostile_layouts"))
def test_a_layout_of_anyone_s_reaches_nothing(text: str, said: str, tmp_path: Path, monkeypatch: Patch) -> None:
    """No file, no module, no value that other pages share; nor for ever. `said`: the problem, or what it prints."""
    monkeypatch.setattr(layouts, "SECONDS", 0.1)
    monkeypatch.setattr(layouts, "ROOM", 200_000_000)
    whole = f'{{% extends "main.html" %}}\n{{% block content %}}[{text}]{{% endblock %}}'
    put(tmp_path, {"overrides/page.html": whole})
    outcome = told(tmp_path)
    shown = re.search(r"<article[^>]*>\s*\[(.*)\]", outcome, re.DOTALL)
    assert shown[1] == said if shown else said in outcome
    assert shown or (outcome.startswith("overrides/") and "\n" not in outcome)


@for_each(("name", "text", "said"), table(__file__, "layouts_that_fail"))
def test_a_layout_that_fails_is_told_in_one_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    place = tmp_path / str(zlib.crc32(text.encode()))
    put(place, {f"overrides/{name}": text})
    assert told(place).startswith(f"overrides/{said}")


def test_a_layout_extends_ours(tmp_path: Path, capsys: Capsys) -> None:
    """By the name daybook/NAME; a block that there is not is told, and costs nothing."""
    main = '{% extends "daybook/main.html" %}\n{% block heads %}{% endblock %}\n{% block header %}<p>Ours{% endblock %}'
    part = '{% import "daybook/parts.html" as ours %}{% set state = ours.state %}'
    put(tmp_path, {"overrides/main.html": main, "overrides/parts.html": part})
    assert "<p>Ours" in drawn(tmp_path)
    assert (
        "overrides/main.html, line 2: no layout has a block 'heads', but about, below, content"
        in capsys.readouterr().err
    )


FILES: dict[str, str | bytes] = {
    "fonts/Own.woff2": b"wOF2 font",
    "images/logo.svg": SVG,
    "notes/group/plot.png": PNG,
    "notes/group/plan.pdf": b"%PDF-1.4",
    "notes/group/wrong.png": "not a picture",
    "notes/group/plan.txt": "no file of a site",
    "overrides/main.html": '{% extends "daybook/main.html" %}{% block below %}<p class=ours>{{ kind }}{% endblock %}',
    "overrides/styles/own.css": '.ours::before { content: "/* ours */" }',
    "overrides/assets/scripts/own.js": 'const ours = " // ours";',
    "overrides/assets/images/favicon.svg": SVG,
    "overrides/assets/notfound.js": '"theirs";',
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_archive(tmp_path_factory.mktemp("own"), sample.ARCHIVE)
    for path, data in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


LOOKS = {
    "colours": {"main": "#7a1f2b"},
    "fonts": {"text": "fonts/Own.woff2"},
    "logo": "images/logo.svg",
    "navigation": ("days", "notes/list.md", {"Group": "https://example.org/a?b&c"}),
    "footer": "By *us*. [List](notes/list.md), [Group](https://example.org/) <b>",
}


def test_a_site_of_one_s_own(archive: Path, tmp_path: Path, capsys: Capsys) -> None:
    """All of it in one build: colours, a font, a logo, tabs, a footer, a layout, a style sheet, scripts, files of
    notes; then what a change of each makes anew."""
    site = build_site(archive, tmp_path / "site", **LOOKS)
    assert "notes/group/wrong.png: is no png file" in capsys.readouterr().err
    page = (site / PAPER).read_text(encoding="utf-8")
    tree = html.fromstring(page)
    tabs = [(each.text, each.get("href")) for each in tree.xpath("//nav[@class='md-tabs']/a")]
    assert tabs == [("Days", "../../days/index.html"), ("List", "../../notes/list.html"),
                    ("Group", "https://example.org/a?b&c")]  # fmt: skip
    assert '<span>By <em>us</em>. <a href=../../notes/list.html>List</a>, <a href="https://example.org/">' in page
    assert "&lt;b&gt;</span>" in page
    assert tree.xpath("//header//img/@src") == ["../../assets/images/logo.svg"]
    assert "../../assets/scripts/own.js" in tree.xpath("//script/@src")
    assert tree.xpath("//p[@class='ours']/text()") == ["paper"]
    sheet = (site / "assets/daybook.css").read_text(encoding="utf-8")
    order = [sheet.index(part) for part in (".md-skip", 'url("fonts/text-0.woff2")', "#7a1f2b", '"/* ours */"')]
    assert order == sorted(order)
    for path in ("assets/fonts/text-0.woff2", "notes/group/plot.png", "notes/group/plan.pdf"):
        assert (site / path).is_file(), path
    assert not (site / "notes/group/wrong.png").exists()
    assert not (site / "notes/group/plan.txt").exists()
    assert not (site / "styles").exists()
    assert (site / "assets/notfound.js").read_text() == '"theirs";'
    told = (site / PAPER).stat()
    for changed in ({"colours": {}}, {"fonts": {}}):  # no page is laid out again
        build_site(archive, site, **{**LOOKS, **changed})
        assert (site / PAPER).stat() == told, changed
    assert not (site / "assets/fonts").exists()
    (archive / "overrides/styles/own.css").write_text(".ours { color: red }")
    (archive / "notes/group/plot.png").write_bytes(PNG + b"x")
    build_site(archive, site, **{**LOOKS, "fonts": {}})
    assert ".ours { color: red }" in (site / "assets/daybook.css").read_text()
    assert (site / "notes/group/plot.png").read_bytes() == PNG + b"x"
    assert (site / PAPER).stat() == told
    (archive / "overrides/main.html").unlink()
    build_site(archive, site, **{**LOOKS, "fonts": {}})
    assert "class=ours" not in (site / PAPER).read_text()


@for_each(
    ("looks", "said"),
    [
        (
            {"navigation": ({2024: "notes/no.md"},)},
            "archive.yml, navigation, 2024: this site has no page 'notes/no.md'",
        ),
        (
            {"navigation": ("nowhere",)},
            "archive.yml, navigation, Nowhere: this site has no page 'nowhere'; name a page",
        ),
        ({"navigation": ({"A": "http://x.org"},)}, "archive.yml, navigation, A: this site has no page 'http://x.org'"),
        ({"colours": {"main": "red"}}, "archive.yml, colours, main: 'red' is no colour"),
        (
            {"fonts": {"body": "a.ttf"}},
            "archive.yml, fonts, body: no font is known for that; name files for text, titles",
        ),
        ({"fonts": {"text": ("fonts/Own.woff2",) * 4}}, "archive.yml, fonts, text: no font is known for that"),
        ({"fonts": {"text": "images/logo.svg"}}, "images/logo.svg: is no svg file; use woff2 or woff or ttf or otf"),
        ({"fonts": {"text": "../a.ttf"}}, "../a.ttf: leads elsewhere; put the file itself into the archive"),
        ({"fonts": {"text": "/etc/passwd"}}, "../"),
        ({"logo": "fonts/Own.woff2"}, "fonts/Own.woff2: is no woff2 file; use png or"),
        ({"footer": "[a](none.md)"}, "archive.yml, footer: this site has no page 'none.md'; name a page such as days"),
        ({"footer": "[a](javascript:x)"}, "archive.yml, footer: this site has no page 'javascript:x'"),
        ({"fonts": {"text": "fonts/none.woff2"}}, "fonts/none.woff2: cannot be read: No such file"),
        ({"fonts": {"text": "notes/group/plot.woff"}}, "notes/group/plot.woff: is no woff file"),
        ({"logo": "notes/group/plot.svg"}, "notes/group/plot.svg: is no svg file"),
    ],
)
def test_what_leads_nowhere_leaves_the_site_as_it_was(looks, said: str, archive: Path, tmp_path: Path) -> None:
    put(archive, {"notes/group/plot.woff": "PNG", "notes/group/plot.svg": "<html></html>"})
    with pytest.raises(GeneratorError) as caught:
        build_site(archive, tmp_path / "site", **looks)
    assert str(caught.value).startswith(said)
    assert not (tmp_path / "site").exists()
    (archive / "notes/group/plot.svg").unlink()


@for_each(("path", "data", "said"), table(__file__, "files_that_are_refused"))
def test_files_that_are_refused(path: str, data: str, said: str, tmp_path: Path) -> None:
    place = tmp_path / f"{zlib.crc32(f'{path}{data}'.encode())}"
    put(place, {path: data * (300_000 if data == "x" else 1)})
    with pytest.raises(BuildError) as caught:
        own.of(place, sample.SETTINGS)
    assert str(caught.value).startswith(f"{path}: {said}")


@for_each("path", ["overrides/page.html", "overrides/assets", "overrides", "fonts/a.ttf", "fonts"])
def test_no_link_is_followed(path: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Out of the archive: to a file, or to a folder with one of the right kind."""
    outside, archive = tmp_path_factory.mktemp("outside"), tmp_path_factory.mktemp("archive")
    put(outside, {"page.html": "secret", "a.ttf": "true", "assets/a.css": "secret"})
    (archive / path).parent.mkdir(parents=True, exist_ok=True)
    (archive / path).symlink_to(outside / Path(path).name if "." in path else outside)
    settings = config.parse("title: x\ncategories: [cs.DC]\nfonts: {text: fonts/a.ttf}")
    with pytest.raises(BuildError, match=r"leads elsewhere; put the file itself into the archive$"):
        own.of(archive, settings if "fonts" in path else sample.SETTINGS)


def test_tabs_without_settings_are_those_of_mkdocs_yml() -> None:
    usual = [
        ("Home", "index.md"),
        ("Categories", "categories/index.md"),
        ("Guide", "guide/index.md"),
        ("About", "about.md"),
    ]
    texts = {path for _, path in usual}
    assert [name for name, _ in own.tabs(sample.SETTINGS, [*usual], texts)] == ["Home", "Guide", "About"]
    assert own.tabs(sample.SETTINGS, [*usual], {*texts, "notes/index.md"})[1] == ("Notes", "notes/index.md")
