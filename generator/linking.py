"""Which records are the same paper.

By arXiv id. A record without one joins a paper of the same normalised title whose abstract agrees; where several
papers share the title, only one whose abstract decides clearly; else it stays a paper of its own. A name before a colon
or the likeness of two titles never links. A person's word in same.yml wins: "these are one", "never".
The outcome does not depend on the order of the records.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from generator import arxiv_id, config, markup
from generator.errors import SettingsError
from generator.model import Record

AGREE = 0.3
"""Share of common word triples from which two abstracts are taken for versions of one. Measured: the same abstract in
two sources .95 to 1; a poster and its full paper under nearly the same title .17; unrelated ones below .02."""
DECIDES, RIVAL = 0.9, 0.7
"""Where several papers share the title: the best must share at least DECIDES, every other one less than RIVAL."""


@dataclass(frozen=True, slots=True)
class SameRules:
    """A person's word: names are arXiv ids or keys of papers."""

    same: tuple[tuple[str, ...], ...] = ()
    never: frozenset[frozenset[str]] = frozenset()


@dataclass(slots=True)
class Group:
    """The records of one paper. ids: its arXiv ids; key: of its page; former: keys that redirect there."""

    records: list[Record]
    ids: list[str] = field(default_factory=list)
    key: str = ""
    former: tuple[str, ...] = ()

    def addresses(self) -> list[str]:
        """The keys its records without an arXiv id ask for, in the records' order."""
        return list(dict.fromkeys(title_address(r.title) for r in self.records if not r.arxiv_id))


def parse_same(text: str) -> SameRules:
    """The rules in the text of a same.yml. Raises SettingsError."""
    name = "same.yml"
    data = config.read_yaml(text, name) or {}
    mend = 'write e.g. `same: [["2605.09114", "a-title-1a2b3c4d"]]`, ids in quotation marks'
    if not isinstance(data, dict) or not set(data) <= {"same", "never"}:
        raise SettingsError("holds something other than `same` and `never`", thing=name, mend=mend)
    for kind in ("same", "never"):
        groups = data.get(kind) or []
        for number, group in enumerate(groups if isinstance(groups, list) else [groups], 1):
            sound = isinstance(group, list) and len(group) > 1 and all(isinstance(x, str) for x in group)
            if not sound:
                raise SettingsError("is no list of two or more names", thing=name, place=f"{kind}, {number}", mend=mend)
    same = tuple(tuple(group) for group in data.get("same") or ())
    never = {frozenset(pair) for group in data.get("never") or () for pair in combinations(group, 2)}
    return SameRules(same, frozenset(never))


def title_address(title: str) -> str:
    """The key of a paper known by its title only: a slug, and 8 hex digits of the normalised title's hash."""
    digest = hashlib.sha256(markup.title_key(title).encode()).hexdigest()[:8]
    return f"{markup.slug(title)}-{digest}"


def link(records: Iterable[Record], rules: SameRules | None = None) -> list[Group]:
    """The records as groups, one a paper, each with its page's key; sorted by key."""
    rules = rules or SameRules()
    by_id: dict[str, list[Record]] = defaultdict(list)
    without: list[Record] = []
    for record in records:
        if record.arxiv_id:
            by_id[record.arxiv_id].append(record)
        else:
            without.append(record)
    groups = [Group(found, ids=[ident]) for ident, found in by_id.items()]
    if without:
        groups = _join_by_title(groups, without, rules.never)
    if rules.same:
        groups = _join_by_word(groups, rules.same)
    _name(groups)
    return sorted(groups, key=lambda group: group.key)


def order(record: Record) -> tuple[str, ...]:
    """Sorts records by when and where they were said, whatever order they came in."""
    return (str(record.date), record.source, record.category or "", record.document, f"{record.place:09}")


def _join_by_title(groups: list[Group], without: list[Record], never: frozenset[frozenset[str]]) -> list[Group]:
    clusters: dict[str, list[Group]] = defaultdict(list)
    for record in sorted(without, key=order):
        key = markup.title_key(record.title)
        single = Group([record])
        agreeing = [c for c in clusters[key] if _agreement(c.records, [record]) >= AGREE]
        for other in agreeing:
            clusters[key].remove(other)
            single.records = other.records + single.records
        clusters[key].append(single)
    candidates = _by_title(groups, clusters.keys())
    joined = list(groups)
    for key, found in clusters.items():
        for cluster in found:
            target = _choose(cluster, candidates.get(key, ()), never)
            if target is None:
                joined.append(cluster)
            else:
                target.records.extend(cluster.records)
    return joined


def _by_title(groups: Sequence[Group], wanted: Iterable[str]) -> dict[str, list[Group]]:
    """The groups that ever bore one of the wanted titles."""
    keys = set(wanted)
    found: dict[str, list[Group]] = defaultdict(list)
    for group in groups:
        for title in {record.title for record in group.records}:
            key = markup.title_key(title)
            if key in keys and group not in found[key]:
                found[key].append(group)
    return found


def _choose(cluster: Group, candidates: Sequence[Group], never: frozenset[frozenset[str]]) -> Group | None:
    """The one candidate that the cluster belongs to, or None."""
    names = cluster.addresses() if never else []
    allowed = [c for c in candidates if not any(frozenset((c.ids[0], name)) in never for name in names)]
    scored = [(_agreement(c.records, cluster.records), c.ids[0], c) for c in allowed]
    agreeing = sorted((item for item in scored if item[0] >= AGREE), key=lambda item: item[:2], reverse=True)
    if not agreeing:
        return None
    best, *others = agreeing
    if others and (best[0] < DECIDES or others[0][0] >= RIVAL):
        return None
    return best[2]


def _agreement(one: Sequence[Record], two: Sequence[Record]) -> float:
    """How far the best pair of abstracts agrees, 0 to 1; where one side has none, whether the authors are the same."""
    mine, theirs = _abstracts(one), _abstracts(two)
    if mine and theirs:
        return max(_likeness(a, b) for a in mine for b in theirs)
    return 1.0 if _same_authors(one, two) else 0.0


def _abstracts(records: Sequence[Record]) -> set[str]:
    return {record.abstract for record in records if record.abstract}


def _likeness(one: str, two: str) -> float:
    if one == two:
        return 1.0
    a, b = _triples(one), _triples(two)
    # A shortened abstract agrees with the whole one: what counts is the share of the shorter.
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def _triples(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", markup.plain(text).casefold())
    return set(zip(words, words[1:], words[2:], strict=False))


def _same_authors(one: Sequence[Record], two: Sequence[Record]) -> bool:
    mine, theirs = _family_names(one), _family_names(two)
    return bool(mine and theirs) and len(mine & theirs) * 2 > max(len(mine), len(theirs))


def _family_names(records: Sequence[Record]) -> set[str]:
    longest = max((record.authors for record in records), key=len)
    return {markup.title_key(name.split()[-1]) for name in longest}


def _join_by_word(groups: list[Group], same: Sequence[Sequence[str]]) -> list[Group]:
    """Groups named together in same.yml made one. Names that are not held are passed over (`check` reports them)."""
    home = {name: group for group in groups for name in (*group.ids, *group.addresses())}
    for names in same:
        held = [home[name] for name in names if name in home]
        first = held[0] if held else None
        for other in held[1:]:
            if first is None or other is first:
                continue
            first.records.extend(other.records)
            first.ids.extend(other.ids)
            home.update(dict.fromkeys((*other.ids, *other.addresses()), first))
            other.records = []
    return [group for group in groups if group.records]


def _name(groups: list[Group]) -> None:
    """Give each group its key and the keys it was known by before."""
    taken: set[str] = set()
    for group in groups:
        if len(group.records) > 1:
            group.records.sort(key=order)
        if group.ids:
            group.ids.sort(key=lambda ident: (_century(ident), ident))
            group.key = arxiv_id.key(group.ids[0])
            taken.add(group.key)
    for group in sorted((g for g in groups if not g.ids), key=lambda g: order(g.records[0])):
        group.key = _free(group.addresses()[0], taken)
        taken.add(group.key)
    _former(groups, taken)


def _former(groups: list[Group], taken: set[str]) -> None:
    claims: dict[str, list[Group]] = defaultdict(list)
    for group in groups:
        if len(group.ids) == len(group.records) == 1:
            continue  # one record, with an id: it was never known by anything else
        for name in (*(arxiv_id.key(ident) for ident in group.ids), *group.addresses()):
            if name != group.key:
                claims[name].append(group)
    for name, claimants in claims.items():
        # An address that another paper lives at, or that two papers had, leads to the one it is now.
        if name not in taken and len(claimants) == 1:
            claimants[0].former = (*claimants[0].former, name)


def _free(key: str, taken: set[str]) -> str:
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key}-{number}"
    return free


def _century(ident: str) -> int:
    """Sorts 9901 before 0704: months of ids run from 9107."""
    return 0 if arxiv_id.month(ident) >= "9000" else 1
