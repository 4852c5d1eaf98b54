"""Fits the weights by which roles of sentences are told, and reports how often they are right on texts held back.

    python -m tests.tools.fit_roles [--evaluate TIMES] [--keep]

Reads corpora/roles of ../shared (600 abstracts with the role of each sentence, and the sentences that would serve a
card, best first), and beside this file roles.tsv: readers' labels of further abstracts of corpora/fields, without
texts: id, roles, places of what, of result, and of the best sentence. Words get weights if abstracts of 45 of the 151
categories of corpora/fields use them.

--evaluate: fit on four fifths and ask the last, five times, for TIMES ways to divide corpora/roles; roles.tsv is only
ever learned from. --keep: fit on all and write generator/daybook/describe/weights.json.
"""

import base64
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from daybook.describe import roles
from daybook.text import sentences
from daybook.text.markup import plain
from numpy.typing import NDArray

from tests import tools
from tests.conftest import SHARED

LABELS = Path(__file__).with_name("roles.tsv")
WEIGHTS = Path(roles.__file__).with_name("weights.json")
WORDS, PAIRS, DEEDS = 45, 60, 20
"""Categories of corpora/fields that must use a word, a pair of words, a deed ("we>show")."""
VECTOR = 50
"""Numbers that stand for the neighbours of a word, so that rare words learn from common ones of like use."""
STEPS = 60
CHAIN = {"form": 0.01, "words": 0.5}
HEADS = {"result": (3.0, 10.0), "what": (1.0, 3.0), "best": (8.0, 30.0)}
"""Penalty on the squares of weights: of form, of words."""
SOFT = 0.3
"""How much the other results of an abstract are wanted beside the best sentence."""
INNER = 4

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Abstract:
    """An abstract with its labels."""

    title: str
    body: Sequence[str]
    roles: str
    what: Sequence[int]
    result: Sequence[int]
    best: int
    field: str

    @cached_property
    def words(self) -> list[list[str]]:
        return [roles.tokens_of(said) for said in self.body]

    @cached_property
    def form(self) -> list[list[float]]:
        return roles.form_of(roles.tokens_of(self.title), self.body, self.words)


def fields() -> list[dict[str, Any]]:
    """The papers of all fields."""
    with gzip.open(SHARED / "corpora/fields/dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def labelled() -> list[Abstract]:
    """The abstracts of corpora/roles, in their order."""
    rows = [
        json.loads(line) for line in (SHARED / "corpora/roles/roles.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [
        Abstract(plain(r["title"]), r["sentences"], r["roles"], r["what"], r["result"], r["best"], r["primary"])
        for r in rows
    ]


def further(papers: Mapping[str, dict[str, Any]]) -> list[Abstract]:
    """Those of roles.tsv whose sentences are still as many as when they were labelled."""
    found = []
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        name, letters, what, result, best = line.split("\t")
        paper = papers[name]
        body = sentences.split(plain(paper["abstract"]))
        if len(body) == len(letters):
            places = [[int(place) for place in listed.split(",") if place] for listed in (what, result)]
            found.append(Abstract(plain(paper["title"]), body, letters, *places, int(best), paper["primary"]))
    return found


class Vocabulary:
    """The terms that have weights, and what stands for their use."""

    def __init__(self, papers: Iterable[dict[str, Any]]) -> None:
        used: dict[str, set[str]] = defaultdict(set)
        texts = []
        for paper in papers:
            texts.append([roles.tokens_of(said) for said in sentences.split(plain(paper["abstract"]))])
            for said in texts[-1]:
                for term in roles.terms_of(said):
                    used[term].add(paper["primary"])
        least = {
            term: DEEDS if ">" in term[1:] and " " not in term else PAIRS if " " in term else WORDS for term in used
        }
        kept = sorted(term for term, codes in used.items() if len(codes) >= least[term])
        self.places = {term: place for place, term in enumerate(kept)}
        self.vectors = self._vectors(texts, [term for term in kept if least[term] == WORDS])

    def _vectors(self, texts: Iterable[Sequence[Sequence[str]]], words: Sequence[str]) -> Array:
        """Of each term (a pair or a deed has none), from the words up to two places away and the place in the abstract:
        positive pointwise mutual information, reduced to its largest directions."""
        number, size = {word: place for place, word in enumerate(words)}, len(words)
        counts = np.zeros((size, 4 * size + 8))
        for body in texts:
            for at, said in enumerate(body):
                ids = [number.get(word, -1) for word in said]
                for place, one in enumerate(ids):
                    if one < 0:
                        continue
                    counts[one, 4 * size + 8 * at // len(body)] += 1
                    for side, step in enumerate((-2, -1, 1, 2)):
                        other = ids[place + step] if 0 <= place + step < len(ids) else -1
                        if other >= 0:
                            counts[one, side * size + other] += 1
        expected = counts.sum(0) ** 0.75
        expected *= counts.sum() / expected.sum()
        with np.errstate(divide="ignore", invalid="ignore"):
            told = np.log(counts * counts.sum() / (counts.sum(1)[:, None] * expected[None]))
        told = np.where(np.isfinite(told), np.maximum(told, 0), 0)
        values, directions = np.linalg.eigh(told @ told.T)
        vectors = directions[:, -VECTOR:] * values[-VECTOR:] ** 0.25
        whole = np.zeros((len(self.places), VECTOR))
        whole[[self.places[word] for word in words]] = vectors / vectors.std(0) / 8
        return whole


class Table:
    """Some abstracts as matrices; a row a sentence."""

    def __init__(self, abstracts: Sequence[Abstract], vocabulary: Vocabulary) -> None:
        self.abstracts, self.vocabulary = abstracts, vocabulary
        self.sizes = np.array([len(each.body) for each in abstracts])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])
        self.form = np.array([row for each in abstracts for row in each.form], float)
        found = [
            sorted({vocabulary.places[t] for t in roles.terms_of(said) if t in vocabulary.places})
            for each in abstracts
            for said in each.words
        ]
        self.columns = np.array([place for row in found for place in row])
        self.rows = np.repeat(np.arange(len(found)), [len(row) for row in found])
        self.roles = np.array([roles.ROLES.index(letter) for each in abstracts for letter in each.roles])
        self.of = np.repeat(np.arange(len(abstracts)), self.sizes)

    def words(self, weights: Array) -> Array:
        """The sum of the weights of each sentence's terms."""
        many = weights.reshape(len(weights), -1)
        sums = [np.bincount(self.rows, column[self.columns], len(self.form)) for column in many.T]
        return np.stack(sums, 1).reshape(len(self.form), *weights.shape[1:])

    def terms(self, values: Array) -> Array:
        """The sum of the values of the sentences of each term."""
        many = values.reshape(len(values), -1)
        size = len(self.vocabulary.places)
        sums = [np.bincount(self.columns, column[self.rows], size) for column in many.T]
        return np.stack(sums, 1).reshape(size, *values.shape[1:])

    @cached_property
    def grid(self) -> NDArray[np.int64]:
        """The row of each abstract's sentences, -1 behind the last."""
        grid = np.full((len(self.sizes), self.sizes.max()), -1)
        for number, (start, size) in enumerate(zip(self.starts, self.sizes, strict=False)):
            grid[number, :size] = np.arange(start, start + size)
        return grid

    def targets(self, what: str) -> Array:
        """How much each sentence should be chosen, summing to one in each abstract, or to nothing."""
        wanted = np.zeros(len(self.form))
        for start, each in zip(self.starts, self.abstracts, strict=False):
            places = each.result if what == "best" else getattr(each, what)
            ranks = np.array([1 / rank for rank in range(1, len(places) + 1)])
            wanted[start + np.array(places, int)] = ranks / ranks.sum() if len(places) else 0
            if what == "best":
                wanted[start : start + len(each.body)] *= SOFT
                wanted[start + each.best] += 1 - wanted[start : start + len(each.body)].sum()
        return wanted


def minimum(function: Callable[[Array], tuple[float, Array]], start: Array, steps: int = STEPS) -> Array:
    """Where a function, which tells its value and gradient, is least: L-BFGS with a memory of ten steps."""
    x, (value, slope) = start, function(start)
    memory: list[tuple[Array, Array, float]] = []
    for _ in range(steps):
        direction, used = slope.copy(), []
        for s, y, rho in reversed(memory):
            used.append(rho * (s @ direction))
            direction -= used[-1] * y
        if memory:
            s, y, _ = memory[-1]
            direction *= (s @ y) / (y @ y)
        else:
            direction /= max(1.0, float(np.abs(slope).sum()))
        for (s, y, rho), alpha in zip(memory, reversed(used), strict=True):
            direction += s * (alpha - rho * (y @ direction))
        step, downhill = 1.0, float(slope @ direction)
        for _ in range(30):
            there, (new, other) = x - step * direction, function(x - step * direction)
            if new <= value - 1e-4 * step * downhill:
                break
            step /= 2
        s, y = there - x, other - slope
        if s @ y > 1e-12:
            memory = [*memory[-9:], (s, y, 1 / float(s @ y))]
        done = abs(value - new) < 1e-7 * max(1.0, abs(value))
        x, value, slope = there, new, other
        if done:
            break
    return x


def chain(table: Table) -> tuple[roles.Chain, Array]:
    """The conditional random field that gives the labelled roles of all abstracts the greatest likelihood, and its
    weights of terms."""
    sizes = [(table.form.shape[1], 6), (len(table.vocabulary.places), 6), (VECTOR, 6), (6, 6), (6,), (6,)]
    cuts = np.cumsum([int(np.prod(size)) for size in sizes])
    wanted = np.eye(6)[table.roles]
    said = table.words(table.vocabulary.vectors)
    follows = np.ones(len(table.roles), bool)
    follows[table.starts[:-1]] = False
    pairs = np.zeros((6, 6))
    np.add.at(pairs, (table.roles[:-1][follows[1:]], table.roles[1:][follows[1:]]), 1)
    first, last = wanted[table.starts[:-1]].sum(0), wanted[table.starts[1:] - 1].sum(0)
    weights = (CHAIN["form"], CHAIN["words"], CHAIN["form"] * 10, *[CHAIN["form"]] * 3)
    penalty = np.repeat(weights, [int(np.prod(size)) for size in sizes]) * len(table.sizes) / 500
    grid, there = table.grid, table.grid >= 0

    def parts(x: Array) -> list[Array]:
        return [part.reshape(size) for part, size in zip(np.split(x, cuts[:-1]), sizes, strict=True)]

    def function(x: Array) -> tuple[float, Array]:
        form, words, vectors, steps, begin, end = parts(x)
        scores = table.form @ form + table.words(words) + said @ vectors
        total, share, stepped = _expected(scores, grid, there, steps, begin, end)
        loss = total - (scores * wanted).sum() - (steps * pairs).sum() - begin @ first - end @ last
        miss = share - wanted
        slopes = [
            table.form.T @ miss, table.terms(miss), said.T @ miss, stepped - pairs,
            share[table.starts[:-1]].sum(0) - first, share[table.starts[1:] - 1].sum(0) - last,
        ]  # fmt: skip
        slope = np.concatenate([part.ravel() for part in slopes]) + penalty * x
        return float(loss + (penalty * x * x).sum() / 2), slope

    form, words, vectors, steps, begin, end = parts(minimum(function, np.zeros(cuts[-1])))
    return roles.Chain(form, steps, begin, end), words + table.vocabulary.vectors @ vectors


def _expected(
    scores: Array, grid: NDArray[np.int64], there: NDArray[np.bool_], steps: Array, begin: Array, end: Array
) -> tuple[float, Array, Array]:
    """Of all abstracts at once: the logarithm of the sum over all chains of roles, the share of each role at each
    sentence, and of each step between two."""
    count, most = grid.shape
    here = scores[np.maximum(grid, 0)]
    front, back = np.zeros((count, most, 6)), np.zeros((count, most, 6))
    front[:, 0] = here[:, 0] + begin
    back[:, most - 1] = end
    for at in range(1, most):
        new = _logsum(front[:, at - 1][:, :, None] + steps, 1) + here[:, at]
        front[:, at] = np.where(there[:, at][:, None], new, front[:, at - 1])
    for at in range(most - 2, -1, -1):
        new = _logsum(steps + (here[:, at + 1] + back[:, at + 1])[:, None, :], 2)
        back[:, at] = np.where(there[:, at + 1][:, None], new, back[:, at + 1])
    total = _logsum(front[:, -1] + end, 1)
    stepped = np.zeros((6, 6))
    for at in range(most - 1):
        both = front[:, at][:, :, None] + steps + (here[:, at + 1] + back[:, at + 1])[:, None, :] - total[:, None, None]
        stepped += np.exp(both[there[:, at + 1]]).sum(0)
    share = np.zeros_like(scores)
    share[grid[there]] = np.exp(front + back - total[:, None, None])[there]
    return float(total.sum()), share, stepped


def _logsum(values: Array, axis: int) -> Array:
    most = values.max(axis, keepdims=True)
    return np.asarray((most + np.log(np.exp(values - most).sum(axis, keepdims=True))).squeeze(axis))


def shares(table: Table, fitted: roles.Chain, words: Array) -> Array:
    """The share of each role at each sentence."""
    scores = table.form @ fitted.form + table.words(words)
    return np.concatenate([fitted.shares(scores[a:b]) for a, b in zip(table.starts, table.starts[1:], strict=False)])


def views(table: Table, share: Array) -> Array:
    """What heads see of each sentence besides its words."""
    bounds = zip(table.starts, table.starts[1:], strict=False)
    return np.concatenate([roles.view(table.form[a:b], share[a:b]) for a, b in bounds])


def head(table: Table, seen: Array, what: str) -> tuple[Array, Array]:
    """Weights of `seen` and of terms that put the wanted sentence of each abstract first, as a choice among them."""
    wanted = table.targets(what)
    used = np.bincount(table.of, wanted)[table.of] > 0.5
    said = table.words(table.vocabulary.vectors)
    dense = np.hstack([seen, said])
    form, words = HEADS[what]
    penalty = np.concatenate([np.full(dense.shape[1], form), np.full(len(table.vocabulary.places), words * 4)])

    def function(x: Array) -> tuple[float, Array]:
        scores = dense @ x[: dense.shape[1]] + table.words(x[dense.shape[1] :])
        most = np.maximum.reduceat(scores, table.starts[:-1])
        odds = np.exp(scores - most[table.of])
        sums = np.add.reduceat(odds, table.starts[:-1])
        loss = ((np.log(sums) + most)[table.of] * wanted).sum() - (wanted * scores).sum()
        miss = odds / sums[table.of] * used - wanted
        slope = np.concatenate([dense.T @ miss, table.terms(miss)]) + penalty * x
        return float(loss + (penalty * x * x).sum() / 2), slope

    x = minimum(function, np.zeros(len(penalty)), 100)
    vectors, own = x[seen.shape[1] : dense.shape[1]], x[dense.shape[1] :]
    return x[: seen.shape[1]], own + table.vocabulary.vectors @ vectors


def stated(table: Table, share: Array) -> Array:
    """Weights by which an abstract states a finding: logistic regression."""
    bounds = list(zip(table.starts, table.starts[1:], strict=False))
    seen = np.array([roles.signs_of_finding(share[a:b]) for a, b in bounds])
    wanted = np.array([float(bool(each.result)) for each in table.abstracts])

    def function(x: Array) -> tuple[float, Array]:
        odds = 1 / (1 + np.exp(-(seen @ x)))
        loss = -(wanted * np.log(odds + 1e-12) + (1 - wanted) * np.log(1 - odds + 1e-12)).sum()
        return float(loss + 0.5 * (x @ x)), seen.T @ (odds - wanted) + x

    return minimum(function, np.zeros(seen.shape[1]))


def fit(abstracts: Sequence[Abstract], vocabulary: Vocabulary) -> roles.Model:
    """A model of these. Heads learn from shares that a chain gave to abstracts which it had not seen."""
    table = Table(abstracts, vocabulary)
    share = np.zeros((len(table.form), 6))
    order = np.random.default_rng(1).permutation(len(abstracts))
    for part in range(INNER):
        out = order[part::INNER]
        rest = Table([abstracts[place] for place in order if place not in set(out)], vocabulary)
        told = Table([abstracts[place] for place in out], vocabulary)
        found = shares(told, *chain(rest))
        for place, a, b in zip(out, told.starts, told.starts[1:], strict=False):
            share[table.starts[place] : table.starts[place + 1]] = found[a:b]
    seen = views(table, share)
    heads = [head(table, seen, what) for what in HEADS]
    last, words = chain(table)
    return roles.Model(
        terms=vocabulary.places,
        chain=last,
        words=np.hstack([words, np.stack([own for _, own in heads], 1)]),
        views=np.stack([of for of, _ in heads], 1),
        stated=stated(table, share),
    )


def written(model: roles.Model) -> str:
    """A model as the text of weights.json. Weights of terms, the chain's six and the heads' three, are whole multiples
    of a step, a byte each."""
    steps = np.abs(model.words).max(0) / 127
    numbers = {
        "form": model.chain.form, "steps": model.chain.steps, "begin": model.chain.begin, "end": model.chain.end,
        "views": model.views, "stated": model.stated, "scale": steps * 1000,
    }  # fmt: skip
    table: dict[str, object] = {name: np.round(array, 4).tolist() for name, array in numbers.items()}
    table["terms"] = "|".join(model.terms)
    table["words"] = base64.b64encode(np.round(model.words / steps).astype(np.int8).tobytes()).decode()
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")).replace(',"', ',\n"') + "\n"


def ask(model: roles.Model, each: Abstract) -> dict[str, bool]:
    """What is right of what a model says of an abstract; only what its labels can tell."""
    (said,) = model.choose([roles.Abstract(each.form, each.words, [False] * len(each.words))])
    line = said.result if said.best == "result" else said.what
    right = {"best": line == each.best}
    if each.result:
        right["result"] = said.result in each.result
    else:
        right["no result"] = said.result is None
    if each.what:
        right["what"] = said.what in each.what
    return right


def evaluate(abstracts: Sequence[Abstract], more: Sequence[Abstract], vocabulary: Vocabulary, times: int) -> None:
    """Print the share of right answers, with the spread over the folds, and by field."""
    folds: dict[str, list[float]] = defaultdict(list)
    by_field: dict[str, Counter[str]] = defaultdict(Counter)
    for time in range(times):
        order = np.random.default_rng(100 + time).permutation(len(abstracts))
        for part in range(5):
            out = set(order[part::5].tolist())
            model = fit([*(each for place, each in enumerate(abstracts) if place not in out), *more], vocabulary)
            answers = [(abstracts[place].field, ask(model, abstracts[place])) for place in sorted(out)]
            for name in ("result", "what", "best", "no result"):
                folds[name].append(float(np.mean([right[name] for _, right in answers if name in right])))
            for field, right in answers:
                group = field.split(".")[0]
                by_field[group].update(
                    {"n": 1, **{k: int(v) for k, v in right.items()}, **{f"of {k}": 1 for k in right}}
                )
            print(f"{time + 1}.{part + 1}", {name: round(values[-1], 3) for name, values in folds.items()}, flush=True)
    for name, values in folds.items():
        spread = 1.96 * np.std(values) / np.sqrt(len(values) / times)
        print(f"{name}: {np.mean(values):.3f} ± {spread:.3f}")
    for group, counts in sorted(by_field.items()):
        told = ", ".join(
            f"{k} {counts[k] / counts[f'of {k}']:.2f}" for k in ("result", "what", "best") if counts[f"of {k}"]
        )
        print(f"{group} ({counts['n'] // times}): {told}")


def main() -> None:
    parser = tools.parser("fit_roles", __doc__)
    parser.add_argument("--evaluate", type=int, default=0, metavar="TIMES")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    papers = fields()
    vocabulary = Vocabulary(papers)
    abstracts, more = labelled(), further({paper["id"]: paper for paper in papers})
    print(f"{len(vocabulary.places):,} terms, {len(abstracts):,} abstracts, {len(more):,} more")
    if options.evaluate:
        evaluate(abstracts, more, vocabulary, options.evaluate)
    if options.keep:
        WEIGHTS.write_text(written(fit([*abstracts, *more], vocabulary)), encoding="utf-8")


if __name__ == "__main__":
    main()
