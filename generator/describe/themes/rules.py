"""Read a themes.yml strictly: each error names its place and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from generator import taxonomy
from generator.config import read_yaml
from generator.errors import SettingsError
from generator.model import Theme
from generator.text.filenames import MOST, is_name
from generator.text.phrases import CONTEXT
from generator.text.tokens import split

NAME = "themes.yml"

_FIELDS = ("slug", "name", "definition", "phrases", "title", "categories", "exclude")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PHRASES = "write weights and phrases, e.g. `{{3: [federated learning], 1: [clients]}}` after `{}:`"
_MOST = 10.0


def default(categories: Iterable[str]) -> str | None:
    """The text of the themes.yml shipped for the first of these categories that has one; None if none has."""
    for code in categories:
        file = files("generator.describe.themes").joinpath("defaults", f"{code}.yml")
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None


def parse(text: str) -> tuple[Theme, ...]:
    """The themes in the text of a themes.yml, in its order; none for an empty one.

    Raises SettingsError naming the line or field and what to do.
    """
    data = read_yaml(text, NAME)
    if data is None:
        return ()
    entries = data.get("themes") if isinstance(data, dict) and set(data) == {"themes"} else None
    if not isinstance(entries, list):
        raise SettingsError("no list of themes", subject=NAME, hint="begin with a line `themes:`, then `- slug: ...`")
    themes: list[Theme] = []
    for number, entry in enumerate(entries, 1):
        theme = _theme(entry, number)
        if any(theme.slug == other.slug for other in themes):
            raise _wrong(f"the slug {theme.slug!r} is used twice", f"theme {number}", "give each theme its own slug")
        themes.append(theme)
    return tuple(themes)


def _theme(entry: Any, number: int) -> Theme:
    place = f"theme {number}"
    if not isinstance(entry, dict):
        raise _wrong("a theme must be a mapping", place, "write `- slug: ...`, then `name:` and `definition:` below it")
    slug = _text(entry, "slug", place)
    if not _SLUG.fullmatch(slug):
        raise _wrong(
            f"the slug {slug!r} cannot be used in an address", place, "use lowercase letters, digits and hyphens"
        )
    if not is_name(slug):
        shown = slug if len(slug) <= MOST else f"{slug[:MOST]}..."
        problem = f"the slug {shown!r} does not work as a file name on all systems"
        raise _wrong(problem, place, f"choose another of at most {MOST} characters")
    place = f"{place} ({slug})"
    unknown = next((key for key in entry if key not in _FIELDS), None)
    if unknown is not None:
        raise _wrong(f"unknown key {unknown!r}", place, f"the keys are {', '.join(_FIELDS)}")
    return Theme(
        slug=slug,
        name=_text(entry, "name", place),
        definition=_text(entry, "definition", place),
        phrases=_phrases(entry, "phrases", place),
        title=_phrases(entry, "title", place),
        categories=_categories(entry.get("categories"), place),
        exclude=_list(entry.get("exclude") or [], f"{place}, exclude"),
    )


def _wrong(problem: str, place: str, hint: str) -> SettingsError:
    return SettingsError(problem, subject=NAME, location=place, hint=hint)


def _text(entry: Mapping[Any, Any], name: str, place: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(f"`{name}` is missing or not text", place, f"add a line `{name}: ...`")
    return " ".join(value.split())


def _phrases(entry: Mapping[Any, Any], name: str, place: str) -> dict[str, float]:
    """phrase -> weight, from the file's weight -> phrases (so that people see at a glance what counts how much)."""
    place, value = f"{place}, {name}", entry.get(name) or {}
    if not isinstance(value, dict):
        raise _wrong("must be a mapping", place, _PHRASES.format(name))
    weights: dict[str, float] = {}
    for weight, phrases in value.items():
        for phrase in _list(phrases, f"{place}, {weight}"):
            if phrase in weights:
                raise _wrong(f"{phrase!r} appears twice", place, "keep one of them")
            weights[phrase] = _weight(weight, place)
    return weights


def _list(value: Any, place: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong("must be a list of phrases", place, "write [one phrase, another phrase]")
    for phrase in value:
        if not isinstance(phrase, str) or not all(split(part) for part in phrase.split(CONTEXT)):
            raise _wrong(
                f"{phrase!r} is not a phrase", place, "write words, and put what looks like a number in quotes"
            )
    return tuple(" ".join(phrase.split()) for phrase in value)


def _weight(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < abs(value) <= _MOST:
        raise _wrong(f"{value!r} is not a weight", place, f"use a number up to {_MOST:g}, below 0 for evidence against")
    return float(value)


def _categories(value: Any, place: str) -> dict[str, float]:
    place = f"{place}, categories"
    if not isinstance(value or {}, dict):
        raise _wrong("must be a mapping", place, "write e.g. `categories: {cs.AR: 2}`")
    for code in value or {}:
        if not isinstance(code, str) or not taxonomy.is_category(code):
            raise _wrong(f"{code!r} is not an arXiv category", place, "write a code such as cs.DC")
    return {taxonomy.canonical(code): _weight(weight, place) for code, weight in (value or {}).items()}
