"""Gaps as ranges, the seal of a day, and the pages of coverage."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args

from daybook.coverage import proofs
from daybook.coverage.day_states import LOSSES
from daybook.model import Contradiction, Coverage, CoverageState, Tally, Witness
from daybook.model.archive import MOST_NAMED
from daybook.pages import Page, holdings
from daybook.view import addresses, labels
from daybook.view.archive_view import View

from tests.cases import for_each
from tests.pages import sample


def days(category: str, first: dt.date, states: str) -> list[Coverage]:
    """A day for each letter: c, q, p, s, m, u, r."""
    names: dict[str, CoverageState] = {name[0]: name for name in reversed(get_args(CoverageState))}
    held, found = (Tally(section="new", stored=1),), []
    for place, letter in enumerate(states):
        told = {"tallies": held} if letter in "cp" else {}
        why, total = "" if letter in "cq" else f"because {letter}", 1 if letter == "c" else None
        date = first + dt.timedelta(days=place)
        found.append(Coverage(category=category, date=date, state=names[letter], total=total, note=why, **told))
    return found


MONDAY = dt.date(2026, 3, 2)
DAY = dt.timedelta(days=1)


def test_days_in_a_row_are_a_range() -> None:
    """A weekend does not part a range, what is held does; categories with the same range share a line."""
    told = [*days("cs.DC", MONDAY, "mmmmmqqmmc"), *days("cs.CV", MONDAY, "mmmmmqqmmc"), *days("cs.GT", MONDAY, "cmcpp")]
    found = holdings.gaps(told, LOSSES)
    assert [(gap.first.day, gap.last.day, gap.state, gap.categories) for gap in found] == [
        (2, 10, "missing", ("cs.DC", "cs.CV")),
        (6, 6, "partial", ("cs.GT",)),
        (5, 5, "partial", ("cs.GT",)),
        (3, 3, "missing", ("cs.GT",)),
    ]
    assert [gap.text for gap in found][::3] == ["7 announcements; because m", "because m"]
    assert holdings.gaps(told, ("unasked",)) == []
    first, second = days("cs.DC", MONDAY, "mm")
    (gap,) = holdings.gaps([replace(second, note="refused"), first], LOSSES)
    assert gap.text == "2 announcements; the last: refused"  # where reasons differ
    (gap,) = holdings.gaps(days("cs.DC", MONDAY, "uuqu"), ("unasked",))
    assert (gap.text, gap.last.day) == ("3 announcements", 5)


def test_categories_contradicted_alike_keep_both_sides() -> None:
    """Whose numbers are the same, but not what is said against them, stand apart."""
    said = (Contradiction(witness="feed", names=("2603.00001",)),)
    told = [
        Coverage(category=code, date=MONDAY, state="contradicted", total=2, contradictions=against)
        for code, against in (("cs.CV", said), ("cs.DC", said), ("cs.GT", (replace(said[0], names=("2603.00002",)),)))
    ]
    found = holdings.gaps(told, LOSSES)
    assert {gap.categories: gap.day and gap.day.contradictions for gap in found} == {
        ("cs.CV", "cs.DC"): said,
        ("cs.GT",): told[2].contradictions,
    }


@for_each(
    ("seal", "text", "plain"),
    [
        (labels.Seal("complete", 31, 31, 0), "Complete: 31 of 31", "whole"),
        (labels.Seal("complete", 12, 12, 1), "Complete: 12 of 12; 1 category not collected", "unknown"),
        (labels.Seal("quiet", 0, 0, 0), "Quiet", "whole"),
        (labels.Seal("contradicted", 15, 15, 0, disputed=2), "Contradicted: 2 papers disputed", "contradicted"),
        (labels.Seal("contradicted", 0, None, 1, disputed=1),
         "Contradicted: 1 paper disputed; 1 category not collected", "contradicted"),
        (labels.Seal("missing", 12, 30, 0, disputed=2), "Missing: 12 of 30, 2 papers disputed", "lacking"),
        (labels.Seal("stale", 0, None, 0), "Stale", "lacking"),
        (labels.Seal("partial", 12, 30, 0), "Partial: 12 of 30", "lacking"),
        (labels.Seal("partial", 12, None, 2),
         "Partial: 12 held, total unknown; 2 categories not collected", "unknown"),
        (labels.Seal("unasked", 0, None, 0), "Not collected", "unknown"),
        (labels.Seal("reconstructed", 0, None, 0), "Reconstructed", "unknown"),
    ],
)  # fmt: skip
def test_a_seal_in_words(seal: labels.Seal, text: str, plain: str) -> None:
    """All is here, something lacks, or nobody can tell. A contradicted day is not said to be whole by the very page
    that is in doubt."""
    assert (seal.text, seal.plain) == (text, plain)
    assert seal.name == (text.split("; ")[1] if seal.judged != seal.state else re.split("[:;]", text)[0])


def test_what_no_listing_states_is_told_beside_what_it_does() -> None:
    """Each section against its own total where the day has none."""
    tallies = (Tally(section="new", stored=19, stated=19), Tally(section="replace", stored=13))
    day = Coverage(category="cs.DC", date=MONDAY, state="partial", tallies=tallies, note="why")
    assert proofs.prove(day) == "32 entries: 19 of 19 new, 13 replacements; why"
    said = "32 of 40 entries: 19 new, 13 replacements, of those that arXiv lists"
    assert proofs.prove(replace(day, total=40, note="")) == said


@for_each(
    ("states", "said"),
    [
        ("c", "Complete: 1 of 1"), ("cqc", "Complete: 2 of 2"), ("q", "Quiet"),
        ("cp", "Partial: 2 held, total unknown"), ("cu", "Complete: 1 of 1; 1 category not collected"),
        ("uu", "Not collected"), ("um", "Missing; 1 category not collected"), ("sm", "Missing"),
    ],
)  # fmt: skip
def test_the_seal_is_the_worst_of_all_categories(states: str, said: str) -> None:
    """It counts the entries of all of them, against what arXiv states if it states it of all."""
    codes = ("cs.DC", "cs.CV", "cs.GT")
    told = tuple(days(code, MONDAY, letter)[0] for code, letter in zip(codes, states, strict=False))
    view = View(replace(sample.ARCHIVE, coverage=told), sample.SETTINGS)
    seal = view.seal(MONDAY)
    assert seal
    assert seal.text == said
    assert view.seal(dt.date(2026, 4, 1)) is None


def coverage_of(told: Iterable[Coverage], path: str = addresses.coverage(2026)) -> Page:
    return sample.page(path, replace(sample.ARCHIVE, coverage=tuple(told)))


def test_the_pages_part_what_is_lost_from_what_was_not_collected() -> None:
    """Each in its own list; the strip's days are links; the same stands there in words."""
    made = coverage_of([*days("cs.DC", MONDAY, "qpumm"), *days("cs.CV", MONDAY, "uuuuu")])
    lost, unasked = made.text.split("\n## Not collected\n")
    assert "5 to 6 March 2026" in lost
    assert "5 to 6 March 2026" not in unasked
    assert "2 to 6 March 2026" in unasked
    assert "## Acknowledged" not in made.text
    names = [strip["name"] for strip in made.facts["strips"]]
    assert names == ["All categories", "cs.DC", "cs.CV"]
    (half,) = made.facts["strips"][0]["halves"]
    title = "3 March 2026: Partial: 1 held, total unknown; 1 category not collected"
    assert half["links"][1][1:] == ["partial", "../days/2026/2026-03-03.html", title]
    assert "| March | quiet 2; partial 3; missing 5, 6; not collected 4 |" in made.text
    said = "4 days checked against arXiv's own totals: 1 quiet, 1 partial, 2 missing. 1 day was not collected."
    assert said in made.text
    # Ranges that were not collected are newest first by their first day, as that is what is read first.
    text = coverage_of([*days("cs.DC", MONDAY, "uuuuc"), *days("cs.CV", MONDAY, "cuucc")]).text
    assert text.index("3 to 4 March 2026") < text.index("2 to 5 March 2026")


def test_a_day_is_not_complete_where_a_category_was_not_collected() -> None:
    """The strip of all categories shows it; each strip has the months of all."""
    made = coverage_of([*days("cs.DC", MONDAY, "ccp"), *days("cs.CV", MONDAY - 7 * DAY, "ccccccccuu")])
    assert "All categories in 2026: 8 complete, 1 partial, 1 not collected." in made.text
    assert "cs.DC in 2026: 2 complete, 1 partial." in made.text
    assert [[name for _, name in strip["halves"][0]["months"]] for strip in made.facts["strips"]] == [
        ["Feb", "Mar"]
    ] * 3


def test_both_sides_of_a_contradiction_stand_on_the_page() -> None:
    """With links to the papers, here or on arXiv; a day by one witness is marked as such; acknowledged days apart."""
    tallies = (Tally(section="new", stored=2, stated=2),)
    said = tuple(Contradiction(witness=name, names=("2603.01234", "2603.99999")) for name in ("feed", "oai"))
    made = coverage_of([
        Coverage(category="cs.DC", date=MONDAY, state="complete", tallies=tallies, total=2, witnesses=("listing",)),
        Coverage(
            category="cs.DC", date=MONDAY + DAY, state="contradicted", tallies=tallies, total=2, witnesses=("listing",),
            contradictions=said,
        ),
        Coverage(category="cs.DC", date=MONDAY + 2 * DAY, state="missing", note="why", acknowledged="a <b>strike</b>"),
    ])  # fmt: skip
    text = made.text
    assert "    - in arXiv's feed and OAI-PMH, but not in arXiv's listing: " in text
    assert "[2603.01234](../papers/2603/2603.01234.md) Lock-free lighthouses; [2603.99999](" in text
    assert "(https://arxiv.org/abs/2603.99999)" in text
    assert "(../guide/coverage.md#days-that-stay-as-they-are)" in text
    (half,) = made.facts["strips"][0]["halves"]
    assert [link[1] for link in half["links"]] == ["lone", "contradicted", "missing"]
    assert half["links"][1][3] == "3 March 2026: Contradicted: 2 papers disputed"
    assert [mark for mark, _, _ in made.facts["legend"]] == ["lone", "contradicted", "missing"]
    assert "- **Complete, one witness**: " in text
    lost, known = text.split("\n## Acknowledged\n")
    assert "4 March 2026" not in lost.split("\n## Gaps\n")[1]
    assert 'why; acknowledged: "a &lt;b>strike&lt;/b>"' in known
    assert "1 complete by one witness, 1 contradicted. Acknowledged as they are: 1 missing." in text
    assert "- **Feed**: " in text
    assert "- **API**: " not in text


def test_gaps_of_a_date_stand_together() -> None:
    """Those of all categories under one date. The first page has the newest, and says how many more there are."""
    codes = ("cs.DC", "cs.CV")
    told = [replace(day, note=f"why in {code}") for code in codes for day in days(code, MONDAY, "p" * 60)]
    text = coverage_of(told).text
    assert re.search(r"\n- 13 March 2026\n    - .*in cs\.DC\n    - .*in cs\.CV\n- ", text)
    assert text.count("\n- ") - text.count("\n- **") == len(told) // 2
    text = coverage_of(told, addresses.COVERAGE).text
    assert text.count("  - **Partial** ") == holdings.LISTED
    assert f"\n{len(told) - holdings.LISTED} more: see the pages of the years.\n" in text


def test_disputed_papers_say_who_names_them() -> None:
    """In their rows; what is told of the coverage leads there, for papers that the day does not show to arXiv."""
    date = next(day.date for day in sample.ARCHIVE.days if day.announced and not day.reconstructed)
    view = View(sample.ARCHIVE, sample.SETTINGS)
    (item, *_) = view.days[date].announced
    said = Contradiction(witness="feed", names=("2603.99999",), lacks=(sample.ARCHIVE.papers[item.key].arxiv_id or "",))
    told = Coverage(
        category="cs.DC", date=date, state="contradicted", tallies=(Tally(section="new", stored=1, stated=1),), total=1,
        witnesses=("listing",), contradictions=(said,),
    )  # fmt: skip
    text = coverage_of([told], addresses.day(date)).text
    assert text.count("disputed: arXiv's listing and arXiv's feed differ") == 1
    coverage_told = text.split("\n## Coverage\n")[1]
    assert f"/{item.key}.md)" in coverage_told
    assert (
        "in arXiv's feed, but not in arXiv's listing: [2603.99999](https://arxiv.org/abs/2603.99999)" in coverage_told
    )


SAID = Contradiction(witness="feed", words=("2603.01234", "2603.00356"))
HELD = (Tally(section="new", stored=2, stated=3),)
MANY = tuple(f"2603.9{number:04}" for number in range(MOST_NAMED))


def contradicted(category: str, *said: Contradiction, witness: Witness = "catchup", **more: Any) -> Coverage:
    return Coverage(
        category=category, date=MONDAY, state="contradicted", total=3, tallies=HELD, witnesses=(witness,),
        contradictions=said, **more,
    )  # fmt: skip


@for_each(
    ("told", "said"),
    [
        (days("cs.DC", MONDAY, "c"), ""), (days("cs.DC", MONDAY, "q"), ""), (days("cs.DC", MONDAY, "u"), ""),
        ([Coverage(category="cs.DC", date=MONDAY, state="partial", total=3, tallies=HELD)],
         "**Partial:** 2 of 3 entries: 2 of 3 new, of those that arXiv lists."),
        (days("cs.DC", MONDAY, "p"), "**Partial:** because p."),
        ([*days("cs.DC", MONDAY, "c"), *days("cs.CV", MONDAY, "s"), *days("cs.GT", MONDAY, "s")],
         "**Stale in cs.CV and cs.GT:** because s."),
        # The same of two categories is said once; papers that are not held, too.
        ([contradicted("cs.DC", SAID), contradicted("cs.CV", SAID, replace(SAID, witness="oai"))],
         "**Contradicted in cs.DC and cs.CV:** 2 papers with other titles or authors in arXiv's catch-up page than in"
         " arXiv's feed; 2 papers with other titles or authors in arXiv's catch-up page than in arXiv's feed and"
         " OAI-PMH."),
        ([contradicted("cs.DC", Contradiction(witness="oai", names=MANY, moves=("2603.01234",), more=2))],
         "**Contradicted:** 1 paper in different sections of arXiv's catch-up page and OAI-PMH; 22 papers in"
         " OAI-PMH, but not in arXiv's catch-up page."),
    ],
)  # fmt: skip
def test_a_day_that_is_not_sound_says_so_at_its_top(told: list[Coverage], said: str) -> None:
    """What lacks or differs, of how many papers; a sound day says nothing."""
    made = coverage_of(told, addresses.day(MONDAY))
    whole = " [What each source says](../../coverage/2026.md#gaps)\n"
    assert (f"\n\n{said}{whole}" in made.text) == bool(said) == made.facts.get("warned", False)


def test_the_top_of_a_day_says_whose_words_it_shows() -> None:
    """Of papers whose newest version it shows; a day that is acknowledged leads to those."""
    paper = replace(sample.ARCHIVE.papers["2603.01234"], provenance=(("title", "arxiv-oai"),))
    papers = {**sample.ARCHIVE.papers, paper.key: paper}
    covered = replace(contradicted("cs.DC", SAID, acknowledged="both"), date=MONDAY + DAY)
    text = sample.page(addresses.day(covered.date), replace(sample.ARCHIVE, papers=papers, coverage=(covered,))).text
    assert "arXiv's feed (shown: those of arXiv OAI-PMH). [What each source says](../../coverage/2026.md#ack" in text
    assert "disputed: titles or authors differ" in text
