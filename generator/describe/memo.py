"""The themes of papers, remembered by the hash of the words they were found in and of the rules that found them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.archive import outlines
from generator.archive.outlines import name_of_words
from generator.config import Settings
from generator.describe import themes
from generator.errors import GeneratorError, actionable
from generator.model import Outline, Theme
from generator.runtime.cache import Cache, Table, code_digest, digest
from generator.store.jsonl import to_json

TABLE = "themes"
OUTLINES = "outlines"
RULES = "rules"
"""The table that keeps the text of the rules that pages were last made with; under no key, for any code may ask."""


class ThemeMemo:
    """Finds the themes of papers; what an earlier run found in the same words by the same rules is not sought again."""

    def __init__(self, rules: Sequence[Theme], text: str, archive: Path, root: Path) -> None:
        self._assigner = themes.Assigner(tuple(rules))
        self._cache = Cache(archive)
        self._text = text
        self._key = digest(code_digest(root), text)
        self._known = self._cache.read(TABLE, self._key)
        self._used: Table = {}
        self.faults: list[GeneratorError] = []  # of papers that have no themes because finding them failed

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The themes of a paper, best first."""
        name = name_of_words(title, abstract or "", *categories)
        found = self._known.get(name)
        if found is None:
            try:
                found = list(self._assigner.themes(title, abstract, categories))
            except Exception as error:  # of whatever kind: it costs this paper's themes only
                self.faults.append(actionable(error, f'the themes of "{title}"'))
                return ()
        self._used[name] = found
        return tuple(found)

    def still(self, names: Iterable[str]) -> None:
        """Remember what was found under these names, though it is not asked for in this run."""
        self._used.update((name, self._known[name]) for name in names if name in self._known)

    def keep(self) -> None:
        """Remember what this run was asked for, and forget the rest. Only for the holder of the archive's lock."""
        if self._used != self._known:
            self._cache.write(TABLE, self._key, self._used)
        if built(self._cache) != self._text:
            self._cache.write(RULES, "", {"": [self._text]})


class OutlineMemo:
    """The outlines of papers as they were when pages were last made of these rules and settings."""

    def __init__(self, settings: Settings, text: str, archive: Path, root: Path) -> None:
        told = (settings.categories, settings.since, settings.before, sorted(settings.holidays), settings.sources)
        self._cache = Cache(archive)
        self._key = digest(code_digest(root), text, to_json(told))
        self.known = self._cache.read(OUTLINES, self._key)

    def keep(self, found: Mapping[str, Outline]) -> None:
        """Remember these. Only for the holder of the archive's lock."""
        table = outlines.table(found)
        if table != self.known:
            self._cache.write(OUTLINES, self._key, table)


def built(cache: Cache) -> str | None:
    """The text of the rules that pages were last made with; None where that is not known."""
    return next(iter(cache.read(RULES, "").get("", ())), None)
