"""arXiv's categories and archives: codes, names, aliases. Facts of arXiv's public taxonomy, in taxonomy.json."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _taxonomy() -> dict[str, dict[str, str]]:
    data: Any = json.loads(files("generator").joinpath("taxonomy.json").read_text(encoding="utf-8"))
    return {key: dict(value) for key, value in data.items()}


@cache
def _codes() -> dict[str, str]:
    """Name -> code; where a name serves several, the current category wins, then the archive."""
    taxonomy = _taxonomy()
    codes = {name: code for code, name in taxonomy["archives"].items()}
    old = {**taxonomy["aliases"], **taxonomy["subsumed"]}
    codes |= {name: code for code, name in taxonomy["categories"].items() if code in old}
    codes |= {name: code for code, name in taxonomy["categories"].items() if code not in old}
    return codes


def is_category(code: str) -> bool:
    """Whether `code` is a category of arXiv, today's or a former one."""
    return code in _taxonomy()["categories"]


def is_archive(code: str) -> bool:
    """Whether `code` is an archive (`cs`, `hep-th`)."""
    return code in _taxonomy()["archives"]


def name(code: str) -> str:
    """The full name of a category or archive; the code itself where it is not known."""
    taxonomy = _taxonomy()
    return taxonomy["categories"].get(code) or taxonomy["archives"].get(code) or code


def code_of(full_name: str) -> str | None:
    """The code of a category or archive given by its full name, without regard to case; None where not known."""
    wanted = full_name.strip()
    if wanted in _codes():
        return _codes()[wanted]
    folded = {key.casefold(): value for key, value in _codes().items()}
    return folded.get(wanted.casefold())


def canonical(code: str) -> str:
    """The canonical code: `math.IT` is `cs.IT`, `cmp-lg` is `cs.CL`."""
    taxonomy = _taxonomy()
    return taxonomy["aliases"].get(code) or taxonomy["subsumed"].get(code) or code


@cache
def _canonical_all(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(canonical(code) for code in codes))


def canonical_all(codes: Iterable[str]) -> tuple[str, ...]:
    """Canonical codes in the same order, each once."""
    return _canonical_all(tuple(codes))
