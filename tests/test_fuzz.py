"""What is fuzzed holds for its seeds and for what was found before; `make fuzz` goes on from there."""

from pathlib import Path

from daybook.errors import GeneratorError

from tests.cases import for_each
from tests.fuzz.targets import FOUND, TARGETS, documents

SHARE = 9
"""One in so many documents goes through each reader here: tests/sources reads them all."""


@for_each("name", list(TARGETS))
def test_seeds_hold(name: str) -> None:
    target = TARGETS[name]
    share = SHARE if target.seeds is documents else 1
    outcomes = [_holds(name, seed) for place, seed in enumerate(target.seeds()) if place % share == 0]
    assert any(outcomes)


@for_each("path", sorted(FOUND.iterdir()))
def test_what_was_found_holds(path: Path) -> None:
    """Each file is named after its target: `markup.an-end-of-nothing`."""
    _holds(path.name.partition(".")[0], path.read_bytes())


def _holds(name: str, data: bytes) -> bool:
    """Whether a target takes something; else it refuses it in words."""
    try:
        TARGETS[name].run(data)
    except GeneratorError:
        return False
    return True
