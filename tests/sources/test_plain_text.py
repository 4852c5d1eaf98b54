"""Plain text helpers that all readers share."""

import datetime as dt

import pytest
from daybook.errors import Refused
from daybook.sources import plain_text

from tests.cases import for_each, table


@for_each(("data", "wanted"), [(b"a\r\nb\rc", "a\nb\nc"), ("\ufeffé".encode(), "é"), ("é".encode("utf-16"), "é")])
def test_decoding(data: bytes, wanted: str) -> None:
    """UTF-8 with or without a byte order mark, UTF-16 with one; line endings are normalised."""
    assert plain_text.decode(data) == wanted


def test_other_encodings_are_refused_with_their_place() -> None:
    """The message names the line of the first invalid byte."""
    with pytest.raises(Refused, match=r"line 2: not valid UTF-8 \(unexpected byte 0xe9\); save it as UTF-8"):
        plain_text.decode(b"one\ncaf\xe9\n")


def test_paragraphs() -> None:
    """Blank lines and lines indented by two spaces separate them; other line breaks are spaces."""
    assert plain_text.paragraphs("  One\ntwo.\n  Three\n\n\nfour\tfive") == "One two.\n\nThree\n\nfour five"


@for_each(
    ("given", "day"),
    [
        ("Showing new listings for Tuesday, 3 March 2026", "2026-03-03"),
        ("New submissions for Fri, 1 Feb 19", "2019-02-01"), ("Fri, 1 Feb 99", "1999-02-01"),
        ("May 14, 2026", "2026-05-14"), ("31 February 2026", None), ("no date", None),
    ],
)  # fmt: skip
def test_days(given: str, day: str | None) -> None:
    """In the forms that arXiv and others use."""
    assert plain_text.parse_day(given) == (dt.date.fromisoformat(day) if day else None)


def test_times() -> None:
    """ISO 8601 and e-mail format; always UTC; None for anything else."""
    wanted = dt.datetime(2026, 6, 10, 6, 13, 33, tzinfo=dt.UTC)
    assert plain_text.parse_time("2026-06-10T06:13:33Z") == wanted
    assert plain_text.parse_time("2026-06-10T02:13:33-04:00") == wanted
    assert plain_text.parse_time("Wed, 10 Jun 2026 06:13:33 GMT") == wanted
    assert plain_text.parse_time("soon") is None


@for_each(("words", "withdrawn"), table(__file__, "words_of_withdrawal"))
def test_words_of_withdrawal(words: str | None, withdrawn: bool) -> None:
    """Of the paper itself, not of its subject."""
    assert plain_text.says_withdrawn(words) is withdrawn


def twice_saved(words: str) -> bytes:
    """UTF-8 misread as Windows-1252 and saved as UTF-8."""
    taken = (bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in words.encode())
    return "".join(taken).encode()


@for_each("words", ["Piotr Żelasko, Umeå – “π”", "链", "\ufeffRé", "à l’eau"])
def test_a_document_saved_twice_is_read_as_it_was(words: str) -> None:
    assert plain_text.decode(twice_saved(words)) == words.removeprefix("\ufeff")
    assert plain_text.decode(words.encode()) == words.removeprefix("\ufeff")


@for_each("words", ["Ã© beside é", "1–4Γ— faster", "It costs 5€ – é", "naïve"])
def test_a_document_that_is_sound_elsewhere_stays(words: str) -> None:
    """A single damaged name among intact ones is repaired for display, not here."""
    assert plain_text.decode(words.encode()) == words


@for_each(
    ("words", "problem"),
    [
        ("Friday, 31 January 2026", "is not a Friday"), ("for Fri, 31 Jan 26", "is not a Fri"),
        ("Friday, 30 January 2026", None), ("30 January 2026", None), ("Friday", None),
    ],
)  # fmt: skip
def test_weekdays(words: str, problem: str | None) -> None:
    if problem:
        with pytest.raises(Refused, match=problem):
            plain_text.parse_weekday(words)
    else:
        assert plain_text.parse_weekday(words) == plain_text.parse_day(words)


def test_day_is_as_written() -> None:
    """The day is in the zone as written; None for impossible days."""
    assert str(plain_text.parse_iso_day("2026-03-01T23:30:00-05:00")) == "2026-03-01"
    assert plain_text.parse_iso_day("2026-02-30") is None
    assert plain_text.parse_iso_day(None) is None
