"""Fetch from a local arXiv whose pages are wrong and agree with themselves, and print what became of each day.

    python -m tests.witnesses                               142 nights for every fault and seed
    python -m tests.witnesses --seeds 1 --only "no updates" --days --plan
    python -m tests.witnesses --nights 28 --strikable 20    a shorter trial, as the tests have it
    python -m tests.witnesses --without feed                a trial with and without a witness or a defence; all: each

Prints a Markdown table, all seeds together. The exit code is 1 if a day that is not as it was announced ends as
complete or quiet on the word of two witnesses, if a day that nothing befell ends otherwise, or if a night is red that
nothing can mend; with --without, if nothing is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.arxiv.faults import printed
from tests.witnesses.cases import CASES
from tests.witnesses.removals import REMOVALS, without
from tests.witnesses.trial import NIGHTS, STRIKABLE, Trial, trial

HEAD = (
    "fault", "seeds", "days struck", "wrongly complete", "complete, one witness", "healed", "contradicted for good",
    "still open", "other days not complete", "red nights", "red for nothing", "requests a night",
)  # fmt: skip


def row(name: str, trials: Sequence[Trial]) -> str:
    """The line of a fault."""
    kinds = {kind: sum(len(each.of(kind)) for each in trials) for kind in ("one witness", "wrong, one witness")}
    alone = sum(kinds.values())
    nights = sum(each.nights for each in trials)
    numbers = (
        len(trials),
        sum(len(each.struck) for each in trials),
        sum(len(each.wrong()) for each in trials),
        f"{alone} ({kinds['wrong, one witness']} wrong)" if kinds["wrong, one witness"] else alone,
        *(sum(len(each.of(kind)) for each in trials) for kind in ("healed", "contradicted", "open")),
        sum(len(each.alarms()) for each in trials),
        sum(len(each.red) for each in trials),
        sum(len(each.red_for_nothing()) for each in trials),
        f"{sum(each.requests for each in trials) / nights:.2f}",
    )
    return line((name, *map(str, numbers)))


def line(cells: Sequence[str]) -> str:
    """A line of the table."""
    return f"| {' | '.join(cells)} |"


def is_sound(made: Trial) -> bool:
    """Whether nothing is shown as proved that is not true, and nothing is told for ever that nobody can mend."""
    return not (made.wrong() or made.alarms() or made.red_for_nothing() or made.breaches)


def details(made: Trial) -> str:
    """The days that did not end complete or quiet, and what was said of them last."""
    keys = sorted({key for key in made.struck if key in made.days} | set(made.wrong()) | set(made.alarms()))
    lines = [f"  seed {made.seed}, {code} {date}: {made.days[code, date]}" for code, date in keys]
    for night in (*made.red[:3], *made.red_for_nothing()[:3]):
        lines += [f"  seed {made.seed}, red night {night}: {said}" for said in made.said[night]]
    return "\n".join(lines)


REMOVED = ("without", "fault", "silent", "nights", "days struck", "with it", "without it", "missed")


def removal(name: str, seed: int, work: Path) -> tuple[str, bool]:
    """The line of a witness or defence that is taken away, and whether it is missed."""
    told, nights = REMOVALS[name], REMOVALS[name].nights
    sound = trial(told.case, seed, work / f"with {name}", nights, nights - 2)
    with without(name):
        fooled = trial(told.case, seed, work / f"without {name}", nights, nights - 2)
    missed = is_missed(sound, fooled)
    ends = (_ends(made) for made in (sound, fooled))
    silent = ", ".join(told.case.silent) or "none"
    struck = str(len(sound.struck))
    return line((name, told.case.name, silent, str(nights), struck, *ends, "yes" if missed else "no")), missed


def is_missed(sound: Trial, fooled: Trial) -> bool:
    """Whether more days are untrue, or fewer proved, in the second trial."""
    proved = [len(made.of("healed")) + len(made.of("one witness")) for made in (sound, fooled)]
    return len(fooled.untrue()) > len(sound.untrue()) or proved[1] < proved[0]


def _ends(made: Trial) -> str:
    """How the days ended that a fault befell, in words."""
    kinds = Counter(made.days[key].kind for key in made.struck if key in made.days)
    return ", ".join(f"{number} {NAMES[kind]}" for kind, number in sorted(kinds.items()))


NAMES = {
    "healed": "healed", "wrong": "wrongly complete", "contradicted": "contradicted", "open": "open",
    "one witness": "complete, one witness", "wrong, one witness": "wrongly complete, one witness",
}  # fmt: skip


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.witnesses", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--nights", type=int, default=NIGHTS)
    parser.add_argument("--strikable", type=int, default=STRIKABLE, help="days on which faults may befall pages")
    parser.add_argument("--only", default="", metavar="WORDS", help="faults whose name contains this")
    parser.add_argument("--work", type=Path, help="where to make the archives; default: a temporary folder")
    parser.add_argument("--days", action="store_true", help="print how each day ended, too")
    parser.add_argument("--plan", action="store_true", help="print the plans, too")
    parser.add_argument(
        "--without", metavar="NAME", choices=(*REMOVALS, "all"), help=f"one of {', '.join(REMOVALS)}; all"
    )
    return parser.parse_args(arguments)


def removed(told: argparse.Namespace) -> int:
    """Print the table of what is taken away; the exit code."""
    print(f"{line(REMOVED)}\n{line(['---'] * len(REMOVED))}", flush=True)
    missed = True
    with tempfile.TemporaryDirectory(prefix="witnesses-", dir=told.work) as work:
        for name in REMOVALS if told.without == "all" else (told.without,):
            text, here = removal(name, told.seeds[0], Path(work))
            missed &= here
            print(text, flush=True)
    return 0 if missed else 1


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code."""
    told = options(arguments)
    if told.without:
        return removed(told)
    began, sound = time.perf_counter(), True
    print(f"{told.nights} nights from 22 November 2026, two categories.\n\n{line(HEAD)}")
    print(line(["---", *["--:"] * (len(HEAD) - 1)]), flush=True)
    with tempfile.TemporaryDirectory(prefix="witnesses-", dir=told.work) as work:
        for place, (name, case) in enumerate(CASES.items()):
            if told.only not in name:
                continue
            trials = [
                trial(case, seed, Path(work) / f"{place}-{seed}", told.nights, told.strikable) for seed in told.seeds
            ]
            sound &= all(map(is_sound, trials))
            print(row(name, trials), flush=True)
            for made in trials:
                if told.plan:
                    print(f"  seed {made.seed}:\n{printed(made.plan)}", flush=True)
                if told.days:
                    print(details(made), flush=True)
    print(f"\n{time.perf_counter() - began:.0f} s")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
