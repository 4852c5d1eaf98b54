"""arXiv's calendar: the help page's table, holidays, both changes of the clock."""

import datetime as dt

from daybook.model import arxiv

from tests.cases import for_each


def eastern(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=arxiv.EASTERN)


@for_each(
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
        ("2024-12-24 13:59", "2024-12-25"),
        ("2024-12-24 15:00", "2024-12-30"),  # 25 and 26 December closed nothing: Friday's close, dated Monday
        ("2025-07-03 15:00", "2025-07-08"),  # Independence Day, a Friday
        ("2023-01-02 13:00", "2023-01-03"),  # no holiday that year
        ("2016-06-01 15:59", "2016-06-02"),  # the close was at 16:00
        ("2016-06-01 16:01", "2016-06-03"),
        ("2017-01-03 15:00", "2017-01-05"),
    ],
)
def test_when_a_submission_is_announced(submitted: str, announced: str) -> None:
    """Literals from the help page's table."""
    assert arxiv.announced(eastern(submitted)) == dt.date.fromisoformat(announced)


def test_the_close_moves_with_the_clock() -> None:
    """14:00 Eastern is 19:00 UTC in winter and 18:00 in summer."""
    winter, summer = dt.datetime(2026, 3, 4, 18, 30, tzinfo=dt.UTC), dt.datetime(2026, 3, 11, 18, 30, tzinfo=dt.UTC)
    assert arxiv.announced(winter) == dt.date(2026, 3, 5)
    assert arxiv.announced(summer) == dt.date(2026, 3, 13)


def test_which_dates_have_an_announcement() -> None:
    """Weekdays, but for the day after a holiday."""
    week = [dt.date(2026, 3, 2) + dt.timedelta(days=k) for k in range(7)]
    assert [arxiv.is_expected(d) for d in week] == [True] * 5 + [False] * 2
    assert not any(map(arxiv.is_expected, (dt.date(2026, 9, 8), dt.date(2026, 11, 27))))
    found = arxiv.expected(dt.date(2026, 11, 26), dt.date(2026, 11, 30))
    assert list(found) == [dt.date(2026, 11, 26), dt.date(2026, 11, 30)]


@for_each(
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
    assert arxiv.newest_due(eastern(moment)) == dt.date.fromisoformat(newest)


@for_each(
    ("date", "opened", "closed"),
    [
        ("2026-03-04", "2026-03-02", "2026-03-03"),
        ("2026-03-09", "2026-03-05", "2026-03-06"),  # Monday: Thursday's close to Friday's
        ("2026-03-10", "2026-03-06", "2026-03-09"),  # Tuesday: Friday's to Monday's
        ("2026-09-09", "2026-09-04", "2026-09-08"),  # after Labor Day
        ("2026-11-30", "2026-11-25", "2026-11-27"),  # after Thanksgiving
    ],
)
def test_between_which_times_came_what_is_announced(date: str, opened: str, closed: str) -> None:
    """From one close to the next; what comes then is announced then."""
    first, last = arxiv.submissions(dt.date.fromisoformat(date))
    assert (first, last) == (eastern(f"{opened} 14:00"), eastern(f"{closed} 14:00"))
    assert arxiv.announced(last) == arxiv.announced(first + dt.timedelta(seconds=1)) == dt.date.fromisoformat(date)


@for_each(
    ("moment", "newest"),
    [
        ("2026-03-08 22:29", "2026-03-06"),  # Sunday
        ("2026-03-08 22:30", "2026-03-09"),
        ("2026-03-09 21:00", "2026-03-09"),  # Tuesday's is announced, and comes later
        ("2026-03-10 22:31", "2026-03-11"),
    ],
)
def test_the_newest_announcement_that_can_be_harvested(moment: str, newest: str) -> None:
    """From 22:30 Eastern on."""
    assert arxiv.newest_harvestable(eastern(moment)) == dt.date.fromisoformat(newest)


def test_there_is_no_day_beside_the_first_and_last() -> None:
    """A document may state any time; and the date in the East is the feeds'."""
    for year in (dt.MINYEAR, dt.MAXYEAR):
        assert arxiv.announced(dt.datetime(year, 6, 1, tzinfo=dt.UTC)) == dt.date(year, 6, 1)
    assert arxiv.local_date(dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC)) == dt.date(2026, 3, 2)
    assert arxiv.LISTED_VERSIONS == 5  # as reconstructed days have them


def test_an_archive_may_name_holidays() -> None:
    """Of years that Daybook does not know."""
    holidays = arxiv.HOLIDAYS | {dt.date(2027, 12, 28), dt.date(2027, 12, 30)}  # a Tuesday and a Thursday
    assert not arxiv.is_expected(dt.date(2027, 12, 31), holidays)
    found = arxiv.expected(dt.date(2027, 12, 31), dt.date(2028, 1, 4), holidays)
    assert list(found) == [dt.date(2028, 1, 4)]  # New Year's is kept on the 31st
    assert arxiv.announced(eastern("2027-12-29 15:00"), holidays) == dt.date(2028, 1, 4)
    assert arxiv.newest_due(eastern("2027-12-31 12:00"), holidays) == dt.date(2027, 12, 30)


HELP_PAGES = {
    2023: "01-16 06-14 06-19 07-04 08-17 09-04 11-23 12-25 12-27",
    2024: "01-15 05-22 06-19 07-04 09-02 10-08 11-28 12-25 12-26 12-31",
    2025: "01-01 01-20 06-19 07-04 09-01 11-27 12-25 12-30",  # where it names Sunday 6 July, Friday's work would be out
    2026: "01-01 01-19 06-19 07-03 09-07 11-26 12-25 12-29 12-31",
}
"""As arXiv's help page on availability named them, year by year."""


def test_the_holidays_are_those_that_arxiv_published() -> None:
    """Every year that the help page named; one on a Saturday or Sunday would say nothing."""
    for year, days in HELP_PAGES.items():
        named = {dt.date.fromisoformat(f"{year}-{day}") for day in days.split()}
        assert {day for day in arxiv.HOLIDAYS if day.year == year} == named
    assert max(day.weekday() for day in arxiv.HOLIDAYS) == 4
    assert {day.year for day in arxiv.HOLIDAYS} == set(range(2003, 2100))


def test_what_to_expect_of_years_not_yet_published() -> None:
    """What 2025 and 2026 had in common, moved off weekends: 4 July is a Sunday in 2027, 25 December a Saturday."""
    for year, besides in ((2025, {"12-30"}), (2026, {"12-29", "12-31"})):
        named = {dt.date.fromisoformat(f"{year}-{day}") for day in set(HELP_PAGES[year].split()) - besides}
        assert arxiv.kept_yearly(year) == named
    expected = {2027: "01-01 01-18 06-18 07-05 09-06 11-25 12-24", 2029: "01-01 01-15 06-19 07-04 09-03 11-22 12-25"}
    for year, days in expected.items():  # the first of January 2029 is a Monday, that of November a Thursday
        assert arxiv.kept_yearly(year) == {dt.date.fromisoformat(f"{year}-{day}") for day in days.split()}
    new_year = {dt.date(2027, 12, 31)}
    assert {day for day in arxiv.HOLIDAYS if day.year == 2027} == arxiv.kept_yearly(2027) | new_year


def test_a_holiday_with_an_announcement_was_none() -> None:
    """Tuesday's announcement shows that Monday closed, Monday's that Friday did."""
    holidays = frozenset(dt.date(2026, 6, day) for day in (15, 19))
    for announced, left in ((16, {19}), (22, {15}), (18, {15, 19})):
        assert {day.day for day in arxiv.observed(holidays, [dt.date(2026, 6, announced)])} == left
