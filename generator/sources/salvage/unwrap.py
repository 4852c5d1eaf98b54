"""The lines of a text as they were before mail, an editor, a terminal or the clipboard broke, quoted or indented them.

A text that was wrapped shows it: nearly each line that another follows is so long that the next one's first word did
not fit on it. Where that word did fit, the line had ended there before. Where it did not, the line may have been broken
or may have ended: an indent below the first line or a blank at the line's end (RFC 3676) tells, else what a reader
knows of its format: which lines begin a field, and how many fields stand there. What is left open stays visible as
`OPEN`, for the reader to decide or to refuse.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count, pairwise
from typing import Literal

from generator.errors import Refused

OPEN = "\u2028"
"""Stands in a restored text, as a blank does, where a line ended or was broken and nothing tells which."""

Kind = Literal["begins", "alone", "pair", "open"]
"""begins: nothing before this line belongs to it; alone: it is whole; pair: it begins two fields, up to the next such
line or blank line; open: it begins some, nobody knows how many."""
Marks = Callable[[Sequence[str]], Mapping[int, Kind]]
"""What a format knows of stripped lines, by their number."""

_OTHER_ENDS = re.compile("[\x85\u2028\u2029]")
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\x0b": " ", "\x0c": " "})
_QUOTE = re.compile(r"^ *> ?")
_TIGHT_QUOTE = re.compile(r"^ *>")
_WORD_QUOTED = re.compile(r"^ *>[^ >]")
_WORD_CUT = re.compile(r"\w[-\u2010]$")
_PART = re.compile(r"[^\W\d_]{2,}[-\u2010](?=[^\W\d_]{2})")
_DASH = re.compile(r"-{2,}(?=\w)")
_DASH_END = re.compile(r"\w-{2,}$")
SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*$")
"""How a line ends that may be a paragraph's last."""
_SUSPENDED = ("and", "or", "to")  # "fault- and delay-tolerant" was no broken word
_UNEVEN = "is wrapped at uneven widths: cannot tell where paragraphs end"
AGAIN = "copy it again without line wrapping"
_MOST = 0.9  # so great a part of a text's lines is taken for all of them: a signature or a first line may differ
_OFTEN = 0.2  # so many of the lines that go on have an indent that is no chance
_MOST_TIMES = 3
_MOST_QUOTED = 10  # quotations within quotations
_WIDEST = 2_000  # columns; wider lines are no wrapped ones
_BROKEN = 0.15  # so many of the lines that are full break a sentence or a list: not all of them just ended there
_SURE = 2  # lines that are enough where they break sentences: one may be a page's menu
_FEWEST = 3  # lines that must be broken before a text is taken for wrapped
_PIECES = 8  # lines of a text that is taken for double-spaced


@dataclass(frozen=True, slots=True)
class Restored:
    """A text with its lines restored."""

    text: str
    width: int | None = None  # the columns that it was wrapped at, first; None: it was not
    times: int = 0  # so many times it was wrapped
    doubtful: int = 0  # lines joined though they end as a paragraph does
    problem: str | None = None  # why it cannot be restored

    def checked(self, *, uneven: bool = False) -> Restored:
        """The same. Raises Refused where it could not be restored.

        uneven: it may be wrapped at uneven widths, as a mail is whose lines were wrapped once more.
        """
        if self.problem and not (uneven and self.problem == _UNEVEN):
            raise Refused(self.problem, hint=AGAIN)
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should hear of it."""
        if not self.doubtful:
            return ()
        places = "1 place" if self.doubtful == 1 else f"{self.doubtful:,} places"
        return (f"was wrapped at {self.width} columns: unclear in {places} whether a paragraph ends",)


@dataclass(frozen=True, slots=True)
class _Wrapping:
    """How a text was wrapped."""

    width: int  # no line with a blank in it is longer, but for a few
    hangs: frozenset[int]  # the indents of lines that go on from the one above
    tells: bool  # True where no others have such an indent
    flowed: bool  # True where a line that goes on ends in a blank, and no other does
    hyphens: bool  # True where words were broken behind their hyphens
    cut: bool  # True where words longer than the width were cut


def restore(text: str, marks: Marks) -> Restored:
    """A text as it was, line by line, without quotation marks and a common indent; wrapped twice, both undone."""
    lines = _single_spaced(_dedented(_unquoted(_lines(text))))
    restored = Restored("\n".join(map(str.rstrip, lines)))
    for times in range(1, _MOST_TIMES + 1):
        kinds = marks([line.strip() for line in lines])
        wrapping = _wrapping(lines, kinds, once=times == 1)
        if wrapping is None:
            return replace(restored, problem=_UNEVEN) if _is_ragged(lines, kinds) else restored
        if times == 1 and _is_cut_everywhere(lines, kinds, wrapping.width):
            return replace(
                restored, width=wrapping.width, problem=f"is wrapped at {wrapping.width} columns, within words"
            )
        even = not _is_uneven(lines, kinds, wrapping, most=1 if times == 1 else 0)
        lines, doubtful = _joined(lines, kinds, wrapping)
        restored = Restored(
            "\n".join(lines), wrapping.width, times, restored.doubtful + doubtful, None if even else _UNEVEN
        )
    return restored


def _lines(text: str) -> list[str]:
    """The lines of a text, whatever ends them, with blanks of one kind; those at a line's end are kept."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = _OTHER_ENDS.sub(" " if "\n" in text.strip() else "\n", text)
    return [line.expandtabs() for line in text.translate(_BLANKS).split("\n")]


def _unquoted(lines: list[str]) -> list[str]:
    """The lines without the marks of a quotation in mail; what stands above and below it is none of it."""
    for _ in range(_MOST_QUOTED):
        quoted = [k for k, line in enumerate(lines) if _QUOTE.match(line)]
        inner = lines[quoted[0] : quoted[-1] + 1] if quoted else []
        words = sum(bool(line.strip()) for line in inner)
        if len(quoted) < _MOST * words or words < sum(bool(line.strip()) for line in lines) / 2 or not inner:
            break
        mark = _TIGHT_QUOTE if any(map(_WORD_QUOTED.match, inner)) else _QUOTE
        lines = [mark.sub("", line) for line in inner]
    return lines


def _dedented(lines: list[str]) -> list[str]:
    """The lines without the indent that they share; the first, where copying began, may have lost it."""
    words = [line for line in lines if line.strip()]
    margin = min(map(_indent, words[1:]), default=0)
    return [line[min(margin, _indent(line)) :] for line in lines] if margin else lines


def _single_spaced(lines: list[str]) -> list[str]:
    """The lines without the blank one behind each, where each has one."""
    places = [k for k, line in enumerate(lines) if line.strip()]
    gaps = [after - before for before, after in pairwise(places)]
    if len(gaps) < _PIECES or any(gap % 2 for gap in gaps):
        return lines
    single = [lines[places[0]]]
    for place, gap in zip(places[1:], gaps, strict=True):
        single += [""] * (gap // 2 - 1) + [lines[place]]
    return single


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _breaks(lines: Sequence[str], marks: Mapping[int, Kind]) -> Iterator[int]:
    """The numbers of lines that may go on in the next: neither is empty, and no mark stands between them."""
    for k in range(len(lines) - 1):
        here, after = marks.get(k), marks.get(k + 1)
        if here != "alone" and after is None and lines[k].strip() and lines[k + 1].strip():
            yield k


def _needed(lines: Sequence[str], k: int) -> int:
    """How long a line would be with the first word of the next."""
    return len(lines[k].rstrip()) + 1 + len(lines[k + 1].split(maxsplit=1)[0])


def _wrapping(lines: Sequence[str], marks: Mapping[int, Kind], *, once: bool) -> _Wrapping | None:
    """How a text was wrapped; None: it was not. once: no wrapping of it has been undone yet."""
    places = list(_breaks(lines, marks))
    width = _width(lines, places, fewest=_SURE if once else _FEWEST)
    if width is None:
        return None
    full = [k for k in places if _is_full(lines, k, width)]
    ended = [k for k in places if _needed(lines, k) <= width]
    hangs, tells = _hangs(lines, full)
    going_on = [k for k in full if _indent(lines[k + 1]) in hangs]
    trailing = sum(lines[k].endswith(" ") for k in going_on)
    return _Wrapping(
        width=width,
        hangs=hangs,
        tells=tells,
        flowed=trailing >= _MOST * len(going_on) and sum(lines[k].endswith(" ") for k in ended) <= len(ended) / 20,
        hyphens=_has_broken_at_hyphens(lines, going_on, width),
        cut=all(len(line.rstrip()) <= width for line in lines),
    )


def _is_full(lines: Sequence[str], k: int, width: int) -> bool:
    """Whether a line had no room for the next one's first word; a word that is longer than the width stands alone."""
    line = lines[k].strip()
    return width < _needed(lines, k) and (len(lines[k].rstrip()) <= width or " " not in line)


def _width(lines: Sequence[str], places: Sequence[int], *, fewest: int) -> int | None:
    """The width that explains most breaks: the line is not longer, but would be with the next one's first word.

    fewest: so many are enough where some are within a sentence.
    """
    lengths = [len(line.rstrip()) for line in lines if " " in line.strip()]
    number = Counter(lengths)
    most = min(max(lengths, default=0), _WIDEST)
    explained = [0] * (most + 2)
    for k in {lines[k]: k for k in places}.values():  # a line that a page repeats tells nothing more
        length, needed = len(lines[k].rstrip()), min(_needed(lines, k), most + 1)
        if length <= most:
            explained[length] += 1
            explained[needed] -= 1
    beyond = sum(length > most for length in lengths)
    longer = list(accumulate((number[length] for length in range(most, 0, -1)), initial=beyond))
    numbers = accumulate(explained[: most + 1])  # longer[n]: lines longer than most - n
    scored = [(explains - 3 * longer[most - width], width) for width, explains in enumerate(numbers)]
    score, width = max((pair for pair in scored if number[pair[1]]), default=(0, 0))
    full = [k for k in places if _is_full(lines, k, width)]
    broken = sum(_reads_on(lines, k) or lines[k].rstrip().endswith(",") for k in full)
    ended = sum(SENTENCE_END.search(lines[k].rstrip()) is not None for k in full)
    # Abstracts of like lengths, a line each, look as if they were wrapped, but end as sentences do.
    if broken < len(full) * _BROKEN and (score < len(places) / 3 or ended > len(full) / 2):
        return None
    sure = sum(_reads_on(lines, k) for k in full) >= _SURE
    return width if score >= (fewest if sure else max(_FEWEST, len(places) / 10)) else None


def _reads_on(lines: Sequence[str], k: int) -> bool:
    """Whether a line ends and the next begins within a sentence."""
    line, after = lines[k].rstrip(), lines[k + 1].strip()
    return after[0].islower() and (" " in after or after[-1] in ".,;:") and (line[-1].isalnum() or line[-1] == ",")


def _hangs(lines: Sequence[str], full: Sequence[int]) -> tuple[frozenset[int], bool]:
    """The indents that lines have which go on from the one above; and whether no others have them."""
    after = Counter(_indent(lines[k + 1]) for k in full)
    every = Counter(_indent(line) for line in lines if line.strip())
    for indent, number in after.most_common():
        if indent and number >= max(_FEWEST, every[indent] * 0.95):
            return frozenset((indent,)), True
    return frozenset(indent for indent, number in after.items() if number >= _OFTEN * len(full)), False


def _has_broken_at_hyphens(lines: Sequence[str], places: Sequence[int], width: int) -> bool:
    """Whether words were broken behind a hyphen: more lines end so than could have taken the first part of a word."""
    parts = [(k, part) for k in places if (part := _PART.match(lines[k + 1].lstrip()))]
    low = sum(len(lines[k].rstrip()) + 1 + len(part[0]) <= width for k, part in parts)
    return sum(_WORD_CUT.search(lines[k].rstrip()) is not None for k in places) > low


def _is_cut_everywhere(lines: Sequence[str], marks: Mapping[int, Kind], width: int) -> bool:
    """Whether most lines that go on have the full width, not one in seven or so: they were cut within words."""
    full = [len(lines[k]) == width for k in _breaks(lines, marks) if _is_full(lines, k, width)]
    return len(full) > _FEWEST and sum(full) > len(full) / 2


def _is_uneven(lines: Sequence[str], marks: Mapping[int, Kind], wrapping: _Wrapping, *, most: int) -> bool:
    """Whether lines go on though they had room for the next one's first word: more than `most`, and one in twenty."""
    places = list(_breaks(lines, marks))
    early = [k for k in places if not _is_full(lines, k, wrapping.width) and _reads_on(lines, k)]
    return len(early) > max(most, most * len(places) / 20)


def _is_ragged(lines: Sequence[str], marks: Mapping[int, Kind]) -> bool:
    """Whether lines go on, one in four and not just a few, though no width explains it."""
    early = [_reads_on(lines, k) for k in _breaks(lines, marks)]
    return sum(early) > max(5, len(early) / 4)


def _goes_on(lines: Sequence[str], k: int, wrapping: _Wrapping) -> bool | None:
    """Whether a line goes on in the next; None: it may."""
    if wrapping.flowed:
        return lines[k].endswith(" ") or _is_cut_word(lines, k, wrapping)
    if not _is_full(lines, k, wrapping.width):
        return False
    if _indent(lines[k + 1]) not in wrapping.hangs:
        return False
    cut = wrapping.hyphens and _WORD_CUT.search(lines[k].rstrip()) is not None
    return True if wrapping.tells or cut else None


def _is_cut_word(lines: Sequence[str], k: int, wrapping: _Wrapping) -> bool:
    """Whether the line ends within a word that is longer than a line."""
    line, after = lines[k].rstrip(), lines[k + 1].split(maxsplit=1)[0]
    return wrapping.cut and len(line) == wrapping.width and len(line.split()[-1]) + len(after) > wrapping.width


def _seam(lines: Sequence[str], k: int, wrapping: _Wrapping) -> str:
    """What stood between a line and the next, where it goes on."""
    line, after = lines[k].rstrip(), lines[k + 1].lstrip()
    if wrapping.hyphens and _WORD_CUT.search(line):
        return " " if after.split(maxsplit=1)[0] in _SUSPENDED else ""
    if wrapping.hyphens and (_DASH_END.search(line) or _DASH.match(after)):
        return ""
    return "" if _is_cut_word(lines, k, wrapping) else " "


def _joined(lines: Sequence[str], marks: Mapping[int, Kind], wrapping: _Wrapping) -> tuple[list[str], int]:
    """The lines, those joined that were one; and how many were though they end as a paragraph does."""
    places = frozenset(_breaks(lines, marks))
    goes_on = {k: _goes_on(lines, k, wrapping) for k in places}
    text: list[str] = []
    opened: frozenset[int] = frozenset()
    doubtful = 0
    for k, line in enumerate(lines):
        if marks.get(k) in ("pair", "open"):
            opened = _opened(k, places, goes_on, pair=marks[k] == "pair")
        seam = _seam(lines, k, wrapping) if goes_on.get(k, False) is not False else "\n"
        if k in opened:
            seam = OPEN
        elif goes_on.get(k, False) is None:
            doubtful += SENTENCE_END.search(line.rstrip()) is not None
        text += [line.strip() if text and text[-1] != "\n" else line.rstrip(), seam]
    return "".join(text[:-1]).split("\n"), doubtful


def _opened(k: int, places: frozenset[int], goes_on: Mapping[int, bool | None], *, pair: bool) -> frozenset[int]:
    """The lines from k on whose end is open: those that may go on; of a pair all, where more than one line ended."""
    end = next(n for n in count(k) if n not in places)
    ended = [n for n in range(k, end) if goes_on[n] is False]
    return frozenset(n for n in range(k, end) if goes_on[n] is None or (pair and len(ended) > 1 and n in ended))
