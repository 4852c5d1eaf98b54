"""Papers of a day that share a question, and those that only share words."""

import time

from daybook.describe import digests

from tests.cases import for_each

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


def words(*told: tuple[str, str]) -> list[digests.Words]:
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
        ("", ""),
        ("Cartridges", "They wear out."),
    ],
)
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
        ("Scheduling Tape Robots, Slowly", "Tape Robots"),
        ("Why: Tape Robots (and Others) Wait", "Tape Robots"),
        ("Tape Robots", "Tape Robots"),
        ("the tape robots of the north", "Tape robots"),
    ],
)
def test_a_heading_keeps_within_its_clause(title: str, heading: str):
    (thread,) = digests.threads_of(words((title, TAPE[0][1]), *OTHERS, ("Cartridges", TAPE[1][1] + TAPE[0][1])))
    assert thread.heading == heading


@for_each("bad", ["", " ", ".", "((((" * 5000, "a " * 50_000, "a-" * 50_000, "\x00\x1b[31m", "é " * 9999])
def test_no_text_breaks_it_or_takes_long(bad: str):
    start = time.process_time()
    digests.threads_of(words(*[(bad, bad)] * 80, *TAPE))
    assert time.process_time() - start < 10
