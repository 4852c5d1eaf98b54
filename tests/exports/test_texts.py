"""Days, themes and the guide as plain Markdown beside their pages, and llms.txt."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace

from markdown_it import MarkdownIt

from generator.exports import texts
from generator.pages import addresses, home
from generator.pages.context import View
from tests.cases import for_each
from tests.pages import engines, sample

LINK = re.compile(r"\]\(([^)]+)\)")
URL = "https://example.org/tides/"


def written(archive=sample.ARCHIVE, settings=sample.SETTINGS) -> dict[str, str]:
    """Where each file is served -> its text."""
    return {addresses.served(file.path): file.data().decode() for file in texts.files(View(archive, settings, None))}


FILES = written()


def test_every_day_theme_and_page_of_the_guide_has_one() -> None:
    """At the address of its page, with another ending; papers have none."""
    expected = {"llms.txt", *(f"guide/{name}" for name in home.guide())}
    expected |= {addresses.day(day.date) for day in sample.ARCHIVE.days}
    expected |= {addresses.theme(theme.slug) for theme in sample.ARCHIVE.themes}
    assert FILES.keys() == expected


def test_a_day_names_each_of_its_papers_once() -> None:
    """Under what arXiv announced it as, with a link to its page that works beside the day's page."""
    for day in sample.ARCHIVE.days:
        path = addresses.day(day.date)
        named = [
            posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in LINK.findall(FILES[path])
        ]
        assert named == [addresses.served(addresses.paper(item.key)) for item in day.papers], path


def test_lines_of_a_day() -> None:
    """Title with its link, authors in short, and what the card says, as announced; a new version without that."""
    link = "](../../papers/2603/2603.00356.html), A Müller-a et al."
    first, fourth = FILES["days/2026/2026-02-27.md"], FILES["days/2026/2026-03-04.md"]
    assert f"- [Waiting for Tides{link}: Our schedule is short: it needs n/2" in first
    assert f"- [Waiting for k of n Tides: an O(√(n log n)) Schedule{link}\n" in fourth
    third = FILES["days/2026/2026-03-03.md"]
    assert third.startswith("# Tuesday, 3 March 2026\n\nTuesday, 3 March 2026: ")


def test_guide_is_as_written_without_front_matter() -> None:
    """Its links among itself lead to Markdown, all others to pages."""
    for path, text in FILES.items():
        if path.startswith("guide/"):
            assert text.startswith("# "), path
            outside = [link for link in LINK.findall(text) if link.startswith("../")]
            assert all(not link.partition("#")[0].endswith(".md") for link in outside), path


def test_llms_txt() -> None:
    """The form of llmstxt.org: a title, a quotation, lists of links; whole addresses where the site's is known."""
    text = FILES["llms.txt"]
    lines = text.splitlines()
    assert lines[0] == "# Tides &amp; Schedules"
    assert lines[2] == "> What is announced in distributed computing, day by day."
    assert [line for line in lines if line.startswith("## ")][:2] == ["## Days", "## Themes"]
    others = (".html", ".json", ".opml", ".sqlite", ".parquet", ".gz")
    assert all(link in FILES or link.endswith(others) for link in LINK.findall(text))
    there = written(settings=replace(sample.SETTINGS, url=URL))["llms.txt"]
    assert LINK.findall(there) == [URL + link for link in LINK.findall(text)]


@for_each("payload", sample.PAYLOADS)
def test_no_word_of_a_listing_becomes_markup(payload: str) -> None:
    """Rendered as Markdown with HTML, each text holds links, headings and lists alone."""
    archive = sample.hostile(payload)
    settings = replace(sample.SETTINGS, title=payload, description=payload)
    for path, text in written(archive, settings).items():
        if not path.startswith("guide/"):
            tree = engines.fragment(MarkdownIt("commonmark", {"html": True}).render(text))
            found = {str(each.tag) for each in tree.find("body").iter()}
            assert found <= {"body", "h1", "h2", "p", "ul", "li", "a", "blockquote"}, (path, found)
            assert engines.dangers(tree) == [], path
            for link in tree.iter("a"):
                assert re.fullmatch(r"[\w./-]+", link.get("href"), re.ASCII), (path, link.get("href"))


def test_only_what_changed_is_made_again() -> None:
    """A card that changes touches its paper's days and themes, and llms.txt is made each time."""
    known = {file.path: file.depends for file in texts.files(View(sample.ARCHIVE, sample.SETTINGS, None))}
    assert known.pop("llms.txt") is None
    key, card = next((key, card) for key, card in sample.ARCHIVE.own_cards.items() if card.line)
    cards = {**sample.ARCHIVE.own_cards, key: replace(card, gist="Another line.")}
    changed = replace(sample.ARCHIVE, own_cards=cards)
    again = {file.path: file.depends for file in texts.files(View(changed, sample.SETTINGS, None)) if file.depends}
    paper = sample.ARCHIVE.papers[key]
    dates = {day.date for day in sample.ARCHIVE.days if key in {item.key for item in day.papers}}
    touched = {addresses.text(addresses.day(date)) for date in dates}
    touched |= {addresses.text(addresses.theme(slug)) for slug in paper.themes}
    guide = {path for path in known if path.startswith("guide/")}
    assert {path for path in again if again[path] != known[path]} == touched
    assert guide <= known.keys()
