"""Received text as tokens: what TeX's text commands, braces, ties, dashes and dollars mean in titles and abstracts.

The rules fit texts that people typed into arXiv's form, not TeX: a bare % is a percent sign, a dollar may be currency,
`~` may mean "about", braces may be unbalanced. Nothing is swallowed: what is not understood stays visible. The result
is flat (marks open and close), so that deep nesting cannot exhaust anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from daybook.text.markup import symbols
from daybook.text.markup.escape import ADDRESS, address, trim, unescaped
from daybook.text.markup.formula import formula, is_about, shown
from daybook.text.markup.symbols import COMBINING, ESCAPES, GREEK, LETTERS, accented


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

# Every alternative begins with a literal, so that the engine can skip to the next candidate.
_SIGNS = r"\\(?:[a-zA-Z]+\*?|.)?|\$\$?|\{|\}|~|``*|---*|''"
_SPECIAL = re.compile(rf"{_SIGNS}|\^(?=[-+−A-Za-z*{{\d])|_(?=[a-z{{\d])|{ADDRESS}")
_WITHIN = re.compile(rf"{_SIGNS}|\^|_")  # what is no address is read sign by sign, and no second time for an address
_SIGN = re.compile(r"[\\${}~`^_]")
_BRACE = re.compile(r"\\.|[{}]")
_LONGEST = 30_000  # longest text, in characters, whose quotation marks are replaced: each replacement copies it
_SINGLE = re.compile(r"[^`'\s][^`']{0,120}'(?![\w'])")
_NAME = re.compile(r"([A-Za-z]{2,7})\}")
_APOSTROPHE = re.compile(r"`(?:(?<=\w`)[a-z]|\d\d(?!\d))")
_HALF = re.compile(r"[^`\"']{1,120}\"")
_SET = re.compile(r"\{[^{}\\$,\"]*+[,\"][^{}\\$]*+\}")
# As in "2~3x", "40~50%" and "16~30%" of abstracts, while "GCC~15" and "intelligence~(AI)" are ties.
_RANGE_END = re.compile(r"[-+]?\$?\d")
_RANGE_BEGIN = re.compile(r"(?:^|[\s~({\[])[^\w\s]{0,40}\d[^\s~]{0,40}$")


def is_plain(text: str) -> bool:
    """Whether a text contains no TeX at all."""
    return not (_SIGN.search(text) or "--" in text or "''" in text)


STEPS = 8
"""Characters that are looked at for each one of a text, at most; the texts of the corpora take 1.001 at most."""


@lru_cache(maxsize=8)  # a paper's card, entry and citations ask for the same texts
def tokens(paragraph: str, steps: int = STEPS) -> tuple[Token, ...]:
    """The tokens of one cleaned paragraph (see escape.clean), plain text in one piece. Where it takes more than so many
    steps a character, the rest of it stands as received."""
    return tuple(joined(_Reader(paragraph, steps * len(paragraph)).read()))


def joined(found: Iterable[Token]) -> Iterator[Token]:
    """Tokens, with plain text in one piece: what could be markup may begin in one token and end in the next."""
    for kind, group in groupby(found, key=type):
        if kind is PlainText:
            yield PlainText("".join(token.text for token in group if isinstance(token, PlainText)))
        else:
            yield from group


class _Reader:
    """Reads a paragraph from left to right: its place there, the tokens so far, and the groups that are open."""

    __slots__ = ("active", "at", "groups", "left", "out", "pairs", "quotes", "text", "unclosed", "within")

    def __init__(self, text: str, steps: int) -> None:
        self.text = text
        self.at = 0
        self.left = steps
        self.within = 0  # up to where a run of signs goes that is no address
        self.out: list[Token] = []
        self.groups: list[tuple[list[str], str]] = []  # the styles that each began, and the text to show after its end
        self.active: dict[str, int] = {}  # style -> how often it is open
        self.quotes = 0
        self.unclosed: set[str] = set()  # signs that do not occur ahead, so that they are not searched for again
        self.pairs: dict[int, int] | None = None

    def read(self) -> list[Token]:
        while self.left >= 0 and (match := self._search()):
            if match.start() > self.at:
                self._say(self.text[self.at : match.start()])
            self.left -= match.end() - self.at
            self.at = match.end()
            self._special(match[0], match.start())
        self._say(self.text[self.at :])
        while self.groups:
            self._close()
        return self.out

    # What there is ahead

    def _search(self) -> re.Match[str] | None:
        """The next sign that may mean something."""
        if self.at < self.within and (found := _WITHIN.search(self.text, self.at, self.within)):
            return found
        return _SPECIAL.search(self.text, max(self.at, self.within))

    def _next(self) -> str:
        return self.text[self.at : self.at + 1]

    def _ahead(self, sign: str) -> int:
        """The next position of `sign`; -1 if there is none."""
        if sign in self.unclosed:
            return -1
        next_at = self.text.find(sign, self.at)
        self.left -= (next_at if next_at >= 0 else len(self.text)) - self.at
        if next_at < 0:
            self.unclosed.add(sign)
        return next_at

    def _pair(self, brace: int) -> int | None:
        """Where the group that opens at `brace` closes; None if it does not."""
        if self.pairs is None:
            self.pairs, stack = {}, []
            for match in _BRACE.finditer(self.text):
                if match[0] == "{":
                    stack.append(match.start())
                elif match[0] == "}" and stack:
                    self.pairs[stack.pop()] = match.start()
        return self.pairs.get(brace)

    def _argument_at(self) -> int:
        """The position of the next argument's brace; -1 if none follows."""
        at = self.at
        while self.text[at : at + 1] == " ":
            at += 1
        return at if self.text[at : at + 1] == "{" else -1

    def _raw(self) -> str | None:
        """Read the next argument and return it as written; None if none follows or its brace does not close."""
        brace = self._argument_at()
        end = self._pair(brace) if brace >= 0 else None
        if end is None:
            return None
        self.at = end + 1
        return self.text[brace + 1 : end]

    def _option(self) -> None:
        """Read an option in brackets, if one follows directly."""
        if self._next() == "[":
            end = self._ahead("]")
            self.at = end + 1 if end >= 0 else self.at

    # What is shown

    def _say(self, text: str, at: int | None = None) -> None:
        """Show `text`, in capitals within \\textsc, and read on at `at`."""
        if text:
            self.out.append(PlainText(text.upper() if self.active.get("upper") else text))
        self.at = self.at if at is None else at

    def _open(self, style: str, end: str = "") -> None:
        """Read an opening brace whose group has a style ("": none)."""
        self.at = self._argument_at() + 1
        self.groups.append(([], end))
        self._style(style)

    def _style(self, style: str) -> None:
        """Begin a style that lasts until the innermost group ends; a style within itself adds nothing."""
        if not style:
            return
        self.groups[-1][0].append(style)
        self.active[style] = self.active.get(style, 0) + 1
        if self.active[style] == 1 and style != "upper":
            self.out.append(Mark(style, True))

    def _close(self) -> None:
        """End the innermost group; a brace that closes nothing is dropped."""
        # "A Constellation Orchestrator} executes" stands in an abstract of March 2026.
        if not self.groups:
            return
        styles, end = self.groups.pop()
        for style in reversed(styles):
            self.active[style] -= 1
            if self.active[style] == 0 and style != "upper":
                self.out.append(Mark(style, False))
        self._say(end)

    # Signs

    def _special(self, special: str, start: int) -> None:
        first = special[0]
        if first == "\\":
            self._backslash(special[1:], start)
        elif first == "$":
            span = formula(self.text, start, special)
            if span is None:
                self._say("$", start + 1)
            else:
                self.out.append(Formula(span.source, span.display))
                self.at = span.end
        elif first == "}":
            self._close()
        elif first in "^_":
            self._script(start)
        elif first in "{~-`'":
            self._sign(special, self.text[start - 1 : start], start)
        else:
            written = trim(special)
            if url := address(written):
                self.out.append(Address(url))
                self.at = start + len(written)
            else:
                self.within = self.at
                self._say(special[:1], start + 1)

    def _sign(self, special: str, before: str, start: int) -> None:
        """A sign whose meaning depends on what stands before it."""
        if special == "{":  # a set as in "over {0,1}" is not a TeX group and keeps its braces
            literal = None if before.isalnum() or (before and before in "\\}])^_~*") else _SET.match(self.text, start)
            if literal and not self.active.get("code"):
                self._say(literal[0], literal.end())
            else:
                self.groups.append(([], ""))
        elif special == "~":
            self._say(self._tilde(before, start))
        elif special[0] == "-":
            flag = before in ("", " ", "(") and self._next().isalpha() and len(special) == 2
            dashes = self.active.get("code") or len(special) > 3 or flag
            self._say(special if dashes else "–" if len(special) == 2 else "—")
        else:
            self._say(special if self.active.get("code") else self._quotes(special, before, start))

    def _tilde(self, before: str, start: int) -> str:
        """A tie is a blank; `~40%`, `z~2`, `2~3x` and `10k~20k` mean "about" and "to"."""
        after = self._next()
        if before in ("", " ", "(", "[", "{", "=", "/", '"', "“", "‘") or (before == "}" and after in ("", " ")):
            return "~"
        if after == "~":
            return "~" if before == "~" else " "
        compares = _RANGE_END.match(self.text, start + 1) and (
            is_about(self.text, start) or _RANGE_BEGIN.search(self.text[max(0, start - 40) : start])
        )
        return "~" if compares else " "

    def _quotes(self, quotes: str, before: str, start: int) -> str:
        if quotes == "''":  # closing ones, opening ones where two others close them, or what is typed (1T'')
            if self.quotes:
                self.quotes -= 1
                return "”"
            if not before.strip("( ") and self._next().isalnum() and self._ahead("''") >= 0:
                self.quotes += 1
                return "“"
            return quotes
        if quotes == "``":
            if half := _HALF.match(self.text, self.at):  # a straight one closes them: it is turned, too
                self._replace(half.end() - 1, "”")
            else:
                self.quotes += 1
            return "“"
        if quotes == "`" and _APOSTROPHE.match(self.text, start):
            return "’"
        match = _SINGLE.match(self.text, self.at) if quotes == "`" else None
        if match:
            self._replace(match.end() - 1, "’")
        return "‘" if match else quotes

    def _replace(self, at: int, sign: str) -> None:
        """Replace the character at `at`, further on in the text, by `sign`; not in a text longer than any abstract."""
        if len(self.text) <= _LONGEST:
            self.text = self.text[:at] + sign + self.text[at + 1 :]

    def _script(self, start: int) -> None:
        """A power or an index outside dollars: in Unicode where that has it, else in braces a formula."""
        made = None if self.active.get("code") else shown(self.text, start)
        end = self._pair(start + 1)
        if made:
            self._say(*made)
        elif end is None or end == start + 2:
            self._say(self.text[start])
        else:
            self.out.append(Formula(self.text[start : end + 1]))
            self.at = end + 1

    # Commands

    def _backslash(self, name: str, start: int) -> None:
        """A backslash with what directly follows it."""
        if name[:1].isalpha() and name.isascii():
            self._command(name, start)
        # Abstracts mix \(4\times\) with $8\times$ in one sentence.
        elif name and name in "([":
            end = self._ahead("\\)" if name == "(" else "\\]")
            source = self.text[self.at : end].strip() if end >= 0 else ""
            if source:
                self.out.append(Formula(source, display=name == "["))
                self.at = end + 2
            else:
                self._say(name)
        elif name in COMBINING:
            made = accented(name, self.text, self.at)
            if made:
                self._say(*made)
            elif self.text.startswith("{}", self.at):
                self._say(name, self.at + 2)
            elif name not in "'\"`^~=." or self._next() != "{":
                self._say(name)
        elif name == "{" and (braced := _NAME.match(self.text, self.at)) and braced[1] in GREEK:
            self._say(GREEK[braced[1]], braced.end())
        else:
            self._say(ESCAPES.get(name, name) if name else "\\")

    def _command(self, written: str, start: int) -> None:
        """A command with a name of letters."""
        name = written.rstrip("*")
        braced = self._argument_at() >= 0
        if name in symbols.STYLES and braced:
            self._open(symbols.STYLES[name])
        elif name in symbols.SWITCHES or (name in symbols.STYLES and self.groups):
            self.at += self._next() == " "  # the blank that ends a command's name
            if self.groups:  # outside a group the style would never end, so it is dropped
                self._style(symbols.SWITCHES.get(name) or symbols.STYLES.get(name, ""))
        elif name in COMBINING and (made := accented(name, self.text, self.at)):
            self._say(*made)
        elif name in LETTERS:
            self._say(LETTERS[name], self.at + (self._next() == " "))
        elif name in symbols.WITH_ARGUMENTS and (braced or self._next() == "["):
            self._arranged(name, symbols.WITH_ARGUMENTS[name])
        elif name in symbols.FORMULAS and braced:
            self._option()
            first = self._next() == "{" and self._raw() is not None
            if first:
                if self._next() == "{":
                    self._raw()
                self.out.append(Formula(self.text[start : self.at]))
        elif sign := symbols.PRINTED.get(name):
            doubled = sign.endswith(".") and self._next() == "."
            self._say(sign[:-1] if doubled else sign)
        elif name in symbols.FUNCTIONS:
            self._say(name)
        elif name in symbols.SILENT:
            self._say(symbols.SILENT[name])
        elif name.startswith("cc") and len(name) > 2 and self.text[start - 1 : start].isalpha():
            self._say(f"ç{name[2:]}")  # "Fran\\ccois": its blank was lost
        # A macro of the paper's own ("We propose \name") stays visible: a gap would read as a lost word.
        elif self._argument_at() != self.at or self.text.startswith("{}", self.at):
            self._say(f"\\{written}")

    def _arranged(self, name: str, kind: str) -> None:
        """Commands whose arguments are shown in their own way."""
        # \cite{BHS_gen}: abstracts have no bibliography, so the key is all there is to show.
        if kind in ("key", "keys"):  # a citation or reference by its key
            self._option()
            self._option()
            if (key := self._raw()) and key.strip():
                before = self.out[-1] if self.out else None
                joined = kind == "keys" and isinstance(before, PlainText) and before.text[-1].isalnum()
                self._say(f"{' ' * joined}[{', '.join(part.strip() for part in key.split(','))}]")
        elif kind == "skip":
            if self._raw() is not None and name in ("hspace", "vspace"):
                self._say(" ")
        elif kind == "second":  # its second argument, or without one its first
            self._option()
            first, then = self._raw(), self._argument_at()
            if then >= 0 and not self.text.startswith("{}", then):
                self._open("")
            elif first and name == "href":
                self._written(first)
            elif first:
                self._say(first)
        elif kind == "note" and self._argument_at() >= 0:
            self._say(" (")
            self._open("", ")")
        elif kind in ("^", "_"):
            self.out.append(Formula(f"{kind}{{{self._raw() or ''}}}"))
        elif kind == "url":
            if written := self._raw():
                self._written(written)
        else:
            self._environment(name)

    def _written(self, url: str) -> None:
        """An address as an argument: a link if it is valid, else its text."""
        link = address(url.strip())
        self.out.append(Address(link) if link else PlainText(unescaped(url)))

    def _environment(self, name: str) -> None:
        """Formulas are shown as such, of all other environments only the content."""
        environment = self._raw() or ""
        wrapped = symbols.ENVIRONMENTS.get(environment.rstrip("*")) if name == "begin" else None
        closing = f"\\end{{{environment}}}"
        if wrapped is not None and (end := self._ahead(closing)) >= 0:
            inner = self.text[self.at : end].strip()
            source = f"\\begin{{{wrapped}}}{inner}\\end{{{wrapped}}}" if wrapped else inner
            self.out.append(Formula(source, display=True))
            self.at = end + len(closing)
