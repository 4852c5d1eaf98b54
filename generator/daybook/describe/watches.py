"""Watches: what the archive's owner looks out for, and which papers that finds. Pure.

A watch.yml is read strictly: each error names its place and what to do. Words are matched as the phrases of themes are,
whatever their accents; authors by the whole name, as printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from daybook.errors import SettingsError
from daybook.model import Paper, Person, Watch, taxonomy
from daybook.model.ids import is_name
from daybook.text import author_names, markup
from daybook.text.vocabulary import CONTEXT, Node, split, without_accents
from daybook.text.yaml_text import check_keys, entries

NAME = "watch.yml"

_LISTS = ("words", "authors", "themes", "categories", "exclude")
_FIELDS = ("slug", "name", "note", *_LISTS)
_FORM = "write `watches:`, then `- name: ...` and `words: [...]` below it"
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def parse(text: str) -> tuple[Watch, ...]:
    """The watches in the text of a watch.yml. Raises SettingsError naming the line or watch and what to do."""
    watches: list[Watch] = []
    for number, entry in enumerate(entries(text, NAME, "watches", _FORM), 1):
        watch = _watch(entry, f"watch {number}")
        if any(watch.slug == other.slug for other in watches):
            hint = "give each watch a name, or a `slug`, of its own"
            raise _wrong(f"the address {watch.slug!r} is used twice", f"watch {number}", hint)
        watches.append(watch)
    return tuple(watches)


def _wrong(problem: str, place: str, hint: str) -> SettingsError:
    return SettingsError(problem, subject=NAME, location=place, hint=hint)


def _watch(entry: Any, place: str) -> Watch:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not entry["name"].strip():
        raise _wrong("no name", place, _FORM)
    name = " ".join(entry["name"].split())
    place = f"{place} ({name[:40]})"
    check_keys(entry, _FIELDS, NAME, place)
    lists = {key: _list(entry.get(key), f"{place}, {key}") for key in _LISTS}
    if not any(lists[key] for key in _LISTS if key != "exclude"):
        raise _wrong("it looks for nothing", place, "add `words`, `authors`, `themes` or `categories`")
    for phrase in (*lists["words"], *lists["exclude"]):
        if not all(split(without_accents(part)) for part in phrase.split(CONTEXT)):
            raise _wrong(f"{phrase!r} has no word", place, "write words, separated by commas")
    for person in lists["authors"]:
        if not author_names.fold(person):
            raise _wrong(f"{person!r} is not a name", place, "write names as papers print them")
    for code in lists["categories"]:
        if not taxonomy.is_category(code):
            raise _wrong(f"{code!r} is not an arXiv category", place, "write a code such as cs.DC")
    note = entry.get("note") or ""
    if not isinstance(note, str):
        raise _wrong("`note` is not text", place, "put it in quotation marks")
    lists["categories"] = taxonomy.canonical_all(lists["categories"])
    return Watch(slug=_slug(entry.get("slug"), name, place), name=name, note=" ".join(note.split()), **lists)


def _slug(value: Any, name: str, place: str) -> str:
    """The name of its pages: as stated, else made of its name."""
    slug = markup.slug(name) if value is None else value
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug) or not is_name(slug):
        hint = "write a `slug` of lowercase letters, digits and hyphens"
        raise _wrong(f"{str(slug)[:40]!r} cannot be used in an address", place, hint)
    return slug


def _list(value: Any, place: str) -> tuple[str, ...]:
    if value is not None and not isinstance(value, list):
        raise _wrong("must be a list", place, "write [one, another]")
    for item in value or ():
        if not isinstance(item, str) or not item.strip():
            raise _wrong(f"{item!r} is not text", place, "put what looks like a number in quotation marks")
    return tuple(dict.fromkeys(" ".join(item.split()) for item in value or ()))


def unknown_themes(watches: Iterable[Watch], known: Collection[str]) -> list[SettingsError]:
    """A fault for each theme of a watch that the archive does not have."""
    hint = "correct the slug, or remove it"
    return [
        _wrong(f"no theme {slug!r} in this archive", f"{watch.name}, themes", hint)
        for watch in watches
        for slug in watch.themes
        if slug not in known
    ]


class Matcher:
    """Finds the papers of watches; make one and use it for all papers."""

    def __init__(self, watches: Iterable[Watch], people: Iterable[Person] = ()) -> None:
        """`people`: names that are one person, any of which finds all of that person's papers."""
        self._watches = tuple(watches)
        self._root = Node()
        self._nodes: dict[str, tuple[Node, ...]] = {}
        for watch in self._watches:
            for phrase in (*watch.words, *watch.exclude):
                parts = (without_accents(part) for part in phrase.split(CONTEXT))
                self._nodes[phrase] = tuple(map(self._root.reach, parts))
        persons = [frozenset(map(author_names.fold, person.names)) for person in people]
        self._names = {watch.slug: _all_names(watch, persons) for watch in self._watches}

    def matches(self, paper: Paper, abstract: str | None) -> tuple[str, ...]:
        """The slugs of the watches that find a paper. `abstract`: as received, as far as it may be shown."""
        texts = (markup.plain(paper.title), markup.plain(abstract or ""))
        met = {node for text in texts for node in self._root.met(split(without_accents(text)))}
        names = {author_names.fold(author.name) for author in paper.authors}
        return tuple(watch.slug for watch in self._watches if self._finds(watch, paper, met, names))

    def _finds(self, watch: Watch, paper: Paper, met: set[Node], names: set[str]) -> bool:
        if self._has_any(watch.exclude, met):
            return False
        by_text = self._has_any(watch.words, met) or not names.isdisjoint(self._names[watch.slug])
        if (watch.words or watch.authors) and not by_text:
            return False
        by_theme = not watch.themes or not set(watch.themes).isdisjoint(paper.themes)
        return by_theme and (not watch.categories or not set(watch.categories).isdisjoint(paper.categories))

    def _has_any(self, phrases: Sequence[str], met: set[Node]) -> bool:
        return any(met.issuperset(self._nodes[phrase]) for phrase in phrases)


def _all_names(watch: Watch, persons: Iterable[frozenset[str]]) -> frozenset[str]:
    """The names that a watch looks for, folded, and all others of the same people."""
    own = frozenset(map(author_names.fold, watch.authors))
    return own.union(*(names for names in persons if names & own))
