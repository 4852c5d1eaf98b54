"""The archive's own cards, related papers, watches and bases of digests, made again only where papers have changed."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.archive import outlines
from generator.describe import cards, related, watches
from generator.describe.cards import overrides
from generator.describe.digests import bases
from generator.describe.memo import Memo
from generator.describe.related import NeighbourLists
from generator.errors import GeneratorError, actionable
from generator.model import Archive, Basis, Card, Earlier, Paper, Theme
from generator.runtime import parallel
from generator.runtime.cache import digest, part_digest
from generator.store.jsonl import to_json

_LOG = logging.getLogger("daybook.describe")

CARDS = "cards"
"""The table of the cards that rules made: hash of a paper's words -> the card, or none."""
RELATED = "related"
"""The table of generator.describe.related: key -> what is kept of a paper."""
PACKED = "packed"
"""And month -> the words of its papers."""
BASES = "bases"
"""The table of what digests rest on: hash of a day's words -> its basis."""
WATCHED = "watched"
"""The table of papers that watches look at: key -> the hash of what lists show of it, the watches that find it."""

CARDS_CODE = ("describe/cards", "describe/roles", "text")
RELATED_CODE = ("describe/related", "text")
BASES_CODE = ("describe/digests", "describe/related", "describe/themes", "text")
WATCHED_CODE = ("describe/watches.py", "text", "taxonomy.py", "yaml_text.py")
"""The code that each table depends on."""

Watch = Callable[[Iterable[int], str, int], Iterable[int]]
"""Shows a person how far it is: takes the counts of finished papers, what they are, and their total."""


K = TypeVar("K")
Name = tuple[str, int]
"""A paper's key and a version; 0: its title and abstract as lists show them."""


class Made(NamedTuple):
    """The cards that rules made."""

    own: Mapping[str, Card]  # key -> card, of those papers that have an abstract
    earlier: Mapping[Name, Card]  # of versions with another title or abstract


class Cards:
    """The archive's own cards; one that an earlier run made of the same words with the same code is not made again."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._memo = Memo(archive, CARDS, part_digest(root, *CARDS_CODE), tuple[Card, ...])
        self.faults: list[GeneratorError] = []  # of papers that have no card because making it failed

    def make(self, archive: Archive, watch: Watch) -> Made:
        """The cards of the archive's papers."""
        known, hashes, versions = self._memo.known, dict[Name, str](), dict[Name, int | None]()
        for key, stamp, version, earlier in _quotable(archive):
            hashes |= {(key, number): each for number, each in ((0, stamp), *(each[:2] for each in earlier)) if each}
            versions[key, 0] = version
        rows = {name: known[name] for name in hashes.values() if name in known}
        fresh = [(name, archive.papers[name[0]]) for name, stamp in hashes.items() if stamp not in known]
        _LOG.debug("cards: %s kept, %s to make", f"{len(rows):,}", f"{len(fresh):,}")
        made = parallel.watched(parallel.shared(_made, fresh), len, lambda counts: watch(counts, "cards", len(fresh)))
        for name, card in (pair for part in made for pair in part):
            if isinstance(card, GeneratorError):
                self.faults.append(card)
            else:
                rows[hashes[name]] = card
        self._memo.used = rows
        found = {name: card for name, stamp in hashes.items() for card in rows.get(stamp, ())}
        found |= {name: replace(card, version=of) for name, card in found.items() if (of := name[1] or versions[name])}
        own = {key: card for (key, number), card in found.items() if not number}
        return Made(own, {name: card for name, card in found.items() if name[1]})

    def keep(self) -> None:
        """Keep the cards for the next run. Only for the holder of the archive's lock."""
        self._memo.keep()


class Watched:
    """Which watches find which papers; a paper that stayed as it was is not looked at again, unless a watch changed."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._archive, self._root = archive, root
        self._memo: Memo[tuple[str, tuple[str, ...]]] | None = None
        self.faults: list[GeneratorError] = []  # of papers that could not be looked at

    def find(self, archive: Archive, shows: outlines.Shows) -> Mapping[str, tuple[str, ...]]:
        """key -> slugs of the watches that find it; only papers that one finds."""
        if not archive.watches:
            return {}
        key = digest(part_digest(self._root, *WATCHED_CODE), to_json((archive.watches, archive.people)))
        memo = self._memo = Memo(self._archive, WATCHED, key, tuple[str, tuple[str, ...]])
        stamps = {key: outline.listed_hash for key, outline in archive.outlines.items()}
        rows = {key: row for key, stamp in stamps.items() if (row := memo.known.get(key)) and row[0] == stamp}
        matcher = watches.Matcher(archive.watches, archive.people)

        def look(keys: Sequence[str]) -> list[tuple[str, tuple[str, ...] | GeneratorError]]:
            return [(key, _watched(matcher, archive.papers[key], shows)) for key in keys]

        for key, found in chain.from_iterable(parallel.shared(look, [key for key in stamps if key not in rows])):
            if isinstance(found, GeneratorError):
                self.faults.append(found)
            else:
                rows[key] = (stamps[key], found)
        memo.used = rows
        return {key: rows[key][1] for key in stamps if key in rows and rows[key][1]}

    def keep(self) -> None:
        """Keep what was found for the next run. Only for the holder of the archive's lock."""
        if self._memo:
            self._memo.keep()


class Bases:
    """What the days' digests rest on; only a day that is new, or whose words are others now, is read."""

    def __init__(self, archive: Path, root: Path, rules: Sequence[Theme]) -> None:
        key = digest(part_digest(root, *BASES_CODE), to_json(rules))
        self._memo = Memo(archive, BASES, key, Basis)
        self.faults: list[GeneratorError] = []  # of days that have no digest

    def make(self, archive: Archive) -> Mapping[dt.date, Basis]:
        """The basis of each day, oldest first."""
        known, rows, found = self._memo.known, dict[str, Basis](), dict[dt.date, Basis]()
        for day in archive.days:
            try:
                stamp = digest(to_json(bases.words_of(day, archive.outlines)))
                made = known.get(stamp) or bases.basis(day, archive.outlines, archive.papers)
                rows[stamp] = found[day.date] = made
            except Exception as error:  # of whatever kind: it costs this day's digest only
                self.faults.append(actionable(error, f"the digest of {day.date.isoformat()}"))
                found[day.date] = Basis({}, {})
        self._memo.used = rows
        return found

    def keep(self) -> None:
        """Keep them for the next run. Only for the holder of the archive's lock."""
        self._memo.keep()


def _watched(matcher: watches.Matcher, paper: Paper, shows: outlines.Shows) -> tuple[str, ...] | GeneratorError:
    try:
        return matcher.matches(paper, outlines.abstract(paper, shows))
    except Exception as error:  # of whatever kind: it costs the watches this paper only
        return actionable(error, f"the watches of {paper.arxiv_id or paper.key}")


def _quotable(archive: Archive) -> Iterator[tuple[str, str, int | None, tuple[Earlier, ...]]]:
    """(key, `card_hash`, `abstract_version`, `earlier`) of each paper, as its outline has them."""
    if archive.outlines:
        return ((key, o.card_hash, o.abstract_version, o.earlier) for key, o in archive.outlines.items())
    return ((key, *outlines.quotable(paper)) for key, paper in archive.papers.items())


def beside(archive: Archive, folder: Path, root: Path) -> NeighbourLists:
    """The papers beside each paper. Keeps what was compared: only for the holder of the archive's lock."""
    code = part_digest(root, *RELATED_CODE)
    memo, packed = Memo(folder, RELATED, code, related.Row), Memo(folder, PACKED, code, related.Packed)
    stamps = {key: outline.related_hash for key, outline in archive.outlines.items()}
    known = related.Table(memo.known, packed.known)
    table = related.update(stamps, lambda key: _source(archive.papers[key]), known, parallel.shared)
    memo.used, packed.used = table
    memo.keep()
    packed.keep()
    return related.neighbours(table)


def _source(paper: Paper) -> related.Source:
    return related.Source(paper.key, *outlines.comparable(paper))


def chosen(archive: Archive, made: Made, models: Mapping[Name, Card], people: str) -> Archive:
    """The archive with its own cards: a person's, else a language model's, else that which rules made.

    `models`: what language models chose or wrote. `people`: the text of cards.yml, by arXiv id or key. Raises
    SettingsError.
    """
    other = {key: card for (key, version), card in models.items() if not version}
    ids = {paper.arxiv_id: paper.key for paper in archive.papers.values() if paper.arxiv_id} if people else {}
    for name, card in overrides.parse(people).items() if people else ():
        other[archive.redirects.get(name, ids.get(name, name))] = card
    every = {**made.own, **other, **_as_made(made.own, other)}
    own = {key: every[key] for key in archive.papers if key in every}
    return replace(archive, own_cards=own, earlier_cards={**made.earlier, **_as_made(made.earlier, models)})


def _as_made(made: Mapping[K, Card], others: Mapping[K, Card]) -> dict[K, Card]:
    """The others with what the paper's own words say, the badges and the version, whoever chose or wrote."""
    both = ((name, card, made[name]) for name, card in others.items() if name in made)
    return {name: replace(card, badges=own.badges, version=own.version) for name, card, own in both}


def _made(asked: Sequence[tuple[Name, Paper]]) -> list[tuple[Name, tuple[Card, ...] | GeneratorError]]:
    """The card of each, none, or why there is none."""
    return [(name, _made_one(name[1], paper)) for name, paper in asked]


def _made_one(version: int, paper: Paper) -> tuple[Card, ...] | GeneratorError:
    said = next((each for each in paper.held if each.version == version), paper) if version else paper
    try:
        card = cards.make(said.title, said.abstract, said.comments)
    except Exception as error:  # of whatever kind: it costs this card only
        return actionable(error, f"the card of {paper.arxiv_id or paper.key}")
    return (card,) if card else ()
