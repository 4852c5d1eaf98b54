"""The tokens of TeX-like text, and the state of reading it: position, open groups, active styles."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
