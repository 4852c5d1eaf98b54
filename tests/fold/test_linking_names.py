"""Papers without an arXiv id by their DOIs and addresses: what is one, what is two, and where each lived before."""

import itertools

import pytest
from daybook.fold.folding import fold
from daybook.fold.linking import SameRules, link, title_address
from daybook.model import Record, ids

from tests.cases import for_each
from tests.fold.test_linking import linked, sizes
from tests.makers import ABSTRACT, OTHER_ABSTRACT, record
from tests.tools.growth import BY_THE_SQUARE, in_proportion

TITLE = "Erratum"
NAMES = ("Ada Novák", "Kofi Adeyemi")


def item(title: str = TITLE, *, document: str = "d1", place: int = 1, **fields: object) -> Record:
    """An item of another site's feed, without an abstract."""
    known: dict[str, object] = {"authors": NAMES, "abstract": None, "source": "feed", "type": "harvest"}
    return record(title, document=document, place=place, category=None, **{**known, **fields})


@for_each(
    ("one", "two"),
    [
        ({"doi": "10.1000/atel.1"}, {"doi": "10.1000/atel.2"}),
        ({"doi": "10.1000/atel.1"}, {"url": "https://doi.org/10.1000/atel.2"}),
        ({"url": "https://telegrams.example/?read=1"}, {"url": "https://telegrams.example/?read=2"}),
        ({"url": "https://www.telegrams.example/1"}, {"url": "http://telegrams.example/2/"}),
    ],
)
@for_each("abstract", [None, ABSTRACT])
def test_two_notes_of_one_title_are_two_papers(one: dict, two: dict, abstract: str | None) -> None:
    """Telegrams, errata and editorials bear one title, one author and often one text: their names tell them apart."""
    found = sizes([item(**one, abstract=abstract), item(**two, abstract=abstract, place=2)])
    assert found == {title_address(TITLE): 1, f"{title_address(TITLE)}-2": 1}


@for_each(
    ("one", "two"),
    [
        ({"doi": "10.1101/2026.01.02.123456"}, {"doi": "10.1101/2026.01.02.123456"}),
        ({"doi": "10.1101/2026.01.02.123456"}, {"doi": "https://DOI.org/10.1101/2026.01.02.123456v2"}),
        ({"doi": "10.1000/ABC"}, {"doi": "doi:10.1000/abc"}),
        ({"doi": "10.1000/abc"}, {"url": "https://journal.example/doi/full/10.1000/ABC?rss=yes"}),
        ({"url": "http://www.journal.example/a/7/?utm_source=rss"}, {"url": "https://journal.example/a/7#top"}),
    ],
)
def test_one_name_is_one_paper_whatever_its_title(one: dict, two: dict) -> None:
    """A preprint's versions change title and abstract; its first address stays, the others lead there."""
    records = [
        item("The first title", **one, abstract=ABSTRACT),
        item("Quite another title", **two, abstract=OTHER_ABSTRACT, document="d2"),
    ]
    (group,) = linked(records)
    assert group.key == title_address("The first title")
    assert group.former == (title_address("Quite another title"),)


def test_an_item_joins_the_paper_of_an_id_by_its_doi() -> None:
    paper = record("A title", arxiv_id="2603.00356", doi="10.1000/J.1", abstract=ABSTRACT)
    printed = item("Its title in print", doi="10.1000/j.1")
    (group,) = linked([paper, printed])
    assert (group.key, group.former) == ("2603.00356", (title_address("Its title in print"),))
    apart = SameRules(never=frozenset({frozenset(("2603.00356", title_address("Its title in print")))}))
    assert len(linked([paper, printed], apart)) == 2


def test_the_doi_that_arxiv_gives_is_the_id() -> None:
    """Its title's address, where it lived before, leads to the paper."""
    (group,) = linked([item("Moss", doi="10.48550/ARXIV.2603.00356")])
    assert (group.ids, group.key, group.former) == (["2603.00356"], "2603.00356", (title_address("Moss"),))


PREPRINT, JOURNALS = "10.1101/2026.01.02.123456", "10.1000/j.1"
NOTES = [item(doi="10.1000/1"), item(doi="10.1000/2", place=2), item(source="dblp", document="d2")]
MOSS = item("Moss", doi=PREPRINT, abstract=ABSTRACT)
SETS: dict[str, tuple[list[Record], int]] = {
    "a DOI that two ids name decides nothing": (
        [*(record(f"Part {k}", arxiv_id=f"2603.0035{k}", doi=JOURNALS, abstract=ABSTRACT) for k in (1, 2)),
         item("Both parts", doi=JOURNALS)], 3,
    ),
    "a table of contents may give each paper the volume's DOI": (
        [item(f"Paper {k}", doi="10.1000/volume", place=k) for k in range(1, 5)], 4,
    ),
    "and a feed its site's address": (
        [item(f"Paper {k}", url="https://journal.example/current", place=k) for k in (1, 2)], 2,
    ),
    "up to three titles may be those of versions": (
        [item(f"Title {k}", doi=PREPRINT, place=k) for k in (1, 2, 3)], 1,
    ),
    "what has no name joins none of those that differ": (NOTES, 3),
    "but the only one": (NOTES[1:], 1),
    "a preprint and its article have DOIs of two registrants": (
        [MOSS, item("Moss", doi=JOURNALS, abstract=ABSTRACT, document="d2")], 1,
    ),
    "title and abstract decide as before": (
        [MOSS, item("Moss", doi=JOURNALS, abstract=OTHER_ABSTRACT, document="d2")], 2,
    ),
}  # fmt: skip


@for_each("case", SETS)
def test_how_many_papers_these_are(case: str) -> None:
    records, number = SETS[case]
    assert len(linked(records)) == number


def test_addresses_of_before_lead_on() -> None:
    """Two papers of one title had two addresses; one by its DOI, it keeps the first, and the second leads there."""
    (group,) = linked([MOSS, item("Moss", doi=f"{PREPRINT}v2", abstract=OTHER_ABSTRACT, document="d2")])
    assert (group.key, group.former) == (title_address("Moss"), (f"{title_address('Moss')}-2",))


def test_an_address_that_two_have_now_leads_to_the_first_that_lived_there() -> None:
    """Two notes of one title and text were one paper, before each joined another by its DOI."""
    one, two, both = map(title_address, ("First", "Second", "Moss"))
    first = [item(title, doi=f"10.1000/{k}", place=k) for k, title in enumerate(("First", "Second"), 1)]
    later = [item("Moss", doi=f"10.1000/{k}", place=k, document="d2") for k in (1, 2)]
    assert {group.key: group.former for group in linked([*first, *later])} == {one: (both,), two: ()}


def test_both_dois_are_kept() -> None:
    """The journal's is the paper's, whichever was said last; the preprint's stands beside it."""
    first = item("Moss", doi=PREPRINT, url=f"https://doi.org/{PREPRINT}")
    second = item("Moss", doi=JOURNALS, url=f"https://doi.org/{PREPRINT}", document="d2")
    third = item("Moss", doi=PREPRINT, url=f"https://www.biorxiv.example/content/{PREPRINT}v2?rss=1", document="d3")
    for records in itertools.permutations([first, second, third]):
        (paper,) = fold(records).papers.values()
        assert (paper.doi, paper.other_dois) == (JOURNALS, (PREPRINT,))


@pytest.mark.trial
def test_a_thousand_notes_of_one_title_cost_little() -> None:
    def work(size: int) -> None:
        assert len(link([item(doi=f"10.1000/{k}", place=k) for k in range(size)])) == size

    in_proportion(work, 400, BY_THE_SQUARE)


@pytest.mark.trial
@for_each("piece", ["10.1000/", ".pdf", ".full", "v1", "?", "/", "%2F", "-v1", "https://", "&a=b", "\n"])
def test_long_names_cost_little(piece: str) -> None:
    """Of any piece repeated, with an end that fits nothing."""

    def work(size: int) -> None:
        text = "https://arxiv.org/abs/10.1000/x" + piece * (size // len(piece)) + "!"
        ids.dois.__wrapped__(text)
        ids.address.__wrapped__(text)
        ids.parse(text)

    in_proportion(work, 40_000)
