"""What all tests share: the real documents beside the project, and no network but this machine's own."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("DAYBOOK_SHARED", ROOT.parent / "shared"))
HANGS = 1800
"""After so many seconds a program that a test started is taken to hang: no machine is that slow."""
MEMORY = Path("/dev/shm")
"""A file system in memory, in which a site is built in two thirds of the processor's time that a disk takes."""
ROOM = 6 * 1024**3
"""Bytes that must be free there."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium, or Firefox")
    config.addinivalue_line("markers", "slow: takes more than a few seconds")
    config.addinivalue_line("markers", "xdist_group(name): for one worker, where there are several")
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False  # else groups of many tests come first, and long tests last
    if _has_room(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _has_room(folder: Path) -> bool:
    """Whether tests can have their folders there: programs can be run, and all fits in with much to spare."""
    try:
        system = os.statvfs(folder)
    except OSError:
        return False
    return not system.f_flag & getattr(os, "ST_NOEXEC", 0) and system.f_bavail * system.f_frsize > ROOM


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers: long tests first and each for itself, all others by their files.

    A worker gets a whole file, so that what its tests share is made once; files that share something that takes long
    to make are marked with an `xdist_group`.
    """
    if not getattr(config.option, "loadgroup", False):  # xdist sets it, in its workers
        return
    for item in items:
        group = item.get_closest_marker("xdist_group")
        if group or not item.get_closest_marker("slow"):
            _put_in_group(item, group.args[0] if group else item.nodeid.partition("::")[0])
    items.sort(key=lambda item: not item.get_closest_marker("slow"))


def _put_in_group(item: pytest.Item, group: str) -> None:
    """Tell xdist a test's group as it reads it, at the end of the test's id.

    Its own hook writes to `_nodeid`, which pytest reads no more from 9.2 on: each test would be a group of its own.
    https://github.com/pytest-dev/pytest-xdist/issues/1386
    """
    if item.nodeid.endswith(f"@{group}"):
        return
    text = f"{item.nodeid}@{group}"
    if hasattr(item, "_id"):
        item._id = type(item._id).parse(text)
    else:
        item._nodeid = text


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


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise RuntimeError(f"a test tried to reach {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
