"""The fold: which record a field comes from, versions, sightings, days."""

import random
from dataclasses import replace
from typing import Any

import pytest
from daybook.config import Settings, SourceRule
from daybook.fold.folding import fold, published
from daybook.model import Announced, Author, Count, Paper, Record, Report, Version

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
    assert len(outcomes[0]) == 1
    return outcomes[0][0]


def test_each_field_from_the_best_record_that_has_it() -> None:
    """Authors of the first listing, comment of the second: nothing known is lost."""
    first = record(arxiv_id=ID, authors=("Ada Novák",), abstract=ABSTRACT, categories=("cs.DC",))
    second = record(arxiv_id=ID, type="replace", date=day("2026-03-10"), comments="To appear", categories=("cs.DC",))
    found = paper(first, second)
    assert (found.authors, found.abstract, found.comments) == ((Author("Ada Novák"),), ABSTRACT, "To appear")
    assert dict(found.provenance)["comments"] == "arxiv-listing"
    assert [s.type for s in found.sightings] == ["new", "replace"]


def test_the_newest_version_has_the_title_and_all_are_kept() -> None:
    """A title that changed with version 2; the versions' own titles and times."""
    one = record("Old Name", arxiv_id=ID, version=1, source="arxiv-oai", type="harvest", updated=time("2026-03-01"))
    two = record("New Name", arxiv_id=ID, version=2, source="arxiv-rss", type="replace", date=day("2026-03-10"))
    found = paper(one, two)
    assert (found.title, found.titles, found.version) == ("New Name", ("New Name", "Old Name"), 2)
    assert [(v.version, v.title) for v in found.versions] == [(1, "Old Name"), (2, "New Name")]


def test_a_later_reading_of_an_old_version_does_not_win() -> None:
    """The page of v1 saved after v2 came out tells of v1."""
    two = record("New Name", arxiv_id=ID, version=2, date=day("2026-03-10"), type="replace")
    one = record("Old Name", arxiv_id=ID, version=1, date=day("2026-04-01"), type="harvest", source="arxiv-abs")
    assert paper(one, two).title == "New Name"


def test_a_record_without_version_is_placed_by_its_date() -> None:
    """A listing says no version: what was submitted before its date counts."""
    history = (Version(version=1, submitted=time("2026-03-01")), Version(version=2, submitted=time("2026-03-09")))
    raw = record("Two", arxiv_id=ID, version=2, versions=history, source="arxiv-oai", type="harvest",
                 date=day("2026-03-11"))  # fmt: skip
    before = record("One", arxiv_id=ID, type="cross", date=day("2026-03-05"), comments="first comment")
    after = record("Two, again", arxiv_id=ID, type="cross", date=day("2026-03-20"), comments="second comment")
    assert paper(raw, before, after).comments == "second comment"
    assert paper(raw, before).title == "Two"


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


def test_an_author_list_that_is_cut_never_hides_a_whole_one() -> None:
    """Listings print 100 authors; the harvest has all, of an older version though."""
    names = tuple(f"Author {k}" for k in range(120))
    whole = record(arxiv_id=ID, version=1, source="arxiv-oai", type="harvest", authors=names)
    cut = record(arxiv_id=ID, version=2, type="replace", authors=names[:100], authors_complete=False)
    found = paper(whole, cut)
    assert (found.authors, found.authors_complete) == (tuple(map(Author, names)), True)
    assert paper(cut).authors_complete is False


def test_categories_are_canonical_and_newest() -> None:
    """Aliases count once; a later cross-list adds."""
    one = record(arxiv_id=ID, categories=("cs.IT", "math.IT"), primary_category="cs.IT")
    two = record(arxiv_id=ID, type="cross", date=day("2026-03-09"), categories=("cs.IT", "cs.DC"))
    assert paper(one).categories == ("cs.IT",)
    assert (paper(one, two).categories, paper(one, two).primary_category) == (("cs.IT", "cs.DC"), "cs.IT")


def test_a_withdrawal_counts_where_it_is_the_newest_version() -> None:
    """Withdrawn in v2; back in v3."""
    one = record(arxiv_id=ID, version=1)
    two = record(arxiv_id=ID, version=2, type="replace", date=day("2026-03-09"), withdrawn=True)
    three = record(arxiv_id=ID, version=3, type="replace", date=day("2026-03-12"))
    assert paper(one, two).withdrawn
    assert not paper(one, two, three).withdrawn
    assert [v.withdrawn for v in paper(one, two, three).versions] == [False, True, False]
    history = (Version(version=1), Version(version=2, withdrawn=True))
    assert paper(record(arxiv_id=ID, version=2, versions=history)).withdrawn  # as its history says
    assert paper(record(arxiv_id=ID, type="harvest", withdrawn=True)).withdrawn  # of no known version
    assert not paper(
        record(arxiv_id=ID, version=2, versions=(replace(history[1], version=1), Version(version=2)))
    ).withdrawn


def test_what_is_announced_as_new_is_version_1() -> None:
    """Its title is that version's; a replacement without a number that the schedule has on no day is of none."""
    first = record("First", arxiv_id=ID, submitted=time("2026-03-02T15:00:00"))
    assert [(v.version, v.title) for v in paper(first).versions] == [(1, "First")]
    again = record("First", arxiv_id=ID, type="replace", document="d1")
    days = fold([first, again]).days + fold([again, replace(first, date=day("2026-03-04"))]).days[:1]
    assert [item.version for each in days for item in each.announced] == [None, None]


def test_times_of_the_versions() -> None:
    """submitted is v1's, updated the newest's."""
    api = record(arxiv_id=ID, source="arxiv-api", type="harvest", version=3, submitted=time("2026-01-01"),
                 updated=time("2026-03-01"), category=None)  # fmt: skip
    found = paper(api)
    assert (found.submitted, found.updated, [v.version for v in found.versions]) == (
        time("2026-01-01"), time("2026-03-01"), [1, 3],
    )  # fmt: skip


def test_a_history_tells_when_version_1_came() -> None:
    """Where no record says when the paper was submitted."""
    assert paper(record(arxiv_id=ID, versions=(Version(version=1, submitted=time("2026-01-01")),))).submitted
    first, told = (Version(version=k, submitted=time(f"2026-01-0{k}")) for k in (1, 2))
    assert paper(record(arxiv_id=ID, version=2, type="replace", versions=(told,))).submitted is None
    assert paper(record(arxiv_id=ID, version=2, type="replace", versions=(first, told))).submitted == first.submitted


def test_times_without_a_version_claim_none() -> None:
    """OAI's arXiv and oai_dc state two days and no number: the later one is not lost, and no version is made up."""
    harvested = record(arxiv_id=ID, source="arxiv-oai", type="harvest", submitted=time("2026-01-01"),
                       updated=time("2026-03-01"), date=day("2026-03-02"), category=None)  # fmt: skip
    found = paper(harvested)
    assert (found.version, found.versions) == (None, ())
    assert (found.submitted, found.updated) == (time("2026-01-01"), time("2026-03-01"))


def test_a_time_without_a_version_beside_a_numbered_one() -> None:
    """A numbered version keeps its own time; a later change is told though its number is unknown."""
    harvested = record(arxiv_id=ID, source="arxiv-oai", type="harvest", submitted=time("2026-01-01"),
                       updated=time("2026-03-01"), date=day("2026-03-02"), category=None)  # fmt: skip
    announced = record(arxiv_id=ID, version=1, date=day("2026-01-05"))
    found = paper(harvested, announced)
    assert [(v.version, v.submitted) for v in found.versions] == [(1, time("2026-01-01"))]
    assert (found.version, found.updated) == (1, time("2026-03-01"))
    exact = record(arxiv_id=ID, source="arxiv-api", type="harvest", version=3, submitted=time("2026-01-01T17:04"),
                   updated=time("2026-03-01T09:30"), category=None)  # fmt: skip
    found = paper(harvested, exact)
    assert [(v.version, v.submitted) for v in found.versions] == [
        (1, time("2026-01-01T17:04")), (3, time("2026-03-01T09:30")),
    ]  # fmt: skip
    assert (found.submitted, found.updated) == (time("2026-01-01T17:04"), time("2026-03-01T09:30"))


def test_a_paper_known_by_title_has_no_invented_id() -> None:
    """Id, version and categories stay unknown."""
    found = paper(card(category="cs.DC"))
    assert (found.arxiv_id, found.version, found.versions, found.primary_category) == (None, None, (), None)
    assert found.cards[0].headline == "Counters stay within two steps"


def test_both_headlines_are_kept() -> None:
    """Two cards of one source for one paper: two sightings, two cards."""
    found = paper(card(), card(headline="Two steps", place=2))
    assert [c.headline for c in found.cards] == ["Counters stay within two steps", "Two steps"]
    assert len(found.sightings) == 2


def test_copies_of_one_statement_are_one_sighting() -> None:
    """The same listing as page and as pasted text."""
    found = paper(record(arxiv_id=ID, document="d0"), record(arxiv_id=ID, document="d1", comments="x"))
    assert len(found.sightings) == 1
    assert len(paper(record(arxiv_id=ID), record(arxiv_id=ID, version=1, document="d1")).sightings) == 2


def test_mojibake_is_mended_in_the_fold() -> None:
    """What was stored as received is shown mended."""
    found = paper(card(gist="ResiHP lifts LLM training speed 1–4Γ— under real GPU failures"))
    assert found.cards[0].gist == "ResiHP lifts LLM training speed 1–4× under real GPU failures"


def test_mojibake_in_names_is_mended_in_the_fold() -> None:
    """A name is text as any other; a whole list stays known as whole."""
    found = paper(record(arxiv_id=ID, authors=("JosÃ© GarcÃ­a", "Ada Writer")))
    assert (found.authors, found.authors_complete) == ((Author("José García"), Author("Ada Writer")), True)
    cut = paper(record(arxiv_id=ID, authors=("JosÃ© GarcÃ­a",), authors_complete=False))
    assert cut.authors_complete is False


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


@pytest.mark.parametrize("spelling", ["Schr\\\"odinger's Cache", "Schrödinger's cache"])
def test_spellings_of_a_title_are_one_title(spelling: str) -> None:
    """TeX and Unicode of one title count once."""
    found = paper(record("Schrödinger's Cache", arxiv_id=ID), record(spelling, arxiv_id=ID, type="cross", place=2))
    assert len(found.titles) == 1


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
