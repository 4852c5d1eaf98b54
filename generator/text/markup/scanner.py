"""What a reading of TeX-ish text produces (tokens), and the state it keeps: place, open groups, active styles."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BRACE = re.compile(r"\\.|[{}]")


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


@dataclass(slots=True)
class Group:
    """An open brace: which styles it opened, and what stands after its end."""

    styles: list[str]
    end: str = ""


class Scanner:
    """A place in a paragraph, the tokens so far, and the groups that are open there."""

    __slots__ = ("_pairs", "active", "at", "groups", "out", "quotes", "text", "unclosed")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[Token] = []
        self.groups: list[Group] = []
        self.active: dict[str, int] = {}
        self.quotes = 0
        self.unclosed: set[str] = set()  # signs that stand nowhere ahead, so that none is looked for again
        self._pairs: dict[int, int] | None = None

    def ahead(self, sign: str) -> int:
        """Where `sign` stands next; -1 where it does not."""
        found = -1 if sign in self.unclosed else self.text.find(sign, self.at)
        if found < 0:
            self.unclosed.add(sign)
        return found

    def say(self, text: str) -> None:
        """Show `text`, in capitals within \\textsc."""
        if text:
            self.out.append(Text(text.upper() if self.active.get("upper") else text))

    def open(self, style: str, end: str = "") -> None:
        """Read an opening brace whose group has a style ("": none)."""
        self.at = self.argument_at() + 1
        self.groups.append(Group([], end))
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
        """Where the group that opens at `brace` closes; None where it does not."""
        if self._pairs is None:
            self._pairs, stack = {}, []
            for match in _BRACE.finditer(self.text):
                if match[0] == "{":
                    stack.append(match.start())
                elif match[0] == "}" and stack:
                    self._pairs[stack.pop()] = match.start()
        return self._pairs.get(brace)

    def argument_at(self) -> int:
        """Where the next argument's brace stands; -1 where none follows."""
        at = self.at
        while self.text[at : at + 1] == " ":
            at += 1
        return at if self.text[at : at + 1] == "{" else -1

    def raw(self) -> str | None:
        """The next argument as it is written, read; None where none follows or its brace does not close."""
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
