"""arXiv's calendar: the help page's table, holidays, both changes of the clock."""

from __future__ import annotations

import datetime as dt

import pytest

from generator import schedule


def eastern(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=schedule.EASTERN)


@pytest.mark.parametrize(
    ("submitted", "announced"),
    [
        ("2026-03-02 14:00", "2026-03-03"),  # Monday, in time: announced in the evening, dated Tuesday
        ("2026-03-02 14:01", "2026-03-04"),  # too late by a minute
        ("2026-03-04 13:00", "2026-03-05"),
        ("2026-03-05 13:00", "2026-03-06"),  # Thursday: dated Friday
        ("2026-03-05 15:00", "2026-03-09"),  # until Friday 14:00: Sunday evening, dated Monday
        ("2026-03-06 13:59", "2026-03-09"),
        ("2026-03-06 15:00", "2026-03-10"),  # after Friday's close: Monday evening, dated Tuesday
        ("2026-03-08 12:00", "2026-03-10"),  # a Sunday, the day the clocks go forward
        ("2026-11-01 12:00", "2026-11-03"),  # a Sunday, the day the clocks go back
        ("2026-11-25 13:00", "2026-11-26"),  # Wednesday before Thanksgiving
        ("2026-11-25 15:00", "2026-11-30"),  # Thanksgiving closes nothing: Friday's close, dated Monday
        ("2026-09-04 15:00", "2026-09-09"),  # Labor Day closes nothing
    ],
)
def test_when_a_submission_is_announced(submitted: str, announced: str) -> None:
    """Literals from the help page's table."""
    assert schedule.announced(eastern(submitted)) == dt.date.fromisoformat(announced)


def test_the_close_moves_with_the_clock() -> None:
    """14:00 Eastern is 19:00 UTC in winter and 18:00 in summer."""
    winter, summer = dt.datetime(2026, 3, 4, 18, 30, tzinfo=dt.UTC), dt.datetime(2026, 3, 11, 18, 30, tzinfo=dt.UTC)
    assert schedule.announced(winter) == dt.date(2026, 3, 5)
    assert schedule.announced(summer) == dt.date(2026, 3, 13)


def test_which_dates_have_an_announcement() -> None:
    """Weekdays, but for the day after a holiday."""
    week = [dt.date(2026, 3, 2) + dt.timedelta(days=k) for k in range(7)]
    assert [schedule.is_expected(d) for d in week] == [True] * 5 + [False] * 2
    assert not schedule.is_expected(dt.date(2026, 9, 8))
    assert not schedule.is_expected(dt.date(2026, 11, 27))
    assert schedule.next_expected(dt.date(2026, 11, 26)) == dt.date(2026, 11, 30)


@pytest.mark.parametrize(
    ("moment", "newest"),
    [
        ("2026-03-03 19:59", "2026-03-03"),  # Tuesday, before the evening's announcement
        ("2026-03-03 20:00", "2026-03-04"),
        ("2026-03-06 21:00", "2026-03-06"),  # Friday evening has none
        ("2026-03-08 19:00", "2026-03-06"),  # Sunday, the day the clocks go forward
        ("2026-03-08 20:00", "2026-03-09"),
        ("2026-11-26 22:00", "2026-11-26"),  # Thanksgiving has none
    ],
)
def test_the_newest_announcement_that_is_out(moment: str, newest: str) -> None:
    """At 20:00 Eastern, Sunday to Thursday, dated the day after."""
    assert schedule.newest_due(eastern(moment)) == dt.date.fromisoformat(newest)


def test_an_archive_may_name_holidays() -> None:
    """Of years that Daybook does not know."""
    holidays = schedule.HOLIDAYS | {dt.date(2027, 1, 1)}  # a Friday
    assert not schedule.is_expected(dt.date(2027, 1, 4), holidays)
    assert schedule.next_expected(dt.date(2027, 1, 1), holidays) == dt.date(2027, 1, 5)
    assert schedule.announced(eastern("2026-12-30 15:00"), holidays) == dt.date(2027, 1, 5)
    assert schedule.newest_due(eastern("2027-01-04 12:00"), holidays) == dt.date(2026, 12, 31)
