"""A folder served on this machine, and a browser that visits its pages and notes whatever should not happen.

The browser runs in a thread of its own: other tests keep theirs open, and a thread can hold only one.
"""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Dialog, Page, sync_playwright

from tests.serving import Quiet, serving
from tests.site.conftest import ARGUMENTS, CHROMIUM, PATIENCE

T = TypeVar("T")
_EMPTY = "<!doctype html><title>frames</title><body>"
_FRAMES = 20
_OPEN = """(paths) => Promise.all(paths.map((path) => new Promise((done) => {
  const frame = document.createElement("iframe");
  const told = () => {
    try { return [path, frame.contentWindow.__pwned ?? null, frame.contentWindow.location.href]; }
    catch { return [path, null, "another host"]; }
  };
  frame.onload = () => requestIdleCallback(() => setTimeout(() => { done(told()); frame.remove(); }, 100));
  frame.src = path;
  document.body.append(frame);
})))"""
_POLICY = re.compile(rb'<meta http-equiv="?Content-Security-Policy"? content="[^"]*">')
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class _Whole(Quiet):
    protocol_version = "HTTP/1.1"  # one connection for a page and all it loads


class _Bare(_Whole):
    """Scripts and styles are empty, and no page has a policy: nothing but the text itself keeps a payload from
    running."""

    def do_GET(self) -> None:  # noqa: N802 - the base class names it so
        path = self.path.split("?")[0]
        file = Path(self.translate_path(path))
        if not file.is_file():
            super().do_GET()
            return
        body = b"" if path.endswith((".js", ".css")) else _POLICY.sub(b"", file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)


class Watcher:
    """A browser's page, and what happened in it that should not."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.troubles: list[str] = []
        page.on("console", lambda message: self.trouble(f"said {message.text}"))
        page.on("pageerror", lambda error: self.trouble(f"raised {error}"))
        page.on("dialog", self._dialog)
        page.on("popup", lambda popup: self.trouble(f"opened {popup.url}"))
        page.on("request", lambda request: self._asked(request.url))

    def trouble(self, what: str) -> None:
        self.troubles.append(f"{self.page.url.removeprefix(self.base)}: {what}")

    def visit(self, path: str) -> None:
        """Open a page; whether a payload ran there is a trouble too."""
        self.page.goto(self.base + path)
        self.look()

    def visit_all(self, paths: Sequence[str]) -> None:
        """Open many pages, some at a time, as frames of an empty page: three times as fast as one by one."""
        self.page.route("**/frames.html", lambda route: route.fulfill(body=_EMPTY, content_type="text/html"))
        self.page.goto(self.base + "frames.html")
        for start in range(0, len(paths), _FRAMES):
            for path, ran, address in self.page.evaluate(_OPEN, list(paths[start : start + _FRAMES])):
                if ran is not None:
                    self.troubles.append(f"{path}: a payload ran")
                if not address.startswith(self.base):
                    self.troubles.append(f"{path}: led to {address}")

    def look(self) -> None:
        """Note whether a payload has run in the page that is open, and whether it still is one of the site."""
        if self.page.evaluate("window.__pwned") is not None:
            self.trouble("a payload ran")
        if not self.page.url.startswith(self.base):
            self.trouble("led away")

    def _asked(self, address: str) -> None:
        if not address.startswith((self.base, "data:", "blob:")):
            self.trouble(f"asked for {address}")

    def _dialog(self, dialog: Dialog) -> None:
        self.trouble(f"asked {dialog.message}")
        dialog.dismiss()


def watch(folder: Path, look: Callable[[Watcher], T], *, bare: bool = False) -> T:
    """What `look` makes of a watched browser in which this folder is served, `bare`: without its scripts, styles
    and policies."""

    def run() -> T:
        with serving(folder, _Bare if bare else _Whole) as base, sync_playwright() as playwright:
            arguments = [*ARGUMENTS.split(), NOWHERE]
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
            try:
                context = browser.new_context()
                context.set_default_timeout(PATIENCE)
                return look(Watcher(context.new_page(), base))
            finally:
                browser.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()
