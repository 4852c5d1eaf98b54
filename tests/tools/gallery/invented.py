"""An archive of invented papers where pages are at their limits: what a real one has only now and then.

Twenty years known from a snapshot, so reconstructed days; a day of 40 with every odd paper; a partial day; a day of
358; a day without an announcement. And days of other categories, for archives that follow several.
"""

import datetime as dt
import re
from dataclasses import replace
from pathlib import Path

import yaml
from daybook.model import arxiv

from tests.sample.paper import CATEGORY, Paper, at
from tests.sample.written import written
from tests.tools.benchmarks import corpus

PAPERS = 400  # in the snapshot
FIRST, SECOND = dt.date(2026, 6, 9), dt.date(2026, 6, 16)
"""When the first two versions of the paper with three were announced."""
PARTIAL, FORTY, LARGE, QUIET = (dt.date(2026, 6, 29), dt.date(2026, 6, 30), dt.date(2026, 7, 1), dt.date(2026, 7, 6))
NEW, CROSS, REPLACED = 200, 60, 98  # on the day of 358
MISSING = 5  # entries that the page of the partial day counts and does not show
DAYS = (FIRST, PARTIAL, FORTY, LARGE, QUIET, dt.date(2026, 6, 24))  # the last is reconstructed
ODD = REVISED, GONE, CROWD, LONG, BARE, WIDE = tuple(f"2606.{number}" for number in range(40001, 40007))
"""The odd papers: three versions, withdrawn, 120 authors, a title of three lines, no abstract, a word without end."""
SEVERAL = ("cs.DC", "cs.NI", "cs.OS", "cs.PF", "cs.DB")  # categories that `documents_of` knows

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
        text = written("listing.html", date, part).replace(arxiv.name(CATEGORY), arxiv.name(category))
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
    text = Path(__file__).with_name("odd.yml").read_text(encoding="utf-8")
    text = text.replace("{long}", "a-very-long-address-without-any-place-to-break/" * 4)
    text = re.sub(r"\{abstract (\d)\}", lambda found: _ABSTRACT.format(found[1]).replace("\n", r"\n"), text)
    plain, *others = yaml.safe_load(text)
    crowd = (f"{given} {name}" for name in corpus.PHRASES["family"][:12] for given in corpus.PHRASES["given"][:10])
    odd = [Paper.of({**plain, **told}) for told in (plain, *others)]
    return {each.id: replace(each, authors=", ".join(crowd)) if each.id == CROWD else each for each in odd}
