"""Past days: which are reconstructed from the times of submission."""

from __future__ import annotations

import datetime as dt

from generator.archive.folding import fold
from generator.config import Settings
from generator.model import Version
from tests.makers import day, record, time

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
    """31 December is one of them; the days before its first and after its last year are the other parts'."""
    part = Settings(title="T", categories=("cs.DC",), since=2024, before=2025)
    submitted = ("2023-12-28", "2024-01-02", "2024-12-30", "2025-01-02")
    assert reconstructed(part, *submitted) == [day("2024-01-03"), day("2024-12-31")]
    assert reconstructed(SETTINGS, *submitted)[0::3] == [day("2023-12-29"), day("2025-01-03")]
