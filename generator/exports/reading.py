"""The signatures and titles of all papers, for readers' browsers: what For you knows of papers not on the page.

    reading/index.js        daybook.terms("index",{"2603":4,"2604":1}): in how many files each month's papers stand
    reading/2603.0of4.js    daybook.terms("2603.0of4",{"2603.00356":["9AKP2…","Title"],…}): the papers of a month, by
                            key, whose keys' CRC-32 modulo 4 is 0

Folders are those of the papers' pages. Scripts, since a page that was opened from a folder can read nothing else.
overrides/assets/foryou.js reads them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from generator.archive import outlines
from generator.config import Settings
from generator.describe import signatures
from generator.exports import SiteFile, parts
from generator.model import Archive
from generator.store.jsonl import to_json
from generator.text import markup

FOLDER = "reading/"
MOST = 256
"""Papers in a file, about 50 KB: a starred paper of a page without signatures costs a reader one."""


def files(archive: Archive, settings: Settings) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    shows = parts.shows(settings)
    known = archive.outlines or {key: outlines.of(paper, shows) for key, paper in archive.papers.items()}
    held = list(parts.of(known, MOST))
    index = Counter(part.folder for part in held)
    yield SiteFile(f"{FOLDER}index.js", partial(_script, "index", index), outlines.hash_of(to_json(index)))
    for part in held:
        depends = outlines.hash_of(to_json([known[key].listed_hash for key in part.keys]))
        yield SiteFile(f"{FOLDER}{part.name}.js", partial(_papers, archive, shows, part.name, part.keys), depends)


def _papers(archive: Archive, shows: outlines.Shows, name: str, keys: Sequence[str]) -> bytes:
    papers = [archive.papers[key] for key in keys]
    made = [[signatures.of(each.title, outlines.abstract(each, shows)), markup.plain(each.title)] for each in papers]
    return _script(name, dict(zip(keys, made, strict=True)))


def _script(name: str, value: object) -> bytes:
    return b"daybook.terms(%s,%s);\n" % (to_json(name), to_json(value))
