"""A day's papers in groups: by theme with the cross-lists among them, replacements last; each as arXiv numbers it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from daybook.describe.digests import FRESH
from daybook.model import Announced, Day, taxonomy
from daybook.text import markup
from daybook.text.language import N_, _
from daybook.view import addresses
from daybook.view.context import View
from daybook.view.labels import SECTIONS

_SECTION_OF = {kind: place for place, (_name, _heading, types) in enumerate(SECTIONS) for kind in types}
MOST_ALONE, LONE = 1 / 2, 2
"""The share of a day's themes with a single paper, and their number, beyond which these are no groups."""
MANY, FEW = 1 / 3, 5
"""The share of a day's papers, and their number, beyond which those without a theme stand by primary categories."""
UNTHEMED = N_("No theme")
_LINKED = re.compile(r"papers/[^/()]+/([^/()]+)\.md")
_UNKNOWN = 1 << 30  # sorts what has no number after what has one


@dataclass(frozen=True, slots=True)
class Group:
    """Some of a day's papers under one heading."""

    name: str  # plain
    page: str  # of its theme or category; empty: it is neither, or has none
    items: list[Announced]
    elsewhere: tuple[Announced, ...] = ()  # papers of its theme that stand in other groups

    @property
    def size(self) -> int:
        """How many papers have what it is named after, wherever they stand."""
        return len(self.items) + len(self.elsewhere)


def of_day(view: View, day: Day) -> list[Group]:
    """The groups of a day's page, the largest first: new submissions and cross-lists by their first themes, those
    without one last; then replacements. Where many have no theme, these stand by their primary categories, those that
    the archive follows first; so do papers that would be alone under most themes. Where none has a theme, arXiv's own
    sections."""
    shown = as_listed(view, day)
    fresh = [item for item in shown if item.type in FRESH]
    said = {item.key: item.earlier(view.outlines[item.key]) or view.outlines[item.key] for item in fresh}
    themes = {key: [slug for slug in words.themes if slug in view.themes] for key, words in said.items()}
    first = {key: next(iter(slugs), "") for key, slugs in themes.items()}
    sizes = Counter(filter(None, first.values()))
    alone = {slug for slug, size in sizes.items() if size == 1}
    scattered = len(alone) > max(LONE, MOST_ALONE * len(sizes))
    themed = _parted(fresh, lambda item: "" if scattered and first[item.key] in alone else first[item.key])
    rest = themed.pop("", [])
    if not themed:
        return _by_section(shown)
    groups = []
    for slug, items in themed.items():
        others = tuple(item for item in fresh if slug in themes[item.key] and first[item.key] != slug)
        groups.append(Group(markup.plain(view.themes[slug].name), addresses.theme(slug), items, others))
    groups.sort(key=lambda group: -len(group.items))
    if scattered or len(rest) > max(FEW, MANY * len(fresh)):
        primary = _parted(rest, lambda item: next(iter(said[item.key].categories), ""))
        parts = sorted(primary.items(), key=lambda part: (part[0] not in view.settings.categories, -len(part[1])))
        groups += [_of_category(view, code, items) for code, items in parts]
    elif rest:
        groups.append(Group(_(UNTHEMED), "", rest))
    return [*groups, *_by_section([item for item in shown if item.type not in FRESH])]


def best(parts: Sequence[Group], told: str, most: int) -> list[Announced]:
    """The fresh papers of groups to open first, at most so many: those that a digest (`told`, its Markdown) links, then
    one of each group in turn."""
    fresh = [[item for item in part.items if item.type in FRESH] for part in parts]
    items = {item.key: item for turn in zip_longest(*fresh) for item in turn if item}
    order = dict.fromkeys([*(key for key in _LINKED.findall(told) if key in items), *items])
    return [items[key] for key in order][:most]


def _parted(items: Sequence[Announced], by: Callable[[Announced], str]) -> dict[str, list[Announced]]:
    """name -> items that have it."""
    parts: dict[str, list[Announced]] = {}
    for item in items:
        parts.setdefault(by(item), []).append(item)
    return parts


def _of_category(view: View, code: str, items: list[Announced]) -> Group:
    """The papers without a theme of a primary category; `code` is empty where none is known."""
    name = taxonomy.name(code) if code else ""
    return Group(
        f"{code}: {name}" if name != code else code or _(UNTHEMED),
        addresses.category(code) if code in view.followed else "",
        items,
    )


def _by_section(items: Sequence[Announced]) -> list[Group]:
    sections = [(heading, [item for item in items if item.type in types]) for _, heading, types in SECTIONS]
    return [Group(_(heading), "", members) for heading, members in sections if members]


def as_listed(view: View, day: Day) -> list[Announced]:
    """A day's papers in the order of arXiv's page: those of the archive's first category first, where it has several.

    What no listing page numbers goes by its id, as arXiv itself numbers its pages.
    """
    codes = {code: place for place, code in enumerate(view.settings.categories)}

    def order(item: Announced) -> tuple[int, int, int, str]:
        listings = zip(item.categories, item.places or (0,) * len(item.categories), strict=True)
        first = min(((codes.get(code, len(codes)), place or _UNKNOWN) for code, place in listings), default=(0, 0))
        return (_SECTION_OF[item.type], *first, item.key)

    return sorted(day.papers, key=order)


def marks(view: View, items: Iterable[Announced]) -> dict[str, dict[str, object]]:
    """What a page of days says of papers besides their text, by key: the section of arXiv's page, the place among
    these, and facts of a version that is no longer the newest."""
    told: dict[str, dict[str, object]] = {}
    for place, item in enumerate(items, 1):
        told[item.key] = {"type": SECTIONS[_SECTION_OF[item.type]][0], "n": place}
        if version := view.announced(item):
            told[item.key]["facts"] = view.facts(item.key, version)
    return told
