"""Take pictures of every kind of page of archives of every shape, and print what is wrong with each.

    python -m tests.tools.gallery --out build/gallery                          the sample and the invented archives
    python -m tests.tools.gallery --out build/gallery --shared                 and the real documents beside the project
    python -m tests.tools.gallery --out DIR --archive sample --only 'days/*'   some archives; some kinds or paths
    python -m tests.tools.gallery --out DIR --site FOLDER                      a site that is built

Each page in windows of 390 and 1,440 px, light and dark, and printed. DIR/index.html shows them all; what is printed
is in DIR/findings.json, too. The exit code is 1 if anything was found. `--keep` takes archives that are in DIR/archives
already; they are built anew.
"""

import argparse
import gzip
import html
import json
import shutil
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from playwright.sync_api import Browser

from tests import tools
from tests.tools.benchmarks import host
from tests.tools.gallery import archives, kinds, look
from tests.tools.gallery.look import WINDOWS

STYLE = """body { font: 14px sans-serif; margin: 1rem } h2 { font-size: 15px; margin: 1.5rem 0 .3rem }
.shots { display: flex; gap: 8px; align-items: start } figure { margin: 0 }
.shots img { border: 1px solid #999; max-height: 420px; max-width: 340px; object-fit: cover; object-position: top }
ul { margin: .3rem 0; color: #a00 } figcaption { color: #555 }"""


def chosen(site: Path, name: str, only: str) -> Iterator[tuple[str, str]]:
    """Kind and path of the pages to look at: one of each kind, and those that an archive was made for."""
    found = kinds.examples(site)
    if name != "sample":  # the guide is the same in all
        found = {kind: path for kind, path in found.items() if not kind.startswith("guide/")}
    wanted = [*found.items(), *((kinds.kind(path), path) for path in archives.MADE_FOR.get(name, ()))]
    for kind, path in dict.fromkeys(wanted):
        if (site / path).exists() and (fnmatchcase(kind, only) or fnmatchcase(path, only)):
            yield kind, path


class Gallery:
    """One run: pictures, and what was found, of one archive after the other."""

    def __init__(self, browser: Browser, out: Path) -> None:
        self.browser = browser
        self.out = out
        self.found: dict[str, dict[str, list[str]]] = {}
        self.parts: list[str] = []

    def show(self, name: str, site: Path, only: str) -> None:
        """All pages of one site."""
        (self.out / name).mkdir(parents=True, exist_ok=True)
        self.parts.append(f"<h1>{html.escape(name)}</h1>")
        with host.running(site) as served:
            for kind, path in chosen(site, name, only):
                self.page(name, site, served.address, kind, path)

    def page(self, name: str, site: Path, base: str, kind: str, path: str) -> None:
        """One page in all windows."""
        stem = path.removesuffix(".html").replace("/", "_")
        data = (site / path).read_bytes()
        facts, lines, shots = [], list[str](), []
        for window in WINDOWS:
            with look.opened(self.browser, window) as context:
                watched = look.at(context, base, path)
                seen = look.inspect(watched, touched=window.width < look.PHONE)
                lines += [f"{window.name}: {line}" for line in seen.findings()]
                facts += [f"{window.width}: {line} scrolls" for line in seen.scrolled if window.scheme == "light"]
                shots.append((window.name, f"{name}/{stem}-{window.name}.png"))
                look.picture(watched.page, self.out / shots[-1][1])
                if window == WINDOWS[-1]:
                    sheets = look.sheets(watched.page)
                    shots.append((f"printed, {sheets} sheets", f"{name}/{stem}-print.png"))
                    look.printed(watched.page, self.out / shots[-1][1])
        size = f"{len(data):,} B, {len(gzip.compress(data, 6)):,} gzip, {sheets} sheets"
        print(f"{name}/{path} [{kind}]: {size}", *facts, *lines, sep="\n    ", flush=True)
        self.found.setdefault(name, {})[path] = lines
        self.parts.append(_figure(f"{path} ({size})", shots, [*facts, *lines]))

    def write(self) -> None:
        """index.html and findings.json."""
        head = f'<!doctype html><meta charset="utf-8"><title>Gallery</title><style>{STYLE}</style>'
        (self.out / "index.html").write_text("\n".join([head, *self.parts]), encoding="utf-8")
        (self.out / "findings.json").write_text(json.dumps(self.found, indent=1, ensure_ascii=False), encoding="utf-8")


def _figure(title: str, shots: list[tuple[str, str]], lines: list[str]) -> str:
    images = "".join(
        f'<figure><a href="{file}"><img loading="lazy" src="{file}" alt=""></a><figcaption>{name}</figcaption></figure>'
        for name, file in shots
    )
    told = "".join(f"<li>{html.escape(line)}" for line in lines)
    return f'<h2>{html.escape(title)}</h2><ul>{told}</ul><div class="shots">{images}</div>'


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = tools.parser("gallery", __doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="kinds or paths: 'days/*', 'index.html'")
    parser.add_argument("--archive", action="append", choices=archives.ARCHIVES, help="default: all but real")
    parser.add_argument("--shared", action="store_true", help="also real, of the documents beside the project")
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="a site that is built, in place of all archives")
    parser.add_argument("--keep", action="store_true", help="use the archives in DIR/archives")
    found = parser.parse_args(arguments)
    found.archive = found.archive or [name for name in archives.ARCHIVES if name != "real"]
    found.archive += ["real"] if found.shared and "real" not in found.archive else []
    if "real" in found.archive and not archives.LISTINGS.is_dir():
        parser.error("the real documents are not here: DAYBOOK_SHARED names their folder")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Take the pictures; the exit code."""
    told = options(arguments)
    work = told.out / "archives"
    if not told.keep:
        shutil.rmtree(work, ignore_errors=True)
    with look.chromium() as browser:
        gallery = Gallery(browser, told.out)
        if told.site:
            gallery.show("site", told.site, told.only)
        else:
            for name in told.archive:
                gallery.show(name, archives.site(name, work), told.only)
        gallery.write()
    lines = [line for found in gallery.found.values() for each in found.values() for line in each]
    print(f"{len(lines)} findings on {sum(map(len, gallery.found.values()))} pages; {told.out / 'index.html'}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
