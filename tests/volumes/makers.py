"""Invented papers of several categories and years as a snapshot, and libraries that hold them."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

from tests.makers import ABSTRACT, daybook, put

LIBRARY = "title: Tides\ncategories: [cs.DC, cs.NI, math.NA]\nsample: true\n"
_THINGS = ("tide", "harbour", "ledger", "kettle", "lantern", "orchard", "glacier", "compass")


def line(ident: str, categories: str, *submitted: str, title: str = "") -> bytes:
    """A line of a snapshot: a paper whose versions were submitted at these times (`2024-03-04T12:00`)."""
    times = [dt.datetime.fromisoformat(each) for each in submitted]
    versions = [
        {"version": f"v{number}", "created": f"{time:%a, {time.day} %b %Y %H:%M:%S} GMT"}
        for number, time in enumerate(times, 1)
    ]
    told = {
        "id": ident, "submitter": "A. Gull", "authors": "Ada Gull, Bo Tern", "title": title or f"On number {ident}",
        "comments": None, "journal-ref": None, "doi": None, "report-no": None, "categories": categories,
        "license": None, "abstract": f"  {ABSTRACT}\n", "versions": versions, "update_date": f"{times[-1].date()}",
        "authors_parsed": [["Gull", "Ada", ""], ["Tern", "Bo", ""]],
    }  # fmt: skip
    return json.dumps(told).encode() + b"\n"


def papers(years: range = range(2022, 2025), each: int = 6) -> Iterator[bytes]:
    """So many papers of each of three categories and years, some cross-listed, some replaced a year later."""
    for year in years:
        for place, code in enumerate(("cs.DC", "cs.NI", "math.NA")):
            for number in range(each):
                month = 1 + (5 * number) % 12
                ident = f"{year % 100:02}{month:02}.{place + 1}{number:04}"
                other = ("cs.DC", "cs.NI", "math.NA", "cs.LG")[(place + 1 + number % 3) % 4]
                codes = code if number % 3 == 0 else f"{code} {other}"
                times = [f"{year}-{month:02}-{4 + number % 20:02}T12:00"]
                if number % 4 == 1:
                    times.append(f"{year + 1}-{month:02}-11T12:00")
                thing = _THINGS[(number + year + place) % len(_THINGS)]
                yield line(ident, codes, *times, title=f"A {thing} in {code}: the case of {year}, part {number}")


def library(folder: Path, snapshot: bytes, settings: str = LIBRARY) -> Path:
    """A library that has read a snapshot."""
    put(folder, {"library.yml": settings, "../snapshot.jsonl": snapshot})
    daybook("--archive", folder, "ingest", folder / "../snapshot.jsonl")
    return folder


def held(folder: Path) -> dict[str, bytes]:
    """All files below a folder but what can be made again, by path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and ".daybook" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
