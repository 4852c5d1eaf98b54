"""Sets of themes for arXiv's categories, for archives to start with: starter/CATEGORY.yml, plain lists of phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import chain
from math import fsum

from daybook.describe.themes.rules import derived, read, render, weights
from daybook.model import Theme, taxonomy
from daybook.text import markup
from daybook.text.rarity import stem
from daybook.text.tokens import split
from daybook.text.yaml_text import read_yaml

HEADING = """\
# The themes of this archive and the phrases that find their papers. Change what you like: names, phrases, themes.
#
# A phrase counts the more the rarer its words are in arXiv, and most in a title. A paper gets the theme with most
# points, a second one if that is nearly as good, and none if nothing says enough. Case, hyphens and plurals make no
# difference. `categories` are those whose papers a theme is for; without it, all. Slugs are in addresses: keep them.
# `daybook themes why ID` explains a paper's themes. More, such as weights of your own: the guide's page on themes.
themes:
"""
SAME, PHRASES = 1.0, 1.5
"""The likeness from which two themes mean the same, and what shared phrases count for it beside shared words of the
names: the same words in another order are enough, so are two in three phrases, or half of the words and a third of the
phrases."""


@cache
def of_category(code: str) -> tuple[Theme, ...]:
    """The starter set of a category; empty if it has none."""
    name = f"{taxonomy.canonical(code)}.yml"
    file = files("daybook.describe.themes").joinpath("starter", name)
    if not taxonomy.is_category(code) or not file.is_file():
        return ()
    entries = read_yaml(file.read_text(encoding="utf-8"), name)
    named = [{"slug": markup.slug(entry["name"], 40), "categories": [code], **entry} for entry in entries]
    return read(named)


def of_categories(codes: Iterable[str], others: Sequence[Theme] = ()) -> tuple[Theme, ...]:
    """The sets of some categories as one: of themes of the same meaning, one.

    `others`: themes that the archive has already; what they mean is left out, and their slugs are not used.
    """
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
    for code in taxonomy.canonical_all(codes):
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
    """Themes of the same meaning as one, by the shortest of their names, of equals that which their phrases repeat."""
    phrases = weights([*dict.fromkeys(phrase for theme in group for phrase in theme.phrases)])
    said = Counter(chain.from_iterable(_rare(*split(phrase)) for phrase in phrases))
    names = {theme.name: _rare(*split(theme.name)) for theme in group}
    named = min(group, key=lambda theme: (len(split(theme.name)), -sum(map(said.__getitem__, names[theme.name]))))
    return replace(named, phrases=phrases, only=tuple(code for theme in group for code in theme.only))


def same(theme: Theme, others: Iterable[Theme]) -> Theme | None:
    """The one of some other themes that means the same, if any does."""
    likest = max(others, key=lambda other: likeness(theme, other), default=None)
    return likest if likest and likeness(theme, likest) >= SAME else None


def remarks(codes: Iterable[str], others: Sequence[Theme] = ()) -> Iterator[str]:
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
    """How nearly two themes mean the same, from 0 to 1 + PHRASES: what share of the words in both names they have in
    common and, times PHRASES, what share of the fewer phrases; both by rarity."""
    names, others = _rare(*split(one.name)), _rare(*split(other.name))
    phrases, more = _rare(*one.phrases), _rare(*other.phrases)
    named = fsum(names[word] for word in names.keys() & others.keys()) / (fsum((names | others).values()) or 1)
    fewer = min(fsum(phrases.values()), fsum(more.values())) or 1
    return named + PHRASES * fsum(phrases[phrase] for phrase in phrases.keys() & more.keys()) / fewer


@cache
def _rare(*texts: str) -> dict[str, float]:
    """The stems of words or phrases -> how rare they are."""
    return {" ".join(map(stem, split(text))): derived(text) for text in texts}


def text(codes: Iterable[str]) -> str:
    """The themes.yml that an archive of some categories starts with."""
    themes = of_categories(codes)
    return HEADING + render(themes) if themes else ""
