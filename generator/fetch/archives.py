"""Other Daybook archives with an address in archive.yml: their API lists files of papers, which are read one by one."""

from __future__ import annotations

import json
import re

from generator.errors import NotFetched
from generator.fetch.client import Request
from generator.fetch.session import FetchSession, Target

INDEX = "api/v1/index.json"
MOST_FILES = 20_000
"""Files of papers; the API of an archive of a million papers has half as many."""
_FILE = re.compile(r"papers/[\w.-]+\.jsonl\.gz", re.ASCII)


def fetch_archive(session: FetchSession, name: str, path: str) -> bool:
    """Read all papers of the archive with this name in archive.yml, whose site is at `path`; whether all came.

    What has not changed since it was last read is not sent again, where its host says so.
    """
    wanted = Target(name)
    session.reasons.pop(wanted, None)
    with session.guarded(wanted):
        folder = path.removesuffix(INDEX).rstrip("/") + "/"
        files = _files(session, name, folder)
        added = sum(session.take(wanted, Request(host=name, path=f"{folder}api/v1/{file}")) for file in files)
        session.context.say(f"{wanted}: {len(files):,} files of papers; {added:,} records stored")
        session.ended(wanted, "stored" if added else "nothing new", 200)
        return True
    return False


def _files(session: FetchSession, name: str, folder: str) -> list[str]:
    """The files of papers that the archive's API lists. Raises NotFetched."""
    answer = session.client.get(Request(host=name, path=f"{folder}{INDEX}", accept="application/json"))
    try:
        rows = json.loads(answer.body)["files"]
        files = [row["path"] for row in rows if row["kind"] == "paper"]
        sound = all(_FILE.fullmatch(file) for file in files) and len(files) <= MOST_FILES
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        hint = "name the address of an archive's site, whose api/v1/index.json lists its papers"
        error = NotFetched("is not the API of a Daybook archive", subject=name, hint=hint)
        error.status = 200
        raise error
    return files
