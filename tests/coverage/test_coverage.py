"""Coverage: every state, and what must not be taken for it."""

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook.cli import main
from daybook.coverage import day_states
from daybook.log.statements import FetchLog
from daybook.log.store import Store
from daybook.model import Attempt, Count, Coverage, EntryType, Listing, Record, Statement, Tally
from daybook.runtime import state
from daybook.site import writer

from tests import makers
from tests.cases import for_each
from tests.makers import day, entry, listing, record, time

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY = (day(f"2026-03-0{k}") for k in range(2, 7))


def entries(date: dt.date, *ids: str, kind: EntryType = "new", **fields: Any) -> list[Record]:
    told = {"document": f"{date}-new", "categories": ("cs.DC",), "version": 1, **fields}
    return [record(f"Paper {ident}", arxiv_id=ident, type=kind, date=date, **told) for ident in ids]


def statement(date: dt.date, **fields: Any) -> Statement:
    return makers.statement(date=date, **{"document": f"{date}-new", **fields})


def totals(**sections: int) -> tuple[Count, ...]:
    every = {**sections, "all": sum(sections.values())}
    return tuple(Count(section=name, read=number, shown=number, total=number) for name, number in every.items())


def listed(date: dt.date, *ids: str) -> tuple[list[Record], list[Statement]]:
    """A day whose listing page holds these new submissions, and says so."""
    return entries(date, *ids), [statement(date, counts=totals(new=len(ids)))]


def attempt(when: str, outcome: Any = "failed", date: dt.date | None = None, **fields: Any) -> Attempt:
    told: dict[str, Any] = {"service": "list", "category": "cs.DC", "status": 503, **fields}
    return Attempt(when=time(when), outcome=outcome, date=date, **told)


def judge(
    *days: tuple[Sequence[Record], Sequence[Statement]],
    attempts: Sequence[Attempt] = (),
    categories: Sequence[str] = ("cs.DC",),
    **rest: Any,
) -> dict[dt.date, Coverage]:
    """The states of one category's days by date, whatever order the log has."""
    records = [record for told, _ in days for record in told]
    statements = [line for _, told in days for line in told]
    found = day_states.of_log(categories, statements, records, attempts, **rest)
    shuffled = random.Random(7)
    for values in (records, statements):
        shuffled.shuffle(values)
    assert day_states.of_log(categories, statements, records, attempts[::-1], **rest) == found
    return {each.date: each for each in found}


def test_complete_where_the_ids_are_as_many_as_stated() -> None:
    """By section, with where it is from."""
    told = [*entries(MONDAY, "1", "2"), *entries(MONDAY, "3", kind="cross"), *entries(MONDAY, "4", kind="replace")]
    found = judge((told, [statement(MONDAY, counts=totals(new=2, cross=1, replace=1))]))
    sections = (("new", 2), ("cross", 1), ("replace", 1))
    tallies = tuple(Tally(section=name, stored=number, stated=number) for name, number in sections)
    who = {"source": "arxiv-listing", "witnesses": ("listing", "person")}
    assert found == {MONDAY: Coverage(category="cs.DC", date=MONDAY, state="complete", tallies=tallies, total=4, **who)}
    assert found[MONDAY].stored == 4


def part(name: str, shown: str, *ids: str) -> tuple[list[Record], list[Statement]]:
    """A page that shows a part of Monday's three new submissions."""
    line = statement(MONDAY, document=name, part=shown, whole=False, counts=totals(new=3))
    return entries(MONDAY, *ids, document=name), [line]


def feed(*ids: str, **fields: Any) -> tuple[list[Record], list[Statement]]:
    line = statement(MONDAY, source="arxiv-rss", part=None, document="f", counts=(Count(section="new", read=len(ids)),))
    told = {"date": MONDAY, "source": "arxiv-rss", "document": "f", **fields}
    return entries(told.pop("date"), *ids, **told), [line]


def page(*ids: str, kind: EntryType = "new", **fields: Any) -> tuple[list[Record], list[Statement]]:
    return entries(MONDAY, *ids, kind=kind), [statement(MONDAY, **fields)]


PROMISED = (Count(section="new", read=0, shown=0, total=5),)
TWICE = (page("1", "2")[0] + entries(MONDAY, "2", place=3), [statement(MONDAY, counts=totals(new=3))])
SMALLER = [statement(MONDAY, counts=totals(new=n), document=str(n)) for n in (1, 2)]
OF_MONDAY: dict[str, tuple[list[tuple[list[Record], list[Statement]]], str, int, int | None]] = {
    "an id is lacking; one that stands twice is one": ([TWICE], "partial", 2, 3),
    "entries are promised and none is there: never quiet": ([page(counts=PROMISED)], "partial", 0, None),
    "a page shows a part": ([part("a", "new 1-2", "1", "2")], "partial", 2, 3),
    "two pages make a day": ([part("a", "new 1-2", "1", "2"), part("b", "new 3-3", "3")], "complete", 3, 3),
    "the larger total counts: a page made too early stated fewer": ([(page("1")[0], SMALLER)], "partial", 1, 2),
    "what only a feed tells of is held, not complete": ([feed("1", "2")], "partial", 2, None),
    "a feed fills what a listing lacks": ([feed("1", "2"), page("1", counts=totals(new=2))], "complete", 2, 2),
    "a version that listings hide stands in for none": (
        [feed("9", kind="replace-cross", version=6), page("1", kind="replace", counts=totals(replace=2))],
        "partial", 1, 2,
    ),
    "the last version that they show does": (
        [feed("9", kind="replace-cross", version=5), page("1", kind="replace", counts=totals(replace=2))],
        "complete", 2, 2,
    ),
    "a list of recent days states no replacements": (
        [page("1", part="recent", whole=False, counts=totals(new=1))], "partial", 1, None,
    ),
}  # fmt: skip


@for_each("name", OF_MONDAY)
def test_what_is_held_of_a_day(name: str) -> None:
    days, state, stored, total = OF_MONDAY[name]
    found = judge(*days)[MONDAY]
    assert (found.state, found.stored, found.total) == (state, stored, total)


def test_weekends_holidays_and_what_arxiv_says() -> None:
    """Quiet, and why."""
    later = day("2026-06-22")  # the Friday before was a holiday
    found = judge(
        listed(day("2026-06-18"), "1"), ([], [statement(day("2026-06-19"), quiet=True)]), listed(day("2026-06-23"), "2")
    )
    assert [(each.state, each.note) for each in found.values()] == [
        ("complete", ""), ("quiet", "arXiv lists nothing"), ("quiet", "weekend"), ("quiet", "weekend"),
        ("quiet", "holiday"), ("complete", ""),
    ]  # fmt: skip
    own = judge(listed(MONDAY, "1"), listed(WEDNESDAY, "2"), holidays=frozenset({MONDAY}))
    assert (found[later].state, own[TUESDAY].note) == ("quiet", "holiday")


def test_an_announcement_on_a_holiday() -> None:
    """What is held is held."""
    assert judge(listed(day("2026-06-22"), "1"))[day("2026-06-22")].state == "complete"


def test_an_announcement_on_a_holiday_counts_in_all_categories() -> None:
    """The calendar is advice: what one category shows, the others are due as well, whatever archive.yml says."""
    note = judge(listed(MONDAY, "1"), listed(WEDNESDAY, "2"), holidays=frozenset({MONDAY}))[TUESDAY].note
    assert note == "holiday"
    other = [statement(TUESDAY, category="cs.NI", counts=totals(new=1))]
    more = entries(TUESDAY, "3", category="cs.NI")
    for shown in (other, [statement(TUESDAY, category="cs.NI", quiet=True)]):  # "no updates" under its own heading
        days = [listed(MONDAY, "1"), listed(WEDNESDAY, "2"), (more, shown)]
        assert judge(*days, holidays=frozenset({MONDAY}))[TUESDAY].state == "unasked"
    told = [replace(other[0], origin="elsewhere"), statement(TUESDAY, category="cs.NI", quiet=True, part="catchup")]
    days = [listed(MONDAY, "1"), listed(WEDNESDAY, "2"), ([], told)]
    assert judge(*days, holidays=frozenset({MONDAY}))[TUESDAY].state == "quiet"


OLDER = "dated 2026-03-03"
EMPTY = attempt("2026-03-04T05:41:00", "quiet", WEDNESDAY, service="rss", note="empty")
OLD = attempt("2026-03-04T05:42:00", "stale", WEDNESDAY, note=OLDER)


@for_each(("attempts", "state"), [
    ([attempt("2026-03-04T01:17:00", "stale", WEDNESDAY, note=OLDER)], None),  # the evening before: not out yet
    ([attempt("2026-03-04T01:17:00", "stale", WEDNESDAY, note="has this date")], "stale"),
    ([attempt("2026-03-04T01:17:00", "failed", WEDNESDAY)], "missing"),
    ([OLD], "stale"),  # its own date, and one witness
    ([EMPTY, OLD], "quiet"),
    ([EMPTY, replace(OLD, note="has this date, but contains older entries")], "stale"),
    ([replace(EMPTY, outcome="stale", note=OLDER), OLD], "stale"),  # the feed turns at midnight: it is at fault
    ([EMPTY, OLD, attempt("2026-03-05T05:41:00", "failed", WEDNESDAY, service="catchup")], "stale"),
    ([EMPTY, OLD, attempt("2026-03-05T05:41:00", "stale", THURSDAY, note=OLDER)], "stale"),  # a newer day is due
])  # fmt: skip
def test_a_day_on_which_arxiv_announced_nothing(attempts: list[Attempt], state: str | None) -> None:
    """Though it was due: believed of the newest day alone, where its feed and a page of the same night say so."""
    found = judge(listed(TUESDAY, "1"), attempts=attempts).get(WEDNESDAY)
    assert (found.state if found else None) == state


def test_an_empty_feed_is_no_proof() -> None:
    """Only a listing's own words are; nothing is shown as empty that may be missing."""
    empty = statement(TUESDAY, source="arxiv-rss", part=None, quiet=True)
    found = judge(listed(MONDAY, "1"), ([], [empty]))[TUESDAY]
    assert (found.state, found.note[:30]) == ("missing", "a document without entries was")
    assert judge(([], [statement(day("2026-03-07"), source="arxiv-rss", quiet=True)])).popitem()[1].state == "quiet"


def test_an_empty_page_may_be_too_early() -> None:
    """Of a past day whoever fetches asks again; the page of that day alone is not believed."""
    asked = [attempt("2026-03-05T12:00:00")]
    quiet = statement(TUESDAY, quiet=True)
    again = statement(TUESDAY, quiet=True, part="catchup", document="c")
    told = (listed(MONDAY, "1"), ([], [quiet]))
    assert judge(*told)[TUESDAY].state == "quiet"
    asked = [attempt("2026-03-05T12:00:00", date=THURSDAY)]
    assert judge(*told, attempts=asked)[TUESDAY].state == "missing"
    assert judge(*told, ([], [again]), attempts=asked)[TUESDAY].state == "quiet"
    none = statement(TUESDAY, quiet=True, part="catchup", document="c", counts=totals())  # "Total of 0 entries"
    judged = judge(*told, ([], [none]), attempts=asked)[TUESDAY]
    assert (judged.state, judged.note, judged.tallies) == ("quiet", "arXiv lists nothing", ())


def test_yesterdays_page_under_todays_date() -> None:
    """Judged by ids: most of what is new there was new the day before."""
    again = (entries(TUESDAY, "1", "2", "3"), [statement(TUESDAY, counts=totals(new=3))])
    found = judge(listed(MONDAY, "1", "2", "3"), again, listed(WEDNESDAY, "4"))
    assert [each.state for each in found.values()] == ["complete", "stale", "complete"]
    assert found[TUESDAY].note == "the announcement of 2026-03-02 was served again"
    assert found[TUESDAY].stored == 0


@for_each(
    ("before", "fed", "stamped", "state"),
    [
        (3, False, False, "stale"), (3, True, False, "complete"), (3, False, True, "complete"),
        (2, True, False, "complete"), (1, True, False, "stale"),
    ],
)  # fmt: skip
def test_an_announcement_may_be_repeated(before: int, fed: bool, stamped: bool, state: str) -> None:
    """Where two sources tell of a part of it, at most half; or where OAI-PMH changed its papers on that day."""
    told = feed("1", date=TUESDAY)[0] if fed else []
    oai = {"source": "arxiv-oai", "kind": "harvest", "document": "o"}
    told = told + (entries(TUESDAY, "1", **oai) if stamped else [])
    lines = [replace(feed("1")[1][0], date=TUESDAY)] if fed else []
    days = [listed(MONDAY, *"123"[:before]), listed(TUESDAY, "1"), (told, lines), listed(WEDNESDAY, "9")]
    assert judge(*days)[TUESDAY].state == state


def test_the_right_page_after_a_stale_one() -> None:
    """The stale document's entries and totals count for nothing."""
    again = (entries(TUESDAY, "1", "2", "3", document="s"), [statement(TUESDAY, document="s", counts=totals(new=3))])
    found = judge(listed(MONDAY, "1", "2", "3"), again, listed(TUESDAY, "4", "5"))
    assert (found[TUESDAY].state, found[TUESDAY].stored, found[TUESDAY].total) == ("complete", 2, 2)


def test_papers_may_come_again() -> None:
    """New on Monday and replaced on Tuesday is no stale page; nor is a later version on Wednesday."""
    days = [
        listed(MONDAY, "1"),
        (entries(TUESDAY, "1", kind="replace", version=2), [statement(TUESDAY, counts=totals(replace=1))]),
        (entries(WEDNESDAY, "1", kind="replace", version=3), [statement(WEDNESDAY, counts=totals(replace=1))]),
    ]
    assert {each.state for each in judge(*days).values()} == {"complete"}


def test_a_stale_page_that_was_not_stored() -> None:
    """The attempt tells of it; what comes later wins."""
    asked = [attempt("2026-03-03T12:00:00", "stale", TUESDAY, status=200)]
    assert judge(listed(MONDAY, "1"), attempts=asked)[TUESDAY].state == "stale"
    assert judge(listed(MONDAY, "1"), listed(TUESDAY, "2"), attempts=asked)[TUESDAY].state == "complete"


def test_missing_says_how_it_was_asked_for() -> None:
    """The number of attempts and how the last one ended."""
    asked = [
        attempt("2026-03-03T12:00:00", "failed", TUESDAY),
        attempt("2026-03-03T15:00:00", "refused", TUESDAY, status=200),
        attempt("2026-03-04T02:00:00", "stored", WEDNESDAY),
    ]
    found = judge(listed(MONDAY, "1"), listed(WEDNESDAY, "2"), attempts=asked)
    assert (found[TUESDAY].state, found[TUESDAY].note) == (
        "missing",
        "requested 2 times; last outcome: refused, status 200",
    )


def test_a_day_that_nobody_asked_for_is_not_called_missing() -> None:
    """It is no loss of arXiv's or of a run; a document without entries is something."""
    never = judge(listed(MONDAY, "1"), listed(WEDNESDAY, "2"))[TUESDAY]
    assert (never.state, never.note) == ("unasked", "no document for this day has been read")
    empty = ([], [statement(TUESDAY, source="arxiv-rss", part=None)])
    found = judge(listed(MONDAY, "1"), empty, listed(WEDNESDAY, "2"))[TUESDAY]
    assert (found.state, found.note) == ("missing", "a document without entries was received")


def test_what_no_listing_states_is_named() -> None:
    """A text that ends within the replacements states the other sections; a list of recent papers states no others."""
    counts = (*totals(new=1)[:1], Count(section="replace", read=2))
    held = [*entries(MONDAY, "1"), *entries(MONDAY, "2", "3", kind="replace")]
    found = judge((held, [statement(MONDAY, whole=False, counts=counts)]))[MONDAY]
    assert (found.state, found.note) == ("partial", "no listing states how many replacements there are")
    recent = statement(MONDAY, part="recent 1-1", whole=False, counts=totals(new=3)[1:])
    assert judge((held, [recent]))[MONDAY].note == (
        "a list of recent papers states 3 new submissions and cross-lists, of which 1 are held; "
        "no listing states how many replacements there are"
    )
    feed = statement(MONDAY, source="arxiv-rss", part=None)
    assert judge((held[1:], [feed]))[MONDAY].note == "no listing with totals was seen"


@for_each(
    ("asked", "newest"),
    [
        ("2026-03-03T23:00:00", TUESDAY),  # 18:00 Eastern
        ("2026-03-04T01:00:00", WEDNESDAY),  # 20:00 Eastern
        ("2026-03-07T12:00:00", FRIDAY),
        ("2026-03-09T00:30:00", day("2026-03-09")),  # Sunday 20:30, summer time
    ],
)
def test_what_is_not_out_is_not_missing(asked: str, newest: dt.date) -> None:
    """Days are judged up to the newest that was out at the newest attempt, whatever that asked for."""
    found = judge(listed(MONDAY, "1"), attempts=[attempt(asked, service="oai", date=None)])
    assert (max(found), found[max(found)].state) == (newest, "unasked")


def test_without_attempts_the_newest_document_is_the_end() -> None:
    """The clock is never asked. What another category has is due in all."""
    other = (entries(WEDNESDAY, "2", category="cs.NI"), [statement(WEDNESDAY, category="cs.NI", counts=totals(new=1))])
    assert list(judge(listed(MONDAY, "1"))) == [MONDAY]
    assert [each.state for each in judge(listed(MONDAY, "1"), other).values()] == ["complete", "unasked", "unasked"]


def test_nothing_is_due_before_the_first_announcement() -> None:
    """Nor where nothing was ever held or asked for; a first attempt that failed counts."""
    assert judge(([], [])) == {}
    assert judge(listed(WEDNESDAY, "1"), attempts=[attempt("2026-03-04T12:00:00")]).keys() == {WEDNESDAY}
    assert judge(attempts=[attempt("2026-03-03T12:00:00", date=TUESDAY)])[TUESDAY].state == "missing"
    harvest = attempt("2026-03-03T12:00:00", service="oai", date=day("2020-01-01"))
    assert judge(listed(MONDAY, "1"), attempts=[harvest]).keys() == {MONDAY, TUESDAY}


def test_categories_are_judged_apart() -> None:
    """New in one is a cross-list in the other; an alias is its category."""
    told = [*entries(MONDAY, "1", category="cs.IT"), *entries(MONDAY, "1", category="cs.DC", kind="cross")]
    lines = [
        statement(MONDAY, category="math.IT", counts=totals(new=1)),
        statement(MONDAY, category="cs.DC", counts=totals(cross=2)),
    ]
    found = day_states.of_log(("cs.IT", "cs.DC"), lines, told)
    assert [(each.category, each.state) for each in found] == [("cs.IT", "complete"), ("cs.DC", "partial")]
    assert found[1].tallies == (Tally(section="cross", stored=1, stated=2),)


def test_a_document_of_several_categories() -> None:
    """A feed of two, or a mail of the archive: each entry counts where its categories say."""
    feed = {"category": "cs.AI+cs.DC", "source": "arxiv-rss", "document": "f"}
    told = [
        *entries(MONDAY, "1", categories=("cs.AI", "cs.DC"), **feed),
        *entries(MONDAY, "2", categories=("cs.AI",), **feed),
        *entries(MONDAY, "3", categories=("cs.DC", "cs.AI"), kind="cross", **feed),
        *entries(MONDAY, "4", categories=("cs.LG", "cs.DC"), kind="replace-cross", category="cs", source="arxiv-mail"),
    ]
    found = day_states.of_log(("cs.DC",), [statement(MONDAY, counts=totals(cross=1, replace=1))], told)
    assert found[0].state == "complete"
    assert found[0].source == "arxiv-listing"
    assert {tally.section: tally.stored for tally in found[0].tallies} == {"cross": 1, "replace": 1}


def test_reconstructed_days() -> None:
    """Before the first announcement; a gap that arXiv can still fill stays one."""
    past, gap = day("2025-01-06"), day("2025-03-04")
    rebuilt = {"cs.DC": {past, gap, TUESDAY}}
    found = judge(listed(day("2025-03-03"), "1"), listed(THURSDAY, "2"), reconstructed=rebuilt)
    assert [found[each].state for each in (past, gap, TUESDAY)] == ["reconstructed", "reconstructed", "unasked"]
    assert day("2025-01-07") not in found
    served = {"cs.DC": {day("2026-03-05") - dt.timedelta(days=number) for number in (90, 91)}}
    found = judge(listed(day("2025-11-03"), "1"), listed(THURSDAY, "2"), reconstructed=served)
    assert [found[each].state for each in sorted(served["cs.DC"])] == ["reconstructed", "unasked"]


def test_an_archive_that_was_split_ends_with_its_years() -> None:
    """Later days are the other archive's."""
    found = judge(listed(day("2025-12-31"), "1"), attempts=[attempt("2026-03-03T12:00:00")], before=2026)
    assert list(found) == [day("2025-12-31")]


def test_faults_are_what_fetching_may_mend() -> None:
    """Unasked, partial, stale and missing, in order."""
    found = day_states.of_log(
        ("cs.DC",),
        [statement(MONDAY, counts=totals(new=2)), statement(WEDNESDAY, counts=totals(new=1))],
        [*entries(MONDAY, "1"), *entries(WEDNESDAY, "3")],
    )
    assert [(each.date, each.state) for each in day_states.faults(found)] == [(MONDAY, "partial"), (TUESDAY, "unasked")]


def archive_of(folder: Path, *listings: Listing, attempts: Sequence[Attempt] = ()) -> Path:
    """An archive on disk that holds these documents."""
    makers.add(folder, *listings, settings="title: Tides\ncategories: [cs.DC]\n")
    log = FetchLog(folder)
    with Store(folder, lambda: time("2026-03-08T06:00:00")).lock():
        for tried in attempts:
            log.add(tried)
    return folder


def whole(date: dt.date, *ids: str, stated: int | None = None) -> Listing:
    """A listing page that holds these new submissions, and states how many there are."""
    told = tuple(entry(f"Paper {ident}", arxiv_id=ident, date=date, place=k) for k, ident in enumerate(ids, 1))
    return listing(*told, date=date, counts=totals(new=len(ids) if stated is None else stated))


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line a day and the totals; a day that lacks something makes the exit code 1."""
    told = [whole(MONDAY, "2603.00001"), whole(TUESDAY, "2603.00002", stated=3), whole(FRIDAY, "2603.00003")]
    asked = [attempt("2026-03-05T12:00:00", date=WEDNESDAY)]
    folder = archive_of(tmp_path / "content", *told, attempts=asked)
    assert main(["status", "days", "--archive", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "date        category  state          held  stated  details",
        "2026-03-02  cs.DC     complete          1       1  1 of 1 entry: 1 new, as arXiv lists them",
        "2026-03-03  cs.DC     partial           1       3  1 of 3 entries: 1 of 3 new, of those that arXiv lists",
        "2026-03-04  cs.DC     missing                      requested once; last outcome: failed, status 503",
        "2026-03-05  cs.DC     not collected                no document for this day has been read",
        "2026-03-06  cs.DC     complete          1       1  1 of 1 entry: 1 new, as arXiv lists them",
        "5 days: 2 complete, 1 partial, 1 missing, 1 not collected; 3 entries held",
        "to leave a day as it is, write in archive.yml below `acknowledge:`, with a `note` if you like:",
        *(f"  - {{category: cs.DC, date: {date}}}" for date in (TUESDAY, WEDNESDAY, THURSDAY)),
    ]
    assert err.startswith(
        "daybook: 3 days are partial, contradicted, stale, missing or not collected, the latest 2026-03-05; run: "
    )


def test_the_command_takes_a_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Days and a category; where those are sound, the exit code is 0."""
    told = [whole(MONDAY, "2603.00001"), whole(WEDNESDAY, "2603.00002")]
    command = ["status", "days", "--archive", str(archive_of(tmp_path / "content", *told))]
    assert main([*command, "--to", "2026-03-02"]) == 0
    assert main([*command, "--from", "2026-03-04", "--category", "cs.DC"]) == 0
    assert main([*command, "--from", "2026-04-01"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no announcements held or requested in this range"
    assert main([*command, "--category", "cs.NI"]) == 1
    assert "this archive does not follow 'cs.NI'; did you mean 'cs.DC'?" in capsys.readouterr().err


def test_holidays_of_the_settings_count(tmp_path: Path) -> None:
    """A working day that archive.yml names closes nothing."""
    folder = archive_of(tmp_path / "content", whole(MONDAY, "2603.00001"), whole(WEDNESDAY, "2603.00002"))
    assert main(["status", "days", "--archive", str(folder)]) == 1
    with (folder / "archive.yml").open("a") as file:
        file.write("holidays: [2026-03-02]\n")
    assert main(["status", "days", "--archive", str(folder)]) == 0


def test_an_attempt_changes_the_archives_fingerprint(tmp_path: Path) -> None:
    """So what is built tells of it."""
    folder = archive_of(tmp_path / "content", whole(MONDAY, "2603.00001"))
    store = Store(folder, lambda: time("2026-03-08T06:00:00"))
    before = store.fingerprint()
    FetchLog(folder).add(attempt("2026-03-05T12:00:00", date=WEDNESDAY))
    assert store.fingerprint() != before


def test_pages_tell_of_an_attempt_that_failed(tmp_path: Path) -> None:
    """A failed run still publishes what is held, and says on about, month and coverage pages what is not."""
    told = [whole(MONDAY, "2603.00001", "2603.00002"), whole(TUESDAY, "2603.00003", stated=2)]
    asked = [attempt("2026-03-04T12:00:00", date=WEDNESDAY)]
    folder = archive_of(tmp_path / "content", *told, attempts=asked)
    assert main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
    about, month, page, first, second = (
        (folder / "pages" / name).read_text(encoding="utf-8")
        for name in (
            "about.md", "days/2026/2026-03.md", "coverage/index.md", "days/2026/2026-03-02.md",
            "days/2026/2026-03-03.md",
        )
    )  # fmt: skip
    assert "3 days checked against arXiv's own totals: 1 complete, 1 partial, 1 missing." in about
    assert "# March 2026" in month
    calendar = writer.facts_of(state.of(folder))["days/2026/2026-03.md"]["calendar"]["days"]
    assert calendar[3][-1] == "missing"
    assert "requested once; last outcome: failed, status 503" in page
    assert "**cs.DC** complete: 2 of 2 entries: 2 new, as arXiv lists them" in first
    assert "**cs.DC** partial: 1 of 2 entries: 1 of 2 new, of those that arXiv lists" in second


def test_a_year_that_has_not_changed_is_not_made_again(tmp_path: Path) -> None:
    """A newer attempt makes the newest year's page, not those of the years before."""
    folder = archive_of(tmp_path / "content", whole(day("2025-12-31"), "2512.00001"), whole(MONDAY, "2603.00001"))
    assert main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
    before = {path: path.stat().st_mtime_ns for path in (folder / "pages").rglob("*.md")}
    FetchLog(folder).add(attempt("2026-03-04T12:00:00", date=WEDNESDAY))
    assert main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
    changed = {
        path.relative_to(folder / "pages").as_posix() for path in before if path.stat().st_mtime_ns > before[path]
    }
    assert changed == {
        "about.md", "days/2026.md", "coverage/index.md", "coverage/2026.md"
    }  # fmt: skip
