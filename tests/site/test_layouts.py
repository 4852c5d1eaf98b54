"""Layouts: the parts of a page's Markdown, lists and their indexes, pages that lead on, and what people may write."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from daybook.model import Archive, Badge
from daybook.pages import Page, Texts, moved
from daybook.site import layouts
from daybook.site.bodies import Bodies, Body, DrawnRow, Section
from daybook.site.layouts import Layouts
from daybook.site.sandbox import mistake, sandboxed
from daybook.text.markup import Renderer
from jinja2 import DictLoader, Environment, FileSystemLoader, TemplateError
from jinja2.sandbox import SecurityError
from markupsafe import Markup

from tests.cases import for_each, table
from tests.conftest import ROOT
from tests.pages import engines, sample
from tests.pages.test_authors import archive, several
from tests.pages.test_subjects import shared

PAGE = (Path(__file__).parent / "day.md").read_text(encoding="utf-8")


def body_of(text: str, *, rows: bool = True) -> tuple[Body, list[DrawnRow]]:
    drawn: list[DrawnRow] = []

    def draw(row: DrawnRow) -> Markup:
        drawn.append(row)
        return Markup("<article>{}</article>").format(row.title)

    bodies = Bodies(Renderer(None), lambda path: {"path": path}, draw)
    return bodies.of(text, {"2603.90002": {"n": 7}}, rows=rows), drawn


def test_a_page_has_a_title_a_lead_and_sections():
    """Sections have the ids that GitHub gives headings, and count their rows."""
    body, _ = body_of(PAGE)
    assert (body.title, body.words) == (Markup("A <em>day</em>"), "A day")
    assert body.lead == [Markup("<p>Ten papers.")]
    assert [(each.id, each.words, each.rows) for each in body.sections] == [
        ("digest", "Digest", 0), ("waves", "Waves", 2), ("replacements", "Replacements", 2),
        ("abstract", "Abstract", 0),
    ]  # fmt: skip
    assert body.section("Waves") is body.others("Digest", "Replacements", "Abstract")[0]
    assert body.section("Foam") is None


def test_rows_are_found_by_their_links():
    """A heading that links a paper, with the paragraphs behind it; a line of a list where the layout wants that."""
    _, rows = body_of(PAGE)
    assert [(row.key, row.id, row.short) for row in rows] == [
        ("2603.90001", "2603.90001", False),
        ("2603.90002", "2603.90002", False),
        ("2603.90003", "2603.90003", True),
        ("2603.90001", "", True),  # no id stands twice
    ]
    first, second, third, _ = rows
    assert (first.by, first.lines) == (Markup("Ada Ebb · cs.DC"), [Markup("A <b>third</b> less.")])
    assert second.item == {"n": 7}
    assert first.facts == {"path": "papers/2603/2603.90001.md"}
    assert third.by == Markup("v2, abstract")
    _, fewer = body_of(PAGE, rows=False)
    assert len(fewer) == 2


def test_sentences_that_begin_with_a_paper_are_no_rows():
    """As the lines of a digest may."""
    said = "# A day\n\n## Digest\n\n- [Waves](../../papers/2603/2603.90001.md). “We prove it.”"
    assert not body_of(said)[1]
    assert len(body_of(said.replace(". “We prove it.”", ": v2"))[1]) == 1


def test_the_abstract_is_marked():
    """There, what is strong are the card's sentences; elsewhere, it is numbers."""
    body, _ = body_of(PAGE)
    assert body.sections[-1].html == Markup("<p>One. <mark>Two.</mark>")


@for_each(
    "target",
    ["../../themes/2603.90001.md", "https://arxiv.org/abs/2603.90001", "../../papers/index.md", "2603.90001.md"],
)
def test_other_links_are_no_rows(target: str):
    _, rows = body_of(f"# A\n\n## B\n\n### [x]({target})\n\ntext")
    assert rows == []


def test_hostile_words_stay_words():
    """What a title says ends neither its row nor its page."""
    _, rows = body_of("# A\n\n## B\n\n### [\\## x \\[y\\](z) &lt;script>](../../papers/2603/2603.90001.md)\n\n\\### z")
    (title,) = (str(row.title) for row in rows)
    assert title == "<a href=../../papers/2603/2603.90001.html>## x [y](z) &lt;script&gt;</a>"
    assert rows[0].by == Markup("### z")


def lay_out(pages: list[Page]) -> dict[str, str]:
    """path -> HTML."""
    facts = {page.path: page.facts for page in pages}
    layouts = sample.layouts(lambda path: facts.get(path, {}))
    return {page.path: layouts.page(page.path, page.text)[0] for page in pages}


def lists_of(archive: Archive, *kinds: str) -> list[Page]:
    return [page for page in sample.render(archive, texts=Texts()) if page.path.startswith(kinds)]


def test_a_list_has_its_papers_and_what_stands_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows in groups, then the rail: the way up, the feed, papers over time, overlaps."""
    monkeypatch.setattr("daybook.pages.subjects.ALL", 50)
    html = lay_out(lists_of(shared(130), "themes/"))["themes/scheduling.md"]
    tree = engines.parse(html)
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


def test_an_index_has_papers_over_time() -> None:
    """Behind each name with enough of them; names of authors have none."""
    year = shared(400)
    assert "<svg" not in lay_out(lists_of(year, "themes/"))["themes/index.md"]
    pages = lay_out(lists_of(replace(year, as_of=year.days[-1].date), "themes/"))
    tree = engines.parse(pages["themes/index.md"])
    lines = tree.xpath("//section//li")
    assert [len(line.xpath("./*[local-name()='svg']")) for line in lines] == [1, 1, 0]
    tree = engines.parse(lay_out(lists_of(archive(*several("Ada Ebb", "Ben Flow")), "authors/"))["authors/index.md"])
    assert tree.xpath("//section//li/a/@href") == ["ada-ebb.html", "ben-flow.html"]


@for_each(
    ("name", "target"),
    [
        ("Maximiliane Mustermann-Beispielhaft", "search.md?author=Maximiliane+Mustermann-Beispielhaft"),
        ("A title that goes on and on, as titles do, to say at last " * 3, "papers/2603/2603.00356.md"),
        ("", "papers/math/math0309136.md"),
    ],
)
def test_a_page_that_leads_on_is_small(name: str, target: str) -> None:
    """At most 300 bytes; without scripts, and for search engines where it leads to a page."""
    html = lay_out([moved.moved_page("authors/a.md", name, target)])["authors/a.md"]
    assert len(html.encode()) <= 300
    tree = engines.parse(html)
    to = "../" + target.replace(".md", ".html")
    assert tree.xpath("//a/@href") == [to]
    assert tree.xpath("//meta[@http-equiv='refresh']/@content") == [f"0;url={to}"]
    assert tree.xpath("//link[@rel='canonical']/@href") == [to] * ("?" not in to)


def test_the_line_of_a_badge_has_its_name_for_a_class() -> None:
    """By what it is, not by its words: a figure that a person wrote may have the same."""
    badges = (Badge(name="Code available", words="Code: <b> on request"), Badge(name="Proof", words="We prove it."))
    card = replace(sample.OWN_CARD, figures=("Code available: 9",), badges=badges)
    own = replace(sample.ARCHIVE, own_cards={sample.FULL.key: card})
    (html,) = lay_out(lists_of(own, "papers/2603/2603.00356")).values()
    lines = (
        "<li class=code-available>Code available: Code: &lt;b&gt; on request<li class=proof>Proof: We prove it.</ul>"
    )
    assert f"<li>Code available: 9{lines}" in html


@for_each(
    ("text", "said"),
    [
        ("<p>\n{{ parts.row(1) }}", "overrides/shelf.html, line 2: the layout fails: 'parts' is undefined"),
        ("<p>\n\n{% if %}", "overrides/shelf.html, line 3: the layout fails: Expected an expression"),
        ("{% extends 'none.html' %}", "overrides/none.html: there is no such layout"),
    ],
)
def test_a_layout_that_fails_is_named(text: str, said: str, tmp_path: Path) -> None:
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


FACTS = {
    "papers/2603/2603.00356.md": {"note": {"text": "# Ours\n\n    a\n\n    b\n\n[x](y.md)", "date": "6 March 2026"},
                                  "lead": [], "head": {"title": "Tides", "authors": []}, "compared": []},
    "notes/list.md": {"title": "List", "text": "notes/list.md"},
}  # fmt: skip


@pytest.fixture(scope="module")
def made() -> Layouts:
    return sample.layouts(lambda path: FACTS.get(path, {}))


@for_each(("written", "wanted"), table(__file__, "what_people_know_from_material").items())
def test_what_people_know_from_material(made: Layouts, written: str, wanted: str) -> None:
    shown = str(made.people(written))
    assert wanted in shown
    assert "https://" in written or not re.search(r'(?:src|href)="https?:', shown)


def test_no_file_of_the_machine_is_read(made: Layouts, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("Secret words")
    for sign in ("--8<--", "-8<-", ";--8<--"):
        assert "Secret words" not in made.people(f'{sign} "{secret}"\n\n{sign}\n{secret}\n{sign}\n')


def test_a_note_is_a_section_of_its_paper_s_page(made: Layouts) -> None:
    """Its headings are below that of the section, and its ids are its own; blank lines in code stay."""
    laid = made.page("papers/2603/2603.00356.md", "---\nkind: paper\n---\n\n# Tides\n\n## Abstract\n\nWords.\n")
    assert "<section id=note><h2>Note <small>6 March 2026</small></h2>" in laid.html
    assert '<h3 id="note-ours">Ours</h3>' in laid.html
    assert "<code>a&#10;&#10;b" in laid.html
    assert layouts.SHEETS["written"] in laid.html
    assert not laid.beside
    assert '<a href="y.html">x</a>' in laid.notes


def test_headings_of_a_note_are_below_its_own(made: Layouts) -> None:
    """Whichever signs they were written with."""
    html = made.people("## A\n\n### B\n\n`<h1>`\n", "note")
    assert re.findall(r"<h\d", html) == ["<h3", "<h4"]
    assert "&lt;h1&gt;" in html


def test_a_page_of_one_s_own(made: Layouts) -> None:
    """It has the shell of all pages, contents in the rail, and its Markdown beside it."""
    laid = made.page("notes/list.md", "---\nkind: written\n---\n\n# List\n\n## A *b*\n\nx\n\n## C\n\nx\n")
    assert "<title>List - Tides &amp; Schedules</title>" in laid.html
    assert '<a href="#a-b">A b</a>' in laid.html
    assert "type=text/markdown href=../notes/list.md" in laid.html
    assert laid.beside


def test_what_the_engine_fails_at_is_shown_as_it_was_written(made: Layouts, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> str:
        raise RecursionError

    monkeypatch.setattr(made._engine(""), "convert", fail)
    assert made.people("a <b>\n\nc") == "<pre>a &lt;b&gt;&#10;&#10;c</pre>"


@for_each("unit", ["[", "![](", "<a ", "(", "[a](<"])
def test_what_would_take_minutes_is_not_tried(made: Layouts, unit: str) -> None:
    started = time.process_time()
    assert str(made.people(unit * (90_000 // len(unit)))).startswith("<pre>")
    assert time.process_time() - started < 1


def test_styles_are_few() -> None:
    """At most 8 KB, and only for what people wrote."""
    styles = "".join(path.read_text() for path in (ROOT / "overrides/styles/written").glob("*.css"))
    assert len(styles.encode()) <= 8_000
    plain = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    selectors = re.findall(r"^(?!\s*[@}])\s*([^{};]+?)\s*[,{]$", plain, re.MULTILINE)
    assert selectors
    assert all(each.startswith((".written ", ".tabbed-set ", "> :is(")) for each in selectors), selectors
