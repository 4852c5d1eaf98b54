"""Names, numbers and sentences: each is grammatical and says no more than the card."""

from __future__ import annotations

import pytest

from generator.describe.digests.grammar import listed, named, number, short, text, theme
from generator.describe.digests.items import subjects
from generator.describe.digests.realise import Teller
from generator.model import Mention, Theme
from tests.describe.digests.samples import THEMES, card, item

NAMED = [
    ("TapeFold halves waiting.", "TapeFold halves waiting."),
    ("On two robots, TapeFold's plans save 3%.", "On two robots, TapeFold's plans save 3%."),
    ("Introduces TapeFold, a folder of tape.", "TapeFold is a folder of tape."),
    ("Designs and implements TapeFold as a service.", "TapeFold is a service."),
    ("Introduces TapeFold and measures it.", None),
    ("Designs and implement a service.", None),
    ("Proves a bound for guessing.", "TapeFold proves a bound for guessing."),
    ("Studies how robots wait.", "TapeFold studies how robots wait."),
    ("Studies show that robots wait.", "Studies show that robots wait (TapeFold)."),
    ("A folder halves waiting.", "In TapeFold, a folder halves waiting."),
    ("LLMs wait for tape.", "LLMs wait for tape (TapeFold)."),
    ("TapeFolding is a craft.", "TapeFolding is a craft (TapeFold)."),
    ("Does tape wait?", None),
    ("word " * 100, None),
    ("", None),
]


@pytest.mark.parametrize(("gist", "said"), NAMED)
def test_a_gist_becomes_a_sentence_about_its_paper(gist: str, said: str | None) -> None:
    """Its beginning is touched only where it is known what stands there."""
    found = Teller().tell(item(card=card(gist)))
    assert (text(found) if found else None) == said
    assert found is None or sum(isinstance(part, Mention) for part in found) == 1


def test_a_name_of_several_words_is_found_in_any_case() -> None:
    """As the gist writes it; of one word it may be an ordinary one."""
    assert (
        text(Teller().tell(item(name="TAPE FOLD", card=card("Now Tape Fold waits."))) or ()) == "Now Tape Fold waits."
    )
    assert text(Teller().tell(item(name="FOLD", card=card("Robots fold."))) or ()) == "Robots fold (FOLD)."


def test_no_way_is_taken_more_than_twice() -> None:
    """Then another; and when none is left the paper is only named."""
    teller = Teller()
    said = [teller.tell(item(number, name=f"S{number}", card=card("A folder halves waiting."))) for number in range(9)]
    assert [text(found) for found in said if found] == [
        "In S0, a folder halves waiting.",
        "As S1 reports, a folder halves waiting.",
        "A folder halves waiting (S2).",
        "S3: A folder halves waiting.",
        "In S4, a folder halves waiting.",
        "As S5 reports, a folder halves waiting.",
        "A folder halves waiting (S6).",
        "S7: A folder halves waiting.",
    ]


TITLES = [
    ("A Short Title", "A Short Title"),
    ("Folding Tapes in Cold and Damp Archives of the North: A Study of Nine Robots over Two Winters",
     "Folding Tapes in Cold and Damp Archives of the North"),
    ("Folding Every Magnetic Tape of a Cold and Damp Archive via Guessing What Nine Robots Ask Next",
     "Folding Every Magnetic Tape of a Cold and Damp Archive"),
    ("Folding, Unfolding and Refolding Magnetic Tapes while Robots Wait and with Nobody Looking at Them",
     "Folding, Unfolding and Refolding Magnetic Tapes while Robots Wait and with Nobody Looking at Them"),
    ("Who Folds the Magnetic Tapes of Cold and Damp Archives? An Answer from Nine Robots in the North",
     "Who Folds the Magnetic Tapes of Cold and Damp Archives?"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "shown"), TITLES)
def test_titles_end_where_a_phrase_ends(title: str, shown: str) -> None:
    """At 80 characters at most, if there is such a place; else they stay whole."""
    assert short(title) == shown


def test_a_paper_without_a_system_is_quoted() -> None:
    """So that its title is no part of the sentence; quotes within quotes are single."""
    assert text(named(item(1))) == "“Scheduling Tape Robots by Guessing”"
    assert text(named(item(1, title="The “Tape” Case"))) == "“The ‘Tape’ Case”"


@pytest.mark.parametrize(
    ("value", "within", "first"),
    [(0, "no", "No"), (4, "four", "Four"), (12, "twelve", "Twelve"), (21, "21", "Twenty-one"), (40, "40", "Forty"),
     (100, "100", "100"), (1204, "1,204", "1,204")],
)  # fmt: skip
def test_numbers(value: int, within: str, first: str) -> None:
    """Small ones in words; at a sentence's beginning larger ones, too."""
    assert (number(value), number(value, first=True)) == (within, first)


def test_lists() -> None:
    """Semicolons where a comma is about."""
    assert text(listed([("a",)])) == "a"
    assert text(listed([("a",), ("b",)])) == "a and b"
    assert text(listed([("a",), ("b",), ("c",)])) == "a, b and c"
    assert text(listed([("a, b",), ("c",), ("d",)])) == "a, b; c; and d"


def test_theme_names_within_a_sentence() -> None:
    """A small first letter only where the theme's own words have it."""
    assert [theme(one) for one in THEMES] == ["storage & I/O", "ML training", "Byzantine agreement"]
    assert theme(Theme(slug="x", name="LLM & ML", definition="llm")) == "LLM & ML"
    assert theme(Theme(slug="x", name="", definition="")) == ""


def test_subjects_are_phrases_of_the_title_or_said_twice() -> None:
    """Folded to one form; as the abstract writes them; nothing that every abstract has."""
    found = subjects(
        "Parallel File Systems on FITO", "A parallel file system, twice: parallel file systems. Once: damp disks."
    )
    assert found["parallel file system"] == "parallel file system"
    assert found["fito"] == "FITO"
    assert "damp disk" not in found
    assert not subjects("A Novel Approach to Large-Scale Systems", "We propose a novel approach. A novel approach!")
    assert not any(phrase[0].isdigit() for phrase in subjects("10,000x Data Reduction on 3 Disks", None))
