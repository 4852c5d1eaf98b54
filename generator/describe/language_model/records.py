"""The lines of content/summaries: what a language model chose or wrote, or a refusal, so that it is not asked again.

summaries/YYYY/MM.jsonl          on papers, by the month of their arXiv id
summaries/digests/YYYY.jsonl     on days

Lines of earlier versions have other fields besides (`headline` with a `gist`, `paragraphs`): they say nothing here.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Literal

from generator.model import Mention, Paper, arxiv_id
from generator.store.jsonl import Lines

Said = tuple[str | Mention, ...]
"""A sentence in which papers are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A sentence of a plain abstract. What counts is its place: a later version may divide the text otherwise."""

    number: int  # as the model was told it
    start: int  # in characters
    end: int
    plain: str  # the hash of the plain abstract


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAnswer:
    """The sentences that a model chose for one text of a paper, and the headline that it wrote."""

    paper: str  # its key at the time, for people who read the file
    text: str  # the hash of its title and abstract as received: a new version is another text
    model: str  # as its server names it
    prompt: str  # Prompt.version
    written: dt.date  # UTC
    result: Pick | None = None
    what: Pick | None = None
    best: Literal["result", "what"] = "result"
    headline: str = ""  # plain text
    refused: tuple[str, ...] = ()  # what was wrong with the last answer, or with what is not kept of it


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedThread:
    """A thread of a day, with the papers' keys at the time."""

    heading: str
    papers: tuple[str, ...]
    lines: tuple[tuple[str, Pick], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayAnswer:
    """The threads that a model found among a day's papers, and the editorial that it wrote."""

    day: dt.date
    papers: str  # the hash of the papers it was asked about
    model: str
    prompt: str
    written: dt.date  # UTC
    threads: tuple[PickedThread, ...] = ()
    sentences: tuple[Said, ...] = ()  # each with mentions of the papers it rests on
    refused: tuple[str, ...] = ()  # what was wrong with the last answer, or with what is not kept of it


OF_PAPERS = Lines(PaperAnswer, "run: daybook summarize")
OF_DAYS = Lines(DayAnswer, "run: daybook summarize")


def hashed(*texts: str | None) -> str:
    """Identifies texts: 16 hex digits."""
    return hashlib.sha256("\0".join(text or "" for text in texts).encode(errors="surrogatepass")).hexdigest()[:16]


def home(paper: Paper) -> str:
    """Where the answers on a paper are stored: the month of its id, `2026/03`; without one, of its first sighting."""
    if paper.arxiv_id is None:
        return f"{paper.first_seen:%Y/%m}"
    month = arxiv_id.month(paper.arxiv_id)
    return f"{'19' if month[0] == '9' else '20'}{month[:2]}/{month[2:]}"  # arXiv began in 1991
