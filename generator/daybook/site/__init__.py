"""EDGE: pages into a site. The only part that runs MkDocs and writes to a site's folder.

`hook` is what MkDocs calls, by itself, too; `layouts` and `bodies` make the pages, `publish` puts them in place.
"""

from daybook.site.app import HEADERS
from daybook.site.bodies import broken_in
from daybook.site.bundle import claimed_zip, write_zip
from daybook.site.manifest import Differences, rows_built
from daybook.site.publish import BESIDE, claimed, finish, is_open
from daybook.site.server import listening
from daybook.site.work import Built, build
from daybook.site.writer import write_pages

UNSERVED = frozenset((HEADERS,))  # files of a site that some hosts read and do not serve

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
    "is_open",
    "listening",
    "rows_built",
    "write_pages",
    "write_zip",
]
