"""All lists of an archive, brought up to date; what an earlier run found is kept where it must still be true.

Why carrying forward is exact. A paper's list is the best of its candidates: those that stand near it in the list of
some trait. It can change only if a candidate is gained, lost, or has changed itself.

- Gained, or changed and not listed before: it is weighed against what is listed. What else was near then and is still
  near lost against that already.
- Lost, or changed and listed before: only where the lost one is listed does the list change; it is made anew.

Nearness is mutual, so what changed finds by its own windows all those that it is a candidate of. Unchanged papers gain
or lose one another only where a paper came into or went out of a trait's list between them; at its end none is lost.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.related import names, terms
from generator.related.kinship import Kin, Neighbours, Profile, Related, SameAuthors, Shelf
from generator.related.windows import around

Table = dict[str, list[str]]
"""Key -> stamp, order, signature, names, related, same authors: what is kept of a paper, as cache.Table has it."""

Each = Callable[[Callable[[str], Neighbours], Sequence[str]], Iterable[Neighbours]]
"""Calls a function for each key and gives the results in order: map, or one that spreads them over forked processes."""

ANEW = 8
"""Where more than one paper in so many has changed, all lists are made anew: that is then faster."""


@dataclass(frozen=True, slots=True)
class Source:
    """What is asked of a paper."""

    key: str  # without blanks
    order: str  # sorts papers by time and does not change with later days: when first submitted or seen, or the id
    title: str  # as received
    abstract: str | None
    authors: Sequence[str]


def update(sources: Iterable[Source], known: Mapping[str, list[str]], each: Each = map) -> Table:
    """The table of all papers: `known` is the one an earlier run returned ({}: none), made by the same code.

    The outcome depends neither on `known` nor on the order of the sources. `each` is called, once, where much is new.
    """
    stamps: dict[str, str] = {}
    profiles: dict[str, Profile] = {}
    changed = set(known)
    for source in sources:
        row = known.get(source.key)
        stamps[source.key] = stamp = _stamp(source)
        same = row is not None and row[0] == stamp
        profiles[source.key] = mine = Profile._make(row[1:4]) if row and same else profile(source)
        (changed.discard if row and (same or row[1:4] == [*mine]) else changed.add)(source.key)
    if len(changed) * ANEW > len(profiles):
        found = _anew(profiles, each)
    else:
        found = _carried(profiles, known, changed)
    rows = {key: [*profiles[key], " ".join(row.related), " ".join(row.same_authors)] for key, row in found.items()}
    return {key: [stamps[key], *(rows.get(key) or known[key][1:])] for key in sorted(profiles)}


def neighbours(table: Mapping[str, list[str]]) -> dict[str, Neighbours]:
    """The lists in a table: key -> Neighbours."""
    return {key: Neighbours(tuple(row[4].split()), tuple(row[5].split())) for key, row in table.items()}


def profile(source: Source) -> Profile:
    """What is compared of a paper."""
    signature = terms.signature(source.title, source.abstract)
    return Profile(source.order, signature, names.folded(source.authors))


def _stamp(source: Source) -> str:
    """The hash of all that a profile depends on."""
    text = "\0".join((source.order, source.title, source.abstract or "", *source.authors))
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=12).hexdigest()


def _anew(profiles: Mapping[str, Profile], each: Each) -> dict[str, Neighbours]:
    shelf = Shelf(profiles)
    related, same = Related(shelf), SameAuthors(shelf)
    near_related, near_same = related.all_windows, same.all_windows  # before any fork

    def listed(key: str) -> Neighbours:
        place = shelf.places[key]
        return Neighbours(related.best(place, near_related.near(place)), same.best(place, near_same.near(place)))

    return dict(zip(shelf.keys, each(listed, shelf.keys), strict=True))


def _carried(
    profiles: Mapping[str, Profile], known: Mapping[str, list[str]], changed: set[str]
) -> dict[str, Neighbours]:
    """The lists of the papers that changed, and of those whose lists may have."""
    if not changed:
        return {}
    before = {key: Profile._make(known[key][1:4]) for key in changed & known.keys()}
    end = max((row[1], key) for key, row in known.items())
    shelf = Shelf(profiles)
    related, same = (
        _Carrier(kin, before, end, {key: row[at].split() for key, row in known.items()}, changed).lists()
        for at, kin in ((_RELATED, Related(shelf)), (_SAME_AUTHORS, SameAuthors(shelf)))
    )
    standing = neighbours({key: known[key] for key in (related.keys() | same.keys()) & known.keys()})
    return {
        key: Neighbours(
            related.get(key, standing.get(key, _NONE).related), same.get(key, standing.get(key, _NONE).same_authors)
        )
        for key in related.keys() | same.keys()
    }


_NONE = Neighbours()
_RELATED, _SAME_AUTHORS = 4, 5
"""The lists' places in a row."""


class _Carrier:
    """Carries the lists of one kind forward; see the module's head."""

    def __init__(
        self,
        kin: Kin,
        before: Mapping[str, Profile],  # as the changed papers were
        end: tuple[str, str],  # order and key of what was the last paper
        listed: Mapping[str, list[str]],
        changed: set[str],
    ) -> None:
        self._kin = kin
        self._before = before
        self._end = end
        self._listed = listed
        self._changed = changed
        self._gained: dict[str, set[str]] = defaultdict(set)
        self._lost: dict[str, set[str]] = defaultdict(set)

    def lists(self) -> dict[str, tuple[str, ...]]:
        """The lists of the papers that changed, and of those whose lists may have."""
        places = self._kin.shelf.places
        self._displace()
        found = self._anew((self._changed & places.keys()) | self._stale())
        for key in self._gained.keys() - found.keys():
            listed = self._listed[key]
            others = [places[other] for other in self._gained[key].difference(listed)]
            if better := self._kin.better(places[key], others, [places[other] for other in listed]):
                found[key] = better
        return found

    def _stale(self) -> set[str]:
        """The unchanged papers that listed one that they lost or that changed."""
        gone = {key for key in self._lost if not self._lost[key].isdisjoint(self._listed[key])}
        return gone | {key for key, row in self._listed.items() if not self._changed.isdisjoint(row)} - self._changed

    def _anew(self, keys: set[str]) -> dict[str, tuple[str, ...]]:
        """The lists of these papers; the changed ones among them are gained by all that they belong with."""
        places = self._kin.shelf.places
        windows = self._kin.windows({trait for key in keys for trait in self._kin.traits_at(places[key])})
        found = {}
        for key in keys:
            ranked = self._kin.ranked(places[key], windows.near(places[key]))
            found[key] = self._kin.first(ranked)
            if key in self._changed:
                for _, other, _ in ranked:
                    self._gained[other].add(key)
        return found

    def _displace(self) -> None:
        """Find which unchanged papers gain or lose one another."""
        shelf, had = self._kin.shelf, self._had()
        touched = self._touched()
        windows = self._kin.windows(touched)
        for trait in touched:
            now = [(shelf.profiles[place].order, shelf.keys[place]) for place in windows.having(trait)]
            then = sorted([item for item in now if item[1] not in self._changed] + had[trait])
            self._compare([key for _, key in then], [key for _, key in now])

    def _compare(self, then: list[str], now: list[str]) -> None:
        """Find who gains or loses whom where a trait's list was `then` and is `now`."""
        was, is_at = {key: at for at, key in enumerate(then)}, {key: at for at, key in enumerate(now)}
        beside = {
            key
            for line, at in ((then, was), (now, is_at))
            for c in self._changed & at.keys()
            for key in around(line, at[c])
        }
        for key in beside - self._changed:
            before, after = set(around(then, was[key])), set(around(now, is_at[key]))
            self._gained[key] |= after - before - self._changed
            self._lost[key] |= before - after

    def _had(self) -> dict[Hashable, list[tuple[str, str]]]:
        """Trait -> (order, key) of the changed papers that had it."""
        had: dict[Hashable, list[tuple[str, str]]] = defaultdict(list)
        for key, mine in self._before.items():
            for trait in self._kin.traits(mine):
                had[trait].append((mine.order, key))
        return had

    def _touched(self) -> set[Hashable]:
        """The traits whose lists lost a paper, or got one elsewhere than at the end."""
        shelf = self._kin.shelf
        touched: set[Hashable] = set()
        for key in self._changed:
            before = self._before.get(key)
            after = shelf.profiles[shelf.places[key]] if key in shelf.places else None
            had = set(self._kin.traits(before)) if before else set()
            has = set(self._kin.traits(after)) if after and (before or (after.order, key) < self._end) else set()
            touched |= had ^ has if before and after and before.order == after.order else had | has
        return touched
