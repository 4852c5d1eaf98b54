"""The pages of authors: what stands on them, who is linked, and what a new day changes."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

import pytest

from generator.model import Archive, Author, Paper, Person, Sighting
from generator.pages import authors, drafts
from generator.text.author_names import as_printed, slug
from tests.cases import for_each
from tests.pages import engines, sample
from tests.pages.test_pages import ENGINES, rendered


def paper(number: int, *names: str, year: int = 2026) -> Paper:
    """A paper by these authors, the newest of those before it."""
    date = dt.date(year, 1, 1) + dt.timedelta(days=number)
    return Paper(
        key=f"2601.{number:05}", arxiv_id=f"2601.{number:05}", version=1, title=f"Paper <{number}>", titles=(),
        authors=tuple(map(Author, names)), categories=("cs.DC",),
        sightings=(Sighting(date=date, source="arxiv-rss", type="new"),),
    )  # fmt: skip


def archive(*papers: Paper, people: tuple[Person, ...] = ()) -> Archive:
    return Archive(papers={one.key: one for one in papers}, days=(), people=people)


def own_pages(archive: Archive) -> dict[str, str]:
    """Path below `authors/` -> text."""
    return {
        path.removeprefix("authors/"): text for path, text in rendered(archive).items() if path.startswith("authors/")
    }


def links(text: str) -> list[str]:
    return re.findall(r'href="?([^\s">]+)', text)


def test_a_page_lists_the_papers_of_a_name_newest_first() -> None:
    """Year by year, with co-authors, and says what it cannot know."""
    names = ("Ada Ebb", "Ben Flow", "Cleo Beam", "Dan Fog", "Eve Mole")
    similar = (paper(4, "A. Ebb"), paper(5, "A. Ebb"))
    own = (paper(1, *names, year=2024), paper(2, "Ada Ebb"), paper(3, "Ada Ebb", "Ben Flow"))
    pages = own_pages(archive(*own, *similar))
    page = pages["ada-ebb.md"]
    assert "3 papers in this archive, 2024 to 2026." in page
    assert (
        "Papers by this name. It may belong to several people, and one person may publish under several names." in page
    )
    assert [link for link in links(page) if "papers" in link] == [
        f"../papers/2601/2601.0000{number}.html" for number in (3, 2, 1)
    ]
    assert (
        page.index("<dt>2026</dt>") < page.index("2601.00003") < page.index("<dt>2024</dt>") < page.index("2601.00001")
    )
    assert "<small>with Ben Flow, Cleo Beam, Dan Fog and 1 more</small>" in page
    assert "<dt>Co-authors</dt><dd><a href=ben-flow.html>Ben Flow</a> 2</dd>" in page
    assert "<dt>Similar names</dt><dd><a href=a-ebb.html>A. Ebb</a> 2</dd>" in page
    assert "Paper &lt;3&gt;" in page
    assert "cleo-beam.md" not in pages


def test_of_many_papers_only_the_titles_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All papers with their other authors, or none."""
    papers = [paper(number, "Ada Ebb", "Ben Flow") for number in (1, 2, 3)]
    assert own_pages(archive(*papers))["ada-ebb.md"].count("<small>with Ben Flow</small>") == 3
    monkeypatch.setattr(authors, "WITH_NAMES", 2)
    page = own_pages(archive(*papers))["ada-ebb.md"]
    assert "<small>with" not in page
    assert "<dt>Co-authors</dt><dd><a href=ben-flow.html>Ben Flow</a> 3</dd>" in page


def test_a_paper_links_those_of_its_authors_that_have_a_page() -> None:
    """By the shortest link; others are only named."""
    pages = rendered(archive(paper(1, "Ada Ebb", r"C. Bal\'azs"), paper(2, "Ada Ebb"), paper(3, "C. Balázs")))
    assert (
        f"<p class=authors><a href=../../authors/ada-ebb.html>Ada Ebb</a>, "
        f"<a href=../../authors/{slug('C. Balázs')}.html>C. Balázs</a></p>" in pages["papers/2601/2601.00001.md"]
    )
    assert "<p class=authors>Dan Fog</p>" in rendered(archive(paper(1, "Dan Fog")))["papers/2601/2601.00001.md"]


def test_of_a_very_long_list_names_are_linked_whose_pages_tell_of_it() -> None:
    many = [f"A. Author{number}" for number in range(60)]
    pages = rendered(archive(paper(1, *many, "Last One"), paper(2, "Last One"), paper(3, "Last One", many[0])))
    assert "last-one.html" not in pages["papers/2601/2601.00001.md"]
    assert f"{slug(many[0])}.html" in pages["papers/2601/2601.00001.md"]
    assert "2601.00001" not in pages["authors/last-one.md"]


def test_collaborations_have_pages() -> None:
    page = own_pages(archive(*(paper(number, "The Tide Collaboration") for number in (1, 2))))
    text = page[f"{slug('The Tide Collaboration')}.md"]
    assert "several people" not in text


def test_a_person_of_authors_yml_has_one_page() -> None:
    """All papers, all names, an ORCID iD; other names' addresses lead to it, and so do papers."""
    ada = Person(names=("Ada Ebb", "A. Ebb"), orcid="0000-0002-1825-0097", note="Tides & <more>")
    pages = rendered(archive(paper(1, "Ada Ebb"), paper(2, "A. Ebb", "Ben Flow"), people=(ada,)))
    page = pages["authors/ada-ebb.md"]
    assert "2 papers in this archive, 2026. Tides &amp; &lt;more&gt;" in page
    assert "Also publishes as A. Ebb, as the owner of this archive says." in page
    assert "https://orcid.org/0000-0002-1825-0097" in links(page)
    assert "with Ben Flow" in page
    assert 'moved_to: "../authors/ada-ebb.html"' in pages["authors/a-ebb.md"]
    assert "../../authors/ada-ebb.html" in links(pages["papers/2601/2601.00002.md"])


def test_a_long_list_is_split_and_full_pages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest papers stay on the first page; a new paper changes no other but the one that becomes full."""
    monkeypatch.setattr(authors, "SIZE", 4)
    monkeypatch.setattr(authors, "KEPT", 3)
    monkeypatch.setattr(authors, "FIRST", 0)  # so that there are letters
    before, after = ([paper(number, "Ada Ebb") for number in range(1, last)] for last in (12, 13))
    pages, later = own_pages(archive(*before)), own_pages(archive(*after))
    assert {path for path in pages if path.startswith("ada-ebb")} == {"ada-ebb.md", "ada-ebb/1.md", "ada-ebb/2.md"}

    def listed(text: str) -> list[str]:
        return [link[-7:-5] for link in links(text) if "papers" in link]

    assert listed(pages["ada-ebb.md"]) == ["11", "10", "09"]
    assert listed(pages["ada-ebb/2.md"]) == ["08", "07", "06", "05"]
    assert listed(pages["ada-ebb/1.md"]) == ["04", "03", "02", "01"]
    assert "../ada-ebb.html" in [link.replace("../../authors", "..") for link in links(pages["ada-ebb/1.md"])]
    changed = {path for path in later if pages.get(path) != later[path]}
    assert changed == {"names/e.md", "ada-ebb.md"}


def test_the_index_leads_to_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """By letters of the last word; where many begin alike, by the next letter."""
    monkeypatch.setattr(authors, "LISTED", 3)
    monkeypatch.setattr(authors, "FIRST", 8)
    names = ["Ada Ebb", "Ben Ebber", "Cy Eddy", "Di Elm", "Ed", "E", "李明", "Zoë Ångström", "The Tide Team"]
    pages = own_pages(archive(*(paper(number, *names) for number in (1, 2))))
    found = {"index.md"}
    open_pages = ["index.md"]
    while open_pages:
        path = open_pages.pop()
        folder = "names/" if path.startswith("names/") else ""
        for link in links(pages[path]):
            target = link.removeprefix("../") if folder and link.startswith("../") else folder + link
            target = target.replace(".html", ".md").removeprefix("authors/").removeprefix("../authors/")
            if target in pages and target not in found:
                found.add(target)
                if target.startswith("names/"):
                    open_pages.append(target)
    assert found == set(pages)
    assert {"names/e.md", "names/eb.md", "names/ed.md", "names/a.md", "names/other.md", "names/t.md"} <= set(pages)
    assert f"../{slug('E')}.html" in links(pages["names/e.md"])


def test_an_archive_without_authors_has_an_index() -> None:
    assert "No author name has 2 papers in this archive yet." in own_pages(Archive(papers={}, days=()))["index.md"]


def again(one: Archive, other: Archive) -> set[str]:
    """The pages that are made again, but for those that always are; among them are all whose texts differ."""

    def depends(archive: Archive) -> dict[str, str | None]:
        return {draft.path: draft.depends for draft in drafts(archive, sample.SETTINGS, sample.TEXTS, None)}

    before, after = depends(one), depends(other)
    found = {path for path in after if after[path] and after[path] != before.get(path)}
    pages, others = rendered(one), rendered(other)
    assert {path for path in others if pages.get(path) != others[path] and after[path]} <= found
    return {path for path in found if path.startswith(("authors/", "papers/"))}


def test_a_new_paper_changes_the_pages_of_its_names_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own page; those of its names and of their letters; and the papers of a name that gets a page."""
    monkeypatch.setattr(authors, "FIRST", 0)
    names = [("Ada Ebb", "Ben Flow"), ("Ada Ebb", "Cleo Beam"), ("Cleo Beam",), ("Dan Fog",), ("Dan Fog", "Ben Flow")]
    old = [paper(number, *own) for number, own in enumerate(names, 1)]
    new = paper(6, "Ada Ebb", "Eve Mole")
    assert again(archive(*old), archive(*old, new)) == {
        "papers/2601/2601.00006.md", "authors/ada-ebb.md", "authors/names/e.md"
    }  # fmt: skip
    eve = [*old, paper(6, "Eve Mole")]
    assert again(archive(*eve), archive(*eve, paper(7, "Eve Mole"))) == {
        "papers/2601/2601.00006.md", "papers/2601/2601.00007.md", "authors/eve-mole.md", "authors/names/m.md"
    }  # fmt: skip


def test_another_title_changes_the_pages_of_its_authors() -> None:
    papers = [paper(number, "Ada Ebb", "Ben Flow") for number in (1, 2)]
    other = replace(papers[1], title="Another")
    pages = {"authors/ada-ebb.md", "authors/ben-flow.md", "papers/2601/2601.00002.md"}
    assert again(archive(*papers), archive(papers[0], other)) == pages


@for_each("engine", ENGINES)
@for_each("payload", sample.PAYLOADS)
def test_hostile_names_stay_text(payload: str, engine) -> None:  # type: ignore[no-untyped-def]
    """On the name's own page, on those of others, in indexes and on papers."""
    names = [payload, "Harmless Name", payload + " Ebb"]
    people = (Person(names=("Harmless Name",), note=payload),)
    pages = rendered(archive(*(paper(number, *names) for number in range(1, 4)), people=people))
    for name in filter(None, map(as_printed, names)):
        assert f"authors/{slug(name)}.md" in pages
    for path, text in pages.items():
        if path.startswith(("authors/", "papers/")):
            engines.split(text)
            tree = engines.fragment(engine(text))
            dangers = [danger for danger in engines.dangers(tree) if danger != "svg"]
            assert dangers == [], path
            assert len(list(tree.iter("h1"))) == 1, path


def test_a_short_index_has_all_names_and_no_letters() -> None:
    """Those with most papers first, the others by last name."""
    names = ["Zoe Ash", "Ann Dune", "Cy Bay", "Bo Cliff"]
    papers = [*(paper(number, *names) for number in (1, 2)), paper(3, "Ann Dune")]
    pages = own_pages(archive(*papers))
    text = pages["index.md"]
    assert "4 author names with at least 2 papers in this archive." in text
    assert "## All names" in text
    assert links(text) == ["ann-dune.html", "zoe-ash.html", "cy-bay.html", "bo-cliff.html"]
    assert not [path for path in pages if path.startswith("names/")]


def test_a_paper_names_the_authors_it_shares_with_another() -> None:
    """Not the other's first author; and it is made anew when these change, though the other is cited as before."""
    many = ("Ada Ebb", "Ben Flow", "Cleo Beam", "Dan Fog", "Eve Mole", "Fay Pier")
    one = paper(1, "Gus Reef", "Dan Fog", "Eve Mole")

    def made(*others: str) -> tuple[str, str | None]:
        other = paper(2, *others)
        whole = replace(archive(one, other), same_authors={one.key: (other.key,)})
        path = f"papers/2601/{one.key}.md"
        (draft,) = (each for each in drafts(whole, sample.SETTINGS, sample.TEXTS, None) if each.path == path)
        return rendered(whole)[path], draft.depends

    page, depends = made(*many)
    assert "Paper &lt;2&gt;</a> Dan Fog and Eve Mole, 2026" in page
    page, later = made(*many[:-2])
    assert "Paper &lt;2&gt;</a> Dan Fog, 2026" in page
    assert later != depends
    assert "Paper &lt;2&gt;</a> Dan Fog, 2026" in made("Ada Ebb", "Ben Flow", "Dan B. Fog")[0]
    assert "Paper &lt;2&gt;</a> Ada Ebb et al., 2026" in made(*many[:3])[0]
