"""The index of base and delta against one of the same papers that is made as a whole, day after day.

Results, their order, counts, facets and corrections must be the same: no weight is kept, so both have the same. What
the base keeps are the authors' numbers and the spelling of their names: of the authors of most papers, those that have
equally many may come in another order, so authors are compared as a whole, by their keys.
"""

import datetime as dt
import random
import re
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.commands.search import script
from daybook.model import Archive
from daybook.runtime import files, state
from daybook.search import index, update
from daybook.search.engine import Engine
from daybook.search.entries import author_key
from daybook.search.index import Change, Part

from tests import growing
from tests.growing import Growing
from tests.search.test_known_items import mistyped
from tests.tools.benchmarks import corpus

RULES = "themes: [{{slug: systems, name: Systems, definition: Of {0}., phrases: {{3: [{0}]}}}}]\n"
FIRST = dt.date(2026, 7, 20)
FILTERS: tuple[dict[str, list[str]], ...] = (
    {}, {}, {"category": ["cs.LG", "cs.OS"]}, {"theme": ["systems"]}, {"withdrawn": ["yes"]}, {"type": ["replace"]},
)  # fmt: skip


def brought_up_to_date(folder: Path) -> tuple[Archive, dict[str, bytes], list[str]]:
    """The archive, the files of its index as they are now, and what was said of it."""
    home = Context(folder, quiet=True)
    said: list[str] = []
    with home.store.lock():
        archive = load.renewed(home)
        with update.refreshing(home, archive, home.settings(), said.append) as finish:
            place = finish()
    assert not home.faults
    return archive, {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*.js")}, said


def as_a_whole(folder: Path, archive: Archive) -> dict[str, bytes]:
    """The files of an index of these papers that has nothing in its base."""
    stamps, shows = update.stamps_of(archive, archive.outlines), Context(folder, quiet=True).settings().shows
    made, faults = update.entries_of(shows, archive, stamps, [*stamps])
    assert not faults
    entries = sorted(made, key=lambda each: (each.shown.date, each.shown.key))
    part = Part(entries=[], themes=[])
    base, themes = index.made("base", part), update.themes_of(archive)
    change = Change(Part(entries, themes, update.dates_of(archive), update.authors_of(archive)), [], {})
    sealed = index.sealed({}, "", base, part)
    held = base.files | index.updated(sealed, change, None, lambda counts: update.facets_of(archive, counts))
    return {f"{name}.js": data for name, data in held.items()}


def engine(held: dict[str, bytes]) -> Engine:
    return Engine(script(), lambda name: held[f"{name}.js"])


def queries(archive: Archive, dice: random.Random, papers: int) -> list[str]:
    """Words of so many papers in all forms that a query can have."""
    found = ["", "of", "the a", "withdrawn", "2026", f"{archive.as_of:%Y-%m}", f"{archive.as_of}", "cs.DC", "Systems"]
    for key in dice.sample(sorted(archive.papers), papers):
        paper = archive.papers[key]
        words = re.findall(r"[A-Za-z]{4,}", paper.title) or ["none"]
        some = [dice.choice(words) for _ in range(3)]
        name = dice.choice(paper.authors).name
        found += [
            " ".join(some), f"{some[0]} ", some[0][:3], f"{some[1][:4]}*", f'"{" ".join(words[:2])}"',
            mistyped(some[2], dice), f"{some[0]} -{some[1]} ", f"{some[0]} OR {some[2]}", f"title:{some[1]}", name,
            f"author:{name.split()[-1]}", f"{some[0]} xyzzy {mistyped(some[1], dice)}", paper.arxiv_id or key, key[:6],
            f"theme:systems {some[0][:4]}*",
            f"category:{dice.choice(paper.categories)} {some[0]}", f"year:2026 {some[0]} ", f"{some[0]} year:2019-2025",
        ]  # fmt: skip
    return found


def check(folder: Path, dice: random.Random, papers: int = 3) -> tuple[dict[str, bytes], list[str]]:
    """Bring the index up to date and compare it with a whole one: its files, and what was said of it."""
    archive, held, said = brought_up_to_date(folder)
    own, whole = engine(held), engine(as_a_whole(folder, archive))
    months = [f"{archive.as_of:%Y-%m}", "2026-07", "2025"]
    for query in queries(archive, dice, papers):
        filters = dice.choice(FILTERS)
        since, until = dice.choice([("", ""), ("", ""), (months[0], ""), ("", months[1]), (months[2], months[1])])
        for sort in ("relevance", "date"):
            asked = (query, filters, sort, 0, 1_000)
            assert own.find(*asked, since=since, until=until) == whole.find(*asked, since=since, until=until), asked  # type: ignore[arg-type]
        assert own.facets(query, filters) == whole.facets(query, filters), query
        counts = [
            Counter({author_key(name): n for name, n in each.authors(query, filters, 10_000)}) for each in (own, whole)
        ]
        assert counts[0] == counts[1], query
    return held, said


def base(held: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in held.items() if name.startswith("base/")}


def begun(folder: Path, papers: int, first: dt.date) -> Growing:
    """An archive with papers of a snapshot."""
    archive = Growing(folder)
    archive.held = list(corpus.papers(papers, 5))
    archive.read("snapshot.jsonl", "".join(map(corpus.line, archive.held)))
    (folder / "themes.yml").write_text(RULES.format("network"))
    archive.add(first)
    return archive


@pytest.mark.usefixtures("fixed_time")
def test_days_of_two_months_answer_like_a_whole_index(tmp_path: Path) -> None:
    dice = random.Random(3)
    days = growing.dates(dt.date(2026, 7, 30))
    archive = begun(tmp_path / "archive", 40, next(days))
    before, _ = check(archive.folder, dice, 1)
    assert base(before)
    for date in islice(days, 3):
        archive.add(date)
        held, said = check(archive.folder, dice, 1)
        if date == dt.date(2026, 8, 3):
            assert said == ["the search index is built again: a month has begun"]
            assert base(held) != base(before)
        else:
            assert not said
            assert base(held) == base(before)
        before = held


@pytest.mark.trial
@pytest.mark.usefixtures("fixed_time")
def test_forty_days_answer_like_a_whole_index(tmp_path: Path) -> None:
    """With replacements, withdrawals, late cross-lists, themes that move, an old listing and two turns of the month."""
    dice = random.Random(4)
    folder = tmp_path / "archive"
    archive = begun(folder, 150, FIRST)
    check(folder, dice)
    told: list[str] = []
    for day, date in enumerate(islice(growing.dates(FIRST + dt.timedelta(1)), 39)):
        archive.add(date)
        if day in (7, 20, 33):
            (folder / "themes.yml").write_text(RULES.format(("memory", "graph", "cache")[day % 3]))
        if day in (15, 36):
            old = next(growing.dates(date - dt.timedelta(45)))
            papers = [archive._paper(old) for _ in range(4)]
            archive.read("old.xml", corpus.feed([("new", 1, corpus.fields(paper)) for paper in papers], old))
        held, said = check(folder, dice)
        told += said
        if day % 10 == 9:
            cold = tmp_path / f"cold-{day}"
            shutil.copytree(folder, cold, ignore=shutil.ignore_patterns(files.WORK, "pages", "site"))
            assert brought_up_to_date(cold)[1] == held, "made from nothing, in the middle of a month"
    reasons = Counter(line.partition(": ")[2] for line in told)
    assert reasons["a month has begun"] == 2
    assert reasons["themes.yml changed"] == 3
    assert sum("recorded before" in reason for reason in reasons) == 2


@pytest.mark.usefixtures("fixed_time")
def test_a_base_is_made_anew_where_it_was_damaged(tmp_path: Path) -> None:
    """Whatever is lost of its files and of what is kept of it."""
    folder = tmp_path / "archive"
    begun(folder, 30, FIRST)
    held = brought_up_to_date(folder)[1]
    for name in ("index", "base/words/0", "delta/words/0"):
        (files.work_folder(folder) / "search" / f"{name}.js").unlink()
        assert brought_up_to_date(folder)[1] == held, name
    for name in ("BASE", "STAMPS", "HIDDEN", "DAYS", "NUMBERS", "ENTRIES", "CHANGED"):
        with Context(folder, quiet=True).store.lock():
            table = state.of(folder).table(getattr(update, name), "lost", str)
            table.hold({"x": ""})
        assert brought_up_to_date(folder)[1] == held, name
