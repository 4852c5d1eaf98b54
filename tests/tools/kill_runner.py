"""Kills a command after each of its writes, renames and removals, and at seeded moments, then runs it again.

Run as a program of its own (it forks): `kill_runner.py [--every N] [--moments N] COMMAND FOLDER ARGUMENT...`, where
FOLDER/before is the archive to begin with. With --every, only after each Nth of the operations, and after 20 of those
that publish: on names in the archive's own folder, in its site/, and of the journal; with --every 0 only at moments.
With --apart the other core does what it does for a large archive. Prints one JSON object: how many operations there
were, and where the outcome differed.

A kill takes nothing back that the system was told, so no sync is made, and none counts: a kill after it finds what a
kill before it finds. All that a command imports is imported before the forks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from generator import cli
from generator.runtime import parallel
from tests.tools.forks import tree

SITE = 20
OPERATIONS = ("write", "replace", "rename", "unlink", "rmdir", "mkdir", "link")


def main() -> None:
    told = _arguments()
    place = Path(told.folder)
    run = lambda: cli.main([told.command, "--archive", str(place / "now"), "--quiet", *told.arguments])  # noqa: E731
    os.fsync = lambda descriptor: None
    tqdm.set_lock(threading.RLock())  # its own is shared with forks: one that is killed while it holds it keeps it
    if told.apart:
        parallel.MANY = -1
    _fresh(place)
    assert run() == 0
    wanted = tree(place / "now")
    count, beside, seconds = _measure(place, run)
    failures = []
    some = beside[:: max(1, len(beside) // SITE)]
    for number in sorted({*range(1, count + 1, told.every), *some}) if told.every else ():
        killed = _killed(place, run, after=number)
        if not killed or run() != 0 or tree(place / "now") != wanted:
            failures.append(f"operation {number}")
    chance = random.Random(7)
    killed_at = 0
    for _ in range(told.moments):
        moment = chance.uniform(0, seconds)
        killed_at += _killed(place, run, seconds=moment)
        if run() != 0 or tree(place / "now") != wanted:
            failures.append(f"moment {moment:.3f} s")
    print(
        json.dumps(
            {
                "operations": count,
                "beside": len(beside),
                "killed_at_moments": killed_at,
                "failures": failures,
                "files": len(wanted),
            }
        )
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--moments", type=int, default=8)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("command")
    parser.add_argument("folder")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser.parse_args()


def _fresh(place: Path) -> None:
    shutil.rmtree(place / "now", ignore_errors=True)
    if (place / "before").exists():
        shutil.copytree(place / "before", place / "now")


def _measure(place: Path, run: Callable[[], int]) -> tuple[int, list[int], float]:
    """How many operations one run makes, which of them publish, and its seconds."""
    _fresh(place)
    reading, writing = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        counter = _count(None, place / "now")
        run()
        _REAL["write"](writing, json.dumps(counter).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        count, *beside = json.load(told)
    os.waitpid(child, 0)
    return count, beside, time.monotonic() - begin


def publishes(path: Path, folder: Path) -> bool:
    return path.parent == folder or path.is_relative_to(folder / "site") or path.name == "journal.json"


_REAL: dict[str, Any] = {name: getattr(os, name) for name in OPERATIONS}


def _count(last: int | None, folder: Path | None = None) -> list[int]:
    """Count the operations from here on; end this process without mercy after the one numbered `last`.

    The first number is the count, the others are those of operations on names that stand in `folder` itself, in its
    site or of its journal.
    """
    counter = [0]

    def counted(real: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return real(*args, **kwargs)
            finally:
                counter[0] += 1
                if folder and any(isinstance(arg, str | Path) and publishes(Path(arg), folder) for arg in args):
                    counter.append(counter[0])
                if counter[0] == last:
                    os.kill(os.getpid(), signal.SIGKILL)

        return call

    for name, real in _REAL.items():
        setattr(os, name, counted(real))
    return counter


def _killed(place: Path, run: Callable[[], int], after: int | None = None, seconds: float = 0) -> bool:
    """Run on a fresh archive and kill it; whether the kill came before its end."""
    _fresh(place)
    child = os.fork()
    if child == 0:
        if after is not None:
            _count(after)
        run()
        os._exit(0)
    if after is None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


if __name__ == "__main__":
    main()
