"""Witnesses of a day's completeness: each is needed, and each is fair."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from daybook.coverage import completeness, day_states, proofs, witnesses
from daybook.coverage.category_log import log_of, told_by_name
from daybook.coverage.datestamps import Datestamps
from daybook.coverage.day_states import CategoryDays
from daybook.model import Attempt, Count, Coverage, EntryType, Record, Statement, Tally, Version, arxiv

from tests.cases import for_each
from tests.coverage.test_coverage import attempt, entries, statement, totals
from tests.makers import day, listing, record, time

DAY = day("2026-03-04")  # a Wednesday: what came until Tuesday 14:00 Eastern
IN_WINDOW, BEFORE = time("2026-03-03T15:00:00"), time("2026-02-20T15:00:00")
NIGHT, EVENING, NEXT = "2026-03-04T06:00:00", "2026-03-04T01:17:00", "2026-03-05T06:00:00"


def harvested(ident: str, date: dt.date = DAY, submitted: dt.datetime = IN_WINDOW, **fields: Any) -> Record:
    """A record of OAI-PMH, of one version."""
    told = {"categories": ("cs.DC",), "versions": (Version(version=1, submitted=submitted),), **fields}
    document = f"oai-{date}"
    return record(
        f"Paper {ident}", arxiv_id=ident, type="harvest", source="arxiv-oai", date=date, document=document, **told
    )


def page(*ids: str, document: str = "p", read: str = EVENING, **fields: Any) -> tuple[list[Record], list[Statement]]:
    told = {"document": document, "counts": totals(new=len(ids)), "first_read": time(read), **fields}
    return entries(DAY, *ids, document=document), [statement(DAY, **told)]


def feed(*ids: str, kind: EntryType = "new", **fields: Any) -> tuple[list[Record], list[Statement]]:
    line = statement(DAY, source="arxiv-rss", part=None, document="f", first_read=time(NIGHT))
    return entries(DAY, *ids, source="arxiv-rss", document="f", kind=kind, **fields), [line]


YESTERDAY = day("2026-03-03")
FETCHED = attempt(EVENING, "stored", DAY, status=200)
HARVEST = [
    attempt("2026-03-02T06:00:00", "stored", day("2026-03-02"), service="oai", status=200),
    attempt(NIGHT, "stored", DAY, service="oai", status=200),
]


def around(told: Sequence[Record], lines: Sequence[Statement], *attempts: Attempt) -> CategoryDays:
    log = log_of("cs.DC", [told_by_name(told, lines)], attempts, Datestamps([]))
    return CategoryDays(log, arxiv.HOLIDAYS, {})


def judge(
    *told: tuple[Sequence[Record], Sequence[Statement]],
    oai: Sequence[Record] = (),
    attempts: Sequence[Attempt] = (FETCHED,),
    **rest: Any,
) -> Coverage:
    """The state of the day, of an archive that fetched its page."""
    records = [each for some, _ in told for each in some] + list(oai)
    lines = [line for _, some in told for line in some]
    return {each.date: each for each in day_states.of_log(("cs.DC",), lines, records, attempts, **rest)}[DAY]


@for_each("days", [2, 90])
def test_what_no_listing_ever_had_contradicts_its_day(days: int) -> None:
    """OAI-PMH names it later alone, as its journal reference came: v1 was due on the day, and its category is this."""
    late = harvested("2", DAY + dt.timedelta(days=days))
    judged = beside(harvested("1"), late)
    assert judged.state == "contradicted"
    assert proofs.sentence(judged).endswith("in OAI-PMH, but not in arXiv's listing: 2")
    assert beside(harvested("1"), late, listed=("1", "2")).state == "complete"  # as a later page shows


@for_each("others", [("cs.NI", "cs.DC"), ("math.OC", "cs.DC", "cs.NI")])
def test_a_cross_list_that_no_other_day_had_contradicts_the_day_of_its_submission(others: tuple[str, ...]) -> None:
    """OAI-PMH knows the paper since its second version, as it does one that was cross-listed later; but then a listing
    of that day has it as a cross-list, not only as a replacement."""
    versions = tuple(Version(version=n, submitted=when) for n, when in ((1, IN_WINDOW), (2, time(NEXT))))
    late = harvested("2", DAY + dt.timedelta(days=2), categories=others, versions=versions)

    def beside_later(kind: EntryType, *listed: str) -> Coverage:
        told = (entries(late.date, "2", kind=kind), [statement(late.date, counts=())])
        return judge(page(*listed), told, oai=[harvested("1"), late], attempts=[FETCHED, *HARVEST])

    assert proofs.sentence(beside_later("replace", "1")).endswith("in OAI-PMH, but not in arXiv's listing: 2")
    assert beside_later("cross", "1").state == "complete"
    assert beside_later("replace", "1", "2").state == "complete"


def test_a_later_page_that_shows_another_paper_contradicts() -> None:
    """What was confirmed in the night; not one that is left out as it has left the category since."""
    more = ([], page("1", "3", document="c", read=NEXT, part="catchup", names=("new 1", "new 3"))[1])
    less = ([], page("1", document="c", read=NEXT, part="catchup", names=("new 1",))[1])
    both = [harvested("1"), harvested("2")]
    told: dict[str, Any] = {"oai": both, "attempts": [FETCHED, *HARVEST]}
    for later, side in ((more, "names"), (less, "lacks")):
        judged = judge(page("1", "2"), feed("1", "2"), later, **told)
        assert judged.state == "contradicted"
        assert [said.witness for said in judged.contradictions if getattr(said, side)] == ["catchup"]
    moved = harvested("2", DAY + dt.timedelta(days=3), categories=("cs.NI",))
    assert judge(page("1", "2"), feed("1", "2"), less, **{**told, "oai": [*both, moved]}).state == "complete"


def test_one_page_is_one_witness() -> None:
    """However well it agrees with itself."""
    judged = judge(page("1", "2"))
    assert (judged.state, judged.witnesses, judged.lone) == ("complete", ("listing",), True)
    assert proofs.sentence(judged).startswith("complete, one witness: 2 of 2 entries: 2 new, as arXiv lists them; no")


def test_a_second_witness_agrees() -> None:
    """The feed, OAI-PMH, the API, a later page."""
    api = record("Paper 1", arxiv_id="1", type="harvest", source="arxiv-api", date=DAY, submitted=IN_WINDOW,
                 categories=("cs.DC",))  # fmt: skip
    asked = attempt(NIGHT, "stored", DAY, service="api", status=200)
    later = ([], page("1", document="c", read=NEXT, part="catchup", names=("new 1",))[1])
    assert judge(page("1"), feed("1")).witnesses == ("listing", "feed")
    assert judge(page("1"), oai=[harvested("1")], attempts=[FETCHED, *HARVEST]).witnesses == ("listing", "oai")
    assert judge(page("1"), oai=[api], attempts=[FETCHED, asked]).witnesses == ("listing", "api")
    assert judge(page("1"), later).witnesses == ("catchup", "listing")


def beside(*oai: Record, listed: Sequence[str] = ("1",)) -> Coverage:
    """The state of the day whose page lists these papers, of an archive that harvested OAI-PMH as well."""
    return judge(page(*listed), oai=oai, attempts=[FETCHED, *HARVEST])


def revised(version: int) -> Record:
    """Paper 2, which was replaced by this version for the day."""
    first, last = Version(version=1, submitted=BEFORE), Version(version=version, submitted=IN_WINDOW)
    return harvested("2", versions=(first, last))


def by_api(date: dt.date = DAY) -> Record:
    """Paper 2 as the API tells of it."""
    told = {"type": "harvest", "source": "arxiv-api", "submitted": IN_WINDOW, "categories": ("cs.DC",)}
    return record("Paper 2", arxiv_id="2", date=date, **told)


def _as(kind: EntryType) -> tuple[list[Record], list[Statement]]:
    """A page that has paper 1 in this section."""
    counts = totals(**{kind: 1})
    return entries(DAY, "1", kind=kind, document="p"), [statement(DAY, document="p", counts=counts)]


CONTRADICTED: dict[str, tuple[Callable[[], Coverage], str, tuple[str, ...], tuple[str, ...]]] = {
    "the feed names more": (lambda: judge(page("1"), feed("1", "2")), "feed", ("2",), ()),
    "the feed names fewer": (lambda: judge(page("1", "2"), feed("1")), "feed", (), ("2",)),
    "the feed has it in another section": (lambda: judge(page("1"), feed("1", kind="cross")), "feed", ("1",), ()),
    "OAI-PMH names more": (lambda: beside(harvested("1"), harvested("2")), "oai", ("2",), ()),
    "OAI-PMH does not know of one": (lambda: beside(harvested("1"), listed=("1", "2")), "oai", (), ("2",)),
    "OAI-PMH changed one before": (
        lambda: beside(harvested("1"), harvested("2", day("2026-03-03")), listed=("1", "2")), "oai", (), ("2",)
    ),
    "OAI-PMH names it as new": (
        lambda: judge(_as("cross"), oai=[harvested("1")], attempts=[FETCHED, *HARVEST]), "oai", ("1",), ()
    ),
    "OAI-PMH names a replacement": (lambda: beside(harvested("1"), revised(2)), "oai", ("2",), ()),
    "the API names more": (lambda: judge(page("1"), oai=[by_api()]), "api", ("2",), ()),
    "two pages of one date share nothing": (
        lambda: judge(page("1", "2"), page("3", document="q", read=NIGHT)), "listing", ("1", "2"), ("3",)
    ),
    "a later page lacks one": (
        lambda: judge(page("1", "2"), ([], page("1", document="c", read=NEXT, part="catchup", names=("new 1",))[1])),
        "listing", ("2",), ()
    ),
}  # fmt: skip


MOVED = ("the feed has it in another section", "OAI-PMH names it as new")


@for_each("name", CONTRADICTED)
def test_contradicted(name: str) -> None:
    """Both sides are named, and so are the witness and the ids in the sentence."""
    made, witness, names, lacks = CONTRADICTED[name]
    judged = made()
    (said,) = judged.contradictions
    moved = names if name in MOVED else ()
    told = ((), lacks, moved) if moved else (names, lacks, ())
    assert (judged.state, said.witness, said.names, said.lacks, said.moves) == ("contradicted", witness, *told)
    assert all(ident in proofs.sentence(judged) for ident in (*names, *lacks))
    assert day_states.faults([judged])


WITNESSES = {
    "_of_feed": ["the feed names more", "the feed names fewer", "the feed has it in another section"],
    "_of_oai": [name for name in CONTRADICTED if name.startswith("OAI-PMH")],
    "_of_api": ["the API names more"],
    "_against_pages": ["two pages of one date share nothing", "a later page lacks one"],
}  # fmt: skip


@pytest.mark.parametrize("name", WITNESSES)
def test_each_witness_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, days that are not complete are called so."""
    without = (lambda verdict, *_: verdict) if name == "_against_pages" else (lambda *_: None)
    monkeypatch.setattr(witnesses, name, without)
    assert {CONTRADICTED[case][0]().state for case in WITNESSES[name]} == {"complete"}


def test_section_totals_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many entries in all, but in other sections than the page counts."""
    told = ([*entries(DAY, "1", "2", document="p")], [statement(DAY, document="p", counts=totals(new=1, cross=1))])
    assert judge(told).state == "partial"
    real = completeness.agree
    monkeypatch.setattr(
        witnesses,
        "agree",
        lambda papers, stated: real(papers, {name: n for name, n in stated.items() if name == "all"}),
    )
    assert judge(told).state == "complete"


FAIR: dict[str, Callable[[], Coverage]] = {
    "late replacements of others' papers": lambda: judge(
        page("1"), (feed("1")[0] + feed("9", kind="replace-cross", version=7)[0], feed()[1])
    ),
    "held back by moderation": lambda: judge(
        page("1"), (entries(day("2026-03-06"), "2"), []), oai=[harvested("1"), harvested("2", day("2026-03-06"))],
        attempts=[FETCHED, *HARVEST],
    ),
    "moved from another category later": lambda: beside(harvested("1"), harvested("2", DAY + dt.timedelta(days=91))),
    "held back before": lambda: judge(
        page("1"), feed("1"), oai=[harvested("1", submitted=BEFORE)], attempts=[FETCHED, *HARVEST]
    ),
    "a new journal reference": lambda: beside(harvested("1"), harvested("2", submitted=BEFORE)),
    "replaced past version 5": lambda: beside(harvested("1"), revised(6)),
    "replaced and cross-listed at once": lambda: judge(
        _as("cross"), oai=[replace(revised(2), arxiv_id="1")], attempts=[FETCHED, *HARVEST]
    ),
    "another category's paper": lambda: beside(harvested("1"), harvested("2", categories=("cs.NI",))),
    "the API knows it later": lambda: judge(page("1"), oai=[by_api(day("2026-03-06"))]),
    "OAI-PMH is late itself": beside,
    "a page made too early": lambda: judge(
        page("1"), page("1", "2", document="q", read=NIGHT, names=("new 1", "new 2"))
    ),
    "a total once too high": lambda: judge(
        page("1", counts=totals(new=2)), page("1", document="q", read=NIGHT, names=("new 1",))
    ),
    "two announcements that the feed has": lambda: judge(
        page("1"), page("2", document="q", read=NIGHT), feed("1", "2")
    ),
    "two announcements that the feed has, of which a later page shows one": lambda: judge(
        page("1"), page("2", document="q", read=NEXT, part="catchup"), feed("1", "2")
    ),
}  # fmt: skip


@for_each("name", FAIR)
def test_no_false_alarm(name: str) -> None:
    """What arXiv's services show differently by their nature contradicts nothing."""
    assert FAIR[name]().state == "complete"


def test_a_mistaken_feed_is_outvoted() -> None:
    """Where OAI-PMH speaks on each paper in which it differs; not where that does not know."""
    asked = [FETCHED, *HARVEST]
    judged = judge(page("1", "2"), feed("1"), oai=[harvested("1"), harvested("2")], attempts=asked)
    assert (judged.state, judged.witnesses) == ("complete", ("listing", "oai"))
    assert "the feed differs in 2" in proofs.sentence(judged)
    cross = harvested("2", submitted=BEFORE)  # it may be cross-listed, or have a new journal reference
    assert judge(page("1", "2"), feed("1"), oai=[harvested("1"), cross], attempts=asked).state == "contradicted"


def test_a_person_settles_a_day() -> None:
    """By ingesting a page; what others say is still told."""
    told = page("1", "2", document="q", read=NEXT, ingested=True, names=("new 1", "new 2"))
    judged = judge(page("1"), told, feed("1", "3"))
    assert (judged.state, judged.witnesses, judged.total) == ("complete", ("listing", "person"), 2)


def test_quiet_is_said_again() -> None:
    """In the evening alone is no proof, nor where another witness names entries."""
    empty = ([], [statement(DAY, quiet=True, counts=(), first_read=time(EVENING))])
    evening, night = (attempt(when, "quiet", DAY, status=200) for when in (EVENING, NIGHT))
    asked = attempt(NEXT, "failed", day("2026-03-05"))
    assert judge(empty, attempts=[evening, asked]).state == "missing"
    assert judge(empty, attempts=[evening, evening, asked]).state == "missing"
    quiet = judge(empty, attempts=[evening, night, asked])
    assert (quiet.state, quiet.witnesses, quiet.lone, quiet.confirmed) == ("quiet", ("listing",), True, False)
    assert judge(empty, feed("1"), attempts=[evening, night, asked]).state == "contradicted"
    named = judge(empty, oai=[harvested("1")], attempts=[evening, night, asked, *HARVEST])
    assert (named.state, named.contradictions[0].names) == ("contradicted", ("1",))


def test_acknowledged_days_are_no_faults() -> None:
    """But they keep their state, and say so."""
    judged = judge(page("1"), feed("1", "2"), acknowledged={("cs.DC", DAY): "the feed was wrong"})
    assert (judged.state, judged.acknowledged) == ("contradicted", "the feed was wrong")
    assert not day_states.faults([judged])
    assert 'acknowledged: "the feed was wrong"' in proofs.sentence(judged)
    assert judge(page("1"), acknowledged={("cs.DC", DAY): ""}).acknowledged is None


def test_catchup_as_it_was() -> None:
    """Without papers that were cross-listed later, with its counts."""
    made = listing(
        *(each for each in entries(DAY, "1")), *(each for each in entries(DAY, "2", "3", kind="cross")),
        date=DAY, part="catchup", counts=totals(new=1, cross=2),
    )  # fmt: skip
    stamps = Datestamps([
        harvested("1"), harvested("2", day("2026-03-09"), BEFORE), harvested("3", submitted=BEFORE),
    ])  # fmt: skip
    testimony = witnesses.Evidence("cs.DC", DAY, {"1": "new", "3": "cross"}, stamps, DAY)
    kept = witnesses.as_announced(made, testimony)
    assert [each.arxiv_id for each in kept.entries] == ["1", "3"]
    assert {count.section: count.total for count in kept.counts} == {"new": 1, "cross": 1, "all": 2}
    for feed_, known, same in ((None, DAY, kept), ({}, DAY, kept), (None, None, made), ({"2": "cross"}, DAY, made)):
        assert witnesses.as_announced(made, replace(testimony, feed=feed_, harvested=known)) == same
    none = witnesses.as_announced(replace(made, entries=made.entries[1:2]), testimony)
    assert (none.entries, none.counts, none.quiet, kept.quiet) == ((), (), True, False)
    late = Datestamps([harvested("4", date, versions=(Version(version=6),)) for date in (YESTERDAY, DAY)])
    assert late.is_later("4", "replace", "cs.DC", DAY)  # a listing never shows version 6; its withdrawal a page does
    assert not late.is_later("4", "replace", "cs.DC", day("2026-03-05"))


def test_pages_of_old_papers() -> None:
    """By ids' months."""
    for ids, outdated in {
        ("2511.00001", "2511.00002", "2603.00001"): True,
        ("2511.00001", "2602.00002", "2603.00001"): False,
        ("2511.00001", "2603.00001"): False,
        ("2512.00001",): True,
        ("2601.00001",): False,
    }.items():
        assert completeness.outdated(entries(DAY, *ids), DAY) is outdated


@for_each(("asked", "stored"), [("cs", ("eess.SY", "cs.SY")), ("math", ("quant-ph", "cs.IT")), ("math", ("math-ph",))])
def test_an_archive_lists_its_categories_by_other_names(asked: str, stored: tuple[str, ...]) -> None:
    """Listings show eess.SY, and that of cs has the paper, which is in cs.SY."""
    own = harvested("1", categories=(f"{asked}.CO" if asked == "math" else "cs.DC",))
    other = harvested("2", categories=stored)
    shown = [replace(each, category=asked) for each in (*entries(DAY, "1", document="p"),
             *entries(DAY, "2", document="p", kind="cross"))]  # fmt: skip
    line = statement(DAY, document="p", counts=totals(new=1, cross=1), first_read=time(EVENING), category=asked)
    tried = [replace(each, category=asked) for each in (FETCHED, *HARVEST)]
    days = day_states.of_log((asked,), [line], [*shown, own, other], tried)
    judged = {each.date: each for each in days}[DAY]
    assert (judged.state, judged.witnesses) == ("complete", ("listing", "oai"))
    named = Datestamps([own, other]).named(asked, DAY)
    assert named["1"] == "new"
    assert named.get("2") in ("cross", None)


def real(ids: str) -> list[str]:
    """Real arXiv ids, of a digit each."""
    return [f"2603.0000{digit}" for digit in ids]


def stamped(ids: str) -> Datestamps:
    return Datestamps(map(harvested, real(ids)))


NEAR = {YESTERDAY: completeness.holding(entries(YESTERDAY, *real("123")), ())}
AGAIN = "has this date, but contains the entries of 2026-03-03"
OBJECTIONS: dict[str, tuple[str, dict[str, Any], dict[str, Any], str]] = {
    "new": ("45", {}, {}, ""),
    "another category's": ("4", {"categories": ("cs.NI",)}, {}, "most of its entries are not of cs.DC, but of cs.NI"),
    "yesterday's": ("124", {}, {}, AGAIN),
    "half of it yesterday's": ("14", {}, {}, ""),
    "announced again, as OAI-PMH says": ("124", {}, {"stamps": stamped("12")}, ""),
    "a part announced again, as the feed says": ("1", {}, {"feed": {"2603.00001": "new"}}, ""),
    "most announced again, whatever the feed says": ("12", {}, {"feed": dict.fromkeys(real("12"), "new")}, AGAIN),
    "a feed's own word": ("1", {"source": "arxiv-rss"}, {}, ""),
    "OAI-PMH has not changed them": (
        "456", {}, {"stamps": stamped("6"), "harvested": DAY},
        "has this date, but OAI-PMH has not changed most of its entries since 2026-03-04",
    ),
    "it was not read since": ("456", {}, {"stamps": stamped("6")}, ""),
    "it has changed half of them": ("56", {}, {"stamps": stamped("6"), "harvested": DAY}, ""),
}  # fmt: skip


@for_each("name", OBJECTIONS)
def test_what_speaks_against_a_page(name: str) -> None:
    """It may show another day's announcement, or another category's."""
    shown, fields, known, told = OBJECTIONS[name]
    told_of = {"categories": ("cs.DC",), "source": "arxiv-listing", **fields}
    made = listing(*entries(DAY, *real(shown), **told_of), date=DAY, source=told_of["source"])
    assert day_states.objection(made, NEAR, witnesses.Evidence("cs.DC", DAY, **known)) == told


def test_old_papers_and_a_section_of_another_day_speak_against_a_page() -> None:
    """The section unless OAI-PMH changed most of its papers on this one."""
    evidence = witnesses.Evidence("cs.DC", DAY)
    old = listing(*entries(DAY, "2511.00001"), date=DAY)
    assert "ids of long before 2026-03-04" in day_states.objection(old, NEAR, evidence)
    near = {YESTERDAY: completeness.holding(entries(YESTERDAY, *real("78"), kind="replace"), ())}
    made = listing(*entries(DAY, *real("1")), *entries(DAY, *real("78"), kind="replace"), date=DAY)
    said = "has this date, but its replacements are those of 2026-03-03"
    for known, told in (("", said), ("7", said), ("78", "")):
        assert day_states.objection(made, near, replace(evidence, stamps=stamped(known))) == told


def test_most_of_an_archive_may_be_of_categories_with_other_names() -> None:
    """A page of `math` with more of math-ph than of the rest is not another archive's."""
    some = [replace(each, categories=("math-ph",)) for each in entries(DAY, "1", "2", "3")]
    assert completeness.foreign(some, "math") is None
    assert completeness.foreign(some, "cs") == "math-ph"


def test_a_feed_of_the_day_before_leaves_nothing_on_a_quiet_day() -> None:
    """Its entries were announced then: the day is quiet without it, and its records are no part of the day."""
    before = day("2026-03-03")
    earlier = entries(before, "1", document="b")
    repeat = feed("1")[0]
    quiet = statement(DAY, quiet=True, counts=(), document="q", first_read=time(EVENING))
    said = [attempt(when, "quiet", DAY, status=200) for when in (EVENING, NIGHT)]
    lines = [quiet, *feed("1")[1], statement(before, document="b", counts=totals(new=1))]
    said.append(attempt("2026-03-03T06:00:00", "stored", before, status=200))
    days = around([*earlier, *repeat], lines, *said, *HARVEST)
    assert getattr(days.state(DAY, DAY), "state", "") == "quiet"
    assert (days.strays(DAY), days.strays(before)) == (repeat, [])


@for_each(("more", "lone"), [((), True), (feed("1"), False)])
def test_strays_are_told_of_days_that_two_confirm(more: tuple[Any, ...], lone: bool) -> None:
    """What a feed shows and listings never do is none."""
    (shown, lines), stray = page("1"), entries(DAY, "2", document="x")
    hidden = feed("9", kind="replace-cross", version=6)[0]
    told = [*shown, *stray, *(hidden + more[0] if more else ())]
    days = around(told, [*lines, *(more[1] if more else ())], FETCHED)
    assert (days.strays(DAY), days.strays(YESTERDAY)) == ([] if lone else stray, [])
    contradicted = around([*told, *feed("3")[0]], [*lines, *feed("3")[1]], FETCHED)
    assert contradicted.strays(DAY) == []


@for_each(("submitted", "agrees"), [(IN_WINDOW, True), (BEFORE, False)])
def test_metadata_may_have_changed_again(submitted: dt.datetime, agrees: bool) -> None:
    """Before they were harvested: then OAI-PMH agrees where what was new is so for ever."""
    late = day("2026-03-06")
    attempts = [FETCHED, HARVEST[0], attempt("2026-03-06T06:00:00", "stored", late, service="oai", status=200)]
    judged = judge(page("1", "2"), oai=[harvested("1"), harvested("2", late, submitted)], attempts=attempts)
    assert judged.witnesses == (("listing", "oai") if agrees else ("listing",))
    versions = (Version(version=1, submitted=BEFORE), Version(version=2, submitted=submitted))
    again = replace(harvested("2", late, versions=versions), version=2)
    told = entries(DAY, "1", document="p") + entries(DAY, "2", document="p", kind="replace")
    both = (told, [statement(DAY, document="p", counts=totals(new=1, replace=1), first_read=time(EVENING))])
    assert judge(both, oai=[harvested("1"), again], attempts=attempts).witnesses == judged.witnesses


@for_each(("status", "told"), [(200, True), (304, True), (503, False)])
def test_why_a_page_was_not_believed(status: int, told: bool) -> None:
    """Of the newest that came: its note stands with the day."""
    refused = attempt(NIGHT, "stale", DAY, status=status, note="has this date, but contains the entries of 2026-03-03")
    judged = judge(feed("1"), attempts=[FETCHED, refused])
    note = "a page was not believed: it has this date, but contains the entries of 2026-03-03"
    expected = ("contradicted", note) if told else ("partial", "no listing with totals was seen")
    assert (judged.state, judged.note) == expected


@for_each(
    ("lines", "held", "agrees"),
    [
        ([statement(DAY, counts=totals(new=1))], True, True), ([statement(DAY, counts=totals(new=2))], True, False),
        ([statement(DAY, quiet=True, part="catchup")], False, True), ([statement(DAY, quiet=True)], False, False),
        ([statement(DAY, quiet=True, part="catchup")], True, False),
    ],
)  # fmt: skip
def test_what_pages_alone_tell(lines: list[Statement], held: bool, agrees: bool) -> None:
    assert completeness.holding(entries(DAY, "1") if held else (), lines).listing_agrees() is agrees


@for_each(("number", "whole", "complete"), [(3, True, True), (2, True, False), (1, False, True), (0, False, False)])
def test_what_is_held_of_a_document(number: int, whole: bool, complete: bool) -> None:
    """A part need hold no more than it shows; what is told twice counts once."""
    count = Count(section="new", read=1, shown=1, total=3)
    told = entries(DAY, *"123"[:number]) + entries(DAY, *"1"[:number], document="copy")
    sizes = completeness.sizes([*told, replace(harvested("9"), category="cs.DC")])[DAY, "cs.DC"]
    tally = Tally(section="new", stored=number, stated=3)
    line = statement(DAY, whole=whole, counts=(count, replace(count, section="all"), Count(section="cross", read=1)))
    assert completeness.of_document(line, sizes) == ((tally, replace(tally, section="all")), complete)
