"""An archive of invented papers where pages are at their limits: what a real one has only now and then.

Twenty years known from a snapshot, so reconstructed days; a day of 40 with every odd paper; a partial day; a day of
358; a day without an announcement. And days of other categories, for archives that follow several.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator import taxonomy
from tests.sample.paper import CATEGORY, Paper, at
from tests.sample.written import written
from tests.tools.benchmarks import corpus

PAPERS = 400
"""In the snapshot."""
FIRST, SECOND = dt.date(2026, 6, 9), dt.date(2026, 6, 16)
"""When the first two versions of the paper with three were announced."""
PARTIAL, FORTY, LARGE, QUIET = (dt.date(2026, 6, 29), dt.date(2026, 6, 30), dt.date(2026, 7, 1), dt.date(2026, 7, 6))
NEW, CROSS, REPLACED = 200, 60, 98
"""On the day of 358."""
MISSING = 5
"""Entries that the page of the partial day counts and does not show."""
DAYS = (FIRST, PARTIAL, FORTY, LARGE, QUIET, dt.date(2026, 6, 24))
"""The last is reconstructed."""
ODD = REVISED, GONE, CROWD, LONG, BARE, WIDE = tuple(f"2606.{number}" for number in range(40001, 40007))
"""The odd papers: three versions, withdrawn, 120 authors, a title of three lines, no abstract, a word without end."""
SEVERAL = ("cs.DC", "cs.NI", "cs.OS", "cs.PF", "cs.DB")
"""Categories that `documents_of` knows."""

_ABSTRACT = (
    "Tide gauges disagree, and whoever averages them learns nothing of the sea. We keep 48 gauges of one harbour as "
    "replicas of a register that nobody writes, and show that a reader who asks three of them is wrong by at most "
    "{} millimetres.\nA year of readings and the program are at https://example.org/gauges."
)


def documents() -> dict[str, str]:
    """The name and text of every document of cs.DC."""
    odd = _odd()
    snapshot = list(corpus.papers(PAPERS, seed=7))
    fresh = _fresh(60 + NEW, seed=8)
    foreign = [replace(paper, categories=f"cs.LG {CATEGORY}") for paper in _fresh(CROSS, seed=9, first=20001)]
    revised = [_revised(paper) for paper in snapshot[-REPLACED:]]
    stated = f"of {20 + MISSING} entries"
    return {
        "snapshot.jsonl": "".join(map(corpus.line, snapshot)),
        f"{FIRST}-listing.html": written("listing.html", FIRST, [at(odd[REVISED], 1)]),
        f"{SECOND}-listing.html": written("listing.html", SECOND, [at(odd[REVISED], 2)]),
        f"{PARTIAL}-listing.html": written("listing.html", PARTIAL, fresh[:20]).replace("of 20 entries", stated),
        f"{FORTY}-listing.html": written("listing.html", FORTY, [*fresh[20 : 60 - len(odd)], *odd.values()]),
        f"{FORTY}-oai.xml": written("oai.xml", FORTY, list(odd.values())),
        f"{LARGE}-listing.html": written("listing.html", LARGE, [*fresh[60:], *foreign, *revised]),
        f"{QUIET}-rss.xml": written("rss.xml", QUIET, []),
    }


def documents_of(category: str) -> dict[str, str]:
    """The listing pages of one of SEVERAL on three days, with papers of its own."""
    number = SEVERAL.index(category)
    papers = _fresh(60, seed=10 + number, first=40000 + 1000 * number)
    found = {}
    for date, part in ((PARTIAL, papers[:20]), (FORTY, papers[20:40]), (LARGE, papers[40:])):
        text = written("listing.html", date, part).replace(taxonomy.name(CATEGORY), taxonomy.name(category))
        found[f"{date}-{category}.html"] = text.replace(CATEGORY, category)
    return found


def day(count: int) -> str:
    """The listing page of cs.DC on FORTY with so many new papers."""
    return written("listing.html", FORTY, _fresh(count, seed=8))


def _fresh(count: int, seed: int, first: int = 10001) -> list[Paper]:
    """Papers of one version, submitted the week before, with primary category cs.DC."""
    found = []
    for number, paper in enumerate(corpus.papers(count, seed)):
        codes = [CATEGORY, *(code for code in paper.categories if code != CATEGORY)]
        when = dt.datetime(2026, 6, 25, 9, tzinfo=dt.UTC) + dt.timedelta(minutes=number)
        found.append(_listed(replace(paper, id=f"2606.{first + number}", categories=tuple(codes), versions=(when,))))
    return found


def _revised(paper: corpus.Paper) -> Paper:
    """A paper of the snapshot with one more version."""
    when = dt.datetime(2026, 6, 30, 9)
    return _listed(replace(paper, versions=(*paper.versions, when)))


def _listed(paper: corpus.Paper) -> Paper:
    """A paper of the corpus as documents of the sample are made of."""
    return Paper(
        id=paper.id,
        title=paper.title,
        abstract=paper.abstract,
        categories=" ".join(paper.categories),
        authors=", ".join(f"{given} {family}" for given, family in paper.authors),
        versions=paper.versions,
        version=len(paper.versions),
        comments=paper.comments or "",
        doi=paper.doi or "",
        license=corpus.LICENSE,
    )


def _odd() -> dict[str, Paper]:
    """The odd papers by id, in the order of a listing."""
    times = tuple(dt.datetime(2026, 6, day, 8, tzinfo=dt.UTC) for day in (8, 15, 29))
    crowd = ", ".join(
        f"{given} {family}" for family in corpus.PHRASES["family"][:12] for given in corpus.PHRASES["given"][:10]
    )
    plain = Paper(
        id=BARE,
        title="A Note on Gauges",
        abstract="None.",
        authors="Ada Ebb, Ben Flow",
        versions=times[2:],
    )
    odd = [
        plain,
        replace(
            plain,
            id=CROWD,
            title="The Great Harbour Survey",
            authors=crowd,
            abstract=_ABSTRACT.format(4),
            comments="120 authors; 31 pages, 12 figures, 4 tables; data at https://example.org/survey/data/2026",
            journal_ref="Journal of Invented Harbours 12 (2026) 101-131",
            doi="10.99999/harbour.2026.120",
            report_no="HARBOUR-2026-17",
            msc_class="68W15, 86A05",
            categories="cs.DC cs.DB cs.DS cs.LG cs.NI cs.OS cs.PF cs.SE physics.ao-ph stat.AP",
        ),
        replace(
            plain,
            id=LONG,
            title="On What a Reader May Infer From Three of Forty-Eight Tide Gauges of One Harbour, None of Which "
            "Agrees With Any Other, When Two of Them Are Under Repair, One Is Frozen, and the Remaining Ones Are Read "
            "by Volunteers at Irregular Hours: A Year of Measurements, With $O(\\sqrt{n})$ Bounds",
            abstract=_ABSTRACT.format(5),
        ),
        replace(
            plain,
            id=WIDE,
            title="libharbour::detail::register_of_all_gauges_without_a_writer<std::uint64_t>::read_three_of_them()",
            abstract="See https://example.org/" + "a-very-long-address-without-any-place-to-break/" * 4 + " and "
            "$$\\sum_{i=1}^{n} \\frac{a_i^2 + b_i^2}{(1 + c_i)^{n-1}} \\le \\int_0^\\infty \\left( "
            "\\prod_{j=1}^{m} \\frac{x_j}{1 - x_j} \\right) \\mathrm{d}x + \\Theta(\\log n) + \\Theta(\\log\\log n)$$ "
            "for Pneumonoultramicroscopicsilicovolcanoconiosispneumonoultramicroscopicsilicovolcanoconiosis.",
        ),
        replace(
            plain,
            id=REVISED,
            title="A Register That Nobody Writes: Reading Tide Gauges by Threes",
            former={
                1: {
                    "title": "A Register Nobody Writes",
                    "abstract": _ABSTRACT.format(9),
                    "authors": "Ada Ebb, Ben Flow",
                },
                2: {"title": "A Register Nobody Writes: Tide Gauges by Threes", "abstract": _ABSTRACT.format(6)},
            },
            authors="Ada Ebb, Ben Flow, Cleo Beam",
            abstract=_ABSTRACT.format(2) + " This version adds the winter.",
            versions=times,
            version=3,
            comments="v3: the winter, and a proof that was missing",
        ),
        replace(
            plain,
            id=GONE,
            title="Two Gauges Suffice",
            abstract=_ABSTRACT.format(1),
            versions=times[1:],
            version=2,
            withdrawn=True,
            comments="This paper has been withdrawn by the authors: Lemma 2 is wrong",
        ),
    ]
    return {paper.id: paper for paper in odd}
