"""Headlines: the system's name, what it is and what it achieves, in at most 80 characters."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.describe.cards import figures, headline, system_names
from generator.text import evidence, sentences
from generator.text.markup import plain
from tests.growth import in_proportion

PAGER = (
    "Page tables are large.",
    "We present Quiltwork, a pager that merges page tables by patches.",
    "It achieves up to 1.28x higher throughput and reduces GPU memory by 49%.",
)


def made(title: str, *sentences: str) -> str:
    return headline.make(title, sentences, figures.find(sentences))


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Quiltwork: Patching Page Tables", "Quiltwork: patching page tables, up to 1.28x higher throughput"),
        (
            "Quiltwork: Communication-Aware Patching of Very Large Page Tables for Heterogeneous GPU Clusters",
            "Quiltwork: up to 1.28x higher throughput, 49% lower GPU memory",
        ),
        ("Merging Page Tables with Quiltwork", "Quiltwork: merging page tables, up to 1.28x higher throughput"),
        ("Patching Page Tables", "Quiltwork: patching page tables, up to 1.28x higher throughput"),
    ],
)
def test_a_system_with_a_result(title: str, shown: str) -> None:
    """Name, what the title says in running text's case, and the best figure."""
    assert made(title, *PAGER) == shown


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("Memory grows by 3.5%.", "Quiltwork: patching page tables"),
        ("It loses 6% throughput.", "Quiltwork: patching page tables"),
        ("Without patches it is 3.4x slower.", "Quiltwork: patching page tables"),
        ("A central table sends 18% of the requests to dead pages.", "Quiltwork: patching page tables"),
        ("An attack succeeds 50.8% of the time.", "Quiltwork: patching page tables"),
        (
            "It uses 9% more memory and serves 12% more tenants.",
            "Quiltwork: patching page tables, 12% more tenants",
        ),
    ],
)
def test_only_a_gain_gets_into_the_headline(told: str, shown: str) -> None:
    """Never a cost, a loss, a condition, or somebody else's number."""
    assert made("Quiltwork: Patching Page Tables", *PAGER[:2], told) == shown


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Byzantine Agreement in Directed Graphs", "Byzantine agreement in directed graphs"),
        (
            "Byzantine Agreement in Directed Graphs with Unknown Diameters over Lossy Channels and Partial Views",
            "Byzantine agreement in directed graphs with unknown diameters",
        ),
        ("(POSTER) On the Price of Small Pages", "On the price of small pages"),
        ("What Do Users Know? Probing Page Tables at Scale", "What do users know? Probing page tables at scale"),
        ("Small Pages, Big Gain: Measuring the Address Translation Cost in Production Machines at Cloud Providers",
         "Small pages, big gain: measuring the address translation cost"),
    ],
)  # fmt: skip
def test_without_a_system_or_result_the_title_says_what_it_is_about(title: str, shown: str) -> None:
    """Cut where a phrase ends, in running text's case."""
    text = "The byzantine agreement in graphs is about Byzantine nodes."
    assert made(title, text) == shown


def test_names_stay_as_the_abstract_writes_them() -> None:
    """A word that the abstract has with a capital within a sentence is a name."""
    assert made("Paging Kernels on the Wolfram Fabric", "We page kernels on Wolfram chips, a fabric.") == (
        "Paging kernels on the Wolfram fabric"
    )


def test_talk_about_the_paper_is_left_out() -> None:
    """No "we", "our", "this paper"."""
    shown = made("How We Page Our Tables", "Tables are large.", "We show that small pages make paging twice as fast.")
    assert shown == "Small pages make paging twice as fast"


@pytest.mark.parametrize(
    ("title", "sentence", "name"),
    [
        ("Quiltwork: Patching Page Tables", "It pages.", "Quiltwork"),
        ("Patching Page Tables", "We present FoldPager, a pager that folds.", "FoldPager"),
        ("Patching Page Tables", "We study paging.", None),
    ],
)
def test_the_name_of_a_system(title: str, sentence: str, name: str | None) -> None:
    """From the title, or from the sentence that presents it."""
    assert (
        system_names.system(title, [sentence, *PAGER[:1], "Here Quiltwork pages." if name == "Quiltwork" else ""])
        == name
    )


def test_a_headline_says_nothing_that_the_paper_does_not() -> None:
    """Numbers, names and bounds stand in title and abstract."""
    title = "Quiltwork: Patching Page Tables"
    shown = made(title, *PAGER)
    assert evidence.unsupported(shown, title, *PAGER) == ()
    assert evidence.lost_bounds(shown, title, *PAGER) == ()


def test_real_papers_get_faithful_lines_that_read_alone(shared: Callable[[str], Path]) -> None:
    """Of real papers of all fields: every headline and figure stands in its paper; nearly all headlines read alone."""
    alone = []
    for line in shared("listings/recorded/kaggle-snapshot-sample.jsonl").read_text("utf-8").splitlines():
        paper = json.loads(line)
        title, abstract = plain(paper["title"]), plain(paper["abstract"])
        read = sentences.split(abstract)
        found = figures.find(read)
        shown = headline.make(title, read, found)
        for text in (shown, *(figure.text for figure in found)):
            assert evidence.unsupported(text, title, abstract) == (), text
            assert evidence.lost_bounds(text, title, abstract) == (), text
        alone.append(headline.reads_alone(shown))
    assert sum(alone) / len(alone) >= 0.95


@pytest.mark.parametrize(
    "title", ["", "A", "\\name{}: $x$", "we we we we", "X" * 500, "a " * 300, ": : :", "?" * 90, "()"]
)
def test_any_title_gives_a_line_of_bounded_length(title: str) -> None:
    """Nothing raises; whatever comes is at most 80 characters."""
    assert len(made(title, "It pages.")) <= headline.MOST_CHARACTERS


@pytest.mark.parametrize("piece", ["for ", "A: ", "(", "We present X, ", "a-B ", "? ", "of of "])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Nothing takes long."""

    def make(length: int) -> None:
        long = piece * (length // len(piece))
        made(long, long, long[:990])

    in_proportion(make, 100_000)
