"""Days: which of the past are reconstructed from the times of submission, and which papers were only seen on one."""

import datetime as dt
from dataclasses import replace

from daybook.config import Settings
from daybook.fold.announced import past_of
from daybook.fold.folding import fold
from daybook.model import Record, Version

from tests.cases import for_each
from tests.makers import OTHER_ABSTRACT, card, day, record, time

SETTINGS = Settings(title="T", categories=("cs.DC",))


def reconstructed(settings: Settings, *submitted: str) -> list[dt.date]:
    """The past days of a harvest dated 4 March 2026, of papers that were submitted at 10 in the morning (Eastern)."""
    held = [
        record(
            f"Paper {number}", arxiv_id=f"2603.0000{number}", type="harvest", source="arxiv-oai", document=f"d{number}",
            date=day("2026-03-04"), categories=("cs.DC",),
            versions=(Version(version=1, submitted=time(f"{date}T15:00:00")),),
        )
        for number, date in enumerate(submitted)
    ]  # fmt: skip
    return [each.date for each in fold(held, settings=settings).days if each.reconstructed]


def test_past_days_go_up_to_the_newest_date_held() -> None:
    """What was submitted the day before the harvest makes a day; what was announced later makes none."""
    found = reconstructed(SETTINGS, "2026-03-02", "2026-03-03", "2026-03-04")
    assert found == [day("2026-03-03"), day("2026-03-04")]


def test_a_part_that_was_split_off_has_the_days_of_its_years() -> None:
    """1 January and 31 December among them; the days before and after are the other parts'."""
    part = Settings(title="T", categories=("cs.DC",), since=2024, before=2025)
    submitted = ("2023-12-28", "2023-12-29", "2024-12-30", "2025-01-02")
    assert reconstructed(part, *submitted) == [day("2024-01-01"), day("2024-12-31")]
    assert past_of((), day("2027-01-01"), replace(SETTINGS, before=2026)).last == day("2025-12-31")
    assert reconstructed(SETTINGS, *submitted)[0::3] == [day("2023-12-29"), day("2025-01-03")]


def seen(*records: Record) -> dict[str, list[tuple[str, str]]]:
    """date -> (key, type) of the papers that were only seen there."""
    found = fold(records, settings=SETTINGS).days
    assert all(len({item.key for item in each.papers}) == len(each.papers) for each in found)
    return {str(each.date): [(item.key[:8], item.type) for item in each.seen] for each in found if each.seen}


def heard(**fields: object) -> Record:
    """A record that announces nothing, of an answer dated 10 June."""
    told = {"arxiv_id": "2606.00100", "type": "harvest", "source": "arxiv-api", "category": None, "version": 1}
    return record(**{**told, "date": day("2026-06-10"), **fields})


@for_each(
    ("fields", "expected"),
    [
        ({}, "harvest"),  # of no known category
        ({"submitted": time("2026-06-02T15:00:00")}, "harvest"),
        ({"categories": ("cs.DC",)}, "harvest"),  # and of no known time
        ({"categories": ("cs.DC",), "version": None, "submitted": time("2026-06-02T15:00:00")}, "harvest"),
        ({"categories": ("cs.DC",), "submitted": time("2026-06-02T15:00:00")}, ""),  # the schedule knows its day
        ({"categories": ("hep-th",)}, ""),  # of another field
    ],
)
def test_a_paper_that_no_schedule_places_is_on_the_day_it_was_first_heard_of(
    fields: dict[str, object], expected: str
) -> None:
    """Of answers, lists and feeds that announce nothing."""
    assert seen(heard(**fields)) == ({"2026-06-10": [("2606.001", expected)]} if expected else {})


def test_a_paper_known_before_is_not_first_heard_of() -> None:
    """Nor is one that was announced on that day."""
    for date in ("2026-06-09", "2026-06-10"):
        assert not seen(heard(), record(arxiv_id="2606.00100", date=day(date)))


def test_what_was_seen_stays_on_its_day() -> None:
    """Whatever is learnt of the paper later: its day is then that of its announcement, too."""
    known = heard(
        document="d1", date=day("2026-06-11"), categories=("cs.DC",), submitted=time("2026-06-02T15:00:00"),
        updated=time("2026-06-02T15:00:00"),
    )  # fmt: skip
    found = fold([heard(), known], settings=SETTINGS)
    assert [(str(each.date), len(each.announced), len(each.seen)) for each in found.days] == [
        ("2026-06-03", 1, 0), ("2026-06-10", 0, 1),
    ]  # fmt: skip


def test_cards_come_before_reports_and_a_paper_of_both_comes_once() -> None:
    """Those of papers announced on that day are not among them; its counts are arXiv's own."""
    report = {"type": "report", "source": "inference-report", "headline": None}
    records = [
        record("Announced", arxiv_id="2603.00356", abstract=OTHER_ABSTRACT),
        card("Announced", abstract=OTHER_ABSTRACT, document="d1"),
        card("B Carded", document="d1", place=2),
        card("A Reported", document="d2", **report),
        card("B Carded", document="d2", place=2, **report),
    ]
    assert seen(*records) == {"2026-03-03": [("b-carded", "card"), ("a-report", "report")]}
    (found,) = fold(records, settings=SETTINGS).days
    assert [item.key for item in found.of_type("new", "cross", "replace", "replace-cross")] == ["2603.00356"]


def test_a_day_has_the_cards_of_that_day() -> None:
    """Those that came earlier or later are the paper's, too, and stand on their own days."""
    later = [card(headline="Second", date=day("2026-03-04")), card(headline="Third", date=day("2026-03-05"))]
    found = fold([record("Else", arxiv_id="2603.00001"), card(headline="First"), *later], settings=SETTINGS).days
    assert [[each.headline for _, each in one.cards] for one in found] == [["First"], ["Second"], ["Third"]]


@for_each(("date", "version"), [("03", None), ("10", 2), ("12", None), ("13", 4), ("20", None)])
def test_which_version_a_replacement_without_a_number_is(date: str, version: int | None) -> None:
    """That which the schedule has on its day; the last of several; no first version, and none of another day."""
    times = ("02T15:00", "09T15:00", "12T15:00", "12T16:00")
    versions = tuple(Version(version=k, submitted=time(f"2026-03-{when}")) for k, when in enumerate(times, 1))
    known = heard(arxiv_id="2603.00100", version=4, versions=(*versions, Version(version=5)), categories=("hep-th",))
    came = record(arxiv_id="2603.00100", type="replace", date=day(f"2026-03-{date}"), document="d1")
    assert [item.version for each in fold([known, came]).days for item in each.announced] == [version]
