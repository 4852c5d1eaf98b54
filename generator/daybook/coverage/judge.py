"""The state of a day of which a listing page is held that agrees with its own totals. Pure."""

# The state of each day in each category: complete, quiet, partial, contradicted, stale, missing, unasked,
# reconstructed. Pure.
#
# `completeness` judges what is held of a day, `witnesses` who else confirms it. A feed or a mail states no totals, so
# what only they tell of is held but not proved. A document that shows an older announcement under a newer date proves
# nothing of that date and is left out.
# Every day has a state from the first announcement that is held in a category, or was asked for, up to the newest that
# was out when a service was last asked; the clock plays no part. Days before that can only be reconstructed.
#

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby

from daybook.coverage import category_log, completeness, proofs, witnesses
from daybook.coverage.category_log import PAGES, CategoryLog, log_of
from daybook.coverage.completeness import DAILY, Holding, is_announcement
from daybook.coverage.witnesses import Datestamps, Page, Verdict
from daybook.model import ANNOUNCED, Attempt, Coverage, CoverageState, Day, Entry, Record, Statement, schedule
from daybook.text.language import N_, _, ngettext
from daybook.text.language import number as grouped


def candidates(
    records: Sequence[Record], statements: Sequence[Statement], holding: Holding, *, fetched: bool
) -> list[Page]:
    """The pages that may be a day's announcement, the newest first.

    Where none agrees with its own totals, all documents together may. Where none was `fetched`, a person ingested them.
    """
    found = witnesses.pages(records, statements)
    papers = holding.whole()
    if papers and not any(page.names for page in found):
        names = {paper: name for name, some in papers.items() for paper in some}
        read = max((line.first_read for line in statements), default=dt.datetime.min.replace(tzinfo=dt.UTC))
        found = [Page(names, holding.totals, read)]
    return found if fetched else [replace(page, ingested=True) for page in found]


def judged(category: str, date: dt.date, verdict: Verdict, source: str | None) -> Coverage:
    """The state of a day with such a page. source: the best of those that its documents are of."""
    note = ""
    if verdict.outvoted:
        ids = proofs.named(verdict.outvoted)
        note = _("the feed differs in {ids}, where OAI-PMH agrees with the listing", ids=ids)
    proved = not verdict.contradictions or "person" in verdict.witnesses
    return Coverage(
        category=category,
        date=date,
        state="complete" if proved else "contradicted",
        tallies=verdict.page.tallies(),
        total=verdict.page.totals.get(completeness.ALL),
        source=source,
        note=note,
        witnesses=verdict.witnesses,
        contradictions=verdict.contradictions,
    )


def quiet(category: str, date: dt.date, verdict: Verdict, said: Sequence[dt.date], *, past: bool) -> Coverage | None:
    """The state of a day of which a page states that nothing was announced; None: it is not proved.

    Such a page may have been made too early. Of a `past` day of an archive that fetches, a later page must say so, or
    the same page must have said so twice, once of these after the feeds turned. said: when it was fetched, Eastern.
    """
    again = "catchup" in verdict.witnesses or (len(said) > 1 and max(said) >= date)
    if past and not again and not (verdict.page.ingested and said):
        return None
    return replace(without(category, date, _("arXiv lists nothing"), completeness.LISTING), witnesses=verdict.witnesses)


def without(category: str, date: dt.date, note: str, source: str | None) -> Coverage:
    """The state of a day on which nothing was announced, and why."""
    return Coverage(category=category, date=date, state="quiet", source=source, note=note)


SERVED_DAYS = 90
"""arXiv serves announcements this many days back. A gap within them is one, even where its papers are known."""
REPEATS = 5
"""A document is compared with this many days before it, to see whether it really shows one of them."""
LOSSES = ("partial", "contradicted", "stale", "missing")
"""The states of an announcement that was asked for and is not all held, the worst last."""
FAULTS = ("unasked", *LOSSES)
"""The states that fetching may fix."""

SECTIONS = {"new": N_("new submissions"), "cross": N_("cross-lists"), "replace": N_("replacements")}
_DAY = dt.timedelta(days=1)
Acknowledged = Mapping[tuple[str, dt.date], str]
"""(category, date) -> what archive.yml says of a day that stays as it is."""
Reconstructed = Mapping[str, Collection[dt.date]]
"""Category -> the days that were worked out from submission times."""


def reconstructed(categories: Iterable[str], dated: Iterable[Day]) -> dict[str, set[dt.date]]:
    """Category -> the days that were worked out from submission times."""
    found: dict[str, set[dt.date]] = {category: set() for category in categories}
    for day in dated:
        if day.reconstructed:
            for category in {category for item in day.announced for category in item.categories}:
                found[category].add(day.date)
    return found


def states(
    categories: Sequence[str],
    statements: Iterable[Statement],
    records: Iterable[Record],
    attempts: Iterable[Attempt] = (),
    *,
    reconstructed: Reconstructed | None = None,
    holidays: frozenset[dt.date] = schedule.HOLIDAYS,
    before: int | None = None,
    acknowledged: Acknowledged | None = None,
) -> tuple[Coverage, ...]:
    """What is held of each day's announcement in each category, by category as given, then by date.

    `before`: the year before which the archive's days end.
    """
    judge = Judge(statements, records, attempts, holidays, before, acknowledged or {})
    return tuple(chain.from_iterable(
        judge.of_category(category, (reconstructed or {}).get(category, ())) for category in categories
    ))  # fmt: skip


class Judge:
    """Judges days by the part of the log that it is given."""

    def __init__(
        self,
        statements: Iterable[Statement],
        records: Iterable[Record],
        attempts: Iterable[Attempt],
        holidays: frozenset[dt.date],
        before: int | None,
        acknowledged: Acknowledged,
    ) -> None:
        records = tuple(records)
        self._daily = [line for line in statements if is_announcement(line)]
        self._announced = [record for record in records if record.type in ANNOUNCED and record.source in DAILY]
        self._tried = tuple(attempts)
        self._acknowledged = acknowledged
        self.holidays = schedule.observed(holidays, category_log.announcements(self._daily))
        """Those on which nothing was announced."""
        self.last = latest(None, self._daily, self._tried, self.holidays, before)
        """The newest date that is judged."""
        self._stamps = Datestamps(records, self.holidays)
        self._logs: dict[str, CategoryLog] = {}

    def of_category(
        self,
        category: str,
        rebuilt: Collection[dt.date],
        dates: Collection[dt.date] | None = None,
        first: dt.date = dt.date.max,
        last: dt.date = dt.date.min,
    ) -> list[Coverage]:
        """The states of a category's days, oldest first. `rebuilt`: the days that were worked out.

        `dates`: of these alone, of which the log must have the REPEATS days before each, too; `first`, `last`: of all
        that are judged, as far as other parts of the log tell.
        """
        log = self._log(category)
        newest = max(filter(None, (last, self.last)), default=None)
        oldest = min((first, *log.days))
        days = _of_category(category, log, oldest, newest, frozenset(rebuilt), self.holidays, dates)
        return _with_notes(days, self._acknowledged)

    def first(self, category: str) -> dt.date:
        """The oldest date of which documents or attempts tell; the last there is where none does."""
        return min(self._log(category).days, default=dt.date.max)

    def _log(self, category: str) -> CategoryLog:
        if category not in self._logs:
            self._logs[category] = log_of(category, self._daily, self._announced, self._tried, self._stamps)
        return self._logs[category]


def of_day(
    category: str,
    date: dt.date,
    last: dt.date,
    log: CategoryLog,
    holidays: frozenset[dt.date] = schedule.HOLIDAYS,
    acknowledged: Acknowledged | None = None,
) -> Coverage:
    """The state of one day, as `states` tells it.

    last: the newest date that is judged; log: of this day and the REPEATS days before it.
    """
    day = _state(category, date, log, dict(_repeats(log)), last, False, holidays)
    day = day or Coverage(category=category, date=date, state="unasked", note=_("arXiv does not show it yet"))
    return _with_notes([day], acknowledged or {})[0]


def strays(category: str, date: dt.date, log: CategoryLog) -> list[Record]:
    """What pages and feeds told of a day that is proved without it; of documents of an older announcement, too."""
    verdict, _, _ = _heard(category, date, log, dict(_repeats(log)).get(date, {}))
    if not verdict or verdict.contradictions or len(verdict.witnesses) < 2:
        return []
    return witnesses.strays(verdict.page, log.own.get(date, ()), category)


def faults(days: Iterable[Coverage]) -> tuple[Coverage, ...]:
    """The days that are unasked, partial, contradicted, stale or missing, and not acknowledged."""
    return tuple(day for day in days if day.state in FAULTS and day.acknowledged is None)


def _with_notes(days: Iterable[Coverage], acknowledged: Acknowledged) -> list[Coverage]:
    """The days with what archive.yml says of those that stay as they are."""
    return [
        replace(day, acknowledged=acknowledged[day.category, day.date])
        if day.state in FAULTS and (day.category, day.date) in acknowledged
        else day
        for day in days
    ]


def latest(
    was: dt.date | None, stated: Iterable[Statement], attempts: Iterable[Attempt],
    holidays: frozenset[dt.date], before: int | None,
) -> dt.date | None:  # fmt: skip
    """The newest date that is judged: of a document of a day's announcement, or of what was out at the newest attempt.

    `was`: that before these statements and attempts were there; `before`: the year before which the days end.
    """
    as_of = max((attempt.when for attempt in attempts), default=None)
    dates = [line.date for line in stated if is_announcement(line)]
    dates += [date for date in (was, as_of and schedule.newest_due(as_of, holidays)) if date]
    last = max(dates, default=None)
    return min(last, dt.date(before - 1, 12, 31)) if last and before else last


# The states of its days


def _of_category(
    category: str,
    log: CategoryLog,
    first: dt.date,
    last: dt.date | None,
    rebuilt: frozenset[dt.date],
    holidays: frozenset[dt.date],
    dates: Collection[dt.date] | None,
) -> Iterator[Coverage]:
    """The states of a category's days, oldest first. `dates`: of these alone."""
    repeated = dict(_repeats(log))
    due = _dates(first, last) if last else ()
    for date in sorted({*due, *rebuilt} if dates is None else {*dates}):
        if last and first <= date <= last:
            day = _state(category, date, log, repeated, last, date in rebuilt, holidays)
            if day:
                yield day
        elif date in rebuilt:
            yield Coverage(category=category, date=date, state="reconstructed")


def _state(
    category: str,
    date: dt.date,
    log: CategoryLog,
    repeated: Mapping[dt.date, Mapping[str, dt.date]],
    last: dt.date,
    rebuilt: bool,
    holidays: frozenset[dt.date],
) -> Coverage | None:
    """The state of a day; None: it was not out yet when it was asked for, so that there is nothing to judge."""
    older = repeated.get(date, {})
    stored = _stored(category, date, log, older, past=date < last)
    if not stored and date == last and category_log.is_awaited(date, log.tried(date)):
        return None
    return (
        stored
        or _unannounced(category, date, log, older, date == last, holidays)
        or _stale(category, date, log, older)
        or _absent(category, date, log, last, rebuilt)
    )


def _dates(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    for number in range((last - first).days + 1):
        yield first + number * _DAY


def _repeats(log: CategoryLog) -> Iterator[tuple[dt.date, dict[str, dt.date]]]:
    """For each day with documents that show an older announcement: their hashes, and the date it is of."""
    recent: dict[dt.date, Holding] = {}
    for date in sorted(log.own):
        repeated = {}
        for document, group in groupby(sorted(log.own[date], key=_document), key=_document):
            records = tuple(group)
            older = completeness.original_date(records, date, recent)
            if (
                older
                and not is_genuine(records, date, log.stamps)
                and not _is_agreed(records, log.own[date], recent[older])
            ):
                repeated[document] = older
        if repeated:
            yield date, repeated
        clear, _ = log.clear_of(repeated, date)
        recent[date] = completeness.holding(clear, ())
        if len(recent) > REPEATS:
            del recent[min(recent)]


def _is_agreed(records: Sequence[Record], day: Iterable[Record], other: Holding) -> bool:
    """Whether what was new on another date is only a part of what was new then, and two sources tell of it here."""
    if not completeness.repeats_some(records, other):
        return False
    new, source = completeness.newcomers(records), records[0].source
    return new <= completeness.newcomers(record for record in day if record.source != source)


def _document(record: Record) -> str:
    return record.document


def _stored(
    category: str, date: dt.date, log: CategoryLog, repeated: Mapping[str, dt.date], *, past: bool
) -> Coverage | None:
    """The state of a day with stored papers, or that a listing states to be empty; None: neither."""
    verdict, holding, source = _heard(category, date, log, repeated)
    if verdict and not verdict.page.names and not verdict.contradictions:
        said = [schedule.local_date(each.when) for each in log.came(date, *PAGES) if each.outcome == "quiet"]
        return quiet(category, date, verdict, said, past=past and bool(log.attempts))
    if verdict:
        return judged(category, date, verdict, source)
    if holding.is_empty():
        return None
    total = holding.totals.get(completeness.ALL)
    refused = log.refusal(date)
    note = refused or ("" if total is not None else _unstated(holding))
    return Coverage(
        category=category,
        date=date,
        state="contradicted" if refused and total is None else "partial",
        tallies=holding.tallies(),
        total=total,
        source=source,
        note=note,
    )


def _heard(
    category: str, date: dt.date, log: CategoryLog, repeated: Mapping[str, dt.date]
) -> tuple[Verdict | None, Holding, str | None]:
    """What the witnesses say of a day's listing page, all that is held of the day, and its best source."""
    records, statements = log.clear_of(repeated, date)
    holding = completeness.holding(records, statements, log.among.get(date, ()))
    pages = candidates(records, statements, holding, fetched=bool(log.came(date, *PAGES)))
    verdict = witnesses.judge(pages, log.testimony(category, date, records, statements))
    return verdict, holding, _source(records, statements)


def is_genuine(records: Iterable[Entry], date: dt.date, stamps: Datestamps) -> bool:
    """Whether papers that were new before are so again: OAI-PMH changed most of those in the document on that date."""
    papers = completeness.newcomers(records)
    changed = sum(stamps.is_stamped(paper, date) for paper in papers)
    return 2 * changed > len(papers)


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


def _source(records: Iterable[Record], statements: Iterable[Statement]) -> str | None:
    sources = {line.source for line in statements} | {record.source for record in records}
    return next((source for source in DAILY if source in sources), None)


def _unannounced(
    category: str,
    date: dt.date,
    log: CategoryLog,
    repeated: Mapping[str, dt.date],
    newest: bool,
    holidays: frozenset[dt.date],
) -> Coverage | None:
    """The state of a day on which arXiv shows no announcement; None: it does, or nothing is known."""
    if repeated:
        return None
    reason = category_log.reason(date, log.tried(date), holidays)
    if not reason and newest and category_log.is_left_out(date, log.tried(date)):
        reason = _("arXiv's feed is empty, and its listing shows no announcement of this date")
    return without(category, date, reason, None) if reason else None


def _stale(category: str, date: dt.date, log: CategoryLog, repeated: Mapping[str, dt.date]) -> Coverage | None:
    """The state of a day of which only an older announcement was served; None: of which nothing came."""
    served = any(attempt.outcome == "stale" for attempt in log.attempts.get(date, ()))
    if not repeated and not served:
        return None
    refused = log.refusal(date)
    again = _("the announcement of {date} was served again", date=max(repeated.values())) if repeated else ""
    note = refused or again or _("an older announcement was served again")
    spoken = log.came(date, "rss") or witnesses.first_since(log.harvests, date)
    state: CoverageState = "contradicted" if refused and spoken else "stale"
    return Coverage(category=category, date=date, state=state, source=completeness.LISTING, note=note)


def _absent(category: str, date: dt.date, log: CategoryLog, last: dt.date, rebuilt: bool) -> Coverage:
    """The state of a day on which an announcement was due, and of which nothing is held."""
    if rebuilt and (last - date).days > SERVED_DAYS:
        return Coverage(category=category, date=date, state="reconstructed")
    if not log.attempts.get(date) and not log.statements.get(date):
        return Coverage(category=category, date=date, state="unasked", note=_("no document for this day has been read"))
    return Coverage(category=category, date=date, state="missing", note=_why(log, date))


def _why(log: CategoryLog, date: dt.date) -> str:
    """Why nothing is held of a day that was asked for: what its documents say, or how it was."""
    attempts = sorted(log.attempts.get(date, ()), key=lambda attempt: attempt.when)
    if any(line.quiet for line in log.statements.get(date, ())):
        return _("a document without entries was received, and no listing has since stated that nothing was announced")
    if not attempts:
        return _("a document without entries was received")
    last = attempts[-1]
    times = ngettext("requested once", "requested {n} times", len(attempts))
    outcome = _("last outcome: {outcome}", outcome=last.outcome)
    return f"{times}; {outcome}" + (f", {_('status {number}', number=last.status)}" if last.status else "")
