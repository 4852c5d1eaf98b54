"""The state of a day of which a listing page is held that agrees with its own totals. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from daybook.coverage import completeness, proofs, witnesses
from daybook.coverage.completeness import Holding
from daybook.coverage.witnesses import Page, Verdict
from daybook.model import Coverage, Record, Statement
from daybook.text.language import _


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
