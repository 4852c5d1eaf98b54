"""Dates in plain words, for pages and digests alike, and which there are."""

from __future__ import annotations

import datetime as dt

from daybook.text.language import N_, _

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
WEEKDAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
YEARS = range(1600, 2200)
"""What is dated before or after, a program dated that was told nothing: 0001-01-01 and 9999-12-31 are common."""


def date(value: dt.date) -> str:
    """A date: `3 March 2026`."""
    return _("{day} {month} {year}", day=value.day, month=month_name(value.month), year=value.year)


def day_of_month(value: dt.date) -> str:
    """A date within its year: `3 March`."""
    return _("{day} {month}", day=value.day, month=month_name(value.month))


def short_date(value: dt.date) -> str:
    """A date where there is little room: `3 Mar 2026`."""
    return _("{day} {month}", day=value.day, month=short_month(value))


def long_date(value: dt.date) -> str:
    """A date with its day of the week: `Tuesday, 3 March 2026`."""
    return _("{weekday}, {date}", weekday=_(WEEKDAYS[value.weekday()]), date=date(value))


def month(value: dt.date) -> str:
    """A month: `March 2026`."""
    return _("{month} {year}", month=month_name(value.month), year=value.year)


def short_month(value: dt.date) -> str:
    """A month in short: `Mar 2026`."""
    return _("{month} {year}", month=month_name(value.month)[:3], year=value.year)


def month_name(number: int) -> str:
    """`January` for 1."""
    return _(MONTHS[number - 1])


def week(date: dt.date) -> str:
    """The week that holds a date, from Monday to Sunday: `2 to 8 March 2026`, `30 March to 5 April 2026`."""
    monday = date - dt.timedelta(days=date.weekday())
    return span(monday, monday + dt.timedelta(days=6))


def span(first: dt.date, last: dt.date) -> str:
    """From one date to another: `3 to 14 March 2026`, `30 March to 5 April 2026`; one date if they are the same."""
    if first == last:
        return date(first)
    same_month = (first.year, first.month) == (last.year, last.month)
    begin = str(first.day) if same_month else day_of_month(first) if first.year == last.year else date(first)
    return _("{first} to {last}", first=begin, last=date(last))
