"""An archive as data for other programs, on standard output or as files of the site: pure.

An export is a line in `EXPORTS`, which names functions of this package's modules:

    lines(archive: Archive) -> Iterator[bytes]
        What `daybook export NAME` prints, of all papers of this archive. Where the
        export has a place on the site, this is there, too, packed.
    files(view: View) -> Iterator[SiteFile]
        Files of the site, made of what may be published, and of what its pages have worked out.
    data(view: View) -> bytes
        A single file that no terminal can show, of the whole archive, made of what may be published.

Modules are imported when they are asked for: the command line only has to know their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from daybook.errors import BuildError
from daybook.text.language import N_

if TYPE_CHECKING:
    from daybook.model import Archive
    from daybook.view.archive_view import Reach, View


@dataclass(frozen=True, slots=True)
class Export:
    """An export as the registry knows it. Functions are named as `module:function`."""

    name: str  # of the format
    lines: str = ""  # empty: it cannot be printed
    files: str = ""
    data: str = ""  # empty: it is no single file of bytes
    described: bool = True  # whether these, and the file, show the archive's own cards, which take long to make
    places: tuple[str, ...] = ()  # the files (`papers.ris`) and folders (`feeds/`) of the site that are its own
    fleeting: str = ""
    """How the paths of its files begin that may be gone where only some papers have changed: `{month}` stands for the
    folder of these papers' pages, `{author}` for each of their authors. Empty: none is."""
    purpose: str = ""  # what it is for, in a line for people: on the page Data, and for `daybook export --help`
    start: str = ""  # the file of the site to begin with, as the page Data links it; empty: its first place, if a file
    most: int | None = None  # for one that has places: only archives of so many papers have them on their sites

    def on_site(self, papers: int) -> bool:
        """Whether the site of an archive of so many papers has its files."""
        return bool(self.places) and (self.most is None or papers <= self.most)

    @property
    def entry(self) -> str:
        """The file of the site to begin with; empty: none is for people."""
        return self.start or next((place for place in self.places if not place.endswith("/")), "")


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the site, to be made when it is wanted, and written only if it differs."""

    path: str  # below the site's folder, `/` between its parts
    data: Callable[[], bytes]
    # A hash of what the bytes depend on besides code and settings: while it stays the same, the file is not made again.
    # None: made again whenever anything in the archive changes.
    depends: str | None = None
    again: Callable[[bytes], bytes] | None = None  # makes the bytes of the former ones, where that is quicker


SMALL = 2_000
"""Papers of an archive whose site has files that are made of all papers each time: for larger ones, that would take
longer than all else that a new day asks for. Their releases have these files."""

EXPORTS: tuple[Export, ...] = (
    Export("jsonl", "tables:jsonl", purpose=N_("all that is known of each paper, a line of JSON each")),
    Export("csv", "tables:csv", described=False, purpose=N_("a table of papers, for spreadsheets")),
    Export("bibtex", "citations:bibtex", described=False, places=("data/papers.bib.gz",), most=SMALL,
           purpose=N_("citations for LaTeX with BibTeX")),
    Export("biblatex", "citations:biblatex", described=False, purpose=N_("citations for LaTeX with biber")),
    Export("ris", "citations:ris", described=False, places=("data/papers.ris.gz",), most=SMALL,
           purpose=N_("citations for EndNote, Mendeley and Zotero")),
    Export("csl", "citations:csl", described=False, places=("data/papers.csl.json.gz",), most=SMALL,
           purpose=N_("citations as CSL-JSON, for pandoc and Zotero")),
    Export("markdown", "citations:markdown", described=False, purpose=N_("a list of references")),
    Export("atom", "feed_formats:atom", purpose=N_("an Atom feed of the papers")),
    Export("feeds", files="feeds:files", places=("feeds/",), fleeting="feeds/authors/{author}.",
           start="feeds/index.opml",
           purpose=N_("new papers, digests and days that lack announcements, for feed readers"
                   " (OPML: a list of all feeds)")),
    Export("abstracts", files="scripts:abstracts", places=("abstracts/",), fleeting="abstracts/{month}"),
    Export("reading", files="scripts:reading", places=("reading/",), fleeting="reading/{month}"),
    Export("citations", files="citations:files", places=("citations/",), fleeting="citations/{month}"),
    Export("texts", files="api:llms", places=("llms.txt",),
           purpose=N_("what is here, with days and themes as plain Markdown, for language models")),
    Export("api", files="api:files", places=("api/", "datapackage.json"), fleeting="api/v1/papers/{month}.",
           start="api/v1/index.json",
           purpose=N_("JSON files with fixed addresses and schemas, for programs")),
    Export("volume", files="summary:files", places=("volume/",)),
    Export("sqlite", files="tables:sqlite_files", data="tables:sqlite", places=("data/archive.sqlite",), most=SMALL,
           purpose=N_("a database with a full text index, for SQL, Datasette and DuckDB")),
    Export("parquet", data="tables:parquet", described=False, start="papers.parquet",
           purpose=N_("a Parquet table of papers, for DuckDB and Arrow")),
    Export("versions", data="tables:versions", described=False, start="versions.parquet",
           purpose=N_("a Parquet table of the papers' versions")),
)  # fmt: skip
"""All exports, those for people with what they are for."""


PRINTED = tuple(export.name for export in EXPORTS if export.lines)
"""Those that can be printed, the default first."""
PACKED = tuple(export.name for export in EXPORTS if export.data)
"""Those that are a single file of bytes."""


def lines(name: str, archive: Archive) -> Iterator[bytes]:
    """What the export of this name prints."""
    printed: Iterator[bytes] = _function(named(name).lines)(archive)
    return printed


def data(name: str, view: View) -> bytes:
    """The file of the export of this name. `view`: of what may be published. Raises BuildError where a library that it
    needs is not installed."""
    made: bytes = _function(named(name).data)(view)
    return made


def files(view: View) -> Iterator[SiteFile]:
    """The site's files of all exports. `view`: of what may be published. Raises BuildError at a path that is not the
    export's own."""
    for export in EXPORTS:
        if not export.on_site(len(view.archive.papers)):
            continue
        if export.lines:
            made = [_function("citations:whole")(export.places[0], view.archive, _function(export.lines))]
        else:
            made = _function(export.files)(view)
        for file in made:
            inside = tuple(place for place in export.places if place.endswith("/"))
            if file.path not in export.places and (not file.path.startswith(inside) or ".." in file.path.split("/")):
                hint = f"please report this as a bug of the export {export.name} in generator/daybook/exports"
                raise BuildError("is outside the paths declared by its export", subject=file.path, hint=hint)
            yield file


def fleeting(reach: Reach) -> Iterator[str]:
    """The beginnings of the paths of files that may be gone after these changes."""
    values = {"month": reach.folders, "author": reach.slugs}
    for beginning in (export.fleeting for export in EXPORTS):
        for name in (name for name in values if f"{{{name}}}" in beginning):
            yield from (beginning.format_map({name: value}) for value in values[name])
    for export in EXPORTS:
        yield from export.places if export.most is not None else ()  # the archive may be too large for it now


def named(name: str) -> Export:
    """The export of this name."""
    return next(export for export in EXPORTS if export.name == name)


def _function(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), function)
