"""Plain text, for all readers: decoding, white space, paragraphs, dates."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from daybook.errors import Refused
from daybook.text.dates import MONTHS, WEEKDAYS

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*|\n(?=[ \t]{2,}\S)")
_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_DATE = re.compile(r"(\d{1,2})\s+([A-Za-z]{3,9})\.?\s+(\d{2,4})")
_DATE_US = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d{1,2}),\s+(\d{4})")
_DATE_ISO = re.compile(r"\s*(\d{4}-\d\d-\d\d)")

_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_WEEKDAYS = tuple(name[:3].lower() for name in WEEKDAYS)
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]*,?\s+{_DATE.pattern}", re.IGNORECASE)

_WITHDRAWN = re.compile(
    r"^\W*(?:withdrawn\b|(?:th(?:is|e)|our) (?:paper|article|submission|manuscript|preprint|work|version|report|note)s?"
    r" (?:has been|have been|is|was|have|has)(?: temporarily| now)? withdrawn)"
    r"|\b(?:paper|article|submission|manuscript|preprint) (?:has been|is|was)(?: temporarily| now)? withdrawn\b"
    r"|\bwithdrawn by (?:the )?(?:author|submitter|arXiv)",
    re.IGNORECASE,
)


ONE_EACH = "save each to its own file"
"""The hint for a file that contains several documents."""
_WINDOWS_BYTES = {
    ord(sign): byte for byte in range(128, 160) if (sign := bytes([byte]).decode("windows-1252", "ignore"))
}
"""Characters that Windows-1252 has and Latin-1 lacks -> their bytes."""

HEAD_BYTES = 65_536
"""How much of a document is read to recognise its format."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first bytes of a document (up to HEAD_BYTES), to recognise its format by."""

    data: bytes
    text: str  # the same bytes decoded as UTF-8, invalid ones replaced


def decode(data: bytes) -> str:
    """Decode a document that declares no encoding: UTF-8, or UTF-16 with a byte order mark. Raises Refused."""
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16")
        else:
            text = _without_double_encoding(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}" if error.start < len(data) else "end of file"
        problem = f"not valid UTF-8 (unexpected {byte})"
        raise Refused(problem, location=f"line {line}", hint="save it as UTF-8") from None
    return lines_of(text)


def _without_double_encoding(text: str) -> str:
    """`text` as it was before a program read its UTF-8 as Windows-1252 and saved the result as UTF-8.

    Applied only if the whole text decodes that way: the non-ASCII characters of an intact text, taken as bytes, are
    hardly ever valid UTF-8.
    """
    if text.isascii():
        return text
    try:
        return text.translate(_WINDOWS_BYTES).encode("latin-1").decode("utf-8-sig")
    except UnicodeError:
        return text


def lines_of(text: str) -> str:
    """`text` with "\\n" as its only line ending. Raises Refused where it contains NUL bytes."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problem = "the file is damaged: it contains NUL bytes"
        raise Refused(problem, location=f"line {line}", hint="fetch or save it again")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_line(text: str) -> str:
    """`text` with each run of white space folded to one space, and none at its ends."""
    return " ".join(text.split())


def optional(text: str | None) -> str | None:
    """`text` on one line; None where it is missing or blank."""
    return one_line(text or "") or None


def paragraphs(text: str) -> str:
    """`text` with each paragraph on one line and a blank line between paragraphs.

    A paragraph starts after a blank line, or at a line indented by at least two spaces (arXiv's stored abstracts).
    """
    parts = (one_line(part) for part in _PARAGRAPH.split(text))
    return "\n\n".join(part for part in parts if part)


def parse_day(text: str) -> dt.date | None:
    """The first date in `text` in one of arXiv's forms: "Tuesday, 3 March 2026", "Fri, 1 Feb 19", "May 14, 2026"."""
    for pattern, order in ((_DATE, (3, 2, 1)), (_DATE_US, (3, 1, 2))):
        match = pattern.search(text)
        month = _MONTHS.get(match[order[1]][:3].lower()) if match else None
        if match and month:
            year = int(match[order[0]])
            year += 0 if year > 99 else (1900 if year > 90 else 2000)
            try:
                return dt.date(year, month, int(match[order[2]]))
            except ValueError:
                return None
    return None


def parse_weekday(text: str) -> dt.date | None:
    """The first date in `text`, as parse_day reads it. Raises Refused where the weekday beside it does not match."""
    day = parse_day(text)
    named = _WEEKDAY.search(text)
    if day and named and _WEEKDAYS.index(named[1].lower()) != day.weekday():
        problem = f"wrong date: {named[0]!r} is not a {named[0].partition(',')[0].split()[0]}"
        raise Refused(problem, hint="fetch or save it again")
    return day


def parse_iso_day(text: str | None) -> dt.date | None:
    """The day at the beginning of an ISO 8601 date or time, as written; None where there is none."""
    match = _DATE_ISO.match(text or "")
    try:
        return dt.date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def parse_any_day(text: str) -> dt.date | None:
    """The day that `text` states, in ISO 8601 or as arXiv writes it."""
    return parse_iso_day(text) or parse_day(text)


def parse_count(text: str | None) -> int | None:
    """A count of at most nine digits; None for anything else."""
    return int(text) if text and _COUNT.fullmatch(text) else None


def parse_time(text: str) -> dt.datetime | None:
    """A timestamp in ISO 8601 or e-mail format, in UTC (assumed where it has no zone); None for anything else."""
    text = text.strip()
    try:
        if re.match(r"\d{4}-", text):
            when = dt.datetime.fromisoformat(text)
        else:
            when = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    when = when.replace(tzinfo=dt.UTC) if when.tzinfo is None else when.astimezone(dt.UTC)
    return when.replace(microsecond=0)


def says_withdrawn(text: str | None) -> bool:
    """Whether a comment or abstract states that its own paper was withdrawn."""
    return bool(text and "withdrawn" in text.lower() and _WITHDRAWN.search(text))
