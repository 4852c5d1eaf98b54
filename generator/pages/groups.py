"""A day's papers in groups: by theme with the cross-lists among them, replacements last; each as arXiv numbers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from generator import taxonomy
from generator.describe.digests.bases import FRESH
from generator.model import Announced, Day, EntryType
from generator.pages import addresses, sides
from generator.pages.context import View
from generator.pages.templating import literal

SECTIONS: tuple[tuple[str, str, tuple[EntryType, ...]], ...] = (
    ("new", "New submissions", ("new",)),
    ("cross", "Cross-lists", ("cross",)),
    ("replace", "Replacements", ("replace", "replace-cross")),
    ("seen", "First seen elsewhere", ("card", "report", "harvest")),
)
"""(name, heading, types) of the sections of arXiv's page of a day, in its order, and of what it did not announce."""
_SECTION_OF = {kind: place for place, (_, _, types) in enumerate(SECTIONS) for kind in types}
MOST_ALONE, LONE = 1 / 2, 2
"""The share of a day's themes with a single paper, and their number, beyond which these are no groups."""
MANY, FEW = 1 / 3, 5
"""The share of a day's papers, and their number, beyond which those without a theme stand by primary categories."""
UNTHEMED = "No theme"
_UNKNOWN = 1 << 30  # sorts what has no number after what has one


@dataclass(frozen=True, slots=True)
class Group:
    """Some of a day's papers under one heading."""

    anchor: str  # its id on the page
    name: str  # HTML
    address: str  # of the page of its theme or category; empty: it is neither
    cards: list[str]  # HTML of each paper


def of_day(view: View, day: Day) -> list[Group]:
    """The groups of a day's page, the largest first: new submissions and cross-lists by their first themes, those
    without one last; then replacements. Where many have no theme, these stand by their primary categories, those that
    the archive follows first; so do papers that would be alone under most themes. Where none has a theme, arXiv's own
    sections."""
    shown = _as_listed(view, day)
    numbered = {item.key: place for place, item in enumerate(shown, 1)}
    disputed = sides.disputed(view.coverage.get(day.date, ()))
    path = addresses.day(day.date)
    return _grouped(view, shown, partial(_card, view, numbered, disputed, path, day), path)


def anchors(view: View, day: Day) -> set[str]:
    """The ids of these groups, without the work of making their cards."""
    return {group.anchor for group in _grouped(view, day.papers, attrgetter("key"), addresses.day(day.date))}


def _grouped(view: View, shown: Sequence[Announced], card: Callable[[Announced], str], path: str) -> list[Group]:
    fresh = [item for item in shown if item.type in FRESH]
    theme = {item.key: next((s for s in view.outlines[item.key].themes[:1] if s in view.themes), "") for item in fresh}
    sizes = Counter(filter(None, theme.values()))
    alone = {slug for slug, size in sizes.items() if size == 1}
    scattered = len(alone) > max(LONE, MOST_ALONE * len(sizes))
    themed = _parted(fresh, lambda item: "" if scattered and theme[item.key] in alone else theme[item.key])
    rest = themed.pop("", [])
    if not themed:
        return _by_section(shown, card)
    groups = [_of_theme(view, slug, [*map(card, items)], path) for slug, items in themed.items()]
    groups.sort(key=lambda group: -len(group.cards))
    if scattered or len(rest) > max(FEW, MANY * len(fresh)):
        primary = _parted(rest, lambda item: next(iter(view.outlines[item.key].categories), ""))
        parts = sorted(primary.items(), key=lambda part: (part[0] not in view.settings.categories, -len(part[1])))
        groups += [_of_category(code, [*map(card, items)], path) for code, items in parts]
        rest = []
    if rest:
        groups.append(Group(addresses.group(""), UNTHEMED, "", [*map(card, rest)]))
    return [*groups, *_by_section([item for item in shown if item.type not in FRESH], card)]


def _parted(items: Sequence[Announced], by: Callable[[Announced], str]) -> dict[str, list[Announced]]:
    """name -> items that have it."""
    parts: dict[str, list[Announced]] = {}
    for item in items:
        parts.setdefault(by(item), []).append(item)
    return parts


def _of_theme(view: View, slug: str, cards: list[str], path: str) -> Group:
    name = view.html(view.themes[slug].name)
    return Group(addresses.group(slug), name, addresses.relative(addresses.theme(slug), path), cards)


def _of_category(code: str, cards: list[str], path: str) -> Group:
    """The papers without a theme of a primary category; `code` is empty where none is known."""
    if not addresses.has_page(code):
        return Group(f"category-{code}" if code else addresses.group(""), literal(code) or UNTHEMED, "", cards)
    name = literal(f"{code}: {taxonomy.name(code)}")
    return Group(f"category-{code}", name, addresses.relative(addresses.category(code), path), cards)


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

    return sorted(day.papers, key=order)


def _card(
    view: View, numbered: Mapping[str, int], disputed: Mapping[str, str], path: str, day: Day, item: Announced
) -> str:
    """A paper's card, in the words that were announced. `data-n`: its place in the day as arXiv lists it.

    `data-type` is its section there.

    A replacement comes without its abstract, which readers saw when it was new: two cards of five are replacements. So
    do the papers of a day that was not listed but reconstructed: such days are looked up, not read, and are most of
    the days of an archive that began with a snapshot.
    """
    marks = f" data-type={SECTIONS[_SECTION_OF[item.type]][0]} data-n={numbered[item.key]}"
    return view.card(item.key, view.announced(item)).on(
        path,
        _note(view, item, disputed.get(item.key, "")),
        whole=not day.reconstructed and item.type not in ("replace", "replace-cross"),
        dated=False,
        marks=marks,
    )


def _note(view: View, item: Announced, disputed: str) -> str:
    """The labels of a card: its number on arXiv's page, whether it is a cross-list or a replacement, and who
    differs about it."""
    numbers = [(code, place) for code, place in zip(item.categories, item.places, strict=False) if place]
    numbers = [(code, place) for code, place in numbers if code in view.settings.categories] or numbers
    several = len(view.settings.categories) > 1
    number = ", ".join(f"{literal(code)} {place}" if several else str(place) for code, place in numbers)
    parts = [f"<span class=n>[{number}]</span>"] if number else []
    if item.type == "cross":
        parts.append("<b>Cross-list</b>")
    if item.type in ("replace", "replace-cross"):
        parts.append(f"<b>Replaced{f' v{item.version}' if item.version else ''}</b>")
    if disputed:
        parts.append(f'<span class="badge badge--disputed">Disputed: {literal(disputed)}</span>')
    return " ".join(parts)
