"""Pages into a site. The only part that runs MkDocs and writes to a site's folder. A build, call by call:

    work.build          claims the folder, and asks the manifest which pages and files are not as it left them: a `Work`
    publish.staging     an empty folder for what is new, beside the site
    work._run           MkDocs, on an empty folder of documents; work and stage go to its hook in `config.extra`
    hook.on_config      the site's name, folders and files of its own from the archive
    hook.on_files       gives MkDocs the joined styles and scripts, and no page to build
    hook.on_post_build  `layouts` and `bodies` lay out all pages, as far as they changed: Markdown -> HTML
    Work.finish         sitemap, offline app, sums
    publish             renames all into place under a journal, and removes what is gone

Where `mkdocs build` runs by itself, the hook begins with the plan that work.build makes otherwise.
"""

from daybook.site.app import HEADERS
from daybook.site.bodies import broken_in
from daybook.site.manifest import Differences, rows_built
from daybook.site.publish import BESIDE, claimed, claimed_zip, finish, is_open, write_zip
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
