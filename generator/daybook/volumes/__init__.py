"""A library: an archive in volumes, each an ordinary archive with an ordinary site, of some categories and years.

    rule      library.yml, and to which volume a paper, a listing or a year belongs; pure
    folder    the library on disk: its volumes, and the category in which each paper was first known
    dealing   one pass over a snapshot, which deals its lines to the volumes in bounded memory
    places    where a volume's log and site are: a folder, or an address
    building  one volume's build, as a task that any machine may do, and do again
    redividing  the library divided anew, in place
    hosting   sites put to where readers find them
    resolving addresses of papers that stay when the library is divided anew
    running   such tasks one after the other, or on a cluster
    finding   which volumes have which words, for the search of the library's own site

A paper has its page in one volume for ever: that of the first primary category it was known with, and of its id's year.
The volumes of its other categories, and of the years of its later versions, show its row; there, its address leads on.
"""

from daybook.volumes.folder import LibraryFolder, is_library
from daybook.volumes.rule import NAME, Library, Volume

__all__ = ["NAME", "Library", "LibraryFolder", "Volume", "is_library"]
