"""Schedulers and workers of Dask's as processes of their own on this machine, which can be killed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT
from tests.volumes.buckets import answers
from tests.waiting import wait_for

_REGISTERED = b"Registered to:"  # as a worker logs it


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a program of Dask's; what it logs is in the folder."""
    with (folder / f"{words[0]}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--dashboard-address", "127.0.0.1:0"], cwd=ROOT, stdout=log,
            stderr=log, start_new_session=True,
        )  # fmt: skip


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    for child in descendants(process.pid):
        with_signal(child)
    process.kill()
    process.wait()


def with_signal(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and theirs, the nearest first."""
    try:
        tasks = Path(f"/proc/{process}/task").iterdir()
        own = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return own + [deeper for child in own for deeper in descendants(child)]


@contextmanager
def scheduler(folder: Path, port: int, scheme: str = "tcp") -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler at a port of this machine."""
    process = start(folder, "scheduler", "--host", f"{scheme}://127.0.0.1", "--port", str(port), "--protocol", scheme)
    try:
        wait_for(lambda: answers(port))
        yield process
    finally:
        kill(process)


@contextmanager
def worker(folder: Path, port: int, *options: str, scheme: str = "tcp") -> Iterator[subprocess.Popen[bytes]]:
    """A worker with one thread, and the nanny that begins it again: the process is the nanny's."""
    words = (
        "worker",
        f"{scheme}://127.0.0.1:{port}",
        "--host",
        f"{scheme}://127.0.0.1",
        "--nthreads",
        "1",
        "--death-timeout",
        "600",
    )
    log = folder / "worker.log"
    log.touch()
    known = log.read_bytes().count(_REGISTERED)
    process = start(folder, *words, "--local-directory", str(folder), *options)
    try:
        # A nanny whose first worker is killed before that gives up: whoever kills should begin after it.
        wait_for(lambda: log.read_bytes().count(_REGISTERED) > known)
        yield process
    finally:
        kill(process)
