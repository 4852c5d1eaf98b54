"""Answers to queries by looking at every word of every paper: what the engine must give, whatever its index is like."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.search import terms
from tests.search.terms import Record

Test = Callable[[Record], bool]
FIELDS = ("author", "title", "category", "year")


@dataclass(frozen=True)
class Part:
    """A part of a query: text between blanks or quotes."""

    text: str
    excluded: bool
    quoted: bool
    ended: bool  # something follows
    field: str = ""  # author, title, category or year


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
        field = next((name for name in FIELDS if query.startswith(f"{name}:", at) and is_value(query, at, name)), "")
        at += len(field) + 1 if field else 0
        quoted = query[at : at + 1] == '"'
        end = at + quoted
        while end < len(query) and query[end] != '"' and (quoted or not query[end].isspace()):
            end += 1
        found.append(Part(query[at + quoted : end], excluded, quoted, end < len(query), field))
        at = end + 1 if quoted else max(end, at + (end == at))
    return found


def is_value(query: str, at: int, name: str) -> bool:
    """Whether something follows the name of a field there."""
    return bool(query[at + len(name) + 1 : at + len(name) + 2].strip())


def word(text: str, *, beginning: bool) -> Test:
    """A record with a word; or with one that begins with it."""
    stem = terms.stem(text)
    return lambda record: f"\n{stem}\n" in record.words or (beginning and f"\n{text}" in record.words)


def phrase(parts: Sequence[str], *, beginning: bool, field: str = "") -> Test:
    def fits(place: set[str], at: int) -> bool:
        last = beginning and at == len(parts) - 1
        return terms.stem(parts[at]) in place or (last and any(one.startswith(parts[at]) for one in place))

    single = [word(part, beginning=beginning and at == len(parts) - 1) for at, part in enumerate(parts)]

    def test(record: Record) -> bool:
        authors = len(record.authors) + 1
        where = {"title": slice(1), "author": slice(1, authors)}.get(field, slice(None))
        for held in record.fields()[where] if all(has_word(record) for has_word in single) else ():
            for start in range(len(held) - len(parts) + 1):
                if all(fits(held[start + at], at) for at in range(len(parts))):
                    return True
        return False

    return test


def clause(part: Part) -> Test | None:
    """The test that a part of a query is; None if it has no word."""
    if part.field in ("category", "year"):
        return lambda record: part.text.lower() in (value.lower() for value in getattr(record, part.field))
    family, comma, given = part.text.partition(",")
    chains = terms.chains(f"{given} {family}" if part.field == "author" and comma else part.text)
    parts = [word for chain in chains for word in chain]
    if not parts:
        return None
    star = not part.quoted and re.search(r"[^*]\*+$", part.text) is not None
    beginning = star and len(parts[-1]) >= 2
    opened = not (part.quoted or star or part.excluded or part.ended) and terms.fold(part.text)[-1:].isalnum()
    if part.field:
        last = beginning or (opened and len(parts) == 1 and len(parts[0]) >= 3)
        return phrase(parts, beginning=last, field=part.field)
    if len(parts) == 1 and not part.quoted:
        return word(parts[0], beginning=beginning or (opened and len(parts[0]) >= 3))
    tests = [phrase(parts, beginning=beginning)]
    joint = terms.joint(chains[0]) if len(chains) == 1 and not part.quoted else ""
    if joint:
        tests.append(word(joint, beginning=beginning or (opened and len(joint) >= 3)))
    return lambda record: any(test(record) for test in tests)


def groups(query: str) -> list[list[tuple[Part, Test]]]:
    """The parts of a query with their tests; those in one list that OR joins."""
    found: list[list[tuple[Part, Test]]] = []
    joins = False
    for part in split(query):
        if part == Part("OR", False, False, part.ended) and found:
            joins = True
        elif test := clause(part):
            if joins and not part.excluded and not found[-1][0][0].excluded:
                found[-1].append((part, test))
            else:
                found.append([(part, test)])
            joins = False
    return found


def matching(records: Sequence[Record], query: str) -> list[int]:
    """The numbers of the papers that match, without any forgiveness."""
    tests = groups(query)
    return [
        number for number, record in enumerate(records)
        if all(any(test(record) != part.excluded for part, test in group) for group in tests)
    ]  # fmt: skip


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


def is_form(one: str, other: str) -> bool:
    """Whether two words differ by at most five letters at their ends, and share five and most of the shorter one."""
    shorter, longer = sorted((len(one), len(other)))
    root = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    return root >= 5 and root >= 0.7 * shorter and longer - root <= 5


def alike(records: Sequence[Record], part: Part) -> Test:
    """A record with a word that may be meant by a part, which is one word of at least five letters."""
    spelled = terms.chains(part.text)
    if part.quoted or len(spelled) > 1 or len(spelled[0]) > 1 or "*" in part.text:
        return lambda record: False
    text = spelled[0][0]
    if sum(sign.isalpha() for sign in text) < 5:
        return lambda record: False
    forms = (text, terms.stem(text))
    words = vocabulary(records)
    near = {one for one in words if any(is_near(form, one) for form in forms)}
    if not near or ((found := clause(part)) and any(map(found, records))):
        near |= {one for one in words if any(is_form(form, one) for form in forms)}
    return lambda record: not near.isdisjoint(record.words.split("\n"))


def relaxed(records: Sequence[Record], query: str) -> list[int]:
    """The papers with the most telling words of a query that no paper has all words of: those of the greatest share,
    and if they are fewer than ten, those with at least three quarters of it."""
    parts = groups(query)
    filters = [group for group in parts if group[0][0].excluded or all(part.field for part, _ in group)]
    wanted = [group for group in parts if group not in filters]
    shares = dict.fromkeys(range(len(records)), 0.0)
    for group in wanted:
        has = [float(any(test(record) for _, test in group)) for record in records]
        if len(group) == 1 and (len(wanted) <= 8 or not any(has)):
            like = alike(records, group[0][0])
            has = [max(own, 0.6 * like(record)) for own, record in zip(has, records, strict=True)]
        papers = sum(each > 0 for each in has)
        weight = math.log(1 + (len(records) - papers + 0.5) / (papers + 0.5))
        for number, part in enumerate(has):
            shares[number] += part * weight
    allowed = [
        number for number, record in enumerate(records)
        if all(any(test(record) != part.excluded for part, test in group) for group in filters)
    ]  # fmt: skip
    most = max((shares[number] for number in allowed), default=0.0)
    if not most and any(not group[0][0].excluded for group in filters):
        return allowed
    best = [number for number in allowed if shares[number] >= most > 0]
    return best if len(best) >= 10 else [number for number in allowed if shares[number] >= 0.75 * most > 0]
