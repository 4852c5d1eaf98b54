"""EDGE: pages into a site. The only part that runs MkDocs and writes to a site's folder.

`katex` renders formulas and lists the files the site serves for them; `hook` is the entry point when MkDocs runs by
itself.
"""

from daybook.site.bundle import claimed as claimed_zip
from daybook.site.bundle import write as write_zip
from daybook.site.destination import BESIDE, claimed
from daybook.site.headers import NAME as HEADERS
from daybook.site.links import broken_in
from daybook.site.manifest import is_copied
from daybook.site.publish import finish, is_open
from daybook.site.runner import Built, build
from daybook.site.server import listening
from daybook.site.sums import Differences
from daybook.site.vault import write as write_pages

UNSERVED = frozenset((HEADERS,))
"""Files of a site that some hosts read and do not serve."""

__all__ = [
    "BESIDE",
    "UNSERVED",
    "Built",
    "Differences",
    "broken_in",
    "build",
    "claimed",
    "claimed_zip",
    "finish",
    "is_copied",
    "is_open",
    "listening",
    "write_pages",
    "write_zip",
]
