"""Received text, for all readers: decoding, white space, paragraphs, dates, and lines that a program wrapped.

`unwrap` restores what mail, editors, terminals and the clipboard wrapped, quoted or indented. Nearly every line of a
wrapped text that another follows is so long that the next line's first word did not fit on it. Where that word would
have fit, the line had already ended there. Where it would not, the line was either broken or ended there: a hanging
indent or a space at the line's end (RFC 3676) decides, else the reader's knowledge of its format: which lines begin a
field, and how many fields they hold. What remains undecided is marked with `OPEN`, for the reader to resolve or refuse.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from functools import cached_property
from itertools import accumulate, count, pairwise
from typing import Literal, NamedTuple

from daybook.errors import Refused
from daybook.sources import furniture, intake
from daybook.text.language import MONTHS, WEEKDAYS
from daybook.text.vocabulary import UNKNOWN, rarity

ONE_EACH = "save each to its own file"  # the hint for a file that contains several documents
HEAD_BYTES = 65_536  # how much of a document is read to recognise its format

_MHTML = re.compile(r"\s*From: <?Saved by ", re.IGNORECASE)
# Characters that Windows-1252 has and Latin-1 lacks -> their bytes.
_WINDOWS_BYTES = {ord(s): byte for byte in range(128, 160) if (s := bytes([byte]).decode("windows-1252", "ignore"))}
_OF_NEITHER = re.compile(rf"[^\x00-\xff{''.join(map(chr, _WINDOWS_BYTES))}]")
# A paragraph starts after a blank line, or at a line indented by at least two spaces (arXiv's stored abstracts).
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*|\n(?=[ \t]{2,}\S)")
_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_DATE = re.compile(r"(?P<day>\d{1,2})\s+(?P<month>[A-Za-z]{3,9})\.?\s+(?P<year>\d{2,4})")
_DATE_US = re.compile(r"(?P<month>[A-Za-z]{3,9})\.?\s+(?P<day>\d{1,2}),\s+(?P<year>\d{4})")
_DATE_ISO = re.compile(r"\s*(\d{4}-\d\d-\d\d)")
_WEEKDAYS = tuple(name[:3].lower() for name in WEEKDAYS)
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]*,?\s+{_DATE.pattern}", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
# OAI-PMH (source type I), abstract pages and mails mark a withdrawn version; feeds, listings and the API do not.
_WITHDRAWN = re.compile(
    r"^\W*(?:withdrawn\b|(?:th(?:is|e)|our) (?:paper|article|submission|manuscript|preprint|work|version|report|note)s?"
    r" (?:has been|have been|is|was|have|has)(?: temporarily| now)? withdrawn)"
    r"|\b(?:paper|article|submission|manuscript|preprint) (?:has been|is|was)(?: temporarily| now)? withdrawn\b"
    r"|\bwithdrawn by (?:the )?(?:author|submitter|arXiv)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Head:
    """The first bytes of a document (up to HEAD_BYTES), to recognise its format by."""

    data: bytes
    text: str  # the same bytes decoded as UTF-8, invalid ones replaced


def decode(data: bytes) -> str:
    """Decode a document that declares no encoding: UTF-8, or UTF-16 with a byte order mark. Raises Refused."""
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}" if error.start < len(data) else "end of file"
        problem = f"not valid UTF-8 (unexpected {byte})"
        raise Refused(problem, location=f"line {line}", hint="save it as UTF-8") from None
    if not text.isascii() and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        # A program may have read UTF-8 as Windows-1252 and saved the result as UTF-8. Undone only if the whole text
        # decodes that way: the non-ASCII characters of an intact text, taken as bytes, are hardly ever valid UTF-8.
        for _ in range(2):  # sometimes twice
            if _OF_NEITHER.search(text):
                break
            try:
                text = text.translate(_WINDOWS_BYTES).encode("latin-1").decode("utf-8-sig")
            except UnicodeError:
                break
    return lines_of(text)


def lines_of(text: str) -> str:
    """`text` as `intake.words` gives it, "\\n" its only line ending. Raises Refused where it contains NUL bytes."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problem = "the file is damaged: it contains NUL bytes"
        raise Refused(problem, location=f"line {line}", hint="fetch or save it again")
    return intake.words(text).replace("\r\n", "\n").replace("\r", "\n")


def is_mhtml(text: str) -> bool:
    """Whether a document that begins with `text` is a page saved as MHTML, one file in e-mail format: Chrome's "single
    file", Edge's, Internet Explorer's."""
    return _MHTML.match(text) is not None


def page_of(data: bytes) -> bytes:
    """The HTML of a page saved as MHTML: the first part of that type. Raises Refused if there is none."""
    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content.strip():
                return content
    raise Refused("saved page (MHTML) without an HTML part", hint="save the page again")


def one_line(text: str) -> str:
    """`text` with each run of white space folded to one space, and none at its ends."""
    return " ".join(text.split())


def optional(text: str | None) -> str | None:
    """`text` on one line; None where it is missing or blank."""
    return one_line(text or "") or None


def paragraphs(text: str) -> str:
    """`text` with each paragraph on one line and a blank line between paragraphs."""
    return "\n\n".join(filter(None, map(one_line, _PARAGRAPH.split(text))))


def parse_day(text: str) -> dt.date | None:
    """The first date in `text` in one of arXiv's forms: "Tuesday, 3 March 2026", "Fri, 1 Feb 19", "May 14, 2026"."""
    for match in (_DATE.search(text), _DATE_US.search(text)):
        month = _MONTHS.get(match["month"][:3].lower()) if match else None
        if match and month:
            year = int(match["year"])
            # Old listings and mails write "1 Feb 19"; arXiv begins in 1991.
            year += 0 if year > 99 else (1900 if year > 90 else 2000)
            try:
                return dt.date(year, month, int(match["day"]))
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


def parse_time(text: str | None) -> dt.datetime | None:
    """A timestamp in ISO 8601 or e-mail format, in UTC (assumed where it has no zone); None for anything else."""
    text = (text or "").strip()
    try:
        when = dt.datetime.fromisoformat(text) if re.match(r"\d{4}-", text) else parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    when = when.replace(tzinfo=dt.UTC) if when.tzinfo is None else when.astimezone(dt.UTC)
    return when.replace(microsecond=0)


def parse_count(text: str | None) -> int | None:
    """A count of at most nine digits; None for anything else."""
    return int(text) if text and _COUNT.fullmatch(text) else None


def parse_number(digits: str) -> int:
    """A count as pages print it: "1,300"."""
    return int(digits.replace(",", ""))


def says_withdrawn(*texts: str | None) -> bool:
    """Whether a comment or an abstract states that its own paper was withdrawn."""
    return any(text and "withdrawn" in text.lower() and _WITHDRAWN.search(text) for text in texts)


OPEN = "\u2028"
"""Marks, in a restored text, a line break (treated like a space) that may or may not have been in the original."""
Kind = Literal["begins", "alone", "pair", "open"]
"""begins: the line starts something new; alone: the line is complete; pair: the line starts two fields, which reach to
the next such line or blank line; open: the line starts an unknown number of fields."""
Marks = Callable[[Sequence[str]], Mapping[int, Kind]]
"""A format's function: stripped lines -> the kinds of those it recognises, by line number."""
SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*$")  # the end of a line that may be the last of its paragraph
AGAIN = "copy it again without line wrapping"

_OTHER_ENDS = re.compile("[\x85\u2028\u2029]")
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\x0b": " ", "\x0c": " "})
_WORD_CUT = re.compile(r"\w[-\u2010]$")
_PARTED = re.compile(r"(?<![\w-])([^\W\d_]+)[-\u2010]\n([^\W\d_]+)(?![\w-])")
_WORD = re.compile(r"[^\W\d_]+")
_PART = re.compile(r"[^\W\d_]{2,}[-\u2010](?=[^\W\d_]{2})")
_DASH = re.compile(r"-{2,}(?=\w)")
_DASH_END = re.compile(r"\w-{2,}$")
_SUSPENDED = ("and", "or", "to")  # "fault- and delay-tolerant" is not a broken word
_UNEVEN = "wrapped at uneven widths: cannot tell where paragraphs end"
_MOST = 0.9  # share of a text's lines that counts as all of them: a signature or a first line may differ
_OFTEN = 0.2  # share of continued lines from which an indent is no coincidence
_MOST_TIMES = 3
_WIDEST = 2_000  # columns; wider lines are not wrapped
_BROKEN = 0.15  # share of full lines that must break a sentence or a list: else all of them may just end there
_PARTED_SHARE, _PARTED_LINES = 0.1, 0.005  # of hyphens at ends of lines, of lines: fewer may be own ("sta-bility")
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
    left: tuple[str, ...] = ()  # lines that are no words of the text, as furniture.py finds them

    def checked(self, *, uneven: bool = False) -> Restored:
        """This text itself. Raises Refused where it could not be restored. uneven: accept uneven widths, as in a mail
        whose lines were wrapped a second time."""
        if self.problem and not (uneven and self.problem == _UNEVEN):
            raise Refused(self.problem, hint=AGAIN)
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        around = furniture.named(self.left)
        if not self.doubtful:
            return around
        places = "1 place" if self.doubtful == 1 else f"{self.doubtful:,} places"
        return (*around, f"was wrapped at {self.width} columns: unclear in {places} whether a paragraph ends")


def unwrap(text: str, marks: Marks) -> Restored:
    """Restore the lines of a text: remove what stands around it, quote marks (">") and a common indent, and undo
    wrapping, even repeated."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _OTHER_ENDS.sub(" " if "\n" in text.strip() else "\n", text)
    lines, left = furniture.without(text.split("\n"), marks)
    lines = [line.expandtabs() for line in "\n".join(lines).translate(_BLANKS).split("\n")]
    # The margin of all lines but the first, where copying began.
    margin = min(map(_indent, [line for line in lines if line.strip()][1:]), default=0)
    lines = _single_spaced([line[min(margin, _indent(line)) :] for line in lines] if margin else lines)
    restored = Restored("\n".join(map(str.rstrip, lines)), left=left)
    if _parts_words("\n".join(map(str.strip, lines))):
        return replace(restored, problem="wrapped with words parted by hyphens")
    for times in range(1, _MOST_TIMES + 1):
        received = _Lines(lines, marks([line.strip() for line in lines]))
        breaks = received.breaks
        wrapping = received.wrapping(once=times == 1)
        if wrapping is None:  # many lines (one in four, and more than a few) may go on although no width explains it
            ragged = sum(map(received.reads_on, breaks)) > max(5, len(breaks) / 4)
            return replace(restored, problem=_UNEVEN) if ragged else restored
        width = wrapping.width
        full = [len(lines[k]) == width for k in breaks if received.is_full(k, width)]
        if times == 1 and len(full) > _FEWEST and sum(full) > len(full) / 2:  # most, not just one in seven or so
            return replace(restored, width=width, problem=f"wrapped at {width} columns, in the middle of words")
        # Few lines go on despite room for the next line's first word: one, or one in twenty; later none.
        early = sum(not received.is_full(k, width) and received.reads_on(k) for k in breaks)
        uneven = None if early <= (max(1, len(breaks) / 20) if times == 1 else 0) else _UNEVEN
        lines, doubtful = received.joined(wrapping)
        restored = Restored("\n".join(lines), wrapping.width, times, restored.doubtful + doubtful, uneven, left)
    return restored


def _parts_words(text: str) -> bool:
    """Whether hyphens at the ends of lines part words that have none: which of a text's hyphens are its own, in a name,
    say, nobody knows then."""
    seams = [(part[1], part[2]) for part in _PARTED.finditer(text)]
    if len(seams) < _SURE:
        return False
    written = set(_WORD.findall(_PARTED.sub(" ", text)))

    def known(word: str) -> bool:
        return word in written or rarity(word.lower()) < UNKNOWN

    parted = sum(known(a + b) and not (known(a) and known(b)) for a, b in seams)
    return parted >= max(_SURE, len(seams) * _PARTED_SHARE, text.count("\n") * _PARTED_LINES)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


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


class _Wrapping(NamedTuple):
    width: int  # columns; almost no line that contains a space is longer
    hangs: frozenset[int]  # the indents of continuation lines
    only_hangs: bool  # whether only continuation lines have such an indent
    flowed: bool  # whether lines that continue end in a space, and no others do
    hyphens: bool  # whether words were broken after their hyphens
    cut: bool  # whether words longer than the width were cut


@dataclass
class _Lines:
    lines: list[str]
    marks: Mapping[int, Kind]

    @cached_property
    def breaks(self) -> list[int]:
        """The numbers of lines that may continue on the next: neither is empty, and no mark separates them."""
        places = [k for k, line in enumerate(self.lines) if line and not line.isspace()]
        return [
            k for k, after in pairwise(places)
            if after == k + 1 and self.marks.get(k) != "alone" and after not in self.marks
        ]  # fmt: skip

    def needed(self, k: int) -> int:
        return len(self.lines[k].rstrip()) + 1 + len(self.lines[k + 1].split(maxsplit=1)[0])

    def is_full(self, k: int, width: int) -> bool:
        """Whether a line had no room for the next line's first word; a word longer than the width has its own line."""
        line = self.lines[k]
        return width < self.needed(k) and (len(line.rstrip()) <= width or " " not in line.strip())

    def reads_on(self, k: int) -> bool:
        line, after = self.lines[k].rstrip(), self.lines[k + 1].strip()
        return after[0].islower() and (" " in after or after[-1] in ".,;:") and (line[-1].isalnum() or line[-1] == ",")

    def wrapping(self, *, once: bool) -> _Wrapping | None:
        """How the text was wrapped; None if it was not. once: no wrapping of it has been undone yet."""
        lines = self.lines
        width = self.width(fewest=_SURE if once else _FEWEST)
        if width is None:
            return None
        full = [k for k in self.breaks if self.is_full(k, width)]
        ended = [k for k in self.breaks if self.needed(k) <= width]
        hangs, only_hangs = self.hangs(full)
        going_on = [k for k in full if _indent(lines[k + 1]) in hangs]
        trailing = sum(lines[k].endswith(" ") for k in going_on)
        # Words were broken after hyphens if more lines end in one than had room for the first part of a word.
        parts = [(k, part) for k in going_on if (part := _PART.match(lines[k + 1].lstrip()))]
        low = sum(len(lines[k].rstrip()) + 1 + len(part[0]) <= width for k, part in parts)
        return _Wrapping(
            width=width,
            hangs=hangs,
            only_hangs=only_hangs,
            flowed=trailing >= _MOST * len(going_on) and sum(lines[k].endswith(" ") for k in ended) <= len(ended) / 20,
            hyphens=sum(_WORD_CUT.search(lines[k].rstrip()) is not None for k in going_on) > low,
            cut=all(len(line.rstrip()) <= width for line in lines),
        )

    def width(self, *, fewest: int) -> int | None:
        """The width that explains most breaks: the line fits into it, but not together with the next line's first word.
        fewest: how many such breaks suffice if some are within a sentence."""
        lines, places = self.lines, self.breaks
        lengths = [len(line.rstrip()) for line in lines if " " in line.strip()]
        number = Counter(lengths)
        most = min(max(lengths, default=0), _WIDEST)
        explained = [0] * (most + 2)
        for k in {lines[k]: k for k in places}.values():  # a repeated line counts once
            length, needed = len(lines[k].rstrip()), min(self.needed(k), most + 1)
            if length <= most:
                explained[length] += 1
                explained[needed] -= 1
        beyond = sum(length > most for length in lengths)
        longer = list(accumulate((number[length] for length in range(most, 0, -1)), initial=beyond))
        numbers = accumulate(explained[: most + 1])  # longer[n]: lines longer than most - n
        scored = [(explains - 3 * longer[most - width], width) for width, explains in enumerate(numbers)]
        score, width = max((pair for pair in scored if number[pair[1]]), default=(0, 0))
        full = [k for k in places if self.is_full(k, width)]
        broken = sum(self.reads_on(k) or lines[k].rstrip().endswith(",") for k in full)
        ended = sum(SENTENCE_END.search(lines[k].rstrip()) is not None for k in full)
        # Abstracts of similar length, one per line, look wrapped but end like sentences.
        if broken < len(full) * _BROKEN and (score < len(places) / 3 or ended > len(full) / 2):
            return None
        sure = sum(map(self.reads_on, full)) >= _SURE
        return width if score >= (fewest if sure else max(_FEWEST, len(places) / 10)) else None

    def hangs(self, full: Sequence[int]) -> tuple[frozenset[int], bool]:
        """The indents of continuation lines, and whether no other lines have them."""
        after = Counter(_indent(self.lines[k + 1]) for k in full)
        every = Counter(_indent(line) for line in self.lines if line.strip())
        for indent, number in after.most_common():
            if indent and number >= max(_FEWEST, every[indent] * 0.95):
                return frozenset((indent,)), True
        return frozenset(indent for indent, number in after.items() if number >= _OFTEN * len(full)), False

    def goes_on(self, k: int, wrapping: _Wrapping) -> bool | None:
        """Whether a line continues on the next; None if undecided."""
        if wrapping.flowed:
            return self.lines[k].endswith(" ") or self.is_cut_word(k, wrapping)
        if not self.is_full(k, wrapping.width) or _indent(self.lines[k + 1]) not in wrapping.hangs:
            return False
        cut = wrapping.hyphens and _WORD_CUT.search(self.lines[k].rstrip()) is not None
        return True if wrapping.only_hangs or cut else None

    def is_cut_word(self, k: int, wrapping: _Wrapping) -> bool:
        line, after = self.lines[k].rstrip(), self.lines[k + 1].split(maxsplit=1)[0]
        return wrapping.cut and len(line) == wrapping.width and len(line.split()[-1]) + len(after) > wrapping.width

    def seam(self, k: int, wrapping: _Wrapping) -> str:
        line, after = self.lines[k].rstrip(), self.lines[k + 1].lstrip()
        if wrapping.hyphens and _WORD_CUT.search(line):
            return " " if after.split(maxsplit=1)[0] in _SUSPENDED else ""
        if wrapping.hyphens and (_DASH_END.search(line) or _DASH.match(after)):
            return ""
        return "" if self.is_cut_word(k, wrapping) else " "

    def joined(self, wrapping: _Wrapping) -> tuple[list[str], int]:
        """The lines with wrapped ones joined, and the number of those joined although they end like a paragraph."""
        goes_on = {k: self.goes_on(k, wrapping) for k in self.breaks}
        text: list[str] = []
        opened: set[int] = set()
        doubtful = 0
        for k, line in enumerate(self.lines):
            if (kind := self.marks.get(k)) in ("pair", "open"):
                # From k on the lines whose end is undecided; of a pair with several definite line ends, those too.
                until = next(n for n in count(k) if n not in goes_on)
                ended = [n for n in range(k, until) if goes_on[n] is False]
                opened = {n for n in range(k, until) if goes_on[n] is None}
                opened.update(ended if kind == "pair" and len(ended) > 1 else ())
            seam = self.seam(k, wrapping) if goes_on.get(k, False) is not False else "\n"
            if k in opened:
                seam = OPEN
            elif goes_on.get(k, False) is None:
                doubtful += SENTENCE_END.search(line.rstrip()) is not None
            text += [line.strip() if text and text[-1] != "\n" else line.rstrip(), seam]
        return "".join(text[:-1]).split("\n"), doubtful
