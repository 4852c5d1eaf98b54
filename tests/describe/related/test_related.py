"""All lists of an archive at once, for tests, with stamps of their own."""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import pytest
from daybook.describe import related
from daybook.describe.related import LEAST, MOST, NOTHING, Executor, PaperText, RelatedTable, Shelf, pack
from daybook.text import author_names, vocabulary

from tests.cases import for_each, table
from tests.tools.growth import in_proportion

T = TypeVar("T")
R = TypeVar("R")


def here(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> Iterable[R]:
    yield work(items)


def updated(sources: Iterable[PaperText], known: RelatedTable = NOTHING, executor: Executor = here) -> RelatedTable:
    """The table of all papers, carried forward from `known`, which an earlier call returned."""
    by_key = {source.key: source for source in sources}
    stamps = {key: repr(source[1:]) for key, source in by_key.items()}
    return related.update(stamps, by_key.__getitem__, known, executor)


# Related papers: found where they are, and the same however one came there.

SUBJECTS = {
    "federated": "federated learning clients gradients aggregation privacy heterogeneous data local updates rounds",
    "storage": "erasure coding storage repair nodes bandwidth disks redundancy blocks reliability rebuild",
    "consensus": "byzantine consensus replicas leader quorum blockchain votes faults safety liveness messages",
    "kernels": "gpu kernels tensor cores matrix multiplication tiling registers occupancy compiler warps fusion",
}

MONTH = "2026-03"


def paper(rng: random.Random, number: int, subject: str) -> PaperText:
    """An invented paper: its subject's words in any order, with some of everybody's."""
    words = SUBJECTS[subject].split()
    title = " ".join(rng.sample(words, 4))
    abstract = " ".join(rng.sample(words, 7) + rng.sample(["cost", "model", "analysis", "speed", "design"], 2))
    key = f"26{number % 12 + 1:02}.{number:05}"
    return PaperText(key, MONTH, f"{title} {number}", abstract)


def papers(count: int, seed: int = 1) -> dict[str, PaperText]:
    rng = random.Random(seed)
    made = [paper(rng, number, rng.choice(sorted(SUBJECTS))) for number in range(count)]
    return {source.key: source for source in made}


def source(key: str, title: str = "", abstract: str | None = None) -> PaperText:
    return PaperText(key, MONTH, title, abstract)


def beside(table: related.RelatedTable) -> dict[str, tuple[str, ...]]:
    found = related.NeighbourLists(table)
    assert list(found) == list(table.rows)
    return dict(found)


@for_each("subject", SUBJECTS)
def test_papers_of_one_subject_find_each_other(subject: str) -> None:
    rng = random.Random(7)
    made = {
        (name, number): paper(rng, 100 * at + number, name) for at, name in enumerate(SUBJECTS) for number in range(6)
    }
    found = beside(updated(made.values()))
    own = {made[subject, number].key for number in range(6)}
    for key in own:
        assert set(found[key]) == own - {key}


def test_nothing_is_listed_that_is_not_related() -> None:
    rng = random.Random(3)
    others = [paper(rng, number, "storage") for number in range(8)]
    lone = paper(rng, 99, "consensus")
    found = beside(updated([*others, lone]))
    assert found[lone.key] == ()
    assert all(lone.key not in row for row in found.values())


def test_the_best_is_first_and_equals_go_by_key() -> None:
    text = SUBJECTS["kernels"]
    rows = [source(key, "gpu kernels", text) for key in ("2601.00003", "2601.00001", "2601.00002")]
    near = source("2601.00000", "gpu kernels", "tensor cores, registers and warps")
    found = beside(updated([near, *rows]))
    assert found["2601.00003"] == ("2601.00001", "2601.00002", "2601.00000")


def test_the_order_of_the_sources_does_not_matter() -> None:
    made = list(papers(150).values())
    table = updated(made)
    random.Random(2).shuffle(made)
    again = updated(made)
    assert list(again.rows.items()) == list(table.rows.items())


MONTHS = [f"2026-{number:02}" for number in range(1, 7)]


def over_time(held: dict[str, PaperText]) -> dict[str, PaperText]:
    """The same papers, as many in each of MONTHS."""
    return {key: one._replace(month=MONTHS[place % 6]) for place, (key, one) in enumerate(held.items())}


def walk(rng: random.Random, held: dict[str, PaperText], number: int) -> None:
    """Change some papers: new ones of the last month and of others, new words, another month, gone ones."""
    for step in range(rng.randint(1, 4)):
        made = paper(rng, 1000 + 10 * number + step, rng.choice(sorted(SUBJECTS)))
        old = rng.choice(sorted(held))
        kind = rng.choice(("new", "between", "words", "month", "gone"))
        if kind == "new":
            held[made.key] = made._replace(month=MONTHS[-1])
        elif kind == "between":
            held[made.key] = made._replace(month=rng.choice(MONTHS))
        elif kind == "words":
            held[old] = held[old]._replace(title=made.title, abstract=made.abstract)
        elif kind == "month":
            held[old] = held[old]._replace(month=rng.choice([*MONTHS, "2026-07"]))
        else:
            del held[old]


@pytest.mark.trial
@for_each("seed", range(6))
def test_carrying_forward_is_starting_anew(seed: int) -> None:
    rng = random.Random(seed)
    held = over_time(papers(220, seed))
    table = updated(held.values())
    for number in range(25):
        walk(rng, held, number)
        table = updated(held.values(), table)
        anew = updated(held.values())
        assert list(table.rows.items()) == list(anew.rows.items())
        assert list(table.packed.items()) == list(anew.packed.items())


def test_a_list_is_sealed_with_its_month() -> None:
    held = over_time(papers(120))
    days = sorted(held.values(), key=lambda one: (one.month, one.key))
    table, sealed = related.NOTHING, dict[str, tuple[str, ...]]()
    for end in range(10, 121, 10):
        table = updated(days[:end], table)
        lists = beside(table)
        assert lists == beside(updated(days[:end]))
        assert {key: lists[key] for key in sealed} == sealed
        sealed = {one.key: lists[one.key] for one in days[:end] if one.month < days[end - 1].month}
    assert all(held[other].month <= held[key].month for key, others in lists.items() for other in others)
    assert any(other > key for key, others in lists.items() for other in others)


def test_a_new_day_is_not_made_anew() -> None:
    held = papers(220)
    table = updated(held.values())
    more = [paper(random.Random(5), 5000 + number, "storage") for number in range(10)]

    def each(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> Iterable[R]:
        assert len(items) < len(held) / 2, "all lists are made anew"
        return [work(items)]

    assert updated([*held.values(), *more], table, each).rows.keys() >= {source.key for source in more}


def test_an_unchanged_archive_keeps_its_table() -> None:
    held = papers(60)
    table = updated(held.values())
    assert updated(held.values(), table) == table
    assert updated([], table) == updated([]) == related.NOTHING


def test_older_papers_get_newer_ones() -> None:
    rng = random.Random(2)
    made = [paper(rng, number, "storage")._replace(key=f"2601.{number:05}") for number in range(9)]
    found = beside(updated(made))
    assert found["2601.00000"]
    assert "2601.00000" in found[found["2601.00000"][0]]


def shelf(signatures: dict[str, str]) -> Shelf:
    return Shelf({MONTH: [*signatures]}, {MONTH: pack([*signatures.values()])})


def shelf_of(count: int) -> Shelf:
    return shelf({key: row.signature for key, row in updated(papers(count).values()).rows.items()})


def test_the_relation_is_symmetric() -> None:
    held = shelf_of(120)
    strengths = {
        (at, other): s for at in range(120) for other, s in zip(*(x.tolist() for x in held.related(at)), strict=True)
    }
    assert all(strengths[other, at] == strength for (at, other), strength in strengths.items())
    assert all(at != other for at, other in strengths)


def test_likeness_is_the_cosine() -> None:
    others, likeness = shelf({"a": "x y z 321", "b": "z y v 942", "c": ""}).related(0)
    assert others.tolist() == [1]
    assert likeness[0] == pytest.approx((2 * 4 + 1 * 9) / (14 * 101) ** 0.5)


def test_words_that_compare_alike_change_no_list() -> None:
    """An abstract mended in a way that nothing is compared by: the table stays, but for the paper's stamp."""
    made = papers(40)
    table = updated(made.values())
    key, one = next(iter(made.items()))
    made[key] = one._replace(abstract=f"The {one.abstract}")
    again = updated(made.values(), table)
    assert again == updated(made.values())
    assert again.rows[key].stamp != table.rows[key].stamp
    assert {other: row[1:] for other, row in again.rows.items()} == {k: row[1:] for k, row in table.rows.items()}


def test_what_is_listed_is_alike_enough() -> None:
    held = shelf_of(120)
    for key, row in beside(updated(papers(120).values())).items():
        others, likeness = held.related(held.places[key])
        alike = dict(zip(others.tolist(), likeness.tolist(), strict=True))
        assert all(alike[held.places[other]] >= LEAST for other in row)
        assert len(row) <= MOST


# Signatures: the same for the same words, small, and made of any text.


HOSTILE = [
    "", " \t\n", "\0\x1b[31m\ud800\u202e", "<script>alert(1)</script> {{ x }} {% raw %}", "$" * 1000 + "\\" * 1000,
    "a" * 100_000, "a-" * 100_000, "ﬁne Ǆ ß İ ſ", "深度学习 для всех", "9 99 999", "e\u0301" * 50_000,
]  # fmt: skip


def signed(title: str, abstract: str | None) -> str:
    return related.signature(related.line(title, abstract), related.weight)


@for_each("text", HOSTILE)
def test_any_text_makes_a_signature(text: str) -> None:
    for signature in (signed(text, text), signed(text, None)):
        words = signature.split(" ") if signature else []
        assert len(words) <= related.MOST_TERMS + 1
        assert all(len(word) <= vocabulary.LONGEST_WORD for word in words)
    rows = updated([PaperText(key, "2026-01", text, text) for key in ("2601.00001", "2601.00002")])
    assert updated([PaperText(key, "2026-01", text, text) for key in ("2601.00001", "2601.00002")], rows) == rows


@for_each("relatives", table(__file__, "relatives_share_a_stem"))
def test_relatives_share_a_stem(relatives: str) -> None:
    assert len({related.term_of(word) for word in relatives.split()}) == 1


@for_each("word", ["the", "approaches", "42", "x", "mathcal", "a" * 31, ""])
def test_words_that_tell_nothing_are_no_terms(word: str) -> None:
    """Common words, numbers, single letters, TeX's commands and mishaps."""
    assert related.term_of(word) == ""


def test_a_line_has_all_terms_and_how_often_they_count() -> None:
    assert related.line("Tape robots", "Robots fold. Fold, fold, fold and fold tape.") == "tape robot fold 333"
    assert related.line("", None) == related.line("The", "of 42") == ""


@for_each(("name", "folded"), table(__file__, "names_are_folded"))
def test_names_are_folded(name: str, folded: str) -> None:
    assert author_names.fold(name) == folded


def test_rare_terms_weigh_most() -> None:
    assert related.weight("model") < related.weight("cohomolog") == related.HEAVIEST
    assert related.weight("tapefoldd") == related.UNKNOWN
    assert all(1 <= related.weight(term) <= related.HEAVIEST for term in vocabulary.table())


# Signatures as pages carry them: for ever the same for the same words, safe in an attribute, small.


TITLE = "Byzantine kettles"
ABSTRACT = "We teach kettles to agree on tea. Kettles that lie are found in linear time."


def read(signature: str) -> list[tuple[int, int]]:
    """(place, weight) of each term."""
    digits = [related.DIGITS.index(sign) for sign in signature]
    numbers = [high << 12 | middle << 6 | low for high, middle, low in zip(*[iter(digits)] * 3, strict=True)]
    return [(number // related.WEIGHTS, number % related.WEIGHTS + 1) for number in numbers]


def test_a_signature_never_changes() -> None:
    """Browsers keep those of starred papers: whatever moves this one makes all of them worthless."""
    assert related.of(TITLE, ABSTRACT) == "Xw_DLABzidNzZ6cJ2CtXz"
    assert [related.place(term) for term in ("kettl", "byzantin", "深度学习")] == [1443, 10815, 4548]


def test_the_heaviest_terms_come_first() -> None:
    names = {related.place(term): term for term in ("byzantin", "kettl", "teach", "agre", "lie", "linear", "tea")}
    terms = [(names[place], weight) for place, weight in read(related.of(TITLE, ABSTRACT))]
    weights = [("byzantin", 9), ("kettl", 6), ("teach", 6), ("agre", 4), ("lie", 4), ("linear", 3), ("tea", 3)]
    assert terms == weights


def test_its_size_is_bounded() -> None:
    long = " ".join(f"word{chr(97 + number % 26)}{number}" for number in range(500))
    assert len(related.of("A title", long)) == 3 * related.SIGNED == 120
    assert related.of("", None) == related.of("The", "of 42") == ""
    in_proportion(lambda times: related.of("kettles " * times, "tea \\frac{kettles} " * times), 200_000)


@for_each("text", HOSTILE)
def test_any_text_is_safe_in_an_attribute(text: str) -> None:
    signature = related.of(text, text)
    assert re.fullmatch(r"[A-Za-z0-9_-]*", signature)
    assert all(0 <= place < related.PLACES for place, _ in read(signature))
