"""What is held of a category's announcement, against what arXiv states of it; and whose announcement a document really
shows, whatever date it bears. Pure.

`fetch` asks whether a day need not be asked for again, coverage (and with it the pages) whether it is
complete, `check` whether the log still holds what each document states.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from daybook.model import ANNOUNCED, Entry, EntryType, Record, Statement, Tally, arxiv, ids
from daybook.model.arxiv import LISTED_VERSIONS
from daybook.sources import registry

DAILY = tuple(each.name for each in sorted(registry.SOURCES, key=lambda s: not s.states_totals) if each.announces)
"""Sources that announce: what they state of a date, they state of an announcement. Those with totals come first."""
LISTING = registry.LISTING.name
"""The source whose pages state totals."""
SECTIONS = ("new", "cross", "replace")
"""The sections of a listing page, in its order."""
NEW = ("new", "cross")
"""Those of papers that the category has for the first time."""
ALL = "all"
"""Names the total of all sections."""
_PARTS = ("new", "catchup", "recent")
Papers = Mapping[str, Collection[str]]
"""Section -> its papers, each by its arXiv id, else by its title."""


def is_announcement(statement: Statement) -> bool:
    """Whether a document speaks of one day's announcement."""
    return statement.source in DAILY and is_of_a_day(statement)


def is_of_a_day(statement: Statement) -> bool:
    """Whether a document speaks of one day's announcement or gives its report; a month's list does not."""
    if statement.source in DAILY:
        return not (statement.part or "").startswith(("month", "year"))
    return statement.report is not None


def section(kind: EntryType) -> str:
    """The section of a listing page that an entry of this type stands in: listings do not tell a replaced cross-list
    from a replacement, feeds do."""
    return "replace" if kind == "replace-cross" else kind


def agree(papers: Papers, totals: Mapping[str, int]) -> bool:
    """Whether there are as many papers as arXiv states, in each section that it counts and in all."""
    numbers = {name: len(some) for name, some in papers.items()}
    numbers[ALL] = sum(numbers.values())
    return ALL in totals and all(numbers.get(name, 0) == total for name, total in totals.items())


def tallies(papers: Papers, totals: Mapping[str, int]) -> tuple[Tally, ...]:
    """The papers of each section, held against stated, of the sections that have any."""
    found = (Tally(section=name, stored=len(papers.get(name, ())), stated=totals.get(name)) for name in SECTIONS)
    return tuple(tally for tally in found if tally.stored or tally.stated)


# What is held of a day


@dataclass(frozen=True, slots=True)
class Holding:
    """What the log holds of one category's announcement of one date."""

    listed: Papers = field(default_factory=dict)  # those with an arXiv id that listing pages gave
    papers: Papers = field(default_factory=dict)  # all, whichever source gave them, as a listing page would show them
    secondhand: Papers = field(default_factory=dict)  # those that other archives tell of, which prove nothing
    totals: Mapping[str, int] = field(default_factory=dict)  # section or ALL -> what arXiv states
    recent: int | None = None  # new and cross-lists, as arXiv's list of recent papers states; None: it does not
    quiet_later: bool = False  # a catch-up page, which is asked for afterwards, states that nothing was announced
    ids: frozenset[str] = frozenset()  # all, whichever source gave them
    newcomers: frozenset[str] = frozenset()  # ids new or cross-listed
    replaced: frozenset[tuple[str, int]] = frozenset()  # (id, version) of replacements whose version is known

    def listing_agrees(self) -> bool:
        """Whether listing pages alone show all that arXiv states of a past day.

        An empty page of the same day may have been made too early, so it is believed to be quiet only where a later
        page says so.
        """
        return agree(self.listed, self.totals) if self.totals else not self.ids and self.quiet_later

    def whole(self) -> Papers | None:
        """All that arXiv states, of whatever documents: what listing pages lack, a feed or a mail may have.

        None: it is not all held.
        """
        return self._shown() if agree(self._shown(), self.totals) else None

    def is_empty(self) -> bool:
        """Whether no paper is held, and none is stated."""
        return not self.papers and not self.secondhand and not any(self.totals.values())

    def tallies(self) -> tuple[Tally, ...]:
        """The papers of each section, held against stated, of the sections that have any."""
        return tallies(self._shown() or self.secondhand, self.totals)

    def _shown(self) -> Papers:
        return self.listed if agree(self.listed, self.totals) else self.papers


def holding(
    records: Iterable[Record], statements: Iterable[Statement], others: Iterable[tuple[str, str]] = ()
) -> Holding:
    """What these records and statements, all of one category and date, hold together.

    others: (section, paper) that documents asked for under another name tell of this announcement.
    """
    said = [record for record in records if record.source in DAILY and record.type in ANNOUNCED]
    announced = [record for record in said if not registry.is_secondhand(record)]
    listed: dict[str, set[str]] = defaultdict(set)
    for record in announced:
        if record.source == LISTING and record.arxiv_id:
            listed[section(record.type)].add(record.arxiv_id)
    lines = [line for line in statements if line.source == LISTING]
    by_part = {part: [line for line in lines if (line.part or "").startswith(part)] for part in _PARTS}
    return Holding(
        listed=listed,
        papers=_papers(announced, others),
        secondhand=_papers((record for record in said if registry.is_secondhand(record)), ()),
        totals=most_stated((*by_part["new"], *by_part["catchup"])),
        recent=most_stated(by_part["recent"]).get(ALL),  # of one day, without its replacements
        quiet_later=any(line.quiet for line in by_part["catchup"]),
        ids=frozenset(record.arxiv_id for record in announced if record.arxiv_id),
        newcomers=newcomers(announced),
        replaced=replaced(announced),
    )


def most_stated(lines: Iterable[Statement]) -> dict[str, int]:
    """The highest total that documents state of each section, and of all."""
    totals: dict[str, int] = {}
    for count in (count for line in lines for count in line.counts if count.total is not None):
        totals[count.section] = max(totals.get(count.section, 0), count.total or 0)
    return totals


def _papers(records: Iterable[Record], others: Iterable[tuple[str, str]]) -> Papers:
    """What a listing page has stands where it says; the versions that listings hide are left out."""
    papers: dict[str, set[str]] = defaultdict(set)
    rest = set(others)
    for record in records:
        if record.source == LISTING:
            papers[section(record.type)].add(record.paper)
        elif not (record.type.startswith("replace") and (record.version or 0) > LISTED_VERSIONS):
            rest.add((section(record.type), record.paper))
    placed = set().union(*papers.values())
    for name, paper in sorted(rest, key=lambda pair: SECTIONS.index(pair[0])):
        if paper not in placed:
            placed.add(paper)
            papers[name].add(paper)
    return papers


def sizes(records: Iterable[Record]) -> dict[tuple[dt.date, str | None], Counter[str]]:
    """(date, category) -> section -> how many papers are held of it, whichever document gave them."""
    said = (record for record in records if record.type in ANNOUNCED and not registry.is_secondhand(record))
    numbers: dict[tuple[dt.date, str | None], Counter[str]] = defaultdict(Counter)
    for date, category, name, _ in {(r.date, r.category, section(r.type), r.paper) for r in said}:
        numbers[date, category][name] += 1
    return numbers


def of_document(line: Statement, numbers: Counter[str]) -> tuple[tuple[Tally, ...], bool]:
    """What is held of each section that a document counts, and whether that is at least what it states.

    numbers: `sizes` of its date and category. A part of a listing need hold no more than the part itself shows.
    """
    found, complete = [], True
    for count in line.counts:
        stated = count.total if count.total is not None else count.shown
        if stated is not None:
            number = numbers.total() if count.section == ALL else numbers[count.section]
            found.append(Tally(section=count.section, stored=number, stated=stated))
            complete = complete and number >= (stated if line.whole else count.shown or 0)
    return tuple(found), complete


# Whose announcement a document shows


def newcomers(entries: Iterable[Entry]) -> frozenset[str]:
    """The ids that are announced as new or cross-listed: nothing is that twice in a category."""
    return frozenset(entry.arxiv_id for entry in entries if entry.type in NEW and entry.arxiv_id)


def replaced(entries: Iterable[Entry]) -> frozenset[tuple[str, int]]:
    """The replacements whose version is known: no version is announced twice."""
    replacements = (entry for entry in entries if section(entry.type) == "replace")
    return frozenset((entry.arxiv_id, entry.version) for entry in replacements if entry.arxiv_id and entry.version)


def misplaced(
    entries: Iterable[Entry], date: dt.date, others: Mapping[dt.date, Holding]
) -> tuple[str, dt.date, frozenset[str]] | None:
    """A section whose entries are mostly those of another date, whatever `date` their document bears: the section, that
    date, and the papers that both have.

    Nothing is new twice in a category, and no version is announced twice.
    """
    papers: dict[str, dict[str, int | None]] = defaultdict(dict)
    for entry in entries:
        if entry.arxiv_id:
            papers[section(entry.type)][entry.arxiv_id] = entry.version
    for name in (each for each in SECTIONS if len(papers[each]) > (each not in NEW)):
        for other in sorted(set(others) - {date}):
            shared = {paper for paper, version in papers[name].items() if _has(others[other], name, paper, version)}
            if 2 * len(shared) > len(papers[name]):
                return name, other, frozenset(shared)
    return None


def _has(day: Holding, name: str, paper: str, version: int | None) -> bool:
    """Whether a day has a paper in this section, and, of a replacement, no other version of it."""
    if paper not in day.papers.get(name, ()):
        return False
    versions = {known for ident, known in day.replaced if ident == paper}
    return name in NEW or version is None or not versions or version in versions


def repeats_some(entries: Iterable[Entry], other: Holding) -> bool:
    """Whether what is new here was new on another date, but is only a part of what was new then: no document of that
    date is served again."""
    new = newcomers(entries)
    return bool(new) and 2 * len(new & other.newcomers) <= len(other.newcomers)


def foreign(entries: Iterable[Entry], category: str) -> str | None:
    """The primary category of most entries where most are not of this category at all; None: they are."""
    known = [arxiv.canonical_all(entry.categories) for entry in entries if entry.categories]
    others = [codes[0] for codes in known if not any(arxiv.is_within(c, category) for c in codes)]
    return Counter(others).most_common(1)[0][0] if 2 * len(others) > len(known) else None


def outdated(entries: Iterable[Entry], date: dt.date) -> bool:
    """Whether most of what is said to be new on this date has an id of three months before, or older."""
    named = [entry.arxiv_id for entry in entries if entry.type == "new" and entry.arxiv_id]
    months = [12 * ids.year(ident) + int(ids.month(ident)[2:]) for ident in named]
    return 2 * sum(12 * date.year + date.month - month > 2 for month in months) > len(months)


def original_date(entries: Iterable[Entry], date: dt.date, others: Mapping[dt.date, Holding]) -> dt.date | None:
    """The other date whose announcement these entries are, whatever `date` their document bears; None: they are new.

    Most of what is new in a listing was never new before; where nothing is, no version was announced before.
    """
    entries = tuple(entries)
    new, old = newcomers(entries), replaced(entries)
    for other in sorted(set(others) - {date}):
        known = others[other]
        shared, of = (len(new & known.newcomers), len(new)) if new else (len(old & known.replaced), len(old))
        if 2 * shared > of:
            return other
    return None
