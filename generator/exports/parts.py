"""Something of each paper as scripts for readers' browsers, which load few of them: a month's papers, cut into files.

    FOLDER/index.js        daybook.CALL("index",{"2603":4,"2604":1}): in how many files each month's papers stand
    FOLDER/2603.0of4.js    daybook.CALL("2603.0of4",{"2603.00356":…}): what is said of the month's papers, by key, whose
                           keys' CRC-32 modulo 4 is 0

Months are the folders of the papers' pages. Scripts, since a page that was opened from a folder can read nothing else.
overrides/assets/parts.js reads them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from zlib import crc32

from generator.archive import outlines
from generator.exports import SiteFile
from generator.pages import addresses
from generator.store.jsonl import to_json


@dataclass(frozen=True, slots=True)
class Parts:
    """How papers are cut."""

    folder: str
    """Of the site, with its slash."""
    call: str
    """The function of `daybook` that takes what a script holds."""
    most: int
    """Some papers in a file. A month is cut into a power of two of files, so that the cut seldom changes."""

    def files(self, hashes: Mapping[str, str], said: Callable[[str], object]) -> Iterator[SiteFile]:
        """The index, and the files of each month of arXiv ids and of the papers without one.

        `hashes`: of each paper's key, a hash of what `said` gives for it, which is called only for files to be made.
        """
        months: defaultdict[str, list[str]] = defaultdict(list)
        for key in sorted(hashes):
            months[addresses.paper(key).split("/")[1]].append(key)
        index = {month: self._number(len(months[month])) for month in sorted(months)}
        yield self._file("index", lambda: index, to_json(index))
        for month, number in index.items():
            for part, keys in enumerate(_cut(months[month], number)):
                name = f"{month}.{part}of{number}"
                yield self._file(name, partial(_said, said, keys), to_json([hashes[key] for key in keys]))

    def _number(self, papers: int) -> int:
        """The least power of two of files that hold some `most` papers each."""
        return 1 << (-(-papers // self.most) - 1).bit_length()

    def _file(self, name: str, value: Callable[[], object], depends: bytes) -> SiteFile:
        return SiteFile(f"{self.folder}{name}.js", partial(self._script, name, value), outlines.hash_of(depends))

    def _script(self, name: str, value: Callable[[], object]) -> bytes:
        return b"daybook.%s(%s,%s);\n" % (self.call.encode(), to_json(name), to_json(value()))


def _cut(keys: Sequence[str], number: int) -> list[list[str]]:
    cut: list[list[str]] = [[] for _ in range(number)]
    for key in keys:
        cut[crc32(key.encode(errors="surrogatepass")) % number].append(key)
    return cut


def _said(said: Callable[[str], object], keys: Sequence[str]) -> dict[str, object]:
    return {key: said(key) for key in keys}
