"""Papers, their cards and versions: what is told of each, and what may be shown; the columns for other programs."""

import dataclasses
from collections.abc import Callable
from typing import Any

from daybook.model import Author, Badge, Card, Edition, Outline, Paper, Quote, Sighting, Version, first_seen
from daybook.model import paper as papers
from daybook.model.paper import CARD, PAPER, QUOTE, SIGHTING, VERSION, Column

from tests.cases import for_each
from tests.makers import day

SEEN = (
    Sighting(date=day("2026-03-02"), source="schedule", type="new", version=1, reconstructed=True),
    Sighting(date=day("2026-03-09"), source="arxiv-rss", type="replace", category="cs.DC", version=2),
)
RESULT, WHAT = Quote(text="It holds.", start=4, end=13), Quote(text="We try.", start=20, end=27)
OWN, OTHERS = Card(source="daybook", headline="Own", result=RESULT), Card(source="pith", headline="Theirs")

OUTLINE = Outline(**{**dict.fromkeys(Outline._fields, ()), "seen": (day("2026-03-03"), day("2026-03-04"))})
"""Of a paper seen on two days."""


def paper(**fields: Any) -> Paper:
    told: dict[str, Any] = {
        "key": "a", "arxiv_id": None, "version": None, "title": "Drift", "titles": ("Drift",), "sightings": SEEN,
        **fields,
    }  # fmt: skip
    return Paper(**told)


# Cards


@for_each(
    ("fields", "quotes", "line"),
    [
        ({}, {}, ""),
        ({"gist": "In short"}, {}, "In short"),
        ({"gist": "In short", "result": RESULT}, {"result": RESULT}, "In short"),
        ({"result": RESULT, "what": WHAT}, {"result": RESULT, "what": WHAT}, "It holds."),
        ({"result": RESULT, "what": WHAT, "best": "what"}, {"result": RESULT, "what": WHAT}, "We try."),
        ({"result": RESULT, "what": RESULT}, {"result": RESULT}, "It holds."),
        ({"what": WHAT}, {"what": WHAT}, "We try."),
        ({"result": RESULT, "best": "what"}, {"result": RESULT}, "It holds."),
    ],
)
def test_sentences_of_a_card(fields: dict[str, Any], quotes: dict[str, Quote], line: str) -> None:
    """What somebody wrote stands in lists, else the best sentence that there is; one that says both is the result."""
    card = Card(source="daybook", headline="Drift", **fields)
    assert (card.quotes, card.line) == (quotes, line)
    assert card.quote == next((quote for quote in quotes.values() if quote.text == line), card.result)


def test_who_wrote_a_card() -> None:
    """A person, unless it was a language model; nobody, where the archive's rules made it."""
    by = [Card(source="daybook", headline="", **fields) for fields in ({}, {"by": "Ada"}, {"by": "m", "machine": True})]
    assert [card.by_person for card in by] == [False, True, False]


def test_nothing_is_quoted_of_an_abstract_that_is_not_shown() -> None:
    badges = (Badge(name="Proof", words="we prove"),)
    quoting = dataclasses.replace(OWN, what=WHAT, badges=badges)
    assert quoting.beside("It holds.") is quoting
    assert quoting.beside(None) == dataclasses.replace(OWN, result=None)
    written = Card(source="daybook", headline="Written", gist="By hand", badges=badges)
    assert written.beside(None) is written
    both = paper(cards=(OTHERS,), abstract="It holds.").beside(quoting)
    assert both.cards == (quoting, OTHERS)
    assert paper(cards=(OTHERS,)).beside(quoting).cards == (dataclasses.replace(OWN, result=None), OTHERS)
    assert both.beside(None) is both


# Versions

ONE = Edition(version=1, title="Old", abstract="One.", names=("A. Ebb",), categories=("cs.OS",), themes=("tides",))
TWO = Edition(version=2, title="Drift", abstract="Two.")
MINE = {
    "version": 2, "abstract": "Two.", "comments": "8 pages", "authors": (Author("Ada Ebb"),), "categories": ("cs.DC",),
    "themes": ("moons",),
}  # fmt: skip


def test_its_own_words() -> None:
    """Of a version whose number nobody states they are the first's."""
    newest = Edition(
        version=2, title="Drift", abstract="Two.", comments="8 pages", names=("Ada Ebb",), categories=("cs.DC",),
        themes=("moons",),
    )  # fmt: skip
    assert (paper(**MINE).newest, paper().newest.version) == (newest, 1)
    assert newest.listed == ("Drift", "Two.", ("Ada Ebb",), ("cs.DC",), ("moons",))
    assert (newest.carded, TWO.carded) == (("Drift", "Two.", "8 pages"), ("Drift", "Two.", ""))
    assert Edition(version=1, title="Drift").carded == ()


def test_words_of_the_versions_held() -> None:
    """What is not known of one is as in the newest; words that are no version's that is held are the next one's."""
    found = paper(**MINE, editions=(ONE, TWO))
    filled = dataclasses.replace(TWO, names=("Ada Ebb",), categories=("cs.DC",), themes=("moons",))
    assert found.held == (ONE, filled)
    assert paper(**MINE).held == (paper(**MINE).newest,)
    bare = dataclasses.replace(TWO, abstract=None, themes=())
    assert paper(**MINE, editions=(ONE, bare)).held == (ONE, dataclasses.replace(filled, themes=()))
    for other in (dataclasses.replace(TWO, title="Drift, again"), dataclasses.replace(TWO, abstract="Else.")):
        held = paper(**MINE, editions=(ONE, TWO, dataclasses.replace(other, version=5))).held
        assert ([each.version for each in held], held[3].title, held[3].abstract) == ([1, 2, 5, 6], "Drift", "Two.")


@for_each(
    ("withdrawn", "version", "gone"),
    [
        ((), None, False), ((2,), None, True), ((2,), 2, True), ((2,), 1, False), ((1,), 1, True), ((1,), None, False),
        ((1,), 2, False), ((1,), 9, False),
    ],
)  # fmt: skip
def test_which_versions_withdraw_it(withdrawn: tuple[int, ...], version: int | None, gone: bool) -> None:
    """Its newest says so of itself."""
    history = tuple(Version(version=number, withdrawn=number in withdrawn) for number in (1, 2))
    assert paper(version=2, versions=history, withdrawn=2 in withdrawn).is_withdrawn(version) is gone


def test_what_is_told_of_versions() -> None:
    """More than one, or one that is withdrawn; titles that no edition has; the versions with other words or marks."""
    one, two, gone = Version(version=1), Version(version=2), Version(version=1, withdrawn=True)
    assert [paper(versions=some).has_history for some in ((), (one,))] == [False, False]
    assert [paper(versions=some).has_history for some in ((gone,), (one, two))] == [True, True]
    assert paper(titles=("Drift", "Old", "Older"), editions=(ONE,)).former_titles == ["Older"]
    assert [each.version for each in paper(**MINE, editions=(ONE, TWO)).earlier] == [1]
    again = dataclasses.replace(TWO, version=1)
    assert paper(**MINE, editions=(again, TWO)).earlier == ()
    marked = paper(**MINE, editions=(again, TWO), withdrawn=True, versions=(one, two))
    assert [each.version for each in marked.earlier] == [1]


@for_each(
    ("editions", "version"),
    [
        ((), None), ((TWO,), None), ((ONE, TWO), 2), ((ONE, dataclasses.replace(TWO, abstract="One.")), None),
        ((ONE, TWO, dataclasses.replace(TWO, version=3)), 3), ((ONE, dataclasses.replace(TWO, abstract=None)), None),
    ],
)  # fmt: skip
def test_whose_abstract_it_has(editions: tuple[Edition, ...], version: int | None) -> None:
    """The newest version's that has it; nothing is said where the words of one are held."""
    assert paper(**MINE, editions=editions).abstract_version == version
    assert paper(editions=(dataclasses.replace(ONE, abstract=None), ONE)).abstract_version is None


def test_when_it_was_seen_and_how_it_is_sorted() -> None:
    """By month and number of the id, of old style, too; else by the day."""
    ids = ("2603.00356", "0704.0001", "hep-th/9901001")
    orders = [paper(arxiv_id=ident).order for ident in ids]
    assert orders == ["2026-03 2603.00356", "2007-04 0704.0001", "1999-01 hep-th/9901001"]
    assert paper().order == "2026-03-02"
    assert paper(**MINE, editions=(ONE, TWO)).comparable == ("2026-03", "Old", "One.")
    assert list(first_seen([OUTLINE])) == [OUTLINE.first_seen] == [day("2026-03-03")]


# What may be shown


def test_words_of_other_sources_are_shown_with_leave() -> None:
    """An abstract whose source nobody names is a person's own."""
    told = paper(abstract="It holds.", cards=(OTHERS,), provenance=(("title", "arxiv-rss"), ("abstract", "pith")))
    assert told.shown(lambda source: True) is told
    hidden = told.shown(lambda source: source != "pith")
    assert (hidden.abstract, hidden.cards, hidden.title) == (None, (), "Drift")
    assert told.shown_abstract(lambda source: source == "pith") == "It holds."
    assert paper(abstract="It holds.").shown_abstract(lambda source: False) == "It holds."
    assert dataclasses.replace(told, abstract=None).shown(lambda source: source != "pith").cards == ()
    assert dataclasses.replace(told, cards=()).shown(lambda source: source != "pith").abstract is None


# Columns


def given(columns: tuple[Column, ...], row: object) -> dict[str, object]:
    """What the columns that have a way of their own take from what a row is about."""
    return {c.name: c.get(row) for c in columns if c.get and not (c.left_out and c.get(row) is papers.LEFT_OUT)}


def test_what_columns_take() -> None:
    """A line and a badge where there are any; a sentence with its card; no sighting that was computed."""
    card = dataclasses.replace(OWN, version=3)
    assert given(CARD, card) == {"gist": "It holds.", "result": (card, RESULT), "what": None, "badge": None}
    badges = (Badge(name="Proof", words="we prove"), Badge(name="Survey", words="survey"))
    assert given(CARD, dataclasses.replace(OTHERS, badges=badges, what=WHAT))["badge"] == "Proof; Survey"
    assert given(CARD, dataclasses.replace(OTHERS, badges=badges, source_badge="Code"))["badge"] == "Code"
    assert given(CARD, OTHERS)["gist"] is None
    assert given(QUOTE, (card, RESULT)) == {"text": "It holds.", "version": 3, "start": 4, "end": 13}
    found = paper(authors=(Author("Ada Ebb"),))
    assert given(PAPER, found) == {"authors": ["Ada Ebb"], "sightings": [SEEN[1]]}


@for_each(
    ("said", "names"),
    [
        (lambda column: column.derived, "version primary_category themes links result what figures by"),
        (lambda column: column.absent is True, "authors_complete"),
        (lambda column: column.absent is papers.NEEDED, "sightings"),
        (lambda column: column.unique, ""),
        (lambda column: column.left_out, "told_by told_by"),
        (lambda column: column.least == 1, "version version version version"),
        (lambda column: column.least == 0, "start end"),
        (lambda column: column.least not in (None, 0, 1), ""),
        (lambda column: column.many and column.base == "row", "versions sightings cards"),
        (lambda column: column.optional and column.base == "day", "date"),
    ],
)
def test_what_columns_say(said: Callable[[Column], bool], names: str) -> None:
    """What each archive works out for itself, what a line must have, and the least of each number."""
    assert [column.name for column in (*PAPER, *CARD, *QUOTE, *SIGHTING, *VERSION) if said(column)] == names.split()


@for_each(
    ("table", "others", "names"),
    [
        ("csv", {11}, "key arxiv_id version title authors primary_category categories submitted updated withdrawn"
         " themes doi journal_ref comments abstract"),
        ("parquet", {16}, "key arxiv_id version title abstract authors authors_complete primary_category categories"
         " comments journal_ref doi submitted updated withdrawn themes"),
        ("sqlite", set[int](), "key arxiv_id version title abstract authors primary_category comments journal_ref doi"
         " submitted updated withdrawn"),
    ],
)  # fmt: skip
def test_where_columns_stand(table: str, others: set[int], names: str) -> None:
    """None is ever moved, as programs know them by their order; `others`: places of columns that exports add."""
    places = {getattr(column.tables, table): column.name for column in PAPER if getattr(column.tables, table)}
    fixed = sorted(place for place in places if place < getattr(papers.AT_THE_END, table))
    assert [places[place] for place in fixed] == names.split()
    assert sorted({*fixed, *others}) == [*range(1, len(fixed) + len(others) + 1)]


def test_what_is_said_of_nothing() -> None:
    """Whoever leaves a field out says that an author list is whole, and that nothing is withdrawn or computed."""
    seen = Sighting(date=day("2026-03-02"), source="pith", type="card")
    assert paper().authors_complete
    assert not any((paper().withdrawn, Version(version=1).withdrawn, seen.reconstructed))
