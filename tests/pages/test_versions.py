"""What a paper's page tells of its versions, its names and where it was announced."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import Any

from generator.model import Author, Edition, Paper, Sighting, Version
from generator.pages import addresses, versions
from tests.cases import for_each
from tests.pages import sample

ABSTRACT = "We ask how long $n$ ships wait. The answer is $O(n \\log n)$ tides."
NAMES = ("Ada Ebb", "Ben Flow", "Cleo Beam")


def edition(version: int, **fields: Any) -> Edition:
    told = {"title": "Tides", "authors": NAMES, "comments": "9 pages", "abstract": ABSTRACT, **fields}
    return Edition(version=version, **told)


def paper(*editions: Edition, **fields: Any) -> Paper:
    known = tuple(Version(version=number) for number in range(1, 4))
    return replace(sample.NEW, versions=known, editions=editions, **fields)


def page(found: Paper) -> str:
    archive = replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, found.key: found})
    pages = sample.render(archive, sample.SETTINGS, sample.TEXTS)
    return next(each.text for each in pages if each.path == addresses.paper(found.key))


def told(*editions: Edition) -> list[str]:
    """What is said of each version, newest first."""
    return [line.partition(": ")[2] for line in versions.lines(paper(*editions), abstracts=True)]


def pieces(*editions: Edition, abstracts: bool = True) -> list[tuple[str, list[tuple[str, str]]]]:
    """What is compared of two versions."""
    (pair,) = versions.compared(paper(*editions), abstracts=abstracts)
    return pair["fields"]  # type: ignore[return-value]


@for_each(
    ("fields", "summary"),
    [
        ({}, "no change in title, authors, comments and abstract"),
        ({"title": "Tides and Ebbs"}, "title changed"),
        ({"abstract": "Others answered.", "comments": "8 pages"}, "comments and abstract changed"),
        ({"authors": (*NAMES, "Dan Fog", "Eve Mole")}, "2 authors added"),
        ({"authors": ("Ada Ebb", "Dan Fog")}, "1 author added, 2 removed"),
        ({"authors": NAMES[:2], "title": "Ebbs"}, "title changed, 1 author removed"),
        ({"authors": NAMES[::-1]}, "order of authors changed"),
        ({"abstract": "We ask how long n ships wait. The answer is O(n log n) tides."},
         "no change in title, authors, comments and abstract"),
        ({"abstract": None, "comments": None}, "no change in title and authors"),
        ({"abstract": None, "comments": None, "authors": ()}, ""),
    ],
)  # fmt: skip
def test_a_version_says_what_changed(fields: dict[str, Any], summary: str) -> None:
    """Of what is held of both versions, and of nothing else."""
    assert told(edition(1), edition(2, **fields)) == ["", summary, ""]


def test_a_version_that_is_not_held_is_named() -> None:
    """What changed from v1 to v3, changed since v1."""
    assert told(edition(1), edition(3, title="Ebbs")) == ["title changed since v1", "", ""]


def test_abstracts_that_may_not_be_shown_are_not_compared() -> None:
    """Nor is it said whether they changed."""
    found = pieces(edition(1), edition(2, abstract="Hidden words.", title="Ebbs"), abstracts=False)
    assert found == [("title", [("removed", "Tides "), ("added", "Ebbs")])]


def test_a_formula_stays_whole() -> None:
    """And is shown in plain characters."""
    ((name, found),) = pieces(edition(1), edition(2, abstract=ABSTRACT.replace("\\log n", "\\log^2 n")))
    assert name == "abstract"
    assert found[-3:] == [("removed", "O(n log n) "), ("added", "O(n log² n) "), ("kept", "tides.")]


def test_former_titles_that_no_version_has() -> None:
    """Known from a listing that states no version."""
    found = paper(
        edition(1, title="One"), edition(2, title="Two"), title="Three", titles=("Three", "Two", "Zero", "One")
    )
    assert versions.former_titles(found) == ["Zero"]
    assert "- **Former title** Zero\n" in page(found)


@for_each(
    ("left", "newest", "pdf"),
    [((1, 2), 3, "v2"), ((1,), 3, "v1"), ((1, 2, 3), 3, None), ((), 3, None), ((), None, None)],
)
def test_a_withdrawn_paper_leads_to_the_last_version_that_was_none(
    left: tuple[int, ...], newest: int | None, pdf: str | None
) -> None:
    """`left`: the versions that are not marked. Where all are, or none is, no version is known to have a PDF."""
    known = tuple(Version(version=number, withdrawn=number not in left) for number in range(1, (newest or 0) + 1))
    text = page(replace(sample.NEW, versions=known, version=newest, withdrawn=True))
    assert re.findall(r"\[PDF of (v\d)\]", text) == ([pdf] if pdf else [])
    assert "[PDF]" not in text


def test_many_authors_are_two_blocks() -> None:
    """Of twenty, and of the others, which the layout folds; each stands there once."""
    names = tuple(Author(f"Name {number}") for number in range(1, 121))
    text = page(replace(sample.NEW, authors=names))
    first, others = re.findall(r"^\[Name .*", text, re.MULTILINE)
    assert first.count("[Name ") == 20
    assert first.endswith("),")
    assert others.startswith("[Name 21](")
    assert re.findall(r"Name \d+(?=[\],]|$)", others) == [f"Name {number}" for number in range(21, 121)]
    assert page(replace(sample.NEW, authors=names[:20])).count("\n[Name ") == 1


def test_announcements_stand_with_the_details() -> None:
    """A day each, linked where it has a page; what was merely read stands with the sources."""
    day = dt.date(2026, 3, 4)
    seen = (
        *sample.NEW.sightings,
        Sighting(date=day, source="arxiv-rss", type="replace", category="cs.DC", version=2),
        Sighting(date=day, source="arxiv-listing", type="replace", category="cs.DC"),
        Sighting(date=dt.date(2026, 3, 8), source="schedule", type="replace", version=3, reconstructed=True),
        Sighting(date=dt.date(2026, 3, 9), source="arxiv-api", type="harvest", version=3),
    )
    text = page(replace(sample.NEW, sightings=seen))
    (line,) = re.findall(r"- \*\*Announced\*\* (.*)", text)
    assert line == (
        "[3 March 2026](../../days/2026/2026-03-03.md); [4 March 2026](../../days/2026/2026-03-04.md): v2;"
        " 8 March 2026: v3 (reconstructed)"
    )
    guessed = page(replace(sample.NEW, sightings=(replace(seen[-2], type="new", version=1), seen[-2])))
    assert "- **Announced** 8 March 2026: v3 (reconstructed)\n" in guessed
    lines = re.findall(r"- (.*)", text.partition("## Provenance")[2])
    assert [re.sub(r"\[(.*?)\].*", r"\1", line).partition(":")[0] for line in lines] == [
        "3 March 2026",
        "4 March 2026",
        "4 March 2026",
        "9 March 2026",
    ]


@for_each(
    ("found", "citation"),
    [
        (sample.NEW, "Cleo Beam and Dan Fog (2026). Lock-free lighthouses. arXiv:2603.01234. "
         "https://doi.org/10.48550/arXiv.2603.01234"),
        (replace(sample.NEW, doi="10.1234/a.b"),
         "Cleo Beam and Dan Fog (2026). Lock-free lighthouses. arXiv:2603.01234. https://doi.org/10.1234/a.b"),
        (sample.NO_ID, "Ada Ebb and Ben Flow (2026). A Scheduler for Tides. https\\://journal.example.org/tides/1"),
        (replace(sample.NO_ID, authors=(), url=None), "A Scheduler for Tides (2026)."),
    ],
)  # fmt: skip
def test_citation(found: Paper, citation: str) -> None:
    """With the address that resolves for good: of the journal, else of arXiv, else the source's."""
    linked = re.sub(r"(https://doi.org/.*)", r"[\1](\1)", citation)
    assert f"## Cite\n\n{linked}\n" in page(found)
