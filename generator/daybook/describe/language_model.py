"""A language model chooses sentences, puts a day's papers together, and writes where an owner asks for it. Pure.

Text of a listing may say anything, also to the model: so a choice is shown as the paper has it, and what is written
says whose it is. Models add fences, thoughts and politeness: only the JSON object of an answer counts. What they choose
cannot be false; of what they write, numbers and names are looked up in the papers. The server is asked by
daybook.fetch.chat; an answer is a line of the log, and is looked up in its papers again before it is shown.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeVar

from daybook.describe import cards
from daybook.describe.cards import quote
from daybook.model import OWN, Card, Edition, Mention, Paper, Quote, Thread
from daybook.model.archive import DayAnswer, PaperAnswer, Pick, PickedThread, Said
from daybook.model.jsonl import form, from_json, text_hash
from daybook.text import sentences
from daybook.text.markup import plain
from daybook.text.yaml_text import read_yaml

HEADLINE_WORDS, MOST_THREADS, MOST_LINES, MOST_SENTENCES = 12, 4, 3, 8
LONGEST_ANSWER, LONGEST_SENTENCE = 20_000, 400  # in characters; a sentence of what a model wrote


@dataclass(frozen=True, slots=True)
class ChosenNumbers:
    """Numbers of an abstract's sentences, from 1, and a headline where one is asked for."""

    result: int | None
    what: int | None
    best: Literal["result", "what"]
    headline: str = ""


@dataclass(frozen=True, slots=True)
class ToldThread:
    """Numbers of papers, and pairs of a paper's and a sentence's, from 1."""

    heading: str
    papers: list[int]
    lines: list[list[int]]


@dataclass(frozen=True, slots=True)
class ToldThreads:
    """Those of a day, and an editorial where one is asked for."""

    threads: list[ToldThread]
    sentences: tuple[str, ...] = ()


class Prompt(NamedTuple):
    """A fixed text, and the form of the answer."""

    answer: type
    system: str  # the text as it is sent
    schema: dict[str, Any]  # of the answer
    version: str  # its name and hash: "choice-1 3f9a51c2"

    def read(self, answer: str) -> Any:
        """The JSON object in an answer, as its class. Raises ValueError saying what is wrong with its form."""
        text = answer.rpartition("</think>")[2]
        if len(answer) > LONGEST_ANSWER or "{" not in text:
            raise ValueError("the answer is not one short JSON object")
        return from_json(text[text.index("{") : text.rfind("}") + 1], self.answer)


_CHOSEN = '"result": 5, "what": 2, "best": "result"'
_THREAD = '"threads": [{"heading": "...", "papers": [3, 7, 12], "lines": [[3, 1], [7, 2]]}]'
_NUMBERS = {"words": HEADLINE_WORDS, "threads": MOST_THREADS, "lines": MOST_LINES, "sentences": MOST_SENTENCES}
_TEXTS = read_yaml((files("daybook.describe") / "prompts.yml").read_text(encoding="utf-8"), "prompts.yml")


def _prompt(name: str, answer: type, without: str, example: str, *parts: str) -> Prompt:
    task, schema = "\n".join(_TEXTS[part] for part in parts).format_map(_NUMBERS), form(answer, without)
    system = f"{task}\nAnswer with one JSON object and nothing else, like: {{{example}}}\n{_TEXTS['rules']}"
    whole = system + json.dumps(schema, sort_keys=True)
    return Prompt(answer, system, schema, f"{name} {hashlib.sha256(whole.encode()).hexdigest()[:8]}")


CHOICE = _prompt("choice-1", ChosenNumbers, "headline", _CHOSEN, "choice")
HEADLINE = _prompt("headline-1", ChosenNumbers, "", f'{_CHOSEN}, "headline": "..."', "choice", "headline")
THREADS = _prompt("threads-1", ToldThreads, "sentences", _THREAD, "threads")
EDITORIAL = _prompt("editorial-1", ToldThreads, "", f'{_THREAD}, "sentences": ["..."]', "threads", "editorial")

_MARK = re.compile(r"(\[\d{1,3}\])")
_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|://|\bwww\.")
_EDGES = ".,:;?!\"'“”‘’()[]"

T = TypeVar("T")
Picks = Sequence[tuple[str, Pick]]  # sentences: as they are sent, their places
DayPaper = tuple[Paper, Picks]  # a paper of a day, and the sentences of its card
Read = tuple[dict[str, Any], tuple[str, ...]]  # the fields of a line that stand, what is wrong with the answer
Case = tuple[PaperAnswer | DayAnswer, Sequence[Paper]]  # an answer of the log, and the papers that it speaks of


def picks(abstract: str | None) -> Picks:
    """The sentences of an abstract, divided as describe/cards does."""
    text, spans = cards.read(abstract)
    return tuple((text[start:end], Pick(start=start, end=end, plain=text_hash(text))) for start, end in spans)


def read_choice(answer: str, prompt: Prompt, paper: Paper, of: Picks) -> Read:
    """The sentences that a model chose among these of a paper's abstract, and the headline that it wrote. Raises
    ValueError saying why nothing of the answer stands; `read_day` likewise."""
    said = prompt.read(answer)
    numbers = (said.result, None if said.what == said.result else said.what)
    result, what = (None if number is None else _numbered(number, of, "sentence")[1] for number in numbers)
    problems = tuple(headline_faults(said.headline, paper)) if prompt is HEADLINE else ()
    text = said.headline if prompt is HEADLINE and not problems else ""
    return {"result": result, "what": what, "best": said.best, "headline": text}, problems


def headline_faults(text: str, over: Paper | Edition) -> Iterator[str]:
    """Why a headline cannot stand over a paper."""
    if not 1 <= len(text.split()) <= HEADLINE_WORDS:
        yield f"the headline has {len(text.split())} words; at most {HEADLINE_WORDS} are allowed"
    yield from _unproved([text], [plain(over.title), plain(over.abstract or "")])


def read_day(answer: str, prompt: Prompt, papers: Sequence[DayPaper]) -> Read:
    """The threads that a model found among a day's papers, and the sentences that it wrote about them."""
    said = prompt.read(answer)
    by_key = {paper.key: paper for paper, _ in papers}
    threads, problems = list[PickedThread](), list[str]()
    for number, told in enumerate(said.threads[:MOST_THREADS], 1):
        try:
            found = _picked(told, papers)
            standing(found, by_key)
            if any({*found.papers} & {*each.papers} for each in threads):
                raise ValueError("it has a paper of another thread")
            threads.append(found)
        except ValueError as error:
            problems.append(f"thread {number}: {error}")
    if prompt is THREADS:
        return {"threads": tuple(threads)}, tuple(problems)
    names = dict[str, str | Mention]()
    for number, (paper, _) in enumerate(papers, 1):  # an editorial names a paper by its system's name, else its title
        title = plain(paper.title)
        system = cards.system_name(title, sentences.split(plain(paper.abstract or "")))
        names[f"[{number}]"] = Mention(key=paper.key, name=system or title.rstrip("."))
    texts = [text for told in said.sentences for text in sentences.split(told)]
    lines = tuple(tuple(names.get(part, part) for part in _MARK.split(text) if part) for text in texts)
    faults = tuple(dict.fromkeys(editorial_faults(lines, by_key)))
    return {"threads": tuple(threads), "sentences": () if faults else lines}, (*problems, *faults)


def _picked(told: ToldThread, papers: Sequence[DayPaper]) -> PickedThread:
    """A thread by the papers' keys. Raises ValueError where a number is none of theirs."""
    if any(len(line) != 2 for line in told.lines):
        raise ValueError("lines are not pairs [paper, sentence]")
    keys = [_numbered(number, papers, "paper")[0].key for number in told.papers]
    quoted = [(*_numbered(number, papers, "paper"), at) for number, at in told.lines]
    lines = tuple((paper.key, _numbered(at, of, "sentence")[1]) for paper, of, at in quoted)
    return PickedThread(heading=told.heading, papers=tuple(keys), lines=lines)


def standing(told: PickedThread, papers: Mapping[str, Paper], by: str = "") -> Thread:
    """What stands of a thread among these papers. Raises ValueError where that is no thread."""
    own = {key: papers[key] for key in told.papers if key in papers}
    lines = {key: said for key, pick in told.lines if key in own and (said := quoted(pick, own[key]))}
    if not 2 <= len(lines) <= MOST_LINES:
        raise ValueError(f"it has not two to {MOST_LINES} lines, each of another of its papers")
    heading = phrase(told.heading, [*own.values()])
    if not heading:
        raise ValueError("the heading is not two to six words that stand in a row in the title of one of its papers")
    return Thread(heading=heading, papers=tuple(own), lines=tuple(lines.items()), by=by)


def quoted(pick: Pick | None, paper: Paper) -> Quote | None:
    """The sentence that was picked, of the version whose abstract has it; None where none has."""
    for abstract in dict.fromkeys((paper.abstract, *(each.abstract for each in paper.editions))) if pick else ():
        text, _ = cards.read(abstract)
        if pick and text_hash(text) == pick.plain and 0 <= pick.start < pick.end <= len(text):
            return quote(text, pick.start, pick.end)
    return None


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


def editorial_faults(lines: Sequence[Said], papers: Mapping[str, Paper]) -> Iterator[str]:
    """Why these sentences cannot stand. `papers`: the day's, by key."""
    if not 1 <= len(lines) <= MOST_SENTENCES:
        yield f"there are {len(lines)} sentences; one to {MOST_SENTENCES} are allowed"
    for line in lines:
        named = [papers[part.key] for part in line if isinstance(part, Mention) and part.key in papers]
        if not named:
            yield "a sentence names no paper by its [number]"
        yield from _unproved(line, [plain(text) for paper in named for text in words_of(paper)])


def words_of(paper: Paper) -> Iterator[str]:
    """All that records have in a paper's name, of whatever version, as received."""
    yield from (*paper.titles, paper.abstract or "", paper.comments or "")
    yield from (text for edition in paper.editions for text in (edition.abstract, edition.comments) if text)


def _unproved(line: Sequence[str | Mention], sources: Sequence[str]) -> Iterator[str]:
    """Whether a text of a model's is plain, and its numbers and names stand in its sources."""
    written = " ".join(part for part in line if isinstance(part, str))
    text = "".join(part if isinstance(part, str) else part.name for part in line)
    if len(written) > LONGEST_SENTENCE:
        yield f"a text has more than {LONGEST_SENTENCE} characters"
    elif not text.isprintable() or _MARKUP.search(written):
        yield "a text is not one line without markup, TeX, addresses and numbers in brackets that are no paper's"
    else:
        yield from sentences.faults(plain(text), *sources)


def _numbered(number: int, items: Sequence[T], what: str) -> T:
    """The item of this number. Raises ValueError where there is none."""
    if not 1 <= number <= len(items):
        raise ValueError(f"there is no {what} {number}; the numbers are 1 to {len(items)}")
    return items[number - 1]


class ShownAnswer(NamedTuple):
    """What is left of an answer; nothing, where nothing stands."""

    card: Card | None = None
    threads: tuple[Thread, ...] = ()
    editorial: Said = ()


def card(paper: Paper, line: PaperAnswer) -> Card | None:
    """The sentences that a model chose, under its headline or the title; None where they are not there."""
    versions: tuple[Paper | Edition, ...] = (paper, *paper.editions)
    said = next(each for each in versions if text_hash(each.title, each.abstract) == line.text)
    result, what = quoted(line.result, paper), quoted(line.what, paper)
    if not (result or what):
        return None
    written = "" if any(headline_faults(line.headline, said)) else line.headline
    title = written or " ".join(plain(said.title).split())
    return Card(source=OWN, headline=title, result=result, what=what, best=line.best, by=line.model, machine=True)


def judged(cases: Sequence[Case]) -> list[ShownAnswer]:
    """What is left of each answer."""
    found = list[ShownAnswer]()
    for line, papers in cases:
        if isinstance(line, PaperAnswer):
            found.append(ShownAnswer(card(papers[0], line)))
            continue
        by_key, threads = {paper.key: paper for paper in papers}, list[Thread]()
        for told in line.threads:
            with suppress(ValueError):
                threads.append(standing(told, by_key, line.model))
        said = tuple(part for sentence in line.sentences for part in (" ", *sentence))
        faulty = any(editorial_faults(line.sentences, by_key))
        found.append(ShownAnswer(threads=tuple(threads), editorial=() if faulty else said[1:]))
    return found
