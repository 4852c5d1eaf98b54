"""Which records are the same paper.

By arXiv id; a record without one by its DOI, then by its address. Else it joins a paper of the same normalised title
whose abstract agrees; where several papers share the title, only one whose abstract decides clearly; else it stays a
paper of its own. Two DOIs of one registrant, or two addresses of one site, are two papers, whatever their title. A name
before a colon or the likeness of two titles never links. A person's word in same.yml wins: "these are one", "never".
The outcome does not depend on the order of the records.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import attrgetter

from daybook.coverage.datestamps import KNOWN, arrival
from daybook.coverage.day_states import AROUND
from daybook.model import Record, arxiv, ids
from daybook.model.jsonl import hash_of
from daybook.model.listing import Name
from daybook.sources.registry import API, OAI
from daybook.text import author_names, markup
from daybook.text.yaml_text import Several, read_yaml, typed

_Never = frozenset[frozenset[str]]
"""Pairs of names that a person says are two papers."""
# Two versions of one paper whose abstract was written anew share .03: of such only a person's word can tell.
AGREE = 0.3
"""Share of common word triples from which two abstracts are taken for versions of one. Measured: the same abstract in
two sources .95 to 1; a poster and its full paper under nearly the same title .17; unrelated ones below .02."""
VERSIONS = 3
"""So many titles a DOI may have in one document; more, and it is that of a volume."""
TELLING = 5
"""Words of a title that two papers of a category hardly share in the same month, as they do "Preface"."""
NEAR = dt.timedelta(days=31)
DECIDES, RIVAL = 0.9, 0.7
"""Where several papers share the title: the best must share at least DECIDES, every other one less than RIVAL."""


@dataclass(frozen=True, slots=True)
class SameRules:
    """A person's word: names are arXiv ids or keys of papers."""

    same: tuple[tuple[str, ...], ...] = ()
    never: _Never = frozenset()


@dataclass(slots=True)
class Group:
    """The records of one paper. ids: its arXiv ids; key: of its page; former: keys that redirect there.

    names: its DOIs and addresses, where they count.
    """

    records: list[Record]
    ids: list[str] = field(default_factory=list)
    key: str = ""
    former: tuple[str, ...] = ()
    names: frozenset[Name] = frozenset()

    def take(self, other: Group) -> None:
        """Have the records of another group."""
        self.records, other.records = [*other.records, *self.records], []
        self.names |= other.names

    def titles(self) -> list[str]:
        """Its normalised titles, sorted."""
        return sorted({markup.title_key(record.title) for record in self.records})

    @property
    def found_by(self) -> set[str]:
        """The names under which others may find it, and the days on which it was told of:

        id 2603.00356        an arXiv id of its
        called tea-1a2b3c4d  what same.yml calls a record of its that has no arXiv id
        TITLE-HASH, a DOI, an address: what it may share with others
        loose TITLE-HASH ... the same, of one that has a record without an arXiv id: only such a one joins others so
        date 2026-03-09      of its records, but metadata counts only where nothing else was heard of it before
        harvest 2026-03-09   of metadata from arXiv's services
        due 2026-03-09       when it may have been announced, though OAI-PMH knows it since later alone; or some days
                             later, where holidays are in between
        """
        loose = not all(record.ident for record in self.records)
        titles = (markup.title_key(record.title).encode(errors="surrogatepass") for record in self.records)
        names = {hash_of(title, 8) for title in titles}
        shared = (name for record in self.records for name in record.names)
        names |= {name if isinstance(name, str) else " ".join(name) for name in shared}
        told = [record for record in self.records if record.type != "harvest" or record is self.records[0]]
        due = arrival(self.records, frozenset(), KNOWN + AROUND)
        return {
            *(f"id {ident}" for record in self.records if (ident := record.ident)),
            *(f"date {record.date}" for record in told),
            *(f"harvest {record.date}" for record in self.records if record.source in (OAI.name, API.name)),
            *([f"due {due}"] if due else ()),
            *(f"called {address}" for address in self.addresses()),
            *names,
            *(f"loose {name}" for name in names if loose),
        }

    def addresses(self) -> list[str]:
        """The keys its records without an arXiv id ask for, in the records' order."""
        return list(dict.fromkeys(title_address(r.title) for r in self.records if not r.arxiv_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Same:
    """What a same.yml says: ids or keys of papers that are one, and of those that are not."""

    same: tuple[Several, ...] = ()
    never: tuple[Several, ...] = ()


def parse_same(text: str) -> SameRules:
    """The rules in the text of a same.yml. Raises SettingsError."""
    name, mend = "same.yml", 'write e.g. `same: [["2605.09114", "a-title-1a2b3c4d"]]`, ids in quotation marks'
    said = typed(read_yaml(text, name) or {}, _Same, name, mends=dict.fromkeys(("", "same", "never"), mend))
    return SameRules(said.same, frozenset(frozenset(pair) for group in said.never for pair in combinations(group, 2)))


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
        if ident := record.ident:
            by_id[ident].append(record)
        else:
            without.append(record)
    groups = _linked(by_id, without, rules, by_name=True)
    if any(record.names for record in without):
        _keep_addresses(groups, _linked(by_id, without, rules, by_name=False))
    return sorted(groups, key=lambda group: group.key)


def _linked(
    by_id: Mapping[str, list[Record]], without: Sequence[Record], rules: SameRules, *, by_name: bool
) -> list[Group]:
    """The groups with their keys. by_name: whether DOIs and addresses count."""
    groups = [Group(list(own), ids=[ident]) for ident, own in by_id.items()]
    if without:
        clusters = [Group([record]) for record in sorted(without, key=attrgetter("said"))]
        if by_name:
            clusters = _join_by_name(groups, clusters, rules.never)
        groups = _join_by_title(groups, clusters, rules.never)
    if rules.same:
        groups = _join_by_word(groups, rules.same)
    _name(groups)
    return groups


# By DOI and address


def _join_by_name(groups: Sequence[Group], clusters: list[Group], never: _Never) -> list[Group]:
    """The clusters of a record each, those that share a DOI or an address made one.

    Where they share it with one paper of an id, that gets their records.
    """
    several = _several(cluster.records[0] for cluster in clusters)
    home: dict[Name, Group] = {}
    for cluster in clusters:
        cluster.names = cluster.records[0].names - several
        for other in _distinct(home[name] for name in cluster.names if name in home):
            cluster.take(other)
        home.update(dict.fromkeys(cluster.names, cluster))
    bearers: dict[Name, list[Group]] = defaultdict(list)
    for group in groups if home else ():
        group.names = frozenset(name for record in group.records for name in record.names)
        for name in group.names & home.keys():
            bearers[name].append(group)
    left = []
    for cluster in (cluster for cluster in clusters if cluster.records):
        homes = _distinct(group for name in cluster.names for group in bearers.get(name, ()))
        if len(homes) == 1 and not _forbidden(homes[0], cluster, never):
            homes[0].take(cluster)
        else:
            left.append(cluster)
    return left


def _distinct(groups: Iterable[Group]) -> list[Group]:
    return list({id(group): group for group in groups}.values())


def _several(records: Iterable[Record]) -> frozenset[Name]:
    """The names under which one document has more than one paper: of a volume, of a site."""
    titles: dict[tuple[str, Name], set[str]] = defaultdict(set)
    for record in records:
        for name in record.names:
            titles[record.document, name].add(markup.title_key(record.title))
    # A preprint's versions may stand in one answer, each with its own title.
    return frozenset(name for (_, name), some in titles.items() if len(some) > (VERSIONS if type(name) is str else 1))


def _differ(one: Group, two: Group) -> bool:
    """Whether their DOIs, or their addresses on one site, say that they are two papers."""
    if not one.names or not two.names or one.names & two.names:
        return False
    mine, theirs = ({ids.registrant(n) if isinstance(n, str) else n[0] for n in each.names} for each in (one, two))
    return bool(mine & theirs)


def _forbidden(group: Group, cluster: Group, never: _Never) -> bool:
    return bool(never) and any(frozenset((group.ids[0], name)) in never for name in cluster.addresses())


# By title


def _join_by_title(groups: Sequence[Group], unplaced: Sequence[Group], never: _Never) -> list[Group]:
    homes: dict[str, list[Group]] = defaultdict(list)
    # Those with names first: one without joins at most one of those that differ.
    for cluster in sorted(unplaced, key=lambda cluster: not cluster.names):
        # Another site's cards have no ids, and one page of May 2026 had two cards for each of six papers.
        agreeing = [each for each in _near(cluster, homes) if _agreement(each.records, cluster.records) >= AGREE]
        if any(_differ(one, two) for one, two in combinations(agreeing, 2)):
            agreeing = []
        for other in agreeing:
            for key in other.titles():
                homes[key].remove(other)
            cluster.take(other)
        for key in cluster.titles():
            homes[key].append(cluster)
    candidates: dict[str, list[Group]] = defaultdict(list)  # those that ever bore one of these titles
    for group in groups:
        for key in {markup.title_key(title) for title in {record.title for record in group.records}} & homes.keys():
            candidates[key].append(group)
    joined = list(groups)
    for cluster in _distinct(cluster for home in homes.values() for cluster in home):
        alone = all(len(homes[key]) == 1 for key in cluster.titles())
        target = _choose(cluster, _near(cluster, candidates), never, alone)
        if target is None:
            joined.append(cluster)
        else:
            target.take(cluster)
    return joined


def _near(cluster: Group, homes: Mapping[str, list[Group]]) -> list[Group]:
    """The groups of one of its titles that may be the same paper by their names."""
    # The whole title: two papers of May 2026 begin with "TACO:"; of 22 pairs as alike in five documents none is one.
    others = _distinct(other for key in cluster.titles() for other in homes.get(key, ()))
    return [other for other in others if not _differ(other, cluster)]


def _choose(cluster: Group, candidates: Sequence[Group], never: _Never, alone: bool) -> Group | None:
    """The one candidate that the cluster belongs to, or None. `alone`: no other without an id has its title."""
    allowed = [c for c in candidates if not _forbidden(c, cluster, never)]
    scored = [(_agreement(c.records, cluster.records, alone), c.ids[0], c) for c in allowed]
    agreeing = sorted((item for item in scored if item[0] >= AGREE), key=lambda item: item[:2], reverse=True)
    if not agreeing or (len(agreeing) > 1 and (agreeing[0][0] < DECIDES or agreeing[1][0] >= RIVAL)):
        return None
    return agreeing[0][2]


def _agreement(one: Sequence[Record], two: Sequence[Record], bare: bool = False) -> float:
    """How far the best pair of abstracts agrees, 0 to 1; where one side has none, whether the authors are the same.

    `bare`: where one has none of these either, whether category and time are, if the title of `two` is no common one.
    """
    mine, theirs = ({record.abstract for record in each if record.abstract} for each in (one, two))
    if mine and theirs:
        return max(_likeness(a, b) for a in mine for b in theirs)
    authors, others = _last_words(one), _last_words(two)
    if authors and others:
        return float(len(authors & others) * 2 > max(len(authors), len(others)))
    if not bare or _categories(one).isdisjoint(_categories(two)):
        return 0.0
    near = any(abs(mine - theirs) <= NEAR for mine in _dates(one) for theirs in _dates(two))
    return float(near and min(len(markup.plain(record.title).split()) for record in two) >= TELLING)


def _last_words(records: Iterable[Record]) -> set[str]:
    longest: tuple[str, ...] = max((record.authors for record in records), key=len)
    return author_names.last_words(longest)


def _likeness(one: str, two: str) -> float:
    if one == two:
        return 1.0
    a, b = _triples(one), _triples(two)
    # A shortened abstract agrees with the whole one: what counts is the share of the shorter.
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def _triples(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", markup.plain(text).casefold())
    return set(zip(words, words[1:], words[2:], strict=False))


def _categories(records: Iterable[Record]) -> set[str]:
    """The categories of a paper, and those that documents which name it are of."""
    said = ((*record.categories, *(record.category or "").split("+")) for record in records)
    return {code for codes in said for code in arxiv.canonical_all(codes)}


def _dates(records: Iterable[Record]) -> set[dt.date]:
    """The days on which versions of a paper were submitted, of records that do not say those of what they are of."""
    found: set[dt.date] = set()
    for record in records:
        times = (record.submitted, record.updated, *(version.submitted for version in record.versions))
        found.update([when.date() for when in times if when] or [record.date])
    return found


# By a person's word, and what all are called then


def _join_by_word(groups: list[Group], same: Sequence[Sequence[str]]) -> list[Group]:
    """Groups named together in same.yml made one. Names that are not held are passed over (`check` reports them)."""
    home = {name: group for group in groups for name in (*group.ids, *group.addresses())}
    for some in same:
        named = _distinct(home[name] for name in some if name in home)
        for other in named[1:]:
            named[0].records.extend(other.records)
            named[0].ids.extend(other.ids)
            home.update(dict.fromkeys((*other.ids, *other.addresses()), named[0]))
            other.records = []
    return [group for group in groups if group.records]


def _name(groups: list[Group]) -> None:
    """Give each group its key and the keys it was known by before."""
    taken: set[str] = set()
    for group in groups:
        if len(group.records) > 1:
            group.records.sort(key=attrgetter("said"))
        if group.ids:
            group.ids.sort(key=lambda ident: (ids.month(ident) < "9000", ident))  # months run from 9107
            group.key = ids.key(group.ids[0])
            taken.add(group.key)
    for group in sorted((g for g in groups if not g.ids), key=lambda g: g.records[0].said):
        address, number = group.addresses()[0], 1
        group.key = address
        while group.key in taken:
            number += 1
            group.key = f"{address}-{number}"
        taken.add(group.key)
    claims: dict[str, list[Group]] = defaultdict(list)
    for group in groups:
        if len(group.records) == 1 and group.records[0].arxiv_id:
            continue  # one record, with an id: it was never known by anything else
        for name in (*map(ids.key, group.ids), *group.addresses()):
            if name != group.key:
                claims[name].append(group)
    for name, claimants in claims.items():
        # An address that another paper lives at, or that two papers had, leads to the one it is now.
        if name not in taken and len(claimants) == 1:
            claimants[0].former = (*claimants[0].former, name)


def _keep_addresses(groups: Sequence[Group], others: Iterable[Group]) -> None:
    """Have each address that the papers would have, did names not count, lead to what they are: they had it before."""
    homes = {id(record): group for group in groups for record in group.records}
    taken = {name for group in groups for name in (group.key, *group.former)}
    for other in sorted(others, key=lambda group: group.key):
        home = homes[id(other.records[0])]
        new = [name for name in (other.key, *other.former) if name not in taken]
        home.former = (*home.former, *new)
        taken.update(new)
