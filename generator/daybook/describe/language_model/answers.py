"""A language model's answer as the fields of its line in the log, and whether these stand. Pure.

Models add fences, thoughts and politeness: only the JSON object counts. What they choose cannot be false, for it is
shown as the paper has it; of what they write, only numbers and names are looked up in the papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from daybook.describe import cards
from daybook.describe.cards import system_names
from daybook.describe.cards.quotes import quote
from daybook.describe.language_model import prompts
from daybook.describe.language_model.prompts import Prompt
from daybook.model import Edition, Mention, Paper, Quote, Thread
from daybook.model.answers import Pick, PickedThread, Said, hashed
from daybook.model.jsonl import from_json
from daybook.text import evidence, sentences
from daybook.text.markup import plain

LONGEST_ANSWER = 20_000  # in characters
LONGEST_SENTENCE = 400  # of what a model wrote, in characters
_MARK = re.compile(r"(\[\d{1,3}\])")
_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|://|\bwww\.")
_EDGES = ".,:;?!\"'“”‘’()[]"

T = TypeVar("T")
Picks = Sequence[tuple[str, Pick]]
"""Sentences: (as they are sent, their places)."""
DayPaper = tuple[Paper, Picks]
"""A paper of a day, and the sentences of its card."""
Read = tuple[dict[str, Any], tuple[str, ...]]
"""(the fields of a line that stand, what is wrong with the answer)."""


def picks(abstract: str | None) -> Picks:
    """The sentences of an abstract, divided as describe/cards does."""
    text, spans = cards.read(abstract)
    return tuple((text[start:end], Pick(start=start, end=end, plain=hashed(text))) for start, end in spans)


def choice(answer: str, prompt: Prompt, paper: Paper, of: Picks) -> Read:
    """The sentences that a model chose among these of a paper's abstract, and the headline that it wrote.

    Raises ValueError saying why nothing of the answer stands; `day` likewise.
    """
    said = _read(answer, prompt.answer)
    numbers = (said.result, None if said.what == said.result else said.what)
    result, what = (None if number is None else _numbered(number, of, "sentence")[1] for number in numbers)
    problems = tuple(headline_faults(said.headline, paper)) if prompt is prompts.HEADLINE else ()
    text = said.headline if prompt is prompts.HEADLINE and not problems else ""
    return {"result": result, "what": what, "best": said.best, "headline": text}, problems


def headline_faults(text: str, over: Paper | Edition) -> Iterator[str]:
    """Why a headline cannot stand over a paper."""
    if not 1 <= len(text.split()) <= prompts.HEADLINE_WORDS:
        yield f"the headline has {len(text.split())} words; at most {prompts.HEADLINE_WORDS} are allowed"
    yield from _unproved([text], [plain(over.title), plain(over.abstract or "")])


def day(answer: str, prompt: Prompt, papers: Sequence[DayPaper]) -> Read:
    """The threads that a model found among a day's papers, and the sentences that it wrote about them."""
    said = _read(answer, prompt.answer)
    by_key = {paper.key: paper for paper, _ in papers}
    threads, problems = list[PickedThread](), list[str]()
    for number, told in enumerate(said.threads[: prompts.MOST_THREADS], 1):
        try:
            found = _picked(told, papers)
            thread(found, by_key)
            if any({*found.papers} & {*each.papers} for each in threads):
                raise ValueError("it has a paper of another thread")
            threads.append(found)
        except ValueError as error:
            problems.append(f"thread {number}: {error}")
    if prompt is prompts.THREADS:
        return {"threads": tuple(threads)}, tuple(problems)
    names = {f"[{number}]": _mention(paper) for number, (paper, _) in enumerate(papers, 1)}
    texts = [text for told in said.sentences for text in sentences.split(told)]
    lines = tuple(tuple(names.get(part, part) for part in _MARK.split(text) if part) for text in texts)
    faults = tuple(dict.fromkeys(editorial_faults(lines, by_key)))
    return {"threads": tuple(threads), "sentences": () if faults else lines}, (*problems, *faults)


def _mention(paper: Paper) -> Mention:
    """How an editorial names a paper: by its system's name, else by its title."""
    title = plain(paper.title)
    system = system_names.system(title, sentences.split(plain(paper.abstract or "")))
    return Mention(key=paper.key, name=system or title.rstrip("."))


def _picked(told: prompts.Thread, papers: Sequence[DayPaper]) -> PickedThread:
    """A thread by the papers' keys. Raises ValueError where a number is none of theirs."""
    if any(len(line) != 2 for line in told.lines):
        raise ValueError("lines are not pairs [paper, sentence]")
    keys = [_numbered(number, papers, "paper")[0].key for number in told.papers]
    quoted = [(*_numbered(number, papers, "paper"), at) for number, at in told.lines]
    lines = tuple((paper.key, _numbered(at, of, "sentence")[1]) for paper, of, at in quoted)
    return PickedThread(heading=told.heading, papers=tuple(keys), lines=lines)


def thread(told: PickedThread, papers: Mapping[str, Paper], by: str = "") -> Thread:
    """What stands of a thread among these papers. Raises ValueError where that is no thread."""
    own = {key: papers[key] for key in told.papers if key in papers}
    lines = {key: said for key, pick in told.lines if key in own and (said := quoted(pick, own[key]))}
    if not 2 <= len(lines) <= prompts.MOST_LINES:
        raise ValueError(f"it has not two to {prompts.MOST_LINES} lines, each of another of its papers")
    heading = phrase(told.heading, [*own.values()])
    if not heading:
        raise ValueError("the heading is not two to six words that stand in a row in the title of one of its papers")
    return Thread(heading=heading, papers=tuple(own), lines=tuple(lines.items()), by=by)


def quoted(pick: Pick | None, paper: Paper) -> Quote | None:
    """The sentence that was picked, of the version whose abstract has it; None where none has."""
    for abstract in dict.fromkeys((paper.abstract, *(each.abstract for each in paper.editions))) if pick else ():
        text, _ = cards.read(abstract)
        if pick and hashed(text) == pick.plain and 0 <= pick.start < pick.end <= len(text):
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
    if not 1 <= len(lines) <= prompts.MOST_SENTENCES:
        yield f"there are {len(lines)} sentences; one to {prompts.MOST_SENTENCES} are allowed"
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
    elif not text.isprintable() or _MARKUP.search(written):
        yield "a text is not one line without markup, TeX, addresses and numbers in brackets that are no paper's"
    else:
        yield from evidence.faults(plain(text), *sources)


def _numbered(number: int, items: Sequence[T], what: str) -> T:
    """The item of this number. Raises ValueError where there is none."""
    if not 1 <= number <= len(items):
        raise ValueError(f"there is no {what} {number}; the numbers are 1 to {len(items)}")
    return items[number - 1]


def _read(answer: str, form: type) -> Any:
    """The JSON object in an answer, as this class. Raises ValueError saying what is wrong with its form."""
    text = answer.rpartition("</think>")[2]
    if len(answer) > LONGEST_ANSWER or "{" not in text:
        raise ValueError("the answer is not one short JSON object")
    return from_json(text[text.index("{") : text.rfind("}") + 1], form)
