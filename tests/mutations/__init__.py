"""What happens to documents between the service and Daybook, as pure functions: bytes -> bytes, None where it cannot.

Each module has its mutations by name in MUTATIONS. Those of `damage` break a document in a way that it shows itself: by
its totals, its numbers, what it says twice, its grammar. Those of `pasted` and `saved` may change the form of words,
cut them, or bring others: no paper may be lost in silence. Those of all other modules keep every word.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module

Mutation = Callable[[bytes], bytes | None]
DAMAGE = "damage"
CHANGING = ("pasted", "saved")


def keeping() -> dict[str, Mutation]:
    """The mutations that keep what a document says, by "module-name"."""
    names = [
        module.name for module in pkgutil.iter_modules(__path__) if module.name not in (DAMAGE, "kinds", *CHANGING)
    ]
    return {name: change for module in names for name, change in _of(module).items()}


def breaking() -> dict[str, Mutation]:
    """The mutations that a document shows, by "damage-name"."""
    return _of(DAMAGE)


def changing() -> dict[str, Mutation]:
    """The mutations after which no paper, author, day and flag is lost in silence, by "module-name"."""
    return {name: change for module in CHANGING for name, change in _of(module).items()}


def _of(module: str) -> dict[str, Mutation]:
    return {f"{module}-{name}": change for name, change in import_module(f"{__name__}.{module}").MUTATIONS.items()}
