"""Pages brought up to date: what they depend on, and that the outcome is always that of making all."""

import datetime as dt
import multiprocessing
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from daybook.model import OWN, Archive, Author, Card, Claim, Edition, Paper, Sighting, Version
from daybook.model.jsonl import to_json
from daybook.pages import Draft, Page
from daybook.runtime import parallel
from daybook.runtime.files import code_digest, digest
from daybook.runtime.state import State
from daybook.site import writer
from daybook.view import addresses

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
    "tellers": (("title", "tides.example"),),
    "claims": (Claim(teller="tides.example", withdrawn=True),),
    "former": ("a-former-title-1a2b3c4d",),
}
OWN_PAGE_ONLY = {
    "version", "titles", "authors_complete", "primary_category", "comments", "journal_ref", "doi", "other_dois",
    "report_no", "msc_class", "acm_class",
    "license", "submitted", "updated", "versions", "cards", "links", "formats", "url", "former", "tellers", "claims",
}  # fmt: skip
"""Fields that no page but the paper's own tells."""


def archive() -> tuple[Archive, Paper]:
    """An archive with lists of several pages, and a paper of it."""
    whole = replace(many(60), themes=sample.THEMES)
    paper = replace(list(whole.papers.values())[3], abstract="We study locks.")
    return replace(whole, papers={**whole.papers, paper.key: paper}), paper


@for_each("name", CHANGES)
def test_a_change_is_seen_by_the_pages_that_tell_it(name: str) -> None:
    """The paper's own page sees every change; what it alone tells leaves the lists as they are. A field that is new in
    the model must be listed in this test."""
    assert {field.name for field in fields(Paper)} == {"key", *CHANGES}
    whole, paper = archive()
    other = replace(paper, **{name: CHANGES[name]})
    again = sample.again(whole, replace(whole, papers={**whole.papers, paper.key: other}))
    own = addresses.paper(paper.key)
    assert own in again
    assert (again == {own}) == (name in OWN_PAGE_ONLY)


def test_a_new_day_leaves_all_days_but_the_one_before() -> None:
    """A day's page shows its month so far and the days beside it, so a new day is seen by the one before it alone."""
    again = {path for path in sample.again(many(60), many(61)) if path.startswith("days/") and path.count("-") == 2}
    assert {path for path in again if "-W" not in path} == {"days/2026/2026-03-02.md", "days/2026/2026-03-03.md"}


def test_a_number_on_the_listing_is_seen_by_its_day_and_a_card_by_all_pages_of_its_paper() -> None:
    whole, paper = archive()
    day = next(day for day in whole.days if day.announced[0].key == paper.key)
    numbered = replace(day, announced=(replace(day.announced[0], places=(7,)),))
    days = tuple(numbered if each is day else each for each in whole.days)
    assert sample.again(whole, replace(whole, days=days)) >= {addresses.day(day.date)}
    card = Card(source=OWN, headline="Locks that seven nodes share")
    again = sample.again(whole, replace(whole, own_cards={**whole.own_cards, paper.key: card}))
    assert {addresses.paper(paper.key), addresses.day(day.date)} <= again


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
    assert {day, addresses.paper(paper.key)} <= sample.again(held[0], held[1])
    assert "Keys" in rendered(held[1])[day]
    assert (sample.again(held[1], held[2]) == set()) == (other == one)


def test_an_abstract_that_is_not_shown_changes_nothing() -> None:
    """Words of a source that the archive does not publish stand on no page."""
    whole, paper = archive()
    hidden = replace(paper, provenance=(("abstract", HIDDEN),))
    other = replace(hidden, abstract="Other hidden words.")
    one, two = ({**whole.papers, paper.key: each} for each in (hidden, other))
    assert sample.again(replace(whole, papers=one), replace(whole, papers=two)) == set()


def draft(path: str, text: str, depends: str | None = "same", made: list[str] | None = None) -> Draft:
    def make() -> Page:
        if made is not None:
            made.append(path)
        return Page(path, text)

    return Draft(path, depends, make)


def update(folder: Path, drafts: list[Draft], key: str = "k", **options: Any) -> writer.Rendered:
    state = State(folder, "code")
    try:
        return writer.bring_up_to_date(folder / "pages", drafts, state, key, folder / "tmp", **options)
    finally:
        state.close()


def texts(rendered: writer.Rendered) -> dict[str, str]:
    return {path: row.text for path, row in rendered.held.all().items()}


def test_only_what_changed_is_made(tmp_path: Path) -> None:
    """By what it depends on; a page that does not say is made each time, but written only if it differs. With another
    key (code, settings, themes) all are made."""
    made: list[str] = []
    drafts = [draft("a.md", "A", "1", made), draft("b/c.md", "C", "1", made), draft("d.md", "D", None, made)]
    first = update(tmp_path, drafts)
    assert (len(first.made), first.written, first.removed) == (3, 3, [])
    known = texts(first)
    made.clear()
    again = update(tmp_path, drafts)
    assert (made, again.written) == (["d.md"], 0)
    held = {"a.md": ("A", "1"), "b/c.md": ("C", "1"), "d.md": ("D", "")}
    assert texts(again) == known == {path: digest(*each, to_json({})) for path, each in held.items()}
    made.clear()
    update(tmp_path, [draft("a.md", "A2", "2", made), *drafts[1:]])
    assert made == ["a.md", "d.md"]
    assert (tmp_path / "pages/a.md").read_text() == "A2"
    made.clear()
    update(tmp_path, [draft("a.md", "A2", "2", made)], key="other")
    assert made == ["a.md"]


def test_of_some_drafts_the_others_stay(tmp_path: Path) -> None:
    """But those that are gone; and what layouts show of pages goes and comes with these."""
    page = Draft("a.md", "1", lambda: Page("a.md", "A", {"n": 1}))
    update(tmp_path, [page, draft("b.md", "B"), draft("c.md", "C")])
    again = update(tmp_path, [draft("b.md", "B2", "2")], gone=["c.md"])
    assert (list(again.made), again.removed, again.pages) == (["b.md"], ["c.md"], 2)
    assert writer.facts_of(State(tmp_path, "code")).all() == {"a.md": {"n": 1}}
    assert list(update(tmp_path, [draft("a.md", "A", "2")], gone=[]).held) == ["a.md", "b.md"]
    assert not writer.facts_of(State(tmp_path, "code"))


@pytest.mark.parametrize("harm", ["edit", "remove", "table"])
@pytest.mark.parametrize("gone", [None, []])
def test_a_page_that_does_not_stand_as_written_is_made_again(tmp_path: Path, harm: str, gone: list[str] | None) -> None:
    """Edited by hand, lost, or with the table lost."""
    update(tmp_path, [draft("a.md", "A", "1")])
    if harm == "edit":
        (tmp_path / "pages/a.md").write_text("B")
    elif harm == "remove":
        (tmp_path / "pages/a.md").unlink()
    else:
        State(tmp_path, "code").place.unlink()
    update(tmp_path, [draft("a.md", "A", "1")], gone=gone)
    assert (tmp_path / "pages/a.md").read_text() == "A"


def test_what_is_no_longer_wanted_is_removed(tmp_path: Path) -> None:
    """With the folders it leaves empty."""
    update(tmp_path, [draft("a.md", "A"), draft("b/c.md", "C")])
    assert update(tmp_path, [draft("a.md", "A")]).removed == ["b/c.md"]
    assert [path.name for path in (tmp_path / "pages").iterdir()] == ["a.md"]


def test_many_pages_are_made_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same outcome as by one."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system cannot fork")
    monkeypatch.setattr(writer, "SLICE", 5)
    counted: list[int] = []
    drafts = [Draft(f"{k}.md", str(k), partial(Page, f"{k}.md", f"text {k}")) for k in range(53)]

    def watch(counts: object, total: int) -> list[int]:
        counted.extend(counts)  # type: ignore[arg-type]
        assert total == 53
        return counted

    pages = update(tmp_path, drafts, watch=watch)
    assert (len(pages.made), pages.written, sum(counted)) == (53, 53, 53)
    monkeypatch.setattr(parallel, "FORKS", False)
    assert texts(update(tmp_path / "alone", drafts)) == texts(pages)


def test_the_code_s_hash_tells_of_templates_and_styles(tmp_path: Path) -> None:
    """Any file that pages are made of."""
    (tmp_path / "generator" / "daybook").mkdir(parents=True)
    (tmp_path / "overrides").mkdir()
    (tmp_path / "generator" / "daybook" / "a.py").write_text("1")
    seen = {code_digest.__wrapped__(tmp_path)}
    for name in ("generator/daybook/b.json", "overrides/c.css", "mkdocs.yml", "package-lock.json"):
        (tmp_path / name).write_text("x")
        seen.add(code_digest.__wrapped__(tmp_path))
    assert len(seen) == 5
    assert digest("ab", "c") != digest("a", "bc")  # not the same as their sum
    (tmp_path / "generator" / "daybook" / "notes.pyc").write_text("x")
    assert code_digest.__wrapped__(tmp_path) in seen
