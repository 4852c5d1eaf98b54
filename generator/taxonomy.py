"""arXiv's categories and archives: codes, names, aliases. Facts of arXiv's public taxonomy, in taxonomy.json."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

_WORDS = "[a-z]{1,20}(?:-[a-z]{1,20})?"
_FORM = re.compile(rf"{_WORDS}(?:\.(?:[A-Z]{{2}}|(?![a-z]{{1,2}}\Z){_WORDS}))?")


@cache
def _taxonomy() -> dict[str, dict[str, str]]:
    data: Any = json.loads(files("generator").joinpath("taxonomy.json").read_text(encoding="utf-8"))
    return {key: dict(value) for key, value in data.items()}


@cache
def _codes() -> dict[str, tuple[str, ...]]:
    """Folded name -> codes: today's categories first, then archives, then former names."""
    taxonomy = _taxonomy()
    former = {**taxonomy["aliases"], **taxonomy["subsumed"]}
    current = {code: name for code, name in taxonomy["categories"].items() if code not in former}
    by_name: dict[str, dict[str, None]] = {}
    for table in (current, taxonomy["archives"], taxonomy["categories"]):
        for code, full_name in table.items():
            by_name.setdefault(full_name.casefold(), {})[code] = None
    return {key: tuple(codes) for key, codes in by_name.items()}


def has_form(code: str) -> bool:
    """Whether `code` is written like a category or archive, known or not yet: `cs.DC`, `cond-mat.dis-nn`, `hep-th`.

    No two codes of this form differ in small and capital letters alone.
    """
    return _FORM.fullmatch(code) is not None


def is_category(code: str) -> bool:
    """Whether `code` is a category of arXiv, today's or a former one."""
    return code in _taxonomy()["categories"]


def is_archive(code: str) -> bool:
    """Whether `code` is an archive (`cs`, `hep-th`)."""
    return code in _taxonomy()["archives"]


def members(archive: str) -> tuple[str, ...]:
    """The canonical codes of an archive's categories, sorted; none where it is one category itself, as `hep-th` is."""
    own = (code for code in _taxonomy()["categories"] if code.startswith(f"{archive}."))
    return tuple(sorted(code for code in own if canonical(code) == code))


def all_codes() -> tuple[str, ...]:
    """The codes of all categories and archives, sorted."""
    taxonomy = _taxonomy()
    return tuple(sorted({*taxonomy["categories"], *taxonomy["archives"]}))


def name(code: str) -> str:
    """The full name of a category or archive; the code itself where it is not known."""
    taxonomy = _taxonomy()
    return taxonomy["categories"].get(code) or taxonomy["archives"].get(code) or code


def codes_of(full_name: str) -> tuple[str, ...]:
    """The codes that bear a full name, likeliest first ("Machine Learning": cs.LG, stat.ML); empty where not known."""
    return _codes().get(full_name.strip().casefold(), ())


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
