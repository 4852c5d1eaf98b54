"""Commands with names of letters, as used in titles and abstracts."""

from __future__ import annotations

import re

from daybook.text.markup import commands
from daybook.text.markup.accents import COMBINING, LETTERS, accented
from daybook.text.markup.links import address
from daybook.text.markup.scanner import Address, Formula, PlainText, Scanner
from daybook.text.markup.symbols import FUNCTIONS, GREEK, OPERATIONS, RELATIONS, SIGNS, TEXT_SIGNS

_ESCAPED = re.compile(r"\\([_%#&~$])")


class Macros(Scanner):
    """Reads a command and its arguments."""

    __slots__ = ()

    def command(self, written: str, start: int) -> None:
        """A command with a name of letters."""
        name = written.rstrip("*")
        braced = self.argument_at() >= 0
        if name in commands.STYLES and braced:
            self.open(commands.STYLES[name])
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
        """`{\\em ..}`: a style until the group ends. Outside a group it would never end, so it is dropped."""
        self._blanks()
        if self.groups:
            self.style(commands.SWITCHES.get(name) or commands.STYLES.get(name, ""))

    def _sign(self, name: str, written: str, start: int) -> None:
        """A command that stands for a sign, prints nothing, or is unknown."""
        sign = TEXT_SIGNS.get(name) or GREEK.get(name) or SIGNS.get(name) or OPERATIONS.get(name) or RELATIONS.get(name)
        if sign:
            doubled = sign.endswith(".") and self.text[self.at : self.at + 1] == "."
            self.say(sign[:-1] if doubled else sign)
        elif name in FUNCTIONS:
            self.say(name)
        elif name in commands.SILENT:
            self.say(commands.SILENT[name])
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
        kind = commands.WITH_ARGUMENTS[name]
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
        if name == "begin" and bare in commands.ENVIRONMENTS:
            closing = f"\\end{{{environment}}}"
            end = self.ahead(closing)
            if end >= 0:
                inner = self.text[self.at : end].strip()
                wrapped = commands.ENVIRONMENTS[bare]
                self.out.append(
                    Formula(f"\\begin{{{wrapped}}}{inner}\\end{{{wrapped}}}" if wrapped else inner, display=True)
                )
                self.at = end + len(closing)
