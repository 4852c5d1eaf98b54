"""A site as a single .zip: the files of a folder to read without a web server, in one folder named after the archive.

The same site gives the same bytes: names are sorted, times are the site's own date, permissions are fixed. The file is
written beside its place and renamed into it, so that no reader ever sees half of one, whatever is killed.

Tens of thousands of small files compress badly, each by itself: of the 2 kB that a paper's page takes in a .zip, more
than half is the same in all of them, and what it says first stands in the search's results, too. So a .zip has a stub
at the address of each page. It runs the file of search results that the paper is in; there, behind the result, stands
the whole page, which is written in place of the stub. What a reader sees is the same page as everywhere else.
"""

from __future__ import annotations

import json
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from daybook.errors import BuildError
from daybook.model.jsonl import to_json
from daybook.runtime import files
from daybook.runtime.files import digest
from daybook.runtime.parallel import Watch
from daybook.runtime.tree import scan
from daybook.search import index
from daybook.site import app
from daybook.site.manifest import SUMS
from daybook.site.publish import is_ours, shown
from daybook.site.work import epoch
from daybook.text import markup
from daybook.text.language import _
from daybook.text.markup import slug
from daybook.view import addresses

COMMENT = b"A site that Daybook built. Building it again with --zip replaces this file.\n"
"""The comment of a .zip that Daybook wrote: no other file is replaced."""
LEVEL = 9
_OLDEST = datetime(1980, 1, 1, tzinfo=UTC)  # no .zip can say an earlier time
_MODE = (stat.S_IFREG | 0o644) << 16
_UNIX = 3
_RESULTS = (f"{index.FOLDER}base/papers/", f"{index.FOLDER}delta/papers/")
"""A paper that is in both is shown as in the second."""
_STUB = "<!doctype html><meta charset=utf-8><script src={root}{results}></script><noscript>{needs}</noscript>\n"
_WRITER = (
    b"(self.daybook_file||((name,version,papers)=>document.write("
    b"papers.find((paper)=>location.pathname.endsWith(`/${paper[0]}.html`)).at(-1))))"
)
"""Calls the function that takes results, where a page searches; a stub has none, and is replaced by its page."""


def claimed_zip(target: Path, archive: Path, site: Path, root: Path) -> Path:
    """The place of a .zip, with symbolic links resolved, after making sure that no other file is replaced. Raises
    BuildError where it is not called .zip, lies in an archive, a site or the program, or is anything but a .zip that
    Daybook wrote."""
    place, problem, hint = Path(os.path.realpath(target)), "", "use another name with --zip"
    if place.suffix.lower() != ".zip":
        problem, hint = "is not the name of a .zip file", "use a name like daybook.zip with --zip"
    elif inside := is_ours(place, archive, site, root):
        problem = f"lies in {inside}"
    elif os.path.lexists(place) and not _is_own(place):
        problem = "already exists, and Daybook did not write it"
    if problem:
        raise BuildError(problem, subject=shown(place), hint=hint)
    return place


def _is_own(place: Path) -> bool:
    """Whether a file is a .zip that Daybook wrote."""
    try:
        with zipfile.ZipFile(place) as found:
            return found.comment == COMMENT
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def write_zip(site: Path, target: Path, archive: Path, title: str, watch: Watch) -> int:
    """Write the site (its folder) of an archive (its folder) as a .zip to a `claimed` place; its size in bytes. The
    caller holds the archive's lock: what a killed command left beside the place is replaced."""
    half = target.parent / f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(target))[:12]}.tmp"
    moment = max(_OLDEST, datetime.fromtimestamp(epoch(archive / "pages"), UTC))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        try:
            with half.open("xb") as stream:
                packed = Packed(site, (path for path in scan(site) if is_packed(path)))
                for _ in watch(_zipped(stream, packed, title, moment), len(packed.paths)):
                    pass
                stream.flush()
                os.fsync(stream.fileno())
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
        return target.stat().st_size
    except OSError as error:
        hint = "check disk space and permissions, or use another name with --zip"
        raise BuildError(f"cannot be written: {error.strerror or error}", subject=shown(target), hint=hint) from error


def is_packed(path: str) -> bool:
    """Whether a file of a site (its path) is in a .zip, where papers' pages are not the files that sums are of."""
    return not app.is_apart(path) and path not in (app.HEADERS, SUMS)


def folder_name(title: str) -> str:
    """The name of the folder inside: of the archive's title, as any file system can have it."""
    name = slug(title)
    return name if name != slug("") else "daybook"


def _zipped(stream: BinaryIO, packed: Packed, title: str, moment: datetime) -> Iterator[int]:
    """Write a .zip to a stream; 1 for each file when it is written."""
    top = folder_name(title)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        archive.comment = COMMENT
        for path in packed.paths:
            entry = zipfile.ZipInfo(f"{top}/{path}", moment.timetuple()[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, _UNIX, _MODE
            data = app.NOTHING.encode() if path == app.STARTER else packed.data(path)
            archive.writestr(entry, data, compresslevel=LEVEL)
            yield 1


class Packed:
    """The files of a site (its folder) as they are in a .zip. `paths`: those of the site that belong into it."""

    def __init__(self, site: Path, paths: Iterable[str]) -> None:
        self._site = site
        wanted = set(paths)
        results = sorted(path for path in wanted if path.startswith(_RESULTS))
        files = {_page(row[0]): path for path in results for row in self._rows(path)}
        self._files = {page: path for page, path in files.items() if page in wanted}
        self.paths = sorted(wanted)

    def data(self, path: str) -> bytes:
        """What a file holds. Raises OSError."""
        if path in self._files:
            needs = markup.escape_html(_("This page needs JavaScript."))
            return _STUB.format(root="../" * path.count("/"), results=self._files[path], needs=needs).encode()
        if not path.startswith(_RESULTS):
            return (self._site / path).read_bytes()
        held = ((row, _page(row[0])) for row in self._rows(path))
        pages = [  # results, each with its page behind it
            [*row, (self._site / page).read_text(encoding="utf-8")] if self._files.get(page) == path else row
            for row, page in held
        ]
        name = path.removeprefix(index.FOLDER).removesuffix(".js")
        return index.script(name, to_json(pages)).replace(index.TAKER, _WRITER, 1)

    def _rows(self, path: str) -> Any:
        """What a file of results holds."""
        return index.unpacked(json.loads(index.version_and_data((self._site / path).read_bytes())[1]))


def _page(key: str) -> str:
    return addresses.served(addresses.paper(key))
