"""What a run of fetching says of itself, as a commit's message and as a run's summary."""

import datetime as dt
from typing import Any

from daybook.commands.fetch import report
from daybook.model import Coverage, Tally

from tests.cases import for_each

TUESDAY = dt.date(2026, 3, 3)


def day(category: str = "cs.DC", entries: int = 8, stated: int | None = 8, **what: Any) -> tuple[Coverage, bool]:
    """A day of new submissions, which listing and feed have if there are as many as stated."""
    stored = what.pop("stored", True)
    facts: dict[str, Any] = {"date": TUESDAY, "state": "complete" if entries == stated else "partial", **what}
    tallies = (Tally(section="new", stored=entries, stated=stated),) if entries or stated else ()
    witnesses = ("listing", "feed") if facts["state"] in ("complete", "quiet") else ()
    covered = Coverage(category=category, total=stated, tallies=tallies, witnesses=witnesses, **facts)
    return covered, stored


NOTHING = "arXiv lists nothing"
BY = "new, as arXiv lists them; arXiv's feed agrees"
CASES = {
    "one category": (
        ([day(entries=1208, stated=1208)], 10),
        f"2026-03-03: 1,208 entries of cs.DC\n\n- cs.DC, 2026-03-03: complete: 1,208 of 1,208 entries: 1,208 {BY}\n"
        "- metadata: 10 records\n",
    ),
    "a day healed, and another not": (
        ([day(date=dt.date(2026, 3, 2)), day("cs.NI", 3, 9, stored=False)], 0),
        "2026-03-02: 8 entries of cs.DC; 1 day not complete\n\n"
        f"- cs.DC, 2026-03-02: complete: 8 of 8 entries: 8 {BY}\n"
        "- cs.NI, 2026-03-03: partial: 3 of 9 entries: 3 of 9 new, of those that arXiv lists\n",
    ),
    "several days and categories": (
        (
            [
                day(date=dt.date(2026, 3, 2)),
                day("cs.NI"),
                day("cs.IT", 0, None, state="quiet", note="arXiv lists nothing"),
            ],
            1,
        ),
        "2 days, 2026-03-02 to 2026-03-03: 16 entries of 3 categories\n\n"
        f"- cs.DC, 2026-03-02: complete: 8 of 8 entries: 8 {BY}\n"
        f"- cs.NI, 2026-03-03: complete: 8 of 8 entries: 8 {BY}\n"
        "- cs.IT, 2026-03-03: quiet: arXiv lists nothing; arXiv's feed agrees\n- metadata: 1 record\n",
    ),
    "only a feed, which states no total": (
        ([day(entries=1, stated=None)], 0),
        "2026-03-03: 1 entry of cs.DC; 1 day not complete\n\n- cs.DC, 2026-03-03: partial: 1 entry: 1 new\n",
    ),
    "metadata alone": (([], 12), "Metadata: 12 records\n\n- metadata: 12 records\n"),
    "nothing": (([], 0), "No new announcement\n"),
    "nothing, and a day is missing": (
        ([day(entries=0, stated=None, stored=False, state="missing")], 0),
        "No new announcement; 1 day not complete\n\n- cs.DC, 2026-03-03: missing\n",
    ),
}


@for_each("name", CASES)
def test_fetched(name: str) -> None:
    """The headline says what came, the lines what each day that changed or lacks something has."""
    (days, metadata), text = CASES[name]
    assert report(days, metadata) == text


def test_other_sources_are_told_apart() -> None:
    """Cards and reports are no announcements."""
    assert report([], 0, 3) == "Other sources: 3 records\n\n- other sources: 3 records\n"
