"""Whose word is taken: which source's title, abstract, authors and other fields a paper gets where sources disagree.
And what each of its versions says, for pages that compare them.

A record's words count for a version only if that is certain: the record states the version; or it announces the paper
as new; or arXiv's schedule has exactly one version due on the day that announced it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from daybook.coverage.words import RANK, filed, of_others
from daybook.model import ANNOUNCED, REPLACED, Card, Claim, Edition, Record, Sighting, Version, arxiv, ids
from daybook.sources.registry import DESCRIBED, is_from_arxiv, is_secondhand, teller
from daybook.text import markup

Assign = Callable[[str, str | None, Sequence[str]], tuple[str, ...]]
"""Finds the themes of a plain title, an abstract and categories."""
_TEXT, _TIME, _AUTHORS, _DOI = range(4)
_FACTS = {
    "title": _TEXT, "abstract": _TEXT, "comments": _TIME, "categories": _TIME, "authors": _AUTHORS,
    "journal_ref": _TIME, "doi": _DOI, "report_no": _TIME, "msc_class": _TIME, "acm_class": _TIME,
    "license": _TIME, "formats": _TIME, "url": _TIME,
}  # fmt: skip
"""The fields that are taken from one record as they are, and which of the four orders says from which."""


_NO_VERSION: Mapping[str, Any] = {
    "version": None, "versions": (), "withdrawn": False, "submitted": None, "updated": None,
}  # fmt: skip
_CLAIMED: Mapping[str, Any] = {
    **_NO_VERSION, **dict.fromkeys(_FACTS.keys() - {"title"}), "authors": (), "categories": (), "formats": (),
}  # fmt: skip
"""All that arXiv says of its papers itself. Exports and search have no place to say whose word a field is, and a page
that shows it beside arXiv's own would be taken at arXiv's word: so another archive's is not taken at all."""


def repaired(text: str) -> str:
    """A text with the damage of a wrong encoding mended."""
    return text if text.isascii() else markup.repair(text)


def _level(record: Record) -> int:
    """Whose word a record is: 0: that of arXiv's own document; 1: of another archive on arXiv's; 2: of another site."""
    return (1 if is_secondhand(record) else 0) if is_from_arxiv(record.source) else 2


class Ranked:
    """What the records of one paper say together: of each question, whose word is taken.

    Title, abstract and authors change with a version only: the best source of the newest version has them. Comments,
    references and categories arXiv changes at any time: of the newest version, the newest statement has them. What
    other sites say fills only what arXiv leaves open; of the versions of a paper that arXiv itself tells of, they say
    nothing. What another archive tells of arXiv's papers says nothing at all once any document of arXiv's own was read
    of the paper, and it never withdraws one or gives it a former title: that is a claim, until arXiv says so. The words
    of another paper, which a service printed under this one's id, are not taken.
    """

    def __init__(self, records: list[Record]) -> None:
        self.told = [record for record in records if teller(record)]
        levels = set(map(_level, records))
        if len(levels) > 1:
            less = {1: _CLAIMED, 2: _NO_VERSION}
            records = [replace(r, **less[_level(r)]) if _level(r) > min(levels) else r for r in records]
        if self.told:
            records = [replace(r, withdrawn=False) if r.withdrawn and teller(r) else r for r in records]
        self.records = records = filed(records)
        self.by_text = self.by_time = self.newest = records  # those of the newest version
        if len(records) > 1:
            self._rank()

    def _rank(self) -> None:
        dates = _version_dates(self.records)
        versions = {id(record): _version_of(record, dates) for record in self.records}

        def said(record: Record) -> tuple[int, int]:
            return _level(record), -versions[id(record)]

        def by(record: Record) -> int:
            return RANK.get(record.source, len(RANK))

        others = set(map(id, of_others(self.records)))
        known = sorted((record for record in self.records if id(record) not in others), key=attrgetter("said"))
        self.by_text = sorted(known, key=lambda record: (said(record), by(record), -record.date.toordinal()))
        self.by_time = sorted(known, key=lambda record: (said(record), -record.date.toordinal(), by(record)))
        newest = versions[id(self.by_text[0])]
        self.newest = [record for record in known if versions[id(record)] == newest]

    def facts(self) -> dict[str, Any]:
        """Each of `_FACTS` from the first record that says anything of it, damaged text mended; and who said what: a
        paper's `provenance` and `tellers`."""
        by_text, by_time = self.by_text, self.by_time
        # Of DOIs that of a journal goes before that of a preprint.
        by_doi = sorted(by_time, key=lambda record: ids.is_preprint(record.doi)) if len(by_time) > 1 else by_time
        orders = (by_text, by_time, by_authors(by_text), by_doi)
        facts: dict[str, Any] = {}
        said, tellers = [], []
        for name, order in _FACTS.items():
            facts[name] = getattr(by_text[0], name)
            for record in orders[order]:
                if value := getattr(record, name):
                    said.append((name, record.source))
                    tellers += [(name, teller(record))] if self.told and teller(record) else []
                    facts[name] = repaired(value) if isinstance(value, str) else tuple(map(repaired, value))
                    break
        return {**facts, "provenance": tuple(said), "tellers": tuple(tellers)}

    @property
    def titled(self) -> list[Record]:
        """The records whose titles are known to be the paper's, the best first: not those of other archives, but where
        it has no other title."""
        return [r for place, r in enumerate(self.by_text) if not place or not is_secondhand(r)]

    def titles(self) -> tuple[str, ...]:
        """Every title ever seen, newest first; spellings of one title (TeX, Unicode) count once."""
        titles = dict.fromkeys(repaired(record.title) for record in self.titled)
        if len(titles) == 1:
            return tuple(titles)
        seen: dict[str, str] = {}
        for title in titles:
            seen.setdefault(markup.title_key(title), title)
        return tuple(seen.values())

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        """All versions that any record knows of, oldest first, each with the best-known title and time."""
        submitted: dict[int, dt.datetime | None] = {}
        withdrawn: set[int] = set()
        for record in self.records:
            if record.version:
                submitted[record.version] = submitted.get(record.version) or record.updated
                if record.withdrawn:
                    withdrawn.add(record.version)
        for version in (version for record in self.records for version in record.versions):
            submitted[version.version] = version.submitted or submitted.get(version.version)  # the best witness
            if version.withdrawn:
                withdrawn.add(version.version)
        titles: dict[int, str] = {}
        for record in self.titled:
            if number := record.version or (1 if record.type == "new" and record.arxiv_id else None):
                submitted.setdefault(number, None)
                titles.setdefault(number, repaired(record.title))
        if submitted and self.submitted:  # with nothing else a time is no version: OAI's arXiv and oai_dc state none
            submitted[1] = submitted.get(1) or self.submitted
        return tuple(
            Version(version=v, submitted=submitted[v], title=titles.get(v), withdrawn=v in withdrawn)
            for v in sorted(submitted)
        )

    @cached_property
    def submitted(self) -> dt.datetime | None:
        """When version 1 came: on the earliest day that is stated, at the time that one of the records knows."""
        # OAI-PMH's formats but arXivRaw state a day alone, which is read as its midnight.
        stated = (record.submitted for record in self.records if record.submitted)
        return min(stated, key=lambda when: (when.date(), when.time() == dt.time(), when), default=None)

    def sightings(self, computed: Iterable[Sighting]) -> tuple[Sighting, ...]:
        """One a record, and those `computed`, oldest first; the same said by two copies of a document counts once."""
        known = [*self.told, *(r for r in self.records if not teller(r))] if self.told else self.records
        seen = {(r.date, r.source, r.type, r.category or "", r.version or 0, r.headline or ""): r for r in known}
        stated = [
            Sighting(
                date=r.date, source=r.source, type=r.type, category=r.category, version=r.version, teller=teller(r)
            )
            for r in (seen[key] for key in sorted(seen))
        ]  # fmt: skip
        return tuple(sorted((*stated, *computed), key=attrgetter("date")))

    def cards(self) -> tuple[Card, ...]:
        """Those of other sites; the first record of the same words stays, and of their own before what is told."""
        known = sorted(self.records, key=teller)
        cards = {
            (r.source, r.headline, r.gist): Card(
                source=r.source,
                headline=repaired(r.headline),
                gist=repaired(r.gist) if r.gist else None,
                source_badge=r.badge,
                date=r.date,
                teller=teller(r),
            )
            for r in reversed(known)
            if r.headline
        }
        return tuple(sorted(cards.values(), key=lambda c: (c.source, str(c.date), c.headline)))

    def editions(self, holidays: frozenset[dt.date], assign: Assign | None = None) -> tuple[Edition, ...]:
        """The words of each version that is held, oldest first; empty if all records are one. `assign`: finds the
        themes of words."""
        if len(self.titled) < 2:
            return ()
        due: dict[dt.date, list[int]] = defaultdict(list)  # the versions that the schedule has announced on a date
        for version in self.versions:
            if when := version.submitted:
                due[arxiv.announced(when, holidays)].append(version.version)
                if when.time() == dt.time():  # only a day is known: it may have been announced a day later
                    due[arxiv.announced(when + dt.timedelta(days=1), holidays)].append(version.version)
        said: dict[int, list[Record]] = defaultdict(list)
        for record in self.titled:
            if number := _certain_version(record, due):
                said[number].append(record)
        return tuple(_edition(number, said[number], assign) for number in sorted(said))

    def claims(self) -> tuple[Claim, ...]:
        """What other archives tell of its versions, and nobody else does."""
        if not any(map(is_secondhand, self.told)):
            return ()
        known = set(map(markup.title_key, self.titles()))
        own = [record for record in self.records if not _level(record)]
        held = set(map(_of_words, own))
        newest = max((_newest(record) for record in own), default=1)
        gone = any(record.withdrawn or any(each.withdrawn for each in record.versions) for record in own)
        described = (each.date for each in own if each.source in DESCRIBED and _newest(each) == newest)
        asked = max(described, default=dt.date.min)
        told: dict[str, list[Record]] = defaultdict(list)
        for record in sorted(filter(is_secondhand, self.told), key=attrgetter("said")):
            told[teller(record)].append(record)
        claims = []
        for name, some in sorted(told.items()):
            version = max(map(_newest, some))
            titles = {key: r for r in some if (key := markup.title_key(r.title)) not in known}
            former = {_of_words(record) for record in titles.values()} - {0, *held}
            unheard = tuple(sorted(number for number in former if number < newest))
            claim = Claim(
                teller=name, version=version if version > newest else None,
                withdrawn=not gone and any(record.withdrawn for record in some),
                titles=tuple(repaired(titles[key].title) for key in sorted(titles)), unheard=unheard,
                denied=asked if asked >= max(record.date for record in some) else None,
            )  # fmt: skip
            claims += [claim] if claim.version or claim.withdrawn or claim.titles else []
        return tuple(claims)


def _of_words(record: Record) -> int:
    """The version whose words a record states that it has; 0: none."""
    return record.version or (1 if record.type == "new" else 0)


def _newest(record: Record) -> int:
    """The highest version that a record states; 1: none."""
    return max(record.version or 1, *(each.version for each in record.versions), 1)


def _version_dates(records: Iterable[Record]) -> dict[int, dt.date]:
    """The day each known version was submitted, as far as any record says."""
    dates: dict[int, dt.date] = {}
    for record in records:
        for version in record.versions:
            if version.submitted:
                dates[version.version] = version.submitted.date()
        if record.version and record.updated:
            dates.setdefault(record.version, record.updated.date())
        if record.submitted:
            dates.setdefault(1, record.submitted.date())
        if record.version and record.type in ANNOUNCED:
            dates.setdefault(record.version, record.date)
    return dates


def _version_of(record: Record, dates: Mapping[int, dt.date]) -> int:
    """The version a record tells of: stated, else the newest that was submitted before its date."""
    if record.version or record.type == "new":
        return record.version or 1
    least = 2 if record.type in REPLACED else 1
    return max((v for v, day in dates.items() if day <= record.date), default=least)


def by_authors(by_text: Sequence[Record]) -> Sequence[Record]:
    """By text, but a complete list of authors before one that may be cut; where all may be, the longest.

    Another site's list is no complete one where it is shorter than arXiv's cut one.
    """
    if len(by_text) == 1:
        return by_text
    # A listing prints 100 names and drops the rest without a sign.
    least = max((len(record.authors) for record in by_text if is_from_arxiv(record.source)), default=0)
    whole = (record for record in by_text if record.authors and record.authors_complete)
    complete = [record for record in whole if is_from_arxiv(record.source) or len(record.authors) >= least]
    return complete or sorted(by_text, key=lambda record: -len(record.authors))


def _certain_version(record: Record, due: Mapping[dt.date, Sequence[int]]) -> int | None:
    """The version whose words a record has; None if that is not certain."""
    if record.version or record.type not in ANNOUNCED:
        return record.version
    if record.type == "new":
        return 1 if record.arxiv_id else None
    there = due.get(record.date, ())
    return there[0] if len(there) == 1 and (record.type != "cross") == (there[0] > 1) else None


def _edition(number: int, records: Sequence[Record], assign: Assign | None) -> Edition:
    whole = (record.authors for record in records if record.authors and record.authors_complete)
    abstract = next((repaired(record.abstract) for record in records if record.abstract), None)
    title = repaired(records[0].title)
    # arXiv changes them at any time, and the day on which these words came stays as it was.
    first = min((record for record in records if record.categories), key=attrgetter("date"), default=records[0])
    categories = arxiv.canonical_all(first.categories)
    return Edition(
        version=number,
        title=title,
        authors=tuple(map(repaired, next(whole, ()))),
        comments=next((repaired(record.comments) for record in records if record.comments), None),
        abstract=abstract,
        names=tuple(map(repaired, by_authors(records)[0].authors)),
        categories=categories,
        themes=assign(markup.plain(title), abstract, categories) if assign and abstract else None,
    )
