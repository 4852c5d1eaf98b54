"""Something of each paper as scripts for readers' browsers, which load few of them: a month's papers, cut into files.

    FOLDER/index.js        daybook.CALL("index",…): {"2603":["2603","2603.04711"],"2604":["2604"]}, each month's files
    FOLDER/2603.04711.js   daybook.CALL("2603.04711",…): {"2603.04711":…}, what is said of this file's papers, by key

Each holds JSON, packed (RFC 1951) and in base64: abstracts take a third of their room.
Months are the folders of the papers' pages. A file is named after its first key, a month's first file after the month:
a paper stands in the last of its month's files whose name is not behind its key, or in the first. Scripts, since a page
that was opened from a folder can read nothing else. overrides/assets/parts.js reads them.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from daybook.exports import SiteFile
from daybook.fold import outlines
from daybook.model.jsonl import to_json
from daybook.view import addresses
from daybook.view.context import View


@dataclass(frozen=True, slots=True)
class Scripts:
    """Where scripts stand, and who takes what they hold."""

    folder: str
    """Of the site, with its slash."""
    call: str
    """The function of `daybook` that takes what a script holds."""
    most: int = 256
    """Papers in a file, some."""

    def files(self, view: View, hashed: Callable[[str], str], said: Callable[[str], object]) -> Iterator[SiteFile]:
        """The index, and the files of each month of arXiv ids and of the papers without one.

        `hashed`: a hash of what `said` gives for a paper (its key);
        `said` is called only for files to be made.
        """
        months: dict[str, list[str]] = {}
        for paper in view.in_order:
            months.setdefault(addresses.folder(paper.key), []).append(paper.key)
        held = {month: cut(month, months[month], self.most) for month in sorted(months)}
        index = {month: list(files) for month, files in held.items()}
        yield self._file("index", lambda: index, to_json(index))
        for month, files in held.items():
            if view.reach and month not in view.reach.folders:
                continue
            for name, keys in files.items():
                again = partial(self._again, name, said, keys, view.reach.keys) if view.reach else None
                yield self._file(name, partial(_said, said, keys), "".join(map(hashed, keys)).encode(), again)

    def _file(
        self, name: str, value: Callable[[], object], depends: bytes, again: Callable[[bytes], bytes] | None = None
    ) -> SiteFile:
        make = partial(self._script, name, value)
        return SiteFile(f"{self.folder}{name}.js", make, outlines.hash_of(depends), again)

    def _again(
        self, name: str, said: Callable[[str], object], keys: Sequence[str], touched: Collection[str], former: bytes
    ) -> bytes:
        """The script of these papers, of which the others than those `touched` are taken from the former one."""
        known = unpacked(former)
        kept = {key: known[key] for key in keys if key in known and key not in touched}
        return self._script(name, lambda: {key: kept[key] if key in kept else said(key) for key in keys})

    def _script(self, name: str, value: Callable[[], object]) -> bytes:
        packed = b64encode(zlib.compress(to_json(value()), 9, wbits=-15))
        return b'daybook.%s(%s,"%s");\n' % (self.call.encode(), to_json(name), packed)


def unpacked(script: bytes) -> dict[str, object]:
    """What a script holds."""
    found: dict[str, object] = json.loads(zlib.decompress(b64decode(script.split(b'"')[-2]), wbits=-15))
    return found


def cut(month: str, papers: Iterable[str], most: int) -> dict[str, list[str]]:
    """The files of a month: name -> keys, sorted. `papers`: its keys, in the order in which they came.

    What came later never moves what is there: a full file is closed, and the next ids begin another. A paper that comes
    late, or has no id, goes where its key belongs; a file that thereby holds twice as many is parted in the middle.
    """
    names, files = [""], [list[str]()]
    for key in papers:
        place = bisect_right(names, key) - 1
        file = files[place]
        if len(file) >= most and key > file[-1] and place == len(files) - 1:
            names.append(key)
            files.append([key])
            continue
        insort(file, key)
        if len(file) > 2 * most:
            names.insert(place + 1, file[most])
            files.insert(place + 1, file[most:])
            del file[most:]
    return dict(zip([month, *names[1:]], files, strict=True))


def _said(said: Callable[[str], object], keys: Sequence[str]) -> dict[str, object]:
    return {key: said(key) for key in keys}
