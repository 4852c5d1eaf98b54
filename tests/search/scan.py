"""Answers to queries by looking at every word of every paper: what the engine must give, whatever its index is like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.search import terms
from tests.search.terms import Record

Test = Callable[[Record], bool]


@dataclass(frozen=True)
class Part:
    """A part of a query: text between blanks or quotes."""

    text: str
    excluded: bool
    quoted: bool
    ended: bool  # something follows


def split(query: str) -> list[Part]:
    """The parts of a query, sign by sign."""
    found: list[Part] = []
    at = 0
    while at < len(query):
        if query[at].isspace():
            at += 1
            continue
        start = at
        while at < len(query) and query[at] == "-":
            at += 1
        excluded = at > start
        quoted = query[at : at + 1] == '"'
        end = at + quoted
        while end < len(query) and query[end] != '"' and (quoted or not query[end].isspace()):
            end += 1
        found.append(Part(query[at + quoted : end], excluded, quoted, end < len(query)))
        at = end + 1 if quoted else max(end, at + (end == at))
    return found


def word(text: str, *, beginning: bool) -> Test:
    """A record with a word; or with one that begins with it."""
    stem = terms.stem(text)
    return lambda record: f"\n{stem}\n" in record.words or (beginning and f"\n{text}" in record.words)


def phrase(parts: Sequence[str], *, beginning: bool) -> Test:
    def fits(place: set[str], at: int) -> bool:
        last = beginning and at == len(parts) - 1
        return terms.stem(parts[at]) in place or (last and any(one.startswith(parts[at]) for one in place))

    single = [word(part, beginning=beginning and at == len(parts) - 1) for at, part in enumerate(parts)]

    def test(record: Record) -> bool:
        for field in record.fields() if all(has_word(record) for has_word in single) else ():
            for start in range(len(field) - len(parts) + 1):
                if all(fits(field[start + at], at) for at in range(len(parts))):
                    return True
        return False

    return test


def clause(part: Part) -> Test | None:
    """The test that a part of a query is; None if it has no word."""
    chains = terms.chains(part.text)
    parts = [word for chain in chains for word in chain]
    if not parts:
        return None
    star = not part.quoted and re.search(r"[^*]\*+$", part.text) is not None
    beginning = star and len(parts[-1]) >= 2
    opened = not (part.quoted or star or part.excluded or part.ended) and terms.fold(part.text)[-1:].isalnum()
    if len(parts) == 1 and not part.quoted:
        return word(parts[0], beginning=beginning or (opened and len(parts[0]) >= 3))
    tests = [phrase(parts, beginning=beginning)]
    joint = terms.joint(chains[0]) if len(chains) == 1 and not part.quoted else ""
    if joint:
        tests.append(word(joint, beginning=beginning or (opened and len(joint) >= 3)))
    return lambda record: any(test(record) for test in tests)


def matching(records: Sequence[Record], query: str) -> list[int]:
    """The numbers of the papers that match, without any forgiveness."""
    tests = [(part.excluded, test) for part in split(query) if (test := clause(part))]
    return [
        number for number, record in enumerate(records) if all(test(record) != excluded for excluded, test in tests)
    ]


def passes(record: Record, name: str, values: Sequence[str]) -> bool:
    if name == "author":
        keys = {terms.author_key(author) for author in record.authors}
        return any(terms.author_key(value) in keys for value in values)
    return any(value in getattr(record, name, ()) for value in values)


def answer(
    records: Sequence[Record], numbers: Sequence[int], filters: Mapping[str, Sequence[str]], facets: Sequence[str]
) -> tuple[list[int], dict[str, dict[str, int]]]:
    """Of the matching papers those that pass all filters; and of each facet how many papers have each value that match
    and pass the filters of all others."""
    kept = [n for n in numbers if all(passes(records[n], name, values) for name, values in filters.items())]
    counts: dict[str, dict[str, int]] = {}
    for facet in facets:
        others = {name: values for name, values in filters.items() if name != facet}
        held = [records[n] for n in numbers if all(passes(records[n], name, v) for name, v in others.items())]
        counts[facet] = dict(Counter(value for record in held for value in getattr(record, facet)))
    return kept, counts


def vocabulary(records: Sequence[Record]) -> set[str]:
    """All stems that some paper has."""
    return {word for record in records for word in record.words.split("\n") if word}


def is_near(one: str, other: str) -> bool:
    """Whether one letter added, left out, changed or swapped with its neighbour makes one word the other."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    for at in range(len(other) + 1):
        left_out = other[:at] + other[at + 1 :]
        swapped = other[:at] + other[at : at + 2][::-1] + other[at + 2 :]
        added = at < len(one) and one[:at] + one[at + 1 :] == other
        changed = len(one) == len(other) and at < len(one) and one[:at] + one[at + 1 :] == left_out
        if left_out == one or swapped == one or added or changed:
            return True
    return False


def forgiven(records: Sequence[Record], query: str) -> list[int]:
    """The papers that match if one word of a query, which has only words, has one wrong letter."""
    parts = [part for part in split(query) if terms.chains(part.text)]
    found: set[int] = set()
    wanted = [test for part in parts if not part.excluded and (test := clause(part))]
    if len(wanted) > 8 and all(any(test(record) for record in records) for test in wanted):
        return []  # to try each would cost too much
    for at, part in enumerate(parts):
        spelled = terms.chains(part.text)
        if part.excluded or part.quoted or len(spelled) > 1 or len(spelled[0]) > 1 or "*" in part.text:
            continue
        text = spelled[0][0]
        if sum(sign.isalpha() for sign in text) < 4:
            continue
        forms = {text, terms.stem(text)}
        near = {one for one in vocabulary(records) if any(is_near(form, one) for form in forms)}
        others = [(other.excluded, clause(other)) for place, other in enumerate(parts) if place != at]
        for number, record in enumerate(records):
            if near.isdisjoint(record.words.split("\n")):
                continue
            if all(test is None or test(record) != excluded for excluded, test in others):
                found.add(number)
    return sorted(found)
