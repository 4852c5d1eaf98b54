"""What was measured, as tables: a page for contributors, and how sites grow in the handbook. None is typed by hand.

    python -m tests.tools.benchmarks.report

writes both again, of the results that are kept.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tests.tools import row
from tests.tools.benchmarks.programs import ROOT
from tests.tools.benchmarks.results import FIGURES, MB, STEPS, Program, Result

KEPT = Path(__file__).parent / "measured"
"""Holds the results that the page shows: for each number of papers one, all of one machine."""
PAGE = ROOT / ".github" / "speed.md"
HANDBOOK = ROOT / "content" / "notes" / "size.md"
COLUMNS = ("Step", "Program", "Seconds", "CPU s", "Largest process MB", "All processes MB", "Written", "Laid out")
SIZES: dict[str, str] = FIGURES["sizes"]
GROWTH: dict[str, str] = FIGURES["growth"]


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A Markdown table; all columns but the first `words` are of numbers."""
    return "\n".join([row(*head), "|" + "---|" * words + "---:|" * (len(head) - words), *(row(*each) for each in rows)])


def cells(program: Program, name: str) -> list[str]:
    """A row of the table of steps."""
    run, said = program.steps[name].run, program.steps[name].said
    figures = [f"{run.wall:,.1f}", f"{run.cpu:,.1f}", f"{run.largest / MB:,.0f}", f"{run.together / MB:,.0f}"]
    counts = [f"{said[what]:,}" if what in said else "" for what in ("written", "built")]
    return [STEPS[name], program.name, *figures, *counts]


def _shown(figures: dict[str, float], name: str) -> str:
    """A figure; nothing where there is none."""
    figure = figures.get(name) or 0
    return f"{figure:,.1f}" if name.endswith((" MB", " s", " cpu")) and figure else f"{figure:,.0f}" if figure else ""


def growth(results: Iterable[Result]) -> str:
    """How figures grow with the number of papers, a row for each."""
    ordered = sorted(results, key=lambda result: result.papers)
    rows = [[f"{each.papers:,}", *(_shown(each.programs[0].figures(), name) for name in GROWTH)] for each in ordered]
    return table(("Papers", *GROWTH.values()), rows, 0)


def page(results: Sequence[Result]) -> str:
    """The page: of the result with most programs all, and how figures grow in all of them."""
    first = max(results, key=lambda result: (len(result.programs), result.papers))
    programs = first.programs
    figures = [program.figures() for program in programs]
    steps = [cells(program, name) for name in STEPS for program in programs if name in program.steps]
    sizes = [[words, *(_shown(each, name) for each in figures)] for name, words in SIZES.items()]
    template = (Path(__file__).parent / "speed.md").read_text(encoding="utf-8")
    return template.format(
        papers=f"{first.papers:,}",
        pages=f"{programs[0].steps['cold'].said.get('pages', 0):,}",
        texts=first.texts,
        machine=first.machine,
        programs=", ".join(f"{program.name} {program.version}" for program in programs),
        steps=table(COLUMNS, steps, 2),
        sizes=table(["What", *(program.name for program in programs)], sizes),
        growth=f"## How it grows\n\n{growth(results)}\n\n" if len(results) > 1 else "",
    )


def kept(folder: Path = KEPT) -> list[Result]:
    """The results in a folder."""
    return [msgspec.json.decode(path.read_bytes(), type=Result) for path in sorted(folder.glob("*.json"))]


def keep(result: Result, folder: Path, place: Path) -> None:
    """Keep a result in a folder, and write the page of all that are there."""
    folder.mkdir(exist_ok=True)
    data = msgspec.json.format(msgspec.json.encode(result), indent=0) + b"\n"
    (folder / f"{result.papers}.json").write_bytes(data)
    place.write_text(page(kept(folder)), encoding="utf-8")


def publish() -> None:
    """Write the page, and the table of growth in the handbook."""
    PAGE.write_text(page(kept()), encoding="utf-8")
    said = HANDBOOK.read_text(encoding="utf-8")
    HANDBOOK.write_text(re.sub(r"^\| Papers \|.*?(?=\n\n)", growth(kept()), said, flags=re.M | re.S), encoding="utf-8")


if __name__ == "__main__":
    publish()
