"""Restoring lines: wrapping, indents, quoting and double spacing are undone; other texts stay unchanged."""

import textwrap
from collections.abc import Sequence

import pytest
from daybook.errors import Refused
from daybook.sources.plain_text import OPEN, Kind, unwrap

from tests.cases import for_each

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
