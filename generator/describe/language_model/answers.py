"""A language model's answer as the fields of its line in the log. Pure.

Models add fences, thoughts and politeness: only the JSON object counts. What they choose cannot be false, for it is
shown as the paper has it; of what they write, only numbers and names are looked up in the papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.describe.cards import system_names
from generator.describe.language_model import prompts
from generator.describe.language_model.records import Pick, PickedThread, Said, hashed
from generator.model import Mention, Paper
from generator.store.jsonl import Item, from_json
from generator.text import evidence, sentences
from generator.text.markup import clean, plain

LONGEST_ANSWER = 20_000  # in characters
LONGEST_SENTENCE = 400  # of what a model wrote, in characters
_LONGEST_ABSTRACT, _MOST_SENT = 20_000, 8_000  # likewise; arXiv's have at most 1,920
_MARK = re.compile(r"\[(\d{1,3})\]")
_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|://|\bwww\.")
_EDGES = ".,:;?!\"'“”‘’()[]"

Fields = dict[str, Any]


class Wrong(Exception):
    """An answer that cannot stand; `args` say why, so that the model can correct it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPaper:
    """A paper of a day, its themes by name, and the sentences of its card."""

    paper: Paper
    themes: tuple[str, ...] = ()
    picks: tuple[tuple[str, Pick], ...] = ()  # (as the card shows it, the whole sentence)

    @property
    def mention(self) -> Mention:
        """How an editorial names it: by its system's name, else by its title."""
        title = plain(self.paper.title)
        system = system_names.system(title, sentences.split(plain(self.paper.abstract or "")))
        return Mention(key=self.paper.key, name=system or title.rstrip("."))


def readable(abstract: str | None) -> str:
    """The plain abstract, as far as describe/cards reads it."""
    return plain((abstract or "")[:_LONGEST_ABSTRACT])


def picks(abstract: str | None) -> tuple[tuple[str, Pick], ...]:
    """The sentences of an abstract that are sent, divided as describe/cards does: (words, place)."""
    text = readable(abstract)
    spans = enumerate(sentences.spans(text), 1)
    places = [
        Pick(number=n, start=start, end=end, plain=hashed(text)) for n, (start, end) in spans if end <= _MOST_SENT
    ]
    return tuple((text[place.start : place.end], place) for place in places)


def choice(answer: str, of: Sequence[tuple[str, Pick]]) -> Fields:
    """The sentences that a model chose among these of an abstract. Raises Wrong."""
    said = _read(answer, prompts.Choice)
    what = None if said.what == said.result else said.what
    for number in (said.result, what):
        if number is not None and not 1 <= number <= len(of):
            raise Wrong(f"there is no sentence {number}; the numbers are 1 to {len(of)}, or null")
    result, done = (None if number is None else of[number - 1][1] for number in (said.result, what))
    return {"result": result, "what": done, "best": said.best}


def headline(answer: str, paper: Paper) -> Fields:
    """The headline that a model wrote for a paper. Raises Wrong."""
    text = _read(answer, prompts.Headline).headline
    _refuse(headline_faults(text, paper))
    return {"headline": text}


def headline_faults(text: str, paper: Paper) -> Iterator[str]:
    """Why a headline cannot stand over a paper."""
    if not 1 <= len(text.split()) <= prompts.HEADLINE_WORDS:
        yield f"the headline has {len(text.split())} words; at most {prompts.HEADLINE_WORDS} are allowed"
    yield from _unproved([text], [plain(paper.title), plain(paper.abstract or "")])


def threads(answer: str, papers: Sequence[DayPaper]) -> Fields:
    """The threads that a model found among a day's papers, and what is wrong with others. Raises Wrong if all are."""
    found = _read(answer, prompts.Threads).threads
    sound: list[PickedThread] = []
    problems: list[str] = []
    for number, told in enumerate(found, 1):
        try:
            thread = _thread(told, papers)
            if number > prompts.MOST_THREADS or {*thread.papers} & {key for each in sound for key in each.papers}:
                raise Wrong("it is one too many, or has a paper of another thread")
            sound.append(thread)
        except Wrong as wrong:
            problems.append(f"thread {number}: {wrong}")
    if problems and not sound:
        raise Wrong(*problems)
    return {"threads": tuple(sound), "refused": tuple(problems)}


def _thread(told: prompts.Thread, papers: Sequence[DayPaper]) -> PickedThread:
    numbers = list(dict.fromkeys(told.papers))
    if len(numbers) < 2 or not {*numbers} <= {*range(1, len(papers) + 1)}:
        raise Wrong(f"papers are not two or more numbers from 1 to {len(papers)}")
    lines = {line[0]: line[1] for line in told.lines if len(line) == 2 and line[0] in numbers}
    if len(lines) < len(told.lines) or not 2 <= len(lines) <= prompts.MOST_LINES:
        raise Wrong(f"lines are not two or {prompts.MOST_LINES} pairs [paper, sentence], each of another of its papers")
    if any(not 1 <= sentence <= len(papers[number - 1].picks) for number, sentence in lines.items()):
        raise Wrong("a paper has no sentence of that number")
    named = {number: papers[number - 1] for number in numbers}
    heading = phrase(told.heading, [each.paper for each in named.values()])
    if not heading:
        raise Wrong("the heading is not two to six words that stand in a row in the title of one of its papers")
    quoted = tuple((named[number].paper.key, named[number].picks[at - 1][1]) for number, at in lines.items())
    return PickedThread(heading=heading, papers=tuple(each.paper.key for each in named.values()), lines=quoted)


def phrase(heading: str, papers: Sequence[Paper]) -> str:
    """A heading of two to six words as it stands in a title of these papers; empty if it stands in none."""
    wanted = [word.strip(_EDGES).casefold() for word in heading.split()]
    for title in (plain(title).split() for paper in papers for title in paper.titles):
        for at in range(len(title) - len(wanted) + 1) if 2 <= len(wanted) <= 6 else ():
            words = title[at : at + len(wanted)]
            whole = not any(word[-1] in ":;.?!" for word in words[:-1])
            if whole and [word.strip(_EDGES).casefold() for word in words] == wanted:
                return " ".join(words).strip(_EDGES)
    return ""


def editorial(answer: str, papers: Sequence[DayPaper]) -> Fields:
    """The sentences of a day's editorial, with the papers' names put in. Raises Wrong."""
    texts = [one for text in _read(answer, prompts.Editorial).sentences for one in sentences.split(text)]
    if not {int(number) for text in texts for number in _MARK.findall(text)} <= {*range(1, len(papers) + 1)}:
        raise Wrong(f"a paper is named that is not there; the numbers are [1] to [{len(papers)}]")
    lines = tuple(tuple(_parts(text, papers)) for text in texts)
    _refuse(editorial_faults(lines, {each.paper.key: each.paper for each in papers}))
    return {"sentences": lines}


def _parts(text: str, papers: Sequence[DayPaper]) -> Iterator[str | Mention]:
    for place, part in enumerate(_MARK.split(text)):
        if part:
            yield papers[int(part) - 1].mention if place % 2 else part


def editorial_faults(lines: Sequence[Said], papers: Mapping[str, Paper]) -> Iterator[str]:
    """Why these sentences cannot stand. `papers`: the day's, by key."""
    if not 1 <= len(lines) <= prompts.MOST_SENTENCES:
        yield f"there are {len(lines)} sentences; one to {prompts.MOST_SENTENCES} are allowed"
        return
    for line in lines:
        named = [papers[part.key] for part in line if isinstance(part, Mention) and part.key in papers]
        if not named:
            yield "a sentence names no paper by its [number]"
        yield from _unproved(line, [plain(text) for paper in named for text in words(paper)])


def words(paper: Paper) -> Iterator[str]:
    """All that records have in a paper's name, of whatever version, as received."""
    yield from (*paper.titles, paper.abstract or "", paper.comments or "")
    yield from (text for edition in paper.editions for text in (edition.abstract, edition.comments) if text)


def _unproved(line: Sequence[str | Mention], sources: Sequence[str]) -> Iterator[str]:
    """Whether a text of a model's is plain, and its numbers and names stand in its sources."""
    written = " ".join(part for part in line if isinstance(part, str))
    text = "".join(part if isinstance(part, str) else part.name for part in line)
    if len(written) > LONGEST_SENTENCE:
        yield f"a text has more than {LONGEST_SENTENCE} characters"
    elif not text.isprintable() or clean(text) != text or _MARKUP.search(written):
        yield "a text is not one line without markup, TeX and addresses"
    else:
        said = plain(text)
        yield from (f"not in the paper: {word}" for word in evidence.unsupported(said, *sources))
        yield from (f'no "up to", "at least" or "about": {word}' for word in evidence.lost_bounds(said, *sources))


def _read(answer: str, form: type[Item]) -> Item:
    """The JSON object in an answer. Raises Wrong."""
    text = answer.rpartition("</think>")[2]
    if len(answer) > LONGEST_ANSWER or "{" not in text:
        raise Wrong("the answer is not one short JSON object")
    try:
        return from_json(text[text.index("{") : text.rfind("}") + 1], form)
    except ValueError as error:
        raise Wrong(f"the answer is not as asked for: {error}") from None


def _refuse(problems: Iterator[str]) -> None:
    found = tuple(dict.fromkeys(problems))
    if found:
        raise Wrong(*found)
