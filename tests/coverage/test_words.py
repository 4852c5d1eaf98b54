"""Whose words a document gives a paper: those of another paper are noticed, other spellings are none."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from daybook.coverage import proofs, words
from daybook.coverage.words import FEW
from daybook.fold import folding
from daybook.model import Record, Statement, Version

from tests.cases import for_each
from tests.coverage.test_coverage import statement, totals
from tests.coverage.test_witnesses import BEFORE, DAY, FETCHED, HARVEST, IN_WINDOW, NIGHT, judge
from tests.makers import record, time

TITLE = "Bounded Drift in Replicated Counters"
OTHER = "A Folding of Bitonic Networks on Wafers"
ADA, BEN = ("Ada B. One", "Carl Two"), ("Ben Three", "Dora Four")
Told = tuple[list[Record], list[Statement]]


@for_each(
    ("title", "authors", "differs"),
    [
        (TITLE, ADA, False), (OTHER, BEN, True), (OTHER, ADA, True), (TITLE, BEN, True), (OTHER, (), True),
        ("BOUNDED drift in replicated $counters$", ADA, False), ("Drift in Replicated Counters, Revised", ADA, False),
        (TITLE, ("A. B. One",), False), (TITLE, ("Two Carl", "One Ada"), False), (TITLE, (), False),
        ("Bounded Drift of Counters on Wafers", ADA, False), ("Bounded Folding of Networks on Wafers", ADA, True),
        (TITLE, ("Àda One and others",), False), ("Große Zähler", ADA, True),
        ("Unbounded Drift in Replicated Counters", (ADA[1], ADA[0]), True), (TITLE, (ADA[1], ADA[0]), False),
    ],
)  # fmt: skip
def test_differences_of_words(title: str, authors: tuple[str, ...], differs: bool) -> None:
    """Half of the shorter title's words make a title, one name of either first author a list;
    but of a title that is only like the other, the first authors are the same."""
    one, other = record(TITLE, authors=ADA), record(title, authors=authors)
    assert words.differ(one, other) == words.differ(other, one) == differs


def _papers(count: int, shifted: int = 0) -> list[tuple[str, str, tuple[str, ...]]]:
    """(id, title, authors) of papers, of which the last ones have each other's."""
    names = [(f"{chr(97 + k % 26) * 5}{k} {chr(98 + k % 24) * 6}{k} matters", (f"{chr(97 + k % 26) * 7}{k}",))
             for k in range(count)]  # fmt: skip
    firm = count - shifted
    return [(str(k), *names[k if k < firm else firm + (k + 1 - firm) % shifted]) for k in range(count)]


def _told(papers: Sequence[tuple[str, str, tuple[str, ...]]], source: str, **line: object) -> Told:
    document = f"of {source}"
    records = [
        record(title, arxiv_id=ident, authors=authors, date=DAY, source=source, document=document, version=1,
               place=place, type="harvest" if source == "arxiv-oai" else "new", categories=("cs.DC",),
               versions=(Version(version=1, submitted=IN_WINDOW),) if source == "arxiv-oai" else ())
        for place, (ident, title, authors) in enumerate(papers, 1)
    ]  # fmt: skip
    return records, [statement(DAY, source=source, document=document, first_read=time(NIGHT), **line)]


def _page(count: int, shifted: int = 0) -> Told:
    return _told(_papers(count, shifted), "arxiv-listing", counts=totals(new=count))


def _feed(count: int, shifted: int = 0) -> Told:
    return _told(_papers(count, shifted), "arxiv-rss", part=None)


def _oai(count: int, shifted: int = 0) -> list[Record]:
    return _told(_papers(count, shifted), "arxiv-oai", part=None)[0]


@for_each(
    ("page", "feed", "oai", "state", "said"),
    [
        (0, 0, None, "complete", "arXiv's feed agrees"), (0, 0, 0, "complete", "arXiv's feed and OAI-PMH agree"),
        (30, 0, None, "contradicted", "with other titles or authors in arXiv's listing than in arXiv's feed: 0, 1, "),
        (30, 0, 0, "contradicted", "in arXiv's listing than in arXiv's feed and OAI-PMH: 0, 1, 10 and 27 more"),
        (30, None, 0, "contradicted", "in arXiv's listing than in OAI-PMH: 0, 1, 10 and 27 more"),
        (30, 30, 0, "contradicted", "in arXiv's listing than in OAI-PMH: 0, 1, 10 and 27 more"),
        (0, 0, 30, "contradicted", "in arXiv's listing than in OAI-PMH: 0, 1, 10 and 27 more"),
        (0, 30, 0, "complete", "the feed differs in 0, 1, 10 and 17 more, where OAI-PMH agrees with the listing"),
    ],
)  # fmt: skip
def test_words_that_witnesses_differ_in(page: int, feed: int | None, oai: int | None, state: str, said: str) -> None:
    """Of 30 papers so many have the next one's words in each document; None: nobody asked for it."""
    told = [_page(30, page), *([] if feed is None else [_feed(30, feed)])]
    harvest = [] if oai is None else _oai(30, oai)
    judged = judge(*told, oai=harvest, attempts=[FETCHED, *(HARVEST if harvest else ())])
    assert judged.state == state
    assert said in proofs.sentence(judged)


def test_one_in_so_many_may_differ() -> None:
    """A paper whose title was mended in between makes no day of any size doubtful, but one of a few papers."""
    for count, state in ((2 * FEW, "complete"), (2 * FEW - 1, "contradicted"), (2, "contradicted")):
        assert judge(_page(count, 2), _feed(count)).state == state


def test_a_persons_page_settles_the_day_and_the_words_are_said() -> None:
    judged = judge(_page(30, 30), _feed(30), attempts=())
    assert judged.state == "complete"
    assert "with other titles or authors in arXiv's listing than in arXiv's feed: 0, 1, " in proofs.sentence(judged)


@for_each(
    ("page", "feed", "oai", "sound"),
    [(3, 0, None, True), (3, 0, 0, True), (0, 3, 0, True), (0, 0, 3, True), (3, 3, 0, False), (3, None, 0, True)],
)
def test_words_of_another_paper_are_not_taken(page: int, feed: int | None, oai: int | None, sound: bool) -> None:
    """Two witnesses are right against one; of one and one the better source. Nothing becomes a former title."""
    records = [*_page(3, page)[0], *([] if feed is None else _feed(3, feed)[0]), *([] if oai is None else _oai(3, oai))]
    found = folding.fold(records).papers
    assert all(len(paper.titles) == 1 and not paper.editions for paper in found.values())
    expected = {ident: (title, authors) for ident, title, authors in _papers(3, 0 if sound else 3)}
    assert {key: (p.title, tuple(a.name for a in p.authors)) for key, p in found.items()} == expected


def test_other_words_of_a_later_version_are_its_own() -> None:
    """A retitled replacement, whose number only the feed states."""
    later = DAY + dt.timedelta(days=9)
    new = record(TITLE, arxiv_id="1", date=DAY, authors=ADA)
    page = record(OTHER, arxiv_id="1", date=later, type="replace", authors=BEN, document="d1")
    feed = replace(page, source="arxiv-rss", version=2, document="d2")
    for records in ([new, page], [new, page, feed]):
        assert folding.fold(records).papers["1"].titles == (OTHER, TITLE)
        assert not words.of_others(records)


def test_a_replacement_is_not_new_whatever_page_and_feed_say() -> None:
    """arXiv's own times tell: the first version came weeks before."""
    versions = Version(version=1, submitted=BEFORE), Version(version=2, submitted=IN_WINDOW)
    records, lines = _page(1)
    oai = replace(_oai(1)[0], version=2, versions=versions)
    fed = [replace(each, version=2) for each in _feed(1)[0]]
    judged = judge((records, lines), (fed, _feed(1)[1]), oai=[oai], attempts=[FETCHED, *HARVEST])
    assert judged.state == "contradicted"
    assert "in different sections of arXiv's listing and OAI-PMH: 0" in proofs.sentence(judged)
    (shown,) = folding.fold([*records, *fed, oai]).days[0].announced
    assert (shown.type, shown.version) == ("replace", 2)


def test_a_paper_that_was_on_hold_is_new() -> None:
    """Its first version was submitted weeks before it was announced; there is no second."""
    oai = replace(_oai(1)[0], versions=(Version(version=1, submitted=BEFORE),))
    assert judge(_page(1), _feed(1), oai=[oai], attempts=[FETCHED, *HARVEST]).state == "complete"
    (shown,) = folding.fold([*_page(1)[0], oai]).days[0].announced
    assert shown.type == "new"
