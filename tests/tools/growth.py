"""How the cost of work grows with the length of its text: what can be said of speed on any machine."""

import time
from collections.abc import Callable

TIMES = 4
"""How much longer the longer text is. Work in proportion then costs 4 times as much, and work by the square 16."""
MOST = 8  # between the two: what it may cost
BY_THE_SQUARE = 32  # the same for work by the square: between it and the 64 of work by the cube
_ROUNDS = 6
_NOTHING = 0.002  # CPU seconds that the clock and the machine may add to any measurement


def in_proportion(work: Callable[[int], object], size: int, most: float = MOST) -> None:
    """Assert that the CPU time of `work(length)` grows no faster than the length, from `size / 16` to `size`. most:
    what TIMES the length may cost; BY_THE_SQUARE where that much is allowed. Short texts come first, so that work which
    grows too fast ends early. The best of a few runs counts: other programs on the machine, and what is done only once,
    make single runs longer."""
    for short in (size // TIMES**2, size // TIMES):
        less = min(_cpu(work, short) for _ in range(2))
        allowed = most * less + _NOTHING
        for _ in range(_ROUNDS):
            more = _cpu(work, TIMES * short)
            if more <= allowed:
                break
        assert more <= allowed, f"{less:.4f} s for {short} became {more:.4f} s for {TIMES * short}"


def _cpu(work: Callable[[int], object], size: int) -> float:
    begin = time.process_time()
    work(size)
    return time.process_time() - begin
