"""The parts of a page's Markdown: title, lead, sections and rows."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from generator.site.bodies import Bodies, Body, Row
from generator.text.markup import Renderer
from tests.cases import for_each

PAGE = (Path(__file__).parent / "day.md").read_text(encoding="utf-8")


def body_of(text: str, *, rows: bool = True) -> tuple[Body, list[Row]]:
    drawn: list[Row] = []

    def draw(row: Row) -> Markup:
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
        ("digest", "Digest", 0),
        ("waves", "Waves", 2),
        ("replacements", "Replacements", 2),
        ("abstract", "Abstract", 0),
    ]
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
    """A heading with another link is a heading."""
    _, rows = body_of(f"# A\n\n## B\n\n### [x]({target})\n\ntext")
    assert rows == []


def test_hostile_words_stay_words():
    """What a title says ends neither its row nor its page."""
    _, rows = body_of("# A\n\n## B\n\n### [\\## x \\[y\\](z) &lt;script>](../../papers/2603/2603.90001.md)\n\n\\### z")
    assert [str(row.title) for row in rows] == [
        "<a href=../../papers/2603/2603.90001.html>## x [y](z) &lt;script&gt;</a>"
    ]
    assert rows[0].by == Markup("### z")
