"""The engine's answers against a plain scan of all papers: what it misses, and what it counts wrong."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.search.engine import Answer, Engine
from tests.search import scan
from tests.search.terms import Record
from tests.tools.benchmarks.search import queries
from tests.tools.benchmarks.search.queries import FACETS, Query
from tests.tools.benchmarks.search.records import Collection


@dataclass
class Tally:
    """What the queries of a kind showed."""

    queries: int = 0
    expected: int = 0
    found: int = 0
    totals: int = 0  # wrong ones; likewise:
    facets: int = 0
    orders: int = 0
    misses: list[str] = field(default_factory=list)


def run(collection: Collection) -> bool:
    """Print a table; whether every answer is right."""
    engine = collection.engine()
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for at, query in enumerate(queries.drawn(collection.records)):
        compare(engine, collection.records, query, "date" if at % 3 else "relevance", tallies[query.kind])
        if sys.stderr.isatty():
            print(f"\r{at + 1} queries", end="", file=sys.stderr, flush=True)
    print("\n".join(_lines(tallies)), flush=True)
    return not any(tally.misses for tally in tallies.values())


def compare(engine: Engine, records: list[Record], query: Query, sort: str, tally: Tally) -> None:
    """Ask a query, and add to the tally what is wrong with the answer."""
    answer = engine.find(query.text, query.filters, sort, 0, len(records))  # type: ignore[arg-type]
    facets = engine.facets(query.text, query.filters)
    kept, counts = expected(records, query, answer)
    wanted = [records[number].key for number in reversed(kept)]
    given = [paper.key for paper in answer.papers]
    tally.queries += 1
    tally.expected += len(wanted)
    tally.found += len(set(wanted) & set(given))
    wrong = [f"{query.kind}: {query.text!r} {dict(query.filters) or ''}"]
    if answer.total != len(wanted):
        tally.totals += 1
        wrong.append(f"{answer.total:,} papers, not {len(wanted):,}")
    if set(wanted) != set(given) or len(given) != len(set(given)):
        missing, extra = sorted(set(wanted) - set(given)), sorted(set(given) - set(wanted))
        wrong.append(f"misses {missing[:3]}, has besides {extra[:3]}")
    for facet in FACETS:
        told = {value.value: value.papers for value in facets.get(facet, ())}
        if told != counts[facet]:
            tally.facets += 1
            wrong.append(f"{facet}: {sorted(set(told.items()) ^ set(counts[facet].items()))[:4]}")
    if not _in_order(query, records, wanted, given, sort):
        tally.orders += 1
        wrong.append("wrong order")
    if len(wrong) > 1:
        tally.misses.append("; ".join(wrong))


def expected(records: list[Record], query: Query, answer: Answer) -> tuple[list[int], dict[str, dict[str, int]]]:
    """The numbers of the papers that the answer must have, oldest first, and the counts of facets."""
    numbers = set(scan.matching(records, query.text))
    if query.names is not None:
        ident = next((each for each in records[query.names].ids if each in query.text), "")
        numbers |= {number for number, paper in enumerate(records) if ident in paper.ids}
    if not numbers and not answer.places:
        numbers = set(scan.relaxed(records, query.text))
    return scan.answer(records, sorted(numbers), query.filters, FACETS)


def _in_order(query: Query, records: list[Record], wanted: list[str], given: list[str], sort: str) -> bool:
    """Whether the paper that the query names is first, and the others as they were asked for."""
    if query.names is not None:
        named = records[query.names].key
        return named not in wanted or given[:1] == [named]
    return sort != "date" or given == wanted


def _lines(tallies: dict[str, Tally]) -> Iterator[str]:
    yield "| Queries | number | papers expected | recall | wrong totals | wrong facet counts | wrong orders |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    whole = Tally()
    for kind, tally in tallies.items():
        yield _line(kind, tally)
        for name in ("queries", "expected", "found", "totals", "facets", "orders"):
            setattr(whole, name, getattr(whole, name) + getattr(tally, name))
    yield _line("all", whole)
    for miss in (miss for tally in tallies.values() for miss in tally.misses):
        yield f"- {miss}"


def _line(kind: str, tally: Tally) -> str:
    recall = tally.found / tally.expected if tally.expected else 1.0
    cells = (kind, tally.queries, f"{tally.expected:,}", f"{recall:.4f}", tally.totals, tally.facets, tally.orders)
    return f"| {' | '.join(map(str, cells))} |"
