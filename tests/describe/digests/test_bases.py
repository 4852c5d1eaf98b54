"""What a day's digest rests on: the words of that day and the days before it, whatever comes later."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook import pages
from daybook.archive import tables
from daybook.archive.folder import ArchiveFolder
from daybook.config import Settings
from daybook.describe import digests
from daybook.describe.digests import AGED, LEAST_DAYS, LONG, Standing
from daybook.describe.themes import Assigner
from daybook.fold import folding
from daybook.model import Archive, Basis, Record, Shared, Theme
from daybook.view import editorials

from tests.cases import for_each
from tests.makers import record
from tests.pages.sample import utc

THEMES = tuple(Theme(slug=f"{what}s", name=what, definition="", phrases={what: 2}) for what in ("tape", "disk"))
ASSIGN = Assigner(THEMES).themes
SETTINGS = Settings(title="Tides", categories=("cs.DC",))
FIRST = dt.date(2026, 3, 2)


def day_of(number: int) -> dt.date:
    """The working day of that number, from 0."""
    return FIRST + dt.timedelta(days=number + 2 * (number // 5))


def feed(day: int, *papers: dict[str, Any]) -> list[Record]:
    """The records of a day's feed."""
    return [
        record(**{
            "place": place, "source": "arxiv-rss", "date": day_of(day), "document": f"d{day}", "version": 1,
            "categories": ("cs.DC",), "authors": ("A Bell",), **paper,
        })
        for place, paper in enumerate(papers, 1)
    ]  # fmt: skip


def paper(day: int, number: int, subject: str = "disk", **fields: Any) -> dict[str, Any]:
    title = f"Waiting for {subject} number {day}{number}"
    said = f"Harbours need a {subject}. We present one of {number + 2} sides. We find that a {subject} waits {day} h."
    return {"title": title, "arxiv_id": f"2603.{day:02}{number:03}", "abstract": said, **fields}


def days(number: int) -> list[Record]:
    """So many days of nine papers; on each but the first one on tapes."""
    told = [[paper(day, n) for n in range(8)] + [paper(day, 8, "tape" if day else "disk")] for day in range(number)]
    return [each for day, papers in enumerate(told) for each in feed(day, *papers)]


def described(folder: Path, records: Iterable[Record], known: Archive | None = None) -> Archive:
    """The archive with its cards, and the bases of its days, which the folder keeps."""
    outlines = known.outlines if known else {}
    folded = folding.fold(records, settings=SETTINGS, themes=THEMES, assign=ASSIGN, known=outlines)
    carded = tables.chosen(folded, tables.Cards(ArchiveFolder(folder)).find(folded), {}, "")
    memo = tables.Bases(ArchiveFolder(folder), THEMES)
    made = replace(carded, bases=memo.find(folded))
    assert not memo.faults
    memo.keep()
    return made


def shown(archive: Archive) -> dict[dt.date, object]:
    """Each day's digest as HTML; None: it has none."""
    view = pages.View(archive, SETTINGS)
    return {day.date: editorials.of_day(view, day) for day in archive.days}


def changing(day: int) -> list[Record]:
    """A day on which papers of earlier days are replaced by other words, and one is withdrawn."""
    new = {"type": "replace", "version": 2, "updated": utc(2026, 3, 20)}
    other = "Nothing of the tape is left. We present a kite. We find that kites never wait for harbours at dusk."
    return feed(
        day,
        paper(day, 1, "tape"),
        *(paper(1, n, "tape", **new, abstract=other) for n in range(8)),
        paper(2, 3, **new, withdrawn=True, comments="This paper has been withdrawn by the authors."),
    )


def test_a_new_day_changes_no_older_digest(tmp_path: Path) -> None:
    """Not one byte, although papers of older days have other themes, cards and titles now, and one is withdrawn. And
    what was kept is what a run from nothing makes."""
    held, records = described(tmp_path, days(8)), [*days(8), *changing(8)]
    before, after = shown(held), shown(described(tmp_path, records, held))
    assert after == shown(described(tmp_path / "anew", records))
    assert {date: after[date] for date in before} == before
    assert len([digest for digest in before.values() if digest]) == 8
    assert "2 withdrawn" not in str(after[day_of(8)])
    assert "1 withdrawn: " in str(after[day_of(8)])
    assert "of 20 words of the abstract new: " in str(after[day_of(8)])


def test_a_day_costs_what_it_brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a new day its basis is made, and the papers that it names are folded; whatever else is held."""
    made: list[dt.date] = []
    make = digests.basis
    monkeypatch.setattr(digests, "basis", lambda day, *args: made.append(day.date) or make(day, *args))
    held = described(tmp_path, days(12))
    described(tmp_path, days(12), held)
    assert len(made) == 12
    folded = folding.fold(
        [*days(12), *changing(12)], settings=SETTINGS, themes=THEMES, assign=ASSIGN, known=held.outlines
    )
    tables.Bases(ArchiveFolder(tmp_path), THEMES).find(folded)
    assert made[12:] == [day_of(12)]
    assert isinstance(folded.papers, folding.Papers)
    assert len(folded.papers._folded) == len(changing(12))


def test_words_that_a_later_document_brings_of_a_day_are_read(tmp_path: Path) -> None:
    """A basis stands as long as the words of its own day do."""
    lone = feed(0, *(paper(0, n, abstract=None) for n in range(9)))
    assert described(tmp_path, lone).bases[day_of(0)].themes.keys() == {"disks"}
    late = [replace(each, document="d9", source="arxiv-listing", abstract=3 * "Of a tape. ") for each in lone]
    assert described(tmp_path, [*lone, *late]).bases[day_of(0)].themes.keys() != {"disks"}


def basis(*keys: str, slug: str = "tapes", codes: str = "cs.DC") -> Basis:
    return Basis(dict.fromkeys(codes.split(), len(keys)), {slug: keys})


def standings(*each: Basis) -> list[Standing]:
    table = digests.Standings({day_of(number): basis for number, basis in enumerate(each)})
    return [table[day_of(number)] for number in range(len(each))]


def test_a_day_is_compared_with_days_before_it_alone():
    sizes = [1, 2, 3, 4, 100]
    told = [basis(*map(str, range(size))) for size in sizes]
    assert standings(*told)[-1].usual is None
    assert standings(*told, basis("x"))[-1] == Standing({"tapes": 3.0}, 3.0, {})
    assert len(told) == LEAST_DAYS
    assert standings(*told, basis("x"), *told)[:6] == standings(*told, basis("x"))


@for_each(
    ("today", "before", "alike"),
    [("a b", "a b", True), ("a b", "b", False), ("a", "a b", True), ("a b", "c", False), ("", "a", False)],
)
def test_a_day_is_compared_with_days_of_the_same_listings(today: str, before: str, alike: bool):
    told = [basis("x", codes=before)] * LEAST_DAYS
    assert (standings(*told, basis("y", codes=today))[-1].usual is not None) == alike


@for_each(("before", "least"), [([], AGED), ([Basis({}, {})] * 9, AGED), ([basis("w")], LONG)])
def test_the_first_paper_of_a_theme_is_news_in_an_old_archive_or_after_long(before: list[Basis], least: int):
    assert standings(*before, *[basis("x", slug="disks")] * least, basis("y"))[-1].first == {"tapes": least}
    assert standings(*before, *[basis("x", slug="disks")] * (least - 1), basis("y"))[-1].first == {}


def test_days_together_count_each_paper_once():
    one = basis("a", "b")._replace(threads=(Shared("Tape Robots", ("a", "b"), 5.0),), withdrawn=("w",))
    two = Basis({}, {"disks": ("b", "c")}, (Shared("tape robots", ("c", "b"), 4.0),), ("w", "v"), (("r", 9, 10),))
    both = digests.merged([one, two])
    assert both.themes == {"tapes": ("a", "b"), "disks": ("b", "c")}
    assert both.total == 3
    assert both.threads == (Shared("Tape Robots", ("a", "b", "c"), 9.0),)
    assert (both.withdrawn, both.revised) == (("w", "v"), (("r", 9, 10),))
