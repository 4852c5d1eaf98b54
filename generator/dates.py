"""Dates in plain words, for pages and digests alike, and which there are."""

from __future__ import annotations

import datetime as dt

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

YEARS = range(1600, 2200)
"""What is dated before or after, a program dated that was told nothing: 0001-01-01 and 9999-12-31 are common."""


def date(value: dt.date) -> str:
    """A date: `3 March 2026`."""
    return f"{value.day} {MONTHS[value.month - 1]} {value.year}"


def long_date(value: dt.date) -> str:
    """A date with its day of the week: `Tuesday, 3 March 2026`."""
    return f"{WEEKDAYS[value.weekday()]}, {date(value)}"


def week(date: dt.date) -> str:
    """The week that holds a date, from Monday to Sunday: `2 to 8 March 2026`, `30 March to 5 April 2026`."""
    monday = date - dt.timedelta(days=date.weekday())
    return span(monday, monday + dt.timedelta(days=6))


def span(first: dt.date, last: dt.date) -> str:
    """From one date to another: `3 to 14 March 2026`, `30 March to 5 April 2026`; one date if they are the same."""
    if first == last:
        return date(first)
    year = "" if first.year == last.year else f" {first.year}"
    name = "" if year == "" and first.month == last.month else f" {MONTHS[first.month - 1]}"
    return f"{first.day}{name}{year} to {date(last)}"


def month(value: dt.date) -> str:
    """A month: `March 2026`."""
    return f"{MONTHS[value.month - 1]} {value.year}"


def short_date(value: dt.date) -> str:
    """A date where there is little room: `3 Mar 2026`."""
    return f"{value.day} {short_month(value)}"


def short_month(value: dt.date) -> str:
    """A month in short: `Mar 2026`."""
    return f"{MONTHS[value.month - 1][:3]} {value.year}"
