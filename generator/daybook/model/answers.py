"""The lines of content/summaries: what a language model chose or wrote, or a refusal, so that it is not asked again.

Lines of earlier versions have other fields besides (`headline` with a `gist`, `paragraphs`): they say nothing here.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Literal

from daybook.model import Mention

Said = tuple[str | Mention, ...]
"""A sentence in which papers are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A sentence of a plain abstract, by its place: a later version of Daybook may divide the text otherwise."""

    start: int  # in characters
    end: int
    plain: str  # the hash of the plain abstract


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Whose answer a line is, and to what."""

    model: str  # as its server names it
    prompt: str  # Prompt.version
    written: dt.date  # UTC
    refused: tuple[str, ...] = ()  # what was wrong with the last answer, or with what is not kept of it


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAnswer(Answer):
    """The sentences that a model chose for one text of a paper, and the headline that it wrote."""

    paper: str  # its key at the time, for people who read the file
    text: str  # the hash of its title and abstract as received: a new version is another text
    result: Pick | None = None
    what: Pick | None = None
    best: Literal["result", "what"] = "result"
    headline: str = ""  # plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedThread:
    """A thread of a day, with the papers' keys at the time."""

    heading: str
    papers: tuple[str, ...]
    lines: tuple[tuple[str, Pick], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayAnswer(Answer):
    """The threads that a model found among a day's papers, and the editorial that it wrote."""

    day: dt.date
    papers: str  # the hash of the papers it was asked about
    threads: tuple[PickedThread, ...] = ()
    sentences: tuple[Said, ...] = ()  # each with mentions of the papers it rests on


def hashed(*texts: str | None) -> str:
    """Identifies texts: 16 hex digits."""
    return hashlib.sha256("\0".join(text or "" for text in texts).encode(errors="surrogatepass")).hexdigest()[:16]
