"""Firefox as a reader has it, driven over WebDriver BiDi, which it speaks itself: the few commands that tests need.

Automation relaxes some rules unless `remote.prefs.recommended` is false: then a page from a folder could read files,
and a test would find that all works that does not work for readers.
"""

from __future__ import annotations

import copy
import itertools
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), "")
PATIENCE = 180  # seconds that a browser on a slow machine may take for anything that is waited for
_SETTINGS = Path(__file__).parent / "user.js"
_KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Escape": "\ue00c", " ": " ",
    "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
}  # fmt: skip


class Firefox:
    """A window of a Firefox. `asked`: addresses of all requests; `complaints`: what its pages logged or threw."""

    def __init__(self, socket: ClientConnection) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self._socket = socket
        self._numbers = itertools.count(1)
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["network.beforeRequestSent", "log.entryAdded"])
        # A tab of one's own has the keyboard; in the first, Space would press nothing.
        self._window = self._call("browsingContext.create", type="tab")["context"]

    def goto(self, address: str) -> None:
        """Open a page, and wait until it is loaded."""
        self._call("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def back(self) -> None:
        self._call("browsingContext.traverseHistory", context=self._window, delta=-1)

    def size(self, width: int, height: int) -> None:
        """Give the page so many CSS pixels."""
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._window, viewport=size)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page: what JSON can say. Raises RuntimeError where it throws."""
        given = self._call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._window},
            awaitPromise=True,
        )
        if given["type"] != "success":
            raise RuntimeError(given["exceptionDetails"]["text"])
        return json.loads(given["result"]["value"])

    def wait(self, expression: str) -> None:
        """Wait until an expression is true in the page, also where that is another page by then."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(RuntimeError):
                if self.evaluate(f"Boolean({expression})"):
                    return
            if time.monotonic() > until:
                raise TimeoutError(f"{expression} on {self.evaluate('location.href')}")
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        """Press and release keys, one after the other: characters, or names such as ArrowDown."""
        values = [_KEYS.get(key, key) for key in keys]
        steps = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": steps}]
        self._call("input.performActions", context=self._window, actions=actions)

    def type(self, text: str) -> None:
        self.press(*text)

    def tab(self) -> Firefox:
        """Another tab of the same Firefox, in front of this one."""
        other = copy.copy(self)
        other._window = self._call("browsingContext.create", type="tab")["context"]
        return other

    def close_tab(self) -> None:
        self._call("browsingContext.close", context=self._window)

    def close(self) -> None:
        with suppress(RuntimeError, OSError):
            self._call("browser.close")

    def _call(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
            self._hear(message.get("method"), message.get("params"))

    def _hear(self, event: str | None, given: Any) -> None:
        if event == "network.beforeRequestSent":
            self.asked.append(given["request"]["url"])
        elif event == "log.entryAdded":
            self.complaints.append(f"{given['level']}: {given['text']}")


@contextmanager
def started(profile: Path) -> Iterator[Firefox]:
    """A Firefox with a window, without a screen. `profile`: an empty folder."""
    shutil.copy(_SETTINGS, profile)
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with (profile / "output.txt").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment, start_new_session=True)
    try:
        with connect(_address(profile, process), max_size=None, proxy=None) as socket:
            firefox = Firefox(socket)
            yield firefox
            firefox.close()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Where Firefox listens, once it does."""
    until = time.monotonic() + PATIENCE
    told = profile / "WebDriverBiDiServer.json"
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError, ValueError):
            server = json.loads(told.read_text(encoding="utf-8"))
            return f"ws://{server['ws_host']}:{server['ws_port']}/session"
        time.sleep(0.05)
    raise RuntimeError((profile / "output.txt").read_text(encoding="utf-8", errors="replace"))
