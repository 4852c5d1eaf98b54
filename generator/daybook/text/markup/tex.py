"""Received text as tokens: what TeX's text commands, braces, ties, dashes and dollars mean in titles and abstracts.

The rules fit texts that people typed into arXiv's form, not TeX: a bare % is a percent sign, a dollar may be currency,
`~` may mean "about", braces may be unbalanced. Nothing is swallowed: what is not understood stays visible. The result
is flat (marks open and close), so that deep nesting cannot exhaust anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from daybook.text.markup import symbols
from daybook.text.markup.escape import ADDRESS, address, trim
from daybook.text.markup.formula import formula, is_about, shown
from daybook.text.markup.symbols import (
    COMBINING,
    ESCAPES,
    FUNCTIONS,
    GREEK,
    LETTERS,
    OPERATIONS,
    RELATIONS,
    SIGNS,
    TEXT_SIGNS,
    accented,
)

_BRACE = re.compile(r"\\.|[{}]")


@dataclass(frozen=True, slots=True)
class PlainText:
    """Characters to show."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """Mathematics: TeX without its dollars."""

    source: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The beginning or end of emphasised ("em"), strong ("strong") or typewriter text ("code"). Marks nest."""

    style: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Address:
    """An http or https address in the text."""

    url: str


Token = PlainText | Formula | Mark | Address


@dataclass(slots=True)
class OpenGroup:
    """An open brace: the styles it began, and the text to show after its end."""

    styles: list[str]
    end: str = ""


class Scanner:
    """A position in a paragraph, the tokens so far, and the groups open there."""

    __slots__ = ("_pairs", "active", "at", "groups", "out", "quotes", "text", "unclosed")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[Token] = []
        self.groups: list[OpenGroup] = []
        self.active: dict[str, int] = {}
        self.quotes = 0
        self.unclosed: set[str] = set()  # signs that do not occur ahead, so that they are not searched for again
        self._pairs: dict[int, int] | None = None

    def ahead(self, sign: str) -> int:
        """The next position of `sign`; -1 if there is none."""
        next_at = -1 if sign in self.unclosed else self.text.find(sign, self.at)
        if next_at < 0:
            self.unclosed.add(sign)
        return next_at

    def say(self, text: str) -> None:
        """Show `text`, in capitals within \\textsc."""
        if text:
            self.out.append(PlainText(text.upper() if self.active.get("upper") else text))

    def open(self, style: str, end: str = "") -> None:
        """Read an opening brace whose group has a style ("": none)."""
        self.at = self.argument_at() + 1
        self.groups.append(OpenGroup([], end))
        self.style(style)

    def style(self, style: str) -> None:
        """Begin a style that lasts until the innermost group ends; a style within itself adds nothing."""
        if not style:
            return
        self.groups[-1].styles.append(style)
        self.active[style] = self.active.get(style, 0) + 1
        if self.active[style] == 1 and style != "upper":
            self.out.append(Mark(style, True))

    def close(self) -> None:
        """End the innermost group; a brace that closes nothing is dropped."""
        if not self.groups:
            return
        group = self.groups.pop()
        for style in reversed(group.styles):
            self.active[style] -= 1
            if self.active[style] == 0 and style != "upper":
                self.out.append(Mark(style, False))
        self.say(group.end)

    def pair(self, brace: int) -> int | None:
        """Where the group that opens at `brace` closes; None if it does not."""
        if self._pairs is None:
            self._pairs, stack = {}, []
            for match in _BRACE.finditer(self.text):
                if match[0] == "{":
                    stack.append(match.start())
                elif match[0] == "}" and stack:
                    self._pairs[stack.pop()] = match.start()
        return self._pairs.get(brace)

    def argument_at(self) -> int:
        """The position of the next argument's brace; -1 if none follows."""
        at = self.at
        while self.text[at : at + 1] == " ":
            at += 1
        return at if self.text[at : at + 1] == "{" else -1

    def raw(self) -> str | None:
        """Read the next argument and return it as written; None if none follows or its brace does not close."""
        brace = self.argument_at()
        end = self.pair(brace) if brace >= 0 else None
        if end is None:
            return None
        self.at = end + 1
        return self.text[brace + 1 : end]

    def option(self) -> None:
        """Read an option in brackets, if one follows directly."""
        if self.text[self.at : self.at + 1] == "[":
            end = self.ahead("]")
            self.at = end + 1 if end >= 0 else self.at


_ESCAPED = re.compile(r"\\([_%#&~$])")


class Macros(Scanner):
    """Reads a command and its arguments."""

    __slots__ = ()

    def command(self, written: str, start: int) -> None:
        """A command with a name of letters."""
        name = written.rstrip("*")
        braced = self.argument_at() >= 0
        if name in symbols.STYLES and braced:
            self.open(symbols.STYLES[name])
        elif name in symbols.SWITCHES or (name in symbols.STYLES and self.groups):
            self._switch(name)
        elif name in COMBINING and (made := accented(name, self.text, self.at)):
            self.say(made[0])
            self.at = made[1]
        elif name in LETTERS:
            self.say(LETTERS[name])
            self._blanks()
        elif name in symbols.WITH_ARGUMENTS and (braced or self.text[self.at : self.at + 1] == "["):
            self._arranged(name)
        elif name in symbols.FORMULAS and braced:
            self._mathematics(start)
        else:
            self._sign(name, written, start)

    def _blanks(self) -> None:
        """Skip the blank that ends a command's name."""
        if self.text[self.at : self.at + 1] == " ":
            self.at += 1

    def _switch(self, name: str) -> None:
        """`{\\em ..}`: a style until the group ends. Outside a group it would never end, so it is dropped."""
        self._blanks()
        if self.groups:
            self.style(symbols.SWITCHES.get(name) or symbols.STYLES.get(name, ""))

    def _sign(self, name: str, written: str, start: int) -> None:
        """A command that stands for a sign, prints nothing, or is unknown."""
        sign = TEXT_SIGNS.get(name) or GREEK.get(name) or SIGNS.get(name) or OPERATIONS.get(name) or RELATIONS.get(name)
        if sign:
            doubled = sign.endswith(".") and self.text[self.at : self.at + 1] == "."
            self.say(sign[:-1] if doubled else sign)
        elif name in FUNCTIONS:
            self.say(name)
        elif name in symbols.SILENT:
            self.say(symbols.SILENT[name])
        elif name.startswith("cc") and len(name) > 2 and self.text[start - 1 : start].isalpha():
            self.say(f"ç{name[2:]}")  # "Fran\\ccois": its blank was lost
        elif self.argument_at() != self.at or self.text.startswith("{}", self.at):
            self.say(f"\\{written}")

    def _mathematics(self, start: int) -> None:
        """A formula's command outside dollars, with its arguments."""
        self.option()
        arguments = 0
        while arguments < 2 and self.text[self.at : self.at + 1] == "{" and self.raw() is not None:
            arguments += 1
        if arguments:
            self.out.append(Formula(self.text[start : self.at]))

    def _arranged(self, name: str) -> None:
        """Commands whose arguments are shown in their own way."""
        kind = symbols.WITH_ARGUMENTS[name]
        if kind in ("key", "keys"):
            self._key(kind)
        elif kind == "skip":
            self._skip(name)
        elif kind == "second":
            self.option()
            self._second(name)
        elif kind == "note" and self.argument_at() >= 0:
            self.say(" (")
            self.open("", ")")
        elif kind in ("^", "_"):
            self.out.append(Formula(f"{kind}{{{self.raw() or ''}}}"))
        elif kind == "url":
            self._url()
        else:
            self._begin(name)

    def _key(self, kind: str) -> None:
        """A citation or reference by its key."""
        self.option()
        self.option()
        key = self.raw()
        if key and key.strip():
            before = self.out[-1] if self.out else None
            joined = kind == "keys" and isinstance(before, PlainText) and before.text[-1].isalnum()
            gap = " " if joined else ""
            self.say(f"{gap}[{', '.join(part.strip() for part in key.split(','))}]")

    def _skip(self, name: str) -> None:
        if self.raw() is not None and name in ("hspace", "vspace"):
            self.say(" ")

    def _second(self, name: str) -> None:
        """A command that shows its second argument, or without one its first."""
        first = self.raw()
        if self.argument_at() >= 0 and not self.text.startswith("{}", self.argument_at()):
            self.open("")
        elif first and name == "href":
            self._written(first)
        elif first:
            self.say(first)

    def _url(self) -> None:
        written = self.raw()
        if written:
            self._written(written)

    def _written(self, url: str) -> None:
        """An address as an argument: a link if it is valid, else its text."""
        link = address(url.strip())
        self.out.append(Address(link) if link else PlainText(_ESCAPED.sub(r"\1", url)))

    def _begin(self, name: str) -> None:
        """An environment: formulas are shown as such, of all others only the content."""
        environment = self.raw()
        bare = (environment or "").rstrip("*")
        if name == "begin" and bare in symbols.ENVIRONMENTS:
            closing = f"\\end{{{environment}}}"
            end = self.ahead(closing)
            if end >= 0:
                inner = self.text[self.at : end].strip()
                wrapped = symbols.ENVIRONMENTS[bare]
                self.out.append(
                    Formula(f"\\begin{{{wrapped}}}{inner}\\end{{{wrapped}}}" if wrapped else inner, display=True)
                )
                self.at = end + len(closing)


# Every alternative begins with a literal, so that the engine can skip to the next candidate.
_SPECIAL = re.compile(
    r"\\(?:[a-zA-Z]+\*?|.)?|\$\$?|\{|\}|~|``*|---*|''|\^|_|" + ADDRESS,
)
_SIGN = re.compile(r"[\\${}~`^_]")

_LONGEST = 30_000  # longest text, in characters, whose quotation marks are replaced: each replacement copies it
_SINGLE = re.compile(r"[^`'\s][^`']{0,120}'(?![\w'])")
_NAME = re.compile(r"([A-Za-z]{2,7})\}")
_APOSTROPHE = re.compile(r"`(?:(?<=\w`)[a-z]|\d\d(?!\d))")
_HALF = re.compile(r"[^`\"']{1,120}\"")
_SET = re.compile(r"\{[^{}\\$,\"]*+[,\"][^{}\\$]*+\}")
_RANGE_END = re.compile(r"[-+]?\$?\d")
_RANGE_BEGIN = re.compile(r"(?:^|[\s~({\[])[^\w\s]{0,40}\d[^\s~]{0,40}$")


def is_plain(text: str) -> bool:
    """Whether a text contains no TeX at all."""
    return not (_SIGN.search(text) or "--" in text or "''" in text)


def tokens(paragraph: str) -> list[Token]:
    """The tokens of one cleaned paragraph (see characters.clean)."""
    return _Reader(paragraph).read()


class _Reader(Macros):
    """Reads a paragraph from left to right."""

    __slots__ = ()

    def read(self) -> list[Token]:
        while match := _SPECIAL.search(self.text, self.at):
            if match.start() > self.at:
                self.say(self.text[self.at : match.start()])
            self.at = match.end()
            self._special(match[0], match.start())
        self.say(self.text[self.at :])
        while self.groups:
            self.close()
        return self.out

    def _special(self, special: str, start: int) -> None:
        first = special[0]
        if first == "\\":
            self._backslash(special[1:], start)
        elif first == "$":
            self._dollar(special, start)
        elif first == "{":
            self._brace(start)
        elif first == "}":
            self.close()
        elif first == "~":
            self._tilde(start)
        elif first == "-":
            self._dashes(special, start)
        elif first in "`'":
            self._quotes(special, start)
        elif first in "^_":
            self._script(start)
        else:
            self._address(special, start)

    def _brace(self, start: int) -> None:
        """An opening brace; a set as in "over {0,1}" is not a TeX group and keeps its braces."""
        before = self.text[start - 1 : start]
        literal = None if before.isalnum() or (before and before in "\\}])^_~*") else _SET.match(self.text, start)
        if literal and not self.active.get("code"):
            self.say(literal[0])
            self.at = literal.end()
        else:
            self.groups.append(OpenGroup([]))

    def _tilde(self, start: int) -> None:
        """A tie is a blank; `~40%`, `z~2`, `2~3x` and `10k~20k` mean "about" and "to"."""
        before, after = self.text[start - 1 : start], self.text[start + 1 : start + 2]
        if before in ("", " ", "(", "[", "{", "}", "=", "/", '"', "“", "‘") and not (
            before == "}" and after not in ("", " ")
        ):
            self.say("~")
        elif after == "~":
            self.say("~" if before == "~" else " ")
        elif _RANGE_END.match(self.text, start + 1) and (
            is_about(self.text, start) or _RANGE_BEGIN.search(self.text[max(0, start - 40) : start])
        ):
            self.say("~")
        else:
            self.say(" ")

    def _dashes(self, dashes: str, start: int) -> None:
        flag = self.text[start - 1 : start] in ("", " ", "(") and self.text[self.at : self.at + 1].isalpha()
        if self.active.get("code") or len(dashes) > 3 or (flag and len(dashes) == 2):
            self.say(dashes)
        else:
            self.say("–" if len(dashes) == 2 else "—")

    def _quotes(self, quotes: str, start: int) -> None:
        if self.active.get("code"):
            self.say(quotes)
        elif quotes == "''":
            self._doubled(start)
        elif quotes == "``":
            self._double(start)
        elif quotes == "`" and _APOSTROPHE.match(self.text, start):
            self.say("’")
        else:
            match = _SINGLE.match(self.text, self.at) if quotes == "`" else None
            if match:
                self._replace(match.end() - 1, "’")
            self.say("‘" if match else quotes)

    def _doubled(self, start: int) -> None:
        """Two apostrophes: closing quotes, opening ones where two others close them, or what is typed (1T'')."""
        opens = not self.text[start - 1 : start].strip("( ") and self.text[self.at : self.at + 1].isalnum()
        if self.quotes:
            self.quotes -= 1
            self.say("”")
        elif opens and self.ahead("''") >= 0:
            self.quotes += 1
            self.say("“")
        else:
            self.say("''")

    def _double(self, start: int) -> None:
        """Opening double quotes; where a straight one closes them, it is turned too."""
        half = _HALF.match(self.text, self.at)
        if half:
            self._replace(half.end() - 1, "”")
        else:
            self.quotes += 1
        self.say("“")

    def _replace(self, at: int, sign: str) -> None:
        """Replace the character at `at`, further on in the text, by `sign`; not in a text longer than any abstract."""
        if len(self.text) > _LONGEST:
            return
        self.text = self.text[:at] + sign + self.text[at + 1 :]

    def _script(self, start: int) -> None:
        """A power or an index outside dollars: in Unicode where that has it, else in braces a formula."""
        made = None if self.active.get("code") else shown(self.text, start)
        end = self.pair(start + 1)
        if made:
            self.say(made[0])
            self.at = made[1]
        elif end is None or end == start + 2:
            self.say(self.text[start])
        else:
            self.out.append(Formula(self.text[start : end + 1]))
            self.at = end + 1

    def _address(self, match: str, start: int) -> None:
        written = trim(match)
        url = address(written)
        if url:
            self.out.append(Address(url))
            self.at = start + len(written)
        else:
            self.say(match[:1])
            self.at = start + 1

    def _dollar(self, delimiter: str, start: int) -> None:
        span = formula(self.text, start, delimiter)
        if span is None:
            self.say("$")
            self.at = start + 1
        else:
            self.out.append(Formula(span.source, span.display))
            self.at = span.end

    def _backslash(self, name: str, start: int) -> None:
        """A backslash with what directly follows it."""
        if not name:
            self.say("\\")
        elif name[0].isalpha() and name[0].isascii():
            self.command(name, start)
        elif name in "([":
            self._bracket(name)
        elif name in COMBINING:
            self._accent(name)
        elif name == "{" and (braced := _NAME.match(self.text, self.at)) and braced[1] in GREEK:
            self.say(GREEK[braced[1]])
            self.at = braced.end()
        else:
            self.say(ESCAPES.get(name, name))

    def _bracket(self, name: str) -> None:
        """`\\(..\\)` and `\\[..\\]`."""
        end = self.ahead("\\)" if name == "(" else "\\]")
        source = self.text[self.at : end].strip() if end >= 0 else ""
        if source:
            self.out.append(Formula(source, display=name == "["))
            self.at = end + 2
        else:
            self.say(name)

    def _accent(self, name: str) -> None:
        made = accented(name, self.text, self.at)
        if made:
            self.say(made[0])
            self.at = made[1]
        elif self.text.startswith("{}", self.at):
            self.say(name)
            self.at += 2
        elif name not in "'\"`^~=." or self.text[self.at : self.at + 1] != "{":
            self.say(name)
