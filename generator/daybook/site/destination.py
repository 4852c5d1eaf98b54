"""Where a site may be written. A build replaces everything in its folder, so nobody else's files may be there."""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path

from daybook import config, exports, pages
from daybook.errors import BuildError
from daybook.site import sitemap
from daybook.view import addresses

MARK = ".daybook-site"
"""The file that marks a folder as a site built by Daybook."""
MARK_TEXT = "This folder is a site that Daybook built. Each build replaces all that is in it.\n"

_DEFAULT = "site"
_OWN = {
    "404.html", "_headers", "assets", "manifest.webmanifest", "offline", "search", "sitemap.xml",
    "sitemap.xml.gz", "sw.js", MARK,
}  # fmt: skip
"""What a site holds besides pages and exported files."""
BESIDE = {".DS_Store", "Thumbs.db", "desktop.ini", "SHA256SUMS"}
"""What may lie in a site and is nobody's: what operating systems put there, and the sums of an older Daybook."""
_PROGRAM = ("generator", "overrides", "tests", "node_modules")
"""The program's own folders, apart from those whose names begin with a dot."""
_ANOTHER = "use a new or empty folder with --site"


def claimed(site: Path, archive: Path, root: Path) -> Path:
    """The folder for a site, with symbolic links resolved, after making sure that nobody else's files are in it.

    A folder is allowed if it is empty, does not exist, or has MARK. `archive`: the archive's folder; `root`: the
    program's repository. Raises BuildError for any other folder and for a file, for folders that contain the archive,
    the program or a repository of either, and for parts of these other than the site/ of an archive.
    """
    place, archive, root = (Path(os.path.realpath(path)) for path in (site, archive, root))  # no error at a loop
    for whole, name in ((archive, "the archive"), (root, "the program"), (_repository(archive), "the repository")):
        if whole and _lies_in(whole, place):
            raise _refusal(place, f"contains {name}")
    around = next((one for one in (place, *place.parents) if _same(one, archive) or _has(one, config.NAME)), None)
    if around and not _is_site_of(around, place):
        raise _refusal(place, "is part of an archive")
    own = _is_site_of(archive, place)
    if not own and _is_of_the_program(place, root):
        raise _refusal(place, "is part of the program")
    if any(part.casefold() == ".git" for part in place.parts):
        raise _refusal(place, "is part of a git repository")
    _look_into(place, former=own)
    return place


def _look_into(place: Path, *, former: bool) -> None:
    """Raise BuildError if the folder contains anything that Daybook did not make.

    former: it is the archive's own site/, which git ignores. It needs no mark, and unknown files in it may be removed.
    """
    try:
        names = set(os.listdir(place))  # noqa: PTH208 - names alone
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise _refusal(place, "is not a folder") from None
    except OSError as error:
        raise _refusal(place, f"cannot be read: {error.strerror}") from error
    if ".git" in map(str.casefold, names):
        raise _refusal(place, "is a git repository")
    if os.path.ismount(place):
        raise _refusal(place, "is a mount point", "use a folder inside it with --site")
    own = sorted(name for name in names - parts() - BESIDE if not sitemap.is_own(name))
    if names and MARK not in names and (own or not former or "index.html" not in names):
        hint = f"{_ANOTHER}; if an older Daybook built this one, delete it first"
        raise _refusal(place, "is not empty and not a Daybook site", hint)
    if own and not former:  # a mark says who made the folder, not who put files into it since
        raise _refusal(place, f"contains {own[0]}, which Daybook did not build", f"move it elsewhere, or {_ANOTHER}")


def is_ours(place: Path, archive: Path, site: Path, root: Path) -> str:
    """What a file beside the site must not lie in: "the archive", "the site", "the program", "an archive", "a site",
    "a git repository's own folder"; empty if it lies in none of them."""
    root = Path(os.path.realpath(root))
    for whole, name in ((site, "the site"), (archive, "the archive")):
        if _lies_in(place, Path(os.path.realpath(whole))):
            return name
    for folder in place.parents:
        if _has(folder, MARK):
            return "a site"
        if _has(folder, config.NAME):
            return "an archive"
    if any(part.casefold() == ".git" for part in place.parts):
        return "a git repository's own folder"
    return "the program" if _is_of_the_program(place, root) else ""


def parts() -> set[str]:
    """The names of all files and folders on top of a site."""
    places = [*(kind.place for kind in pages.KINDS), *(place for export in exports.EXPORTS for place in export.places)]
    return _OWN | {addresses.served(place).partition("/")[0] for place in places}


def _is_site_of(archive: Path, place: Path) -> bool:
    """Whether a folder is the default folder of an archive's site."""
    return _same(place.parent, archive) and (place.name == _DEFAULT or _same(place, archive / _DEFAULT))


def _is_of_the_program(place: Path, root: Path) -> bool:
    inside = list(takewhile(lambda folder: not _same(folder, root), (place, *place.parents)))
    if not _lies_in(place, root) or not inside:
        return False
    name = inside[-1].name.casefold()
    return name.startswith(".") or name in _PROGRAM


def _repository(folder: Path) -> Path | None:
    """The git repository that contains a folder."""
    return next((one for one in (folder, *folder.parents) if _has(one, ".git")), None)


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies in it, however either is spelled; neither need exist."""
    return any(_same(one, folder) for one in (path, *path.parents))


def _has(folder: Path, name: str) -> bool:
    return os.path.exists(folder / name)  # noqa: PTH110 - Path's raises where a name is too long


def _same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def _refusal(place: Path, problem: str, hint: str = _ANOTHER) -> BuildError:
    return BuildError(problem, subject=os.fsencode(place).decode("utf-8", "backslashreplace"), hint=hint)
