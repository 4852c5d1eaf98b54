"""EDGE: the search over volumes: an index of the words of all, whose papers, as it were, are the volumes themselves.

    search/index.js   the volumes, oldest first, and the facets of all
    search/base/...   which volumes have a word in the bases of their own indexes, in the form of `search.index`
    search/delta/...  the same of their deltas, which change from day to day; and of the values of facets: `year:2026`

The page looks up the words of a query here, and asks only volumes that have them all, by the files of their own sites.
A part is made again where that part of any volume is another.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from daybook.errors import GeneratorError
from daybook.exports.summary import Summary
from daybook.model.jsonl import from_json, to_json
from daybook.runtime import files
from daybook.runtime.files import code_digest, digest
from daybook.runtime.state import State
from daybook.search import index, update
from daybook.search.entries import FACETS, Term, numerals, units
from daybook.volumes.folder import LibraryFolder
from daybook.volumes.places import Fail, Sites, reading

INDEX = f"{index.FOLDER}index.js"

About = dict[str, object]


@dataclass(frozen=True, slots=True)
class OfFacet:
    """A facet of the index that a volume's search has."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]  # with their labels


@dataclass(frozen=True, slots=True)
class OfPart:
    """A part of it, see `search.index`."""

    version: str


@dataclass(frozen=True, slots=True)
class OfIndex:
    """What its index.js says, as far as the library needs it."""

    facets: tuple[OfFacet, ...]
    base: OfPart
    delta: OfPart


class Searched(NamedTuple):
    """A volume as the search sees it."""

    last: int  # of the years in which its papers were first seen
    first: int
    name: str
    papers: int  # that have their page in it
    told: OfIndex


def up_to_date(library: LibraryFolder, held: Mapping[str, Summary], sites: Sites, kept: State, fail: Fail) -> Path:
    """Bring the index up to date with the volumes' sites; its folder. `fail` takes what one lacks, which is left out.

    kept: the library's state. For the holder of its lock.
    """
    folder, scratch = files.work_folder(library.folder) / index.FOLDER, files.scratch_folder(library.folder)
    known = kept.table("words of volumes", code_digest(files.ROOT), tuple[str, str, About])
    volumes, about = sorted(_searched(held, sites, fail)), dict[str, About]()
    for part in index.CUT:
        made_of = digest(to_json([(each.name, getattr(each.told, part)) for each in volumes]))
        *before, about[part] = known.get(part) or ("", "", {})
        if before != [made_of, update.stands(folder / part)]:
            made, about[part], faults = _made(part, volumes, sites)
            files.clear(folder / part)
            for name, data in made.items():
                files.write(folder / f"{name}.js", data, scratch, durable=False)
            for fault in faults:
                fail(fault)
            if not faults:  # else it is made, and they are told, again
                known.put([(part, (made_of, update.stands(folder / part), about[part]))])
    files.write(folder / "index.js", _entrance(library.settings.address, volumes, about), scratch, durable=False)
    return folder


def _searched(held: Mapping[str, Summary], sites: Sites, fail: Fail) -> Iterator[Searched]:
    """The volumes in which papers have their page."""
    for name, summary in held.items():
        with reading(name, "its search index", fail):
            told = from_json(_data(INDEX, sites.read(name, INDEX, keep=True)), OfIndex)
            years = [int(value) for facet in told.facets if facet.name == "year" for value, _ in facet.values]
            if papers := sum(row.papers for row in summary.years):
                yield Searched(max(years), min(years), name, papers, told)


def _data(path: str, script: bytes | None, version: str = "") -> str:
    """The data in a file of a volume's index, of this version if one is named. Raises ValueError."""
    found, data = index.version_and_data(script or b",,")
    if not data or version not in ("", found):
        raise ValueError(f"{path} is {'of another build' if data else 'missing'}")
    return data.decode()


def _made(part: str, volumes: Sequence[Searched], sites: Sites) -> tuple[dict[str, bytes], About, list[GeneratorError]]:
    """The files of a part, what index.js says of it, and why terms of a volume are lacking."""
    found, faults = defaultdict[str, str](str), list[GeneratorError]()
    for number, volume in enumerate(volumes):  # a sign each: most terms are in one, and share that text
        with reading(volume.name, "its search index", faults.append):
            path = f"{index.FOLDER}{part}/terms.js"
            text = _data(path, sites.read(volume.name, path), getattr(volume.told, part).version)
            terms = {*str(json.loads(text)).split("\n")} - {""}
            for term in filter(str.isprintable, terms):  # as in a sound index all are
                found[term] += chr(number)

    def of(term: str) -> Term:
        """Where most volumes have it, it is not written which: the search takes it for all."""
        gaps = [one - other - 1 for other, one in pairwise([-1, *map(ord, found[term])])]
        return Term(len(gaps), numerals(gaps) if 2 * len(gaps) <= max(2, len(volumes)) else "")

    data, words = index.dictionary(sorted(found, key=units), of, index.CUT[part])
    lines = {f"{part}/{name}": to_json(each) for name, each in data.items() if each}
    version = index.version_of(lines.values())
    about: About = {"version": version, "papers": len(volumes), "words": words, "authors": 0}
    return {name: index.script(name, line, version) for name, line in lines.items()}, about, faults


def _entrance(address: str, volumes: Sequence[Searched], about: Mapping[str, About]) -> bytes:
    """index.js. The volumes of the delta are numbered behind those of the base."""
    facets, count = defaultdict[tuple[str, str], dict[str, str]](dict), len(volumes)
    for facet in (facet for each in volumes for facet in each.told.facets if facet.name in FACETS):
        facets[facet.name, facet.title] |= dict(facet.values)
    return index.entrance({
        "papers": sum(each.papers for each in volumes),
        "facets": [{"name": name, "title": of, "values": sorted(facets[name, of].items())} for name, of in facets],
        "volumes": [(each.name, each.papers, each.first, each.last) for each in volumes],
        "address": address,
        "base": about["base"],
        "delta": {**about["delta"], "places": numerals([2 * count, *[0] * count][:count]), "gone": ""},
    })  # fmt: skip
