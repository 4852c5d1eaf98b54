"""A day's editorial: what a language model learns about the papers, and what its paragraphs may say.

The model refers to papers by numbers in brackets; the program inserts the names, so none can be wrong. The texts of the
papers that a sentence names must support what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator import model
from generator.describe.cards import system_names
from generator.describe.language_model.acceptance import trusted, unclean, unlike, unproved
from generator.describe.language_model.prompts import DIGEST_WORDS, Request, digest_request
from generator.text import cues, sentences
from generator.text.markup import clean, plain

MOST_PAPERS = 60
"""Most papers of a day that are sent to the model."""
LEAST_PAPERS = 3
"""A day with fewer papers needs no editorial."""
MOST_PARAGRAPHS = 4
MOST_WORDS = 2 * DIGEST_WORDS[1]
"""Longest answer, in words, whose sentences are checked: a longer one is refused anyway."""

_MARK = re.compile(r"\[(\d{1,3})\]")
_NUMBER = re.compile(r"\d")
_ENDS = (".", "!", "?", '."', ".”", ".)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPaper:
    """A paper of the day with its card and the names of its themes."""

    paper: model.Paper
    card: model.Card | None = None
    themes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How a sentence refers to it: its system's name, else its title."""
        title = plain(self.paper.title)
        return system_names.system(title, sentences.split(plain(self.paper.abstract or ""))) or title.rstrip(".")

    @property
    def sources(self) -> tuple[str, ...]:
        """The texts that may support a sentence about it."""
        return trusted(self.paper.title, self.paper.abstract, self.paper.comments, *self.themes)


def request(papers: Sequence[DayPaper]) -> Request:
    """The request for a day with these papers, numbered from 1."""
    return digest_request(
        [{key: value for key, value in _facts(n, paper) if value} for n, paper in enumerate(papers, 1)]
    )


def _facts(number: int, entry: DayPaper) -> Iterator[tuple[str, object]]:
    yield "number", number
    yield "name", entry.name
    yield "title", plain(entry.paper.title)
    yield "headline", entry.card.headline if entry.card else ""
    yield "gist", (entry.card.gist or "") if entry.card else ""
    yield "themes", list(entry.themes)


def faults(paragraphs: Sequence[str], papers: Sequence[DayPaper]) -> tuple[str, ...]:
    """Why these paragraphs are refused for a day with these papers. Empty: accepted."""
    by_number = dict(enumerate(papers, 1))
    whole = " ".join(paragraphs)
    named = {int(number) for number in _MARK.findall(whole)}
    if named - set(by_number):
        return (f"there is no paper {', '.join(f'[{n}]' for n in sorted(named - set(by_number)))}",)
    problems = list(_of_form(paragraphs, named, by_number))
    if len(whole.split()) <= MOST_WORDS:
        problems += _of_sentences(paragraphs, by_number)
    return tuple(dict.fromkeys(problems))


def linked(paragraphs: Sequence[str], papers: Sequence[DayPaper]) -> tuple[tuple[str | model.Mention, ...], ...]:
    """Accepted paragraphs as text and mentions, as a digest has them."""
    mentions = {n: model.Mention(key=entry.paper.key, name=entry.name) for n, entry in enumerate(papers, 1)}
    return tuple(tuple(_parts(paragraph, mentions)) for paragraph in paragraphs)


def _parts(paragraph: str, mentions: Mapping[int, model.Mention]) -> Iterator[str | model.Mention]:
    for place, part in enumerate(_MARK.split(paragraph)):
        if place % 2:
            yield mentions[int(part)]
        elif part:
            yield part


def _of_form(paragraphs: Sequence[str], named: set[int], papers: Mapping[int, DayPaper]) -> Iterator[str]:
    words = sum(len(_with_names(text, papers).split()) for text in paragraphs)
    least, most = DIGEST_WORDS
    if not least <= words <= most:
        yield f"the editorial has {words:,} words, counting the papers' names; {least} to {most} are required"
    if not 1 <= len(paragraphs) <= MOST_PARAGRAPHS:
        yield f"there are {len(paragraphs)} paragraphs; one to {MOST_PARAGRAPHS} are required"
    if len(named) < min(LEAST_PAPERS, len(papers)):
        yield f"fewer than {LEAST_PAPERS} papers are named by their [number]"
    for text in paragraphs:
        yield from unclean("editorial", _MARK.sub("N", text))
        if not text.endswith(_ENDS):
            yield "a paragraph does not end with a period"
    if cues.EDITORIAL_TALK.search(" ".join(paragraphs)):
        yield 'the editorial uses "we", "our" or "us"'


def _of_sentences(paragraphs: Sequence[str], papers: Mapping[int, DayPaper]) -> Iterator[str]:
    said: set[str] = set()
    texts = {number: entry.sources for number, entry in papers.items()}
    titles = {number: plain(entry.paper.title) for number, entry in papers.items()}
    for text in (sentence for paragraph in paragraphs for sentence in sentences.split(paragraph)):
        if text in said:
            yield "a sentence appears twice"
        said.add(text)
        named = dict.fromkeys(map(int, _MARK.findall(text)))
        if not named and _NUMBER.search(text):
            yield "a sentence with a number names no paper by its [number]"
        sources = [source for number in named or texts for source in texts[number]]
        whole = plain(_with_names(text, papers))
        problems = [
            *unproved(whole, sources, [titles[n] for n in named or texts]),
            *(unlike(whole, sources) if named else ()),
        ]
        yield from (f'"{_brief(text)}": {problem}' for problem in problems)


def _with_names(text: str, papers: Mapping[int, DayPaper]) -> str:
    return _MARK.sub(lambda mark: papers[int(mark[1])].name, text)


def _brief(text: str) -> str:
    shown = clean(text[:_SHOWN])
    return shown if len(text) <= _SHOWN else f"{shown} ..."


_SHOWN = 60
