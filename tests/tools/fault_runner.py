"""Runs a command under faults, each in a fork of its own: a full or read-only disk, SIGKILL, two at once, odd paths.

A program of its own (it forks): `fault_runner.py [--points N] [--kills N] [--clock FILE] COMMAND FOLDER ARGUMENT...`,
where FOLDER/before holds the archive to begin with. With --every N nothing but kills: at each Nth of the operations,
after 20 of those that publish (on names in the archive's own folder, in its site/, and of the journal), and at some
--moments; with --every 0 only there. With --apart the other core does what it does for a large archive.

Prints one JSON object: how many operations a run makes that write, how many of them publish, how many files it leaves,
what was touched that is no part of the archive (or of the one it is divided into), and what else was wrong.

An audit hook sees each of these operations before it is carried out, whoever asks for it; it also makes the faults. A
kill takes nothing back that the system was told, so no sync is made. `fetch` asks the server that DAYBOOK_HOSTS names,
by the clock in a file.
"""

import argparse
import errno
import json
import os
import random
import shutil
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daybook import cli
from daybook.runtime import parallel
from tqdm import tqdm

from tests.arxiv.clock import FileClock
from tests.fetch import trial
from tests.tools.audited import DEVICE, by_clock, written
from tests.tools.forks import preload, tree

SAMPLE = Path(__file__).parents[1] / "sample" / "documents"
DOCUMENTS = [SAMPLE / name for name in ("2026-03-04-listing.txt", "2026-03-06-oai.xml", "2026-03-05-cards.txt")]
OLDER = ".older"  # how the name of the archive ends that `split` makes of the older years
REMOVING = ("os.remove", "os.rmdir")
PUBLISHED = 20  # kills after operations that publish, about


def touched(event: str, arguments: tuple[Any, ...]) -> list[str]:
    """The paths of what an audited operation writes, makes, moves, changes or removes, the links to them followed."""
    paths = map(Path, written(event, arguments))
    found = [str(Path(os.path.realpath(path.parent)) / path.name) for path in paths]
    made_already = event == "os.mkdir" and os.path.lexists(found[0])
    return [] if made_already else [path for path in found if not DEVICE.match(path)]


@dataclass
class Fault:
    """What happens from the operation of this number on. error: what each fails with; None: the process is killed."""

    at: int
    error: int | None = None

    def strike(self, event: str) -> None:
        if self.error is None:
            os.kill(MAIN[0], signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.error != errno.ENOSPC or event not in REMOVING:
            raise OSError(self.error, os.strerror(self.error))


MAIN = [0]  # the process whose end is the command's


def audit(log: int, fault: Fault | None) -> None:
    """From here on, log what is touched and let the fault happen."""
    MAIN[0] = os.getpid()
    tally = os.memfd_create("tally")  # a byte an operation of any of its processes, so that none is lost
    write = os.write

    def count(event: str, paths: list[str]) -> None:
        write(log, f"{json.dumps(paths)}\n".encode())
        write(tally, b".")
        if fault and os.fstat(tally).st_size >= fault.at:
            fault.strike(event)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if paths := touched(event, arguments):
            count(event, paths)

    def faulty(descriptor: int, data: Any) -> int:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            count("os.write", [])
        return write(descriptor, data)

    os.write = faulty
    sys.addaudithook(hook)


class Trial:
    """One command, and what was seen of all its runs."""

    def __init__(self, command: str, place: Path, more: list[str], clock: Path | None) -> None:
        self.command, self.place, self.more, self.clock = command, place, more, clock
        self.wrong: list[str] = []
        self.outside: set[str] = set()
        self.parts: dict[int, list[int]] = {}  # of each run: what it prints, what it says of errors, what it touches
        self.log: list[list[Path]] = []  # what each operation of the last run touched

    def arguments(self, archive: str) -> list[str]:
        usual = {
            "ingest": [str(path) for path in DOCUMENTS],
            "split": ["--before", "2026", f"--to={archive}{OLDER}", "--url", "https://example.org/older/"],
            "themes why": [os.environ.get("PAPER", "")],
        }.get(self.command, [])
        return [
            *self.command.split(),
            f"--archive={archive}",
            *([] if self.command == "export jsonl" else ["--quiet"]),
            *(self.more or usual),
        ]

    def fresh(self, name: str = "archive") -> Path:
        """The archive to begin with, alone in a new folder."""
        shutil.rmtree(self.place / "now", ignore_errors=True)
        (self.place / "now").mkdir()
        if (self.place / "before").exists():
            shutil.copytree(self.place / "before", self.place / "now" / name)
        return self.place / "now" / name

    def start(self, archive: str, fault: Fault | None = None, folder: Path | None = None) -> int:
        """A run in a fork; its process."""
        if self.clock:
            FileClock(self.clock).sleep(60)  # another run knows nothing of the pace of the one before
        parts = [os.memfd_create(name) for name in ("out", "err", "log")]
        child = os.fork()
        if child:
            self.parts[child] = parts
            return child
        os.chdir(folder or self.place)
        os.dup2(parts[0], 1)
        os.dup2(parts[1], 2)
        audit(parts[2], fault)
        code = 3
        try:
            code = cli.main(self.arguments(archive))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)

    def end(self, child: int, what: str, archive: Path) -> tuple[int, list[str], int]:
        """How a run ended: its exit code (negative: killed), the lines of its errors, and how much it touched."""
        _, status = os.waitpid(child, 0)
        _, said, log = (self.read(part) for part in self.parts.pop(child))
        own = [Path(os.path.realpath(f"{archive}{end}")) for end in ("", OLDER)]
        self.log = [[*map(Path, json.loads(line))] for line in log]
        seen = {path for paths in self.log for path in paths}
        seen = {path for path in seen if not (self.clock and str(path).startswith(str(self.clock)))}
        self.outside.update(str(path) for path in seen if not any(path.is_relative_to(each) for each in own))
        if any(not line.startswith("daybook: ") for line in said):
            self.wrong.append(f"{what}: {' | '.join(said)[-400:]}")
        return os.waitstatus_to_exitcode(status), said, len(log)

    def read(self, descriptor: int) -> list[str]:
        os.lseek(descriptor, 0, os.SEEK_SET)
        with os.fdopen(descriptor, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()

    def run(self, what: str, archive: Path, fault: Fault | None = None) -> tuple[int, list[str], int]:
        return self.end(self.start(str(archive), fault), what, archive)

    def goes_on(self, what: str, archive: Path, wanted: object) -> None:
        """Run it again: it must end as if nothing had been."""
        code, said, _ = self.run(f"{what}, again", archive)
        if code != 0 or self.outcome(archive) != wanted:
            self.wrong.append(f"{what}: the next run ends with {code} {said} or another archive")

    def outcome(self, archive: Path) -> object:
        """What a run leaves: of a fetch what is held, whichever answer it came with; else every file."""
        if self.command == "fetch":
            return sorted(trial.announced(archive)), trial.told(archive)
        return [tree(Path(f"{archive}{end}")) for end in ("", OLDER)]

    # The faults

    def wanted(self) -> tuple[object, int]:
        """What is left without a fault, and how many operations that takes."""
        archive = self.fresh()
        code, said, number = self.run("without a fault", archive)
        assert code == 0, said
        return self.outcome(archive), number

    def failing(self, error: int, points: Iterable[int], wanted: object) -> None:
        """Operations fail from each of these points on: one line and exit code 1."""
        for point in points:
            archive, what = self.fresh(), f"{errno.errorcode[error]} at {point}"
            code, said, _ = self.run(what, archive, Fault(point, error))
            if code == 0 and self.outcome(archive) == wanted:
                continue  # from there on it only removes, for which there is room
            if code != 1 or len(said) != 1:
                self.wrong.append(f"{what}: exit code {code}, {said}")
            self.goes_on(what, archive, wanted)

    def killed(self, points: Iterable[int], wanted: object) -> None:
        """SIGKILL at each of these points."""
        for point in points:
            archive = self.fresh()
            code, said, number = self.run(f"killed at {point}", archive, Fault(point))
            ended = code == 0 and number < point  # a folder that two processes make counts for one or for both
            if (code != -signal.SIGKILL and not ended) or said:
                self.wrong.append(f"killed at {point}: exit code {code}, {said}")
            self.goes_on(f"killed at {point}", archive, wanted)

    def killed_at_moments(self, moments: int, wanted: object) -> int:
        """SIGKILL at seeded moments; how many of them came before the end."""
        begin, chance, killed = time.monotonic(), random.Random(7), 0
        self.run("without a fault", self.fresh())
        whole = time.monotonic() - begin
        for _ in range(moments):
            archive, moment = self.fresh(), chance.uniform(0, whole)
            child = self.start(str(archive))
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
            killed += self.end(child, "killed", archive)[0] < 0
            self.goes_on(f"killed after {moment:.3f} s", archive, wanted)
        return killed

    def two_at_once(self, wanted: object) -> None:
        """Both go well, or one says that the other is at work."""
        archive = self.fresh()
        children = [self.start(str(archive)) for _ in range(2)]
        ends = [self.end(child, "two at once", archive) for child in children]
        for code, said, _ in ends:
            if code != 0 and not (code == 1 and len(said) == 1 and "another daybook command" in said[0]):
                self.wrong.append(f"two at once: exit code {code}, {said}")
        self.goes_on("two at once", archive, wanted)

    def odd_paths(self, wanted: object) -> None:
        """All go as well as any other path; what is no path of an archive is one line."""
        for name in (
            "with space",
            "new\nline",
            "caf\udce9",
            "long" * 50,
            "\U0001f319",
            'it\'s "$x" `y` [z] *.{a,b}',
            "%41#?&",
        ):
            archive = self.fresh(name)
            self.fares_well(repr(name), self.run(repr(name), archive), archive, wanted)
        for given in ("archive", "./archive/../archive", "-archive"):
            archive = self.fresh("-archive" if given == "-archive" else "archive")
            ended = self.end(self.start(given, folder=self.place / "now"), given, archive)
            self.fares_well(given, ended, archive, wanted)
        archive = self.fresh("real")
        archive.mkdir(exist_ok=True)
        link = self.place / "now" / "link"
        link.symlink_to("real")
        if self.command != "split":  # which writes beside the link
            self.fares_well("a link", self.end(self.start(str(link)), "a link", archive), archive, wanted)
        self.refused_paths()

    def fares_well(self, what: str, ended: tuple[int, list[str], int], archive: Path, wanted: object) -> None:
        if ended[:2] != (0, []) or (self.command not in NAMED and self.outcome(archive) != wanted):
            self.wrong.append(f"{what}: exit code {ended[0]}, {ended[1]}, or another archive")

    def refused_paths(self) -> None:
        now = self.fresh("archive").parent
        (now / "loop").symlink_to("loop")
        (now / "file").write_text("x")
        before = tree(now)
        for name in ("loop", "file", "file/below", "longer" * 50):
            code, said, _ = self.run(name, now / name)
            if code != 1 or len(said) != 1 or tree(now) != before:
                self.wrong.append(f"{name}: exit code {code}, {said}")


NAMED = ("ingest",)  # commands that name a new archive by its folder


def spread(number: int, count: int) -> list[int]:
    """So many numbers from 1 to `count`, both among them."""
    return sorted({1 + k * (count - 1) // max(number - 1, 1) for k in range(number)}) if count else []


def publishing(log: list[list[Path]], archive: Path) -> list[int]:
    """The numbers of the operations that publish."""
    folder = Path(os.path.realpath(archive))

    def publishes(path: Path) -> bool:
        return path.parent == folder or path.is_relative_to(folder / "site") or path.name == "journal.json"

    return [number for number, paths in enumerate(log, 1) if any(map(publishes, paths))]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=10)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--clock", type=Path)
    parser.add_argument("--every", type=int)
    parser.add_argument("--moments", type=int, default=8)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("command")
    parser.add_argument("folder", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    told = parser.parse_args()
    sys.dont_write_bytecode = True
    tqdm.set_lock(threading.RLock())  # its own is shared with forks: one that is killed while it holds it keeps it
    os.fsync = lambda descriptor: None
    if told.apart:
        parallel.MANY = -1
    if told.clock:
        by_clock(told.clock)
    at = Trial(told.command, told.folder, told.arguments, told.clock)
    archive = at.fresh()
    preload(lambda: cli.main(at.arguments(str(archive))))
    wanted, count = at.wanted()
    beside = publishing(at.log, archive)
    killed = 0
    if told.every is None:
        at.failing(errno.ENOSPC, spread(told.points, count), wanted)
        at.failing(errno.EROFS, [1] if count else [], wanted)
        at.killed(spread(told.kills, count), wanted)
        if not count:
            at.killed_at_moments(told.kills, wanted)
        at.two_at_once(wanted)
        at.odd_paths(wanted)
    else:
        behind = {number + 1 for number in beside[:: max(1, len(beside) // PUBLISHED)]}
        at.killed(sorted(behind.union(range(1, count + 1, told.every))) if told.every else (), wanted)
        killed = at.killed_at_moments(told.moments, wanted)
    files = sum(len(tree(Path(f"{archive}{end}"))) for end in ("", OLDER))
    found = {"operations": count, "beside": len(beside), "files": files, "killed_at_moments": killed}
    print(json.dumps({**found, "outside": sorted(at.outside), "wrong": at.wrong}))


if __name__ == "__main__":
    main()
