"""Fits the ranker's weights on cards that editors wrote, and tells how well they do: `python -m tests.cards.train`.

Ridge regression of each line's ROUGE-L with the editor's gist on the line's features, centred paper by paper: what
counts is which line of a paper is better. Cross-validated by leaving one paper out at a time: its gist is chosen by
weights that were fitted without it. Needs rouge-score and numpy, which the program itself does without.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np

from generator.cards import features, gist, sentences
from generator.markup import plain
from tests.cards.papers import edited, evaluation

WEIGHTS = Path(gist.__file__).with_name("weights.json")
RIDGE = 200.0
JUDGED = {
    "opening sentence": -0.02, "last sentence": -0.03, "the offer": 0.02, "the offer of something unnamed": 0.04,
    "just after the offer": 0.01, "words under 20": -0.06, "figure": 0.02, "background": -0.04, "set-up": -0.03,
    "nobody named": -0.03, "says what it is": -0.02, "finding": 0.02,
    "finding about something unnamed": 0.03, "title's words": 0.08,
}  # fmt: skip
"""What an editor would say before seeing any card: few cards of one field move these weights, they do not make them."""


def candidates(card: dict[str, str]) -> tuple[gist.Line, ...]:
    return gist.lines(plain(card["title"]), sentences.split(plain(card["abstract"])))


def target(rouge: Any, card: dict[str, str], line: gist.Line) -> float:
    """How much of the editor's card a line has: mostly of the gist, partly of headline and gist together."""
    own, both = rouge(card["gist"], line.text), rouge(card["headline"] + " " + card["gist"], line.text)
    return float(0.5 * own[2] + 0.25 * own[0] + 0.25 * both[2])


def fit(papers: list[tuple[Any, Any]], ridge: float = RIDGE) -> Any:
    """Weights from [(features of the lines, their targets)], each paper counting alike."""
    size = len(features.NAMES)
    judged = np.array([JUDGED.get(name, 0.0) for name in features.NAMES])
    left = np.eye(size) * ridge / 100
    right = left @ judged
    for values, targets in papers:
        if len(values) > 1:
            centred = values - values.mean(axis=0)
            left += centred.T @ centred / len(values)
            right += centred.T @ (targets - targets.mean()) / len(values)
    return np.linalg.solve(left, right)


def interval(scores: list[float], rounds: int = 4000) -> tuple[float, float]:
    """Where the mean lies in 95 of 100 samples of as many papers."""
    chance = random.Random(4)
    means = sorted(sum(chance.choices(scores, k=len(scores))) / len(scores) for _ in range(rounds))
    return means[rounds // 40], means[-rounds // 40]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ridge", type=float, default=RIDGE)
    parser.add_argument("--keep", action="store_true", help=f"write {WEIGHTS.name}")
    parser.add_argument("--show", action="store_true", help="print each paper's lines")
    asked = parser.parse_args()
    rouge = evaluation().Rouge()
    cards = edited()
    found = [candidates(card) for card in cards]
    papers = [
        (np.array([line.values for line in lines]), np.array([target(rouge, card, line) for line in lines]))
        for card, lines in zip(cards, found, strict=True)
    ]
    weights = fit(papers, asked.ridge)

    def chosen(index: int, by: Any) -> float:
        ranked = gist.ranked(found[index], by)
        return float(rouge(cards[index]["gist"], ranked[0].text)[2]) if ranked else 0.0

    everyone = range(len(cards))
    fitted = [chosen(i, weights) for i in everyone]
    crossed = [chosen(i, fit([paper for j, paper in enumerate(papers) if j != i], asked.ridge)) for i in everyone]
    oracle = [max((rouge(cards[i]["gist"], line.text)[2] for line in found[i]), default=0.0) for i in everyone]
    for label, scores in (("fitted", fitted), ("left out", crossed), ("best line there is", oracle)):
        low, high = interval(scores)
        print(f"{label:20} gist ROUGE-L {sum(scores) / len(scores):.4f}  95 %: {low:.3f} to {high:.3f}")
    print(f"{sum(map(len, found)) / len(cards):.1f} lines a paper, {sum(not lines for lines in found)} papers without")
    named = dict(sorted(zip(features.NAMES, (round(float(w), 4) for w in weights), strict=True)))
    print(json.dumps(named, indent=1))
    if asked.show:
        for i in everyone:
            print(f"{fitted[i]:.2f}/{oracle[i]:.2f} {cards[i]['title'][:70]}\n    {cards[i]['gist']}")
            for line in gist.ranked(found[i], weights)[:3]:
                print("   ", line.text)
    if asked.keep:
        WEIGHTS.write_text(json.dumps({"weights": named}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
