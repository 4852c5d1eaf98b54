"""What a run of the benchmark has found, as it is kept in a file, and which of it is held to a floor."""

import os
import platform
import re
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from shutil import which

import msgspec
import yaml

from tests.tools.benchmarks.measure import Run, Size
from tests.tools.benchmarks.search import FirstQuery

FIGURES = yaml.safe_load(Path(__file__).with_name("figures.yml").read_text(encoding="utf-8"))
STEPS: dict[str, str] = FIGURES["steps"]
"""The steps of a program, as tables name them."""
MB, KB = 1_000_000, 1000


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a step took, and what the program said of it: `pages`, and how many were `written` and `built`."""

    run: Run
    said: dict[str, int] = {}


class Program(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What one program took, by the names of STEPS, and what it left after the last of them. sizes: those of
    `measure.weigh`; `state`: .daybook; `cache`: what a night's job restores, packed; `artifact`."""

    name: str
    version: str
    steps: dict[str, Step] = {}
    sizes: dict[str, Size] = {}
    search: FirstQuery | None = None

    def figures(self) -> dict[str, float]:
        """Name -> seconds, CPU seconds, MB, KB or number; `site` is without pages that only lead on to others."""
        found: dict[str, float] = {"pages": self.steps["cold"].said.get("pages", 0)} if self.steps else {}
        for name, step in self.steps.items():
            found |= {f"{name} s": step.run.wall, f"{name} cpu": step.run.cpu}
            for most, memory in (("largest", step.run.largest), ("together", step.run.together)):
                found[most] = max(found.get(most, 0), memory / MB)
        sizes = dict(self.sizes)
        if parts := [size for kind, size in sizes.items() if kind in ("pages", "search", "others")]:
            sizes["site"] = Size(sum(size.bytes for size in parts), sum(size.files for size in parts))
        for kind, size in sizes.items():
            found |= {f"{kind} MB": size.bytes / MB, f"{kind} files": size.files}
        if self.search:
            found |= {"first KB": self.search.bytes / KB, "first requests": self.search.requests}
        return found


class Result(msgspec.Struct, kw_only=True):
    """A run of the benchmark. programs: this commit, then the earlier one and Hugo, where they were measured."""

    papers: int
    texts: str  # where they are from
    machine: str
    programs: list[Program] = []


def machine(work: Path) -> str:
    """What is measured on; what this system does not tell is left out."""
    facts = [f"{os.cpu_count()} cores of {_fact('/proc/cpuinfo', 'model name') or platform.machine()}"]
    if memory := _fact("/proc/meminfo", "MemTotal").removesuffix(" kB"):
        facts.append(f"{int(memory) * 1024 / 1e9:.0f} GB of memory")
    if find := which("findmnt"):
        asked = [find, "--noheadings", "--output", "FSTYPE", "--target", str(work)]
        mounts = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        facts.append(f"files on {mounts[-1]}")  # the topmost
    if os.getloadavg()[0] >= 1:
        facts.append("other programs running")
    return ", ".join([*facts, f"Python {platform.python_version()}"])


def _fact(path: str, name: str) -> str:
    text = Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""
    found = re.search(rf"^{name}\s*:\s*(.*)$", text, re.MULTILINE)
    return found[1] if found else ""


FLOORS: list[list[str]] = FIGURES["floors"]
"""What is held to a floor: its name, its figure, and at most what; unless a ratio, of 28,838 papers on two cores."""


def floors(result: Result) -> Iterator[str]:
    """A line for each floor whose figure was measured."""
    own, *others = result.programs
    figures, names = own.figures(), {}
    for program in others:
        short = "hugo" if program.name == "Hugo" else "old"
        names[short] = f" of {program.name}"
        figures |= {f"{short} {name}": figure for name, figure in program.figures().items()}
    for name, told, most in FLOORS:
        one, sign, other = re.fullmatch(r"(.+?)(?: ([/-]) (.+))?", told).groups()  # type: ignore[union-attr]
        if one not in figures or (other and other not in figures):
            continue
        figure = figures[one] / figures[other] if sign == "/" else figures[one] - (figures[other] if other else 0)
        of = names.get(other.split()[0], "") if other else ""
        shown = f"{figure:.2f}" if figure < 10 else f"{figure:,.0f}"
        yield f"{name}: {shown}{of}, at most {most}: {'met' if figure <= float(Fraction(most)) else 'NOT MET'}"
