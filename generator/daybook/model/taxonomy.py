"""arXiv's categories and archives: codes, names, aliases. Facts of arXiv's public taxonomy, in taxonomy.json."""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

_WORDS = "[a-z]{1,20}(?:-[a-z]{1,20})?"
_FORM = re.compile(rf"{_WORDS}(?:\.(?:[A-Z]{{2}}|(?![a-z]{{1,2}}\Z){_WORDS}))?")

_ALIKE = 0.6  # difflib's ratio
_NOBODYS = ("bad-arch", "test")
"""Archives of arXiv's own that announce nothing."""


@cache
def _taxonomy() -> dict[str, dict[str, str]]:
    data: Any = json.loads(files("daybook.model").joinpath("taxonomy.json").read_text(encoding="utf-8"))
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
def is_within(code: str, asked: str) -> bool:
    """Whether the listing of a category or archive has this canonical category's papers: that of `cs` has eess.SY's."""
    # by an alias: cs.SY is eess.SY
    names = (code, *(alias for alias, other in _taxonomy()["aliases"].items() if other == code))
    return any(name == asked or name.startswith(f"{asked}.") for name in names)


@cache
def _spellings() -> dict[str, str]:
    """Code in small letters -> code: no two differ in their letters' case alone."""
    return {code.lower(): code for code in all_codes()}


def spelled(code: str) -> str:
    """`code` as arXiv writes it, in whatever letters it came: `cs.dc` is `cs.DC`; itself where it is not known."""
    return _spellings().get(code.lower(), code)


def mend(code: str) -> str:
    """What to do about what is no code: `write 'cs.DC'`, `did you mean 'cs.DC' or 'cs.DS'?`."""
    if is_category(spelled(code)) or is_archive(spelled(code)):
        return f"write {spelled(code)!r}"
    written = code.lower()
    known = [other for other, code in _spellings().items() if not code.startswith(_NOBODYS)]
    near = difflib.get_close_matches(written, known, n=10, cutoff=_ALIKE)
    near.sort(key=lambda other: len(os.path.commonprefix((written, other))), reverse=True)  # noqa: RUF071
    *others, last = [repr(_spellings()[other]) for other in near[:3]] or [""]
    if not last:
        return "the categories are listed at arxiv.org/category_taxonomy"
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def canonical_all(codes: Iterable[str]) -> tuple[str, ...]:
    """Canonical codes in the same order, each once."""
    return _canonical_all(tuple(codes))


@cache
def _canonical_all(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(canonical, codes)))
