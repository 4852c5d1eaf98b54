"""What all papers of an archive chose, and the resulting lists: stored as numbers, since there are many at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from generator.describe.related.similarity import Bond, Relation

_NONE = (0.0, 0xFFFFFFFF)
"""Padding where a paper chose fewer than it might."""


class Choices:
    """What papers chose by one relation: in the order of their places, as many per paper as may be listed."""

    def __init__(self, relation: Relation) -> None:
        self.relation = relation
        self.others = array("I")
        self.strengths = array("d")

    def chosen(self) -> dict[str, str]:
        """Key -> the keys that the paper chose, best first, separated by blanks."""
        keys = self.relation.shelf.keys
        return {key: " ".join(keys[other] for _, other in self._bonds(place)) for place, key in enumerate(keys)}

    def listed(self) -> dict[str, str]:
        """Key -> the best of those that the paper chose and those that chose it, in the same form."""
        relation, keys, most = self.relation, self.relation.shelf.keys, self.relation.most
        choosing = [array("I") for _ in keys]
        for at, other in enumerate(self.others):
            if other != _NONE[1]:
                choosing[other].append(at)
        lists = {}
        for place, key in enumerate(keys):
            bonds = [*self._bonds(place), *((self.strengths[at], at // most) for at in choosing[place])]
            lists[key] = " ".join(relation.first(map(relation.rank, bonds)))
        return lists

    def _bonds(self, place: int) -> Iterator[Bond]:
        for at in range(place * self.relation.most, (place + 1) * self.relation.most):
            if self.others[at] == _NONE[1]:
                return
            yield self.strengths[at], self.others[at]


def packed(chosen: Iterable[Sequence[Bond]], most: int) -> tuple[array[int], array[float]]:
    """The places and strengths of what some papers chose, `most` per paper."""
    bonds = [bond for some in chosen for bond in (*some, *[_NONE] * (most - len(some)))]
    return array("I", [other for _, other in bonds]), array("d", [strength for strength, _ in bonds])
