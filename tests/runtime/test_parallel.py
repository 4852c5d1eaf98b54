"""Work shared between cores: all of it done, once, and small work done at home."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from daybook.errors import StoreError
from daybook.runtime import parallel

from tests.cases import for_each
from tests.conftest import HANGS
from tests.waiting import alive, wait_for

needs_forks = pytest.mark.skipif(not parallel.FORKS, reason="this system cannot fork")


def squares(numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(number, number * number, os.getpid()) for number in numbers]


@for_each("size", [0, 1, 399, 400, 401, 1003])
def test_every_item_is_worked_on_once(size: int):
    found = sorted(item for part in parallel.shared(squares, range(size)) for item in part)
    assert [(number, square) for number, square, _ in found] == [(number, number**2) for number in range(size)]


def test_little_work_starts_no_process():
    assert {where for part in parallel.shared(squares, range(400)) for *_, where in part} == {os.getpid()}


def test_an_error_of_the_work_is_heard():
    def fail(numbers: Sequence[int]) -> list[int]:
        raise ValueError(f"no {numbers[0]}")

    with pytest.raises(ValueError, match="no "):
        list(parallel.shared(fail, range(1000)))


def test_what_is_begun_ahead_is_done_meanwhile() -> None:
    """In another process, where that is worth it; its error is raised where its outcome is asked for."""
    with parallel.ahead(os.getpid) as outcome:
        assert (outcome() != os.getpid()) is parallel.FORKS
    with parallel.ahead(os.getpid, worth=False) as outcome:
        assert outcome() == os.getpid()
    with parallel.ahead(partial(_raise, "no disk")) as refused, pytest.raises(StoreError, match="no disk"):
        refused()


@needs_forks
def test_what_is_begun_ahead_ends_with_its_block(tmp_path: Path) -> None:
    """Nobody asks for it any more; a process that ends by itself is told of."""
    told = tmp_path / "pid"
    with parallel.ahead(partial(write_pid_and_stay, told)):
        wait_for(lambda: told.exists() and told.read_text() != "")
        assert alive(int(told.read_text()))
    assert not alive(int(told.read_text()))
    with parallel.ahead(partial(os._exit, 3)) as outcome, pytest.raises(ChildProcessError, match="run the command"):
        outcome()


def _raise(problem: str) -> None:
    raise StoreError(problem, subject="here")


@needs_forks
def test_who_waits_hears_of_an_error_and_where_it_was() -> None:
    """Of whatever kind it is."""
    with parallel.ahead(partial(_raise, "no disk")) as outcome, pytest.raises(StoreError, match="no disk") as raised:
        outcome()
    assert "in _raise" in raised.value.__notes__[0]
    with parallel.ahead(_raise_what_cannot_be_sent) as outcome, pytest.raises(RuntimeError, match="Odd"):
        outcome()


class Odd(Exception):
    """An error that cannot be sent, whatever else has been imported: distributed makes most errors fit to be."""

    def __init__(self) -> None:
        super().__init__("x")
        self.lock = threading.Lock()


def _raise_what_cannot_be_sent() -> None:
    raise Odd


@needs_forks
def test_ctrl_c_is_the_parent_s_to_hear(tmp_path: Path) -> None:
    """It reaches all processes of a terminal: one line is printed, no traceback of a child, and all end."""
    told, ready = tmp_path / "pid", tmp_path / "ready"
    program = (
        "import signal, sys\nfrom pathlib import Path\nfrom daybook.runtime import parallel\n"
        "from tests.runtime.test_parallel import write_pid_and_stay as stay\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # what runs in the background begins without
        "try:\n"
        f"    with parallel.ahead(lambda: stay(Path({str(told)!r}))) as outcome:\n"
        f"        Path({str(ready)!r}).touch()\n"
        "        outcome()\n"
        "except KeyboardInterrupt: sys.exit('stopped')"
    )
    waiting = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: ready.exists() and told.exists() and told.read_text() != "")
    os.killpg(waiting.pid, signal.SIGINT)
    assert waiting.communicate(timeout=HANGS)[1] == "stopped\n"
    assert not alive(int(told.read_text()))


@pytest.mark.parametrize(
    "begun",
    [
        "with parallel.ahead(lambda: stay(place)) as outcome: outcome()",
        "list(parallel.shared(lambda some: stay(place), range(9), 3))",
    ],
)
def test_work_ends_with_who_waits(tmp_path: Path, begun: str) -> None:
    """A child that goes on alone would go on for nobody, and hold the archive's lock."""
    told = tmp_path / "pid"
    program = (
        "from pathlib import Path\nfrom daybook.runtime import parallel\n"
        "from tests.runtime.test_parallel import write_pid_and_stay as stay\n"
        f"place = Path({str(told)!r})\n{begun}"
    )
    waiting = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[2])
    wait_for(lambda: told.exists() and told.read_text() != "")
    waiting.kill()
    waiting.wait()
    wait_for(lambda: not any(alive(int(child)) for child in told.read_text().split()))


def _write_pid(place: Path) -> None:
    """A line more: several may write at once."""
    with place.open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")


def write_pid_and_stay(place: Path) -> None:
    _write_pid(place)
    time.sleep(HANGS)
