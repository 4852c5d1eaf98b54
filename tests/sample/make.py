"""Writes the sample's documents, in arXiv's own formats, from the invented papers in papers/*.yml.

Run `python -m tests.sample.make` after a change of the papers; a test compares. Nothing here is read by the program.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from tests.sample import feeds, pages, texts
from tests.sample.paper import HERE, days, known, read

DOCUMENTS = HERE / "documents"


def documents() -> dict[str, str]:
    """The name and text of every document of the sample."""
    announced = days()
    monday, tuesday, wednesday, thursday, friday = announced
    papers = known()
    harvest = read("elsewhere.yml")["harvest"]
    first = [paper for paper in announced[thursday] if paper.version == 1]
    return {
        f"{monday}-listing.html": pages.listing(monday, announced[monday]),
        f"{tuesday}-rss.xml": feeds.rss(tuesday, announced[tuesday]),
        f"{wednesday}-listing.txt": pages.pasted(wednesday, announced[wednesday]),
        f"{thursday}-api.xml": feeds.api(thursday, first),
        f"{thursday}-cards.txt": texts.cards(papers),
        f"{thursday}-catchup.html": pages.catchup(thursday, announced[thursday]),
        f"{friday}-atom.xml": feeds.atom(friday, announced[friday]),
        f"{friday}-mail.txt": texts.mail(friday, announced[friday]),
        f"{friday}-oai.xml": feeds.oai(friday, [papers[ident] for ident in harvest["papers"]]),
        f"{friday}-report.txt": texts.report(papers),
        "2026-03-07-rss.xml": feeds.rss(dt.date(2026, 3, 7), []),
    }


def write(texts: Iterable[tuple[str, str]]) -> None:
    """Write the documents beside this program."""
    DOCUMENTS.mkdir(exist_ok=True)
    for name, text in texts:
        (DOCUMENTS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(documents().items())
