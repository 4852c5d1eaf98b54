"""What a term weighs in an archive: how rare it is among the archive's own papers, and in all fields before those say.

"Cohomology" tells much in an archive of all fields and little in one of algebraic geometry. So terms are counted in
the archive, on top of what the shipped table (text.rarity) would have counted in PRIOR papers. Weights must not move
with every day, since each would move lists. They rest on papers of past quarters only, of many on a sample chosen by
their keys, and they are rounded to half units of the logarithm. So a revised or late paper seldom changes any weight.
Where one does change, all is computed again: the weights depend on the papers alone, not on how the archive grew.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from zlib import crc32

from generator.text import rarity

SAMPLE = 4096
"""Most papers that are counted; at least half as many, where there are."""
PRIOR = 1000
HEAVIEST = 10
"""The weight of all that is rarer than one paper in 150 (2 ln 150): rarer words tell no more of a subject."""
UNKNOWN = 5
"""Weight of a term that is not in the shipped table (a system's name, a typing error): most occur in one paper only."""
KNOWN = 8
"""In so many counted papers, such a term is known."""

_MONTH = re.compile(r"(\d{4})-(\d\d)")


def sampled(orders: Mapping[str, str]) -> list[str]:
    """The papers whose terms are counted. `orders`: key -> what sorts papers by time, beginning with year and month."""
    newest = _MONTH.match(max(orders.values(), default=""))
    if not newest:
        return []
    quarter = f"{newest[1]}-{(int(newest[2]) - 1) // 3 * 3 + 1:02}"
    past = [key for key, order in orders.items() if order < quarter]
    apart = 1
    while len(past) > apart * SAMPLE:
        apart *= 2
    return [key for key in past if crc32(key.encode(errors="surrogatepass")) % apart == 0]


class Weights:
    """The weights of terms, in half units of the logarithm of how rare they are: 1 to HEAVIEST."""

    def __init__(self, lines: Iterable[str]) -> None:
        """`lines`: the terms of the sampled papers, as terms.line gives them."""
        counts: Counter[str] = Counter()
        papers = PRIOR
        for papers, line in enumerate(lines, PRIOR + 1):  # noqa: B007 - counted
            counts.update(line.split(" ")[:-1])
        table = rarity.table()
        shipped = {rare: PRIOR * math.exp(-rare) for rare in {*table.values(), rarity.UNKNOWN}}
        self._others = {rare: _weight(papers, count) for rare, count in shipped.items()}
        self._counted = {
            term: _weight(papers, count + shipped[table.get(term, rarity.UNKNOWN)])
            for term, count in counts.items()
            if term in table or count >= KNOWN
        }

    def __call__(self, term: str) -> int:
        weight = self._counted.get(term)
        if weight is None:
            rare = rarity.table().get(term)
            return UNKNOWN if rare is None else self._others[rare]
        return weight

    def digest(self) -> str:
        """A hash of all of them: 12 hex digits."""
        whole = repr((sorted(self._others.items()), sorted(self._counted.items())))
        return hashlib.blake2b(whole.encode(errors="surrogatepass"), digest_size=6).hexdigest()


def _weight(papers: int, count: float) -> int:
    return min(HEAVIEST, max(1, round(2 * math.log(papers / count))))
