"""Make the README's pictures of the sample archive: a day, a paper and a search on a screen, and a day on a phone.

    python -m tests.tools.picture [--out .github] [--day 2026-03-04]     or: make picture

The exit code is 1 if together they are larger than a README should load.
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests import tools
from tests.conftest import ROOT
from tests.tools.gallery import archives, look
from tests.tools.gallery.look import Window

OUT = ROOT / ".github"
DAY = "2026-03-04"  # A day that is complete, with a digest, new papers, cross-lists and replacements
PICTURES = {
    "day": ("days/{day:.4}/{day}.html", 1200, 700),
    "paper": ("papers/2603/2603.91011.html", 1200, 700),
    "search": ("search.html?q=latency", 1200, 700),
    "phone": ("days/{day:.4}/{day}.html", 390, 760),
}
"""Name -> page, width and height in pixels."""
QUALITY = 50
LARGEST = 250_000


def picture(browser: Browser, site: Path, path: str, width: int, height: int) -> bytes:
    """The top of a page in a window of this size, light, as WebP."""
    with look.opened(browser, Window(width, "light")) as context:
        watched = look.at(context, f"file://{site}/", path)
        watched.page.set_viewport_size({"width": width, "height": height})
        watched.settle()
        session = context.new_cdp_session(watched.page)  # Playwright itself writes no WebP
        told = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(told["data"])


def main(arguments: list[str] | None = None) -> int:
    """Make them; the exit code."""
    parser = tools.parser("picture", __doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--day", default=DAY, metavar="DATE")
    told, size = parser.parse_args(arguments), 0
    with tempfile.TemporaryDirectory() as work, look.chromium() as browser:
        site = archives.site("sample", Path(work), offline=True)
        for name, (path, width, height) in PICTURES.items():
            data = picture(browser, site, path.format(day=told.day), width, height)
            (told.out / f"{name}.webp").write_bytes(data)
            print(f"{told.out / name}.webp: {len(data):,} bytes")
            size += len(data)
    return 1 if size > LARGEST else 0


if __name__ == "__main__":
    sys.exit(main())
