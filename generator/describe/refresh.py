"""The archive described: what it says of its papers itself, found anew only where the papers' words have changed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.archive import outlines
from generator.describe import cards, related
from generator.describe.cards import overrides
from generator.describe.related import Neighbours, Profile
from generator.errors import GeneratorError, actionable
from generator.model import OWN, Archive, Badge, Card, Paper
from generator.runtime import parallel
from generator.runtime.cache import Cache, Table, part_digest

CARDS = "cards"
"""The table of the cards that rules made: hash of a paper's words -> the card as texts; empty: there is none."""
RELATED = "related"
"""The table of generator.describe.related."""

MANY = 10_000
"""To compare so many papers with each other takes half as much memory as all else of them."""
CARDS_CODE = ("describe/cards", "text")
RELATED_CODE = ("describe/related", "text")
"""The code that each table depends on."""

Watch = Callable[[Iterable[int], str, int], Iterable[int]]
"""Shows a person how far it is: takes the counts of finished papers, what they are, and their total."""


class Cards:
    """The archive's own cards; one that an earlier run made of the same words by the same rules is not made again."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._cache = Cache(folder)
        self._key = part_digest(root, *CARDS_CODE)
        self._known = self._cache.read(CARDS, self._key)
        self._used: Table = {}
        self.faults: list[GeneratorError] = []  # of papers that have no card because making it failed

    def make(self, archive: Archive, watch: Watch) -> Mapping[str, Card]:
        """key -> card, of those papers that have an abstract."""
        names = {key: name for key, name in _names(archive) if name}
        self._used = {name: self._known[name] for name in names.values() if name in self._known}
        fresh = [archive.papers[key] for key, name in names.items() if name not in self._known]
        made = parallel.watched(parallel.shared(_made, fresh), len, lambda counts: watch(counts, "cards", len(fresh)))
        for key, card in (pair for part in made for pair in part):
            if isinstance(card, GeneratorError):
                self.faults.append(card)
            else:
                self._used[names[key]] = card
        return {key: _card(self._used[name]) for key, name in names.items() if self._used.get(name)}

    def keep(self) -> None:
        """Remember what this run was asked for, and forget the rest. Only for the holder of the archive's lock."""
        if self._used.keys() != self._known.keys():
            self._cache.write(CARDS, self._key, self._used)


def _names(archive: Archive) -> Iterator[tuple[str, str]]:
    """(key, hash of what its card is made of) of each paper; that is empty where there is no abstract."""
    if archive.outlines:
        return ((key, outline.told) for key, outline in archive.outlines.items())
    return ((key, outlines.told(paper)) for key, paper in archive.papers.items())


def beside(archive: Archive, folder: Path, root: Path) -> Neighbours:
    """The papers beside each paper. Keeps what it found for the next run: only for the holder of the archive's lock."""
    cache, key = Cache(folder), part_digest(root, *RELATED_CODE)
    known = cache.read(RELATED, key)
    stamps = {key: outline.kin for key, outline in archive.outlines.items()}
    profiles = related.profiles(stamps, lambda key: _source(archive.papers[key]), known, parallel.shared)
    if known or len(stamps) < MANY:
        table = related.compare(stamps, profiles, known, parallel.shared)
        if table != known:
            cache.write(RELATED, key, table)
        return related.neighbours(table)
    parallel.apart(_compare_all, folder, key, stamps, profiles)
    return related.neighbours(cache.read(RELATED, key))


def _compare_all(folder: Path, key: str, stamps: Mapping[str, str], profiles: Mapping[str, Profile]) -> None:
    gc.disable()
    Cache(folder).write(RELATED, key, related.compare(stamps, profiles, {}, parallel.shared))


def _source(paper: Paper) -> related.Source:
    names = [author.name for author in paper.authors]
    return related.Source(paper.key, outlines.order(paper), paper.title, paper.abstract, names)


def chosen(archive: Archive, made: Mapping[str, Card], models: Mapping[str, Card], people: str) -> Archive:
    """The archive with its own cards: a person's, else a language model's, else that which rules made (`made`, by key).

    `models`: what language models wrote, by key. `people`: the text of cards.yml, by arXiv id or key. Raises
    SettingsError.
    """
    by_key: dict[str, Card] = {}
    ids = {paper.arxiv_id: paper.key for paper in archive.papers.values() if paper.arxiv_id} if people else {}
    for name, card in overrides.parse(people).items() if people else ():
        by_key[archive.redirects.get(name, ids.get(name, name))] = card
    # A model and a person write words; what the paper's own say, its badges, stays.
    own = {**made, **{key: _with_evidence(card, made.get(key)) for key, card in {**models, **by_key}.items()}}
    return replace(archive, own_cards={key: own[key] for key in archive.papers if key in own})


def _with_evidence(card: Card, made: Card | None) -> Card:
    if made is None:
        return card
    return replace(card, badges=made.badges, figures=card.figures or made.figures)


def _made(papers: Sequence[Paper]) -> list[tuple[str, list[str] | GeneratorError]]:
    """(key, card as texts, or why there is none) of some papers."""
    return [(paper.key, _made_one(paper)) for paper in papers]


def _made_one(paper: Paper) -> list[str] | GeneratorError:
    try:
        return _texts(cards.make(paper.title, paper.abstract, paper.comments))
    except Exception as error:  # of whatever kind: it costs this paper's card only
        return actionable(error, f"the card of {paper.arxiv_id or paper.key}")


def _texts(card: Card | None) -> list[str]:
    if card is None:
        return []
    badges = [text for badge in card.badges for text in (badge.name, badge.words)]
    return [card.headline, card.gist or "", str(len(card.figures)), *card.figures, *badges]


def _card(texts: Sequence[str]) -> Card:
    after = 3 + int(texts[2])
    pairs = zip(texts[after::2], texts[after + 1 :: 2], strict=True)
    return Card(
        source=OWN,
        headline=texts[0],
        gist=texts[1] or None,
        figures=tuple(texts[3:after]),
        badges=tuple(Badge(name=name, words=words) for name, words in pairs),
    )
