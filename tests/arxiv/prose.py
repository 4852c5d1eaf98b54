"""Invented names and texts, with what makes real ones hard: accents, TeX, angle brackets, long author lists."""

import random

from tests.arxiv.papers import Author

_NAMES = (
    ("Ada", "Brunel", None), ("Ren\u00e9e", "C\u00f4t\u00e9", r"Ren\'ee C\^ot\'e"), ("J. K.", "Okonkwo", None),
    ("Mei-Ling", "Tsao", None), ("Pawe\u0142", "Zieli\u0144ski", None), ("Ingrid", "S\u00f8ndergaard", None),
    ("P\u00e1l", "Szab\u00f3", r"P\'al Szab\'o"), ("Li", "Wenqi", None), ("Maria", "de la Fuente", None),
    ("Tom", "van den Bosch", None), ("Aisha", "Rahman", None), ("G\u00f6ran", "Lindqvist", r'G\"oran Lindqvist'),
    ("Hiro", "Tanabe", None), ("Dora", "Whitlock", None), ("S.", "Iyer", None), ("Noor", "al-Hadid", None),
)  # fmt: skip
_PLACES = (None,) * 11 + ("University of Nowhere", "Lab & Sons")
_SYSTEMS = ("Kor", "Mel", "Tan", "Vis", "Zed", "Lum", "Bry", "Osk")
_ENDS = ("ada", "ith", "oro", "une", "ex", "elle", "ium", "arc")
_THINGS = (
    "message passing", "stencil kernels", "replicated logs", "sparse solvers", "edge caches", "byzantine broadcast",
    "job scheduling", "erasure codes", "quantum links", "power grids", "tail latency", "collective operations",
)  # fmt: skip
_WAYS = ("Scaling", "Bounding", "Rethinking", "Measuring", "A Note on", "Fast", "Provable")
_COMMENTS = (
    "12 pages, 4 figures", "Accepted at a workshop; 9 pages", "Code at https://example.org/code", None, None,
    "Extended version of arXiv:2401.00001", "5 pages & an appendix",
)  # fmt: skip
_REASONS = ("an error in Lemma 2", "a mistake in the proof of Theorem 1 (n < 3)")
LICENSES = ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", "http://creativecommons.org/licenses/by/4.0/")
HUGE = 130
"""The length of a rare author list: listings print 100 of it."""


def authors(rng: random.Random) -> tuple[Author, ...]:
    """One to five names, now and then a whole collaboration; no name twice."""
    if rng.random() < 0.02:
        return tuple(Author(f"Member Nr{k:03d}", "Member", f"Nr{k:03d}") for k in range(HUGE))
    return tuple(
        Author(tex or f"{first} {last}", first, last, rng.choice(_PLACES))
        for first, last, tex in rng.sample(_NAMES, rng.randint(1, 5))
    )


def title(rng: random.Random, number: int) -> str:
    """A title like no other: `number` is in its system's name."""
    system = f"{rng.choice(_SYSTEMS)}{rng.choice(_ENDS)}-{number}"
    bound = rng.choice(("", "", " in $O(n \\log n)$ Time", " for n < k & Beyond"))
    return f"{system}: {rng.choice(_WAYS)} {rng.choice(_THINGS).title()}{bound}"


def abstract(rng: random.Random, name: str, version: int = 1) -> str:
    """An abstract that tells of its version; some have two paragraphs."""
    first, second = rng.sample(_THINGS, 2)
    factor = rng.randint(12, 98) / 10
    text = (
        f"We study {first} and {second}. Our system, {name}, is ${factor}\\times$ faster than the best known one"
        f" when $k < {rng.randint(3, 99)}$, and saves {rng.randint(5, 60)}\\% of memory."
    )
    if version > 1:
        text += f" This is draft {version}, with more experiments."
    if rng.random() < 0.3:
        text += f"\n  We also show that {second} need no locks; \\emph{{all}} proofs are checked."
    return text


def comments(rng: random.Random) -> str | None:
    return rng.choice(_COMMENTS)


def withdrawal(rng: random.Random) -> str:
    return f"This paper has been withdrawn by the author due to {rng.choice(_REASONS)}"


def reference(rng: random.Random, number: int) -> tuple[str, str]:
    """A journal reference and its DOI."""
    volume = rng.randint(2, 40)
    return f"J. Invented Syst. {volume} (2026) {number}", f"10.5555/jis.{volume}.{number}"
