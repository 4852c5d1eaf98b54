"""An archive made two: the years before one, and the years from it on. Pure: commands/split.py reads and writes,
pages/moved.py keeps the addresses.

GitHub Pages holds a site of up to 1 GB, and a log that only grows gets there one day. What is divided is the log, that
is the union of both archives as they stand; so it does not matter how far a killed run came. All pages follow from it.

- What was announced or seen on a day goes by its date: so a day's page stays complete, with its replacements.
- Metadata that announces nothing (`records/harvest`) goes by its paper: by the month of its arXiv id, or by the date of
  its first record where it has none. Of the older papers that a newer day speaks of, or is made of, the newer archive
  keeps a copy, in `older/YYMM.jsonl`: none of its records, and made anew whenever it is split again. Such a
  paper has its page in both; the newer one links the older.
- `since` and `before` in archive.yml say where each ends: beyond that no day is reconstructed.
- `moved.txt` names the pages of the old site that the older archive has, an address a line; one that is in neither (the
  second of two papers of one title, say) has ` -> ` and where it leads now. Where the newer archive has a page of its
  own at an address, that page stands. Numbered pages of themes and categories go on counting after those that moved.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from daybook import config
from daybook.config import Settings
from daybook.coverage.completeness import is_of_a_day
from daybook.errors import SettingsError
from daybook.fold.linking import Group
from daybook.model import Archive, Record, Statement, ids
from daybook.model.jsonl import RECORDS, STATEMENTS

COPIED = "older"
"""The folder of copies, a file for each month of ids."""


@dataclass(slots=True)
class Share:
    """What one of the two archives shall hold."""

    records: list[Record] = field(default_factory=list)
    copied: list[Record] = field(default_factory=list)  # of older papers, as `older/` keeps them
    statements: list[Statement] = field(default_factory=list)


def is_older(group: Group, year: int) -> bool:
    """Whether a paper's first version lies before the year."""
    return (ids.year(group.ids[0]) if group.ids else group.records[0].date.year) < year


def divide(
    groups: Sequence[Group], copied: Iterable[Record], year: int, spoken: Collection[str],
    shown: Callable[[Record], bool],
) -> tuple[Share, Share]:  # fmt: skip
    """The records of all papers as (older, newer) halves, without statements.

    copied: those of the groups' records that are copies from an archive older still; spoken: the keys of papers that
    days from `year` on speak of; shown: whether a record is shown on pages.
    """
    copies = {id(record) for record in copied}
    known = set(spoken)
    # Days are reconstructed up to the date of the newest record, so the newer archive must know a paper of it.
    dated = [(max((r.date for r in group.records if shown(r)), default=dt.date.min), group) for group in groups]
    newest = max((date for date, _ in dated), default=dt.date.min)
    if newest > dt.date.min:
        latest = (group for date, group in dated if date == newest)
        known.add(min(latest, key=lambda group: (is_older(group, year), group.key)).key)
    older, newer = Share(), Share()
    for group in groups:
        old = is_older(group, year)
        for record in group.records:
            harvest = record.type == "harvest"
            if id(record) in copies:
                older.copied.append(record)
            else:
                moves = old if harvest else record.date.year < year
                (older if moves else newer).records.append(record)
            if harvest and old and group.key in known:
                newer.copied.append(record)
    return older, newer


def spoken_of(archive: Archive, year: int) -> set[str]:
    """The keys of the papers that days from `year` on announce or speak of."""
    return {item.key for day in archive.days if day.date.year >= year for item in day.papers}


def divide_statements(
    statements: Iterable[Statement], year: int, older: Collection[str], newer: Collection[str]
) -> tuple[list[Statement], list[Statement]]:
    """(older, newer) statements; `older` and `newer` are the names of the log's files of each.

    A line goes by its date. That of a harvest stands in both where both hold records of it, each with its own files.
    """
    lines = list(statements)

    def share(names: Collection[str], is_home: Callable[[Statement], bool]) -> list[Statement]:
        own = (replace(line, files=tuple(name for name in line.files if name in names)) for line in lines)
        return [line for line in own if is_home(line) or (line.files and not is_of_a_day(line))]

    return share(older, lambda line: line.date.year < year), share(newer, lambda line: line.date.year >= year)


def union(one: Iterable[Record], two: Iterable[Record]) -> list[Record]:
    """The records of both, each once."""
    return list({RECORDS.encode(record): record for record in (*one, *two)}.values())


def union_of_statements(one: Iterable[Statement], two: Iterable[Statement]) -> list[Statement]:
    """The statements of both, each once, with the files of both."""
    files: dict[bytes, set[str]] = defaultdict(set)
    lines = {}
    for line in (*one, *two):
        said = STATEMENTS.encode(line, without=frozenset(("files",)))
        files[said].update(line.files)
        lines[said] = line
    return [replace(line, files=tuple(sorted(files[said]))) for said, line in lines.items()]


def checked(url: str, year: int) -> str:
    """The address with a final slash. Raises SettingsError where address or year cannot be settings."""
    text = json.dumps({"title": "-", "categories": ["cs.DC"], "older": url or "nowhere", "since": year})
    return config.parse(text).older


def settings_of_older(text: str, settings: Settings, year: int, url: str) -> str:
    """The archive.yml of the older archive, from that of the whole."""
    title = f"{settings.title} before {year}"
    values = {"url": url, "older": settings.older, "newer": settings.url, "since": settings.since, "before": year}
    return changed(text, settings, {"title": title, **values})


def settings_of_newer(text: str, settings: Settings, year: int, url: str) -> str:
    """The archive.yml of the newer archive, from that of the whole."""
    return changed(text, settings, {"older": url, "since": year})


def changed(text: str, settings: Settings, values: Mapping[str, str | int | None]) -> str:
    """The text of an archive.yml with some of its settings changed, its other lines and comments as they are; values
    that say nothing go."""
    for name, value in values.items():
        line = f"{name}: {json.dumps(value, ensure_ascii=False)}\n" if value else ""
        pattern = re.compile(rf"^{name}[ \t]*:.*\n?(?:[ \t]+\S.*\n?)*", re.MULTILINE)
        if pattern.search(text):
            text = pattern.sub(line.replace("\\", r"\\"), text)
        elif line:
            text = f"{text.rstrip()}\n{line}"
    try:
        if config.parse(text) == replace(settings, **dict[str, Any](values)):
            return text
    except SettingsError:
        pass
    hint = f"put each of {', '.join(values)} on a line of its own, starting in the first column"
    raise SettingsError("cannot be updated in its present layout", subject=config.NAME, hint=hint)
