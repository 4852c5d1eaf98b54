"""A library's volumes as far as the search needs them: the indexes of their sites, of the papers that tests invent."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from daybook.exports import summary
from daybook.runtime import state
from daybook.volumes import LibraryFolder, finding, joins, places

from tests.makers import put
from tests.search import built
from tests.search.conftest import DATES, LABELS
from tests.search.papers import CATEGORIES
from tests.search.terms import Record

SETTINGS = f"title: Tides\ncategories: [{', '.join(CATEGORIES)}]\n"
YEARS = sorted({date[:4] for date in DATES})


def home(record: Record) -> str:
    """The volume with a paper's page."""
    return f"{record.category[0]}-{record.date[:4]}"


def rows(records: Sequence[Record], volume: str) -> list[Record]:
    """The papers that a volume has, those with their page elsewhere, too."""
    code, year = volume.rsplit("-", 1)
    return [each for each in records if each.date.startswith(year) and code in each.category]


def library(folder: Path, records: Sequence[Record], address: str = "../{volume}/") -> Path:
    """A library with the sites of a volume for each category and year, as far as the search reads them."""
    names = {f"{code}-{year}": (code, int(year)) for code in CATEGORIES for year in YEARS}
    held = {name: own for name in names if (own := rows(records, name))}
    told = "".join(f"{name}\t{names[name][0]}\t{names[name][1]}\t{names[name][1] + 1}\n" for name in sorted(held))
    put(folder, {"library.yml": f"{SETTINGS}address: {address}\n", "volumes.tsv": told})
    for name, own in held.items():
        site(folder, name, own)
    found(folder)
    return folder


def site(folder: Path, name: str, records: Sequence[Record]) -> None:
    """What the search reads of a volume's site with these papers."""
    away = [record.key for record in records if home(record) != name]
    code, year = name.rsplit("-", 1)
    own = len(records) - len(away)
    former = [replace(records[0], title="Formerly", badge=("Formerly",)), *records[1 : 3 * len(records) // 4]]
    made = built.scripts(records, former, away=away, labels=LABELS, dates=(year,), cut=2_000)
    place = folder / "sites" / name
    shutil.rmtree(place, ignore_errors=True)
    put(place, {f"search/{path}.js": data for path, data in made.items()})
    told = {"years": [[int(year), own]], "categories": [[code, own, code]]} if own else {"years": [], "categories": []}
    put(place, {summary.NAME: json.dumps({**told, "themes": [], "days": [], "names": []})})


def found(folder: Path, fail: Callable[[object], object] = print) -> None:
    """Bring the library's index up to date, and put it into its site."""
    there = LibraryFolder(folder)
    with there.lock(), state.of(folder).writing():
        kept = state.of(folder)
        own = places.Sites(there.settings.site, folder, kept)
        held = joins.summaries(there, own, fail)
        made = finding.up_to_date(there, held, own, kept, fail)
        kept.commit()
    shutil.rmtree(folder / "sites/library/search", ignore_errors=True)
    shutil.copytree(made, folder / "sites/library/search")
