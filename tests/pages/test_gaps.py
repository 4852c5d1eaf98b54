"""Gaps as ranges, the seal of a day, and the pages of coverage."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from generator.archive import proofs
from generator.archive.coverage import LOSSES
from generator.model import Contradiction, Coverage, CoverageState, Tally
from generator.pages import addresses, coverage, drafts, gaps
from generator.pages.context import View
from tests.cases import for_each
from tests.pages import sample


def days(category: str, first: dt.date, states: str) -> list[Coverage]:
    """A day for each letter: c, q, p, s, m, u, r."""
    names: dict[str, CoverageState] = {name[0]: name for name in reversed(coverage.STATES)}
    held = (Tally(section="new", stored=1),)
    return [
        Coverage(
            category=category,
            date=first + dt.timedelta(days=place),
            state=names[letter],
            tallies=held if letter in "cp" else (),
            total=1 if letter == "c" else None,
            note="" if letter in "cq" else f"because {letter}",
        )
        for place, letter in enumerate(states)
    ]


MONDAY = dt.date(2026, 3, 2)
DAY = dt.timedelta(days=1)


def test_days_in_a_row_are_a_range() -> None:
    """A weekend does not part a range, what is held does; categories with the same range share a line."""
    told = [*days("cs.DC", MONDAY, "mmmmmqqmmc"), *days("cs.CV", MONDAY, "mmmmmqqmmc"), *days("cs.GT", MONDAY, "cmcpp")]
    found = gaps.ranges(told, LOSSES)
    assert [(gap.first.day, gap.last.day, gap.state, gap.categories) for gap in found] == [
        (2, 10, "missing", ("cs.DC", "cs.CV")),
        (6, 6, "partial", ("cs.GT",)),
        (5, 5, "partial", ("cs.GT",)),
        (3, 3, "missing", ("cs.GT",)),
    ]
    assert [gap.text for gap in found][::3] == ["7 announcements; because m", "because m"]
    assert gaps.ranges(told, ("unasked",)) == []


def test_reasons_that_differ() -> None:
    """The last one is told."""
    first, second = days("cs.DC", MONDAY, "mm")
    (gap,) = gaps.ranges([replace(second, note="refused"), first], LOSSES)
    assert gap.text == "2 announcements; the last: refused"
    (gap,) = gaps.ranges(days("cs.DC", MONDAY, "uuqu"), ("unasked",))
    assert (gap.text, gap.last.day) == ("3 announcements", 5)


def test_categories_contradicted_alike_keep_both_sides() -> None:
    """Whose numbers are the same, but not what is said against them, stand apart."""
    said = (Contradiction(witness="feed", names=("2603.00001",)),)
    told = [
        Coverage(category=code, date=MONDAY, state="contradicted", total=2, contradictions=against)
        for code, against in (("cs.CV", said), ("cs.DC", said), ("cs.GT", (replace(said[0], names=("2603.00002",)),)))
    ]
    found = gaps.ranges(told, LOSSES)
    assert {gap.categories: gap.day and gap.day.contradictions for gap in found} == {
        ("cs.CV", "cs.DC"): said,
        ("cs.GT",): told[2].contradictions,
    }


@for_each(
    ("seal", "text"),
    [
        (coverage.Seal("complete", 31, 31, 0), "Complete: 31 of 31"),
        (coverage.Seal("quiet", 0, 0, 0), "Quiet"),
        (coverage.Seal("contradicted", 15, 15, 0, disputed=2), "Contradicted: 2 papers disputed"),
        (
            coverage.Seal("contradicted", 0, None, 1, disputed=1),
            "Contradicted: 1 paper disputed; 1 category not collected",
        ),
        (coverage.Seal("missing", 12, 30, 0, disputed=2), "Missing: 12 of 30, 2 papers disputed"),
        (coverage.Seal("partial", 12, None, 2), "Partial: 12 held, total unknown; 2 categories not collected"),
    ],
)
def test_a_seal_in_words(seal: coverage.Seal, text: str) -> None:
    """A contradicted day is not said to be whole by the very page that is in doubt."""
    assert seal.text == text


def test_what_no_listing_states_is_told_beside_what_it_does() -> None:
    """Each section against its own total where the day has none."""
    tallies = (Tally(section="new", stored=19, stated=19), Tally(section="replace", stored=13))
    day = Coverage(category="cs.DC", date=MONDAY, state="partial", tallies=tallies, note="why")
    assert proofs.prove(day) == "32 entries: 19 of 19 new, 13 replacements; why"
    assert (
        proofs.prove(replace(day, total=40, note=""))
        == "32 of 40 entries: 19 new, 13 replacements, of those that arXiv lists"
    )


@for_each(
    ("states", "said"),
    [
        ("c", "Complete: 1 of 1"),
        ("cqc", "Complete: 2 of 2"),
        ("q", "Quiet"),
        ("cp", "Partial: 2 held, total unknown"),
        ("cu", "Complete: 1 of 1; 1 category not collected"),
        ("uu", "Not collected"),
        ("um", "Missing; 1 category not collected"),
        ("sm", "Missing"),
    ],
)
def test_the_seal_is_the_worst_of_all_categories(states: str, said: str) -> None:
    """It counts the entries of all of them, against what arXiv states if it states it of all."""
    codes = ("cs.DC", "cs.CV", "cs.GT")
    told = tuple(days(code, MONDAY, letter)[0] for code, letter in zip(codes, states, strict=False))
    view = View(replace(sample.ARCHIVE, coverage=told), sample.SETTINGS, None)
    seal = coverage.seal(view, MONDAY)
    assert seal
    assert seal.text == said
    assert coverage.seal(view, dt.date(2026, 4, 1)) is None


def test_the_pages_part_what_is_lost_from_what_was_not_collected() -> None:
    """Each in its own list; the strip's days are links; the same stands there in words."""
    told = (*days("cs.DC", MONDAY, "qpumm"), *days("cs.CV", MONDAY, "uuuuu"))
    archive = replace(sample.ARCHIVE, coverage=told)
    made = {draft.path: draft for draft in drafts(archive, sample.SETTINGS, sample.TEXTS, None)}
    text = made[addresses.coverage(2026)].make().text
    lost, unasked = text.split("## Not collected")
    assert "5 to 6 March 2026" in lost
    assert "5 to 6 March 2026" not in unasked
    assert "2 to 6 March 2026" in unasked
    title = "3 March 2026: Partial: 1 held, total unknown; 1 category not collected"
    assert f'<a href="../days/2026/2026-03-03.html"><title>{title}</title>' in text
    assert "quiet 2; partial 3; missing 5, 6; not collected 4" in text
    assert "5 days checked against arXiv&#x27;s own totals" not in text
    assert "4 days checked against arXiv's own totals: 1 quiet, 1 partial, 2 missing. 1 day was not collected." in text
    assert text.count('class="strip"') == 3  # of both categories together, and of each


def test_a_day_is_not_complete_where_a_category_was_not_collected() -> None:
    """The strip of all categories shows it; each strip has the months of all; the legend stands before them."""
    told = (*days("cs.DC", MONDAY, "ccp"), *days("cs.CV", MONDAY - 7 * DAY, "ccccccccuu"))
    made = drafts(replace(sample.ARCHIVE, coverage=told), sample.SETTINGS, sample.TEXTS, None)
    text = next(draft for draft in made if draft.path == addresses.coverage(2026)).make().text
    assert "All categories in 2026: 8 complete, 1 partial, 1 not collected." in text
    assert "cs.DC in 2026: 2 complete, 1 partial." in text
    assert text.count('<svg viewBox="0 0 244 89"') == text.count(">Feb</text>") == text.count(">Mar</text>") == 3
    assert ">Jan</text>" not in text
    assert text.index('class="legend"') < text.index('class="strip"')
    assert "<b>Blank</b>: before the first announcement held, or after the newest" in text
    assert '<a rel="up" href="../coverage/index.html">Coverage of all years</a>' in text


def test_ranges_that_were_not_collected_are_newest_first() -> None:
    """By their first day, as that is what is read first."""
    told = (*days("cs.DC", MONDAY, "uuuuc"), *days("cs.CV", MONDAY, "cuucc"))
    made = drafts(replace(sample.ARCHIVE, coverage=told), sample.SETTINGS, sample.TEXTS, None)
    text = next(draft for draft in made if draft.path == addresses.coverage(2026)).make().text
    assert text.index("3 to 4 March 2026") < text.index("2 to 5 March 2026")


def test_both_sides_of_a_contradiction_stand_on_the_page() -> None:
    """With links to the papers, here or on arXiv; a day by one witness is marked as such; acknowledged days apart."""
    tallies = (Tally(section="new", stored=2, stated=2),)
    said = tuple(Contradiction(witness=name, names=("2603.01234", "2603.99999")) for name in ("feed", "oai"))
    told = (
        Coverage(category="cs.DC", date=MONDAY, state="complete", tallies=tallies, total=2, witnesses=("listing",)),
        Coverage(
            category="cs.DC", date=MONDAY + DAY, state="contradicted", tallies=tallies, total=2, witnesses=("listing",),
            contradictions=said,
        ),
        Coverage(category="cs.DC", date=MONDAY + 2 * DAY, state="missing", note="why", acknowledged="a <b>strike</b>"),
    )  # fmt: skip
    archive = replace(sample.ARCHIVE, coverage=told)
    made = {draft.path: draft for draft in drafts(archive, sample.SETTINGS, sample.TEXTS, None)}
    text = made[addresses.coverage(2026)].make().text
    assert "arXiv&#x27;s feed and OAI-PMH have, arXiv&#x27;s listing does not: " in text
    assert '<a href="../papers/2603/2603.01234.html">2603.01234</a> Lock-free lighthouses; <a href=' in text
    assert '<a href="https://arxiv.org/abs/2603.99999">2603.99999</a>' in text
    assert '<path class="contradicted"' in text
    assert "3 March 2026: Contradicted: 2 papers disputed" in text
    assert '<a href="../guide/coverage.html#days-that-stay-as-they-are">What you can do</a>' in text
    day = made[addresses.day(MONDAY + DAY)].make().text
    assert re.search(r'<details class="seal seal--contradicted" open>.*2603\.99999', day, re.DOTALL)
    assert '<path class="lone"' in text
    assert "<b>Complete, one witness</b>" in text
    lost, known = text.split("## Acknowledged")
    assert "4 March 2026" not in lost.split("## Gaps")[1]
    assert "why; acknowledged: &quot;a &lt;b&gt;strike&lt;/b&gt;&quot;" in known
    assert "1 complete by one witness, 1 contradicted. Acknowledged as they are: 1 missing." in text
    assert "<b>Feed</b>: " in text
    assert "<b>API</b>: " not in text


def test_gaps_of_a_date_stand_together() -> None:
    """Those of all categories under one date; dates after the first ten are folded."""
    codes = ("cs.DC", "cs.CV")
    told = tuple(replace(day, note=f"why in {code}") for code in codes for day in days(code, MONDAY, "p" * 12))
    made = drafts(replace(sample.ARCHIVE, coverage=told), sample.SETTINGS, sample.TEXTS, None)
    text = next(draft for draft in made if draft.path == addresses.coverage(2026)).make().text
    listed = text.split("## 2026")[0]
    assert re.search(r"13 March 2026</span><div><div>.*in cs.DC</div><div>.*in cs.CV</div></div></li>", listed)
    assert listed.count("<li><span>") == len(told) // 2
    shown, folded = listed.split("<summary>2 older dates</summary>")
    assert (">4 March 2026<" in shown, ">3 March 2026<" in folded) == (True, True)


def test_disputed_papers_say_who_names_them() -> None:
    """On their cards; the seal leads there, for papers that the day does not show to arXiv."""
    date = next(day.date for day in sample.ARCHIVE.days if day.announced and not day.reconstructed)
    (item, *_) = sample.view().days[date].announced
    said = Contradiction(witness="feed", names=("2603.99999",), lacks=(sample.ARCHIVE.papers[item.key].arxiv_id or "",))
    told = Coverage(
        category="cs.DC", date=date, state="contradicted", tallies=(Tally(section="new", stored=1, stated=1),), total=1,
        witnesses=("listing",), contradictions=(said,),
    )  # fmt: skip
    made = drafts(replace(sample.ARCHIVE, coverage=(told,)), sample.SETTINGS, sample.TEXTS, None)
    text = next(draft for draft in made if draft.path == addresses.day(date)).make().text
    assert text.count("badge--disputed") == 1
    card = text.split(f"<article id={item.key}")[1].split("</article>")[0]
    assert "Disputed: arXiv&#x27;s listing and arXiv&#x27;s feed differ</span>" in card
    seal = text.split("</details>")[0]
    assert f'{date}.html#{item.key}">' in seal
    assert 'does not: <a href="https://arxiv.org/abs/2603.99999">' in seal
