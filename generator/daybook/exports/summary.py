"""volume/summary.json: what a volume of a library tells the library's own site, which is made of such files. Pure.

It is for Daybook alone, and no part of the API for other programs: what is in it may change from version to version.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from daybook.exports import SiteFile
from daybook.model import arxiv, ids
from daybook.model.jsonl import to_json
from daybook.text import markup
from daybook.view.archive_view import View

NAME = "volume/summary.json"
Key = TypeVar("Key")


class Row(NamedTuple, Generic[Key]):
    """Something that a volume has, and how many papers of it. Plain texts."""

    key: Key
    papers: int
    name: str = ""
    definition: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the file says. Of years, categories and themes, those papers count that have their page in the volume."""

    years: tuple[Row[int], ...]  # of the papers' ids
    categories: tuple[Row[str], ...]  # the first of a paper's that the volume follows
    days: tuple[Row[dt.date], ...]  # those with a page, and the papers that are new on them
    themes: tuple[Row[str], ...]  # by slug
    names: tuple[Row[str], ...]  # of authors who have a page, by slug, and the papers that it tells of


def files(view: View) -> Iterator[SiteFile]:
    """The file; of an archive that is no volume, none."""
    if view.settings.volumes:
        yield SiteFile(NAME, partial(_made, view))


def _made(view: View) -> bytes:
    own, followed = (
        [each for key, each in view.outlines.items() if key not in view.archive.homes],
        view.settings.categories,
    )
    years = Counter(ids.year(ident) if (ident := ids.of_key(each.key)) else each.first_seen.year for each in own)
    listed = (arxiv.canonical_all(each.categories) for each in own)
    codes = Counter(next((code for code in each if code in followed), followed[0]) for each in listed)
    themes = Counter(slug for each in own for slug in set(each.themes))
    told = Summary(
        years=tuple(Row(*each) for each in sorted(years.items())),
        categories=tuple(Row(code, codes[code], f"{code}: {arxiv.name(code)}") for code in followed if codes[code]),
        days=tuple(Row(day.date, len({each.key for each in day.of_type("new")})) for day in view.archive.days),
        themes=tuple(
            Row(each.slug, themes[each.slug], markup.plain(each.name), markup.plain(each.definition))
            for each in view.archive.themes if themes[each.slug]
        ),
        names=tuple(Row(each.slug, len(each.papers), each.name) for each in view.writers.by_slug.values()),
    )  # fmt: skip
    return to_json(told) + b"\n"
