"""The check of growth itself; and no regular expression takes longer than in proportion to its text."""

import re
import time

import pytest
from daybook.sources import author_list, listing_text_entry
from daybook.text import markup
from daybook.text.markup.tex import tokens

from tests.cases import for_each
from tests.tools import patterns, pieces
from tests.tools.growth import BY_THE_SQUARE, MOST, TIMES, in_proportion
from tests.tools.patterns import Use


def by_the_square(length: int) -> None:
    for _ in range(length):
        sum(range(length))


def test_work_in_proportion_passes() -> None:
    in_proportion(lambda length: sum(range(length)), 3_000_000)


def test_work_by_the_square_is_noticed() -> None:
    with pytest.raises(AssertionError):
        in_proportion(by_the_square, 2_000)


def test_work_by_the_square_may_be_allowed() -> None:
    in_proportion(by_the_square, 2_000, BY_THE_SQUARE)


_LONGEST = 4096  # characters of the longest texts
_SOON = 0.0005  # CPU seconds that a text of that length may take without more ado
_LATE = 0.02  # so long that no longer text needs to be tried
_ROUNDS = 4


@pytest.fixture(scope="module")
def uses() -> list[Use]:
    return list(patterns.uses())


@pytest.mark.trial
def test_every_pattern_is_linear(uses: list[Use]) -> None:
    """Texts that repeat any piece of a pattern's alphabet take at most a few times as long as they are longer."""
    slow = [f"{use.module}.{use.name} {use.pattern.pattern!r:.60}: {found}" for use in uses if (found := _slow(use))]
    assert not slow, "\n".join(slow)


def test_patterns_are_found(uses: list[Use]) -> None:
    """Those of globals, of classes, in collections and those written where they are used; how each is used."""
    assert len(uses) > 400
    inline = [use for use in uses if use.pattern.pattern == r"\d{1,9}"]
    assert not all(use.everywhere for use in inline)
    assert next(
        use for use in uses if (use.module, use.name) == ("daybook.sources.plain_text", "_PARAGRAPH")
    ).everywhere


@pytest.mark.trial
@for_each(
    "pattern",
    [
        r"\s+$", r"a*b", r"<a.*?b", r"(?:\d+(?:,\d+)*|x)+$", r"^(?:a|b|ab)+$", r"x\s*,?\s*y", r"([a-z]+\.?)+!",
        r"\b(?:one|two)[^,]*three", r"\w+@\w+", r"(?m)^\W*total",
    ],
)  # fmt: skip
def test_slow_patterns_are_noticed(pattern: str) -> None:
    """By the square, by the cube and by doubling."""
    assert _slow(Use("", "", re.compile(pattern)))


@for_each("pattern", [r"(?<!\s)\s++$", r"\d+|[a-z]+", r"(?:\d++(?:,\d++)*+|x)++", r"a{1,8}b"])
def test_linear_patterns_pass(pattern: str) -> None:
    """Possessive and bounded repetitions are no fault."""
    assert not _slow(Use("", "", re.compile(pattern)))


def _slow(use: Use) -> str:
    """A text that takes `use` more than in proportion, in words; "" where none is known."""
    sizes = _gently() if use.nested else [4**power for power in range(2, 7)]
    for before, piece, end in patterns.texts(use):
        most = _LONGEST // len(piece)
        for times in [*(size for size in sizes if size < most), most]:
            taken = _cpu(use, before + piece * times + end)
            last = times
            if taken > _LATE:
                break
        if taken > _SOON and not _in_proportion(use, before, piece, end, last):
            return f"{before!r} + {piece!r} * {last} + {end!r}"
    return ""


def _gently() -> list[int]:
    """Numbers that grow so slowly that work which doubles with each cannot leap from nothing to hours."""
    sizes = list(range(8, 40, 2))
    while sizes[-1] < _LONGEST:
        sizes.append(sizes[-1] * 5 // 4)
    return sizes


def _in_proportion(use: Use, before: str, piece: str, end: str, times: int) -> bool:
    for _ in range(_ROUNDS):
        less = min(_cpu(use, before + piece * (times // TIMES) + end) for _ in range(2))
        if _cpu(use, before + piece * times + end) <= MOST * less + _SOON / 3:
            return True
    return False


def _cpu(use: Use, text: str) -> float:
    begin = time.process_time()
    use.work(text)
    return time.process_time() - begin


def test_functions_take_time_in_proportion() -> None:
    """What received text goes through, of a few patterns of pieces."""
    texts = [
        pieces.repeated(pattern, 16_000) for pattern in (*pieces.patterns(1, 12), "http://_", "&--http://", "a.b!")
    ]
    for name in ("plain", "html", "search", "sentences", "links"):
        function = pieces.FUNCTIONS[name]
        in_proportion(lambda length, function=function: [function(text[:length]) for text in texts], 16_000)


def test_an_end_of_addresses_is_looked_at_once() -> None:
    """Each address of a long last line was read to the end of the line again."""
    read = pieces.FUNCTIONS["reader of pith"]
    in_proportion(lambda length: read(pieces.repeated("https://a.b!", length)), 64_000)


@for_each("field", ["title", "abstract", "comments"])
def test_a_text_is_read_once_for_all_that_ask_for_it(field: str) -> None:
    """The tokens of a title were read nine times for the card, the entry and the citations."""
    before = tokens.cache_info().misses
    pieces.FUNCTIONS[f"{field}'s card, index and citations"](f"A ''{field}'' that no other test has")
    assert tokens.cache_info().misses == before + 1


@for_each("sign", ["^", "_", "^ a", "_ a"])
def test_scripts_of_nothing_cost_nothing(sign: str) -> None:
    """Each of these signs was a token of its own: 0.15 CPU seconds."""
    assert pieces.taken(markup.plain, pieces.repeated(sign, pieces.LONG)) < 0.05


@pytest.mark.trial
def test_no_pattern_of_pieces_grows_fast() -> None:
    """Through all functions and readers; `python -m tests.tools.pieces` tries more."""
    suspects = ((name, pattern) for pattern in pieces.patterns(2, 120) for name in pieces.suspects(pattern))
    assert not [suspect for suspect in suspects if pieces.seconds(*suspect) >= pieces.MOST]


@pytest.mark.trial
@for_each(
    "pattern", ["http://_", "&--http://", "https://a.b!", "@$$http://a.b$", "http://a.b/)", "''a", '``a"', "\\(\\)"]
)
def test_long_fields_are_read_in_two_seconds(pattern: str) -> None:
    """Each of these took minutes, or may if something is searched for again."""
    text = pieces.repeated(pattern, pieces.LONG)
    assert not {name for name, function in pieces.FUNCTIONS.items() if pieces.taken(function, text) >= pieces.MOST}


@for_each("line", ["Ada One, Bo Two", "\\begin{,\\sqrt", "A, b,"])
def test_lines_of_names_are_read_in_proportion(line: str) -> None:
    """Where a wrapped title ends is asked of its first lines alone, whatever number of lines of authors follows."""

    def read(length: int) -> None:
        lines = ["A title of it", *[line] * length]
        words = author_list.Words.of("An abstract of words")
        listing_text_entry._first_author_line(lines, words)
        listing_text_entry._title_and_authors("\n".join(lines), "An abstract.", "entry 1", None, words)

    in_proportion(read, 300)
