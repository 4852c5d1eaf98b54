"""What all papers of an archive chose, and the lists that makes: held as numbers, since there are many at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from generator.describe.related.similarity import Bond, Kin

_NONE = (0.0, 0xFFFFFFFF)
"""Stands where a paper chose fewer than it might."""


class Choices:
    """What papers chose, of one kind: in the order of their places, for each paper as many as may be listed."""

    def __init__(self, kin: Kin) -> None:
        self.kin = kin
        self.others = array("I")
        self.strengths = array("d")

    def chosen(self) -> dict[str, str]:
        """Key -> the keys that the paper chose, best first, separated by blanks."""
        keys = self.kin.shelf.keys
        return {key: " ".join(keys[other] for _, other in self._bonds(place)) for place, key in enumerate(keys)}

    def listed(self) -> dict[str, str]:
        """Key -> the best of those that the paper chose and those that chose it, in the same form."""
        kin, keys, most = self.kin, self.kin.shelf.keys, self.kin.most
        choosing = [array("I") for _ in keys]
        for at, other in enumerate(self.others):
            if other != _NONE[1]:
                choosing[other].append(at)
        found = {}
        for place, key in enumerate(keys):
            bonds = [*self._bonds(place), *((self.strengths[at], at // most) for at in choosing[place])]
            found[key] = " ".join(kin.first(map(kin.rank, bonds)))
        return found

    def _bonds(self, place: int) -> Iterator[Bond]:
        for at in range(place * self.kin.most, (place + 1) * self.kin.most):
            if self.others[at] == _NONE[1]:
                return
            yield self.strengths[at], self.others[at]


def packed(chosen: Iterable[Sequence[Bond]], most: int) -> tuple[array[int], array[float]]:
    """The places and the strengths of what some papers chose, `most` for each."""
    bonds = [bond for some in chosen for bond in (*some, *[_NONE] * (most - len(some)))]
    return array("I", [other for _, other in bonds]), array("d", [strength for strength, _ in bonds])
