"""The pages of the sample archive: golden, linked, plain. What a listing may say to harm them: tests/test_hostile.py.

`REFRESH_GOLDEN=1 pytest tests/pages` writes the golden pages anew; read the difference before committing it.
"""

import datetime as dt
import os
import posixpath
import re
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from daybook import exports
from daybook.config import Settings
from daybook.model import Announced, Archive, Author, Day, Paper, Sighting
from daybook.pages import Texts, days

from tests.cases import for_each
from tests.makers import put
from tests.pages import engines, sample
from tests.tools import plain

GOLDEN = Path(__file__).parent / "golden"
HAND_WRITTEN = ("guide/", "notes/")
ENGINES = (engines.python_markdown, engines.markdown_it)


def rendered(archive: Archive) -> dict[str, str]:
    pages = sample.render(archive)
    texts = {page.path: page.text for page in pages}
    assert len(texts) == len(pages), "a path comes twice"
    return texts


PAGES = rendered(sample.ARCHIVE)


def plain_paper(key: str, date: dt.date, **fields: Any) -> Paper:
    """A paper first seen on this date, of one category and theme, with these fields."""
    title, seen = f"Paper {int(key[5:])}", (Sighting(date=date, source="arxiv-rss", type="new"),)
    told = {"version": 1, "title": title, "titles": (title,), "sightings": seen, "themes": ("scheduling",), **fields}
    return Paper(key=key, arxiv_id=key, **{"categories": ("cs.DC",), **told})


def many(number: int) -> Archive:
    """An archive of `number` papers, one a day, all in one category and theme."""
    start = dt.date(2026, 1, 1)
    papers = [plain_paper(f"2601.{place:05d}", start + dt.timedelta(days=place)) for place in range(1, number + 1)]
    days = tuple(
        Day(date=paper.first_seen, announced=(Announced(key=paper.key, type="new", categories=("cs.DC",)),))
        for paper in papers
    )
    return Archive(papers={paper.key: paper for paper in papers}, days=days, themes=sample.THEMES[:1])


def test_golden():
    """Every page is as it was when a person last looked at it, and no golden copy is of a page that is gone."""
    made = {path: text for path, text in PAGES.items() if not path.startswith("guide/")}
    if os.environ.get("REFRESH_GOLDEN"):
        shutil.rmtree(GOLDEN, ignore_errors=True)
        put(GOLDEN, made)
    assert made == {
        file.relative_to(GOLDEN).as_posix(): file.read_text(encoding="utf-8") for file in GOLDEN.rglob("*.md")
    }


@pytest.mark.parametrize("engine", ENGINES)
def test_internal_links_lead_to_pages(engine):
    """Every relative link of every page, in either engine, is the address of a page or of an exported file."""
    served = {path.removesuffix(".md") + ".html" for path in PAGES}
    exported = {file.path for file in exports.files(sample.view())}
    links = 0
    for path, text in PAGES.items():
        for anchor in engines.fragment(engine(text)).iter("a"):
            parts = urlsplit(anchor.get("href"))
            if not parts.scheme and parts.path:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
                name = target.removesuffix(".md").removesuffix(".html") + ".html"
                assert target in exported or name in served, (path, parts.path)
                links += 1
    assert links > 150


@for_each("path", list(PAGES))
def test_engines_agree(path: str):
    """Python-Markdown and CommonMark make the same elements of a page, and the same words.

    Python-Markdown leaves backslashes before signs that it does not know as markup.
    """
    one, other = (engines.fragment(engine(PAGES[path])) for engine in ENGINES)
    assert engines.outline(one) == engines.outline(other)
    first, second = (" ".join("".join(tree.itertext()).replace("\\", "").split()) for tree in (one, other))
    assert first == second


@for_each("path", [path for path in PAGES if not path.startswith("guide/")])
def test_one_first_heading_and_none_skipped(path: str):
    """A page has one h1, which comes first, and no heading skips a level."""
    levels = [len(mark) for mark in re.findall(r"^(#+) ", PAGES[path], re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@for_each("path", [path for path in PAGES if not path.startswith(HAND_WRITTEN)])
def test_pages_are_plain(path: str):
    """No HTML, no images, no attribute lists, ten keys at most, links to pages and the few hosts."""
    assert [fault for fault in plain.faults(PAGES[path]) if "example.org" not in fault[1]] == []


def test_words_of_unpublished_sources_are_left_out():
    """Where archive.yml does not publish a source, none of its words is on any page, but that it spoke is."""
    for words in ("may not be shown", "Nor these words", "Unshown", "may not show."):
        assert [path for path, text in PAGES.items() if words in text] == []
    assert "quay has a card for this paper" in PAGES["days/2026/2026-03-03.md"]
    path = "papers/title/a-scheduler-for-tides-1f2e3d4c.md"
    assert "text this archive does not show" in PAGES[path]
    other = replace(sample.NO_ID, provenance=(("abstract", "harbour"),))  # which is published, and named
    page = rendered(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, other.key: other}))[path]
    assert "Words of a journal" in page
    assert "As given by harbour." in page
    assert not [path for path, text in PAGES.items() if "As given by " in text]


def test_empty_archive():
    """An archive that holds nothing yet has its pages, and they say so."""
    settings = Settings(title="New", categories=("cs.DC",))
    pages = {page.path: page.text for page in sample.render(Archive(papers={}, days=()), settings, Texts())}
    assert set(pages) >= {"index.md", "about.md", "days/index.md", "themes/index.md", "categories/index.md"}
    assert "This archive holds no days yet." in pages["days/index.md"]
    assert "This archive holds no days yet." in pages["index.md"]
    assert "There are no themes yet. The owner adds those" in pages["themes/index.md"]
    assert "- **Categories** cs.DC\n" in pages["about.md"], "without a page of it there is no link"


@for_each(
    ("day", "words"),
    [
        (sample.DAYS[1], "Reconstructed from submission times"),
        (sample.DAYS[2], "This was a quiet day"),
        (Day(date=dt.date(2026, 3, 5)), "The archive holds nothing for this day."),
    ],
)
def test_days_without_a_listing_say_what_they_are(day: Day, words: str):
    """A reconstructed day, a quiet day and an empty one are told apart."""
    page = rendered(replace(sample.ARCHIVE, days=(day,)))[f"days/2026/{day.date}.md"]
    phrases = ("Reconstructed from submission times", "This was a quiet day", "The archive holds nothing for this day.")
    assert [phrase for phrase in phrases if phrase in page] == [words]


def test_days_of_other_sources_alone():
    """A day after the newest announcement on which only others spoke is told on the home page and in the calendar."""
    report = Day(date=dt.date(2026, 3, 6), reports=sample.DAYS[3].reports)
    archive = replace(sample.ARCHIVE, days=(*sample.DAYS, report))
    pages = rendered(archive)
    assert "\n- [Friday, 6 March 2026](days/2026/2026-03-06.md): " in pages["index.md"]
    assert "\n## [Wednesday, 4 March 2026](days/2026/2026-03-04.md)\n" in pages["index.md"]
    month = days.calendar_of(dt.date(2026, 3, 1), sample.view(archive).days, "days/2026/2026-03.md")
    said = {number: words for number, _, _, _, words, _ in month["days"]}
    assert (said[6], said[2]) == ("words of other sources", "nothing announced")
    assert "The archive holds nothing for this day" not in pages["days/2026/2026-03-06.md"]


@for_each(
    ("names", "shown"),
    [
        ((), "2026"),
        (("Ada <Abel>",), "Ada &lt;Abel>, 2026"),
        ((r"Ana \v{S}imi\'c", "Bo Berg"), "Ana Šimić and Bo Berg, 2026"),
        (("Ada Abel", "Bo Berg", "Cy Cole"), "Ada Abel et al., 2026"),
    ],
)
def test_other_papers_are_named_whole(names: tuple[str, ...], shown: str) -> None:
    """However long a title is, with authors and year, of three authors or more the first."""
    archive = many(5)
    title = "A title of so many words that a list of other papers might be tempted to cut it, which no list does here"
    first, *others = archive.papers
    authors = tuple(Author(name) for name in names)
    papers = {key: replace(paper, title=title, authors=authors) for key, paper in archive.papers.items()}
    archive = replace(archive, papers=papers, related={first: tuple(others[:2])})
    page = rendered(archive)[f"papers/2601/{first}.md"]
    lines = re.findall(r"^- \[(.*)\]\(2601\.\d+\.md\): (.*)", page, re.MULTILINE)
    assert lines == [(title, shown)] * 2


@pytest.mark.parametrize(
    "written",
    [
        "<!-- Who keeps this archive? Write it here. -->\n",
        "This archive is kept by its readers. Write here who you are and how to reach you.\n",
    ],
)
def test_a_placeholder_is_not_published(written: str) -> None:
    """What `daybook init` wrote into about.md in former versions is for its owner only."""
    assert "Write" not in sample.page("about.md", texts=Texts(about=written)).text
