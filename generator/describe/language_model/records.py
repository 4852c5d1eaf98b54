"""The lines of content/summaries: a language model's accepted text on a paper or a day, or a refusal.

summaries/YYYY/MM.jsonl          papers, by the month of their arXiv id
summaries/digests/YYYY.jsonl     days
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.model import OWN, Card, Digest, Mention, Paper, arxiv_id
from generator.store.jsonl import Lines
from generator.text.markup import plain

HASH_DIGITS = 16
FIRST_YEAR = 91
"""arXiv began in 1991: a two-digit year from this one on belongs to the 20th century."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """An accepted headline and gist for one text of a paper, or a refusal, so that it is not requested again."""

    paper: str  # its key at the time, for people who read the file
    text: str  # `text_hash` of what was summarised
    model: str  # as the `llm` library names it
    prompt: str  # Prompt.version
    written: dt.date  # UTC
    headline: str = ""  # plain text; empty: refused
    gist: str = ""  # plain text; empty: refused
    refused: tuple[str, ...] = ()  # what was wrong with the last answer

    @property
    def asked(self) -> tuple[str, str, str]:
        """Identifies the request, which is made only once."""
        return self.text, self.prompt, self.model


@dataclass(frozen=True, slots=True, kw_only=True)
class Editorial:
    """An accepted editorial of a day, or a refusal."""

    day: dt.date
    papers: str  # `papers_hash` of the papers it was made from
    model: str
    prompt: str
    written: dt.date  # UTC
    paragraphs: tuple[tuple[str | Mention, ...], ...] = ()  # as in Digest; empty: refused
    refused: tuple[str, ...] = ()

    @property
    def asked(self) -> tuple[str, str, str, str]:
        """Identifies the request, which is made only once."""
        return self.day.isoformat(), self.papers, self.prompt, self.model


_AGAIN = "run: daybook summarize"
SUMMARIES = Lines(Summary, _AGAIN)
EDITORIALS = Lines(Editorial, _AGAIN)


def text_hash(title: str, abstract: str | None) -> str:
    """Identifies a paper's text as received: 16 hex digits. A new version is another text."""
    whole = f"{title}\0{abstract or ''}".encode(errors="surrogatepass")
    return hashlib.sha256(whole).hexdigest()[:HASH_DIGITS]


def papers_hash(keys: Iterable[str]) -> str:
    """Identifies the papers of a day: 16 hex digits."""
    return hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()[:HASH_DIGITS]


def home(paper: Paper) -> str:
    """Where a paper's summaries are stored: the month of its id, `2026/03`; without an id, that of its first
    sighting."""
    if paper.arxiv_id is None:
        return f"{paper.first_seen:%Y/%m}"
    month = arxiv_id.month(paper.arxiv_id)
    century = "19" if int(month[:2]) >= FIRST_YEAR else "20"
    return f"{century}{month[:2]}/{month[2:]}"


def chosen(summaries: Iterable[Summary]) -> Mapping[str, Summary]:
    """text_hash -> the current accepted summary: the last one written."""
    return {line.text: line for line in sorted(summaries, key=lambda line: line.written) if line.headline}


def chosen_editorials(editorials: Iterable[Editorial]) -> Mapping[dt.date, Editorial]:
    """Day -> the current accepted editorial: the last one written."""
    return {line.day: line for line in sorted(editorials, key=lambda line: line.written) if line.paragraphs}


def card(summary: Summary) -> Card:
    """An accepted summary as a card, labelled with the model's name."""
    headline, gist = plain(summary.headline), plain(summary.gist)
    return Card(source=OWN, headline=headline, gist=gist, by=summary.model, machine=True)


def digest(editorial: Editorial) -> Digest:
    """An accepted editorial as a digest; `editorial.model` says who wrote it."""
    return Digest(paragraphs=editorial.paragraphs)
