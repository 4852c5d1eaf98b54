"""Daybook keeps a research field's daily listings.

A document that arXiv or another site published becomes pages and files on one way, through these folders in turn::

    model/      the nouns: Paper, Author, Listing, Day, Coverage, Archive; frozen, typed, no I/O
    fetch/      asks services for documents: the only folder that uses the network
    sources/    a document's bytes -> Listing: a module for each format, told apart by content
    store/      the log on disk: records, documents and statements of coverage, never edited
    archive/    the log -> Archive: folds records into papers and days, links them, judges coverage
    text/       received text -> plain text, Markdown, HTML; words, sentences, authors' names
    describe/   what the archive says of its papers: cards, themes, digests, related papers
    pages/      Archive -> Markdown pages, and the guide
    exports/    Archive -> files for other programs
    site/       Markdown -> website, with MkDocs
    runtime/    files, caches, processes and the terminal, for all that touch them
    commands/   a module for each command

with `cli` (the command line), `library` (this package as a library), `context` (an archive on disk), `config`
(archive.yml), `errors`, `taxonomy` (arXiv's categories), `schedule` (arXiv's announcements) and `dates`.

The data's way::

    document (bytes) --sources--> Listing of Entry --store--> log --archive--> Archive
        Archive --describe--> the same Archive, with cards, themes, digests, related papers
        Archive --pages, exports--> Markdown and files --site--> website

Imports point inward: cli, commands, what joins edges and pure modules, edges (store, fetch, site), pure modules, model.
Only edges touch disk or network, and they never import each other; tests/test_architecture.py holds it.

As a library (see the guide's page "Use as a library")::

    from daybook import open_archive
    archive = open_archive("content")
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daybook.library import ArchiveReader, Catalogue, PaperList, open_archive, plain

__all__ = ["ArchiveReader", "Catalogue", "PaperList", "open_archive", "plain"]


def __getattr__(name: str) -> object:
    """Load the library when it is first asked for: `import daybook` stays cheap."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from daybook import library

    return getattr(library, name)
