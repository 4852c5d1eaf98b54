"""Invented papers with all that makes searching hard, the same each time."""

import random

from tests.search.terms import Record

SUBJECTS = (
    "byzantine agreement", "k-means clustering", "k means", "kmeans++ seeding", "Byzantine fault-tolerant consensus",
    "graph caches", "cache-oblivious algorithms", "GPUs", "GPU kernels", "C++ templates", "C# runtimes", "λ-calculus",
    "lambda calculi", "ε-approximation", "TCP/IP stacks", "O(n) sorting", "3.5-approximation", "1,000 nodes",
    "1000 cores", "studies of boxes", "a study of the box", "naïve Bayes", "Poincaré maps", "Erdős–Rényi graphs",
    "state-of-the-art LLMs", "an LLM agent", "federated learning", "deep-learning compilers", "news feeds", "movies",
    "process classes", "Wasserstein distances", "2-approximations", "COVID-19", "IPv6", "ℓ1-norms", "𝜆-terms", "μTVM",
    "x² fields", "quantum walks", "don’t care", "peer-to-peer storage", "a-b-c-d-e chains", "数据 压缩", "сеть",
    "ﬁne-tuning", "Straße", "naïveté",
)  # fmt: skip
VERBS = ("for", "of", "with", "against", "without", "in", "on top of", "versus")
NAMES = (
    "Peter Richtárik", "Ada Lovelace", "Jean-Pierre Serre", "Wei Zhang", "Łukasz Kaiser", "Søren Ærø", "Paul Erdős",
    "Thomas Box", "Patrick O'Neil", "ATLAS Collaboration", "Michał Ślusarczyk", "Bo Li", "Maria del Carmen",
    "İpek Şahin", "Grace B. M. Hopper", "Alan Turing", "Barbara Liskov", "Leslie Lamport", "Nancy Lynch",
    "Shafi Goldwasser",
)  # fmt: skip
CATEGORIES = ("cs.DC", "cs.LG", "cs.DS", "math.CO", "hep-th", "stat.ML")
BADGES = ("Survey", "Tool", "Benchmark", "Theory")
HOSTILE = (
    '<img src=x onerror=alert(1)> "quoted" & <b>bold</b>',
    "‮reversed‬ 😀 emoji‍family \u200bzero",
    "a" * 100 + " " + "𝒜" * 40 + " " + "-".join("abcdefgh"),
    "' OR 1=1 -- NEAR(a b) AND title:*",
    "",
)
DATES = ("2003-11-20", "2024-12-31", "2025-01-02", "2025-07-15", "2026-02-27", "2026-03-02", "2026-03-03")
ONLY_ONE = "Zygomorphic Quokkas and the Xylophone Theorem"


def sentence(dice: random.Random, most: int) -> str:
    parts = [dice.choice(SUBJECTS)]
    for _ in range(dice.randrange(most)):
        parts += [dice.choice(VERBS), dice.choice(SUBJECTS)]
    return " ".join(parts) + dice.choice(("", ".", "?", ": a survey", ", revisited"))


def invented(number: int, seed: int = 12) -> list[Record]:
    dice = random.Random(seed)
    found = []
    for at in range(number):
        date = DATES[at * len(DATES) // number]
        ident = f"{date[2:4]}{date[5:7]}.{at:05d}" if date > "2008" else f"hep-th/0301{at:03d}"
        title = HOSTILE[at] if at < len(HOSTILE) else ONLY_ONE if at == len(HOSTILE) else sentence(dice, 2)
        found.append(
            Record(
                title=title,
                authors=tuple(dice.sample(NAMES, dice.randrange(0, 12))),
                gist=sentence(dice, 1) if dice.random() < 0.5 else "",
                abstract=" ".join(sentence(dice, 4) for _ in range(dice.randrange(5))),
                notes=dice.choice(("", "12 pages", "Accepted at PODC 2026")),
                date=date,
                key=ident.replace("/", ""),
                ids=(ident, f"10.1145/{at}.(678)") if at % 3 == 0 else (ident,),
                category=tuple(dice.sample(CATEGORIES, dice.randrange(1, 4))),
                theme=tuple(dice.sample(("byzantine", "learning", "storage"), dice.randrange(3))),
                type=tuple(dice.sample(("new", "cross", "replace"), dice.randrange(1, 3))),
                code=("yes",) if dice.random() < 0.2 else (),
                withdrawn=("yes",) if dice.random() < 0.05 else (),
                badge=tuple(dice.sample(BADGES, dice.randrange(3))),
            )
        )
    return found
