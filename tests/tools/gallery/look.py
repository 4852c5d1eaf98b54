"""A page as a reader sees it in one window and one scheme: what is wrong with it, and its picture."""

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.conftest import ROOT
from tests.site.conftest import ARGUMENTS, CHROMIUM, PATIENCE, Watched

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8").partition("\n")[2]
HIGHEST = 6000  # pixels of a picture: what comes below is left out
COLUMN, GAP = 1500, 8  # pixels: how the picture of a phone's page is cut, and the space between the pieces
PHONE = 500  # windows narrower than this are those of a phone, which is touched
SHEET = 718  # pixels across what is printed on A4 with Chromium's margins
_RUN = """(options) => axe.run(options.within || document, {
  resultTypes: ["violations"], // what is right need not be described element by element
  ...(options.only.length ? { runOnly: options.only } : { rules: { "target-size": { enabled: options.touched } } }),
}).then(({ violations }) => violations)"""
_SHEET_OF_PDF = re.compile(rb"/Type\s*/Page\b")
_BLOCKED = "Service Worker registration blocked by Playwright"
STILL = (
    "*, ::before, ::after { transition: none !important; animation: none !important; scroll-behavior: auto !important; "
    "content-visibility: visible !important }"
)
"""Styles for a page that is looked at: nothing moves, and what lies below the window is drawn, too."""


class Window(NamedTuple):
    """How large it is in CSS pixels, and what the reader's system prefers."""

    width: int
    scheme: str  # light, dark, forced: few colours, chosen by the reader's system
    height: int = 0  # 0: that of a phone or of a desk, by the width
    zoom: int = 1  # pixels of the screen across one of CSS

    @property
    def name(self) -> str:
        return f"{self.width}-{self.scheme}"


WINDOWS = tuple(Window(width, scheme) for width in (390, 1440) for scheme in ("light", "dark"))


@dataclass(frozen=True, slots=True)
class Look:
    """What was found on a page; each finding is a line of words."""

    overflow: tuple[str, ...]  # wider than its window
    cut: tuple[str, ...]  # hidden by a box that clips
    scrolled: tuple[str, ...]  # in boxes that must be scrolled sideways
    overlaps: tuple[str, ...]  # in the header
    axe: tuple[str, ...]
    complaints: tuple[str, ...]  # messages of the console, requests to other hosts

    def findings(self) -> list[str]:
        """All that must not be, each with what it is."""
        kinds = ("overflow", "cut", "overlaps", "axe", "complaints")
        return [f"{kind}: {found}" for kind in kinds for found in getattr(self, kind)]


def violations(page: Page, within: str = "", *, touched: bool = False, only: Sequence[str] = ()) -> list[str]:
    """What axe-core finds, each with its place; `touched`: also targets smaller than 24 px; `only`: by these rules.
    Raises FileNotFoundError without `make setup`."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(_RUN, {"within": within, "touched": touched, "only": [*only]})
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, until the end of the block."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS.split())


def opened(browser: Browser, window: Window, workers: Literal["allow", "block"] = "block") -> BrowserContext:
    """A window of a browser that has never been here. `workers`: whether it takes service workers."""
    context = browser.new_context(
        viewport={"width": window.width, "height": window.height or (844 if window.width < PHONE else 900)},
        device_scale_factor=window.zoom,
        color_scheme="dark" if window.scheme == "dark" else "light",
        forced_colors="active" if window.scheme == "forced" else "none",
        service_workers=workers,
        has_touch=window.width < PHONE,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    return context


def at(context: BrowserContext, base: str, path: str) -> Watched:
    """A page of the site at `base`, with all that its scripts do at first, and nothing that moves."""
    look = Watched(context.new_page(), base)
    look.page.goto(base + path, wait_until="load")
    look.page.add_style_tag(content=STILL)
    look.settle()
    return look


def inspect(look: Watched, *, touched: bool) -> Look:
    """What is wrong with the page."""
    # axe first: its own frame and styles are gone when the boxes are measured.
    axe = violations(look.page, touched=touched)
    measured: dict[str, Sequence[str]] = look.page.evaluate(MEASURES)
    found = {kind: tuple(lines) for kind, lines in measured.items()}
    return Look(**found, axe=tuple(axe), complaints=tuple(heard(look)))


def heard(look: Watched) -> list[str]:
    """What the page complained of, but for the service worker, which a window of `opened` has none of."""
    return [line for line in look.complaints if _BLOCKED not in line]


def picture(page: Page, file: Path, highest: int = HIGHEST) -> None:
    """The whole page, to `highest` pixels, as PNG; that of a phone is laid in columns, so that one sees it at once."""
    width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    clip = {"x": 0, "y": 0, "width": width, "height": min(height, highest)}
    data = page.screenshot(full_page=True, clip=clip)
    columns = -(-int(clip["height"]) // COLUMN) if width < PHONE else 1
    file.write_bytes(data if columns == 1 else _in_columns(page, data, width, columns))


def _in_columns(page: Page, data: bytes, width: int, columns: int) -> bytes:
    """A picture cut into pieces of COLUMN pixels, side by side."""
    image = f"url(data:image/png;base64,{base64.b64encode(data).decode()}) no-repeat 0"
    parts = "".join(
        f'<div style="width:{width}px;height:{COLUMN}px;background:{image} -{place * COLUMN}px"></div>'
        for place in range(columns)
    )
    table = page.context.new_page()
    table.set_viewport_size({"width": (width + GAP) * columns - GAP, "height": COLUMN})
    table.set_content(f'<body style="margin:0;display:flex;gap:{GAP}px;background:#888">{parts}</body>')
    laid = table.screenshot()
    table.close()
    return laid


def sheets(page: Page) -> int:
    """How many sheets of A4 the page takes when printed."""
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    return len(_SHEET_OF_PDF.findall(page.pdf(format="A4", margin=margins)))


def printed(page: Page, file: Path) -> None:
    """The first sheets of what is printed, as PNG."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET, "height": 1015})
    picture(page, file, 3 * 1015)
