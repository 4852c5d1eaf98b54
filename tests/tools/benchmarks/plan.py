"""What a library of all of arXiv would take, worked out of what was measured of smaller ones.

    python -m tests.tools.benchmarks.plan

writes the page, `.github/volumes.md`, of `plan.md` and the figures in `plan.yml`. Whoever measures anew, or pays other
prices, changes these alone.
"""

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.tools.benchmarks.programs import ROOT
from tests.tools.benchmarks.report import table

PAGE = ROOT / ".github" / "volumes.md"
HERE = Path(__file__).parent
CONSTANTS = {
    "build": "build, cold", "records": "rows in all volumes", "volume": "build, more for each volume",
    "deal": "dealing a snapshot", "join": "the library's own site", "task": "Dask's scheduler",
    "send": "sending to a bucket", "site": "a site", "record": "a log", "kept": "what a build keeps",
    "night": "a night", "memory": "memory of a build",
}  # fmt: skip


class Step(NamedTuple):
    """A step of a first build, in CPU seconds, and whether workers share it."""

    name: str
    cpu: float
    shared: bool


def figures() -> dict[str, Any]:
    """What was measured, and the prices."""
    return yaml.safe_load((HERE / "plan.yml").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def volumes(known: dict[str, Any]) -> int:
    """How many volumes there are at most: of one category, two neighbours have more than `most` papers together."""
    return int(known["categories"] + 2 * known["papers"] / known["most"])


def steps(known: dict[str, Any]) -> list[Step]:
    """The steps, in their order."""
    number, papers = volumes(known), known["papers"]
    return [
        Step("deal the snapshot", papers * known["deal"], False),
        Step("build", papers * known["records"] * known["build"] + number * known["volume"], True),
        Step("send to a bucket", papers * known["files"] * known["send"], True),
        Step("the library's own site", known["join"], False),
    ]


def seconds(step: Step, workers: int, known: dict[str, Any]) -> float:
    """How long a step takes, on workers of a core each: a volume is built by one."""
    least = known["largest"] * known["build"] if step.name == "build" else 0
    return max(step.cpu / workers, least) if step.shared else step.cpu


def page() -> str:
    """The page."""
    known = figures()
    papers, number, all_steps = known["papers"], volumes(known), steps(known)
    units = {
        "build": f"{1000 * known['build']:.2f} ms CPU a row", "records": f"{known['records']} a paper",
        "volume": f"{known['volume']} CPU s", "deal": f"{1000 * known['deal']:.2f} ms CPU a paper",
        "join": f"{known['join']} CPU s in all", "task": f"{1000 * known['task']:.1f} ms CPU a volume",
        "send": f"{1000 * known['send']:.0f} ms CPU an object",
        "site": f"{known['site'] / 1000:.1f} kB and {known['files']} files a paper",
        "record": f"{known['record'] / 1000:.1f} kB a row", "kept": f"{known['kept'] / 1000:.1f} kB a paper",
        "night": f"{known['night']} CPU s a volume that it touches",
        "memory": f"{known['memory'] / 1e6:.0f} MB and {known['memory_paper'] / 1000:.0f} kB a row",
    }  # fmt: skip
    rows = [(name, units[key], known[f"{key}_of"]) for key, name in CONSTANTS.items()]
    hours = [
        (step.name, *(f"{seconds(step, each, known) / 3600:.2f}" for each in known["workers"])) for step in all_steps
    ]
    sums = [sum(seconds(step, each, known) for step in all_steps) / 3600 for each in known["workers"]]
    serial = sum(step.cpu for step in all_steps if not step.shared)
    parallel = sum(step.cpu for step in all_steps if step.shared)
    objects = papers * known["files"]
    stored = papers * (known["site"] + known["records"] * known["record"] + known["kept"])
    cores = (serial + parallel) / 3600
    return (HERE / "plan.md").read_text(encoding="utf-8").format(
        constants=table(("What", "Cost", "Measured on"), rows, 3),
        hours=table(
            ("Hours", *(f"{each} worker{'s' * (each > 1)}" for each in known["workers"])),
            [*hours, ("all of it", *(f"**{each:.2f}**" for each in sums))], 1,
        ),
        papers=f"{papers / 1e6:.1f} million", volumes=f"{number:,}", most=f"{known['most']:,}",
        categories=known["categories"], largest=f"{known['largest']:,}",
        usual_memory=f"{(known['memory'] + known['most'] * known['records'] * known['memory_paper']) / 1e6:,.0f}",
        most_memory=f"{(known['memory'] + known['largest'] * known['memory_paper']) / 1e6:,.0f}",
        join_memory=f"{known['join_memory'] / 1e6:,.0f}",
        site=f"{papers * known['site'] / 1e9:,.0f}", files=f"{objects / 1e6:.1f} million",
        log=f"{papers * known['records'] * known['record'] / 1e9:,.0f}", kept=f"{papers * known['kept'] / 1e9:,.0f}",
        cores=f"{cores:,.1f}", core_hour=known["core_hour"], computing=f"{cores * known['core_hour']:.2f}",
        puts=known["thousand_puts"], sending=f"{objects / 1000 * known['thousand_puts']:,.0f}",
        month=known["gigabyte_month"], keeping=f"{stored / 1e9 * known['gigabyte_month']:.2f}",
        serial=f"{serial / 60:.0f}", knee=f"{parallel / serial:.0f}",
        slowest=f"{known['largest'] * known['build'] / 60:.0f}",
        scheduled=f"{number * known['task']:.0f}",
        busy=f"{parallel / number / known['task'] / 1000:.0f},000", touched=known["touched"],
        nights=" / ".join(f"{known['touched'] * known['night'] / each / 60:.0f}" for each in known["workers"]),
        rate=f"{objects / parallel:.0f}", bucket=f"{known['bucket']:,}",
        prefixes=f"{objects / parallel * max(known['workers']) / known['bucket']:.0f}",
    )  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
