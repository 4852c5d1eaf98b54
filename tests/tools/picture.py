"""Make the README's picture: a day's page of the sample archive, light, 1,200 pixels wide.

    python -m tests.tools.picture [--out .github/day.webp] [--day 2026-03-04]     or: make picture

The exit code is 1 if the file is larger than a README should load.
"""

import base64
import sys
import tempfile
from pathlib import Path

from tests import tools
from tests.conftest import ROOT
from tests.tools.gallery import archives, look
from tests.tools.gallery.look import Window

OUT = ROOT / ".github" / "day.webp"
DAY = "2026-03-04"  # A day that is complete, with a digest, new papers, cross-lists and replacements
WIDTH, HEIGHT = 1200, 900
QUALITY = 80
LARGEST = 150_000


def main(arguments: list[str] | None = None) -> int:
    """Make it; the exit code."""
    parser = tools.parser("picture", __doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--day", default=DAY, metavar="DATE")
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as work, look.chromium() as browser:
        site = archives.site("sample", Path(work), offline=True)
        with look.opened(browser, Window(WIDTH, "light")) as context:
            watched = look.at(context, f"file://{site}/", f"days/{told.day[:4]}/{told.day}.html")
            watched.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
            watched.settle()
            session = context.new_cdp_session(watched.page)  # Playwright itself writes no WebP
            told_of = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            data = base64.b64decode(told_of["data"])
    told.out.write_bytes(data)
    print(f"{told.out}: {len(data):,} bytes")
    return 1 if len(data) > LARGEST else 0


if __name__ == "__main__":
    sys.exit(main())
