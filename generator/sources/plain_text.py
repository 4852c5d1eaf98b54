"""What every reader needs of plain text: decoding, white space, paragraphs, dates."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from generator.dates import MONTHS, WEEKDAYS
from generator.errors import Refused

_BLANK = re.compile(r"\s+")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*|\n(?=[ \t]{2,}\S)")
_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_DATE = re.compile(r"(\d{1,2})\s+([A-Za-z]{3,9})\.?\s+(\d{2,4})")
_DATE_US = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d{1,2}),\s+(\d{4})")

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
"""What to do where a file holds several documents."""
_WINDOWS_BYTES = {
    ord(sign): byte for byte in range(128, 160) if (sign := bytes([byte]).decode("windows-1252", "ignore"))
}
"""Windows-1252's signs that Latin-1 has not -> their bytes."""

HEAD_BYTES = 65_536
"""So much of a document is looked at to recognise it."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first bytes of a document (up to HEAD_BYTES), for recognising it."""

    data: bytes
    text: str  # the same as text, bytes that are not UTF-8 replaced


def decode(data: bytes) -> str:
    """The text of a document without a declared encoding: UTF-8 (or UTF-16 with its mark). Raises Refused."""
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16")
        else:
            text = _saved_once(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"0x{data[error.start]:02x}" if error.start < len(data) else "the end"
        problem = f"is not UTF-8 ({byte} cannot stand there)"
        raise Refused(problem, location=f"line {line}", hint="save it as UTF-8") from None
    return lines_of(text)


def _saved_once(text: str) -> str:
    """`text` as it was before a program took its UTF-8 for Windows-1252 and saved that as UTF-8.

    Only where all of it says so: of a sound text hardly any sign beyond ASCII, taken for bytes, is UTF-8.
    """
    if text.isascii():
        return text
    try:
        return text.translate(_WINDOWS_BYTES).encode("latin-1").decode("utf-8-sig")
    except UnicodeError:
        return text


def lines_of(text: str) -> str:
    """`text` with plain line ends. Raises Refused where a piece of it was lost on its way."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problem = "contains NUL bytes: the file is damaged"
        raise Refused(problem, location=f"line {line}", hint="fetch or save it again")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_line(text: str) -> str:
    """`text` with all white space folded to single blanks."""
    return _BLANK.sub(" ", text).strip()


def optional(text: str | None) -> str | None:
    """`text` on one line, or None where nothing is left of it."""
    return one_line(text or "") or None


def paragraphs(text: str) -> str:
    """`text` with each paragraph on one line and a blank line between them.

    A paragraph begins after a blank line, or at a line that is indented by two blanks (arXiv's stored abstracts).
    """
    parts = (one_line(part) for part in _PARAGRAPH.split(text))
    return "\n\n".join(part for part in parts if part)


def parse_day(text: str) -> dt.date | None:
    """The first date in `text` as arXiv writes them: "Tuesday, 3 March 2026", "Fri, 1 Feb 19", "May 14, 2026"."""
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
    """The first date in `text`, as parse_day reads it. Raises Refused where it bears the name of another weekday."""
    day = parse_day(text)
    named = _WEEKDAY.search(text)
    if day and named and _WEEKDAYS.index(named[1].lower()) != day.weekday():
        problem = f"says {named[0]!r}, which is not a {named[0].partition(',')[0].split()[0]}"
        raise Refused(problem, hint="fetch or save it again")
    return day


def parse_time(text: str) -> dt.datetime | None:
    """A timestamp in ISO 8601 or mail form as UTC; without a zone it is taken as UTC. None where it is none."""
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
    """Whether a comment or abstract says of its own paper that it was withdrawn."""
    return bool(text and "withdrawn" in text.lower() and _WITHDRAWN.search(text))
