"""Where sentences end, and where a period is part of a word."""

from __future__ import annotations

import pytest

from generator.text import sentences
from tests.cases import for_each
from tests.tools.growth import in_proportion

CASES = {
    "abbreviations": (
        "Fig. 2 shows it, cf. Lee et al. [3]. We win, i.e. lose less, e.g. by 3x vs. Sec. 4. The rest is in Eq. (5).",
        (
            "Fig. 2 shows it, cf. Lee et al. [3].",
            "We win, i.e. lose less, e.g. by 3x vs. Sec. 4.",
            "The rest is in Eq. (5).",
        ),
    ),
    "figures and versions": (
        "FoldSort v2.0 is 1.28x faster. 32 cores suffice. It saves 4.5 GB.",
        ("FoldSort v2.0 is 1.28x faster.", "32 cores suffice.", "It saves 4.5 GB."),
    ),
    "names and firms": (
        "J. R. Smith of Acme Inc. and Q. Doe wrote it. Acme Inc. We thank them.",
        ("J. R. Smith of Acme Inc. and Q. Doe wrote it.", "Acme Inc.", "We thank them."),
    ),
    "initials without a blank": (
        "The bound is due to J.R. Smith and A.B. Q. Doe. It is sharp in the U.K. We refine it.",
        ("The bound is due to J.R. Smith and A.B. Q. Doe.", "It is sharp in the U.K.", "We refine it."),
    ),
    "letters that end a name": (
        "J.-P. Doe beats Tern-X. Replaced is Gull-Y. It works.",
        ("J.-P. Doe beats Tern-X.", "Replaced is Gull-Y.", "It works."),
    ),
    "endings that seldom end": (
        "It runs on disks, tapes, etc. We use it in the U.S. power grid, etc. with care.",
        ("It runs on disks, tapes, etc.", "We use it in the U.S. power grid, etc. with care."),
    ),
    "questions and quotes": (
        'Does it scale? "Yes." So they say! (We doubt it.) Done.',
        ("Does it scale?", '"Yes."', "So they say!", "(We doubt it.)", "Done."),
    ),
    "small names begin sentences": ("It is slow. vLLM is not.", ("It is slow.", "vLLM is not.")),
    "numbered lists": ("1. Sort. 2. Fold.", ("1. Sort.", "2. Fold.")),
    "paragraphs": ("No period here\n\nNew paragraph. End", ("No period here", "New paragraph.", "End")),
    "a blank forgotten": ("We fold the model.We sort it.", ("We fold the model.", "We sort it.")),
    "nothing": ("", ()),
    "blanks": (" \n\n ", ()),
}


@for_each("case", CASES)
def test_split(case: str) -> None:
    """A text splits into just these sentences."""
    text, expected = CASES[case]
    assert sentences.split(text) == expected


@pytest.mark.trial
@for_each(("piece", "end"), [(".", ""), ("A. ", ""), ("a", "."), ("e.g. ", ""), ("(", ". A")])
def test_hostile_text_is_split_in_time(piece: str, end: str) -> None:
    """No text takes longer than it is, and nothing of it is lost."""

    def split(length: int) -> None:
        text = piece * (length // len(piece)) + end
        assert "".join("".join(sentences.split(text)).split()) == "".join(text.split())

    in_proportion(split, 200_000)
