"""What is known of arXiv: its categories and archives (codes, names, aliases: taxonomy.json), and its announcement
calendar: when a submission was announced, and which dates have an announcement.

All in US Eastern time. Work received until 14:00 on a working day (until 16:00 before 2017) is announced that evening
at 20:00, Friday's on Sunday evening; an announcement is dated the calendar day that follows, Monday to Friday. On a
holiday nothing is closed, so that day's work waits for the next working day. Source: arXiv's help page on availability.

The holidays are advice and no proof: arXiv adds days for outages and meetings, and moves them. Whoever collects asks
once whether a holiday was one, and what was announced counts (`observed`).
"""

from __future__ import annotations

import datetime as dt
import difflib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

EASTERN = ZoneInfo("America/New_York")
DEADLINE = dt.time(14)
EARLY_DEADLINE = dt.time(16)
"""Until 1 January 2017."""
ANNOUNCEMENT = dt.time(20)
HARVEST = dt.time(22, 30)
_PUBLISHED: Mapping[int, str] = {
    2003: "12-25 12-26", 2004: "01-01 01-02 11-25 12-24 12-28 12-30", 2005: "11-24 12-27 12-29",
    2006: "11-23 12-25 12-26", 2007: "01-01 11-22 12-24 12-25 12-31",
    2008: "01-01 07-04 11-27 12-25 12-26 12-29 12-31", 2009: "01-01 07-08 11-26 12-25 12-28 12-29 12-31",
    2010: "01-01 11-25 12-27 12-28 12-30 12-31", 2011: "11-24 12-26 12-27 12-28 12-30",
    2012: "01-02 11-22 12-24 12-25 12-27 12-28", 2013: "01-01 11-28 12-25 12-26 12-31",
    2014: "01-01 11-27 12-25 12-26 12-31", 2015: "01-01 11-26 12-25 12-29", 2016: "01-01 11-24 12-26 12-28",
    2017: "03-14 11-13 11-23 12-25 12-27", 2018: "01-01 03-26 09-03 11-22 12-24 12-25 12-27",
    2019: "01-01 01-21 09-02 11-07 11-28 12-25 12-26 12-30",
    2020: "01-01 01-20 06-09 11-26 12-25 12-29 12-30", 2021: "01-01 10-20 11-25 12-24 12-28 12-30",
    2022: "01-17 06-20 09-05 11-24 12-27 12-29", 2023: "01-16 06-14 06-19 07-04 08-17 09-04 11-23 12-25 12-27",
    2024: "01-15 05-22 06-19 07-04 09-02 10-08 11-28 12-25 12-26 12-31",
    2025: "01-01 01-20 06-19 07-04 09-01 11-27 12-25 12-30",
    2026: "01-01 01-19 06-19 07-03 09-07 11-26 12-25 12-29 12-31",
}  # fmt: skip
"""Working days on which arXiv closed nothing, by year. Source: the table of arXiv's own software, which the help page
agrees with in the years that it names (2023 to 2026). Before December 2003 nothing is known."""
_LAST_YEAR = 2100
LISTED_VERSIONS = 5
"""arXiv's listings hide version 6 and above; a reconstructed day does as they do."""

_DAY = dt.timedelta(days=1)


def kept_yearly(year: int) -> frozenset[dt.date]:
    """The working days off that arXiv took in 2025 and in 2026 alike: what to expect of a year not yet published.

    A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. What arXiv takes besides,
    mostly two days between Christmas and New Year, differs from year to year.
    """
    fixed = (dt.date(year, month, day) for month, day in ((1, 1), (6, 19), (7, 4), (12, 25)))
    near = (day + _DAY * {5: -1, 6: 1}.get(day.weekday(), 0) for day in fixed)
    # The third Monday of January, Martin Luther King's; the first of September, Labor Day; the fourth Thursday of
    # November, Thanksgiving.
    firsts = ((dt.date(year, 1, 1), 0, 3), (dt.date(year, 9, 1), 0, 1), (dt.date(year, 11, 1), 3, 4))
    moving = (day + _DAY * ((weekday - day.weekday()) % 7 + 7 * (number - 1)) for day, weekday, number in firsts)
    return frozenset((*near, *moving))


HOLIDAYS = frozenset(
    dt.date.fromisoformat(f"{year}-{day}") for year, days in _PUBLISHED.items() for day in days.split()
).union(*(kept_yearly(year) for year in range(max(_PUBLISHED) + 1, _LAST_YEAR)))
"""Working days on which arXiv closes nothing: those it published, and in later years those to expect. An
archive.yml may name more, and every function takes them."""


def announced(submitted: dt.datetime, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The date of the announcement of something submitted at this time (any time zone).

    >>> announced(dt.datetime(2026, 3, 2, 20, tzinfo=dt.UTC))  # Monday 15:00 Eastern
    datetime.date(2026, 3, 4)
    """
    if submitted.year in (dt.MINYEAR, dt.MAXYEAR):  # there is no day beside it
        return submitted.date()
    local = submitted.astimezone(EASTERN)
    deadline = DEADLINE if local.year >= 2017 else EARLY_DEADLINE
    day = local.date() if local.time() <= deadline else local.date() + _DAY
    while day.weekday() > 4 or day in holidays:
        day += _DAY
    return dated(day)


def dated(closed: dt.date) -> dt.date:
    """The date under which the work closed on this working day is announced: the next weekday."""
    return closed + _DAY * (3 if closed.weekday() == 4 else 1)


def is_expected(day: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> bool:
    """Whether an announcement is dated this day: a weekday whose preceding weekday was no holiday."""
    return day.weekday() <= 4 and _closed(day) not in holidays


def observed(holidays: frozenset[dt.date], announcements: Iterable[dt.date]) -> frozenset[dt.date]:
    """The holidays but for those that were none, as announcements of these dates show."""
    return holidays.difference(_closed(date) for date in announcements)


def expected(first: dt.date, last: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> Iterator[dt.date]:
    """The dates with an announcement from first to last."""
    days = (first + k * _DAY for k in range((last - first).days + 1))
    return (day for day in days if is_expected(day, holidays))


def newest_due(moment: dt.datetime, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The date of the newest announcement that is out at this time (any time zone).

    >>> newest_due(dt.datetime(2026, 3, 9, 0, 30, tzinfo=dt.UTC))  # Sunday 20:30 Eastern
    datetime.date(2026, 3, 9)
    """
    local = moment.astimezone(EASTERN)
    day = local.date() + _DAY if local.time() >= ANNOUNCEMENT else local.date()
    while not is_expected(day, holidays):
        day -= _DAY
    return day


def submissions(date: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> tuple[dt.datetime, dt.datetime]:
    """Between which moments, UTC, came what is announced under this date.

    >>> [f"{when:%a %H:%M}" for when in submissions(dt.date(2026, 3, 4))]
    ['Mon 19:00', 'Tue 19:00']
    """
    closed = _closed(date)
    opened = closed - _DAY
    while opened.weekday() > 4 or opened in holidays:
        opened -= _DAY
    first, last = (dt.datetime.combine(day, DEADLINE, EASTERN).astimezone(dt.UTC) for day in (opened, closed))
    return first, last


def local_date(moment: dt.datetime) -> dt.date:
    """The date in the East at this time (any time zone): that of the feeds."""
    return moment.astimezone(EASTERN).date()


def harvestable(date: dt.date) -> dt.datetime:
    """From which moment on, UTC, OAI-PMH shows what is announced under this date.

    >>> harvestable(dt.date(2026, 3, 9))
    datetime.datetime(2026, 3, 9, 2, 30, tzinfo=datetime.timezone.utc)
    """
    return dt.datetime.combine(date - _DAY, HARVEST, EASTERN).astimezone(dt.UTC)


def newest_harvestable(moment: dt.datetime, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The date of the newest announcement that OAI-PMH shows at this time (any time zone).

    >>> newest_harvestable(dt.datetime(2026, 3, 9, 0, 30, tzinfo=dt.UTC))  # Sunday 20:30 Eastern
    datetime.date(2026, 3, 6)
    """
    newest = newest_due(moment, holidays)
    return newest if moment >= harvestable(newest) else newest_due(moment - _DAY, holidays)


def _closed(date: dt.date) -> dt.date:
    """The working day whose work is announced under this date, Monday to Friday: the weekday before."""
    return date - _DAY * (3 if date.weekday() == 0 else 1)


_WORDS = "[a-z]{1,20}(?:-[a-z]{1,20})?"
_FORM = re.compile(rf"{_WORDS}(?:\.(?:[A-Z]{{2}}|(?![a-z]{{1,2}}\Z){_WORDS}))?")

_ALIKE = 0.6  # difflib's ratio
_NOBODYS = ("bad-arch", "test")
"""Archives of arXiv's own that announce nothing."""


@cache
def _taxonomy() -> dict[str, dict[str, str]]:
    data: Any = json.loads(files("daybook.model").joinpath("taxonomy.json").read_text(encoding="utf-8"))
    return {key: dict(value) for key, value in data.items()}


@cache
def _codes() -> dict[str, tuple[str, ...]]:
    """Folded name -> codes: today's categories first, then archives, then former names."""
    taxonomy = _taxonomy()
    former = {**taxonomy["aliases"], **taxonomy["subsumed"]}
    current = {code: name for code, name in taxonomy["categories"].items() if code not in former}
    by_name: dict[str, dict[str, None]] = {}
    for table in (current, taxonomy["archives"], taxonomy["categories"]):
        for code, full_name in table.items():
            by_name.setdefault(full_name.casefold(), {})[code] = None
    return {key: tuple(codes) for key, codes in by_name.items()}


def has_form(code: str) -> bool:
    """Whether `code` is written like a category or archive, known or not yet: `cs.DC`, `cond-mat.dis-nn`, `hep-th`.

    No two codes of this form differ in small and capital letters alone.
    """
    return _FORM.fullmatch(code) is not None


def is_category(code: str) -> bool:
    """Whether `code` is a category of arXiv, today's or a former one."""
    return code in _taxonomy()["categories"]


def is_archive(code: str) -> bool:
    """Whether `code` is an archive (`cs`, `hep-th`)."""
    return code in _taxonomy()["archives"]


def members(archive: str) -> tuple[str, ...]:
    """The canonical codes of an archive's categories, sorted; none where it is one category itself, as `hep-th` is."""
    own = (code for code in _taxonomy()["categories"] if code.startswith(f"{archive}."))
    return tuple(sorted(code for code in own if canonical(code) == code))


def groups() -> tuple[str, ...]:
    """The archives of today: those that have categories, and those that are one category, sorted."""
    former = {*_taxonomy()["aliases"], *_taxonomy()["subsumed"]}
    return tuple(code for code in sorted(_taxonomy()["archives"]) if code not in former and code not in _NOBODYS)


def named_like(words: str) -> tuple[str, ...]:
    """The canonical codes of the categories with these words in their name, in any letters, sorted."""
    own = {canonical(code) for code, name in _taxonomy()["categories"].items() if words.casefold() in name.casefold()}
    return tuple(sorted(code for code in own if not code.startswith(_NOBODYS)))


def all_codes() -> tuple[str, ...]:
    """The codes of all categories and archives, sorted."""
    taxonomy = _taxonomy()
    return tuple(sorted({*taxonomy["categories"], *taxonomy["archives"]}))


def name(code: str) -> str:
    """The full name of a category or archive; the code itself where it is not known."""
    taxonomy = _taxonomy()
    return taxonomy["categories"].get(code) or taxonomy["archives"].get(code) or code


def codes_of(full_name: str) -> tuple[str, ...]:
    """The codes that bear a full name, likeliest first ("Machine Learning": cs.LG, stat.ML); empty where not known."""
    return _codes().get(full_name.strip().casefold(), ())


def canonical(code: str) -> str:
    """The canonical code: `math.IT` is `cs.IT`, `cmp-lg` is `cs.CL`."""
    taxonomy = _taxonomy()
    return taxonomy["aliases"].get(code) or taxonomy["subsumed"].get(code) or code


@cache
def is_within(code: str, asked: str) -> bool:
    """Whether the listing of a category or archive has this canonical category's papers: that of `cs` has eess.SY's."""
    # by an alias: cs.SY is eess.SY
    names = (code, *(alias for alias, other in _taxonomy()["aliases"].items() if other == code))
    return any(name == asked or name.startswith(f"{asked}.") for name in names)


@cache
def _spellings() -> dict[str, str]:
    """Code in small letters -> code: no two differ in their letters' case alone."""
    return {code.lower(): code for code in all_codes()}


def spelled(code: str) -> str:
    """`code` as arXiv writes it, in whatever letters it came: `cs.dc` is `cs.DC`; itself where it is not known."""
    return _spellings().get(code.lower(), code)


def mend(code: str) -> str:
    """What to do about what is no code: `write 'cs.DC'`, `did you mean 'cs.DC' or 'cs.DS'?`. It may be a code without
    its archive (`DC`), a word of a name (`computer`), an archive with a star (`cs.*`), or misspelled."""
    if is_category(spelled(code)) or is_archive(spelled(code)):
        return f"write {spelled(code)!r}"
    written = code.lower().rstrip(".*")
    near = _meant(written) or _spelled_alike(written)
    *others, last = [f"{other!r} ({'all of ' * bool(members(other))}{name(other)})" for other in near[:3]] or [""]
    if not last:
        return f"choose from {', '.join(groups())}, or a category of one, such as cs.DC"
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def _meant(written: str) -> list[str]:
    """The codes that end so behind their archive, or have these letters at the start of a word of their name: archives
    of several categories first."""
    if is_archive(written):
        return [written]
    today = [code for code in _taxonomy()["categories"] if canonical(code) == code and not code.startswith(_NOBODYS)]
    if lacking := [code for code in today if code.rpartition(".")[2].lower() == written]:
        return sorted(lacking)
    wholes = [code for code in groups() if members(code)]
    begins = re.compile(rf"\b{re.escape(written)}", re.IGNORECASE)
    return [code for code in (*wholes, *sorted(today)) if len(written) > 2 and begins.search(name(code))]


def _spelled_alike(written: str) -> list[str]:
    """The codes that are spelled nearly so, the nearest first."""
    known = [other for other, code in _spellings().items() if not code.startswith(_NOBODYS)]
    near = difflib.get_close_matches(written, known, n=10, cutoff=_ALIKE)
    near.sort(key=lambda other: len(os.path.commonprefix((written, other))), reverse=True)  # noqa: RUF071
    return [_spellings()[other] for other in near]


def canonical_all(codes: Iterable[str]) -> tuple[str, ...]:
    """Canonical codes in the same order, each once."""
    return _canonical_all(tuple(codes))


@cache
def _canonical_all(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(canonical, codes)))
