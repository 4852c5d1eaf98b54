"""Something of each paper as scripts for readers' browsers, which load few of them: a month's papers, cut into files.

    FOLDER/index.js        daybook.CALL("index",{"2603":4,"2604":1}): in how many files each month's papers stand
    FOLDER/2603.0of4.js    daybook.CALL("2603.0of4",{"2603.00356":…}): what is said of the papers of this part, by key

Months are the folders of the papers' pages; `parts` says how they are cut. Scripts, since a page that was opened from a
folder can read nothing else. overrides/assets/parts.js reads them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from generator.archive import outlines
from generator.exports import SiteFile, parts
from generator.store.jsonl import to_json


@dataclass(frozen=True, slots=True)
class Scripts:
    """Where scripts stand, and who takes what they hold."""

    folder: str
    """Of the site, with its slash."""
    call: str
    """The function of `daybook` that takes what a script holds."""
    most: int = parts.MOST
    """Papers in a file, some."""

    def files(
        self, months: Mapping[str, Sequence[str]], hashed: Callable[[str], str], said: Callable[[str], object]
    ) -> Iterator[SiteFile]:
        """The index, and the files of each month of arXiv ids and of the papers without one.

        `months`: their papers (keys); `hashed`: a hash of what `said` gives for a paper, which is called only for files
        to be made.
        """
        held = list(parts.of(months, self.most))
        index = Counter(part.folder for part in held)
        yield self._file("index", lambda: index, to_json(index))
        for part in held:
            yield self._file(part.name, partial(_said, said, part.keys), "".join(map(hashed, part.keys)).encode())

    def _file(self, name: str, value: Callable[[], object], depends: bytes) -> SiteFile:
        return SiteFile(f"{self.folder}{name}.js", partial(self._script, name, value), outlines.hash_of(depends))

    def _script(self, name: str, value: Callable[[], object]) -> bytes:
        return b"daybook.%s(%s,%s);\n" % (self.call.encode(), to_json(name), to_json(value()))


def _said(said: Callable[[str], object], keys: Sequence[str]) -> dict[str, object]:
    return {key: said(key) for key in keys}
