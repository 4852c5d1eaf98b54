"""EDGE: pages into a site. The only part that runs MkDocs and writes to a site's folder.

`katex` renders formulas and lists the files the site serves for them; `hook` is the entry point when MkDocs runs by
itself.
"""

from generator.site.bundle import claimed as claimed_zip
from generator.site.bundle import write as write_zip
from generator.site.destination import BESIDE, claimed
from generator.site.headers import NAME as HEADERS
from generator.site.links import broken_in
from generator.site.manifest import is_copied
from generator.site.publish import finish, is_open
from generator.site.runner import Built, build
from generator.site.server import listening
from generator.site.sums import Differences
from generator.site.vault import write as write_pages

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
