"""An archive as data for other programs, on standard output or as files of the site: pure.

An export is a module of this package and a line in `EXPORTS`. Its module has one of these functions, or both:

    lines(archive: Archive) -> Iterator[bytes]
        What `daybook export NAME` and `daybook papers --format NAME` print, of all papers of this archive.
    files(archive: Archive, settings: Settings) -> Iterator[SiteFile]
        Files of the site, made of what may be published.

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


@dataclass(frozen=True, slots=True)
class Export:
    """An export as the registry knows it."""

    name: str
    """Of its module, and of the format."""
    prints: bool = False
    """Whether it has `lines`."""
    described: bool = True
    """Whether these show the archive's own cards, which take long to make."""
    places: tuple[str, ...] = ()
    """For one that has `files`: the files (`papers.ris`) and folders (`feeds/`) of the site that are its own."""
    beside: bool = False
    """Whether it also gives pages their plain Markdown (`addresses.text`), which stands beside them."""


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
    Export("csv", prints=True, described=False),
    Export("bibtex", prints=True, described=False),
    Export("biblatex", prints=True, described=False),
    Export("ris", prints=True, described=False),
    Export("csl", prints=True, described=False),
    Export("markdown", prints=True, described=False),
    Export("reading", places=("reading/",)),
    Export("texts", places=("llms.txt",), beside=True),
)


def formats() -> list[str]:
    """The exports that can be printed, the default first."""
    return [export.name for export in EXPORTS if export.prints]


def described(name: str) -> bool:
    """Whether what the export of this name prints shows the archive's own cards."""
    return any(export.described for export in EXPORTS if export.name == name)


def lines(name: str, archive: Archive) -> Iterator[bytes]:
    """What the export of this name prints."""
    printed: Iterator[bytes] = _module(name).lines(archive)
    return printed


def files(archive: Archive, settings: Settings) -> Iterator[SiteFile]:
    """The site's files of all exports. `archive`: what may be published. Raises BuildError at a path that is not the
    export's own."""
    from generator.pages import addresses  # the command line reads the registry alone

    for export in EXPORTS:
        if export.places:
            for file in _module(export.name).files(archive, settings):
                own = any(file.path == place or _lies_in(file.path, place) for place in export.places)
                if not own and not (export.beside and addresses.is_text(file.path)):
                    hint = f"please report this as a bug in generator/exports/{export.name}.py"
                    raise BuildError("is outside the paths declared by its export", subject=file.path, hint=hint)
                yield file


def _lies_in(path: str, place: str) -> bool:
    return place.endswith("/") and path.startswith(place) and ".." not in path.split("/")


def _module(name: str) -> Any:
    return import_module(f"{__name__}.{name}")
