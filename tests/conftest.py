"""What all tests share: the real documents beside the project, and no network but this machine's own."""

import gc
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from daybook import cli

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("DAYBOOK_SHARED", ROOT.parent / "shared"))
SAMPLE = ROOT / "tests" / "sample" / "documents"
FEW_THEMES = "themes: [{slug: tides, name: Tides, definition: Of tides., phrases: {3: [tide]}}]\n"
FIXED_TIME = "1772500000"
"""What programs take for the time: 3 March 2026, 1:06 UTC, in seconds."""
HANGS = 1800
"""After so many seconds a program that a test started is taken to hang: no machine is that slow."""
MEMORY = Path("/dev/shm")
"""A file system in memory, in which a site is built in two thirds of the processor's time that a disk takes."""
ROOM = 6 * 1024**3
"""Bytes that must be free there."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium, or Firefox")
    config.addinivalue_line("markers", "trial: takes too long for `make test`; run by `make trials`")
    if _has_room(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: a worker that waits for a browser or a server leaves its core to another."""
    return (os.cpu_count() or 1) + 1


def _has_room(folder: Path) -> bool:
    """Whether tests can have their folders there: programs can be run, and all fits in with much to spare."""
    try:
        system = os.statvfs(folder)
    except OSError:
        return False
    return not system.f_flag & getattr(os, "ST_NOEXEC", 0) and system.f_bavail * system.f_frsize > ROOM


@pytest.fixture(scope="session", autouse=True)
def _no_sync() -> Iterator[None]:
    """No test cuts the power, so none waits for a disk: on a slow one that would be most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _frozen() -> Iterator[None]:
    """The tests themselves are never garbage; what a command freezes may be, so none does."""
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        yield


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Let garbage be collected again after a command, which leaves all to its end: else a worker that runs thousands
    grows to gigabytes, and each fork of it takes long."""
    yield
    gc.enable()


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """A real document beside the project by its path below `shared`; skips, saying so, where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"{name} is not here: real documents are read from ../shared or DAYBOOK_SHARED")
        return path

    return find


@pytest.fixture
def fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)


@pytest.fixture(scope="session")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample archive, without what is made of it; for commands that leave it as it is."""
    folder = tmp_path_factory.mktemp("sample") / "archive"
    return Path(
        shutil.copytree(ROOT / "content", folder, ignore=shutil.ignore_patterns("site", "pages", "notes", ".*"))
    )


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of all the sample's documents, which may all be published; to be copied, never written to."""
    folder = tmp_path_factory.mktemp("ingested") / "archive"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)
        assert cli.main(["init", "--archive", str(folder), "--quiet", "--title", "Test", "--categories", "cs.DC"]) == 0
        settings = folder / "archive.yml"
        rules = "sources:\n  pith: {keep: true, publish: true}\n  inference-report: {keep: true, publish: true}"
        settings.write_text(settings.read_text(encoding="utf-8").replace("sources: {}", rules), encoding="utf-8")
        assert cli.main(["ingest", "--archive", str(folder), "--quiet", str(SAMPLE)]) == 0
        assert cli.main(["check", "--archive", str(folder), "--quiet"]) == 0  # its caches are made
    return folder


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise RuntimeError(f"a test tried to reach {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
