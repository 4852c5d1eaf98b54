"""What mail, editors, terminals and clipboards do to plain text: wrap it, indent it, quote it, space it otherwise.

None where a document is no text, or the change would change nothing.
"""

import re
import textwrap
from collections.abc import Callable

from tests.mutations import Mutation

Change = Callable[[str], list[str]]
"""What becomes of a line."""
_FEWEST = 3
"""Lines that a change must touch: a text with one or two of them broken shows nothing of it."""


def _wrap(width: int, *, hang: int = 0, hyphens: bool = False, cut: bool = False) -> Change:
    """Breaks a line at blanks. hang: blanks before all but the first; hyphens: words broken behind theirs, too; cut:
    longer words cut."""
    wrapper = textwrap.TextWrapper(
        width=width, subsequent_indent=" " * hang, break_on_hyphens=hyphens, break_long_words=cut
    )
    return lambda line: wrapper.wrap(line) or [""]


def _unevenly(line: str) -> list[str]:
    """Breaks a line after 60 to 75 columns, as programs do that level them."""
    widths = (75, 68, 72, 61, 66, 74, 63, 70)
    parts: list[str] = []
    while len(line) > 75:
        first = _wrap(widths[len(parts) % 8])(line)[0]
        parts.append(first)
        line = line[len(first) :].lstrip()
    return [*parts, line]


def _lines(change: Change) -> Mutation:
    """Each line changed."""

    def mutation(data: bytes) -> bytes | None:
        text = _text(data)
        if text is None:
            return None
        lines = text.split("\n")
        changed = [change(line) for line in lines]
        differing = sum([line] != parts for line, parts in zip(lines, changed, strict=True))
        return "\n".join(part for parts in changed for part in parts).encode() if differing >= _FEWEST else None

    return mutation


def _whole(pattern: str, by: str) -> Mutation:
    """All that a pattern finds in the text replaced."""

    def mutation(data: bytes) -> bytes | None:
        text = _text(data)
        return None if text is None else re.sub(pattern, by, text).encode()

    return mutation


def _after(first: str, then: str) -> Mutation:
    """Two of them, one after the other."""

    def mutation(data: bytes) -> bytes | None:
        text = MUTATIONS[first](data)
        return None if text is None else MUTATIONS[then](text)

    return mutation


def _refilled(data: bytes) -> bytes | None:
    """All lines between blank ones run together and wrapped at 72 columns, as an editor fills paragraphs."""
    text = _text(data)
    if text is None or "\n\n" not in text or not re.search(r"arXiv:|click to expand", text):
        return None
    return "\n\n".join("\n".join(_wrap(72)(part)) for part in re.split(r"\n\s*\n", text)).encode()


def _unwrapped(data: bytes) -> bytes | None:
    """Each paragraph of a mail on one line: lines joined that go on, those of a field and those of an abstract."""
    text = _text(data)
    if text is None or "\n\\\\\n" not in text:
        return None
    return re.sub(r"(?<=[^\n\\-])\n(?=[A-Za-z$(][^:\n]*[a-z][^:\n]*(?:\n|$))(?=[a-z])", " ", text).encode()


def _quoted_below_a_line(data: bytes) -> bytes | None:
    """Quoted below the line that says who wrote it."""
    text = MUTATIONS["quoted"](data)
    return text and b"On Friday, somebody wrote:\n\n" + text


def _wrapped_with_windows_ends(data: bytes) -> bytes | None:
    text = MUTATIONS["wrapped_at_76"](data)
    return text and text.replace(b"\n", b"\r\n")


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


MUTATIONS: dict[str, Mutation] = {
    # as telephones, narrow windows, mail, terminals, editors of code and wide windows do
    **{f"wrapped_at_{width}": _lines(_wrap(width)) for width in (40, 60, 72, 76, 80, 100, 120, 200, 400)},
    "wrapped_hanging_2": _lines(_wrap(72, hang=2)),
    "wrapped_hanging_4": _lines(_wrap(80, hang=4)),
    "wrapped_hanging_10": _lines(_wrap(76, hang=10)),
    "wrapped_at_hyphens": _lines(_wrap(72, hyphens=True)),
    "wrapped_cutting_words": _lines(_wrap(76, cut=True)),
    "wrapped_unevenly": _lines(_unevenly),
    "flowed": _lines(lambda line: " \n".join(_wrap(72)(line)).split("\n")),  # as mail of "format=flowed" is
    # wherever that is, as a terminal does that copies its screen
    "folded": _lines(lambda line: [line[at : at + 64] for at in range(0, len(line), 64)] or [""]),
    "refilled": _refilled,
    "unwrapped": _unwrapped,
    "wrapped_twice": _after("wrapped_at_80", "wrapped_at_60"),
    "quoted_and_wrapped": _after("quoted", "wrapped_at_72"),  # only the first line of each keeps its mark
    "quoted_below_a_line": _quoted_below_a_line,
    "wrapped_and_indented": _after("wrapped_at_72", "indented_by_4"),
    "wrapped_and_quoted": _after("wrapped_at_72", "quoted"),
    "wrapped_and_double_spaced": _after("wrapped_at_72", "double_spaced"),
    "wrapped_with_windows_ends": _wrapped_with_windows_ends,
    "wrapped_without_blank_lines": _after("wrapped_at_72", "without_blank_lines"),
    "wrapped_without_indents": _after("wrapped_at_72", "without_indents"),
    "indented_by_2": _lines(lambda line: ["  " + line if line else line]),
    "indented_by_4": _lines(lambda line: ["    " + line if line else line]),  # as code in Markdown is
    "indented_by_a_tab": _lines(lambda line: ["\t" + line if line else line]),
    "without_indents": _lines(lambda line: [line.lstrip()]),
    "quoted": _lines(lambda line: ["> " + line]),  # as in an answer to a mail
    "quoted_tightly": _lines(lambda line: [">" + line]),
    "quoted_twice": _lines(lambda line: ["> > " + line]),
    "next_line_ends": _whole("\n", "\x85"),  # of mainframes
    "line_separator_ends": _whole("\n", "\u2028"),
    "paragraph_separator_ends": _whole("\n", "\u2029"),
    "no_break_spaces": _lines(lambda line: [line.replace(" ", "\u00a0")]),  # as some pages copy
    "tabs": _lines(lambda line: [re.sub(r"^ +|  +", "\t", line)]),
    "double_spaced": _lines(lambda line: [line, ""]),
    "spaced_apart": _whole(r"\n+", "\n\n"),  # one blank line between all lines
    "without_blank_lines": _whole(r"\n(?:[ \t]*\n)+", "\n"),
    "trailing_blanks": _lines(lambda line: [line + " " * (8 - len(line) % 8)]),  # to the next multiple of eight
}
