"""What is one paper, and what must never be merged."""

import itertools

import pytest
from daybook.errors import SettingsError
from daybook.fold.linking import SameRules, link, parse_same, title_address

from tests.cases import for_each
from tests.makers import ABSTRACT, OTHER_ABSTRACT, card, day, record, time

TITLE = "Bounded Drift in Replicated Counters"


def groups(records: list, rules: SameRules | None = None) -> dict[str, int]:
    """key -> number of records; the same for every order of the records."""
    outcomes = []
    for order in itertools.islice(itertools.permutations(records), 24):
        outcomes.append({group.key: len(group.records) for group in link(order, rules)})
    assert all(outcome == outcomes[0] for outcome in outcomes)
    return outcomes[0]


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
    "two headlines, one title and abstract": ([card(), card(headline="Another headline", place=2)], {ADDRESS: 2}),
    "two papers without id never share an address": (
        [card(), card(abstract=OTHER_ABSTRACT, date=day("2026-03-04"))], {ADDRESS: 1, f"{ADDRESS}-2": 1}
    ),
    "of two papers of one title, the one with the very abstract": (
        [OWN, OTHER, card()], {"2603.00356": 2, "2603.00357": 1}
    ),
}  # fmt: skip


@for_each("case", CASES)
def test_what_is_one_paper(case: str) -> None:
    """And how many records each has."""
    records, expected = CASES[case]
    assert groups(records) == expected


def test_addresses_of_titles_stay() -> None:
    """They are for ever: what they are made of may never change."""
    assert ADDRESS == "bounded-drift-in-replicated-counters-ec4c28fa"


def test_a_card_joins_the_paper_of_its_title_and_abstract() -> None:
    """A record without id links by title and abstract; its title's address redirects."""
    found = link([record(arxiv_id="2603.00356", abstract=ABSTRACT), card()])
    assert [group.key for group in found] == ["2603.00356"]
    assert found[0].former == (title_address(TITLE),)


def test_several_candidates_undecided_nothing_is_linked() -> None:
    """Two papers of one title and nearly one abstract: no guess."""
    one = record(arxiv_id="2603.00356", abstract=ABSTRACT)
    two = record(arxiv_id="2603.00357", abstract=ABSTRACT + " In addition we release the data.")
    assert len(groups([one, two, card()])) == 3


@for_each(
    ("best", "rival", "linked"), [(90, 69, True), (89, 69, False), (90, 70, False), (100, 69, True), (100, 70, False)]
)
def test_how_far_the_best_of_several_candidates_must_lead(best: int, rival: int, linked: bool) -> None:
    """It shares .9 of the abstract's word triples, every other candidate less than .7: a figure on each side."""

    def sharing(share: int) -> str:  # of the card's 100 triples, these
        return " ".join([*words[: share + 2], *(f"only{share}x{number}" for number in range(100 - share))])

    words = [f"word{number}" for number in range(102)]
    one = record(arxiv_id="2603.00356", abstract=sharing(best))
    two = record(arxiv_id="2603.00357", abstract=sharing(rival))
    found = groups([two, one, card(abstract=" ".join(words))])
    assert (found.get("2603.00356"), len(found)) == ((2, 2) if linked else (1, 3))


def test_likeness_of_titles_links_nothing() -> None:
    """A prefix, a poster's mark, a system's name before the colon: separate papers (same abstract or not)."""
    titles = ["TACO: A Toolsuite for Automata", "TACO: Compressed Collectives", "(POSTER) Sensors", "Sensors"]
    assert len(groups([card(title) for title in titles])) == 4


def test_without_an_abstract_the_authors_must_be_the_same() -> None:
    """A table of contents has authors only."""
    paper = record(arxiv_id="2603.00356", abstract=ABSTRACT, authors=("Ada Novák", "Kofi Adeyemi", "Lin Zhou"))
    toc = record(source="dblp", type="harvest", category=None, authors=("Ada Novak", "Kofi Adeyemi", "L. Zhou"))
    stranger = record(source="dblp", type="harvest", category=None, authors=("Someone Else",))
    nobody = record(source="dblp", type="harvest", category=None)
    assert groups([paper, toc]) == {"2603.00356": 2}
    assert len(groups([paper, stranger])) == 2
    assert len(groups([paper, nobody])) == 2


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


def test_a_person_says_never() -> None:
    """never: wins over title and abstract."""
    rules = parse_same(f'never: [["2603.00356", "{title_address(TITLE)}"]]')
    assert len(groups([record(arxiv_id="2603.00356", abstract=ABSTRACT), card()], rules)) == 2
    assert len(groups([record(arxiv_id="2603.00357", abstract=ABSTRACT), card()], rules)) == 1


def test_an_address_that_two_papers_claim_leads_to_neither() -> None:
    """No redirect is better than a wrong one."""
    one = record(arxiv_id="2603.00356", abstract=ABSTRACT)
    two = record(arxiv_id="2603.00357", abstract=OTHER_ABSTRACT)
    found = link([one, two, card(), card(abstract=OTHER_ABSTRACT, date=day("2026-03-04"))])
    assert [group.former for group in found] == [(), ()]


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
        (TITLE, {"submitted": time("2026-02-01T09:00")}, True),
        (TITLE, {"submitted": time("2026-01-30T09:00")}, False),
        (TITLE, {"category": "cs.NI", "categories": ("cs.NI", "cs.DC")}, True),
        (TITLE, {"category": "cs.NI"}, False),
        ("Drift in Replicated Counters", {}, False),
    ],
)
def test_with_nothing_but_a_title_category_and_time_decide(title: str, fields: dict[str, object], joins: bool) -> None:
    """Both of them, up to 31 days apart, and for a title of at least five words."""
    assert len(link([record(title, arxiv_id="2603.00356", **fields), card(title, abstract=None)])) == 2 - joins


def test_of_two_papers_of_a_title_none_is_taken_for_category_and_time() -> None:
    """Nothing tells which of them is meant."""
    same = [record(arxiv_id=ident, authors=("Ada Ebb",)) for ident in ("2603.00356", "2603.00357")]
    assert len(link([*same, card(abstract=None)])) == 3
    bare, other = card(abstract=None), card(abstract=OTHER_ABSTRACT, document="d1")
    assert len(groups([bare, other])) == 2
    assert len(groups([same[0], bare, other])) == 3
    assert len(groups([same[0], bare])) == 1
