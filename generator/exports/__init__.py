"""An archive as data for other programs, on standard output or as files of the site: pure.

An export is a module of this package and a line in `EXPORTS`. Its module has one of these functions, or both:

    lines(archive: Archive) -> Iterator[bytes]
        What `daybook papers --format NAME` prints, of the whole archive.
    files(archive: Archive, settings: Settings) -> Iterator[SiteFile]
        Files of the site, made of what may be published. Where the line says `of_view`, `files(view: View)`: made of
        the archive as its pages see it, with people's digests, and with what all lists of papers have worked out.

Modules are imported when they are asked for: the command line only has to know their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from generator.errors import BuildError

if TYPE_CHECKING:
    from generator.config import Settings
    from generator.model import Archive
    from generator.pages.context import View


@dataclass(frozen=True, slots=True)
class Export:
    """An export as the registry knows it."""

    name: str
    """Of its module, and for `--format`."""
    prints: bool = False
    """Whether it has `lines`."""
    places: tuple[str, ...] = ()
    """For one that has `files`: the files (`papers.ris`) and folders (`feeds/`) of the site that are its own."""
    of_view: bool = False
    """Whether its `files` are made of the pages' view."""


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the site, to be made when it is wanted."""

    path: str
    """Below the site's folder, `/` between its parts."""
    data: Callable[[], bytes]
    depends: str | None = None
    """A hash of what the bytes depend on besides code and settings: while it stays the same, the file is not made
    again. None: made again whenever anything in the archive changes. Either way it is written only if it differs."""


EXPORTS: tuple[Export, ...] = (
    Export("jsonl", prints=True),
    Export("csv", prints=True),
    Export("atom", prints=True),
    Export("feeds", places=("feeds/",), of_view=True),
    Export("reading", places=("reading/",)),
)


def formats() -> list[str]:
    """The exports that can be printed, the default first."""
    return [export.name for export in EXPORTS if export.prints]


def lines(name: str, archive: Archive) -> Iterator[bytes]:
    """What the export of this name prints."""
    printed: Iterator[bytes] = _module(name).lines(archive)
    return printed


def files(archive: Archive, settings: Settings, view: View | None = None) -> Iterator[SiteFile]:
    """The site's files of all exports. `archive`: what may be published; `view`: as its pages see it, if there are any.
    Raises BuildError at a path that is not the export's own."""
    for export in EXPORTS:
        if export.places:
            given = (view or _view(archive, settings),) if export.of_view else (archive, settings)
            for file in _module(export.name).files(*given):
                if not any(file.path == place or _lies_in(file.path, place) for place in export.places):
                    hint = f"please report this as a bug in generator/exports/{export.name}.py"
                    raise BuildError("is outside the paths declared by its export", subject=file.path, hint=hint)
                yield file


def _view(archive: Archive, settings: Settings) -> View:
    from generator.pages.context import View  # loads modules that printing does not need

    return View(archive, settings, None)


def _lies_in(path: str, place: str) -> bool:
    return place.endswith("/") and path.startswith(place) and ".." not in path.split("/")


def _module(name: str) -> Any:
    return import_module(f"{__name__}.{name}")
