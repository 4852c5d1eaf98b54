"""Fits the ranker's weights on cards that editors wrote, and reports how well they do.

    python -m tests.describe.cards.train

Ridge regression of each line's ROUGE-L with the editor's gist on the line's features, centred paper by paper: what
counts is which line of a paper is better. Cross-validated by leaving one paper out at a time: its gist is chosen by
weights that were fitted without it. Needs rouge-score and numpy, which the program itself does without.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from generator.describe.cards import figures, gist, headline, ranker
from generator.describe.cards.features import Candidate
from generator.describe.cards.gist_rules import JUDGES
from generator.text import sentences
from generator.text.markup import plain
from tests.describe.cards.papers import edited, evaluation

WEIGHTS = Path(gist.__file__).with_name("weights.json")
RIDGE = 1.0
JUDGED = {
    "opening sentence": -0.02, "last sentence": -0.03, "the offer": 0.02, "the offer of something unnamed": 0.04,
    "just after the offer": 0.01, "words under 20": -0.06, "figure": 0.01, "figure where the headline has none": 0.05,
    "background": -0.04, "set-up": -0.03, "nobody named": -0.03, "says what it is": -0.02, "finding": 0.02,
    "finding about something unnamed": 0.03, "title's words": 0.08, "figure of the headline": -0.03,
}  # fmt: skip
"""What an editor would say before seeing any card: few cards of one field move these weights, they do not make them."""


@dataclass(frozen=True)
class Example:
    """An editor's card, and the lines that the program could choose for its paper."""

    title: str
    headline: str  # the editor's
    gist: str  # the editor's
    own: str  # the program's headline
    lines: tuple[Candidate, ...]
    values: Any  # (lines, features)
    targets: Any  # (lines,)

    def chosen(self, weights: Any) -> str:
        """The gist by such weights."""
        return next((line.text for line in gist.ranked(self.lines, weights)), "")


def example(rouge: Any, card: dict[str, str]) -> Example:
    """The target of a line is how much of the editor's card it has: mostly the gist, partly headline and gist."""
    title, told = plain(card["title"]), sentences.split(plain(card["abstract"]))
    own = headline.make(title, told, figures.find(told))
    lines = gist.lines(title, told, own)
    both = f"{card['headline']} {card['gist']}"
    scores = [(rouge(card["gist"], line.text), rouge(both, line.text)) for line in lines]
    targets = np.array([0.5 * alone[2] + 0.25 * alone[0] + 0.25 * together[2] for alone, together in scores])
    values = np.array([ranker.values(line) for line in lines])
    return Example(card["title"], card["headline"], card["gist"], own, lines, values, targets)


def fit(examples: Sequence[Example], ridge: float) -> Any:
    """The features' weights, each paper counting alike."""
    judged = np.array([JUDGED.get(name, 0.0) for name in JUDGES])
    left = np.eye(len(judged)) * ridge
    right = left @ judged
    for one in examples:
        if len(one.lines) > 1:
            centred = one.values - one.values.mean(axis=0)
            left += centred.T @ centred / len(one.lines)
            right += centred.T @ (one.targets - one.targets.mean()) / len(one.lines)
    return np.linalg.solve(left, right)


def interval(scores: Sequence[float], rounds: int = 4000) -> tuple[float, float]:
    """Where the mean lies in 95 of 100 samples of as many papers, drawn with repetition."""
    chance = random.Random(4)
    means = sorted(sum(chance.choices(scores, k=len(scores))) / len(scores) for _ in range(rounds))
    return means[rounds // 40], means[-rounds // 40]


def report(label: str, rouge: Any, examples: Sequence[Example], chosen: Sequence[str]) -> None:
    """Prints the scores of chosen gists, alone and below the program's headlines."""
    pairs = list(zip(examples, chosen, strict=True))
    alone = [float(rouge(one.gist, text)[2]) for one, text in pairs]
    both = [float(rouge(f"{one.headline} {one.gist}", f"{one.own} . {text}")[2]) for one, text in pairs]
    for what, scores in (("gist", alone), ("headline+gist", both)):
        low, high = interval(scores)
        print(f"{label:18} {what:14} ROUGE-L {sum(scores) / len(scores):.4f}  95 %: {low:.3f} to {high:.3f}")


def best(rouge: Any, one: Example) -> str:
    """The line that is most like the editor's gist: no choice of lines does better."""
    return max((line.text for line in one.lines), key=lambda text: rouge(one.gist, text)[2], default="")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--ridge", type=float, default=RIDGE, help=f"default: {RIDGE}; half or twice of it does as well"
    )
    parser.add_argument("--keep", action="store_true", help=f"write {WEIGHTS.name}")
    parser.add_argument("--show", action="store_true", help="print the best three lines of each paper")
    asked = parser.parse_args()
    rouge = evaluation().Rouge()
    examples = [example(rouge, card) for card in edited()]
    weights = fit(examples, asked.ridge)
    without = [fit([other for other in examples if other is not one], asked.ridge) for one in examples]
    report("fitted", rouge, examples, [one.chosen(weights) for one in examples])
    report("cross-validated", rouge, examples, [one.chosen(w) for one, w in zip(examples, without, strict=True)])
    report("best line there is", rouge, examples, [best(rouge, one) for one in examples])
    print(f"{sum(len(one.lines) for one in examples) / len(examples):.1f} lines a paper")
    for one in examples if asked.show else ():
        print(f"{one.title[:90]}\n    {one.gist}")
        for line in gist.ranked(one.lines, weights)[:3]:
            print("       ", line.text)
    named = dict(sorted(zip(JUDGES, (round(float(w), 4) for w in weights), strict=True)))
    print(json.dumps(named, indent=1))
    if asked.keep:
        WEIGHTS.write_text(json.dumps({"weights": named}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
