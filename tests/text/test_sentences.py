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
    "brackets and titles of journals": (
        "It holds [X. Doe, Phys. Rev. E 85, 026703 (2012)]. See Comm. Math. Phys. 36. It is in Phys. Rev. Lett. We",
        (
            "It holds [X. Doe, Phys. Rev. E 85, 026703 (2012)].",
            "See Comm. Math. Phys. 36.",
            "It is in Phys. Rev. Lett.",
            "We",
        ),
    ),
    "quoted titles": (
        'We revisit "What is a fold? A study" and “Why sort? It pays.” It does.',
        ('We revisit "What is a fold? A study" and “Why sort? It pays.”', "It does."),
    ),
    "a quotation mark without its other": ('A "fold is slow. We sort it.', ('A "fold is slow.', "We sort it.")),
    "months": (
        "It ran until Dec. 2025. It ended in Dec. We saw it.",
        ("It ran until Dec. 2025.", "It ended in Dec.", "We saw it."),
    ),
    "words that look like abbreviations": (
        "We use PET and MR. Folds take 5 ms. Sorting needs no lock, cache, etc. Caches help. Is it so? No. It is not.",
        (
            "We use PET and MR.",
            "Folds take 5 ms.",
            "Sorting needs no lock, cache, etc.",
            "Caches help.",
            "Is it so?",
            "No.",
            "It is not.",
        ),
    ),
    "letters that end a sentence": (
        "We list properties of H. Classically, it cools to 13 K. Ultrasound shows degree Δ. Key terms are due to Zhu.",
        (
            "We list properties of H.",
            "Classically, it cools to 13 K.",
            "Ultrasound shows degree Δ.",
            "Key terms are due to Zhu.",
        ),
    ),
    "small letters begin sentences": (
        "We see it. p-adic folds end. pyFold is. We fold files. ii) A fold is a sort (as is). this is new. k folds.",
        (
            "We see it.",
            "p-adic folds end.",
            "pyFold is.",
            "We fold files.",
            "ii) A fold is a sort (as is).",
            "this is new.",
            "k folds.",
        ),
    ),
    "small letters go on": (
        "The approx. number of E. coli is 8! = 40320 (why?) and n! orders. It is const. on F(.), etc. or less.",
        (
            "The approx. number of E. coli is 8! = 40320 (why?) and n! orders.",
            "It is const. on F(.), etc. or less.",
        ),
    ),
    "numbers of items": (
        "It has parts: 1. Folding, 2. Sorting, and 3. Merging. It holds for n = 4, 5, and 6. The rest is open.",
        ("It has parts: 1. Folding, 2. Sorting, and 3. Merging.", "It holds for n = 4, 5, and 6.", "The rest is open."),
    ),
    "ellipses": (
        "We have 0, 1, ... N and S ⊂ … ⊂ T. Then … it ends... The end.",
        ("We have 0, 1, ... N and S ⊂ … ⊂ T.", "Then … it ends...", "The end."),
    ),
    "lists": ("Folds pay. - Sorting pays. • Merging pays.", ("Folds pay.", "- Sorting pays.", "• Merging pays.")),
    "labels of parts": (
        "Background. Folds are slow. Aims: We sort them. MATERIALS AND METHODS: Folds of 3 kinds. Results - 4 are fast."
        " Conclusions We win.",
        (
            "Background.",
            "Folds are slow.",
            "Aims:",
            "We sort them.",
            "MATERIALS AND METHODS:",
            "Folds of 3 kinds.",
            "Results -",
            "4 are fast.",
            "Conclusions",
            "We win.",
        ),
    ),
    "no labels of parts": (
        "Results: we win. Theorem 1: Folds end. DeepFold: A sorter. Question: does it? Data Flow is fast. "
        "Results across fields: Good.",
        (
            "Results: we win.",
            "Theorem 1: Folds end.",
            "DeepFold: A sorter.",
            "Question: does it?",
            "Data Flow is fast.",
            "Results across fields: Good.",
        ),
    ),
    "a blank forgotten after an end": (
        "We cool impellers.Although slow, they run (see [3]).Stop LoRA.Instead fold it.https://fold.example/a.B is it.",
        (
            "We cool impellers.",
            "Although slow, they run (see [3]).",
            "Stop LoRA.",
            "Instead fold it.",
            "https://fold.example/a.B is it.",
        ),
    ),
    "full stops within names": (
        "In U.S. Folds, e.g. node.js, arXiv.org, svm.SVC, Y.Doe and Main.Fold v2.1 of deal.II are used.",
        ("In U.S. Folds, e.g. node.js, arXiv.org, svm.SVC, Y.Doe and Main.Fold v2.1 of deal.II are used.",),
    ),
    "a blank forgotten": ("We fold the model.We sort it.", ("We fold the model.", "We sort it.")),
    "nothing": ("", ()),
    "blanks": (" \n\n ", ()),
}


@for_each("case", CASES)
def test_split(case: str) -> None:
    """A text splits into just these sentences."""
    text, expected = CASES[case]
    assert sentences.split(text) == expected


@for_each("case", CASES)
def test_spans(case: str) -> None:
    """Spans follow each other, and what lies between them is blank."""
    text, expected = CASES[case]
    places = sentences.spans(text)
    assert tuple(text[start:end] for start, end in places) == expected
    ends = (0, *(end for _, end in places)), (*(start for start, _ in places), len(text))
    assert not any(text[end:start].strip() for end, start in zip(*ends, strict=True))


@pytest.mark.trial
@for_each(
    ("piece", "end"), [(".", ""), ("A. ", ""), ("a", "."), ("e.g. ", ""), ("(", ". A"), ("() (", ". A"), ('"a ', ". A")]
)
def test_hostile_text_is_split_in_time(piece: str, end: str) -> None:
    """No text takes longer than it is, and nothing of it is lost."""

    def split(length: int) -> None:
        text = piece * (length // len(piece)) + end
        assert "".join("".join(sentences.split(text)).split()) == "".join(text.split())

    in_proportion(split, 200_000)
