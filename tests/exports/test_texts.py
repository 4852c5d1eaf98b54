"""llms.txt, which names for programs what is here."""

from __future__ import annotations

import re
from dataclasses import replace

from markdown_it import MarkdownIt

from generator.config import Settings
from generator.exports import texts
from generator.model import Archive
from generator.pages import addresses
from tests.cases import for_each
from tests.pages import engines, sample

LINK = re.compile(r"\]\(([^)]+)\)")
URL = "https://example.org/tides/"


def written(archive: Archive = sample.ARCHIVE, settings: Settings = sample.SETTINGS) -> str:
    (file,) = texts.files(sample.view(archive, settings))
    assert file.path == "llms.txt"
    assert file.depends is None
    return file.data().decode()


def test_its_form_is_that_of_llmstxt() -> None:
    """A title, a quotation, lists of links; whole addresses where the site's is known."""
    text = written()
    lines = text.splitlines()
    assert lines[0] == "# Tides & Schedules"
    assert lines[2] == "> What is announced in distributed computing, day by day."
    assert [line for line in lines if line.startswith("## ")][:2] == ["## Days", "## Themes"]
    assert LINK.findall(written(settings=replace(sample.SETTINGS, url=URL))) == [
        URL + link for link in LINK.findall(text)
    ]


def test_days_and_themes_are_there_as_markdown() -> None:
    """The newest days that were read as listings, and every theme."""
    links = LINK.findall(written())
    assert [link for link in links if link.startswith("days/2")] == [
        addresses.day(day.date) for day in reversed(sample.ARCHIVE.days) if day.announced and not day.reconstructed
    ][: texts.NEWEST]
    assert {addresses.theme(theme.slug) for theme in sample.ARCHIVE.themes} <= set(links)


@for_each("payload", sample.PAYLOADS)
def test_no_word_of_a_listing_becomes_markup(payload: str) -> None:
    """Rendered as Markdown with HTML, it holds links, headings and lists alone."""
    text = written(sample.hostile(payload), replace(sample.SETTINGS, title=payload, description=payload))
    tree = engines.fragment(MarkdownIt("commonmark", {"html": True}).render(text))
    found = {str(each.tag) for each in tree.find("body").iter()}
    assert found <= {"body", "h1", "h2", "p", "ul", "li", "a", "blockquote"}, found
    assert {name for each in tree.find("body").iter() for name in each.attrib} <= {"href"}
    for link in tree.iter("a"):
        assert re.fullmatch(r"[\w./-]+", link.get("href"), re.ASCII), link.get("href")
