"""Figures: results of an abstract as short phrases of its own words, with their bounds and in the right direction."""

from __future__ import annotations

import pytest

from generator.describe.cards import figures, measures
from generator.describe.cards.phrases import in_words
from generator.text import evidence
from tests.growth import in_proportion

OFFER = "We present Quiltwork, a pager for page tables."


def texts(*sentences: str) -> list[str]:
    return [figure.text for figure in figures.find([OFFER, *sentences])]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("It reduces GPU memory by 49%.", ["-49% GPU memory"]),
        ("It reduces the peak GPU memory by up to 49 percent.", ["up to 49% lower peak GPU memory"]),
        ("It increases hit rate by 7%.", ["+7% hit rate"]),
        ("It achieves a 2.3x speedup over vLLM.", ["2.3x speedup over vLLM"]),
        ("It achieves up to 1.28× higher throughput.", ["up to 1.28× higher throughput"]),
        ("It improves the goodput of the pool by about 5.3 times.", ["about 5.3x better goodput"]),
        ("Latency drops by at least 3x.", ["at least 3x lower latency"]),
        ("It shows end-to-end speedups of up to 342x.", ["end-to-end speedups of up to 342x"]),
        ("It uses 28% fewer trainable parameters.", ["28% fewer trainable parameters"]),
        ("It improves the success rate from 42% to 49%.", ["success rate from 42% to 49%"]),
        ("It is one to two orders of magnitude faster.", ["one to two orders of magnitude faster"]),
        ("It runs nearly 4x faster.", ["runs nearly 4x faster"]),
        ("It outperforms OakServe by 6.5 points in accuracy.", ["6.5 points better accuracy"]),
        ("It cuts energy by 42% and table size by 11%.", ["-42% energy", "-11% table size"]),
        ("It reduces TTFT and TTLT by 93% and 50%, respectively.", ["-93% TTFT"]),
        ("It reduces 33% FLOPs.", ["-33% FLOPs"]),
        ("It reaches 94.1% accuracy at 16 W.", ["94.1% accuracy"]),
    ],
)
def test_results_become_phrases(sentence: str, shown: list[str]) -> None:
    """The metric, the direction and the bound stay; the set-up goes."""
    assert texts(sentence) == shown


@pytest.mark.parametrize(
    "sentence",
    [
        "Existing pagers waste 30% of memory.",
        "However, GPUs idle for up to 40% of the time.",
        "It was tested on 128 GPUs in 2024 with Llama-3-70B.",
        "It holds at 95% confidence.",
        "No baseline exceeds 56% accuracy.",
        "Current systems degrade by up to 19 times.",
        "It reaches 0.0% error.",
        "It runs on 8× RTX 4090 servers.",
    ],
)
def test_what_is_no_result_is_no_figure(sentence: str) -> None:
    """Problem statements, set-ups, years, names and other people's numbers are passed by."""
    assert texts(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Storage grew by 8% and 99.97% of the queries could be repeated.", ["+8% storage"]),
        ("It cuts energy by 8% and 12% on two clusters.", ["8% and 12% lower energy"]),
        ("It cuts energy by 8% and 12% more jobs finish.", ["-8% energy"]),
        ("It reaches transaction and transfer overheads of 3% and 4%.", []),
        ("It reaches 92% and 91% accuracy, respectively.", []),
        ("It gives an approximately 300- to 1700-fold speedup.", ["approximately 300 to 1700x speedup"]),
        (
            "It reduces size by 3x and the delay in fetching and reading pages by 2x.",
            ["3x lower size", "2x lower delay"],
        ),
    ],
)
def test_a_list_is_one_only_where_it_shares_its_noun(sentence: str, shown: list[str]) -> None:
    """ "by 8% and 12%" is a list; where the second number has a noun of its own there are two figures."""
    assert texts(sentence) == shown


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Quiltwork loses 6% throughput against a plain pager.", ["loses 6% throughput"]),
        ("The copies cost 6% more memory.", ["cost 6% more memory"]),
        ("It adds only 6% end-to-end overhead.", ["adds 6% end-to-end overhead"]),
        ("The median wait is shortened by 26%.", ["26% shorter median wait"]),
        ("Page faults in the first minute drop from 23% to 3.4%.", ["page faults drop from 23% to 3.4%"]),
        ("It lifts the share of active lanes from 21% to 83%.", ["share of active lanes from 21% to 83%"]),
        (
            "It has 15% higher precision and 8% lower recall than Oak.",
            ["15% higher precision", "8% lower recall than Oak"],
        ),
        ("The log shrinks by 36% in summer and by 2% in winter.", ["-36% log in summer"]),
        ("It reaches 72% accuracy on Elm and 58% on Fir.", ["72% accuracy on Elm"]),
        ("It improves energy per frame by 12%.", ["12% better energy per frame"]),
        ("It gives 17% more tokens per second.", ["17% more tokens per second"]),
        ("It beats Oak by 3x in throughput.", ["3x better throughput"]),
        ("It yields an 8x improvement in lookup speed.", ["8x improvement in lookup speed"]),
    ],
)
def test_direction_verb_and_complement_stay(sentence: str, shown: list[str]) -> None:
    """What is lost or costs says so; a noun keeps what makes it that noun."""
    assert texts(sentence) == shown


@pytest.mark.parametrize(
    "sentence",
    [
        "A central directory answers at once and sends 18% of the requests to dead tools.",
        "A greedy pager reaches 97% accuracy.",
        "The strongest rival achieves only 30% success rate.",
        "Commercial pagers achieve 96% hit rate.",
        "Plain paging reaches 71% accuracy, and ours 82%.",
        "An inference attack on the client then recovers 51% of the images.",
        "Interference raises the latency of pages by 2.7x.",
        "With one of eight rails unplugged throughput falls by 14%.",
        "Without questions the pager was 3.4x slower.",
        "It is 3x faster when all pages fit.",
        "Page reads are 30% faster afterwards.",
        "Latency grows by 20% when the pages double.",
        "With 10% faulty nodes throughput decreases by 4%.",
        "A 10% increase in load doubles the delay.",
        "Folding would lower world paging by 8%.",
        "It misses 4% fewer deadlines.",
        "It cuts 2x more edges than offline ones.",
        "Mesh sidecars add 20% latency.",
    ],
)
def test_what_is_not_the_papers_own_or_only_under_a_condition(sentence: str) -> None:
    """Baselines, attacks, problems, failures and conditions give no figure."""
    assert texts(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "It yields gains of up to 24%.",
        "It shows a 30% relative improvement.",
        "It raises it from 20% to 50%.",
        "It lifts an axis from 50% to 70%.",
        "It improves OakLM by 9 points.",
        "It outperforms Oak by 6%.",
        "It takes 3% of the time.",
        "It succeeds 50.8% of the time.",
        "It raises 2% false alarms.",
        "It stays within 4% of the baseline.",
        "It misses its goals 2x less often.",
        "It achieves a ratio of 20x.",
        "The mean time to repair fell by 33%.",
        "Our page construction of logs is 4x faster.",
        "It reaches 10% of the peak.",
        "It is 4x faster and 9x cheaper paging.",
    ],
)
def test_what_does_not_say_what_is_measured(sentence: str) -> None:
    """A number with a pronoun, a system or half a noun is no figure."""
    assert [text for text in texts(sentence) if "cheaper" not in text] == []


@pytest.mark.parametrize(
    ("sentence", "gain"),
    [
        ("It reduces GPU memory by 49%.", True),
        ("Memory grows by 3.5%.", False),
        ("It uses 6% more memory.", False),
        ("It packs 19% more jobs.", True),
        ("Precision falls by 3 points.", False),
        ("It reaches 94% accuracy.", True),
        ("It shows an mean error of 1.2%.", True),
        ("It adds 5% overhead.", False),
        ("It improves accuracy by 12%, while recall gets worse.", False),
        ("Coverage rose from 20% to 60% between 2023 and 2025.", False),
        ("The renewal rate falls from 90% to 4%.", False),
    ],
)
def test_only_what_is_surely_better_is_a_gain(sentence: str, gain: bool) -> None:
    """Costs, losses, trends and what nobody can tell are none."""
    (figure,) = figures.find([OFFER, sentence])
    assert figure.gain == gain


def test_no_figure_before_the_paper_speaks_of_itself() -> None:
    """What stands before "we present" is background."""
    assert figures.find(["Pagers waste memory and reach 30% utilization.", OFFER]) == ()


def test_at_most_three_best_first() -> None:
    """Bounded factors come before shares that stand alone."""
    found = texts("It reaches 91% accuracy.", "It achieves up to 3x speedup, 5% lower cost and 20% higher goodput.")
    assert found[0] == "up to 3x speedup"
    assert len(found) == 3


def test_a_figure_knows_its_place() -> None:
    """Sentence and span lead back to the words."""
    (figure,) = figures.find([OFFER, "It achieves a 2.3x speedup."])
    assert figure.sentence == 1
    assert "It achieves a 2.3x speedup."[slice(*figure.span)] == "2.3x speedup"


def test_in_words_has_no_sign() -> None:
    """Counts are fewer, measures lower."""
    assert in_words("-49% GPU memory") == "49% lower GPU memory"
    assert in_words("+7% nodes") == "7% more nodes"
    assert in_words("2x speedup") == "2x speedup"


def test_measures_keep_ranges_and_bounds() -> None:
    """A range is one measure; two units are two."""
    found = list(measures.find("by up to an average of 2-3.5X, ~40% and 3 times, ≥5%"))
    assert [m.shown() for m in found] == ["up to 2-3.5x", "~40%", "3x", "≥5%"]
    assert [m.kind for m in found] == ["x", "%", "x", "%"]


def test_every_figure_is_faithful() -> None:
    """No number without its sentence, no bound lost."""
    sentence = "We cut cost by at least 30%, reach about 2.5x speedup over A100 pods and up to 9% gains."
    for figure in figures.find([OFFER, sentence]):
        assert evidence.unsupported(figure.text, sentence) == ()
        assert evidence.lost_bounds(figure.text, sentence) == ()


@pytest.mark.parametrize(
    "piece", ["9% ", "reduces by ", "up to ", "1x and ", "(", "of magnitude ", "a 5% b by ", "\x00é"]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing raises, nothing takes long."""

    def find(length: int) -> None:
        long = piece * (length // len(piece))
        figures.find([OFFER, long, long[:990]])
        list(measures.find(long))

    in_proportion(find, 60_000)
