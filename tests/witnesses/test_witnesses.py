"""No day is shown as proved that is not as it was announced; each heals, or says who contradicts whom.

Each fault for 28 nights with one seed; for more: DAYBOOK_SEEDS="1 2 3" pytest tests/witnesses. The whole table is
printed by `python -m tests.witnesses`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.arxiv.faults import parse, printed
from tests.witnesses.__main__ import details, main, removal
from tests.witnesses.cases import CASES
from tests.witnesses.removals import REMOVALS
from tests.witnesses.trial import trial

pytestmark = pytest.mark.trial

SEEDS = tuple(map(int, os.environ.get("DAYBOOK_SEEDS", "1").split()))
NIGHTS, STRIKABLE = 25, 16


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
    text, missed = removal(name, 1, tmp_path)
    assert missed, text


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A line for a fault; with what was planned and how each day ended, if asked."""
    told = ["--seeds", "1", "--nights", "4", "--only", "no updates, on /new until", "--plan", "--days"]
    assert main([*told, "--work", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("| no updates") for line in lines) == 1
    assert any(line.endswith("list * no-updates evening") for line in lines)
    assert any("cs.NI 2026-11-23: Ended(state='complete'" in line for line in lines)
