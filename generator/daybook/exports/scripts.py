"""Something of each paper as scripts for readers' browsers, which load few of them: a month's papers, cut into files.

    FOLDER/index.js        daybook.CALL("index",…): {"2603":["2603","2603.04711"],"2604":["2604"]}, each month's files
    FOLDER/2603.04711.js   daybook.CALL("2603.04711",…): {"2603.04711":…}, what is said of this file's papers, by key

Each holds JSON, packed (RFC 1951) and in base64: abstracts take a third of their room.
Months are the folders of the papers' pages. A file is named after its first key, a month's first file after the month:
a paper stands in the last of its month's files whose name is not behind its key, or in the first. Scripts, since a page
that was opened from a folder can read nothing else. overrides/assets/parts.js reads them.

The files of `api/v1/papers/` are cut otherwise, and named `2603.0of4` (see `parts`): a program computes which it needs.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import NamedTuple

from daybook.describe import related
from daybook.exports import SiteFile
from daybook.model.jsonl import hash_of, to_json
from daybook.text import markup
from daybook.view import addresses
from daybook.view.archive_view import View


@dataclass(frozen=True, slots=True)
class Scripts:
    """Where scripts stand, and who takes what they hold."""

    folder: str  # of the site, with its slash
    call: str  # the function of `daybook` that takes what a script holds
    most: int = 256  # papers in a file, some

    def files(self, view: View, hashed: Callable[[str], str], said: Callable[[str], object]) -> Iterator[SiteFile]:
        """The index, and the files of each month of arXiv ids and of the papers without one.

        `hashed`: a hash of what `said` gives for a paper (its key); `said` is called only for files to be made.
        """
        months: dict[str, list[str]] = {}
        for paper in view.in_order:
            months.setdefault(addresses.folder(paper.key), []).append(paper.key)
        held = {month: cut(month, months[month], self.most) for month in sorted(months)}
        index = {month: list(files) for month, files in held.items()}
        yield SiteFile(f"{self.folder}index.js", partial(self.script, "index", index), hash_of(to_json(index)))
        for month, files in held.items():
            if view.reach and month not in view.reach.folders:
                continue
            for name, keys in files.items():
                make = partial(self._made, name, said, keys)
                again = partial(make, view.reach.keys) if view.reach else None
                depends = hash_of("".join(map(hashed, keys)).encode())
                yield SiteFile(f"{self.folder}{name}.js", make, depends, again)

    def _made(
        self, name: str, said: Callable[[str], object], keys: Sequence[str], touched: Collection[str] = (),
        former: bytes = b"",
    ) -> bytes:  # fmt: skip
        """The script of these papers, of which the others than those `touched` are taken from the former one."""
        known = unpacked(former) if former else {}
        return self.script(name, {
            key: known[key] if key in known and key not in touched else said(key) for key in keys
        })  # fmt: skip

    def script(self, name: str, value: object) -> bytes:
        """A script that hands over a value, packed."""
        packed = b64encode(zlib.compress(to_json(value), 9, wbits=-15))
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


ABSTRACTS = Scripts("abstracts/", "abstracts", most=200)
"""A file has some 100 KB: a reader of a day or of a search asks for few of them."""
READING = Scripts("reading/", "terms")
"""A file has about 50 KB: a starred paper of a page without signatures costs a reader one."""


def abstracts(view: View) -> Iterator[SiteFile]:
    """The abstracts of all papers, which rows unfold: {"2603.04711":"<p>We ask <mark>when …</mark>",…}, as HTML."""
    return ABSTRACTS.files(view, lambda key: view.depends((key,)), partial(marked, view))


def marked(view: View, key: str) -> str:
    """The abstract of a paper as HTML, its card's sentences marked, formulas as plain Unicode: drawn, they would take
    more than all other words in some fields. Empty where there is none, or none may be shown."""
    paper, card = view.archive.papers[key], view.own_card(key)
    abstract, quotes = markup.plain(paper.shown_abstract(view.shows) or ""), card.quotes.values() if card else ()
    bounds = sorted({0, len(abstract), *chain(*((quote.start, quote.end) for quote in quotes))})
    shown = "".join(
        f"<mark>{part}</mark>" if any(quote.start == start for quote in quotes) else part
        for start, end in pairwise(bounds)
        if (part := markup.escape_html(abstract[start:end]))
    )
    return "".join(f"<p>{part}" for part in shown.split("\n") if part.strip())


def reading(view: View) -> Iterator[SiteFile]:
    """The signatures and titles of all papers, {"2603.04711":["9AKP2…","Title"],…}: what For you
    (overrides/assets/foryou.js) knows of papers that are not on the page."""

    def terms(key: str) -> list[str]:
        paper = view.archive.papers[key]
        return [related.of(paper.title, paper.shown_abstract(view.shows)), markup.plain(paper.title)]

    return READING.files(view, lambda key: view.outlines[key].listed_hash, terms)


class Part(NamedTuple):
    """A file of papers."""

    name: str  # `2603.0of4`: of the papers of March 2026, those whose keys' CRC-32 modulo 4 is 0
    folder: str  # of the papers' pages: `2603`, or `title` for papers without an arXiv id
    keys: list[str]  # of its papers, sorted


def parts(months: Mapping[str, Sequence[str]], most: int) -> Iterator[Part]:
    """All parts of the papers (keys) of these months, of some `most` papers each: a power of two of them, so that the
    cut seldom changes as a month grows. A part may be empty, so that the others keep their names. Whoever knows a key
    and the number of parts of its month finds its file."""
    for folder, held in months.items():
        count = 1 << (-(-len(held) // most) - 1).bit_length()
        keys: list[list[str]] = [[] for _ in range(count)]
        for key in held:
            keys[zlib.crc32(key.encode(errors="surrogatepass")) % count].append(key)
        yield from (Part(f"{folder}.{number}of{count}", folder, each) for number, each in enumerate(keys))
