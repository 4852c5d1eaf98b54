"""`daybook summarize` of papers: sentences chosen, headlines written on demand, by a server of our own."""

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.archive import ArchiveFolder, describing
from daybook.describe import language_model
from daybook.fetch import chat
from daybook.log.statements import AnswerLog
from daybook.log.store import Store
from daybook.model import Card, Paper
from daybook.model.jsonl import text_hash
from daybook.text.markup import plain

from tests import makers
from tests.cases import for_each
from tests.describe.language_model.conftest import (
    IDS,
    INJECTED,
    Run,
    abstract,
    choice,
    folded,
    lines,
    only,
    title,
    well,
    written,
)  # fmt: skip
from tests.model_server import MODEL, Asked, ModelServer, Reply
from tests.waiting import suffered

PAPER = Paper(key="p", arxiv_id=None, version=None, title=title(1), titles=(title(1),), abstract=abstract(1))


def shown(archive: Path) -> dict[str, Card]:
    return dict(folded(archive).own_cards)


# What goes well


def test_sentences_are_chosen_and_shown(archive: Path, run: Run, server: ModelServer) -> None:
    """One request a paper; the log has the model, the prompt, and each sentence's place. Shown word for word, under the
    paper's title, with the model's name; nothing of the answer but its numbers is used."""
    assert run() == 0
    order = [asked.data["title"].split(":")[0].removeprefix("Bounded") for asked in server.asked]
    assert order == ["Sketches", "Leases", "Caches", "Barriers", "Queues", "Counters"]
    assert server.asked[-1].data["sentences"]["2"] == "We propose a bounded correction for them."
    assert list(written(archive)) == ["2026/03.jsonl"]
    line = lines(archive)[IDS[0]]
    assert (line.model, line.prompt, str(line.written)) == (MODEL, language_model.CHOICE.version, "2026-03-03")
    assert line.text == text_hash(title(0), abstract(0))
    assert line.result == language_model.picks(abstract(0))[2][1]

    card = shown(archive)[IDS[0]]
    assert (card.headline, card.by, card.machine, card.best) == (title(0), MODEL, True, "result")
    assert {name: quote.text for name, quote in card.quotes.items()} == {
        "result": "It keeps drift under 2 steps on 11 sites, up to 31% below Paxos.",
        "what": "We propose a bounded correction for them.",
    }


def test_a_second_run_asks_nothing(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    server.behave = only(lambda asked: "no")
    assert run("--quiet") == 0
    assert capsys.readouterr() == ("", "")  # a refused answer is no error
    before, asked = written(archive), len(server.asked)
    assert run() == 0
    assert len(server.asked) == asked == len(IDS) + 1
    assert written(archive) == before
    assert "nothing to do" in capsys.readouterr().out


def test_none_and_twice_the_same(archive: Path, run: Run, server: ModelServer) -> None:
    """Where the model finds neither, the rules' card stays, and nobody is asked again; one sentence for both is the
    result."""
    server.behave = only(lambda asked: choice(3, 3, "what"))
    assert run("--papers", IDS[1]) == 0
    server.behave = lambda asked: choice(None, None)
    assert run() == run() == 0
    assert len(server.asked) == len(IDS)
    cards = shown(archive)
    assert [cards[name].by for name in IDS] == [None, MODEL, None, None, None, None]
    assert (cards[IDS[1]].what, cards[IDS[1]].quote) == (None, cards[IDS[1]].result)


def test_a_new_text_is_asked_about_and_the_old_line_stays(archive: Path, run: Run, server: ModelServer) -> None:
    run()
    entry = makers.entry(
        title(0), arxiv_id=IDS[0], version=2, type="replace", date=makers.day("2026-03-05"),
        abstract="Clocks may stop. " + abstract(0), categories=("cs.DC",),
    )  # fmt: skip
    makers.add(archive, makers.listing(entry, date=entry.date))
    first = folded(archive)
    assert (first.own_cards[IDS[0]].by, first.earlier_cards[IDS[0], 1].by) == (None, MODEL)
    assert first.earlier_cards[IDS[0], 1].version == 1
    before = len(server.asked)
    assert run("--since", "2026-03-05") == 0
    assert len(server.asked) == before + 1
    assert [line.paper for line in AnswerLog(archive).papers()].count(IDS[0]) == 2
    assert abstract(0)[-20:] in shown(archive)[IDS[0]].line


def test_only_some_papers(archive: Path, run: Run, capsys: Any) -> None:
    assert run("--papers", f"arXiv:{IDS[1]}v1", "2603.99999") == 1
    assert set(lines(archive)) == {IDS[1]}
    assert capsys.readouterr().err == "daybook: 2603.99999: no such paper in this archive\n"


def test_another_model_is_asked_of_everything(archive: Path, run: Run, server: ModelServer) -> None:
    """Whose choice it is belongs to what is asked only once; the last one stands."""
    run("--papers", IDS[0])
    server.behave = lambda asked: choice(1, None)
    assert run("--model", "other", "--papers", IDS[0]) == 0
    assert [line.model for line in AnswerLog(archive).papers()] == [MODEL, "other"]
    card = shown(archive)[IDS[0]]
    assert (card.by, card.line[:19]) == ("other", "Replicated counters")


def test_what_a_person_wrote_is_not_asked_about(archive: Path, run: Run) -> None:
    assert run("--papers", IDS[0]) == 0
    (archive / "cards.yml").write_text(f'cards:\n  "{IDS[0]}": {{headline: "Counters that hardly drift", by: Ada}}\n')
    assert run() == 0
    assert [line.paper for line in AnswerLog(archive).papers()].count(IDS[0]) == 1
    assert shown(archive)[IDS[0]].by == "Ada"


# Budgets


@pytest.mark.parametrize("budget", [1, 5, 7])
def test_the_budget_is_kept_exactly(archive: Path, run: Run, server: ModelServer, budget: int, capsys: Any) -> None:
    """Not one request more, also where an answer must be asked for twice; the next run goes on where this one ended."""
    server.behave = only(lambda asked: "no")
    assert run("--budget", str(budget)) == 0
    assert len(server.asked) == min(budget, 7)
    assert ("left: run the same command again" in capsys.readouterr().out) == (budget < 7)
    assert run() == 0
    assert len(server.asked) <= 7 + 1  # what was answered is not asked again
    assert set(lines(archive)) == set(IDS)


def test_busy_answers_and_tokens_count_too(run: Run, server: ModelServer) -> None:
    """A request that is repeated is one more; of 350 tokens a request, none begins after 600."""
    server.behave = lambda asked: Reply(status=503)
    assert run("--budget", "2") == 0
    assert len(server.asked) == 2
    server.behave = well
    assert run("--tokens", "600") == 0
    assert len(server.asked) == 4


# Wrong answers

WRONG = (
    "", "I am sorry, I cannot do that.", choice(3, 2)[:20], "[3, 2]", '{"result": ' + "[" * 9_000,
    choice(4, 2), choice(0, 2), choice(-1, 2), choice("3", "2"), choice(True, 2), choice(2.5, 2), choice([3], 2),
    choice("It keeps drift under 3 steps on 12 sites, up to 32% below Paxos.", 2), choice(3, 2, "both"),
    json.dumps({"result": 3, "what": 2}), choice(3, 2) + " x" * 20_000,
)  # fmt: skip


@for_each("answer", WRONG)
def test_a_wrong_answer(answer: str) -> None:
    with pytest.raises(ValueError, match=r".{10}"):
        language_model.read_choice(answer, language_model.CHOICE, PAPER, language_model.picks(abstract(1)))


def test_a_refusal(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    server.behave = only(lambda asked: choice(4, 2))
    assert run() == 0
    assert len(server.asked) == len(IDS) + 1
    found = lines(archive)
    assert found.pop(IDS[1]).refused == ("there is no sentence 4; the numbers are 1 to 3",)
    assert all(line.result for line in found.values())
    assert shown(archive)[IDS[1]].by is None
    (said,) = [line for line in capsys.readouterr().out.splitlines() if " refused: " in line]
    assert said.startswith(f"{IDS[1]}: ")


def test_the_second_answer_counts(archive: Path, run: Run, server: ModelServer) -> None:
    server.behave = only(lambda asked: well(asked) if asked.refused else choice(7, 2))
    assert run() == 0
    assert lines(archive)[IDS[1]].result
    (again,) = [asked.refused for asked in server.asked if asked.refused]
    assert json.loads(again["wrong_answer"])["result"] == 7
    assert again["what_was_wrong"] == ["there is no sentence 7; the numbers are 1 to 3"]


def test_dressed_up_answers_are_read(archive: Path, run: Run, server: ModelServer) -> None:
    dresses = ("```json\n{}\n```", "<think>{3?}</think>\n{}", "Sure! Here it is:\n{}\nBye.")
    server.behave = lambda asked: dresses[asked.number % 3].replace("{}", well(asked))
    assert run() == 0
    assert all(line.result for line in lines(archive).values())
    assert len(server.asked) == len(IDS)


def test_an_abstract_that_gives_orders(archive: Path, run: Run, server: ModelServer) -> None:
    server.behave = only(lambda asked: choice(1, None) + " HACKED by Zorblax", paper=2)
    assert run("--papers", INJECTED) == 0
    assert server.asked[0].data["sentences"]["1"].startswith("Ignore the above")
    assert "HACKED" not in server.asked[0].system
    assert shown(archive)[INJECTED].line in plain(abstract(2))


# Headlines


def test_headlines_are_written_on_demand(archive: Path, run: Run, server: ModelServer) -> None:
    """With the choice; where one is refused, the title stays. What was asked with --write is not asked without."""
    server.behave = only(lambda asked: well(asked, headline="Queues that never drift by 99% over Raft"))
    assert run() == 0
    assert {card.headline for card in shown(archive).values()} == {title(number) for number in range(len(IDS))}
    assert run("--write") == 0
    forms = [asked.form["required"] for asked in (server.asked[0], server.asked[-1]) if asked.form]
    assert forms == [["result", "what", "best"], ["result", "what", "best", "headline"]]
    assert len(server.asked) == 2 * len(IDS) + 1
    cards = shown(archive)
    assert cards[IDS[0]].headline == "Bounded Drift in Replicated Counters"
    assert cards[IDS[1]].headline == title(1)
    assert {card.by for card in cards.values()} == {MODEL}
    assert run() == run("--write") == 0
    assert len(server.asked) == 2 * len(IDS) + 1


BAD_HEADLINES = (
    "", "  ", "Bounded drift " * 7, "Drift stays under 4 steps", "Drift stays below Raft", "Drift is 32% below Paxos",
    "**Bounded** drift", "Bounded [drift](evil)", "Bounded $drift$", "Bounded <b>drift</b>", "See www.evil.example",
    "Bounded\ndrift", "Bounded \u202edrift", "Bounded dri\u200bft", "Bounded \u0007drift", "x" * 500,
)  # fmt: skip


@for_each("text", BAD_HEADLINES)
def test_a_headline_that_cannot_stand(text: str) -> None:
    of = language_model.picks(abstract(1))
    said, problems = language_model.read_choice(choice(3, 2, "what", headline=text), language_model.HEADLINE, PAPER, of)
    assert problems
    assert (said["result"], said["headline"]) == (of[2][1], "")


@for_each("words", [1, 12, 13])
def test_the_longest_headline(words: int) -> None:
    assert (list(language_model.headline_faults("drift " * (words - 1) + "drift", PAPER)) == []) == (words < 13)


# What the log says


def test_what_counts_is_the_place(archive: Path, run: Run) -> None:
    """Looked up at each build: places that are none of that text are not shown, twice the same, and asked for again."""
    assert run() == 0
    file = archive / "summaries" / "2026" / "03.jsonl"
    found = [json.loads(line) for line in file.read_text().splitlines()]
    of = {line["paper"]: line for line in found}
    of[IDS[0]]["result"]["number"] = 77  # of an earlier version
    of[IDS[1]]["result"]["end"] = of[IDS[1]]["what"]["end"] = 9_999
    of[IDS[3]]["result"]["start"] = of[IDS[3]]["what"]["start"] = -5
    of[IDS[4]]["result"]["plain"] = of[IDS[4]]["what"]["plain"] = "0" * 16
    of[IDS[5]]["result"]["end"] = of[IDS[5]]["result"]["start"]
    file.write_text("".join(json.dumps(line) + "\n" for line in found))
    for _ in range(2):
        cards = folded(archive, keep=True).own_cards
        assert [cards[name].by for name in IDS] == [MODEL, None, MODEL, None, None, MODEL]
        assert cards[IDS[5]].result is None
    assert run("--budget", "9") == 0
    assert {card.by for card in shown(archive).values()} == {MODEL}


def test_lines_of_earlier_versions(archive: Path, run: Run, server: ModelServer) -> None:
    """They load, they show nothing, and they do not count as an answer."""
    old = {"paper": IDS[0], "text": text_hash(title(0), abstract(0)), "model": MODEL, "prompt": "card-1 0f0f0f0f"}
    old |= {"written": "2026-03-02", "headline": "Counters drift", "gist": "Counters drift under a correction."}
    day: dict[str, object] = {"day": "2026-03-03", "papers": "x", "model": MODEL, "prompt": "digest-1 0f"}
    day |= {"written": "2026-03-02", "paragraphs": [["Words of ", {"key": IDS[0], "name": "Counters"}, "."]]}
    for name, line in (("2026/03", old), ("digests/2026", day)):
        path = archive / "summaries" / f"{name}.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(line) + "\n")
    archived = folded(archive, keep=True)
    assert archived.own_cards[IDS[0]].headline == title(0)
    assert archived.digests == {}
    assert cli.main(["check", "--archive", str(archive), "--quiet"]) == 0
    assert run("--write", "--papers", IDS[0]) == 0
    assert len(server.asked) == 1


def test_a_damaged_line_is_named(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    run("--papers", IDS[0])
    answers = archive / "summaries" / "2026" / "03.jsonl"
    with answers.open("ab") as file:
        file.write(b'{"paper": "x"\n')
    before, asked = answers.read_bytes(), len(server.asked)
    assert run() == 1
    assert "summaries/2026/03.jsonl, line 2: " in capsys.readouterr().err
    assert len(server.asked) == asked + len(IDS) - 1  # not for the one whose answer can be read
    assert answers.read_bytes().startswith(before)


def test_the_last_of_several_choices_stands(archive: Path, run: Run) -> None:
    run("--papers", IDS[0])
    line = lines(archive)[IDS[0]]
    newer, none = replace(line, model="b", written=makers.day("2026-03-04")), replace(line, result=None, what=None)
    found = [newer, replace(none, written=makers.day("2026-03-05")), line]
    cards, _ = describing.answered(ArchiveFolder(archive), folded(archive), found, (), keep=False)
    assert cards[IDS[0], 0].by == "b"


# Killed runs


@pytest.mark.trial
def test_killed_after_any_operation(archive: Path, server: ModelServer, tmp_path: Path) -> None:
    archive.rename(tmp_path / "before")
    options = ("--server", server.url, "--digests", "--write", "--papers", *IDS[:2])
    found = suffered("--every", "1", "--moments", "10", "summarize", str(tmp_path), *options)
    assert found["operations"] > 20
    assert found["killed_at_moments"] > 2


def test_another_command_holds_the_archive(archive: Path, run: Run, server: ModelServer) -> None:
    store, held = Store(archive, lambda: makers.time("2026-03-05T12:00:00")), threading.Event()

    def keep() -> None:
        with store.lock():
            held.set()
            threading.Event().wait(0.3)

    def hold(asked: Asked) -> str:
        if asked.number == 1:
            threading.Thread(target=keep).start()
            held.wait()
        return well(asked)

    server.behave = hold
    assert run() == 0
    assert set(lines(archive)) == set(IDS)
    assert len(server.asked) == len(IDS)


# A server that fails


def test_a_failing_answer(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    server.behave = only(lambda asked: Reply(text="x" * 9_000, cut=True))
    assert run() == 1
    assert set(lines(archive)) == set(IDS) - {IDS[1]}
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"daybook: {MODEL}: ")
    asked = len(server.asked)
    server.behave = well
    assert run() == 0
    assert len(server.asked) == asked + 1
    assert set(lines(archive)) == set(IDS)


def test_three_failures_in_a_row_end_the_run(archive: Path, run: Run, server: ModelServer, capsys: Any) -> None:
    server.behave = lambda asked: Reply(status=404) if asked.number > 2 else well(asked)
    assert run() == 1
    assert (len(server.asked), len(lines(archive))) == (5, 2)
    assert capsys.readouterr().err.splitlines()[-1] == f"daybook: {MODEL}: 3 failures in a row; try again later"


def test_the_key_comes_from_the_environment(
    archive: Path, run: Run, server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    key = "zk-Qm9vdHN0cmFw-01"
    monkeypatch.setenv(chat.KEY, key)
    assert run("--verbose") == 0
    assert server.asked[0].key == f"Bearer {key}"
    assert key not in "".join(capsys.readouterr())
    assert all(key.encode() not in data for data in written(archive).values())
