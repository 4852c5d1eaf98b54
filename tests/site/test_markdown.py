"""The fast way with generated pages gives what MkDocs' own engine gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.site import markdown, shell
from tests.cases import for_each
from tests.pages import engines, sample
from tests.site.conftest import build_site, write_archive


def shape(text: str) -> list[tuple[str, list[tuple[str, str]], str, str]]:
    """Every element in a page's own part: name, attributes, words in and after it; not the first heading's id."""
    (own,) = engines.parse(text).xpath("//article[contains(@class, 'md-content__inner')] | //main/article")
    for heading in own.iter("h1"):
        heading.attrib.pop("id", None)
    return [
        (
            element.tag,
            sorted(element.attrib.items()),
            " ".join((element.text or "").split()),
            (element.tail or "").strip(),
        )
        for element in own.iterdescendants()
        if isinstance(element.tag, str)
    ]


def said_of(text: str) -> list[str]:
    """What a page says of itself to those who list it."""
    tree = engines.parse(text)
    return [*tree.xpath("//title/text()"), *tree.xpath("//meta[@name='description']/@content"), tree.get("lang")]


@pytest.mark.trial
@pytest.mark.parametrize("payload", [None, " ".join(sample.PAYLOADS[:9])])
def test_same_site_as_the_slow_way(payload: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Elements, attributes, ids and words are the same, of harmless and of hostile text, whatever shell is around."""
    archive = write_archive(tmp_path / "archive", sample.hostile(payload) if payload else sample.ARCHIVE)
    fast = build_site(archive, tmp_path / "fast")
    monkeypatch.setattr(markdown, "is_generated", lambda path: False)
    slow = build_site(archive, tmp_path / "slow")
    pages = sorted(file.relative_to(slow).as_posix() for file in slow.rglob("*.html"))
    assert len(pages) > 10
    for page in pages:
        one, other = ((site / page).read_text(encoding="utf-8") for site in (fast, slow))
        if page != "404.html":
            assert shape(one) == shape(other), page
        assert said_of(one)[0] == said_of(other)[0], page
        assert said_of(other)[1:] in (said_of(one)[1:], [sample.SETTINGS.description, "en"]), page


def test_headings_get_ids_and_nest():
    """Ids are made as MkDocs makes them, never twice; deeper headings stand below the one before them."""
    html, contents = markdown.render("# A <b>bold</b> *é* name\n\n## Part\n\n### Deep\n\n## Part\n\n# &lt;x&gt;\n")
    assert '<h1 id="a-bold-e-name">' in html
    assert markdown.anchors(contents) == {"a-bold-e-name", "part", "deep", "part_1", "x"}
    first, second = contents.items
    assert [entry.id for entry in first.children] == ["part", "part_1"]
    assert [entry.id for entry in first.children[0].children] == ["deep"]
    assert second.title == "&lt;x&gt;"


@for_each(
    ("path", "generated"),
    [("papers/2603/x.md", True), ("days/2026.md", True), ("index.md", False), ("guide/papers/x.md", False)],
)
def test_hand_written_pages_are_left_to_mkdocs(path: str, generated: bool):
    """Only pages that hold nothing a person wrote go the fast way."""
    assert markdown.is_generated(path) is generated


@for_each(
    ("text", "html"),
    [
        ("Plain words, no sign.", "<p>Plain words, no sign.</p>"),
        ('It\'s "quoted"', '<p>It\'s "quoted"</p>'),
        ("*Emphasis* and **more**", "<p><em>Emphasis</em> and <strong>more</strong></p>"),
        ("<var>k</var> of *n*", "<p><var>k</var> of <em>n</em></p>"),
        ("<p>*unread*</p>\n<b>x</b>", "<p>*unread*</p>\n<b>x</b>"),
        ("One\n\n\nTwo", "<p>One</p>\n<p>Two</p>"),
        ("AT&amp;T&#x27;s &quot;x&quot;", "<p>AT&amp;T&#x27;s &quot;x&quot;</p>"),
        ("AT&copy;T", "<p>AT©T</p>"),
        ("# A #", '<h1 id="a">A</h1>'),
        ("## &lt;b&gt; *c* #1", '<h2 id="b-c-1">&lt;b&gt; <em>c</em> #1</h2>'),
    ],
)
def test_blocks(text: str, html: str):
    """A block without signs of Markdown is passed by quickly, any other goes to the engine, with one result."""
    assert markdown.render(text)[0] == html


@for_each(
    "text",
    [
        'Set <span class="katex"><math><mi mathvariant="normal">x</mi></math></span> for &#91;1&#93; &amp; more',
        'A <a href="https://example.org/?a=1&amp;b=2" rel="nofollow">link</a> with &#42;signs&#42;',
        'A number <b title="x &#34; onclick=&#34;alert(1)">in an attribute</b> stays one',
        "A sign <b title='x'> of &#60;script&#62; and &nbsp; another",
        'Two <span class="a" style="height:1em;margin-left:-0.2em;"></span>!',
    ],
)
def test_paragraphs_as_the_engine_makes_them(text: str) -> None:
    """The short way with paragraphs gives, sign by sign, what markdown-it gives."""
    engine = markdown._ENGINE
    whole = engine.renderer.render(engine.parse(text), engine.options, {}).rstrip("\n")
    assert markdown.render(text)[0] == whole


def test_tags_left_out_change_nothing() -> None:
    """An article says the same with the tags that HTML does not ask for and without; that pages do, is tested above."""
    whole = "<p class=a>One</p>\n<p>2</p>\n<div><p>Three</p>\n</div>\n<ul>\n<li><a href=b>4</a></li>\n<li>5</li>\n</ul>"
    whole += (
        "<dl>\n<dt>Six</dt><dd>7</dd>\n</dl>\n<h2>Eight</h2>\n<p>Nine <b>ten</b></p>\n<p>11 <a href=c><p>12</p></a>"
    )
    whole += "<table><tr><th scope=row>13</th><td>14</td></tr>\n<tr><td>15</td></tr>\n</table>\n<p>16</p>\n"
    short = shell.thin(whole)
    assert short.count("</") == whole.count("</") - 14
    assert shape(f"<main><article>{short}</article></main>") == shape(f"<main><article>{whole}</article></main>")
