"""`daybook summarize`: have a language model choose the sentences of papers' cards, and find the threads of days.

Each is requested once. A wrong answer is asked for once more, with what was wrong; then the refusal is stored, and the
archive's own card stays. Answers are stored one by one. With --write the model also writes headlines and editorials.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Any, TypeVar

from daybook import commands
from daybook.archive import Context, load, now
from daybook.describe import language_model
from daybook.describe.language_model import DayPaper, Picks, Prompt, Read
from daybook.errors import GeneratorError, ModelFault, StoreError
from daybook.fetch import chat
from daybook.log.statements import AnswerLog
from daybook.model import Archive, Paper
from daybook.model.archive import DayAnswer, PaperAnswer
from daybook.model.jsonl import text_hash
from daybook.runtime import terminal
from daybook.text.markup import plain

LONGEST_TITLE = 1_000
"""How much of a title is sent, in characters."""
MOST_REPEATED = 1_500
"""How much of a wrong answer is sent back, in characters."""
LEAST_PAPERS, MOST_PAPERS = 3, 60
"""A day with fewer papers is not sent; of one with more, the first so many are."""
FAILURES = 3
"""So many papers in a row without an answer end the run."""
LOCK_SECONDS = 600.0
"""Seconds to wait for another command to release the archive's lock: an answer that was paid for is not dropped."""
_LOCK_STEP = 0.1

T = TypeVar("T")
Line = TypeVar("Line", PaperAnswer, DayAnswer)


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    text = "Newest papers first; a paper is sent again only if its text, the prompt or the model changes."
    commands.common(parser, run, "daybook summarize --budget 40 --digests", text)
    number = commands.positive
    text = f"an OpenAI-compatible server (default: {chat.LOCAL}); if it needs a key, set {chat.KEY}"
    parser.add_argument("--server", default=chat.LOCAL, metavar="ADDRESS", help=text)
    parser.add_argument("--model", metavar="NAME", help="the model (default: the first that the server lists)")
    parser.add_argument("--budget", type=number, default=100, metavar="N", help="stop after N requests (default: 100)")
    parser.add_argument(
        "--tokens", type=number, metavar="N", help="send no more requests once the run has used N tokens"
    )
    parser.add_argument("--since", type=commands.date, metavar="DATE", help="only papers announced on or after DATE")
    parser.add_argument("--papers", nargs="+", default=(), metavar="ID", help="only these papers")
    text = "after the cards, also find the threads that run through each day, for its digest"
    parser.add_argument("--digests", action="store_true", help=text)
    parser.add_argument(
        "--write", action="store_true",
        help="also let the model write headlines and, with --digests, editorials; pages say that a model wrote them",
    )  # fmt: skip
    parser.add_argument(
        "--timeout", type=number, default=120, metavar="SECONDS", help="time limit for one answer (default: 120)"
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Request what has not been requested yet, newest first, until done, the budget is spent or the model fails."""
    key = os.environ.get(chat.KEY, "")
    with closing(chat.Chat(options.server, options.model, key, options.timeout, context.say)) as model:
        ran = _Run(context, model, options.budget, options.tokens)
        archive = _folded(context)
        left = ran.cards(_papers(context, archive, options.papers, options.since), options.write)
        if options.digests:  # with the cards that this run made
            left += ran.days(_folded(context), options.since, options.write)
        context.say(ran.line(left))


class _Spent(Exception):
    """The budget is spent."""


class _Run:
    """One run: requests and outcomes so far."""

    def __init__(self, context: Context, model: chat.Chat, requests: int, tokens: int | None) -> None:
        self._context, self._model, self._log = context, model, AnswerLog(context.folder, context.unsound)
        self._most_requests, self._most_tokens = requests, tokens
        self._requests = self._tokens = self._accepted = self._refused = self._failed = 0
        self._failures = 0  # in a row
        self._ended = False

    def cards(self, papers: Sequence[Paper], write: bool) -> int:
        """Have sentences of these papers chosen, in order. Returns the number left without an answer."""
        prompt = language_model.HEADLINE if write else language_model.CHOICE
        lines = self._answered(self._log.papers(), prompt, language_model.HEADLINE)
        asked = {line.text: line for line in lines}

        def settled(paper: Paper) -> bool:
            line = asked.get(text_hash(paper.title, paper.abstract))
            return line is not None and (not (line.result or line.what) or language_model.card(paper, line) is not None)

        def ask(paper: Paper) -> None:
            picks = language_model.picks(paper.abstract)
            about = {"title": plain(paper.title)[:LONGEST_TITLE], "sentences": _numbered(picks)}
            read = partial(language_model.read_choice, prompt=prompt, paper=paper, of=picks)
            line = PaperAnswer(
                paper=paper.key, text=text_hash(paper.title, paper.abstract), **self._told(prompt, about, read)
            )
            with _locked(self._context):
                self._log.add_paper(line, paper)
            self._count(paper.arxiv_id or paper.key, line.refused, bool(line.result or line.what))

        return self._all([paper for paper in papers if not settled(paper)], "cards", ask)

    def days(self, archive: Archive, since: dt.date | None, write: bool) -> int:
        """Have threads of the days found, newest first. Returns the number left without an answer."""
        prompt = language_model.EDITORIAL if write else language_model.THREADS
        lines = self._answered(self._log.days(), prompt, language_model.EDITORIAL)
        asked = {(line.day, line.papers) for line in lines}
        themes = {theme.slug: theme.name for theme in archive.themes}

        def ask(case: tuple[dt.date, str, Sequence[str]]) -> None:
            """Have the model read a day, and log its answer. `case`: the day, the hash of its papers, their keys."""
            day, name, keys = case
            told = [_with_card(archive, archive.papers[key]) for key in keys]
            facts = [
                {
                    "number": number, "title": plain(paper.title)[:LONGEST_TITLE],
                    "themes": [themes[slug] for slug in paper.themes], "sentences": _numbered(picks),
                }
                for number, (paper, picks) in enumerate(told, 1)
            ]  # fmt: skip
            read = partial(language_model.read_day, prompt=prompt, papers=told)
            line = DayAnswer(day=day, papers=name, **self._told(prompt, {"papers": facts}, read))
            with _locked(self._context):
                self._log.add_day(line)
            self._count(f"digest of {day}", line.refused, bool(line.threads or line.sentences))

        queue = []
        for day in sorted(archive.days, key=lambda day: day.date, reverse=True):
            keys = [*dict.fromkeys(each.key for each in day.of_type("new", "cross") if each.key in archive.papers)]
            case = day.date, text_hash(*sorted(keys)), keys[:MOST_PAPERS]
            if (since is None or day.date >= since) and len(keys) >= LEAST_PAPERS and case[:2] not in asked:
                queue.append(case)
        return self._all(queue, "digests", ask)

    def _answered(self, lines: Iterable[Line], *prompts: Prompt) -> list[Line]:
        """The model's answers to one of these prompts."""
        enough = {prompt.version for prompt in prompts}
        return [line for line in lines if line.model == self._model.name and line.prompt in enough]

    def line(self, left: int) -> str:
        """The run in one line."""
        if not self._requests and not left:
            return f"{self._model.name}: nothing to do; everything has been sent already"
        parts = [f"{self._accepted:,} accepted", f"{self._refused:,} refused", f"{self._failed:,} without an answer"]
        more = f"; {left:,} left: run the same command again to continue" if left else ""
        counts = ", ".join(parts[: 3 if self._failed else 2])
        sent = f"{terminal.count(self._requests, 'request')}, {terminal.count(self._tokens, 'token')}"
        return f"{self._model.name}: {counts}; {sent}{more}"

    def _all(self, queue: Sequence[T], what: str, one: Callable[[T], None]) -> int:
        done = 0
        for item in self._context.bar(queue, what, len(queue)):
            if self._ended:
                break
            try:
                one(item)
                done += 1
                self._failures = 0
            except _Spent:
                self._ended = True
            except ModelFault as error:
                self._failed += 1
                self._failures += 1
                self._context.fail(error)
                if self._failures == FAILURES:
                    self._context.fail(f"{self._model.name}: {FAILURES} failures in a row; try again later")
                    self._ended = True
        return len(queue) - done

    def _told(self, prompt: Prompt, about: object, read: Callable[[str], Read]) -> dict[str, Any]:
        """The fields of a line: what stands of the model's answer, after at most one retry that says what was wrong."""
        fields, told = dict[str, Any](), _json(about)
        asked = told
        for _ in range(2):
            answer, tokens = self._model.ask(prompt.system, asked, prompt.schema, self._spend)
            self._tokens += tokens
            try:
                stands, refused = read(answer)
            except ValueError as error:  # nothing of it stands
                stands, refused = {}, (str(error),)
            fields = {**stands} or fields
            if not refused:
                break
            asked = f"{told}\n{_json({'wrong_answer': answer[:MOST_REPEATED], 'what_was_wrong': refused})}"
        name = self._model.name
        return {"model": name, "prompt": prompt.version, "written": now().date(), "refused": refused, **fields}

    def _spend(self) -> None:
        """Count a request. Raises _Spent if there is no budget for it."""
        if self._requests >= self._most_requests or (self._most_tokens and self._tokens >= self._most_tokens):
            raise _Spent
        self._requests += 1

    def _count(self, name: str, refused: Sequence[str], partly: bool) -> None:
        self._accepted += partly or not refused
        self._refused += bool(refused) and not partly
        if refused:
            part = " in part" if partly else ""
            self._context.say(f"{name}: answer of {self._model.name} refused{part}: {'; '.join(refused[:8])}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _folded(context: Context) -> Archive:
    with _locked(context):
        return load.fold(context, published=True)


def _papers(context: Context, archive: Archive, names: Sequence[str], since: dt.date | None) -> list[Paper]:
    """The papers to send, newest first."""
    if names:
        found = {name: commands.Names(archive).paper(name) for name in names}
        for name, paper in found.items():
            if paper is None or not paper.abstract:
                problem = "no such paper in this archive" if paper is None else "paper has no abstract"
                context.fail(GeneratorError(problem, subject=name))
        chosen = list({paper.key: paper for paper in found.values() if paper and paper.abstract}.values())
    else:
        own = {key for key, card in archive.own_cards.items() if card.by and not card.machine}  # a person's
        chosen = [p for p in archive.papers.values() if p.abstract and not p.withdrawn and p.key not in own]
    if since:
        chosen = [paper for paper in chosen if paper.sightings[-1].date >= since]
    return sorted(chosen, key=lambda paper: (paper.first_seen, paper.key), reverse=True)


def _with_card(archive: Archive, paper: Paper) -> DayPaper:
    """A paper with each sentence of its card as the card shows it, with its place."""
    card = archive.own_cards.get(paper.key)
    quotes = [each for each in (card.result, card.what) if each] if card else []
    places = [pick for _, pick in language_model.picks(paper.abstract)] if quotes else []
    return paper, [(said.text, at) for said in quotes for at in places if at.start <= said.start < at.end]


def _numbered(picks: Picks) -> dict[str, str]:
    """Sentences by their numbers, as they are sent."""
    return {str(number): words for number, (words, _) in enumerate(picks, 1)}


@contextmanager
def _locked(context: Context) -> Iterator[None]:
    """Hold the archive's lock; wait for it."""
    patience = time.monotonic() + LOCK_SECONDS
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(context.store.lock())
                break
            except StoreError:
                if time.monotonic() > patience:
                    raise
                time.sleep(_LOCK_STEP)
        yield
