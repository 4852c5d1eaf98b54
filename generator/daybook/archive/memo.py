"""What an archive knows of its papers from an earlier run: a table for each thing that is dear to make again.

There is one class, `Memo`, and a table for each set of code: a table is made anew when code that it depends on changes,
and a new template must not make 28,838 cards again. What depends on all code stands elsewhere, see `load.renewed`.

cards: the card that rules made, by the hash of a paper's words. Depends on describe/cards, describe/roles and
    text/. It is what costs most to make again.
related, packed: what a paper is compared by and its list, by its key, and the words of all papers, by month. Depend on
    describe/related and text/. Lists hang together: a run goes on from those of the last one, see describe/related.
bases: what a day's digest rests on (its papers by theme, its threads, what was withdrawn or revised), by its date; it
    stands as long as that day's words do. Depends on describe/digests, related and themes, text/, and the themes.
watched: which watches find a paper, by its key; it stands as long as what lists show of the paper. Depends on
    describe/watches, text/, watch.yml and authors.yml.
judged: what a language model's answer still shows, by the hash of it and of the papers' words. Depends on
    describe/language_model, cards, roles, verdicts and text/. Few archives have one.
rules: the text of the rules that pages were last made with, for `themes check`; under no key, as any code may ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic

from daybook.describe import themes
from daybook.errors import GeneratorError, actionable
from daybook.fold.outlines import hash_of_words
from daybook.model import Outline, Theme
from daybook.runtime import state
from daybook.runtime.state import Row

RULES = "rules"


class Memo(Generic[Row]):
    """One table: the rows that an earlier run kept, and those that this run asked for or made."""

    def __init__(self, archive: Path, table: str, key: str, row: type[Row]) -> None:
        """`key`: the hash of all that every row depends on; `row`: its type, never None."""
        self.known = state.of(archive).table(table, key, row)
        """The rows that the earlier run kept, read one by one."""
        self.used: Mapping[str, Row] = {}

    def keep(self, *, whole: bool = True) -> None:
        """Keep the rows that were used; if they are the `whole`, forget others. Only for the holder of the lock."""
        self.known.hold(self.used, whole=whole)


class Themes:
    """The themes of papers; not sought again where an earlier run found them in the same words."""

    def __init__(self, rules: Sequence[Theme], known: Mapping[str, Outline] | None = None) -> None:
        """`known`: outlines made with the same rules, by the same code."""
        self._assigner = themes.Assigner(tuple(rules)) if rules else None
        self._known = known or {}
        self.faults: list[GeneratorError] = []  # of papers that have no themes because of that

    @cached_property
    def _themes(self) -> Mapping[str, tuple[str, ...]]:
        """The themes of the earlier run, by the hash of the words they were found in."""
        return {outline.theme_hash: outline.themes for outline in self._known.values()}

    def find(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The themes of a paper, best first."""
        if self._assigner is None:
            return ()
        words = hash_of_words(title, abstract or "", *categories)
        if words in self._themes:
            return self._themes[words]
        try:
            return self._assigner.themes(title, abstract, categories)
        except Exception as error:  # of whatever kind: it costs this paper's themes only
            self.faults.append(actionable(error, f'the themes of "{title}"'))
            return ()


def built(archive: Path) -> str | None:
    """The text of the rules that pages were last made with; None where that is not known."""
    return state.of(archive).table(RULES, "", str).get("")
