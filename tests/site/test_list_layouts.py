"""The layouts of lists, of their indexes, and of pages that lead on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader, TemplateError
from jinja2.sandbox import SecurityError
from markupsafe import Markup
from mkdocs.config import load_config

from generator.model import Archive
from generator.pages import Page, Texts, redirects
from generator.site.bodies import Section
from generator.site.layouts import Layouts, mistake, sandboxed
from tests.cases import for_each
from tests.pages import engines, sample
from tests.pages.test_authors import archive, several
from tests.pages.test_subjects import shared
from tests.site.conftest import ROOT

LayOut = Callable[[list[Page]], dict[str, str]]


@pytest.fixture(scope="module")
def lay_out() -> LayOut:
    """Lays out pages: path -> HTML."""
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(ROOT / "overrides"))
    environment = sandboxed(config.theme.get_env())

    def made(pages: list[Page]) -> dict[str, str]:
        facts = {page.path: page.facts for page in pages}
        layouts = Layouts(
            environment, config, sample.SETTINGS, None, lambda path: facts.get(path, {}), offline=False,  # type: ignore[arg-type]
        )  # fmt: skip
        return {page.path: layouts.page(page.path, page.text)[0] for page in pages}

    return made


def parsed(html: str) -> Any:
    return engines.parse(html)


def lists_of(archive: Archive, *kinds: str) -> list[Page]:
    return [page for page in sample.render(archive, texts=Texts()) if page.path.startswith(kinds)]


def test_a_list_has_its_papers_and_what_stands_beside_them(lay_out: LayOut, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows in groups, then the rail: the way up, the feed, papers over time, overlaps."""
    monkeypatch.setattr("generator.pages.lists.ALL", 50)
    html = lay_out(lists_of(shared(130), "themes/"))["themes/scheduling.md"]
    tree = parsed(html)
    assert [each.text for each in tree.iter("h1")] == ["Scheduling & waiting"]
    (papers,) = tree.xpath("//div[@class='list']")
    assert len(papers.xpath(".//article")) == 50
    assert papers.xpath("./section/h2/text()")[0].strip() == "May 2026"
    assert papers.xpath(".//div[@id='narrow']//a/@href") == ["../search.html?theme=scheduling"]
    assert papers.xpath("./p/a/@href") == ["../search.html?theme=scheduling"]
    (rail,) = tree.xpath("//aside[@class='rail']")
    assert tree.xpath("//p[@class='up']/a/@href") == ["index.html", "../feeds/themes/scheduling.xml"]
    assert rail.xpath(".//table//tr[td]/th//text()")[0] == "May 2026"
    assert rail.xpath("./section/h2/text()") == ["Papers per month", "Overlaps with"]
    assert len(rail.xpath(".//*[local-name()='rect']")) == 5


def test_an_index_has_papers_over_time(lay_out: LayOut) -> None:
    """Behind each name with enough of them; names of authors have none."""
    pages = lay_out(lists_of(shared(400), "themes/"))
    assert "<svg" not in pages["themes/index.md"]
    year = shared(400)
    pages = lay_out(lists_of(replace(year, as_of=year.days[-1].date), "themes/"))
    tree = parsed(pages["themes/index.md"])
    lines = tree.xpath("//section//li")
    assert [len(line.xpath("./*[local-name()='svg']")) for line in lines] == [1, 1, 0]
    tree = parsed(lay_out(lists_of(archive(*several("Ada Ebb", "Ben Flow")), "authors/"))["authors/index.md"])
    assert tree.xpath("//section//li/a/@href") == ["ada-ebb.html", "ben-flow.html"]


@for_each(
    ("name", "target"),
    [
        ("Maximiliane Mustermann-Beispielhaft", "search.md?author=Maximiliane+Mustermann-Beispielhaft"),
        ("A title that goes on and on, as titles do, to say at last " * 3, "papers/2603/2603.00356.md"),
        ("", "papers/math/math0309136.md"),
    ],
)
def test_a_page_that_leads_on_is_small(name: str, target: str, lay_out: LayOut) -> None:
    """At most 300 bytes; without scripts, and for search engines where it leads to a page."""
    html = lay_out([redirects.moved("authors/a.md", name, target)])["authors/a.md"]
    assert len(html.encode()) <= 300
    tree = parsed(html)
    to = "../" + target.replace(".md", ".html")
    assert tree.xpath("//a/@href") == [to]
    assert tree.xpath("//meta[@http-equiv='refresh']/@content") == [f"0;url={to}"]
    assert tree.xpath("//link[@rel='canonical']/@href") == [to] * ("?" not in to)


@for_each(
    ("text", "said"),
    [
        ("<p>\n{{ parts.row(1) }}", "overrides/shelf.html, line 2: the layout fails: 'parts' is undefined"),
        ("<p>\n\n{% if %}", "overrides/shelf.html, line 3: the layout fails: Expected an expression"),
        ("{% extends 'none.html' %}", "overrides/none.html: there is no such layout"),
    ],
)
def test_a_layout_that_fails_is_named(text: str, said: str, tmp_path: Path) -> None:
    """With the line and what is wrong."""
    (tmp_path / "shelf.html").write_text(text)
    with pytest.raises(TemplateError) as caught:
        sandboxed(Environment(loader=FileSystemLoader(tmp_path))).get_template("shelf.html").render()
    assert str(mistake(caught.value)).startswith(said)


@for_each(
    "text",
    [
        "{{ facts.__class__.mro() }}",
        "{{ section._replace(id='') }}",
        "{{ section.lines.__class__.mro() }}",
        "{% for n in [1] %}{{ loop._iterable.x }}{% endfor %}",
        "{{ _.__globals__.x }}",
        "{{ once(section.count, 1) }}",
    ],
)
def test_layouts_reach_nothing_but_what_they_are_given(text: str) -> None:
    """What stands behind the parts of a page stays out of their reach."""
    given = {"facts": {"": 1}, "section": Section("a", Markup("A"), "A", [], 0)}
    with pytest.raises(SecurityError):
        sandboxed(Environment(loader=DictLoader({"shelf.html": text}))).get_template("shelf.html").render(given)
