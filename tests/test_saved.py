"""An archive begun from what people saved, as its readers find it: each paper on a day, on its category's page, in
search and in a feed; and what a night's look-up makes of those of which little is known.

The five real documents, and a page of cards more, as the copy of 000 is abridged: 176 papers, 122 without authors.
"""

import datetime as dt
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.fetch.lookups import look_up
from daybook.fetch.session import FetchSession
from daybook.model import Paper
from daybook.text import markup
from daybook.view import addresses
from lxml import etree, html

from tests.arxiv import papers as arxivs
from tests.arxiv import prose
from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.fetch.trial import outside
from tests.test_quirks import DOCUMENTS, PUBLISHED, run

NIGHT = dt.date(2026, 6, 11)
MORE, LACKING, KNOWN = 32, 122, 90
ATOM = {"": "http://www.w3.org/2005/Atom"}

pytestmark = pytest.mark.trial


@pytest.fixture(scope="module")
def folder(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The five documents and more cards, read into an archive of cs.DC, as a person would."""
    place = tmp_path_factory.mktemp("saved")
    (place / "more.txt").write_text(cards(), encoding="utf-8")
    archive, paths = place / "archive", [shared(f"listings/{name}") for name in DOCUMENTS.values()]
    run("init", "--quiet", "--archive", str(archive), "--title", "Saved", "--categories", "cs.DC")
    run("ingest", "--quiet", "--archive", str(archive), *map(str, paths), str(place / "more.txt"))
    settings = archive / "archive.yml"
    settings.write_text(settings.read_text("utf-8").replace("sources: {}\n", PUBLISHED), "utf-8")
    return archive


def cards() -> str:
    """A page of cards of invented papers, in the form of 000."""
    rng, shown = random.Random(11), []
    for number in range(1, MORE + 1):
        title = prose.title(rng, number)
        abstract = prose.abstract(rng, title.partition(":")[0]).replace("\n", " ")
        date = dt.date(2026, 5, 4) + number % 5 * DAY
        shown.append(f"0\ncs.DC {date} Recognition\n\nHeadline {number}\n\n{title}\n\nGist {number}.\n\n"
                     f"abstract click to expand\n{abstract}\n0\n")  # fmt: skip
    head = "pith. machine review for the scientific record. sign in\n\ncs.DC\n\nDistributed Computing\n\nMuch.\n\n"
    return head + "".join(shown) + "\nbrowse all of cs.DC"


def held(folder: Path) -> dict[str, Paper]:
    return dict(load.fold(Context(folder, quiet=True), published=False, described=False).papers)


@dataclass(frozen=True)
class Found:
    """The keys of the papers that a built archive shows in each way."""

    days: set[str]
    categories: set[str]
    feed: set[str]
    search: set[str]


def found(folder: Path, papers: dict[str, Paper]) -> Found:
    """Build the archive and look for its papers as readers do."""
    run("build", "--quiet", "--archive", str(folder))
    site = folder / "site"
    titles = [title.text for title in etree.parse(site / addresses.FEED_OF_ALL).iterfind(".//entry/title", ATOM)]
    shown = {" ".join(key_title(paper)): key for key, paper in papers.items()}
    return Found(
        days={key for page in site.glob("days/*/????-??-??.html") for key in linked(page)} & papers.keys(),
        categories={key for page in site.glob("categories/**/*.html") for key in linked(page)} & papers.keys(),
        feed={key for title in titles if (key := shown.get(" ".join(words(title or ""))))},
        search={key for key, paper in papers.items() if key in searched(folder, paper)},
    )


def linked(page: Path) -> Iterator[str]:
    """The keys of the papers to whose pages the rows of a page lead."""
    for target in html.parse(str(page)).getroot().xpath("//main//a/@href"):
        if "papers/" in target:
            yield target.rpartition("/")[2].partition(".html")[0]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def key_title(paper: Paper) -> list[str]:
    return words(markup.plain(paper.title))


def searched(folder: Path, paper: Paper) -> str:
    return run("search", "--archive", str(folder), "--format", "jsonl", "--", markup.plain(paper.title))


@dataclass(frozen=True)
class Asked:
    """What arXiv knows of the papers in question: the papers, and the id that each known one has there."""

    papers: tuple[arxivs.Paper, ...]
    ids: dict[str, str]  # former key -> id


def arxiv_of(papers: dict[str, Paper]) -> Asked:
    """An arXiv that knows 90 of the 122 without authors, with names and dates invented; and beside each of all of them
    a decoy: the same title by other people, a reply, a supplement, a revisit."""
    rng, numbers = random.Random(4), iter(range(20_001, 30_000))
    lacking = sorted(key for key, paper in papers.items() if not paper.authors)
    assert len(lacking) == LACKING
    known, told, ids = set(rng.sample(lacking, KNOWN)), [], {}

    def add(ident: str, paper: Paper, title: str, abstract: str) -> None:
        submitted = dt.datetime.combine(paper.first_seen - DAY, dt.time(9), dt.UTC)
        state = arxivs.State(
            title=title, abstract=abstract, authors=prose.authors(rng), categories=("cs.DC",),
            versions=(arxivs.Version(1, submitted, 80),),
        )  # fmt: skip
        told.append(arxivs.Paper(ident, (arxivs.Event(paper.first_seen, "new", state),)))

    for place, key in enumerate(lacking):
        paper = papers[key]
        abstract = paper.abstract or ""
        other = " ".join("".join(rng.choices("aeioubdgklmnrst", k=6)) for _ in range(80))
        if key in known:
            ids[key] = paper.arxiv_id or f"2605.{next(numbers)}"
            add(ids[key], paper, paper.title, abstract)
        decoys = (
            (paper.title, other),
            (f"Reply to: {paper.title}", abstract),
            (f"{paper.title}: Supplement", abstract),
            (f"{paper.title} Revisited", other),
        )
        add(f"2605.{next(numbers)}", paper, *decoys[place % 4])
    for key, paper in papers.items():  # 003 states neither categories nor the field that its query was of
        if paper.authors and not paper.categories:
            ids[key] = key
            add(key, paper, paper.title, paper.abstract or "")
    return Asked(tuple(told), ids)


def test_every_paper_is_found_and_most_become_whole(folder: Path) -> None:
    """176 of 176 by day, feed and search, and by category all of which one is known; after one night, 90 more are
    whole, none is wrong, and those of unknown category have one."""
    papers = held(folder)
    assert len(papers) == 176
    before = found(folder, papers)
    unknown = {key for key, paper in papers.items() if not paper.categories}
    for names in (before.days, before.feed, before.search, before.categories | unknown):
        assert papers.keys() - names == set()
    days = {page.name for page in (folder / "site").glob("days/*/????-??-??.html")}

    asked = arxiv_of(papers)
    small = make(7, NIGHT - DAY, NIGHT, ("cs.DC",), busy=1)
    world = type(small)(small.first, small.last, small.categories, small.calendar, asked.papers, {})
    with serving(Site(world), SimulatedClock(eastern(NIGHT, dt.time(1)))) as arxiv:
        context = Context(folder, quiet=True)
        with context.store.lock(), FetchSession(context, context.settings(), outside(arxiv)) as session:
            look_up(session)
        assert not arxiv.pace.breaches
    after = held(folder)
    moved = load.fold(Context(folder, quiet=True), published=False, described=False).redirects
    now = {key: moved.get(key, key) for key in papers}
    assert {key: after[now[key]].arxiv_id for key in papers if after[now[key]].arxiv_id != papers[key].arxiv_id} == {
        key: ident for key, ident in asked.ids.items() if papers[key].arxiv_id is None
    }
    assert after.keys() == set(now.values())  # no decoy came in
    whole = [key for key in papers if not papers[key].authors and after[now[key]].authors]
    assert sorted(whole) == sorted(asked.ids.keys() - unknown)
    names = {each.id: [author.shown for author in each.events[0].state.authors] for each in asked.papers}
    assert all([author.name for author in after[now[key]].authors] == names[asked.ids[key]] for key in whole)

    then = found(folder, after)
    for names in (then.days, then.feed, then.search, then.categories):
        assert after.keys() - names == set()
    assert days <= {page.name for page in (folder / "site").glob("days/*/????-??-??.html")}
    for key in whole:
        assert (folder / "site" / addresses.served(addresses.paper(key))).exists()
    sys.stdout.write(
        f"{len(papers)} papers: by day {len(before.days)}, category {len(before.categories)}, search"
        f" {len(before.search)}, feed {len(before.feed)}; {len(arxiv.asked)} requests: {len(whole)} of {LACKING} whole,"
        f" 0 wrong; then by day {len(then.days)}, category {len(then.categories)}, search {len(then.search)}, feed"
        f" {len(then.feed)}\n"
    )
