"""Measure the search of an archive: that its answers are right, how it ranks, and what its index costs.

    python -m tests.tools.benchmarks.search --archive DIR correctness                300 queries against a plain scan
    python -m tests.tools.benchmarks.search --archive DIR known-items                where papers stand
    python -m tests.tools.benchmarks.search --archive DIR --feed next.xml build      time, memory and files

The exit code is 1 if an answer is wrong or the ranking is not good enough.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.search", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--archive", type=Path, required=True, help="its folder; the index in .daybook/ is brought up to date"
    )
    parser.add_argument("--feed", type=Path, help="the next day's, for build")
    parser.add_argument(
        "--show", type=int, default=20, help="papers that known-items prints, of those that are not first"
    )
    parser.add_argument("parts", nargs="+", choices=["correctness", "known-items", "build"])
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run the parts; the exit code: 1 if an answer is wrong or the ranking not good enough."""
    given = options(arguments)
    sound = True
    if "build" in given.parts:
        from tests.tools.benchmarks.search import build

        build.run(given.archive, given.feed)
    if {"correctness", "known-items"} & set(given.parts):
        from tests.tools.benchmarks.search import correctness, known_items
        from tests.tools.benchmarks.search.records import Collection

        collection = Collection(given.archive)
        print(f"{len(collection.records):,} papers", flush=True)
        if "correctness" in given.parts:
            sound &= correctness.run(collection)
        if "known-items" in given.parts:
            sound &= known_items.run(collection, given.show)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
