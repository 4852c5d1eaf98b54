"""The cost of a document is proportional to its size: every reader, with something repeated many times.

A sample of the variants is tried at a time; all of them, and the largest documents in a process each, with

    DAYBOOK_INFLATED=all pytest tests/sources/test_inflated.py
"""

import os
import re
import resource
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from daybook.errors import GeneratorError
from daybook.sources import received
from daybook.sources.registry import detect

from tests.cases import for_each
from tests.conftest import ROOT
from tests.sources.inflated import DATA, SEEDS, Make, variants
from tests.tools.growth import MOST, TIMES

ALL = os.environ.get("DAYBOOK_INFLATED") == "all"
SIZE = 64_000
LARGE = 5_000_000
SECONDS, MEGABYTES = 10, 500
"""The limits for a document of LARGE bytes."""
_SOON = SECONDS * SIZE / LARGE


@pytest.mark.trial
@for_each("seed", SEEDS)
def test_readers_take_time_in_proportion(seed: Path) -> None:
    """Four times as many repetitions cost about four times as much, or are refused."""
    slow = []
    for name, make in _sample(seed, 1 if ALL else 60):
        if _cpu(make(SIZE // TIMES**2).encode()) > _SOON or _cpu(make(SIZE).encode()) > _SOON:
            less, more = (min(_cpu(make(size).encode()) for _ in range(3)) for size in (SIZE // TIMES, SIZE))
            if more > MOST * less + 0.01 or more > 4 * _SOON:
                slow.append(f"{name}: {less:.2f} s became {more:.2f} s")
    assert not slow, slow


@for_each(
    ("document", "at", "more", "problem"),
    [
        ("listing_html/new.html", "<body", 'a{}="b"', "attributes"),
        ("abs_page/versions.html", "<body", "a{}", "attributes"),
        ("feed/journal.xml", "<item", 'a{}="b"', "attributes"),
        ("api/today.xml", "<feed", 'xmlns:a{}="b"', "attributes"),
    ],
)
def test_too_many_attributes_are_refused(document: str, at: str, more: str, problem: str) -> None:
    """A parser would take minutes for them; as many as an element may have are read."""
    text = (DATA / document).read_text(encoding="utf-8")

    def read(times: int) -> None:
        many = "".join(" " + more.format(number) for number in range(times))
        data = text.replace(at, at + many, 1).encode()
        detect(data).read(data)

    read(received.MOST_ATTRIBUTES // 2)
    with pytest.raises(GeneratorError, match=f"more than 1,000 {problem}"):
        read(300_000)


def test_too_many_tags_are_refused() -> None:
    """Before any parser sees them."""
    text = (DATA / "feed" / "journal.xml").read_text(encoding="utf-8")
    data = text.replace("<item", "<br/>" * received.MOST_TAGS + "<item", 1).encode()
    with pytest.raises(GeneratorError, match="more than 500,000 tags"):
        detect(data).read(data)


@pytest.mark.trial
@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.relative_to(DATA).as_posix())
def test_large_documents_end_soon(seed: Path, tmp_path: Path) -> None:
    """A document of 5 MB takes at most 10 s of CPU time and 500 MB."""
    for name, make in _sample(seed, 1 if ALL else 4_000):
        path = tmp_path / "document"
        path.write_text(make(LARGE), encoding="utf-8")
        command = [sys.executable, "-m", "tests.sources.test_inflated", str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr[-500:]}"


def _sample(seed: Path, one_of: int) -> Iterator[tuple[str, Make]]:
    """One of so many variants of a document, always the same."""
    for name, make in variants(seed.read_text(encoding="utf-8")):
        if zlib.crc32(f"{seed.name} {name}".encode()) % one_of == 0:
            yield name, make


def _cpu(data: bytes) -> float:
    begin = time.process_time()
    try:
        detect(data).read(data)
    except GeneratorError:
        pass
    return time.process_time() - begin


def _largest() -> int:
    """The peak memory of this process, in kB. Linux's ru_maxrss also counts that of the process that started it."""
    status = Path("/proc/self/status")
    text = status.read_text(encoding="ascii") if status.exists() else ""
    own = re.search(r"^VmHWM:\s*(\d+) kB$", text, re.MULTILINE)
    return int(own[1]) if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (3 * SECONDS, 3 * SECONDS))
    taken = _cpu(Path(sys.argv[1]).read_bytes())
    memory = _largest() / 1000
    print(f"{taken:.1f} s, {memory:.0f} MB")
    sys.exit(taken > SECONDS or memory > MEGABYTES)
