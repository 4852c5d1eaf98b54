"""The state of each day in each category, as the log tells it. Pure.

`completeness` counts what is held of a day, `witnesses` judges whether others confirm it. A feed or a mail states no
totals, so what only they tell of is held, and the day is partial. A document that shows an older announcement under a
newer date tells nothing of that date and is left out.
Every day has a state from the first announcement that is held in a category, or was asked for, up to the newest that
was out when a service was last asked; the clock plays no part. Days before that can only be reconstructed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby
from operator import attrgetter

from daybook.coverage import category_log, completeness, proofs, witnesses
from daybook.coverage.category_log import ITS_DATE, MOST, PAGES, CategoryLog, log_of
from daybook.coverage.completeness import DAILY, LISTING, Holding, is_announcement
from daybook.coverage.datestamps import Datestamps
from daybook.coverage.witnesses import Evidence, Page, Verdict
from daybook.model import Attempt, Coverage, CoverageState, Day, Entry, Listing, Record, Statement, arxiv
from daybook.text.language import N_, _, ngettext
from daybook.text.language import number as grouped

# A catch-up page of an older day, or of one to come, is status 400.
SERVED_DAYS = 90
"""arXiv serves announcements this many days back. A gap within them is one, even where its papers are known."""
REPEATS = 5
"""A document is compared with this many days before it, to see whether it really shows one of them."""
AROUND = 20
"""Calendar days, that one and those before it, that surely hold the announcements with which a day's documents are
compared, whatever holidays."""
LOSSES = ("partial", "contradicted", "stale", "missing")
"""The states of an announcement that was asked for and is not all held, the worst last."""
FAULTS = ("unasked", *LOSSES)
"""The states that fetching may fix."""
SECTIONS = {"new": N_("new submissions"), "cross": N_("cross-lists"), "replace": N_("replacements")}
Acknowledged = Mapping[tuple[str, dt.date], str]
"""(category, date) -> what archive.yml says of a day that stays as it is."""
Reconstructed = Mapping[str, Collection[dt.date]]
"""Category -> the days that were worked out from submission times."""


def faults(days: Iterable[Coverage]) -> tuple[Coverage, ...]:
    """The days that are unasked, partial, contradicted, stale or missing, and not acknowledged."""
    return tuple(day for day in days if day.state in FAULTS and day.acknowledged is None)


def reconstructed(categories: Iterable[str], dated: Iterable[Day]) -> dict[str, set[dt.date]]:
    """Category -> the days that were worked out from submission times."""
    found: dict[str, set[dt.date]] = {category: set() for category in categories}
    for day in (day for day in dated if day.reconstructed):
        for category in {category for item in day.announced if not item.teller for category in item.categories}:
            found[category].add(day.date)
    return found


def of_log(
    categories: Sequence[str],
    statements: Iterable[Statement],
    records: Iterable[Record],
    attempts: Iterable[Attempt] = (),
    *,
    reconstructed: Reconstructed | None = None,
    holidays: frozenset[dt.date] = arxiv.HOLIDAYS,
    before: int | None = None,
    acknowledged: Acknowledged | None = None,
    ended: Mapping[str, dt.date] | None = None,
) -> tuple[Coverage, ...]:
    """What is held of each day's announcement in each category, by category as given, then by date.

    `before`: the year before which the archive's days end; `ended`: category followed no longer -> its last day.
    """
    days = DayStates(statements, records, attempts, holidays, before, acknowledged or {}, ended or {})
    rebuilt = reconstructed or {}
    return tuple(day for code in categories for day in days.of_category(code, rebuilt.get(code, ())))


def latest(
    was: dt.date | None, stated: Iterable[Statement], attempts: Iterable[Attempt],
    holidays: frozenset[dt.date], before: int | None,
) -> dt.date | None:  # fmt: skip
    """The newest date that has a state: of a document of an announcement, or of what was out at the newest attempt.

    `was`: that before these statements and attempts were there; `before`: the year before which the days end.
    """
    as_of = max((attempt.when for attempt in attempts), default=None)
    dates = [line.date for line in stated if is_announcement(line)]
    dates += [date for date in (was, as_of and arxiv.newest_due(as_of, holidays)) if date]
    last = max(dates, default=None)
    return min(last, dt.date(before - 1, 12, 31)) if last and before else last


def begun(told: Iterable[Statement | Attempt], first: Mapping[str, dt.date], last: dt.date) -> set[dt.date]:
    """The days that have a state since these documents or attempts tell of one older than all before: from that one on.

    first: category -> the oldest day that one told of before; last: the newest that has a state.
    """
    asked = {
        (line.category or "", line.date) for line in told
        if line.date and (isinstance(line, Attempt) or is_announcement(line))
    }  # fmt: skip
    spans = (
        (date, (min(oldest, last + dt.timedelta(days=1)) - date).days)
        for category, oldest in first.items() for name, date in asked if category_log.covers(name, category)
    )  # fmt: skip
    return {date + dt.timedelta(days=k) for date, number in spans for k in range(number)}


def is_genuine(records: Iterable[Entry], date: dt.date, stamps: Datestamps) -> bool:
    """Whether papers that were new before are so again: OAI-PMH changed most of those in the document on that date."""
    papers = completeness.newcomers(records)
    return 2 * sum(stamps.is_stamped(paper, date) for paper in papers) > len(papers)


def objection(listing: Listing, near: Mapping[dt.date, Holding], testimony: Evidence) -> str:
    """Why a page with entries, of the requested date and category, is not what it says; empty if nothing tells so.

    near: what is held of the days around it. OAI-PMH may vouch for what was announced before: then it was announced
    again.
    """
    category, date, stamps, entries = testimony.category, testimony.date, testimony.stamps, listing.entries
    if code := completeness.foreign(entries, category):
        return f"{MOST} are not of {category}, but of {code}"
    if completeness.outdated(entries, date):
        return f"{ITS_DATE} most of its new submissions have ids of long before {date}"
    other = completeness.original_date(entries, date, near)
    if other and other < date and not is_genuine(entries, date, stamps):
        # The feed may name just what a listing page shows; a feed itself proves nothing and need not be confirmed.
        names = {entry.paper: completeness.section(entry.type) for entry in entries}
        confirmed = listing.source != LISTING or testimony.feed == names
        some = confirmed and completeness.repeats_some(entries, near[other])
        return "" if some else f"{ITS_DATE} contains the entries of {other}"
    mixed = completeness.misplaced(entries, date, {day: held for day, held in near.items() if day < date})
    if mixed and 2 * sum(stamps.is_stamped(paper, date) for paper in mixed[2]) <= len(mixed[2]):
        return f"{ITS_DATE} its {SECTIONS[mixed[0]]} are those of {mixed[1]}"
    if testimony.harvested and testimony.named():
        papers = {entry.arxiv_id for entry in entries if entry.arxiv_id}
        if 2 * sum(stamps.newest(paper) < date for paper in papers) > len(papers):
            return f"{ITS_DATE} OAI-PMH has not changed most of its entries since {date}"
    return ""


class DayStates:
    """The states of days, by the part of the log that it is given."""

    def __init__(
        self,
        statements: Iterable[Statement],
        records: Iterable[Record],
        attempts: Iterable[Attempt],
        holidays: frozenset[dt.date],
        before: int | None,
        acknowledged: Acknowledged,
        ended: Mapping[str, dt.date],
        elsewhere: Iterable[Record] = (),
    ) -> None:
        """elsewhere: records of these papers in other parts of the log."""
        records = tuple(records)
        self._announced = category_log.announced(chain(records, elsewhere))
        self._told = category_log.told_by_name(records, statements)
        self._tried, self._acknowledged, self._ended = tuple(attempts), acknowledged, ended
        daily = [line for _, lines in self._told.values() for line in lines]
        self.holidays = arxiv.observed(holidays, category_log.announcements(daily))
        """Those on which nothing was announced."""
        self.last = latest(None, daily, self._tried, self.holidays, before)
        """The newest date that has a state."""
        self._stamps = Datestamps(records, self.holidays)
        self._days: dict[str, CategoryDays] = {}

    def first(self, category: str) -> dt.date:
        """The oldest date of which documents or attempts tell; the last there is where none does."""
        return min(self._of(category).log.days, default=dt.date.max)

    def of_category(
        self,
        category: str,
        rebuilt: Collection[dt.date],
        dates: Collection[dt.date] | None = None,
        first: dt.date = dt.date.max,
        last: dt.date = dt.date.min,
    ) -> list[Coverage]:
        """The states of a category's days, oldest first. `rebuilt`: the days that were worked out.

        `dates`: of these alone, of which the log must have what lies AROUND each; `first`, `last`: of all that are
        judged, as far as other parts of the log tell.
        """
        first, last = min(first, self.first(category)), max(last, self.last or last)
        if dates is None:
            due = {first + dt.timedelta(days=number) for number in range((last - first).days + 1)}
            dates = due.union(rebuilt)
        days, found = self._of(category), list[Coverage | None]()
        end = self._ended.get(category, last)
        for date in sorted(set(dates)):
            if first <= date <= min(last, end):
                found.append(days.state(date, last, rebuilt=date in rebuilt))
            elif date in rebuilt:
                found.append(Coverage(category=category, date=date, state="reconstructed"))
        return [day for day in found if day]

    def _of(self, category: str) -> CategoryDays:
        if category not in self._days:
            log = log_of(category, [self._told], self._tried, self._stamps)
            own = [ids for asked, ids in self._announced.items() if category_log.covers(asked, category)]
            log.is_announced = lambda paper, date: any(ids.get(paper, set()) - {date} for ids in own)
            self._days[category] = CategoryDays(log, self.holidays, self._acknowledged, ended=category in self._ended)
        return self._days[category]


class CategoryDays:
    """The days of one category, by its log."""

    def __init__(
        self, log: CategoryLog, holidays: frozenset[dt.date], acknowledged: Acknowledged, *, ended: bool = False
    ) -> None:
        """log: of the days that are asked for, and of what lies AROUND each; ended: nobody asks for it any more."""
        self.log, self._holidays, self._acknowledged = log, holidays, acknowledged
        self._left = _("the category is followed no longer") if ended else None

    @cached_property
    def _repeated(self) -> Mapping[dt.date, Mapping[str, dt.date]]:
        """By date the documents (hash) that show an older announcement, and the date that it is of."""
        return dict(_repeats(self.log))

    def state(self, date: dt.date, last: dt.date, *, rebuilt: bool = False) -> Coverage | None:
        """The state of a day; None: it was not out yet when it was asked for, so that it has none.

        last: the newest date that has one; rebuilt: it was worked out from submission times.
        """
        day = self._stored(date, past=date < last)
        if not day and date == last and category_log.is_awaited(date, self.log.tried(date)):
            return None
        day = day or self._unannounced(date, date == last) or self._stale(date) or self._absent(date, last, rebuilt)
        note = self._acknowledged.get((day.category, day.date), self._left) if day.state in FAULTS else None
        return day if note is None else replace(day, acknowledged=note)

    def strays(self, date: dt.date) -> list[Record]:
        """What pages and feeds told of a day that is confirmed without it; of documents of an older announcement,
        too."""
        verdict, _, _ = self._heard(date)
        if not verdict or verdict.contradictions or len(verdict.witnesses) < 2:
            return []
        return witnesses.strays(verdict.page, self.log.own.get(date, ()), self.log.category)

    def _heard(self, date: dt.date) -> tuple[Verdict | None, Holding, str | None]:
        """The verdict on a day's listing page, all that is held of the day, and its best source."""
        records, statements = self.log.clear_of(self._repeated.get(date, ()), date)
        holding = completeness.holding(records, statements, self.log.among.get(date, ()))
        pages, papers = witnesses.pages(records, statements), holding.whole()
        if papers and not any(page.names for page in pages):  # none agrees with its totals; all documents together do
            names = {paper: name for name, some in papers.items() for paper in some}
            read = max((line.first_read for line in statements), default=dt.datetime.min.replace(tzinfo=dt.UTC))
            pages = [Page(names, holding.totals, read)]
        if not self.log.came(date, *PAGES):
            pages = [replace(page, ingested=True) for page in pages]
        verdict = witnesses.judge(pages, self.log.testimony(date, records, statements))
        sources = {line.source for line in statements} | {record.source for record in records}
        return verdict, holding, next((source for source in DAILY if source in sources), None)

    def _stored(self, date: dt.date, *, past: bool) -> Coverage | None:
        """The state of a day with stored papers, or that a listing states to be empty; None: neither."""
        log, (verdict, holding, source) = self.log, self._heard(date)
        if verdict and not verdict.page.names and not verdict.contradictions:
            said = [arxiv.local_date(each.when) for each in log.came(date, *PAGES) if each.outcome == "quiet"]
            return quiet(log.category, date, verdict, said, past=past and bool(log.attempts))
        if verdict:
            return _of_verdict(log.category, date, verdict, source)
        if holding.is_empty():
            return None
        total, refused = holding.totals.get(completeness.ALL), log.refusal(date)
        return Coverage(
            category=log.category,
            date=date,
            state="contradicted" if refused and total is None else "partial",
            tallies=holding.tallies(),
            total=total,
            source=source,
            note=refused or ("" if total is not None else _unstated(holding)),
        )

    def _unannounced(self, date: dt.date, newest: bool) -> Coverage | None:
        """The state of a day on which arXiv shows no announcement; None: it does, or nothing is known."""
        if date in self._repeated:
            return None
        reason = self.log.why_unannounced(date, self._holidays)
        if not reason and newest and category_log.is_left_out(date, self.log.tried(date)):
            reason = _("arXiv's feed is empty, and its listing shows no announcement of this date")
        return Coverage(category=self.log.category, date=date, state="quiet", note=reason) if reason else None

    def _stale(self, date: dt.date) -> Coverage | None:
        """The state of a day of which only an older announcement was served; None: of which nothing came."""
        log, repeated = self.log, self._repeated.get(date, {})
        if not repeated and not any(attempt.outcome == "stale" for attempt in log.attempts.get(date, ())):
            return None
        refused = log.refusal(date)
        again = _("the announcement of {date} was served again", date=max(repeated.values())) if repeated else ""
        spoken = log.came(date, "rss") or witnesses.first_since(log.harvests, date)
        state: CoverageState = "contradicted" if refused and spoken else "stale"
        note = refused or again or _("an older announcement was served again")
        return Coverage(category=log.category, date=date, state=state, source=LISTING, note=note)

    def _absent(self, date: dt.date, last: dt.date, rebuilt: bool) -> Coverage:
        """The state of a day on which an announcement was due, and of which nothing is held: what its documents say, or
        how it was asked for."""
        tried, lines = self.log.tried(date), self.log.statements.get(date, ())
        state: CoverageState = "missing"
        if rebuilt and (last - date).days > SERVED_DAYS:
            state, note = "reconstructed", ""
        elif not tried and not lines:
            state, note = "unasked", _("no document for this day has been read")
        elif any(line.quiet for line in lines):
            note = _(
                "a document without entries was received, and no listing has since stated that nothing was announced"
            )
        elif not tried:
            note = _("a document without entries was received")
        else:
            times = ngettext("requested once", "requested {n} times", len(tried))
            outcome, status = tried[-1].outcome, tried[-1].status
            note = f"{times}; {_('last outcome: {outcome}', outcome=outcome)}"
            note += f", {_('status {number}', number=status)}" if status else ""
        return Coverage(category=self.log.category, date=date, state=state, note=note)


def _repeats(log: CategoryLog) -> Iterator[tuple[dt.date, dict[str, dt.date]]]:
    """For each day with documents that show an older announcement: their hashes, and the date it is of."""
    recent: dict[dt.date, Holding] = {}
    document = attrgetter("document")
    for date in sorted(log.own):
        repeated = {}
        for name, group in groupby(sorted(log.own[date], key=document), key=document):
            records = tuple(group)
            older = completeness.original_date(records, date, recent)
            if older and not is_genuine(records, date, log.stamps):
                # What is only a part of what was new then, and is told of by two sources here, was announced again.
                others = (record for record in log.own[date] if record.source != records[0].source)
                agreed = completeness.newcomers(records) <= completeness.newcomers(others)
                if not (agreed and completeness.repeats_some(records, recent[older])):
                    repeated[name] = older
        if repeated:
            yield date, repeated
        recent[date] = completeness.holding(log.clear_of(repeated, date)[0], ())
        if len(recent) > REPEATS:
            del recent[min(recent)]


def quiet(category: str, date: dt.date, verdict: Verdict, said: Sequence[dt.date], *, past: bool) -> Coverage | None:
    """The state of a day of which a page states that nothing was announced; None: that is not believed.

    Such a page may have been made too early. Of a `past` day of an archive that fetches, a later page must say so, or
    the same page must have said so twice, once of these after the feeds turned. said: when it was fetched, Eastern.
    """
    again = "catchup" in verdict.witnesses or (len(said) > 1 and max(said) >= date)
    if past and not again and not (verdict.page.ingested and said):
        return None
    note, who = _("arXiv lists nothing"), verdict.witnesses
    return Coverage(category=category, date=date, state="quiet", source=LISTING, note=note, witnesses=who)


def _of_verdict(category: str, date: dt.date, verdict: Verdict, source: str | None) -> Coverage:
    """The state of a day with a page that has entries. source: the best of those that its documents are of."""
    note = ""
    if verdict.outvoted:
        ids = proofs.named(verdict.outvoted)
        note = _("the feed differs in {ids}, where OAI-PMH agrees with the listing", ids=ids)
    uncontradicted = not verdict.contradictions or "person" in verdict.witnesses
    return Coverage(
        category=category,
        date=date,
        state="complete" if uncontradicted else "contradicted",
        tallies=verdict.page.tallies(),
        total=verdict.page.totals.get(completeness.ALL),
        source=source,
        note=note,
        witnesses=verdict.witnesses,
        contradictions=verdict.contradictions,
    )


def _unstated(holding: Holding) -> str:
    """What no listing states of a day that has no total, in plain words."""
    tallies = holding.tallies()
    unknown = [_(SECTIONS[tally.section]) for tally in tallies if tally.stated is None]
    if holding.recent is not None:
        held = sum(tally.stored for tally in tallies if tally.section != "replace")
        many = _("as many as are held") if held == holding.recent else _("of which {n} are held", n=grouped(held))
        said = _("a list of recent papers states {n} new submissions and cross-lists", n=grouped(holding.recent))
        more = f"; {_('no listing states how many replacements there are')}" if unknown else ""
        return f"{said}, {many}{more}"
    if not holding.totals:
        return _("no listing with totals was seen")
    if not unknown:
        return _("no listing states how many entries there are in all")
    return _("no listing states how many {sections} there are", sections=proofs.words(unknown))
