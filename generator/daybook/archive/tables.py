"""What an archive knows of its papers from an earlier run: a table for each thing that is dear to make again.

A table is made anew when code that it depends on changes (CODE), and a new template must not make 28,838 cards again.
What depends on all code stands elsewhere, see `load.renewed`.

    cards            hash of a paper's words -> the card that rules made, or none: what costs most to make again
    watched          hash of what lists show of a paper -> the watches that find it
    judged           hash of a language model's answer and of its papers' words -> what of it is shown
    bases            date -> the hash of the day's words, and what its digest rests on
    related, packed  key -> what a paper is compared by and its list; month -> the words of its papers
    rules            the text of the rules that pages were last made with, for `themes check`; any code may ask

Whatever fails in making a row costs only that row: it is told of, and made again the next time.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from daybook.archive.folder import ArchiveFolder
from daybook.describe import cards, digests, language_model, related, themes, watches
from daybook.describe.language_model import Case, Shown
from daybook.errors import GeneratorError, actionable
from daybook.fold import outlines
from daybook.model import Archive, Basis, Card, Day, Digest, Mention, Outline, Paper, Theme, Thread, ids
from daybook.model.archive import DayAnswer, PaperAnswer, hashed
from daybook.model.jsonl import to_json
from daybook.runtime import parallel, state
from daybook.runtime.files import ROOT, digest, part_digest
from daybook.runtime.state import Kept, Row, Table

RULES = "rules"
CODE: Mapping[str, tuple[str, ...]] = {
    "cards": ("describe/cards.py", "describe/roles.py", "describe/weights.json", "text"),
    "watched": ("describe/watches.py", "text"),
    "judged": ("describe/language_model.py", "describe/cards.py", "describe/roles.py", "describe/weights.json", "text"),
    "bases": ("describe/digests.py", "describe/related.py", "describe/signatures.py", "describe/themes", "text"),
    "related": ("describe/related.py", "describe/signatures.py", "text"),
}
"""The code that each table depends on, besides the types of model/."""

_LOG = logging.getLogger("daybook.describe")
T = TypeVar("T")
R = TypeVar("R")
Name = tuple[str, int]
"""A paper's key and a version; 0: its title and abstract as lists show them."""


def _tried(what: str, make: Callable[[T], R], of: T) -> R | GeneratorError:
    try:
        return make(of)
    except Exception as error:  # of whatever kind: it costs only what it is of
        return actionable(error, what)


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


class Made(Memo[Row]):
    """A table whose rows are named by the hash of what each is made of: what an earlier run made is not made again."""

    def __init__(self, home: ArchiveFolder, table: str, row: type[Row], beside: object = None) -> None:
        """`beside`: what rows depend on besides code and what they are named by."""
        code = part_digest(ROOT, *CODE[table])
        super().__init__(home.folder, table, digest(code, to_json(beside)) if beside else code, row)
        self._home, self._table, self._fresh = home, table, dict[str, Row]()
        self.faults: list[GeneratorError] = []  # why there is no row of some

    def rows(self, items: Mapping[str, T], make: Callable[[Sequence[T]], Sequence[Row | GeneratorError]]) -> None:
        """Have a row in `used` for each of these items, by name; `make` makes those that lack, in all processes."""
        rows = self.known.some(items)
        lacking = {name: item for name, item in items.items() if name not in rows}
        _LOG.debug("%s: %s kept, %s to make", self._table, f"{len(rows):,}", f"{len(lacking):,}")
        parts: Iterable[Sequence[Row | GeneratorError]] = parallel.shared(make, [*lacking.values()])
        if self._table == "cards":  # what people wait for
            parts = parallel.watched(parts, len, lambda counts: self._home.steps(counts, "cards", len(lacking)))
        for name, row in zip(lacking, chain.from_iterable(parts), strict=True):
            if isinstance(row, GeneratorError):
                self.faults.append(row)
            else:
                self._fresh[name] = row
        self.used = {**self.used, **rows, **self._fresh}

    def keep(self, *, whole: bool = True) -> None:
        self.known.put(self._fresh.items())
        if whole and (gone := [name for name in self.known if name not in self.used]):
            self.known.remove(gone)


class _Text(NamedTuple):
    """What has a card: a paper, or one of its versions that had another title or abstract."""

    name: Name
    hashed: str  # its words; empty: it has no abstract
    version: int | None  # which the card tells

    def card(self, rows: Mapping[str, tuple[Card, ...]] | Table[tuple[Card, ...]]) -> Card | None:
        card = next(iter(rows.get(self.hashed) or ()), None)
        return replace(card, version=self.version) if card and self.version else card


class Cards(Made[tuple[Card, ...]]):
    """The archive's own cards, of papers and of those of their versions that had another title or abstract."""

    def __init__(self, home: ArchiveFolder) -> None:
        super().__init__(home, "cards", tuple[Card, ...])

    def find(self, archive: Archive) -> Mapping[Name, Card]:
        """The cards that rules made of the archive's papers, of those that have an abstract."""
        known, touched = archive.outlines, archive.touched

        def texts(key: str) -> list[_Text]:
            own = (o := known.get(key)) and (o.card_hash, o.abstract_version, o.earlier)
            stamp, version, earlier = own or outlines.quotable(archive.papers[key])
            told = _Text((key, 0), stamp, version), *(_Text((key, o.version), o.card_hash, o.version) for o in earlier)
            return [text for text in told if text.hashed]

        keys = sorted(known.keys() & touched.keys) if touched else known or archive.papers
        asked = [text for key in keys for text in texts(key)]
        self.rows({text.hashed: text.name for text in asked}, partial(_cards, archive.papers))
        found = {text.name: card for text in asked if (card := text.card(self.used))}
        if not touched:
            return found
        untouched = known.keys() - touched.keys

        def kept(name: Name) -> Card | None:
            own = texts(name[0]) if name[0] in untouched else ()
            return next((text.card(self.known) for text in own if text.name == name), None)

        return Kept(found, lambda: (text.name for key in untouched for text in texts(key)), kept)


def _cards(papers: Mapping[str, Paper], names: Sequence[Name]) -> list[tuple[Card, ...] | GeneratorError]:
    """The card of each, none, or why there is none."""
    words = list[cards.Words]()
    for key, version in names:
        said = next((each for each in papers[key].held if each.version == version), papers[key])
        words.append(cards.Words(said.title, said.abstract, said.comments))
    together = _tried("the cards", cards.make, words)  # many take less time
    if not isinstance(together, GeneratorError):
        return [(card,) if card else () for card in together]
    subjects = [f"the card of {papers[key].arxiv_id or key}" for key, _ in names]
    alone = [_tried(what, cards.make, [said]) for what, said in zip(subjects, words, strict=True)]
    return [each if isinstance(each, GeneratorError) else tuple(filter(None, each)) for each in alone]


def chosen(archive: Archive, made: Mapping[Name, Card], models: Mapping[Name, Card], people: str) -> Archive:
    """The archive with its own cards: a person's, else a language model's, else that which rules `made`.

    `models`: what language models chose or wrote. `people`: the text of cards.yml, by arXiv id or key. Raises
    SettingsError.
    """
    told = dict(models)
    for name, card in cards.parse(people).items() if people else ():
        key = ids.key(name) if ids.is_valid(name) else name
        key = key if key in archive.papers else archive.redirects.get(key, key)
        if key in archive.papers:
            told[key, 0] = card
    for each in [*told]:  # what the paper's own words say stays, whoever chose or wrote: its badges and version
        if by_rules := made.get(each):
            told[each] = replace(told[each], badges=by_rules.badges, version=by_rules.version)
        elif each[1]:
            del told[each]
    own = {key: card for (key, version), card in told.items() if not version}
    earlier = {each: card for each, card in told.items() if each[1]}
    return replace(
        archive,
        own_cards=Kept(own, lambda: (key for key, version in made if not version), lambda key: made.get((key, 0))),
        earlier_cards=Kept(earlier, lambda: (each for each in made if each[1]), made.get),
    )


class Watched(Made[tuple[str, ...]]):
    """Which watches find which papers; a paper that stayed as it was is not looked at again, unless a watch changed."""

    def __init__(self, home: ArchiveFolder, archive: Archive) -> None:
        super().__init__(home, "watched", tuple[str, ...], (archive.watches, archive.people))

    def find(self, archive: Archive, shows: outlines.Shows) -> Mapping[str, tuple[str, ...]]:
        """key -> slugs of the watches that find it; only papers that one finds."""
        matcher = watches.Matcher(archive.watches, archive.people)

        def matches(paper: Paper) -> tuple[str, ...]:
            return matcher.matches(paper, outlines.abstract(paper, shows))

        def look(keys: Sequence[str]) -> list[tuple[str, ...] | GeneratorError]:
            papers = (archive.papers[key] for key in keys)
            return [_tried(f"the watches of {paper.arxiv_id or paper.key}", matches, paper) for paper in papers]

        if archive.watches:
            self.rows({outline.listed_hash: key for key, outline in archive.outlines.items()}, look)
        found = ((key, self.used.get(outline.listed_hash, ())) for key, outline in archive.outlines.items())
        return {key: slugs for key, slugs in found if slugs}


class Verdicts(Made[Shown]):
    """What language models chose and wrote, as pages show it: looked up in the papers, whatever the log says."""

    def __init__(self, home: ArchiveFolder) -> None:
        super().__init__(home, "judged", Shown)

    def cards(self, archive: Archive, found: Iterable[PaperAnswer]) -> dict[Name, Card]:
        """The cards of the texts whose sentences a model chose."""
        lines = sorted(found, key=lambda line: line.written)  # the last choice stands
        known = {line.text: line for line in lines if line.result or line.what}
        cases = dict[Name, Case]()
        for key, paper in archive.papers.items() if known else ():
            texts = [(0, hashed(paper.title, paper.abstract))]
            texts += [(each.version, hashed(each.title, each.abstract)) for each in paper.editions]
            cases |= {(key, version): (known[text], [paper]) for version, text in texts if text in known}
        shown = zip(cases, self._shown([*cases.values()]), strict=True)
        return {name: each.card for name, each in shown if each.card}

    def days(self, archive: Archive, found: Iterable[DayAnswer]) -> Archive:
        """The archive with the threads that a model found and the digests that one wrote, each as answered last."""
        lines = sorted((line for line in found if line.threads or line.sentences), key=lambda line: line.written)
        threads, written, cases = dict[dt.date, tuple[Thread, ...]](), dict[dt.date, Digest](), list[Case]()
        for line in lines:
            keys = {key for thread in line.threads for key in thread.papers}
            keys |= {part.key for said in line.sentences for part in said if isinstance(part, Mention)}
            cases.append((line, [archive.papers[key] for key in sorted(keys & archive.papers.keys())]))
        for line, each in zip(lines, self._shown(cases), strict=True):
            threads |= {line.day: each.threads} if each.threads else {}
            written |= {line.day: Digest(paragraphs=(each.editorial,), by=line.model)} if each.editorial else {}
        return replace(archive, threads=threads, digests=written)

    def _shown(self, cases: Sequence[Case]) -> list[Shown]:
        """What is left of each."""
        texts = [[text for paper in of for text in (paper.key, *language_model.words_of(paper))] for _, of in cases]
        names = [digest(to_json(line), *words) for (line, _), words in zip(cases, texts, strict=True)]
        self.rows(dict(zip(names, cases, strict=True)), language_model.judged)
        return [self.used[name] for name in names]


class Bases:
    """What the days' digests rest on; only a day that is new, or whose words are others now, is read."""

    def __init__(self, home: ArchiveFolder, rules: Sequence[Theme]) -> None:
        key = digest(part_digest(ROOT, *CODE["bases"]), to_json(rules))
        self._table = state.of(home.folder).grouped("bases", key, tuple[str, Basis])
        self._rows = dict[str, tuple[str, Basis]]()
        self.faults: list[GeneratorError] = []  # of days that have no digest
        self.changed: set[dt.date] = set()  # days whose basis was made anew

    def find(self, archive: Archive) -> Mapping[dt.date, Basis]:
        """The basis of each day, oldest first."""
        touched, known, found = archive.touched, self._table.all(), dict[dt.date, Basis]()

        def renewed(day: Day) -> tuple[str, Basis]:
            row, stamp = known.get(day.date.isoformat()), digest(to_json(digests.words_of(day, archive.outlines)))
            return row if row and row[0] == stamp else (stamp, digests.basis(day, archive.outlines, archive.papers))

        for day in archive.days:
            name = day.date.isoformat()
            row = known.get(name)
            stands = row is not None and touched and day.date not in touched.dates
            told = row if row is not None and stands else _tried(f"the digest of {name}", renewed, day)
            if isinstance(told, GeneratorError):
                self.faults.append(told)
                found[day.date] = Basis({}, {})
                continue
            found[day.date] = told[1]
            if told != row:
                self.changed.add(day.date)
            if told != row or not touched:
                self._rows[name] = told
        return found

    def keep(self, *, whole: bool = True) -> None:
        """Keep them for the next run. Only for the holder of the archive's lock."""
        self._table.hold(self._rows, whole=whole)


class Beside(NamedTuple):
    """The papers beside each paper, and what is to be kept of that."""

    lists: related.NeighbourLists
    changed: frozenset[str]
    """The papers (keys) of which they are others now."""
    table: related.Table
    """What was compared: all of it where it is the `whole`, else what is new."""
    whole: bool


def _compared(home: ArchiveFolder) -> tuple[state.Grouped[related.Row], state.Table[related.Packed]]:
    kept, code = state.of(home.folder), part_digest(ROOT, *CODE["related"])
    return kept.grouped("related", code, related.Row), kept.table("packed", code, related.Packed)


def beside(archive: Archive, home: ArchiveFolder) -> Beside:
    """The papers beside each paper. Lists hang together: a run goes on from those of the last one."""
    rows, packed = _compared(home)
    known = related.Table(rows.all(), packed.all())
    stamps = {key: outline.related_hash for key, outline in archive.outlines.items()}
    table = related.update(
        stamps, lambda key: related.Source(key, *outlines.comparable(archive.papers[key])), known, parallel.shared
    )
    fresh = {key: row for key, row in table.rows.items() if known.rows.get(key) != row}
    changed = (key for key, row in fresh.items() if key not in known.rows or known.rows[key].listed != row.listed)
    whole = not known.rows.keys() <= table.rows.keys()
    months = {month: words for month, words in table.packed.items() if known.packed.get(month) != words}
    kept = table if whole else related.Table(fresh, months)
    return Beside(related.NeighbourLists(table), frozenset(changed), kept, whole)


def keep_beside(found: Beside, home: ArchiveFolder) -> None:
    """Keep what was compared for the next run. Only for the holder of the archive's lock."""
    rows, packed = _compared(home)
    packed.hold(found.table.packed, whole=found.whole)
    rows.hold(found.table.rows, whole=found.whole)  # last: what it does not know of is packed again


class Themes:
    """The themes of papers; not sought again where an earlier run found them in the same words."""

    def __init__(self, rules: Sequence[Theme], known: Mapping[str, Outline] | None = None) -> None:
        """`known`: outlines made with the same rules, by the same code."""
        self._assigner = themes.Assigner(rules) if rules else None
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
        words = outlines.hash_of_words(title, abstract or "", *categories)
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
