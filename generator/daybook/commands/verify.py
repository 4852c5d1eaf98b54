"""`daybook verify PLACE --sums FILE`: compare a site with its sums, and name each file that differs."""

from __future__ import annotations

import argparse
from pathlib import Path

from daybook import site
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.errors import BuildError, NotFetched
from daybook.fetch.published import Published, differences
from daybook.site import Differences, manifest

MOST_SAID = 20
"""Files of a kind that are named; the rest are counted."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(
        parser,
        lambda context, options: verify(context, options.place, options.sums),
        "daybook verify https://example.org/daily/ --sums site.sha256",
    )
    parser.add_argument("place", metavar="PLACE", help="the address of a published site, or a folder")
    parser.add_argument("--sums", type=Path, metavar="FILE", required=True, help="a release's site.sha256, "
                        "or another file that sha256sum wrote")  # fmt: skip


def verify(context: Context, place: str, file: Path) -> None:
    """Compare the site at an address or in a folder with the sums in `file`.

    Each file that differs is a line, as is each that did not come, up to MOST_SAID of a kind; the exit code is then 1.
    """
    if "://" in place:
        found = _published(context, place, file)
    else:
        found = _folder(context, Path(place), file)
    for kind in ("changed", "missing", "added"):
        _say(context, kind, getattr(found, kind))
    numbers = [f"{len(getattr(found, kind)):,} {kind}" for kind in ("changed", "missing", "added")]
    outcome = ", ".join(numbers) if found else "nothing differs"
    context.say(f"{place}: {found.checked:,} files compared with {file}; {outcome}")


def _folder(context: Context, folder: Path, file: Path) -> Differences:
    if not folder.is_dir():
        raise BuildError("is not a folder", subject=str(folder), hint="name the folder of a site, or its address")
    wanted = manifest.read_sums(_read(file), str(file))
    ignored = [file.name] if file.resolve().parent == folder.resolve() else []
    return manifest.compared(
        folder, wanted, [*ignored, *site.BESIDE], lambda counts, total: context.steps(counts, "verifying", total)
    )


def _published(context: Context, address: str, file: Path) -> Differences:
    with Published(address) as found:
        wanted = manifest.read_sums(_read(file), str(file))
        if "index.html" in wanted:  # a folder of the site, such as api/, has none
            found.locate("index.html")
        watch = lambda counts, total: context.steps(counts, "verifying", total)  # noqa: E731
        changed, missing, added, failed = differences(found, wanted, site.UNSERVED, watch)
    for error in failed[:MOST_SAID]:
        context.fail(error)
    if len(failed) > MOST_SAID:
        context.fail(NotFetched(f"{len(failed) - MOST_SAID:,} more files did not come", subject=address))
    return Differences(
        tuple(changed),
        tuple(missing),
        tuple(path for path in added if path not in site.UNSERVED),
        len(wanted) - len(failed) - len(missing) - len(site.UNSERVED & wanted.keys()),
    )


def _read(file: Path) -> bytes:
    """The contents of a file of sums. Raises BuildError."""
    try:
        if file.stat().st_size > manifest.SUMS_MOST:
            raise BuildError("is too large for a file of sums", subject=str(file), hint="name another file")
        return file.read_bytes()
    except OSError as error:
        hint = "name the site.sha256 of a release, or a file that sha256sum wrote"
        raise BuildError(f"cannot be read: {error.strerror}", subject=str(file), hint=hint) from error


def _say(context: Context, kind: str, paths: tuple[str, ...]) -> None:
    for path in paths[:MOST_SAID]:
        context.fail(f"{kind}: {path}")
    if len(paths) > MOST_SAID:
        context.fail(f"{kind}: {len(paths) - MOST_SAID:,} more files")
