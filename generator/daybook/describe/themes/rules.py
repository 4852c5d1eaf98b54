"""themes.yml: read strictly, each error naming its place and what to do; written; and the sets to start with.

Every category of arXiv has a set, starter/CATEGORY.yml, of plain lists of phrases.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain
from math import fsum, sqrt
from typing import Any

from daybook.errors import in_file
from daybook.model import Theme, arxiv
from daybook.model.ids import MOST, is_name
from daybook.text import markup
from daybook.text.vocabulary import CONTEXT, rarity, split, stem
from daybook.text.yaml_text import Text, each, entries, read_yaml

NAME = "themes.yml"
_wrong = in_file(NAME)
COMMON = 1.0  # rarity below which a word adds nothing to a plain phrase: one in three papers has it
MOST_DERIVED = 6.5  # weight of the rarest plain phrase, before it is scaled
USUAL, MOST_SCALED = 4.6, 1.5
"""What the plain phrases of a theme weigh on average, as those of all starter sets do by rarity alone; scaled at most
so much. Categories of common words gain: in cs.OH .95 of the papers then have a theme, without it .80."""
MANY = 30
"""Of more phrases each weighs less, by the square root, so that a theme merged from two, which is met more often, takes
no papers from its neighbours: with all weights kept, the merged ones had 675 of 2,400 papers, their parts 449, now 489.
"""
WIDTH = 110  # characters of a line

_MENDS = {
    "": "write `themes:`, then `- slug: ...`, and `name:` and `definition:` below it",
    "phrases": "write [one phrase, another phrase]",
    "title": "write weights and phrases, e.g. `{3: [federated learning]}` after `title:`",
    "categories": "write e.g. `categories: [cs.AR]`",
    "exclude": "write [one phrase, another phrase]",
    "former": "write [a-slug, another-slug]",
}
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _WrittenTheme:
    """A theme as people write it."""

    slug: Text
    name: Text
    definition: Text
    phrases: list[Any] | dict[Any, Any] | None = None  # phrases, some perhaps with weights; or weight -> phrases
    title: dict[Any, Any] | None = None  # weight -> phrases
    categories: list[Any] | dict[Any, Any] | None = None  # codes; or code -> weight
    exclude: list[Any] | None = None
    former: list[Any] | None = None  # slugs


def parse(text: str) -> tuple[Theme, ...]:
    """The themes in the text of a themes.yml, in its order; none for an empty one. Raises SettingsError naming the line
    or field and what to do."""
    return _read(entries(text, NAME, "themes", _WrittenTheme, _MENDS, "theme"))


def _read(listed: Iterable[tuple[str, _WrittenTheme]]) -> tuple[Theme, ...]:
    themes: dict[str, Theme] = {}
    for place, entry in listed:
        theme = _theme(entry, place)
        if themes.setdefault(theme.slug, theme) is not theme:
            raise _wrong(f"the slug {theme.slug!r} is used twice", place, "give each theme its own slug")
    return tuple(themes.values())


def _theme(entry: _WrittenTheme, place: str) -> Theme:
    within = f"{place}, categories"
    weighed = entry.categories if isinstance(entry.categories, dict) else {}
    return Theme(
        slug=_slug(entry.slug, place),
        name=" ".join(entry.name.split()),
        definition=" ".join(entry.definition.split()),
        phrases=_phrases(entry.phrases or {}, f"{place}, phrases"),
        plain=isinstance(entry.phrases, list),
        title=_phrases(entry.title or {}, f"{place}, title"),
        categories={_code(code, within): _weight(weight, within) for code, weight in weighed.items()},
        only=() if weighed else tuple(_code(code, within) for code in entry.categories or ()),
        exclude=_list(entry.exclude or [], f"{place}, exclude"),
        former=tuple(_slug(str(slug), f"{place}, former") for slug in entry.former or ()),
    )


def _slug(text: str, place: str) -> str:
    slug = " ".join(text.split())
    if not _SLUG.fullmatch(slug):
        hint = "use lowercase letters, digits and hyphens"
        raise _wrong(f"the slug {slug!r} cannot be used in an address", place, hint)
    if not is_name(slug):
        problem = f"the slug {slug[:MOST] + '...' * (len(slug) > MOST)!r} does not work as a file name on all systems"
        raise _wrong(problem, place, f"choose another of at most {MOST} characters")
    return slug


def _phrases(value: Sequence[Any] | Mapping[Any, Any], place: str) -> dict[str, float]:
    """phrase -> weight: from weight -> phrases, so that people see at a glance what counts how much; or from phrases,
    some of them perhaps with weights: `[pulsar, timing array: 5]`."""
    if isinstance(value, Mapping):
        items = [(one, key) for key, some in value.items() for one in _list(some, f"{place}, {key}")]
    else:
        items = [pair for item in value for pair in (item.items() if isinstance(item, dict) else [(item, None)])]
    own: dict[str, float | None] = {}
    for item, weight in items:
        (phrase,) = _list([item], place)
        if phrase in own:
            raise _wrong(f"{phrase!r} appears twice", place, "keep one of them")
        own[phrase] = None if weight is None and not isinstance(value, Mapping) else _weight(weight, place)
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
            hint = "write words, and put what looks like a number in quotes"
            raise _wrong(f"{phrase!r} is not a phrase", place, hint)
    return tuple(" ".join(phrase.split()) for phrase in value)


def _weight(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < abs(value) <= _MOST:
        raise _wrong(f"{value!r} is not a weight", place, f"use a number up to {_MOST:g}, below 0 for evidence against")
    return float(value)


def _code(value: Any, place: str) -> str:
    if not isinstance(value, str) or not arxiv.is_category(value):
        raise _wrong(f"{value!r} is not an arXiv category", place, "write a code such as cs.DC")
    return arxiv.canonical(value)


_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*")
_SENTENCE = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;()'/&-]*[A-Za-z0-9.)]")
_SPECIAL = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")


def render(themes: Sequence[Theme], above: Mapping[str, Sequence[str]] | None = None) -> str:
    """The themes as entries of a themes.yml, their phrases as plain lists. `above`: comments of a theme, by slug, made
    with `comment` where they are received text."""
    lines: list[str] = []
    for theme in themes:
        lines += ["", *(f"  # {line}" for line in (above or {}).get(theme.slug, ()))]
        lines += [f"  - slug: {_scalar(theme.slug)}", f"    name: {_scalar(theme.name, _SENTENCE)}"]
        lines += [f"    definition: {_scalar(theme.definition, _SENTENCE)}"]
        lines += [f"    categories: [{', '.join(theme.only)}]"] if theme.only else []
        lines += [f"    former: [{', '.join(map(_scalar, theme.former))}]"] if theme.former else []
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


HEADING = """\
# The themes of this archive and the phrases that find their papers. Change what you like: names, phrases, themes.
#
# A phrase counts the more the rarer its words are in arXiv, and most in a title. A paper gets the theme with most
# points, a second one if that is nearly as good, and none if nothing says enough. Case, hyphens and plurals make no
# difference. `categories` are those whose papers a theme is for; without it, all. Slugs are in addresses: keep them.
# `daybook themes why ID` explains a paper's themes. More, such as weights of your own: the handbook, Themes.
themes:
"""
SAME, SHARED = 1.0, 1.5
"""The likeness from which two themes mean the same, and what shared phrases count for it beside shared words of the
names: the same words in another order are enough, so are two in three phrases, or half of the words and a third of the
phrases."""


def starter(codes: Iterable[str]) -> str:
    """The themes.yml that an archive of some categories starts with."""
    themes = of_categories(codes)
    return HEADING + render(themes) if themes else ""


@cache
def of_category(code: str) -> tuple[Theme, ...]:
    """The starter set of a category; empty if it has none."""
    name = f"{arxiv.canonical(code)}.yml"
    file = files("daybook.describe.themes").joinpath("starter", name)
    if not arxiv.is_category(code) or not file.is_file():
        return ()
    listed = read_yaml(file.read_text(encoding="utf-8"), name)
    named = [{"slug": markup.slug(entry["name"], 40), "categories": [code], **entry} for entry in listed]
    return _read(each(named, _WrittenTheme, name, "theme", _MENDS))


def of_categories(codes: Iterable[str], others: Sequence[Theme] = ()) -> tuple[Theme, ...]:
    """The sets of some categories as one: of themes of the same meaning, one. `others`: themes that the archive has
    already; what they mean is left out, and their slugs are not used."""
    slugs = {theme.slug for theme in others}
    themes: list[Theme] = []
    for group in groups(codes):
        theme = joined(group)
        if same(theme, others) is None:
            slug = theme.slug if theme.slug not in slugs else markup.slug(f"{theme.slug} {theme.only[0]}")
            slugs.add(slug)
            themes.append(replace(theme, slug=slug))
    return tuple(themes)


def groups(codes: Iterable[str]) -> list[list[Theme]]:
    """The themes in the sets of some categories, those of the same meaning together; of one set, never two."""
    found: list[list[Theme]] = []
    places: dict[str, set[int]] = {}  # all words of a name, or a phrase -> the groups with it: no others are alike
    for code in arxiv.canonical_all(codes):
        free = set(range(len(found)))
        for theme in of_category(code):
            signs = {" ".join(sorted(_rare(*split(theme.name)))), *_rare(*theme.phrases)}
            near = sorted(free & set().union(*(places.get(sign, set()) for sign in signs)))
            likest = same(theme, [other for at in near for other in found[at]])
            home = next((at for at in near if likest in found[at]), len(found))
            found += [[]] if home == len(found) else []
            found[home].append(theme)
            free.discard(home)
            for sign in signs:
                places.setdefault(sign, set()).add(home)
    return found


def joined(group: Sequence[Theme]) -> Theme:
    """Themes of the same meaning as one, by the shortest of their names, of equals that which their phrases repeat. The
    slugs of the others lead to it: an archive that follows one category more keeps all addresses."""
    phrases = weights([*dict.fromkeys(phrase for theme in group for phrase in theme.phrases)])
    said = Counter(chain.from_iterable(_rare(*split(phrase)) for phrase in phrases))
    names = {theme.name: _rare(*split(theme.name)) for theme in group}
    named = min(group, key=lambda one: (len(split(one.name)), -sum(map(said.__getitem__, names[one.name])), one.slug))
    former = tuple(sorted({theme.slug for theme in group} - {named.slug}))
    return replace(named, phrases=phrases, only=tuple(code for theme in group for code in theme.only), former=former)


def same(theme: Theme, others: Iterable[Theme]) -> Theme | None:
    """The one of some other themes that means the same, if any does."""
    likest = max(others, key=lambda other: likeness(theme, other), default=None)
    return likest if likest and likeness(theme, likest) >= SAME else None


def starter_remarks(codes: Iterable[str], others: Sequence[Theme] = ()) -> Iterator[str]:
    """What `of_categories` did, in plain words: which themes it merged, and which of `others` could serve more."""
    for group in groups(codes):
        theme = joined(group)
        there = same(theme, others)
        if there is None and len(group) > 1:
            parts = [f"{one.name} ({', '.join(one.only)})" for one in group]
            yield f"{theme.name} is one theme, merged from {' and '.join(parts)}"
        elif there and there.only and (missing := sorted(set(theme.only) - set(there.only))):
            yield f"{there.slug} is there already: to use it for them, add {', '.join(missing)} to its categories"


def likeness(one: Theme, other: Theme) -> float:
    """How nearly two themes mean the same, from 0 to 1 + SHARED: what share of the words in both names they have in
    common and, times SHARED, what share of the fewer phrases; both by rarity."""
    names, others = _rare(*split(one.name)), _rare(*split(other.name))
    phrases, more = _rare(*one.phrases), _rare(*other.phrases)
    named = fsum(names[word] for word in names.keys() & others.keys()) / (fsum((names | others).values()) or 1)
    fewer = min(fsum(phrases.values()), fsum(more.values())) or 1
    return named + SHARED * fsum(phrases[phrase] for phrase in phrases.keys() & more.keys()) / fewer


@cache
def _rare(*texts: str) -> dict[str, float]:
    """The stems of words or phrases -> how rare they are."""
    return {" ".join(map(stem, split(text))): derived(text) for text in texts}
