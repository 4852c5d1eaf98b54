"""`daybook store`: what the archive holds on disk, how it grows, and which limits of hosts it comes near."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.log import disk
from daybook.log.disk import KINDS, Sizes

YEAR = 12
"""Months from which a year more is reckoned."""
SITE, FILE, REPOSITORY = 1_000_000_000, 100_000_000, 5_000_000_000
"""Bytes: what GitHub Pages takes as a site, GitHub as a file, and GitHub recommends as a repository at most."""
NEAR = 0.8
"""What part of a limit is near it."""
_KB, _MB, _GB = 1_000, 1_000_000, 1_000_000_000
Row = tuple[str, str, str]


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, _: store(context), "daybook store")


def store(context: Context) -> None:
    """Print files and bytes by kind and by year, those of the last months, and what a year more will add."""
    context.settings()
    found = disk.measure(context.folder)
    months = _last(found)
    site, kept = disk.weight(context.folder / "site"), disk.repository(context.folder)
    git = disk.weight(kept) if kept else 0
    for line in _aligned(_rows(found, months, site, git)):
        context.say(line)
    more = _year_more(found, months)
    if months:
        context.say(f"a year more adds some {more[0]:,} files of {_size(more[1])}, as the {_span(months)} did")
    for line in _near(found, more[1], site, git):
        context.say(line)


def _last(found: Sizes) -> list[str]:
    """The last whole months, at most a year of them, of those that days were read in: the newest is not over yet."""
    days = sorted({month for (kind, month) in found.files if kind == KINDS["coverage"] and month})
    return days[:-1][-YEAR:]


def _year_more(found: Sizes, months: Sequence[str]) -> tuple[int, int]:
    sums = [found.of(month=month) for month in months]
    files, size = (sum(column) * YEAR // max(len(months), 1) for column in zip(*(sums or [(0, 0)]), strict=True))
    return files, size


def _span(months: Sequence[str]) -> str:
    return f"months from {months[0]} to {months[-1]}" if len(months) > 1 else f"month {months[0]}"


def _rows(found: Sizes, months: Sequence[str], site: int, git: int) -> Iterator[Row]:
    yield "kind", "files", "size"
    for kind in KINDS.values():
        number, size = found.of(kind)
        if number:
            yield kind, f"{number:,}", _size(size)
    yield _row("all", found.of())
    for name, size in (("the site", site), ("git's own", git)):
        if size:
            yield name, "", _size(size)
    years = sorted({month[:4] for month in found.months()})
    for names in (years, months):
        if names:
            yield "", "", ""
        for name in names:
            yield _row(name, found.of(month=name))


def _row(name: str, sums: tuple[int, int]) -> Row:
    return name, f"{sums[0]:,}", _size(sums[1])


def _aligned(rows: Iterator[Row]) -> Iterator[str]:
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, number, size in table:
        yield f"{name.ljust(widths[0])}  {number.rjust(widths[1])}  {size.rjust(widths[2])}".rstrip()


def _size(number: int) -> str:
    for unit, name in ((_GB, "GB"), (_MB, "MB")):
        if number >= unit:
            return f"{number / unit:,.1f} {name}"
    return f"{number / _KB:,.1f} kB"


def _near(found: Sizes, more: int, site: int, git: int) -> Iterator[str]:
    """A line for each limit that is near, or that a year more will reach."""
    largest, path = found.largest
    if largest > NEAR * FILE:
        yield f"{path} has {_size(largest)}: GitHub refuses files of more than {_size(FILE)}"
    if site > NEAR * SITE:
        hint = "move older years to an archive of their own with `daybook split`"
        yield f"the site has {_size(site)}: GitHub Pages accepts {_size(SITE)}; {hint}"
    if git and git + more > NEAR * REPOSITORY:
        hint = "see the guide, How large it gets"
        yield f"the repository has {_size(git)}: GitHub recommends at most {_size(REPOSITORY)}; {hint}"
