"""No day is shown as proved that is not as it was announced; each heals, or says who contradicts whom.

Each fault for 25 nights with one seed; for 142 nights and more seeds:

    DAYBOOK_SEEDS="1 2 3" pytest tests/witnesses -m trial

A failure says what was planned and how each day ended.
"""

import os
from pathlib import Path

import pytest

from tests.arxiv.faults import parse, printed
from tests.witnesses.cases import CASES
from tests.witnesses.removals import REMOVALS, without
from tests.witnesses.trial import details, trial

pytestmark = pytest.mark.trial

SEEDS = tuple(map(int, os.environ.get("DAYBOOK_SEEDS", "1").split()))
NIGHTS, STRIKABLE = (142, 45) if "DAYBOOK_SEEDS" in os.environ else (25, 16)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", CASES)
def test_what_becomes_of_a_fault(name: str, seed: int, tmp_path: Path) -> None:
    """The days that it befalls are in the end as announced or contradicted; nothing is told of any other."""
    made = trial(CASES[name], seed, tmp_path / "a", NIGHTS, STRIKABLE)
    assert made.struck or name == "nothing"
    assert not made.breaches
    assert not made.alarms(), details(made)
    assert not made.of("open"), details(made)
    assert not made.untrue(), details(made)
    assert not made.red_for_nothing(), details(made)
    assert parse(printed(made.plan)) == made.plan


@pytest.mark.parametrize("name", REMOVALS)
def test_each_witness_and_defence_is_missed(name: str, tmp_path: Path) -> None:
    """A few nights in which all hangs on it: without it, days end as complete that are not, or are not proved."""
    told = REMOVALS[name]
    sound = trial(told.case, 1, tmp_path / "with", told.nights, told.nights - 2)
    with without(name):
        fooled = trial(told.case, 1, tmp_path / "without", told.nights, told.nights - 2)
    proved = [len(made.of("healed")) + len(made.of("one witness")) for made in (sound, fooled)]
    assert len(fooled.untrue()) > len(sound.untrue()) or proved[1] < proved[0], details(fooled)
