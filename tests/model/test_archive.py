"""When a day's completeness is confirmed, what came on a day, and what a paper of many versions showed there."""

from daybook.model import Announced, Basis, Contradiction, Coverage, Day, Earlier, Edition, HeldVersion, Tally, Theme
from daybook.model import archive as archives
from daybook.model.archive import CoverageState, Witness

from tests.cases import for_each
from tests.makers import day
from tests.model.test_paper import OUTLINE, paper

DAY = day("2026-03-03")


@for_each(
    ("state", "witnesses", "lone", "confirmed"),
    [
        ("complete", ("listing",), True, False),
        ("quiet", ("listing",), True, False),
        ("complete", ("listing", "oai"), False, True),
        ("quiet", ("listing", "feed"), False, True),
        ("quiet", (), False, True),  # a holiday of the calendar: nothing was due
        ("partial", ("listing",), False, False),
        ("contradicted", ("listing", "oai"), False, False),
    ],
)
def test_one_witness_proves_nothing(
    state: CoverageState, witnesses: tuple[Witness, ...], lone: bool, confirmed: bool
) -> None:
    """Neither that all is here, nor that nothing was announced."""
    told = Coverage(category="cs.DC", date=DAY, state=state, witnesses=witnesses)
    assert (told.lone, told.confirmed) == (lone, confirmed)


def test_what_is_counted() -> None:
    """Of a day's coverage, of a contradiction and of a digest's day; and what is said where nothing is stated."""
    tallies = (Tally(section="new", stored=3, stated=4), Tally(section="cross", stored=2))
    assert Coverage(category="cs.DC", date=DAY, state="partial", tallies=tallies).stored == 5
    other = Contradiction(witness="oai", names=("2603.00001",), lacks=("2603.00002",), moves=("2603.00003",))
    assert (other.ids, other.more) == (("2603.00001", "2603.00002", "2603.00003"), 0)
    assert archives.MOST_NAMED == 20
    assert Basis(listings={}, themes={"a": ("1", "2"), "b": ("2", "3")}).total == 3
    assert Basis(listings={}, themes={}).total == 0
    assert not Theme(slug="tides", name="Tides", definition="Of tides.").plain


def test_papers_of_a_day() -> None:
    """Each once: what was announced, then what was only seen; of some types, in order."""
    announced = tuple(Announced(key=kind, type=kind) for kind in ("new", "cross", "replace"))
    found = Day(date=DAY, announced=announced, seen=(Announced(key="card", type="card"),))
    assert [item.key for item in found.papers] == ["new", "cross", "replace", "card"]
    assert [item.key for item in found.of_type("card", "new", "replace")] == ["new", "replace", "card"]
    assert not found.reconstructed
    mixed = [Announced(key=key, type=kind) for key, kind in (("b", "replace-cross"), ("b", "new"), ("a", "new"))]
    assert [(item.type, item.key) for item in sorted(mixed, key=lambda item: item.order)] == [
        ("new", "a"), ("new", "b"), ("replace-cross", "b"),
    ]  # fmt: skip


@for_each(
    ("kind", "version", "words"),
    [
        ("new", None, 1), ("cross", None, 1), ("new", 1, 1), ("cross", 2, 2), ("replace", 3, 2), ("replace", 4, 2),
        ("replace-cross", 5, 5), ("replace", 9, 5), ("replace", None, 5), ("replace-cross", None, 5),
    ],
)  # fmt: skip
def test_which_words_came(kind: archives.EntryType, version: int | None, words: int) -> None:
    """The version's own, else the last before; of a replacement of which no number is stated, the newest."""
    came, held = Announced(key="a", type=kind, version=version), (1, 2, 5)
    texts = tuple(Edition(version=number, title=f"Title {number}") for number in held)
    assert came.words(paper(version=5, title="Title 5", editions=texts)).version == words
    outline = OUTLINE._replace(editions=tuple(HeldVersion(number, "", "") for number in held))
    assert [each.version for each in came.came(outline)] == [number for number in held if number <= words]
    assert came.earlier(outline) is None
    shown = {number: Earlier(number, f"hash {number}", (), ()) for number in (1, 2)}
    assert came.earlier(outline._replace(earlier=tuple(shown.values()))) == shown.get(words)


def test_of_a_first_version_that_is_not_held_the_oldest_words_stand() -> None:
    assert Announced(key="a", type="new").place([2, 3]) == 0
    assert Announced(key="a", type="replace", version=1).place([2, 3]) == 0
