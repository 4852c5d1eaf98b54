"""A day's papers in groups: by theme with the cross-lists among them, replacements last; each as arXiv numbers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from generator.describe.digests import UNTHEMED
from generator.model import Announced, Day, EntryType
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import literal

SECTIONS: tuple[tuple[str, str, tuple[EntryType, ...]], ...] = (
    ("new", "New submissions", ("new",)),
    ("cross", "Cross-lists", ("cross",)),
    ("replace", "Replacements", ("replace", "replace-cross")),
)
"""(name, heading, announce types) of the sections of arXiv's page of a day, in its order."""
FRESH: tuple[EntryType, ...] = ("new", "cross")
_SECTION_OF = {kind: place for place, (_, _, types) in enumerate(SECTIONS) for kind in types}
_UNKNOWN = 1 << 30  # sorts what has no number after what has one


@dataclass(frozen=True, slots=True)
class Group:
    """Some of a day's papers under one heading."""

    anchor: str  # its id on the page
    name: str  # HTML
    address: str  # of the theme's page; empty: it is no theme
    cards: list[str]  # HTML


def of_day(view: View, day: Day) -> list[Group]:
    """The groups of a day's page: new submissions and cross-lists by their first themes, the largest theme first, then
    those without one; then replacements. Where no paper has a theme, arXiv's own sections."""
    path = addresses.day(day.date)
    shown = _as_listed(view, day)
    numbered = {item.key: place for place, item in enumerate(shown, 1)}
    card = partial(_card, view, numbered, path)
    fresh = [item for item in shown if item.type in FRESH]
    named = _by_theme(view, fresh)
    if not named:
        return _by_section(shown, card)
    groups = [
        Group(
            addresses.group(slug),
            view.html(view.themes[slug].name) if slug else UNTHEMED,
            addresses.relative(addresses.theme(slug), path) if slug else "",
            [card(item) for item in items],
        )
        for slug, items in named.items()
    ]
    return [*groups, *_by_section([item for item in shown if item.type not in FRESH], card)]


def _by_theme(view: View, items: Sequence[Announced]) -> dict[str, list[Announced]]:
    """theme -> papers that have it as their first theme, the largest group first, "" last; empty: none has a theme."""
    groups: dict[str, list[Announced]] = {slug: [] for slug in [*view.themes, ""]}
    for item in items:
        themes = view.outlines[item.key].themes
        groups[themes[0] if themes and themes[0] in view.themes else ""].append(item)
    filled = {slug: groups[slug] for slug in sorted(groups, key=lambda slug: (not slug, -len(groups[slug])))}
    named = {slug: members for slug, members in filled.items() if members}
    return named if set(named) - {""} else {}


def _by_section(items: Sequence[Announced], card: Callable[[Announced], str]) -> list[Group]:
    sections = [(name, heading, [i for i in items if i.type in types]) for name, heading, types in SECTIONS]
    return [
        Group(name, heading, "", [card(item) for item in members]) for name, heading, members in sections if members
    ]


def _as_listed(view: View, day: Day) -> list[Announced]:
    """A day's papers in the order of arXiv's page: those of the archive's first category first, where it has several.

    What no listing page numbers goes by its id, as arXiv itself numbers its pages.
    """
    codes = {code: place for place, code in enumerate(view.settings.categories)}

    def order(item: Announced) -> tuple[int, int, int, str]:
        listings = zip(item.categories, item.places or (0,) * len(item.categories), strict=True)
        first = min(((codes.get(code, len(codes)), place or _UNKNOWN) for code, place in listings), default=(0, 0))
        return (_SECTION_OF[item.type], *first, item.key)

    return sorted(day.announced, key=order)


def _card(view: View, numbered: Mapping[str, int], path: str, item: Announced) -> str:
    """A paper's card. `data-n`: its place in the day as arXiv lists it, `data-type`: its section there.

    A replacement comes without its abstract, which readers saw when it was new: two cards of five are replacements.
    """
    marks = f" data-type={SECTIONS[_SECTION_OF[item.type]][0]} data-n={numbered[item.key]}"
    return view.card(item.key).on(path, _note(item), whole=item.type in FRESH, dated=False, marks=marks)


def _note(item: Announced) -> str:
    """The labels of a card: its number on arXiv's page, and whether it is a cross-list or a replacement."""
    numbers = [(code, place) for code, place in zip(item.categories, item.places, strict=False) if place]
    several = len(item.categories) > 1
    number = ", ".join(f"{literal(code)} {place}" if several else str(place) for code, place in numbers)
    parts = [f"<span class=n>[{number}]</span>"] if number else []
    if item.type == "cross":
        parts.append("<b>Cross-list</b>")
    if item.type in ("replace", "replace-cross"):
        parts.append(f"<b>Replaced{f' v{item.version}' if item.version else ''}</b>")
    return " ".join(parts)
