"""Twelve volumes on a cluster that suffers: nothing is lost, and in the end all is as one machine builds it.

DAYBOOK_VOLUMES=DIR: an archive to take copies of, in place of a small one.
"""

import os
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import GeneratorError
from daybook.volumes.building import Outcome, Task
from daybook.volumes.places import Address
from daybook.volumes.running import run

from tests.conftest import HANGS
from tests.volumes import buckets, clusters
from tests.volumes.library import Listener, copied, copies, held, task, volume
from tests.volumes.test_places import content

pytestmark = pytest.mark.trial
VOLUMES, KILLS = 12, 10
GIVEN = os.environ.get("DAYBOOK_VOLUMES", "")
PACE = 10 if GIVEN else 1


@pytest.fixture
def places(tmp_path: Path, fixed_time: None) -> list[Path]:
    """Volumes that are not built yet."""
    first = copied(Path(GIVEN), tmp_path / "first") if GIVEN else volume(tmp_path / "first")
    return copies(first, VOLUMES)


@pytest.fixture
def expected(places: list[Path], tmp_path: Path) -> dict[str, bytes]:
    """What the site of each must hold."""
    (outcome,) = run([task(tmp_path / "first")], "", Listener())
    assert outcome.state == "built"
    return held(tmp_path / "first" / "site")


class Watching(Listener):
    """Does something when so many outcomes have come."""

    def __init__(self, number: int, then: Callable[[], object]) -> None:
        super().__init__()
        self._number, self._then, self.count = number, then, 0

    def bar(self, items: Any, what: str, total: int | None = None) -> Iterator[Any]:
        for item in items:
            self.count += 1
            yield item
            if self.count == self._number:
                self._then()


def same(places: list[Path], outcomes: list[Outcome], expected: dict[str, bytes]) -> None:
    assert [(each.volume, each.code, each.faults) for each in outcomes] == [(place.name, 0, ()) for place in places]
    for place in places:
        assert held(place / "site") == expected, place


def test_workers_that_are_killed(places: list[Path], expected: dict[str, bytes], tmp_path: Path) -> None:
    """At ten moments; their builds end with them, and Dask gives the volumes to others."""
    port, killed, over = clusters.free_port(), list[int](), threading.Event()
    with ExitStack() as stack:
        stack.enter_context(clusters.scheduler(tmp_path, port))
        nannies = [stack.enter_context(clusters.worker(tmp_path, port)) for _ in range(2)]
        chance = random.Random(33)

        def strike() -> None:
            while len(killed) < KILLS and not over.wait(PACE * chance.uniform(0.5, 3)):
                workers = [child for nanny in nannies for child in clusters.descendants(nanny.pid)[:2]]
                if workers:
                    killed.append(chance.choice(workers))
                    clusters.with_signal(killed[-1])

        striking = threading.Thread(target=strike)
        striking.start()
        outcomes, runs = list[Outcome](), 0
        while not outcomes or any(each.code for each in outcomes) or len(killed) < KILLS:
            for place in places if runs and not any(each.code for each in outcomes) else ():
                subprocess.run(["rm", "-rf", place / "site", place / "pages", place / ".daybook"], check=True)
            outcomes, runs = run([task(place) for place in places], f"tcp://127.0.0.1:{port}", Listener()), runs + 1
            assert all("workers that built it were lost" in each.faults[0] for each in outcomes if each.code)
            assert runs < 20
        over.set()
        striking.join()
    same(places, outcomes, expected)


def test_a_scheduler_that_is_killed(places: list[Path], expected: dict[str, bytes], tmp_path: Path) -> None:
    """One line says so; when it and its worker, which ends with it, are started again, the next run goes on."""
    port = clusters.free_port()
    cluster, tasks = f"tcp://127.0.0.1:{port}", [task(place) for place in places]
    with ExitStack() as stack:
        first = stack.enter_context(clusters.scheduler(tmp_path, port))
        stack.enter_context(clusters.worker(tmp_path, port))
        told = Watching(4, lambda: clusters.kill(first))
        with pytest.raises(GeneratorError, match="its scheduler was lost; run the same command again: it goes on"):
            run(tasks, cluster, told)
        assert 4 <= told.count < VOLUMES
        assert told.said[-1] == f"{told.count} volumes: {told.count} built"
        stack.enter_context(clusters.scheduler(tmp_path, port))
        stack.enter_context(clusters.worker(tmp_path, port))
        outcomes = run(tasks, cluster, Listener())
    assert sum(each.state == "unchanged" for each in outcomes) >= told.count
    same(places, outcomes, expected)


def test_a_worker_with_little_memory(places: list[Path], expected: dict[str, bytes], tmp_path: Path) -> None:
    """400 MB are enough for a volume. Of a worker with too little, another takes the volumes over."""
    port = clusters.free_port()
    cluster = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(clusters.scheduler(tmp_path, port))
        stack.enter_context(clusters.worker(tmp_path, port, "--memory-limit", "400MB"))
        outcomes = run([task(place) for place in places[:2]], cluster, Listener())
        assert max(each.memory for each in outcomes) < 400e6
    same(places[:2], outcomes, expected)


def test_a_full_disk(places: list[Path], expected: dict[str, bytes], tmp_path: Path) -> None:
    """Some volumes are built, the others say why they are not; with more room the next run builds these."""
    disk = tmp_path / "disk"
    disk.mkdir()
    size = 5 * sum(map(len, expected.values())) // 2 * 3
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        own = [Path(place.rename(tmp_path / f"to-{place.name}")) for place in places]
        tasks = [Task(volume=place.name, log=str(place), site=str(disk / f"site-{at}")) for at, place in enumerate(own)]
        outcomes = run(tasks, "local:1", Listener())
        failed = [each for each in outcomes if each.code]
        assert 0 < len(failed) < VOLUMES
        assert all("No space left on device" in each.faults[0] for each in failed)
        subprocess.run(["mount", "-o", f"remount,size={6 * size}", str(disk)], check=True)
        outcomes = run(tasks, "local:1", Listener())
        assert sum(each.state == "unchanged" for each in outcomes) == VOLUMES - len(failed)
        assert all(held(Path(each.site)) == expected for each in tasks)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_bucket_and_workers_that_are_killed(
    places: list[Path], expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs and sites in a bucket that refuses a tenth of all requests: the sites are the same, byte by byte."""
    names = [place.name for place in places[:4]]
    with (
        buckets.server(monkeypatch) as port,
        buckets.busy(monkeypatch, port, 0.1, 0.01) as faults,
        ExitStack() as stack,
    ):
        for place in places[:4]:
            buckets.put(place, f"s3://library/{place.name}/log")
        at = clusters.free_port()
        stack.enter_context(clusters.scheduler(tmp_path, at))
        nanny = stack.enter_context(clusters.worker(tmp_path, at))
        tasks = [Task(volume=name, log=f"s3://library/{name}/log", site=f"s3://library/{name}/site") for name in names]
        ends = time.monotonic() + HANGS

        def strike() -> None:
            for child in clusters.descendants(nanny.pid)[:2]:
                clusters.with_signal(child)

        timers = [threading.Timer(seconds, strike) for seconds in (6, 15, 24)]
        for timer in timers:
            timer.start()
        outcomes = list[Outcome]()
        while not outcomes or any(each.code for each in outcomes):
            outcomes = run(tasks, f"tcp://127.0.0.1:{at}", Listener())
            assert time.monotonic() < ends
        for timer in timers:
            timer.join()
        faults.share = 0
        assert all(content(Address(each.site)) == expected for each in tasks)
