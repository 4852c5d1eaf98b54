"""What a visitor's first search transfers: the papers of an archive, each looked for by three words of its title.

    python -m tests.tools.benchmarks.search SITE KNOWN.json

KNOWN: pairs of a paper's id and a query, from `corpus.known`. Prints a line of JSON. The engine is run as the site has
it, over the site's files, of which none is kept from one query to the next.
"""

import functools
import gzip
import json
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tests.tools.benchmarks.host import LEVEL

_OPTIONS = {"filters": {}, "sort": "relevance", "from": 0, "count": 10}


class FirstQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of first queries, each by a visitor without a cache: the 95th percentile of what is transferred."""

    requests: int
    bytes: int  # gzip, with the engine's own scripts
    first: float  # part of the papers that come first
    ten: float  # among the first ten


def p95(values: Iterable[float]) -> float:
    """The 95th percentile."""
    order = sorted(values)
    return order[math.ceil(0.95 * len(order)) - 1]


def first_queries(site: Path, asked: Iterable[tuple[str, str]]) -> FirstQuery:
    """Ask each query as the first."""
    from daybook.search.engine import FOLDER, PARTS, Engine

    @functools.cache
    def small(path: Path) -> int:
        return len(gzip.compress(path.read_bytes(), LEVEL, mtime=0))

    scripts = [path for part in PARTS if (path := site / FOLDER / part).is_file()]  # as one, or one by one
    script = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    sent: list[list[int]] = []
    ranks = []
    for ident, query in asked:
        files = list(map(small, scripts))

        def load(name: str, files: list[int] = files) -> bytes:
            files.append(small(site / "search" / f"{name}.js"))
            return (site / "search" / f"{name}.js").read_bytes()

        answer: dict[str, Any] = Engine(script, load)._ask(
            "find", query, _OPTIONS
        )  # a site's own may say less of a hit
        addresses = [hit["address"] for hit in answer["papers"]]
        place = f"/{ident.replace('/', '')}.html"
        ranks.append(next((at for at, address in enumerate(addresses) if address.endswith(place)), 99))
        sent.append(files)
    return FirstQuery(
        requests=int(p95(map(len, sent))),
        bytes=int(p95(map(sum, sent))),
        first=round(sum(rank == 0 for rank in ranks) / len(ranks), 3),
        ten=round(sum(rank < 10 for rank in ranks) / len(ranks), 3),
    )


if __name__ == "__main__":
    pairs = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(msgspec.json.encode(first_queries(Path(sys.argv[1]), pairs)).decode())
