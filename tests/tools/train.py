"""Fits the weights of the gist, and reports how well they do.

    python -m tests.tools.train [--keep] [--ablation]

Reads, of ../shared, corpora/scitldr (summaries by authors), corpora/fields (papers of all fields, some with a summary)
and tools/cards_dev.json (cards by editors); beside this file, choices.tsv has what readers said of lines that could be
chosen for papers of corpora/fields: for each paper its id and, for each line, the beginning of its SHA-256 and 0 for
bad, 1 for good, 2 for the best. First the words: logistic regression of whether a word of the abstract stands in a
summary. Then the lines: ridge regression of each line's ROUGE with the summaries, or of what readers said, centred
paper by paper, since what counts is which line of a paper is better. Needs rouge-score, which the program itself does
without.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from generator.describe import cards
from generator.describe.cards import gist, lines, openings
from generator.text import sentences
from generator.text.markup import plain
from tests.conftest import SHARED
from tests.describe.cards.papers import edited

WEIGHTS = Path(gist.__file__).with_name("weights.json")
CHOICES = Path(__file__).with_name("choices.tsv")
RIDGE = 1.0
TARGET = (0.6, 0.0, 0.4)
"""Of ROUGE-1, -2 and -L."""
EDITED = 5.0
"""How much an editor's card counts beside a summary by authors ..."""
CHOSEN = 6.0
"""... and what readers said of a paper's lines."""
GRADES = (0.0, 0.32, 0.4)
"""What bad, good and best are worth beside ROUGE."""
RULES = {
    "links (However, in this paper, ...)": (openings, "_LINK"),
    "fronts (Using X, we ...)": (openings, "_FRONT"),
    "what is shown (our results show that ...)": (openings, "_SHOWN"),
    "asides in brackets": (lines, "_ASIDE"),
    "last clauses": (lines, "_CUT"),
    "cuts for want of better": (lines, "_LOOSER"),
}
"""A rule of language -> its pattern, which the ablation takes away."""


@dataclass(frozen=True)
class Paper:
    """A paper with its summaries, or with what readers said of its lines."""

    title: str
    body: tuple[str, ...]
    targets: tuple[str, ...] = ()
    weight: float = 1.0
    choices: str = ""


def summaries(part: str) -> list[Paper]:
    """The papers of a part of SciTLDR: "train" or "dev"."""
    path = SHARED / "corpora/scitldr" / f"{part}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bodies = (sentences.split(plain(" ".join(" ".join(row["source"]).split()))) for row in rows)
    return [Paper(plain(row["title"]), body, tuple(row["target"])) for row, body in zip(rows, bodies, strict=True)]


@cache
def fields() -> dict[str, dict[str, Any]]:
    """The papers of all fields by their ids."""
    with gzip.open(SHARED / "corpora/fields/dev.jsonl.gz", "rt", encoding="utf-8") as rows:
        return {row["id"]: row for row in map(json.loads, rows)}


def summarised() -> list[Paper]:
    """Those that have a summary by a language model."""
    return [
        Paper(plain(row["title"]), sentences.split(plain(row["abstract"])), (plain(row["tldr"]),))
        for row in fields().values()
        if row.get("tldr")
    ]


def chosen() -> list[Paper]:
    """Those of whose lines readers said something."""
    rows = [line.split("\t") for line in CHOICES.read_text(encoding="utf-8").splitlines()]
    known = [(fields()[name], said) for name, said in rows]
    return [
        Paper(plain(row["title"]), sentences.split(plain(row["abstract"])), (), CHOSEN, said) for row, said in known
    ]


def cards_of_editors() -> list[Paper]:
    """The papers of the editors' cards, with their gists."""
    return [
        Paper(plain(card["title"]), sentences.split(plain(card["abstract"])), (card["gist"],), EDITED)
        for card in edited()
    ]


@cache
def _scorer() -> Any:
    from rouge_score import rouge_scorer

    return rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)


@cache
def rouge(text: str, targets: tuple[str, ...]) -> tuple[float, float, float]:
    """ROUGE-1, -2 and -L, F1, with the summary that has the best ROUGE-1."""
    scores = [_scorer().score(target, text) for target in targets]
    best = max(scores, key=lambda score: score["rouge1"].fmeasure)
    return best["rouge1"].fmeasure, best["rouge2"].fmeasure, best["rougeL"].fmeasure


def fit_words(papers: Sequence[Paper], rounds: int = 8) -> Any:
    """The weights of gist.WORDS, by Newton's method."""
    values, told = [], []
    for paper in papers:
        stems = [frozenset(gist.stems(target)) for target in paper.targets]
        for word, seen in gist.Abstract(paper.title, paper.body).seen.items():
            values.append(seen)
            told.append(any(word in target for target in stems))
    x, y = np.array(values, dtype=float), np.array(told, dtype=float)
    weights = np.zeros(x.shape[1])
    for _ in range(rounds):
        likely = 1 / (1 + np.exp(-x @ weights))
        slope = (x * (likely * (1 - likely))[:, None]).T @ x + np.eye(len(weights))
        weights += np.linalg.solve(slope, x.T @ (y - likely) - weights)
    return weights


@dataclass(frozen=True)
class Example:
    """The lines of a paper, what the model sees of them, and what they are worth."""

    paper: Paper
    lines: tuple[gist.Candidate, ...]
    values: Any  # (lines, features)
    scores: Any  # (lines, 3): ROUGE; of readers' choices (lines, 1): the grade

    @property
    def worth(self) -> Any:
        """What each line is worth: (lines,)."""
        return self.scores[:, 0] if self.paper.choices else self.scores @ np.array(TARGET)


def examples(papers: Sequence[Paper], words: Any) -> list[Example]:
    """The papers with their lines, of those that have any; of readers' choices, those lines that are still made."""
    made = []
    for paper in papers:
        known = gist.candidates(paper.title, paper.body, tuple(words))
        if paper.choices:
            grades = dict(one.split(":") for one in paper.choices.split(" "))
            names = [sha256(line.text.encode()).hexdigest()[:8] for line in known]
            known = tuple(line for line, name in zip(known, names, strict=True) if name in grades)
            scores = [[GRADES[int(grades[name])]] for name in names if name in grades]
        else:
            scores = [list(rouge(line.text, paper.targets)) for line in known]
        if known:
            made.append(Example(paper, known, np.array([line.values for line in known], dtype=float), np.array(scores)))
    return made


def fit_lines(known: Sequence[Example], without: Sequence[int] = ()) -> Any:
    """The weights of gist.LINES, each paper counting by its weight; `without`: features that weigh nothing."""
    many = len(gist.LINES)
    left, right = np.eye(many) * RIDGE, np.zeros(many)
    for one in known:
        centred = one.values - one.values.mean(axis=0)
        centred[:, list(without)] = 0
        left += one.paper.weight * centred.T @ centred / len(one.lines)
        right += one.paper.weight * centred.T @ (one.worth - one.worth.mean()) / len(one.lines)
    return np.linalg.solve(left, right)


def score(known: Sequence[Example], weights: Any, papers: int) -> Any:
    """Mean ROUGE-1, -2 and -L of the best lines, in hundredths; a paper without a line has 0."""
    return 100 * sum(one.scores[int(np.argmax(one.values @ weights))] for one in known) / papers


def good(known: Sequence[Example], weights: Any) -> float:
    """Of how many papers, in hundredths, readers called the best line good."""
    return 100 * float(np.mean([one.scores[int(np.argmax(one.values @ weights)), 0] > 0 for one in known]))


def apart(known: Sequence[Example], others: Sequence[Example], parts: int = 5) -> float:
    """The same with weights that were fitted without the fifth that is judged."""
    fifths = [known[start::parts] for start in range(parts)]
    rest = [[one for other in fifths if other is not fifth for one in other] for fifth in fifths]
    return float(np.mean([good(fifth, fit_lines([*others, *some])) for fifth, some in zip(fifths, rest, strict=True)]))


def report(label: str, scores: Any, more: str = "") -> None:
    """Prints a row of ROUGE scores."""
    print(f"{label:46} R1 {scores[0]:5.1f}  R2 {scores[1]:5.1f}  RL {scores[2]:5.1f}  {more}", flush=True)


def with_gist() -> Counter[str]:
    """How many of up to 40 papers of each archive have a gist, in hundredths."""
    papers: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in fields().values():
        if len(papers[row["primary"].split(".")[0]]) < 40:
            papers[row["primary"].split(".")[0]].append(row)
    made = {
        name: [cards.make(row["title"], row["abstract"], None) for row in rows]
        for name, rows in papers.items()
        if len(rows) == 40
    }
    return Counter({name: round(100 * sum(bool(c and c.gist) for c in of) / 40) for name, of in made.items()})


def ablation(train: Sequence[Paper], dev: Sequence[Paper], readers: Sequence[Paper], words: Any) -> None:
    """Prints what each feature and each rule of language adds: to ROUGE, to readers' choices, to papers with a gist."""
    known, judged, told = examples(train, words), examples(dev, words), examples(readers, words)
    weights = fit_lines([*known, *told])
    report("all", score(judged, weights, len(dev)), f"good {good(told, weights):.1f}")
    for place, name in enumerate(gist.LINES):
        fitted = fit_lines([*known, *told], [place])
        report(f"without the feature {name!r}", score(judged, fitted, len(dev)), f"good {good(told, fitted):.1f}")
    before = with_gist()
    for name, (module, pattern) in RULES.items():
        rule = getattr(module, pattern)
        setattr(module, pattern, re.compile(r"(?!)"))
        fitted, without = examples(train, words), with_gist()
        found = score(examples(dev, words), fit_lines(fitted), len(dev))
        lost = {archive: f"{without[archive] - many:+}" for archive, many in before.items() if without[archive] != many}
        report(f"without {name}", found, f"papers with a gist, in hundredths: {lost or 'the same'}")
        setattr(module, pattern, rule)


def main() -> None:
    """Fits, reports, and with --keep writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help=f"write {WEIGHTS.name}, fitted on everything")
    parser.add_argument("--ablation", action="store_true", help="what each feature and each rule adds")
    asked = parser.parse_args()
    train, dev, own, told, readers = summaries("train"), summaries("dev"), cards_of_editors(), summarised(), chosen()
    words = fit_words([*train, *told])
    if asked.ablation:
        ablation([*train, *own, *told], dev, readers, words)
        return
    known, judged, choices = examples([*train, *own, *told], words), examples(dev, words), examples(readers, words)
    weights = fit_lines([*known, *choices])
    report("SciTLDR, development part", score(judged, weights, len(dev)), f"{len(dev) - len(judged)} without a line")
    best = 100 * sum(one.scores[int(np.argmax(one.scores[:, 0]))] for one in judged) / len(dev)
    report("best line there is", best)
    edited_ones = [one for one in known if one.paper.weight == EDITED]
    without = [fit_lines([*choices, *(other for other in known if other is not one)]) for one in edited_ones]
    found = sum(score([one], fitted, 1) for one, fitted in zip(edited_ones, without, strict=True)) / len(own)
    report("editors' cards, each by the weights of the rest", found)
    possible = 100 * np.mean([one.scores.max() > 0 for one in choices])
    print(
        f"readers call the best line good, of all fields: {apart(choices, known):.1f} of 100, {possible:.1f} possible"
    )
    if asked.keep:
        words = fit_words([*train, *dev, *told])
        weights = fit_lines(examples([*train, *dev, *own, *told, *readers], words))
        kept = {"words": _named(gist.WORDS, words), "lines": _named(gist.LINES, weights)}
        WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def _named(names: Sequence[str], weights: Any) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
