"""Plain text, for all readers: decoding, white space, paragraphs, dates."""

# Restores the lines of a text that mail, an editor, a terminal or the clipboard wrapped, quoted or indented.
#
# Wrapped text can be recognised: nearly every line that another follows is so long that the next line's first word did
# not fit on it. Where that word would have fit, the line had already ended there. Where it would not, the line was
# either
# broken or ended there: a hanging indent or a space at the line's end (RFC 3676) decides, else the reader's
# knowledge of
# its format: which lines begin a field, and how many fields they hold. What remains undecided is marked with `OPEN`,
# for
# the reader to resolve or refuse.
#

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from itertools import accumulate, count, pairwise
from typing import Literal

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


OPEN = "\u2028"
"""Marks, in a restored text, a line break (treated like a space) that may or may not have been in the original."""

Kind = Literal["begins", "alone", "pair", "open"]
"""begins: the line starts something new; alone: the line is complete; pair: the line starts two fields, which reach to
the next such line or blank line; open: the line starts an unknown number of fields."""
Marks = Callable[[Sequence[str]], Mapping[int, Kind]]
"""A format's function: stripped lines -> the kinds of those it recognises, by line number."""

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
"""The end of a line that may be the last of its paragraph."""
_SUSPENDED = ("and", "or", "to")  # "fault- and delay-tolerant" is not a broken word
_UNEVEN = "wrapped at uneven widths: cannot tell where paragraphs end"
AGAIN = "copy it again without line wrapping"
_MOST = 0.9  # share of a text's lines that counts as all of them: a signature or a first line may differ
_OFTEN = 0.2  # share of continued lines from which an indent is no coincidence
_MOST_TIMES = 3
_MOST_QUOTED = 10  # quotations within quotations
_WIDEST = 2_000  # columns; wider lines are not wrapped
_BROKEN = 0.15  # share of full lines that must break a sentence or a list: else all of them may just end there
_SURE = 2  # lines that suffice if they break sentences: a single one may be a page's menu
_FEWEST = 3  # broken lines from which a text counts as wrapped
_PIECES = 8  # lines from which a text can count as double-spaced


@dataclass(frozen=True, slots=True)
class Restored:
    """A text with its lines restored."""

    text: str
    width: int | None = None  # the column of the first wrapping undone; None: the text was not wrapped
    times: int = 0  # how many times it was wrapped
    doubtful: int = 0  # lines joined although they end like a paragraph
    problem: str | None = None  # why the lines cannot be restored; None: they are

    def checked(self, *, uneven: bool = False) -> Restored:
        """This text itself. Raises Refused where it could not be restored.

        uneven: accept uneven widths, as in a mail whose lines were wrapped a second time.
        """
        if self.problem and not (uneven and self.problem == _UNEVEN):
            raise Refused(self.problem, hint=AGAIN)
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the user about the restored text."""
        if not self.doubtful:
            return ()
        places = "1 place" if self.doubtful == 1 else f"{self.doubtful:,} places"
        return (f"was wrapped at {self.width} columns: unclear in {places} whether a paragraph ends",)


@dataclass(frozen=True, slots=True)
class _Wrapping:
    """How a text was wrapped."""

    width: int  # columns; almost no line that contains a space is longer
    hangs: frozenset[int]  # the indents of continuation lines
    only_hangs: bool  # whether only continuation lines have such an indent
    flowed: bool  # whether lines that continue end in a space, and no others do
    hyphens: bool  # whether words were broken after their hyphens
    cut: bool  # whether words longer than the width were cut


def unwrap(text: str, marks: Marks) -> Restored:
    """Restore the lines of a text: remove quote marks (">") and a common indent, and undo wrapping, even repeated."""
    lines = _single_spaced(_dedented(_unquoted(_lines(text))))
    restored = Restored("\n".join(map(str.rstrip, lines)))
    for times in range(1, _MOST_TIMES + 1):
        kinds = marks([line.strip() for line in lines])
        wrapping = _wrapping(lines, kinds, once=times == 1)
        if wrapping is None:
            return replace(restored, problem=_UNEVEN) if _is_ragged(lines, kinds) else restored
        if times == 1 and _is_cut_everywhere(lines, kinds, wrapping.width):
            return replace(
                restored, width=wrapping.width, problem=f"wrapped at {wrapping.width} columns, in the middle of words"
            )
        even = not _is_uneven(lines, kinds, wrapping, most=1 if times == 1 else 0)
        lines, doubtful = _joined(lines, kinds, wrapping)
        restored = Restored(
            "\n".join(lines), wrapping.width, times, restored.doubtful + doubtful, None if even else _UNEVEN
        )
    return restored


def _lines(text: str) -> list[str]:
    """The lines of a text, with any line ending, and every kind of space as " "; spaces at a line's end are kept."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = _OTHER_ENDS.sub(" " if "\n" in text.strip() else "\n", text)
    return [line.expandtabs() for line in text.translate(_BLANKS).split("\n")]


def _unquoted(lines: list[str]) -> list[str]:
    """The lines of a mail's quotation without their quote marks, and without the text above and below it."""
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
    """The lines without their common indent; the first line, where copying began, may lack it."""
    words = [line for line in lines if line.strip()]
    margin = min(map(_indent, words[1:]), default=0)
    return [line[min(margin, _indent(line)) :] for line in lines] if margin else lines


def _single_spaced(lines: list[str]) -> list[str]:
    """The lines of a double-spaced text without the blank line after each; other texts unchanged."""
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
    """The numbers of lines that may continue on the next: neither is empty, and no mark separates them."""
    places = [k for k, line in enumerate(lines) if line and not line.isspace()]
    for k, after in pairwise(places):
        if after == k + 1 and marks.get(k) != "alone" and after not in marks:
            yield k


def _needed(lines: Sequence[str], k: int) -> int:
    """The length of a line together with the next line's first word."""
    return len(lines[k].rstrip()) + 1 + len(lines[k + 1].split(maxsplit=1)[0])


def _wrapping(lines: Sequence[str], marks: Mapping[int, Kind], *, once: bool) -> _Wrapping | None:
    """How a text was wrapped; None if it was not. once: no wrapping of this text has been undone yet."""
    places = list(_breaks(lines, marks))
    width = _width(lines, places, fewest=_SURE if once else _FEWEST)
    if width is None:
        return None
    full = [k for k in places if _is_full(lines, k, width)]
    ended = [k for k in places if _needed(lines, k) <= width]
    hangs, only_hangs = _hangs(lines, full)
    going_on = [k for k in full if _indent(lines[k + 1]) in hangs]
    trailing = sum(lines[k].endswith(" ") for k in going_on)
    return _Wrapping(
        width=width,
        hangs=hangs,
        only_hangs=only_hangs,
        flowed=trailing >= _MOST * len(going_on) and sum(lines[k].endswith(" ") for k in ended) <= len(ended) / 20,
        hyphens=_has_broken_at_hyphens(lines, going_on, width),
        cut=all(len(line.rstrip()) <= width for line in lines),
    )


def _is_full(lines: Sequence[str], k: int, width: int) -> bool:
    """Whether a line had no room for the next line's first word; a word longer than the width has its own line."""
    line = lines[k].strip()
    return width < _needed(lines, k) and (len(lines[k].rstrip()) <= width or " " not in line)


def _width(lines: Sequence[str], places: Sequence[int], *, fewest: int) -> int | None:
    """The width that explains most breaks: the line fits into it, but not together with the next line's first word.

    fewest: how many such breaks suffice if some are within a sentence.
    """
    lengths = [len(line.rstrip()) for line in lines if " " in line.strip()]
    number = Counter(lengths)
    most = min(max(lengths, default=0), _WIDEST)
    explained = [0] * (most + 2)
    for k in {lines[k]: k for k in places}.values():  # a repeated line counts once
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
    # Abstracts of similar length, one per line, look wrapped but end like sentences.
    if broken < len(full) * _BROKEN and (score < len(places) / 3 or ended > len(full) / 2):
        return None
    sure = sum(_reads_on(lines, k) for k in full) >= _SURE
    return width if score >= (fewest if sure else max(_FEWEST, len(places) / 10)) else None


def _reads_on(lines: Sequence[str], k: int) -> bool:
    """Whether the break after a line is within a sentence."""
    line, after = lines[k].rstrip(), lines[k + 1].strip()
    return after[0].islower() and (" " in after or after[-1] in ".,;:") and (line[-1].isalnum() or line[-1] == ",")


def _hangs(lines: Sequence[str], full: Sequence[int]) -> tuple[frozenset[int], bool]:
    """The indents of continuation lines, and whether no other lines have them."""
    after = Counter(_indent(lines[k + 1]) for k in full)
    every = Counter(_indent(line) for line in lines if line.strip())
    for indent, number in after.most_common():
        if indent and number >= max(_FEWEST, every[indent] * 0.95):
            return frozenset((indent,)), True
    return frozenset(indent for indent, number in after.items() if number >= _OFTEN * len(full)), False


def _has_broken_at_hyphens(lines: Sequence[str], places: Sequence[int], width: int) -> bool:
    """Whether words were broken after hyphens: more lines end in one than had room for the first part of a word."""
    parts = [(k, part) for k in places if (part := _PART.match(lines[k + 1].lstrip()))]
    low = sum(len(lines[k].rstrip()) + 1 + len(part[0]) <= width for k, part in parts)
    return sum(_WORD_CUT.search(lines[k].rstrip()) is not None for k in places) > low


def _is_cut_everywhere(lines: Sequence[str], marks: Mapping[int, Kind], width: int) -> bool:
    """Whether most continued lines, not just one in seven or so, have the full width: they were cut within words."""
    full = [len(lines[k]) == width for k in _breaks(lines, marks) if _is_full(lines, k, width)]
    return len(full) > _FEWEST and sum(full) > len(full) / 2


def _is_uneven(lines: Sequence[str], marks: Mapping[int, Kind], wrapping: _Wrapping, *, most: int) -> bool:
    """Whether too many lines continue despite room for the next line's first word: over `most`, and one in twenty."""
    places = list(_breaks(lines, marks))
    early = [k for k in places if not _is_full(lines, k, wrapping.width) and _reads_on(lines, k)]
    return len(early) > max(most, most * len(places) / 20)


def _is_ragged(lines: Sequence[str], marks: Mapping[int, Kind]) -> bool:
    """Whether many lines (one in four, and more than a few) continue although no width explains it."""
    early = [_reads_on(lines, k) for k in _breaks(lines, marks)]
    return sum(early) > max(5, len(early) / 4)


def _goes_on(lines: Sequence[str], k: int, wrapping: _Wrapping) -> bool | None:
    """Whether a line continues on the next; None if undecided."""
    if wrapping.flowed:
        return lines[k].endswith(" ") or _is_cut_word(lines, k, wrapping)
    if not _is_full(lines, k, wrapping.width):
        return False
    if _indent(lines[k + 1]) not in wrapping.hangs:
        return False
    cut = wrapping.hyphens and _WORD_CUT.search(lines[k].rstrip()) is not None
    return True if wrapping.only_hangs or cut else None


def _is_cut_word(lines: Sequence[str], k: int, wrapping: _Wrapping) -> bool:
    """Whether the line ends within a word that is longer than the width."""
    line, after = lines[k].rstrip(), lines[k + 1].split(maxsplit=1)[0]
    return wrapping.cut and len(line) == wrapping.width and len(line.split()[-1]) + len(after) > wrapping.width


def _seam(lines: Sequence[str], k: int, wrapping: _Wrapping) -> str:
    """The text between a line and its continuation before it was wrapped."""
    line, after = lines[k].rstrip(), lines[k + 1].lstrip()
    if wrapping.hyphens and _WORD_CUT.search(line):
        return " " if after.split(maxsplit=1)[0] in _SUSPENDED else ""
    if wrapping.hyphens and (_DASH_END.search(line) or _DASH.match(after)):
        return ""
    return "" if _is_cut_word(lines, k, wrapping) else " "


def _joined(lines: Sequence[str], marks: Mapping[int, Kind], wrapping: _Wrapping) -> tuple[list[str], int]:
    """The lines with wrapped ones joined, and the number of those joined although they end like a paragraph."""
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
    """The lines from k on whose end is undecided; for a pair with more than one definite line end, those too."""
    end = next(n for n in count(k) if n not in places)
    ended = [n for n in range(k, end) if goes_on[n] is False]
    return frozenset(n for n in range(k, end) if goes_on[n] is None or (pair and len(ended) > 1 and n in ended))


_MHTML = re.compile(r"\s*From: <?Saved by ", re.IGNORECASE)


def is_mhtml(text: str) -> bool:
    """Whether a document that begins with `text` is a page saved as MHTML.

    That is one file in e-mail format: Chrome's "single file", Edge's, Internet Explorer's.
    """
    return _MHTML.match(text) is not None


def page_of(data: bytes) -> bytes:
    """The HTML of the page: the first part of that type. Raises Refused if there is none."""
    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content.strip():
                return content
    raise Refused("saved page (MHTML) without an HTML part", hint="save the page again")
