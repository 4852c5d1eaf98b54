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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from daybook.errors import GeneratorError, StoreError
from daybook.exports.summary import Summary
from daybook.model.jsonl import from_json, to_json
from daybook.runtime import files
from daybook.runtime.files import code_digest, digest
from daybook.runtime.state import State
from daybook.search import index, update
from daybook.search.entries import AUTHOR, FACETS, Term, numbers, numerals, units
from daybook.volumes import places
from daybook.volumes.folder import LibraryFolder

COMMON = 0.5
"""The share of volumes above which a word is in all, for the search: which have it is not written."""
FEW = 8
"""Papers of a volume up to which it is looked whether a word's are its own."""
_MADE = (
    "wordsofvolumes"  # the table of parts: name -> hash of what it was made of, state of its files, what index.js says
)
INDEX = f"{index.FOLDER}index.js"
_HINT = "build this volume again"

Name = Literal["base", "delta"]
PARTS: tuple[Name, ...] = get_args(Name)
Fail = Callable[[GeneratorError], object]


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
    words: str  # where its files of words begin
    away: str = ""  # the papers whose page is in another volume


@dataclass(frozen=True, slots=True)
class OfIndex:
    """What its index.js says, as far as the library needs it."""

    facets: tuple[OfFacet, ...]
    base: OfPart
    delta: OfPart


class Searched(NamedTuple):
    """A volume as the search sees it."""

    last: int  # year of the ids of its papers, or in which they were announced
    first: int
    name: str
    papers: int  # that have their page in it
    sites: places.Sites
    told: OfIndex

    def terms(self, part: Name) -> Iterator[str]:
        """What a part has: words, keys of papers and dates, and in the delta the values of facets. Without the keys of
        authors, whose names are words, and without what only papers of other volumes have, as far as these are few.
        Raises StoreError.
        """
        about = getattr(self.told, part)
        away = set(accumulate(numbers(about.away)))
        for place in range(len(index.spelled(about.words))):
            path = f"{index.FOLDER}{part}/words/{place}.js"
            told = json.loads(_data(self.name, path, self.sites.read(self.name, path), about.version))
            spelled, papers, lengths, postings, at = index.spelled(told[0]), *map(numbers, told[1:3]), told[7], 0
            for term, count, length in zip(spelled, papers, lengths, strict=True):
                held, at = postings[at : at + length], at + length
                few = numbers(held)[:count] if away and count <= FEW else []
                foreign = few and away.issuperset(place - 1 for place in accumulate(gap + 1 for gap in few))
                if count and AUTHOR not in term and not foreign:
                    yield term
        if part == "delta":
            yield from (f"{facet.name}:{value}" for facet in self.told.facets for value, _ in facet.values)


def up_to_date(
    library: LibraryFolder, held: Mapping[str, Summary], sites: places.Sites, kept: State, fail: Fail
) -> Path:
    """Bring the index up to date with the volumes' sites; its folder. `fail` takes what one lacks, which is left out.

    kept: the library's state. For the holder of its lock.
    """
    folder, scratch = files.work_folder(library.folder) / index.FOLDER, files.scratch_folder(library.folder)
    known = kept.table(_MADE, code_digest(files.ROOT), tuple[str, str, dict[str, object]])
    told = dict[str, dict[str, object]]()
    volumes, faults = sorted(_searched(held, sites, fail)), list[GeneratorError]()
    for part in PARTS:
        about = [(each.name, getattr(each.told, part).version) for each in volumes]
        made_of = digest(to_json((about, [each.told.facets for each in volumes] if part == "delta" else ())))
        *former, told[part] = known.get(part) or ("", "", {})
        if former != [made_of, update.stands(folder / part)]:
            made, told[part] = _made(part, volumes, faults.append)
            update.put(folder, f"{part}/", made, scratch)
            own = "" if faults else made_of  # what is at fault is told again
            known.put([(part, (own, update.stands(folder / part), told[part]))])
    for fault in {fault.subject: fault for fault in faults}.values():
        fail(fault)
    update.put(folder, "index", {"index": index.entrance(_about(library, volumes, told))}, scratch)
    return folder


def _searched(held: Mapping[str, Summary], sites: places.Sites, fail: Fail) -> Iterator[Searched]:
    """The volumes in which papers have their page."""
    for name, summary in held.items():
        years, papers = [row.key for row in summary.years], sum(row.papers for row in summary.years)
        try:
            told = from_json(_data(name, INDEX, sites.small(name, INDEX)).decode(), OfIndex)
            values = (value for facet in told.facets if facet.name == "year" for value, _ in facet.values)
            last = max(*years, *(int(value) for value in values if value.isdecimal()), 0, 0)
            if years:
                yield Searched(last, min(years), name, papers, sites, told)
        except (GeneratorError, ValueError) as error:
            fail(_fault(error, name))


def _fault(error: Exception, volume: str) -> GeneratorError:
    if isinstance(error, GeneratorError):
        return error.at(error.subject or volume)
    return StoreError(f"its search index cannot be read: {error}", subject=volume, hint=_HINT)


def _data(volume: str, path: str, script: bytes | None, version: str = "") -> bytes:
    """The data in a file of a volume's index, of this version if one is named. Raises StoreError."""
    found, data = index.version_and_data(script or b",,")
    if not data or version not in ("", found):
        raise StoreError(f"{path} is {'of another build' if data else 'missing'}", subject=volume, hint=_HINT)
    return data


def _made(part: Name, volumes: Sequence[Searched], fail: Fail) -> tuple[dict[str, bytes], dict[str, object]]:
    """The files of a part, and what index.js says of it. `fail` takes why terms of a volume are lacking."""
    found = defaultdict[str, str](str)  # the volumes, a sign each: most terms are in one, and share that text
    for number, volume in enumerate(volumes):
        try:
            for term in volume.terms(part):
                if term and term.isprintable() and not found[term].endswith(chr(number)):  # as in a sound index
                    found[term] += chr(number)
        except (GeneratorError, ValueError, IndexError, TypeError) as error:
            fail(_fault(error, volume.name))

    def of(term: str) -> Term:
        held = [-1, *map(ord, found[term])]
        few = len(held) <= max(2, 1 + COMMON * len(volumes))
        return Term(len(held) - 1, numerals([one - other - 1 for other, one in pairwise(held)]) if few else "")

    data, words = index.dictionary(sorted(found, key=units), of, index.CUT[part])
    lines = {f"{part}/{name}": to_json(each) for name, each in data.items() if each}
    version = index.version_of(lines.values())
    about: dict[str, object] = {"version": version, "papers": len(volumes), "words": words, "authors": 0}
    return {name: index.script(name, line, version) for name, line in lines.items()}, about


def _about(
    library: LibraryFolder, volumes: Sequence[Searched], told: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    """What index.js says. The volumes of the delta are numbered behind those of the base."""
    values, titles = defaultdict[str, dict[str, str]](dict), dict[str, str]()
    for facet in (facet for each in volumes for facet in each.told.facets if facet.name in FACETS):
        titles[facet.name] = facet.title
        values[facet.name] |= dict(facet.values)
    behind = {"places": numerals([2 * len(volumes), *[0] * (len(volumes) - 1)][: len(volumes)]), "gone": ""}
    return {
        "papers": sum(each.papers for each in volumes),
        "facets": [{"name": name, "title": titles[name], "values": sorted(values[name].items())} for name in titles],
        "volumes": [(each.name, each.papers, each.first, each.last) for each in volumes],
        "address": library.settings.address,
        "base": told["base"],
        "delta": {**told["delta"], **behind},
    }
