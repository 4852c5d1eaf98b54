"""An archive's Markdown as a folder of a person's own: for GitHub, Obsidian or any editor.

What the person puts beside the pages stays: which files are ours stands in a list among them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from daybook.errors import BuildError
from daybook.runtime import files
from daybook.runtime.cache import scan
from daybook.site import destination

LIST = ".daybook-pages"
"""The file that marks a folder of pages, and names them, one a line."""
_ANOTHER = "name a new or empty folder"


def write(archive: Path, folder: Path, root: Path) -> tuple[int, int, int]:
    """Bring `folder` up to date with the archive's pages: how many there are, were written and were removed.

    Each file is put in place in one step. `root`: the program's repository. Raises BuildError for a folder that is
    neither new nor empty, hidden files apart, nor was written so, and at a file of the person's where a page belongs.
    """
    place = Path(os.path.realpath(folder))
    if whole := destination.is_ours(place, Path(os.path.realpath(archive)), archive / "site", root):
        raise BuildError(f"lies in {whole}", subject=str(folder), hint=_ANOTHER)
    former = _former(place, folder)
    pages = sorted(path for path in scan(archive / "pages") if path.endswith(".md"))
    for name in sorted({path.partition("/")[0] for path in (*pages, *former)}):
        files.refuse_links(place / name)
    texts = {path: (archive / "pages" / path).read_bytes() for path in pages}
    for path in pages:
        if path not in former and files.read(place / path) not in (None, texts[path]):
            raise BuildError("is not a page that Daybook wrote", subject=str(folder / path), hint="rename it")
    _put(place, LIST, _lines({*former, *pages}))  # a run that is stopped leaves nothing that the next one does not know
    written = sum(_put(place, path, text) for path, text in texts.items())
    gone = former.difference(pages)
    for path in gone:
        files.remove(place / path)
    _put(place, LIST, _lines(pages))
    return len(pages), written, len(gone)


def _former(place: Path, folder: Path) -> frozenset[str]:
    """The pages that an earlier run wrote. Names that lead out of the folder, or to no page, are none of ours."""
    try:
        names = set(os.listdir(place))  # noqa: PTH208 - names alone
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise BuildError(f"cannot be read: {error.strerror}", subject=str(folder), hint=_ANOTHER) from error
    if LIST not in names and any(not name.startswith(".") for name in names - destination.BESIDE):
        raise BuildError("is not empty, and Daybook did not write it", subject=str(folder), hint=_ANOTHER)
    lines = (files.read(place / LIST) or b"").decode(errors="replace").splitlines()
    return frozenset(line for line in lines if line.endswith(".md") and _is_within(PurePosixPath(line)))


def _is_within(path: PurePosixPath) -> bool:
    return not path.is_absolute() and not any(part == ".." or "\\" in part or ":" in part for part in path.parts)


def _lines(paths: Iterable[str]) -> bytes:
    return "".join(f"{path}\n" for path in sorted(paths)).encode()


def _put(place: Path, path: str, data: bytes) -> bool:
    return files.write(place / path, data, place, durable=False)
