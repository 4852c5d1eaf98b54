"""What is one paper, and what must never be merged."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest
from daybook.errors import SettingsError
from daybook.fold.linking import Group, SameRules, link, parse_same, title_address
from daybook.model import Record
from daybook.model.jsonl import hash_of
from daybook.text import markup

from tests.cases import for_each
from tests.makers import ABSTRACT, OTHER_ABSTRACT, card, day, record, time

TITLE = "Bounded Drift in Replicated Counters"


def linked(records: Sequence[Record], rules: SameRules | None = None) -> list[Group]:
    """The papers, which are the same for every order of the records."""
    outcomes = []
    for order in itertools.islice(itertools.permutations(records), 24):
        found = link(order, rules)
        outcomes.append([(g.key, g.former, [(r.document, r.place) for r in g.records]) for g in found])
    assert all(outcome == outcomes[0] for outcome in outcomes)
    return link(records, rules)


def sizes(records: Sequence[Record], rules: SameRules | None = None) -> dict[str, int]:
    """key -> number of records."""
    return {group.key: len(group.records) for group in linked(records, rules)}


OWN = record(arxiv_id="2603.00356", abstract=ABSTRACT)
BESIDE = record(arxiv_id="2603.00357", abstract=ABSTRACT)
OTHER = record(arxiv_id="2603.00357", abstract=OTHER_ABSTRACT)
TEX = record(r"UFO$^3$: Weaving \emph{the} Galaxy", arxiv_id="2603.00356", abstract=ABSTRACT)
ADDRESS = title_address(TITLE)
CASES = {
    "an id decides, whatever the titles say": (
        [record(arxiv_id="2603.00356"), record("Another Title", arxiv_id="2603.00356", type="replace")],
        {"2603.00356": 2},
    ),
    "two ids are never merged, though all else is equal": ([OWN, BESIDE], {"2603.00356": 1, "2603.00357": 1}),
    "TeX, case and punctuation of a title are no difference": (
        [TEX, card("UFO3 - weaving the galaxy")], {"2603.00356": 2}
    ),
    "abstracts of one title must agree": ([OWN, card(abstract=OTHER_ABSTRACT)], {"2603.00356": 1, ADDRESS: 1}),
    "a feed cuts abstracts: the share of the shorter one counts": (
        [OWN, card(abstract=ABSTRACT[:110])], {"2603.00356": 2}
    ),
    "a table of contents has authors only": (
        [record(arxiv_id="2603.00356", abstract=ABSTRACT, authors=("Ada Novák", "Kofi Adeyemi", "Lin Zhou")),
         record(source="dblp", type="harvest", category=None, authors=("Ada Novak", "Kofi Adeyemi", "L. Zhou"))],
        {"2603.00356": 2},
    ),
    "a system's name before the colon and a poster's mark link nothing": (
        [card("TACO: A Toolsuite"), card("TACO: Compressed"), card("(POSTER) Sensors"), card("Sensors")],
        {title_address(t): 1 for t in ("TACO: A Toolsuite", "TACO: Compressed", "(POSTER) Sensors", "Sensors")},
    ),
    "every second word is no agreement": (
        [card(abstract=" ".join(f"{word * (k % 2)}{k}" for k in range(40)), place=ord(word)) for word in "ab"],
        {ADDRESS: 1, f"{ADDRESS}-2": 1},
    ),
    "two headlines, one title and abstract": ([card(), card(headline="Another headline", place=2)], {ADDRESS: 2}),
    "two papers without id never share an address": (
        [card(), card(abstract=OTHER_ABSTRACT, date=day("2026-03-04"))], {ADDRESS: 1, f"{ADDRESS}-2": 1}
    ),
    "nor do three": (
        [card(abstract=text, place=k) for k, text in enumerate((ABSTRACT, OTHER_ABSTRACT, "Tides.", "Moons."), 1)],
        {ADDRESS: 1, f"{ADDRESS}-2": 1, f"{ADDRESS}-3": 1, f"{ADDRESS}-4": 1},
    ),
    "the same few words are the same abstract": ([card(abstract="Tides."), card(abstract="Tides.")], {ADDRESS: 2}),
    "of two papers of one title, the one with the very abstract": (
        [OWN, OTHER, card()], {"2603.00356": 2, "2603.00357": 1}
    ),
}  # fmt: skip


@for_each("case", CASES)
def test_what_is_one_paper(case: str) -> None:
    """And how many records each has."""
    records, expected = CASES[case]
    assert sizes(records) == expected


def test_addresses_of_titles_stay() -> None:
    """They are for ever: what they are made of may never change."""
    assert ADDRESS == "bounded-drift-in-replicated-counters-ec4c28fa"


def sharing(share: int) -> str:
    """An abstract of 100 word triples, so many of which are those of `sharing(100)`."""
    words = [f"word{number}" for number in range(102)]
    return " ".join([*words[: share + 2], *(f"only{share}x{number}" for number in range(100 - share))])


@for_each(
    ("best", "rival", "linked"), [(90, 69, True), (89, 69, False), (90, 70, False), (100, 69, True), (100, 70, False)]
)
def test_how_far_the_best_of_several_candidates_must_lead(best: int, rival: int, linked: bool) -> None:
    """It shares .9 of the abstract's word triples, every other candidate less than .7: a figure on each side."""
    one = record(arxiv_id="2603.00356", abstract=sharing(best))
    two = record(arxiv_id="2603.00357", abstract=sharing(rival))
    found = sizes([two, one, card(abstract=sharing(100))])
    assert (found.get("2603.00356"), len(found)) == ((2, 2) if linked else (1, 3))


@for_each(("share", "linked"), [(30, True), (29, False)])
def test_how_far_abstracts_must_agree(share: int, linked: bool) -> None:
    """Of the one candidate: .3 of the word triples, with an id and without."""
    some = card(abstract=sharing(share), place=2)
    assert len(sizes([record(arxiv_id="2603.00356", abstract=sharing(100)), some])) == 2 - linked
    assert len(sizes([card(abstract=sharing(100)), some])) == 2 - linked


@for_each(
    ("mine", "theirs", "joins"),
    [("A", "A", True), ("AB", "A", False), ("ABC", "AB", True), ("AB", "ABC", True), ("ABCD", "AB", False),
     ("AB", "", False), ("", "AB", False), ("AB", "ABCD", False),
     ("ABCDE", "ABC", True), ("ABC", "ABD", True), ("ABCD", "ABEF", False)],
)  # fmt: skip
def test_more_than_half_of_the_authors_must_be_the_same(mine: str, theirs: str, joins: bool) -> None:
    """Of the longer list; each name is a letter here."""
    one, two = (tuple(f"X. {name}{name}" for name in names) for names in (mine, theirs))
    toc = card(abstract=None, source="dblp", authors=two)
    assert len(sizes([record(arxiv_id="2603.00356", category="hep-th", authors=one), toc])) == 2 - joins


def test_a_person_says_these_are_one() -> None:
    """same.yml joins what no rule can, and both old addresses lead on."""
    rules = SameRules(same=(("2605.09114", title_address("Toward a Theory")),))
    found = link([record("Light Cones", arxiv_id="2605.09114"), card("Toward a Theory")], rules)
    assert [(group.key, group.former) for group in found] == [("2605.09114", (title_address("Toward a Theory"),))]


def test_a_person_joins_two_ids() -> None:
    """The older id keeps the page; the other redirects; names that are not held are passed over."""
    records = [record(arxiv_id="2603.00356"), record(arxiv_id="hep-th/9901001")]
    found = link(records, SameRules(same=(("2603.00356", "hep-th/9901001", "2699.99999"), ("2699.1", "2699.2"))))
    assert [(group.key, group.former) for group in found] == [("hep-th9901001", ("2603.00356",))]
    three = [record(arxiv_id=f"2603.0000{number}") for number in (1, 2, 3)]
    one, two, other = (each.arxiv_id or "" for each in three)
    for same in (((two, one, other),), ((other, two), (two, one))):
        (group,) = link(three, SameRules(same=same))
        assert (group.key, len(group.records), group.ids, group.former) == (one, 3, [one, two, other], (two, other))


def test_a_person_says_never() -> None:
    """never: wins over title and abstract."""
    rules = parse_same(f'never: [["2603.00356", "{ADDRESS}"]]')
    assert [len(sizes([paper, card()], rules)) for paper in (OWN, BESIDE)] == [2, 1]


def test_an_address_that_two_papers_claim_leads_to_neither() -> None:
    """No redirect is better than a wrong one; one that is one paper's leads there."""
    found = link([OWN, OTHER, card(), card(abstract=OTHER_ABSTRACT, date=day("2026-03-04"))])
    assert [group.former for group in found] == [(), ()]
    assert [group.former for group in link([OWN, card()])] == [(ADDRESS,)]


@for_each(
    "text", ["same: [[2603.1]]", "same: [x]", "other: []", "[]\n- x", 'same: [["a"]]', "same: {", "never: [[1.5, 2]]"]
)
def test_what_is_no_rule_is_refused(text: str) -> None:
    """Unquoted ids are numbers to YAML: said in one line, with the mend."""
    with pytest.raises(SettingsError, match=r"same\.yml"):
        parse_same(text)


def test_an_empty_file_has_no_rules() -> None:
    """Comments only."""
    assert parse_same("# nothing yet\n") == SameRules()


@for_each(
    ("title", "fields", "joins"),
    [
        (TITLE, {}, True),
        (TITLE, {"submitted": time("2026-01-31T09:00")}, True),
        (TITLE, {"submitted": time("2026-01-30T09:00")}, False),
        (TITLE, {"category": "cs.NI", "categories": ("cs.NI", "cs.DC")}, True),
        (TITLE, {"category": "cs.NI"}, False),
        (TITLE, {"category": "cs.NI+cs.DC"}, True),
        (TITLE, {"category": None}, False),
        ("Drift in Replicated Counters", {}, False),
    ],
)
def test_with_nothing_but_a_title_category_and_time_decide(title: str, fields: dict[str, object], joins: bool) -> None:
    """Both of them, up to 31 days apart, and for a title of at least five words."""
    assert len(link([record(title, arxiv_id="2603.00356", **fields), card(title, abstract=None)])) == 2 - joins


def test_under_which_names_a_paper_is_found() -> None:
    """By its ids, titles, DOIs and addresses, and the days that speak of it; apart where a record has no id, as only
    such a one joins others."""
    address = "https://a.example/1"
    held = [
        record(arxiv_id="2603.00356", date=day("2026-03-04"), source="arxiv-oai", type="harvest"),
        record(arxiv_id="2603.00356", date=day("2026-03-05"), source="arxiv-api", type="harvest"),
        record("Drift", arxiv_id="2603.00356", date=day("2026-03-06"), doi="10.1000/j.1", url=address),
        record(arxiv_id="2603.00356", date=day("2026-03-07"), source="feed", type="harvest"),
    ]
    names = {hash_of(markup.title_key(title).encode(), 8) for title in (TITLE, "Drift")} | {
        "10.1000/j.1",
        "a.example /1",
    }
    days = {"date 2026-03-04", "date 2026-03-06", "harvest 2026-03-04", "harvest 2026-03-05"}
    assert Group(held).found_by == {"id 2603.00356", *days, *names}
    loose = [replace(held[2], doi=None, arxiv_id=None)]
    shared = {hash_of(markup.title_key("Drift").encode(), 8), "a.example /1"}
    told = {"date 2026-03-06", f"called {title_address('Drift')}"}
    assert Group(loose).found_by == {*told, *shared, *(f"loose {name}" for name in shared)}
    assert "loose 10.1000/j.1" in Group([*held, *loose]).found_by


def test_of_two_papers_of_a_title_none_is_taken_for_category_and_time() -> None:
    """Nothing tells which of them is meant."""
    same = [record(arxiv_id=ident, authors=("Ada Ebb",)) for ident in ("2603.00356", "2603.00357")]
    assert len(link([*same, card(abstract=None)])) == 3
    bare, other = card(abstract=None), card(abstract=OTHER_ABSTRACT, document="d1")
    assert len(sizes([bare, other])) == 2
    assert len(sizes([same[0], bare, other])) == 3
    assert len(sizes([same[0], bare])) == 1
