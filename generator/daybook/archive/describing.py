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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, ParamSpec, TypeVar

from daybook.archive import ArchiveFolder
from daybook.describe import cards, digests, language_model, related, themes, watches
from daybook.describe.language_model import Case, ShownAnswer
from daybook.errors import GeneratorError, actionable
from daybook.fold import folding
from daybook.model import Archive, Basis, Card, Day, Digest, Mention, Outline, Paper, Theme, ids
from daybook.model.archive import DayAnswer, PaperAnswer
from daybook.model.jsonl import hash_of_words, text_hash, to_json
from daybook.model.paper import Shows
from daybook.runtime import files, parallel, state
from daybook.runtime.files import digest, part_digest
from daybook.runtime.state import Layered, Row, Table

RULES = "rules"
CODE: Mapping[str, tuple[str, ...]] = {
    "cards": ("describe/cards.py", "describe/roles.py", "describe/weights.json", "text"),
    "watched": ("describe/watches.py", "text"),
    "judged": ("describe/language_model.py", "describe/cards.py", "describe/roles.py", "describe/weights.json", "text"),
    "bases": ("describe/digests.py", "describe/related.py", "describe/themes", "text"),
    "related": ("describe/related.py", "text"),
}
"""The code that each table depends on, besides the types of model/."""

_LOG = logging.getLogger("daybook.describe")
T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")
VersionKey = tuple[str, int]
"""A paper's key and a version; 0: its title and abstract as lists show them."""


def _tried(what: str, make: Callable[P, R], *of: P.args, **how: P.kwargs) -> R | GeneratorError:
    try:
        return make(*of, **how)
    except Exception as error:  # of whatever kind: it costs only what it is of
        return actionable(error, what)


class Memo(Generic[Row]):
    """A table whose rows are named by the hash of what each is made of: what an earlier run made is not made again."""

    def __init__(self, home: ArchiveFolder, table: str, row: type[Row], besides: object = None) -> None:
        """`row`: its type, never None; `besides`: what rows depend on besides code and what they are named by."""
        code = part_digest(*CODE[table])
        key = digest(code, to_json(besides)) if besides else code
        self.known = state.of(home.folder).table(table, key, row)
        """The rows that the earlier run kept, read one by one."""
        self.used: Mapping[str, Row] = {}
        self._home, self._table, self._fresh = home, table, dict[str, Row]()

    def rows(self, items: Mapping[str, T], make: Callable[[Sequence[T]], Sequence[Row | GeneratorError]]) -> None:
        """Have a row in `used` for each of these items, by name; `make` makes the rows that are not kept, in all
        processes; of an item that cannot be made there is none, and it is reported."""
        rows = self.known.some(items)
        lacking = {name: item for name, item in items.items() if name not in rows}
        _LOG.debug("%s: %s kept, %s to make", self._table, f"{len(rows):,}", f"{len(lacking):,}")
        parts: Iterable[Sequence[Row | GeneratorError]] = parallel.shared(make, [*lacking.values()])
        if self._table == "cards":  # what people wait for
            parts = parallel.watched(parts, len, lambda counts: self._home.steps(counts, "cards", len(lacking)))
        for name, row in zip(lacking, chain.from_iterable(parts), strict=True):
            if isinstance(row, GeneratorError):
                self._home.fail(row)
            else:
                self._fresh[name] = row
        self.used = {**self.used, **rows, **self._fresh}

    def keep(self, *, whole: bool = True) -> None:
        """Keep the rows that were made for the next run. `whole`: all that the archive needs was asked for, so that
        other rows are forgotten. Only for the holder of the lock."""
        self.known.put(self._fresh.items())
        if whole and (gone := [name for name in self.known if name not in self.used]):
            self.known.remove(gone)


class _Text(NamedTuple):
    """What has a card: a paper, or one of its versions that had another title or abstract."""

    name: VersionKey
    hashed: str  # its words; empty: it has no abstract
    version: int | None  # which the card tells

    def card(self, rows: Mapping[str, tuple[Card, ...]] | Table[tuple[Card, ...]]) -> Card | None:
        card = next(iter(rows.get(self.hashed) or ()), None)
        return replace(card, version=self.version) if card and self.version else card


def made_cards(home: ArchiveFolder, archive: Archive, *, keep: bool = False) -> Mapping[VersionKey, Card]:
    """(key, version) -> the `Card` that rules make of a paper (version 0), or of one of its versions that had another
    title or abstract; none where there is no abstract. `keep`, here and below: for the next run, which only the holder
    of the archive's lock may ask for."""
    known, touched, memo = archive.outlines, archive.touched, Memo(home, "cards", tuple[Card, ...])

    def texts(key: str) -> list[_Text]:
        own = (o := known.get(key)) and (o.card_hash, o.abstract_version, o.earlier)
        stamp, version, earlier = own or folding.quotable(archive.papers[key])
        told = _Text((key, 0), stamp, version), *(_Text((key, o.version), o.card_hash, o.version) for o in earlier)
        return [text for text in told if text.hashed]

    keys = sorted(known.keys() & touched.keys) if touched else known or archive.papers
    asked = [text for key in keys for text in texts(key)]
    memo.rows({text.hashed: text.name for text in asked}, partial(_cards, archive.papers))
    if keep:
        memo.keep(whole=not touched)
    found = {text.name: card for text in asked if (card := text.card(memo.used))}
    if not touched:
        return found
    untouched = known.keys() - touched.keys

    def kept(name: VersionKey) -> Card | None:
        own = texts(name[0]) if name[0] in untouched else ()
        return next((text.card(memo.known) for text in own if text.name == name), None)

    return Layered(found, lambda: (text.name for key in untouched for text in texts(key)), kept)


def _cards(papers: Mapping[str, Paper], names: Sequence[VersionKey]) -> list[tuple[Card, ...] | GeneratorError]:
    """Of each of these texts its card, as a tuple of one or none, or the error that kept it from being made."""
    words = list[cards.CardText]()
    for key, version in names:
        said = next((each for each in papers[key].held if each.version == version), papers[key])
        words.append(cards.CardText(said.title, said.abstract, said.comments))
    together = _tried("the cards", cards.make, words)  # many take less time
    if not isinstance(together, GeneratorError):
        return [(card,) if card else () for card in together]
    subjects = [f"the card of {papers[key].arxiv_id or key}" for key, _ in names]
    alone = [_tried(what, cards.make, [said]) for what, said in zip(subjects, words, strict=True)]
    return [each if isinstance(each, GeneratorError) else tuple(filter(None, each)) for each in alone]


def chosen(
    archive: Archive, made: Mapping[VersionKey, Card], models: Mapping[VersionKey, Card], people: str
) -> Archive:
    """The archive with its own cards: a person's, else a language model's, else that which rules `made`. `models`: what
    language models chose or wrote. `people`: the text of cards.yml, by arXiv id or key. Raises SettingsError."""
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
        own_cards=Layered(own, lambda: (key for key, version in made if not version), lambda key: made.get((key, 0))),
        earlier_cards=Layered(earlier, lambda: (each for each in made if each[1]), made.get),
    )


def watched(home: ArchiveFolder, archive: Archive, shows: Shows, *, keep: bool) -> Archive:
    """The archive with the papers that its watches find; one that stayed as it was is not looked at again, unless a
    watch changed."""
    if not archive.watches:
        return archive
    matcher = watches.Matcher(archive.watches, archive.people)

    def matches(paper: Paper) -> tuple[str, ...]:
        return matcher.matches(paper, paper.shown_abstract(shows))

    def look(keys: Sequence[str]) -> list[tuple[str, ...] | GeneratorError]:
        papers = (archive.papers[key] for key in keys)
        return [_tried(f"the watches of {paper.arxiv_id or paper.key}", matches, paper) for paper in papers]

    memo = Memo(home, "watched", tuple[str, ...], (archive.watches, archive.people))
    memo.rows({outline.listed_hash: key for key, outline in archive.outlines.items()}, look)
    if keep:
        memo.keep()
    found = ((key, memo.used.get(outline.listed_hash)) for key, outline in archive.outlines.items())
    return replace(archive, watched={key: slugs for key, slugs in found if slugs})


def answered(
    home: ArchiveFolder, archive: Archive, papers: Iterable[PaperAnswer], days: Iterable[DayAnswer], *, keep: bool
) -> tuple[dict[VersionKey, Card], Archive]:
    """The cards that language models chose for papers and their versions, and the archive with the `Thread`s and
    `Digest`s that they found and wrote for days. Of several answers on one text or day the last stands. Whatever the
    log says, each sentence is looked up in the papers' own words, and what is not there is left out."""
    chosen = {line.text: line for line in sorted(papers, key=lambda line: line.written) if line.result or line.what}
    cases = dict[VersionKey, Case]()
    for key, paper in archive.papers.items() if chosen else ():
        texts = [(0, text_hash(paper.title, paper.abstract))]
        texts += [(each.version, text_hash(each.title, each.abstract)) for each in paper.editions]
        cases |= {(key, version): (chosen[text], [paper]) for version, text in texts if text in chosen}
    lines = sorted((line for line in days if line.threads or line.sentences), key=lambda line: line.written)
    every = [*cases.values()]
    for line in lines:
        keys = {key for thread in line.threads for key in thread.papers}
        keys |= {part.key for said in line.sentences for part in said if isinstance(part, Mention)}
        every.append((line, [archive.papers[key] for key in sorted(keys & archive.papers.keys())]))
    texts_of = ([text for paper in of for text in (paper.key, *language_model.words_of(paper))] for _, of in every)
    names = [digest(to_json(line), *words) for (line, _), words in zip(every, texts_of, strict=True)]
    memo = Memo(home, "judged", ShownAnswer)
    memo.rows(dict(zip(names, every, strict=True)), language_model.judged)
    if keep:
        memo.keep()
    shown = [memo.used[name] for name in names]
    cards = {name: each.card for name, each in zip(cases, shown, strict=False) if each.card}
    told = [*zip(lines, shown[len(cases) :], strict=True)]
    threads = {line.day: each.threads for line, each in told if each.threads}
    written = {line.day: Digest(paragraphs=(each.editorial,), by=line.model) for line, each in told if each.editorial}
    return cards, replace(archive, threads=threads, digests=written)


def based(home: ArchiveFolder, archive: Archive, *, keep: bool) -> Archive:
    """The archive with the `Basis` of each day's digest, worked out only for a day that is new, or whose papers have
    other words than when it was kept. Later days are touched by that, as they compare themselves with it."""
    key = digest(part_digest(*CODE["bases"]), to_json(archive.themes))
    table, touched = state.of(home.folder).grouped("bases", key, tuple[str, Basis]), archive.touched
    known, fresh, found = table.all(), dict[str, tuple[str, Basis]](), dict[dt.date, Basis]()

    def renewed(day: Day) -> tuple[str, Basis]:
        row, stamp = known.get(day.date.isoformat()), digest(to_json(digests.words_of(day, archive.outlines)))
        return row if row and row[0] == stamp else (stamp, digests.basis(day, archive.outlines, archive.papers))

    for day in archive.days:
        name = day.date.isoformat()
        row = known.get(name) if touched and day.date not in touched.dates else None
        told = _tried(f"the digest of {name}", renewed, day) if row is None else row
        if isinstance(told, GeneratorError):
            home.fail(told)
        elif told != known.get(name) or not touched:
            fresh[name] = told
        found[day.date] = Basis({}, {}) if isinstance(told, GeneratorError) else told[1]
    changed = min((name for name, row in fresh.items() if row != known.get(name)), default="")
    # Later days are compared with these; and what a day brought is in the calendar of its month so far, on the pages of
    # the later days (pages/days.py).
    if touched and changed:
        later = (date for date in found if date.isoformat() > changed)
        archive = replace(archive, touched=replace(touched, dates=touched.dates.union(later)))
    if keep:
        table.hold(fresh, whole=not touched)
    return replace(archive, bases=found)


@contextmanager
def comparing(home: ArchiveFolder, archive: Archive) -> Iterator[Callable[[], Archive]]:
    """Find each paper's related papers; in a large archive, in another process while the block runs. The block gets a
    function that gives the published archive with these. It keeps them for the next time, so the caller must hold the
    archive's lock."""
    kept, code = state.of(home.folder), part_digest(*CODE["related"])
    rows, packed = kept.grouped("related", code, related.RelatedRow), kept.table("packed", code, related.Packed)

    def source(key: str) -> related.PaperText:
        return related.PaperText(key, *archive.papers[key].comparable)

    def compare() -> tuple[related.NeighbourLists, frozenset[str], related.RelatedTable, bool]:
        """The lists of all papers; the keys of papers whose list is another one now; the rows to keep; and whether
        these are the whole table, not just its new rows."""
        known = related.RelatedTable(
            rows.all(), packed.all()
        )  # lists hang together: a run goes on from those of the last one
        stamps = {key: outline.related_hash for key, outline in archive.outlines.items()}
        table = related.update(stamps, source, known, parallel.shared)
        fresh = {key: row for key, row in table.rows.items() if known.rows.get(key) != row}
        changed = (key for key, row in fresh.items() if key not in known.rows or known.rows[key].listed != row.listed)
        months = {month: words for month, words in table.packed.items() if known.packed.get(month) != words}
        whole = not known.rows.keys() <= table.rows.keys()
        new = table if whole else related.RelatedTable(fresh, months)
        return related.NeighbourLists(table), frozenset(changed), new, whole

    worth, scratch = len(archive.outlines) >= parallel.MANY, files.scratch_folder(home.folder)
    with parallel.ahead(compare, worth, scratch) as wanted:

        def found() -> Archive:
            (lists, changed, new, whole), touched = wanted(), archive.touched
            packed.hold(new.packed, whole=whole)
            rows.hold(new.rows, whole=whole)  # last: what it does not know of is packed again
            return replace(archive, related=lists, touched=touched and replace(touched, related=changed))

        yield found


class Themes:
    """The themes of papers; not sought again where an earlier run found them in the same words."""

    def __init__(self, rules: Sequence[Theme], known: Mapping[str, Outline]) -> None:
        """`known`: outlines made with the same rules, by the same code."""
        self._assigner = themes.Assigner(rules) if rules else None
        self._known = known
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
        found = _tried(f'the themes of "{title}"', self._assigner.themes, title, abstract, categories)
        if isinstance(found, GeneratorError):
            self.faults.append(found)
            return ()
        return found


def built(archive: Path) -> str | None:
    """The text of the rules that pages were last made with; None where that is not known."""
    return state.of(archive).table(RULES, "", str).get("")
