"""Sets of themes for arXiv's categories, for archives to start with: starter/CATEGORY.yml, plain lists of phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from generator import taxonomy
from generator.describe.themes.rules import read, render, weights
from generator.model import Theme
from generator.text import markup
from generator.yaml_text import read_yaml

HEADING = """\
# The themes of this archive and the phrases that find their papers. Change what you like: names, phrases, themes.
#
# A phrase counts the more the rarer its words are in arXiv, and most in a title. A paper gets the theme with most
# points, a second one if that is nearly as good, and none if nothing says enough. Case, hyphens and plurals make no
# difference. `categories` are those whose papers a theme is for; without it, all. Slugs are in addresses: keep them.
# `daybook themes why ID` explains a paper's themes. More, such as weights of your own: the guide's page on themes.
themes:
"""


@cache
def of_category(code: str) -> tuple[Theme, ...]:
    """The starter set of a category; empty if it has none."""
    name = f"{taxonomy.canonical(code)}.yml"
    file = files("generator.describe.themes").joinpath("starter", name)
    if not taxonomy.is_category(code) or not file.is_file():
        return ()
    entries = read_yaml(file.read_text(encoding="utf-8"), name)
    named = [{"slug": markup.slug(entry["name"], 40), "categories": [code], **entry} for entry in entries]
    return read(named)


def of_categories(codes: Iterable[str], others: Sequence[Theme] = ()) -> tuple[Theme, ...]:
    """The sets of some categories as one. Themes of the same name are one theme with all their phrases and categories.

    `others`: themes that the archive has already; those of their names are left out, and their slugs are not used.
    """
    merged: dict[str, Theme] = {}
    slugs = {theme.slug for theme in others}
    names = {theme.name.casefold() for theme in others}
    for code in taxonomy.canonical_all(codes):
        for theme in of_category(code):
            name = theme.name.casefold()
            if name in names:
                continue
            if same := merged.get(name):
                phrases = weights([*dict.fromkeys((*same.phrases, *theme.phrases))])
                merged[name] = replace(same, phrases=phrases, only=(*same.only, *theme.only))
                continue
            slug = theme.slug if theme.slug not in slugs else markup.slug(f"{theme.slug} {code}")
            slugs.add(slug)
            merged[name] = replace(theme, slug=slug)
    return tuple(merged.values())


def text(codes: Iterable[str]) -> str:
    """The themes.yml that an archive of some categories starts with."""
    themes = of_categories(codes)
    return HEADING + render(themes) if themes else ""
