"""What an archive knows of its papers from an earlier run: a table for each thing that is dear to make again.

A table is made anew when code that it depends on changes (the lists of names ending in _CODE), and a new template must
not make 28,838 cards again. What depends on all code stands elsewhere, see `load.renewed`.

    cards            hash of a paper's words -> the card that rules made, or none: what costs most to make again
    related, packed  key -> what a paper is compared by and its list; month -> the words of its papers
    bases            date -> the hash of the day's words, and what its digest rests on
    watched          key -> the hash of what lists show of the paper, and the watches that find it
    judged           hash of a language model's answer and of its papers' words -> what of it is shown
    rules            the text of the rules that pages were last made with, for `themes check`; any code may ask
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from daybook.describe import cards, digests, language_model, related, themes, watches
from daybook.describe.language_model import Case, Shown, _judged, _named
from daybook.describe.related import NeighbourLists
from daybook.errors import GeneratorError, actionable
from daybook.fold import outlines
from daybook.fold.outlines import hash_of_words
from daybook.model import Archive, Basis, Card, Digest, Earlier, Outline, Paper, Theme, Thread, ids
from daybook.model.archive import DayAnswer, PaperAnswer, hashed
from daybook.model.jsonl import to_json
from daybook.runtime import parallel, state
from daybook.runtime.files import digest, part_digest
from daybook.runtime.state import Kept, Row

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


JUDGED_CODE = ("describe/language_model.py", "describe/cards.py", "describe/roles.py", "describe/weights.json", "text")
"""The code that the table of what is shown depends on."""


class Verdicts:
    """What an archive shows of its answers; what an earlier run found of the same words is not sought again."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._memo = Memo(archive, "judged", part_digest(root, *JUDGED_CODE), Shown)
        self._memo.used = self._used = dict[str, Shown]()

    def cards(self, archive: Archive, found: Iterable[PaperAnswer]) -> dict[tuple[str, int], Card]:
        """(key, version) -> card, of the texts whose sentences a model chose; version 0: a paper as lists show it."""
        lines = sorted(found, key=lambda line: line.written)  # the last choice stands
        known = {line.text: line for line in lines if line.result or line.what}
        cases: dict[tuple[str, int], Case] = {}
        for key, paper in archive.papers.items() if known else ():
            texts = [(0, hashed(paper.title, paper.abstract))]
            texts += [(each.version, hashed(each.title, each.abstract)) for each in paper.editions]
            cases |= {(key, version): (known[text], [paper]) for version, text in texts if text in known}
        shown = zip(cases, self._shown([*cases.values()]), strict=True)
        return {name: each.card for name, each in shown if each.card}

    def days(self, archive: Archive, found: Iterable[DayAnswer]) -> Archive:
        """The archive with the threads that a model found and the digests that one wrote, each as answered last."""
        lines = sorted((line for line in found if line.threads or line.sentences), key=lambda line: line.written)
        shown = self._shown([(line, [*_named(line, archive.papers)]) for line in lines])
        threads, digests = dict[dt.date, tuple[Thread, ...]](), dict[dt.date, Digest]()
        for line, each in zip(lines, shown, strict=True):
            threads |= {line.day: each.threads} if each.threads else {}
            digests |= {line.day: Digest(paragraphs=(each.editorial,), by=line.model)} if each.editorial else {}
        return replace(archive, threads=threads, digests=digests)

    def keep(self) -> None:
        """Keep what was found for the next run. Only for the holder of the archive's lock."""
        self._memo.keep()

    def _shown(self, cases: Sequence[Case]) -> list[Shown]:
        """What is left of each, by the hash of the answer and of all words of its papers."""
        texts = [
            [text for paper in papers for text in (paper.key, *language_model.words_of(paper))] for _, papers in cases
        ]
        names = [digest(to_json(line), *words) for (line, _), words in zip(cases, texts, strict=True)]
        self._used |= {name: self._memo.known[name] for name in names if name in self._memo.known}
        fresh = {name: case for name, case in zip(names, cases, strict=True) if name not in self._used}
        self._used |= zip(fresh, chain.from_iterable(parallel.shared(_judged, [*fresh.values()])), strict=True)
        return [self._used[name] for name in names]


_LOG = logging.getLogger("daybook.describe")

CARDS = "cards"
"""The table of the cards that rules made: hash of a paper's words -> the card, or none."""
RELATED = "related"
"""The table of daybook.describe.related: key -> what is kept of a paper."""
PACKED = "packed"
"""And month -> the words of its papers."""
BASES = "bases"
"""The table of what digests rest on: date -> the hash of the day's words, and its basis."""
WATCHED = "watched"
"""The table of papers that watches look at: key -> the hash of what lists show of it, the watches that find it."""

CARDS_CODE = ("describe/cards.py", "describe/roles.py", "describe/weights.json", "text")
RELATED_CODE = ("describe/related.py", "describe/signatures.py", "text")
BASES_CODE = ("describe/digests.py", "describe/related.py", "describe/signatures.py", "describe/themes", "text")
WATCHED_CODE = ("describe/watches.py", "text", "model/taxonomy.py", "text/yaml_text.py")
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
        self._made: dict[str, tuple[Card, ...]] = {}
        self._used: Collection[str] | None = ()
        self.faults: list[GeneratorError] = []  # of papers that have no card because making it failed

    def make(self, archive: Archive, watch: Watch) -> Made:
        """The cards of the archive's papers."""
        hashes, versions = dict[Name, str](), dict[Name, int | None]()
        for key, stamp, version, earlier in _quotable(archive):
            hashes |= {(key, number): each for number, each in ((0, stamp), *(each[:2] for each in earlier)) if each}
            versions[key, 0] = version
        rows = self._memo.known.some(hashes.values())
        fresh = [name for name, stamp in hashes.items() if stamp not in rows]
        _LOG.debug("cards: %s kept, %s to make", f"{len(rows):,}", f"{len(fresh):,}")
        made = parallel.watched(
            parallel.shared(partial(_made, archive.papers), fresh),
            len,
            lambda counts: watch(counts, "cards", len(fresh)),
        )
        for name, card in (pair for part in made for pair in part):
            if isinstance(card, GeneratorError):
                self.faults.append(card)
            else:
                rows[hashes[name]] = card
        self._made = {hashes[name]: rows[hashes[name]] for name in fresh if hashes[name] in rows}
        self._used = None if archive.touched else frozenset(rows)
        found = {name: card for name, stamp in hashes.items() for card in rows.get(stamp, ())}
        found |= {name: replace(card, version=of) for name, card in found.items() if (of := name[1] or versions[name])}
        own = {key: card for (key, number), card in found.items() if not number}
        others = {name: card for name, card in found.items() if name[1]}
        if archive.touched is None:
            return Made(own, others)
        untouched, kept = archive.outlines.keys() - archive.touched.keys, self._memo.known

        def card_of(name: Name, stamp: str, version: int | None) -> Card | None:
            card = next(iter(kept.get(stamp, ())), None) if name[0] in untouched else None
            return replace(card, version=version) if card and version else card

        def own_of(key: str) -> Card | None:
            outline = archive.outlines.get(key)
            return card_of((key, 0), outline.card_hash, outline.abstract_version) if outline else None

        def earlier_of(name: Name) -> Card | None:
            outline = archive.outlines.get(name[0])
            return (
                card_of(name, {each.version: each.card_hash for each in outline.earlier}.get(name[1], ""), name[1])
                if outline
                else None
            )

        return Made(
            Kept(own, lambda: untouched, own_of),
            Kept(
                others,
                lambda: ((k, each.version) for k in untouched for each in archive.outlines[k].earlier),
                earlier_of,
            ),
        )

    def keep(self) -> None:
        """Keep the cards for the next run. Only for the holder of the archive's lock."""
        self._memo.known.put(self._made.items())
        if self._used is not None:
            self._memo.known.remove([name for name in self._memo.known if name not in self._used])


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
        self._table = state.of(archive).grouped(BASES, key, tuple[str, Basis])
        self._used: Mapping[str, tuple[str, Basis]] = {}
        self.faults: list[GeneratorError] = []  # of days that have no digest
        self.changed: set[dt.date] = set()  # days whose basis was made anew
        self._whole = True

    def make(self, archive: Archive) -> Mapping[dt.date, Basis]:
        """The basis of each day, oldest first."""
        touched = archive.touched
        known, rows, found = self._table.all(), dict[str, tuple[str, Basis]](), dict[dt.date, Basis]()
        for day in archive.days:
            name = day.date.isoformat()
            row = known.get(name)
            try:
                if row is None or not touched or day.date in touched.dates:
                    stamp = digest(to_json(digests.words_of(day, archive.outlines)))
                    if row is None or row[0] != stamp:
                        row = stamp, digests.basis(day, archive.outlines, archive.papers)
                    if name not in known or known[name] != row:
                        self.changed.add(day.date)
                rows[name] = row
                found[day.date] = row[1]
            except Exception as error:  # of whatever kind: it costs this day's digest only
                self.faults.append(actionable(error, f"the digest of {name}"))
                found[day.date] = Basis({}, {})
        self._used = (
            {name: rows[name] for day in self.changed if (name := day.isoformat()) in rows} if touched else rows
        )
        self._whole = not touched
        return found

    def keep(self) -> None:
        """Keep them for the next run. Only for the holder of the archive's lock."""
        self._table.hold(self._used, whole=self._whole)


def _watched(matcher: watches.Matcher, paper: Paper, shows: outlines.Shows) -> tuple[str, ...] | GeneratorError:
    try:
        return matcher.matches(paper, outlines.abstract(paper, shows))
    except Exception as error:  # of whatever kind: it costs the watches this paper only
        return actionable(error, f"the watches of {paper.arxiv_id or paper.key}")


def _quotable(archive: Archive) -> Iterator[tuple[str, str, int | None, tuple[Earlier, ...]]]:
    """(key, `card_hash`, `abstract_version`, `earlier`) of each paper, as its outline has them."""
    if archive.outlines:
        known = archive.outlines
        keys = known.keys() & archive.touched.keys if archive.touched else known
        return ((o.key, o.card_hash, o.abstract_version, o.earlier) for o in map(known.__getitem__, sorted(keys)))
    return ((key, *outlines.quotable(paper)) for key, paper in archive.papers.items())


class Beside(NamedTuple):
    """The papers beside each paper, and what is to be kept of that."""

    lists: NeighbourLists
    changed: frozenset[str]
    """The papers (keys) of which they are others now."""
    table: related.Table
    """What was compared: all of it where it is the `whole`, else what is new."""
    whole: bool


def beside(archive: Archive, folder: Path, root: Path) -> Beside:
    """The papers beside each paper."""
    rows, packed = _compared(folder, root)
    known = related.Table(rows.all(), packed.all())
    stamps = {key: outline.related_hash for key, outline in archive.outlines.items()}
    table = related.update(stamps, lambda key: _source(archive.papers[key]), known, parallel.shared)
    fresh = {key: row for key, row in table.rows.items() if known.rows.get(key) != row}
    changed = (key for key, row in fresh.items() if key not in known.rows or known.rows[key].listed != row.listed)
    whole = not known.rows.keys() <= table.rows.keys()
    months = {month: words for month, words in table.packed.items() if known.packed.get(month) != words}
    kept = table if whole else related.Table(fresh, months)
    return Beside(related.neighbours(table), frozenset(changed), kept, whole)


def keep_beside(found: Beside, folder: Path, root: Path) -> None:
    """Keep what was compared for the next run. Only for the holder of the archive's lock."""
    rows, packed = _compared(folder, root)
    packed.hold(found.table.packed, whole=found.whole)
    rows.hold(found.table.rows, whole=found.whole)  # last: what it does not know of is packed again


def _compared(folder: Path, root: Path) -> tuple[state.Grouped[related.Row], state.Table[related.Packed]]:
    kept, code = state.of(folder), part_digest(root, *RELATED_CODE)
    return kept.grouped(RELATED, code, related.Row), kept.table(PACKED, code, related.Packed)


def _source(paper: Paper) -> related.Source:
    return related.Source(paper.key, *outlines.comparable(paper))


def chosen(archive: Archive, made: Made, models: Mapping[Name, Card], people: str) -> Archive:
    """The archive with its own cards: a person's, else a language model's, else that which rules made.

    `models`: what language models chose or wrote. `people`: the text of cards.yml, by arXiv id or key. Raises
    SettingsError.
    """
    other = {key: card for (key, version), card in models.items() if not version}
    for name, card in cards.parse(people).items() if people else ():
        key = ids.key(name) if ids.is_valid(name) else name
        key = key if key in archive.papers else archive.redirects.get(key, key)
        if key in archive.papers:
            other[key] = card
    own = {**other, **_as_made(made.own, other)}
    earlier = _as_made(made.earlier, models)
    return replace(
        archive,
        own_cards=Kept(own, lambda: made.own, made.own.get) if own else made.own,
        earlier_cards=Kept(earlier, lambda: made.earlier, made.earlier.get) if earlier else made.earlier,
    )


def _as_made(made: Mapping[K, Card], others: Mapping[K, Card]) -> dict[K, Card]:
    """The others with what the paper's own words say, the badges and the version, whoever chose or wrote."""
    both = ((name, card, made[name]) for name, card in others.items() if name in made)
    return {name: replace(card, badges=own.badges, version=own.version) for name, card, own in both}


def _made(papers: Mapping[str, Paper], names: Sequence[Name]) -> list[tuple[Name, tuple[Card, ...] | GeneratorError]]:
    """The card of each, none, or why there is none."""
    words = [_words(version, papers[key]) for key, version in names]
    try:
        made: list[Card | GeneratorError | None] = [*cards.make(words)]
    except Exception:  # of whatever kind: it costs the card only that it is of
        made = [_made_one(papers[key], each) for (key, _), each in zip(names, words, strict=True)]
    return [
        (name, card if isinstance(card, GeneratorError) else (card,) if card else ())
        for name, card in zip(names, made, strict=True)
    ]


def _words(version: int, paper: Paper) -> cards.Words:
    said = next((each for each in paper.held if each.version == version), paper) if version else paper
    return cards.Words(said.title, said.abstract, said.comments)


def _made_one(paper: Paper, words: cards.Words) -> Card | GeneratorError | None:
    try:
        return cards.make([words])[0]
    except Exception as error:  # of whatever kind
        return actionable(error, f"the card of {paper.arxiv_id or paper.key}")
