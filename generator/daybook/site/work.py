"""What a build has to make: what is wanted and not as it stands in the site; and the site's last files, made of all.

Only pages whose Markdown changed since the site was built are laid out, and only files that changed are put into it.
This requires the same code, theme, libraries and settings; otherwise every page is laid out. Either way, the result is
the same to the byte.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from daybook.model.jsonl import to_json
from daybook.pages import places
from daybook.runtime import files, parallel, state
from daybook.runtime.cache import code_digest, digest, scan
from daybook.search.index import FOLDER
from daybook.site import app, headers, publish, sitemap, sums
from daybook.site.destination import MARK, MARK_TEXT
from daybook.site.manifest import DOUBTFUL, Manifest, Row, rows_of, source
from daybook.site.plan import Plan, Watch, epoch
from daybook.site.publish import Stage
from daybook.text import language
from daybook.view import addresses

_BY_PEOPLE = places(hand_written=True)
_SLICE = 500  # files that a process copies at a time


class Work:
    """The work of one build of a plan's site, in a folder that is `claimed` for it. First, what a killed build has left
    is finished, or removed.

    texts: path below pages/ -> hash of the file, of all that are wanted; without it, all are read. changed: the same of
    those alone that may have changed since this site was last built; `removed` are then those that are wanted no more.
    index: gives the folder of the search's index when that is complete; without it, the archive's, if there is one.
    """

    def __init__(
        self,
        root: Path,
        plan: Plan,
        *,
        texts: Mapping[str, str] | None = None,
        changed: Mapping[str, str] | None = None,
        removed: Collection[str] = (),
        index: Callable[[], Path] | None = None,
        watch: Watch | None = None,
    ) -> None:
        noted = (plan.pages / addresses.NOTES).is_file()  # which the header of every page names
        known = (code_digest(root), to_json((plan.settings, plan.offline, noted, language.spoken().text)))
        assert plan.site  # noqa: S101 - it was claimed
        self.root, self.plan, self.site, self.watch = root, plan, plan.site, watch
        publish.finish(plan.archive, root)
        publish.sweep(plan.site, plan.archive)
        self.manifest = Manifest(self.site, state.of(plan.archive), digest(*known))
        self._index = index or (lambda: files.work_folder(plan.archive) / FOLDER)
        sources = {path: text for path, text in self.manifest.sources().items() if not path.startswith(FOLDER)}
        if changed is not None and sources:
            self.texts = {**sources, **changed}
            for path in removed:
                self.texts.pop(path, None)
            asked: Collection[str] = self.texts.keys() & {*changed, *map(source, self.manifest.doubtful)}
        else:
            self.texts = dict(texts) if texts is not None else _hashes(plan.pages)
            asked = self.texts.keys()
        self.changed = sorted(path for path in asked if self._differs(path, self.texts[path]))
        self._dropped = {*sources.keys() - self.texts.keys(), *self.changed}

    @property
    def pages(self) -> list[str]:
        """The source paths of the generated pages to lay out."""
        return [path for path in self.changed if path.endswith(".md") and not path.startswith(_BY_PEOPLE)]

    def is_done(self) -> bool:
        """Whether the site is as it is wanted."""
        return not (self._dropped or self.manifest.doubtful) and self._index_stands()

    def stand(self, paths: Iterable[str]) -> bool:
        """Whether these are as they are in the site, and nothing goes that they may lead to."""
        return self._dropped.isdisjoint(paths) and self._dropped <= {*self.changed}

    def _differs(self, path: str, text: str) -> bool:
        """Whether what comes of a source path is not in the site, or is of another text."""
        rows = self.manifest.rows
        served = rows.get(addresses.served(path))
        beside = rows.get(path, served)  # its Markdown, where that is published
        return not served or not beside or {served.depends, beside.depends} != {text} or path in self.manifest.doubtful

    def _index_stands(self) -> bool:
        held = {path: row.depends for path, row in self.manifest.rows.items() if path.startswith(FOLDER)}
        return held == self._of_index

    @cached_property
    def _of_index(self) -> dict[str, str]:
        """Path in the site -> state, of each file of the search's index."""
        return {f"{FOLDER}{path}": f"{size} {time}" for path, (size, time) in scan(self._index()).items()}

    def finish(self, stage: Stage, url: str | None) -> Manifest:
        """Complete the stage, in which MkDocs' files and the pages are, and publish it. url: the site's address."""
        before, index = self.manifest.rows, self._of_index
        pages = self.plan.pages
        copied = [path for path in self.changed if not path.endswith(".md") and not path.startswith(_BY_PEOPLE)]
        _copy(pages, stage.next, copied)
        fresh_index = [path for path, state in index.items() if path not in before or before[path].depends != state]
        _copy(self._index(), stage.next / FOLDER, [path.removeprefix(FOLDER) for path in fresh_index])
        staged = rows_of(stage.next, sorted(scan(stage.next)))
        dropped = {place for path in self._dropped for place in (path, addresses.served(path))}
        rows = {
            path: row for path, row in before.items()
            if row.depends not in ("", DOUBTFUL) and path not in dropped and (path in index) == path.startswith(FOLDER)
        }  # fmt: skip
        made_of = self.texts | index
        rows |= {path: row._replace(depends=made_of.get(source(path), "")) for path, row in staged.items()}
        put = {path for path in staged if path not in before or before[path].hash != staged[path].hash}
        self._close(stage, url, rows, put)
        for path in staged.keys() & before.keys() - put:  # it stays, with its time
            rows[path] = before[path]._replace(depends=rows[path].depends)
        gone = sorted(before.keys() - rows.keys())
        publish.publish(stage, sorted(put, key=lambda path: _rank(path, before)), gone)
        self.manifest.keep(rows, (*put, *gone))
        return self.manifest

    def _close(self, stage: Stage, url: str | None, rows: dict[str, Row], put: set[str]) -> None:
        """Make the files that tell of all others: for search engines and hosts, of the app, and sums."""
        served = [addresses.served(path) for path in self.texts if path.endswith(".md")]
        self._write(stage, sitemap.files(url, served, epoch(self.plan.pages)), rows, put)
        self._write(stage, {MARK: MARK_TEXT.encode(), **headers.files(self.root, self.plan)}, rows, put)
        self._write(stage, app.files(self.plan, rows), rows, put)
        self._write(stage, sums.files(rows), rows, put)

    def _write(self, stage: Stage, made: Mapping[str, bytes], rows: dict[str, Row], put: set[str]) -> None:
        before = self.manifest.rows
        for path, data in made.items():
            hashed = hashlib.sha256(data).hexdigest()
            put.discard(path)
            if path in before and before[path].hash == hashed:
                rows[path] = before[path]._replace(depends="")
                continue
            place = stage.next / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            rows[path] = Row(hashed, len(data), place.stat().st_mtime_ns)
            put.add(path)


def _rank(path: str, before: Mapping[str, Row]) -> tuple[int, str]:
    """The order in which files are put into a site, so that what leads to others comes after them."""
    if path not in before:
        return 0, path  # nothing leads to it yet
    if path == "index.html":
        return 4, path
    return 3 if app.is_made(path) else 2 if path.endswith(".html") else 1, path


def _hashes(pages: Path) -> dict[str, str]:
    return {path: digest((pages / path).read_bytes()) for path in scan(pages)}


def _copy(source: Path, target: Path, paths: Sequence[str]) -> None:
    for _ in parallel.shared(partial(_copy_some, source, target), paths, _SLICE):
        pass


def _copy_some(source: Path, target: Path, paths: Iterable[str]) -> None:
    made = set[str]()
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder not in made:
            (target / folder).mkdir(parents=True, exist_ok=True)
            made.add(folder)
        shutil.copyfile(f"{source}/{path}", f"{target}/{path}")
