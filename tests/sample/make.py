"""Writes the sample's documents, in arXiv's own formats, from the invented papers in papers/*.yml, and reads them into
the archive in content/.

Run `python -m tests.sample.make` after a change of the papers; a test compares. Nothing here is read by the program.

The sample shows the states that a day can be in. It has a log of nights on which nothing was really fetched: else all
its listing pages would count as ingested by a person, who has the last word.
"""

import datetime as dt
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from daybook import cli
from daybook.log.statements import FetchLog
from daybook.model import Attempt
from daybook.model.listing import Outcome

from tests.conftest import ROOT
from tests.sample.paper import CATEGORY, HERE, days, known, read
from tests.sample.written import written

DOCUMENTS = HERE / "documents"
ARCHIVE = ROOT / "content"
MADE = ("attempts", "coverage", "listings", "records")
"""The folders of the archive that are made here; what is beside them was written by hand."""
READ = dt.datetime(2026, 3, 8, 6, tzinfo=dt.UTC)
UNLISTED, UNFED = "2602.97238", "2602.97122"
"""Papers of Monday, one that only the feed names, one that only the listing does: the day is contradicted."""


def documents() -> dict[str, str]:
    """The name and text of every document of the sample."""
    announced = days()
    monday, tuesday, wednesday, thursday, friday = announced
    papers = known()
    told = read("elsewhere.yml")
    first = [paper for paper in announced[thursday] if paper.version == 1]
    return {
        f"{monday}-listing.html": written("listing.html", monday, [p for p in announced[monday] if p.id != UNLISTED]),
        f"{monday}-rss.xml": written("rss.xml", monday, [p for p in announced[monday] if p.id != UNFED]),
        f"{tuesday}-rss.xml": written("rss.xml", tuesday, announced[tuesday]),
        f"{wednesday}-listing.txt": written("pasted.txt", wednesday, announced[wednesday]),
        f"{thursday}-api.xml": written("api.xml", thursday, first),
        f"{thursday}-cards.txt": written("cards.txt", thursday, papers, cards=told["cards"]),
        f"{thursday}-catchup.html": written("catchup.html", thursday, announced[thursday]),
        f"{friday}-atom.xml": written("atom.xml", friday, announced[friday]),
        f"{friday}-listing.html": written("listing.html", friday, announced[friday]),
        f"{friday}-mail.txt": written("mail.txt", friday, announced[friday]),
        f"{friday}-oai.xml": written("oai.xml", friday, [papers[ident] for ident in told["harvest"]["papers"]]),
        f"{friday}-report.txt": written("report.txt", friday, papers, report=told["report"]),
        "2026-03-07-rss.xml": written("rss.xml", dt.date(2026, 3, 7), []),
    }


def attempts() -> list[Attempt]:
    """What a nightly `fetch` would have logged that did not run on Wednesday and Thursday: of Thursday it got the
    catch-up page alone, of Wednesday nothing, so that a person saved the page; and Tuesday's pages never came."""
    monday, tuesday, _, thursday, friday = days()
    saturday = friday + dt.timedelta(days=1)
    asked: tuple[tuple[dt.date, str, dt.date, Outcome], ...] = (
        (monday, "rss", monday, "stored"),
        (monday, "list", monday, "stored"),
        (tuesday, "rss", tuesday, "stored"),
        (tuesday, "list", tuesday, "failed"),
        (friday, "rss", friday, "stored"),
        (friday, "list", friday, "stored"),
        (friday, "catchup", thursday, "stored"),
        (friday, "catchup", tuesday, "failed"),
        (saturday, "rss", saturday, "quiet"),
    )
    return [
        Attempt(
            when=dt.datetime.combine(night, dt.time(5, 30, 15 + place), dt.UTC),
            service=service,
            outcome=outcome,
            category=CATEGORY,
            date=date,
            status=503 if outcome == "failed" else 200,
        )
        for place, (night, service, date, outcome) in enumerate(asked)
    ]


def write(texts: Iterable[tuple[str, str]]) -> None:
    """Write the documents beside this program."""
    DOCUMENTS.mkdir(exist_ok=True)
    for name, text in texts:
        (DOCUMENTS / name).write_text(text, encoding="utf-8", newline="\n")


def ingest(archive: Path) -> int:
    """Read the documents into an archive in place of what it held; the exit code."""
    for name in MADE:
        shutil.rmtree(archive / name, ignore_errors=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(int(READ.timestamp()))
    code = cli.main(["ingest", "--archive", str(archive), str(DOCUMENTS)])
    log = FetchLog(archive)
    for attempt in attempts():  # last: in an archive that fetches, each page that is ingested is a person's word
        log.add(attempt)
    return code


if __name__ == "__main__":
    write(documents().items())
    raise SystemExit(ingest(ARCHIVE))
