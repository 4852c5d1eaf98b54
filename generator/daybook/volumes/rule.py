"""library.yml: what a library holds, how it is divided into volumes, and where these are. Pure.

A cell is the smallest part of a library that is never divided: a category and a year, or one of the two, as `by` says.
A volume is a cell, or several years of a category that have few papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, NamedTuple
from urllib.parse import urljoin

from daybook import config
from daybook.config import PLACE
from daybook.errors import SettingsError, in_file
from daybook.model import arxiv, ids
from daybook.model.jsonl import to_json
from daybook.text.yaml_text import Text, read_yaml, typed

NAME = config.LIBRARY
VOLUMES = "volumes.tsv"
"""The list of volumes: name, categories, the years `since` and `before`; empty where it has no such bound."""
_wrong = in_file(NAME)
_OUTSIDE = re.compile(r"^[/\\~]|(?:^|[/\\])\.\.(?:[/\\]|$)")
"""In a path: what leads out of the library's folder."""
_SHARED = ("title", "categories", "url", "description", "contact", "language", "notice", "sample", "sources")
"""The settings that volumes have, too."""
_MENDS = {
    "": "add at least `title:` and `categories:`",
    "by": "write category and year, category, or year",
    "most": "write a number of papers, e.g. `most: 20000`",
    "log": "write e.g. `log: volumes/{volume}`",
    "site": "write e.g. `site: sites/{volume}`",
    "host": "write e.g. `host: /srv/www/{volume}` or `host: s3://bucket/{volume}`",
    "address": "write e.g. `address: https://example.org/{volume}/`",
}


class Cell(NamedTuple):
    """A category and a year; empty and 0 where volumes are not divided by it."""

    category: str
    year: int


@dataclass(frozen=True, slots=True)
class Volume:
    """A volume: its categories, and the years from `since` to the one before `before`; None: from the first, to now."""

    name: str
    categories: tuple[str, ...]
    since: int | None = None
    before: int | None = None

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is of this volume."""
        mine = not cell.category or cell.category in self.categories
        return mine and (not cell.year or (self.since or 0) <= cell.year < (self.before or 10_000))

    def overlaps(self, other: Volume) -> bool:
        """Whether a category and year may be of both."""
        years = max(self.since or 0, other.since or 0) < min(self.before or 10_000, other.before or 10_000)
        return years and not set(self.categories).isdisjoint(other.categories)


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The settings of a library, validated; addresses and paths name a volume as {volume}."""

    title: Text
    categories: tuple[str, ...]  # canonical codes of the categories of all volumes
    by: Literal["category and year", "category", "year"] = "category and year"
    most: int = 0  # papers of a volume that holds several years; 0: each year is a volume of its own
    log: str = f"volumes/{PLACE}"  # path below the library, or address, of a volume's archive
    site: str = f"sites/{PLACE}"  # the same of its site
    address: str = f"../{PLACE}/"  # where readers find that; relative: beside the sites of the others
    host: str = ""  # where sites are put to: a folder, an address, or a repository (...git); empty: nowhere
    url: str = ""  # the address of the library's own site
    description: str = ""
    contact: str = ""
    language: str = "en"
    notice: str = ""
    sample: bool = False
    sources: Mapping[str, Any] = field(default_factory=dict)  # as in archive.yml, whose volumes have them

    def cell(self, category: str, year: int) -> Cell:
        """The cell of a category and a year."""
        return Cell(category if "category" in self.by else "", year if "year" in self.by else 0)

    def home(self, ident: str, category: str) -> Cell:
        """The cell of a paper's page. `category`: the first primary one that the library holds."""
        return self.cell(category, ids.year(ident))

    def text_of(self, volume: Volume) -> str:
        """The archive.yml of a new volume."""
        told = {
            "title": f"{self.title}: {volume.name}", "categories": volume.categories, "since": volume.since,
            **{name: getattr(self, name) for name in _SHARED[3:]}, "volumes": self.address, "format": config.FORMAT,
            "url": self.url_of(volume),
        }  # fmt: skip
        lines = (f"{name}: {to_json(value).decode()}\n" for name, value in told.items() if value)
        return f"# A volume of the library that {NAME} in its folder tells of.\n{''.join(lines)}"

    def url_of(self, volume: Volume) -> str:
        """The address of a volume's site; empty: unknown."""
        url = urljoin(self.url, self.address.replace(PLACE, volume.name))
        return url if "://" in url else ""


def parse(text: str) -> Library:
    """The settings in the text of a library.yml. Raises SettingsError with the line or key and the mend."""
    data = read_yaml(text, NAME)
    said = typed({**data, "categories": ()} if isinstance(data, dict) else data, Library, NAME, mends=_MENDS)
    # What a volume's archive.yml would refuse is refused here, where it is written; JSON is YAML.
    shared = {name: data[name] for name in _SHARED if name in data}
    try:
        own = config.parse(to_json(shared).decode())
    except SettingsError as error:
        raise error.at(NAME) from error.__cause__
    for name in ("log", "site", "address", *(["host"] if said.host else [])):
        where = getattr(said, name)
        outside = name in ("log", "site") and "://" not in where and _OUTSIDE.search(where)
        if where.count(PLACE) != 1 or outside:
            raise _wrong(f"{where!r} is no place for volumes", name, _MENDS[name])
    if said.most < 0:
        raise _wrong(f"{said.most} is no number of papers", "most", _MENDS["most"])
    members = ((code,) if arxiv.is_category(code) else arxiv.members(code) for code in own.categories)
    categories = arxiv.canonical_all(chain.from_iterable(members))
    return replace(said, categories=categories, address=f"{said.address.removesuffix('/')}/", url=own.url)


def divided(library: Library, held: Sequence[Volume], papers: Mapping[Cell, int]) -> list[Volume]:
    """All volumes, sorted by name: those that the library has, and new ones of the cells that none of them holds.

    papers: how many papers each cell has. Years of a category share a new volume while they have at most `most` papers
    and none of another volume lies between them.
    """
    fresh = sorted(cell for cell in papers if not any(volume.holds(cell) for volume in held))
    runs: list[list[Cell]] = []
    for cell in fresh:
        run = runs[-1] if runs else [cell]
        between = (Cell(cell.category, year) for year in range(run[0].year + 1, cell.year))
        apart = run[0].category != cell.category or any(volume.holds(one) for one in between for volume in held)
        if not (runs and library.most) or apart or sum(papers[one] for one in (*run, cell)) > library.most:
            runs.append([])
        runs[-1].append(cell)
    made = [_named(library, run[0].category, run[0].year, run[-1].year) for run in runs]
    return sorted([*held, *made], key=lambda volume: volume.name)


def _named(library: Library, category: str, first: int, last: int) -> Volume:
    codes = (category,) if category else library.categories
    if not first:
        return Volume(category or "all", codes)
    years = f"{first}" if first == last else f"{first}-{last}"
    return Volume(f"{category}-{years}" if category else years, codes, first, last + 1)


def render(volumes: Iterable[Volume]) -> str:
    """The text of volumes.tsv."""
    lines = (
        "\t".join((one.name, " ".join(one.categories), str(one.since or ""), str(one.before or ""))) for one in volumes
    )
    return "".join(f"{line}\n" for line in sorted(lines))


def read(text: str) -> list[Volume]:
    """The volumes in the text of volumes.tsv, sorted by name. Raises SettingsError with the line."""
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, codes, *years = (*line.split("\t"), "", "", "")[:4]
        sound = ids.is_name(name) and name != config.OWN_SITE and all(map(arxiv.is_category, codes.split(" ")))
        dated = line.count("\t") == 3 and all(not year or year.isdecimal() for year in years)
        if not (sound and dated) or name in found:
            hint = "restore the file from git"
            raise SettingsError(f"{line!r} is no volume", subject=VOLUMES, location=f"line {number}", hint=hint)
        since, before = (int(year) if year else None for year in years)
        found[name] = Volume(name, tuple(codes.split()), since, before)
    return [found[name] for name in sorted(found)]
