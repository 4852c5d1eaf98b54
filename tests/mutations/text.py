"""What mail, editors, terminals and clipboards do to plain text: wrap it, indent it, quote it, space it otherwise.

bytes -> bytes; None where a document is no text, or the change would change nothing.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

_FEWEST = 3
"""Lines that a change must touch: a text with one or two of them broken shows nothing of it."""


def wrapped_at_60(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 60 columns, as narrow windows do."""
    return _lines(data, _wrap(60))


def wrapped_at_72(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 72 columns, as mail does."""
    return _lines(data, _wrap(72))


def wrapped_at_76(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 76 columns."""
    return _lines(data, _wrap(76))


def wrapped_at_80(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 80 columns, as terminals do."""
    return _lines(data, _wrap(80))


def wrapped_at_100(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 100 columns, as editors of code do."""
    return _lines(data, _wrap(100))


def wrapped_at_200(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 200 columns, as wide windows do."""
    return _lines(data, _wrap(200))


def wrapped_hanging_2(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, all but the first line of each indented by 2."""
    return _lines(data, _wrap(72, hang=2))


def wrapped_hanging_4(data: bytes) -> bytes | None:
    """Wrapped at 80 columns, all but the first line of each indented by 4."""
    return _lines(data, _wrap(80, hang=4))


def wrapped_hanging_10(data: bytes) -> bytes | None:
    """Wrapped at 76 columns, all but the first line of each indented by 10."""
    return _lines(data, _wrap(76, hang=10))


def wrapped_at_hyphens(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, words broken behind their hyphens too."""
    return _lines(data, _wrap(72, hyphens=True))


def wrapped_cutting_words(data: bytes) -> bytes | None:
    """Wrapped at 76 columns, longer words cut."""
    return _lines(data, _wrap(76, cut=True))


def flowed(data: bytes) -> bytes | None:
    """Wrapped at 72 columns with a blank where a line goes on, as mail of "format=flowed" is."""
    return _lines(data, lambda line: " \n".join(_wrap(72)(line)).split("\n"))


def folded(data: bytes) -> bytes | None:
    """Cut at 64 characters, wherever that is, as a terminal that copies its screen does."""
    return _lines(data, lambda line: [line[at : at + 64] for at in range(0, len(line), 64)] or [""])


def refilled(data: bytes) -> bytes | None:
    """All lines between blank ones run together and wrapped at 72 columns, as an editor fills paragraphs."""
    text = _text(data)
    if text is None or "\n\n" not in text or not re.search(r"arXiv:|click to expand", text):
        return None
    return "\n\n".join("\n".join(_wrap(72)(part)) for part in re.split(r"\n\s*\n", text)).encode()


def unwrapped(data: bytes) -> bytes | None:
    """Each paragraph of a mail on one line: lines joined that go on, those of a field and those of an abstract."""
    text = _text(data)
    if text is None or "\n\\\\\n" not in text:
        return None
    return re.sub(r"(?<=[^\n\\-])\n(?=[A-Za-z$(][^:\n]*[a-z][^:\n]*(?:\n|$))(?=[a-z])", " ", text).encode()


def wrapped_at_40(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 40 columns, as telephones do."""
    return _lines(data, _wrap(40))


def wrapped_at_120(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 120 columns."""
    return _lines(data, _wrap(120))


def wrapped_at_400(data: bytes) -> bytes | None:
    """Broken at blanks into lines of at most 400 columns."""
    return _lines(data, _wrap(400))


def wrapped_unevenly(data: bytes) -> bytes | None:
    """Broken at blanks into lines of 60 to 75 columns, as programs do that level them."""
    widths = (75, 68, 72, 61, 66, 74, 63, 70)

    def broken(line: str) -> list[str]:
        parts: list[str] = []
        while len(line) > 75:
            first = _wrap(widths[len(parts) % 8])(line)[0]
            parts.append(first)
            line = line[len(first) :].lstrip()
        return [*parts, line]

    return _lines(data, broken)


def wrapped_twice(data: bytes) -> bytes | None:
    """Wrapped at 80 columns, and that at 60 once more."""
    return _after(data, wrapped_at_80, wrapped_at_60)


def quoted_and_wrapped(data: bytes) -> bytes | None:
    """Quoted, then wrapped at 72 columns: only the first line of each keeps its mark."""
    return _after(data, quoted, wrapped_at_72)


def quoted_below_a_line(data: bytes) -> bytes | None:
    """Quoted below the line that says who wrote it."""
    text = quoted(data)
    return text and b"On Friday, somebody wrote:\n\n" + text


def wrapped_and_indented(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, then indented by 4."""
    return _after(data, wrapped_at_72, indented_by_4)


def wrapped_and_quoted(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, then quoted, as in an answer to a mail."""
    return _after(data, wrapped_at_72, quoted)


def wrapped_and_double_spaced(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, then a blank line behind each."""
    return _after(data, wrapped_at_72, double_spaced)


def wrapped_with_windows_ends(data: bytes) -> bytes | None:
    """Wrapped at 76 columns, with the line ends of Windows."""
    text = wrapped_at_76(data)
    return text and text.replace(b"\n", b"\r\n")


def wrapped_without_blank_lines(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, and no blank lines left."""
    return _after(data, wrapped_at_72, without_blank_lines)


def wrapped_without_indents(data: bytes) -> bytes | None:
    """Wrapped at 72 columns, and no line indented."""
    return _after(data, wrapped_at_72, without_indents)


def indented_by_2(data: bytes) -> bytes | None:
    """Each line indented by 2 blanks."""
    return _lines(data, lambda line: ["  " + line if line else line])


def indented_by_4(data: bytes) -> bytes | None:
    """Each line indented by 4 blanks, as code in Markdown is."""
    return _lines(data, lambda line: ["    " + line if line else line])


def indented_by_a_tab(data: bytes) -> bytes | None:
    """Each line indented by a tab."""
    return _lines(data, lambda line: ["\t" + line if line else line])


def without_indents(data: bytes) -> bytes | None:
    """No line indented any longer."""
    return _lines(data, lambda line: [line.lstrip()])


def quoted(data: bytes) -> bytes | None:
    """Each line quoted, as in an answer to a mail."""
    return _lines(data, lambda line: ["> " + line])


def quoted_tightly(data: bytes) -> bytes | None:
    """Each line quoted without a blank."""
    return _lines(data, lambda line: [">" + line])


def quoted_twice(data: bytes) -> bytes | None:
    """Each line quoted in a quotation."""
    return _lines(data, lambda line: ["> > " + line])


def next_line_ends(data: bytes) -> bytes | None:
    """Line ends of mainframes (NEL)."""
    return _ends(data, "\x85")


def line_separator_ends(data: bytes) -> bytes | None:
    """Unicode's line separator in place of line ends."""
    return _ends(data, "\u2028")


def paragraph_separator_ends(data: bytes) -> bytes | None:
    """Unicode's paragraph separator in place of line ends."""
    return _ends(data, "\u2029")


def no_break_spaces(data: bytes) -> bytes | None:
    """No-break spaces for blanks, as some pages copy."""
    return _lines(data, lambda line: [line.replace(" ", "\u00a0")])


def tabs(data: bytes) -> bytes | None:
    """Tabs for blanks at the beginning of lines and where two stand together."""
    return _lines(data, lambda line: [re.sub(r"^ +|  +", "\t", line)])


def double_spaced(data: bytes) -> bytes | None:
    """A blank line behind each line."""
    return _lines(data, lambda line: [line, ""])


def spaced_apart(data: bytes) -> bytes | None:
    """One blank line between all lines."""
    text = _text(data)
    return None if text is None else re.sub(r"\n+", "\n\n", text).encode()


def without_blank_lines(data: bytes) -> bytes | None:
    """No blank lines."""
    text = _text(data)
    return None if text is None else re.sub(r"\n(?:[ \t]*\n)+", "\n", text).encode()


def trailing_blanks(data: bytes) -> bytes | None:
    """Each line filled up with blanks to the next multiple of eight columns."""
    return _lines(data, lambda line: [line + " " * (8 - len(line) % 8)])


def _text(data: bytes) -> str | None:
    """A document as text with plain line ends; None where it is HTML, XML or JSON."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None
    return None if text.lstrip()[:1] in ("<", "{", "") or _is_mail_with_headers(text) else text


def _is_mail_with_headers(text: str) -> bool:
    """Whether a mail's own lines would break: they have a form of their own."""
    return re.match(r"(?:From |[A-Z][A-Za-z-]+: )", text) is not None


def _lines(data: bytes, change: Callable[[str], list[str]]) -> bytes | None:
    text = _text(data)
    if text is None:
        return None
    lines = text.split("\n")
    changed = [change(line) for line in lines]
    differing = sum([line] != parts for line, parts in zip(lines, changed, strict=True))
    return "\n".join(part for parts in changed for part in parts).encode() if differing >= _FEWEST else None


def _wrap(width: int, *, hang: int = 0, hyphens: bool = False, cut: bool = False) -> Callable[[str], list[str]]:
    wrapper = textwrap.TextWrapper(
        width=width, subsequent_indent=" " * hang, break_on_hyphens=hyphens, break_long_words=cut
    )
    return lambda line: wrapper.wrap(line) or [""]


def _ends(data: bytes, end: str) -> bytes | None:
    text = _text(data)
    return None if text is None or "\n" not in text else text.replace("\n", end).encode()


def _after(data: bytes, first: Callable[[bytes], bytes | None], then: Callable[[bytes], bytes | None]) -> bytes | None:
    text = first(data)
    return None if text is None else then(text)
