"""The fold: which record a field comes from, versions, sightings, days."""

import random
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from daybook.config import Settings, SourceRule
from daybook.fold.folding import fold, published
from daybook.model import Announced, Count, Paper, Record, Report, Version

from tests.cases import for_each
from tests.makers import ABSTRACT, card, day, record, statement, time

ID = "2603.00356"
SETTINGS = Settings(title="T", categories=("cs.DC",))


def paper(*records: Record) -> Paper:
    """The one paper of these records, the same for every order of them."""
    outcomes = []
    for seed in range(6):
        mixed = list(records)
        random.Random(seed).shuffle(mixed)
        outcomes.append(list(fold(mixed).papers.values()))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    (found,) = outcomes[0]
    return found


def own(title: str = "Drift", **fields: Any) -> Record:
    return record(title, **{"arxiv_id": ID, **fields})


def oai(title: str = "Drift", **fields: Any) -> Record:
    return own(title, **{"source": "arxiv-oai", "type": "harvest", "category": None, **fields})


def later(title: str = "Drift", date: str = "2026-03-10", **fields: Any) -> Record:
    return own(title, **{"type": "replace", "date": day(date), **fields})


NAMES = tuple(f"Author {k}" for k in range(120))
ONE, TWO, LAST = time("2026-01-01"), time("2026-01-02"), time("2026-03-01T09:30")
FIRST, SECOND = Version(version=1, submitted=ONE), Version(version=2, submitted=TWO)
DAYS = oai(submitted=ONE, updated=time("2026-03-01"), date=day("2026-03-02"))
"""OAI's arXiv and oai_dc state two days and no number."""
EXACT = oai(source="arxiv-api", version=3, submitted=time("2026-01-01T17:04"), updated=LAST)
HISTORY = oai(
    "Two", version=2, date=day("2026-03-11"),
    versions=(Version(version=1, submitted=LAST), Version(version=2, submitted=time("2026-03-09"))),
)  # fmt: skip
BEFORE = own("One", type="cross", date=day("2026-03-05"), comments="first comment")
AFTER = own("Two, again", type="cross", date=day("2026-03-20"), comments="second comment")
PAPERS: dict[str, tuple[tuple[Record, ...], dict[str, object]]] = {
    "each field is that of the best record that has it": (
        (own(authors=("Ada Novák",), abstract=ABSTRACT, categories=("cs.DC",)), later(comments="To appear")),
        {"authors": ["Ada Novák"], "abstract": ABSTRACT, "comments": "To appear", "sightings": ["new", "replace"],
         "source of comments": "arxiv-listing"},
    ),
    "the newest version has the title, and all are kept": (
        (oai("Old", version=1, updated=ONE), later("New", version=2, source="arxiv-rss")),
        {"title": "New", "titles": ("New", "Old"), "version": 2, "titles of versions": ["Old", "New"]},
    ),
    "of one source and version the newest word counts": (
        (own("Old", version=1), own("New", version=1, type="cross", date=day("2026-03-09"))), {"title": "New"},
    ),
    "a later reading of an old version does not win": (
        (later("New", version=2), oai("Old", version=1, date=day("2026-04-01"), source="arxiv-abs")), {"title": "New"},
    ),
    "a listing without a version tells of the one before its date": (
        (HISTORY, BEFORE, AFTER), {"comments": "second comment"},
    ),
    "and not of one that came after it": ((HISTORY, BEFORE), {"title": "Two", "comments": "first comment"}),
    "one of the day on which a version came tells of it": (
        (HISTORY, own(type="cross", date=day("2026-03-09"), withdrawn=True)), {"withdrawn": True},
    ),
    "one of the day before does not": (
        (HISTORY, own(type="cross", date=day("2026-03-08"), withdrawn=True)), {"withdrawn": False},
    ),
    "a replacement is of a later version than the first": ((own(withdrawn=True), later()), {"withdrawn": False}),
    "of another listing, too": ((own(withdrawn=True), later(type="replace-cross")), {"withdrawn": False}),
    "nor does a time of submission make one": (
        (own(submitted=ONE, comments="first"), later(type="cross", comments="second")), {"comments": "second"},
    ),
    "a cross-list need not be": ((own(withdrawn=True), later(type="cross")), {"withdrawn": True}),
    "of lists that are cut the longest counts": (
        tuple(own(authors=NAMES[:k], authors_complete=False, document=str(k)) for k in (1, 3, 2)),
        {"authors": [*NAMES[:3]], "authors_complete": False},
    ),
    "another site's list counts where it is as long as arXiv's cut one": (
        (own(authors=NAMES[:2], authors_complete=False), own(source="dblp", type="harvest", authors=("Ada", "Ben"))),
        {"authors": ["Ada", "Ben"], "authors_complete": True},
    ),
    "but not where it is shorter": (
        (own(authors=NAMES[:3], authors_complete=False), own(source="dblp", type="harvest", authors=("Ada", "Ben"))),
        {"authors": [*NAMES[:3]], "authors_complete": False},
    ),
    "a list of authors that is cut never hides a whole one": (
        (oai(version=1, authors=NAMES), later(version=2, authors=NAMES[:100], authors_complete=False)),
        {"authors": [*NAMES], "authors_complete": True},
    ),
    "where all are cut, it is told": ((own(authors=NAMES, authors_complete=False),), {"authors_complete": False}),
    "aliases of a category count once": (
        (own(categories=("cs.IT", "math.IT")),), {"categories": ("cs.IT",), "primary_category": "cs.IT"},
    ),
    "a later cross-list adds one": (
        (own(categories=("cs.IT", "math.IT")), later(type="cross", categories=("cs.IT", "cs.DC"))),
        {"categories": ("cs.IT", "cs.DC"), "primary_category": "cs.IT"},
    ),
    "a withdrawal counts where it is the newest version": (
        (own(version=1), later(version=2, withdrawn=True)), {"withdrawn": True, "marks of versions": [False, True]},
    ),
    "and not where another came": (
        (own(version=1), later(version=2, withdrawn=True), later(version=3, date="2026-03-12")),
        {"withdrawn": False, "marks of versions": [False, True, False]},
    ),
    "a history may tell of it": (
        (own(version=2, versions=(FIRST, replace(SECOND, withdrawn=True))),), {"withdrawn": True},
    ),
    "but not by an older version": (
        (own(version=2, versions=(replace(FIRST, withdrawn=True), SECOND)),), {"withdrawn": False},
    ),
    "it may be of no known version": ((oai(withdrawn=True),), {"withdrawn": True, "versions": []}),
    "what is announced as new is version 1": (
        (own("First", submitted=ONE),), {"versions": [1], "titles of versions": ["First"], "times of versions": [ONE]},
    ),
    "but not where it has no id": ((own(arxiv_id=None),), {"versions": [], "version": None}),
    "submitted is of version 1, updated of the newest": (
        (EXACT,), {"submitted": EXACT.submitted, "updated": LAST, "versions": [1, 3]},
    ),
    "a history tells when version 1 came": ((own(versions=(FIRST,)),), {"submitted": ONE}),
    "also beside others": (
        (later(version=2, versions=(FIRST, SECOND), submitted=ONE),), {"times of versions": [ONE, TWO]},
    ),
    "and where nothing else says so": (
        (later(version=2, versions=(FIRST, SECOND)),), {"submitted": ONE, "updated": TWO},
    ),
    "but only of version 1": ((later(version=2, versions=(SECOND,)),), {"submitted": None}),
    "times without a version claim none": (
        (DAYS,), {"version": None, "versions": [], "submitted": ONE, "updated": time("2026-03-01")},
    ),
    "a numbered version keeps its own time, and a later change is told": (
        (DAYS, own(version=1, date=day("2026-01-05"))),
        {"version": 1, "times of versions": [ONE], "updated": time("2026-03-01")},
    ),
    "a time goes before its day": (
        (DAYS, EXACT),
        {"times of versions": [EXACT.submitted, LAST], "submitted": EXACT.submitted, "updated": LAST},
    ),
    "a paper known by its title has no id, and nothing is made up": (
        (card(category="cs.DC"),),
        {"arxiv_id": None, "version": None, "versions": [], "primary_category": None,
         "headlines": ["Counters stay within two steps"]},
    ),
    "two headlines of one source are two cards": (
        (card(), card(headline="Two steps", place=2)),
        {"headlines": ["Counters stay within two steps", "Two steps"], "sightings": ["card", "card"]},
    ),
    "the same listing as page and as text is one sighting": (
        (own(document="d0"), own(document="d1", comments="x")), {"sightings": ["new"]},
    ),
    "those of several categories are several": (
        tuple(own(category=code, document=str(code)) for code in ("cs.DC", "cs.OS", None)), {"sightings": ["new"] * 3},
    ),
    "but not where they state different things": ((own(), own(version=1, document="d1")), {"sightings": ["new"] * 2}),
    "damaged text is mended": (
        (card(gist="ResiHP lifts LLM training speed 1–4Γ— under real GPU failures"),),
        {"gists": ["ResiHP lifts LLM training speed 1–4× under real GPU failures"]},
    ),
    "in names, too, and a whole list stays known as whole": (
        (own(authors=("JosÃ© GarcÃ­a", "Ada Writer")),),
        {"authors": ["José García", "Ada Writer"], "authors_complete": True},
    ),
    "and a cut one as cut": (
        (own(authors=("JosÃ© GarcÃ­a",), authors_complete=False),), {"authors_complete": False},
    ),
    "spellings of a title are one title": (
        (own("Schrödinger's Cache"), own("Schr\\\"odinger's Cache", type="cross", place=2),
         own("Schrödinger's cache", type="cross", place=3)), {"titles": ("Schrödinger's Cache",)},
    ),
}  # fmt: skip
SAID: dict[str, Callable[[Paper], object]] = {
    "authors": lambda paper: [author.name for author in paper.authors],
    "versions": lambda paper: [version.version for version in paper.versions],
    "titles of versions": lambda paper: [version.title for version in paper.versions],
    "times of versions": lambda paper: [version.submitted for version in paper.versions],
    "marks of versions": lambda paper: [version.withdrawn for version in paper.versions],
    "sightings": lambda paper: [sighting.type for sighting in paper.sightings],
    "headlines": lambda paper: [card.headline for card in paper.cards],
    "gists": lambda paper: [card.gist for card in paper.cards],
    "source of comments": lambda paper: dict(paper.provenance)["comments"],
}


@for_each("case", PAPERS)
def test_what_is_told_of_a_paper(case: str) -> None:
    records, expected = PAPERS[case]
    found = paper(*records)
    assert {name: SAID.get(name, attrgetter(name))(found) for name in expected} == expected


@for_each(
    ("first", "last"),
    [
        ({"updated": time("2026-03-05")}, {"updated": time("2026-03-12")}),
        ({"updated": time("2026-03-05")}, {"type": "replace", "source": "arxiv-rss"}),
        ({"type": "replace", "source": "arxiv-rss"}, {"type": "replace-cross", "source": "arxiv-rss"}),
    ],
)
def test_a_version_counts_from_the_first_date_that_is_stated_of_it(first: dict[str, Any], last: dict[str, Any]) -> None:
    """A service that dates version 2 later does not make what was listed between the dates version 1's."""
    harvest = {"arxiv_id": ID, "version": 2, "type": "harvest", "source": "arxiv-api"}
    one = record("Two", **{**harvest, "date": day("2026-03-06"), "comments": "first comment", **first})
    between = record("Two", arxiv_id=ID, type="cross", date=day("2026-03-08"), comments="second comment")
    two = record("Two", **{**harvest, "date": day("2026-03-13"), **last})
    assert paper(one, between, two).comments == "second comment"


def test_a_replacement_that_the_schedule_has_on_no_day_is_of_no_version() -> None:
    first = own("First", submitted=time("2026-03-02T15:00:00"))
    again = own("First", type="replace", document="d1")
    days = fold([first, again]).days + fold([again, replace(first, date=day("2026-03-04"))]).days[:1]
    assert [item.version for each in days for item in each.announced] == [None, None]


def test_a_day_has_its_sections_best_type_first() -> None:
    """A paper announced in two categories on a day stands once, with its best type and both categories."""
    new = record(arxiv_id=ID, category="cs.DC")
    cross = record(arxiv_id=ID, type="cross", category="cs.OS")
    other = record("Other", arxiv_id="2603.00001", type="replace", version=2, place=2)
    days = fold([cross, other, new], [statement()]).days
    assert days[0].announced == (
        Announced(key=ID, type="new", categories=("cs.DC", "cs.OS"), places=(1, 1)),
        Announced(key="2603.00001", type="replace", categories=("cs.DC",), places=(2,), version=2),
    )


def test_a_place_is_arxivs_number_only_on_a_page_of_the_whole_listing() -> None:
    """Feeds have another order, and a page of a part counts from one again."""
    papers = [
        record("One", arxiv_id=ID, category="cs.DC", place=7, document="whole"),
        record("One", arxiv_id=ID, category="cs.OS", place=3, document="part"),
        record("Two", arxiv_id="2603.00001", category="cs.DC", place=1, document="feed", source="arxiv-rss"),
    ]
    said = [
        statement(document="whole"),
        statement(document="part", category="cs.OS", whole=False),
        statement(document="feed", source="arxiv-rss", part=None),
    ]
    announced = {item.key: item for item in fold(papers, said, SETTINGS).days[0].announced}
    assert (announced[ID].categories, announced[ID].places) == (("cs.DC", "cs.OS"), (7, 0))
    assert announced["2603.00001"].places == ()


@for_each(
    ("counts", "places"),
    [(((2, 2),), (7,)), (((2, None),), (7,)), (((2, 3),), ()), (((3, 2),), ()), (((2, 2), (1, 2)), ()), ((), (7,))],
)
def test_places_of_a_page_that_was_not_read_whole_are_none(counts: tuple, places: tuple[int, ...]) -> None:
    """Nor where only one of its sections was not; where none states how many it shows, all is there."""
    told = tuple(Count(section="new", read=read, shown=shown) for read, shown in counts)
    (found,) = fold([record(arxiv_id=ID, place=7)], [statement(counts=told)], SETTINGS).days
    assert found.announced[0].places == places


def test_a_quiet_day_is_a_day_and_a_month_page_is_none() -> None:
    """ "No updates" is told; a month's list announces nothing."""
    quiet = statement(quiet=True, date=day("2026-03-07"))
    month = statement(quiet=True, date=day("2026-02-01"), part="month")
    harvest = statement(source="arxiv-oai", date=day("2026-02-02"))
    assert [d.date for d in fold([], [quiet, month, harvest]).days] == [day("2026-03-07")]


def test_a_report_stands_on_its_day_with_the_papers_it_names() -> None:
    """The other site's editorial, and links to its papers."""
    report = Report(source="inference-report", date=day("2026-03-03"), text="A day.", author="Someone")
    told = statement(source="inference-report", report=report, counts=(Count(section="all", read=1),))
    found = fold([record(source="inference-report", type="report", abstract=ABSTRACT)], [told]).days[0]
    assert found.reports == (report,)
    assert [source for _, source in found.mentions] == ["inference-report"]


def test_past_days_are_reconstructed_and_labelled() -> None:
    """Never seen as a listing: computed by the schedule, for the archive's categories, up to version 5."""
    history = tuple(Version(version=v, submitted=time(f"2026-02-0{v + 1}T15:00:00")) for v in range(1, 7))
    harvested = record(arxiv_id=ID, source="arxiv-oai", type="harvest", categories=("cs.DC",), versions=history,
                       version=6, date=day("2026-02-20"), category=None)  # fmt: skip
    foreign = record("Else", arxiv_id="2602.00001", source="arxiv-oai", type="harvest", categories=("cs.CL",),
                     versions=history, version=6, category=None)  # fmt: skip
    found = fold([harvested, foreign], [], SETTINGS)
    assert [(d.date.isoformat(), d.announced[0].type, d.announced[0].version, d.reconstructed) for d in found.days] == [
        ("2026-02-03", "new", 1, True),
        ("2026-02-04", "replace", 2, True),
        ("2026-02-05", "replace", 3, True),
        ("2026-02-06", "replace", 4, True),
        ("2026-02-09", "replace", 5, True),
    ]
    assert all(d.reconstructed for d in found.days)
    assert [s.reconstructed for s in found.papers[ID].sightings].count(True) == 5
    assert found.papers["2602.00001"].sightings[0].source == "arxiv-oai"


def test_a_day_seen_as_a_listing_is_never_reconstructed() -> None:
    """What the listing said stands, though the schedule would add to it."""
    seen = statement(date=day("2026-02-04"), quiet=True)
    harvested = record(arxiv_id=ID, source="arxiv-oai", type="harvest", categories=("cs.OS", "cs.DC"), category=None,
                       versions=(Version(version=1, submitted=time("2026-02-03T15:00:00")),), version=1)  # fmt: skip
    found = fold([harvested], [seen], SETTINGS)
    assert [(d.date, d.announced) for d in found.days] == [(day("2026-02-04"), ())]
    crossed = fold([harvested], [], SETTINGS).days[0].announced[0]
    assert crossed.type == "cross"


def test_other_sources_words_are_shown_only_with_leave() -> None:
    """Without `publish` their records are left out; arXiv's need no rule; a feed's site may have its own."""
    feed = record("F", source="feed", origin="journal.example", type="harvest", category=None)
    records = [record(arxiv_id=ID), card(), feed]
    assert published(records, [], SETTINGS)[0] == records[:1]
    shown = SourceRule(publish=True)
    told = Settings(title="T", categories=("cs.DC",), sources={"pith": shown, "journal.example": shown})
    assert published(records, [statement(source="pith")], told) == (records, [statement(source="pith")])


def test_as_of_is_the_newest_date_held() -> None:
    """Never the clock."""
    assert fold([]).as_of is None
    assert fold([record()], [statement(date=day("2026-03-07"))]).as_of == day("2026-03-07")


@for_each("source", ["feed", "pith", "dblp", "inference-report", "biorxiv", "unheard-of"])
def test_other_sites_fill_only_what_arxiv_leaves_open(source: str) -> None:
    """Whatever version or day they claim: no field that arXiv tells, no version, no withdrawal."""
    names = tuple(f"Author {k}" for k in range(100))
    own = record(
        "Own", arxiv_id=ID, version=1, authors=names, authors_complete=False, abstract=ABSTRACT, comments="own",
        categories=("cs.DC",), source="arxiv-rss", updated=time("2026-03-01"),
    )  # fmt: skip
    other = record(
        "Other", arxiv_id=ID, version=9, authors=("Other",), abstract="Other.", comments="other", source=source,
        categories=("math.AG",), type="harvest", date=day("2027-01-01"), withdrawn=True, category=None,
        updated=time("2026-12-01"), submitted=time("1999-01-01"), doi="10.1/x",
        versions=(Version(version=9, submitted=time("2026-12-01"), withdrawn=True),),
    )  # fmt: skip
    found, alone = paper(own, other), paper(own)
    assert found.doi == "10.1/x"
    for name in (
        "title",
        "version",
        "versions",
        "authors",
        "authors_complete",
        "abstract",
        "comments",
        "categories",
        "submitted",
    ):
        assert getattr(found, name) == getattr(alone, name), name
    assert (found.updated, found.withdrawn) == (alone.updated, False)
    assert paper(other).version == 9  # of a paper of which only they tell, they are all there is
