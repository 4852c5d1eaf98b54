"""What is fuzzed holds for its seeds and for what was found before; `make fuzz` goes on from there."""

from pathlib import Path

from daybook.errors import GeneratorError
from daybook.sources import registry

from tests.cases import for_each
from tests.fuzz.targets import FOUND, TARGETS, documents


@for_each("name", list(TARGETS))
def test_seeds_hold(name: str) -> None:
    outcomes = [_holds(name, seed) for seed in TARGETS[name].seeds()]
    assert any(outcomes)


@for_each("form", registry.FORMATS)
def test_a_reader_has_a_small_seed(form: registry.Format) -> None:
    """A run of a few seconds begins at the reader's own format."""
    assert any(form.reader().recognises(registry.head_of(seed)) for seed in documents())


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
