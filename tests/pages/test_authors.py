"""The pages of authors: what stands on them, who is linked, and what a new day changes."""

import datetime as dt
import posixpath
import re
from dataclasses import replace
from urllib.parse import unquote_plus

import pytest
from daybook.fold import people as naming
from daybook.fold.people import LEAST
from daybook.model import Archive, Author, Paper, Person
from daybook.text.author_names import slug

from tests.cases import for_each
from tests.pages import sample
from tests.pages.test_pages import plain_paper, rendered


def paper(number: int, *names: str, year: int = 2026) -> Paper:
    """A paper by these authors, the newest of those before it."""
    date = dt.date(year, 1, 1) + dt.timedelta(days=number)
    told = {"title": f"Paper <{number}>", "titles": (), "themes": (), "authors": tuple(map(Author, names))}
    return plain_paper(f"2601.{number:05}", date, **told)


def archive(*papers: Paper, people: tuple[Person, ...] = ()) -> Archive:
    return Archive(papers={one.key: one for one in papers}, days=(), people=people)


def several(*names: str, first: int = 1, papers: int = LEAST) -> list[Paper]:
    """As many papers as a name needs for a page, by these authors."""
    return [paper(number, *names) for number in range(first, first + papers)]


def own_pages(archive: Archive) -> dict[str, str]:
    """Path below `authors/` -> text."""
    return {
        path.removeprefix("authors/"): text for path, text in rendered(archive).items() if path.startswith("authors/")
    }


def links(text: str) -> list[str]:
    return [unquote_plus(target) for target in re.findall(r"\]\(([^)\s]+)\)", text)]


def test_a_page_lists_the_papers_of_a_name_newest_first() -> None:
    """As rows, year by year, with co-authors, and says what it cannot know."""
    names = ("Ada Ebb", "Ben Flow", "Cleo Beam", "Dan Fog")
    own = [paper(1, *names, year=2024), *several("Ada Ebb", "Ben Flow", first=2)]
    pages = own_pages(archive(*own, *several("A. Ebb", first=10)))
    page = pages["ada-ebb.md"]
    assert "Papers by this name, which several people may share.\n\n6 papers, from 2 January 2024 to 7 Jan" in page
    assert [link for link in links(page) if "papers" in link] == [
        f"../papers/2601/2601.0000{number}.md" for number in (6, 5, 4, 3, 2, 1)
    ]
    assert page.index("## 2026") < page.index("2601.00002") < page.index("## 2024") < page.index("2601.00001")
    assert "### [Paper &lt;1>](../papers/2601/2601.00001.md)\n\nAda Ebb, Ben Flow, Cleo Beam and 1 more · " in page
    assert "## Co-authors\n\n- [Ben Flow](ben-flow.md): 6\n" in page
    assert "## Similar names\n\n- [A. Ebb](a-ebb.md): 5\n" in page
    pages = own_pages(archive(*several("The Tide Collaboration")))
    assert "several people" not in pages[f"{slug('The Tide Collaboration')}.md"]


@for_each(("papers", "kind"), [(1, None), (2, "moved"), (LEAST - 1, "moved"), (LEAST, "list")])
def test_a_name_with_few_papers_is_in_the_search(papers: int, kind: str | None) -> None:
    """With two it once had a page, whose address leads on."""
    pages = rendered(archive(*several("Ada Ebb", papers=papers)))
    text = pages.get("authors/ada-ebb.md", "")
    assert text.startswith(f"---\nkind: {kind}\n") == bool(kind)
    assert ("../search.md?author=Ada Ebb" in links(text)) == (kind == "moved")
    target = "authors/ada-ebb.md" if kind == "list" else "search.md?author=Ada Ebb"
    assert f"../../{target}" in links(pages["papers/2601/2601.00001.md"])


def test_a_page_leads_to_the_search_for_co_authors_without_one() -> None:
    """And is made anew when they get one."""
    old = [*several("Ada Ebb", "Ben Flow", papers=3), *several("Ada Ebb", first=5), paper(20, "Ben Flow")]
    assert "- [Ben Flow](../search.md?author=Ben+Flow): 3" in own_pages(archive(*old))["ada-ebb.md"]
    new = [*old, paper(21, "Ben Flow")]
    assert "- [Ben Flow](ben-flow.md): 3" in own_pages(archive(*new))["ada-ebb.md"]
    assert "authors/ada-ebb.md" in again(archive(*old), archive(*new))


def test_a_paper_links_its_authors() -> None:
    """By the shortest link, whatever the spelling; of a very long list, those whose pages tell of it."""
    papers = [paper(1, "Ada Ebb", r"C. Bal\'azs"), *several("Ada Ebb", "C. Balázs", first=2)]
    linked = f"[Ada Ebb](../../authors/ada-ebb.md), [C. Balázs](../../authors/{slug('C. Balázs')}.md)"
    assert linked in rendered(archive(*papers))["papers/2601/2601.00001.md"]
    many = [f"A. Author{number}" for number in range(60)]
    pages = rendered(archive(paper(1, *many, "Last One"), *several("Last One", many[0], first=2)))
    assert "last-one" not in pages["papers/2601/2601.00001.md"]
    assert f"{slug(many[0])}.md" in pages["papers/2601/2601.00001.md"]
    assert "2601.00001" not in pages["authors/last-one.md"]


def test_a_person_of_authors_yml_has_one_page() -> None:
    """All papers, all names, an ORCID iD, whatever their number; other names' addresses lead to it."""
    ada = Person(names=("Ada Ebb", "A. Ebb"), orcid="0000-0002-1825-0097", note="Tides & <more>")
    pages = rendered(archive(paper(1, "Ada Ebb"), paper(2, "A. Ebb", "Ben Flow"), people=(ada,)))
    page = pages["authors/ada-ebb.md"]
    assert "Tides & &lt;more>\n\nAlso publishes as A. Ebb, as the owner of this archive says.\n\n" in page
    assert "https://orcid.org/0000-0002-1825-0097" in links(page)
    assert "2 papers, from 2 to 3 January 2026." in page
    assert links(pages["authors/a-ebb.md"]) == ["ada-ebb.md"]
    assert "../../authors/ada-ebb.md" in links(pages["papers/2601/2601.00002.md"])


def test_a_long_list_has_the_newest_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has all of them, and former pages with the older ones lead there."""
    monkeypatch.setattr("daybook.pages.subjects.SIZE", 4)
    pages = own_pages(archive(*several("Ada Ebb", papers=10)))
    assert {path for path in pages if path.startswith("ada-ebb")} == {"ada-ebb.md", "ada-ebb/1.md", "ada-ebb/2.md"}
    assert "../../search.md?author=Ada Ebb" in links(pages["ada-ebb/2.md"])
    assert re.findall(r"2601\.000(\d\d)\.md", pages["ada-ebb.md"]) == ["10", "09", "08", "07"]


def test_the_index_leads_to_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """By letters of the last word; where many begin alike, by the next letter."""
    monkeypatch.setattr(naming, "LISTED", 3)
    monkeypatch.setattr(naming, "FIRST", 8)
    names = ["Ada Ebb", "Ben Ebber", "Cy Eddy", "Di Elm", "Ed", "E", "李明", "Zoë Ångström", "The Tide Team"]
    pages = own_pages(archive(*several(*names)))
    found = {"index.md"}
    open_pages = ["index.md"]
    while open_pages:
        path = open_pages.pop()
        targets = {posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in links(pages[path])}
        new = {target for target in targets if target in pages} - found
        found |= new
        open_pages += [target for target in new if target.startswith("names/")]
    assert found == set(pages)
    assert {"names/e.md", "names/eb.md", "names/ed.md", "names/a.md", "names/other.md", "names/t.md"} <= set(pages)
    assert f"../{slug('E')}.md" in links(pages["names/e.md"])


def test_pages_by_letters_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of names that once had pages lead to the index."""
    monkeypatch.setattr(naming, "FIRST", 1)
    pages = own_pages(archive(*several("Ada Ebb", "Ben Flow"), *several("Cy Gull", first=10, papers=2)))
    assert {path for path in pages if path.startswith("names/")} == {"names/e.md", "names/f.md", "names/g.md"}
    assert links(pages["names/g.md"]) == ["../index.md"]
    assert "kind: index" in pages["names/f.md"]


def again(one: Archive, other: Archive) -> set[str]:
    """The pages of authors and papers that are made again."""
    return {path for path in sample.again(one, other) if path.startswith(("authors/", "papers/"))}


def test_a_new_paper_changes_the_pages_of_its_names_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own page; those of its names and of their letters; and the papers of a name that gets a page."""
    monkeypatch.setattr(naming, "FIRST", 0)
    old = [*several("Ada Ebb", "Ben Flow"), *several("Cleo Beam", "Ben Flow", first=10)]
    assert again(archive(*old), archive(*old, paper(30, "Ada Ebb", "Eve Mole"))) == {
        "papers/2601/2601.00030.md", "authors/ada-ebb.md", "authors/names/e.md"
    }  # fmt: skip
    eve = [*old, *several("Eve Mole", first=20, papers=LEAST - 1)]
    assert again(archive(*eve), archive(*eve, paper(29, "Eve Mole"))) == {
        *(f"papers/2601/2601.000{number}.md" for number in (20, 21, 22, 23, 29)), "authors/eve-mole.md",
        "authors/names/m.md",
    }  # fmt: skip
    papers = several("Ada Ebb", "Ben Flow")
    titled = archive(papers[0], replace(papers[1], title="Another"), *papers[2:])
    pages = {"authors/ada-ebb.md", "authors/ben-flow.md", "papers/2601/2601.00002.md"}
    assert again(archive(*papers), titled) == pages


def test_a_short_index_has_all_names_and_no_letters() -> None:
    """Those with most papers first, the others by last name."""
    papers = [*several("Zoe Ash", "Ann Dune", "Cy Bay", "Bo Cliff"), paper(9, "Ann Dune")]
    pages = own_pages(archive(*papers))
    text = pages["index.md"]
    assert f"4 author names with pages: those of at least {LEAST} papers. A name may" in text
    assert "## All names\n\n- [Ann Dune](ann-dune.md): 6\n" in text
    assert links(text) == ["ann-dune.md", "zoe-ash.md", "cy-bay.md", "bo-cliff.md"]
    assert not [path for path in pages if path.startswith("names/")]
    text = own_pages(Archive(papers={}, days=()))["index.md"]
    assert f"No author name has {LEAST} papers in this archive yet." in text
