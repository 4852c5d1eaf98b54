"""Received text as tokens: what TeX's text commands, braces, ties, dashes and dollars mean in titles and abstracts.

The rules are those of texts that people typed into arXiv's form, not of TeX: a bare % is a percent sign, a dollar may be
currency, `~` may mean "about", braces may not match. Nothing is ever swallowed: what is not understood stays visible.
The result is flat (marks open and close), so that no depth of nesting can exhaust anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.markup import commands, dollars
from generator.markup.accents import COMBINING, LETTERS, accented
from generator.markup.links import ADDRESS, address, trim
from generator.markup.symbols import ESCAPES, GREEK, OPERATIONS, RELATIONS, SIGNS, TEXT_SIGNS


@dataclass(frozen=True, slots=True)
class Text:
    """Characters to show."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """Mathematics: TeX without its dollars."""

    source: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The begin or the end of emphasised ("em"), strong ("strong") or typewriter text ("code"). Marks nest."""

    style: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Address:
    """An http or https address that stands in the text."""

    url: str


Token = Text | Formula | Mark | Address

# Every alternative begins with a literal, so that the engine can leap from one to the next.
_SPECIAL = re.compile(
    r"\\(?:[a-zA-Z]+\*?|.)?|\$\$?|\{|\}|~|``*|---*|''|\^\{|_\{|" + ADDRESS,
)
PLAIN = re.compile(r"[\\${}~`]|--")
"""Where this finds nothing, the text is plain: it holds no TeX at all."""

_SINGLE = re.compile(r"[^`'\s][^`']{0,120}'(?![\w'])")
_HALF = re.compile(r"[^`\"']{1,120}\"")
_SET = re.compile(r"\{[^{}\\$]*[,\"][^{}\\$]*\}")
_RANGE_END = re.compile(r"[-+]?\$?\d")
_RANGE_BEGIN = re.compile(r"(?:^|[\s~({\[])[^\w\s]*\d[^\s~]*$")
_EM_FLAG = re.compile(r"[a-zA-Z]")


def tokens(paragraph: str) -> list[Token]:
    """The tokens of one cleaned paragraph (see characters.clean)."""
    return _Reader(paragraph).read()


@dataclass(slots=True)
class _Group:
    """An open brace: which styles it opened, and what stands after its end."""

    styles: list[str]
    end: str = ""


class _Reader:
    """Reads a paragraph from left to right."""

    __slots__ = ("_pairs", "active", "at", "groups", "out", "quotes", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[Token] = []
        self.groups: list[_Group] = []
        self.active: dict[str, int] = {}
        self.quotes = 0
        self._pairs: dict[int, int] | None = None

    def read(self) -> list[Token]:
        while match := _SPECIAL.search(self.text, self.at):
            if match.start() > self.at:
                self.say(self.text[self.at : match.start()])
            self.at = match.end()
            self._special(match[0], match.start())
        self.say(self.text[self.at :])
        while self.groups:
            self._close()
        return self.out

    def say(self, text: str) -> None:
        """Show `text`, in capitals within \\textsc."""
        if text:
            self.out.append(Text(text.upper() if self.active.get("upper") else text))

    def _special(self, found: str, start: int) -> None:
        first = found[0]
        if first == "\\":
            self._backslash(found[1:], start)
        elif first == "$":
            self._dollar(found, start)
        elif first == "{":
            self._brace(start)
        elif first == "}":
            self._close()
        elif first == "~":
            self._tilde(start)
        elif first == "-":
            self._dashes(found, start)
        elif first in "`'":
            self._quotes(found, start)
        elif first in "^_":
            self._script(start)
        else:
            self._address(found, start)

    # --- groups and arguments

    def _brace(self, start: int) -> None:
        """An opening brace; a set as in "over {0,1}" is no group of TeX and keeps its braces."""
        literal = _SET.match(self.text, start) if self.text[start - 1 : start] in ("", " ", "(", "=") else None
        if literal and not self.active.get("code"):
            self.say(literal[0])
            self.at = literal.end()
        else:
            self.groups.append(_Group([]))

    def _open(self, style: str, end: str = "") -> None:
        """Read an opening brace whose group has a style ("": none)."""
        self.at = self._argument_at() + 1
        self.groups.append(_Group([], end))
        self._style(style)

    def _style(self, style: str) -> None:
        """Begin a style that lasts until the innermost group ends; a style within itself adds nothing."""
        if not style:
            return
        self.groups[-1].styles.append(style)
        self.active[style] = self.active.get(style, 0) + 1
        if self.active[style] == 1 and style != "upper":
            self.out.append(Mark(style, True))

    def _close(self) -> None:
        """End the innermost group; a brace that closes nothing is dropped."""
        if not self.groups:
            return
        group = self.groups.pop()
        for style in reversed(group.styles):
            self.active[style] -= 1
            if self.active[style] == 0 and style != "upper":
                self.out.append(Mark(style, False))
        self.say(group.end)

    def _pair(self, brace: int) -> int | None:
        """Where the group that opens at `brace` closes; None where it does not."""
        if self._pairs is None:
            self._pairs, stack = {}, []
            for match in re.finditer(r"\\.|[{}]", self.text):
                if match[0] == "{":
                    stack.append(match.start())
                elif match[0] == "}" and stack:
                    self._pairs[stack.pop()] = match.start()
        return self._pairs.get(brace)

    def _argument_at(self) -> int:
        """Where the next argument's brace stands; -1 where none follows."""
        at = self.at
        while self.text[at : at + 1] == " ":
            at += 1
        return at if self.text[at : at + 1] == "{" else -1

    def _raw(self) -> str | None:
        """The next argument as it is written, read; None where none follows or its brace does not close."""
        brace = self._argument_at()
        end = self._pair(brace) if brace >= 0 else None
        if end is None:
            return None
        self.at = end + 1
        return self.text[brace + 1 : end]

    def _option(self) -> None:
        """Read an option in brackets, if one follows directly."""
        if self.text[self.at : self.at + 1] == "[":
            end = self.text.find("]", self.at)
            self.at = end + 1 if end >= 0 else self.at

    # --- signs

    def _tilde(self, start: int) -> None:
        """A tie is a blank; `~40%`, `2~3x` and `10k~20k` mean "about" and "to"."""
        before, after = self.text[start - 1 : start], self.text[start + 1 : start + 2]
        if before in ("", " ", "(", "[", "{", "}", "=", "/", '"', "“", "‘") and not (before == "}" and after not in ("", " ")):
            self.say("~")
        elif after == "~":
            self.say("~" if before == "~" else " ")
        elif _RANGE_END.match(self.text, start + 1) and _RANGE_BEGIN.search(self.text[max(0, start - 40) : start]):
            self.say("~")
        else:
            self.say(" ")

    def _dashes(self, found: str, start: int) -> None:
        flag = self.text[start - 1 : start] in ("", " ", "(") and self.text[self.at : self.at + 1].isalpha()
        if self.active.get("code") or len(found) > 3 or (flag and len(found) == 2):
            self.say(found)
        else:
            self.say("–" if len(found) == 2 else "—")

    def _quotes(self, found: str, start: int) -> None:
        if self.active.get("code"):
            self.say(found)
        elif found == "''":
            self.say("”" if self.quotes else found)
            self.quotes = max(0, self.quotes - 1)
        elif found == "``":
            self._double(start)
        else:
            match = _SINGLE.match(self.text, self.at) if found == "`" else None
            if match:
                self._replace(match.end() - 1, "’")
            self.say("‘" if match else found)

    def _double(self, start: int) -> None:
        """Opening double quotes; where a straight one closes them, it is turned too."""
        half = _HALF.match(self.text, self.at)
        if half:
            self._replace(half.end() - 1, "”")
        else:
            self.quotes += 1
        self.say("“")

    def _replace(self, at: int, sign: str) -> None:
        """Put `sign` in place of the one at `at`, further on in the text."""
        self.text = self.text[:at] + sign + self.text[at + 1 :]

    def _script(self, start: int) -> None:
        """`10^{5}` outside of dollars: a formula, as far as its brace reaches."""
        end = self._pair(start + 1)
        if end is None or end == start + 2:
            self.say(self.text[start])
            self.at = start + 1
        else:
            self.out.append(Formula(self.text[start : end + 1]))
            self.at = end + 1

    def _address(self, found: str, start: int) -> None:
        written = trim(found)
        url = address(written)
        if url:
            self.out.append(Address(url))
            self.at = start + len(written)
        else:
            self.say(found[:1])
            self.at = start + 1

    def _dollar(self, found: str, start: int) -> None:
        span = dollars.formula(self.text, start, found)
        if span is None:
            self.say("$")
            self.at = start + 1
        else:
            self.out.append(Formula(span.source, span.display))
            self.at = span.end

    # --- commands

    def _backslash(self, name: str, start: int) -> None:
        """A backslash with what directly follows it."""
        if not name:
            self.say("\\")
        elif name[0].isalpha() and name[0].isascii():
            self._command(name, start)
        elif name in "([":
            self._bracket(name)
        elif name in COMBINING:
            self._accent(name)
        else:
            self.say(ESCAPES.get(name, name))

    def _bracket(self, name: str) -> None:
        """`\\(..\\)` and `\\[..\\]`."""
        end = self.text.find("\\)" if name == "(" else "\\]", self.at)
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

    def _command(self, written: str, start: int) -> None:
        """A command with a name of letters."""
        name = written.rstrip("*")
        braced = self._argument_at() >= 0
        if name in commands.STYLES and braced:
            self._open(commands.STYLES[name])
        elif name in commands.SWITCHES or (name in commands.STYLES and self.groups):
            self._switch(name)
        elif name in COMBINING and (made := accented(name, self.text, self.at)):
            self.say(made[0])
            self.at = made[1]
        elif name in LETTERS:
            self.say(LETTERS[name])
            self._blanks()
        elif name in commands.WITH_ARGUMENTS and (braced or self.text[self.at : self.at + 1] == "["):
            self._arranged(name)
        elif name in commands.FORMULAS and braced:
            self._mathematics(start)
        else:
            self._sign(name, written, start)

    def _blanks(self) -> None:
        """Skip the blank that ends a command's name."""
        if self.text[self.at : self.at + 1] == " ":
            self.at += 1

    def _switch(self, name: str) -> None:
        """`{\\em ..}`: a style until the group ends. Outside of groups it would run to the end: there it is dropped."""
        self._blanks()
        if self.groups:
            self._style(commands.SWITCHES.get(name) or commands.STYLES.get(name, ""))

    def _sign(self, name: str, written: str, start: int) -> None:
        """A command that stands for a sign, prints nothing, or is unknown."""
        sign = TEXT_SIGNS.get(name) or GREEK.get(name) or SIGNS.get(name) or OPERATIONS.get(name) or RELATIONS.get(name)
        if sign:
            doubled = sign.endswith(".") and self.text[self.at : self.at + 1] == "."
            self.say(sign[:-1] if doubled else sign)
        elif name in commands.SILENT:
            self.say(commands.SILENT[name])
        elif name.startswith("cc") and len(name) > 2 and self.text[start - 1 : start].isalpha():
            self.say(f"ç{name[2:]}")  # "Fran\\ccois": its blank was lost
        elif self._argument_at() != self.at or self.text.startswith("{}", self.at):
            self.say(f"\\{written}")

    def _mathematics(self, start: int) -> None:
        """A formula's command outside of dollars, with its arguments."""
        self._option()
        arguments = 0
        while arguments < 2 and self.text[self.at : self.at + 1] == "{" and self._raw() is not None:
            arguments += 1
        if arguments:
            self.out.append(Formula(self.text[start : self.at]))

    def _arranged(self, name: str) -> None:
        """Commands whose arguments are shown in their own way."""
        kind = commands.WITH_ARGUMENTS[name]
        if kind in ("key", "keys"):
            self._key(kind)
        elif kind == "skip":
            self._skip(name)
        elif kind == "second":
            self._option()
            self._second(name)
        elif kind == "note" and self._argument_at() >= 0:
            self.say(" (")
            self._open("", ")")
        elif kind in ("^", "_"):
            self.out.append(Formula(f"{kind}{{{self._raw() or ''}}}"))
        elif kind == "url":
            self._url()
        else:
            self._begin(name)

    def _key(self, kind: str) -> None:
        """A citation or reference by its key."""
        self._option()
        self._option()
        key = self._raw()
        if key and key.strip():
            gap = " " if kind == "keys" and self.out and isinstance(self.out[-1], Text) and self.out[-1].text[-1].isalnum() else ""
            self.say(f"{gap}[{', '.join(part.strip() for part in key.split(','))}]")

    def _skip(self, name: str) -> None:
        if self._raw() is not None and name in ("hspace", "vspace"):
            self.say(" ")

    def _second(self, name: str) -> None:
        """A command that shows its second argument; where there is none, its first."""
        first = self._raw()
        if self._argument_at() >= 0 and not self.text.startswith("{}", self._argument_at()):
            self._open("")
        elif first and name == "href":
            self._written(first)
        elif first:
            self.say(first)

    def _url(self) -> None:
        written = self._raw()
        if written:
            self._written(written)

    def _written(self, url: str) -> None:
        """An address as an argument: a link where it is one, else the words that stand there."""
        found = address(url.strip())
        self.out.append(Address(found) if found else Text(re.sub(r"\\([_%#&~$])", r"\1", url)))

    def _begin(self, name: str) -> None:
        """An environment: formulas are shown as such, of all others only the content."""
        environment = self._raw()
        bare = (environment or "").rstrip("*")
        if name == "begin" and bare in commands.ENVIRONMENTS:
            closing = f"\\end{{{environment}}}"
            end = self.text.find(closing, self.at)
            if end >= 0:
                inner = self.text[self.at : end].strip()
                wrapped = commands.ENVIRONMENTS[bare]
                self.out.append(Formula(f"\\begin{{{wrapped}}}{inner}\\end{{{wrapped}}}" if wrapped else inner, display=True))
                self.at = end + len(closing)
