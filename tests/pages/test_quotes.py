"""What cards quote: one line in lists, both on the paper's page, marked where it stands, in the version announced."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from generator.context import ROOT, Context
from generator.describe import cards, verify
from generator.model import OWN, Archive, Card, Paper, Sighting
from generator.pages import Texts, addresses, drafts, labels, papers
from generator.text.markup import plain
from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_days import tree
from tests.pages.test_pages import rendered

KEY = sample.FULL.key
FIRST, LATER = "days/2026/2026-02-27.md", "days/2026/2026-03-04.md"
THEME, OWN_PAGE = "themes/scheduling.md", addresses.paper(KEY)


def article(path: str, key: str = KEY) -> html.HtmlElement:
    return tree(path).xpath(f"//article[@id='{key}']")[0]


def line(one: html.HtmlElement) -> str:
    """The line of a paper in a list; empty if there is none."""
    return "".join(part.text_content() for part in one.xpath("./p[not(@class)][position() > 1]"))


def test_a_list_has_one_line_its_numbers_bold():
    """The result; titles of rules are not said twice."""
    card = sample.ARCHIVE.own_cards[KEY]
    assert card.result
    assert line(article(THEME)) == card.result.text
    assert article(THEME).xpath("./p/b/text()") == ["95%"]


def test_a_paper_s_page_has_both_and_leads_to_their_places():
    """The result first; each is marked in the abstract, through whatever style it has there."""
    card, page = sample.ARCHIVE.own_cards[KEY], tree(OWN_PAGE)
    said = page.xpath("//div[@class='summary']/p[not(@class)]")
    assert [each.xpath("string()").removesuffix(" ↓") for each in said] == [q.text for q in card.quotes.values()]
    assert [each.xpath("a/@href") for each in said] == [["#quote-result"], ["#quote-what"]]
    marks = page.xpath("//mark")
    assert [mark.get("id") for mark in marks] == ["quote-what", "quote-result", None, None]
    assert "".join(mark.text_content() for mark in marks[1:]) == plain(sample.FULL.abstract or "")[slice(*_range(card))]
    assert "chosen by the language model tide-7b. Headline written by" in page.text_content()


def test_a_sentence_that_says_both_is_shown_once():
    card = sample.ARCHIVE.own_cards[KEY]
    once = replace(card, what=card.result)
    page = rendered(replace(sample.ARCHIVE, own_cards={KEY: once}))
    assert len(tree(OWN_PAGE, page).xpath("//div[@class='summary']/p[not(@class)]")) == len(once.quotes) == 1


def _range(card: Card) -> tuple[int, int]:
    assert card.result
    return card.result.start, card.result.end


def test_a_day_shows_what_was_announced():
    """Title, line and abstract are of that version; the paper's page and themes have the newest."""
    first = sample.ARCHIVE.earlier_cards[KEY, 1]
    assert article(FIRST).xpath("string(./p[1])") == "Waiting for Tides"
    assert line(article(FIRST)) == first.line != line(article(LATER))
    listed = replace(sample.DAYS[1], reconstructed=False)
    days = rendered(replace(sample.ARCHIVE, days=(listed,)))
    (mark,) = tree(FIRST, days).xpath("//article/details//mark")
    assert mark.text_content() == first.line
    person = Card(source=OWN, headline="Waiting well", by="Ada Ebb")
    pages = rendered(replace(sample.ARCHIVE, own_cards={KEY: person}))
    assert [path for path in (FIRST, LATER, THEME) if "Waiting well" not in pages[path]] == []


def test_who_has_no_card_shows_no_words():
    """Nothing is taken from the beginning of the abstract, which unfolds."""
    one = article(THEME, sample.NEW.key)
    assert line(one) == ""
    assert one.xpath("string(./details/p)") == sample.NEW.abstract


def test_an_abstract_that_may_not_be_shown_is_not_quoted():
    hidden = replace(sample.FULL, provenance=(("abstract", "quay"),))
    pages = rendered(replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, KEY: hidden}))
    assert not [path for path, text in pages.items() if "95%" in text and not path.startswith("guide/")]


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
    archive = Context(ROOT / "content", quiet=True).fold(published=True, keep=False)
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
        page = tree(draft.path, {draft.path: draft.make().text})
        said = [(one.get("id"), line(one)) for one in page.xpath("//div[@class='cards']/article")]
        if draft.path.startswith("papers/"):
            key = addresses.stem(draft.path)
            lines = page.xpath("//div[@class='summary']/p[not(@class)]")
            said += [(key, each.xpath("string()").removesuffix(" ↓")) for each in lines]
        for key, text in said:
            seen[draft.path.split("/")[0]] += bool(text)
            if text and (key, text) not in by_people:
                assert any(verify.stands(quotes[key, text], abstract) for abstract in known[key]), (draft.path, text)
    assert {"categories", "days", "papers", "themes", "watches"} <= (+seen).keys()


@pytest.mark.trial
def test_quotes_of_all_fields(shared: Callable[[str], Path]) -> None:
    """All lines and marks of lists are slices of the abstract, and 99 of 100 are marked on the paper's page."""
    rows = map(json.loads, gzip.decompress(shared("corpora/fields/dev.jsonl.gz").read_bytes()).splitlines())
    held = {key: _paper(key, row) for row in rows for key in [row["id"].replace("/", "")]}
    made = {key: card for key, paper in held.items() if (card := cards.make(paper.title, paper.abstract, None))}
    archive = Archive(papers=held, days=(), own_cards=made)
    assert not verify.of_cards(archive)
    view, marked = sample.view(archive), Counter[bool]()
    for key, card in made.items():
        abstract = plain(held[key].abstract or "")
        shown = html.fromstring(view.card(key, None).on("days/2026/2026-03-03.md", whole=True))
        assert line(shown) == card.line
        assert Counter(mark.text_content() for mark in shown.xpath(".//mark")) == Counter(
            abstract[quote.start : quote.end] for quote in card.quotes.values()
        )
        marked.update(f'id="quote-{name}"' in papers.page(view, key).text for name in card.quotes)
    print(f"marked: {marked[True]:,} of {marked.total():,}")
    assert marked[True] >= 0.99 * marked.total()


def _paper(key: str, row: dict[str, str]) -> Paper:
    seen = Sighting(date=dt.date(2026, 3, 3), source="arxiv-listing", type="new")
    return Paper(
        key=key, arxiv_id=row["id"], version=1, title=row["title"], titles=(row["title"],), abstract=row["abstract"],
        sightings=(seen,),
    )  # fmt: skip
