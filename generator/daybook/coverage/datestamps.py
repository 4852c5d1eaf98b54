"""What the datestamps of OAI-PMH tell of announcements: the papers a date had for certain, or may have had. Pure."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping

from daybook.model import Record, arxiv
from daybook.model.arxiv import LISTED_VERSIONS, canonical_all, is_within
from daybook.sources import registry
from daybook.sources.registry import is_secondhand

OAI, API = registry.OAI.name, registry.API.name
KNOWN = 90
"""Days after an announcement within which OAI-PMH must have named a paper that it lacks: what comes to be known in a
category still later was announced elsewhere and has moved since."""


def is_in(category: str, codes: Iterable[str]) -> bool:
    """Whether one of these canonical codes is the category, or one of the archive of that name."""
    return any(code == category or code.startswith(f"{category}.") for code in codes)


def _may_be_in(category: str, record: Record) -> bool:
    """Whether listings of the category, or of the archive of that name, may have a paper, under whatever alias."""
    return any(is_within(code, category) for code in canonical_all(record.categories))


def arrival(records: Iterable[Record], holidays: frozenset[dt.date], within: int = KNOWN) -> dt.date | None:
    """The announcement for which a paper was submitted, by OAI-PMH's records of it that are all of a later date, but
    not by more than `within` days; None: it came then, or they do not tell."""
    told = [record for record in records if record.source == OAI and not is_secondhand(record)]
    known = min((record.date for record in told), default=dt.date.min)
    first = next((v.submitted for record in told for v in record.versions if v.version == 1 and v.submitted), None)
    due = arxiv.announced(first, holidays) if first else known
    return due if dt.timedelta() < known - due <= dt.timedelta(days=within) else None


class Datestamps:
    """What OAI-PMH's datestamps, and the API's times, tell of announcements.

    arXiv changes a paper's metadata when it announces the paper, so a paper whose newest version was submitted in an
    announcement's window, and whose datestamp is that announcement's date, was announced then. Neither says so alone: a
    paper that moderation held back has a later datestamp, and a new journal reference a later datestamp, too. The API
    has no datestamps, but shows nothing before it is announced.
    """

    def __init__(self, records: Iterable[Record] = (), holidays: frozenset[dt.date] = arxiv.HOLIDAYS) -> None:
        """records: those of OAI-PMH and of the API; others are left out."""
        self._holidays = holidays
        self._of: dict[tuple[str, dt.date], dict[str, Record]] = defaultdict(dict)  # by source and date, by id
        self._newest: dict[str, Record] = {}  # by id: the record with OAI's newest datestamp
        self._history: dict[str, list[Record]] = defaultdict(list)  # by id: all of OAI's records
        self._known: dict[tuple[str, str, dt.date], dict[str, str]] = {}
        self._due: dict[dt.date, list[str]] | None = None
        for record in records:
            if record.source in (OAI, API) and record.arxiv_id and not is_secondhand(record):
                self._of[record.source, record.date][record.arxiv_id] = record
                if record.source == OAI:
                    self._history[record.arxiv_id].append(record)
                    if record.date >= self.newest(record.arxiv_id):
                        self._newest[record.arxiv_id] = record

    def newest(self, paper: str) -> dt.date:
        """OAI-PMH's newest datestamp of a paper; `date.min`: it is not known there."""
        return self._newest[paper].date if paper in self._newest else dt.date.min

    def may_be_in(self, category: str, paper: str) -> bool:
        """Whether a paper is in a category, as far as OAI-PMH's newest record tells."""
        return paper not in self._newest or _may_be_in(category, self._newest[paper])

    def described(self, paper: str) -> Record | None:
        """OAI-PMH's newest record of a paper."""
        return self._newest.get(paper)

    def is_stamped(self, paper: str, date: dt.date) -> bool:
        """Whether OAI-PMH changed a paper on this date."""
        return paper in self._of.get((OAI, date), {})

    def named(self, category: str, date: dt.date, source: str = OAI) -> Mapping[str, str]:
        """The papers that were surely announced in a category on this date, id -> section; there may be more."""
        key = (source, category, date)
        if key not in self._known:
            papers: dict[str, str] = {}
            for paper, record in self._of.get((source, date), {}).items():
                codes = canonical_all(record.categories)
                if is_in(category, codes) and (name := self._section(record, date)):
                    # New in its primary category alone: listings of the others have it among their cross-lists.
                    own = name != "new" or is_in(category, codes[:1])
                    papers[paper] = name if own else "cross"
                elif is_in(category, codes) and source == OAI and self._was_in(paper, category, date) is False:
                    papers[paper] = "cross"
            self._known[key] = papers
        return self._known[key]

    def due(self, category: str, date: dt.date) -> list[str]:
        """The papers of this category that were submitted for the announcement of this date, and that OAI-PMH knows
        since later alone: moderation held them back, they were late, a service left them out, or they were cross-listed
        later; sorted."""
        if self._due is None:
            self._due = defaultdict(list)
            for paper in sorted(self._newest):
                if when := arrival(self._history[paper], self._holidays):
                    self._due[when].append(paper)
        papers = self._due.get(date, ())
        return [paper for paper in papers if is_in(category, canonical_all(self._newest[paper].categories))]

    def is_listed(self, paper: str, category: str, date: dt.date, seen: dt.date | None = None) -> bool | None:
        """Whether a paper may have been announced in a category on this date; None: its metadata had changed again when
        they were harvested, so that they do not tell.

        seen: the day (UTC) of the first harvest since the announcement; None: there was none.
        """
        then = self._of.get((OAI, date), {}).get(paper)
        if then:
            return _may_be_in(category, then)
        since = (record.date for record in self._history.get(paper, ()) if record.date > date)
        return None if any(seen is None or day <= seen for day in since) else False

    def is_of(self, paper: str, section: str, category: str, date: dt.date) -> bool:
        """Whether a paper was announced in this section on this date, though its metadata may have changed since.

        A new submission to the paper's primary category is one for ever; so is a replacement.
        """
        record = self._newest.get(paper)
        if record is None or record.date < date:
            return False
        dates = {v.version: arxiv.announced(v.submitted, self._holidays) for v in record.versions if v.submitted}
        if section == "new":
            return is_in(category, canonical_all(record.categories)[:1]) and dates.get(1) == date
        late = any(when == date for version, when in dates.items() if 1 < version <= LISTED_VERSIONS)
        return section == "replace" and _may_be_in(category, record) and late

    def is_later(self, paper: str, section: str, category: str, date: dt.date, seen: dt.date | None = None) -> bool:
        """Whether a catch-up page may show a paper on this date for what happened to it since.

        Such a page shows papers as they are now: those cross-listed later, and withdrawals of any version.
        """
        record = self._newest.get(paper)
        if record is None or record.date < date or paper in self.named(category, date):
            return False
        if section == "replace":
            high = max((v.version for v in record.versions), default=1) > LISTED_VERSIONS
            return high and not self.is_of(paper, section, category, date)
        past = self._was_in(paper, category, date)
        return section == "cross" and (past is True or not self.is_listed(paper, category, date, seen))

    def _was_in(self, paper: str, category: str, date: dt.date) -> bool | None:
        """Whether a paper was in this category before this date, by what was last known of it; None: nothing was."""
        before = max((r for r in self._history.get(paper, ()) if r.date < date), key=lambda r: r.date, default=None)
        return _may_be_in(category, before) if before else None

    def _section(self, record: Record, date: dt.date) -> str | None:
        """The section in which the date's announcement had a paper; None: it is not told."""
        times = {v.version: v.submitted for v in record.versions} or {1: record.submitted}
        on = sorted(v for v, when in times.items() if when and arxiv.announced(when, self._holidays) == date)
        # The API states when version 1 came, and no other version's time but that of the newest.
        if not on or (record.source == API and on != [1]):
            return None
        return "new" if on[0] == 1 else "replace" if on[-1] <= LISTED_VERSIONS else None
