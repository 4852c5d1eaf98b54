"""What each version of a paper says: only what records of that very version say."""

from dataclasses import replace
from typing import Any

from daybook.config import Settings
from daybook.fold.folding import fold
from daybook.model import Edition, Record, Version

from tests.cases import for_each
from tests.makers import ABSTRACT, OTHER_ABSTRACT, card, day, record, time

ID = "2603.00356"
HISTORY = (
    Version(version=1, submitted=time("2026-03-02T15:00:00")),
    Version(version=2, submitted=time("2026-03-09T15:00:00")),
)
SETTINGS = Settings(title="T", categories=("cs.DC",))


def editions(*records: Record) -> tuple[Edition, ...]:
    (paper,) = fold(records, (), SETTINGS).papers.values()
    return paper.editions


def new(title: str = "One", **fields: Any) -> Record:
    return record(title, **{"arxiv_id": ID, "abstract": ABSTRACT, **fields})


def replaced(title: str = "Two", date: str = "2026-03-10", **fields: Any) -> Record:
    return record(title, arxiv_id=ID, type="replace", date=day(date), **fields)


def history(**fields: Any) -> Record:
    told = {"source": "arxiv-oai", "type": "harvest", "date": day("2026-03-11"), "category": None, "version": 2}
    return record("Two", arxiv_id=ID, **{**told, "versions": HISTORY, **fields})


def test_words_of_stated_versions() -> None:
    """Field by field, from the best record of the version."""
    first = new(version=1, authors=("Ada Abel",), comments="8 pages")
    second = replaced(version=2, abstract=OTHER_ABSTRACT, source="arxiv-rss")
    assert editions(first, second) == (
        Edition(
            version=1, title="One", authors=("Ada Abel",), comments="8 pages", abstract=ABSTRACT, names=("Ada Abel",)
        ),
        Edition(version=2, title="Two", abstract=OTHER_ABSTRACT),
    )


def crossed(date: str, **fields: Any) -> Record:
    return record("One", arxiv_id=ID, type="cross", date=day(date), comments="Listed", **fields)


BOTH = tuple(Version(version=v, submitted=time(f"2026-03-09T1{v}:00:00")) for v in (2, 3))
MIDNIGHT = (HISTORY[0], Version(version=2, submitted=time("2026-03-09")), Version(version=3))
CASES: dict[str, tuple[tuple[Record, ...], list[tuple[int, str | None]]]] = {
    "one version is nothing to compare": ((new(version=1), crossed("2026-03-03", version=1)), []),
    "however many records tell of it": ((new(), history(source="pith", type="card", headline="x")), []),
    "nor is one record": ((history(),), []),
    "two of the same words are two": (
        tuple(new(version=v, type="harvest", document=f"d{v}") for v in (1, 2)), [(1, None), (2, None)],
    ),
    "one stays where the paper has other words that are no known version's": (
        (new(version=1), record("Two", arxiv_id=ID, type="harvest", document="d1", source="arxiv-oai")), [(1, None)],
    ),
    "a replacement without a number is known by the schedule": (
        (new(), replaced(comments="Listed"), history()), [(1, None), (2, "Listed")],
    ),
    "also one that is listed before it is harvested": (
        (new(), replaced(comments="Listed"), history(date=day("2026-03-08"))), [(1, None), (2, "Listed")],
    ),
    **{
        f"one of another day ({date}) is of no known version": (
            (new(), replaced("Three", date, comments="Of which?"), history()), [(1, None), (2, None)],
        )
        for date in ("2026-03-03", "2026-03-09", "2026-03-11", "2026-04-01")
    },
    **{
        f"a version whose day alone is known may come a day later ({date})": (
            (new(), replaced(date=date, comments="Listed"), history(version=3, versions=MIDNIGHT)),
            [(1, None), *[(2, "Listed")] * known, (3, None)],
        )
        for date, known in (("2026-03-09", 0), ("2026-03-10", 1), ("2026-03-11", 1), ("2026-03-12", 0))
    },
    "a cross-list is of the first version": (
        (crossed("2026-03-03"), new(version=1), history()), [(1, "Listed"), (2, None)],
    ),
    "a later one of none": ((crossed("2026-03-10"), new(version=1), history()), [(1, None), (2, None)]),
    "two versions due on one day are not told apart": (
        (new(), replaced(comments="Listed"), history(version=3, versions=(HISTORY[0], *BOTH))), [(1, None), (3, None)],
    ),
    "other sites tell of no version of arXiv's": (
        (new(version=1), card("Two", arxiv_id=ID, version=2, abstract=OTHER_ABSTRACT)), [],
    ),
}  # fmt: skip


@for_each("case", CASES)
def test_which_versions_are_held(case: str) -> None:
    """(version, comments) of each."""
    records, expected = CASES[case]
    assert [(each.version, each.comments) for each in editions(*records)] == expected


def test_categories_of_a_version_are_those_it_came_with() -> None:
    """What arXiv adds later is the newest's."""
    later = new(version=1, categories=("cs.DC", "cs.OS"), place=2)
    first = (new(version=1, categories=("cs.DC",)), replace(later, date=day("2026-03-05")), new(version=1, place=3))
    (one, two) = editions(*first, replaced(version=2))
    assert (one.categories, two.categories) == (("cs.DC",), ())


def test_a_list_of_authors_that_may_be_cut_is_none() -> None:
    """Nobody left because a listing prints a hundred names."""
    names = tuple(f"Author {number}" for number in range(100))
    first = new(version=1, authors=(*names, "Last Author"))
    second = replaced(version=2, authors=names, authors_complete=False)
    assert [len(e.authors) for e in editions(first, second)] == [101, 0]
