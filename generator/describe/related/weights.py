"""What a term weighs in an archive: how rare it is among the archive's own papers, and in all fields before those say.

"Cohomology" tells much in an archive of all fields and little in one of algebraic geometry. So terms are counted in
the archive, on top of what the shipped table (text.rarity) would have counted in PRIOR papers. Weights must not move
with every day, since each would move lists. They rest on papers of past quarters only, and on others only when the
archive has grown by two fifths; of many papers on a sample chosen by their keys; and they are rounded to half units of
the logarithm. So a revised or late paper seldom changes any weight.
Where one does change, all is computed again: the weights depend on the papers alone, not on how the archive grew.
"""

from __future__ import annotations

import hashlib
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
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

_MONTH = re.compile(r"(\d{4})-(\d\d)", re.ASCII)


def sampled(orders: Mapping[str, str]) -> list[str]:
    """The papers whose terms are counted. `orders`: key -> what sorts papers by time, beginning with year and month.

    Of the quarters before the newest, as many as hold at least M papers, where M is the greatest half power of two that
    they reach: so which papers are counted changes when the archive has grown by two fifths, and not every quarter.
    """
    quarters = {key: quarter for key, order in orders.items() if (quarter := _quarter(order[:7]))}
    sizes = Counter(quarters.values())
    last, held = [], list(accumulate(sizes[quarter] for quarter in sorted(sizes)[:-1]))
    if held:
        enough = 2 ** (math.floor(2 * math.log2(held[-1])) / 2)
        last = sorted(sizes)[: bisect_left(held, enough) + 1]
    past = [key for key, quarter in quarters.items() if last and quarter <= last[-1]]
    apart = 1
    while len(past) > apart * SAMPLE:
        apart *= 2
    return [key for key in past if crc32(key.encode(errors="surrogatepass")) % apart == 0]


@lru_cache(maxsize=1 << 12)
def _quarter(month: str) -> str:
    """The quarter of a year and month, as they sort; empty for anything else."""
    match = _MONTH.fullmatch(month)
    return f"{match[1]}-{(int(match[2]) - 1) // 3}" if match and 1 <= int(match[2]) <= 12 else ""


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
