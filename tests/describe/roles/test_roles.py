"""Which sentences of an abstract say what was found and what was done."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from daybook.describe import roles

from tests.cases import for_each, table
from tests.tools import fit_roles
from tests.tools.growth import in_proportion

ABSTRACTS = table(__file__, "abstracts")


def choose(title: str, body: Sequence[str]) -> roles.Choice:
    (choice,) = roles.shipped().choose([roles.read(title, body)])
    return choice


@for_each("name", list(ABSTRACTS))
def test_result_and_what_are_found(name: str) -> None:
    title, body, places = ABSTRACTS[name]
    choice = choose(title, body)
    assert (choice.result, choice.what) == places


def test_where_nothing_is_found_only_the_what_stands() -> None:
    body = (
        "Lakes freeze earlier every year.",
        "This paper describes the plans for an observatory of lakes.",
        "We outline its instruments, and discuss how they may be used.",
    )
    assert choose("An observatory of lakes", body) == (None, 1, "what")


@for_each("body", [["Lakes."], ["", ""], ["1 2 3."], ["We"] * 300, ["…" * 999], ["\ud800\x00"]])
def test_any_sentences_can_be_asked(body: list[str]) -> None:
    choice = choose("", body)
    assert all(place is None or 0 <= place < len(body) for place in (choice.result, choice.what))


def test_abstracts_are_chosen_from_together_as_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [(title, body[:count]) for title, body, _ in ABSTRACTS.values() for count in range(1, len(body) + 1)]
    alone = [choose(title, body) for title, body in parts]
    assert len(set(alone)) > 5
    for most in (roles.MOST, 9, 1):
        monkeypatch.setattr(roles, "MOST", most)
        assert roles.shipped().choose([roles.read(title, body) for title, body in parts]) == alone
    assert roles.shipped().choose([]) == []


def test_time_grows_with_the_text() -> None:
    in_proportion(lambda length: choose("Ice", ["We show that ice melts."] * (length // 24)), 20_000)
    in_proportion(lambda length: choose("Ice", ["we show ice " * (length // 12)]), 40_000)


def test_a_sentence_of_thousands_of_commas_is_read() -> None:
    """A role that no sentence had at all was a division by zero, and a warning on the terminal."""
    assert choose("A title", ["1," * 8_000]).what == 0


def test_the_chain_is_exact() -> None:
    random = np.random.default_rng(7)
    chain = roles.Chain(*(random.normal(size=size) for size in ((1, 6), (6, 6), 6, 6)))
    scores = random.normal(size=(3, 6))
    every = np.exp(
        scores[0][:, None, None] + scores[1][None, :, None] + scores[2][None, None, :]
        + chain.begin[:, None, None] + chain.end[None, None, :] + chain.steps[:, :, None] + chain.steps[None, :, :]
    )  # fmt: skip
    every /= every.sum()
    assert np.allclose(chain.shares(scores), [every.sum((1, 2)), every.sum((0, 2)), every.sum((0, 1))])


def test_the_written_table_is_what_is_read(tmp_path: Path) -> None:
    assert fit_roles.written(roles.shipped()) == fit_roles.WEIGHTS.read_text(encoding="utf-8")


@pytest.mark.trial
def test_held_back_abstracts_are_read_as_well_as_measured(shared: Callable[[str], Path]) -> None:
    """Asked for the last fifth, a model of the others reaches the floors, less what a fold may differ by."""
    shared("corpora/roles")
    papers = fit_roles.fields()
    vocabulary = fit_roles.Vocabulary(papers)
    abstracts, more = fit_roles.labelled(), fit_roles.further({paper["id"]: paper for paper in papers})
    model = fit_roles.fit([*abstracts[120:], *more], vocabulary)
    answers = [fit_roles.ask(model, each) for each in abstracts[:120]]
    for name, floor in (("result", 0.82), ("what", 0.88), ("best", 0.53)):
        right = [answer[name] for answer in answers if name in answer]
        assert np.mean(right) >= floor, (name, np.mean(right))


def test_labels_name_their_abstracts_once() -> None:
    rows = [line.split("\t") for line in fit_roles.LABELS.read_text(encoding="utf-8").splitlines()]
    assert len({row[0] for row in rows}) == len(rows)
    for _, letters, what, result, best in rows:
        places = [int(place) for listed in (what, result, best) for place in listed.split(",") if place]
        assert set(letters) <= set(roles.ROLES)
        assert max(places) < len(letters)
    assert json.loads(fit_roles.WEIGHTS.read_text(encoding="utf-8"))["terms"]
