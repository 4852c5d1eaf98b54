"""Abstracts for rows: each paper's once, escaped, the card's sentences marked."""

from __future__ import annotations

from dataclasses import replace

from lxml import html

from generator.config import SourceRule
from generator.exports import abstracts
from generator.model import Archive
from generator.pages.context import View
from generator.text import markup
from tests.cases import for_each
from tests.makers import read_script
from tests.pages import sample


def given(view: View) -> dict[str, str]:
    """key -> what is said of the paper, of all files but the index."""
    found: dict[str, str] = {}
    for file in abstracts.files(view):
        name, value = read_script(file.data(), "abstracts")
        assert file.path == f"abstracts/{name}.js"
        if name != "index":
            found |= value
    return found


def text(fragment: str) -> str:
    return " ".join(html.fragment_fromstring(fragment, create_parent="div").text_content().split())


def test_every_abstract_is_there_once() -> None:
    """Word for word; of a paper without one, nothing."""
    found = given(sample.view())
    assert found.keys() == sample.ARCHIVE.papers.keys()
    for key, paper in sample.ARCHIVE.papers.items():
        whole = markup.plain(sample.view().abstract(paper) or "").replace("\n", "")
        assert text(found[key]).replace(" ", "") == whole.replace(" ", ""), key
    assert not all(found.values())


def test_the_card_s_sentences_are_marked() -> None:
    quotes = {quote.text for quote in sample.ARCHIVE.own_cards[sample.FULL.key].quotes.values()}
    marked = html.fragment_fromstring(given(sample.view())[sample.FULL.key], create_parent="div").findall(".//mark")
    assert {str(each.text_content()) for each in marked} == quotes


@for_each("payload", sample.PAYLOADS)
def test_hostile_text_stays_text(payload: str) -> None:
    for said in given(sample.view(sample.hostile(payload))).values():
        tree = html.fragment_fromstring(said, create_parent="div")
        assert {element.tag for element in tree.iter()} <= {"div", "p", "mark"}
        assert not any(element.attrib for element in tree.iter())


def test_words_that_may_not_be_shown_are_not_in_it() -> None:
    paper = replace(sample.FULL, provenance=(("abstract", "letters"),))
    archive = replace(sample.ARCHIVE, papers={paper.key: paper}, outlines={})
    hidden = replace(sample.SETTINGS, sources={**sample.SETTINGS.sources, "letters": SourceRule(publish=False)})
    assert given(sample.view(archive, hidden)) == {paper.key: ""}


def test_a_card_that_changes_is_noticed() -> None:
    """In the file of its paper alone."""
    cards = {**sample.ARCHIVE.own_cards, sample.FULL.key: replace(sample.ARCHIVE.own_cards[sample.FULL.key], what=None)}

    def hashes(archive: Archive) -> dict[str, str | None]:
        return {file.path: file.depends for file in abstracts.files(sample.view(archive))}

    before, after = hashes(sample.ARCHIVE), hashes(replace(sample.ARCHIVE, own_cards=cards))
    assert [path for path in before if before[path] != after[path]] == ["abstracts/2603.js"]
