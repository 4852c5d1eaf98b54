"""EDGE: the folder of pages and exported files brought up to date: only what changed is made, on all cores.

A file is made again unless the state has it under the same hash of what it depends on, made by the same code, settings
and themes, and the file is still as it was written. Files that are no longer wanted are removed last.

The same Markdown goes into a folder of a person's own: for GitHub, Obsidian or any editor. What the person puts beside
the pages stays: which files are ours stands in a list among them.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from daybook.errors import BuildError, GeneratorError, actionable
from daybook.exports import SiteFile
from daybook.model.jsonl import to_json
from daybook.pages import Draft, substitute
from daybook.runtime import files, parallel
from daybook.runtime.files import digest, scan
from daybook.runtime.parallel import Watch
from daybook.runtime.sha256sums import is_outside
from daybook.runtime.state import State, Table
from daybook.site import publish

TABLE = "pages"  # the table of files
SLICE = 100
MOST = 400
"""The fewest and the most pages that a process makes at a time: neighbours share much of what they are made of."""
SLICES = 20  # the number of slices if there are enough pages, so that no process waits long for another's last one
LIST = ".daybook-pages"  # the file that marks a folder of pages of a person's own, and names them, one a line
_ANOTHER = "name a new or empty folder"

Facts = dict[str, Any]  # what layouts show of a page besides its text: written with the pages, read by the site


def facts_of(state: State) -> Table[Facts]:
    """By the page's path; nothing where there is nothing."""
    # No key: the site's processes read it, which know no code or settings; where these differ, all of it is put anew.
    return state.table("facts", "", Facts)


class MadeFile(NamedTuple):
    """A file as it was made and stands."""

    depends: str  # the hash of what it depends on; empty: unknown
    text: str  # the hash of its content, of its facts and of what it depends on
    size: int
    time: int  # of its last change, in nanoseconds


@dataclass(frozen=True, slots=True)
class Rendered:
    """What was done: the files as they stand, those that were made anew, those that were removed, how many pages were
    written and there are now; and the faults of those that could not be made."""

    held: Table[MadeFile]
    made: Mapping[str, MadeFile]
    removed: Sequence[str]
    written: int
    pages: int
    faults: tuple[GeneratorError, ...] = ()


def bring_up_to_date(
    folder: Path,
    drafts: Iterable[Draft | SiteFile],
    state: State,
    key: str,
    scratch: Path,
    watch: Watch | None = None,
    *,
    gone: Collection[str] | None = None,
    copied: bool = False,
) -> Rendered:
    """Bring `folder` up to date: afterwards it has the files of `drafts`, and no others. `key`: the hash of what all
    files depend on; `gone`: not None: the drafts are only those that may have changed, all others stay but these;
    `copied`: the folder `Tree.is_copied`. The caller commits."""
    held, whole = state.table(TABLE, key, MadeFile), gone is None
    standing = scan(folder) if whole else {}
    known = held.all() if whole else {}
    wanted: list[Draft | SiteFile] = []
    stood: set[str] = set()
    sound: set[str] = set()  # which are as they were made
    for draft in drafts:
        row = known.get(draft.path) if whole else held.get(draft.path)
        now = standing.get(draft.path) if whole else files.size_and_time(folder / draft.path)
        if row and now and now[0] == row.size and (copied or now[1] == row.time):
            sound.add(draft.path)
        if row and draft.path in sound and draft.depends == row.depends:
            stood.add(draft.path)
        else:
            wanted.append(draft)
    made: dict[str, MadeFile] = {}
    silent: set[str] = set()  # those of which the layout shows nothing besides
    written, faults, facts = 0, list[GeneratorError](), facts_of(state)

    def take(part: tuple[dict[str, MadeFile], dict[str, Facts], int, list[GeneratorError]]) -> int:
        nonlocal written
        rows, said, fresh, failed = part
        facts.put(said.items())  # at once: those of all pages take much memory
        made.update(rows)
        silent.update(rows.keys() - said.keys())
        faults.extend(failed)
        written += fresh
        return len(rows)

    size = max(SLICE, min(MOST, len(wanted) // SLICES))
    slices = parallel.shared(partial(_write, folder, scratch, sound), wanted, size)
    watched = (lambda counts: watch(counts, len(wanted))) if watch and wanted else iter
    parallel.watched(map(take, slices), int, watched)
    left = ({*standing, *known} if whole else {*(gone or ())}).difference(stood, made)
    for path in left:
        files.remove(folder / path)
    held.put(made.items())
    held.remove(left)
    facts.remove({*left, *silent})
    pages = sum(path.endswith(".md") for path in ((*stood, *made) if whole else held))
    return Rendered(held, made, sorted(left), written, pages, tuple(faults))


def _write(
    folder: Path, scratch: Path, sound: Collection[str], part: Sequence[Draft | SiteFile]
) -> tuple[dict[str, MadeFile], dict[str, Facts], int, list[GeneratorError]]:
    """Make and write some files: how they stand, the facts of pages, how many pages were written, and the faults of
    those that failed."""
    made, facts, written, faults = dict[str, MadeFile](), dict[str, Facts](), 0, list[GeneratorError]()
    for draft in part:
        depends, said = draft.depends or "", dict[str, object]()
        try:
            if isinstance(draft, Draft):
                page = draft.make()
                data, said = page.text.encode(), dict(page.facts)
            elif draft.again and draft.path in sound:
                data = draft.again((folder / draft.path).read_bytes())
            else:
                data = draft.data()
        except Exception as error:  # of any kind: it costs this file only, which is made again the next time
            faults.append(actionable(error, f"pages/{draft.path}"))
            data = substitute(draft.path).text.encode() if isinstance(draft, Draft) else b""
            depends = ""
        if said:
            facts[draft.path] = said
        path = folder / draft.path
        written += files.write(path, data, scratch, durable=False) and draft.path.endswith(".md")
        # With `depends`: a row shows facts of its paper's own page, which are looked up at layout time. Where these
        # change, the list's text and facts may be as they were, but it has to be laid out again.
        made[draft.path] = MadeFile(
            depends, digest(data, depends, to_json(said)), *(files.size_and_time(path) or (0, 0))
        )
    return made, facts, written, faults


def write_pages(archive: Path, folder: Path, root: Path) -> tuple[int, int, int]:
    """Bring `folder` up to date with the archive's pages: how many there are, were written and were removed. Each file
    is put in place in one step. `root`: the program's repository. Raises BuildError for a folder that is neither new
    nor empty, hidden files apart, nor was written so, and at a file of the person's where a page belongs."""
    place = Path(os.path.realpath(folder))
    if whole := publish.is_ours(place, Path(os.path.realpath(archive)), archive / "site", root):
        raise BuildError(f"is part of {whole}", subject=str(folder), hint=_ANOTHER)
    former = _former(place, folder)
    pages = sorted(path for path in scan(archive / "pages") if path.endswith(".md"))
    for name in sorted({path.partition("/")[0] for path in (*pages, *former)}):
        files.refuse_links(place / name)
    texts = {path: (archive / "pages" / path).read_bytes() for path in pages}
    for path in pages:
        if path not in former and files.read(place / path) not in (None, texts[path]):
            raise BuildError("is not a page that Daybook wrote", subject=str(folder / path), hint="rename it")

    def put(path: str, data: bytes) -> bool:
        return files.write(place / path, data, place, durable=False)

    def remember(paths: Iterable[str]) -> None:
        put(LIST, "".join(f"{path}\n" for path in sorted(paths)).encode())

    remember({*former, *pages})  # a run that is stopped leaves nothing that the next one does not know
    written = sum(put(path, text) for path, text in texts.items())
    gone = former.difference(pages)
    for path in gone:
        files.remove(place / path)
    remember(pages)
    return len(pages), written, len(gone)


def _former(place: Path, folder: Path) -> frozenset[str]:
    """The pages that an earlier run wrote. Names that lead out of the folder, or to no page, are none of ours."""
    try:
        names = set(os.listdir(place))  # noqa: PTH208 - names alone
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise BuildError(f"cannot be read: {error.strerror}", subject=str(folder), hint=_ANOTHER) from error
    if LIST not in names and any(not name.startswith(".") for name in names - publish.BESIDE):
        raise BuildError("is not empty, and Daybook did not write it", subject=str(folder), hint=_ANOTHER)
    lines = (files.read(place / LIST) or b"").decode(errors="replace").splitlines()
    return frozenset(line for line in lines if line.endswith(".md") and not (is_outside(line) or {*line} & {*"\\:"}))
