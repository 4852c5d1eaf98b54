"""Where in the log what was said stands, and in which order."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import StoreError
from daybook.log import layout
from daybook.log.statements import AnswerLog, CoverageLog, FetchLog, statement_of, statement_order
from daybook.model import Attempt, Count, Paper, Report, Sighting, Statement
from daybook.model.archive import DayAnswer, PaperAnswer
from daybook.model.jsonl import ATTEMPTS, STATEMENTS
from daybook.runtime import state

from tests.cases import for_each
from tests.makers import day, entry, listing, put, record, statement, time

NOW = time("2026-03-03T06:00:00")


@for_each(
    ("told", "label"),
    [
        ({}, "arxiv-listing-cs.DC-new"), ({"category": None, "part": None}, "arxiv-listing"),
        ({"origin": "a.example", "part": "start=135 /x/.."}, "arxiv-listing-a.example-cs.DC-start_135_x"),
        ({"category": "_.cs.AI+cs.DC", "part": "x" * 80}, f"arxiv-listing-cs.AI+cs.DC-{'x' * 54}"),
    ],
)  # fmt: skip
def test_names_of_raw_documents(told: dict[str, Any], label: str) -> None:
    """Who says it of what, in safe signs, at most 80."""
    assert layout.raw_name(listing(**told), "d1") == f"listings/2026/03/2026-03-03-{label}-d1.gz"
    assert len(label) <= 80


@for_each(
    ("path", "home"),
    [
        ("records/harvest/2603.jsonl", "harvest/2603"), ("records/harvest/2603-12.jsonl", "harvest/2603"),
        ("records/2026/03/2026-03-03.jsonl", "2026/03/2026-03-03"),
    ],
)  # fmt: skip
def test_homes_of_files(path: str, home: str) -> None:
    assert layout.home_of(path) == home


@for_each(("date", "sound"), [("1599-12-31", False), ("1600-01-01", True), ("2199-12-31", True), ("2200-01-01", False)])
def test_dates_that_no_document_has(date: str, sound: bool) -> None:
    lines = [record(), statement(date=day(date))]
    if sound:
        layout.dated(lines, "f")
    else:
        with pytest.raises(StoreError, match=f"f: .*impossible date {date}"):
            layout.dated(lines, "f")


FIRST = record("A")
LATER = record("A", document="d1")
HARVEST = record("A", type="harvest", source="arxiv-api")
OAI = record("A", type="harvest", source="arxiv-oai")
CHANGED = replace(OAI, document="d1", date=day("2026-03-04"))


@for_each(
    ("given", "kept"),
    [
        ([LATER, FIRST], [FIRST]), ([FIRST, LATER], [FIRST]),  # say the same
        ([record("B", place=2), FIRST], [FIRST, record("B", place=2)]),
        ([LATER, record("A", date=day("2026-03-04"))], [record("A", date=day("2026-03-04")), LATER]),
        ([replace(HARVEST, document="d1", date=day("2026-03-04")), HARVEST], [HARVEST]),  # found again on a later day
        ([CHANGED, OAI], [OAI, CHANGED]),
        # Two things in one place: of one paper the longer stands, of two papers both, and so with titles.
        ([record("Longer", arxiv_id="1"), record("A", arxiv_id="1")], [record("Longer", arxiv_id="1")]),
        ([record("A", arxiv_id="1"), record("B", arxiv_id="1")], [record("B", arxiv_id="1")]),
        *(([FIRST, x], [FIRST, x]) for x in (record("B"), record("A", arxiv_id="1"), record("A", type="cross"))),
        ([record("A", comments="x"), FIRST], [record("A", comments="x")]),
    ],
)  # fmt: skip
def test_records_of_a_file_are_settled(given: list[Any], kept: list[Any]) -> None:
    assert layout.settled(given) == kept
    assert layout.settled([*kept, *given]) == kept


@for_each(
    ("records", "ordered"),
    [
        ([], True), ([FIRST], True), ([FIRST, LATER], True), ([LATER, FIRST], False), ([FIRST, FIRST], False),
        ([FIRST, record("B"), LATER], True), ([FIRST, LATER, record("A", place=2)], False),
    ],
)  # fmt: skip
def test_what_is_in_order(records: list[Any], ordered: bool) -> None:
    assert layout.are_in_order(records) == ordered


@for_each(
    ("sizes", "parts"),
    [([], []), ([9], [[9]]), ([2, 2], [[2, 2]]), ([2, 3], [[2], [3]]), ([1, 3, 1, 9, 4], [[1, 3], [1], [9], [4]])],
)  # fmt: skip
def test_parts_of_at_most_four_bytes(sizes: list[int], parts: list[list[int]]) -> None:
    """A longer line is a part of its own."""
    assert layout.chunks([b"x" * size for size in sizes], 4) == [[b"x" * size for size in part] for part in parts]


# The logs beside the records


def asked(when: str, service: str = "list") -> Attempt:
    return Attempt(when=time(when), service=service, outcome="failed")


def test_attempts_by_month(tmp_path: Path) -> None:
    """Those that were read are known to have been added to; the months are those of UTC."""
    log = FetchLog(tmp_path)
    assert (log.attempts(), log.added) == ([], 0)
    one, two, three = (asked(when) for when in ("2026-03-31T23:59:59", "2026-04-01", "2026-05-02"))
    log.add(one)
    log.add(two)
    assert log.attempts() == [one, two]
    log.add(three)
    log.add(three)
    for each in (log, FetchLog(tmp_path)):
        assert each.since(day("2026-04-30")) == [two, three, three]
        assert each.attempts() == [one, two, three, three]
        assert [*each.backwards()] == [[three, three], [two], [one]]
    assert (log.added, [path.name for path in log.paths()]) == (4, [f"2026-0{month}.jsonl" for month in (3, 4, 5)])


@for_each(
    ("given", "ordered"),
    [
        ("a1 b1", "a1 b1"), ("b1 a1 a1", "b1 a1 a1"),  # as they came
        ("a2 b1 a1 b1", "a1 b1 a2"), ("b2 a2 a1 b2", "a1 a2 b2"),  # as git merged them
    ],
)  # fmt: skip
def test_attempts_that_git_merged_are_sorted_each_once(given: str, ordered: str, tmp_path: Path) -> None:
    lines, settled = (
        [asked(f"2026-03-0{word[1]}", word[0]) for word in words.split()] for words in (given, ordered)
    )  # fmt: skip
    text = "".join(ATTEMPTS.encode(line).decode() + "\n" for line in lines)
    (path,) = put(tmp_path, {"attempts/2026-03.jsonl": text}).glob("attempts/*")
    log = FetchLog(tmp_path)
    assert log.attempts() == settled
    with state.of(tmp_path).writing():
        log.settle()
    assert ATTEMPTS.decode(path.read_bytes(), "") == log.attempts() == settled
    put(tmp_path, {"attempts/2026-03.jsonl": "{}\n"})
    with state.of(tmp_path).writing(), pytest.raises(StoreError, match=r"attempts/2026-03.jsonl, line 1"):
        log.settle()


def test_answers_of_models(tmp_path: Path) -> None:
    """On papers by the month of the id, or of the first sighting; on days by year."""
    log = AnswerLog(tmp_path)
    told: dict[str, Any] = {"model": "m", "prompt": "p", "written": day("2026-03-09")}
    papers = [PaperAnswer(paper=f"{k}", text="t", **told) for k in range(3)]
    for answer, ident in zip(papers, ("hep-th/0301005", "2602.00001", None), strict=True):
        seen = (Sighting(date=day("2026-03-03"), type="new", source="a", category=None),)
        log.add_paper(answer, Paper(key="k", arxiv_id=ident, version=None, title="", titles=(), sightings=seen))
    days = [DayAnswer(day=day(date), papers="h", **told) for date in ("2025-12-31", "2026-01-01")]
    for answer in days:
        log.add_day(answer)
    assert (log.papers(), log.days()) == (papers, days)
    names = {path.relative_to(tmp_path / "summaries").as_posix() for path in tmp_path.rglob("*.jsonl")}
    assert names == {"2003/01.jsonl", "2026/02.jsonl", "2026/03.jsonl", "digests/2025.jsonl", "digests/2026.jsonl"}
    for name, read in (("2026/03", log.papers), ("digests/2026", log.days)):
        put(tmp_path, {f"summaries/{name}.jsonl": "{}\n"})
        with pytest.raises(StoreError, match=f"{name}.jsonl, line 1.*run: daybook summarize"):
            read()


# Statements


def test_what_a_listing_states_of_itself() -> None:
    told = listing(
        entry(arxiv_id="2605.00001"), origin="a.example", quiet=True, ingested=True, names=("new 1",),
        problems=("odd",), report=Report(source="r", date=day("2026-03-03"), text="A."),
        counts=(Count(section="new", read=1, total=2),),
    )  # fmt: skip
    line = statement_of(told, "d1", NOW, ("2026/03/2026-03-03",))
    assert (line.document, line.first_read, line.files) == ("d1", NOW, ("2026/03/2026-03-03",))
    assert line.faults == ("odd", "2605.00001 is from a future month")
    same = ["source", "date", "category", "part", "whole", "quiet", "counts", "origin", "report", "names", "ingested"]
    assert [getattr(line, name) for name in same] == [getattr(told, name) for name in same]


NEXT = day("2026-03-04")
ORDERED = (
    statement(category=None, document="d9", part="z"),
    statement(category="a", source="b", origin="z"),
    statement(category="b", source="a", origin=None, part="z"),
    statement(category="b", source="a", origin="a", part=None, document="d9"),
    statement(category="b", source="a", origin="a", part="a", document="d8"),
    statement(category="b", source="a", origin="a", part="a", document="d9"),
    statement(date=NEXT, category=None, document="d1"),
)
SOON, PART, LATE = statement(), statement(whole=False), statement(first_read=time("2026-03-09"), quiet=True)


@for_each(
    ("given", "kept"),
    [
        (ORDERED[::-1], ORDERED), ([LATE, SOON], [SOON]), ([SOON, LATE], [SOON]),
        ([PART, SOON], [PART]), ([SOON, PART], [PART]),
        *(([SOON, other], sorted((SOON, other), key=statement_order)) for other in (
            statement(document="d1"), statement(date=NEXT), statement(source="b"), statement(category="b"),
            statement(part="b"), statement(category=None), statement(part=None),
        )),
    ],
)  # fmt: skip
def test_statements_are_kept_in_order_and_each_once(
    given: list[Statement], kept: list[Statement], tmp_path: Path
) -> None:
    """Of those that differ in what they say alone, the first read; else the first as text. `hold` keeps no other."""
    other = STATEMENTS.encode(statement(date=day("2025-01-01"))).decode() + "\n"
    put(tmp_path, {"coverage.jsonl": other, "coverage/2025-01.jsonl": other})
    log = CoverageLog(tmp_path, lambda: NOW)
    with state.of(tmp_path).writing():
        log.hold(given)
        for each in (log, CoverageLog(tmp_path, lambda: NOW)):
            assert each.lines() == [*kept]
            for document in ("d0", "d1", "d8", "d9", "none"):
                assert each.by(document) == [line for line in kept if line.document == document]
                assert each.holds(document) == bool(each.by(document))
    assert [path.name for path in log.paths()] == ["2026-03.jsonl"]
