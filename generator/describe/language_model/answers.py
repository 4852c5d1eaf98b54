"""A language model's answer as the fields of its line in the log. Pure.

Models add fences, thoughts and politeness: only the JSON object counts. What they choose cannot be false, for it is
shown as the paper has it; of what they write, only numbers and names are looked up in the papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.describe import cards
from generator.describe.cards import system_names
from generator.describe.language_model import prompts
from generator.describe.language_model.prompts import Prompt
from generator.describe.language_model.records import Pick, PickedThread, Said, hashed
from generator.model import Mention, Paper
from generator.store.jsonl import from_json
from generator.text import evidence, sentences
from generator.text.markup import clean, plain

LONGEST_ANSWER = 20_000  # in characters
LONGEST_SENTENCE = 400  # of what a model wrote, in characters
_MOST_SENT = 8_000  # likewise; arXiv's abstracts have at most 1,920
_MARK = re.compile(r"\[(\d{1,3})\]")
_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|://|\bwww\.")
_EDGES = ".,:;?!\"'“”‘’()[]"

Read = tuple[dict[str, Any], tuple[str, ...]]
"""(the fields of a line that stand, what is wrong with the answer)."""


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


def picks(abstract: str | None) -> tuple[tuple[str, Pick], ...]:
    """The sentences of an abstract that are sent, divided as describe/cards does: (words, place)."""
    text, spans = cards.read(abstract)
    places = [
        Pick(number=number, start=start, end=end, plain=hashed(text))
        for number, (start, end) in enumerate(spans, 1)
        if end <= _MOST_SENT
    ]
    return tuple((text[place.start : place.end], place) for place in places)


def choice(answer: str, prompt: Prompt, paper: Paper, of: Sequence[tuple[str, Pick]]) -> Read:
    """The sentences that a model chose among these of a paper's abstract, and the headline that it wrote."""
    said = _read(answer, prompt.answer)
    if isinstance(said, str):
        return {}, (said,)
    what = None if said.what == said.result else said.what
    for number in (said.result, what):
        if number is not None and not 1 <= number <= len(of):
            return {}, (f"there is no sentence {number}; the numbers are 1 to {len(of)}, or null",)
    result, done = (None if number is None else of[number - 1][1] for number in (said.result, what))
    text = getattr(said, "headline", "")
    problems = tuple(headline_faults(text, paper)) if prompt is prompts.HEADLINE else ()
    return {"result": result, "what": done, "best": said.best, "headline": "" if problems else text}, problems


def headline_faults(text: str, paper: Paper) -> Iterator[str]:
    """Why a headline cannot stand over a paper."""
    if not 1 <= len(text.split()) <= prompts.HEADLINE_WORDS:
        yield f"the headline has {len(text.split())} words; at most {prompts.HEADLINE_WORDS} are allowed"
    yield from _unproved([text], [plain(paper.title), plain(paper.abstract or "")])


def day(answer: str, prompt: Prompt, papers: Sequence[DayPaper]) -> Read:
    """The threads that a model found among a day's papers, and the sentences that it wrote about them."""
    said = _read(answer, prompt.answer)
    if isinstance(said, str):
        return {}, (said,)
    sound: list[PickedThread] = []
    problems: list[str] = []
    for number, told in enumerate(said.threads, 1):
        thread = _thread(told, papers)
        if not isinstance(thread, str) and {*thread.papers} & {key for each in sound for key in each.papers}:
            thread = "it has a paper of another thread"
        if isinstance(thread, str) or number > prompts.MOST_THREADS:
            problems.append(f"thread {number}: {thread if isinstance(thread, str) else 'it is one too many'}")
        else:
            sound.append(thread)
    lines, faults = _editorial(said.sentences, papers) if prompt is prompts.EDITORIAL else ((), ())
    return {"threads": tuple(sound), "sentences": () if faults else lines}, (*problems, *faults)


def _thread(told: prompts.Thread, papers: Sequence[DayPaper]) -> PickedThread | str:
    """A thread by the papers' keys; or what is wrong with it."""
    named = {number: papers[number - 1] for number in told.papers if 1 <= number <= len(papers)}
    if len(named) < 2 or named.keys() != {*told.papers}:
        return f"papers are not two or more numbers from 1 to {len(papers)}"
    lines = {line[0]: line[1] for line in told.lines if len(line) == 2 and line[0] in named}
    if len(lines) < len(told.lines) or not 2 <= len(lines) <= prompts.MOST_LINES:
        return f"lines are not two or {prompts.MOST_LINES} pairs [paper, sentence], each of another of its papers"
    if any(not 1 <= sentence <= len(named[number].picks) for number, sentence in lines.items()):
        return "a paper has no sentence of that number"
    heading = phrase(told.heading, [each.paper for each in named.values()])
    if not heading:
        return "the heading is not two to six words that stand in a row in the title of one of its papers"
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


def _editorial(told: Sequence[str], papers: Sequence[DayPaper]) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """(a model's sentences with the papers' names put in, what is wrong with them)."""
    texts = [one for text in told for one in sentences.split(text)]
    if not {int(number) for text in texts for number in _MARK.findall(text)} <= {*range(1, len(papers) + 1)}:
        return (), (f"a paper is named that is not there; the numbers are [1] to [{len(papers)}]",)
    lines = tuple(tuple(_parts(text, papers)) for text in texts)
    return lines, tuple(dict.fromkeys(editorial_faults(lines, {each.paper.key: each.paper for each in papers})))


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


def _read(answer: str, form: type) -> Any:
    """The JSON object in an answer, as this class; or what is wrong with its form."""
    text = answer.rpartition("</think>")[2]
    if len(answer) > LONGEST_ANSWER or "{" not in text:
        return "the answer is not one short JSON object"
    try:
        return from_json(text[text.index("{") : text.rfind("}") + 1], form)
    except ValueError as error:
        return f"the answer is not as asked for: {error}"
