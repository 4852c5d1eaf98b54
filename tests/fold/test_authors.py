"""Who wrote what, by printed names; authors.yml; slugs."""

import datetime as dt
import doctest
from dataclasses import replace

import pytest
from daybook.errors import SettingsError
from daybook.fold import folding, people
from daybook.fold.people import Writer, Writers, order, similar, writers
from daybook.model import Author, Outline, Paper, Person, Sighting
from daybook.model.ids import is_name
from daybook.text.author_names import MOST, printed, slug

from tests.cases import for_each, table


def paper(number: int, *names: str) -> Outline:
    """A paper by these authors."""
    seen = Sighting(date=dt.date(2026, 1, number), source="arxiv-rss", type="new")
    told = Paper(
        key=f"2601.{number:05}", arxiv_id=None, version=None, title=f"Paper {number}", titles=(),
        authors=tuple(map(Author, names)), sightings=(seen,),
    )  # fmt: skip
    return folding.of(told, lambda source: True)


def found(*papers: Outline, people: tuple[Person, ...] = ()) -> dict[str, list[str]]:
    """Slug -> the numbers of its papers."""
    all_writers = writers(papers, people)
    return {name: [one.title.split()[1] for one in own.papers] for name, own in all_writers.by_slug.items()}


@for_each(
    ("papers", "page", "once", "feed"),
    [(1, False, False, False), (2, False, True, False), (4, False, True, False), (5, True, False, False),
     (9, True, False, False), (10, True, False, True)],
)  # fmt: skip
def test_how_many_papers_a_name_needs(papers: int, page: bool, once: bool, feed: bool) -> None:
    """For a page and for a feed; what had a page by the former rule is told apart."""
    all_writers = writers([paper(number, "Ada Ebb") for number in range(1, papers + 1)])
    assert list(all_writers.by_slug) == ["ada-ebb"] * page == list(all_writers.slugs.values())
    assert list(all_writers.few) == ["ada-ebb"] * once
    assert [writer.has_feed for writer in all_writers.by_slug.values()] == [feed] * page


@for_each(
    ("one", "other"),
    [
        ("Ana Šimić", "Ana Simic"), ("A. Ebb", "Ada Ebb"), ("A. Ebb", "A Ebb"), ("Ada Ebb", "ADA EBB"),
        ("Ada Ebb-Flow", "Ada Ebb Flow"), ("Ada Ebb", "Ebb Ada"), ("李明", "李敏"),
    ],
)  # fmt: skip
def test_names_that_differ_are_never_one(one: str, other: str) -> None:
    """Whatever they resemble: neither their pages nor the addresses of these."""
    assert sorted(found(*(paper(n, one if n % 2 else other) for n in range(1, 11))).values()) == [
        ["1", "3", "5", "7", "9"],
        ["2", "4", "6", "8", "10"],
    ]
    assert slug(one) != slug(other)


def test_spellings_of_one_printed_name_are_one() -> None:
    r"""Sources write TeX, Unicode in either form, and places of work; print has one name."""
    names = (r"C. Bal\'azs", "C. Balázs", "C. Bala\u0301zs", "C.  Balázs (Quay)", r"C. Bal{\'a}zs")
    assert found(*(paper(number, name) for number, name in enumerate(names, 1))) == {
        slug("C. Balázs"): ["1", "2", "3", "4", "5"]
    }


@for_each("name", ["Con", "Index", "Aux", "a/b", "..", "", "x" * 500, "<b>", "../../x", "\ud800", "É", "1"])
def test_any_name_has_an_address(name: str) -> None:
    assert is_name(slug(name))
    assert slug(name) == slug(name).lower()
    assert slug(name).isascii()


def test_addresses_stay() -> None:
    """They are for ever: what they are made of may never change."""
    names = ("Ada B. Example", "Jean-Pierre Serre", "Ana Šimić", "李明", "ATLAS Collaboration", "Patrick O'Neil")
    assert [slug(name) for name in names] == [
        "ada-b-example", "jean-pierre-serre-4946c5e7", "ana-simic-955e5df0", "author-def6a74c",
        "atlas-collaboration-1293047f", "patrick-oneil-85a85c0f",
    ]  # fmt: skip


def test_of_very_long_lists_the_first_and_collaborations_count() -> None:
    names = [Author(f"A. Author{number}") for number in range(MOST)]
    assert printed([*names, Author("Last One"), Author("The Tide Collaboration")])[MOST - 1 :] == (
        f"A. Author{MOST - 1}",
        "The Tide Collaboration",
    )


def test_names_of_a_person_have_one_page() -> None:
    """That of the first name; the others' addresses lead there, and a single paper is enough."""
    people = (Person(names=("Ada Ebb", "A. Ebb")), Person(names=("Ben Flow",)))
    papers = (paper(1, "Ada Ebb"), paper(2, "A. Ebb", "Ben Flow"), paper(3, "A. Ebb", "Ada Ebb"))
    assert found(*papers, people=people) == {"ada-ebb": ["1", "2", "3"], "ben-flow": ["2"]}
    all_writers = writers(papers, people)
    assert all_writers.former == {"a-ebb": "ada-ebb"}
    assert all_writers.few == {}
    assert all_writers.slugs == {"Ada Ebb": "ada-ebb", "A. Ebb": "ada-ebb", "Ben Flow": "ben-flow"}


def test_one_slug_costs_nothing_but_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever invents names with the same hash."""
    monkeypatch.setattr("daybook.text.author_names.slug", lambda name: "same")
    papers = [paper(number, "Ada Ebb", "Ben Flow") for number in range(1, 6)]
    assert found(*papers, paper(6, "Cy Few"), paper(7, "Cy Few")) == {"same": ["1", "2", "3", "4", "5"]}
    assert writers([*papers, paper(6, "Cy Few"), paper(7, "Cy Few")]).few == {}
    monkeypatch.setattr("daybook.text.author_names.slug", lambda name: name[0])
    papers = [paper(1, "Bo Few", "Ada"), paper(2, "Bo Few", "Di"), paper(3, "Di")]
    known = writers(papers, (Person(names=("Ada", "Ben")),))
    assert (known.former, list(known.few)) == ({"B": "A"}, ["D"])


def test_co_authors() -> None:
    """Most shared first; once is too seldom, a person has one name, and is not a co-author of its own."""
    papers = [paper(number, "Ada Ebb", "Ben Flow") for number in range(1, 4)]
    papers += [
        paper(4, "Ada Ebb", "Cleo Beam", "Dan Fog"),
        paper(5, "A. Ebb", "Ada Ebb", "Cleo Beam", "B. Flow"),
        paper(6, "Dan Fog"),
    ]
    all_writers: Writers = writers(papers, (Person(names=("Ada Ebb", "A. Ebb")), Person(names=("Ben Flow", "B. Flow"))))
    ada = all_writers.by_slug["ada-ebb"]
    assert people.coauthors(ada, all_writers, 9) == [("Ben Flow", 4), ("Cleo Beam", 2)]
    assert people.coauthors(ada, all_writers, 1) == [("Ben Flow", 4)]


def alike(*names: str) -> dict[str, list[str]]:
    """Name -> those that may be the same person."""
    found = similar(Writer(name, slug(name), ()) for name in names)
    return {name: [other.name for other in found[slug(name)]] for name in names if slug(name) in found}


def test_similar_names() -> None:
    """Same last word, first names that agree; an initial agrees with every name of its letter."""
    shown = alike("Ada Ebb", "A. Ebb", "Ada B. Ebb", "Ann Ebb", "Adá Ebb", "Ada Flow", "B. Ebb", "The Ada Ebb Team")
    assert shown["Ada Ebb"] == ["A. Ebb", "Ada B. Ebb", "Adá Ebb"]
    assert shown["Ann Ebb"] == ["A. Ebb"]
    assert alike("J.-P. Serre", "Jean-Pierre Serre", "Jean Ann Serre")["J.-P. Serre"] == ["Jean-Pierre Serre"]
    assert not {"B. Ebb", "Ada Flow", "The Ada Ebb Team"} & shown.keys()
    many = [f"A{letter} Ebb" for letter in "bcdefghijklmn"]
    assert alike(*reversed(many), "A. Ebb")["A. Ebb"] == many[:12]


@for_each(
    ("one", "other", "agree"),
    [
        ("Ada Ebb", "A Ebb", True), ("Ada Ebb", "Ad Ebb", False), ("Ada Ebb", "A. B. Ebb", True),
        ("Ebb", "Ada Ebb", False), ("Ada Ebb", "Ada Eb", False), ("Ada Bo Ebb", "Ada B. Ebb", True),
        ("Ada B. Ebb", "A. Bo Ebb", True), ("Ada B. Ebb", "Ada C. Ebb", False), ("A. Bo Ebb", "A. Ba Ebb", False),
        ("Ada B. C. Ebb", "Ada B. D. Ebb", False),
    ],
)  # fmt: skip
def test_first_names_that_agree(one: str, other: str, agree: bool) -> None:
    """In each place that both have, wholly or by an initial."""
    assert alike(one, other) == ({one: [other], other: [one]} if agree else {})


@for_each(
    ("name", "words"),
    [
        ("Ada van Eb", ("eb", "ada", "van")), ("Bo Ebb Jr.", ("ebb", "bo")), ("Ána", ("ana",)),
        ("Eva Rehn-Sonigo", ("rehn-sonigo", "eva")), ("李 Paper", ("paper",)), ("李明", ("~",)),
        ("Łukasz Ø. Ebb", ("ebb", "lukasz", "o")), ("Jr", ("jr",)),
        ("The Tide Collaboration", ("the", "tide", "collaboration")),
    ],
)  # fmt: skip
def test_the_order_of_names(name: str, words: tuple[str, ...]) -> None:
    assert order(Writer(name, slug(name), ())) == words
    assert doctest.testmod(people).failed == 0


def test_people_are_read() -> None:
    text = """
authors:
  - names: ["Ada Ebb", "A.  Ebb", "C. Bal\\\\'azs"]
    orcid: https://orcid.org/0000-0002-1825-0097
    note: Tides
  - names: [Ben Flow]
"""
    ada = Person(names=("Ada Ebb", "A. Ebb", "C. Balázs"), orcid="0000-0002-1825-0097", note="Tides")
    assert people.parse(text) == (ada, Person(names=("Ben Flow",)))
    assert people.parse("") == people.parse("# nobody yet\n") == ()
    assert replace(ada, orcid="") != ada


@for_each("orcid", ["0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X", "0000-0001-2345-6789"])
def test_an_orcid_has_a_check_sum(orcid: str) -> None:
    """One digit of it changed is seen, and so are two that changed places."""
    read = lambda text: people.parse(f'authors: [{{names: [A], orcid: "{text}"}}]')[0].orcid  # noqa: E731
    assert read(orcid) == read(f" https://orcid.org/{orcid} ") == orcid
    swapped = orcid[:12] + orcid[13] + orcid[12] + orcid[14:]
    wrong = {orcid[:-1] + digit for digit in "0123456789X"} | {f"1{orcid[1:]}", swapped, f"{orcid}0"} - {orcid}
    for text in wrong - {orcid}:
        with pytest.raises(SettingsError, match="is not an ORCID iD"):
            read(text)


@for_each(("text", "told"), table(__file__, "what_cannot_be_read_is_told_in_one_line"))
def test_what_cannot_be_read_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        people.parse(text)
    assert told in str(caught.value)
