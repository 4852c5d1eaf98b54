"""A paper's page: its versions, its names, where it was announced; what cards quote, here and in lists."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from daybook.archive import Context, load
from daybook.commands import check
from daybook.describe import cards
from daybook.exports import scripts
from daybook.model import OWN, Archive, Author, Card, Edition, Paper, Quote, Sighting, Version
from daybook.pages import Texts, drafts, papers
from daybook.runtime.files import ROOT
from daybook.text.markup import Renderer, plain
from daybook.view import addresses, labels
from daybook.view.writing import quoted
from lxml import html

from tests.cases import for_each
from tests.exports import citing
from tests.pages import sample
from tests.pages.test_days import PAGES, row
from tests.pages.test_pages import rendered

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
    return sample.page(addresses.paper(found.key), archive).text


def told(*editions: Edition) -> list[str]:
    """What is said of each version, newest first."""
    return [line.partition(": ")[2] for line in papers.version_lines(paper(*editions), abstracts=True)]


def pieces(*editions: Edition, abstracts: bool = True) -> list[tuple[str, list[tuple[str, str]]]]:
    """What is compared of two versions."""
    (pair,) = papers.compared(paper(*editions), abstracts=abstracts)
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


def test_changes_are_compared_piece_by_piece() -> None:
    """Not those of abstracts that may not be shown; a formula stays whole, in plain characters."""
    assert told(edition(1), edition(3, title="Ebbs")) == ["title changed since v1", "", ""]  # v2 is not held
    found = pieces(edition(1), edition(2, abstract="Hidden words.", title="Ebbs"), abstracts=False)
    assert found == [("title", [("removed", "Tides "), ("added", "Ebbs")])]
    ((name, found),) = pieces(edition(1), edition(2, abstract=ABSTRACT.replace("\\log n", "\\log^2 n")))
    assert name == "abstract"
    assert found[-3:] == [("removed", "O(n log n) "), ("added", "O(n log² n) "), ("kept", "tides.")]


def test_former_titles_that_no_version_has() -> None:
    """Known from a listing that states no version."""
    titles = ("Three", "Two", "Zero", "One")
    found = paper(edition(1, title="One"), edition(2, title="Two"), title="Three", titles=titles)
    assert found.former_titles == ["Zero"]
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
    dates = [re.sub(r"\[(.*?)\].*", r"\1", line).partition(":")[0] for line in lines]
    assert dates == ["3 March 2026", "4 March 2026", "4 March 2026", "9 March 2026"]


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


KEY = sample.FULL.key
FIRST = "days/2026/2026-02-27.md"
RENDERER = Renderer(SimpleNamespace(render=lambda tex, _: plain(f"${tex}$")))  # type: ignore[arg-type]
THEME, OWN_PAGE = "themes/scheduling.md", addresses.paper(KEY)


def line(path: str, key: str = KEY, pages: dict[str, str] = PAGES) -> str:
    """The line of a paper in a list, in Markdown; empty if there is none."""
    return "".join(row(key, path, pages)[2:3])


def said(path: str, pages: dict[str, str] = PAGES) -> list[str]:
    """The lines of the card on a paper's page, in Markdown, without its headline."""
    quoted = re.findall(r"^> (.+)", pages[path], re.MULTILINE)
    return [each for each in quoted if not each.startswith("**")]


def words(markdown: str) -> str:
    """Markdown as plain words."""
    return html.fromstring(f"<p>{RENDERER.inline(markdown)}").text_content()


def test_a_sentence_that_says_both_is_shown_once():
    card = sample.ARCHIVE.own_cards[KEY]
    page = rendered(replace(sample.ARCHIVE, own_cards={KEY: replace(card, what=card.result)}))
    assert len(said(OWN_PAGE, page)) == 1
    hidden = replace(sample.FULL, provenance=(("abstract", "quay"),))  # whose words may not be shown
    pages = rendered(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, KEY: hidden}))
    assert not [path for path, text in pages.items() if "95%" in text and not path.startswith("guide/")]


def test_a_day_shows_what_was_announced():
    """Title and line are of that version; the paper's page and themes have the newest."""
    first = sample.ARCHIVE.earlier_cards[KEY, 1]
    assert row(KEY, FIRST)[0].startswith("### [Waiting for Tides](")
    assert words(line(FIRST)) == first.line != words(line(THEME))
    person = Card(source=OWN, headline="Waiting well", gist="It waits well.", by="Ada Ebb")
    pages = rendered(replace(sample.ARCHIVE, own_cards={KEY: person}))
    assert [path for path in (FIRST, THEME) if "It waits well" not in pages[path]] == []


@for_each(
    "card, told",
    [
        ({}, ""),
        ({"by": "Ada Ebb"}, "By Ada Ebb."),
        ({"by": "tide-7b", "machine": True}, "Sentences chosen by the language model tide-7b."),
        ({"headline": "", "by": "tide-7b", "machine": True, "what": None}, ""),
    ],
)
def test_credits(card: dict[str, object], told: str):
    """Who chose or wrote what is shown; rules say nothing."""
    quoted = Card(source=OWN, headline="", what=sample.ARCHIVE.own_cards[KEY].what)
    assert labels.credit(replace(quoted, **card)) == told  # type: ignore[arg-type]


def test_every_line_of_every_page_is_a_slice():
    """On days, themes, categories and watches as on the pages of papers, in whatever version they show."""
    archive = load.fold(Context(ROOT / "content", quiet=True), published=True, keep=False)
    made = [*archive.own_cards.items(), *((key, card) for (key, _), card in archive.earlier_cards.items())]
    known = {
        key: {plain(said.abstract or "") for said in (paper, *paper.editions)} for key, paper in archive.papers.items()
    }
    quotes = {(key, quote.text): quote for key, card in made for quote in card.quotes.values()}
    by_people = {(key, card.line) for key, card in made if card.by_person}
    seen = Counter[str]()
    for draft in drafts(archive, Context(ROOT / "content").settings(), Texts()):
        if draft.path.startswith("guide/"):
            continue
        page = {draft.path: draft.make().text}
        keys = re.findall(r"^### \[.*\]\(.*papers/.*/(.*)\.md\)$", page[draft.path], re.MULTILINE)
        told = [(key, words(line(draft.path, key, page))) for key in keys]
        if draft.path.startswith("papers/"):
            told += [(addresses.stem(draft.path), words(each)) for each in said(draft.path, page)]
        for key, text in told:
            seen[draft.path.split("/")[0]] += bool(text)
            if text and (key, text) not in by_people:
                assert any(check.stands(quotes[key, text], abstract) for abstract in known[key]), (draft.path, text)
    assert {"categories", "days", "papers", "themes", "watches"} <= (+seen).keys()


def test_lines_have_marks_and_formulas() -> None:
    """Two pairs of asterisks in a row would be text; what plain text cannot write is math."""
    quote = Quote(text="It falls by 0.05-0.06 kg.", start=0, end=25, marks=((12, 17), (17, 21)))
    assert RENDERER.inline(quoted(quote, str)) == "It falls by <b>0.05-0.06</b> kg."
    received = "It decays as $x^{Q \\wedge t}$ on $n$ ships."
    assert "^" in plain(received)
    assert quoted(plain(received), lambda: received) == "It decays as $x^{Q \\wedge t}$ on n ships."
    assert quoted("It needs n/3 turns.", lambda: "It needs $n/3$ turns.") == "It needs n/3 turns."


@pytest.mark.trial
def test_quotes_of_all_fields(shared: Callable[[str], Path]) -> None:
    """All lines and marks of lists are slices of the abstract, and 99 of 100 are marked on the paper's page."""
    held = {paper.key: paper for paper in citing.of_fields(shared("corpora/fields/dev.jsonl.gz"))}
    every = cards.make([cards.CardText(paper.title, paper.abstract, None) for paper in held.values()])
    made = {key: card for key, card in zip(held, every, strict=True) if card}
    archive = Archive(papers=held, days=(), own_cards=made)
    assert not check.of_cards(archive)
    view, marked = sample.view(archive), Counter[bool]()
    for key, card in made.items():
        assert words(view.row(key, None).line) == card.line
        abstract = plain(held[key].abstract or "")
        marked_up = html.fromstring(scripts.marked(view, key) or "<p>")
        assert Counter(mark.text_content() for mark in marked_up.xpath("//mark")) == Counter(
            abstract[quote.start : quote.end] for quote in card.quotes.values()
        )
        (body,) = papers.render(view, key).text.split("## Abstract\n\n")[1:]
        marked.update(index < body.partition("\n## ")[0].count("**") // 2 for index in range(len(card.quotes)))
    print(f"marked: {marked[True]:,} of {marked.total():,}")
    assert marked[True] >= 0.99 * marked.total()
