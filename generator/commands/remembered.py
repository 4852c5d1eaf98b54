"""The themes of papers, remembered by the hash of the words they were found in and of the rules that found them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator import themes
from generator.cache import Cache, Table, code_digest, digest, name_of
from generator.model import Theme

TABLE = "themes"
RULES = "rules"
"""The table that keeps the text of the rules that pages were last made with; under no key, for any code may ask."""


class RememberedThemes:
    """Finds the themes of papers; what an earlier run found in the same words by the same rules is not sought again."""

    def __init__(self, rules: Sequence[Theme], text: str, folder: Path, root: Path) -> None:
        self._assigner = themes.Assigner(tuple(rules))
        self._cache = Cache(folder)
        self._text = text
        self._key = digest(code_digest(root), text)
        self._known = self._cache.read(TABLE, self._key)
        self._used: Table = {}

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The themes of a paper, best first."""
        name = name_of(title, abstract or "", *categories)
        found = self._known.get(name)
        if found is None:
            found = list(self._assigner.themes(title, abstract, categories))
        self._used[name] = found
        return tuple(found)

    def keep(self) -> None:
        """Remember what this run was asked for, and forget the rest. Only for the holder of the archive's lock."""
        if self._used != self._known:
            self._cache.write(TABLE, self._key, self._used)
        if built(self._cache) != self._text:
            self._cache.write(RULES, "", {"": [self._text]})


def built(cache: Cache) -> str | None:
    """The text of the rules that pages were last made with; None where that is not known."""
    return next(iter(cache.read(RULES, "").get("", ())), None)
