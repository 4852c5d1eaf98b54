"""Which dollars hold a formula, and which are money."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 2000  # characters; a formula in an abstract is never longer
_MOST_WITHIN = 4  # dollars within \\text{..} of a formula
_GUARD = re.compile(r"\\.|[{}$]")
_TEXT = re.compile(r"\\(?:text[a-z]*|mbox|hbox|operatorname\*?|math[a-z]+|ce)\s*\{[^{}]*\}")
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_PROSE = re.compile(r"(?<![^\W\d_])(?:[^\W\d_]{3,}+[,;.]?\s++[^\W\d_]{2}|[^\W\d_]{2,}+[,;.]?\s++[^\W\d_]{3})")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{3,}")
_NAMES = re.compile(
    r"\b(?:log|max|min|exp|mod|and|for|poly|polylog|sin|cos|tan|lim|sup|inf|det|dim|ker|deg|gcd|opt|OPT)\b"
)
_MATH = re.compile(r"[\\^_=<>+]|^\s*[\w]\s*$")


@dataclass(frozen=True, slots=True)
class Span:
    """A formula between dollars."""

    source: str  # without the dollars and without blanks around it
    display: bool
    end: int  # where the text continues


def formula(text: str, start: int, delimiter: str) -> Span | None:
    """The formula that begins with the dollars `delimiter` at `text[start]`; None if they do not delimit one."""
    after = start + len(delimiter)
    if delimiter == "$$":
        end = text.find("$$", after, after + _LONGEST)
        if end < 0 or not text[after:end].strip():
            return None
        return Span(text[after:end].strip(), True, end + 2)
    closing = _closing(text, after)
    if closing is None:
        return None
    content = text[after:closing]
    return Span(content.strip(), False, closing + 1) if _is_formula(content, text[closing + 1 : closing + 2]) else None


def _closing(text: str, after: int) -> int | None:
    """The next dollar not guarded by a backslash or brace; the very next one if braces do not match."""
    guarded: list[int] = []
    depth = 0
    for match in _GUARD.finditer(text, after, min(len(text), after + _LONGEST)):
        if match[0] == "$":
            if depth <= 0:
                return match.start()
            guarded.append(match.start())
            if len(guarded) > _MOST_WITHIN:
                break
        elif match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
    return guarded[0] if guarded else None


def _is_formula(content: str, following: str) -> bool:
    """Whether the text between two dollars is a formula rather than text between two sums of money."""
    stripped = content.strip()
    if not stripped:
        return False
    bare = _NAMES.sub(" ", _COMMAND.sub(" ", _TEXT.sub(" ", _TEXT.sub(" ", stripped))))
    if _PROSE.search(bare):
        return False
    if stripped[0].isdigit() and "\\" not in stripped and not re.search(r"[\^_=]", stripped):
        return not (_WORD.search(bare) or following.isdigit() or content[-1] in " (")
    spaced = content[0] == " " or content[-1] == " "
    return not spaced or bool(_MATH.search(stripped))
