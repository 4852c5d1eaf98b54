"""What pages depend on: whatever changes of a paper, each page whose text changes is made again, and few others."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields, replace
from typing import Any

from generator.model import OWN, Archive, Author, Card, Edition, Paper, Sighting, Version
from generator.pages import addresses
from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import many, rendered

HIDDEN = "inference-report"
"""A source whose words the sample does not publish."""
MOMENT = dt.datetime(2026, 2, 2, 2, tzinfo=dt.UTC)
CHANGES: dict[str, Any] = {
    "arxiv_id": "2601.00001",
    "version": 7,
    "title": "Another Title",
    "titles": ("Another Title", "A Former Title"),
    "authors": (Author("Ada Example"),),
    "authors_complete": False,
    "abstract": "Another abstract about locks.",
    "primary_category": "math.CO",
    "categories": ("math.CO", "cs.DC"),
    "comments": "Seven pages",
    "journal_ref": "Example Journal 7",
    "doi": "10.1000/example",
    "other_dois": ("10.1101/2026.01.02.000001",),
    "report_no": "EX-7",
    "msc_class": "68W15",
    "acm_class": "C.2.4",
    "license": "http://creativecommons.org/licenses/by/4.0/",
    "submitted": MOMENT,
    "updated": MOMENT,
    "withdrawn": True,
    "versions": (Version(version=1, submitted=MOMENT), Version(version=7, title="Another Title")),
    "editions": (Edition(version=1, title="A Former Title"), Edition(version=7, title="Another Title")),
    "sightings": (Sighting(date=dt.date(2026, 2, 20), source="arxiv-oai", type="harvest"),),
    "cards": (Card(source="pith", headline="Seven locks"),),
    "themes": ("ai-and-tides",),
    "links": ("https://github.com/example/locks",),
    "formats": ("pdf", "html"),
    "url": "https://example.org/locks",
    "provenance": (("title", HIDDEN), ("abstract", HIDDEN)),
    "former": ("a-former-title-1a2b3c4d",),
}
OWN_PAGE_ONLY = {
    "version", "titles", "authors_complete", "primary_category", "comments", "journal_ref", "doi", "other_dois",
    "report_no", "msc_class", "acm_class",
    "license", "submitted", "updated", "versions", "cards", "links", "formats", "url", "former",
}  # fmt: skip
"""Fields that no page but the paper's own tells."""


def archive() -> tuple[Archive, Paper]:
    """An archive with lists of several pages, and a paper of it."""
    whole = replace(many(60), themes=sample.THEMES)
    paper = replace(list(whole.papers.values())[3], abstract="We study locks.")
    return replace(whole, papers={**whole.papers, paper.key: paper}), paper


def depends(archive: Archive) -> dict[str, str | None]:
    return {draft.path: draft.depends for draft in sample.drafted(archive)}


def changed(one: Archive, other: Archive) -> set[str]:
    """The paths that are made again, among which all are whose texts or facts differ."""
    before, after = depends(one), depends(other)
    again = {path for path, depends in after.items() if depends is None or depends != before.get(path)}
    pages, others = ({page.path: page for page in sample.render(each)} for each in (one, other))
    assert {path for path in others if pages.get(path) != others[path]} <= again
    return {path for path in again if after[path]}


def test_every_field_is_changed_here() -> None:
    """A field that is new in the model must be listed in this test."""
    assert {field.name for field in fields(Paper)} == {"key", *CHANGES}


@for_each("name", CHANGES)
def test_a_change_is_seen_by_the_pages_that_tell_it(name: str) -> None:
    """The paper's own page sees every change; what it alone tells leaves the lists as they are."""
    whole, paper = archive()
    other = replace(paper, **{name: CHANGES[name]})
    again = changed(whole, replace(whole, papers={**whole.papers, paper.key: other}))
    own = addresses.paper(paper.key)
    assert own in again
    assert (again == {own}) == (name in OWN_PAGE_ONLY)


def test_a_new_day_leaves_all_days_but_the_one_before() -> None:
    """A day's page shows its month so far and the days beside it, so a new day is seen by the one before it alone."""
    again = {path for path in changed(many(60), many(61)) if path.startswith("days/") and path.count("-") == 2}
    assert {path for path in again if "-W" not in path} == {
        *(f"days/2026/2026-03-0{day}.md" for day in (2, 3)),
    }


def test_a_number_on_the_listing_is_seen_by_its_day_alone() -> None:
    """Where a paper stands on arXiv's page of a day, that day's page says."""
    whole, paper = archive()
    day = next(day for day in whole.days if day.announced[0].key == paper.key)
    numbered = replace(day, announced=(replace(day.announced[0], places=(7,)),))
    days = tuple(numbered if each is day else each for each in whole.days)
    assert changed(whole, replace(whole, days=days)) >= {addresses.day(day.date)}


def test_an_own_card_is_seen_by_all_pages_of_its_paper() -> None:
    """Its own page, and the lists."""
    whole, paper = archive()
    card = Card(source=OWN, headline="Locks that seven nodes share")
    again = changed(whole, replace(whole, own_cards={**whole.own_cards, paper.key: card}))
    assert addresses.paper(paper.key) in again
    assert any(path.startswith("days/") for path in again)


@for_each("change", [{"abstract": "We study keys."}, {"title": "Keys"}, {"abstract": "We study no keys."}])
def test_the_words_of_an_earlier_version_are_seen_by_its_day(change: dict[str, str]) -> None:
    """And by the lists beside it, which are few such papers'."""
    whole, paper = archive()
    old = Edition(version=1, title="Keys", abstract="We study keys.")
    times = (Version(version=1), Version(version=2))
    one = replace(paper, versions=times, editions=(old, Edition(version=2, title=paper.title, abstract=paper.abstract)))
    other = replace(one, editions=(replace(old, **change), one.editions[1]))  # type: ignore[arg-type]
    held = [replace(whole, papers={**whole.papers, paper.key: each}) for each in (paper, one, other)]
    day = addresses.day(paper.first_seen)
    assert {day, addresses.paper(paper.key)} <= changed(held[0], held[1])
    assert "Keys" in rendered(held[1])[day]
    assert (changed(held[1], held[2]) == set()) == (other == one)


def test_an_abstract_that_is_not_shown_changes_nothing() -> None:
    """Words of a source that the archive does not publish stand on no page."""
    whole, paper = archive()
    hidden = replace(paper, provenance=(("abstract", HIDDEN),))
    other = replace(hidden, abstract="Other hidden words.")
    one, two = ({**whole.papers, paper.key: each} for each in (hidden, other))
    assert changed(replace(whole, papers=one), replace(whole, papers=two)) == set()
