"""What happens to documents between the service and Daybook, as pure functions: bytes -> bytes, None where it cannot.

Each module has its mutations by name in MUTATIONS. Those of `damage` break a document in a way that it shows itself: by
its totals, its numbers, what it says twice, its grammar. Those of all other modules keep every word.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module

Mutation = Callable[[bytes], bytes | None]
DAMAGE = "damage"


def keeping() -> dict[str, Mutation]:
    """The mutations that keep what a document says, by "module-name"."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if module.name not in (DAMAGE, "kinds")]
    return {name: change for module in names for name, change in _of(module).items()}


def breaking() -> dict[str, Mutation]:
    """The mutations that a document shows, by "damage-name"."""
    return _of(DAMAGE)


def _of(module: str) -> dict[str, Mutation]:
    return {f"{module}-{name}": change for name, change in import_module(f"{__name__}.{module}").MUTATIONS.items()}
