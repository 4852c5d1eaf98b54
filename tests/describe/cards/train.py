"""Fits the weights of the gist, and reports how well they do.

    python -m tests.describe.cards.train [--keep] [--ablation]

Reads ../shared/corpora/scitldr (summaries by authors) and ../shared/tools/cards_dev.json (cards by editors). First the
words: logistic regression of whether a word of the abstract stands in a summary. Then the lines: ridge regression of each
line's ROUGE with the summaries, centred paper by paper, since what counts is which line of a paper is better. Needs
rouge-score, which the program itself does without.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.describe.cards import gist
from generator.text import sentences
from generator.text.markup import plain
from tests.conftest import SHARED
from tests.describe.cards.papers import edited

WEIGHTS = Path(gist.__file__).with_name("weights.json")
RIDGE = 1.0
EDITED = 1.0
"""How much an editor's card counts beside a summary by authors."""
TARGET = (0.6, 0.0, 0.4)
"""Of ROUGE-1, -2 and -L."""


@dataclass(frozen=True)
class Paper:
    """A paper with its summaries."""

    title: str
    body: tuple[str, ...]
    targets: tuple[str, ...]
    weight: float = 1.0


def summaries(part: str) -> list[Paper]:
    """The papers of a part of SciTLDR: "train" or "dev"."""
    path = SHARED / "corpora/scitldr" / f"{part}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bodies = (sentences.split(plain(" ".join(" ".join(row["source"]).split()))) for row in rows)
    return [Paper(plain(row["title"]), body, tuple(row["target"])) for row, body in zip(rows, bodies, strict=True)]


def fields() -> list[Paper]:
    """The papers of all fields that have a summary by a language model."""
    with gzip.open(SHARED / "corpora/fields/dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row.get("tldr")]
    return [Paper(plain(row["title"]), sentences.split(plain(row["abstract"])), (plain(row["tldr"]),)) for row in rows]


def cards(weight: float = EDITED) -> list[Paper]:
    """The papers of the editors' cards, with their gists."""
    return [
        Paper(plain(card["title"]), sentences.split(plain(card["abstract"])), (card["gist"],), weight)
        for card in edited()
    ]


@cache
def _rouge() -> Any:
    from rouge_score import rouge_scorer

    return rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)


@cache
def rouge(text: str, targets: tuple[str, ...]) -> tuple[float, float, float]:
    """ROUGE-1, -2 and -L, F1, with the summary that has the best ROUGE-1."""
    scores = [_rouge().score(target, text) for target in targets]
    best = max(scores, key=lambda score: score["rouge1"].fmeasure)
    return best["rouge1"].fmeasure, best["rouge2"].fmeasure, best["rougeL"].fmeasure


def fit_words(papers: Sequence[Paper], rounds: int = 8) -> Any:
    """The weights of gist.WORDS, by Newton's method."""
    values, told = [], []
    for paper in papers:
        stems = [frozenset(gist._stems(target)) for target in paper.targets]
        for word, seen in gist.Abstract(paper.title, paper.body).seen.items():
            values.append(seen)
            told.append(any(word in target for target in stems))
    x, y = np.array(values), np.array(told, dtype=float)
    weights = np.zeros(x.shape[1])
    for _ in range(rounds):
        likely = 1 / (1 + np.exp(-x @ weights))
        slope = (x * (likely * (1 - likely))[:, None]).T @ x + np.eye(len(weights))
        weights += np.linalg.solve(slope, x.T @ (y - likely) - weights)
    return weights


@dataclass(frozen=True)
class Example:
    """The lines of a paper, what the model sees of them, and their scores."""

    paper: Paper
    lines: tuple[gist.Candidate, ...]
    values: Any  # (lines, features)
    scores: Any  # (lines, 3)


def examples(papers: Sequence[Paper], words: Any) -> list[Example]:
    """The papers with their lines, of those that have any."""
    made = [(paper, gist.candidates(paper.title, paper.body, tuple(words))) for paper in papers]
    return [
        Example(
            paper,
            lines,
            np.array([line.values for line in lines]),
            np.array([rouge(line.text, paper.targets) for line in lines]),
        )
        for paper, lines in made
        if lines
    ]


def fit_lines(known: Sequence[Example], without: Sequence[int] = ()) -> Any:
    """The weights of gist.LINES, each paper counting alike; `without`: features that weigh nothing."""
    many = len(gist.LINES)
    left, right = np.eye(many) * RIDGE, np.zeros(many)
    for one in known:
        if len(one.lines) > 1:
            target = one.scores @ np.array(TARGET)
            centred = one.values - one.values.mean(axis=0)
            centred[:, list(without)] = 0
            left += one.paper.weight * centred.T @ centred / len(one.lines)
            right += one.paper.weight * centred.T @ (target - target.mean()) / len(one.lines)
    return np.linalg.solve(left, right)


def score(known: Sequence[Example], weights: Any, papers: int) -> Any:
    """Mean ROUGE-1, -2 and -L of the best lines, in hundredths; a paper without a line has 0."""
    return 100 * sum(one.scores[int(np.argmax(one.values @ weights))] for one in known) / papers


def report(label: str, scores: Any) -> None:
    """Prints a row of ROUGE scores."""
    print(f"{label:44} R1 {scores[0]:5.1f}  R2 {scores[1]:5.1f}  RL {scores[2]:5.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help=f"write {WEIGHTS.name}, fitted on everything")
    parser.add_argument("--ablation", action="store_true", help="what each feature adds on the development part")
    parser.add_argument("--edited", type=float, default=EDITED)
    asked = parser.parse_args()
    train, dev, own, other = summaries("train"), summaries("dev"), cards(asked.edited), fields()
    words = fit_words([*train, *other])
    known, judged = examples([*train, *own, *other], words), examples(dev, words)
    weights = fit_lines(known)
    report("development part, weights from train", score(judged, weights, len(dev)))
    best = 100 * sum(one.scores[int(np.argmax(one.scores[:, 0]))] for one in judged) / len(dev)
    report("best line there is", best)
    chosen = [one.lines[int(np.argmax(one.values @ weights))].text for one in judged]
    print(
        f"{sum(len(text.split()) for text in chosen) / len(chosen):.1f} words; {sum(len(one.lines) for one in judged) / len(judged):.1f} lines a paper; {len(dev) - len(judged)} papers without"
    )
    half = [one for one in known if one.paper in other]
    first = fit_lines([one for one in known if one.paper not in other[1::2]])
    report(
        "all fields, every second, weights from the rest",
        score([one for one in half if one.paper in other[1::2]], first, len(other[1::2])),
    )
    edited_only = [one for one in known if one.paper in own]
    report(
        "editors' cards, weights from all others",
        sum(
            (score([one], fit_lines([other for other in known if other is not one]), 1) for one in edited_only),
            np.zeros(3),
        )
        / max(1, len(own)),
    )
    if asked.ablation:
        for place, name in enumerate(gist.LINES):
            report(f"without {name!r}", score(judged, fit_lines(known, [place]), len(dev)))
    if asked.keep:
        words = fit_words([*train, *dev, *other])
        weights = fit_lines(examples([*train, *dev, *own, *other], words))
    kept = {"words": _named(gist.WORDS, words), "lines": _named(gist.LINES, weights)}
    if asked.keep:
        WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(kept, indent=1))


def _named(names: Any, weights: Any) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
