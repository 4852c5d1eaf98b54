"""What a digest says of a day, given what it rests on."""

from daybook.describe.digests import FEW, LEAST, MOST, QUOTED, THEMES, UNTHEMED, Editor, Item, Standing
from daybook.model import Basis, Digest, Mention, Points, Quote, Shared, Subject, Theme, Thread

from tests.cases import for_each

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


def said(part: str | Mention | Subject | Quote) -> str:
    return part if isinstance(part, str) else part.text if isinstance(part, Quote) else part.name


def test_a_day_as_a_whole():
    """What is unusual first, each line a count or a sentence beside the paper it is of."""
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
    for total, more in (
        (size, large),
        (size / 2, large and not usual),
    ):  # of a day of twice the papers twice as many are expected
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
    found = text(made(Basis({}, themes={UNTHEMED: keys(0, 20)})))
    assert found[0] == "[Results]"
    assert len(found) == 1 + LEAST


@for_each("themes", [{}, {"storage": keys(0, FEW - 1)}, {UNTHEMED: keys(0, 1)}])
def test_where_there_is_nothing_to_say_nothing_is_said(themes: dict[str, tuple[str, ...]]):
    """Nor where the list of the papers says the same."""
    assert made(Basis({}, themes=themes)) is None


def test_a_thread_needs_two_sentences_and_no_paper_has_two_lines():
    threads = (Shared("Tape Robots", keys(0, 3), 5.0), Shared("Damp Disks", keys(3, 4), 4.0))
    basis = Basis({}, themes={"storage": keys(0, 9)}, threads=threads)
    found = made(basis, p0=item("3103.00000", None), p2=item("3103.00002", None))
    lines = text(found)
    assert lines[0] == "[Damp Disks]"
    assert "[Tape Robots]" not in lines
    named = [line.split(".")[1] for line in lines if line[0] != "["]
    assert len(named) == len({*named}) == QUOTED + 1


def test_a_language_model_s_threads_say_whose_they_are():
    basis = Basis({}, themes={"storage": keys(0, 9)})
    said = tuple((key, quote(f"{key} says.")) for key in keys(4, 2))
    found = made(basis, chosen=(Thread(heading="Damp Disks", papers=keys(4, 2), lines=said, by="tide-7b"),))
    assert text(found)[:3] == ["[Damp Disks]", "On 3103.00004. 3103.00004 says.", "On 3103.00005. 3103.00005 says."]
    assert [part.by for part in found.paragraphs] == ["tide-7b", None]


def test_a_digest_of_anything_has_at_most_ten_lines():
    """Of many threads, themes and withdrawals, the first."""
    basis = Basis(
        {},
        themes={slug: keys(100 * place, 40) for place, slug in enumerate(THEMES_BY_SLUG)},
        threads=tuple(Shared(f"Thread {n}", keys(100 * n % 300 + 10 * n, 4), 5.0) for n in range(4)),
        withdrawn=keys(400, 9),
        revised=tuple((key, 90, 100) for key in keys(500, 9)),
    )
    lines = text(made(basis, Standing(dict.fromkeys(THEMES_BY_SLUG, 1.0), 120.0)))
    assert len([line for line in lines if line[0] != "["]) == MOST
    assert sum(", usually 1." in line for line in lines) == THEMES - 1
    assert any(line.startswith("9 withdrawn, such as On 3103.00400; ") for line in lines)
