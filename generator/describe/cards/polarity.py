"""What is better of a measured noun, more or less, and whether the noun says alone what is measured."""

from __future__ import annotations

import re

from generator.describe.cards.lexicon import words
from generator.text.stems import loose_singular

_BETTER_MORE = words(
    "accuracy precision recall sensitivity specificity efficiency throughput goodput speed speedup speed-up",
    "performance utilization utilisation f1 f1-score auc auroc map iou miou psnr ssim bleu rouge ndcg mrr mfu ipc",
    "tps qps spl sr success availability reliability coverage bandwidth quality welfare fairness agreement",
    "attainment completion compression scaling scalability sparsity acceleration robustness lifetime life capacity",
    "concurrency correctness convergence fidelity consistency revenue profit productivity savings saving score",
    "return hit parallelism faithfulness localization generalization connectivity protection frugality",
    "occupancy yield acceptance compliance",
)
_BETTER_LESS = words(
    "latency delay time cost expense expenditure energy power memory storage overhead error loss emission",
    "consumption usage footprint traffic parameter flop tflop size complexity ttft tpot tbt wer cer eer fid mae mse",
    "rmse mape perplexity hallucination failure miss violation eviction alarm iteration step round retry crash bug",
    "conflict abort spike variance jitter imbalance wait waiting stall downtime interruption staleness aoi",
    "makespan bias risk regret price bill gpu-hour node-hour hour degradation drop",
    "time-to-train slowdown contention duplication message demand budget payload",
)
_NEUTRAL = words(
    "rate ratio share fraction number probability level count percentage proportion frequency amount event output",
    "prediction",
)
_GOOD_OF = words(
    "success hit pass acceptance recovery defense detection recognition completion compression win solve recall",
    "resolution agreement approval preference true correct accepted satisfied attainment landing verification",
    "sampling bit data coverage survival throughput frame",
)
_BAD_OF = words(
    "error failure miss false hallucination hallucinated violation abort loss conflict eviction",
    "unsafe failed wrong dropped rejected lost rejection collision crash idle wasted outage blocking injection word",
    "character late missed cold overhead drop stall fault",
)
_NOTHING = words(
    "one ones it them they there this that these those others other some any each both two three four many several",
    "case cases thing things way ways result results values respectively half here often",
    "afterwards otherwise then now again overall percentile",
)
"""Words that end no name of a measure: pronouns, and nouns that mean nothing out of context."""
_NOTHING_ALONE = words(
    "time times value year years day days number amount total level baseline system model method ratio ratios rate",
    "rates score scores median mean average",
)
_IDLE = words("mean median average total overall maximum minimum relative absolute final")
_FAMILIES = {-1: _BETTER_LESS, 1: _BETTER_MORE}
_ERRORS = words("error wer cer eer mae mse rmse mape fid perplexity")


def head(what: str) -> str:
    """The head noun of a phrase, in lower case: "peak GPU memory", "share of lanes" -> "memory", "share"."""
    return re.split(" of | in | per ", what, maxsplit=1)[0].rsplit(" ", 1)[-1].lower()


def polarity(what: str) -> int:
    """1 if more of it is better, -1 if less is, 0 if unknown."""
    noun = head(what)
    known = _of(noun)
    if known and noun not in _NEUTRAL:
        return known
    parts = set(re.split(r"[ -]", what.lower()))
    if parts & _BAD_OF:
        return -1
    return 1 if parts & _GOOD_OF and loose_singular(noun) in _NEUTRAL else 0


def is_metric(what: str) -> bool:
    """Whether a phrase is a measure ("success rate", "TTFT") rather than an object ("the base model")."""
    noun = head(what)
    return _of(noun) != 0 or loose_singular(noun) in _NEUTRAL or any(_of(part) for part in noun.split("-")[-1:])


def is_error(what: str) -> bool:
    """Whether a measure is reported as an absolute result although less of it is better: "average error of 0.97%"."""
    return loose_singular(head(what).split("-")[-1]) in _ERRORS


def means_something(what: str) -> bool:
    """False for a pronoun, or a noun that means nothing out of context: "mean time" (to repair)."""
    last = what.rsplit(" ", 1)[-1].lower()
    parts = set(what.lower().split()) - _IDLE
    return bool(what) and last not in _NOTHING and not parts <= _NOTHING_ALONE


def _of(noun: str) -> int:
    for sign, family in _FAMILIES.items():
        if noun in family or loose_singular(noun) in family:
            return sign
    last = noun.rsplit("-", 1)[-1]
    return _of(last) if last != noun else 0
