"""The last files of a site, made when all others are there: headers for hosts, the app, and sums."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.site import app, headers, sums
from generator.site.plan import Plan


def close(site: Path, published: Path | None, known: Mapping[str, str], root: Path, plan: Plan) -> dict[str, str]:
    """Write them into a site that is built from the theme in `root`; the SHA-256 of its files but these, by path.

    published: the site that this one was begun with, whose unchanged files are linked here; known: its sums.
    """
    headers.write(site, root, plan)
    hashes = sums.hashes(site, published, known, app.is_made)
    app.write(site, plan, hashes)
    sums.write(site, hashes)
    return hashes
