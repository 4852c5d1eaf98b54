"""Roles: what each sentence of an abstract does, and which ones say what was found and what was done.

    shipped().choose([read(title, sentences)])    -> [Choice]

A chain of roles (background, gap, what, method, result, conclusion) is read off all sentences together, since results
follow methods; three heads then choose among the sentences by it. All is linear: one table of weights, for words that
most arXiv categories use, single and in pairs, and for a sentence's form, place and share of the title, fitted by
tests/tools/fit_roles.py on abstracts of all fields in which readers labelled each sentence. No word is listed by hand,
no rule is of one field. Numbers are 64-bit floats; scores are rounded before they are compared, so that no processor
decides a tie.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from daybook.text.vocabulary import rarity

ROLES = "BGWMRC"  # background, gap, what the paper does, method, result, conclusion: a letter a role
_WHAT, _RESULT = ROLES.index("W"), ROLES.index("R")
MOST = 4_096  # sentences that are compared together, where one abstract has no more
_LEAST_STATED = 0.35
"""How probable it must be that an abstract states a finding. Of 212 that state one, in a blind reading, 3 then show
none; at .5 it was 8. That 17 of 28 others show a sentence all the same costs readers less."""
_SPOILT = 3.0  # by how much less a sentence scores in which TeX is left
Array = NDArray[np.float64]

_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|[0-9][0-9.,]*%?|[%<>=≤≥≈~±×→]")
_WHO = {**dict.fromkeys(("we", "i", "authors"), "we"), **dict.fromkeys(("paper", "study", "work", "article"), "paper"),
        "results": "results"}  # fmt: skip
_ADVERBS = frozenset(
    ["also", "then", "first", "further", "here", "thus", "therefore", "hence", "next", "now", "instead"]
)
_DIGIT = re.compile(r"[0-9]")
_COMPARED = re.compile(r"[=<>≤≥≈∼]")
_FORMULA = re.compile(r"[\^_√∑∫]")
_CAPITAL = re.compile(r" [^\W\d_a-z]")


def tokens_of(text: str) -> list[str]:
    """The words of a plain text in lower case; "#" for a number, "#%" for a percentage."""
    words = _WORD.findall(text.lower())
    if not _DIGIT.search(text):
        return words
    return [word if not _DIGIT.match(word) else "#%" if word[-1] == "%" else "#" for word in words]


def terms_of(words: Sequence[str]) -> list[str]:
    """What the words of a sentence may have weights as: each word, each pair of neighbours ("^" before the first), and
    who does what: "we>show" for "we also clearly show"."""
    deeds = []
    for place in [place for place, word in enumerate(words) if word in _WHO]:
        follows = (word for word in words[place + 1 : place + 5] if word not in _ADVERBS and not word.endswith("ly"))
        deeds.append(f"{_WHO[words[place]]}>{next(follows, '')}")
    return [*words, *map(" ".join, pairwise(("^", *words))), *deeds]


def form_of(title: Sequence[str], body: Sequence[str], words: Sequence[Sequence[str]]) -> list[list[float]]:
    """Numbers of each sentence of an abstract, about from 0 to 1. `title`, `words`: tokens of title and sentences."""
    count = len(body)
    rare = {word: rarity(word) for word in title if len(word) > 2}
    named = sum(rare.values()) or 1.0
    # In the title's order: sums of the same numbers differ by their order, and a set's differs from run to run.
    shared = [sum([value for word, value in rare.items() if word in said]) / named for said in map(set, words)]
    most = max(shared) or 1.0
    rows: list[list[float]] = []
    for place, said in enumerate(body):
        at, size = place / (count - 1) if count > 1 else 0.5, len(words[place])
        long, percentages = math.log(size + 1) / 3, words[place].count("#%")
        numbers = words[place].count("#") + percentages
        rows.append([
            1.0, at, at**2, at**3, place == 0, place == 1, place == 2, place == count - 1, place == count - 2,
            place == count - 3, count == 1, count / 10, long, long**2, size < 8, size > 35, size > 50,
            numbers > 0, numbers > 1, numbers > 3, percentages > 0 or "%" in said, "(" in said, ":" in said,
            ";" in said, "?" in said, '"' in said or "“" in said, "http" in said, said.count(",") / 5,
            shared[place], shared[place] / most, shared[place] == most, _COMPARED.search(said) is not None,
            _FORMULA.search(said) is not None, len(_CAPITAL.findall(said)) / (size + 1), said[:1].islower(),
        ])  # fmt: skip
    return rows


class Choice(NamedTuple):
    """Places of sentences; None: there is none. The same sentence may say what was done and what was found."""

    result: int | None
    what: int | None
    best: Literal["result", "what"]
    """Which of them stands in lists."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A linear-chain conditional random field over the six roles."""

    form: Array  # (numbers of form, 6)
    steps: Array  # (6, 6): from a role to the next sentence's
    begin: Array  # (6,): of the first sentence
    end: Array  # (6,): of the last

    def shares(self, scores: Array) -> Array:
        """(..., sentences, 6): how probable each role is, given each sentence's scores for them alone."""
        here = np.exp(scores - scores.max(-1, keepdims=True))
        steps, last = np.exp(self.steps), here.shape[-2] - 1
        front, back = np.empty_like(here), np.empty_like(here)
        front[..., 0, :], back[..., last, :] = here[..., 0, :] * np.exp(self.begin), np.exp(self.end)
        for at in range(1, last + 1):
            front[..., at, :] = front[..., at - 1, :] @ steps * here[..., at, :]
            back[..., last - at, :] = (here[..., last - at + 1, :] * back[..., last - at + 1, :]) @ steps.T
            if at % 16 == 0:  # long chains of small numbers would vanish
                front[..., at, :] /= front[..., at, :].sum(-1, keepdims=True)
                back[..., last - at, :] /= back[..., last - at, :].sum(-1, keepdims=True)
        both = front * back
        return np.asarray(both / both.sum(-1, keepdims=True))


def view(form: Array, shares: Array) -> Array:
    """(..., sentences, numbers): what the heads see of each sentence of an abstract besides its words: its form, its
    roles and its neighbours'."""
    past = np.cumsum(shares, -2)
    before, after = np.zeros_like(shares), np.zeros_like(shares)
    before[..., 1:, :], after[..., :-1, :] = shares[..., :-1, :], shares[..., 1:, :]
    result, what = shares[..., _RESULT, None], shares[..., _WHAT, None]
    total = np.minimum(past[..., -1:, :], 3) / 3
    first = np.exp(result - past[..., _RESULT, None])
    last = np.exp(past[..., _RESULT, None] - past[..., -1:, _RESULT, None])
    logs = np.log(np.maximum(shares, 1e-4)) / 4
    most = np.maximum(shares.max(-2, keepdims=True), 1e-300)  # of one long sentence, a role may have none at all
    seen = (
        form, shares, logs, before, after, (past - shares) / 3, shares / most, total * result,
        total * what, form * result, form * what, first, last, first * result, last * result,
        result == result.max(-2, keepdims=True),
    )  # fmt: skip
    return np.concatenate(seen, -1)


def signs_of_finding(shares: Array) -> Array:
    """(..., signs): what tells whether an abstract states a finding at all."""
    result, what = shares[..., _RESULT], shares[..., _WHAT]
    top = np.sort(result, -1)[..., ::-1]
    one, second = np.ones(top.shape[:-1]), top[..., 1] if top.shape[-1] > 1 else np.zeros(top.shape[:-1])
    signs = (
        one, top[..., 0], np.log(top[..., 0] + 1e-4), second, np.minimum(3.0, result.sum(-1)) / 3, result[..., -1],
        what.max(-1), shares[..., 5].max(-1), one / top.shape[-1],
    )  # fmt: skip
    return np.stack(signs, -1)


class Abstract(NamedTuple):
    """What is read of an abstract, of each sentence."""

    form: Sequence[Sequence[float]]  # see form_of
    words: Sequence[Sequence[str]]  # see tokens_of
    spoilt: Sequence[bool]  # which are shown only where nothing else serves


@dataclass(frozen=True, slots=True)
class Model:
    """All weights."""

    terms: Mapping[str, int]  # term -> its row in the weights of words
    chain: Chain
    words: Array  # (terms, 9): for the chain and the heads
    views: Array  # (numbers of a view, 3): of each head
    stated: Array  # of the signs of a finding

    def choose(self, abstracts: Sequence[Abstract]) -> list[Choice]:
        """The sentences of each abstract that its card needs."""
        told = self._told([said for each in abstracts for said in each.words])
        form = np.array([numbers for each in abstracts for numbers in each.form], float)
        spoilt = np.array([mark for each in abstracts for mark in each.spoilt], float)
        counts = np.array([len(each.words) for each in abstracts])
        starts, choices = np.cumsum(counts) - counts, dict[int, Choice]()
        for count in dict.fromkeys(counts.tolist()):  # those of as many sentences together: most of the time is numpy's
            alike = np.flatnonzero(counts == count)
            for at in range(0, len(alike), most := max(1, MOST // count)):
                some = alike[at : at + most]
                places = starts[some, None] + np.arange(count)
                choices |= zip(some.tolist(), self._chosen(form[places], told[places], spoilt[places]), strict=True)
        return [choices[place] for place in range(len(abstracts))]

    def _told(self, sentences: Sequence[Sequence[str]]) -> Array:
        """The weights of the words of each sentence together."""
        found = [dict.fromkeys(map(self.terms.get, terms_of(said))) for said in sentences]
        rows = [[place for place in places if place is not None] for places in found]
        told, some = np.zeros((len(rows), self.words.shape[1])), [at for at, row in enumerate(rows) if row]
        if some:
            starts = np.cumsum([0, *(len(rows[at]) for at in some[:-1])])
            told[some] = np.add.reduceat(self.words[list(chain.from_iterable(rows))], starts)
        return told

    def _chosen(self, form: Array, told: Array, spoilt: Array) -> Iterator[Choice]:
        """The choices of abstracts that have as many sentences."""
        parts = len(ROLES)
        shares = self.chain.shares(form @ self.chain.form + told[..., :parts])
        scores = np.round(view(form, shares) @ self.views + told[..., parts:], 6) - _SPOILT * spoilt[..., None]
        odds = 1 / (1 + np.exp(-(signs_of_finding(shares) @ self.stated)))
        best = scores[..., :2].argmax(-2)
        for (result, what), likely, each in zip(best.tolist(), odds.tolist(), scores, strict=True):
            if likely < _LEAST_STATED:
                yield Choice(None, what, "what")
            else:
                yield Choice(result, what, "result" if each[result, 2] >= each[what, 2] else "what")


def read(title: str, body: Sequence[str]) -> Abstract:
    """What is read of a plain title and the sentences of its abstract."""
    words = [tokens_of(said) for said in body]
    spoilt = ["\\" in said for said in body]  # TeX that plain text cannot write
    return Abstract(form_of(tokens_of(title), body, words), words, spoilt)


@cache
def shipped() -> Model:
    """The model that is part of the program."""
    table = json.loads(files("daybook.describe").joinpath("weights.json").read_text(encoding="utf-8"))
    terms = {term: place for place, term in enumerate(table["terms"].split("|"))}
    bytes_ = np.frombuffer(base64.b64decode(table["words"]), np.int8).reshape(len(terms), -1)
    form, steps, begin, end, views, stated = (
        np.array(table[name], float) for name in ("form", "steps", "begin", "end", "views", "stated")
    )
    words = bytes_ * (np.array(table["scale"]) / 1000)
    return Model(terms, Chain(form, steps, begin, end), words, views, stated)
