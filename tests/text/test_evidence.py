"""Evidence: what a card claims stands in the paper's text, and planted errors are seen."""

import json
import random
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest
from daybook.text import sentences
from daybook.text.markup import plain
from daybook.text.sentences import lost_bounds, numbers, unsupported

from tests.cases import for_each, table
from tests.tools.growth import in_proportion

TITLE = "Quiltwork: Patching Page Tables for GPT-4-class Models on Hetero-GPU Clusters"
ABSTRACT = (
    "Serving LLMs on A100 nodes wastes memory. We propose Quiltwork, a pager that merges twelve kinds of tables. "
    "On 1,024 GPUs it achieves up to 1.28 times higher throughput than OakServe, cuts P99 latency by 30–49 %, "
    "needs at least 3 GB less, doubles goodput and stays within 5ms of the optimum, an order of magnitude below "
    "PineDB's. Half of the runs finish about 2.5x sooner."
)


@for_each("text", table(__file__, "what_stands_in_the_sources_is_supported"))
def test_what_stands_in_the_sources_is_supported(text: str) -> None:
    """Another spelling of the same number, plural, possessive or form of a verb is no error."""
    assert unsupported(text, TITLE, ABSTRACT, None) == ()
    assert lost_bounds(text, TITLE, ABSTRACT, None) == ()


@for_each(("text", "missing"), table(__file__, "what_does_not_stand_there_is_named_as_written"))
def test_what_does_not_stand_there_is_named_as_written(text: str, missing: tuple[str, ...]) -> None:
    """Each missing number or name is told, in order."""
    assert unsupported(text, TITLE, ABSTRACT, None) == missing


@for_each(("text", "lost"), table(__file__, "a_dropped_bound_is_seen"))
def test_a_dropped_bound_is_seen(text: str, lost: tuple[str, ...]) -> None:
    """A figure that is always bounded keeps a bound of its kind."""
    assert lost_bounds(text, TITLE, ABSTRACT) == lost


def test_a_range_has_one_bound() -> None:
    """Both ends of "up to 2-3.5X" are bounded."""
    low, high = numbers("improves it by up to 2-3.5X")
    assert (low.value, low.unit, low.bound) == (Decimal(2), "", "upper")
    assert (high.value, high.unit, high.bound) == (Decimal("3.5"), "x", "upper")


def real_papers(shared: Callable[[str], Path]) -> list[tuple[str, str, str]]:
    """(title, abstract, comments) of real papers, plain."""
    found = [(c["title"], c["abstract"], "") for c in json.loads(shared("tools/cards_dev.json").read_text("utf-8"))]
    for line in shared("listings/recorded/kaggle-snapshot-sample.jsonl").read_text("utf-8").splitlines():
        paper = json.loads(line)
        found.append((paper["title"], paper["abstract"], paper["comments"] or ""))
    return [(plain(title), plain(abstract), plain(comments)) for title, abstract, comments in found]


def test_sentences_of_real_papers_raise_no_alarm(shared: Callable[[str], Path]) -> None:
    """What a paper says of itself is supported by it, word by word."""
    for paper in real_papers(shared):
        for sentence in (*sentences.split(paper[1]), paper[0]):
            assert unsupported(sentence, *paper) == (), sentence
            assert lost_bounds(sentence, *paper) == (), sentence


NAMES = ("ZephyrKV", "Quiltwork", "OAKDB", "B777", "Megatron", "TofuFlow")
NUMERALS = ("seven", "eleven", "twelve", "eight")
Error = Callable[[re.Match[str], random.Random], str]
ERRORS: dict[str, tuple[str, Error]] = {
    "digit": (r"\d", lambda spot, chance: str((int(spot[0]) + chance.randrange(1, 9)) % 10)),
    "unit": (r"(?<=\d)(?:%|x\b|×)", lambda spot, _: "x" if spot[0] == "%" else "%"),
    "name": (r"\b(?:[A-Z][a-z]+[A-Z]\w*|[A-Z]{3,})\b", lambda _, chance: chance.choice(NAMES)),
    "word": (r" ", lambda _, chance: f" {chance.choice(NUMERALS)} "),
}
"""Where a text may be wrong, and what stands there then."""


def planted(papers: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, tuple[str, str, str]]]:
    """(kind of error, a sentence with it, its paper): the error really is one, by a check that knows no grammar."""
    chance = random.Random(4)
    for paper, (kind, (place, error)) in product(papers, ERRORS.items()):
        known = set(re.findall(r"[\w.%×]+", " ".join(paper)))
        for sentence in sentences.split(paper[1]):
            if spots := list(re.finditer(place, sentence)):
                spot = chance.choice(spots)
                text = sentence[: spot.start()] + error(spot, chance) + sentence[spot.end() :]
                if not set(re.findall(r"[\w.%×]+", text)) <= known:
                    yield kind, text, paper


def test_planted_errors_are_caught(shared: Callable[[str], Path]) -> None:
    """A digit, a unit, a name or a number word that was changed is seen in nearly all sentences."""
    caught: dict[str, list[bool]] = {}
    for kind, text, paper in planted(real_papers(shared)):
        caught.setdefault(kind, []).append(bool(unsupported(text, *paper)))
    shares = {kind: sum(seen) / len(seen) for kind, seen in caught.items()}
    assert min(map(len, caught.values())) >= 25
    assert min(shares.values()) >= 0.98, shares


def test_dropped_bounds_of_real_papers_are_caught(shared: Callable[[str], Path]) -> None:
    """Where a real sentence says "up to" and the text does not, it is seen."""
    seen = []
    for paper in real_papers(shared):
        for sentence in sentences.split(paper[1]):
            bound = re.search(r"\b(?:up to|at least|approximately|nearly|more than) (?=(\d+))", sentence)
            if bound and " ".join(paper).count(bound[1]) == 1:
                seen.append(bool(lost_bounds(sentence.replace(bound[0], ""), *paper)))
    assert len(seen) >= 10
    assert sum(seen) / len(seen) >= 0.98


@pytest.mark.trial
@for_each(
    "piece",
    ["9", "9,999", "1.", "x", "A", "A-", "up to ", "-1", "1-", "½", "\ud800", "Aé'", "( ", "\x00", "one hundred "],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Long runs of anything are read in time that grows with their length, and raise nothing."""

    def judge(length: int) -> None:
        long = piece * (length // len(piece))
        unsupported("Up to 1.28x over GPT-4 and " + long[:300], long, None, "x")
        lost_bounds(long, "up to 3")

    in_proportion(judge, 60_000)
