"""What a day's digest rests on: the words of that day and the days before it, whatever comes later."""

import datetime as dt
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook import pages
from daybook.archive import ArchiveFolder, describing
from daybook.config import Settings
from daybook.describe import digests
from daybook.describe.digests import Editor, Item, Standing
from daybook.describe.themes import Assigner
from daybook.fold import folding
from daybook.model import Archive, Basis, Digest, Mention, Points, Quote, Record, Shared, Theme, ThemeMention, Thread
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
    folded = replace(folding.fold(records, settings=SETTINGS, assign=ASSIGN, known=outlines), themes=THEMES)
    home = ArchiveFolder(folder)
    made = describing.based(home, describing.chosen(folded, describing.made_cards(home, folded), {}, ""), keep=True)
    assert not home.faults
    return made


def shown(archive: Archive) -> dict[dt.date, object]:
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
    made: list[dt.date] = []
    make = digests.basis
    monkeypatch.setattr(digests, "basis", lambda day, *args: made.append(day.date) or make(day, *args))
    held = described(tmp_path, days(12))
    described(tmp_path, days(12), held)
    assert len(made) == 12
    records = [*days(12), *changing(12)]
    folded = replace(folding.fold(records, settings=SETTINGS, assign=ASSIGN, known=held.outlines), themes=THEMES)
    describing.based(ArchiveFolder(tmp_path), folded, keep=False)
    assert made[12:] == [day_of(12)]
    assert isinstance(folded.papers, folding.Papers)
    assert len(folded.papers._folded) == len(changing(12))


def test_words_that_a_later_document_brings_of_a_day_are_read(tmp_path: Path) -> None:
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
    assert len(told) == digests.LEAST_DAYS
    assert standings(*told, basis("x"), *told)[:6] == standings(*told, basis("x"))


@for_each(
    ("today", "before", "alike"),
    [("a b", "a b", True), ("a b", "b", False), ("a", "a b", True), ("a b", "c", False), ("", "a", False)],
)
def test_a_day_is_compared_with_days_of_the_same_listings(today: str, before: str, alike: bool):
    told = [basis("x", codes=before)] * digests.LEAST_DAYS
    assert (standings(*told, basis("y", codes=today))[-1].usual is not None) == alike


@for_each(("before", "least"), [([], digests.AGED), ([Basis({}, {})] * 9, digests.AGED), ([basis("w")], digests.LONG)])
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


# Papers of a day that share a question, and those that only share words.


TAPE = (
    ("Scheduling Tape Robots by Guessing", "A tape robot guesses which cartridge is next. Guessing halves waiting."),
    ("Cold Archives without Tape Robots", "We replace the tape robot of a cold archive by a cartridge carousel."),
)
OTHERS = (
    ("Three Liars and a Judge", "Agreement among three liars needs a judge who remembers their oaths."),
    ("Elastic Training on Borrowed Machines", "Training survives the leaving of borrowed accelerators at dusk."),
    ("MossDB: Transactions on Damp Disks", "Damp disks lose bits, and a parity of moss keeps most transactions."),
    ("Lanterns for Byzantine Ships", "A quorum of lanterns finds the ship that signals two harbours at once."),
    ("Who Pays for the Straggler?", "We share the cost of a slow pipeline stage among the tenants that cause it."),
    ("Galaxies in a Teacup", "Stirred milk swirls as discs of stars do, up to the viscosity of tea."),
    ("On Sums of Nine Cubes", "Every odd integer beyond a bound is a sum of nine cubes of primes."),
    ("How Bees Vote", "Scouts dance for a nest until a threshold of dancers agrees."),
    ("Prices of Umbrellas in Dry Years", "Sellers of umbrellas hedge with futures on rain, and lose."),
    ("Superconducting Knots", "A knotted wire of niobium keeps its current when it is pulled."),
    ("Glaciers that Sing", "Ice hums at three hertz before it calves, and a buoy hears it."),
)
LAST = f"3103.{len(OTHERS) + 1:05}"


def words(*told: tuple[str, str]) -> list[digests.DayWords]:
    return [digests.read_words(f"3103.{number:05}", title, abstract) for number, (title, abstract) in enumerate(told)]


def test_a_thread_is_named_by_a_phrase_of_a_title():
    """Whatever stands between its papers; the heading ends where its noun does."""
    (thread,) = digests.threads_of(words(TAPE[0], *OTHERS, TAPE[1]))
    assert thread.papers == ("3103.00000", LAST)
    assert thread.heading == "Tape Robots"
    assert thread.weight >= digests.LEAST_WEIGHT


def test_a_third_paper_joins_if_it_is_like_each():
    third = ("Tape Robots at Sea", "The tape robot of a ship guesses which cartridge the archive wants.")
    (thread,) = digests.threads_of(words(*TAPE, *OTHERS, third))
    assert set(thread.papers) == {"3103.00000", "3103.00001", "3103.00013"}
    assert len(digests.threads_of(words(*[TAPE[0]] * 9, *OTHERS))[0].papers) == digests.MOST_TOGETHER


@for_each(
    "other",
    [
        ("A Robot for Sorting Fruit", "Fruit is sorted by colour. A tape measures each pear."),  # words, not together
        ("Reading Tape Robots' Minds", "Thoughts of machines are read by ethnographers in nine libraries."),  # no more
        ("", ""), ("Cartridges", "They wear out."),
    ],
)  # fmt: skip
def test_words_alone_make_no_thread(other: tuple[str, str]):
    assert digests.threads_of(words(TAPE[0], *OTHERS, other)) == ()


def test_a_day_without_shared_questions_has_none():
    assert digests.threads_of(words(*OTHERS)) == digests.threads_of([]) == digests.threads_of(words(TAPE[0])) == ()


def test_what_all_papers_of_a_day_say_joins_none():
    """ "Language models" is no thread in a listing of language models."""
    told = [(f"{title} with Tape Robots", abstract) for title, abstract in OTHERS]
    assert digests.threads_of(words(*told)) == ()


@for_each(
    ("title", "heading"),
    [
        ("Scheduling Tape Robots, Slowly", "Tape Robots"), ("Why: Tape Robots (and Others) Wait", "Tape Robots"),
        ("Tape Robots", "Tape Robots"), ("the tape robots of the north", "Tape robots"),
    ],
)  # fmt: skip
def test_a_heading_keeps_within_its_clause(title: str, heading: str):
    (thread,) = digests.threads_of(words((title, TAPE[0][1]), *OTHERS, ("Cartridges", TAPE[1][1] + TAPE[0][1])))
    assert thread.heading == heading


@for_each("bad", ["", " ", ".", "((((" * 5000, "a " * 50_000, "a-" * 50_000, "\x00\x1b[31m", "é " * 9999])
def test_no_text_breaks_it_or_takes_long(bad: str):
    start = time.process_time()
    digests.threads_of(words(*[(bad, bad)] * 80, *TAPE))
    assert time.process_time() - start < 10


# What a digest says of a day, given what it rests on.


NAMES = {"storage": "Storage & I/O", "training": "ML training", "liars": "Byzantine agreement"}
THEMES_BY_SLUG = {slug: Theme(slug=slug, name=name, definition="") for slug, name in NAMES.items()}
ALONE = Standing()


def keys(first: int, number: int) -> tuple[str, ...]:
    return tuple(f"3103.{each:05}" for each in range(first, first + number))


def quote(text: str) -> Quote:
    return Quote(text=text, start=0, end=len(text))


def item(key: str, said: str | None = "", *, result: bool = True) -> Item:
    made = None if said is None else quote(said or f"Tapes of {key} wait less.")
    return Item(title=f"On {key}", quote=made, result=result)


def made(
    basis: Basis, standing: Standing = ALONE, chosen: tuple[Thread, ...] = (), **items: Item | None
) -> Digest | None:
    """`items`: by the last letters of their keys; all others have a sentence of their own."""
    given = {key: items.get(f"p{int(key[-3:])}") or item(key) for key in keys(0, 600)}
    return Editor(basis, standing, given, THEMES_BY_SLUG).digest(chosen)


def text(found: Digest | None) -> list[str]:
    """Each heading, and each line below it."""
    assert found
    parts = [part for part in found.paragraphs if isinstance(part, Points)]
    return [
        line for part in parts for line in (f"[{part.heading}]", *("".join(map(said, each)) for each in part.lines))
    ]


def said(part: str | Mention | ThemeMention | Quote) -> str:
    return part if isinstance(part, str) else part.text if isinstance(part, Quote) else part.name


def test_a_day_as_a_whole():
    basis = Basis(
        {},
        themes={"storage": keys(0, 6), "training": keys(10, 1), "liars": keys(20, 2)},
        threads=(Shared("Tape Robots", (*keys(3, 2), *keys(20, 1)), 5.0),),
        withdrawn=keys(30, 1),
        revised=((keys(31, 1)[0], 64, 180),),
    )
    standing = Standing({"storage": 2.0, "training": 5.0, "liars": 2.0}, 9.0, {"liars": 61})
    assert text(made(basis, standing, p21=item("3103.00021", "Liars are few."))) == [
        "[More than usual]",
        "6 on Storage & I/O, usually 2. On 3103.00005. Tapes of 3103.00005 wait less.",
        "[Tape Robots]",
        "On 3103.00003. Tapes of 3103.00003 wait less.",
        "On 3103.00004. Tapes of 3103.00004 wait less.",
        "On 3103.00020. Tapes of 3103.00020 wait less.",
        "[First here]",
        "2 on Byzantine agreement, the first in 61 announcement days. On 3103.00021. Liars are few.",
        "[Withdrawn or revised]",
        "1 withdrawn: On 3103.00030",
        "64 of 180 words of the abstract new: On 3103.00031. Tapes of 3103.00031 wait less.",
    ]


@for_each(
    ("size", "usual", "large"),
    [
        (2, 0, False), (3, 0, True), (3, 1, True), (3, 2, False), (4, 2, False), (5, 2, True), (5, 3, False),
        (6, 3, True), (11, 6, True), (9, 6, False), (10, 6, True), (30, 22, False), (33, 22, True),
    ],
)  # fmt: skip
def test_larger_than_usual_is_more_than_chance(size: int, usual: float, large: bool):
    basis = Basis({}, themes={"storage": keys(0, size)})
    # Of a day of twice the papers twice as many are expected.
    for total, more in ((size, large), (size / 2, large and not usual)):
        found = made(basis, Standing({"storage": usual}, total))
        assert ("[More than usual]" in (text(found) if found else [])) == more


def test_without_earlier_days_nothing_is_compared():
    """The largest themes are told, and what each has to tell best: a result, without raw formulas."""
    basis = Basis({}, themes={"storage": keys(0, 5), "training": keys(10, 3), "gone": keys(20, 3)})
    texts = ("It waits.", "On 3103.00001 holds x^2_3.", None, "It waits for 3103.00003 more.")
    items = {f"p{n}": item(f"3103.{n:05}", said) for n, said in enumerate(texts)}
    found = text(made(basis, **items, p4=item("3103.00004", "On 3103.00004 we muse.", result=False)))
    assert found[:2] == ["[Largest themes]", "5 on Storage & I/O. On 3103.00003. It waits for 3103.00003 more."]


def test_an_archive_without_themes_shows_results():
    found = text(made(Basis({}, themes={digests.UNTHEMED: keys(0, 20)})))
    assert found[0] == "[Results]"
    assert len(found) == 1 + digests.LEAST


@for_each("themes", [{}, {"storage": keys(0, digests.FEW - 1)}, {digests.UNTHEMED: keys(0, 1)}])
def test_where_there_is_nothing_to_say_nothing_is_said(themes: dict[str, tuple[str, ...]]):
    assert made(Basis({}, themes=themes)) is None


def test_a_thread_needs_two_sentences_and_no_paper_has_two_lines():
    threads = (Shared("Tape Robots", keys(0, 3), 5.0), Shared("Damp Disks", keys(3, 4), 4.0))
    basis = Basis({}, themes={"storage": keys(0, 9)}, threads=threads)
    found = made(basis, p0=item("3103.00000", None), p2=item("3103.00002", None))
    lines = text(found)
    assert lines[0] == "[Damp Disks]"
    assert "[Tape Robots]" not in lines
    named = [line.split(".")[1] for line in lines if line[0] != "["]
    assert len(named) == len({*named}) == digests.QUOTED + 1


def test_a_language_model_s_threads_say_whose_they_are():
    basis = Basis({}, themes={"storage": keys(0, 9)})
    said = tuple((key, quote(f"{key} says.")) for key in keys(4, 2))
    found = made(basis, chosen=(Thread(heading="Damp Disks", papers=keys(4, 2), lines=said, by="tide-7b"),))
    assert text(found)[:3] == ["[Damp Disks]", "On 3103.00004. 3103.00004 says.", "On 3103.00005. 3103.00005 says."]
    assert [part.by for part in found.paragraphs] == ["tide-7b", None]


def test_a_digest_of_anything_has_at_most_ten_lines():
    basis = Basis(
        {},
        themes={slug: keys(100 * place, 40) for place, slug in enumerate(THEMES_BY_SLUG)},
        threads=tuple(Shared(f"Thread {n}", keys(100 * n % 300 + 10 * n, 4), 5.0) for n in range(4)),
        withdrawn=keys(400, 9),
        revised=tuple((key, 90, 100) for key in keys(500, 9)),
    )
    lines = text(made(basis, Standing(dict.fromkeys(THEMES_BY_SLUG, 1.0), 120.0)))
    assert len([line for line in lines if line[0] != "["]) == digests.MOST
    assert sum(", usually 1." in line for line in lines) == digests.THEMES - 1
    assert any(line.startswith("9 withdrawn, such as On 3103.00400; ") for line in lines)
