"""What coverage is made of: a day's sentence; numbers and sections; other days' documents; attempts and witnesses."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from daybook.coverage import category_log, completeness, day_states, proofs, witnesses
from daybook.coverage.category_log import log_of, told_by_name
from daybook.coverage.completeness import Holding
from daybook.coverage.datestamps import Datestamps
from daybook.coverage.witnesses import Evidence, Page
from daybook.model import Attempt, Contradiction, Count, Coverage, Record, Report, Statement, Tally, Version
from daybook.model.archive import MOST_NAMED

from tests.cases import for_each
from tests.coverage.test_coverage import FRIDAY, MONDAY, TUESDAY, attempt, entries, statement, totals
from tests.coverage.test_witnesses import BEFORE, DAY, IN_WINDOW, YESTERDAY, feed, harvested, page
from tests.makers import day, time

# The sentence


def tally(section: str, stored: int, stated: int | None = None) -> Tally:
    return Tally(section=section, stored=stored, stated=stated)


def against(witness: Any = "feed", **sides: Any) -> tuple[Contradiction, ...]:
    return (Contradiction(witness=witness, **sides),)


ONE, TWO = (tally("new", 1, 1),), (tally("new", 1, 2),)
FEW = (tally("new", 1, 1), tally("cross", 1, 1), tally("replace", 2, 2))


@for_each(
    ("said", "told"),
    [
        ("complete: 4 of 4 entries: 1 new, 1 cross-list, 2 replacements, as arXiv lists them; "
         "OAI-PMH and arXiv's feed agree",
         {"state": "complete", "tallies": FEW, "total": 4, "witnesses": ("listing", "oai", "feed")}),
        ("complete: 1 of 1 entry: 1 new, as arXiv lists them",
         {"state": "complete", "tallies": ONE, "total": 1, "witnesses": ("listing", "person")}),
        ("complete: 1,234 of 1,234 entries: 1,234 new, as arXiv lists them; arXiv's API agrees",
         {"state": "complete", "tallies": (tally("new", 1234, 1234),), "total": 1234, "witnesses": ("catchup", "api")}),
        ("partial: 4 entries: 1 new, 3 of 3 cross-lists; why",
         {"state": "partial", "tallies": (tally("new", 1), tally("cross", 3, 3)), "note": "why"}),
        ("partial: 1 entry: 1 new", {"state": "partial", "tallies": (tally("new", 1),)}),
        ("partial: 1 of 2 entries: 1 of 2 new, of those that arXiv lists",
            {"state": "partial", "tallies": TWO, "total": 2}),
        ("partial: 2 of 2 entries: 1 of 2 new, 1 of 0 replacements, but not the entries that arXiv lists",
         {"state": "partial", "tallies": (*TWO, tally("replace", 1, 0)), "total": 2}),
        ("contradicted: arXiv's catch-up page has 1 entry: 1 new",
         {"state": "contradicted", "tallies": ONE, "total": 1, "witnesses": ("catchup", "oai")}),
        ("contradicted: 1 of 2 entries: 1 of 2 new",
         {"state": "contradicted", "tallies": TWO, "total": 2, "witnesses": ("listing",)}),
        ("contradicted: 1 of 1 entry: 1 new", {"state": "contradicted", "tallies": ONE, "total": 1}),
        ("contradicted: why", {"state": "contradicted", "note": "why"}),
        ("contradicted: arXiv's catch-up page has no entries",
         {"state": "contradicted", "note": "why", "witnesses": ("catchup", "oai")}),
        ("quiet: why; arXiv's catch-up page agrees",
            {"state": "quiet", "note": "why", "witnesses": ("listing", "catchup")}),
        ("quiet, one witness: why; no other witness has spoken yet",
         {"state": "quiet", "note": "why", "witnesses": ("listing",)}),
        ("reconstructed", {"state": "reconstructed"}),
        ("not collected: acknowledged", {"state": "unasked", "acknowledged": ""}),
        ('missing: why; acknowledged: "x"', {"state": "missing", "note": "why", "acknowledged": "x"}),
        ("stale: in arXiv's feed, but not in the listing: 1, 2 and 3",
         {"state": "stale", "contradictions": against(names=("1", "2", "3"))}),
        ("stale: in the listing, but not in arXiv's feed and OAI-PMH: 1, 2, 3 and 2 more; "
         "in arXiv's API, but not in the listing: 1",
         {"state": "stale", "contradictions": (*against(lacks=tuple("12345")), *against("api", names=("1",)),
                                               *against("oai", lacks=tuple("12345")))}),
        ("contradicted: arXiv's listing has no entries; in different sections of arXiv's listing, arXiv's feed and "
         "OAI-PMH: 1; in an earlier copy of arXiv's listing, but not in arXiv's listing: 2",
         {"state": "contradicted", "witnesses": ("listing", "api"), "contradictions": (
             *against(moves=("1",)), *against("oai", moves=("1",)), *against("listing", names=("2",)))}),
    ],
)  # fmt: skip
def test_sentences(said: str, told: dict[str, Any]) -> None:
    assert proofs.sentence(Coverage(category="cs.DC", date=DAY, **told)) == said


def test_sides_tell_how_many_more_there_are() -> None:
    """Witnesses who name as many more stand together; there are no more of what is named whole."""
    ids = tuple(f"{number:02}" for number in range(MOST_NAMED))
    told = (
        *against(names=ids, moves=("1",), more=2), *against("oai", names=ids), *against("api", names=ids, more=2)
    )  # fmt: skip
    sides = proofs.sides(Coverage(category="cs.DC", date=DAY, state="stale", contradictions=told))
    assert [(side.having, side.more, side.kind) for side in sides] == [
        (("arXiv's feed", "arXiv's API"), 2, "names"), (("arXiv's feed",), 0, "moves"), (("OAI-PMH",), 0, "names"),
    ]  # fmt: skip
    assert (proofs.named(("1", "2", "3", "4")), proofs.named(("1", "2"), 1)) == ("1, 2, 3 and 1 more", "1 and 1 more")
    assert [proofs.words("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


# Numbers and sections


@for_each(
    ("papers", "stated", "agrees"),
    [
        ({"new": "a"}, {"new": 1, "all": 1}, True), ({"new": "a"}, {"new": 1}, False), ({}, {"new": 0, "all": 0}, True),
        ({}, {"new": 1, "all": 0}, False), ({"new": "a", "cross": "b"}, {"new": 1, "all": 2}, True),
        ({"new": "ab"}, {"new": 1, "all": 2}, False), ({"new": "a"}, {"new": 1, "all": 2}, False),
    ],
)  # fmt: skip
def test_numbers_agree_in_each_section_and_in_all(papers: Any, stated: dict[str, int], agrees: bool) -> None:
    assert completeness.agree(papers, stated) == agrees


def test_tallies_are_of_sections_that_have_any() -> None:
    found = completeness.tallies({"replace": "ab", "new": "a"}, {"cross": 2, "new": 0, "all": 3})
    assert found == (tally("new", 1, 0), tally("cross", 0, 2), tally("replace", 2))
    assert completeness.tallies({"new": ""}, {"cross": 0}) == ()


REPORT = Report(source="r", date=DAY, text="A.")


@for_each(
    ("told", "of_a_day", "announces"),
    [
        ({}, True, True), ({"part": None, "source": "arxiv-rss"}, True, True),
        ({"part": "month 2026-03"}, False, False),
        ({"part": "year"}, False, False), ({"source": "arxiv-oai"}, False, False),
        ({"source": "r", "report": REPORT}, True, False), ({"report": REPORT, "part": "month"}, False, False),
    ],
)  # fmt: skip
def test_what_speaks_of_one_day(told: dict[str, Any], of_a_day: bool, announces: bool) -> None:
    line = statement(DAY, **told)
    assert (completeness.is_of_a_day(line), completeness.is_announcement(line)) == (of_a_day, announces)


def test_all_that_is_held_of_a_day() -> None:
    """Listings place papers; what else tells of them counts as a listing would show it, each once."""
    rss = {"source": "arxiv-rss", "document": "f"}
    records = [
        *entries(DAY, "1"), *entries(DAY, "2", kind="replace-cross", version=9),
        replace(entries(DAY, "3")[0], arxiv_id=None),
        *entries(DAY, "1", "4", kind="cross", **rss), *entries(DAY, "4", kind="replace", **rss),
        *entries(DAY, "5", kind="replace", **{**rss, "version": 5}),
        *entries(DAY, "6", kind="replace", **{**rss, "version": 6}),
        *entries(DAY, "7", kind="replace", **{**rss, "version": None}), *entries(DAY, "8", **{**rss, "version": 6}),
        *entries(DAY, "9", origin="a.example"), harvested("10"), replace(entries(DAY, "11")[0], type="harvest"),
    ]  # fmt: skip
    lines = [
        statement(DAY, counts=(Count(section="new", read=1, total=2), Count(section="cross", read=1))),
        statement(DAY, part="catchup", counts=totals(new=1)), statement(DAY, source="arxiv-rss", counts=totals(new=9)),
        statement(DAY, part=None, counts=totals(new=8)), statement(DAY, part="recent", counts=totals(new=3, cross=9)),
        statement(DAY, part="recent 2", counts=totals(new=2)), statement(DAY, part="month", counts=totals(new=99)),
    ]  # fmt: skip
    held = completeness.holding(records, lines, [("replace", "12"), ("new", "12"), ("cross", "2")])
    assert held.listed == {"new": {"1"}, "replace": {"2"}}
    assert held.papers == {
        "new": {"1", "Paper 3", "8", "12"}, "cross": {"4"}, "replace": {"2", "5", "7"},
    }  # fmt: skip
    assert (held.secondhand, held.totals, held.recent, held.quiet_later) == (
        {"new": {"9"}},
        {"new": 2, "all": 1},
        12,
        False,
    )
    assert held.ids == {"1", "2", "4", "5", "6", "7", "8"}
    assert (held.newcomers, held.replaced) == ({"1", "4", "8"}, {("2", 9), ("4", 1), ("5", 5), ("6", 6)})
    assert (held.is_empty(), held.whole(), held.listing_agrees()) == (False, None, False)


@for_each(
    ("held", "empty", "whole", "sections"),
    [
        ({}, True, None, ()), ({"totals": {"all": 0}}, True, {}, ()), ({"totals": {"all": 1}}, False, None, ()),
        ({"secondhand": {"new": "a"}}, False, None, (tally("new", 1),)),
        ({"papers": {"new": "a"}}, False, None, (tally("new", 1),)),
        ({"papers": {"new": "a"}, "totals": {"all": 1}}, False, {"new": "a"}, (tally("new", 1),)),
        ({"papers": {"new": "ab"}, "listed": {"new": "a"}, "totals": {"all": 1}}, False, {"new": "a"},
            (tally("new", 1),)),
    ],
)  # fmt: skip
def test_what_holdings_say(held: Any, empty: bool, whole: Any, sections: tuple[Tally, ...]) -> None:
    holding = Holding(**held)
    assert (holding.is_empty(), holding.whole(), holding.tallies()) == (empty, whole, sections)


# Whose announcement a document shows

HELD = {
    MONDAY: completeness.holding([*entries(MONDAY, "1", "2", "3", "4"), *entries(MONDAY, "5", "6", kind="replace")],
        ()),
    TUESDAY: completeness.holding(entries(TUESDAY, "1", "2", "7", "8"), ()),
    DAY: completeness.holding(entries(DAY, "1", "2"), ()),
}  # fmt: skip


def shown(new: str = "", cross: str = "", replaced: str = "", version: int | None = 1) -> list[Record]:
    kinds = (("new", new), ("cross", cross))
    old = entries(DAY, *replaced, kind="replace-cross", version=version)
    return [each for kind, ids in kinds for each in entries(DAY, *ids, kind=kind)] + old  # type: ignore[arg-type]


@for_each(
    ("told", "of", "mixed", "some"),
    [
        (shown("12"), MONDAY, ("new", MONDAY, "12"), True), (shown("78"), TUESDAY, ("new", TUESDAY, "78"), True),
        (shown("129"), MONDAY, ("new", MONDAY, "12"), True), (shown("1299"), MONDAY, ("new", MONDAY, "12"), True),
        (shown("19"), None, None, True), (shown("9", "123"), MONDAY, None, False), (shown(), None, None, False),
        (shown("123"), MONDAY, ("new", MONDAY, "123"), False),
        (shown("", "", "56"), MONDAY, ("replace", MONDAY, "56"), False),
        (shown("", "", "5"), MONDAY, None, False), (shown("", "", "56", 2), None, None, False),
        (shown("", "", "56", None), None, ("replace", MONDAY, "56"), False),
        (shown("9", "", "56"), None, ("replace", MONDAY, "56"), True),
        (shown("", "", "59"), None, None, False), (shown("9", "", "56", 2), None, None, True),
    ],
)  # fmt: skip
def test_documents_of_other_days(told: list[Record], of: dt.date | None, mixed: Any, some: bool) -> None:
    """By most of what is new; else of what is replaced. One section may be another day's; a part may come again."""
    assert completeness.original_date(told, DAY, HELD) == of
    assert completeness.misplaced(told, DAY, HELD) == (mixed and (*mixed[:2], frozenset(mixed[2])))
    assert completeness.repeats_some(told, HELD[MONDAY]) == some


@for_each(
    ("categories", "code"),
    [
        (["cs.NI", "cs.DC"], None), (["cs.NI", "cs.NI", "cs.DC"], "cs.NI"), (["cs.DC cs.NI", "cs.NI"], None),
        ([], None),
        (["cs.AI", "cs.NI", "cs.AI"], "cs.AI"), ([""], None), (["cs.NI cs.AI", "cs.NI", "", ""], "cs.NI"),
    ],
)  # fmt: skip
def test_pages_of_other_categories(categories: list[str], code: str | None) -> None:
    told = [entries(DAY, "1", categories=tuple(each.split()))[0] for each in categories]
    assert completeness.foreign(told, "cs.DC") == code


# The log of a category


@for_each(
    ("asked", "category", "scope"),
    [
        ("cs.DC", "cs.DC", "own"), ("cs", "cs.DC", "among"), ("cs.AI+cs.DC", "cs.DC", "among"),
        ("cs.AI", "cs.DC", None),
        (None, "cs.DC", None), ("math.IT", "cs.IT", "own"), ("cs.DC", "cs", "among"), ("math", "cs.DC", None),
        ("cs", "cs", "own"), ("astro-ph.CO", "astro-ph", "among"), ("csx", "cs.DC", None),
    ],
)  # fmt: skip
def test_how_a_document_tells_of_a_category(asked: str | None, category: str, scope: str | None) -> None:
    told = entries(DAY, "1", category=asked, categories=(category if "." in category else f"{category}.CO",))
    log = log_of(category, [told_by_name(told, ())], (), Datestamps())
    assert (bool(log.own), bool(log.among)) == (scope == "own", scope == "among")


@for_each(
    ("kind", "categories", "section"),
    [
        ("new", "cs.DC cs.AI", "new"), ("new", "cs.AI cs.DC", "cross"), ("cross", "cs.AI cs.DC", "cross"),
        ("cross", "cs.DC cs.AI", None), ("new", "cs.AI", None), ("replace", "cs.AI cs.DC", "replace"),
        ("replace-cross", "cs.DC", "replace"),
    ],
)  # fmt: skip
def test_sections_of_entries_among_others(kind: Any, categories: str, section: str | None) -> None:
    """Of a feed of the whole archive; another archive's counts for nothing."""
    told = entries(DAY, "1", kind=kind, category="cs", categories=tuple(categories.split()))
    found = [
        log_of("cs.DC", [told_by_name(some, ())], (), Datestamps())
        for some in (told, [replace(told[0], origin="a.example")])
    ]
    assert [dict(log.among) for log in found] == [{DAY: {(section, "1")}} if section else {}, {}]
    assert [log.days for log in found] == [{DAY} if section else set(), set()]


@for_each(
    ("told", "counts"),
    [
        ({}, 1), ({"quiet": True}, 1), ({"quiet": True, "part": "catchup"}, 0), ({"quiet": True, "part": None}, 0),
        ({"origin": "a.example"}, 0), ({"part": "month"}, 0), ({"source": "arxiv-oai"}, 0),
    ],
)  # fmt: skip
def test_announcements_in_whatever_category(told: dict[str, Any], counts: int) -> None:
    """An empty page of the newest day counts; one asked for later does not, nor what others tell."""
    assert len(category_log.announcements([statement(DAY, **told)])) == counts


def tries(*told: str) -> list[Attempt]:
    """Attempts at the day: `service outcome day-and-hour`, and a note."""
    made = []
    for each in told:
        service, outcome, hour, *note = each.split(" ", 3)
        date, status = f"2026-03-0{hour[0]}T{hour[2:]}:00:00", 503 if outcome == "failed" else 200
        made.append(attempt(date, outcome, DAY, service=service, status=status, note=note[0] if note else None))
    return made


OLD_NOTE = "dated 2026-03-03"


@for_each(
    ("told", "awaited", "left_out"),
    [
        ([], False, False), ([f"list stale 4-01 {OLD_NOTE}"], True, False),
        ([f"list stale 4-06 {OLD_NOTE}"], False, False),
        ([f"list stale 4-01 {OLD_NOTE}", "rss failed 4-06"], False, False), (["list stale 4-01"], False, False),
        ([f"catchup stale 4-01 {OLD_NOTE}", "rss failed 4-02"], True, False),
        ([f"list failed 4-01 {OLD_NOTE}"], False, False),
        (["rss quiet 4-06", f"list stale 4-07 {OLD_NOTE}"], False, True),
        (["rss quiet 4-06", "list stale 4-07 x"], False, False),
        (["rss failed 4-05", "rss quiet 4-06", f"list stale 4-07 {OLD_NOTE}"], False, True),
        (["rss quiet 4-05", "rss failed 4-06", f"list stale 4-07 {OLD_NOTE}"], False, False),
        (["rss quiet 4-01", f"list stale 4-07 {OLD_NOTE}"], False, False),
        (["rss quiet 4-06", f"list stale 4-01 {OLD_NOTE}"], False, False),
        (["rss quiet 5-06", f"list stale 4-07 {OLD_NOTE}"], False, False),
        (["rss quiet 4-06", "list stored 4-07"], False, False),
        ([f"list stale 4-06 {OLD_NOTE}", "list stored 4-07"], False, False),
    ],
)  # fmt: skip
def test_what_was_not_out_yet_or_left_out(told: list[str], awaited: bool, left_out: bool) -> None:
    """Of dates in the East: 01:00 UTC is the evening before."""
    assert category_log.is_awaited(DAY, tries(*told)) == awaited
    assert category_log.is_left_out(DAY, tries(*told)) == left_out


def test_attempts_at_a_day() -> None:
    """Of a category's own and wider documents, by services, oldest first."""
    told = tries("list stored 4-07", "rss quiet 4-06", "api failed 4-05", "catchup nothing 4-04", "pith stored 4-03")
    told[3] = replace(told[3], outcome="nothing new")
    others = [
        replace(told[0], date=None),
        replace(told[0], category="cs.AI"),
        replace(told[0], date=TUESDAY, category="cs"),
    ]
    log = log_of("cs.DC", (), [*told, *others], Datestamps())
    assert [each.when.hour for each in log.tried(DAY)] == [4, 5, 6, 7]
    assert [each.when.hour for each in log.tried(DAY, "list", "api")] == [5, 7]
    assert [each.when.hour for each in log.came(DAY)] == [4, 6, 7]
    assert [each.when.hour for each in log.came(DAY, "api", "rss")] == [6]
    assert (log.days, log.tried(MONDAY), len(log.tried(TUESDAY))) == ({DAY, TUESDAY}, [], 1)
    evidence = log.testimony(DAY, (), ())
    assert (evidence.feed, evidence.queried, evidence.category, evidence.date) == ({}, False, "cs.DC", DAY)
    assert log.testimony(DAY, *feed("1")).feed == {"1": "new"}
    asked = log_of("cs.DC", (), tries("api stored 4-06", "rss stored 4-06"), Datestamps()).testimony(DAY, (), ())
    assert (asked.feed, asked.queried) == (None, True)


HAS, MOST = "has this date, but x", "most of its entries x"


@for_each(
    ("told", "why"),
    [
        ([f"list stale 4-06 {HAS}"], f"it {HAS}"), ([f"catchup stale 4-06 {MOST}"], MOST),
        (["list stale 4-06 dated x"], ""),
        ([f"list stale 4-06 {HAS}", "list stored 4-07"], ""),
        ([f"list stale 4-06 {HAS}", "list failed 4-07"], f"it {HAS}"),
        ([f"list stored 4-06 {HAS}"], ""), ([f"rss stale 4-06 {HAS}"], ""), (["list stale 4-06"], ""), ([], ""),
    ],
)  # fmt: skip
def test_why_the_newest_page_was_not_believed(told: list[str], why: str) -> None:
    log = log_of("cs.DC", (), tries(*told), Datestamps())
    assert log.refusal(DAY) == (f"a page was not believed: {why}" if why else "")


@for_each(
    ("date", "told", "why"),
    [
        (DAY, "list quiet 4-06", "holiday, and arXiv shows no announcement"), (DAY, "rss quiet 4-06", "holiday"),
        (DAY, "list stale 4-06", "holiday"), (FRIDAY, "", ""), (day("2026-03-07"), "", "weekend"),
        (day("2026-03-09"), "", ""),
    ],
)  # fmt: skip
def test_why_no_announcement_was_due(date: dt.date, told: str, why: str) -> None:
    """Nothing is announced after a holiday."""
    log = log_of("cs.DC", (), tries(told) if told else (), Datestamps())
    assert log.why_unannounced(date, frozenset({TUESDAY})) == why


# Witnesses


@for_each(
    ("date", "first"),
    [
        ("2026-02-28", None),
        ("2026-03-01", MONDAY),
        ("2026-03-02", TUESDAY),
        ("2026-03-04", FRIDAY),
        ("2026-03-07", None),
    ],
)
def test_the_first_harvest_since(date: str, first: dt.date | None) -> None:
    """Of an archive whose harvests began on 2 March; from 21:30 Eastern on OAI-PMH has the next day's."""
    hours = ("2026-03-03T02:30:00", "2026-03-02T02:29:00", "2026-03-06T06:00:00")
    told = [attempt(when, "stored", MONDAY, service="oai") for when in hours]
    others = [attempt(NIGHT, "stored", **each) for each in (
        {"service": "oai", "date": None}, {"service": "list", "date": DAY},
        {"service": "oai", "date": DAY, "category": "cs.AI"},
    )]  # fmt: skip
    done = witnesses.harvests([*told, *others], "cs.DC")
    assert len(done) == 3
    assert witnesses.first_since(done, day(date)) == first


NIGHT = "2026-03-05T06:00:00"


def versions(*when: dt.datetime | None) -> tuple[Version, ...]:
    return tuple(Version(version=number, submitted=each) for number, each in enumerate(when, 1))


@for_each(
    ("told", "section"),
    [
        ({}, "new"), ({"categories": ("cs.AI", "cs.DC")}, "cross"), ({"categories": ("cs.AI",)}, None),
        ({"versions": versions(IN_WINDOW, IN_WINDOW)}, "new"), ({"versions": versions(BEFORE, IN_WINDOW)}, "replace"),
        ({"versions": versions(BEFORE, IN_WINDOW), "categories": ("cs.AI", "cs.DC")}, "replace"),
        ({"versions": versions(*[BEFORE] * 4, IN_WINDOW)}, "replace"),
        ({"versions": versions(*[BEFORE] * 5, IN_WINDOW)}, None),
        ({"versions": versions(None)}, None), ({"versions": (), "submitted": IN_WINDOW}, "new"),
        ({"versions": ()}, None),
        ({"origin": "a.example"}, None), ({"date": TUESDAY}, None), ({"source": "arxiv-rss"}, None),
    ],
)  # fmt: skip
def test_what_datestamps_name(told: dict[str, Any], section: str | None) -> None:
    stamps = Datestamps([replace(harvested("1"), **told)])
    assert stamps.named("cs.DC", DAY) == ({"1": section} if section else {})
    kept = {"origin", "source", "date"}.isdisjoint(told)
    assert (stamps.is_stamped("1", DAY), stamps.newest("1") == DAY) == (kept, kept)
    api = Datestamps([replace(harvested("1"), **{"source": "arxiv-api", **told})])
    assert api.named("cs.DC", DAY, "arxiv-api") == (
        {"1": section} if section in ("new", "cross") and told.get("versions") != versions(IN_WINDOW, IN_WINDOW) else {}
    )
    assert api.newest("1") == dt.date.min


@for_each(
    ("paper", "seen", "told"),
    [
        ("1", None, True), ("2", None, None), ("2", FRIDAY, None), ("2", day("2026-03-05"), False), ("3", None, False),
        ("4", None, False), ("5", None, False),
    ],
)  # fmt: skip
def test_whether_a_paper_may_have_been_listed(paper: str, seen: dt.date | None, told: bool | None) -> None:
    """By its datestamp; one that is newer tells only where the first harvest since had it already."""
    others = [harvested("3", TUESDAY), harvested("4", categories=("cs.AI",))]
    stamps = Datestamps([harvested("1"), harvested("2", FRIDAY), *others])
    assert stamps.is_listed(paper, "cs.DC", DAY, seen) is told


@for_each(
    ("section", "told", "of", "later"),
    [
        ("new", {}, True, False), ("new", {"versions": versions(BEFORE)}, False, False), ("cross", {}, False, False),
        ("new", {"categories": ("cs.AI", "cs.DC")}, False, False),
        ("replace", {"versions": versions(BEFORE, IN_WINDOW)}, True, False),
        ("replace", {"versions": versions(IN_WINDOW, BEFORE)}, False, False),
        ("replace", {"versions": versions(*[BEFORE] * 4, IN_WINDOW)}, True, False),
        ("replace", {"versions": versions(*[BEFORE] * 5, IN_WINDOW)}, False, True),
        ("replace", {"versions": versions(BEFORE, IN_WINDOW), "categories": ("cs.AI",)}, False, False),
        ("cross", {"date": FRIDAY}, False, True), ("new", {"date": FRIDAY}, True, False),
        ("new", {"date": TUESDAY}, False, False),
        ("cross", {"date": TUESDAY}, False, False), ("cross", {"versions": versions(BEFORE)}, False, False),
    ],
)  # fmt: skip
def test_what_datestamps_say_of_a_section(section: str, told: dict[str, Any], of: bool, later: bool) -> None:
    """Whether a paper was announced in it, and whether a catch-up page may show it for what happened since."""
    stamps = Datestamps([replace(harvested("1"), **told)])
    assert stamps.is_of("1", section, "cs.DC", DAY) is of
    assert stamps.is_later("1", section, "cs.DC", DAY, DAY) is later
    assert not stamps.is_of("2", section, "cs.DC", DAY)


@for_each(
    ("before", "past"),
    [("3 cs.DC", True), ("3 cs.AI", False), ("1 cs.DC, 3 cs.AI", False), ("1 cs.AI, 3 cs.DC", True)],
)  # fmt: skip
def test_what_a_paper_was_in_before(before: str, past: bool) -> None:
    """A cross-list of a paper that the category had is for its later changes; the newest record before counts."""
    known = (each.split() for each in before.split(", "))
    told = [harvested("1", day(f"2026-03-0{number}"), categories=(code,)) for number, code in known]
    stamps = Datestamps([harvested("1", submitted=BEFORE), *told])
    assert stamps.is_later("1", "cross", "cs.DC", DAY) is past
    assert stamps.named("cs.DC", DAY) == ({} if past else {"1": "cross"})


def found(*told: tuple[list[Record], list[Statement]]) -> list[str]:
    """The pages among documents: witness, papers, total, and documents; those that a person ingested with a `!`."""
    records = [each for some, _ in told for each in some]
    return [
        f"{p.witness} {''.join(sorted(p.names))} {p.totals.get('all')} {''.join(sorted(p.documents))}{'!' * p.ingested}"
        for p in witnesses.pages(records, [line for _, some in told for line in some])
    ]


PART = {"whole": False, "part": "new 1-1", "counts": totals(new=2)}


@for_each(
    ("told", "pages"),
    [
        ([page("1", "2")], ["listing 12 2 p"]), ([page("1", counts=totals(new=2))], []),
        ([page("1", part="month")], []),
        ([page("1", source="arxiv-mail")], []), ([page("1", ingested=True)], ["listing 1 1 p!"]),
        ([page("1", part=None)], []),
        ([page("1", **PART), page("2", document="q", **PART)], ["listing 12 2 pq"]), ([page("1", **PART)], []),
        ([page("1", **PART), page("2", document="q", **{**PART, "part": "catchup 2"})], []),
        ([page("1", **PART), page("2", document="q", **{**PART, "counts": totals(new=3)})], []),
        ([page("1"), page("2", document="q", read=NIGHT)], ["listing 2 1 q", "listing 1 1 p"]),
        ([page("1"), page("2", document="b", part="catchup"), page("3", document="q")],
            ["catchup 2 1 b", "listing 3 1 q", "listing 1 1 p"]),
        ([page(quiet=True, counts=())], ["listing  0 p"]), ([page("1", quiet=True, counts=())], []),
        ([page(counts=())], []),
        ([page(quiet=True, counts=(), document="q"), page(quiet=True, counts=())], ["listing  0 q", "listing  0 p"]),
        ([page(names=("new 1", "cross 2"), counts=totals(new=1, cross=1))], ["listing 12 2 p"]),
        ([page("3", names=("new 1",), counts=totals(new=1))], ["listing 1 1 p"]),
        ([page(names=("new 1", "cross 1", "replace 1"), counts=totals(new=1))], ["listing 1 1 p"]),
        ([page(names=("replace 1", "cross 1"), counts=totals(cross=1))], ["listing 1 1 p"]),
        ([page("1", counts=(*totals(new=1), Count(section="cross", read=0)))], ["listing 1 1 p"]),
    ],
)  # fmt: skip
def test_pages_agree_with_their_totals(told: Any, pages: list[str]) -> None:
    """The newest first; parts of one page are one. Where statements name entries, their records count for nothing."""
    assert found(*told) == pages


@for_each(
    ("told", "names"),
    [
        ([], None), ([feed("1")], {"1": "new"}), ([feed()], {}), ([feed("1", kind="replace", version=6)], {}),
        ([feed("1", kind="replace", version=5)], {"1": "replace"}), ([feed("1", version=6)], {"1": "new"}),
        ([feed("1", kind="cross")], {"1": "cross"}), ([page("1")], None),
        ([feed("1", kind="replace-cross", version=None)], {"1": "replace"}),
    ],
)  # fmt: skip
def test_what_a_feed_names(told: list[Any], names: Any) -> None:
    """The newest of the day; not what listings hide, nor what is cross-listed within an archive."""
    records, lines = ([each for some in told for each in some[k]] for k in (0, 1))
    assert witnesses.fed(records, lines, "cs.DC") == names
    early = [replace(line, document="e", first_read=time("2026-03-04T05:00:00"), whole=False) for line in lines]
    assert (
        witnesses.fed([*records, *entries(DAY, "9", source="arxiv-rss", document="e")], [*early, *lines], "cs.DC")
        == names
    )
    late = [replace(line, document="z", first_read=time(NIGHT), whole=False) for line in lines]
    assert witnesses.fed(records, [*lines, *late], "cs.DC") is None
    inner, _ = feed("1", kind="cross", categories=("cs.AI", "cs.HC"))
    assert witnesses.fed(inner, feed()[1], "cs") == {}


def made(names: dict[str, str], witness: Any = "listing", **fields: Any) -> Page:
    return Page(names, {"all": len(names)}, time(NIGHT), witness, **fields)


A, B, C = ({ident: "new"} for ident in "123")


@for_each(
    ("pages", "known", "witnesses_", "sides"),
    [
        ([], {}, None, []), ([made(A)], {"feed": A}, ("listing", "feed"), []), ([made(A)], {}, ("listing",), []),
        ([made(A), made(B, ingested=True)], {}, ("listing", "person"), []),
        ([made(A), made(A, "catchup")], {}, ("listing", "catchup"), []), ([made(A), made(A)], {}, ("listing",), []),
        ([made(A), made(A, "catchup")], {"feed": A}, ("listing", "feed", "catchup"), []),
        ([made(A), made(B)], {"feed": B}, ("listing", "feed"), []),
        ([made(A), made(B)], {"feed": {**A, **B}}, ("listing", "feed"), []),
        ([made(A), made(B)], {}, ("listing",), [("listing", "2", "1")]),
        ([made({**A, **B}), made(A)], {}, ("listing",), []),
        ([made(A), made({**A, **B})], {}, ("listing",), []),
        ([made(A), made({**A, **B}, "catchup")], {}, ("listing",), [("catchup", "2", "")]),
        ([made(A), made(B), made(C)], {}, ("listing",), [("listing", "2", "1")]),
        ([made({}), made(A)], {}, ("listing",), [("listing", "1", "")]),
        ([made(A), made({})], {"feed": {**A, **B}}, ("listing",), [("feed", "2", "")]),
        ([made({})], {"feed": {}}, ("listing", "feed"), []),
    ],
)  # fmt: skip
def test_verdicts(pages: Sequence[Page], known: Any, witnesses_: Any, sides: list[Any]) -> None:
    """On the newest page that a second witness confirms; else on the newest."""
    verdict = witnesses.judge(pages, Evidence("cs.DC", DAY, **known))
    if verdict is None:
        assert witnesses_ is None
        return
    assert verdict.witnesses == witnesses_
    assert [(c.witness, "".join(c.names), "".join(c.lacks)) for c in verdict.contradictions] == sides


@for_each(("number", "more"), [(20, 0), (21, 2), (40, 40)])
def test_contradictions_name_twenty_of_each_side(number: int, more: int) -> None:
    names = {f"{n:02}": "new" for n in range(number)}
    verdict = witnesses.judge([made(names)], Evidence("cs.DC", DAY, {f"x{name}": "new" for name in names}))
    assert verdict is not None
    (said,) = verdict.contradictions
    assert (said.names, said.lacks, said.more) == (
        tuple(f"x{n:02}" for n in range(20)),
        tuple(f"{n:02}" for n in range(20)),
        more,
    )


# The judge


@for_each(
    ("was", "dates", "asked", "before", "last"),
    [
        (None, [], None, None, None), (TUESDAY, [MONDAY], None, None, TUESDAY),
        (MONDAY, [TUESDAY], None, None, TUESDAY),
        (None, [], "2026-03-04T12:00:00", None, DAY), (None, [FRIDAY], "2026-03-04T12:00:00", None, FRIDAY),
        (None, [FRIDAY], None, 2026, day("2025-12-31")), (None, [day("2025-03-03")], None, 2026, day("2025-03-03")),
        (None, [], None, 2026, None),
    ],
)  # fmt: skip
def test_the_newest_day_that_is_judged(
    was: Any, dates: list[dt.date], asked: str | None, before: int | None, last: Any
) -> None:
    attempts = [attempt(when) for when in (asked, "2026-03-03T12:00:00") if asked and when]
    lines = [statement(date) for date in dates] + [statement(day("2026-12-01"), part="month")]
    assert day_states.latest(was, lines, attempts, frozenset(), before) == last


@for_each(
    ("held", "said"),
    [
        ({}, "no listing with totals was seen"),
        ({"totals": {"new": 1}}, "no listing states how many entries there are in all"),
        ({"totals": {"new": 1}, "papers": {"new": "a", "cross": "b", "replace": "c"}},
         "no listing states how many cross-lists and replacements there are"),
        ({"recent": 2, "papers": {"new": "a", "cross": "b"}, "totals": {"new": 1, "cross": 1}},
         "a list of recent papers states 2 new submissions and cross-lists, as many as are held"),
        ({"recent": 1234, "papers": {"new": "a", "replace": "b"}},
         "a list of recent papers states 1,234 new submissions and cross-lists, of which 1 are held; "
         "no listing states how many replacements there are"),
    ],
)  # fmt: skip
def test_what_no_listing_states(held: Any, said: str) -> None:
    assert day_states._unstated(Holding(**held)) == said


@for_each(
    ("said", "past", "told", "is_quiet"),
    [
        ([], False, {}, True), ([], True, {}, False), ([], True, {"witness": "catchup"}, True),
        ([DAY], True, {}, False),
        ([DAY, DAY], True, {}, True), ([YESTERDAY, YESTERDAY], True, {}, False), ([YESTERDAY, DAY], True, {}, True),
        ([], True, {"ingested": True}, False), ([YESTERDAY], True, {"ingested": True}, True),
    ],
)  # fmt: skip
def test_when_an_empty_page_is_believed(said: list[dt.date], past: bool, told: Any, is_quiet: bool) -> None:
    verdict = witnesses.judge([made({}, **told)], Evidence("cs.DC", DAY))
    assert verdict is not None
    found = day_states.quiet("cs.DC", DAY, verdict, said, past=past)
    assert (found and found.note) == ("arXiv lists nothing" if is_quiet else None)


@for_each(("back", "state"), [(4, "stale"), (5, "stale"), (6, "complete")])
def test_documents_are_compared_with_five_days_before(back: int, state: str) -> None:
    dates = [MONDAY + dt.timedelta(days=number) for number in (0, 1, 2, 3, 4, 7, 8)]
    ids = {date: ("1",) if number in (6 - back, 6) else (f"9{number}",) for number, date in enumerate(dates)}
    records = [each for date in dates for each in entries(date, *ids[date])]
    lines = [statement(date, counts=totals(new=1)) for date in dates]
    judged = day_states.of_log(("cs.DC",), lines, records)
    assert {each.date: each.state for each in judged}[dates[-1]] == state
