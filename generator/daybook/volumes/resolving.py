"""Addresses of papers that stay when a library is divided anew: `p/?2603.00118` of its own site leads to the page.

    p/index.html   reads the id behind the question mark
    p/2603.js      daybook.homes("2603",…): {"cs.DC-2026":"2603.00118 2603.00120",…}, which volume has which papers

The scripts are packed as those of `exports.scripts`. There is one for each month of ids, 12 a year since 1991: fewer
than 1,500 until 2115. One is made anew only when its month has more papers, or volumes of its year have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from daybook.exports import SiteFile
from daybook.exports.scripts import Scripts
from daybook.log import homes
from daybook.model import ids
from daybook.model.jsonl import hash_of
from daybook.pages import Draft
from daybook.runtime import files
from daybook.text.language import _
from daybook.view import addresses
from daybook.view.writing import Page, link, page
from daybook.volumes import rule
from daybook.volumes.folder import HOMES, LibraryFolder
from daybook.volumes.rule import Cell

SCRIPTS = Scripts("p/", "homes")


def drafts(library: LibraryFolder) -> Iterator[Draft | SiteFile]:
    """The page, and a script for each month of the papers' ids."""
    yield Draft(
        addresses.RESOLVING, hash_of(library.settings.address.encode()), partial(_page, library.settings.address)
    )
    for path in sorted((library.folder / HOMES).glob("*.tsv")):
        year = Cell("", ids.year(f"{path.stem}."))  # of whichever category
        volumes = filter(lambda volume: volume.holds(year), library.volumes)
        depends = hash_of(b"\0".join((files.read(path) or b"", rule.render(volumes).encode())))
        yield SiteFile(f"{SCRIPTS.folder}{path.stem}.js", partial(_script, library, path), depends)


def _page(volumes: str) -> Page:
    path = addresses.RESOLVING
    said = _(
        "An arXiv id behind the question mark of this address leads to the paper's page, in whichever volume it is."
    )
    told = _("Without scripts, open one of {volumes}: that of the paper's first category and of its id's year.",
             volumes=link(_("the volumes"), addresses.HOME, path))  # fmt: skip
    facts = {"description": said, "volumes": volumes}
    return page(path, "resolving", f"# {_('The page of a paper')}", said, told, facts=facts)


def _script(library: LibraryFolder, path: Path) -> bytes:
    """The script of a month, from the file of its papers' categories."""
    told = homes.read(path)
    cells = {category: library.settings.home(next(iter(told)), category) for category in set(told.values())}
    named = {category: volume.name for category, cell in cells.items() if (volume := library.volume_of(cell))}
    held: dict[str, list[str]] = {name: [] for name in sorted(named.values())}
    for ident, category in sorted(told.items()):
        if category in named:
            held[named[category]].append(ids.key(ident))
    return SCRIPTS.script(path.stem, {name: " ".join(keys) for name, keys in held.items()})
