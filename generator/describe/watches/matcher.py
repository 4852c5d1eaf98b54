"""Which watches find a paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.model import Paper, Person, Watch
from generator.text import author_names, markup
from generator.text.phrases import CONTEXT, Node
from generator.text.tokens import split, without_accents


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
