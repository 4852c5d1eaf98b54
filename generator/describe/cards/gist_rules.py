"""The rules of the gist: what proposes lines and what judges them. A rule is a module or function and one line here.

A proposer gets a sentence and the system's name (None without one) and yields the sentence with other beginnings,
best first: each a grammatical sentence, or one that begins with its verb ("Surveys ..."). What does not read alone
(wellformed) or stand in the abstract (evidence) is dropped by others, and long lines are cut (compress).

A judge gives a candidate a number, about 0 to 1. Its weight is in weights.json under the judge's name;
tests/describe/cards/train.py fits it. A judge without a weight has no effect.

How a digest speaks of a gist depends on its grammatical form only (forms), so a rule needs nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.describe.cards import features
from generator.describe.cards.features import Candidate
from generator.describe.cards.later_results import later_results
from generator.describe.cards.openings import openings

Proposer = Callable[[str, str | None], Iterator[str]]
Judge = Callable[[Candidate], float]

PROPOSERS: tuple[Proposer, ...] = (openings, later_results)
"""In the order in which their lines are preferred among equals."""

JUDGES: Mapping[str, Judge] = {
    "opening sentence": features.is_opening,
    "last sentence": features.is_last,
    "the offer": features.is_offer,
    "the offer of something unnamed": features.is_unnamed_offer,
    "just after the offer": features.follows_offer,
    "words under 20": features.brevity,
    "figure": features.has_figure,
    "figure where the headline has none": features.has_new_figure,
    "background": features.is_background,
    "set-up": features.is_set_up,
    "nobody named": features.names_nobody,
    "says what it is": features.defines,
    "finding": features.is_finding,
    "finding about something unnamed": features.is_unnamed_finding,
    "title's words": features.title_share,
    "share kept": features.share_kept,
    "figure of the headline": features.repeats_figure,
}
"""Name in weights.json -> judge."""
