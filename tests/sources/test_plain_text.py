"""Plain text helpers that all readers share, and lines restored that were wrapped."""

import datetime as dt
import textwrap
from collections.abc import Sequence

import pytest
from daybook.errors import Refused
from daybook.sources import plain_text
from daybook.sources.plain_text import OPEN, Kind, unwrap

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


PROSE = (
    "A crane lifts what it can see, and a crane that sees little lifts little; we give it eyes that cost nothing"
    " and show that loads that were lifted twice are lifted once.",
    "The eyes are mirrors. They stand where the light falls, they turn with the load, and no mirror was broken"
    " in a year of lifting; where one was, the crane went on.",
    "Short.",
    "Where no light falls there is a lamp, and the lamp is the state-of-the-art one, so that the well-known trade-offs"
    " between dim-witted and bright-eyed lifting are those of Theorem 2.",
)
TEXT = "\n".join(PROSE)


def nothing(lines: Sequence[str]) -> dict[int, Kind]:
    return {}


def wrapped(text: str, width: int, hang: int = 0, *, hyphens: bool = False, cut: bool = False) -> str:
    wrapper = textwrap.TextWrapper(width, subsequent_indent=" " * hang, break_on_hyphens=hyphens, break_long_words=cut)
    return "\n".join(part for line in text.split("\n") for part in wrapper.wrap(line) or [""])


@for_each("hang", [0, 2, 10])
@for_each("width", [40, 60, 72, 76])
def test_wrapped_lines_are_joined(width: int, hang: int) -> None:
    restored = unwrap(wrapped(TEXT, width, hang), nothing)
    assert restored.text == TEXT
    assert restored.problem is None
    assert restored.width is not None
    assert width - 12 < restored.width <= width


@for_each("text", [TEXT, "\n\n".join(PROSE), "", "\n", "one line", "a\n\n\nb", "  indented\nor not", "> \n> "])
def test_what_is_not_wrapped_stays(text: str) -> None:
    assert unwrap(text, nothing).text in (text, text.replace("> ", ""))
    assert unwrap(text, nothing).width is None


@for_each("end", ["\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_any_line_end(end: str) -> None:
    assert unwrap(TEXT.replace("\n", end), nothing).text == TEXT
    assert unwrap(wrapped(TEXT, 60).replace("\n", end), nothing).text == TEXT


def test_a_separator_beside_line_ends_is_a_blank() -> None:
    assert unwrap("one\u2028two\nthree\u00a0four", nothing).text == "one two\nthree four"


@for_each("mark", ["> ", ">", "> > ", ">> "])
def test_quotations(mark: str) -> None:
    text = "\n".join(mark + line for line in wrapped(TEXT, 60).split("\n"))
    assert unwrap(text, nothing).text == TEXT
    assert unwrap(f"On Friday, somebody wrote:\n\n{text}\n\nThanks!", nothing).text == TEXT


def test_some_signs_of_a_quotation_are_none() -> None:
    assert unwrap("a > b\n> 7\nc\nd\ne", nothing).text == "a > b\n> 7\nc\nd\ne"


@for_each("indent", ["  ", "    ", "\t", "\u00a0\u00a0"])
def test_an_indent_that_all_share(indent: str) -> None:
    assert unwrap(textwrap.indent(wrapped(TEXT, 60), indent), nothing).text == TEXT
    lines = ["a", "  b", "", "c"]
    assert unwrap("\n".join(indent + line if line else "" for line in lines), nothing).text == "a\n  b\n\nc"


def test_the_first_line_may_have_lost_its_indent() -> None:
    assert unwrap("a\n    b\n    c\n      d", nothing).text == "a\nb\nc\n  d"


def test_blank_lines_behind_all_lines() -> None:
    text = "\n".join(f"{k}\n" if k % 3 == 0 else str(k) for k in range(20))
    assert unwrap(text.replace("\n", "\n\n"), nothing).text == text
    assert unwrap(wrapped(TEXT, 40).replace("\n", "\n\n"), nothing).text == TEXT


@for_each("hyphens", [True, False])
@for_each("width", [40, 60, 72, 77])
def test_words_with_hyphens(width: int, hyphens: bool) -> None:
    """Whether words were broken after hyphens shows in the text as a whole; "pre- and post-war" was not."""
    text = " ".join((*PROSE[:2], "The pre- and post-war cranes, well- or ill-built, are long-lost.", PROSE[3])) * 3
    assert unwrap(wrapped(text, width, hyphens=hyphens), nothing).text == text


def test_long_words_cut() -> None:
    address = "https://crane.example/" + "/".join(f"mirror{k}" for k in range(20))
    text = f"{TEXT}\nSee {address} for more of it. {PROSE[0]}"
    assert unwrap(wrapped(text, 72, cut=True), nothing).text == text
    assert unwrap(wrapped(text, 72), nothing).text == text


def test_a_blank_at_the_end_of_lines_that_go_on_tells_all() -> None:
    """RFC 3676: no place is in doubt, even if a full line ends with a sentence."""
    for width in (40, 60, 72, 76):
        flowed = "\n".join(" \n".join(wrapped(line, width).split("\n")) for line in TEXT.split("\n"))
        assert unwrap(flowed, nothing).text.replace("\n", " ") == TEXT.replace("\n", " ")
        assert unwrap(flowed, nothing).text.count("\n") == TEXT.count("\n")


def test_doubt_is_told() -> None:
    doubted = [restored for width in range(40, 90) if (restored := unwrap(wrapped(TEXT, width), nothing)).doubtful]
    assert doubted
    for restored in doubted:
        places = "1 place" if restored.doubtful == 1 else f"{restored.doubtful} places"
        place = f"unclear in {places} whether a paragraph ends"
        assert restored.notes == (f"was wrapped at {restored.width} columns: {place}",)


@for_each(
    ("lines", "parted"),
    [
        (["We study effi-", "ciency and scala-", "bility of it."], True),
        (["We study effi-", "ciency of low-", "latency nets."], False),
        (["We study client-", "side caches and multi-", "agent systems."], False),
        (["Of Zhon-", "ghao and Ot-", "mar: 5-", "fold, through-", "put"], False),
        (["We study effi-", "ciency and scala-", "bility of it.", *["low-", "latency"] * 18], True),
        (["We study effi-", "ciency and scala-", "bility of it.", *["low-", "latency"] * 19], False),
        (["We study effi-", "ciency and scala-", "bility of it.", *["Here it ends."] * 398], True),
        (["We study effi-", "ciency and scala-", "bility of it.", *["Here it ends."] * 399], False),
    ],
)  # fmt: skip
def test_words_parted_by_hyphens_are_not_joined(lines: list[str], parted: bool) -> None:
    """Of an author's name nobody knows whether the hyphen at a line's end is its own."""
    problem = "wrapped with words parted by hyphens" if parted else None
    assert unwrap("\n".join(lines), nothing).problem == problem


def test_wrapped_twice() -> None:
    text = "\n".join(f"{line[k:]} And so on, {k} times." for k in range(9) for line in PROSE)
    restored = unwrap(wrapped(wrapped(text, 80), 60), nothing)
    assert (restored.times, restored.problem) == (2, None)
    assert restored.text.replace("\n", " ") == text.replace("\n", " ")
    assert max(map(len, restored.text.split("\n"))) > 120


def test_uneven_and_cut_lines_are_refused() -> None:
    words = " ".join(PROSE * 3).split(" ")
    uneven = "\n".join(" ".join(words[k : k + 9 + k % 4]) for k in range(0, len(words), 12))
    with pytest.raises(Refused, match="at uneven widths"):
        unwrap(uneven, nothing).checked()
    assert unwrap(uneven, nothing).checked(uneven=True).text == uneven
    prose = " ".join(PROSE)
    with pytest.raises(Refused, match="wrapped at 40 columns, in the middle of words"):
        unwrap("\n".join(prose[k : k + 40] for k in range(0, len(prose), 40)), nothing).checked(uneven=True)


def test_marks_part_lines() -> None:
    """Nothing is joined to a complete line, nor to a line that begins something."""
    text = wrapped(TEXT, 60)
    lines = text.split("\n")
    assert lines[2] not in unwrap(text, nothing).text.split("\n")
    assert lines[2] in unwrap(text, lambda lines: {2: "alone"}).text.split("\n")
    unwrapped = unwrap(text, lambda lines: {2: "begins"}).text.split("\n")
    assert unwrapped[1].startswith(lines[2])


def test_open_ends() -> None:
    """In a pair either one line end is certain, or all are open; hanging indents leave none open."""
    title, names = "The Cranes of " + "Very " * 20 + "Old Yards", "Ada Writer, " * 10 + "Bo Other"
    text = wrapped(f"{title}\n{names}\n\n{TEXT}\n\n{TEXT}", 60)
    certain = unwrap(text, lambda lines: {0: "pair"}).text.split("\n")
    assert [line.replace(OPEN, " ") for line in certain[:2]] == [title, names]
    assert OPEN in certain[0]
    full = unwrap(text.replace("Yards", "Yards " + "x" * 52), lambda lines: {0: "pair"}).text.split("\n")
    assert OPEN + "Ada" in full[0]
    hanging = wrapped(f"{title}\n{names}\n\n{TEXT}\n\n{TEXT}", 60, hang=2)
    assert unwrap(hanging, lambda lines: {0: "pair"}).text.split("\n")[:2] == [title, names]
