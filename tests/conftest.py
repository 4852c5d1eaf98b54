"""What all tests share: the real documents beside the project, and no network but this machine's own."""

from __future__ import annotations

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


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium, or Firefox")
    config.addinivalue_line("markers", "slow: takes more than a few seconds")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers: long tests first and each for itself, all others by their files.

    A worker gets a whole file, so that what its tests share is made once; files that share something that takes long
    to make are marked with an `xdist_group`.
    """
    if not hasattr(config, "workerinput"):
        return
    for item in items:
        if not item.get_closest_marker("slow") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.as_posix()))
    items.sort(key=lambda item: not item.get_closest_marker("slow"))


@pytest.fixture(scope="session", autouse=True)
def _no_sync() -> Iterator[None]:
    """No test cuts the power, so none waits for a disk: on a slow one that would be most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


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
