"""Daybook keeps a research field's daily listings.

What a document says becomes pages and files on one way, through these folders in turn. Each imports only those before
it, and tests/test_architecture.py holds it::

    model/      the nouns: Paper, Author, Listing, Day, Coverage, Archive; frozen, typed, no I/O
    text/       received text -> plain text, Markdown, HTML; words, sentences, authors' names
    runtime/    files, the file of derived state, processes and the terminal
    sources/    a document's bytes -> Listing: a module for each format, told apart by content
    log/        the log on disk: records, documents and statements of coverage, never edited
    coverage/   what is held of each announcement, against what arXiv states of it
    fold/       the log -> Archive: links records, folds them into papers and days
    describe/   what the archive says of its papers: cards, themes, digests, related papers
    view/       what may be shown, and where: addresses, labels, rows
    exports/    Archive -> files for other programs
    pages/      Archive -> Markdown pages, and the guide
    archive/    an archive on disk, folded, described, and kept from run to run
    search/     the search's index, and the engine that reads it
    site/       Markdown -> website, with MkDocs
    fetch/      asks services for documents: the only folder that uses the network
    commands/   a module for each command

with `errors` before all, `config` (archive.yml) after sources, `library` (this package as a library) before commands
and `cli` (the command line) after them. Only runtime, log, archive, site and fetch touch disk or network
themselves; search keeps its index through runtime::

    document (bytes) --sources--> Listing of Entry --log--> records --fold--> Archive
        Archive --describe--> the same Archive, with cards, themes, digests, related papers
        Archive --pages, exports--> Markdown and files --site--> website

In Python (see the handbook's page "Use from Python")::

    from daybook import open_archive
    archive = open_archive("content")
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daybook.library import ArchiveReader, Catalogue, PaperList, open_archive, plain

__all__ = ["ArchiveReader", "Catalogue", "PaperList", "open_archive", "plain"]


def __getattr__(name: str) -> object:
    """Load the library when it is first asked for: `import daybook` stays cheap."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("daybook.library"), name)
