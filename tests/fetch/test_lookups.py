"""Papers of which little is known, looked up in the local arXiv: what is taken, what not, and how often it is asked."""

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from daybook.archive import Context, load
from daybook.commands.ingest import ingest
from daybook.fetch import hosts, lookups
from daybook.fold.linking import title_address
from daybook.log.statements import FetchLog
from daybook.sources import other_archive, registry

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.papers import Author, Event, Paper, State, Version
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Patch, for_each
from tests.fetch.trial import archive, run
from tests.makers import ABSTRACT, OTHER_ABSTRACT, add, entry, listing, put

TODAY, SEEN = dt.date(2026, 3, 4), dt.date(2026, 2, 10)  # long enough that no harvest tells of what was seen then
TITLE = "Bounded Drift in Replicated Counters"
NAMES = ("Ada Ebb", "Bo Flow")


def paper(ident: str, title: str = TITLE, **state: Any) -> Paper:
    """A paper of arXiv, submitted on the day before the archive heard of its title."""
    when = state.pop("submitted", SEEN - DAY)
    told: dict[str, Any] = {
        "abstract": ABSTRACT,
        "authors": tuple(Author(name, *name.split()) for name in state.pop("names", NAMES)),
        "categories": ("cs.DC",),
        "versions": (Version(1, dt.datetime.combine(when, dt.time(9), dt.UTC), 80),),
        **state,
    }
    return Paper(ident, (Event(when + DAY, "new", State(title=title, **told)),))


def world(*papers: Paper) -> World:
    """A small arXiv whose API knows these as well; none of its listings is asked for their days."""
    small = make(7, TODAY - DAY, TODAY + 14 * DAY, ("cs.DC",), busy=1)
    return replace(small, papers=tuple(sorted((*small.papers, *papers), key=lambda each: each.id)))


def heard_of(folder: Path, *titles: str, **said: Any) -> None:
    """Have the archive hear of papers from cards of another site."""
    told = {"type": "card", "date": SEEN, "headline": "A headline", "abstract": ABSTRACT, **said}
    cards = [entry(title, **{**told, "place": place}) for place, title in enumerate(titles, 1)]
    page = listing(*cards, source="pith", category="cs.DC", part=None, whole=False, counts=(), date=told["date"])
    add(folder, page)


def night(
    folder: Path, known: World, date: dt.date = TODAY, faults: Sequence[Fault] = ()
) -> tuple[LocalArxiv, Context]:
    with serving(Site(known, tuple(faults)), SimulatedClock(eastern(date, dt.time(1)))) as arxiv:
        context = run(folder, arxiv)
        assert not arxiv.pace.breaches
    return arxiv, context


def searches(arxiv: LocalArxiv) -> list[str]:
    told = [parse_qs(urlsplit(asked.target).query) for asked in arxiv.asked]
    return [query for each in told for query in each.get("search_query", ()) if "ti:" in query]


def ids(folder: Path) -> dict[str, list[str]]:
    """title -> the ids of the papers of that title that a card tells of; empty: its paper has none."""
    found: dict[str, list[str]] = {}
    for each in load.fold(Context(folder, quiet=True), published=False, described=False).papers.values():
        if each.cards:
            found.setdefault(each.title, []).append(each.arxiv_id or "")
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return another(tmp_path)


def another(place: Path) -> Path:
    """A new archive for a case of its own."""
    return archive(place / f"archive-{len(list(place.iterdir()))}", ("cs.DC",))


@for_each(
    ("said", "known", "expected"),
    [
        # Title and abstract agree.
        ({}, [paper("2602.00100")], "2602.00100"),
        ({}, [paper("2602.00100", "Bounded drift in 'replicated' counters")], "2602.00100"),
        ({"abstract": ABSTRACT[:110]}, [paper("2602.00100")], "2602.00100"),
        # Another version: of the same title as long as enough of its abstract is the same.
        ({}, [paper("2602.00100", abstract=ABSTRACT + " " + OTHER_ABSTRACT)], "2602.00100"),
        ({}, [paper("2602.00100", abstract=OTHER_ABSTRACT)], ""),
        ({}, [paper("2602.00100", TITLE + " over Slow Links")], ""),
        # The same title by other people, alone and beside the right one; and twice the same, of which none is taken.
        ({}, [paper("2602.00100", names=("Cy Gull",), abstract=OTHER_ABSTRACT)], ""),
        ({}, [paper("2602.00100", names=("Cy Gull",), abstract=OTHER_ABSTRACT), paper("2602.00200")], "2602.00200"),
        ({}, [paper("2602.00100"), paper("2602.00200")], ""),
        # Papers about a paper, and one of which the title is the beginning.
        ({}, [paper("2602.00100", f"Reply to \"{TITLE}\""), paper("2602.00200", f"Erratum: {TITLE}")], ""),
        ({}, [paper("2602.00100", f"Comment on '{TITLE}' by A. Ebb and B. Flow")], ""),
        ({}, [paper("2602.00100", f"{TITLE}: Part II"), paper("2602.00200", f"(POSTER) {TITLE}")], ""),
        # No abstract, but authors.
        ({"abstract": None, "authors": NAMES}, [paper("2602.00100")], "2602.00100"),
        ({"abstract": None, "authors": ("A. Ebb", "B. Flow")}, [paper("2602.00100", submitted=dt.date(2024, 1, 3))],
         "2602.00100"),
        ({"abstract": None, "authors": ("Cy Gull", "Dee Hull")}, [paper("2602.00100")], ""),
        # Nothing but the title: category and time must both agree.
        ({"abstract": None}, [paper("2602.00100")], "2602.00100"),
        ({"abstract": None}, [paper("2602.00100", categories=("math.CO", "cs.DC"))], "2602.00100"),
        ({"abstract": None}, [paper("2602.00100", categories=("math.CO",))], ""),
        ({"abstract": None}, [paper("2602.00100", submitted=SEEN - 32 * DAY)], ""),
        ({"abstract": None}, [paper("2602.00100", submitted=SEEN - 31 * DAY)], "2602.00100"),
        ({"abstract": None}, [paper("2602.00100"), paper("2602.00200", names=("Cy Gull",))], ""),
    ],
)  # fmt: skip
def test_what_is_taken(tmp_path: Path, said: dict[str, Any], known: list[Paper], expected: str) -> None:
    """Only a paper of the same title of which one more fact agrees, and none disagrees."""
    folder = another(tmp_path)
    heard_of(folder, TITLE, **said)
    arxiv, context = night(folder, world(*known))
    assert len(searches(arxiv)) == 1
    assert not context.failed
    assert list(ids(folder).values()) == [[expected]]
    held = {record.arxiv_id for record in Context(folder, quiet=True).store.records()}
    assert held.isdisjoint({each.id for each in known} - {expected})  # what is not taken is not stored


@for_each("title", ["Preface", "A Note on Counters", "Counters: A Survey"])
def test_a_common_title_says_nothing(tmp_path: Path, title: str) -> None:
    """Category and time are no proof for a title of fewer than five words."""
    folder = another(tmp_path)
    heard_of(folder, title, abstract=None)
    night(folder, world(paper("2602.00100", title)))
    assert ids(folder) == {title: [""]}


def test_the_page_moves_and_its_former_address_leads_on(folder: Path) -> None:
    """To the id's page; each field says who said it, and the day on which a card told of it keeps its row."""
    heard_of(folder, TITLE)
    night(folder, world(paper("2602.00100")))
    found = load.fold(Context(folder, quiet=True), published=False, described=False)
    assert found.redirects[title_address(TITLE)] == "2602.00100"
    whole = found.papers["2602.00100"]
    assert [each.name for each in whole.authors] == list(NAMES)
    assert dict(whole.provenance)["authors"] == dict(whole.provenance)["categories"] == "arxiv-api"
    assert [(item.key, item.type) for day in found.days if day.date == SEEN for item in day.seen] == [
        ("2602.00100", "card")
    ]


def test_what_arxiv_does_not_know_is_asked_again_after_a_week(folder: Path) -> None:
    """Not on the nights between, whatever else is asked; and what was found never again. The log of attempts says so in
    every clone of the archive."""
    known = world(paper("2602.00100", "Another Title That Is Known to All"))
    heard_of(folder, TITLE, "Another Title That Is Known to All")
    arxiv, _ = night(folder, known)
    assert searches(arxiv) == [
        '(ti:"Bounded Drift in Replicated Counters") OR (ti:"Another Title That Is Known to All")'
    ]
    assert [each.papers for each in FetchLog(folder).attempts() if each.papers] == [(title_address(TITLE),)]
    for number in range(1, lookups.DAYS):
        arxiv, _ = night(folder, known, TODAY + number * DAY)
        assert not searches(arxiv)
    heard_of(folder, "A Title That Nobody Has Heard Of", abstract=OTHER_ABSTRACT)
    for path in (folder / ".daybook").glob("state-*"):
        path.unlink()  # as in a new clone
    arxiv, _ = night(folder, known, TODAY + 6 * DAY)
    assert searches(arxiv) == ['(ti:"A Title That Nobody Has Heard Of")']
    arxiv, _ = night(folder, known, TODAY + 7 * DAY)
    assert searches(arxiv) == ['(ti:"Bounded Drift in Replicated Counters")']


def test_a_failure_is_told_and_not_remembered(folder: Path) -> None:
    heard_of(folder, TITLE)
    known = world(paper("2602.00100"))
    _, context = night(folder, known, faults=[Fault(TODAY, "api", "*", Kind.UNAVAILABLE, None)])
    assert context.failed
    assert ids(folder) == {TITLE: [""]}
    night(folder, known, TODAY + DAY)
    assert ids(folder) == {TITLE: ["2602.00100"]}


@for_each(("name", "data"), [("same.yml", "same: 1\n"), ("records/2019/02/2019-02-11.jsonl", "{\n")])
def test_a_damaged_file_costs_the_look_up_alone(tmp_path: Path, name: str, data: str) -> None:
    """One line names it; the day's announcement is held all the same."""
    folder = put(another(tmp_path), {name: data})
    arxiv, context = night(folder, world())
    assert context.failed
    assert not searches(arxiv)
    assert [line.date for line in context.store.coverage.lines() if line.source == "arxiv-listing"] == [TODAY]


def test_a_paper_with_an_id_gets_what_it_lacks(folder: Path) -> None:
    """Authors, categories, an abstract: by its id, whatever its title has become."""
    page = listing(entry(TITLE, type="harvest", arxiv_id="2602.00100", date=SEEN), entry("An Unknown One", place=2,
                   type="harvest", arxiv_id="2602.00900", date=SEEN), part="month", whole=False)  # fmt: skip
    add(folder, page)
    night(folder, world(paper("2602.00100", "Drift, Bounded")))
    papers = load.fold(Context(folder, quiet=True), published=False, described=False).papers
    assert [each.name for each in papers["2602.00100"].authors] == list(NAMES)
    assert [each.papers for each in FetchLog(folder).attempts() if each.papers] == [("2602.00900",)]
    arxiv, _ = night(folder, world(), TODAY + DAY)
    assert not [asked.target for asked in arxiv.asked if "id_list=2602" in asked.target]


def test_a_title_that_many_begin_with_is_asked_for_alone(folder: Path) -> None:
    """Where an answer does not hold all that the titles find, none of those that it lacks counts as unknown."""
    crowd = [paper(f"2602.{1000 + n:05}", f"{TITLE}: Part {n}", abstract=f"Part {n}.") for n in range(hosts.IDS + 20)]
    other = "A Title That Only One Paper Bears"
    heard_of(folder, TITLE, other)
    arxiv, _ = night(folder, world(*crowd, paper("2602.00001", other, submitted=SEEN - 2 * DAY)))
    assert len(searches(arxiv)) == 3
    assert ids(folder) == {TITLE: [""], other: ["2602.00001"]}


def test_a_night_asks_no_more_than_its_budget(folder: Path, monkeypatch: Patch) -> None:
    """The rest is asked for in the nights that follow, the papers heard of last first."""
    monkeypatch.setattr(lookups, "MOST", 2)
    heard_of(folder, *(f"Title Number {n} of an Old Card" for n in range(lookups.TITLES)), date=SEEN - 9 * DAY)
    heard_of(folder, *(f"Title Number {n} of a New Card" for n in range(2 * lookups.TITLES)))
    first, second = night(folder, world())[0], night(folder, world(), TODAY + DAY)[0]
    assert [query.count("ti:") for query in searches(first)] == [lookups.TITLES] * 2
    assert all("New Card" in query for query in searches(first))
    assert [query.count("Old Card") for query in searches(second)] == [lookups.TITLES]


def test_what_has_an_identity_elsewhere_is_not_asked_for(folder: Path) -> None:
    """A DOI, a person's word in same.yml, or a paper with an id and the same title."""
    heard_of(folder, TITLE, doi="10.1234/drift.1")
    heard_of(folder, "A Title That a Person Has Joined to Another")
    name = title_address("A Title That a Person Has Joined to Another")
    (folder / "same.yml").write_text(f'same: [["2602.00100", "{name}"]]\n', encoding="utf-8")
    assert not searches(night(folder, world(paper("2602.00100")))[0])


def test_a_snapshot_at_hand_says_as_much(folder: Path, tmp_path: Path) -> None:
    """What a snapshot knows is not asked for."""
    heard_of(folder, TITLE)
    told = {
        "id": "2602.00100", "submitter": None, "authors": "Ada Ebb, Bo Flow", "title": TITLE, "comments": None,
        "journal-ref": None, "doi": None, "report-no": None, "categories": "cs.DC", "license": None,
        "abstract": ABSTRACT, "versions": [{"version": "v1", "created": "Mon, 9 Feb 2026 09:00:00 GMT"}],
        "update_date": "2026-02-10", "authors_parsed": [["Ebb", "Ada", ""], ["Flow", "Bo", ""]],
    }  # fmt: skip
    (tmp_path / "snapshot.json").write_text(json.dumps(told) + "\n", encoding="utf-8")
    ingest(Context(folder, quiet=True), [tmp_path / "snapshot.json"])
    assert ids(folder) == {TITLE: ["2602.00100"]}
    assert not searches(night(folder, world())[0])


@for_each(
    ("title", "expected"),
    [
        ("Drift", ['ti:"Drift"']),
        ('A " OR cat:cs.LG ANDNOT ti:"B"', ['ti:"A OR cat"', 'ti:"ANDNOT ti B"']),
        ("Bélády's Optimal, 漢字 and 32 Steps (v2)", ['ti:"Optimal"', 'ti:"and 32 Steps v2"']),
        ("Web 3.0: 10,000x in I/O of snake_case and of Up", ['ti:"Web"', 'ti:"and of Up"']),
        ("$\\delta$-Rotation for $k > 2$", ['ti:"Rotation for k 2"']),
        ("漢字", []),
        ("word " * 500, [f'ti:"{" ".join(["word"] * 40)}"']),
    ],
)
def test_nothing_in_a_title_is_an_operator(title: str, expected: list[str]) -> None:
    assert hosts.phrases(title) == expected


# What another archive tells of arXiv's papers

WRONG = "A Title That Nobody Gave It"


def tells(folder: Path, **line: Any) -> None:
    """Have a followed archive tell of a paper as a line of its API; of a day of which no harvest tells."""
    seen = {
        "date": str(line.pop("date", SEEN)),
        "source": "arxiv-oai",
        "type": "harvest",
        "category": None,
        "version": line.get("version"),
    }
    told = {"key": "2602.00100", "arxiv_id": "2602.00100", "version": 1, "title": TITLE, "authors": NAMES,
            "abstract": ABSTRACT, "categories": ["cs.DC"], "sightings": [seen], **line}  # fmt: skip
    listings = registry.signed(
        "archive-x", other_archive.read(json.dumps(told).encode()), {"archive-x": "https://x.example"}
    )
    add(folder, *listings)


def asked_for(arxiv: LocalArxiv) -> list[str]:
    return [
        word for asked in arxiv.asked for words in parse_qs(urlsplit(asked.target).query).get("id_list", ())
        for word in words.split(",") if word.startswith("2602.")
    ]  # fmt: skip


def test_what_another_archive_tells_is_asked_of_arxiv(folder: Path) -> None:
    """A withdrawal and a version in the same night, a former title by its version in the next one; then never again."""
    known = world(paper("2602.00100"), paper("2602.00200", TITLE + " Again", comments="This paper has been withdrawn."))
    for name, more in (("2602.00100", {}), ("2602.00200", {"title": TITLE + " Again"}), ("2602.00300", {})):
        tells(folder, key=name, arxiv_id=name, withdrawn=True, **more)
    arxiv, context = night(folder, known)
    assert not context.failed
    assert asked_for(arxiv) == ["2602.00300", "2602.00200", "2602.00100"]
    papers = load.fold(Context(folder, quiet=True), published=False, described=False).papers
    assert [(papers[each].withdrawn, len(papers[each].claims)) for each in ("2602.00100", "2602.00200")] == [
        (False, 1), (True, 0)
    ]  # fmt: skip
    assert papers["2602.00100"].claims[0].denied == TODAY
    assert [each.papers for each in FetchLog(folder).attempts() if each.papers] == [("2602.00300",)]
    for number in (1, lookups.MONTH - 1):
        assert not asked_for(night(folder, known, TODAY + number * DAY)[0])
    assert asked_for(night(folder, known, TODAY + lookups.MONTH * DAY)[0]) == ["2602.00300"]


def test_a_former_title_is_asked_for_by_its_version(folder: Path) -> None:
    """Once it is known that there is a newer one."""
    (event,) = paper("2602.00100").events
    first, second = event.state, Version(2, dt.datetime(2026, 2, 19, 9, tzinfo=dt.UTC), 80)
    later = replace(first, title="Drift, Bounded", versions=(*first.versions, second))
    whole = Paper("2602.00100", (Event(SEEN, "new", first), Event(SEEN + 10 * DAY, "replace", later)))
    for number, title in ((1, WRONG), (2, "Drift, Bounded")):
        tells(folder, title=title, version=number)
    assert asked_for(night(folder, world(whole))[0]) == ["2602.00100"]
    assert asked_for(night(folder, world(whole), TODAY + DAY)[0]) == ["2602.00100", "2602.00100v1"]
    assert not asked_for(night(folder, world(whole), TODAY + 2 * DAY)[0])
    found = load.fold(Context(folder, quiet=True), published=False, described=False).papers["2602.00100"]
    assert (found.titles, [each.titles for each in found.claims]) == (("Drift, Bounded", TITLE), [(WRONG,)])


def test_a_day_to_come_is_asked_about_once_a_month(folder: Path) -> None:
    """What is told of a later day than arXiv's answer stays open; each night asks for so many at once."""
    tells(folder, withdrawn=True, date=TODAY + 900 * DAY)
    nights = [asked_for(night(folder, world(paper("2602.00100")), TODAY + n * DAY)[0]) for n in (0, 1, lookups.MONTH)]
    assert nights == [["2602.00100"], [], ["2602.00100"]]
    parts = lookups._parts([lookups._Sought("x", "x", versions=(1,) * n) for n in (hosts.IDS - 2, 0, 0, hosts.IDS)])
    assert [len(part) for part in parts] == [2, 1, 1]
