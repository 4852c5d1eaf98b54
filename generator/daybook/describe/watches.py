"""Watches: what the archive's owner looks out for, and which papers that finds. Pure.

A watch.yml is read strictly: each error names its place and what to do. Words are matched as the phrases of themes are,
whatever their accents; authors by the whole name, as printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from daybook.errors import SettingsError, in_file
from daybook.model import Paper, Person, Watch, arxiv
from daybook.model.ids import is_name
from daybook.text import author_names, markup
from daybook.text.vocabulary import CONTEXT, Node, split, without_accents
from daybook.text.yaml_text import Text, entries

NAME = "watch.yml"
_wrong = in_file(NAME)

_MENDS = {"": "write `watches:`, then `- name: ...` and `words: [...]` below it"}
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _WrittenWatch:
    """A watch as its owner writes it."""

    name: Text
    slug: str = ""  # empty: made of the name
    note: str = ""
    words: tuple[Text, ...] = ()
    authors: tuple[Text, ...] = ()
    themes: tuple[Text, ...] = ()
    categories: tuple[Text, ...] = ()
    exclude: tuple[Text, ...] = ()


def parse(text: str) -> tuple[Watch, ...]:
    """The watches in the text of a watch.yml. Raises SettingsError naming the line or watch and what to do."""
    watches: dict[str, Watch] = {}
    for place, entry in entries(text, NAME, "watches", _WrittenWatch, _MENDS, "watch"):
        watch = _watch(entry, place)
        if watches.setdefault(watch.slug, watch) is not watch:
            hint = "give each watch a name, or a `slug`, of its own"
            raise _wrong(f"the address {watch.slug!r} is used twice", place, hint)
    return tuple(watches.values())


def _watch(entry: _WrittenWatch, place: str) -> Watch:
    words, authors, themes, exclude = map(_lines, (entry.words, entry.authors, entry.themes, entry.exclude))
    if not (words or authors or themes or entry.categories):
        raise _wrong("it looks for nothing", place, "add `words`, `authors`, `themes` or `categories`")
    for phrase in (*words, *exclude):
        if not all(split(without_accents(part)) for part in phrase.split(CONTEXT)):
            raise _wrong(f"{phrase!r} has no word", place, "write words, separated by commas")
    for person in authors:
        if not author_names.fold(person):
            raise _wrong(f"{person!r} is not a name", place, "write names as papers print them")
    for code in entry.categories:
        if not arxiv.is_category(code):
            raise _wrong(f"{code!r} is not an arXiv category", place, "write a code such as cs.DC")
    (name,) = _lines([entry.name])
    slug = entry.slug or markup.slug(name)
    if not _SLUG.fullmatch(slug) or not is_name(slug):
        hint = "write a `slug` of lowercase letters, digits and hyphens"
        raise _wrong(f"{slug[:40]!r} cannot be used in an address", place, hint)
    return Watch(
        slug=slug, name=name, note=" ".join(entry.note.split()), words=words, authors=authors, themes=themes,
        categories=arxiv.canonical_all(entry.categories), exclude=exclude,
    )  # fmt: skip


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts with single blanks, each once."""
    return tuple(dict.fromkeys(" ".join(text.split()) for text in texts))


def unknown_themes(watches: Iterable[Watch], known: Collection[str]) -> list[SettingsError]:
    """A fault for each theme of a watch that the archive does not have."""
    hint = "correct the slug, or remove it"
    unknown = ((watch, slug) for watch in watches for slug in watch.themes if slug not in known)
    return [_wrong(f"no theme {slug!r} in this archive", f"{watch.name}, themes", hint) for watch, slug in unknown]


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
        self._names: dict[str, frozenset[str]] = {}  # that a watch looks for, and all others of the same people
        for watch in self._watches:
            own = frozenset(map(author_names.fold, watch.authors))
            self._names[watch.slug] = own.union(*(names for names in persons if names & own))

    def matches(self, paper: Paper, abstract: str | None) -> tuple[str, ...]:
        """The slugs of the watches that find a paper. `abstract`: as received, as far as it may be shown."""
        texts = (markup.plain(paper.title), markup.plain(abstract or ""))
        met = {node for text in texts for node in self._root.met(split(without_accents(text)))}
        names = {author_names.fold(author.name) for author in paper.authors}

        def has_any(phrases: Sequence[str]) -> bool:
            return any(met.issuperset(self._nodes[phrase]) for phrase in phrases)

        def finds(watch: Watch) -> bool:
            by_text = has_any(watch.words) or not names.isdisjoint(self._names[watch.slug])
            if has_any(watch.exclude) or ((watch.words or watch.authors) and not by_text):
                return False
            by_theme = not watch.themes or not set(watch.themes).isdisjoint(paper.themes)
            return by_theme and (not watch.categories or not set(watch.categories).isdisjoint(paper.categories))

        return tuple(watch.slug for watch in self._watches if finds(watch))
