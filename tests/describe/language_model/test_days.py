"""`daybook summarize --digests`: threads of days, and editorials on demand, by a server of our own."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook.archive import ArchiveFolder, describing
from daybook.describe import language_model
from daybook.describe.language_model import DayPaper
from daybook.log.statements import AnswerLog
from daybook.model import Edition, Mention, Paper

from tests import makers
from tests.cases import for_each
from tests.describe.language_model.conftest import IDS, Run, abstract, choice, folded, outcome, title, well
from tests.model_server import MODEL, Asked, ModelServer, Reply

DAY = makers.day("2026-03-03")  # five papers; the other day has one


def threads(*told: object) -> str:
    return json.dumps({"threads": told})


def thread(heading: object = "Bounded Drift", papers: object = (1, 2, 4), lines: object = ((1, 1), (4, 2))) -> object:
    return {"heading": heading, "papers": papers, "lines": lines}


def editorial(*sentences: object) -> str:
    return json.dumps({"threads": [], "sentences": sentences})


SENTENCES = (
    "[1] and [2] keep drift under 2 and 3 steps.",
    "On 14 sites, [4] stays up to 34% below Paxos. It bounds what [5] bounds, too.",
)


def on(answer: str) -> Callable[[Asked], Reply | str]:
    """Answers requests on days so, and all else well."""
    return lambda asked: answer if "papers" in asked.data else well(asked)


def refusals(archive: Path) -> list[tuple[str, ...]]:
    return [line.refused for line in AnswerLog(archive).days()]


def test_a_day_gets_threads(archive: Path, run: Run, server: ModelServer) -> None:
    """After the cards and from their sentences; quoted word for word, headed by words of a title."""
    server.behave = on(threads(thread(heading="bounded drift in replicated caches")))
    assert run("--digests") == 0
    asked = server.asked[-1].data["papers"]
    assert [paper["title"] for paper in asked] == [title(number) for number in range(5)]
    assert asked[0]["sentences"]["1"] == "It keeps drift under 2 steps on 11 sites, up to 31% below Paxos."
    (line,) = AnswerLog(archive).days()
    assert (line.day, line.model, line.prompt) == (DAY, MODEL, language_model.THREADS.version)
    archived = folded(archive)
    ((day, (found,)),) = archived.threads.items()
    assert day == DAY
    assert (found.heading, found.by) == ("Bounded Drift in Replicated Caches", MODEL)
    assert found.papers == (IDS[0], IDS[1], IDS[3])
    assert [(key, quote.text) for key, quote in found.lines] == [
        (IDS[0], "It keeps drift under 2 steps on 11 sites, up to 31% below Paxos."),
        (IDS[3], "We propose a bounded correction for them."),
    ]
    assert all(abstract(0).find(quote.text) == quote.start for key, quote in found.lines if key == IDS[0])
    assert archived.digests == {}


def test_days_come_after_cards_and_once(archive: Path, run: Run, server: ModelServer) -> None:
    assert run("--budget", "6", "--write") == run("--digests", "--budget", "6", "--write", "--papers", IDS[0]) == 0
    assert len(server.asked) == 6 + 1
    run("--digests", "--write")
    assert len(server.asked) == 6 + 1
    assert len(AnswerLog(archive).days()) == 1


BAD_THREADS = (
    "Today brought five papers.",
    json.dumps({"threads": "x"}),
    *map(threads, map(thread, ("Replicas that agree", "Bounded Replicated", "Drift", "Replicated Barriers", None))),
    *(threads(thread(papers=papers)) for papers in ([1, 4, 6], [0, 1, 4], ["1", "4"])),
    threads(thread(papers=[1], lines=[[1, 1], [1, 2]])),
    threads(thread(papers=[1, 1], lines=[[1, 1], [1, 2]])),
    *(
        threads(thread(lines=lines))
        for lines in (
            [[1, 1]], [[1, 1], [1, 2]], [[1, 1], [4, 3]], [[1, 0], [4, 1]], [[1, 1], [5, 1]], [[1, 1, 1], [4, 1]],
            [[], [4, 1]], ["Drift stays bounded.", "It does."],
        )
    ),
)  # fmt: skip
"""No JSON; a heading of its own, with a word between, of one word, of a paper elsewhere, none; papers and sentences
that are not there, or are one; one line, lines of one paper, of none of them; no pairs."""


@pytest.fixture
def papers(archive: Path) -> list[DayPaper]:
    found = folded(archive).papers
    return [(found[key], language_model.picks(found[key].abstract)[-2:]) for key in IDS[:5]]


@for_each("answer", BAD_THREADS)
def test_a_thread_that_cannot_stand(papers: list[DayPaper], answer: str) -> None:
    said, problems = outcome(language_model.read_day, answer, language_model.THREADS, papers)
    assert not said.get("threads")
    assert len(problems) == 1


def test_a_refusal(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    server.behave = on(threads(thread("Replicas that agree")))
    assert run("--digests") == 0
    assert len(server.asked) == 6 + 2
    assert server.asked[-1].refused
    (refused,) = refusals(archive)
    assert refused
    archived = folded(archive)
    assert archived.threads == {}
    assert {card.by for card in archived.own_cards.values()} == {MODEL}
    (said,) = [text for text in capsys.readouterr().out.splitlines() if " refused: " in text]
    assert said.startswith("digest of 2026-03-03: ")


def test_sound_threads_stand_beside_others(archive: Path, run: Run, server: ModelServer) -> None:
    other = thread("Replicated Barriers", [3, 5], [[3, 1], [5, 1]])
    shared = thread("Replicated Queues", [2, 3], [[2, 1], [3, 1]])
    server.behave = on(threads(thread(), shared, other, thread("of its own")))
    assert run("--digests") == 0
    assert [found.heading for found in folded(archive).threads[DAY]] == ["Bounded Drift", "Replicated Barriers"]
    (refused,) = refusals(archive)
    assert [text.partition(":")[0] for text in refused] == ["thread 2", "thread 4"]


def test_what_was_edited_is_looked_up(archive: Path, run: Run, server: ModelServer) -> None:
    server.behave = on(json.dumps({**json.loads(threads(thread())), "sentences": SENTENCES}))
    run("--digests", "--write")
    (file,) = (archive / "summaries" / "digests").glob("*.jsonl")
    sound = file.read_text()
    for old, new in (("Bounded Drift", "Broken Drift"), ('"end":', '"end":9'), (IDS[0], "2603.00999"), ("34%", "35%")):
        assert folded(archive).threads
        assert folded(archive).digests
        file.write_text(sound.replace(old, new))
        assert bool(folded(archive).threads) == (old == "34%")
        assert bool(folded(archive).digests) == (old not in ("34%", IDS[0]))
        file.write_text(sound)


def test_a_later_version_changes_no_thread(archive: Path, run: Run, server: ModelServer) -> None:
    server.behave = on(threads(thread()))
    run("--digests")
    archived = folded(archive)
    old = Edition(version=1, title=title(0), abstract=abstract(0))
    paper = replace(archived.papers[IDS[0]], abstract="Clocks may stop. " + abstract(0))
    (line,) = AnswerLog(archive).days()
    for editions, number in (((), 0), ((old,), 1)):
        changed = replace(archived, papers={**archived.papers, IDS[0]: replace(paper, editions=editions)})
        found = describing.answered(ArchiveFolder(archive), changed, (), [line], keep=False)[1].threads
        assert len(found) == number
    assert found == archived.threads


# Editorials


def test_an_editorial_is_written_on_demand(archive: Path, run: Run, server: ModelServer) -> None:
    """Every name is put there by us; the digest says which model wrote it."""
    server.behave = on(editorial(*SENTENCES))
    assert run("--digests", "--write") == 0
    archived = folded(archive)
    digest = archived.digests[DAY]
    assert digest.by == MODEL
    (line,) = digest.paragraphs
    assert isinstance(line, tuple)
    text = "".join(part.name if isinstance(part, Mention) else str(part) for part in line)
    names = ("BoundedCounters", "BoundedQueues", "BoundedCaches", "BoundedLeases")
    assert [(part.key, part.name) for part in line if isinstance(part, Mention)] == [
        (IDS[number], name) for number, name in zip((0, 1, 3, 4), names, strict=True)
    ]
    assert text == (
        "BoundedCounters and BoundedQueues keep drift under 2 and 3 steps. On 14 sites, BoundedCaches stays up to 34% "
        "below Paxos. It bounds what BoundedLeases bounds, too."
    )
    assert archived.threads == {}


BAD_EDITORIALS = (
    "Today brought five papers.",
    json.dumps({"sentences": "[1] keeps drift bounded."}),
    *(
        editorial(*said)
        for said in (
            [], [1], ["[1] keeps drift bounded. Drift is bounded."],
            ["[6] keeps drift bounded."], ["[0] keeps drift bounded."], ["[1] keeps drift under 3 steps."],
            ["[4] stays 34% below Paxos."], ["[1] keeps drift below Raft."], ["[1, 2] keep drift bounded."],
            ["[1](https://evil.example) keeps drift bounded."], ["<b>[1]</b> keeps drift bounded."],
            ["[1] keeps \u202edrift\u202c bounded."], ["[1] keeps drift" + " and drift" * 60 + " bounded."],
        )
    ),
)  # fmt: skip
"""No JSON, one text; none, no text, nobody named, papers that are not there, another's figure, a bound lost, a
name that no paper has, two papers in one mark, a link, HTML, signs that turn the line, a long one."""


@for_each("answer", BAD_EDITORIALS)
def test_an_editorial_that_cannot_stand(papers: list[DayPaper], answer: str) -> None:
    said, problems = outcome(language_model.read_day, answer, language_model.EDITORIAL, papers)
    assert not said.get("sentences")
    assert problems


def test_threads_stand_without_their_editorial(
    archive: Path, run: Run, server: ModelServer, papers: list[DayPaper]
) -> None:
    """And the other way round, each with what was wrong with the other."""
    good = json.loads(threads(thread()))
    server.behave = on(json.dumps({**good, "sentences": ["[1] keeps drift below Raft."]}))
    assert run("--digests", "--write") == 0
    assert len(server.asked) == 6 + 2
    assert (len(folded(archive).threads), len(folded(archive).digests)) == (1, 0)
    assert refusals(archive) == [("not in the paper: Raft",)]
    answer = json.dumps({"threads": [thread("of its own")], "sentences": SENTENCES[:1]})
    said, problems = language_model.read_day(answer, language_model.EDITORIAL, papers)
    assert (len(said["threads"]), len(said["sentences"]), len(problems)) == (0, 1, 1)


PAPER = Paper(key="p", arxiv_id=None, version=None, title=title(1), titles=(title(1),))


HEADINGS = (
    ("bounded drift", "Bounded Drift"), ("Drift in Replicated Queues", "Drift in Replicated Queues"),
    ("BoundedQueues: Bounded", ""), ("", ""), ("Drift", ""), ("Drift Replicated", ""),
    ("Bounded Drift in Replicated Queues and more", ""),
)  # fmt: skip


@for_each("heading, found", HEADINGS)
def test_a_heading_is_in_the_words_of_a_title(heading: str, found: str) -> None:
    assert language_model.phrase(heading, [PAPER]) == found


def test_no_answer_makes_it_raise(papers: list[DayPaper]) -> None:
    good = (
        json.dumps({**json.loads(threads(thread())), "sentences": SENTENCES}), choice(3, 2),
        choice(3, 2, headline="Drift under 3 steps"),
    )  # fmt: skip
    chance = random.Random(7)
    for number in range(3_000):
        signs = list(good[number % 3])
        for _ in range(chance.randint(0, 4)):
            at = chance.randrange(len(signs))
            new = chance.choice(["", "[", "]", "{", '"', "9", "-1", "null", "\ud800", "e5"])
            signs[at : at + chance.randint(0, 3)] = new
        outcome(language_model.read_day, "".join(signs), language_model.EDITORIAL, papers)
        of = language_model.picks(abstract(1))
        outcome(language_model.read_choice, "".join(signs), language_model.HEADLINE, papers[1][0], of)


LINES = [[number, 1] for number in range(1, 6)]
BOUNDED = "[1] keeps drift bounded."
LIMITS: tuple[tuple[dict[str, object], bool], ...] = (
    ({"threads": [thread(papers=[1, 2, 3], lines=LINES[:3])]}, True),
    ({"threads": [thread(papers=[1, 2, 3, 4], lines=LINES[:4])]}, False),
    ({"threads": [thread(papers=[1, 2], lines=LINES[:2])]}, True),
    ({"sentences": [BOUNDED] * 8}, True),
    ({"sentences": [BOUNDED] * 9}, False),
    ({"sentences": ["[1] " + "drift " * 66 + "it."]}, True),  # 400 characters
    ({"sentences": ["[1] " + "drift " * 66 + "its."]}, False),
)


@for_each("told, stands", LIMITS)
def test_limits(papers: list[DayPaper], told: dict[str, object], stands: bool) -> None:
    answer = json.dumps({"threads": [], "sentences": [BOUNDED], **told})
    assert (language_model.read_day(answer, language_model.EDITORIAL, papers)[1] == ()) == stands


@for_each("number", [4, 5])
def test_most_threads(papers: list[DayPaper], number: int) -> None:
    many = [(replace(papers[0][0], key=str(n)), papers[0][1]) for n in range(10)]
    told = [thread(papers=[n, n + 1], lines=[[n, 1], [n + 1, 1]]) for n in range(1, 2 * number, 2)]
    said, problems = language_model.read_day(threads(*told), language_model.THREADS, many)
    assert (len(said["threads"]), len(problems)) == (4, 0)
