"""A day's digest: its numbers, its threads, and how it names papers."""

from __future__ import annotations

import datetime as dt
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from generator.describe import digests
from generator.describe.digests.daily import MOST_WORDS, length
from generator.model import Mention
from tests.conftest import ROOT
from tests.describe.digests.samples import DAY, THEMES, card, item, items, mentions, text

WHOLE = """\
Wednesday, 5 March 2031, brings six new submissions. \
Counted by first theme, the six new papers spread over three themes.
Three papers concern storage & I/O; two of them mention tape robots. \
TapeFold folds requests so that tape robots wait up to 3.5x less. \
“Scheduling Tape Robots by Guessing” proves a bound for guessing which tape is next. \
In MossDB, a database keeps 92% of reads correct on damp disks.
Two more fall under ML training; elastic training comes up in both. \
GrowNet adds layers during elastic training. \
Elastic training survives the leaving of borrowed machines (“Elastic Training on Borrowed Machines”).
One paper stands outside these threads. \
“Three Liars and a Judge”: Agreement among three liars needs a judge."""


def test_a_day_as_a_whole() -> None:
    """Numbers first, then the threads by size, then what stands alone."""
    assert text(digests.day(DAY, items(), THEMES)) == WHOLE


def test_a_quiet_day_has_none() -> None:
    """Nothing announced, nothing said; metadata announces nothing."""
    assert digests.day(DAY, (), THEMES) is None
    assert digests.day(DAY, [item(type="harvest")], THEMES) is None


def test_every_paper_is_named_once_and_by_a_mention() -> None:
    """Also where it stands on the day's page twice."""
    found = mentions(digests.day(DAY, [*items(), item(type="cross"), item(1, type="card")], THEMES))
    assert found[0] == Mention(key="3103.00000", name="TapeFold")
    assert len({mention.key for mention in found}) == len(found) == 6


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_day_of_few_papers_tells_of_each(number: int) -> None:
    """No threads, no counting of themes."""
    digest = digests.day(DAY, items()[:number], THEMES)
    assert len(mentions(digest)) == number
    assert "theme" not in text(digest)


def test_one_paper() -> None:
    """The least there is to say."""
    assert text(digests.day(DAY, [item()], THEMES)) == (
        "Wednesday, 5 March 2031, brings one new submission.\n"
        "TapeFold folds requests so that tape robots wait up to 3.5x less."
    )


def test_replacements_and_cross_lists_are_told_apart() -> None:
    """Replacements make no threads; where the cross-lists come from is said."""
    told = [*items()[:4], item(4, type="cross", category="cs.LG"), item(5, type="cross", category="math.OC")]
    told += [item(6, type="replace", name="TapeUnfold"), item(7, type="replace", withdrawn=True, title="Regretted")]
    found = text(digests.day(DAY, told, THEMES))
    assert "brings four new submissions, two cross-lists and two replacements." in found
    assert "the six new and cross-listed papers spread over three themes" in found
    assert "The cross-lists come from cs.LG and math.OC." in found
    assert found.endswith("“Regretted” has been withdrawn. Replaced with new versions: TapeUnfold.")


def test_a_day_of_replacements_only() -> None:
    """Then they are what the day is about."""
    found = text(digests.day(DAY, [replace(one, type="replace") for one in items()], THEMES))
    assert "brings six replacements. Counted by first theme, they spread over three themes." in found
    assert "new versions" not in found


@pytest.mark.parametrize("kind", ["report", "card"])
def test_a_day_known_from_other_sites_only(kind: str) -> None:
    """It is said that the papers are those of other sites' pages."""
    found = text(digests.day(DAY, [item(n, type=kind) for n in range(6)], THEMES))
    assert found.startswith(
        "No listing of 5 March 2031 is held here; other sources name six papers. Counted by first theme, they spread"
    )


def test_without_themes_papers_are_threaded_by_what_they_share() -> None:
    """A phrase in a title, or twice in an abstract."""
    found = text(digests.day(DAY, items()))
    assert "Two papers deal with elastic training." in found
    assert "Another two are about tape robots." in found


def test_many_categories_are_told_where_there_are_no_themes() -> None:
    """Only as far as numbers part them from the rest."""
    codes = ["cs.AI"] * 5 + ["cs.LG"] * 4 + ["cs.CV"] * 3 + ["cs.CL"] * 2
    told = [item(n, category=code) for n, code in enumerate(codes)]
    assert "The largest primary categories are cs.AI (5), cs.LG (4) and cs.CV (3)." in text(digests.day(DAY, told))
    told = [item(n, category=code) for n, code in enumerate([*codes, "cs.CL"])]
    assert "largest" not in text(digests.day(DAY, told))


def test_a_long_day_stays_short_and_varied() -> None:
    """At most 250 words; no way to say something more than twice."""
    for size in (12, 40, 400):
        digest = digests.day(DAY, [item(n, name=f"Sys{n}") for n in range(size)], THEMES)
        assert digest is not None
        assert 100 <= length(digest) <= MOST_WORDS
        starts = re.findall(r"(?:^|[.] )(The thread also|The others are|Beside them|As Sys)", text(digest))
        assert all(count <= 2 for count in Counter(starts).values())


def test_phrases_that_everybody_uses_part_nothing() -> None:
    """A phrase of most papers of the day is the field's, not a thread's."""
    told = [replace(one, abstract=f"{one.abstract} Tape robots! Tape robots!") for one in items()]
    assert "mention tape robots" not in text(digests.day(DAY, told, THEMES))


def test_counts_of_mentions_are_exact() -> None:
    """A paper that has the phrase once counts among those that mention it."""
    told = items()
    told[2] = replace(told[2], abstract=f"{told[2].abstract} No tape robot helps.")
    assert "Three papers concern storage & I/O; all three mention tape robots." in text(digests.day(DAY, told, THEMES))


def test_papers_without_cards_are_named_only() -> None:
    """No card, no claim."""
    digest = digests.day(DAY, [replace(one, card=None, abstract=None) for one in items()], THEMES)
    assert len(mentions(digest)) >= 4
    assert "robots wait" not in text(digest)


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


@pytest.mark.parametrize("bad", HOSTILE)
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


def test_dates_alternate_between_two_openings() -> None:
    """Two days in a row do not begin alike."""
    assert text(digests.day(dt.date(2031, 3, 6), items())).startswith("The announcement of 6 March 2031 brings six new")
