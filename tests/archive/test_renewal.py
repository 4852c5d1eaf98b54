"""What is made of a log that has changed in part equals what is made of all of it, and costs what has changed."""

import datetime as dt
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.archive import Context, load
from daybook.coverage import proofs
from daybook.log.statements import FetchLog
from daybook.model import Count, Listing, Version
from daybook.runtime import state

from tests.conftest import ROOT, SAMPLE
from tests.coverage.test_coverage import attempt
from tests.makers import ABSTRACT, add, day, entry, listing, time
from tests.test_incremental import ARCHIVE_YML, tree

pytestmark = pytest.mark.usefixtures("fixed_time")
FIRST, SECOND, LATER = day("2026-03-09"), day("2026-03-10"), day("2026-03-17")
MUCH_LATER = day("2026-04-20")
FEED: dict[str, Any] = {"source": "pith", "category": None, "part": "feed", "whole": False, "counts": ()}


def grown(folder: Path) -> Path:
    folder.mkdir()
    (folder / "archive.yml").write_text(ARCHIVE_YML)
    shutil.copy(ROOT / "content" / "themes.yml", folder)
    (folder / "same.yml").write_text('same: [["2603.00011", "2603.00012"]]\n')
    return folder


def page(date: dt.date, *ids: str, **fields: Any) -> Listing:
    told = tuple(entry(f"Paper {each}", arxiv_id=each, date=date, place=k, **fields) for k, each in enumerate(ids, 1))
    return listing(*told, date=date)


def of_sample(*names: str) -> Callable[[Path], object]:
    return lambda folder: cli.main(
        ["ingest", "--quiet", "--archive", str(folder), *(str(next(SAMPLE.glob(f"{each}*"))) for each in names)]
    )


def without_a_record(folder: Path, chance: random.Random) -> None:
    path = chance.choice(sorted((folder / "records").rglob("*.jsonl")))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.pop(chance.randrange(len(lines)))
    path.write_text("".join(lines), encoding="utf-8") if lines else path.unlink()


def loose(title: str, date: dt.date) -> Listing:
    return listing(entry(title, type="card", date=date, headline="Told", abstract=ABSTRACT), date=date, **FEED)


def known(ident: str, date: dt.date) -> Listing:
    """What OAI-PMH tells on a date of a paper that was due on FIRST."""
    version = Version(version=1, submitted=time("2026-03-06T15:00:00"))
    told: dict[str, Any] = {"type": "harvest", "date": date, "categories": ("cs.DC",), "versions": (version,)}
    paper = entry(f"Paper {ident}", arxiv_id=ident, **told)
    return listing(paper, date=date, source="arxiv-oai", part=None, whole=False, counts=())


CHANGES: dict[str, Callable[[Path], object]] = {
    "two papers that are one": lambda folder: add(folder, page(FIRST, "2603.00011", "2603.00013", abstract=ABSTRACT)),
    "the other one": lambda folder: add(folder, page(SECOND, "2603.00012")),
    "a paper known later": lambda folder: add(folder, known("2603.00021", SECOND)),
    "another known later": lambda folder: add(folder, known("2603.00022", LATER)),
    "which was held back": lambda folder: add(folder, page(day("2026-03-16"), "2603.00022")),
    "replacements": lambda folder: add(folder, page(LATER, "2603.00011", "2603.00013", type="replace", version=2)),
    "a record that joins": lambda folder: add(folder, loose("Paper 2603.00014", SECOND)),
    "what it joins": lambda folder: add(folder, page(SECOND, "2603.00014", abstract=ABSTRACT)),
    "a record of its own": lambda folder: add(folder, loose("A Paper that Nobody Announced", LATER)),
    "a day without news": lambda folder: add(
        folder, listing(date=day("2026-03-11"), counts=(Count(section="new", read=0, shown=0, total=0),))
    ),
    "a day of which more is stated": lambda folder: add(
        folder, listing(date=SECOND, counts=(Count(section="new", read=0, shown=0, total=9),))
    ),
    "an attempt": lambda folder: FetchLog(folder).add(attempt("2026-03-13T12:00:00", date=day("2026-03-12"))),
    "a record less": lambda folder: without_a_record(folder, random.Random(len(list(folder.rglob("*.jsonl"))))),
    "another less": lambda folder: without_a_record(folder, random.Random(7)),
    "a note": lambda folder: (folder / "introduction.md").write_text("Of tides.\n"),
    **{path.name: of_sample(path.name) for path in SAMPLE.iterdir()},
}


def told(folder: Path) -> dict[str, Any]:
    """The archive as pages are made of it, after what an earlier command kept."""
    context = Context(folder, quiet=True)
    with context.store.lock():
        archive = load.renewed(context)
        fields = ("outlines", "days", "coverage", "redirects", "as_of", "watched", "bases")
        return {"papers": dict(archive.papers), **{name: getattr(archive, name) for name in fields}}


def rendered(folder: Path) -> dict[str, bytes]:
    assert cli.main(["build", "--pages-only", "--quiet", "--archive", str(folder)]) == 0
    return tree(folder / "pages")


def walk(folder: Path, seed: int) -> Iterator[tuple[str, Path, Path]]:
    """Changes in some order: of each its name, the archive, and a copy of it of which nothing is kept."""
    names, archive = sorted(CHANGES), grown(folder / "archive")
    random.Random(seed).shuffle(names)
    for name in ("2026-03-04-listing.txt", *names):
        CHANGES[name](archive)
        copy = folder / name
        shutil.copytree(archive, copy, ignore=shutil.ignore_patterns("pages", ".daybook*"), dirs_exist_ok=True)
        yield name, archive, copy
        shutil.rmtree(copy)


def differs(look: Callable[[Path], dict[str, Any]], steps: Iterator[tuple[str, Path, Path]]) -> None:
    done = []
    for name, archive, copy in steps:
        done.append(name)
        warm, cold = look(archive), look(copy)
        assert warm.keys() == cold.keys(), done
        assert [key for key in cold if warm[key] != cold[key]] == [], done


def test_a_day_says_whose_words_it_shows_as_they_are_known_now(tmp_path: Path) -> None:
    """Though a better source of the same words changes nothing else of it."""
    folder, cold = grown(tmp_path / "a"), tmp_path / "cold"
    words: dict[str, Any] = {"arxiv_id": "2603.00011", "authors": ("Ada Ebb",), "version": 1}
    add(folder, replace(page(FIRST, "2603.00011"), counts=(Count(section="all", read=1, shown=1, total=1),)))
    FetchLog(folder).add(attempt("2026-03-09T06:00:00", "stored", FIRST, status=200))
    fed = entry("Barnacles count themselves", date=FIRST, **words)
    add(folder, listing(fed, date=FIRST, source="arxiv-rss", part="feed", counts=()))
    assert b"(shown: those of arXiv feed)" in rendered(folder)["days/2026/2026-03-09.md"]
    known = entry("Barnacles count themselves", date=LATER, type="harvest", **words)
    add(folder, listing(known, date=LATER, source="arxiv-abs", part=None, whole=False, counts=()))
    shutil.copytree(folder, cold, ignore=shutil.ignore_patterns("pages", ".daybook*"))
    pages = rendered(folder)
    assert b"(shown: those of arXiv abstract page)" in pages["days/2026/2026-03-09.md"]
    assert pages == rendered(cold)


def test_a_paper_that_no_listing_had_contradicts_its_day_until_it_is_announced(tmp_path: Path) -> None:
    """Told from what changed alone, though neither its record nor its announcement is of that day."""
    folder, states = grown(tmp_path / "a"), []
    whole = replace(page(FIRST, "2603.00011"), counts=(Count(section="all", read=1, shown=1, total=1),))
    steps = [CHANGES[name] for name in ("a paper known later", "another known later", "which was held back")]
    last = page(LATER, "2603.00021")
    FetchLog(folder).add(attempt("2026-03-09T06:00:00", "stored", FIRST, status=200))
    for change in (lambda folder: add(folder, whole), *steps, lambda folder: add(folder, last)):
        change(folder)
        (state,) = (each for each in told(folder)["coverage"] if each.date == FIRST)
        states.append((state.state, proofs.unannounced(state)))
    both = ("2603.00021", "2603.00022")
    assert states[:3] == [("complete", ()), ("contradicted", both[:1]), ("contradicted", both)]
    assert states[3:] == [("contradicted", both[:1]), ("complete", ())]


def whole(date: dt.date, *ids: str, **fields: Any) -> Callable[[Path], object]:
    number = len(ids)
    count = Count(section="all", read=number, shown=number, total=number)
    return lambda folder: add(folder, replace(page(date, *ids, **fields), counts=(count,)))


def cross_list_known_later(folder: Path) -> None:
    record = known("2603.00031", MUCH_LATER)
    add(folder, replace(record, entries=(replace(record.entries[0], categories=("cs.AI", "cs.DC")),)))


def known_no_longer(folder: Path) -> None:
    for path in (folder / "records" / "harvest").glob("*.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if '"arxiv-oai"' not in line), encoding="utf-8")


WITNESSED: dict[str, Callable[[Path], object]] = {
    "known": cross_list_known_later,
    "page": whole(FIRST, "2603.00011"),
    "listed": whole(MUCH_LATER, "2603.00031", type="cross"),
    "older": whole(day("2026-02-03"), "2602.00011"),
    "forgotten": known_no_longer,
}
ORDERS = sorted({tuple(order[: order.index("forgotten") + 1]) for order in permutations(WITNESSED)})[::4]
SEEN = {  # of FIRST after each of these
    ("known", "page", "listed", "older"): ["missing", "contradicted", "complete", "complete"],
    ("page", "older", "known", "forgotten"): ["complete", "complete", "contradicted", "complete"],
}


@pytest.mark.parametrize("order", [*SEEN, *(pytest.param(order, marks=pytest.mark.trial) for order in ORDERS)])
def test_a_day_is_told_anew_in_whatever_order_its_witnesses_come(tmp_path: Path, order: tuple[str, ...]) -> None:
    """Also where the page comes to a paper that OAI-PMH knows since a date far from the page's, and to days between two
    pages that lie far apart."""
    archive, states = grown(tmp_path / "archive"), list[str]()
    FetchLog(archive).add(attempt("2026-03-09T06:00:00", "stored", FIRST, status=200))
    for name in order:
        WITNESSED[name](archive)
        cold = shutil.copytree(archive, tmp_path / name, ignore=shutil.ignore_patterns("pages", ".daybook*"))
        made, anew = told(archive), told(cold)
        assert [each for each in made["coverage"] if each not in anew["coverage"]] == [], name
        assert made == anew, name
        states += [each.state for each in made["coverage"] if each.date == FIRST]
    assert states == SEEN.get(order, states)
    if order not in SEEN:
        assert rendered(archive) == rendered(cold)


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.trial) for seed in range(3, 60))])
def test_what_changed_is_made_as_from_nothing(tmp_path: Path, seed: int) -> None:
    differs(told, walk(tmp_path, seed))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.trial) for seed in range(2, 20))])
def test_pages_of_what_changed_are_made_as_from_nothing(tmp_path: Path, seed: int) -> None:
    """To the byte; the first changes of the first order, and all of others."""
    differs(rendered, islice(walk(tmp_path, seed), 6 if seed == 1 else None))


def test_pages_of_days_follow_what_is_stated(tmp_path: Path) -> None:
    archive, names = grown(tmp_path / "archive"), [f"a day of which {number} are stated" for number in (5, 6, 7)]
    add(archive, page(SECOND, "2603.00011"))
    rendered(archive)
    for number, name in enumerate(names, 5):
        add(archive, listing(date=SECOND, counts=(Count(section="new", read=0, shown=0, total=number),)))
        cold = shutil.copytree(archive, tmp_path / name, ignore=shutil.ignore_patterns("pages", ".daybook*"))
        assert rendered(archive) == rendered(cold), name


def test_only_papers_of_what_changed_are_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a change costs does not grow with the archive."""
    archive, written = grown(tmp_path / "archive"), list[str]()
    of_sample("2026-03-04-listing", "2026-03-06-oai")(archive)
    add(archive, page(FIRST, "2603.00011", "2603.00013"))
    told(archive)
    real = state.Table.put

    def put(table: state.Table[Any], rows: Any) -> None:
        kept = list(rows)
        written.extend(name for name, _ in kept if table._name == "linked")
        real(table, kept)

    monkeypatch.setattr(state.Table, "put", put)
    add(archive, page(SECOND, "2603.00015"), page(LATER, "2603.00013", type="replace", version=2))
    told(archive)
    assert sorted(written) == ["2603.00013", "2603.00015"]
