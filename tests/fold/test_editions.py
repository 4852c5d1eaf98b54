"""What each version of a paper says: only what records of that very version say."""

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
    return record(title, arxiv_id=ID, date=day("2026-03-03"), abstract=ABSTRACT, **fields)


def replaced(title: str = "Two", date: str = "2026-03-10", **fields: Any) -> Record:
    return record(title, arxiv_id=ID, type="replace", date=day(date), **fields)


def history(**fields: Any) -> Record:
    told = {"source": "arxiv-oai", "type": "harvest", "date": day("2026-03-11"), "category": None, **fields}
    return record("Two", arxiv_id=ID, version=2, versions=HISTORY, **told)


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


def test_one_version_is_nothing_to_compare() -> None:
    """However many records tell of it."""
    assert editions(new(version=1), record("One", arxiv_id=ID, type="cross", version=1, place=2)) == ()
    assert editions(new(), history(source="pith", type="card", headline="x")) == ()
    assert editions(history()) == ()
    same = [record("One", arxiv_id=ID, version=v, type="harvest", abstract=ABSTRACT, document=f"d{v}") for v in (1, 2)]
    assert [each.version for each in editions(*same)] == [1, 2]
    (left,) = editions(new(version=1), record("Two", arxiv_id=ID, type="harvest", document="d1", source="arxiv-oai"))
    assert left.title == "One"  # what the paper is called now is no version's that is known


def test_a_replacement_without_a_number_is_known_by_the_schedule() -> None:
    """Where its paper's history says what was announced that day."""
    assert [
        (e.version, e.title) for e in editions(new(), replaced("Two, as listed"), history(date=day("2026-03-08")))
    ] == [(1, "One"), (2, "Two")]
    found = editions(new(), replaced(comments="Listed"), history())
    assert [(e.version, e.comments) for e in found] == [(1, None), (2, "Listed")]


@for_each("date", ["2026-03-03", "2026-03-09", "2026-03-11", "2026-04-01"])
def test_a_replacement_of_another_day_is_of_no_known_version(date: str) -> None:
    """Its words are no version's."""
    found = editions(new(), replaced("Three", date, comments="Of which version?"), history())
    assert [(e.version, e.comments) for e in found] == [(1, None), (2, None)]


def test_two_versions_due_on_one_day_are_not_told_apart() -> None:
    """A replacement that may be either is neither."""
    both = tuple(Version(version=v, submitted=time(f"2026-03-09T1{v}:00:00")) for v in (2, 3))
    known = record("Three", arxiv_id=ID, version=3, versions=(HISTORY[0], *both), source="arxiv-oai", type="harvest",
                   date=day("2026-03-11"), category=None)  # fmt: skip
    assert [e.version for e in editions(new(), replaced(), known)] == [1, 3]


def test_a_list_of_authors_that_may_be_cut_is_none() -> None:
    """Nobody left because a listing prints a hundred names."""
    names = tuple(f"Author {number}" for number in range(100))
    first = new(version=1, authors=(*names, "Last Author"))
    second = replaced(version=2, authors=names, authors_complete=False)
    assert [len(e.authors) for e in editions(first, second)] == [101, 0]


def test_other_sites_tell_of_no_version_of_arxivs() -> None:
    """Whatever number they state."""
    other = card("Two", arxiv_id=ID, version=2, abstract=OTHER_ABSTRACT)
    assert editions(new(version=1), other) == ()
