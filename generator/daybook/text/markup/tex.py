"""Received text as tokens: what TeX's text commands, braces, ties, dashes and dollars mean in titles and abstracts.

The rules fit texts that people typed into arXiv's form, not TeX: a bare % is a percent sign, a dollar may be currency,
`~` may mean "about", braces may be unbalanced. Nothing is swallowed: what is not understood stays visible. The result
is flat (marks open and close), so that deep nesting cannot exhaust anything."""

from __future__ import annotations

import re

from daybook.text.markup import dollars, scripts
from daybook.text.markup.accents import COMBINING, accented
from daybook.text.markup.links import ADDRESS, address, trim
from daybook.text.markup.macros import Macros
from daybook.text.markup.scanner import Address, Formula, OpenGroup, Token
from daybook.text.markup.symbols import ESCAPES, GREEK

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
            scripts.is_about(self.text, start) or _RANGE_BEGIN.search(self.text[max(0, start - 40) : start])
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
        made = None if self.active.get("code") else scripts.shown(self.text, start)
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
        span = dollars.formula(self.text, start, delimiter)
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
