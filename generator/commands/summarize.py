"""`daybook summarize`: have a language model write cards of papers and editorials of days, each requested once.

An answer is checked before it is stored (generator.describe.language_model). If it fails, the model is asked once more
and told what was wrong; then the refusal is stored and the archive's own card stays. Answers are stored one by one.
"""

from __future__ import annotations

import argparse
import datetime as dt
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from generator.commands import arguments
from generator.context import Context, now
from generator.describe import language_model
from generator.describe.language_model import Request, answers, editorials, provider
from generator.describe.language_model.provider import Model
from generator.describe.verdicts import papers_of
from generator.errors import GeneratorError, ModelFault, StoreError
from generator.model import Archive, Card, Day, Mention, Paper, arxiv_id
from generator.store.model_answers import AnswerLog

PAUSES = (1.0, 5.0)
"""Seconds to wait after a first and a second failure in a row; a third ends the run."""
LOCK_SECONDS = 600.0
"""Seconds to wait for another command to release the archive's lock: an answer that was paid for is not dropped."""
_LOCK_STEP = 0.1

T = TypeVar("T")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook summarize --model gpt-4.1-mini --budget 40 --digests")
    number = arguments.positive
    parser.add_argument(
        "--model",
        metavar="NAME",
        help="the model, as the command `llm models` names it (default: the llm program's default model)",
    )
    parser.add_argument("--budget", type=number, default=100, metavar="N", help="stop after N requests (default: 100)")
    parser.add_argument(
        "--tokens", type=number, metavar="N", help="send no more requests once the run has used N tokens"
    )
    parser.add_argument("--since", type=arguments.date, metavar="DATE", help="only papers announced on or after DATE")
    parser.add_argument("--papers", nargs="+", default=(), metavar="ID", help="only these papers")
    parser.add_argument(
        "--digests", action="store_true", help="also write editorials (digests of days), after the cards"
    )
    parser.add_argument(
        "--timeout", type=number, default=120, metavar="SECONDS", help="time limit for one answer (default: 120)"
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    cases = Cases(
        model=options.model,
        requests=options.budget,
        tokens=options.tokens,
        since=options.since,
        papers=tuple(options.papers),
        digests=options.digests,
        seconds=options.timeout,
    )
    summarize(context, cases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """What a run is to do, and its limits."""

    model: str | None = None  # None: llm's default
    requests: int | None = None  # None: no limit
    tokens: int | None = None  # no request starts after so many
    since: dt.date | None = None
    papers: tuple[str, ...] = ()  # ids; empty: all
    digests: bool = False
    seconds: float = 120.0  # for one answer


class _Spent(Exception):
    """The budget is spent."""


def summarize(context: Context, wanted: Cases) -> None:
    """Request what has not been requested yet, newest first, until done, the budget is spent or the model fails."""
    with provider.opened(wanted.model, wanted.seconds) as model:
        with _locked(context):
            archive = context.fold(published=True)
        run = _Run(context, wanted, model, AnswerLog(context.folder))
        left = run.cards(_papers(context, archive, wanted))
        if wanted.digests:
            left += run.digests(_days(archive, wanted), archive)
        context.say(run.line(left))


class _Run:
    """One run: requests and outcomes so far."""

    def __init__(self, context: Context, wanted: Cases, model: Model, log: AnswerLog) -> None:
        self._context = context
        self._wanted = wanted
        self._model = model
        self._log = log
        self._requests = self._tokens = self._accepted = self._refused = self._failed = 0
        self._failures = 0  # in a row
        self._ended = False

    def cards(self, papers: Sequence[Paper]) -> int:
        """Request cards for these papers, in order. Returns the number left without an answer."""
        asked = {line.asked: line for line in self._log.summaries()}
        queue = [paper for paper in papers if not _settles(asked.get(_summary(paper, self._model.name).asked), paper)]
        return self._all(queue, "cards", self._card)

    def digests(self, days: Sequence[Day], archive: Archive) -> int:
        """Request editorials for these days, in order. Returns the number left without an answer."""
        asked = {line.asked for line in self._log.editorials()}
        known = language_model.chosen(self._log.summaries())
        queue = [(day, papers) for day in days if (papers := papers_of(day, archive))]
        queue = [item for item in queue if _editorial(*item, self._model.name).asked not in asked]
        return self._all(
            queue, "digests", lambda item: self._digest(item[0], _papers_with_cards(item[1], archive, known))
        )

    def line(self, left: int) -> str:
        """The run in one line."""
        if not self._requests and not left:
            return f"{self._model.name}: nothing to do; all papers have already been sent"
        parts = [f"{self._accepted:,} accepted", f"{self._refused:,} refused", f"{self._failed:,} without an answer"]
        more = f"; {left:,} left: run the same command again to continue" if left else ""
        counts = ", ".join(parts[: 3 if self._failed else 2])
        return f"{self._model.name}: {counts}; {self._requests:,} requests, {self._tokens:,} tokens{more}"

    def _all(self, queue: Sequence[T], what: str, one: Callable[[T], None]) -> int:
        done = 0
        for item in self._context.bar(queue, what, len(queue)):
            if self._ended:
                break
            try:
                one(item)
                done += 1
            except _Spent:
                self._ended = True
            except ModelFault as error:
                self._fault(error)
        return len(queue) - done

    def _card(self, paper: Paper) -> None:
        def read(answer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
            texts, problem = answers.texts(answer, "headline", "gist")
            return texts, (problem,) if problem else language_model.faults(
                texts, paper.title, paper.abstract, paper.comments
            )

        texts, problems = self._settled(language_model.card_request(paper.title, paper.abstract or ""), read)
        line = _summary(paper, self._model.name, () if problems else texts, problems)
        with _locked(self._context):
            self._log.add_summary(line, language_model.home(paper))
        self._count(paper.arxiv_id or paper.key, problems)

    def _digest(self, day: Day, papers: Sequence[editorials.DayPaper]) -> None:
        def read(answer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
            texts, problem = answers.paragraphs(answer)
            return texts, (problem,) if problem else editorials.faults(texts, papers)

        texts, problems = self._settled(editorials.request(papers), read)
        paragraphs = () if problems else editorials.linked(texts, papers)
        line = _editorial(day, [each.paper for each in papers], self._model.name, paragraphs, problems)
        with _locked(self._context):
            self._log.add_editorial(line)
        self._count(f"digest of {day.date}", problems)

    def _settled(
        self, request: Request, read: Callable[[str], tuple[tuple[str, ...], tuple[str, ...]]]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(what the model wrote, why it is refused), after at most one retry that says what was wrong."""
        answer = self._ask(request)
        texts, problems = read(answer)
        if problems:
            texts, problems = read(self._ask(request.again(answer, problems)))
        return texts, problems

    def _ask(self, request: Request) -> str:
        wanted = self._wanted
        if wanted.requests is not None and self._requests >= wanted.requests:
            raise _Spent
        if wanted.tokens is not None and self._tokens >= wanted.tokens:
            raise _Spent
        self._requests += 1
        prompt = request.prompt
        answer = self._model.ask(prompt.system, request.data, prompt.schema, answers.LONGEST_ANSWER)
        self._tokens += answer.tokens
        self._failures = 0
        return answer.text

    def _fault(self, error: ModelFault) -> None:
        self._failed += 1
        self._failures += 1
        self._context.fail(error)
        if self._failures > len(PAUSES):
            self._context.fail(f"{self._model.name}: {self._failures} failures in a row; try again later")
            self._ended = True
        else:
            time.sleep(PAUSES[self._failures - 1])

    def _count(self, name: str, problems: Sequence[str]) -> None:
        self._accepted += not problems
        self._refused += bool(problems)
        if problems:
            self._context.say(f"{name}: text by {self._model.name} refused: {'; '.join(problems)}")


def _papers(context: Context, archive: Archive, wanted: Cases) -> list[Paper]:
    """The papers to send, newest first."""
    if wanted.papers:
        named = [_named(context, archive, name) for name in wanted.papers]
        chosen = list({paper.key: paper for paper in named if paper}.values())
    else:
        chosen = [paper for paper in archive.papers.values() if paper.abstract and not paper.withdrawn]
        chosen = [paper for paper in chosen if not _by_person(paper, archive)]
    if wanted.since:
        chosen = [paper for paper in chosen if paper.sightings[-1].date >= wanted.since]
    return sorted(chosen, key=lambda paper: (paper.first_seen, paper.key), reverse=True)


def _named(context: Context, archive: Archive, name: str) -> Paper | None:
    parsed = arxiv_id.parse(name)
    key = arxiv_id.key(parsed.id) if parsed else name
    paper = archive.papers.get(archive.redirects.get(key, key))
    if paper is None or not paper.abstract:
        problem = "no such paper in this archive" if paper is None else "paper has no abstract"
        context.fail(GeneratorError(problem, subject=name))
        return None
    return paper


def _days(archive: Archive, wanted: Cases) -> list[Day]:
    chosen = [day for day in archive.days if wanted.since is None or day.date >= wanted.since]
    return sorted(chosen, key=lambda day: day.date, reverse=True)


def _papers_with_cards(
    papers: Sequence[Paper], archive: Archive, known: Mapping[str, language_model.Summary]
) -> tuple[editorials.DayPaper, ...]:
    """The papers of a day, each with its card."""
    names = {theme.slug: theme.name for theme in archive.themes}
    return tuple(
        editorials.DayPaper(
            paper=paper, card=_card_of(paper, archive, known), themes=tuple(names[slug] for slug in paper.themes)
        )
        for paper in papers
    )


def _card_of(paper: Paper, archive: Archive, known: Mapping[str, language_model.Summary]) -> Card | None:
    """The card that the archive shows, or one that this run has just stored."""
    summary = known.get(language_model.text_hash(paper.title, paper.abstract))
    shown = summary and _settles(summary, paper) and not _by_person(paper, archive)
    return language_model.card(summary) if summary and shown else archive.own_cards.get(paper.key)


def _settles(line: language_model.Summary | None, paper: Paper) -> bool:
    """True for a refusal, and for a card that passes the current checks."""
    if line is None or line.refused:
        return line is not None
    return not language_model.faults((line.headline, line.gist), paper.title, paper.abstract, paper.comments)


def _by_person(paper: Paper, archive: Archive) -> bool:
    own = archive.own_cards.get(paper.key)
    return own is not None and own.by is not None and not own.machine


def _summary(
    paper: Paper, model: str, texts: Sequence[str] = (), refused: tuple[str, ...] = ()
) -> language_model.Summary:
    headline, gist = texts or ("", "")
    return language_model.Summary(
        paper=paper.key,
        text=language_model.text_hash(paper.title, paper.abstract),
        model=model,
        prompt=language_model.CARD.version,
        written=now().date(),
        headline=headline,
        gist=gist,
        refused=refused,
    )


def _editorial(
    day: Day,
    papers: Sequence[Paper],
    model: str,
    paragraphs: tuple[tuple[str | Mention, ...], ...] = (),
    refused: tuple[str, ...] = (),
) -> language_model.Editorial:
    return language_model.Editorial(
        day=day.date,
        papers=language_model.papers_hash(paper.key for paper in papers),
        model=model,
        prompt=language_model.DIGEST.version,
        written=now().date(),
        paragraphs=paragraphs,
        refused=refused,
    )


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
