"""A day's digest: its numbers, its themes, and the papers it presents."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from generator.describe import digests
from generator.describe.digests.items import ranked
from generator.describe.digests.lines import FEW, MOST_WORDS
from generator.model import Mention, Points, Subject
from tests.cases import for_each
from tests.conftest import ROOT
from tests.describe.digests.samples import DAY, THEMES, card, item, items, length, lines, mentions, text

WHOLE = """\
Wednesday, 5 March 2031: 6 new submissions.
By theme:
Storage & I/O (3): TapeFold; and 2 more
ML training (2): GrowNet; Elastic Training on Borrowed Machines
Byzantine agreement (1): Three Liars and a Judge
Highlights:
MossDB: A Database on Damp Disks. A database keeps 92% of reads correct on damp disks.
Scheduling Tape Robots by Guessing. Proves a bound for guessing which tape is next."""


def test_a_day_as_a_whole() -> None:
    """Numbers, then the themes by size, then what rests on most."""
    digest = digests.day(DAY, items(), THEMES)
    assert text(digest) == WHOLE
    assert digest is not None
    first = digest.paragraphs[2]
    assert isinstance(first, Points)
    assert first.lines[0][:3] == (
        Subject(name="Storage & I/O", theme="storage"), " (3)", ": "
    )  # fmt: skip


def test_a_quiet_day_has_none() -> None:
    """Nothing announced, nothing said; metadata announces nothing."""
    assert digests.day(DAY, (), THEMES) is None
    assert digests.day(DAY, [item(type="harvest")], THEMES) is None


def test_every_paper_is_named_once_and_by_a_mention() -> None:
    """Also where it stands on the day's page twice."""
    found = mentions(digests.day(DAY, [*items(), item(type="cross"), item(1, type="card")], THEMES))
    assert found[0] == Mention(key="3103.00000", name="TapeFold")
    assert len({mention.key for mention in found}) == len(found) == 6


@for_each("number", range(1, FEW + 1))
def test_a_day_of_few_papers_presents_each(number: int) -> None:
    """No themes, no counting."""
    digest = digests.day(DAY, items()[:number], THEMES)
    assert len(mentions(digest)) == number
    assert "heme" not in text(digest)


def test_one_paper() -> None:
    """The least there is to say."""
    assert text(digests.day(DAY, [item()], THEMES)) == (
        "Wednesday, 5 March 2031: 1 new submission.\n"
        "TapeFold: Folding Magnetic Tape for Cold Archives. "
        "TapeFold folds requests so that tape robots wait up to 3.5x less."
    )


def test_replacements_and_cross_lists_are_told_apart() -> None:
    """Replacements are only counted; what was withdrawn is named."""
    told = [*items()[:4], item(4, type="cross", category="cs.LG"), item(5, type="cross", category="math.OC")]
    told += [
        item(6, type="replace", name="TapeUnfold"),
        item(7, type="replace", withdrawn=True, title="Regretted", name=None),
    ]
    found = text(digests.day(DAY, told, THEMES))
    assert found.startswith(
        "Wednesday, 5 March 2031: 4 new submissions, 2 cross-lists and 2 replacements. "
        "By primary category: cs.DC 4, cs.LG 1, math.OC 1.\n"
    )
    assert found.endswith("\nWithdrawn (1):\nRegretted")
    assert "TapeUnfold" not in found


def test_a_day_of_replacements_only() -> None:
    """Then they are what the day is about."""
    found = text(digests.day(DAY, [replace(one, type="replace") for one in items()], THEMES))
    assert found == WHOLE.replace("new submissions", "replacements")


@pytest.mark.parametrize("kind", ["report", "card"])
def test_a_day_known_from_other_sites_only(kind: str) -> None:
    """It is said that the papers are those of other sites' pages."""
    found = text(digests.day(DAY, [item(n, type=kind) for n in range(6)], THEMES))
    assert found.startswith("No listing of 5 March 2031 is held here; other sources name 6 papers.\nBy theme:")


def test_papers_without_a_theme_come_last() -> None:
    """However many they are."""
    told = [replace(one, themes=()) if one.themes != ("training",) else one for one in items()]
    assert [line[0].name for line in lines(digests.day(DAY, told, THEMES)) if isinstance(line[0], Subject)] == [
        "ML training",
        "No theme",
    ]


def test_many_categories_are_counted_together() -> None:
    """The largest one by one; where no paper has a theme, they part the list instead."""
    codes = ["cs.AI", "cs.LG", "cs.CV", "cs.CL", "cs.DC", "cs.DB", "cs.OS"]
    told = [item(n, category=code) for n, code in enumerate([*codes, "cs.LG"])]
    counted = "By primary category: cs.LG 2, cs.AI 1, cs.CL 1, cs.CV 1, cs.DB 1, 2 others 2."
    assert counted in text(digests.day(DAY, told, THEMES))
    found = digests.day(DAY, told)
    assert counted not in text(found)
    subjects = [line[0] for line in lines(found) if isinstance(line[0], Subject)]
    assert subjects[0] == Subject(name="cs.LG", category="cs.LG")
    assert len(subjects) == len(codes)
    many = [item(n, category=f"x.{n:02}") for n in range(30)]
    assert "\n21 other categories (21): " in text(digests.day(DAY, many))


def test_a_long_day_stays_short() -> None:
    """At most 250 words; titles stay whole, and the rest is counted."""
    titles = {item(n).title for n in range(6)}
    for size in (12, 40, 400):
        digest = digests.day(DAY, [item(n, name=None, card=card("Tape waits.", "Proof")) for n in range(size)], THEMES)
        assert 100 <= length(digest) <= MOST_WORDS
        assert {mention.name for mention in mentions(digest)} <= titles
        assert " more\n" in text(digest)


def test_kinds_of_evidence_are_counted() -> None:
    """Figures are one, and each badge but those that say what kind of paper it is; then new ones before cross-lists."""
    told = [
        item(0, card=card("Tape.", "Survey", "Position", "Withdrawn")),
        item(1, card=card("Tape.", "Proof"), type="cross"),
        item(2, card=None),
        item(3, card=card("Tape.", figures=("3x less", "2x more"))),
        item(4, card=card("Tape.", "Proof", "Dataset")),
    ]
    assert [one.key[-1] for one in ranked(told)] == ["4", "3", "1", "0", "2"]


def test_without_a_gist_badges_are_shown_and_no_figures() -> None:
    """A figure alone is no sentence, and may say the opposite of what its own says."""
    told = [
        item(0, card=card(None, "Proof", figures=("3x less", "2x more"))),
        item(2, card=card(None, "Code available")),
    ]
    told.append(item(5, card=None, title="Who Waits?"))
    assert text(digests.day(DAY, told)).split("\n")[2:] == [
        "TapeFold: Folding Magnetic Tape for Cold Archives (proof)",
        "MossDB: A Database on Damp Disks (code available)",
        "Who Waits?",
    ]


HOSTILE = [
    "",
    " ",
    ".",
    "“",
    "\ue000 Zzpaper",
    "((((" * 5000,
    "a" * 100_000,
    "a-" * 50_000,
    "\x00\x1b[31m",
    "{{ x }}",
    "1,000x ",
]


@for_each("bad", HOSTILE)
def test_no_text_breaks_it(bad: str) -> None:
    """Whatever a listing says, there is a digest, in little time."""
    told = [item(n, title=bad, abstract=bad * 2, name=bad or None, card=card(bad), category=bad) for n in range(9)]
    digest = digests.day(DAY, told, THEMES)
    assert digest is not None
    assert len(text(digest)) < 400_000
    assert digests.day(DAY, [replace(one, name=None, themes=()) for one in told]) is not None
    digests.unsupported(digest, {one.key: (one.title, one.abstract) for one in told}, THEMES)


def test_the_same_papers_give_the_same_words() -> None:
    """No order of a set or a dictionary of strings shows."""
    script = (
        "from generator.describe import digests; from tests.describe.digests.samples import *;"
        "print(text(digests.day(DAY, items(), THEMES)), text(digests.day(DAY, items())))"
    )
    runs = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        runs.add(run.stdout)
    assert len(runs) == 1
