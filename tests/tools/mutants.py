"""Do the tests notice? Draws small changes of the code, and runs the tests of the package that each is in.

    python -m tests.tools.mutants [--seed NAME] [--count N] [--jobs N] [PACKAGE...]

Cosmic Ray makes the changes: another comparison, number or operator, a branch turned round. Drawn are places, then one
of the changes possible there, so that what can be changed in many ways does not outweigh the rest. Annotations are left
alone, as nothing runs them, and decorators with what they are given (frozen, slots), as without one a module fails at
once or does the same. Each change is made in a copy of the program. It is killed if a test fails, or if the tests take
more than LIMIT seconds, which they do not without it: leave the machine alone meanwhile. Prints each survivor, the
share killed and its 95 % interval, and how many were killed by time alone.
"""

import ast
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from tqdm import tqdm

from tests import tools
from tests.conftest import ROOT

SOURCE = ROOT / "generator"
LEAST = 0.85
"""The share that must be killed, else the exit code is 1."""
LIMIT = 10
"""Seconds in which the tests of a package notice a change."""
TESTS = {
    "log": ("tests/log",),
    "fold": ("tests/fold", "--ignore=tests/fold/test_split.py"),
    "coverage": ("tests/coverage",),
    "model": ("tests/model",),
    "search": ("tests/search", "--ignore=tests/search/test_delta.py", "-k", "not composed and not too"),
}
"""Package -> the tests that answer for it."""
APART = ("search/engine.py", "search/update.py")
"""Modules that the tests above do not ask: of the search, all but its index, which decides what comes first."""


UNUSED = ("core/RemoveDecorator", "core/ExceptionReplacer")
"""Operators left out: see above; and one that fails (Cosmic Ray 8.7.0) on `except json.JSONDecodeError`."""


class Mutant(NamedTuple):
    """A change: of the given package's module, by an operator of Cosmic Ray, at its nth place there."""

    package: str
    module: Path
    line: int
    operator: str
    nth: int

    def code(self) -> str:
        """The changed module."""
        return mutate_code(self.module.read_text(encoding="utf-8"), get_operator(self.operator)(), self.nth)

    def shown(self) -> str:
        """The lines that differ."""
        old, new = self.module.read_text(encoding="utf-8").splitlines(), self.code().splitlines()
        lines = [line for line in unified_diff(old, new, n=0, lineterm="") if line[:1] in "+-"][2:]
        return f"{self.module.relative_to(SOURCE)}:{self.line}: {self.operator}\n" + "\n".join(lines)


def mutants(package: str) -> Iterator[list[Mutant]]:
    """What can be changed in a package: for each place, all changes possible there."""
    for module in sorted((SOURCE / "daybook" / package).rglob("*.py")):
        if module.as_posix().endswith(APART):
            continue
        code = module.read_text(encoding="utf-8")
        notes = [
            ((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset))
            for each in ast.walk(ast.parse(code))
            for part in (
                getattr(each, "annotation", None),
                getattr(each, "returns", None),
                *getattr(each, "decorator_list", ()),
            )
            if part
        ]
        places: dict[tuple[int, int], list[Mutant]] = defaultdict(list)
        tree = get_ast(code)
        for name in operator_names():
            operator = get_operator(name)
            if operator.arguments() or name in UNUSED:
                continue
            found = (place for node in ast_nodes(tree) for place in operator().mutation_positions(node))
            for nth, ((line, column), _) in enumerate(found):
                if not any(start <= (line, column) < end for start, end in notes):
                    places[line, column].append(Mutant(package, module, line, name, nth))
        yield from places.values()


def passes(package: str, copy: Path) -> bool | None:
    """Whether the tests of a package pass in a copy of the program; None: they take more than LIMIT seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0", *TESTS[package]]
    env = {**os.environ, "PYTHONPATH": str(copy / "generator")}
    try:
        return not subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=LIMIT).returncode
    except subprocess.TimeoutExpired:
        return None


def survives(mutant: Mutant, copy: Path) -> bool | None:
    """Whether the tests of its package pass with it, as above. `copy`: of the program, as it was and is left."""
    path = copy / "generator" / mutant.module.relative_to(SOURCE)
    path.write_text(mutant.code(), encoding="utf-8")
    try:
        return passes(mutant.package, copy)
    finally:
        shutil.copyfile(mutant.module, path)


def interval(killed: int, all_of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson."""
    share, z = killed / all_of, 1.96
    middle, half = share + z * z / (2 * all_of), z * math.sqrt(share * (1 - share) / all_of + (z / (2 * all_of)) ** 2)
    return (middle - half) / (1 + z * z / all_of), (middle + half) / (1 + z * z / all_of)


def main() -> None:
    """Draw, run and print."""
    parser = tools.parser("mutants", __doc__)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", default=list(TESTS), help="(default: all)")
    parser.add_argument("--seed", default="daybook", help="what the draw depends on (default: daybook)")
    parser.add_argument("--count", type=int, default=400, help="changes to draw (default: 400)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time (default: all cores)")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    places = [place for package in options.packages for place in mutants(package)]
    drawn = [dice.choice(place) for place in dice.sample(places, min(options.count, len(places)))]
    lived: list[Mutant] = []
    late = 0
    with tempfile.TemporaryDirectory() as folder:
        free: Queue[Path] = Queue()
        for number in range(options.jobs):
            copy = Path(folder, str(number))
            shutil.copytree(
                ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "node_modules", "build", ".*_cache")
            )
            (copy / "node_modules").symlink_to(ROOT / "node_modules")
            free.put(copy)
        for package in options.packages:
            if not passes(package, copy):
                sys.exit(f"the tests of {package} fail, or take more than {LIMIT} s, without any change")

        def run(mutant: Mutant) -> bool | None:
            copy = free.get()
            try:
                return survives(mutant, copy)
            finally:
                free.put(copy)

        with ThreadPoolExecutor(options.jobs) as pool:
            for mutant, alive in zip(drawn, tqdm(pool.map(run, drawn), total=len(drawn)), strict=True):
                late += alive is None
                if alive:
                    lived.append(mutant)
    for mutant in lived:
        print(mutant.shown(), end="\n\n")
    killed = len(drawn) - len(lived)
    low, high = interval(killed, len(drawn))
    print(f"{killed} of {len(drawn)} killed: {killed / len(drawn):.0%} (95 %: {low:.0%} to {high:.0%}), {late} by time")
    for package in options.packages:
        own, alive = (sum(each.package == package for each in some) for some in (drawn, lived))
        print(f"  {package}: {own - alive} of {own}")
    sys.exit(killed < LEAST * len(drawn))


if __name__ == "__main__":
    main()
