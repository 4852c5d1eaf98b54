"""EDGE: where a volume's log and site are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(slots=True)
class Place:
    """A volume's log and site as folders of this machine."""

    log: Path
    site: Path
    said: tuple[str, ...] = ()
    """Of what was fetched and sent."""
    seconds: float = 0.0
    """That this took."""

    def put_back(self, said: Sequence[str]) -> None:
        """Take what a build has made to where it belongs."""


@contextmanager
def at_hand(log: str, site: str) -> Iterator[Place]:
    """A volume's log and site, folders or addresses, as folders of this machine."""
    yield Place(Path(log), Path(site))
