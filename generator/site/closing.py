"""The last files of a site, made when all others are there: headers for hosts, the app, and the sums of all."""

from __future__ import annotations

from pathlib import Path

from generator.site import app, headers, sums
from generator.site.plan import Plan


def close(site: Path, published: Path | None, root: Path, plan: Plan) -> None:
    """Write them into a site that is built from the theme in `root`.

    published: the site that this one was begun with, whose unchanged files are linked here: their hashes are known.
    """
    headers.write(site, root, plan)
    hashes = sums.hashes(site, published, app.is_made)
    made = app.write(site, plan, hashes)
    sums.write(site, hashes, made)
