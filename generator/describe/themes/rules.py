"""Read a themes.yml strictly: each error names its place and what to do. Write themes as a themes.yml."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from generator import taxonomy
from generator.errors import SettingsError
from generator.model import Theme
from generator.text import markup
from generator.text.filenames import MOST, is_name
from generator.text.phrases import CONTEXT
from generator.text.rarity import rarity
from generator.text.tokens import split
from generator.yaml_text import read_yaml

NAME = "themes.yml"
COMMON = 1.0
"""Rarity below which a word adds nothing to a plain phrase: one in three papers has it."""
MOST_DERIVED = 6.5
"""Weight of the rarest plain phrase, before it is scaled."""
USUAL, MOST_SCALED = 4.6, 1.5
"""What the plain phrases of a theme weigh on average, as those of all starter sets do by rarity alone; scaled at most
so much. Categories of common words gain: in cs.OH .95 of the papers then have a theme, without it .80."""
MANY = 30
WIDTH = 110  # characters of a line

_FIELDS = ("slug", "name", "definition", "phrases", "title", "categories", "exclude")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WEIGHTS = "write weights and phrases, e.g. `{{3: [federated learning], 1: [clients]}}` after `{}:`"
_MOST = 10.0


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
    return read(entries)


def read(entries: Sequence[Any]) -> tuple[Theme, ...]:
    """The themes in the entries of a themes.yml. Raises SettingsError."""
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
    phrases, categories = entry.get("phrases"), entry.get("categories")
    plain, only = isinstance(phrases, list), isinstance(categories, list)
    return Theme(
        slug=slug,
        name=_text(entry, "name", place),
        definition=_text(entry, "definition", place),
        phrases=_plain(entry["phrases"], f"{place}, phrases") if plain else _phrases(entry, "phrases", place),
        plain=plain,
        title=_phrases(entry, "title", place),
        categories={} if only else _categories(categories, place),
        only=tuple(_code(code, f"{place}, categories") for code in entry["categories"]) if only else (),
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
        raise _wrong("must be a mapping", place, _WEIGHTS.format(name))
    weights: dict[str, float] = {}
    for weight, phrases in value.items():
        for phrase in _list(phrases, f"{place}, {weight}"):
            if phrase in weights:
                raise _wrong(f"{phrase!r} appears twice", place, "keep one of them")
            weights[phrase] = _weight(weight, place)
    return weights


def _plain(value: Sequence[Any], place: str) -> dict[str, float]:
    """phrase -> weight, from a list of phrases, some of them perhaps with weights: `[pulsar, timing array: 5]`."""
    own: dict[str, float | None] = {}
    for item in value:
        for phrase, weight in item.items() if isinstance(item, dict) else ((item, None),):
            (text,) = _list([phrase], place)
            if text in own:
                raise _wrong(f"{text!r} appears twice", place, "keep one of them")
            own[text] = None if weight is None else _weight(weight, place)
    by_rarity = weights([phrase for phrase, weight in own.items() if weight is None])
    return {phrase: by_rarity[phrase] if weight is None else weight for phrase, weight in own.items()}


def weights(phrases: Sequence[str]) -> dict[str, float]:
    """The weights of a theme's plain phrases: by rarity, then scaled to USUAL on average, so that a theme of commoner
    words is found as well as its neighbours."""
    rare = {phrase: derived(phrase) for phrase in phrases}
    mean = USUAL * min(1.0, sqrt(MANY / max(1, len(rare))))
    scale = min(MOST_SCALED, mean * len(rare) / (sum(rare.values()) or 1))
    return {phrase: round(scale * weight, 1) for phrase, weight in rare.items()}


def derived(phrase: str) -> float:
    """How rare a plain phrase is, from 0 to MOST_DERIVED: by its words, the rarest counted in full.

    >>> derived("results"), derived("neural network"), derived("pulsar timing array")
    (0.0, 2.9, 6.5)
    """
    rarities = sorted(filter(COMMON.__lt__, map(rarity, split(phrase.split(CONTEXT)[0]))), reverse=True)
    return min(MOST_DERIVED, round(0.8 * (sum(rarities[:1]) + 0.5 * sum(rarities[1:])), 1))


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
        raise _wrong("must be a list", place, "write e.g. `categories: [cs.AR]`")
    return {_code(code, place): _weight(weight, place) for code, weight in (value or {}).items()}


def _code(value: Any, place: str) -> str:
    if not isinstance(value, str) or not taxonomy.is_category(value):
        raise _wrong(f"{value!r} is not an arXiv category", place, "write a code such as cs.DC")
    return taxonomy.canonical(value)


# As text

_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*")
_SENTENCE = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;()'/&-]*[A-Za-z0-9.)]")
_SPECIAL = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def render(themes: Sequence[Theme], above: Mapping[str, Sequence[str]] | None = None) -> str:
    """The themes as entries of a themes.yml, their phrases as plain lists. `above`: comments of a theme, by slug, made
    with `comment` where they are received text."""
    lines: list[str] = []
    for theme in themes:
        lines += ["", *(f"  # {line}" for line in (above or {}).get(theme.slug, ()))]
        lines += [f"  - slug: {_scalar(theme.slug)}", f"    name: {_scalar(theme.name, _SENTENCE)}"]
        lines += [f"    definition: {_scalar(theme.definition, _SENTENCE)}"]
        lines += [f"    categories: [{', '.join(theme.only)}]"] if theme.only else []
        phrases = ", ".join(_scalar(phrase).replace(" ", "\0") for phrase in theme.phrases)  # broken at commas only
        lines += textwrap.wrap(
            f"[{phrases}]", WIDTH, initial_indent="    phrases: ", subsequent_indent=" " * 14,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
    return "\n".join([*lines, ""]).replace("\0", " ")


def comment(text: str) -> str:
    """A text on one line, safe in a YAML comment."""
    shown = "".join(sign if sign.isprintable() else " " for sign in markup.clean(text))
    return " ".join(shown.split())[:WIDTH]


def _scalar(text: str, plain: re.Pattern[str] = _WORDS) -> str:
    return text if plain.fullmatch(text) and text.lower() not in _SPECIAL else markup.yaml_string(text)
