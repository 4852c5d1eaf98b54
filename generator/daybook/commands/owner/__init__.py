"""The files of a repository that holds an archive and nothing else, besides the archive: what publishes it, what keeps
that up to date, and what says what it is. Their texts stand here; in them, words of capitals are filled in.
"""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files as packaged
from pathlib import Path

from daybook import config
from daybook.archive import ArchiveFolder
from daybook.config import Settings
from daybook.errors import StoreError
from daybook.log import disk
from daybook.model import arxiv
from daybook.runtime import files, program
from daybook.text import markup

WORKFLOW, PIN, README = ".github/workflows/publish.yml", "requirements.txt", "README.md"
FILES = (README, PIN, WORKFLOW, ".github/dependabot.yml")
"""Their paths in the repository."""
PINNED = re.compile(rf"^{program.NAME}(?:\[[\w,-]*\])?\s*==\s*([^\s;#]+)", re.MULTILINE)
"""The version that the second of them names."""
_WORD = re.compile(r"\b[A-Z]{5,}\b")


def texts(settings: Settings) -> dict[str, str]:
    """Path -> text of each of the files, for an archive with these settings."""
    told = {
        "TITLE": markup.markdown(settings.title),
        "NAMES": ", ".join(map(arxiv.name, settings.categories)),
        "ADDRESS": f"The site is at <{settings.url}>."
        if settings.url
        else "The site's address is yet to be written here.",
        "PACKAGE": program.NAME,
        "PROGRAM": program.REPOSITORY,
        "DAYBOOK": "/".join(disk.on_github(program.REPOSITORY) or ()),
        "COMMIT": program.COMMIT or f"v{program.VERSION}",
        "RELEASE": f"v{program.VERSION}",
        "VERSION": program.VERSION,
    }
    own = packaged("daybook.commands").joinpath("owner")
    sources = {path: own.joinpath(Path(path).name).read_text(encoding="utf-8") for path in FILES}
    return {path: _WORD.sub(lambda word: told.get(word[0], word[0]), text) for path, text in sources.items()}


def make(home: ArchiveFolder, settings: Settings) -> list[str]:
    """Make the folder an archive with these settings, and the repository of one; for the holder of its lock. Returns as
    `write` does."""
    kept = write(home, settings)
    home.store.make(config.render(settings))  # last: what was killed before is no archive yet, and is made again
    return kept


def write(home: ArchiveFolder, settings: Settings, root: Path | None = None) -> list[str]:
    """Write those of the files that are not there; the paths of those that are, and stay as their owner has them.
    root: of the repository, where that is not the archive's folder."""
    root = root or home.folder
    kept, scratch = [], files.scratch_folder(home.folder)
    for path, text in texts(settings).items():
        if (root / path).exists():
            kept.append(path)
        else:
            files.write(root / path, text.encode(), scratch)
    return kept


def addresses(folder: Path) -> tuple[str, str]:
    """The address of the site and of the repository of an archive in this folder, as git's remote tells; both empty
    where git knows no remote on GitHub, or the folder is only a part of a clone."""
    place = None
    with suppress(StoreError):  # git is not needed for an archive
        found = disk.find_clone(folder)
        if found and found.root.resolve() == folder.resolve():
            place = disk.on_github(found.remote())
    return disk.address_of_pages(place), f"https://github.com/{'/'.join(place)}" if place else ""
